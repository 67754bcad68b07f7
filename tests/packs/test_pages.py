"""docs/encounters says what the shipped files say; its maps are whole and drawn to scale."""

import importlib
import re
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from wanderstar.sheets.load import load_encounter
from wanderstar.sheets.shelf import shipped_encounters

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "encounters"
NAMES = sorted(shipped_encounters())


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/encounter_pages.py as a module, with those beside it."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("encounter_pages")


def words(name: str) -> str:
    """A page's text."""
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def test_the_pages_are_up_to_date(tool: ModuleType) -> None:
    """What the generator writes is what is there; if not: python tools/encounter_pages.py"""
    there = {path.name: path.read_text(encoding="utf-8") for path in PAGES.iterdir()}
    assert tool.files() == there


@pytest.mark.parametrize("name", NAMES)
def test_a_page_tells_all_a_gm_needs(name: str, tool: ModuleType) -> None:
    """Map, both sides, weapons, ground, how it goes by hand with links to rules, figures of at least 100 fights."""
    text = words(name)
    encounter = load_encounter(name)
    assert f"![Map of {encounter.name}]({name}.svg)" in text
    assert all(f"| {one.name}" in text or f", {one.name[-1]} (" in text for one in encounter.combatants)
    assert all(f"| {cover.id} |" in text for cover in encounter.covers)
    assert all(f"**{zone.name}**" in text for zone in encounter.zones)
    by_hand = tool.kept(text, tool.HAND)
    assert len(by_hand) > 300
    assert "../rules.md#" in by_hand
    assert "What it shows" in by_hand
    times = re.match(r"Played (\d+) times", tool.kept(text, tool.FIGURES))
    assert times is not None
    assert int(times[1]) >= 100


def test_links_lead_to_rules() -> None:
    """Every rule that a page names has its anchor in docs/rules.md."""
    anchors = set(re.findall(r'<a id="(\w+)">', (ROOT / "docs/rules.md").read_text(encoding="utf-8")))
    named = {rule for path in PAGES.glob("*.md") for rule in re.findall(r"rules\.md#(\w+)", words(path.stem))}
    assert named
    assert named <= anchors


@pytest.mark.parametrize("name", NAMES)
def test_a_map_shows_everybody_and_everything(name: str) -> None:
    """Each map is well-formed, has a title and words for those who hear it, and names all who are on it."""
    text = (PAGES / f"{name}.svg").read_text(encoding="utf-8")
    drawn = ElementTree.fromstring(text)
    encounter = load_encounter(name)
    space = "{http://www.w3.org/2000/svg}"
    said = [element.text or "" for element in drawn.iter(f"{space}text")]
    heard = drawn.findtext(f"{space}desc") or ""
    assert drawn.findtext(f"{space}title") == encounter.name
    for one in encounter.combatants:
        assert any(label.startswith(one.name) for label in said)
        assert one.name in heard
    for cover in encounter.covers:
        assert any(label.startswith(cover.id) for label in said)
    for zone in encounter.zones:
        assert zone.name in said
    assert "prefers-color-scheme:dark" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_map_on_a_line_is_to_scale(tool: ModuleType) -> None:
    """In `signal-mast` the feet of the stems lie as far from each other as the metres say."""
    ruled = importlib.import_module("encounter_maps_line").Ruled([0.0, 131.0])
    feet = [
        float(x)
        for x in re.findall(r"L([\d.]+) [\d.]+\"/>", (PAGES / "signal-mast.svg").read_text(encoding="utf-8"))
    ]
    metres = sorted(
        one.at for one in load_encounter("signal-mast").combatants if not isinstance(one.at, tuple)
    )
    assert feet == [pytest.approx(ruled(at), abs=0.06) for at in metres]


def test_a_map_on_a_plane_is_to_scale(tool: ModuleType) -> None:
    """A ring of ten metres is as wide as two lines of the grid ten metres apart."""
    text = (PAGES / "market-square.svg").read_text(encoding="utf-8")
    rings = sorted({float(r) for r in re.findall(r'class="ring"[^>]* r="([\d.]+)"', text)})
    lines = [float(x) for x in re.findall(r'class="line" d="M([\d.]+) 0V', text)]
    assert rings[1] == pytest.approx(2 * (lines[1] - lines[0]), abs=0.2)  # a line every five metres


def test_names_lie_apart(tool: ModuleType) -> None:
    """On a line names stand on rows without touching; on a plane a second name of one place goes elsewhere."""
    rows = importlib.import_module("encounter_maps_line").rows
    assert [row for _, row in rows([(300, "Dock tough 1"), (320, "Dock tough 2"), (500, "Raider")])] == [
        0,
        1,
        0,
    ]
    labels = importlib.import_module("encounter_maps_plane").Labels(400)
    assert labels.put("Raider 1", 300, 200, 11) != labels.put("Raider 2", 300, 200, 11)


def test_heads_that_share_a_place_are_drawn_apart(tool: ModuleType) -> None:
    """Two on one place are pushed from each other by a head's width and stay on the picture."""
    apart = importlib.import_module("encounter_maps_plane").heads_apart
    (ax, _), (bx, _) = apart([(100.0, 100.0), (100.0, 100.0)], 400)
    assert abs(bx - ax) == pytest.approx(24, abs=0.5)
