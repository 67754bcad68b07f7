"""Every command that the engine has for a combatant, ready to be given, or with the reason against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..book.combat.cover import can_reach
from ..book.combat.melee import BREAK_FREE_CHARACTERISTIC, BREAK_FREE_SKILL, SKILL
from ..book.combat.trauma import FIRST_AID_SKILL
from ..play import sight
from ..play.commands import SPECS
from ..play.refusal import Refusal, refuse
from ..play.rolls import plan
from .composer_odds import opposed_odds, test_odds
from .cut import UNSEEN, Known
from .names import Names
from .permit import legal
from .wording import refusal_json

KEYS = {
    "attack": "a", "aim": "m", "suppress": "s", "reload": "l", "charge": "h", "ready": "y", "first_aid": "f",
    "grapple": "g", "break_free": "b", "act": "t", "move": "v", "take_cover": "c", "leave_cover": "x",
    "drop_prone": "p", "rise": "p", "draw": "w", "stow": "o", "minor": "i", "delay": "d", "end_turn": "n",
}  # fmt: skip
"""The key of each kind of command; the first entry of its kind has it."""


class Line(NamedTuple):
    """A command to offer: `needs` are fields that are still to be filled in (the template has an example)."""

    do: str
    label: str
    group: str
    args: dict[str, Any]
    needs: tuple[str, ...] = ()
    cost: str = ""


def commands(k: Known, who: str, target: str | None, names: Names, waits: bool) -> list[dict[str, Any]]:
    """`{"do", "label", "key", "group", "command", "needs", "cost", "refusal", "odds"}` of each but the attack.

    `waits` is whether an answer is awaited, so that nothing may be ordered.
    """
    given: set[str] = set()
    made = []
    for line in lines(k, who, target, names):
        command = {"do": line.do, "who": who, **line.args}
        refusal = refuse("pending") if waits else check(k, command)
        key = KEYS.get(line.do) if line.do not in given else None
        given.add(line.do)
        made.append(
            {
                "do": line.do,
                "label": line.label,
                "key": key,
                "group": line.group,
                "command": {name: v for name, v in command.items() if name not in line.needs},
                "needs": list(line.needs),
                "cost": line.cost or SPECS[line.do].cost,
                "refusal": refusal_json(refusal, names),
                "odds": odds(k, who, command, names),
            }
        )
    return made


def check(k: Known, command: dict[str, Any]) -> Refusal | None:
    """The refusal of a command on what the seat knows."""
    found = legal(k, command)
    return found if isinstance(found, Refusal) else None


def lines(k: Known, who: str, target: str | None, names: Names) -> Iterator[Line]:
    """Every command, those about others for the chosen target and whoever is near."""
    state = k.state
    c = state.combatants[who]
    near = [o.id for o in state.combatants.values() if o.id != who and sight.are_engaged(state, c, o)]
    foes = [o for o in near if sight.hostile(c, state.combatants[o])]
    if target is not None:
        yield Line("aim", f"Aim at {names.who(target)}", "attack", {"target": target})
    yield from weapon_lines(k, who, target, names)
    yield Line("ready", "Ready a reaction", "turn", {})
    yield Line("move", "Move", "move", {"to": sight.as_json(c.at)}, ("to",), "minor")
    yield Line(
        "move", "Move again", "move", {"to": sight.as_json(c.at), "as": "significant"}, ("to",), "significant"
    )
    yield from cover_lines(k, who)
    yield Line("rise", "Rise", "move", {}) if c.prone else Line("drop_prone", "Drop prone", "move", {})
    for other in dict.fromkeys((*foes, *([target] if target is not None and target != who else []))):
        if sight.hostile(c, state.combatants[other]):
            yield Line("grapple", f"Grapple {names.who(other)}", "hands", {"target": other})
    yield Line("break_free", "Break free by a test", "hands", {"by": "test"})
    if c.held_by is not None and not c.netted:
        yield Line("break_free", "Break free against the holder", "hands", {"by": "opposed"})
    for other in (who, *(o for o in near if o not in foes)):
        label = "First aid on oneself" if other == who else f"First aid for {names.who(other)}"
        yield Line("first_aid", label, "hands", {"target": other})
    skill = next(iter(c.person.skills), "Athletics")
    yield Line("act", "Something else, by a test", "turn", {"skill": skill}, ("skill",))
    yield Line("minor", "Something quick", "turn", {})
    yield Line("delay", "Delay to the end of the round", "turn", {})
    for later in state.order:
        if later not in state.acted and later != who:
            yield Line("delay", f"Delay to after {names.who(later)}", "turn", {"after": later})
    yield Line("leave", "Leave the map", "turn", {})
    yield Line("surrender", "Surrender", "turn", {})
    yield Line("end_turn", "End the turn", "turn", {})


def weapon_lines(k: Known, who: str, target: str | None, names: Names) -> Iterator[Line]:
    """Suppress, reload, charge, draw, stow and drop of each weapon on the sheet."""
    state = k.state
    c = state.combatants[who]
    for id in dict.fromkeys((*c.held, *c.carried)):
        weapon, name = state.weapon(id), names.weapon(id)
        if weapon.suppressive:
            at = c.at if target is None else state.combatants[target].at
            args = {"weapon": id, "at": sight.as_json(at)}
            yield Line("suppress", f"Suppress with {name}", "attack", args, ("at",))
        if weapon.magazine is not None or weapon.one_use:
            yield Line("reload", f"Reload {name}", "weapon", {"weapon": id})
        if weapon.charge:
            yield Line("charge", f"Charge {name}", "weapon", {"weapon": id})
        if id in c.held:
            yield Line("stow", f"Stow {name}", "weapon", {"weapon": id})
            yield Line("drop", f"Drop {name}", "weapon", {"weapon": id})
        else:
            yield Line("draw", f"Draw {name}", "weapon", {"weapon": id})


def cover_lines(k: Known, who: str) -> Iterator[Line]:
    """Covers within reach, and those in use."""
    state = k.state
    c = state.combatants[who]
    used = {use.cover: use.fully for use in c.cover}
    for id, sheet in state.covers.items():
        if not can_reach(sight.metres(c.at, sheet.at)):
            continue
        if id not in used or used[id]:
            yield Line("take_cover", f"Take cover behind {id} ({sheet.grade})", "move", {"cover": id})
        if sheet.hides and not used.get(id):
            args = {"cover": id, "fully": True}
            yield Line("take_cover", f"Fully behind {id}", "move", args)
    for id in used:
        yield Line("leave_cover", f"Leave {id}", "move", {"cover": id})


def odds(k: Known, who: str, command: dict[str, Any], names: Names) -> dict[str, Any] | None:
    """The odds of a command that is settled by a test."""
    do, state = command["do"], k.state
    if do == "first_aid":
        return test_odds(k, plan(state, who, FIRST_AID_SKILL), names)
    if do == "act":
        return test_odds(k, plan(state, who, command["skill"], command.get("characteristic")), names)
    if do == "grapple":
        return opposed_odds(k, who, command["target"], SKILL, names)
    if do == "break_free" and command["by"] == "test":
        return test_odds(k, plan(state, who, BREAK_FREE_SKILL, BREAK_FREE_CHARACTERISTIC), names)
    if do == "break_free":
        holder = state.combatants[who].held_by
        if holder is None or holder == UNSEEN:
            return {"kind": "opposed", "by": who, "against": holder, "unknown": True}
        return opposed_odds(k, who, holder, SKILL, names)
    return None
