"""Journals that are none: one clear error each, with line and key, and nothing half-done."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.play.gm.recorded import Recorded, recorded, text

from wanderstar.play.journal import load_lines, parse_lines
from wanderstar.play.replay import load, replay
from wanderstar.sheets.faults import BrokenFile


@pytest.fixture(scope="module")
def journal() -> Recorded:
    """A round of the golden encounter; nobody may change it."""
    return recorded()


def broken(lines: list[Any]) -> BrokenFile:
    """The error that a journal of these lines gives: objects, or raw text."""
    raw = "\n".join(line if isinstance(line, str) else text(line) for line in lines)
    with pytest.raises(BrokenFile) as caught:
        load_lines(parse_lines(raw, "journal"), "journal")
    assert "\n" not in str(caught.value.faults[0].problem)
    return caught.value


def the_fault(lines: list[Any]) -> tuple[str, str]:
    """Key and problem of the only fault."""
    (fault,) = broken(lines).faults
    return fault.key, fault.problem


def objects(journal: Recorded, count: int = 12) -> list[dict[str, Any]]:
    """The first lines as objects of their own."""
    return [json.loads(line) for line in journal.lines[:count]]


def test_a_truncated_line(journal: Recorded) -> None:
    """Cut in the middle of its last line, the file names that line and the column; whole lines before do not load
    by themselves."""
    last = len(journal.lines)
    whole = "\n".join(journal.lines)
    for cut in range(1, len(journal.lines[-1]), 37):
        key, problem = the_fault([whole[:-cut]])
        assert key == f"line {last}"
        assert problem.startswith("not JSON (column ")


def test_an_unknown_version(journal: Recorded) -> None:
    """A journal of another version is refused by its version, not by what may have changed in it."""
    for version in (2, 0, "1", None, True, 1.5):
        header = {**objects(journal, 1)[0], "journal": version, "new": 1}
        fault = broken([header]).faults[0]
        assert (fault.key, fault.problem, fault.found, fault.expected) == (
            "journal",
            "unknown version",
            version,
            [1],
        )


def test_unknown_keys(journal: Recorded) -> None:
    """A key that a line or the header does not have is refused by name."""
    lines = objects(journal)
    assert the_fault([{**lines[0], "luck": 1}])[0] == "luck"
    lines[3]["luck"] = 1
    assert the_fault(lines) == ("line 4.luck", "unknown key")
    assert the_fault([*objects(journal, 2), {"hello": 1}]) == ("line 3", "unknown line")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none(number: str, journal: Recorded) -> None:
    """NaN and infinities are no JSON here, wherever they stand."""
    at = next(n for n, line in enumerate(journal.lines) if '"metres": ' in line)
    raw = journal.lines[at].replace('"metres": ', f'"metres": {number}, "was": ', 1)
    key, problem = the_fault([*journal.lines[:at], raw])
    assert key == f"line {at + 1}"
    assert "number" in problem or "JSON" in problem


def test_what_is_no_object(journal: Recorded) -> None:
    """Lines that are lists, words or nothing like JSON are all named at once."""
    faults = broken([journal.lines[0], "[1]", journal.lines[1], "hello", '"x"']).faults
    assert [f.key for f in faults] == ["line 2", "line 4", "line 5"]


def test_nesting_without_end(journal: Recorded) -> None:
    """A hundred thousand brackets are an error, not a crash."""
    assert the_fault([journal.lines[0], '{"command": ' + "[" * 100_000])[0] == "line 2"


@pytest.mark.parametrize("lines", [[], [""], ["# nothing"]])
def test_nothing_at_all(lines: list[str]) -> None:
    """An empty journal has no header."""
    assert the_fault(lines) == ("line 1", "absent")


def test_comments_and_blank_lines_are_passed_over(journal: Recorded) -> None:
    """Blank lines and those beginning # do not count, but their numbers do."""
    raw = "\n".join(["# a fight", "", *journal.lines])
    assert load_lines(parse_lines(raw, "journal"), "journal").n == 11
    assert the_fault([raw, "oops"])[0] == f"line {len(journal.lines) + 3}"


def changed(journal: Recorded, at: int, **fields: Any) -> list[dict[str, Any]]:
    """All lines, one with other fields."""
    lines = objects(journal, len(journal.lines))
    lines[at].update(fields)
    return lines


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"n": 7}, "line 12"),
        ({"n": "3"}, "line 12.n"),
        ({"n": True}, "line 12.n"),
        ({"dice": [1, "2"]}, "line 12.dice"),
        ({"choices": [1]}, "line 12.choices"),
        ({"rolled": True}, "line 12.rolled"),
        ({"command": "attack"}, "line 12.command"),
        ({"events": None}, "line 12"),
        ({"events": 3}, "line 12"),
        ({"events": "x"}, "line 12"),
        ({"events": [{"changes": {}}]}, "line 12"),
        ({"events": [{"kind": 7, "changes": {"asha": {"luck": [1, 2]}}}]}, "line 12"),
        ({"events": [{"kind": "moved", "changes": {"nobody": {"at": [1, 2]}}}]}, "line 12"),
        ({"events": [{"kind": "moved", "changes": {"": {"moon": [1, 2]}}}]}, "line 12"),
        ({"events": [{"kind": "moved", "changes": {"asha": {"at": 3}}}]}, "line 12"),
        ({"events": [{"kind": "moved", "changes": {"asha": 3}}]}, "line 12"),
        ({"events": [{"kind": "moved", "changes": [1]}]}, "line 12"),
    ],
)
def test_a_command_line_of_another_shape(fields: dict[str, Any], key: str, journal: Recorded) -> None:
    """Fields of the wrong kind, events about nobody or of no known field: the line is named."""
    assert the_fault(changed(journal, 11, **fields))[0] == key


