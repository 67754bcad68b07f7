"""Chapter 11, The combat round: initiative and its order."""

from __future__ import annotations

from ..ruleset import Tiebreak

INITIATIVE_CHARACTERISTIC = "Dexterity"


def initiative_key(
    total: int, dexterity: float, is_character: bool, roster: int, tiebreak: int
) -> tuple[float, float, int, int]:
    """Sorts combatants into the order of a round, first to act first (C11-C14, R28).

    Highest total, then the higher Dexterity, then the GM's call: characters first, then the roster (or the
    roster alone). A sheet that gives grades only compares as a score at the grade's threshold (R8).
    """
    adversary = 0 if tiebreak == Tiebreak.ROSTER else int(not is_character)
    return (-total, -dexterity, adversary, roster)


DECIDERS = ("total", "dexterity", "characters_first", "roster")
"""What each part of an initiative key decides by."""


def decider(first: tuple[float, float, int, int], then: tuple[float, float, int, int]) -> str:
    """By what one acts before another: the first part in which their initiative keys differ."""
    return next(word for word, a, b in zip(DECIDERS, first, then, strict=True) if a != b)
