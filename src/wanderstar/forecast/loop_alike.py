"""Thinking for all equals at once: who of them is who has no part in most decisions.

Keys of the fast loop are sums of words that equals share (`field.Sheet.alike`), so that a situation is the same however
its luck is spread over them. What is thought holds for all of these only if nothing hung on their order in the roster:
so it is thought through twice, with equals in one order and in the other. Where that gives two commands, the
decision is kept for this very order (`ORDERED`). In a command kept for all, a target is how it looks
(`loop_lore.Local.face`), a weapon the number among one's own.
"""

from __future__ import annotations

from ..book.combat.special import Mode
from ..tactics import choose, choose_area
from ..tactics.choose_attack import SPREAD, manner_of
from ..tactics.codes import NOBODY, PULLED, Do
from ..tactics.field import Field, Roster
from ..tactics.situation import hostile
from .hot import hot
from .loop_kit import wear_kit
from .loop_known import put_on
from .loop_local import wear
from .loop_lore import AIMED, LOOK, MINORS, MOVED, NAMELESS, OWN, SIGNIFICANT, Cells, Lore
from .loop_stay import hits_areas

ORDERED, ELSEWHERE = 30, 31
"""Codes of no command: the decision hangs on who of equals is who; on more than its key has."""

CODE, NUMBER, MODES = 31, 0xFFFF, 15
"""Masks of a decision's parts: the command; a weapon or somebody and 1, 0 for none; how."""

WEAPON, TARGET, HOW, SHOTS, SHOT, MOST_SHOTS = 5, 21, 37, 41, 5, 4
"""From which bit on a decision's word has the weapon (to aim at: whom), the target, how; whom the shots of full auto
are for, bits for each of them."""

MANNER, LOOKS, NTH = WEAPON + OWN, 14, 2
"""In a word for all equals: from which bit on it says how; the targets from there on, of each how it looks and the how
manieth of these it is, so many bits."""


def thought(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, depth: int) -> int:
    """The next command of i thought through for all equals, in one word; `ORDERED` where it is not for all, `ELSEWHERE`
    where that had to look deeper than the key has."""
    if roster.manners[manner_of(roster, i)].pick == SPREAD or hits_areas(roster, i):
        return ORDERED  # whom one takes follows from one's number; several who are hit are summed up in order
    arrange(roster, lore, i, False)
    word = arranged(roster, field, cells, lore, i, depth)
    if lore.room.alike != 0 and word & CODE < ORDERED:
        arrange(roster, lore, i, True)
        if arranged(roster, field, cells, lore, i, depth) != word:
            return ORDERED
    return word


def arrange(roster: Roster, lore: Lore, i: int, backwards: bool) -> None:
    """Gives everybody a place among their equals: by how they look to i."""
    n = roster.rules.people
    for k in range(n):
        before, behind = 0, 0
        for other in range(n):
            if other != k and roster.sheets[other].alike == roster.sheets[k].alike:
                if ahead(roster, lore, i, other, k):
                    before += 1
                else:
                    behind += 1
        lore.places[k] = roster.sheets[k].alike + (behind if backwards else before)


def ahead(roster: Roster, lore: Lore, i: int, k: int, other: int) -> bool:
    """Whether k comes first of two equals."""
    first, second = look(roster, lore, i, k), look(roster, lore, i, other)
    return first < second if first != second else k < other


def arranged(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, depth: int) -> int:
    """What i would do with everybody in their places."""
    here = lore.places[i] + 0
    dress(roster, field, cells, lore)
    swap_turns(cells, i, here)
    field.now.turn = here
    plan, reached = choose.thought_of(roster, field, here)
    word = ELSEWHERE + 0
    if reached <= depth:
        word = told(roster, field, lore, i, plan.code, plan.a, plan.b, plan.c)
    field.now.turn = i
    swap_turns(cells, i, here)
    put_on(roster, cells, lore)
    return word


def dress(roster: Roster, field: Field, cells: Cells, lore: Lore) -> None:
    """Puts everybody's state and weapons on the rows of their places."""
    for k in range(roster.rules.people):
        to = lore.places[k] + 0
        wear(cells, lore, to, lore.people[k].state + 0)
        wear_kit(roster, cells, lore, to, lore.people[k].kit + 0)
        aim = field.who[to].aim + 0
        if aim >= 0:
            field.who[to].aim = lore.places[aim]


def swap_turns(cells: Cells, i: int, j: int) -> None:
    """Exchanges what two rows have of a turn."""
    who = cells.who
    for c in (SIGNIFICANT, MINORS, MOVED):
        cell = who[i, c] + 0
        who[i, c] = who[j, c]
        who[j, c] = cell


