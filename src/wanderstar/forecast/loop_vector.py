"""What the processor does in one step for several values at once. Compiled code has each as that (`compile_vector`)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

EIGHT, SIXTEEN = 8, 16
"""So many bounds are compared at once, and so many values."""

LINE = 64
"""Bytes of a line of the processor's cache: bounds and local states begin with one (`flat_lore`)."""


def ahead(table: Any, at: int) -> None:
    """Has the processor fetch an entry of a table that will be needed; it changes nothing."""


def copy(lanes: Any, to: int, source: int) -> None:
    """Puts a copy of an entry in the place of another."""
    lanes[to] = deepcopy(lanes[source])


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


def most(values: Sequence[int], bits: int) -> int:
    """The highest of those of sixteen values that have a bit, or 0 if that is higher."""
    return max([0, *(value for k, value in enumerate(values) if bits >> k & 1)])


def lowest(bits: int) -> int:
    """Which is the lowest of some bits, at least one of which is set."""
    return (bits & -bits).bit_length() - 1
