"""Maps: empty ground folds, all else is to scale, heads move apart and feet do not, every word is escaped."""

from __future__ import annotations

import html
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.sheets.load import load_encounter
from wanderstar.table.drawing import (
    Area,
    CoverMark,
    Head,
    Scene,
    ZoneMark,
    apart,
    battle_map,
    stretches,
    x_of,
)
from wanderstar.table.pages_start import card

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


def line_of(svg: str) -> list[Any]:
    """The stretches of a line as the script reads them."""
    found = re.search(r'data-line="([^"]+)"', svg)
    assert found is not None
    made: list[Any] = json.loads(html.unescape(found.group(1)))
    return made


def test_a_zone_is_drawn_in_its_place_on_a_line() -> None:
    """From its beginning to its end, with its name, the map's edge beside it; a wide one makes nothing small."""
    heads = (Head("a", "A", 0, 0.0), Head("b", "B", 1, 10.0))
    near = ZoneMark("mud", "Mud", None, 0.0, 2.0, 6.0)
    svg = battle_map(Scene(heads, (), zones=(near,), bounds=(-4.0, 14.0)))
    found = re.search(r'data-zone="mud".*?x="([\d.]+)".*?width="([\d.]+)"', svg)
    assert found is not None and ">Mud</text>" in svg and svg.count("edge-line") == 2
    (x0, x1, m0, m1), *_ = line_of(svg)
    scale = (x1 - x0) / (m1 - m0)
    assert float(found.group(1)) == pytest.approx(x0 + (2 - m0) * scale, abs=0.2)
    assert float(found.group(2)) == pytest.approx(4 * scale, abs=0.2)
    far = ZoneMark("night", "Night", 0.0, 5000.0, None, None)
    wide = line_of(battle_map(Scene(heads, (), zones=(far,))))
    assert wide[-1][3] - wide[0][2] < 40


def test_zones_on_a_plane_keep_their_shape() -> None:
    """A circle is a circle, two corners are a rectangle; who has surrendered has a flag, who is unaware a mark."""
    heads = (
        Head("a", "A", 0, (0.0, 0.0), unaware=True),
        Head("b", "B", 1, (9.0, 3.0), out=True, surrendered=True),
    )
    zones = (
        ZoneMark("mud", "Mud", (4.0, 1.0), 2.0, None, None),
        ZoneMark("hall", "Hall", None, 0.0, (6.0, 0.0), (12.0, 6.0)),
    )
    svg = battle_map(Scene(heads, (), zones=zones))
    assert re.search(r'data-zone="mud"><title>Mud</title><circle class="zoned"', svg)
    assert re.search(r'data-zone="hall"><title>Hall</title><rect class="zoned"', svg)
    assert svg.count('class="flag"') == 1 and svg.count('class="badge"') == 1 and "crossed" not in svg
    assert "A at 0 east, 0 north, unaware" in svg and "B at 9 east, 3 north, surrendered" in svg


def test_the_start_page_shows_zones_and_nobody_who_is_still_to_come() -> None:
    """A card is what everybody may see before the fight."""
    shown = card("ambush", load_encounter(str(Path(__file__).parent / "ambush.toml")))
    assert (
        len(shown["foes"]) == 3
        and 'data-head="late' not in shown["svg"]
        and 'data-zone="smoke"' in shown["svg"]
    )
