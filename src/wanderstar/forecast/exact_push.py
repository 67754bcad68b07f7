"""Probability pushed forward in the loop: every branch of one turn of every state, equal states merged.

A combatant's own cells are kept once for all states that share them, under a number, and so is an order of
initiative; a state is these numbers, the round and whose turn it is. Two hash tables with open addressing: that of the
combatants' cells and that of the next states. All end the push before they are too full.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from ..book.combat.special import slow_ready
from ..tactics.codes import COMING
from ..tactics.field import Field, Roster
from .loop_fights import Counts, begin, count, lead_on
from .loop_lore import Cells
from .loop_luck import Course
from .loop_stay import blend
from .loop_turn import turn

FULL_POOL, FULL_STATES, TOO_DEEP = -1, -2, -3
"""Why a push ended early."""

EMPTY = 0
"""A place of a hash table with nothing in it; others hold a row's number and one."""
HEAD = 3
"""Numbers of a state before those of its combatants: round, turn, order."""


class Pool(NamedTuple):
    """Combatants' cells, each set of them once: a row each, a hash table of `slots`, `used[0]` rows. `orders` are those
    of initiative, `ordered[0]` of them."""

    rows: Any
    slots: Any
    used: Any
    orders: Any
    ordered: Any


class States(NamedTuple):
    """States with their probability, each once: rows of HEAD + people numbers, `slots` the hash table."""

    rows: Any
    chance: Any
    slots: Any
    used: Any


def put(rows: Any, slots: MutableSequence[int], used: MutableSequence[int], width: int) -> int:
    """The number of the row written at `rows[used[0]]`: an equal one's, or its own; -1 when there is no room."""
    n = used[0]
    h = 0
    for k in range(width):
        h = blend(h, rows[n, k])
    at = (h ^ (h >> 17)) & (len(slots) - 1)
    while slots[at] != EMPTY:
        other = slots[at] - 1
        same = True
        for k in range(width):
            if rows[other, k] != rows[n, k]:
                same = False
                break
        if same:
            return other + 0
        at = (at + 1) & (len(slots) - 1)
    if n + 2 > len(rows):
        return -1
    slots[at] = n + 1
    used[0] = n + 1
    return n + 0


def pack_one(roster: Roster, field: Field, cells: Cells, pool: Pool, i: int) -> int:
    """The number of i's cells; less than 0 when the pool is full."""
    rules, sheet = roster.rules, roster.sheets[i]
    n, walls, row = rules.people, rules.walls, pool.used[0]
    each, per = cells.who.shape[1], cells.loads.shape[1]
    at = 1
    pool.rows[row, 0] = i
    for k in range(each):
        pool.rows[row, at] = cells.who[i, k]
        at += 1
    for slot in range(sheet.first, sheet.last):
        if roster.pieces[slot].slow != 0 and slow_ready(field.loads[slot].fired, field.now.round):
            field.loads[slot].fired = -1
        for k in range(per):
            pool.rows[row, at] = cells.loads[slot, k]
            at += 1
    for k in range(walls):
        pool.rows[row, at] = field.uses[i * walls + k]
        at += 1
    for k in range(n):
        pool.rows[row, at] = field.barred[i * n + k]
        at += 1
    for k in range(field.now.grants):
        pool.rows[row, at] = field.grants[k].left if field.grants[k].who == i else 0
        at += 1
    for k in range(at, pool.rows.shape[1]):
        pool.rows[row, k] = 0
    return put(pool.rows, pool.slots, pool.used, pool.rows.shape[1])


def unpack_one(roster: Roster, field: Field, cells: Cells, pool: Pool, i: int, row: int) -> None:
    """The other way round."""
    rules, sheet = roster.rules, roster.sheets[i]
    n, walls = rules.people, rules.walls
    each, per = cells.who.shape[1], cells.loads.shape[1]
    at = 1
    for k in range(each):
        cells.who[i, k] = pool.rows[row, at]
        at += 1
    for slot in range(sheet.first, sheet.last):
        for k in range(per):
            cells.loads[slot, k] = pool.rows[row, at]
            at += 1
    for k in range(walls):
        field.uses[i * walls + k] = pool.rows[row, at]
        at += 1
    for k in range(n):
        field.barred[i * n + k] = pool.rows[row, at]
        at += 1
    for k in range(field.now.grants):
        if field.grants[k].who == i:
            field.grants[k].left = pool.rows[row, at]
        at += 1


