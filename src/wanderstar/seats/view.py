"""STATE of the interface, cut to what a seat may know."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from ..play.state import Combatant, State
from ..play.state_json import pending_json, state_json
from .asked import Ask, asked, waiting
from .cut import Known, known
from .names import Names
from .seat import Seat, Settings

SEEN_OF_A_STRANGER = (
    "name", "side", "kind", "threat", "at", "scale", "initiative", "delayed", "barred_from", "held", "aim",
    "cover", "exposed", "prone", "suppressed", "held_by", "out", "conditions", "unaware", "gone", "zones",
)  # fmt: skip
"""What is to be seen of a combatant whose numbers are not known; its `health` comes besides."""


def view(state: State, asks: Iterable[Ask], seat: Seat, settings: Settings) -> dict[str, Any]:
    """What a seat sees now.

    STATE with `version` in the seat's own terms (opaque: equal views have equal versions), `role`, `you` (own
    character ids), `winner_name` (that of the side), `paused`, `timeout`, `foes`, `advice`; `pending` holds only
    what this seat may answer, `waiting` whom the table waits for (`gm` or ids). Each combatant has `health` (unhurt,
    hurt, badly hurt, out; None where it is not told) and `known`, whether its numbers are there; where they are not,
    only the fields of `SEEN_OF_A_STRANGER` are. The GM's view also has `settings`, and a `note` at whom it has
    noted something.
    """
    pending = list(asks)
    k = known(state, seat, settings)
    data = state_json(k.state)
    data["pending"] = pending_json(state, asked(seat, state, pending))
    data["waiting"] = waiting(seat, state, pending)
    data["combatants"] = {
        who: _combatant(k, state.combatants[who], shown) for who, shown in data["combatants"].items()
    }
    data["role"] = seat.role
    data["you"] = [who for who in seat.characters if who in data["combatants"]]
    data["winner_name"] = None if state.winner is None else Names.of(k.state).side(state.winner)
    data["paused"] = settings.paused
    data["timeout"] = settings.timeout
    data["foes"] = settings.foes
    data["advice"] = settings.advice
    if seat.gm:
        data["settings"] = settings.to_json()
        data["counted"] = state.version
    data["version"] = digest(data)
    return data


def _combatant(k: Known, c: Combatant, shown: dict[str, Any]) -> dict[str, Any]:
    """`shown` is the combatant as the cut state has it."""
    if not k.knows(c.id):
        shown = {name: shown[name] for name in SEEN_OF_A_STRANGER}
    shown["health"] = k.health.get(c.id)
    shown["known"] = k.knows(c.id)
    if k.seat.gm and k.settings.notes.get(c.id):
        shown["note"] = k.settings.notes[c.id]
    return shown


def digest(data: Any) -> str:
    """A short name for what is seen: the same for the same, and nothing can be counted from it."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]
