"""The `wanderstar` command, and `python -m wanderstar`: the verbs of the command line, and the table."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from wanderstar.cli import main as command_line


def _table() -> Any:
    return import_module("wanderstar.table.verb")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code."""
    return command_line(
        argv, {"table": (_table, "play at a live table: a GM and players, laptop and phones")}
    )


if __name__ == "__main__":
    sys.exit(main())
