"""Zones, the map, morale, waves and spreads in files: what is read, what is a fault, what is written back."""

import copy
from typing import Any

import pytest

from wanderstar.sheets.faults import BrokenFile
from wanderstar.sheets.load import encounter_from, placed_from, zone_from
from wanderstar.sheets.model import Bounds, Morale

BASE: dict[str, Any] = {
    "format": 1,
    "packs": [],
    "map": {"from": 40, "to": 0},
    "sides": [{"id": "crew"}, {"id": "raiders", "morale": {"loss": 0.5, "does": "flee"}}],
    "characters": [{"id": "ada", "name": "Ada", "characteristics": {}}],
    "adversaries": [{"id": "raider", "name": "Raider", "threat": "minion", "characteristics": {}}],
    "combatants": [
        {"who": "ada", "side": "crew", "at": 0},
        {"who": "raider", "side": "raiders", "at": 20, "count": 4, "spread": 1.5, "unaware": True},
        {"id": "boss", "who": "raider", "side": "raiders", "at": 39, "enters": 3,
         "morale": {"loss": 1, "does": "surrender"}},
    ],
    "zones": [
        {"id": "dark", "from": 30, "to": 10, "gives": [{"on": "attacks_against", "edge": "disadvantage"}]},
        {"id": "mud", "name": "Deep mud", "at": 5, "radius": 2.5, "gives": [
            {"on": "tests", "edge": "disadvantage", "skill": "Athletics"},
            {"on": "attacks_from", "edge": "advantage", "range": "melee", "price": 0},
        ]},
    ],
}  # fmt: skip


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The tables with one value at a path replaced."""
    tables = copy.deepcopy(BASE)
    inner: Any = tables
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return tables


def faults(tables: dict[str, Any]) -> list[tuple[str, str]]:
    """Key and problem of every fault."""
    with pytest.raises(BrokenFile) as broken:
        encounter_from(tables)
    return [(fault.key, fault.problem) for fault in broken.value.faults]


def test_a_scene_is_read() -> None:
    """Everything as the file has it: corners in order, names from ids, places apart, prices by edge."""
    e = encounter_from(BASE)
    assert e.bounds == Bounds(0, 40)
    assert [side.morale for side in e.sides] == [None, Morale(0.5, "flee")]
    raiders = e.combatants[1:5]
    assert [one.at for one in raiders] == [20, 21.5, 18.5, 23]
    assert all(one.unaware and one.enters is None for one in raiders)
    boss = e.combatants[5]
    assert (boss.enters, boss.morale) == (3, Morale(1, "surrender"))
    dark, mud = e.zones
    assert (dark.name, dark.low, dark.high, mud.name, mud.at, mud.radius) == (
        "Dark",
        10,
        30,
        "Deep mud",
        5,
        2.5,
    )
    assert [(g.on, g.edge, g.price) for g in (*dark.gives, *mud.gives)] == [
        ("attacks_against", -1, 0), ("tests", -1, 0), ("attacks_from", 1, 0),
    ]  # fmt: skip


def test_it_is_written_back_as_it_was() -> None:
    """The source of a loaded encounter loads to an equal one, as a journal needs it."""
    e = encounter_from(BASE)
    again = encounter_from(e.source)
    assert again == e
    assert again.source == e.source
    plain = encounter_from({key: value for key, value in BASE.items() if key not in ("zones", "map")})
    assert not {"zones", "map"} & set(plain.source)


@pytest.mark.parametrize(
    ("path", "value", "key", "problem"),
    [
        (("zones", 0, "radius"), 3, "zones.dark.from", "two shapes"),
        (("zones", 0), {"id": "x", "from": 1, "gives": BASE["zones"][0]["gives"]}, "zones.x.to", "missing"),
        (("zones", 0), {"id": "x", "gives": BASE["zones"][0]["gives"]}, "zones.x.from", "missing"),
        (("zones", 0), {"id": "x", "at": 1, "gives": BASE["zones"][0]["gives"]}, "zones.x.radius", "missing"),
        (("zones", 0, "gives"), [], "zones.dark.gives", "too few entries"),
        (("zones", 0, "gives", 0, "on"), "attacks", "zones.dark.gives[0].on", "unknown value"),
        (
            ("zones", 0, "gives", 0, "skill"),
            "Recon",
            "zones.dark.gives[0].skill",
            "a skill narrows tests only",
        ),
        (
            ("zones", 1, "gives", 0, "range"),
            "melee",
            "zones.mud.gives[0].range",
            "a range narrows attacks only",
        ),
        (("zones", 0, "gives", 0, "price"), 1, "zones.dark.gives[0].price", "only an Advantage has a price"),
        (("zones", 0, "id"), "mud", "zones.mud.id", "duplicate id"),
        (("zones", 0, "to"), [1, 2], "zones.dark.to", "another dimension than the other places"),
        (("zones", 1, "radius"), 0, "zones.mud.radius", "too small"),
        (("map", "to"), [1, 2], "map.to", "another dimension than the other places"),
        (("map",), {"from": 1}, "map.to", "missing"),
        (("sides", 1, "morale", "loss"), 0, "sides.raiders.morale.loss", "too small"),
        (("sides", 1, "morale", "loss"), 1.1, "sides.raiders.morale.loss", "too large"),
        (("sides", 1, "morale", "does"), "cry", "sides.raiders.morale.does", "unknown value"),
        (("combatants", 2, "enters"), 0, "combatants.boss.enters", "too small"),
        (("combatants", 1, "spread"), -1, "combatants.raider.spread", "too small"),
        (("combatants", 1, "unaware"), 1, "combatants.raider.unaware", "not true or false"),
    ],
)
def test_every_fault_is_named(path: tuple[Any, ...], value: Any, key: str, problem: str) -> None:
    """One mistake is one fault, with its key."""
    assert faults(changed(path, value)) == [(key, problem)]


def test_a_skill_that_the_catalogue_lacks() -> None:
    """R7: where the ruleset insists, a zone's skill must be one."""
    tables = changed(("zones", 1, "gives", 0, "skill"), "Juggling") | {
        "ruleset": {"skills": {"unknown": "error"}}
    }
    assert faults(tables) == [("zones.mud.gives[0].skill", "unknown skill")]


