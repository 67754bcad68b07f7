"""Chapter 11, Range."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.aiming import scope_helps
from wanderstar.book.combat.range import (
    BEYOND_EFFECTIVE,
    ENGAGED_FIRE,
    HUNDRED_METRES,
    Band,
    band,
    distance,
    range_reasons,
    thrown_band,
)
from wanderstar.book.core_mechanic.roll import Edge

METRES = st.floats(0, 1000)
BANDS = st.sampled_from(Band)
POINTS = st.floats(-1000, 1000)


def reasons(
    metres: float, effective: Band, *, engaged: bool = False, handy: bool = False, aimed: bool = False
) -> int:
    """Why a shot over this distance is at Disadvantage, with or without an aimed scope."""
    return range_reasons(band(metres), effective, engaged, handy, aimed)


@pytest.mark.parametrize(
    ("metres", "expected"),
    [
        (0, Band.ENGAGED),
        (1.5, Band.ENGAGED),
        (1.6, Band.CLOSE),
        (10, Band.CLOSE),
        (10.1, Band.SHORT),
        (30, Band.SHORT),
        (30.1, Band.MEDIUM),
        (100, Band.MEDIUM),
        (100.1, Band.EXTREME),
        (5000, Band.EXTREME),
    ],
)
def test_bands(metres: float, expected: Band) -> None:
    """C23, C27: bands end at 1.5, 10, 30 and 100 m, those metres included; beyond 100 m is Extreme."""
    assert band(metres) == expected


@given(METRES, METRES)
def test_bands_rise_with_distance(metres: float, more: float) -> None:
    """C23: what is farther away is never in a nearer band."""
    assert band(metres) <= band(metres + more)


@given(BANDS, BANDS)
def test_within_the_effective_band(at: Band, effective: Band) -> None:
    """C24, C25, C26: the band alone counts: within the weapon's own no reason, past it one."""
    assert bool(range_reasons(at, effective, False, False, False) & BEYOND_EFFECTIVE) == (at > effective)


@pytest.mark.parametrize(
    ("metres", "expected"), [(8, 0), (10, 0), (13, BEYOND_EFFECTIVE), (90, BEYOND_EFFECTIVE)]
)
def test_beyond_the_effective_band(metres: float, expected: int) -> None:
    """C25, C26: a pistol rated Close shoots plainly at 10 m and at Disadvantage at 13 m."""
    assert reasons(metres, Band.CLOSE) == expected


@given(st.floats(100, 5000, exclude_min=True), BANDS)
def test_hundred_metres(metres: float, effective: Band) -> None:
    """C27: beyond 100 m every weapon shoots at Disadvantage, one rated Extreme too."""
    assert reasons(metres, effective) & HUNDRED_METRES


@given(st.floats(0, 100), BANDS)
def test_up_to_hundred_metres(metres: float, effective: Band) -> None:
    """C27: at 100 m and less the rule is silent, for every weapon."""
    assert not reasons(metres, effective) & HUNDRED_METRES


@pytest.mark.parametrize(
    ("effective", "aimed", "expected"),
    [
        (Band.EXTREME, True, 0),
        (Band.EXTREME, False, HUNDRED_METRES),
        (Band.MEDIUM, True, BEYOND_EFFECTIVE),
        (Band.MEDIUM, False, BEYOND_EFFECTIVE | HUNDRED_METRES),
    ],
)
def test_aimed_scope(effective: Band, aimed: bool, expected: int) -> None:
    """C28, C29: at 120 m an aimed scope lifts the 100 m rule and nothing else: a rifle rated Medium is still
    past its band, and a scope that nobody aimed does nothing."""
    helps = scope_helps(scope=True, aimed=aimed, automatic=False)
    assert reasons(120, effective, aimed=helps) == expected


@pytest.mark.parametrize(
    ("engaged", "handy", "expected"),
    [(True, False, ENGAGED_FIRE), (True, True, 0), (False, False, 0), (False, True, 0)],
)
def test_firing_while_engaged(engaged: bool, handy: bool, expected: int) -> None:
    """C30, R79: at 1 m a long arm is at Disadvantage, a pistol is not; out of the clinch neither is."""
    assert reasons(1, Band.MEDIUM, engaged=engaged, handy=handy) == expected


@given(BANDS, BANDS, st.booleans(), st.booleans())
def test_an_aimed_scope_lifts_one_reason(at: Band, effective: Band, engaged: bool, handy: bool) -> None:
    """C28, C29: with and without an aimed scope the reasons differ by the 100 m rule, if at all."""
    plain = range_reasons(at, effective, engaged, handy, False)
    assert range_reasons(at, effective, engaged, handy, True) == plain & ~HUNDRED_METRES


@given(BANDS)
def test_thrown_at_its_listed_range(listed: Band) -> None:
    """C53: a throw's effective band is the listed one, with neutral Strength or a Disadvantage."""
    assert [thrown_band(listed, edge) for edge in (Edge.NEUTRAL, Edge.DISADVANTAGE)] == [listed, listed]


def test_strong_throws() -> None:
    """C54, R38: a Strength Advantage carries a throw one band farther, never two, and nothing past Extreme."""
    assert [thrown_band(listed, Edge.ADVANTAGE) for listed in Band] == [1, 2, 3, 4, 4]


@pytest.mark.parametrize(("strength", "expected"), [(Edge.ADVANTAGE, 0), (Edge.NEUTRAL, BEYOND_EFFECTIVE)])
def test_knife_at_thirteen_metres(strength: Edge, expected: int) -> None:
    """C54, C55: a knife listed Close flies 13 m plainly from a strong arm, at Disadvantage from another."""
    assert range_reasons(band(13), thrown_band(Band.CLOSE, strength), False, True, False) == expected


def test_hundred_metres_for_throws() -> None:
    """C55, R38: beyond 100 m a throw is at Disadvantage by the 100 m rule, however strong the arm."""
    far = thrown_band(Band.MEDIUM, Edge.ADVANTAGE)
    assert range_reasons(band(120), far, False, True, False) == HUNDRED_METRES


@pytest.mark.parametrize(
    ("here", "there", "expected"), [((0, 0), (3, 4), 5), ((28, 0), (36, 0), 8), ((0.1, 0), (1.6, 0), 1.5)]
)
def test_distance(here: tuple[float, float], there: tuple[float, float], expected: float) -> None:
    """C23: distance is the straight line, and 0.1 to 1.6 m is exactly 1.5 m, so still Engaged."""
    assert distance(*here, *there) == expected


@given(POINTS, POINTS, POINTS, POINTS)
def test_distance_is_mutual(ax: float, ay: float, bx: float, by: float) -> None:
    """C23: both ends see the same distance, and nobody is away from where they are."""
    assert distance(ax, ay, bx, by) == distance(bx, by, ax, ay) >= 0
    assert distance(ax, ay, ax, ay) == 0
