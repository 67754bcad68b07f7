"""Runs the command line within the process, or as one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from wanderstar.cli import main


class Ran(NamedTuple):
    """What came of a command line."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Ran:
    """The command line `wanderstar WORDS…`, within this process."""
    code = main(words)
    return Ran(code, *capsys.readouterr())


def spawn(*words: str, encoding: str = "utf-8", then: str = "", typed: str = "") -> Ran:
    """The same as a process; `then` is a shell's pipe after it, `typed` its input."""
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONWARNINGS": "error"}
    command: list[str] = [sys.executable, "-m", "wanderstar", *words]
    if then:
        command = ["bash", "-c", f'set -o pipefail; "$@" {then}', "bash", *command]
    done = subprocess.run(
        command, input=typed.encode(), capture_output=True, env=environment, check=False, timeout=240
    )
    return Ran(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))