@pytest.mark.parametrize(
    "line", [{"undo": 9}, {"undo": 1, "answer": 99}, {"redo": 1}, {"cancel": True}, {"undo": -1}]
)
def test_a_line_that_does_not_fit(line: dict[str, Any], journal: Recorded) -> None:
    """Undo, redo and cancel to where there is nothing."""
    key, problem = the_fault([*objects(journal, 8), line])
    assert (key, problem.split(":")[0]) == ("line 9", "refused")


@pytest.mark.parametrize(
    "line",
    [{"undo": "1"}, {"undo": 0, "answer": "1"}, {"undo": True}, {"redo": None}, {"seed": 3}, {"cancel": 1}],
)
def test_a_line_of_the_wrong_kind(line: dict[str, Any], journal: Recorded) -> None:
    """The same with values that are no numbers, no seed."""
    assert the_fault([*objects(journal, 8), line])[0].startswith("line 9")


def test_an_open_command_that_is_not_legal(journal: Recorded) -> None:
    """An open command is resolved again, so it must be legal then."""
    lines = objects(journal, 9)
    assert lines[8]["open"]
    lines[8]["command"]["mode"] = "full"
    lines[8]["command"]["weapon"] = "rifle"  # has no automatic fire
    assert the_fault(lines) == ("line 9", "refused: unable")


def test_a_header_with_faults(journal: Recorded) -> None:
    """Faults of the encounter and of the ruleset in the header carry their keys."""
    header = objects(journal, 1)[0]
    header["encounter"]["combatants"][0]["at"] = "here"
    assert broken([header]).faults[0].key.endswith("at")
    header = objects(journal, 1)[0]
    header["ruleset"]["momentum"]["start"] = "x"
    assert the_fault([header])[0] == "ruleset.momentum.start"
    wrongs: list[dict[str, Any]] = [{"encounter": None}, {"encounter": []}, {"ruleset": 3}, {"commitment": 3}]
    for wrong in wrongs:
        assert broken([{**objects(journal, 1)[0], **wrong}]).faults


def test_files(tmp_path: Path, journal: Recorded) -> None:
    """Absent, a folder, not UTF-8: one fault each; a whole file loads."""
    good, bad, folder = (tmp_path / f"{name}.jsonl" for name in ("good", "bad", "folder"))
    folder.mkdir()
    good.write_text("\n".join(journal.lines) + "\n", encoding="utf-8")
    assert text(load(good).to_json()) == journal.states[-1]
    bad.write_bytes(b'{"journal": "\xff"}')
    for path in (tmp_path / "none.jsonl", folder, bad):
        with pytest.raises(BrokenFile) as caught:
            load(path)
        assert len(caught.value.faults) == 1


def test_nothing_half_done(journal: Recorded) -> None:
    """A fault in the last line leaves no table at all, whatever the lines before it were."""
    with pytest.raises(BrokenFile):
        load_lines(parse_lines("\n".join([*journal.lines, "{"]), "journal"), "journal")


WRONG: list[Any] = [None, True, 0, -1, 10**30, 1.5, "", "x", "asha", [], {}, [None], {"": []}, [[1, 2], 3]]


def scrambled(rng: Random, value: Any) -> Any:
    """The value with one thing inside it changed, left out or put in twice."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        kept = {k: v for k, v in value.items() if k != key}
        chance = rng.random()
        if chance < 0.1:
            return kept
        return {**kept, f"{key}x" if chance < 0.2 else key: scrambled(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        n = rng.randrange(len(value))
        chance = rng.random()
        middle = [] if chance < 0.1 else [value[n]] * 2 if chance < 0.2 else [scrambled(rng, value[n])]
        return [*value[:n], *middle, *value[n + 1 :]]
    return rng.choice(WRONG)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_in_it(seed: int, journal: Recorded) -> None:
    """A journal with anything at all changed in it loads, or is refused by the one kind of error."""
    rng = Random(seed)
    outcomes = {"loaded": 0, "broken": 0}
    for _ in range(80):
        lines = objects(journal, rng.randint(1, len(journal.lines)))
        at = rng.randrange(len(lines))
        lines[at] = scrambled(rng, lines[at])
        if rng.random() < 0.3:
            lines.append(
                rng.choice(
                    [{"undo": 1}, {"undo": 1, "answer": 1}, {"cancel": True}, {"answer": {"dice": [1, 2]}}]
                )
            )
        try:
            load_lines(parse_lines("\n".join(map(text, lines)), "journal"), "journal")
            outcomes["loaded"] += 1
        except BrokenFile as error:
            outcomes["broken"] += bool(error.faults)
    assert min(outcomes.values()) > 5, outcomes


def test_a_file_of_something_else_is_one_fault(tmp_path: Path) -> None:
    """A sheet given for a journal is one clear fault, not one for each of its lines."""
    path = tmp_path / "fight.toml"
    path.write_text('format = 1\nname = "no journal"\n')
    with pytest.raises(BrokenFile) as broken:
        replay(path)
    assert [fault.problem for fault in broken.value.faults] == ["not a file of JSON lines"]
