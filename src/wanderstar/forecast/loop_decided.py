"""Decisions in the fast loop: looked up under keys that are summed up, or thought through as the tactics do.

The keys go no deeper than what one who stays where it is looks at (`tactics.choose.thought_of`); what takes a deeper
look is left to the loop proper.
"""

from __future__ import annotations

from ..tactics import choose
from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from ..tactics.recall import K2, K3, blend
from .loop_alike import CODE, ORDERED, exactly_thought, meant, thought
from .loop_known import decision_at, rest_at
from .loop_lore import Cells, Lore
from .loop_stay import K4


def acting_key(roster: Roster, lore: Lore, i: int) -> int:
    """The key of the next command of i, who can act, from sums that are kept; no deeper than `choose.CHANCES`."""
    person, sheet = lore.people[i], roster.sheets[i]
    mine, side = lore.states[person.state], sheet.side
    h = blend(mine.own_acts, person.loads_acts) - mine.friend_acts
    for other in range(roster.rules.sides):
        h += lore.sides[other].foe_acts if other != side else lore.sides[side].friend_acts
    if mine.aim >= 0:
        h = blend(h, lore.states[lore.people[mine.aim].state].foe_acts)
    return named(blend(blend(h, K4 + 2 * sheet.alike), person.most))


def resting_key(roster: Roster, lore: Lore, i: int) -> int:
    """The same of one who has acted; no deeper than `choose.GLANCE`."""
    person, sheet = lore.people[i], roster.sheets[i]
    mine, side = lore.states[person.state], sheet.side
    h = blend(mine.own_rests, person.loads_rests) - mine.friend_rests
    for other in range(roster.rules.sides):
        h += lore.sides[other].foe_rests if other != side else lore.sides[side].friend_rests
    return named(blend(h, K4 + 2 * sheet.alike + 1))


def ordered_key(roster: Roster, lore: Lore, i: int, key: int) -> int:
    """The same for this very order of equals."""
    h = blend(K3 + i, key)
    for k in range(roster.rules.people):
        one = lore.states[lore.people[k].state]
        h = blend(blend(h, one.foe_acts), one.friend_acts)
    return named(blend(h, lore.states[lore.people[i].state].aim))


def named(key: int) -> int:
    """A key that is not 0."""
    return key if key != 0 else K2


def decided(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, acts: bool) -> int:
    """The next command of i in one word (`loop_alike.exactly_thought`), thought through or remembered."""
    if not acts:
        return rested(roster, field, cells, lore, i)
    key = acting_key(roster, lore, i)
    at = decision_at(lore, key)
    if at < 0:
        at = -1 - at
        word = thought(roster, field, cells, lore, i, choose.CHANCES)
        lore.decisions[at].key = key
        lore.decisions[at].word = word
    word = lore.decisions[at].word + 0
    if word & CODE != ORDERED:
        return meant(roster, lore, i, word)
    key = ordered_key(roster, lore, i, key)
    at = decision_at(lore, key)
    if at < 0:
        at = -1 - at
        word = exactly_thought(roster, field, cells, lore, i, choose.CHANCES)
        lore.decisions[at].key = key
        lore.decisions[at].word = word
    return lore.decisions[at].word + 0


def rested(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int) -> int:
    """The same of one who has acted: only whether that is all has to be known."""
    key = resting_key(roster, lore, i)
    at = rest_at(lore, key)
    if at < 0:
        at = -1 - at
        word = thought(roster, field, cells, lore, i, choose.GLANCE)
        lore.rests[at].key = key
        lore.rests[at].word = word & CODE
    word = lore.rests[at].word + 0
    if word != ORDERED:
        return word
    key = ordered_key(roster, lore, i, key)
    at = rest_at(lore, key)
    if at < 0:
        at = -1 - at
        word = exactly_thought(roster, field, cells, lore, i, choose.GLANCE)
        lore.rests[at].key = key
        lore.rests[at].word = word & CODE
    return lore.rests[at].word + 0


def neediest(roster: Roster, lore: Lore, i: int) -> int:
    """Whom of those in reach who are up first aid of i helps most (`loop_stay.patient`)."""
    best, most = NOBODY, 0
    for k in range(roster.rules.people):
        if lore.people[i].near >> k & 1:
            need = lore.states[lore.people[k].state].need + 0
            if need > most:
                best, most = k, need
    return best
