"""Chapter 5, Difficulty: big things take more than one roll."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.core_mechanic.clock import fails, fills, full
from wanderstar.book.ruleset import DEFAULT

MARKS = st.integers(0, 10)
SIZES = st.integers(1, 6)


def test_default_clock() -> None:
    """R15: three successes before three failures."""
    assert (DEFAULT.clock_successes, DEFAULT.clock_failures) == (3, 3)


@pytest.mark.parametrize(
    ("tests", "filled", "failed"),
    [
        ("SSS", True, False),
        ("SFSFS", True, False),
        ("FFF", False, True),
        ("SSFFF", False, True),
        ("SSFF", False, False),
    ],
)
def test_so_many_successes_before_so_many_failures(tests: str, filled: bool, failed: bool) -> None:
    """T30, R15: at three successes the work is done, at three failures it is lost; two and two leave it open."""
    successes, failures = tests.count("S"), tests.count("F")
    assert (fills(successes, 3), fails(failures, 3)) == (filled, failed)


def test_a_full_clock_takes_no_more() -> None:
    """R54: a clock is over once it is full, of successes or of failures."""
    assert [full(*marks, 3, 3) for marks in ((2, 2), (3, 0), (0, 3), (3, 2), (2, 3))] == [False] + [True] * 4


@given(st.lists(st.booleans(), min_size=12, max_size=12), SIZES, SIZES)
def test_one_test_at_a_time(results: list[bool], needed: int, allowed: int) -> None:
    """R15, T30: tests come one after the other, so a clock never fills both ways, and always ends in time."""
    successes = failures = rolled = 0
    while not full(successes, failures, needed, allowed):
        successes, failures = successes + results[rolled], failures + (not results[rolled])
        rolled += 1
    assert fills(successes, needed) != fails(failures, allowed)
    assert rolled <= needed + allowed - 1


@given(MARKS, MARKS, SIZES, SIZES)
def test_a_clock_never_empties(successes: int, failures: int, needed: int, allowed: int) -> None:
    """R54: what is full stays full under more marks of either kind."""
    if full(successes, failures, needed, allowed):
        assert full(successes + 1, failures, needed, allowed)
        assert full(successes, failures + 1, needed, allowed)
