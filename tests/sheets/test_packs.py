"""Packs: what comes with the program, and what an id means when several packs have it."""

import json
from pathlib import Path

import pytest
from tests.sheets.notation import DUEL

from wanderstar.sheets.build import TRAITS
from wanderstar.sheets.check import check
from wanderstar.sheets.faults import BrokenFile
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.sheets.model import Encounter
from wanderstar.sheets.shelf import SHIPPED, shipped_encounters, shipped_packs

EXAMPLES = Path(__file__).parents[2] / "examples"

MINE = """
format = 1
[[weapons]]
id = "belt-knife"
name = "My knife"
damage = "1D"
melee = true
[[adversaries]]
id = "raider"
name = "My raider"
threat = "minion"
characteristics = {}
weapons = ["belt-knife", "hum-blade"]
"""


def fight(folder: Path, *changes: tuple[str, str], packs: str = '["core", "./mine.toml"]') -> Encounter:
    """`DUEL` with core and a pack of one's own, in which both have a knife and a raider."""
    (folder / "mine.toml").write_text(MINE)
    text = DUEL.replace("packs = []", f"packs = {packs}")
    for old, new in changes:
        text = text.replace(old, new, 1)
    (folder / "fight.toml").write_text(text)
    return load_encounter(folder / "fight.toml")


def keys(caught: pytest.ExceptionInfo[BrokenFile]) -> list[tuple[str, str]]:
    return [(fault.key, fault.problem) for fault in caught.value.faults]


def test_what_is_shipped_has_no_fault() -> None:
    """Every shipped file and every example passes the same check as anyone's."""
    files = [
        *sorted(SHIPPED.rglob("*.toml")),
        *sorted(EXAMPLES.glob("*.toml")),
        *sorted(EXAMPLES.glob("*.jsonl")),
    ]
    report = check(files)
    assert [one.file for one in report.files if not one.ok] == []
    assert len(report.files) >= 9


def test_every_trait_is_on_a_shipped_weapon() -> None:
    """Whoever looks for an example of a trait finds one in the pack."""
    weapons = load_encounter("patrol-ambush").weapons.values()
    assert [trait for trait in TRAITS if not any(getattr(one, trait) for one in weapons)] == []
    assert any(one.thrown and one.melee for one in weapons)
    assert any(one.compact for one in weapons)
    assert any(one.scale for one in weapons)


def test_the_shipped_encounters() -> None:
    """The shipped fights load by name, five on a line and four on a plane."""
    assert shipped_packs() == ["core"]
    assert {name: load_encounter(name).dimension for name in sorted(shipped_encounters())} == {
        "boarding-tube": 1,
        "docking-bay": 2,
        "golden-fight": 1,
        "lamp-and-anchor": 1,
        "market-square": 2,
        "patrol-ambush": 1,
        "salt-road": 2,
        "signal-mast": 1,
        "wreck-of-the-merrow": 2,
    }


def test_core_is_there_unless_said() -> None:
    """No `packs` means the pack core; an empty list means none."""
    text = {
        "format": 1,
        "sides": [{"id": "a"}, {"id": "b"}],
        "combatants": [{"who": "raider", "side": "a", "at": 0}],
    }
    assert encounter_from(text).combatants[0].name == "Raider"
    with pytest.raises(BrokenFile, match="unknown character or adversary"):
        encounter_from(text | {"packs": []})


def test_two_packs_with_one_id_are_told_apart(tmp_path: Path) -> None:
    """An id that two packs have is written PACK:ID, and those two keep that spelling in play."""
    loaded = fight(tmp_path, ('who = "guard"', 'who = "mine:raider"'))
    raider = loaded.combatants[1]
    assert (raider.id, raider.name, raider.person.id) == ("raider", "My raider", "mine:raider")
    assert raider.held == ("mine:belt-knife",)
    assert {"core:raider", "mine:raider"} <= set(loaded.people)
    assert {"core:belt-knife", "mine:belt-knife", "hum-blade"} <= set(loaded.weapons)
    assert encounter_from(json.loads(json.dumps(loaded.source))) == loaded


def test_an_ambiguous_id_is_a_fault_that_lists_the_choices(tmp_path: Path) -> None:
    """C38: nothing is guessed."""
    with pytest.raises(BrokenFile) as caught:
        fight(tmp_path, ('who = "guard"', 'who = "raider"'))
    (fault,) = caught.value.faults
    assert (fault.key, fault.expected) == ("combatants.raider.who", ["core:raider", "mine:raider"])


