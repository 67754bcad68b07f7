"""The odds of an opposed test."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.judges import JUDGES

from wanderstar import odds

WORDS = {-1: "disadvantage", 0: "neutral", 1: "advantage"}


def test_c13_two_equal_sides() -> None:
    """case-13, T43: two equal sides: 575, 146 level, 575 of 1296; the level ones go to the defender."""
    answer = odds.opposed(["a:0", "b:0"])
    assert answer.highest == {"a": Fraction(575, 1296), "b": Fraction(575, 1296)}
    assert answer.tie == Fraction(146, 1296)
    assert answer.win == {"a": Fraction(575, 1296), "b": Fraction(721, 1296)}
    assert answer.unresolved == 0


def test_c13_advantage_against_none() -> None:
    """case-13, T40: Advantage against none: 401/648, level 91/864, 715/2592."""
    answer = odds.opposed(["a:0:advantage", "b:0"], defender="none")
    assert answer.highest == {"a": Fraction(401, 648), "b": Fraction(715, 2592)}
    assert answer.tie == answer.unresolved == Fraction(91, 864)


def test_c13_sides_swapped() -> None:
    """case-13: with the sides swapped and the same defender by name, nothing changes but the margin's sign."""
    one = odds.opposed(["a:2:advantage", "b:1"], defender="b")
    two = odds.opposed(["b:1", "a:2:advantage"], defender="b")
    assert (one.win, one.highest, one.tie, one.narrow) == (two.win, two.highest, two.tie, two.narrow)
    assert one.margin is not None
    assert two.margin is not None
    assert dict(one.margin.items()) == {-gap: p for gap, p in two.margin.items()}


def test_r12_the_second_side_is_the_defender_unless_said() -> None:
    """R12: unsaid, the second side holds what is; null means nobody does."""
    assert odds.opposed(["a:0", "b:0"]).to_json()["defender"] == "b"
    assert odds.opposed(["a:0", "b:0"], defender=None).to_json()["defender"] is None


def test_t44_a_tie_without_a_defender_is_unresolved() -> None:
    """T44: without a defender equal totals decide nothing."""
    answer = odds.opposed(["a:0", "b:0"], defender=None)
    assert (answer.win, answer.unresolved) == (answer.highest, answer.tie)


def test_r9_naturals_decide_nothing_here() -> None:
    """T42, R9: a side 30 ahead always wins, whatever the dice."""
    assert odds.opposed(["a:30", "b:0"]).win == {"a": 1, "b": 0}


def test_t45_margin_and_narrow() -> None:
    """T45: the margin is the first side's total less the second's; one or two either way is narrow."""
    answer = odds.opposed(["a:0", "b:0"])
    assert answer.margin is not None
    assert answer.narrow == sum(answer.margin.p(gap) for gap in (-2, -1, 1, 2))
    assert answer.margin.p(0) == answer.tie


def test_three_sides_have_no_margin() -> None:
    """T45: margin and narrow are of two sides."""
    assert not {"margin", "narrow"} & set(odds.opposed(["a:0", "b:0", "c:1"]).to_json())


def test_r6_a_side_may_have_a_rank() -> None:
    """R6: a rank's name does for the bonus."""
    assert odds.opposed(["a:Expert", "b:Untrained"]).sides == odds.opposed(["a:+3", "b:-3"]).sides


def _highest(totals: tuple[int, ...]) -> int:
    best = [index for index, total in enumerate(totals) if total == max(totals)]
    return best[0] if len(best) == 1 else -1


def _holding(totals: tuple[int, ...], defender: int) -> int:
    return defender if totals[defender] == max(totals) else _highest(totals)


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
@pytest.mark.parametrize(
    "sides",
    [
        *([(first, e1), (0, e2)] for first, e1, e2 in product((-4, 0, 3), (-1, 0, 1), (-1, 0, 1))),
        [(1, 0), (2, -1), (0, 1)],
        [(0, 0), (0, 0), (0, 0), (1, -1)],
    ],
    ids=str,
)
def test_equal_to_the_judges(judge: Any, sides: list[tuple[int, int]]) -> None:
    """Two, three and four sides are exactly another library's, with and without the defender's tie."""
    given = [f"s{index}:{bonus}:{WORDS[edge]}" for index, (bonus, edge) in enumerate(sides)]
    highest, held = judge.opposed(sides, _highest), judge.opposed(sides, lambda totals: _holding(totals, 1))
    ours = odds.opposed(given)
    assert list(ours.highest.values()) == [highest.get(index, 0) for index in range(len(sides))]
    assert list(ours.win.values()) == [held.get(index, 0) for index in range(len(sides))]
    assert (ours.tie, ours.unresolved) == (highest.get(-1, 0), held.get(-1, 0))


bonuses, edges = st.integers(-12, 12), st.sampled_from(list(WORDS.values()))


@given(st.lists(st.tuples(bonuses, edges), min_size=2, max_size=6), st.booleans())
def test_laws(sides: list[tuple[int, str]], defended: bool) -> None:
    """All sums are 1; a better bonus never hurts its side; the defender's tie only adds to the defender."""
    given = [f"s{index}:{bonus}:{edge}" for index, (bonus, edge) in enumerate(sides)]
    defender = "s0" if defended else None
    answer = odds.opposed(given, defender=defender)
    assert sum(answer.highest.values()) + answer.tie == 1
    assert sum(answer.win.values()) + answer.unresolved == 1
    assert all(answer.win[name] >= p for name, p in answer.highest.items())
    given[-1] = f"{given[-1].split(':')[0]}:{sides[-1][0] + 1}:{sides[-1][1]}"
    better = odds.opposed(given, defender=defender)
    last = f"s{len(sides) - 1}"
    assert better.win[last] >= answer.win[last]


def test_two_sides_are_the_many_sided_case() -> None:
    """A third side that can never lead changes nothing."""
    two, three = odds.opposed(["a:1", "b:0"]), odds.opposed(["a:1", "b:0", "c:-50"])
    assert {name: three.win[name] for name in two.win} == two.win
    assert three.win["c"] == 0


@pytest.mark.parametrize(
    ("sides", "defender"),
    [
        (["a:0"], None),
        (["a:0", "a:1"], None),
        (["a", "b:1"], None),
        (["a:x", "b:1"], None),
        (["a:0:sideways", "b:1"], None),
        ([":0", "b:1"], None),
        (["a\nb:0", "b:1"], None),
        (["none:0", "b:1"], None),
        ([f"s{index}:0" for index in range(21)], None),
        (["a:0", "b:1"], "c"),
    ],
)
def test_a_bad_argument_is_named(sides: list[str], defender: str | None) -> None:
    """Wrong sides or an unknown defender raise a ValueError that names the argument."""
    argument = "side" if defender is None else "defender"
    with pytest.raises(odds.BadArgument, match=rf"^{argument}: "):
        odds.opposed(sides, defender=defender)
