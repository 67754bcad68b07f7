"""Chapter 11, Melee."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.melee import (
    BREAK_FREE_CHARACTERISTIC,
    BREAK_FREE_SKILL,
    LOB_SKILL,
    SKILL,
    THROWN_SKILL,
    engaged,
    inside_guard,
    pulled_turns,
)
from wanderstar.book.combat.range import Band, band
from wanderstar.book.combat.trauma import trauma
from wanderstar.book.ruleset import DEFAULT


def test_skill_of_melee() -> None:
    """C39, C46: hand-to-hand is rolled with Close Quarters, by Strength."""
    assert (SKILL, DEFAULT.characteristic_of(SKILL)) == ("Close Quarters", "Strength")


def test_skills_of_throws() -> None:
    """C51, C52: a throw at someone is Ranged Weapons (Dexterity), a lob at a spot Explosives (Intellect)."""
    skills = [(skill, DEFAULT.characteristic_of(skill)) for skill in (THROWN_SKILL, LOB_SKILL)]
    assert skills == [("Ranged Weapons", "Dexterity"), ("Explosives", "Intellect")]


def test_skill_of_breaking_free() -> None:
    """C50, R37: getting out of a hold is Athletics, called under Strength instead of its own Dexterity."""
    assert (BREAK_FREE_SKILL, BREAK_FREE_CHARACTERISTIC) == ("Athletics", "Strength")
    assert DEFAULT.characteristic_of(BREAK_FREE_SKILL) == "Dexterity"


@pytest.mark.parametrize(("metres", "expected"), [(0, True), (1, True), (1.5, True), (1.6, False)])
def test_engaged(metres: float, expected: bool) -> None:
    """C39, R33: two are engaged within 1.5 m, that much included."""
    assert engaged(metres) is expected


@given(st.floats(0, 500))
def test_engaged_is_the_engaged_band(metres: float) -> None:
    """C23, C39: to be engaged is to be in the Engaged band."""
    assert engaged(metres) == (band(metres) == Band.ENGAGED)


@given(st.integers(1, 50), st.integers(0, 5))
def test_inside_the_guard(reached: int, later: int) -> None:
    """C42, R35: who reaches a Reach wielder in round 1 may hit back from round 2, not in round 1."""
    assert inside_guard(reached, reached + later) == (later >= 1)


@pytest.mark.parametrize(("damage", "turns"), [(5, 0), (6, 1), (11, 1), (12, 2)])
def test_pulled_blows(damage: int, turns: int) -> None:
    """C47, C48, R36: pulled against armor 6, damage 5 does nothing, 6 takes one turn and 12 takes two."""
    assert pulled_turns(trauma(damage, 6, DEFAULT.trauma_max_per_hit)) == turns
