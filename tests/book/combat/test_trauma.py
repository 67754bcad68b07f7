"""Chapter 11, Damage and trauma."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.cover import Grade
from wanderstar.book.combat.trauma import armor, damage, dies, marked, out, scaled, trauma, worn
from wanderstar.book.ruleset import DEFAULT, Death, Overflow

BASE, FLOOR, MOST = DEFAULT.armor_base, DEFAULT.armor_floor, DEFAULT.trauma_max_per_hit
SPILL, LOST = Overflow.OTHER_TRACK, Overflow.LOST
SINGLE = -1
PERSONAL, VEHICLE, SHIP = 0, 1, 2

SMALL = st.integers(0, 30)
SCALES = st.integers(0, 2)
BOXES = st.integers(1, 6)
TRACKS = st.tuples(BOXES, BOXES).flatmap(
    lambda boxes: st.tuples(
        st.integers(0, boxes[0]), st.integers(0, boxes[1]), st.just(boxes[0]), st.just(boxes[1])
    )
)
"""Physical and Mental trauma, then the boxes of both tracks."""


def killed(tracks: tuple[int, int], amount: int, death: Death, *, to_mental: bool = False) -> bool:
    """Whether a character of 4 and 4 boxes dies of this much trauma."""
    physical, mental, _ = marked(*tracks, 4, 4, amount, to_mental, SPILL)
    return dies(physical, mental, 4, 4, amount, to_mental, 4 - tracks[0], death)


@pytest.mark.parametrize(
    ("gear", "cover", "expected"),
    [(0, Grade.NONE, 3), (2, Grade.NONE, 5), (2, Grade.LIGHT, 7), (2, Grade.SOLID, 9)],
)
def test_armor_adds_up(gear: int, cover: int, expected: int) -> None:
    """C74, C66, C68: armor starts at 3 and rises with gear and cover: 2 worn behind Solid cover make 9."""
    assert armor(BASE, gear, cover, 0, FLOOR) == expected


def test_armor_without_cover() -> None:
    """C68, C74: what a body wears is its base and its gear: 3 and 4 make 7."""
    assert worn(BASE, 4) == 7


@pytest.mark.parametrize(("piercing", "expected"), [(0, 9), (2, 7), (5, 4), (6, 3), (20, 3)])
def test_piercing(piercing: int, expected: int) -> None:
    """R24, C78: piercing eats gear and cover, 2 and 4 here, and leaves the body's own 3."""
    assert armor(BASE, 2, Grade.SOLID, piercing, FLOOR) == expected


def test_armor_floor() -> None:
    """R24: a body without armor of its own still meets a hit with 1."""
    assert [armor(base, 0, 0, 3, FLOOR) for base in (0, 1, 2)] == [1, 1, 2]


@given(SMALL, SMALL, SMALL, SMALL, SMALL)
def test_piercing_never_helps_the_target(base: int, gear: int, cover: int, piercing: int, more: int) -> None:
    """R24: more piercing never means more armor, and more gear or cover never less."""
    here = armor(base, gear, cover, piercing, FLOOR)
    assert (
        armor(base, gear, cover, piercing + more, FLOOR)
        <= here
        <= armor(base, gear + more, cover, piercing, FLOOR)
    )
    assert max(base, FLOOR) <= here <= max(base + gear + cover, FLOOR)


@pytest.mark.parametrize(("rolled", "bonus", "expected"), [(7, 1, 8), (9, 2, 11), (5, 0, 5), (2, -3, 0)])
def test_damage(rolled: int, bonus: int, expected: int) -> None:
    """C72, R23: damage is what the weapon rolls and its bonus, 0 at least: 2 on 1D-3 is 0."""
    assert damage(rolled, bonus) == expected


@pytest.mark.parametrize(
    ("dealt", "against", "expected"),
    [(2, 3, 0), (3, 3, 1), (5, 3, 1), (6, 3, 2), (8, 9, 0), (9, 9, 1), (17, 9, 1), (18, 9, 2), (40, 3, 2)],
)
def test_damage_against_armor(dealt: int, against: int, expected: int) -> None:
    """C72, C73: below armor nothing, from armor up 1 trauma, from twice armor up 2, both bounds included."""
    assert trauma(dealt, against, MOST) == expected


def test_effect_adds_no_damage() -> None:
    """C9, C77: 14 damage against armor 8 marks 1, by an attack of Effect +6 as by one of 0: added, it would be 2."""
    assert (trauma(damage(14, 0), 8, MOST), trauma(damage(14, 6), 8, MOST)) == (1, 2)


