"""Chapter 5, The roll and The probability: 2D6 plus the skill bonus against 8, three dice at an edge."""

from __future__ import annotations

from enum import IntEnum

TARGET = 8
"""The number to meet or beat, for every test (T3, T16)."""


class Edge(IntEnum):
    """How a test's dice are rolled. The values order the three and serve as signs."""

    DISADVANTAGE = -1
    NEUTRAL = 0
    ADVANTAGE = 1


def dice_rolled(edge: int) -> int:
    """How many dice a test rolls: three at an edge, exactly two without (T6, T7, T8)."""
    return 2 if edge == 0 else 3


def dropped(a: int, b: int, c: int, edge: int) -> int:
    """Which of three dice (0, 1, 2) does not count: the lowest at Advantage, the highest at Disadvantage.

    Of equal dice the last one rolled is dropped, so that exactly one always is (T6, T7).
    """
    if edge > 0:
        if c <= a and c <= b:
            return 2
        return 1 if b <= a else 0
    if c >= a and c >= b:
        return 2
    return 1 if b >= a else 0


def total(kept_sum: int, bonus: int) -> int:
    """A test's total: the two kept dice and the skill's bonus, nothing else (T2, T4)."""
    return kept_sum + bonus


def meets(total: int) -> bool:
    """Whether a total meets the target (T3)."""
    return total >= TARGET
