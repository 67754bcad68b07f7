"""What a tactic would do in somebody's place, as far as a seat may know it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from ..play.state import State
from ..seats.composer import composer
from ..seats.cut import known
from ..seats.names import Names, place
from ..seats.seat import Seat, Settings
from ..seats.wording import names_of
from ..tactics.advice import advice
from ..tactics.tactic import PASSIVE, end_turn
from .models_waves import tactic_of

_cut: deque[State] = deque(maxlen=64)
"""Cut states that were asked about: tactics keep what they make of the last few by identity, so these must live on."""


def advised(state: State, who: str, seat: Seat, settings: Settings) -> dict[str, Any] | None:
    """What a tactic would do for `who`: `{"tactic", "command", "text", "reason", "now"}`; None when it cannot be told.

    A player's is worked out from the table as that seat knows it, so it tells of nothing else. `now` is whether it
    could be done now; of somebody else's turn it is what would be done if it were theirs.
    """
    k = known(state, seat, settings)
    c = k.state.combatants.get(who)
    if c is None or not state.running or c.out or not k.knows(who):
        return None
    name = tactic_of(state, who, settings)
    seen = k.state
    if seen.turn != who:
        fresh = c._replace(significant=1, minors=seen.ruleset.minor_max, moved=False)
        seen = seen._replace(turn=who, combatants={**seen.combatants, who: fresh})
    names = names_of(k)
    if name == PASSIVE.name:
        command, reason = end_turn(seen, who), "plays passive: only ends its turns"
    else:
        _cut.append(seen)
        command, reason = advice(seen, who, name)
    return {
        "who": who,
        "name": c.name,
        "tactic": name,
        "command": command,
        "text": words(state, command, seat, settings, names),
        "reason": reason,
        "now": state.turn == who,
    }


def words(state: State, command: Mapping[str, Any], seat: Seat, settings: Settings, names: Names) -> str:
    """A command as its button says it."""
    do = command["do"]
    if do == "attack":
        weapon = names.weapon(command["weapon"])
        if "at" in command:
            return f"{weapon[:1].upper()}{weapon[1:]} at {place(command['at'])}"
        mode = {"burst": ", a burst", "full": ", full auto"}.get(command.get("mode", ""), "")
        return f"Attack {names.all(whom(command))} with {weapon}{mode}"
    if do == "move":
        return f"Move to {place(command['to'])}"
    if do == "suppress":
        return f"Suppress at {place(command['at'])} with {names.weapon(command['weapon'])}"
    offered = composer(state, command["who"], seat, settings, target=command.get("target"))
    for line in offered.get("commands", ()):
        if line["command"] == command or ({**line["command"], "fully": False} == command):
            return str(line["label"])
    return str(do).replace("_", " ").capitalize()


def whom(command: Mapping[str, Any]) -> list[str]:
    """The targets of an attack."""
    return list(dict.fromkeys(command.get("targets") or [command["target"]]))
