"""Chances in a few words."""

from fractions import Fraction

import pytest

from wanderstar.cli.seat.asked import faces
from wanderstar.cli.seat.words import full, percent


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (Fraction(7, 12), "58 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 1000), "<1 %"),
        (Fraction(999, 1000), ">99 %"),
        (None, "? %"),
    ],
)
def test_percent(p: Fraction | None, said: str) -> None:
    """Whole percent; never 0 or 100 for what is not certain; a question mark for what is not known."""
    assert percent(p) == said


def test_in_full() -> None:
    """One decimal and the fraction."""
    assert full({"exact": "7/12"}) == "58.3 % (7/12)"
    assert full(None) == "not known"


@pytest.mark.parametrize(
    ("text", "count", "found"),
    [
        ("5 2 4", 3, [5, 2, 4]),
        ("5,2,4", 3, [5, 2, 4]),
        ("524", 3, [5, 2, 4]),
        ("5 2", 3, None),
        ("5 2 7", 3, None),
        ("", 2, None),
        ("0 1", 2, None),
        ("x", 1, None),
        ("6", 1, [6]),
    ],
)
def test_faces(text: str, count: int, found: list[int] | None) -> None:
    """Faces as they are typed; the wrong count, or what no die shows, are not taken."""
    assert faces(text, count) == found
