"""Chapter 5, Opposed tests."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.core_mechanic.opposed import (
    LEVEL,
    MAX_REROLLS,
    contest_winner,
    margin,
    narrow,
    winner,
)
from wanderstar.book.ruleset import DEFAULT

NOBODY = LEVEL
FIRST, SECOND, UNDECIDED, GOES_ON = 1, -1, 0, 2
TOTALS = st.lists(st.integers(-1, 18), min_size=2, max_size=5).map(tuple)
NETS = st.integers(-6, 6)


def course(swings: list[int], net_wins: int = 2, most: int = 5, status_quo: bool = False) -> list[int]:
    """How a contest stands after each exchange: 1 the first side's win, -1 the second's, 0 level."""
    nets = list(accumulate(swings))
    return [contest_winner(net, done, net_wins, most, status_quo) for done, net in enumerate(nets, 1)]


@pytest.mark.parametrize(
    ("totals", "expected"), [((6, 5), 0), ((5, 6), 1), ((12, 10), 0), ((3, 2), 0), ((4, 11, 9), 1)]
)
def test_higher_total_wins(totals: tuple[int, ...], expected: int) -> None:
    """T42: the higher total wins and 8 has no say: 6 beats 5, and of 12 and 10 only the 12 wins."""
    assert winner(totals, NOBODY) == expected


@given(st.integers(2, 17), st.sampled_from((0, 1)))
def test_a_tie_is_the_defenders(total: int, defender: int) -> None:
    """T43: level totals go to the defender, for whom things stay as they are."""
    assert winner((total, total), defender) == defender


def test_a_tie_without_defender() -> None:
    """T44: two who lunge for the same dropped gun and both reach 9 have settled nothing."""
    assert winner((9, 9), NOBODY) == LEVEL


@pytest.mark.parametrize(
    ("totals", "defender", "expected"),
    [
        ((9, 7, 9), 2, 2),
        ((9, 7, 9), 1, LEVEL),
        ((9, 7, 9), NOBODY, LEVEL),
        ((7, 9, 7), 0, 1),
        ((8, 8, 8), 1, 1),
    ],
)
def test_three_sides(totals: tuple[int, ...], defender: int, expected: int) -> None:
    """R12: of three sides the highest wins outright; a tie of the leaders is the defender's if it leads too."""
    assert winner(totals, defender) == expected


def test_rerolls_are_limited() -> None:
    """R12, T44: a tie that nobody defends is rolled again three times at most."""
    assert MAX_REROLLS == 3


@given(TOTALS, st.integers(-1, 4))
def test_only_leaders_win(totals: tuple[int, ...], defender: int) -> None:
    """T42, T43, R12: whoever wins has the highest total, and a single leader wins against any defender."""
    defender = min(defender, len(totals) - 1)
    won = winner(totals, defender)
    leaders = [side for side, total in enumerate(totals) if total == max(totals)]
    assert won in leaders if len(leaders) == 1 or defender in leaders else won == LEVEL


@given(st.integers(2, 17), st.integers(2, 17))
def test_naming_a_defender_only_moves_ties(one: int, other: int) -> None:
    """T43: who defends changes nothing unless the totals are level."""
    results = {winner((one, other), defender) for defender in (NOBODY, 0, 1)}
    assert len(results) == (3 if one == other else 1)


@pytest.mark.parametrize(
    ("totals", "expected"), [((6, 5), 1), ((12, 5), 7), ((9, 9), 0), ((4, 11, 9), 2), ((9, 9, 2), 0)]
)
def test_margin_to_the_runner_up(totals: tuple[int, ...], expected: int) -> None:
    """T45, R12: the margin is the gap from the highest total to the next: 11 over 9 and 4 is 2."""
    assert margin(totals) == expected


@given(TOTALS)
def test_margin_and_winner_agree(totals: tuple[int, ...]) -> None:
    """T44, T45: there is a margin exactly where somebody wins without a defender's rule."""
    assert (margin(totals) > 0) == (winner(totals, NOBODY) != LEVEL)
    assert margin(totals) == margin(totals[::-1])


def test_narrow_wins() -> None:
    """T45, R10: a win by one or two is narrow; a tie kept by the defender and a win by three are not."""
    assert [narrow(gap) for gap in range(5)] == [False, True, True, False, False]


def test_contest_ends_at_the_lead() -> None:
    """T46, R14: two net wins end a contest, at once if they come in a row."""
    assert course([1, 1]) == [GOES_ON, FIRST]
    assert course([-1, -1]) == [GOES_ON, SECOND]


def test_trading_wins_ends_nothing() -> None:
    """T47: sides that win in turn never reach a lead of two, however long it goes on."""
    assert course([1, -1] * 20, most=-1) == [GOES_ON] * 40


@pytest.mark.parametrize(
    ("swings", "expected"),
    [([1, -1, 1, -1, 1], FIRST), ([1, -1, -1, 0, 0], SECOND), ([1, -1, 0, 0, 0], UNDECIDED)],
)
def test_contest_at_its_last_exchange(swings: list[int], expected: int) -> None:
    """R14, R55: after five exchanges the leader wins, and level is undecided."""
    assert course(swings) == [GOES_ON] * 4 + [expected]


def test_timeout_to_the_status_quo() -> None:
    """R14, R55: with `contest.timeout = "status_quo"` a lead that is too small at the limit decides nothing."""
    assert course([1, -1, 1, 0, 0], status_quo=True)[-1] == UNDECIDED
    assert course([1, 0, 0, 0, 1], status_quo=True)[-1] == FIRST


def test_level_exchanges_count() -> None:
    """R55: a level exchange changes no lead but counts toward the limit."""
    assert course([0, 0, 0, 0, 0]) == [GOES_ON] * 4 + [UNDECIDED]


def test_default_length() -> None:
    """R14: two net wins, five exchanges at most."""
    assert (DEFAULT.contest_net_wins, DEFAULT.contest_max_exchanges) == (2, 5)


@given(NETS, st.integers(0, 10), st.integers(1, 4), st.integers(-1, 8), st.booleans())
def test_contest_is_fair(net: int, done: int, net_wins: int, most: int, status_quo: bool) -> None:
    """T47, R14: the same lead on the other side gives the same standing to the other side."""
    here = contest_winner(net, done, net_wins, most, status_quo)
    there = contest_winner(-net, done, net_wins, most, status_quo)
    assert there == (here if here == GOES_ON else -here)


@given(NETS, st.integers(1, 4), st.integers(1, 8), st.booleans())
def test_contest_ends_by_its_limit(net: int, net_wins: int, most: int, status_quo: bool) -> None:
    """T46, R14: at the limit no contest goes on, and before it only a full lead has ended one."""
    assert contest_winner(net, most, net_wins, most, status_quo) != GOES_ON
    assert (contest_winner(net, most - 1, net_wins, most, status_quo) != GOES_ON) == (abs(net) >= net_wins)


@given(st.lists(st.sampled_from((-1, 1)), min_size=1, max_size=12))
def test_a_lead_is_net(swings: list[int]) -> None:
    """T47: without a limit a contest stands won exactly when own wins less the other's reach two."""
    assert [stand != GOES_ON for stand in course(swings, most=-1)] == [
        abs(net) >= 2 for net in accumulate(swings)
    ]
