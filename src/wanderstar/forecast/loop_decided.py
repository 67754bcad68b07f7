"""Decisions in the fast loop: looked up under keys that are summed up, or thought through as the tactics do.

The keys go no deeper than what one who stays where it is looks at (`tactics.choose.thought_of`); what takes a deeper
look is left to the loop proper.
"""

from __future__ import annotations

from ..book.combat.special import Mode
from ..tactics import choose, choose_area
from ..tactics.codes import NOBODY, PULLED, Do
from ..tactics.field import Field, Roster
from .loop_known import decision_at, put_on, rest_at
from .loop_lore import Cells, Lore
from .loop_stay import K2, K4, blend

ELSEWHERE = 31
"""The code of no command: the decision hangs on more than its key has."""

HOW, SHOTS, SHOT, MOST_SHOTS = 37, 41, 5, 4
"""In the word of full auto: from which bit on it says how, and whom the shots are for; bits for each of them."""

ANY_SHOT = (1 << SHOT) - 1


def acting_key(roster: Roster, lore: Lore, i: int) -> int:
    """The key of the next command of i, who can act, from sums that are kept; no deeper than `choose.CHANCES`."""
    person = lore.people[i]
    mine, side = lore.states[person.state], roster.sheets[i].side
    h = blend(mine.own_acts, person.loads_acts) - mine.friend_acts
    for other in range(roster.rules.sides):
        h += lore.sides[other].foe_acts if other != side else lore.sides[side].friend_acts
    most, near = 0, person.near + 0
    for k in range(roster.rules.people):
        if near >> k & 1:
            most = max(most, lore.states[lore.people[k].state].need)
    return named(blend(blend(h, K4 + 2 * i), most))


def resting_key(roster: Roster, lore: Lore, i: int) -> int:
    """The same of one who has acted; no deeper than `choose.GLANCE`."""
    person = lore.people[i]
    mine, side = lore.states[person.state], roster.sheets[i].side
    h = blend(mine.own_rests, person.loads_rests) - mine.friend_rests
    for other in range(roster.rules.sides):
        h += lore.sides[other].foe_rests if other != side else lore.sides[side].friend_rests
    return named(blend(h, K4 + 2 * i + 1))


def named(key: int) -> int:
    """A key that is not 0."""
    return key if key != 0 else K2


def decided(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, acts: bool) -> int:
    """The next command of i in one word (`loop_memo.keep`), thought through or remembered."""
    if acts:
        key = acting_key(roster, lore, i)
        at = decision_at(lore, key)
        if at >= 0:
            return lore.decisions[at].word + 0
        word = thought(roster, field, cells, lore, i, choose.CHANCES)
        kept = lore.decisions[-1 - at]
    else:
        key = resting_key(roster, lore, i)
        at = rest_at(lore, key)
        if at >= 0:
            return lore.rests[at].word + 0
        word = thought(roster, field, cells, lore, i, choose.GLANCE)
        kept = lore.rests[-1 - at]
    kept.key = key
    kept.word = word
    return word


def thought(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, depth: int) -> int:
    """The same, thought through; `ELSEWHERE` where that had to look deeper than the key has."""
    put_on(roster, cells, lore)
    plan, reached = choose.thought_of(roster, field, i)
    if reached > depth:
        return ELSEWHERE
    word = plan.code | (plan.a + 1) << 5 | (plan.b + 1) << 21 | plan.c << HOW
    if plan.code == Do.FIRST_AID and lore.states[lore.people[plan.a].state].out == 0:
        word = plan.code  # to whoever needs it most: who that is has no part in the key
    elif plan.code == Do.ATTACK and plan.c % PULLED == Mode.FULL:
        choose_area.volley(roster, field, i, plan.a, plan.b)
        word |= whom(field) << SHOTS
    return word


def whom(field: Field) -> int:
    """Whom the shots of full auto are for, in one word; 0 where they do not fit."""
    word, n = 0, 0
    while field.shots[n] >= 0:
        if n == MOST_SHOTS:
            return 0
        word |= (field.shots[n] + 1) << SHOT * n
        n += 1
    return word


def neediest(roster: Roster, lore: Lore, i: int) -> int:
    """Whom of those in reach who are up first aid of i helps most (`loop_stay.patient`)."""
    best, most = NOBODY, 0
    for k in range(roster.rules.people):
        if lore.people[i].near >> k & 1:
            need = lore.states[lore.people[k].state].need + 0
            if need > most:
                best, most = k, need
    return best
