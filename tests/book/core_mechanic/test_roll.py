"""Chapter 5, The roll and The probability."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.core_mechanic.outcome import succeeds
from wanderstar.book.core_mechanic.roll import TARGET, Edge, dice_rolled, dropped, meets, total
from wanderstar.book.ruleset import NaturalMode

FACES = range(1, 7)
DIE = st.integers(1, 6)
AT_AN_EDGE = st.sampled_from((Edge.DISADVANTAGE, Edge.ADVANTAGE))

# Successes in 216 at Disadvantage, neutral and Advantage: the table that chapter 5 announces.
TABLE = {
    -3: (4, 18, 43),
    0: (42, 90, 147),
    1: (69, 126, 174),
    2: (103, 156, 193),
    3: (139, 180, 205),
    4: (173, 198, 212),
}


def kept(dice: tuple[int, ...], edge: int) -> list[int]:
    """The dice that count, in the order rolled."""
    if edge == Edge.NEUTRAL:
        return list(dice)
    a, b, c = dice
    gone = dropped(a, b, c, edge)
    return [face for place, face in enumerate(dice) if place != gone]


def sums(edge: int) -> list[int]:
    """The kept sum of every roll of the dice."""
    return [sum(kept(dice, edge)) for dice in itertools.product(FACES, repeat=dice_rolled(edge))]


def chances(bonus: int) -> tuple[int, ...]:
    """Successes in 216 at the three edges, every roll counted through the rules."""
    row = []
    for edge in Edge:
        rolls = sums(edge)
        wins = sum(succeeds(total(natural, bonus), natural, NaturalMode.AUTO_OUTCOME) for natural in rolls)
        row.append(wins * 216 // len(rolls))
    return tuple(row)


@pytest.mark.parametrize(("natural", "bonus", "expected"), [(7, -3, 4), (7, 0, 7), (9, 1, 10), (12, 3, 15)])
def test_total_is_dice_and_bonus(natural: int, bonus: int, expected: int) -> None:
    """T2, T4: the two kept dice and the skill's bonus make the total, and no third number: 9 and +1 are 10."""
    assert total(natural, bonus) == expected


def test_eight_is_enough() -> None:
    """T3: 8 meets the target and 7 does not."""
    assert [meets(number) for number in (6, 7, 8, 9)] == [False, False, True, True]


@given(st.integers(-50, 50))
def test_target_is_always_8(number: int) -> None:
    """T16: one target for every total, however far off: 8."""
    assert TARGET == 8
    assert meets(number) == (number >= 8)


def test_plain_odds() -> None:
    """T5: without a bonus 15 of the 36 plain rolls succeed, and 7 is the sum seen most."""
    rolls = sums(Edge.NEUTRAL)
    assert sum(meets(natural) for natural in rolls) == 15
    assert {natural for natural in rolls if rolls.count(natural) >= rolls.count(7)} == {7}


@pytest.mark.parametrize(
    ("dice", "expected"), [((5, 2, 4), [5, 4]), ((2, 5, 6), [5, 6]), ((4, 2, 2), [4, 2]), ((2, 2, 2), [2, 2])]
)
def test_advantage_keeps_the_best_two(dice: tuple[int, int, int], expected: list[int]) -> None:
    """T6: at Advantage three dice are rolled and the highest two kept: 5, 2, 4 make 9."""
    assert kept(dice, Edge.ADVANTAGE) == expected


@pytest.mark.parametrize(
    ("dice", "expected"), [((5, 2, 4), [2, 4]), ((1, 1, 5), [1, 1]), ((3, 6, 6), [3, 6]), ((2, 2, 2), [2, 2])]
)
def test_disadvantage_keeps_the_worst_two(dice: tuple[int, int, int], expected: list[int]) -> None:
    """T7: at Disadvantage three dice are rolled and the lowest two kept: 5, 2, 4 make 6."""
    assert kept(dice, Edge.DISADVANTAGE) == expected


@given(DIE, DIE, DIE, AT_AN_EDGE)
def test_exactly_one_die_is_dropped(a: int, b: int, c: int, edge: Edge) -> None:
    """T6, T7: of any three dice exactly one does not count: the lowest at Advantage, the highest at
    Disadvantage, and of equal ones the last rolled."""
    dice = (a, b, c)
    worst = min(dice) if edge == Edge.ADVANTAGE else max(dice)
    assert dropped(a, b, c, edge) == 2 - dice[::-1].index(worst)


def test_how_many_dice() -> None:
    """T8, R52: three dice at Advantage or Disadvantage, exactly two with neither."""
    assert [dice_rolled(edge) for edge in Edge] == [3, 2, 3]


def test_edges_are_signs() -> None:
    """T6, T7, T8, R2: Disadvantage, neutral and Advantage are -1, 0 and 1, so that turning an edge is a minus."""
    assert list(Edge) == [-1, 0, 1]


@pytest.mark.parametrize("edge", list(Edge))
def test_two_dice_count_at_every_edge(edge: Edge) -> None:
    """T9: at every edge the kept dice run from 2 to 12, all of it and nothing else."""
    assert set(sums(edge)) == set(range(2, 13))


@given(DIE, DIE, DIE)
def test_edges_order_the_same_dice(a: int, b: int, c: int) -> None:
    """T6, T7, T8: the same three dice never count less at Advantage than the first two alone, nor more at
    Disadvantage."""
    dice = (a, b, c)
    assert sum(kept(dice, Edge.DISADVANTAGE)) <= a + b <= sum(kept(dice, Edge.ADVANTAGE))


@given(DIE, DIE, DIE)
def test_edges_mirror_each_other(a: int, b: int, c: int) -> None:
    """T6, T7: Disadvantage is Advantage with the dice turned over (1 for 6, 2 for 5, 3 for 4)."""
    turned = (7 - a, 7 - b, 7 - c)
    assert dropped(a, b, c, Edge.DISADVANTAGE) == dropped(*turned, Edge.ADVANTAGE)


@pytest.mark.parametrize(("bonus", "expected"), TABLE.items())
def test_table_of_chances(bonus: int, expected: tuple[int, int, int]) -> None:
    """T5, T9, T10: each rank has three chances; Trained (+1) succeeds 69, 126 and 174 times in 216."""
    assert chances(bonus) == expected


def test_edges_matter_most_in_the_middle() -> None:
    """T10: Advantage helps most at bonus 0 (57 in 216), Disadvantage hurts most at +1 (57), less at the ends."""
    gains = {bonus: chances(bonus)[2] - chances(bonus)[1] for bonus in TABLE}
    losses = {bonus: chances(bonus)[1] - chances(bonus)[0] for bonus in TABLE}
    assert gains == {-3: 25, 0: 57, 1: 48, 2: 37, 3: 25, 4: 14}
    assert losses == {-3: 14, 0: 48, 1: 57, 2: 53, 3: 41, 4: 25}


def test_means_of_the_dice() -> None:
    """T9, R20: the kept dice average 133/24, 7 and 203/24, which round to 6, 7 and 8."""
    means = {edge: (sum(sums(edge)), len(sums(edge))) for edge in Edge}
    assert means == {Edge.DISADVANTAGE: (1197, 216), Edge.NEUTRAL: (252, 36), Edge.ADVANTAGE: (1827, 216)}
    assert [round(whole / rolls) for whole, rolls in means.values()] == [6, 7, 8]
