"""Whether words mean something here, and whether a weapon can be used: in hand, loaded, charged, rested.

Chapter 11, Special forms of attack; R45, R80.
"""

from __future__ import annotations

from ..book.combat.special import slow_ready
from ..sheets.model import UNARMED, Place, Weapon
from .refusal import Refusal, refuse
from .state import Combatant, State


def known_weapon(state: State, weapon: str) -> Refusal | None:
    """A weapon that some sheet or pack describes."""
    if weapon != UNARMED.id and weapon not in state.encounter.weapons:
        return refuse("unknown", field="weapon", found=weapon, expected=sorted(state.encounter.weapons))
    return None


def bad_place(state: State, place: Place | None, field: str) -> Refusal | None:
    """A place of the wrong kind: this map's places have one dimension, or two."""
    if place is None:
        return None
    if state.plane != isinstance(place, tuple):
        expected = "[x, y] in metres" if state.plane else "a number of metres"
        return refuse("bad_value", field=field, found=place, expected=expected)
    return None


def check_ready(state: State, c: Combatant, weapon: Weapon) -> Refusal | None:
    """In hand, not used up, not empty, charged, and rested if Slow; in that order."""
    if weapon.id == UNARMED.id:
        return None
    if weapon.id not in (c.carried if weapon.thrown else c.held):
        return refuse("not_held", who=c.id, weapon=weapon.id)
    left = c.rounds(weapon.id)
    if left == 0 and (weapon.one_use or weapon.magazine is None):
        return refuse("used_up", who=c.id, weapon=weapon.id)
    if left == 0:
        return refuse("unloaded", who=c.id, weapon=weapon.id)
    if weapon.charge and weapon.id not in c.charged:
        return refuse("uncharged", who=c.id, weapon=weapon.id)
    last = dict(c.fired).get(weapon.id, -1)
    if weapon.slow and not slow_ready(last, state.round):
        return refuse("slow", who=c.id, weapon=weapon.id, fired=last, round=state.round)
    return None


def check_loaded(c: Combatant, weapon: Weapon, rounds: int) -> Refusal | None:
    """Enough rounds for what is asked of it (R44)."""
    left = c.rounds(weapon.id)
    if left is not None and left < rounds:
        return refuse("ammo", who=c.id, weapon=weapon.id, left=left, needed=rounds)
    return None
