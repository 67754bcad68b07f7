"""Linux, macOS and Windows: encodings are named, paths are paths, and no verb needs a terminal that speaks UTF-8."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wanderstar
from wanderstar.cli.main import VERBS

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tools", "benchmarks", "docs")
OURS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
NEVER_TEXT = (
    "os",
    "webbrowser",
    "browser",
    "tarfile",
    "zipfile",
    "store",
    "house",
    "hub",
    "stream",
    "orders",
)
"""Whose `open` opens no file of text."""

TEXT = {"read_text": 1, "write_text": 2, "open": 3, "TextIOWrapper": 2}
"""What reads or writes text, and how many positional arguments it takes for an encoding to be among them."""

CHILDREN = {"run", "Popen", "check_output"}
SYSTEM = {
    "os.sep",
    "os.linesep",
    "os.path",
    "os.fork",
    "os.setsid",
    "os.killpg",
    "signal.SIGKILL",
    "signal.SIGHUP",
}
MODULES = {"fcntl", "termios", "pwd", "grp", "resource", "msvcrt", "winreg"}


def mode_of(call: ast.Call) -> str:
    """The mode a file is opened with, as far as it is written out."""
    given = [*call.args, *(k.value for k in call.keywords if k.arg == "mode")]
    words = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return next((word for word in words if re.fullmatch(r"[rwaxbt+]{1,3}", word)), "r")


def in_any_encoding(call: ast.Call) -> bool:
    """Whether a call reads or writes text in whatever encoding the machine happens to have."""
    whole, keywords = ast.unparse(call.func), {k.arg for k in call.keywords}
    receiver, _, name = whole.rpartition(".")
    if "encoding" in keywords or None in keywords:
        return False
    if name in TEXT:
        no_text = receiver.rpartition(".")[2] in NEVER_TEXT or (name == "open" and "b" in mode_of(call))
        return not no_text and len(call.args) < TEXT[name]
    if receiver == "subprocess" and name in CHILDREN:
        return bool({"text", "universal_newlines"} & keywords)
    return name == "NamedTemporaryFile" and "b" not in mode_of(call) and mode_of(call) != "r"


def faults(source: str) -> Iterator[tuple[int, str]]:
    """What would go otherwise on another system, by line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and in_any_encoding(node):
            yield node.lineno, f"{ast.unparse(node.func)} without an encoding"
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in SYSTEM:
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                {node.module} if isinstance(node, ast.ImportFrom) else {alias.name for alias in node.names}
            )
            yield from ((node.lineno, f"import {name}") for name in names & MODULES)


def test_every_text_has_its_encoding() -> None:
    """No file and no child is read or written in whatever encoding the machine has; nothing is one system's own."""
    found = {
        path.relative_to(ROOT).as_posix(): [
            (line, what)
            for line, what in faults(path.read_text(encoding="utf-8"))
            if what != "import resource" or "benchmarks" not in path.parts  # they measure memory, on POSIX
        ]
        for path in OURS
    }
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert len(found) > 100


@pytest.mark.parametrize(
    "line",
    [
        "open(name)",
        "open(name, 'w')",
        "path.open()",
        "path.open('a')",
        "Path(name).read_text()",
        "(folder / 'x').write_text(words)",
        "subprocess.run(command, text=True)",
        "NamedTemporaryFile('w')",
        "name.split(os.sep)",
        "os.path.join(a, b)",
        "import fcntl",
        "from termios import tcgetattr",
        "signal.signal(signal.SIGHUP, stop)",
    ],
)
def test_what_is_one_systems_own_is_seen(line: str) -> None:
    """The test above can fail."""
    assert len(list(faults(line))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "open(name, 'rb')",
        "path.open('w', encoding='utf-8', newline='')",
        "path.read_text('utf-8')",
        "path.read_text(encoding='utf-8')",
        "subprocess.run(command, capture_output=True)",
        "webbrowser.open(address)",
    ],
)
def test_what_is_the_same_everywhere_is_not(line: str) -> None:
    """Bytes, and text with its encoding."""
    assert list(faults(line)) == []


