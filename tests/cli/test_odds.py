"""The verb `odds`."""

import csv
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import run

from wanderstar import odds
from wanderstar.cli import bars

SIDES = ["--side", "Asha:2:advantage", "--side", "Vex:1"]
ATTACK = ["attack", "--bonus", "2", "--damage", "3D+1", "--armor", "5"]
QUESTIONS = [
    ["test", "--bonus", "-3"],
    ["test", "--rank", "Expert", "--disadvantage"],
    ["test", "--table"],
    ["test", "--at-least", "0.75"],
    [*ATTACK, "--cover", "light", "--piercing", "2", "--reaction-bonus", "1", "--reaction-advantage"],
    [*ATTACK, "--burst", "3", "--reaction", "success"],
    ["opposed", *SIDES],
    ["opposed", *SIDES, "--side", "Cato:0", "--defender", "Asha"],
    ["contest", *SIDES, "--net", "3", "--max", "none", "--defender", "none"],
    ["contest", *SIDES, "--timeout", "status_quo"],
    ["clock", "--bonus", "1", "--successes", "4", "--failures", "2"],
]


def words(question: list[str]) -> str:
    return " ".join(question)


@pytest.mark.parametrize("question", QUESTIONS, ids=words)
def test_text_is_readable(capsys: pytest.CaptureFixture[str], question: list[str]) -> None:
    """Every answer is text of 80 columns at most, without colour where there is no terminal."""
    ran = run(capsys, "odds", *question)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert all(bars.columns(line) <= 80 and line == line.rstrip() for line in ran.out.splitlines())


@pytest.mark.parametrize("question", QUESTIONS, ids=words)
def test_json_is_one_object(capsys: pytest.CaptureFixture[str], question: list[str]) -> None:
    """Every answer is one line of JSON that names its question."""
    ran = run(capsys, "odds", *question, "--json")
    assert (ran.code, ran.out.count("\n"), ran.json["question"]) == (0, 1, question[0])


@pytest.mark.parametrize("question", QUESTIONS, ids=words)
def test_csv_has_as_many_columns_in_each_line(
    capsys: pytest.CaptureFixture[str], question: list[str]
) -> None:
    """Every answer is CSV with a header."""
    lines = list(csv.reader(run(capsys, "odds", *question, "--csv").out.splitlines()))
    assert len(lines) > 1
    assert {len(line) for line in lines} == {len(lines[0])}


def test_csv_has_the_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines of the total of a test add up to 1."""
    lines = csv.DictReader(run(capsys, "odds", "test", "--bonus", "1", "--csv").out.splitlines())
    assert sum(Fraction(line["exact"]) for line in lines if line["quantity"] == "total") == 1


def test_the_verb_prints_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Flags are the library's keywords, and its `to_json` is what is printed."""

    def ask(*words: str) -> Any:
        return run(capsys, "odds", *words, "--json").json

    assert ask("test", "--bonus", "-3", "--advantage") == odds.test(-3, advantage=1).to_json()
    assert (
        ask(*ATTACK, "--disadvantage", "--cover", "solid", "--reaction-rank", "Trained")
        == odds.attack(
            2, damage="3D+1", armor=5, disadvantage=1, cover="solid", reaction_rank="Trained"
        ).to_json()
    )
    sides = ["Asha:2:advantage", "Vex:1"]
    assert ask("opposed", *SIDES, "--defender", "none") == odds.opposed(sides, defender=None).to_json()
    assert ask("contest", *SIDES, "--max", "none") == odds.contest(sides, max=None).to_json()
    assert ask("clock", "--bonus", "0", "--failures", "2") == odds.clock(0, failures=2).to_json()


def test_a_small_chance_is_said_as_one_in_so_many(capsys: pytest.CaptureFixture[str]) -> None:
    """A natural 12 is "1 in 36", and 58.3 % is 7/12."""
    out = run(capsys, "odds", "test", "--bonus", "1").out
    assert re.search(r"natural 12 +2\.8 % .* 1 in 36$", out, re.MULTILINE)
    assert re.search(r"success +58\.3 % .* 7/12$", out, re.MULTILINE)


