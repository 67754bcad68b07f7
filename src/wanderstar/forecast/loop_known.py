"""What the fast loop remembers: decisions by their short key, and what comes of attacks, aims and the like.

An exchange between two local states depends on nothing else but where they stand, which is part of them. All branches
of it are traced once: for each end that it can have, below which number that comes, and the two local states
afterwards. The exchange itself takes one number for all its rolls (`loop_luck.one_number`), so that the same number
leads to the same end either way: a fight is the same with and without what is remembered.
"""

from __future__ import annotations

from ..tactics.codes import PULLED
from ..tactics.field import Field, Roster
from ..tactics.situation_attack import strikes
from .hot import hot
from .loop_attack import exchange
from .loop_kit import NOTHING, RELOAD, USE, no_kits, use_of, wear_kit
from .loop_local import number, wear
from .loop_lore import (
    ARM,
    DEEPEST,
    DOING,
    LEAVES,
    MINE,
    MOST_PEOPLE,
    MOST_SLOTS,
    OWN,
    PARTNER,
    QUIET,
    SLOTS,
    Cells,
    Lore,
)
from .loop_luck import Course, Source
from .loop_random import fraction
from .loop_shelf import UNKNOWN, clear, found, keep
from .loop_turn import first_aid, main_action
from .loop_vector import EIGHT, no_higher

NOT_SO = 0
"""No leaf, others are told as 1 and their number: more than two are concerned, or there is no room for more."""

EVERY = 2.0
"""Every number is below this."""


@hot
def exchange_key(
    roster: Roster, lore: Lore, i: int, slot: int, how: int, j: int, mine: int, other: int
) -> int:
    """The key of an attack, the same for all equals but to who aims or holds, with the weapon counted among one's own
    from 1 on; or of what one does to a friend, to oneself, or alone (`slot` from `MOST_SLOTS` on, j then as it is).
    Below 2**62, never 0."""
    name, arm = i, DOING + slot - MOST_SLOTS
    if slot < MOST_SLOTS:
        arm = slot - lore.people[i].own + 1 | how << OWN
        if roster.pieces[slot].entangle == 0:
            name = lore.people[i].alike + 0
            j = j if lore.states[mine].aim >= 0 else lore.people[j].alike + 0
    return (name * MOST_PEOPLE + j + 1 << PARTNER) | (arm << ARM) | (mine << MINE) | other


@hot
def known_of(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    slot: int,
    how: int,
    j: int,
) -> int:
    """What comes of an attack of i, or of its first aid (a `slot` from `MOST_SLOTS` on), in the word of `Entry`; it is
    traced first where it must be."""
    key = exchange_key(roster, lore, i, slot, how, j, lore.people[i].state + 0, lore.people[j].state + 0)
    known = found(lore.attacks, lore.attacking, key)
    if known == UNKNOWN:
        known = learned(roster, field, cells, course, lore, i, slot, how, j)
        keep(lore.attacks, lore.attacking, key, known)
    return known


def learned(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    slot: int,
    how: int,
    j: int,
) -> int:
    """The same, traced."""
    put_on(roster, cells, lore)
    if slot >= MOST_SLOTS:
        return traced(roster, field, cells, course, lore, i, slot, how, j) << USE | NOTHING
    melee = strikes(roster, field, i, slot, j)
    use = use_of(roster, slot, how % PULLED, melee)
    if melee or roster.pieces[slot].blast < 0:
        return traced(roster, field, cells, course, lore, i, slot, how, j) << USE | use
    return NOT_SO << USE | use


def alone(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    do: int,
    a: int,
) -> int:
    """The local state of i after an action that changes nothing else (`main_action`: to aim, to make ready)."""
    key = exchange_key(roster, lore, i, MOST_SLOTS + do, 0, a if a >= 0 else i, lore.people[i].state + 0, 0)
    known = found(lore.attacks, lore.attacking, key)
    if known != UNKNOWN:
        return lore.leaves[((known >> USE) - 1) * EIGHT].mine + 0
    put_on(roster, cells, lore)
    main_action(roster, field, course, i, do, a)
    then = number(roster, field, cells, lore, i)
    sure(lore, key, then, lore.people[i].state + 0, NOTHING)
    return then


def reloads(roster: Roster, lore: Lore, i: int, slot: int) -> None:
    """Notes what comes of reloading, to oneself: nothing but what it makes of the weapon."""
    s = lore.people[i].state + 0
    key = exchange_key(roster, lore, i, slot, 0, i, s, s)
    if found(lore.attacks, lore.attacking, key) == UNKNOWN:
        sure(lore, key, s, s, RELOAD)