ENCODINGS: dict[str, dict[str, str]] = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "plain C": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
CHARSETS = {"cp1252": "cp1252", "plain C": "ascii"}
SHOWN = {
    "help": ["--help"],
    "version": ["--version"],
    "fight": ["fight", "golden-fight", "--seed", "7"],
    "fight --help": ["fight", "--help"],
    "played": ["fight", "golden-fight", "--seed", "7", "--seat", "asha"],
    "replay": ["replay", "kept.jsonl", "--verify"],
    "odds test": ["odds", "test", "--bonus", "-3", "--disadvantage"],
    "odds table": ["odds", "test", "--table"],
    "odds attack": [
        "odds",
        "attack",
        "--bonus",
        "1",
        "--damage",
        "3D",
        "--armor",
        "5",
        "--reaction-bonus",
        "1",
    ],
    "odds opposed": ["odds", "opposed", "--side", "Zoë:1", "--side", "李:0"],
    "odds contest": ["odds", "contest", "--side", "A:1", "--side", "B:0"],
    "odds clock": ["odds", "clock", "--bonus", "1"],
    "odds command": ["odds", "command", "kept.jsonl", '{"do": "begin"}'],
    "odds json": ["odds", "test", "--bonus", "1", "--json"],
    "odds csv": ["odds", "opposed", "--side", "Zoë:1", "--side", "李:0", "--csv"],
    "roll": ["roll", "3D-1", "--dice", "6,5,5"],
    "check": ["check", "naïve.toml"],
    "check --schema": ["check", "--schema", "weapon"],
    "rules": ["rules"],
    "rules --switches": ["rules", "--switches"],
    "forecast": ["forecast", "golden-fight", "--fights", "3", "--seed", "1", "--engine"],
    "completion": ["completion", "bash"],
    "advise": ["advise", "turn.jsonl", "--seconds", "0.5", "--engine"],
    "table --help": ["table", "--help"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal whose people have names of many scripts, and a sheet of such a name."""
    where = tmp_path_factory.mktemp("encodings")
    text = (ROOT / "examples/golden-fight.toml").read_text(encoding="utf-8")
    named = text.replace('"Asha"', '"Åsha Ωmega"').replace('"Vex"', '"李Vex"')
    (where / "naïve.toml").write_text(named, encoding="utf-8")
    (where / "ready.jsonl").write_text("", encoding="utf-8")
    (where / "begin.jsonl").write_text('{"command": {"do": "begin"}}\n', encoding="utf-8")
    wanderstar.fight(where / "naïve.toml", script=where / "ready.jsonl", journal=where / "kept.jsonl")
    wanderstar.fight(where / "naïve.toml", script=where / "begin.jsonl", journal=where / "turn.jsonl", seed=1)
    return where


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_verb_speaks_in_any_encoding(encoding: str, folder: Path) -> None:
    """On a console of Windows and in the C locale each verb ends well, and prints what its encoding can say."""
    kept = {n: value for n, value in os.environ.items() if not n.startswith(("LC_", "LANG", "PYTHON"))}
    plain = encoding == "plain C"  # what is no ASCII reaches no program there as text
    wrong = {}
    for name, words in SHOWN.items():
        done = subprocess.run(
            [
                *(sys.executable, "-X", "warn_default_encoding", "-m", "wanderstar"),
                *(word.replace("ë", "e").replace("李", "Li") if plain else word for word in words),
            ],
            cwd=folder,
            env=kept | ENCODINGS[encoding],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=240,
            check=False,
        )
        told = done.stdout.decode(CHARSETS[encoding], "replace")
        ours = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if "wanderstar" in line]
        if (
            done.returncode
            or "\N{REPLACEMENT CHARACTER}" in told
            or not told.strip()
            or "Traceback" in "".join(ours)
        ):
            wrong[name] = (done.returncode, told[-200:], done.stderr[-400:])
        elif any("EncodingWarning" in line for line in ours):
            wrong[name] = (0, "", done.stderr[-400:])
    assert wrong == {}


def test_every_verb_is_in_it() -> None:
    """No verb of the command line is passed over."""
    assert {*VERBS, "table"} <= {words[0] for words in SHOWN.values()}


def test_files_of_other_systems_are_read(folder: Path) -> None:
    """A byte order mark and line ends of Windows, in a sheet and in a script."""
    sheet = (folder / "naïve.toml").read_bytes()
    (folder / "windows.toml").write_bytes(b"\xef\xbb\xbf" + sheet.replace(b"\n", b"\r\n"))
    script = b'\xef\xbb\xbf# mine\r\n{"command": {"do": "begin"}}\r\n'
    (folder / "windows.jsonl").write_bytes(script)
    played = wanderstar.fight(folder / "windows.toml", script=folder / "windows.jsonl", seed=1)
    assert played.to_json()["state"]["round"] == 1
    assert "stopped" not in played.to_json()


def test_a_journal_has_the_same_bytes_everywhere(tmp_path: Path) -> None:
    """Its lines end with one sign on every system; a name is in it as it was written."""
    wanderstar.fight("golden-fight", seed=1, rounds=1, journal=tmp_path / "a.jsonl")
    assert b"\r" not in (tmp_path / "a.jsonl").read_bytes()
    source = ast.parse((ROOT / "src/wanderstar/tactics/fight.py").read_text(encoding="utf-8"))
    opened = [
        c for c in ast.walk(source) if isinstance(c, ast.Call) and ast.unparse(c.func).endswith(".open")
    ]
    assert [k.value.value for c in opened for k in c.keywords if k.arg == "newline"] == ["\n"]  # type: ignore[attr-defined]
