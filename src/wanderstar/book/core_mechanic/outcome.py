"""Chapter 5, Degrees of outcome: success or failure, and the flags that only colour it."""

from __future__ import annotations

from ..ruleset import NaturalMode
from .roll import TARGET, meets

BARELY = 1
NEAR_MISS = 2
NATURAL_2 = 4
NATURAL_12 = 8

FLAGS = {BARELY: "barely", NEAR_MISS: "near_miss", NATURAL_2: "natural_2", NATURAL_12: "natural_12"}
"""A flag's bit and its word (R10)."""


def succeeds(total: int, natural: int, mode: int) -> bool:
    """Whether a test succeeds: at 8 or more, unless a natural 2 or 12 decides (T3, T32, T35, T36, R9).

    `natural` is the sum of the two kept dice.
    """
    if mode == NaturalMode.AUTO_OUTCOME:
        if natural == 2:
            return False
        if natural == 12:
            return True
    return meets(total)


def flags(total: int, natural: int, success: bool) -> int:
    """The flags of a test as bits; none of them has a mechanical consequence (T33-T37, R10, R58)."""
    bits = 0
    if success and total == TARGET:
        bits |= BARELY
    if not success and total == TARGET - 1:
        bits |= NEAR_MISS
    if natural == 2:
        bits |= NATURAL_2
    if natural == 12:
        bits |= NATURAL_12
    return bits


def flag_words(bits: int) -> list[str]:
    """The flags' words, in the order of the book's section."""
    return [word for bit, word in FLAGS.items() if bits & bit]
