"""The verb `replay`, as typed: the log again, states on the way, and what verifying finds."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import run, spawn

from wanderstar.book.ruleset import DEFAULT
from wanderstar.cli import main
from wanderstar.play.replay import replay


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fight's journal."""
    path = tmp_path_factory.mktemp("journals") / "fight.jsonl"
    assert main(["fight", "patrol-ambush", "--seed", "3", "--journal", str(path), "--json"]) == 0
    return path


Edit = Callable[[list[dict[str, Any]]], None]


def edited(journal: Path, path: Path, edit: Edit) -> str:
    """A copy of the journal, its lines changed."""
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    edit(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


def first_roll(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The first command after `begin` with dice."""
    return next(line for line in lines[2:] if "dice" in line)


def test_a_replay_shows_what_the_fight_showed(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The log and the standing at the end are those of the fight, line by line."""
    fought = run(capsys, "fight", "patrol-ambush", "--seed", "3").out.splitlines()
    again = run(capsys, "replay", str(journal))
    assert (again.code, again.err) == (0, "")
    assert again.out.splitlines() == fought[:-2]


def test_verified(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An honest journal verifies, its dice by its seed: exit 0."""
    ran = run(capsys, "replay", str(journal), "--verify")
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("verified: ")
    answer = run(capsys, "replay", str(journal), "--verify", "--json").json
    assert (answer["verified"], answer["wrong"], answer["seed_shown"]) == (True, [], True)


def a_die(lines: list[dict[str, Any]]) -> None:
    """Another face, answers only."""
    line = first_roll(lines)
    line["dice"][0] = line["dice"][0] % 6 + 1


def an_event(lines: list[dict[str, Any]]) -> None:
    """A total made better."""
    event = next(e for line in lines[2:] for e in line["events"] if e["kind"] == "test")
    event["total"] += 1


def a_seed(lines: list[dict[str, Any]]) -> None:
    """Another seed than the one that was promised."""
    lines[-1]["seed"] += "4"


def a_die_and_its_story(lines: list[dict[str, Any]]) -> None:
    """Initiative dice changed everywhere so that they fit each other, but not the seed."""
    line = lines[1]
    draw = next(e for e in line["events"] if e["kind"] == "draw" and e["edge"] == "neutral")
    before = sum(len(e["dice"]) for e in line["events"][: line["events"].index(draw)] if e["kind"] == "draw")
    a, b = draw["dice"]
    shifted = [a - 1, b + 1] if a > 1 and b < 6 else [a + 1, b - 1]
    line["dice"][before : before + 2] = draw["dice"] = draw["kept"] = shifted


@pytest.mark.parametrize("edit", [a_die, an_event, a_seed, a_die_and_its_story])
def test_a_journal_that_was_tampered_with(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], edit: Edit
) -> None:
    """A changed die, a changed event, a changed seed, a changed die with all its traces: exit 1, and what is wrong."""
    path = edited(journal, tmp_path / "false.jsonl", edit)
    ran = run(capsys, "replay", path, "--verify", "--json")
    assert ran.code == 1
    assert ran.json["verified"] is False
    assert len(ran.json["wrong"]) >= 1
    text = run(capsys, "replay", path, "--verify")
    assert text.code == 1
    assert ran.json["wrong"][0] in text.out


def test_without_a_seed_the_rules_are_verified(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A journal whose seed is not shown yet verifies by the rules, and says that its dice were not checked."""
    path = edited(journal, tmp_path / "open.jsonl", lambda lines: lines.__delitem__(-1))
    ran = run(capsys, "replay", path, "--verify")
    assert ran.code == 0
    assert "no seed is shown to check dice by" in ran.out


def test_to_any_command(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--to N is the state after command N: 0 before the fight, and each step's state on the way."""
    steps = run(capsys, "replay", str(journal), "--steps", "--json").json["steps"]
    assert [step["n"] for step in steps] == list(range(1, len(steps) + 1))
    assert [step["line"] for step in steps] == list(range(2, len(steps) + 2))
    for n in (1, 7, len(steps)):
        answer = run(capsys, "replay", str(journal), "--to", str(n), "--json").json
        assert answer["state"] == steps[n - 1]["state"]
        assert answer["n"] == n
    begun = run(capsys, "replay", str(journal), "--to", "0", "--json").json
    assert (begun["rounds"], begun["over"], begun["state"]["turn"]) == (0, False, None)


def test_an_undone_branch_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After an undo the live branch alone is gone through; a step tells the line it stands on."""
    script = tmp_path / "s.jsonl"
    lines: list[dict[str, Any]] = [
        {"command": {"do": "begin"}},
        {"command": {"do": "clock", "id": "door"}},
        {"undo": 1},
        {"command": {"do": "clock", "id": "bomb"}},
    ]
    script.write_text("".join(json.dumps(line) + "\n" for line in lines))
    out = str(tmp_path / "fight.jsonl")
    assert (
        run(capsys, "fight", "golden-fight", "--seed", "1", "--script", str(script), "--journal", out).code
        == 0
    )
    answer = run(capsys, "replay", out, "--steps", "--verify", "--json").json
    assert [(step["n"], step["line"]) for step in answer["steps"]] == [(1, 2), (2, 5)]
    assert list(answer["state"]["clocks"]) == ["bomb"]
    assert answer["verified"] is True


def test_an_open_command_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A journal that ends within a command shows what is awaited."""
    script = tmp_path / "s.jsonl"
    script.write_text('{"command": {"do": "begin"}, "open": true}\n')
    out = str(tmp_path / "fight.jsonl")
    assert run(capsys, "fight", "golden-fight", "--script", str(script), "--journal", out).code == 0
    ran = run(capsys, "replay", out)
    assert "waiting for 3 dice of asha: initiative" in ran.out
    assert run(capsys, "replay", out, "--json").json["state"]["pending"][0]["key"] == "dice"


def test_by_another_ruleset(journal: Path) -> None:
    """Verified by rules under which armor counts for more, the journal does not follow."""
    assert replay(journal, verify=True).verified is True
    assert replay(journal, verify=True, ruleset=DEFAULT._replace(armor_base=4)).verified is False


@pytest.mark.parametrize(
    "words",
    [[], ["none.jsonl"], ["JOURNAL", "--to", "-1"], ["JOURNAL", "--to", "9999"], ["JOURNAL", "--to", "x"]],
)
def test_wrong_usage_is_exit_2(journal: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """No journal, an absent one, a command that is not there: one line on standard error."""
    ran = run(capsys, "replay", *(str(journal) if word == "JOURNAL" else word for word in words))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)


def test_a_cut_line_is_a_broken_file(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A journal cut within a line is exit 2 and names the line."""
    path = tmp_path / "cut.jsonl"
    path.write_text(journal.read_text()[:-40])
    ran = run(capsys, "replay", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert f"line {len(journal.read_text().splitlines())}" in ran.err or "line" in ran.err


def test_no_bar_without_a_terminal(journal: Path) -> None:
    """Progress is for terminals: into a pipe standard error stays empty."""
    ran = spawn("replay", str(journal), "--verify")
    assert (ran.code, ran.err) == (0, "")


def test_a_bar_only_after_a_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal nothing is shown within the first second; the items come through all the same."""
    import sys

    from wanderstar.cli.progress import track

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(track("loading", range(5), 5)) == [0, 1, 2, 3, 4]
    assert capsys.readouterr().err == ""
