"""`check`: what kind a file is, and every fault of journals and scripts by line."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.sheets.notation import DUEL

from wanderstar.book.switches import to_tables
from wanderstar.sheets.check import Lines, check
from wanderstar.sheets.faults import Fault
from wanderstar.sheets.load import load_encounter

FOG = "{ on = 'tests', edge = 'advantage', skill = 'Recn' }"
EXAMPLES = Path(__file__).parents[2] / "examples"


def write(path: Path, *lines: Any) -> Path:
    path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
    return path


def found(path: Path, kind: str | None = None) -> list[tuple[str, str]]:
    (report,) = check([path], kind).files
    return [(fault.key, fault.problem) for fault in report.faults]


def header() -> dict[str, Any]:
    fight = load_encounter("golden-fight")
    return {
        "journal": 1,
        "encounter": fight.source,
        "ruleset": to_tables(fight.ruleset),
        "commitment": "0" * 64,
    }


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (DUEL, "encounter"),
        ("format = 1\n[[weapons]]\nid = 'a'\nname = 'A'\ndamage = '1D'\nmelee = true\n", "weapon"),
        ("format = 1\n[[armor]]\nid = 'a'\nname = 'A'\nbonus = 1\n", "armor"),
        ("format = 1\n[[characters]]\nid = 'a'\nname = 'A'\ncharacteristics = {}\n", "character"),
        (
            "format = 1\n[[adversaries]]\nid = 'a'\nname = 'A'\nthreat = 'elite'\ncharacteristics = {}\n",
            "adversary",
        ),
        ("[armor]\nbase = 2\n", "ruleset"),
    ],
)
def test_the_content_tells_the_kind(tmp_path: Path, text: str, kind: str) -> None:
    """A file is what its keys say: fights, sheets by array, switches by table."""
    (report,) = check([write(tmp_path / "a.toml", text)]).files
    assert (report.kind, report.faults) == (kind, ())


def test_a_kind_that_is_said_must_be_there(tmp_path: Path) -> None:
    """A file of armor is no file of weapons."""
    path = write(tmp_path / "a.toml", "format = 1\n[[armor]]\nid = 'a'\nname = 'A'\nbonus = 1\n")
    assert found(path, "weapon") == [("weapons", "missing")]
    with pytest.raises(ValueError, match="unknown kind 'vehicle'"):
        check([path], "vehicle")


def test_the_report_as_json(tmp_path: Path) -> None:
    """The shape that a program reads: file, kind, ok, and each fault's four fields."""
    path = str(write(tmp_path / "a.toml", "[momentum]\nstart = nan\n"))
    assert check([path]).to_json() == {
        "ok": False,
        "files": [
            {
                "file": path,
                "kind": "ruleset",
                "ok": False,
                "faults": [
                    {
                        "key": "momentum.start",
                        "problem": "unknown value",
                        "found": "nan",
                        "expected": ["a whole number from 0 to 1000"],
                    }
                ],
                "notes": [],
            }
        ],
    }


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("Athletics =", '"athletics" =', "characters.ana.skills.athletics"),
        ("Athletics =", '"Atletics" =', "characters.ana.skills.Atletics"),
        ('damage = "3D"', 'damage = "3D"\nskill = "Ranged Weapon"', "weapons.rifle.skill"),
        (
            "[[covers]]",
            "[[zones]]\nid = 'fog'\nat = 3\nradius = 2\ngives = [" + FOG + "]\n[[covers]]",
            "zones.fog.gives[0].skill",
        ),
        ('threat = "standard"', 'threat = "standard"\nskills = { Brawll = "Trained" }', None),
    ],
)
def test_a_skill_that_is_nearly_the_rulesets_is_noted(
    tmp_path: Path, old: str, new: str, key: str | None
) -> None:
    """R7: a sheet may have skills of its own, so what looks like a slip of the pen is a note and no fault."""
    (report,) = check([write(tmp_path / "a.toml", DUEL.replace(old, new, 1))]).files
    assert report.faults == () and report.ok
    assert [note.key for note in report.notes] == ([] if key is None else [key])
    assert all(len(note.expected) == 1 for note in report.notes)
    assert len(report.to_json()["notes"]) == len(report.notes)


