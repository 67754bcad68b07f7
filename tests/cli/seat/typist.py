"""Somebody at the terminal: lines to type, or a way to decide what to type by what was printed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

import pytest
from tests.cli.command import Ran

from wanderstar.cli import main

Decide = Callable[[str], str | None]
"""What to type, from what was printed since the last line; None ends the input."""


class Typist(io.StringIO):
    """Standard input that decides when it is read."""

    def __init__(self, capsys: pytest.CaptureFixture[str], decide: Decide) -> None:
        super().__init__()
        self.capsys, self.decide, self.printed = capsys, decide, ""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """The next line, or nothing at the end."""
        new = self.capsys.readouterr().out
        self.printed += new
        typed = self.decide(new)
        return "" if typed is None else f"{typed}\n"


def sit(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    typed: Iterable[str] | Decide,
    *words: str,
) -> Ran:
    """`wanderstar fight WORDS…` with somebody at it; the input ends after the last line."""
    if callable(typed):
        decide = typed
    else:
        lines = iter(typed)

        def decide(new: str) -> str | None:
            return next(lines, None)

    typist = Typist(capsys, decide)
    monkeypatch.setattr("sys.stdin", typist)
    code = main(("fight", *words))
    last = capsys.readouterr()
    return Ran(code, typist.printed + last.out, last.err)


def simple(new: str) -> str:
    """Takes the first choice that takes the Significant Action, then ends the turn; the safe answer to what is
    asked; at the end nothing."""
    last = new.splitlines()[-1]
    if last.endswith("dice, Enter rolls> ") or last.startswith(("number>", "up to", "The fight is over")):
        return ""
    return "1" if "Significant Action:" in new else "e"


def choice(printed: str, label: str) -> str:
    """The number beside the last choice printed whose line has these words."""
    found = [line.split()[0] for line in printed.splitlines() if label in line and line.split()[0].isdigit()]
    return found[-1]
