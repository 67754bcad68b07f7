"""`wanderstar odds command`: text, JSON, CSV, refusals and wrong words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wanderstar.play.script import play_script, read_script
from wanderstar.play.table import Table
from wanderstar.sheets.load import load_encounter

from .command import run

Capture = pytest.CaptureFixture[str]
EXAMPLES = Path(__file__).parents[2] / "examples"
SHOT = '{"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": "vex"}'


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """The golden fight up to Asha's shot at Vex in round 2."""
    text: list[str] = []
    encounter = load_encounter(str(EXAMPLES / "golden-fight.toml"))
    table = Table(encounter, write=lambda line: text.append(json.dumps(line)))
    text.append(json.dumps(table.header()))
    play_script(table, read_script((EXAMPLES / "golden-fight.jsonl").read_text(), "golden")[:17])
    path = tmp_path / "fight.jsonl"
    path.write_text("\n".join(text) + "\n")
    return str(path)


def test_json(capsys: Capture, journal: str) -> None:
    """Every field of the interface, the answers that were assumed among them."""
    done = run(capsys, "odds", "command", journal, SHOT, "--answer", "claim_attack:asha=true", "--json")
    assert done.code == 0
    odds = done.json
    assert odds["assumed"] == {"reaction:vex": "none", "claim_attack:asha": True}
    assert odds["hit"]["exact"] == "13/18"
    assert set(odds["trauma"]["vex"]) == {"0", "1", "2"}
    assert odds["momentum"]["asha"] == {"0": {"exact": "1", "value": 1.0}}
    assert odds["weight"] == "1"
    assert odds["refusal"] is None
    assert all(reason["text"] for reason in odds["reasons"])


def test_text_and_csv(capsys: Capture, journal: str) -> None:
    """The text names what is assumed; the CSV has a line a probability."""
    text = run(capsys, "odds", "command", journal, SHOT).out
    assert 'assumed: reaction:vex = "none"' in text
    assert "Trauma on Vex" in text
    lines = run(capsys, "odds", "command", journal, SHOT, "--csv").out.splitlines()
    assert lines[0] == "quantity,of,exact,value"
    assert sum(line.startswith("trauma of vex,") for line in lines) == 3


def test_a_refusal_is_exit_one(capsys: Capture, journal: str) -> None:
    """A command out of turn: exit 1, the code on standard error, or the refusal as JSON."""
    other = SHOT.replace("asha", "cato")
    done = run(capsys, "odds", "command", journal, other)
    assert (done.code, done.out) == (1, "")
    assert "out_of_turn" in done.err
    done = run(capsys, "odds", "command", journal, other, "--json")
    assert done.code == 1
    assert done.json["refusal"]["code"] == "out_of_turn"


@pytest.mark.parametrize(
    "words", [("{",), ("[]",), (SHOT, "--answer", "reaction"), (SHOT, "--answer", "dodge=1")]
)
def test_wrong_words(capsys: Capture, journal: str, words: tuple[str, ...]) -> None:
    """What is no command or no answer: exit 2, one line that names it."""
    done = run(capsys, "odds", "command", journal, *words)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1


def test_an_absent_journal(capsys: Capture, tmp_path: Path) -> None:
    """A file that is not there: exit 2 and its name."""
    done = run(capsys, "odds", "command", str(tmp_path / "none.jsonl"), SHOT)
    assert done.code == 2
    assert "none.jsonl" in done.err