def test_where_unknown_skills_are_faults_nothing_is_noted(tmp_path: Path) -> None:
    """R7: one slip is told once."""
    strict = "packs = []\nruleset = { skills = { unknown = 'error' } }"
    text = DUEL.replace("packs = []", strict).replace("Athletics =", "athletics =")
    (report,) = check([write(tmp_path / "a.toml", text)]).files
    assert [fault.problem for fault in report.faults] == ["unknown skill"] and report.notes == ()


def test_an_absent_file_is_a_fault_here(tmp_path: Path) -> None:
    """Where other verbs stop, `check` reports: the other files are still looked at."""
    report = check([tmp_path / "nowhere.toml", EXAMPLES / "golden-fight.toml"])
    assert [one.ok for one in report.files] == [False, True]
    assert report.files[0].faults == (Fault("", "no such file", None, []),)


def test_a_script_line_has_its_keys(tmp_path: Path) -> None:
    """Every faulty line is told by its number; blank lines and remarks count but are passed over."""
    path = write(
        tmp_path / "a.jsonl",
        "# a remark\n",
        "\n",
        {"command": {"do": "begin"}, "dice": [7, 2]},
        {"comand": {"do": "begin"}},
        {"command": {"who": "asha"}},
        {"command": {"do": "aim"}, "refused": False},
        "[1, 2]\n",
        "{\n",
        {"command": {"do": "aim"}, "refused": "total_cover"},
    )
    assert found(path) == [
        ("line 7", "not an object"),
        ("line 8", "not JSON"),
        ("line 3.dice[0]", "too large"),
        ("line 4.comand", "unknown key"),
        ("line 5.command.do", "missing"),
        ("line 6.refused", "unknown value"),
    ]


def test_a_journal_that_breaks_off_is_one_fault(tmp_path: Path) -> None:
    """The last line cut in its middle is told as such, with its number."""
    path = write(tmp_path / "a.jsonl", header(), {"n": 1, "command": {"do": "begin"}}, '{"n": 2, "comm')
    assert found(path) == [("line 3", "not JSON: the last line is cut off")]


def test_a_journal_of_another_version_is_one_fault(tmp_path: Path) -> None:
    """What a later program wrote is not guessed at."""
    assert found(write(tmp_path / "a.jsonl", header() | {"journal": 2})) == [
        ("line 1.journal", "unknown version")
    ]


def test_a_journals_header_must_load(tmp_path: Path) -> None:
    """The encounter and the ruleset in a header are checked like files."""
    whole = header()
    assert found(write(tmp_path / "a.jsonl", whole)) == []
    without = {key: value for key, value in whole.items() if key != "ruleset"}
    assert found(write(tmp_path / "b.jsonl", without)) == [("line 1.ruleset", "missing")]
    broken = json.loads(json.dumps(whole))
    broken["encounter"]["weapons"][0]["damage"] = "lots"
    assert found(write(tmp_path / "c.jsonl", broken)) == [
        ("line 1.encounter.weapons.marksman-rifle.damage", "not of this form")
    ]
    broken["ruleset"]["armor"]["base"] = -1
    assert found(write(tmp_path / "d.jsonl", broken)) == [("line 1.ruleset.armor.base", "unknown value")]


def test_an_empty_journal_is_a_fault(tmp_path: Path) -> None:
    """A journal has a header at least; an empty script does nothing, and may."""
    assert found(write(tmp_path / "a.jsonl", ""), "journal") == [("", "an empty journal")]
    assert found(write(tmp_path / "a.jsonl", ""), "script") == []


def test_play_may_look_deeper() -> None:
    """Sound lines are handed on with their numbers, and what comes back joins the report."""
    seen: list[tuple[str, int]] = []

    def deeper(kind: str, lines: Lines) -> list[Fault]:
        seen.append((kind, len(lines)))
        return [Fault(f"line {lines[-1][0]}.command", "too late", None, [])]

    path = EXAMPLES / "golden-fight.jsonl"
    (report,) = check([path], deeper=deeper).files
    commands = [line for line in path.read_text().splitlines() if line.startswith("{")]
    assert seen == [("script", len(commands))]
    assert [fault.problem for fault in report.faults] == ["too late"]
