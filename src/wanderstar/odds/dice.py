"""The dice, counted once: kept sums at the three edges, successes of a test, damage rolls.

Every test is counted in 216ths, whether two dice are rolled or three, so that edges mix without fractions.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from ..book.core_mechanic.outcome import flags, succeeds
from ..book.core_mechanic.roll import dropped, total

ROLLS = 216
"""Equally likely rolls of a test's dice."""


PART = tuple(Fraction(ways, ROLLS) for ways in range(ROLLS + 1))
"""The probability of so many of 216 rolls: they are asked for all the time, so each fraction is made once."""


class Outcome(NamedTuple):
    """One kept sum of a test: what becomes of it, and in how many of 216 rolls it comes up."""

    natural: int
    total: int
    success: bool
    flags: int
    weight: int


@cache
def kept_sums(edge: int) -> tuple[tuple[int, int], ...]:
    """Each sum of the two kept dice with its number of 216 rolls (T6, T7, T8)."""
    counts = dict.fromkeys(range(2, 13), 0)
    for a, b, c in product(range(1, 7), repeat=3):
        faces = (a, b, c)
        out = dropped(a, b, c, edge) if edge else 2  # no third die is rolled without an edge: a factor of 6
        counts[sum(faces) - faces[out]] += 1
    return tuple(counts.items())


@lru_cache(maxsize=4096)
def outcomes(bonus: int, edge: int, mode: int) -> tuple[Outcome, ...]:
    """A test's eleven sums, lowest first; `mode` is whether naturals decide (R9)."""
    result = []
    for natural, weight in kept_sums(edge):
        reached = total(natural, bonus)
        success = succeeds(reached, natural, mode)
        result.append(Outcome(natural, reached, success, flags(reached, natural, success), weight))
    return tuple(result)


@lru_cache(maxsize=4096)
def successes(bonus: int, edge: int, mode: int) -> int:
    """How many of 216 rolls of a test succeed (T3, R9)."""
    return sum(outcome.weight for outcome in outcomes(bonus, edge, mode) if outcome.success)


@lru_cache(maxsize=128)
def d6_sums(dice: int) -> tuple[tuple[int, int], ...]:
    """Each sum of so many D6 with its number of the 6**dice rolls."""
    counts = [1]
    for _ in range(dice):
        longer = [0] * (len(counts) + 5)
        for low, count in enumerate(counts):
            for face in range(6):
                longer[low + face] += count
        counts = longer
    return tuple((dice + low, count) for low, count in enumerate(counts))
