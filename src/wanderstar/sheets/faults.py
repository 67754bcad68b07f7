"""Broken files: every fault of a file at once, each with its key, what was found and what would do."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ..book.ruleset import Fault

__all__ = ["BrokenFile", "Fault", "meant", "near", "plain", "say", "shown"]


class BrokenFile(Exception):
    """A file that cannot be used. `file` names it, `faults` are all that is wrong with it."""

    def __init__(self, file: str, faults: Sequence[Fault]) -> None:
        self.file = file
        self.faults = list(faults)
        super().__init__("\n".join(f"{plain(file)}: {say(fault)}" for fault in self.faults))


def say(fault: Fault) -> str:
    """A fault on one line: `key: problem (found …; expected …)`."""
    facts = []
    if fault.found is not None:
        facts.append(f"found {plain(shown(fault.found))}")
    if fault.expected:
        facts.append("expected " + ", ".join(plain(one) for one in fault.expected))
    key = f"{plain(fault.key)}: " if fault.key else ""
    return f"{key}{fault.problem}" + (f" ({'; '.join(facts)})" if facts else "")


def shown(value: Any) -> Any:
    """`value` as JSON can hold it, cut to a length that a person reads."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, int):
        return value if abs(value) < 10**15 else "a whole number of more than 15 digits"
    if isinstance(value, str):
        return value if len(value) <= 100 else value[:99] + "…"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    return str(value)


def plain(value: Any) -> str:
    """Text for one line of a terminal: anything that is not printable is escaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")


def meant(word: str, known: Iterable[str]) -> list[str]:
    """The known words that `word` was probably meant to be, nearest first."""
    from difflib import get_close_matches

    return get_close_matches(word, list(known), n=3, cutoff=0.7)


def near(word: str, known: Iterable[str]) -> list[Any]:
    """The known words that `word` was probably meant to be; all of them when none is near."""
    words = list(known)
    return list(meant(word, words) or words)
