"""Sheets to values: what the defaults are, what is implied, and that a source loads again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sheets.notation import duel, sound

from wanderstar.book.combat.range import Band
from wanderstar.book.ruleset import DEFAULT
from wanderstar.sheets.faults import BrokenFile
from wanderstar.sheets.load import cover_from, encounter_from, load_encounter, placed_from
from wanderstar.sheets.model import Carried, CoverSheet, Encounter, Weapon

RIFLE = 'damage = "3D"\nrange = "medium"'
CLUB = 'damage = "2D+1"\nmelee = true'


def rifle(text: str) -> Weapon:
    return sound((RIFLE, text)).weapons["rifle"]


@pytest.mark.parametrize(
    ("text", "dice", "plus"),
    [("1D", 1, 0), ("3D6", 3, 0), ("2d+1", 2, 1), ("2D6-2", 2, -2), ("20d6+100", 20, 100)],
)
def test_damage_is_dice_and_a_plus(text: str, dice: int, plus: int) -> None:
    """R23: nD and nD6, either case, with or without something added or taken."""
    weapon = rifle(f'damage = "{text}"\nrange = "medium"')
    assert (weapon.dice, weapon.plus) == (dice, plus)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        (RIFLE, 2),
        (CLUB, 1),
        ('damage = "1D"\nrange = "close"\nthrown = true', 1),
        ('damage = "1D"\nrange = "close"\nthrown = true\nmelee = true', 1),
        (f"{RIFLE}\nhands = 1", 1),
        (f"{CLUB}\nhands = 2", 2),
    ],
)
def test_hands_when_unsaid(text: str, hands: int) -> None:
    """R79: two for a ranged weapon, one for a melee or a thrown one, unless the sheet says."""
    assert rifle(text).hands == hands


def test_what_bursts_is_explosive() -> None:
    """A blast that is thrown or fired onto a place makes the weapon an explosive, said or not."""
    grenade = rifle('damage = "3D"\nrange = "short"\nthrown = true\ntraits = { blast = 6 }')
    assert (grenade.blast, grenade.explosive, grenade.thrown) == (6, True, True)
    assert rifle(f"{RIFLE}\ntraits = {{ blast = 3 }}").explosive
    assert not rifle(RIFLE).explosive


def test_reload_without_a_magazine_is_a_magazine_of_one() -> None:
    """R45: what must be reloaded and lists no magazine holds a single shot."""
    assert rifle(f"{RIFLE}\ntraits = {{ reload = 2 }}").magazine == 1
    assert rifle(f"{RIFLE}\nmagazine = 6\ntraits = {{ reload = 2 }}").magazine == 6
    assert rifle(RIFLE).magazine is None


def test_what_holds_needs_no_damage() -> None:
    """R37: a net holds instead of wounding; it may leave its damage out."""
    net = rifle('range = "close"\nthrown = true\ntraits = { entangle = true }')
    assert (net.dice, net.plus, net.band, net.entangle) == (0, 0, Band.CLOSE, True)


def test_characteristics_become_grades() -> None:
    """R8: 9 and more is an Advantage, 5 and less a Disadvantage; a word is a grade without a score."""
    people = sound().people
    assert people["ana"].scores == {"Strength": 9, "Dexterity": 5}
    assert people["ana"].grades == {
        "Strength": 1,
        "Dexterity": -1,
        "Endurance": 0,
        "Intellect": 0,
        "Education": 0,
        "Social": 0,
    }
    assert people["guard"].scores == {}
    assert people["guard"].grades["Strength"] == 1


def test_thresholds_are_the_rulesets() -> None:
    """R8: a ruleset that asks 10 for an Advantage leaves Strength 9 neutral."""
    assert (
        encounter_from(duel(), ruleset=DEFAULT._replace(characteristics_advantage_min=10))
        .people["ana"]
        .grades["Strength"]
        == 0
    )


def test_tracks_when_unsaid() -> None:
    """R25, R26: a character has 4 and 4 boxes, an adversary one track by its threat."""
    people = sound().people
    assert (people["ana"].physical, people["ana"].mental) == (4, 4)
    assert (people["guard"].physical, people["guard"].mental) == (2, None)
    said = sound(('threat = "standard"', 'threat = "elite"\nboxes = { physical = 3 }')).people["guard"]
    assert (said.threat, said.physical) == ("elite", 3)
    part = sound(('armor = "vest"', 'armor = "vest"\nboxes = { mental = 5 }')).people["ana"]
    assert (part.physical, part.mental) == (4, 5)


def test_armor_is_an_id_or_a_number() -> None:
    """Worn armor is looked up, or given as the bonus itself; none is 0."""
    assert sound().people["ana"].armor == 2
    assert sound(('armor = "vest"', "armor = 4")).people["ana"].armor == 4
    assert sound().people["guard"].armor == 0


def test_the_first_weapon_is_held_when_unsaid() -> None:
    """A combatant holds the first weapon of its sheet; `held` says otherwise, and may be empty."""
    assert [one.held for one in sound().combatants] == [("rifle",), ("club",)]
    assert sound(("at = 0", 'at = 0\nheld = ["club"]')).combatants[0].held == ("club",)
    assert sound(("at = 0", "at = 0\nheld = []")).combatants[0].held == ()


def test_carried_weapons_keep_their_count() -> None:
    """A weapon on a sheet may say how many of it there are."""
    counted = sound(('["rifle", "club"]', '["rifle", { id = "club", count = 2 }]')).people["ana"]
    assert counted.weapons == (Carried("rifle"), Carried("club", 2))


def test_two_guards_have_ids_of_their_own() -> None:
    """C38: a count of two gives guard-1 and guard-2, with names to match."""
    fight = sound(("at = 12.5", "at = 12.5\ncount = 2"))
    assert [(one.id, one.name) for one in fight.combatants[1:]] == [
        ("guard-1", "Guard 1"),
        ("guard-2", "Guard 2"),
    ]
    assert fight.combatants[1].person is fight.combatants[2].person


def test_someone_may_be_written_where_they_stand() -> None:
    """`who` may be the sheet itself: with a threat it is an adversary, its id the combatant's."""
    data = duel()
    data["combatants"][1]["who"] = {"id": "boss", "name": "Boss", "threat": "elite", "characteristics": {}}
    boss = encounter_from(data).combatants[1]
    assert (boss.id, boss.person.kind, boss.person.physical, boss.held) == ("boss", "adversary", 4, ())


