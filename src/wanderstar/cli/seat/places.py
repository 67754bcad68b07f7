"""Places as they are typed: `12`, `3 4`, `toward vex 4`, `away vex`, a cover's or somebody's name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from ...play import sight
from ...play.state import Combatant, State
from ...seats.names import Names
from ...sheets.model import Place

ARM = 1.0
"""Metres at which `toward` stops before somebody: well within Engaged range."""

NUMBER = re.compile(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})$")


class Misread(Exception):
    """What was typed says nothing that can be done; the text says what would."""


def whole(text: str) -> int | None:
    """The whole number that a text is, in plain digits and not without end; else None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def numbers(text: str) -> list[float]:
    """The numbers of a text that has nothing else but commas, brackets and `m`; Misread otherwise."""
    words = re.sub(r"[\[\](),;]|(?<=\d) ?m\b", " ", text).split()
    if not words or not all(NUMBER.match(word) for word in words):
        raise Misread(f"{text!r} is no place")
    return [tidy(float(word)) for word in words]


def tidy(value: float) -> float:
    """A whole number without its decimal point."""
    return int(value) if value == int(value) else value


def read_place(text: str, state: State, c: Combatant, marks: Mapping[str, str], names: Names) -> Place:
    """The place that was typed, as seen by `c`; Misread says what would do."""
    words = text.lower().split()
    if words and words[0] in ("toward", "towards", "to", "away", "from"):
        return _relative(words, state, c, marks, names)
    if words and words[0][0].isalpha():
        return _relative(["toward", *words], state, c, marks, names)
    found = numbers(text)
    if state.plane:
        if len(found) == 2:
            return found[0], found[1]
        raise Misread("a place on this map is two numbers: metres east, metres north")
    if len(found) == 1:
        return found[0]
    raise Misread("a place on this map is one number of metres")


def _relative(words: list[str], state: State, c: Combatant, marks: Mapping[str, str], names: Names) -> Place:
    most: float = state.ruleset.move_metres
    whom = words[1:]
    if len(whom) > 1 and NUMBER.match(whom[-1].removesuffix("m")):
        most = float(whom.pop().removesuffix("m"))
    elif len(whom) > 2 and whom[-1] in ("m", "metres") and NUMBER.match(whom[-2]):
        most, whom = float(whom[-2]), whom[:-2]
    text = " ".join(whom)
    if not text:
        raise Misread("toward or away from whom?")
    cover = next((sheet for id, sheet in state.covers.items() if id == text), None) or next(
        (sheet for id, sheet in state.covers.items() if id.startswith(text)), None
    )
    if cover is not None:
        goal, stop = cover.at, 0.0
    else:
        goal, stop = state.combatants[read_who(text, state, marks, names)].at, ARM
    gap = sight.metres(c.at, goal)
    if words[0] in ("away", "from"):
        return along(c.at, goal, -most)
    step = min(most, gap - stop)
    if step <= 0.05:
        raise Misread("you are there already")
    return along(c.at, goal, step)


def along(start: Place, goal: Place, step: float) -> Place:
    """`step` metres from `start` towards `goal`, in tenths rounded back; away from it for a negative step."""
    if isinstance(start, tuple):
        assert isinstance(goal, tuple)
        gap = sight.metres(start, goal)
        if not gap:
            return start
        share = step / gap
        x, y = (_short(a, a + share * (b - a)) for a, b in zip(start, goal, strict=True))
        return x, y
    assert not isinstance(goal, tuple)
    return _short(start, start + math.copysign(1, goal - start) * step)


def _short(start: float, end: float) -> float:
    tenths = round(end * 10, 6)
    return tidy((math.floor(tenths) if end > start else math.ceil(tenths)) / 10)


def read_who(text: str, state: State, marks: Mapping[str, str], names: Names) -> str:
    """The id of somebody named by id, name, the beginning of one, or the letter on the map."""
    wanted = text.strip()
    for letter, who in marks.items():
        if wanted == letter:
            return who
    low = wanted.casefold()
    for exact in (True, False):
        found = [
            who
            for who in state.combatants
            if any(
                word == low if exact else word.startswith(low) for word in (who, names.who(who).casefold())
            )
        ]
        if len(found) == 1:
            return found[0]
        if found:
            raise Misread(f"{wanted!r} could be {', '.join(found)}")
    raise Misread(f"nobody here is called {wanted!r}; there are {', '.join(state.combatants)}")