def test_the_table_shows_percent_and_216ths(capsys: pytest.CaptureFixture[str]) -> None:
    """T10: Expert with Advantage is 94.9 %, 205 in 216."""
    out = run(capsys, "odds", "test", "--table").out
    assert "94.9 %" in out
    assert "205 in 216" in out


def test_a_ruleset_file_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--ruleset` works before the question and after it."""
    file = tmp_path / "labels.toml"
    file.write_text('format = 1\n[natural]\nmode = "flags_only"\n', encoding="utf-8")
    for question in (["--ruleset", str(file), "test"], ["test", "--ruleset", str(file)]):
        shown = run(capsys, "odds", *question, "--bonus", "7", "--json").json
        assert shown["success"]["exact"] == "1"


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ([], "test|attack"),
        (["test"], "bonus"),
        (["tset"], "tset"),
        (["test", "--bonus", "x"], "--bonus"),
        (["test", "--bonus", "1.5"], "--bonus"),
        (["test", "--bonus", "99999999999"], "bonus"),
        (["test", "--rank", "Wizard"], "Wizard"),
        (["test", "--bonus", "1", "--nope"], "--nope"),
        (["test", "--at-least", "2"], "at_least"),
        (["attack", "--bonus", "1", "--armor", "5"], "--damage"),
        (["attack", "--bonus", "1", "--armor", "5", "--damage", "3x"], "column 2"),
        (["attack", "--bonus", "1", "--armor", "5", "--damage", "3D", "--cover", "glass"], "--cover"),
        (["opposed", "--side", "a:1"], "side"),
        (["opposed", *SIDES, "--defender", "nobody"], "nobody"),
        (["contest", *SIDES, "--max", "many"], "--max"),
        (["contest", *SIDES, "--net", "0"], "net"),
        (["clock", "--bonus", "1", "--successes", "0"], "successes"),
    ],
    ids=str,
)
def test_wrong_usage_is_one_line(capsys: pytest.CaptureFixture[str], question: list[str], named: str) -> None:
    """Wrong usage is exit 2 with one line that names the argument, and nothing on standard output."""
    ran = run(capsys, "odds", *question)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert named in ran.err


def test_each_question_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` of each question ends with examples that run."""
    for question in ("test", "attack", "opposed", "contest", "clock"):
        out = run(capsys, "odds", question, "--help").out
        examples = re.findall(r"^  wanderstar (odds .*)$", out, re.MULTILINE)
        assert len(examples) >= 2
        for example in examples:
            assert run(capsys, *example.split()).code == 0


def test_never_0_or_100_percent_of_what_is_not_certain() -> None:
    """A chance of one in a million is not shown as 0.0 %, nor its opposite as 100 %."""
    rare = Fraction(1, 10**6)
    assert [bars.percent(p) for p in (Fraction(0), rare, 1 - rare, Fraction(1))] == [
        "0.0 %",
        "<0.1 %",
        ">99.9 %",
        "100.0 %",
    ]


def test_bars() -> None:
    """A bar is full at 1, empty at 0 only, and ASCII where there is nothing else."""
    style, ascii_ = bars.Style(True, False), bars.Style(False, False)
    assert [style.bar(Fraction(p, 16), 2) for p in (0, 1, 8, 16)] == ["", "▏", "█", "██"]
    assert [ascii_.bar(p, 4) for p in (Fraction(0), Fraction(1, 1000), Fraction(1))] == ["", "#", "####"]


def test_long_names_are_cut_and_wide_ones_measured() -> None:
    """A label has the columns it is given, whatever is in it."""
    style = bars.Style(True, False)
    for label in ("Asha", "a" * 80, "狐" * 30, "e\u0301" * 30):
        assert bars.columns(bars.fitted(label, 18, style)) in (17, 18)
