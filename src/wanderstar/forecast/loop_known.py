"""What the fast loop remembers: decisions by their short key, and what comes of attacks, aims and the like.

An exchange between two local states depends on nothing else but where they stand, which is part of them. All branches
of it are traced once: a tree whose leaves are the two local states afterwards, and which takes the very numbers
that the exchange itself would draw. So a fight is the same with and without what is remembered.
"""

from __future__ import annotations

from ..tactics.codes import PULLED
from ..tactics.field import Field, Roster
from ..tactics.recall import K1
from ..tactics.situation_attack import strikes
from .loop_attack import exchange, rounds_of
from .loop_local import number, wear
from .loop_lore import (
    ATTACKS,
    DECISIONS,
    DEEPEST,
    MOST_PEOPLE,
    MOST_SLOTS,
    RESTS,
    ROUNDS,
    SLOTS,
    VERTICES,
    Cells,
    Lore,
)
from .loop_luck import Course, Source
from .loop_random import fraction
from .loop_turn import first_aid, main_action

WAYS = 4
"""Places in which something may be kept."""

LEAF = 14
"""Bits of the second of a leaf's two states."""

NOT_SO = -(1 << 31)
"""No root: more than two are concerned, or there is no room for more."""


def spot(key: int, groups: int) -> int:
    """The first of the places in which a key may be kept."""
    mixed = key * K1
    return ((mixed ^ (mixed >> 31)) & (groups - 1)) * WAYS


