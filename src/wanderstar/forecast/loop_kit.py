"""The weapons of combatants as numbers: kits found, made, put on, and what using a weapon makes of them."""

from __future__ import annotations

from ..tactics.field import Field, Roster
from ..tactics.recall import K3, blend
from . import loop_stay as stay
from .hot import hot
from .loop_attack import rounds_of, use_weapon
from .loop_lore import KITS, LOAD, MOST_OWN, USES, Cells, Lore
from .loop_turn import reload

USE = 3
"""Bits of how a weapon is used."""

BLOW, SHOT, NOTHING, RELOAD = 0, 1, USES - 2, USES - 1
"""Ways of using a weapon: one that takes no rounds, one with the mode 0 (others follow), none at all, reloading."""

LINE = MOST_OWN * LOAD
"""Cells of a kit."""


def use_of(roster: Roster, slot: int, mode: int, melee: bool) -> int:
    """How an attack uses its weapon."""
    return BLOW if rounds_of(roster, slot, mode, melee) == 0 else SHOT + mode


def wear_kit(roster: Roster, cells: Cells, lore: Lore, k: int, kit: int) -> None:
    """Makes k's weapons those of a kit."""
    first = roster.sheets[k].first + 0
    for n in range(roster.sheets[k].last - first):
        for c in range(LOAD):
            cells.loads[first + n, c] = lore.cells[kit * LINE + n * LOAD + c]


def kit_number(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int) -> int:
    """The number of the kit of k as its weapons are; there must be room for one more."""
    line, first, owner = lore.room.kits + 0, roster.sheets[k].first + 0, roster.sheets[k].alike + 0
    own, h = roster.sheets[k].last - first, blend(K3, owner)
    for n in range(own):
        for c in range(LOAD):
            value = cells.loads[first + n, c] + 0
            lore.cells[line * LINE + n * LOAD + c] = value
            h = blend(h, value)
    at = (h ^ (h >> 29)) & (2 * KITS - 1)
    while lore.kit_slots[at] != 0:
        kit = lore.kit_slots[at] - 1
        if lore.kits[kit].owner == owner and same_kit(lore, kit, line, own):
            return kit + 0
        at = (at + 1) & (2 * KITS - 1)
    lore.kit_slots[at] = line + 1
    lore.room.kits = line + 1
    lore.kits[line].owner = owner
    lore.kits[line].acts = stay.own_loads(roster, field, k, True)
    lore.kits[line].rests = stay.own_loads(roster, field, k, False)
    for n in range(MOST_OWN * USES):
        lore.used[(line * MOST_OWN + 1) * USES + n] = 0
    return line


def same_kit(lore: Lore, kit: int, other: int, own: int) -> bool:
    """Whether two kits of so many weapons are equal."""
    for c in range(own * LOAD):  # noqa: SIM110 (a generator would not compile)
        if lore.cells[kit * LINE + c] != lore.cells[other * LINE + c]:
            return False
    return True


@hot
def uses(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int, slot: int, use: int) -> None:
    """k uses a weapon."""
    kit = lore.people[k].kit + 0
    then = lore.used[(kit * MOST_OWN + slot - lore.people[k].own + 1) * USES + use] - 1
    if then < 0:
        then = after(roster, field, cells, lore, k, slot, use)
    if then != kit:
        lore.people[k].kit = then
        loaded(roster, field, cells, lore, k)


def after(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int, slot: int, use: int) -> int:
    """The kit of k after it has used a weapon."""
    kit = lore.people[k].kit + 0
    wear_kit(roster, cells, lore, k, kit)
    if use == RELOAD:
        reload(roster, field, slot)
    elif use == BLOW:
        use_weapon(roster, field, slot, 0)
    elif use != NOTHING:
        use_weapon(roster, field, slot, rounds_of(roster, slot, use - SHOT, False))
    then = kit_number(roster, field, cells, lore, k)
    if lore.room.rests == 0:  # else it hangs on the round
        lore.used[(kit * MOST_OWN + slot - lore.people[k].own + 1) * USES + use] = then + 1
    return then


@hot
def loaded(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int) -> None:
    """Notes the words of k's kit; those of weapons that rest between shots hang on the round."""
    person = lore.people[k]
    if lore.room.rests != 0:
        wear_kit(roster, cells, lore, k, person.kit + 0)
        person.acts = stay.own_loads(roster, field, k, True)
        person.rests = stay.own_loads(roster, field, k, False)
    else:
        person.acts = lore.kits[person.kit].acts
        person.rests = lore.kits[person.kit].rests


def no_kits(lore: Lore) -> None:
    """Forgets all of them."""
    for at in range(2 * KITS):
        lore.kit_slots[at] = 0
    lore.room.kits = 0
