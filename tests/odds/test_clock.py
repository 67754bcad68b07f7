"""The odds of a progress clock."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.judges import JUDGES

from wanderstar import odds
from wanderstar.book.ruleset import DEFAULT


def test_r15_three_before_three() -> None:
    """T30, R15: unsaid, three successes come before three failures as they do in five tests."""
    p = Fraction(126, 216)
    answer = odds.clock(1)
    assert answer.fills == p**5 + 5 * p**4 * (1 - p) + 10 * p**3 * (1 - p) ** 2
    assert dict(answer.rolls.items())[3] == p**3 + (1 - p) ** 3


def test_a_single_segment_is_a_single_test() -> None:
    """T30: one success before one failure is the test itself."""
    answer = odds.clock(1, successes=1, failures=1)
    assert (answer.fills, dict(answer.rolls.items())) == (odds.test(1).success, {1: Fraction(1)})


def test_the_ruleset_has_the_defaults() -> None:
    """R15: the segments come from the ruleset, and flags override it."""
    ruleset = DEFAULT._replace(clock_successes=4, clock_failures=2)
    assert odds.clock(1, ruleset=ruleset) == odds.clock(1, successes=4, failures=2)
    assert odds.clock(1, successes=1, ruleset=ruleset).failures == 2


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
def test_equal_to_the_judges(judge: Any) -> None:
    """The chance to fill is exactly another library's."""
    flags: dict[int, dict[str, Any]] = {-1: {"disadvantage": 1}, 0: {}, 1: {"advantage": 1}}
    for bonus in (-3, 0, 1, 3):
        for edge in (-1, 0, 1):
            for successes, failures in [(3, 3), (1, 4), (5, 2)]:
                ours = odds.clock(bonus, **flags[edge], successes=successes, failures=failures)
                assert ours.fills == judge.clock(bonus, edge, successes, failures).get(True, 0)


@given(st.integers(-8, 8), st.integers(1, 12), st.integers(1, 12))
def test_laws(bonus: int, successes: int, failures: int) -> None:
    """All sums are 1; a better bonus or one more allowed failure never hurts; the number of tests is bounded."""
    answer = odds.clock(bonus, successes=successes, failures=failures)
    assert answer.fills + answer.fails == 1
    rolls = dict(answer.rolls.items())
    assert sum(rolls.values()) == 1
    assert min(successes, failures) <= min(rolls)
    assert max(rolls) <= successes + failures - 1
    assert odds.clock(bonus + 1, successes=successes, failures=failures).fills >= answer.fills
    assert odds.clock(bonus, successes=successes, failures=failures + 1).fills >= answer.fills


def test_the_largest_clock() -> None:
    """A hundred before a hundred is answered exactly all the same."""
    answer = odds.clock(1, successes=100, failures=100)
    assert sum(p for _, p in answer.rolls.items()) == 1
    assert answer.fills > Fraction(9, 10)


@pytest.mark.parametrize("arguments", [{"successes": 0}, {"failures": 101}, {"bonus": None}])
def test_a_bad_argument_is_named(arguments: dict[str, Any]) -> None:
    """Wrong arguments raise a ValueError that names the first one."""
    whole: dict[str, Any] = {"bonus": 1} | arguments
    with pytest.raises(odds.BadArgument, match=rf"^{next(iter(arguments))}: "):
        odds.clock(**whole)
