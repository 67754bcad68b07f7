"""Chapter 5, Degrees of outcome."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.core_mechanic.outcome import (
    BARELY,
    NATURAL_2,
    NATURAL_12,
    NEAR_MISS,
    flag_words,
    flags,
    succeeds,
)
from wanderstar.book.ruleset import DEFAULT, NaturalMode

AUTO = NaturalMode.AUTO_OUTCOME
LABELS = NaturalMode.FLAGS_ONLY

NATURALS = st.integers(2, 12)
BONUSES = st.integers(-20, 20)
MODES = st.sampled_from(NaturalMode)


def words(natural: int, bonus: int, mode: int = AUTO) -> list[str]:
    """The flags of a test with these kept dice and this bonus."""
    total = natural + bonus
    return flag_words(flags(total, natural, succeeds(total, natural, mode)))


@pytest.mark.parametrize(
    ("total", "natural", "success"), [(7, 6, False), (8, 7, True), (9, 9, True), (4, 7, False), (10, 9, True)]
)
def test_eight_or_more_succeeds(total: int, natural: int, success: bool) -> None:
    """T3, T32: a total of 8 or more succeeds and 7 or less fails, with nothing between or beyond."""
    assert succeeds(total, natural, AUTO) is success


def test_making_it_exactly() -> None:
    """T33: a total of exactly 8 is a success, flagged `barely`; 9 is a success without a flag."""
    assert (succeeds(8, 7, AUTO), words(7, 1), words(8, 1)) == (True, ["barely"], [])


def test_missing_by_one() -> None:
    """T34: a total of 7 is a failure, flagged `near_miss`; 6 is a failure without a flag."""
    assert (succeeds(7, 6, AUTO), words(6, 1), words(5, 1)) == (False, ["near_miss"], [])


@given(BONUSES)
def test_snake_eyes_fail(bonus: int) -> None:
    """T35: two kept ones fail whatever the bonus, 1, 1 and +7 too."""
    assert succeeds(2 + bonus, 2, AUTO) is False
    assert "natural_2" in words(2, bonus)


@given(BONUSES)
def test_boxcars_succeed(bonus: int) -> None:
    """T36: two kept sixes succeed whatever the penalty, 6, 6 and -5 too."""
    assert succeeds(12 + bonus, 12, AUTO) is True
    assert "natural_12" in words(12, bonus)


@given(NATURALS, BONUSES, MODES)
def test_flags_force_nothing(natural: int, bonus: int, mode: NaturalMode) -> None:
    """T32, T37, R10: whatever flags a test shows, it is a plain success or failure, decided by the total
    unless a natural decides it."""
    decided = {2: False, 12: True}.get(natural) if mode == AUTO else None
    assert succeeds(natural + bonus, natural, mode) is (natural + bonus >= 8 if decided is None else decided)


@pytest.mark.parametrize(
    ("natural", "bonus", "success"), [(2, 7, True), (12, -5, False), (2, 5, False), (12, -4, True)]
)
def test_naturals_as_labels(natural: int, bonus: int, success: bool) -> None:
    """R9: with `natural.mode = "flags_only"` the total decides: 1, 1 and +7 succeeds, 6, 6 and -5 fails."""
    assert succeeds(natural + bonus, natural, LABELS) is success


@given(NATURALS, st.sampled_from([bonus for _, bonus in DEFAULT.skills_ranks]))
def test_naturals_agree_on_the_ladder(natural: int, bonus: int) -> None:
    """R9, R6: from Untrained to Expert both readings of the naturals give the same outcome."""
    assert succeeds(natural + bonus, natural, AUTO) == succeeds(natural + bonus, natural, LABELS)


@pytest.mark.parametrize(
    ("natural", "bonus", "expected"),
    [
        (7, 1, ["barely"]),
        (6, 1, ["near_miss"]),
        (2, 0, ["natural_2"]),
        (12, 3, ["natural_12"]),
        (12, -4, ["barely", "natural_12"]),
        (2, 5, ["near_miss", "natural_2"]),
        (9, 1, []),
    ],
)
def test_flags_of_a_test(natural: int, bonus: int, expected: list[str]) -> None:
    """R10, T33-T36: the flags are `barely`, `near_miss`, `natural_2` and `natural_12`; two may stand together."""
    assert words(natural, bonus) == expected


def test_flags_keep_to_their_outcome() -> None:
    """R58: a forced success at 7 is no near miss, and a forced failure at 8 is no bare success."""
    assert (words(12, -5), words(2, 6)) == (["natural_12"], ["natural_2"])
    assert (words(12, -5, LABELS), words(2, 6, LABELS)) == (
        ["near_miss", "natural_12"],
        ["barely", "natural_2"],
    )


@given(NATURALS, BONUSES, MODES)
def test_barely_and_near_miss_exclude_each_other(natural: int, bonus: int, mode: NaturalMode) -> None:
    """R58, T33, T34: `barely` only beside success at 8, `near_miss` only beside failure at 7."""
    total = natural + bonus
    success = succeeds(total, natural, mode)
    bits = flags(total, natural, success)
    assert bool(bits & BARELY) == (success and total == 8)
    assert bool(bits & NEAR_MISS) == (not success and total == 7)
    assert bits & (NATURAL_2 | NATURAL_12) == {2: NATURAL_2, 12: NATURAL_12}.get(natural, 0)