def number_of_order(roster: Roster, field: Field, pool: Pool, likely: int) -> int:
    """The number of the order as it is now; -1 when there is no room for one more."""
    if same_order(roster, field, pool, likely):
        return likely
    used = int(pool.ordered[0])
    for n in range(used):
        if same_order(roster, field, pool, n):
            return n
    if used == len(pool.orders):
        return -1
    for k in range(roster.rules.people):
        pool.orders[used, k] = field.order[k]
    pool.ordered[0] = used + 1
    return used


def same_order(roster: Roster, field: Field, pool: Pool, n: int) -> bool:
    """Whether the order is the one with that number."""
    for k in range(roster.rules.people):  # noqa: SIM110 (a generator would not compile)
        if pool.orders[n, k] != field.order[k]:
            return False
    return True


def pack(
    roster: Roster, field: Field, cells: Cells, pool: Pool, states: States, likely: int, chance: float
) -> int:
    """Adds a state with its probability: 0, or why there is no room. Its order is `likely` that one."""
    row = states.used[0]
    order = number_of_order(roster, field, pool, likely)
    if order < 0:
        return FULL_POOL
    states.rows[row, 0] = field.now.round
    states.rows[row, 1] = field.now.turn
    states.rows[row, 2] = order
    for i in range(roster.rules.people):
        one = pack_one(roster, field, cells, pool, i)
        if one < 0:
            return FULL_POOL
        states.rows[row, HEAD + i] = one
    states.chance[row] = 0.0
    found = put(states.rows, states.slots, states.used, HEAD + roster.rules.people)
    if found < 0:
        return FULL_STATES
    states.chance[found] += chance
    return 0


def unpack(roster: Roster, field: Field, cells: Cells, pool: Pool, states: States, row: int) -> None:
    """Puts a state into the field."""
    field.now.round = states.rows[row, 0]
    field.now.turn = states.rows[row, 1]
    field.now.over = 0
    field.now.winner = -1
    field.now.coming = 0
    field.now.joining = 0
    order = states.rows[row, 2]
    for i in range(roster.rules.people):
        unpack_one(roster, field, cells, pool, i, states.rows[row, HEAD + i])
        field.order[i] = pool.orders[order, i]
        if field.who[i].gone == COMING:
            field.now.coming = field.now.coming + 1


def next_script(course: Course) -> bool:
    """The next way through the branches; False when there is none."""
    depth = course.chance.depth - 1
    while depth >= 0:
        if course.script[depth] + 1 < course.widths[depth]:
            course.script[depth] += 1
            for later in range(depth + 1, course.chance.depth):
                course.script[later] = 0
            return True
        course.script[depth] = 0
        depth -= 1
    return False


def push(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    counts: Counts,
    pool: Pool,
    states: States,
    then: States,
    lead: MutableSequence[float],
    first: int,
    last: int,
) -> int:
    """Goes through one turn (or the beginning, or the `lead`) of the states from `first` up to `last`.

    Those that follow go into `then`, the ends are counted. Gives 0, or why it stopped.
    """
    chance = course.chance
    for k in range(len(course.script)):
        course.script[k] = 0
    for row in range(first, last):
        order = states.rows[row, 2]
        while True:
            unpack(roster, field, cells, pool, states, row)
            chance.depth = 0
            chance.weight = states.chance[row]
            if field.now.round == 0:
                begin(roster, field, course)
            elif len(lead) > 0:
                lead_on(roster, field, course, lead)
            else:
                turn(roster, field, course)
            if chance.wanting != 0:
                return TOO_DEEP
            if field.now.over != 0:
                count(roster, field, counts, chance.limit, chance.weight)
            else:
                full = pack(roster, field, cells, pool, then, order, chance.weight)
                if full != 0:
                    return full
            if not next_script(course):
                break
    return 0
