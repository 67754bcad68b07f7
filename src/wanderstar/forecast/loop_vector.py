"""What the processor does in one step for several values at once. Compiled code has each as that (`compile_vector`)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from .loop_random import fraction, turn_key

EIGHT, SIXTEEN = 8, 16
"""So many bounds are compared at once, and so many values."""

LINE = 64
"""Bytes of a line of the processor's cache: bounds and local states begin with one (`flat_lore`)."""


def ahead(table: Any, at: int) -> None:
    """Has the processor fetch an entry of a table that will be needed; it changes nothing."""


def copy(lanes: Any, to: int, source: int) -> None:
    """Puts a copy of an entry in the place of another."""
    lanes[to] = deepcopy(lanes[source])


def trade(sums: Any, states: Any, before: int, then: int, other: int, after: int) -> None:
    """The same for two."""
    shift(sums, states, before, then)
    shift(sums, states, other, after)


def renew(sums: Any, states: Any, faces: Any, needs: Any, table: Any, refreshed: Any, people: int) -> None:
    """All so many people are in the local states that a new round makes of theirs."""
    for q in range(len(sums)):
        sums[q] = 0
    for k in range(people):
        s = refreshed[states[k]]
        states[k] = s
        faces[k] = table[s].face
        needs[k] = table[s].need
        for q in range(len(sums)):
            sums[q] += table[s].words[q]


def no_higher(bounds: Any, row: int, point: float) -> int:
    """How many of the eight bounds in a row are no higher than a point."""
    return sum(1 for q in range(EIGHT) if bounds[row, q] <= point)


def equal(values: Sequence[int], value: int) -> int:
    """A bit for each of these sixteen values that is equal to one."""
    return sum(1 << k for k, other in enumerate(values) if other == value)


def shift(sums: Any, states: Any, before: int, then: int) -> None:
    """Takes the words of one local state from four sums and adds those of another."""
    for q in range(len(sums)):
        sums[q] += states[then].words[q] - states[before].words[q]


def most(values: Sequence[int], masks: Any, row: int) -> int:
    """The highest of sixteen values as the masks in a row let through."""
    return max(int(value & mask) for value, mask in zip(values, masks[row], strict=True))


def draw(lots: Any, whens: Any, turns: Any, points: Any) -> None:
    """The keys of eight turns, and their first numbers (`loop_random`)."""
    for q in range(EIGHT):
        turns[q] = turn_key(lots[q], 0, whens[q])
        points[q] = fraction(turns[q], 0)


def spread(points: Any, row: int, key: int) -> None:
    """Eight numbers of a key (`loop_random.fraction`), those of a row of so many."""
    for q in range(EIGHT):
        points[row, q] = fraction(key, row * EIGHT + q)


def lowest(bits: int) -> int:
    """Which is the lowest of some bits, at least one of which is set."""
    return (bits & -bits).bit_length() - 1
