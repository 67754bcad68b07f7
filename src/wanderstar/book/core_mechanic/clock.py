"""Chapter 5, Difficulty, big things take more than one roll: the progress clock (T30, R15, R54)."""

from __future__ import annotations


def fills(successes: int, needed: int) -> bool:
    """Whether the clock is full of successes: the task is done."""
    return successes >= needed


def fails(failures: int, allowed: int) -> bool:
    """Whether the clock is full of failures: the task is lost."""
    return failures >= allowed


def full(successes: int, failures: int, needed: int, allowed: int) -> bool:
    """Whether a clock takes no more tests (R54)."""
    return fills(successes, needed) or fails(failures, allowed)
