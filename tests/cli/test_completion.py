"""The verb `completion`: what shells complete, tried in the shells."""

import argparse
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.command import run, spawn

from wanderstar.__main__ import main as whole_command
from wanderstar.cli.completion import nodes
from wanderstar.cli.main import VERBS
from wanderstar.sheets.shelf import shipped_encounters

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
_wanderstar 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
compdef() { : }
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@" }
_files() { print -rl -- *(N) }
_describe() { print -rl -- "${verbs[@]%%:*}" }
source "$1"; shift
words=("$@"); CURRENT=$#
_wanderstar
"""
CASES = [
    (("fi",), "fight"),
    (("rep",), "replay"),
    (("fight", "patr"), "patrol-ambush"),
    (("fight", "--jou"), "--journal"),
    (("fight", "x", "--dice", ""), "typed"),
    (("fight", "x", "--journal", "m"), "mine.jsonl"),
    (("fight", "m"), "mine.jsonl"),
    (("odds", "cont"), "contest"),
    (("odds", "test", "--rank", "Tr"), "Trained"),
    (("odds", "command", "--ans"), "--answer"),
    (("rules", "C2"), "C26"),
    (("forecast", "dock"), "docking-bay"),
    (("completion", "z"), "zsh"),
]
"""What is typed after `wanderstar`, and one of the words that are offered."""


def shell(name: str, program: str, folder: Path, script: str, *words: str) -> list[str]:
    """What a shell offers for a line."""
    (folder / "script").write_text(script, encoding="utf-8")
    (folder / "mine.jsonl").touch()
    (folder / "driver").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [name, "./driver", "./script", "wanderstar", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize(("words", "wanted"), CASES)
def test_bash_completes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], wanted: str
) -> None:
    """Verbs, flags, shipped encounters, values, files: only what begins as typed."""
    offered = shell("bash", BASH, tmp_path, run(capsys, "completion", "bash").out, *words)
    assert wanted in offered
    assert [word for word in offered if not word.startswith(words[-1])] == []


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here")
@pytest.mark.parametrize(("words", "wanted"), CASES)
def test_zsh_completes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], wanted: str
) -> None:
    """The same in zsh, which itself leaves out what does not begin as typed."""
    assert wanted in shell("zsh", ZSH, tmp_path, run(capsys, "completion", "zsh").out, *words)


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
@pytest.mark.parametrize(("words", "wanted"), CASES)
def test_fish_completes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], wanted: str
) -> None:
    """The same in fish."""
    line = " ".join(("wanderstar", *words))
    program = f"source ./script; complete -C '{line}'"
    offered = shell("fish", program, tmp_path, run(capsys, "completion", "fish").out)
    assert wanted in offered


def test_every_verb_and_flag_is_there() -> None:
    """Each verb, the table too, with each of its flags; nothing has to be listed twice."""
    script = spawn("completion", "bash").out
    for verb in (*VERBS, "table"):
        assert f"'{verb} '*)" in script
    for flag in ("--seat", "--resume", "--lan", "--at-least", "--verify"):
        assert flag in script


def test_names_come_from_the_parsers(capsys: pytest.CaptureFixture[str]) -> None:
    """A flag of a verb that is given by the table's package is found as those of our own are."""

    class Verb:
        @staticmethod
        def configure(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("--loudness", choices=("low", "high"), help="how loud: 50 %% is usual")

    found = {one.words: one for one in nodes({"sing": (lambda: Verb, "a song")})}
    (loudness,) = [flag for flag in found[("sing",)].flags if "--loudness" in flag.names]
    assert (loudness.values, loudness.takes, loudness.files) == (("low", "high"), True, False)
    assert loudness.about == "how loud: 50 % is usual"
    assert set(found[("fight",)].values) == set(shipped_encounters())
    assert whole_command(["completion", "bash"]) == 0
    assert "'table '*)" in capsys.readouterr().out


def test_wrong_usage_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    """A shell that is none: one line on standard error."""
    for words in ([], ["tcsh"]):
        ran = run(capsys, "completion", *words)
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