def sure(lore: Lore, key: int, mine: int, other: int, use: int) -> None:
    """Remembers, if there is room, what has one end alone, whatever the number."""
    first = lore.room.leaves + 0
    if first + EIGHT < LEAVES:
        for n in range(EIGHT):
            bound(lore, first + n, EVERY)
        lore.leaves[first].mine = mine
        lore.leaves[first].other = other
        lore.room.leaves = first + EIGHT
        keep(lore.attacks, lore.attacking, key, first // EIGHT + 1 << USE | use)


def put_on(roster: Roster, cells: Cells, lore: Lore) -> None:
    """Makes everybody's row that of their local state, their weapons those of their kit."""
    for k in range(roster.rules.people):
        wear(cells, lore, k, lore.people[k].state + 0)
        wear_kit(roster, cells, lore, k, lore.people[k].kit + 0)


def traced(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    slot: int,
    how: int,
    j: int,
) -> int:
    """1 and which eight leaves are the first of an attack; `NOT_SO` where it has none."""
    chance, script = course.chance, course.script
    source, at, wanting = chance.source + 0, chance.at + 0, chance.wanting + 0
    chance.source = Source.TRACE + 0
    for d in range(DEEPEST):
        script[d] = 0
    first, more = lore.room.leaves + 0, True
    while more:
        wear(cells, lore, i, lore.people[i].state + 0)
        wear(cells, lore, j, lore.people[j].state + 0)
        chance.depth = 0
        chance.wanting = 0
        if slot < MOST_SLOTS:
            exchange(roster, field, course, i, slot, how % PULLED, how // PULLED, j)
        else:
            first_aid(roster, field, course, i, j)
        mine = number(roster, field, cells, lore, i)
        other = number(roster, field, cells, lore, j) if i != j else lore.people[i].state + 0
        if (
            chance.wanting != 0
            or chance.depth > DEEPEST
            or min(mine, other) < 0
            or lore.room.leaves + EIGHT >= LEAVES
        ):
            lore.room.leaves = first
            first = -EIGHT
            break
        ends(course, lore, mine, other)
        more = next_script(course)
    if first >= 0:
        bound(lore, lore.room.leaves - 1, EVERY)
        while lore.room.leaves % EIGHT != 0:
            bound(lore, lore.room.leaves + 0, EVERY)
            lore.room.leaves = lore.room.leaves + 1
    chance.source = source
    chance.at = at
    chance.wanting = wanting
    wear(cells, lore, i, lore.people[i].state + 0)
    wear(cells, lore, j, lore.people[j].state + 0)
    return first // EIGHT + 1


def bound(lore: Lore, at: int, below: float) -> None:
    """Sets the bound of a leaf."""
    lore.bounds[at // EIGHT, at % EIGHT] = below


def ends(course: Course, lore: Lore, mine: int, other: int) -> None:
    """One more leaf: the path that was just traced, unless no number takes it."""
    low, width = 0.0, 1.0
    for d in range(course.chance.depth):
        first, second = course.cuts[2 * d], course.cuts[2 * d + 1]
        n = course.script[d]
        begins = 0.0 if n == 0 else first if n == 1 else second
        low += width * begins
        width *= (first if n == 0 else second if n == 1 else 1.0) - begins
    if width > 0.0:
        at = lore.room.leaves + 0
        bound(lore, at, low + width)
        lore.leaves[at].mine = mine
        lore.leaves[at].other = other
        lore.room.leaves = at + 1


def next_script(course: Course) -> bool:
    """The script of the next path; False when all have been."""
    depth = course.chance.depth - 1
    while depth >= 0 and course.script[depth] + 1 >= course.widths[depth]:
        course.script[depth] = 0
        depth -= 1
    if depth < 0:
        return False
    course.script[depth] = course.script[depth] + 1
    return True


@hot
def outcome(course: Course, lore: Lore, known: int) -> int:
    """The leaf that the next number of the turn leads to."""
    chance = course.chance
    point = fraction(chance.key, chance.at)
    chance.at = chance.at + 1
    return leaf_of(lore, known >> USE, point)


@hot
def leaf_of(lore: Lore, first: int, point: float) -> int:
    """The leaf that a number leads to, `first` and on being the eights of the attack, counted from 1: so many bounds of
    its eight are no higher."""
    eight = first - 1
    while True:
        n = no_higher(lore.bounds, eight & LEAVES // EIGHT - 1, point)
        if n < EIGHT:
            return eight * EIGHT + n & LEAVES - 1
        eight += 1


def forget(lore: Lore) -> None:
    """Everything anew."""
    for at in range(SLOTS):
        lore.slots[at] = 0
        lore.faces[at].number = 0
    clear(lore.decisions, lore.deciding)
    clear(lore.rests, lore.resting)
    for at in range(QUIET):
        lore.quiet[at] = 1 - at
    clear(lore.attacks, lore.attacking)
    no_kits(lore)
    lore.room.states = 0
    lore.room.foreseen = 0
    lore.room.faces = 0
    lore.room.leaves = 0
    lore.room.ready = 0