def test_places_and_covers() -> None:
    """A number is a place on a line, a pair one on a plane; an arc is 120 degrees unless given."""
    assert sound().dimension == 1
    assert [one.at for one in sound().combatants] == [0, 12.5]
    assert sound().covers == (CoverSheet("crate", 11, "solid"),)
    plane = sound(
        ("at = 0", "at = [0, 1.5]"), ("at = 12.5", "at = [3, 4]"), ("at = 11", "at = [1, 1]\narc = 90")
    )
    assert (plane.dimension, plane.combatants[0].at, plane.covers[0].arc) == (2, (0, 1.5), 90)


def test_the_rulesets_order() -> None:
    """A ruleset given from outside replaces the file's own; without one the file's table stands."""
    table = ("packs = []", "packs = []\nruleset = { momentum = { start = 3 } }")
    assert sound(table).ruleset.momentum_start == 3
    assert encounter_from(duel(table), ruleset=DEFAULT).ruleset == DEFAULT


def test_a_ruleset_file_is_found_beside_the_encounter(tmp_path: Path) -> None:
    """`ruleset = "FILE"` is looked for from the folder of the file that names it."""
    (tmp_path / "house.toml").write_text("format = 1\n[armor]\nbase = 2\n")
    data = duel(("packs = []", 'packs = []\nruleset = "house.toml"'))
    assert encounter_from(data, tmp_path).ruleset.armor_base == 2
    with pytest.raises(BrokenFile, match="ruleset: a broken ruleset: no such file"):
        encounter_from(data, tmp_path / "elsewhere")


