"""The verbs `forecast` and `advise`, as typed."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import run, spawn

import wanderstar
from wanderstar.cli import forecast_progress
from wanderstar.cli.bars import columns
from wanderstar.forecast import weigh
from wanderstar.forecast.tally import NotCovered


@pytest.fixture
def journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A fight in play."""
    whole = tmp_path / "whole.jsonl"
    assert run(capsys, "fight", "patrol-ambush", "--seed", "5", "--journal", str(whole)).code == 0
    part = tmp_path / "part.jsonl"
    part.write_text("".join(line + "\n" for line in whole.read_text().splitlines()[:12]))
    return str(part)


def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    """How it was found, who wins, how long, who falls; every line within 100 columns."""
    ran = run(capsys, "forecast", "patrol-ambush", "--engine", "--fights", "8", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Patrol ambush"
    assert lines[1].startswith("  8 fights simulated") and "seed 1; round limit 50" in lines[1]
    for heading in ("Who wins", "How long", "Who falls"):
        assert heading in ran.out
    assert max(columns(line) for line in lines) <= 100


def test_the_json_is_the_forecast(capsys: pytest.CaptureFixture[str]) -> None:
    """C43: counts sum to the fights; --simulate with --fights gives just so many."""
    ran = run(
        capsys, "forecast", "golden-fight", "--engine", "--simulate", "--fights", "6", "--seed", "1", "--json"
    )
    assert (ran.code, ran.json["method"], ran.json["fights"]) == (0, "simulated", 6)
    assert sum(ran.json["counts"].values()) == 6
    assert set(ran.json["win"]) | {"draw"} == set(ran.json["counts"])


def test_csv(capsys: pytest.CaptureFixture[str]) -> None:
    """One line a figure under a head."""
    ran = run(capsys, "forecast", "golden-fight", "--engine", "--fights", "3", "--seed", "1", "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert rows[0]["quantity"] == "win" and {row["quantity"] for row in rows} >= {"draw", "rounds", "out"}


def test_a_page_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the text, which says where."""
    page = tmp_path / "page.html"
    ran = run(
        capsys, "forecast", "golden-fight", "--engine", "--fights", "3", "--seed", "1", "--html", str(page)
    )
    assert ran.code == 0 and ran.out.endswith(f"page: {page}\n")
    assert page.read_text().startswith("<!doctype html>")


def test_a_page_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line and exit code 2."""
    missing = str(tmp_path / "no" / "page.html")
    ran = run(capsys, "forecast", "golden-fight", "--engine", "--fights", "1", "--html", missing)
    assert ran.code == 2 and missing in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--fights", "0"), "0 fights tell nothing"),
        (("--fights", "many"), "invalid whole number"),
        (("--confidence", "1"), "confidence"),
        (("--exact", "--simulate"), "not allowed"),
        (("--tactic", "clever"), "no tactic is named"),
        (("--fair", "nobody"), "nobody in this encounter is"),
    ],
)
def test_complaints(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    """C44: exit code 2 and one line that says what is wrong."""
    ran = run(capsys, "forecast", "golden-fight", "--engine", *words)
    assert ran.code == 2
    assert said in ran.err and ran.err.count("\n") == 1
    assert ran.out == ""


def test_from_a_journal(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It goes on from where the fight stands."""
    ran = run(capsys, "forecast", journal, "--engine", "--fights", "3", "--seed", "1", "--json")
    assert ran.code == 0 and ran.json["fights"] == 3


def test_fair(capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence, and a line for every number tried; the chosen one is marked."""
    ran = run(capsys, "forecast", "golden-fight", "--engine", "--fair", "vex", "--fights", "4", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "Chance of the others, by the number of vex (now 1)" in ran.out
    told = run(
        capsys,
        "forecast",
        "golden-fight",
        "--engine",
        "--fair",
        "vex",
        "--fights",
        "4",
        "--seed",
        "1",
        "--json",
    ).json
    marked = [line for line in ran.out.splitlines() if line.startswith("  * ")]
    assert len(marked) == (told["fair"] is not None)


def test_advice(journal: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A line a command, best first, within 100 columns."""
    for name, value in {"GOOD": 1.0, "TIGHT": 1.0, "MOST_TOGETHER": 1, "ENOUGH": 1}.items():
        monkeypatch.setattr(weigh, name, value)  # no clock ends it
    ran = run(capsys, "advise", journal, "--engine", "--seconds", "3600", "--rounds", "3", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "left to the tactic" in ran.out
    assert max(columns(line) for line in ran.out.splitlines()) <= 100
    told = run(
        capsys, "advise", journal, "--engine", "--seconds", "3600", "--rounds", "3", "--seed", "1", "--json"
    )
    assert told.code == 0 and told.json["options"]


def test_no_advice_for_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """An encounter whose fight has not begun: refused, exit code 1."""
    ran = run(capsys, "advise", "golden-fight")
    assert ran.code == 1 and ran.err.startswith("refused (out_of_turn): ")


def test_plain_ascii() -> None:
    """A terminal that knows no other signs gets ASCII."""
    ran = spawn("forecast", "golden-fight", "--engine", "--fights", "2", "--seed", "1", encoding="ascii")
    assert ran.code == 0 and ran.out.isascii() and ran.err == ""


def worked(group: int) -> float:
    """Seconds of processor time of the workers of a process group, its leader left out."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = status.read_text(encoding="utf-8").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):  # ended meanwhile
            continue
        if int(words[2]) == group and int(status.parent.name) != group:
            ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(sys.platform != "linux", reason="the workers are watched in /proc")
def test_interrupted_it_tells_what_is_known() -> None:
    """C39: Ctrl-C ends a huge simulation at once; what is known so far is printed, labelled, exit code 0."""
    words = [
        "forecast",
        "patrol-ambush",
        "--engine",
        "--simulate",
        "--fights",
        "900000000",
        "--seed",
        "1",
        "--json",
    ]
    # whoever runs the tests in the background may have SIGINT ignored; a handled one is the default for a child
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "wanderstar", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        while worked(process.pid) < 2:
            assert process.poll() is None
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=100)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert (process.returncode, err) == (0, "")
    told = json.loads(out)
    assert told["stopped"] is True and told["interval"] == "sequence"
    assert sum(told["counts"].values()) == told["fights"] > 0


class Terminal(io.StringIO):
    """A standard error at which somebody sits."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_what_is_compiled_is_counted_as_one_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The count moves although nothing is done yet of what the bar measures; one function is one function."""
    seen = Terminal()
    monkeypatch.setattr("sys.stderr", seen)
    monkeypatch.setattr(forecast_progress, "DELAY", -1.0)
    monkeypatch.setattr(forecast_progress, "REFRESH", -1.0)

    def compiled(
        state: object, cast: object, ruleset: object, limit: int, progress: Callable[[int], None]
    ) -> Any:
        for functions in (1, 2, 3):
            progress(functions)
        return NotCovered(("a test",))

    monkeypatch.setattr("wanderstar.forecast.kernel.compiled", compiled)
    with forecast_progress.watching() as watch:
        wanderstar.forecast("golden-fight", fights=1, seed=1, watch=watch)
    told = re.findall(r"compiling, once: (\d functions?)", seen.getvalue())
    assert list(dict.fromkeys(told)) == ["1 function", "2 functions", "3 functions"]