def test_at_most_two_a_hit() -> None:
    """R25: a hit marks 2 at most, and 1 where the table says so."""
    assert (trauma(40, 3, 2), trauma(40, 3, 1), trauma(4, 3, 1), trauma(2, 3, 1)) == (2, 1, 1, 0)


@given(SMALL, st.integers(1, 20), SMALL)
def test_trauma_follows_damage_and_armor(dealt: int, against: int, more: int) -> None:
    """C73: more damage never marks less and more armor never marks more."""
    assert (
        trauma(dealt, against + more, MOST)
        <= trauma(dealt, against, MOST)
        <= trauma(dealt + more, against, MOST)
    )


@pytest.mark.parametrize(
    ("attacker", "target", "expected"),
    [
        (PERSONAL, PERSONAL, 37),
        (VEHICLE, PERSONAL, 370),
        (SHIP, PERSONAL, 3700),
        (SHIP, SHIP, 37),
        (PERSONAL, VEHICLE, 3),
        (PERSONAL, SHIP, 0),
    ],
)
def test_scale(attacker: int, target: int, expected: int) -> None:
    """C76, R48: 37 damage of a vehicle is 370 to a person; of a person 3 to a vehicle and nothing to a ship."""
    assert scaled(37, attacker, target, DEFAULT.scale_factor) == expected


@given(SMALL, SCALES, SCALES, st.integers(1, 20))
def test_scale_there_and_back(dealt: int, one: int, other: int, factor: int) -> None:
    """R48: what a larger scale multiplies, the way back divides again; the other way round rounding only loses."""
    there_and_back = scaled(scaled(dealt, one, other, factor), other, one, factor)
    if one >= other:
        assert there_and_back == dealt
    else:
        assert dealt - factor ** (other - one) < there_and_back <= dealt


@given(SMALL, SMALL, SCALES, SCALES)
def test_scale_keeps_order(dealt: int, more: int, attacker: int, target: int) -> None:
    """R48: across scales more damage stays more, and one scale leaves it as it is."""
    assert scaled(dealt, attacker, target, 10) <= scaled(dealt + more, attacker, target, 10)
    assert scaled(dealt, attacker, attacker, 10) == dealt


@pytest.mark.parametrize(
    ("tracks", "amount", "to_mental", "expected"),
    [
        ((0, 0), 2, False, (2, 0, 0)),
        ((0, 0), 2, True, (0, 2, 0)),
        ((3, 0), 2, False, (4, 1, 0)),
        ((1, 3), 2, True, (2, 4, 0)),
        ((4, 3), 2, False, (4, 4, 1)),
        ((4, 4), 1, False, (4, 4, 1)),
    ],
)
def test_two_tracks(
    tracks: tuple[int, int], amount: int, to_mental: bool, expected: tuple[int, int, int]
) -> None:
    """C75, R25: trauma goes to Physical unless a trait sends it to Mental; what does not fit goes to the other."""
    assert marked(*tracks, 4, 4, amount, to_mental, SPILL) == expected


def test_overflow_lost() -> None:
    """R25: with `trauma.overflow = "lost"` what does not fit leaves the other track alone."""
    assert marked(3, 0, 4, 4, 2, False, LOST) == (4, 0, 1)
    assert marked(0, 3, 4, 4, 2, True, LOST) == (0, 4, 1)


def test_trauma_is_physical_unless_redirected() -> None:
    """C78, R25: only a trait that says so marks the Mental track first."""
    assert [marked(0, 0, 4, 4, 1, to_mental, SPILL)[:2] for to_mental in (False, True)] == [(1, 0), (0, 1)]


def test_tracks_overfull() -> None:
    """R25: a track that the GM marked past its boxes keeps its marks and takes no more."""
    assert marked(5, 0, 4, 4, 2, False, SPILL) == (5, 2, 0)
    assert marked(5, 0, 4, 4, 2, False, LOST) == (5, 0, 2)
    assert marked(0, 5, 4, 4, 1, True, SPILL) == (1, 5, 0)
    assert marked(4, 0, 3, SINGLE, 1, False, SPILL) == (4, 0, 1)


@pytest.mark.parametrize("to_mental", [False, True])
def test_single_track(to_mental: bool) -> None:
    """R26, R63: an adversary's one track takes Mental harm as well; what is left once it is full is ignored."""
    assert marked(1, 0, 3, SINGLE, 1, to_mental, SPILL) == (2, 0, 0)
    assert marked(2, 0, 3, SINGLE, 2, to_mental, SPILL) == (3, 0, 1)


