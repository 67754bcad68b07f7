"""The odds of an extended contest."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.judges import JUDGES

from wanderstar import odds
from wanderstar.book.ruleset import DEFAULT, Timeout
from wanderstar.odds.contest import End, Exchange, run


def test_r14_two_net_wins_within_five_exchanges() -> None:
    """T46, T47, R14: unsaid it takes a lead of two and ends after five exchanges with the leader."""
    answer = odds.contest(["a:0", "b:0"])
    p, q = Fraction(575, 1296), Fraction(721, 1296)
    # In pairs: both to one side, or one each; after two undecided pairs the fifth exchange makes a leader.
    pair = p * p + 2 * p * q * p * p + (2 * p * q) ** 2 * p
    assert answer.win["a"] == pair
    assert answer.undecided == 0
    assert dict(answer.exchanges.items()) == {
        2: p * p + q * q,
        4: 2 * p * q * (p * p + q * q),
        5: (2 * p * q) ** 2,
    }


def test_r55_level_exchanges_count_toward_the_limit() -> None:
    """R55: without a defender a tie moves nobody, and a contest may be level at its end."""
    answer = odds.contest(["a:0", "b:0"], defender=None, net=1, max=2)
    level = Fraction(146, 1296)
    assert answer.undecided == level * level
    assert dict(answer.exchanges.items()) == {1: 1 - level, 2: level}


def test_r14_status_quo_at_the_limit() -> None:
    """R14, R55: with timeout status_quo a mere leader wins nothing."""
    leader = odds.contest(["a:2", "b:0"], max=3)
    nobody = odds.contest(["a:2", "b:0"], max=3, timeout="status_quo")
    assert nobody.undecided == 1 - nobody.win["a"] - nobody.win["b"] > 0
    assert leader.undecided == 0
    assert nobody.exchanges == leader.exchanges


def test_without_a_limit_the_better_side_wins_by_powers() -> None:
    """T46: the chance of a lead of n is p to the n against q to the n."""
    answer = odds.contest(["a:0", "b:0"], net=3, max="none")
    assert answer.win["a"] == Fraction(575**3, 575**3 + 721**3)
    assert (answer.undecided, answer.win["a"] + answer.win["b"]) == (Fraction(0), Fraction(1))


def test_without_a_limit_exchanges_are_exact_up_to_a_cut() -> None:
    """Exchanges are listed until at most 10**-12 is left, which is called more; with it the sum is 1."""
    answer = odds.contest(["a:1", "b:0"], max=None, defender=None)
    spread = answer.exchanges
    more = Fraction(spread.more, spread.total)
    assert 0 < more <= Fraction(1, 10**12)
    assert sum(p for _, p in spread.items()) + more == 1
    shown = answer.to_json()
    assert shown["max"] is None
    assert sum(Fraction(p["exact"]) for p in shown["exchanges"].values()) == 1


@pytest.mark.parametrize(("bonus", "wins"), [(30, 1), (-30, 0)])
def test_a_side_that_always_wins(bonus: int, wins: int) -> None:
    """With a chance of 1 or 0 the lead comes without a detour, limit or none."""
    for most in (5, None):
        answer = odds.contest([f"a:{bonus}", "b:0"], max=most)
        assert answer.win == {"a": wins, "b": 1 - wins}
        assert dict(answer.exchanges.items()) == {2: 1}
        assert answer.exchanges.more == 0


def test_a_contest_that_nobody_can_win() -> None:
    """Where every exchange is level, a limit ends it and no limit never does."""
    assert run(Exchange(0, 0, 3), 2, 2, False) == ((End(2, 0, 0, 9),), 0)
    assert run(Exchange(0, 0, 3), 2, -1, False) == ((), 1)


def test_the_ruleset_has_the_defaults() -> None:
    """R14: net wins, limit and timeout come from the ruleset, and a flag overrides it."""
    ruleset = DEFAULT._replace(
        contest_net_wins=3, contest_max_exchanges=None, contest_timeout=Timeout.STATUS_QUO
    )
    shown = odds.contest(["a:0", "b:0"], ruleset=ruleset).to_json()
    assert (shown["net"], shown["max"], shown["timeout"]) == (3, None, "status_quo")
    assert odds.contest(["a:0", "b:0"], max=4, net=1, ruleset=ruleset).to_json()["max"] == 4


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
@pytest.mark.parametrize("defender", ["b", None])
def test_equal_to_the_judges(judge: Any, defender: str | None) -> None:
    """Wins and draws are exactly another library's, ties going to a defender or to nobody."""
    for bonus, net, most in [(0, 2, 5), (2, 2, 6), (-1, 3, 7), (1, 1, 3)]:
        sides = [f"a:{bonus}", "b:0:advantage"]
        ours = odds.contest(sides, defender=defender, net=net, max=most)
        theirs = judge.contest(tuple(ours.exchange), net, most)
        won = (ours.win["a"], ours.win["b"], ours.undecided)
        assert won == tuple(theirs.get(end, 0) for end in ("first", "second", "undecided"))
        once = odds.opposed(sides, defender=defender)
        assert Fraction(ours.exchange.first, ours.exchange.total) == once.win["a"]


@given(st.integers(-8, 8), st.integers(1, 4), st.integers(1, 12), st.booleans(), st.booleans())
def test_laws(bonus: int, net: int, most: int, defended: bool, status_quo: bool) -> None:
    """All sums are 1; a better bonus never hurts; swapping the sides swaps the chances."""
    rules: dict[str, Any] = {"net": net, "max": most, "timeout": "status_quo" if status_quo else "leader"}
    rules["defender"] = "b" if defended else None
    answer = odds.contest([f"a:{bonus}", "b:0"], **rules)
    assert sum(answer.win.values()) + answer.undecided == 1
    assert sum(p for _, p in answer.exchanges.items()) == 1
    assert odds.contest([f"a:{bonus + 1}", "b:0"], **rules).win["a"] >= answer.win["a"]
    swapped = odds.contest(["b:0", f"a:{bonus}"], **rules)
    assert (swapped.win, swapped.undecided) == (answer.win, answer.undecided)


@given(st.integers(-3, 3), st.integers(1, 3))
def test_a_long_limit_comes_near_none(bonus: int, net: int) -> None:
    """With ever more exchanges the limited contest comes to the unlimited one."""
    long, none = (odds.contest([f"a:{bonus}", "b:0"], net=net, max=most) for most in (300, None))
    assert abs(long.win["a"] - none.win["a"]) < Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({"net": 0}, "net"),
        ({"net": 11, "max": None}, "net"),
        ({"max": 0}, "max"),
        ({"max": "many"}, "max"),
        ({"timeout": "coin"}, "timeout"),
        ({"side": ["a:0", "b:0", "c:0"]}, "side"),
    ],
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], argument: str) -> None:
    """Wrong arguments raise a ValueError that names the first one."""
    whole: dict[str, Any] = {"side": ["a:0", "b:0"]} | arguments
    with pytest.raises(odds.BadArgument, match=rf"^{argument}: "):
        odds.contest(**whole)