def told(roster: Roster, field: Field, lore: Lore, i: int, code: int, a: int, b: int, c: int) -> int:
    """A command as a word for all equals."""
    slot = a - roster.sheets[lore.places[i]].first + 1
    if code == Do.ATTACK and b >= 0:
        if slot >= 1 << OWN:
            return ORDERED
        word = code | slot << WEAPON | c << MANNER
        if c % PULLED != Mode.FULL:
            return aimed_at(roster, lore, i, word, b, 0)
        choose_area.volley(roster, field, lore.places[i], a, b)
        return told_shots(roster, field, lore, i, word)
    if code == Do.AIM:
        return aimed_at(roster, lore, i, code + 0, a, 0)
    if code == Do.RELOAD:
        return code | slot << WEAPON if slot < 1 << OWN else ORDERED
    if code == Do.FIRST_AID and lore.states[lore.people[who_at(roster, lore, a)].state].out != 0:
        return aimed_at(roster, lore, i, code + 0, a, 0)
    return code + 0


def told_shots(roster: Roster, field: Field, lore: Lore, i: int, word: int) -> int:
    """The same with whom the shots of full auto are for."""
    n = 0
    while field.shots[n] >= 0 and word != ORDERED:
        word = ORDERED + 0 if n == MOST_SHOTS else aimed_at(roster, lore, i, word, field.shots[n] + 0, n)
        n += 1
    return word


def aimed_at(roster: Roster, lore: Lore, i: int, word: int, place: int, n: int) -> int:
    """A word with its n-th target: how the one with that place looks, and the how manieth of these it is; `ORDERED`
    where that cannot be said."""
    mine, nth = 0, 0
    for k in range(roster.rules.people):
        if lore.places[k] == place:
            mine = look(roster, lore, i, k)
    for k in range(roster.rules.people):
        if lore.places[k] < place and look(roster, lore, i, k) == mine:
            nth += 1
    if mine == NAMELESS or nth >= 1 << NTH:
        return ORDERED + 0
    return word | (mine | nth << LOOK) << LOOKS + n * (LOOK + NTH)


def who_at(roster: Roster, lore: Lore, place: int) -> int:
    """Who has that place."""
    for k in range(roster.rules.people):
        if lore.places[k] == place:
            return k
    return NOBODY


def look(roster: Roster, lore: Lore, i: int, k: int) -> int:
    """How k looks to i."""
    if not hostile(roster, i, k):
        return lore.people[k].friendly + 0
    return AIMED if lore.states[lore.people[i].state].aim == k else lore.people[k].face + 0


def meant(lore: Lore, i: int, word: int) -> int:
    """A word for all equals as the command of i: its own weapon, those who look like the targets."""
    code, first = word & CODE, lore.people[i].own
    if code == Do.ATTACK and word >> LOOKS != 0:
        slot, how = (word >> WEAPON & (1 << OWN) - 1) + first, word >> MANNER & MODES
        one = code | slot << WEAPON | target(lore, i, word >> LOOKS) + 1 << TARGET | how << HOW
        return one if how % PULLED != Mode.FULL else one | shots(lore, i, word >> LOOKS) << SHOTS
    if code == Do.AIM:
        return code | target(lore, i, word >> LOOKS) + 1 << WEAPON
    if code == Do.RELOAD:
        return code | (word >> WEAPON) + first << WEAPON
    if code == Do.FIRST_AID and word >> LOOKS != 0:
        return code | patient(lore, i, word >> LOOKS) + 1 << WEAPON
    return word


@hot
def target(lore: Lore, i: int, looks: int) -> int:
    """The foe who looks so, the first or a later one of these."""
    aim = lore.states[lore.people[i].state].aim + 0
    mine, nth, own = looks & AIMED, looks >> LOOK & (1 << NTH) - 1, lore.people[i].side + 0
    if mine == AIMED:
        return aim
    for k in range(lore.sides[own].first + 0, lore.sides[own].last + 0):
        one = lore.people[k]
        if one.face == mine and one.side != own and k != aim:
            if nth == 0:
                return k
            nth -= 1
    return NOBODY


def patient(lore: Lore, i: int, looks: int) -> int:
    """The same for a friend."""
    mine, nth = looks & AIMED, looks >> LOOK & (1 << NTH) - 1
    for k in range(lore.room.people):
        one = lore.people[k]
        if one.friendly == mine and one.side == lore.people[i].side:
            if nth == 0:
                return k
            nth -= 1
    return NOBODY


def shots(lore: Lore, i: int, looks: int) -> int:
    """Whom the shots are for, in one word (`whom`)."""
    word, n = 0, 0
    while looks != 0:
        word |= target(lore, i, looks) + 1 << SHOT * n
        looks >>= LOOK + NTH
        n += 1
    return word


def exactly_thought(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, depth: int) -> int:
    """The next command of i in this very order, in one word; `ELSEWHERE` as for `thought`."""
    put_on(roster, cells, lore)
    plan, reached = choose.thought_of(roster, field, i)
    if reached > depth:
        return ELSEWHERE
    word = plan.code | (plan.a + 1) << WEAPON | (plan.b + 1) << TARGET | plan.c << HOW
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
