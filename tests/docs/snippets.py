"""The blocks of a Markdown document, and what it takes to carry them out as a reader would.

A document is followed from top to bottom in one folder:

- a block of TOML or of JSON lines whose first line is a comment naming a file becomes that file;
- of a `console` block every `$ wanderstar …` is run by a shell and must exit 0 (one that says no is followed by
  `|| echo "exit code $?"`); what is shown under it must be what it prints, but for the width of gaps;
- a `python` block is run; where comments stand after its `print`s they must be what it prints, all of it.

Other commands (`make`, `git`, `source`) are the reader's own; `wanderstar table` serves until it is stopped.
"""

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FENCE = re.compile(r"^```(\w+)?[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w.-]+\.(?:toml|jsonl))$")
PRINTED = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)
LEFT_OUT = "…"
SERVES = ("wanderstar table",)


class Block(NamedTuple):
    """A fenced block: the line of the document it begins at, its language, its text."""

    line: int
    language: str
    text: str


class Command(NamedTuple):
    """A shell command of a console block, and the output shown under it."""

    text: str
    shown: tuple[str, ...]


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a document, in order."""
    return [
        Block(text.count("\n", 0, found.start()) + 1, found[1] or "", found[2])
        for found in FENCE.finditer(text)
    ]


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block; one that ends in a backslash goes on in the next line."""
    lines = text.splitlines()
    while lines:
        line = lines.pop(0)
        if not line.startswith("$ "):
            continue
        command = line[2:]
        while command.endswith("\\") and lines:
            command = f"{command}\n{lines.pop(0)}"
        shown = []
        while lines and not lines[0].startswith("$ "):
            shown.append(lines.pop(0).rstrip())
        while shown and not shown[-1]:
            shown.pop()
        yield Command(command, tuple(shown))


def is_run(command: str) -> bool:
    """Whether a command is one of ours that comes to an end."""
    return command.startswith("wanderstar ") and not command.startswith(SERVES)


def shows(shown: tuple[str, ...], printed: str) -> bool:
    """Whether the lines shown are those printed, but for the width of gaps.

    `…` alone on a line stands for any lines or none, within a line for any text.
    """
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == LEFT_OUT else f"{_words(line)} *\n" for line in map(str.strip, shown)
    )
    lines = "".join(f"{' '.join(line.split())}\n" for line in printed.splitlines())
    return re.fullmatch(pattern, lines) is not None


def _words(line: str) -> str:
    return ".*".join(
        re.escape(" ".join(part.split())) for part in line.replace(LEFT_OUT, f" {LEFT_OUT} ").split(LEFT_OUT)
    )


def follow(text: str, folder: Path) -> list[str]:
    """Carries out a document in `folder`; says what did not go as it says, by line."""
    wrong: list[str] = []
    names: dict[str, Any] = {}
    for block in blocks(text):
        named = FILE.match(block.text.split("\n", 1)[0])
        if named:
            (folder / named[1]).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            wrong += [f"line {block.line}: {fault}" for fault in _shell(block.text, folder)]
        elif block.language == "python":
            wrong += [f"line {block.line}: {fault}" for fault in _python(block.text, folder, names)]
    return wrong


def _shell(text: str, folder: Path) -> Iterator[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    for command in commands(text):
        if not is_run(command.text):
            continue
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail\n{command.text}"],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=60,
        )
        printed = done.stdout.decode("utf-8")
        if done.returncode:
            yield f"{command.text}\nexits {done.returncode}:\n{printed}"
        elif command.shown and not shows(command.shown, printed):
            yield f"{command.text}\nprints:\n{printed}"


def _python(text: str, folder: Path, names: dict[str, Any]) -> Iterator[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.chdir(folder):
        exec(compile(text, "a block", "exec"), names)
    said = PRINTED.findall(text)
    if said and out.getvalue().splitlines() != said:
        yield f"prints:\n{out.getvalue()}where the comments say:\n" + "\n".join(said)
