"""Chapter 11, Actions on your turn."""

from __future__ import annotations

import pytest

from wanderstar.book.combat.actions import SIGNIFICANT_PER_TURN, in_reach
from wanderstar.book.ruleset import DEFAULT


def test_what_a_turn_holds() -> None:
    """C18, R32: one Significant Action and three Minor ones."""
    assert (SIGNIFICANT_PER_TURN, DEFAULT.minor_max) == (1, 3)


@pytest.mark.parametrize(
    ("metres", "near_enough"), [(0, True), (5.9, True), (6, True), (6.1, False), (12, False)]
)
def test_length_of_a_move(metres: float, near_enough: bool) -> None:
    """C20, R32: a short move is 6 m at most, the sixth metre included."""
    assert in_reach(metres, DEFAULT.move_metres) is near_enough
