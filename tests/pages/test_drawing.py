"""Maps: empty ground folds, all else is to scale, heads move apart and feet do not, every word is escaped."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.table.drawing import Area, CoverMark, Head, Scene, apart, battle_map, stretches, x_of

metres = st.floats(-500, 500, allow_nan=False).map(lambda x: round(x, 1))


def test_a_long_empty_stretch_folds_and_a_short_one_does_not() -> None:
    """More than 25 m with nobody in it folds; what is left shares one scale."""
    line = stretches([0, 16, 36, 120])
    assert [piece.folded for piece in line] == [False, True, False]
    scales = {round((p.x1 - p.x0) / (p.m1 - p.m0), 6) for p in line if not p.folded}
    assert len(scales) == 1
    assert [piece.folded for piece in stretches([0, 25])] == [False]


@given(st.lists(metres, min_size=1, max_size=12))
def test_the_line_is_drawn_in_order_and_within_the_picture(marks: list[float]) -> None:
    """Who stands further along is drawn further along, and nobody outside."""
    line = stretches(marks)
    drawn = [x_of(line, mark) for mark in sorted(marks)]
    assert drawn == sorted(drawn)
    assert all(15.9 <= x <= 744.1 for x in drawn)


@given(st.lists(st.floats(16, 744), min_size=1, max_size=15).map(sorted))
def test_heads_are_apart_and_in_order(wanted: list[float]) -> None:
    """However close people stand, their heads do not lie upon one another."""
    placed = apart(wanted, 38)
    assert len(placed) == len(wanted)
    assert all(b - a >= 38 - 1e-6 for a, b in pairwise(placed))


def test_people_far_apart_stay_where_they_are() -> None:
    """A head stands over its foot when there is room."""
    assert apart([100, 200, 400], 38) == [100, 200, 400]


@pytest.mark.parametrize("plane", [False, True])
def test_names_are_escaped(plane: bool) -> None:
    """A name that is markup is text on the map, in its description and in its attributes."""
    name = "<img src=x>\"&'"
    at = (3.0, 4.0) if plane else 3.0
    scene = Scene(
        (Head("a", name, 0, at), Head("b", name, 1, at, out=True, turn=True)),
        (CoverMark("crate", at, "solid", True, 120),),
        (Area(at, 6, "blast", name),),
        focus="a",
        reach=30,
        shot=("b", name),
        pick=at,
        aims=(("b", "a"),),
    )
    svg = battle_map(scene)
    assert "<img" not in svg and "&lt;img" in svg
    assert not re.search(r"\sstyle=", svg)


def test_nobody_is_no_map() -> None:
    """An empty table has nothing to draw."""
    assert battle_map(Scene((), ())) == ""
