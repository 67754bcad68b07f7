"""The parts of text output: bars, percent, "1 in N", colours; plain ASCII where nothing else can be shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TextIO

BAR = 30
LABEL = 18
_EIGHTHS = " ▏▎▍▌▋▊▉"
_ASCII = str.maketrans({"–": "-", "−": "-", "…": "~", "×": "x", "·": "-", "█": "#", "≥": ">="})
_COLOURS = {"good": "32", "bad": "31", "dim": "2", "strong": "1"}


class Style(NamedTuple):
    """What a stream can show."""

    unicode: bool
    colour: bool
    encoding: str = "utf-8"

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """The style of a stream: colours only on a terminal without NO_COLOR."""
        encoding = stream.encoding or "ascii"
        try:
            "█▏–…≥".encode(encoding)
            able = True
        except (UnicodeEncodeError, LookupError):
            able = False
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
        return cls(able, not plain, encoding)

    def paint(self, text: str, colour: str) -> str:
        """`text` in a colour of the table above, or as it is."""
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.colour and colour else text

    def plain(self, text: str) -> str:
        """Our own signs in ASCII where the stream needs that. What people wrote stays as it is."""
        return text if self.unicode else text.translate(_ASCII)

    def bar(self, p: Fraction, width: int = BAR) -> str:
        """A bar for a probability, `width` characters long for 1; never empty for what can happen."""
        if not self.unicode:
            return "#" * max(round(p * width), int(p > 0))
        eighths = max(round(p * width * 8), int(p > 0))
        return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def percent(p: Fraction) -> str:
    """One decimal; never 0 or 100 for what is not certain."""
    if 0 < p < Fraction(1, 2000):
        return "<0.1 %"
    if Fraction(1999, 2000) < p < 1:
        return ">99.9 %"
    return f"{float(100 * p):.1f} %"


def one_in(p: Fraction) -> str:
    """ "1 in N" beside a small chance, "about" before it when N is rounded."""
    if not 0 < p <= Fraction(1, 10):
        return ""
    whole = round(1 / p)
    if whole >= 10**9:
        return "under 1 in 10^9"
    return f"{'' if p.numerator == 1 else 'about '}1 in {whole:,}"


def fraction(p: Fraction) -> str:
    """The exact fraction where it is short enough to read, else nothing."""
    text = f"{p.numerator}/{p.denominator}" if p.denominator < 10**7 else ""
    return text if 0 < p < 1 and len(text) <= 12 else ""


def row(style: Style, label: str, p: Fraction, colour: str = "", scale: Fraction = Fraction(1)) -> str:
    """A line: label, percent, bar, and the small chance or the fraction. `scale` is the bar's full length."""
    bar = style.bar(p / scale)
    note = one_in(p) or fraction(p)
    start = f"  {fitted(label, LABEL, style)} {percent(p):>7}  "
    return (start + style.paint(bar, colour) + " " * (BAR + 2 - len(bar)) + note).rstrip()


def rows(style: Style, pairs: Iterable[tuple[str, Fraction]], colour: str = "") -> list[str]:
    """Lines of a distribution, the longest bar as long as there is room."""
    listed = list(pairs)
    longest = max((p for _, p in listed), default=Fraction(1)) or Fraction(1)
    return [row(style, label, p, colour, longest) for label, p in listed]


def fitted(label: str, width: int, style: Style) -> str:
    """`label` in exactly `width` columns, cut where it is too long, escaped where it cannot be shown."""
    label = label.encode(style.encoding, "backslashreplace").decode(style.encoding)
    while columns(label) > width:
        label = label.removesuffix("…")[:-1] + "…"
    return style.plain(label) + " " * (width - columns(label))


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)


def cut(text: str, width: int) -> str:
    """The beginning of a text that takes at most `width` columns."""
    text = text[: 8 * width]  # signs that take no column of their own are not without end
    while columns(text) > width:
        text = text[:-1]
    return text


def signed(number: int, style: Style) -> str:
    """A bonus with its sign: +2, −3, +0."""
    return style.plain(f"−{-number}" if number < 0 else f"+{number}")


def print_lines(lines: Iterable[str]) -> None:
    """The lines, in one write."""
    sys.stdout.write("\n".join(lines) + "\n")