def decision_at(lore: Lore, key: int) -> int:
    """Where a decision is kept, or could be: then -1 - place."""
    first = spot(key, DECISIONS // WAYS)
    for n in range(WAYS):
        if lore.decisions[first + n].key == key:
            return first + n
    for n in range(WAYS):
        if lore.decisions[first + n].key == 0:
            return -1 - (first + n)
    return -1 - (first + ((key >> 20) & (WAYS - 1)))


def rest_at(lore: Lore, key: int) -> int:
    """The same of those who have acted: few, so that they stay at hand."""
    first = spot(key, RESTS // WAYS)
    for n in range(WAYS):
        if lore.rests[first + n].key == key:
            return first + n
    for n in range(WAYS):
        if lore.rests[first + n].key == 0:
            return -1 - (first + n)
    return -1 - (first + ((key >> 20) & (WAYS - 1)))


def attack_at(lore: Lore, key: int) -> int:
    """The same of what comes of an attack."""
    first = spot(key, ATTACKS // WAYS)
    for n in range(WAYS):
        if lore.attacks[first + n].key == key:
            return first + n
    for n in range(WAYS):
        if lore.attacks[first + n].key == 0:
            return -1 - (first + n)
    return -1 - (first + ((key >> 20) & (WAYS - 1)))


def exchange_key(
    roster: Roster, lore: Lore, i: int, slot: int, how: int, j: int, mine: int, other: int
) -> int:
    """The key of an attack, the same for all equals but to who aims or holds; or of what one does to a friend, to
    oneself, or alone (`slot` from `MOST_SLOTS` on, j then as it is). Below 2**62, never 0."""
    name = i
    if slot < MOST_SLOTS and roster.pieces[slot].entangle == 0:
        name = roster.sheets[i].alike + 0
        slot += roster.sheets[name].first - roster.sheets[i].first
        j = j if lore.states[mine].aim >= 0 else roster.sheets[j].alike + 0
    word = (name * MOST_PEOPLE + j + 1) * 2 * MOST_SLOTS + slot
    return ((word * 16 + how) << 36) | (mine << 18) | other


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
    """What comes of an attack of i, or of its first aid (a `slot` from `MOST_SLOTS` on), in the word of `Known`; it is
    traced first where it must be."""
    key = exchange_key(roster, lore, i, slot, how, j, lore.people[i].state, lore.people[j].state)
    at = attack_at(lore, key)
    if at >= 0:
        return lore.attacks[at].word + 0
    at = -1 - at
    put_on(roster, cells, lore)
    root, rounds = NOT_SO, 0
    if slot >= MOST_SLOTS:
        root = traced(roster, field, cells, course, lore, i, slot, how, j)
    else:
        melee = strikes(roster, field, i, slot, j)
        rounds = rounds_of(roster, slot, how % PULLED, melee)
        if melee or roster.pieces[slot].blast < 0:
            root = traced(roster, field, cells, course, lore, i, slot, how, j)
    lore.attacks[at].key = key
    lore.attacks[at].word = root << ROUNDS | rounds
    return lore.attacks[at].word + 0


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
    key = exchange_key(roster, lore, i, MOST_SLOTS + do, 0, a if a >= 0 else i, lore.people[i].state, 0)
    at = attack_at(lore, key)
    if at >= 0:
        return lore.attacks[at].word + 0
    at = -1 - at
    put_on(roster, cells, lore)
    main_action(roster, field, course, i, do, a)
    lore.attacks[at].key = key
    lore.attacks[at].word = number(roster, field, cells, lore, i)
    return lore.attacks[at].word + 0


def put_on(roster: Roster, cells: Cells, lore: Lore) -> None:
    """Makes everybody's row that of their local state."""
    for k in range(roster.rules.people):
        wear(cells, lore, k, lore.people[k].state)


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
    """The root of the tree of an attack; `NOT_SO` where it has none."""
    chance, script = course.chance, course.script
    source, at, wanting = chance.source + 0, chance.at + 0, chance.wanting + 0
    chance.source = Source.TRACE + 0
    for d in range(DEEPEST):
        script[d] = 0
    root, fresh = NOT_SO, 0
    while fresh >= 0:
        wear(cells, lore, i, lore.people[i].state)
        wear(cells, lore, j, lore.people[j].state)
        chance.depth = 0
        chance.wanting = 0
        if slot < MOST_SLOTS:
            exchange(roster, field, course, i, slot, how % PULLED, how // PULLED, j)
        else:
            first_aid(roster, field, course, i, j)
        leaf = leaf_of(roster, field, cells, lore, i, j)
        if chance.wanting != 0 or chance.depth > DEEPEST or leaf == 0:
            root = NOT_SO
            break
        root = planted(course, lore, root, fresh, leaf)
        if root == NOT_SO:
            break
        fresh = next_script(course)
    chance.source = source
    chance.at = at
    chance.wanting = wanting
    wear(cells, lore, i, lore.people[i].state)
    wear(cells, lore, j, lore.people[j].state)
    return root


def leaf_of(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int, j: int) -> int:
    """The two as their rows are, in one word less than 0; 0 without room."""
    mine = number(roster, field, cells, lore, i)
    other = number(roster, field, cells, lore, j)
    if mine < 0 or other < 0:
        return 0
    return -1 - (mine << LEAF | other)


def planted(course: Course, lore: Lore, root: int, fresh: int, leaf: int) -> int:
    """Adds the path that was just traced, new from the depth `fresh` on, with its leaf; the root."""
    depth, path = course.chance.depth + 0, lore.path
    for d in range(fresh, depth):
        vertex = lore.room.vertices + 0
        if vertex >= VERTICES:
            return NOT_SO
        lore.room.vertices = vertex + 1
        lore.vertices[vertex].first = course.cuts[2 * d]
        lore.vertices[vertex].second = course.cuts[2 * d + 1]
        path[d] = vertex
        if d == 0:
            root = vertex
        else:
            lead_to(lore, path[d - 1], course.script[d - 1], vertex)
    if depth == 0:
        return leaf
    lead_to(lore, path[depth - 1], course.script[depth - 1], leaf)
    return root


def lead_to(lore: Lore, vertex: int, branch: int, to: int) -> None:
    """Where a branch leads."""
    v = lore.vertices[vertex]
    if branch == 0:
        v.low = to
    elif branch == 1:
        v.middle = to
    else:
        v.high = to


def next_script(course: Course) -> int:
    """The script of the next path, and from which depth on it is new; -1 when all have been."""
    depth = course.chance.depth - 1
    while depth >= 0 and course.script[depth] + 1 >= course.widths[depth]:
        course.script[depth] = 0
        depth -= 1
    if depth < 0:
        return -1
    course.script[depth] = course.script[depth] + 1
    return depth + 1


def outcome(course: Course, lore: Lore, root: int) -> int:
    """The leaf that the next numbers of the turn lead to."""
    chance, to = course.chance, root
    at, key = chance.at + 0, chance.key + 0
    while to >= 0:
        at += 1
        point, v = fraction(key, at), lore.vertices[to]
        to = v.low + 0 if point < v.first else v.middle + 0 if point < v.second else v.high + 0
    chance.at = at
    return to


def forget(lore: Lore) -> None:
    """Everything anew."""
    for at in range(SLOTS):
        lore.slots[at] = 0
        lore.faces[at].number = 0
    for at in range(DECISIONS):
        lore.decisions[at].key = 0
    for at in range(RESTS):
        lore.rests[at].key = 0
    for at in range(ATTACKS):
        lore.attacks[at].key = 0
    lore.room.states = 0
    lore.room.faces = 0
    lore.room.vertices = 0
    lore.room.ready = 0
