"""The fields of commands: what each may hold, and how it is read from JSON. Readers raise ValueError."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Read = Callable[[Any], Any]
REQUIRED = object()
MISSING = object()


@dataclass(frozen=True, slots=True)
class Field:
    """A field: how it is read (ValueError when it cannot be), its default, what would do."""

    read: Read
    expected: str
    default: Any = REQUIRED
    combatant: bool = False


def text(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value or len(value) > 200:
        raise ValueError
    return value


def label(value: Any) -> str:
    """A printable text, perhaps an empty one."""
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        raise ValueError
    return value


def number(value: Any) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError
    if abs(value) > 100_000:
        raise ValueError
    return value


def place(value: Any) -> Any:
    """A place: metres, or a pair of them."""
    if isinstance(value, list | tuple):
        if len(value) != 2:
            raise ValueError
        return (number(value[0]), number(value[1]))
    return number(value)


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError
    return value


def count(low: int, high: int) -> Read:
    """Reads a whole number from `low` to `high`."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return read


def one_of(*words: str) -> Read:
    """Reads one of some words."""

    def read(value: Any) -> str:
        if value not in words or not isinstance(value, str):
            raise ValueError
        return value

    return read


def or_none(read: Read) -> Read:
    """Reads None as itself, anything else by `read`."""
    return lambda value: None if value is None else read(value)


def ids(value: Any) -> tuple[str, ...]:
    """A list of ids, at least one."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 200:
        raise ValueError
    return tuple(text(item) for item in value)


def table(value: Any) -> dict[str, Any]:
    """A table."""
    if not isinstance(value, dict):
        raise ValueError
    return value


def stakes(value: Any) -> Any:
    """What is at stake: a text, or whether anything is."""
    return value if isinstance(value, bool) else label(value)


def gate(value: Any) -> dict[str, Any]:
    """A gate of a test (T27), whole."""
    given = table(value)
    if set(given) - {"rank", "impossible", "certain"}:
        raise ValueError
    return {"rank": given.get("rank"), **{k: flag(given.get(k, False)) for k in ("impossible", "certain")}}


def sides(value: Any) -> tuple[dict[str, Any], ...]:
    """The sides of an opposed test."""
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 20:
        raise ValueError
    found = []
    for item in value:
        side = table(item)
        if set(side) - {"who", "skill", "characteristic"} or not {"who", "skill"} <= set(side):
            raise ValueError
        found.append({k: text(v) for k, v in side.items() if v is not None})
    return tuple(found)


def encounter(value: Any) -> dict[str, Any]:
    """The tables of an encounter; a shipped one's for its id."""
    if not isinstance(value, str):
        return table(value)
    from ..sheets.files import read_tables
    from ..sheets.shelf import shipped_encounters

    shipped = shipped_encounters()
    if value not in shipped:
        raise ValueError
    return {"name": value.replace("-", " ").capitalize(), **read_tables(shipped[value])}


def places(value: Any) -> dict[str, Any]:
    """Places by combatant id."""
    return {who: place(at) for who, at in table(value).items()}


def anything(value: Any) -> Any:
    """Whatever it is."""
    return value


def contest_max(value: Any) -> Any:
    """The most exchanges of a contest: a number, "none", or None."""
    return value if value is None or value == "none" else count(1, 1000)(value)


WORD, LABEL = Field(text, "an id"), Field(label, "a printable text", "")
WHO = Field(text, "the id of a combatant", combatant=True)
SKILL, CALLED = Field(text, "a skill"), Field(or_none(text), "a characteristic", None)
PLACE = Field(place, "a place: metres, or [x, y]")
SIDES = Field(sides, 'at least two of {"who", "skill", "characteristic"}')
DEFENDER = Field(or_none(text), "the id of a side, or null for none", MISSING)


def optional(field: Field, default: Any = None) -> Field:
    """The same field, which may be left out or null."""
    return Field(or_none(field.read), field.expected + " or null", default, field.combatant)