def again(fight: Encounter) -> Encounter:
    """The encounter through JSON text and back."""
    return encounter_from(json.loads(json.dumps(fight.source)))


SHIPPED = ["golden-fight", "patrol-ambush", "docking-bay"]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_source_loads_again_as_the_same_encounter(name: str) -> None:
    """The self-contained form needs no pack and no file, gives an equal encounter, and is its own source."""
    fight = load_encounter(name)
    assert again(fight) == fight
    assert json.dumps(again(fight).source) == json.dumps(fight.source)
    assert fight.source["packs"] == []


def test_names_and_inline_people_survive() -> None:
    """Numbered guards, an inline boss, counts, house rules: all of it stands in the source."""
    data = duel(("at = 12.5", "at = 12.5\ncount = 2\nhidden = true\ntactic = 'cautious'"))
    data["ruleset"] = {"trauma": {"physical": 6}, "momentum": {"cap": "none"}}
    data["combatants"][0]["who"] = {
        "id": "eve",
        "name": "Eve",
        "characteristics": {"Social": 9},
        "momentum": 2,
    }
    fight = encounter_from(data)
    assert fight.combatants[0].person.physical == 6
    assert again(fight) == fight


PERSON = st.fixed_dictionaries(
    {"id": st.just("ana"), "name": st.text("abc é", min_size=1, max_size=9).filter(str.strip)},
    optional={
        "skills": st.dictionaries(
            st.sampled_from(["Athletics", "Recon"]), st.sampled_from(["Trained", "Expert"])
        ),
        "armor": st.one_of(st.integers(0, 100), st.just("vest")),
        "weapons": st.sampled_from([[], ["rifle"], [{"id": "club", "count": 0}, "rifle"]]),
        "boxes": st.fixed_dictionaries(
            {}, optional={"physical": st.integers(1, 9), "mental": st.integers(1, 9)}
        ),
        "momentum": st.integers(0, 6),
        "scale": st.integers(0, 2),
        "notes": st.text("abc\n", max_size=9),
    },
)
SCORES = st.dictionaries(
    st.sampled_from(["Strength", "Dexterity", "Social"]),
    st.one_of(st.integers(0, 15), st.sampled_from(["advantage", "neutral", "disadvantage"])),
)
ARM = st.fixed_dictionaries(
    {
        "id": st.just("rifle"),
        "name": st.just("Rifle"),
        "damage": st.sampled_from(["1D", "2d6-1", "20D+100", "3D-100"]),
        "range": st.sampled_from(["engaged", "close", "short", "medium", "extreme"]),
    },
    optional={
        "hands": st.integers(1, 2),
        "compact": st.booleans(),
        "magazine": st.integers(1, 99),
        "count": st.integers(0, 9),
        "thrown": st.booleans(),
        "scale": st.integers(0, 2),
        "skill": st.just("Recon"),
        "characteristic": st.just("Social"),
        "traits": st.fixed_dictionaries(
            {},
            optional={
                **{word: st.integers(1, 9) for word in ("auto", "piercing", "damage", "reload")},
                "blast": st.one_of(st.integers(1, 9), st.floats(0.5, 99)),
                **{word: st.booleans() for word in ("to_mental", "scope", "stun", "entangle", "explosive")},
            },
        ),
    },
)


@given(PERSON, SCORES, ARM, st.floats(-10_000, 10_000))
def test_any_sound_sheet_loads_again(
    person: dict[str, Any], scores: dict[str, Any], arm: dict[str, Any], at: float
) -> None:
    """C34: whatever a sheet says, its source says the same, and says it again unchanged."""
    data = duel()
    data["characters"][0] = person | {"characteristics": scores}
    data["weapons"][0] = arm
    data["combatants"][0]["at"] = at
    fight = encounter_from(data)
    assert again(fight) == fight
    assert json.dumps(again(fight).source) == json.dumps(fight.source)


