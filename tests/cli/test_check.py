"""The verb `check`, as typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from wanderstar.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "golden-fight.toml"

NAME = "a name on one line, at most 80 characters"
DAMAGE = "damage such as 3D or 2D+1: 1 to 20 dice, at most 100 added"

SORE = """
format = 1
[[weapons]]
id = "rifle"
name = "Ri\\nfle"
damage = "3X"
range = "medium"
"""


@pytest.fixture
def sore(tmp_path: Path) -> Path:
    path = tmp_path / "sore.toml"
    path.write_text(SORE)
    return path


def test_a_sound_file_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for the file, one that counts; exit code 0."""
    assert main(["check", str(EXAMPLE)]) == 0
    assert capsys.readouterr().out == f"{EXAMPLE}: encounter, no fault\nno faults in 1 file\n"


def test_every_fault_is_a_line(sore: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C36: file, key, problem, found and expected on one line each, a line end in a name escaped; exit code 1."""
    assert main(["check", str(sore), str(EXAMPLE)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        rf"{sore}: weapons.rifle.name: not of this form (found Ri\nfle; expected {NAME})",
        f"{sore}: weapons.rifle.damage: not of this form (found 3X; expected {DAMAGE})",
        f"{EXAMPLE}: encounter, no fault",
        "2 faults in 2 files",
    ]


def test_a_note_is_a_line_and_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R7: a skill spelled almost as the ruleset's is told, and the exit code stays 0."""
    path = tmp_path / "noted.toml"
    path.write_text(
        'format = 1\n[[weapons]]\nid = "a"\nname = "A"\ndamage = "1D"\nmelee = true\nskill = "Sneakin"\n'
    )
    assert main(["check", str(path)]) == 0
    problem = "a skill of its own, as the ruleset has none of this name"
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: note: weapons.a.skill: {problem} (found Sneakin; expected Sneaking)",
        f"{path}: weapon, no fault",
        "no faults in 1 file, 1 note",
    ]


def test_json_for_programs(sore: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json the report, and nothing else, is on standard output."""
    assert main(["check", "--json", str(sore), str(sore.parent / "nowhere.toml")]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["ok"] is False
    assert [len(one["faults"]) for one in answer["files"]] == [2, 1]
    assert answer["files"][0]["faults"][1]["key"] == "weapons.rifle.damage"


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """--schema KIND prints that kind's JSON Schema."""
    assert main(["check", "--schema", "weapon"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["required"] == ["format", "weapons"]
    assert set(answer["$defs"]["weapon"]["required"]) == {"id", "name"}


@pytest.mark.parametrize("words", [[], ["--kind", "vehicle", "a.toml"], ["--schema", "vehicle"], ["--wrong"]])
def test_wrong_usage_is_one_line_and_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """No file, an unknown kind or flag: one line on standard error, nothing on standard output."""
    assert main(["check", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


def test_a_ruleset_may_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--ruleset FILE is the ladder that the sheets are held against; a broken one is exit code 2."""
    house = tmp_path / "house.toml"
    house.write_text("[skills]\nranks = { Green = 0 }\n")
    assert main(["check", "--ruleset", str(house), str(EXAMPLE)]) == 1
    assert "characters.asha.skills.Athletics: unknown rank" in capsys.readouterr().out
    house.write_text("[skills]\nranks = 3\n")
    assert main(["check", "--ruleset", str(house), str(EXAMPLE)]) == 2
    assert "skills.ranks: unknown value" in capsys.readouterr().err


def test_reading_a_sheet_needs_no_heavy_library() -> None:
    """A fight starts at once: the sheets are read with the standard library alone."""
    program = (
        "import sys; from wanderstar.sheets.load import load_encounter; load_encounter('patrol-ambush');"
        "print(sorted({'pydantic', 'jsonschema', 'asyncio'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