def test_the_files_own_ids_win(tmp_path: Path) -> None:
    """A weapon of the file's own is meant before any pack's, which is then written with its pack."""
    loaded = fight(
        tmp_path,
        ('id = "club"', 'id = "hum-blade"'),
        ('"club"]', '"hum-blade"]'),
        ('["club"', '["hum-blade"'),
    )
    assert loaded.weapons["hum-blade"].name == "Club"
    assert loaded.weapons["core:hum-blade"].name == "Hum blade"


def test_a_packs_own_packs_are_its_own_matter(tmp_path: Path) -> None:
    """A pack may use what core has although the encounter names only the pack."""
    loaded = fight(tmp_path, ('who = "guard"', 'who = "raider"'), packs='["./mine.toml"]')
    assert [one.weapon for one in loaded.combatants[1].person.weapons] == ["mine:belt-knife", "hum-blade"]
    with pytest.raises(BrokenFile, match="unknown character or adversary"):
        fight(tmp_path, ('who = "guard"', 'who = "mauler"'), packs='["./mine.toml"]')


def test_packs_that_name_each_other_load(tmp_path: Path) -> None:
    """Two packs in a circle are read once each."""
    (tmp_path / "other.toml").write_text('format = 1\npacks = ["./mine.toml"]\narmor = []\n')
    text = MINE.replace("format = 1", 'format = 1\npacks = ["core", "./other.toml"]')
    (tmp_path / "mine.toml").write_text(text)
    assert check([tmp_path / "mine.toml", tmp_path / "other.toml"]).ok


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (MINE.replace('"1D"', '"1X"'), "a broken pack: weapons.belt-knife.damage: not of this form"),
        (
            MINE.replace('"hum-blade"', '"hum-blad"'),
            "a broken pack: adversaries.raider.weapons[1]: unknown weapon",
        ),
        ("format = ", "a broken pack: not TOML"),
    ],
)
def test_a_broken_pack_is_one_fault(tmp_path: Path, content: str, problem: str) -> None:
    """A pack's first fault is told at the place that names the pack; the rest of it is for its own check."""
    (tmp_path / "sore.toml").write_text(content)
    with pytest.raises(BrokenFile) as caught:
        fight(tmp_path, packs='["./sore.toml"]')
    (fault,) = caught.value.faults
    assert fault.key.startswith("packs")
    assert fault.problem.startswith(problem)


def test_two_packs_of_one_name_are_refused(tmp_path: Path) -> None:
    """PACK:ID would mean two things."""
    (tmp_path / "core.toml").write_text("format = 1\npacks = []\n")
    with pytest.raises(BrokenFile) as caught:
        fight(tmp_path, packs='["core", "./core.toml"]')
    assert keys(caught) == [("packs[1]", "two packs have this name")]


def test_people_who_do_not_go_with_the_ruleset_stay_out() -> None:
    """A house with its own ranks still has core at hand; those whose ranks it lacks are left out, or refused."""
    ranks = {"skills": {"ranks": {"Green": 0, "Old": 2}}}
    data = {"format": 1, "ruleset": ranks, "sides": [{"id": "a"}, {"id": "b"}], "combatants": []}
    assert "raider" not in encounter_from(data).people
    with pytest.raises(BrokenFile) as caught:
        encounter_from(data | {"combatants": [{"who": "raider", "side": "a", "at": 0}]})
    (fault,) = caught.value.faults
    assert fault.key == "combatants.raider.who"
    assert "unknown rank" in fault.problem


def test_an_id_with_a_pack_belongs_to_a_file_written_out() -> None:
    """`core:rifle` as an id stands only in a file that names no packs."""
    row = {"id": "core:rifle", "name": "Rifle", "damage": "3D", "range": "medium"}
    data = {"format": 1, "packs": [], "weapons": [row], "sides": [{"id": "a"}, {"id": "b"}], "combatants": []}
    assert list(encounter_from(data).weapons) == ["core:rifle"]
    with pytest.raises(BrokenFile) as caught:
        encounter_from(data | {"packs": ["core"]})
    assert keys(caught) == [("weapons.core:rifle.id", "not of this form")]
