"""Combatants' own cells in an exact forecast: each set of them kept once, under a number; orders of initiative too.

The hash tables have open addressing, and end the push before they are too full. Rounds that have gone by are kept as
counted back from now, so that equal situations of two rounds are equal.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import fields
from typing import Any, NamedTuple

from ..book.combat.special import slow_ready
from ..tactics.field import Field, Load, Roster
from ..tactics.recall import K2, blend
from .loop_lore import Cells

EMPTY = 0
"""A place of a hash table with nothing in it; others hold a row's number and one."""

FIRED = [f.name for f in fields(Load)].index("fired")
"""The cell of a weapon that has the round in which it was last used."""


class Pool(NamedTuple):
    """Combatants' cells, each set of them once: a row each, a hash table of `slots`, `used[0]` rows; with what chance a
    fight `ended` so. `orders` are those of initiative, `ordered[0]` of them."""

    rows: Any
    slots: Any
    used: Any
    ended: Any
    orders: Any
    ordered: Any


def key_of(rows: Any, n: int, width: int) -> int:
    """A key of a row: two are made at once, since each step waits for the one before."""
    one, other, k = 0, K2 + 0, 0
    while k + 1 < width:
        one = blend(one, rows[n, k])
        other = blend(other, rows[n, k + 1])
        k += 2
    return blend(one, other if k == width else other + rows[n, k])


def place(rows: Any, slots: MutableSequence[int], n: int, width: int) -> int:
    """Where row `n` has its place among the slots: that of an equal row, or an empty one."""
    h = key_of(rows, n, width)
    at = (h ^ (h >> 17)) & (len(slots) - 1)
    while slots[at] != EMPTY:
        other = slots[at] - 1
        same = True
        for k in range(width):
            if rows[other, k] != rows[n, k]:
                same = False
                break
        if same:
            break
        at = (at + 1) & (len(slots) - 1)
    return at


def put(rows: Any, slots: MutableSequence[int], used: MutableSequence[int], width: int) -> int:
    """The number of the row written at `rows[used[0]]`: an equal one's, or its own; -1 when there is no room."""
    n = used[0] + 0
    at = place(rows, slots, n, width)
    if slots[at] != EMPTY:
        return slots[at] - 1
    if n + 2 > len(rows):
        return -1
    slots[at] = n + 1
    used[0] = n + 1
    return n


def pack_one(roster: Roster, field: Field, cells: Cells, pool: Pool, i: int, likely: int) -> int:
    """The number of i's cells, which may well be `likely` those; less than 0 when the pool is full."""
    rules, sheet = roster.rules, roster.sheets[i]
    n, walls, row, now = rules.people, rules.walls, pool.used[0], field.now.round + 0
    each, per = cells.who.shape[1], cells.loads.shape[1]
    at = 1
    pool.rows[row, 0] = i
    for k in range(each):
        pool.rows[row, at + k] = cells.who[i, k]
    at += each
    for slot in range(sheet.first, sheet.last):
        for k in range(per):
            pool.rows[row, at + k] = cells.loads[slot, k]
        fired = field.loads[slot].fired + 0
        if roster.pieces[slot].slow != 0 and fired >= 0:
            pool.rows[row, at + FIRED] = -1 if slow_ready(fired, now) else now - fired
        at += per
    for k in range(walls):
        pool.rows[row, at + k] = field.uses[i * walls + k]
    at += walls
    for k in range(n):
        reached = field.barred[i * n + k] + 0
        pool.rows[row, at + k] = -1 if reached < 0 else now - reached
    at += n
    for k in range(field.now.grants):
        pool.rows[row, at + k] = field.grants[k].left if field.grants[k].who == i else 0
    at += field.now.grants
    for k in range(at, pool.rows.shape[1]):
        pool.rows[row, k] = 0
    if likely < row and same_row(pool.rows, likely, row):
        return likely
    return put(pool.rows, pool.slots, pool.used, pool.rows.shape[1])


def same_row(rows: Any, one: int, other: int) -> bool:
    """Whether two rows are equal."""
    differ = 0
    for k in range(rows.shape[1]):
        differ |= rows[one, k] ^ rows[other, k]
    return differ == 0


def unpack_one(roster: Roster, field: Field, cells: Cells, pool: Pool, i: int, row: int) -> None:
    """The other way round, in the round that it is now."""
    rules, sheet = roster.rules, roster.sheets[i]
    n, walls, now = rules.people, rules.walls, field.now.round + 0
    each, per = cells.who.shape[1], cells.loads.shape[1]
    at = 1
    for k in range(each):
        cells.who[i, k] = pool.rows[row, at]
        at += 1
    for slot in range(sheet.first, sheet.last):
        for k in range(per):
            cells.loads[slot, k] = pool.rows[row, at]
            at += 1
        ago = field.loads[slot].fired + 0
        if roster.pieces[slot].slow != 0 and ago >= 0:
            field.loads[slot].fired = now - ago
    for k in range(walls):
        field.uses[i * walls + k] = pool.rows[row, at]
        at += 1
    for k in range(n):
        ago = pool.rows[row, at]
        field.barred[i * n + k] = -1 if ago < 0 else now - ago
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
