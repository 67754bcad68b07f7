"""A fight exactly: all of it at once, each state with its probability, from turn to turn (`exact_push`).

Where a fight has not begun, every roll of initiative is gone through first. What is too unlikely to matter is left
over, and counted.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from . import kernel_entry as entry
from .exact_pool import Pool
from .exact_push import ON, OVER, WAY
from .exact_web import (
    ACTIVE,
    AFTER,
    BEFORE,
    FULL_EDGES,
    FULL_STATES,
    GOING,
    HEAD,
    JOINS,
    LEFT,
    MORE,
    NODE,
    NODES,
    ROUND,
    SOME,
    SPREAD,
    WITHIN,
    Web,
)
from .flat import nothings, write, zeros
from .kernel_tally import blank_counts, tally_of
from .loop_luck import Source
from .tally import Stop, Tally

if TYPE_CHECKING:
    from .kernel import Bench, Kernel

CHUNK = 1 << 14
"""Ways of turns gone through between two looks at the clock."""

MOST_ORDERED = 5
"""So many combatants at most have all their rolls of initiative gone through."""

MOST_CELLS, MOST_ORDERS = 1 << 17, 1 << 10
"""So many different sets of one combatant's cells fit, and orders of initiative."""

FIRST_STATES, ROOMIER = 1 << 12, 4
"""Room for states, at first, and how much more there is when that is full."""

MOST_EDGES = 16
"""So many edges a state there is room for: most have fewer, as many are ends."""

SLOWEST, FASTER, LEAST = 0.05, 2.0, 1e-15
"""What is not over yet is taken to shrink by this part a turn at least, or so many times as fast as in the last round;
below the least nothing is left."""


def blank_slots(room: int) -> Any:
    """A hash table with room for so many, twice over."""
    return zeros(1 << (2 * room + 1).bit_length())


def blank_pool(width: int, room: int, people: int) -> Pool:
    """No cells yet, with room for so many sets of them (taken from the machine only as they are used)."""
    orders = np.full((MOST_ORDERS, people), -2, np.int64)
    rows = np.zeros((room + 2, width), np.int64)
    return Pool(rows, blank_slots(room), zeros(1), nothings(room + 2), orders, zeros(1))


def blank_web(people: int, room: int) -> Web:
    """No states yet, with room for so many."""
    short = np.int32
    return Web(
        rows=np.zeros((room + 2, HEAD + people), short),
        slots=blank_slots(room).astype(short),
        nodes=np.zeros((room + 2, NODE), short),
        mass=np.zeros((room + 2, 2)),
        heads=np.full((2, people + 1), -1, np.int64),
        many=np.zeros((2, people + 1), np.int64),
        to=np.zeros(MOST_EDGES * room, short),
        share=nothings(MOST_EDGES * room),
        at=zeros(10),
        sums=nothings(6),
    )


def wider(web: Web, people: int, room: int) -> Web:
    """The same with more room."""
    made = blank_web(people, room)
    nodes, joins = int(web.at[NODES]), int(web.at[JOINS])
    for name in ("rows", "nodes", "mass"):
        getattr(made, name)[:nodes] = getattr(web, name)[:nodes]
    for name in ("to", "share"):
        getattr(made, name)[:joins] = getattr(web, name)[:joins]
    web.at[SPREAD] = 0
    return made._replace(heads=web.heads, many=web.many, at=web.at, sums=web.sums)


def no_push() -> tuple[Pool, Web]:
    """Empty tables, where nothing is pushed."""
    return blank_pool(1, 1, 1), blank_web(1, 1)


class Exact:
    """One exact calculation under way."""

    def __init__(self, kernel: Kernel, budget: int, within: float) -> None:
        self.kernel, self.budget = kernel, budget
        self.bench: Bench = kernel.bench()
        self.counts = blank_counts(kernel.sizes)
        rules = kernel.rows.rules
        most = max(s.last - s.first for s in kernel.rows.sheets)
        each, per = self.bench.cells["who"].shape[1], self.bench.cells["loads"].shape[1]
        width = 1 + each + per * most + rules.walls + kernel.people + len(kernel.start_rows.grants)
        self.pool = blank_pool(width, MOST_CELLS, kernel.people)
        self.room = min(FIRST_STATES, budget)
        self.web = blank_web(kernel.people, self.room)
        self.web.sums[WITHIN] = within

    def push(self) -> int:
        """Calls what is compiled."""
        kernel, pushing = self.kernel, (self.pool, self.web)
        return kernel.call(entry.PUSH, self.bench, self.counts, pushing, 0, WAY * CHUNK, kernel.lead)

    def run(self, stop: Stop) -> bool:
        """From the beginning to the end; False when it was stopped or does not fit."""
        kernel, at, sums = self.kernel, self.web.at, self.web.sums
        if kernel.state.round == 0 and len(kernel.state.combatants) > MOST_ORDERED:
            return False
        write(self.bench.course["chance"], source=int(Source.ODOMETER), wanting=0, weight=1.0)
        done = ON
        while done != OVER:
            if stop():
                return False
            done = self.push()
            if done in (FULL_STATES, FULL_EDGES) and self.room < self.budget:
                self.room = min(ROOMIER * self.room, self.budget)
                self.web = wider(self.web, kernel.people, self.room)
            elif done < 0:
                return False
            if done != ON:
                continue
            nodes, most = int(at[NODES]), (kernel.limit + 1 - int(at[ROUND])) * kernel.people
            before, after, within = (float(sums[k]) for k in (BEFORE, AFTER, WITHIN))
            new = max(nodes - int(at[MORE]), int(at[MORE] - at[SOME]))
            if hopeless(before, after, new, kernel.people, within, most, self.budget - nodes):
                return False
        if at[ACTIVE]:
            sums[LEFT] += max(float(sums[GOING]), 0.0)
        return True


def exactly(kernel: Kernel, budget: int, within: float, stop: Stop) -> Tally | None:
    """The exact tally, or None."""
    if any(band >= 0 for band in kernel.start_rows.bands):
        return None
    exact = Exact(kernel, budget, within)
    try:
        if not exact.run(stop):
            return None
    finally:
        kernel.benches.put(exact.bench)
    tally = tally_of(kernel.state, kernel.shape, kernel.names, exact.counts, 1.0)
    tally.left_over, tally.states = float(exact.web.sums[LEFT]), int(exact.web.at[NODES])
    return tally


def hopeless(before: float, after: float, new: int, people: int, within: float, most: int, room: int) -> bool:
    """Whether the states to come are past `room`: as many new ones as now, turn by turn, until no more than `within`
    remains or the `most` turns that there can be are over.

    `before` and `after` the last round so much was not over yet; `before` is 0 in the first round. A fight seldom has
    fewer new states in its next turn before it has few at all.
    """
    if before == 0 or after <= within:
        return False
    shrinks = math.log(before / after) / people
    turns = math.log(after / max(within, LEAST)) / max(SLOWEST, FASTER * shrinks)
    return new * min(turns, most) > room
