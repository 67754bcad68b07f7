"""The page a log is written on: lines with a rule at the right, wrapped under themselves, dice and boxes.

Everything fits the page's width; colours appear only on a terminal, our own signs become ASCII where they must.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from ..play.state import Combatant
from ..seats.sentences_tests import faces
from .bars import Style, columns

WIDTH = 100
_ASCII = str.maketrans(
    {"■": "#", "□": ".", "─": "-", "━": "=", "→": "->", "·": "-", "−": "-", "–": "-", "×": "x", "…": "..."}
    | {"’": "'", "“": '"', "”": '"'}
)
_WIDE = "\0"
"""Stands for the second column of a wide sign while a text is wrapped."""
_COLOUR = re.compile(r"\x1b\[\d+m")


class Page:
    """Lines being written, of `width` columns at most."""

    def __init__(self, style: Style, width: int = WIDTH) -> None:
        self.style = style
        self.width = width
        self.lines: list[str] = []

    def put(self, text: str, indent: int, rule: str | None = None, colour: str = "") -> None:
        """A line, its rule at the right; a long one is wrapped under itself."""
        room = self.width - (len(rule) + 2 if rule else 0)
        lines = _folded(self.plain(text), indent, room)
        for i, line in enumerate(lines):
            tail = ""
            if rule and i == len(lines) - 1:
                tail = " " * (self.width - len(rule) - visible(line)) + self.style.paint(rule, "dim")
            self.lines.append(self.style.paint(line, colour) + tail)

    def heading(self, left: str, right: str) -> None:
        """Something on the left in bold, something on the right."""
        left, right = self.plain(left), self.plain(right)
        gap = self.width - columns(left) - columns(right)
        if gap < 2:
            self.put(left, 0, colour="strong")
            self.put(right, 4, colour="dim")
            return
        self.lines.append(self.style.paint(left, "strong") + " " * gap + self.style.paint(right, "dim"))

    def ruler(self, title: str) -> None:
        """A heading across the page."""
        line = f"━━ {title} "
        self.put(line + "━" * (self.width - columns(line)), 0, colour="strong")

    def blank(self) -> None:
        """An empty line, never two."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def plain(self, text: str) -> str:
        """Our own signs in ASCII where the terminal needs that."""
        return text if self.style.unicode else text.translate(_ASCII)

    def faces(self, draw: Mapping[str, Any]) -> str:
        """The dice in the order rolled; the dropped one in parentheses, dim on a terminal."""
        shown = faces(draw).split(" ")
        return " ".join(self.style.paint(f, "dim") if f.startswith("(") else f for f in shown)

    def tracks(self, c: Combatant) -> str:
        """Both tracks, the Mental one even when nothing is marked."""
        both = pips(c.physical, c.boxes_physical)
        if c.boxes_mental >= 0:
            both += " " + pips(c.mental, c.boxes_mental)
        return self.plain(both)


def boxes(c: Combatant) -> str:
    """Marked and free boxes; the Mental track only where something is marked."""
    shown = pips(c.physical, c.boxes_physical)
    if c.boxes_mental >= 0 and c.mental:
        shown += f" mental {pips(c.mental, c.boxes_mental)}"
    return shown


def pips(marked: int, boxes: int) -> str:
    """■■□□."""
    return "■" * min(marked, boxes) + "□" * max(boxes - marked, 0)


def padded(name: str, width: int) -> str:
    """A name in at least so many columns."""
    return name + " " * max(width - columns(name), 0)


def visible(line: str) -> int:
    """The columns a line takes, colours left out."""
    return columns(_COLOUR.sub("", line))


def _folded(text: str, indent: int, room: int) -> list[str]:
    """The text in lines of at most `room` columns; colours count for nothing."""
    if visible(text) + indent <= room:
        return [" " * indent + text]
    wide = text if text.isascii() else "".join(sign + _WIDE * (columns(sign) - 1) for sign in text)
    if wide != text:
        room -= 1  # a wide sign may come to stand across the end
    lines = wrap(wide, room, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4))
    return [line.replace(_WIDE, "") for line in lines]
