"""Chapter 11, Cover."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.cover import Grade, can_reach, stands_between
from wanderstar.book.combat.range import distance
from wanderstar.book.combat.trauma import armor, worn
from wanderstar.book.ruleset import DEFAULT

ARC = 120.0
LENGTHS = st.floats(0, 200)
TURNS = st.floats(0, 180)


def on_a_line(me: float, cover: float, source: float) -> bool:
    """Whether cover at one place of a line protects one at another from a source at a third."""
    apart = 0.0 if (cover - me) * (source - me) > 0 else 180.0
    return stands_between(distance(me, 0, cover, 0), distance(me, 0, source, 0), apart, ARC)


def test_grades_of_cover() -> None:
    """C67: Light cover is worth 2 armor and Solid cover 4."""
    assert (Grade.NONE, Grade.LIGHT, Grade.SOLID) == (0, 2, 4)


def test_cover_adds_to_what_is_worn() -> None:
    """C66, C68: base 3, gear 2 and Solid cover make armor 9; Light cover 7, none 5."""
    armors = [armor(DEFAULT.armor_base, 2, grade, 0, DEFAULT.armor_floor) for grade in reversed(Grade)]
    assert armors == [9, 7, 5]
    assert worn(DEFAULT.armor_base, 2) == armors[-1]


@pytest.mark.parametrize(
    ("me", "cover", "source", "protects"),
    [(36, 35, 0, True), (36, 35, 120, False), (36, 37, 38, True), (36, 37, 33, False), (36, 37, 120, True)],
)
def test_fire_through_cover(me: float, cover: float, source: float, protects: bool) -> None:
    """C70, R49: a crate at 35 m shields one at 36 m from a shooter at 0 m and not from one at 120 m."""
    assert on_a_line(me, cover, source) is protects


@pytest.mark.parametrize(("crate", "panel", "burst"), [(False, True, 38), (True, False, 33)])
def test_cover_against_a_blast(crate: bool, panel: bool, burst: float) -> None:
    """C71, R49: thrown from 12 m at one at 36 m: where it bursts at 38 m the panel at 37 m helps and the crate
    at 35 m, on the thrower's side, does not; where it bursts at 33 m it is the other way round."""
    assert (on_a_line(36, 35, burst), on_a_line(36, 37, burst)) == (crate, panel)


def test_source_nearer_than_cover() -> None:
    """R49: a source nearer than the cover is on one's own side of it; one just as far away is not."""
    assert [stands_between(1.5, metres, 0, ARC) for metres in (1.4, 1.5, 1.6)] == [False, True, True]


@pytest.mark.parametrize(
    ("degrees", "arc", "protects"),
    [(0, 120, True), (60, 120, True), (61, 120, False), (90, 180, True), (180, 360, True)],
)
def test_arc_of_cover(degrees: float, arc: float, protects: bool) -> None:
    """R49: cover protects within half its arc to either side: 60 degrees of an arc of 120."""
    assert stands_between(1, 20, degrees, arc) is protects


@given(LENGTHS, LENGTHS, TURNS, st.floats(0, 360), st.floats(0, 50))
def test_farther_and_wider_never_harms(
    cover: float, source: float, degrees: float, arc: float, more: float
) -> None:
    """C70, R49: what protects from a source protects from one farther off the same way, and so does a wider arc."""
    if stands_between(cover, source, degrees, arc):
        assert stands_between(cover, source + more, degrees, arc)
        assert stands_between(cover, source, degrees, arc + more)


@pytest.mark.parametrize(("metres", "near"), [(0, True), (1.5, True), (1.6, False)])
def test_cover_near(metres: float, near: bool) -> None:
    """C64, R41, R49: cover is near enough to use or dive behind within 1.5 m."""
    assert can_reach(metres) is near
