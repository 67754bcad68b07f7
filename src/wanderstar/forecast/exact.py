"""A fight exactly: all of it at once, each state with its probability, from turn to turn (`exact_push`).

Where a fight has not begun, every roll of initiative is gone through first. What is too unlikely to matter is left
over, and counted.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from . import kernel_entry as entry
from .exact_push import FULL_STATES, HEAD, Pool, States
from .flat import nothings, write, zeros
from .kernel_tally import blank_counts, tally_of
from .loop_luck import Source
from .tally import Stop, Tally

if TYPE_CHECKING:
    from .kernel import Bench, Kernel

CHUNK = 256
"""States gone through between two looks at the clock."""

MOST_ORDERED = 5
"""So many combatants at most have all their rolls of initiative gone through."""

MOST_CELLS, MOST_ORDERS = 1 << 17, 1 << 10
"""So many different sets of one combatant's cells fit, and orders of initiative."""

FIRST_STATES, ROOMY = 1 << 12, 16
"""Room for the states of a turn: at least so many, or so many times those it began with."""

SLOWEST, FASTER, LEAST = 0.05, 2.0, 1e-15
"""What is not over yet is taken to shrink by this part a turn at least, or so many times as fast as in the last round;
below the least nothing is left."""

STOPPED = -9
TRIFLE = 1e-3
"""The part of what may be left over that one turn may leave over."""


def blank_slots(room: int) -> Any:
    """A hash table with room for so many, twice over."""
    return zeros(1 << (2 * room + 1).bit_length())


def blank_pool(width: int, room: int, people: int) -> Pool:
    """No cells yet, with room for so many sets of them (taken from the machine only as they are used)."""
    orders = np.full((MOST_ORDERS, people), -2, np.int64)
    return Pool(np.zeros((room + 2, width), np.int64), blank_slots(room), zeros(1), orders, zeros(1))


def blank_states(people: int, room: int) -> States:
    """No states yet, with room for so many."""
    rows = np.zeros((room + 2, HEAD + people), np.int64)
    return States(rows, nothings(room + 2), blank_slots(room), zeros(1))


def no_push() -> tuple[Pool, States, States]:
    """Empty tables, where nothing is pushed."""
    return blank_pool(1, 1, 1), blank_states(1, 1), blank_states(1, 1)


class Exact:
    """One exact calculation under way."""

    def __init__(self, kernel: Kernel, budget: int, within: float) -> None:
        self.kernel, self.budget, self.within = kernel, budget, within
        self.bench: Bench = kernel.bench()
        self.counts = blank_counts(kernel.sizes)
        rules = kernel.rows.rules
        most = max(s.last - s.first for s in kernel.rows.sheets)
        each, per = self.bench.cells["who"].shape[1], self.bench.cells["loads"].shape[1]
        width = 1 + each + per * most + rules.walls + kernel.people + len(kernel.start_rows.grants)
        self.pool = blank_pool(width, MOST_CELLS, kernel.people)
        self.lead = kernel.lead
        self.seen = 0
        self.left_over = 0.0

    def start(self, stop: Stop) -> States | None:
        """The states that the fight begins in; None where there are too many."""
        kernel = self.kernel
        unbegun = kernel.state.round == 0
        if unbegun and len(kernel.state.combatants) > MOST_ORDERED:
            return None
        write(self.bench.course["chance"], source=int(Source.ODOMETER), wanting=0, weight=1.0)
        states = blank_states(kernel.people, FIRST_STATES)
        self.call(entry.OPEN, states, states, 0, 0)
        return self.push(states, stop) if unbegun else states

    def call(self, what: int, states: States, then: States, first: int, many: int) -> int:
        """Calls what is compiled."""
        pushing = (self.pool, states, then)
        return self.kernel.call(what, self.bench, self.counts, pushing, first, many, self.lead)

    def push(self, states: States, stop: Stop) -> States | None:
        """One turn of all states; None when stopped or past the budget."""
        used = int(states.used[0])
        room = min(max(FIRST_STATES, ROOMY * used), self.budget)
        while True:
            counted = [np.array(part) for part in self.counts]
            then = blank_states(self.kernel.people, room)
            done = self.through(states, then, used, stop)
            if done == 0:
                return then
            if done != FULL_STATES or room >= self.budget:
                return None
            for part, before in zip(self.counts, counted, strict=True):
                part[:] = before
            room = min(ROOMY * room, self.budget)

    def through(self, states: States, then: States, used: int, stop: Stop) -> int:
        """All states from first to last, with a look at the clock now and then: 0, or why it ended."""
        for first in range(0, used, CHUNK):
            if stop():
                return STOPPED
            done = self.call(entry.PUSH, states, then, first, min(first + CHUNK, used))
            if done != 0:
                return done
        return 0

    def thin(self, states: States) -> States:
        """Without what is too unlikely to matter: that is left over."""
        used = int(states.used[0])
        chance = states.chance[:used]
        least = self.within * TRIFLE / max(used, 1)
        keep = np.asarray(chance) >= least
        if keep.all():
            return states
        self.left_over += float(np.asarray(chance)[~keep].sum())
        kept = int(keep.sum())
        states.rows[:kept] = states.rows[:used][keep]
        states.chance[:kept] = np.asarray(chance)[keep]
        states.used[0] = kept
        return states


def exactly(kernel: Kernel, budget: int, within: float, stop: Stop) -> Tally | None:
    """The exact tally, or None."""
    if any(band >= 0 for band in kernel.start_rows.bands):
        return None
    exact = Exact(kernel, budget, within)
    try:
        return _exactly(exact, stop)
    finally:
        kernel.benches.put(exact.bench)


def hopeless(remaining: list[float], used: int, people: int, within: float, most: int, room: int) -> bool:
    """Whether the states to come are past `room`: as many as now, turn by turn, until no more than `within` remains or
    the `most` turns that there can be are over.

    `remaining` is what was not over yet at each turn so far. A fight seldom has fewer states in its next turn.
    """
    if len(remaining) <= people or remaining[-1] <= within:
        return False
    shrinks = math.log(remaining[-1 - people] / remaining[-1]) / people
    turns = math.log(remaining[-1] / max(within, LEAST)) / max(SLOWEST, FASTER * shrinks)
    return used * min(turns, most) > room


def _exactly(exact: Exact, stop: Stop) -> Tally | None:
    kernel = exact.kernel
    states = exact.start(stop)
    gone: list[float] = []
    while states is not None and int(states.used[0]):
        used = int(states.used[0])
        exact.seen += used
        remaining = float(np.asarray(states.chance[:used]).sum())
        gone.append(remaining)
        most = (kernel.limit + 1 - int(states.rows[:used, 0].min())) * kernel.people
        if exact.seen > exact.budget:
            return None
        if hopeless(gone, used, kernel.people, exact.within, most, exact.budget - exact.seen):
            return None
        if exact.left_over + remaining <= exact.within:
            exact.left_over += remaining
            break
        states = exact.push(states, stop)
        exact.lead = nothings(0)
        if states is not None:
            states = exact.thin(states)
    if states is None:
        return None
    tally = tally_of(kernel.state, kernel.shape, kernel.names, exact.counts, 1.0)
    tally.left_over, tally.states = exact.left_over, exact.seen
    return tally