def test_the_gm_adds_from_those_at_hand() -> None:
    """A combatant added in the middle may be anyone of the encounter, or written on the spot."""
    fight = load_encounter("patrol-ambush")
    added = placed_from(fight, {"who": "far-eye", "side": "raiders", "at": 60, "count": 2})
    assert isinstance(added, tuple)
    assert [(one.id, one.name, one.held) for one in added] == [
        ("far-eye-1", "Far-eye 1", ("long-eye",)),
        ("far-eye-2", "Far-eye 2", ("long-eye",)),
    ]
    sheet = {
        "id": "kit",
        "name": "Kit",
        "characteristics": {},
        "weapons": ["belt-knife"],
        "armor": "mesh-vest",
    }
    written = placed_from(fight, {"who": sheet, "side": "patrol", "at": 2})
    assert isinstance(written, tuple)
    assert (written[0].person.kind, written[0].person.armor, written[0].held) == (
        "character",
        2,
        ("belt-knife",),
    )


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        ({"who": "raider", "side": "raiders", "at": 9}, ["id"]),
        ({"who": "nobody", "side": "raiders", "at": 9}, ["who"]),
        (
            {"who": "far-eye", "side": "sharks", "at": [9, 9], "held": ["hum-blade"]},
            ["side", "held[0]", "at"],
        ),
        ({"who": "far-eye", "side": "raiders", "at": 9, "weather": 1}, ["weather"]),
        ({}, ["who", "side", "at"]),
    ],
)
def test_a_faulty_addition_is_told_by_key(table: dict[str, Any], keys: list[str]) -> None:
    """An id in use, someone unknown, a wrong side, place or weapon: all at once, keyed as in the command."""
    found = placed_from(load_encounter("patrol-ambush"), table)
    assert isinstance(found, list)
    assert [fault.key for fault in found] == keys


def test_taken_ids_are_the_callers() -> None:
    """The ids in use are the fight's, which may have changed since the encounter began."""
    fight = load_encounter("patrol-ambush")
    table = {"who": "raider", "side": "raiders", "at": 9}
    assert isinstance(placed_from(fight, table, ["mauler"]), tuple)
    assert isinstance(placed_from(fight, table | {"at": [9, 0]}, ["mauler"], True), tuple)


def test_a_cover_may_be_added() -> None:
    """A cover in the middle of a fight: an id of its own, a place of the fight's dimension."""
    table = {"id": "drum", "at": [3, 4], "grade": "light", "arc": 90}
    assert cover_from(table, ["crates"], True) == CoverSheet("drum", (3, 4), "light", arc=90)
    assert [f.key for f in _faults(cover_from(table, ["drum"], False))] == ["id", "at"]
    assert [f.key for f in _faults(cover_from({"id": "drum", "at": 3, "grade": "light", "arc": 9}))] == [
        "arc"
    ]
    assert [f.key for f in _faults(cover_from({"at": 3}))] == ["id", "grade"]


def _faults(found: CoverSheet | list[Any]) -> list[Any]:
    assert isinstance(found, list)
    return found


def test_sides_have_names() -> None:
    """A side without a name is called by its id."""
    assert [side.name for side in sound().sides] == ["Party", "Foes"]
    assert replace(sound().sides[0], name="x").name == "x"


@pytest.mark.parametrize("value", [None, [], "raider", 3])
def test_what_is_no_table_is_a_fault(value: Any) -> None:
    """An upload or a command may hold anything; what is no table is told as such."""
    assert [f.problem for f in _faults(cover_from(value))] == ["not a table"]
    found = placed_from(load_encounter("golden-fight"), value)
    assert isinstance(found, list)
    assert [fault.problem for fault in found] == ["not a table"]
    with pytest.raises(BrokenFile, match="not a table"):
        encounter_from(value)


def test_the_example_is_the_shipped_fight() -> None:
    """The example file and the fight that `golden-fight` names are one."""
    file = Path(__file__).parents[2] / "examples" / "golden-fight.toml"
    assert load_encounter(file) == load_encounter("golden-fight")
