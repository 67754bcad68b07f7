"""Chapter 11, The Effect of a roll."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.effect import attack_effect, effect
from wanderstar.book.core_mechanic.roll import meets

TOTALS = st.integers(-20, 40)


@pytest.mark.parametrize(("total", "expected"), [(11, 3), (8, 0), (5, -3)])
def test_effect(total: int, expected: int) -> None:
    """C8: Effect is the total less 8: 11 is +3, 8 is 0 and 5 is -3."""
    assert effect(total) == expected


@given(TOTALS)
def test_sign_of_effect(total: int) -> None:
    """C8: a total meets the target exactly where its Effect is not below 0."""
    assert meets(total) == (effect(total) >= 0)


@pytest.mark.parametrize(("natural", "bonus", "expected"), [(12, 3, 7), (12, -5, -1), (2, 7, 1)])
def test_effect_of_a_forced_result(natural: int, bonus: int, expected: int) -> None:
    """R9: a natural decides the outcome but not the Effect: 6, 6 and -5 stays at -1, 1, 1 and +7 at +1."""
    assert effect(natural + bonus) == expected


def test_effect_of_an_avoided_attack() -> None:
    """R22: an avoid roll of Effect -3 makes the adversary's attack +3, and one of +2 makes it -2."""
    assert [attack_effect(avoided) for avoided in (-3, 0, 2)] == [3, 0, -2]


@given(TOTALS)
def test_turning_twice(total: int) -> None:
    """R22: turned twice an Effect is itself again."""
    assert attack_effect(attack_effect(effect(total))) == effect(total)
