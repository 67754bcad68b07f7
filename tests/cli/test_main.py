"""The entry of the command line: verbs, complaints, terminals."""

import subprocess
import sys

import pytest
from tests.cli.command import run, spawn

from wanderstar.cli.main import VERBS


def test_the_help_is_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """`wanderstar --help` names every verb within 24 lines of 80 columns."""
    ran = run(capsys, "--help")
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    for verb in ("fight", "replay", "odds", "roll", "check", "rules"):
        assert f"  {verb} " in ran.out


def test_no_verb_at_all_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a verb the help is shown and the exit code says 2."""
    assert run(capsys).code == 2


def test_an_unknown_verb_is_one_line_with_what_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    """`wanderstar fihgt` is exit 2 and asks whether fight was meant."""
    assert run(capsys, "fihgt") == (2, "", "wanderstar: no verb is named 'fihgt'; did you mean fight?\n")
    assert f"there are {', '.join(VERBS)}" in run(capsys, "xyz").err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`wanderstar --version` prints it."""
    assert run(capsys, "--version").out.startswith("wanderstar 0.")


def test_c45_a_closed_pipe_is_no_fault() -> None:
    """C45: a long answer piped to `head -1` ends quietly."""
    ran = spawn(
        "odds", "contest", "--side", "a:0", "--side", "b:0", "--max", "400", "--json", then="| head -c 9"
    )
    assert (ran.code, ran.out, ran.err) == (0, '{"questio', "")
    many = spawn("roll", "1000d6", then="| head -1")
    assert (many.code, many.err, len(many.out.splitlines())) == (0, "", 1)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_c45_a_name_that_the_terminal_cannot_show(encoding: str) -> None:
    """C45: an emoji in a name does not crash a terminal without emoji; our own signs become ASCII there."""
    for form in ([], ["--json"], ["--csv"]):
        ran = spawn("odds", "opposed", "--side", "🦊:1", "--side", "Bö:-2", *form, encoding=encoding)
        assert (ran.code, ran.err) == (0, "")
    assert spawn("--help", encoding=encoding).code == 0
    wrong = spawn("odds", "opposed", "--side", "🦊", "--side", "b:1", encoding=encoding)
    assert (wrong.code, wrong.out, len(wrong.err.splitlines())) == (2, "", 1)


def test_a_ruleset_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """An absent ruleset is exit 2, one line, before or after the question."""
    for words in (["--ruleset", "none.toml", "test"], ["test", "--ruleset", "none.toml"]):
        ran = run(capsys, "odds", *words, "--bonus", "1")
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
        assert "none.toml" in ran.err


def test_only_the_verbs_module_is_imported() -> None:
    """The odds start without the play engine, without pydantic, and without what only JSON or CSV need."""
    program = (
        "import sys; from wanderstar.cli import main; main(['odds', 'test', '--bonus', '1']);"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=240
    )
    loaded = set(done.stderr.split())
    heavy = {"pydantic", "tomllib", "json", "csv", "random", "asyncio", "tqdm", "dataclasses", "inspect"}
    assert not loaded & (heavy | {"wanderstar.sheets.load", "wanderstar.cli.roll", "wanderstar.play.state"})
    assert "wanderstar.cli.odds" in loaded
