"""The blocks of a Markdown document, and what it takes to carry them out as a reader would.

A document is followed from top to bottom in one folder:

- a block of TOML or of JSON lines whose first line is a comment naming a file becomes that file;
- of a `console` block every `$ wanderstar …` is run by a shell and must exit 0 (one that says no is followed by
  `|| echo "exit code $?"`); what is shown under it must be what it prints, but for the width of gaps. A table is
  served until its links are printed, then stopped as by Ctrl-C;
- a `python` block is run; where comments stand after its `print`s they must be what it prints, all of it.

Nothing that looks like a command is left out in silence: a block that cannot be run here has the reason above it,
`<!-- not run: REASON -->`, which no reader sees; a command in a block of another language is a fault.
"""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FENCE = re.compile(
    r"^(?:<!-- not run: (?P<excuse>.+?) -->\n)?```(?P<language>\S*)[^\n]*\n(?P<text>.*?)^```[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
FILE = re.compile(r"# ([\w.-]+\.(?:toml|jsonl))$")
PRINTED = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)
LEFT_OUT = "…"
OURS = re.compile(r"(?:^|\| *)wanderstar ")
SERVES = re.compile(r"^wanderstar table(?!.*--(?:backup|help))")
COMMAND = re.compile(r"^ *\$? *(?:wanderstar|make|python3?|pip|uv|git|source|curl|docker) ", re.MULTILINE)
RUN = ("console", "python")
SHOWN = ("text", "toml", "jsonl", "json")
"""What is no command; the site's own contents are `{toctree}`."""


class Block(NamedTuple):
    """A fenced block: the line of the document it begins at, its language, its text, why it is not run."""

    line: int
    language: str
    text: str
    excuse: str = ""


class Command(NamedTuple):
    """A shell command of a console block, and the output shown under it."""

    text: str
    shown: tuple[str, ...]


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a document, in order."""
    return [
        Block(text.count("\n", 0, found.start()) + 1, found["language"], found["text"], found["excuse"] or "")
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
    """Whether a command is one of ours, or is piped into one."""
    return OURS.search(command) is not None


def left_out(block: Block) -> Iterator[str]:
    """What of a block nobody carries out and nobody excuses."""
    if block.language == "console":
        listed = list(commands(block.text))
        if block.excuse and all(is_run(command.text) for command in listed):
            yield "it is excused and could be run"
        elif not block.excuse:
            yield from (
                f"{c.text}\nis not run, and no reason stands above it" for c in listed if not is_run(c.text)
            )
            if not listed:
                yield "a console without a command"
    elif block.language == "python":
        if block.excuse:
            yield "Python is always run"
    elif block.language not in SHOWN and not block.language.startswith("{toctree}"):
        yield f"{block.language or 'no language'}: what it is should be one of {', '.join(RUN + SHOWN)}"
    elif block.language == "text" and (found := COMMAND.search(block.text)):
        yield f"{found[0].strip()}: a command in a block that is not run"


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
        wrong += [f"line {block.line}: {fault}" for fault in left_out(block)]
        if block.excuse:
            continue
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
    environment = os.environ | {
        "PATH": path,
        "PYTHONIOENCODING": "utf-8",
        "NO_COLOR": "1",
        "XDG_DATA_HOME": str(folder / "data"),  # nobody's own tables
    }
    for command in commands(text):
        if not is_run(command.text):
            continue
        run = _served if SERVES.search(command.text) else _done
        code, printed = run(command.text, folder, environment)
        if code:
            yield f"{command.text}\nexits {code}:\n{printed}"
        elif command.shown and not shows(command.shown, printed):
            yield f"{command.text}\nprints:\n{printed}"


def _done(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail\n{command}"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=240,
    )
    return done.returncode, done.stdout.decode("utf-8")


def _served(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """A table, until its links stand there; on a free port, and without a browser."""
    server = subprocess.Popen(
        ["bash", "-c", f"exec {command} --no-browser --port 0"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert server.stdout is not None
    printed = ""
    for line in server.stdout:
        printed += line
        if line.startswith("Open on"):
            server.send_signal(signal.SIGINT)
            break
    rest, _ = server.communicate(timeout=240)
    return server.returncode, printed + rest


def _python(text: str, folder: Path, names: dict[str, Any]) -> Iterator[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.chdir(folder):
        exec(compile(text, "a block", "exec"), names)
    said = PRINTED.findall(text)
    if said and out.getvalue().splitlines() != said:
        yield f"prints:\n{out.getvalue()}where the comments say:\n" + "\n".join(said)
