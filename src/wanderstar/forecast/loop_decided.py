"""Decisions in the fast loop: looked up under keys that are summed up, or thought through as the tactics do.

The keys go no deeper than what one who stays where it is looks at (`tactics.choose.thought_of`); what takes a deeper
look is left to the loop proper.
"""

from __future__ import annotations

from ..tactics import choose
from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from ..tactics.recall import K3, blend
from .hot import hot
from .loop_alike import CODE, ORDERED, exactly_thought, thought
from .loop_lore import NEED, Cells, Lore
from .loop_shelf import UNKNOWN, found, keep
from .loop_upkeep import all_actions


@hot
def acting_key(lore: Lore, i: int) -> int:
    """The key of the next command of i, who can act, from sums that are kept; no deeper than `choose.CHANCES`."""
    person, stale = lore.people[i], lore.room.stale >> i & 1
    if stale != 0:
        needs(lore, i)
    mine = lore.states[person.state]
    h = (
        mine.own_acts
        + person.acts
        + (person.aid << NEED)
        + lore.room.foe_acts
        + lore.sides[person.side].tie_acts
    )
    if mine.aim >= 0:
        h += lore.traits[lore.people[mine.aim].state].foe_acts * K3
    return named(h)


def needs(lore: Lore, i: int) -> None:
    """Notes how much whoever needs first aid most, of those in reach of i, needs it."""
    person = lore.people[i]
    most, near, k = 0, person.near + 0, 0
    while near != 0:
        if near & 1 != 0:
            most = max(most, lore.states[lore.people[k].state].need)
        near >>= 1
        k += 1
    person.aid = most
    lore.room.stale = lore.room.stale & ~(1 << i)


@hot
def resting_key(lore: Lore, i: int) -> int:
    """The same of one who has acted; no deeper than `choose.GLANCE`."""
    person = lore.people[i]
    h = lore.states[person.state].own_rests + person.rests
    return named(h + lore.room.foe_rests + lore.sides[person.side].tie_rests)


def ordered_key(roster: Roster, lore: Lore, i: int, key: int) -> int:
    """The same for this very order of equals."""
    h = blend(K3 + i, key)
    for k in range(roster.rules.people):
        s = lore.people[k].state + 0
        h = blend(blend(h, lore.traits[s].foe_acts), lore.traits[s].friend_acts)
    return named(blend(h, lore.states[lore.people[i].state].aim))


@hot
def named(key: int) -> int:
    """A key that is not 0."""
    return key | 1


@hot
def decided(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, key: int) -> int:
    """The next command of i, who can act, by its key: in one word for all equals (`loop_alike.thought`), or less than 0
    the complement of one for this very order (`loop_alike.exactly_thought`). It is remembered or thought through."""
    word = found(lore.decisions, lore.deciding, key)
    if word == UNKNOWN:
        all_actions(roster, field, i)
        word = thought(roster, field, cells, lore, i, choose.CHANCES)
        keep(lore.decisions, lore.deciding, key, word)
    return word if word & CODE != ORDERED else ~exactly(roster, field, cells, lore, i, key)


def exactly(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, key: int) -> int:
    """The same in this very order."""
    key = ordered_key(roster, lore, i, key)
    word = found(lore.decisions, lore.deciding, key)
    if word == UNKNOWN:
        all_actions(roster, field, i)
        word = exactly_thought(roster, field, cells, lore, i, choose.CHANCES)
        keep(lore.decisions, lore.deciding, key, word)
    return word


@hot
def rested(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int) -> int:
    """The code of the next command of one who has acted; no more has to be known of it."""
    key = resting_key(lore, i)
    code = found(lore.rests, lore.resting, key)
    if code == UNKNOWN:
        acted(roster, field, i)
        code = thought(roster, field, cells, lore, i, choose.GLANCE) & CODE
        keep(lore.rests, lore.resting, key, code)
    return code if code != ORDERED else exactly_rested(roster, field, cells, lore, i, key)


def exactly_rested(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, key: int) -> int:
    """The same in this very order."""
    key = ordered_key(roster, lore, i, key)
    code = found(lore.rests, lore.resting, key)
    if code == UNKNOWN:
        acted(roster, field, i)
        code = exactly_thought(roster, field, cells, lore, i, choose.GLANCE) & CODE
        keep(lore.rests, lore.resting, key, code)
    return code


def acted(roster: Roster, field: Field, i: int) -> None:
    """Notes on the row of i that it has taken its Significant Action; else a stretch leaves that to its end."""
    all_actions(roster, field, i)
    field.who[i].significant = 0


def neediest(roster: Roster, lore: Lore, i: int) -> int:
    """Whom of those in reach who are up first aid of i helps most (`loop_stay.patient`)."""
    best, most = NOBODY, 0
    for k in range(roster.rules.people):
        if lore.people[i].near >> k & 1:
            need = lore.states[lore.people[k].state].need + 0
            if need > most:
                best, most = k, need
    return best
