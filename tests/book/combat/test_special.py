"""Chapter 11, Special forms of attack."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.special import (
    FULL_SPREAD,
    SUPPRESS_AMMO_WITHOUT_AUTO,
    Mode,
    ammo_needed,
    burst_bonus,
    guessed_dice,
    guessed_metres,
    in_blast,
    scatter_degrees,
    scatter_line,
    scatter_metres,
    slow_ready,
)
from wanderstar.book.combat.trauma import damage, trauma
from wanderstar.book.ruleset import DEFAULT

FACES = range(1, 7)
EFFECTS = st.integers(-15, 15)


def test_rounds_of_automatic_fire() -> None:
    """C79, R44: Auto 3 spends 1 round on a shot, 3 on a burst and 9 on full auto."""
    rounds = [ammo_needed(mode, 3, DEFAULT.auto_full_ammo.of(3)) for mode in Mode]
    assert rounds == [1, 3, 9]


def test_damage_of_a_burst() -> None:
    """C79, R44: a burst of Auto 3 adds 3 damage; a shot and full auto add none."""
    assert [burst_bonus(mode, DEFAULT.auto_burst_damage.of(3)) for mode in Mode] == [0, 3, 0]


def test_a_burst_tells() -> None:
    """C79, R44: 3, 4, 2 and a burst of 3 are 12 against armor 6 and mark 2; without it 9 and 1."""
    traumas = [trauma(damage(9, burst_bonus(mode, 3)), 6, 2) for mode in (Mode.BURST, Mode.SINGLE)]
    assert traumas == [2, 1]


def test_attacks_of_full_auto() -> None:
    """R44: full auto with Auto 3 attacks 3 times at most, at targets within 6 m of each other."""
    assert (DEFAULT.auto_full_attacks.of(3), FULL_SPREAD) == (3, 6)


def test_rounds_of_suppression() -> None:
    """R42: suppression takes what full auto takes, 9 rounds with Auto 3, and 3 rounds without Auto."""
    assert (DEFAULT.auto_full_ammo.of(3), SUPPRESS_AMMO_WITHOUT_AUTO) == (9, 3)


@pytest.mark.parametrize(("effect", "expected"), [(-1, 7), (-6, 12), (0, 6), (1, 7)])
def test_missed_explosives(effect: int, expected: int) -> None:
    """R39: a missed grenade lands 6 m off and as many more as it missed by: Effect -6 is 12 m."""
    assert scatter_metres(effect) == expected


@given(st.integers(-15, 0))
def test_worse_throws_land_farther(effect: int) -> None:
    """R39: the worse the throw, the farther off it lands, never nearer than 6 m."""
    assert scatter_metres(effect - 1) > scatter_metres(effect) >= 6


def test_ways_of_scatter() -> None:
    """R39: on a line 1 to 3 go onward and 4 to 6 fall short; on a plane each face turns 60 degrees from onward."""
    assert [scatter_line(face) for face in FACES] == [1, 1, 1, -1, -1, -1]
    assert [scatter_degrees(face) for face in FACES] == [0, 60, 120, 180, 240, 300]


@pytest.mark.parametrize(("metres", "dice"), [(20, 1), (100, 1), (100.1, 2), (200, 2), (350, 4), (0, 1)])
def test_dice_of_a_guess(metres: float, dice: int) -> None:
    """C82, R43, R61: a guessed position scatters 1D for every started 100 m: 350 m is 4D."""
    assert guessed_dice(metres) == dice


@pytest.mark.parametrize(("rolled", "effect", "expected"), [(9, 2, 7), (9, -3, 12), (2, 5, 0), (9, 0, 9)])
def test_metres_of_a_guess(rolled: int, effect: int, expected: int) -> None:
    """R43, R61: Effect brings a guessed shot nearer, a negative one takes it farther off, and 0 m is a hit."""
    assert guessed_metres(rolled, effect) == expected


@given(st.integers(1, 60), EFFECTS, st.integers(0, 5))
def test_a_better_guess_lands_nearer(rolled: int, effect: int, more: int) -> None:
    """R43: more Effect never takes a guessed shot farther off."""
    assert guessed_metres(rolled, effect) >= guessed_metres(rolled, effect + more) >= 0


def test_radius_of_a_blast() -> None:
    """C83, R40: a Blast of 6 reaches whoever is within 6 m, the sixth metre included."""
    assert [in_blast(metres, 6) for metres in (0, 2, 6, 6.1)] == [True, True, True, False]


def test_slow_weapons() -> None:
    """C84, R45: a Slow weapon fired in round 3 waits out round 4 and fires in round 5."""
    assert [slow_ready(3, now) for now in (3, 4, 5, 6)] == [False, False, True, True]
    assert [slow_ready(-1, now) for now in (1, 2)] == [True, True]


@given(st.integers(1, 40))
def test_slow_weapons_every_other_round(rounds: int) -> None:
    """C84, R45: fired as soon as it may, a Slow weapon fires in rounds 1, 3, 5 and so on."""
    last, fired = -1, []
    for now in range(1, rounds + 1):
        if slow_ready(last, now):
            last = now
            fired.append(now)
    assert fired == list(range(1, rounds + 1, 2))