def test_numbers_go_on_from_the_highest() -> None:
    """Of those who are there, not of how many they are; an id of one's own begins at 1."""
    e = encounter_from(BASE)
    more = {"who": "raider", "side": "raiders", "at": 9, "count": 2}
    placed = placed_from(e, more, ["raider-2", "raider-9", "raider-x"])
    assert not isinstance(placed, list)
    assert [(one.id, one.name) for one in placed] == [("raider-10", "Raider 10"), ("raider-11", "Raider 11")]
    assert [one.at for one in placed] == [9, 11]
    placed = placed_from(e, {**more, "id": "mob", "spread": 0})
    assert not isinstance(placed, list)
    assert [(one.id, one.at) for one in placed] == [("mob-1", 9), ("mob-2", 9)]


def test_a_zone_by_itself() -> None:
    """As the GM puts one up: every fault at once, under its own keys."""
    e = encounter_from(BASE)
    assert getattr(zone_from(e, {**BASE["zones"][1], "id": "bog"}), "id", None) == "bog"
    found = zone_from(e, {"id": "mud", "at": [1, 2], "gives": []}, ["mud"], plane=False)
    assert isinstance(found, list)
    assert {fault.key for fault in found} == {"id", "radius", "gives", "at"}


def test_the_notes_of_an_encounter_stay_with_it() -> None:
    """What its author tells the GM is in the encounter, in what a journal keeps of it, and read back."""
    made = encounter_from({**BASE, "notes": "They run early.\nLet them."})
    assert made.notes == "They run early.\nLet them."
    assert made.source["notes"] == made.notes
    assert encounter_from(made.source) == made
    assert "notes" not in encounter_from(BASE).source