@given(TRACKS, SMALL, st.booleans(), st.sampled_from(Overflow))
def test_no_trauma_appears_or_vanishes(
    tracks: tuple[int, int, int, int], amount: int, mental: bool, overflow: Overflow
) -> None:
    """R25: what is marked and what is lost make the amount; nothing heals and no track overflows."""
    before = tracks[:2]
    *after, lost = marked(*tracks, amount, mental, overflow)
    assert sum(after) - sum(before) + lost == amount
    assert all(was <= now <= boxes for was, now, boxes in zip(before, after, tracks[2:], strict=True))


@given(TRACKS, SMALL)
def test_spilled_trauma_is_lost_last(tracks: tuple[int, int, int, int], amount: int) -> None:
    """R25: with spilling nothing is lost before both tracks are full."""
    physical, mental, lost = marked(*tracks, amount, False, SPILL)
    assert lost == 0 or (physical, mental) == tracks[2:]


@given(TRACKS, SMALL, st.booleans(), st.sampled_from(Overflow))
def test_tracks_are_alike(
    tracks: tuple[int, int, int, int], amount: int, to_mental: bool, overflow: Overflow
) -> None:
    """C75, R25: the tracks exchanged, the marks are exchanged."""
    physical, mental, boxes_physical, boxes_mental = tracks
    here = marked(*tracks, amount, to_mental, overflow)
    there = marked(mental, physical, boxes_mental, boxes_physical, amount, not to_mental, overflow)
    assert here == (there[1], there[0], there[2])


@pytest.mark.parametrize(
    ("tracks", "expected"), [((3, 3), False), ((4, 0), True), ((0, 4), True), ((4, 4), True), ((0, 0), False)]
)
def test_out_of_action(tracks: tuple[int, int], expected: bool) -> None:
    """R26: a character is out when either track is full: 4 Physical, or 4 Mental."""
    assert out(*tracks, DEFAULT.trauma_physical, DEFAULT.trauma_mental) is expected


def test_adversaries_out() -> None:
    """R26: a minion is out at 1, a standard adversary at 2, an elite one at 4."""
    tracks = {
        threat: [out(hurt, 0, boxes, SINGLE) for hurt in (1, 2, 3, 4)] for threat, boxes in DEFAULT.npc_track
    }
    assert tracks == {
        "minion": [True, True, True, True],
        "standard": [False, True, True, True],
        "elite": [False, False, False, True],
    }


@pytest.mark.parametrize(
    ("tracks", "amount", "expected"),
    [
        ((3, 3), 1, False),
        ((3, 3), 2, True),
        ((4, 3), 1, True),
        ((2, 4), 2, True),
        ((4, 4), 1, True),
        ((0, 4), 2, False),
    ],
)
def test_death_when_both_are_full(tracks: tuple[int, int], amount: int, expected: bool) -> None:
    """R26, R60: Physical trauma that leaves both tracks full kills, one already out too."""
    assert killed(tracks, amount, Death.BOTH_FULL) is expected


@pytest.mark.parametrize(
    ("tracks", "amount", "expected"),
    [((3, 0), 1, False), ((3, 0), 2, True), ((4, 0), 1, True), ((2, 3), 2, False)],
)
def test_death_by_overflow(tracks: tuple[int, int], amount: int, expected: bool) -> None:
    """R26: with `trauma.death = "physical_overflow"` more Physical trauma than there are free boxes kills."""
    assert killed(tracks, amount, Death.PHYSICAL_OVERFLOW) is expected


@given(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(0, 4), st.sampled_from(Death))
def test_what_never_kills(tracks: tuple[int, int], amount: int, death: Death) -> None:
    """R26: Mental trauma never kills, no trauma never kills, and with `trauma.death = "never"` nothing does."""
    assert killed(tracks, amount, death, to_mental=True) is False
    assert killed(tracks, 0, death) is False
    assert killed(tracks, amount, Death.NEVER) is False


@given(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 4), st.sampled_from(Death))
def test_the_dead_are_out(tracks: tuple[int, int], amount: int, death: Death) -> None:
    """R26: whoever dies of a hit is out of action as well."""
    physical, mental, _ = marked(*tracks, 4, 4, amount, False, SPILL)
    assert out(physical, mental, 4, 4) or not killed(tracks, amount, death)


@given(st.integers(0, 3), st.integers(1, 4), st.sampled_from(Death))
def test_a_single_track_is_out_and_not_dead(hurt: int, amount: int, death: Death) -> None:
    """R26: an adversary whose one track is full is out; the rest of the hit is ignored and it does not die."""
    physical, mental, _ = marked(hurt, 0, 3, SINGLE, amount, False, SPILL)
    assert dies(physical, mental, 3, SINGLE, amount, False, 3 - hurt, death) is False
