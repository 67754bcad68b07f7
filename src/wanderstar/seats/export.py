"""The log of a seat to take along: as Markdown to read, as rows for a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..play.resolve import Run
from ..play.table import Entry
from .log import log
from .seat import Seat, Settings

COLUMNS = ("step", "kind", "text", "verdict", "dice", "kept", "edge", "bonus", "total", "counted", "rules")
MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&])")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def markdown(
    entries: Sequence[Entry], run: Run | None, seat: Seat, settings: Settings, name: str = ""
) -> Iterator[str]:
    """The log as Markdown, line by line: a heading a round, an item a command with its dice and its lines."""
    yield f"# {escaped(name or 'The log')}"
    heading = ""
    for item in log(entries, run, seat, settings):
        round = "Before the fight" if item["round"] == 0 else f"Round {item['round']}"
        if round != heading:
            heading = round
            yield ""
            yield f"## {round}"
            yield ""
        word = item["verdict"]["word"]
        yield f"- **{item['step']}** {escaped(item['title'])}" + (
            f" — {escaped(word)}" if word != "Done" else ""
        )
        for draw in item["draws"]:
            yield f"  - {escaped(dice_text(draw))}"
        for line in item["lines"]:
            rules = f" ({', '.join(line['rules'])})" if line["rules"] else ""
            text = escaped(line["text"])
            yield f"  - {text if line['counted'] else f'~~{text}~~'}{rules}"


def dice_text(draw: dict[str, Any]) -> str:
    """A draw in words, also where its total is not told."""
    if draw["text"] is not None:
        return str(draw["text"])
    return (
        f"{draw['whom']}, {draw['name'].replace('_', ' ')}: {' '.join(str(face) for face in draw['dice'])}."
    )


def csv_rows(
    entries: Sequence[Entry], run: Run | None, seat: Seat, settings: Settings
) -> Iterator[tuple[str, ...]]:
    """The header, then a row for each command, each draw and each line of it, in `COLUMNS`.

    A text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    yield COLUMNS
    for item in log(entries, run, seat, settings):
        step, rules = item["step"], " ".join(item["rules"])
        yield (step, "command", safe(item["title"]), item["verdict"]["word"], "", "", "", "", "", "", rules)
        for draw in item["draws"]:
            yield (
                step,
                "draw",
                safe(dice_text(draw)),
                "",
                " ".join(map(str, draw["dice"])),
                " ".join(map(str, draw["kept"])),
                draw["edge"] or "",
                "" if draw["bonus"] is None else str(draw["bonus"]),
                "" if draw["total"] is None else str(draw["total"]),
                "",
                "",
            )
        for line in item["lines"]:
            counted = "yes" if line["counted"] else "no"
            yield (
                step,
                line["kind"],
                safe(line["text"]),
                "",
                "",
                "",
                "",
                "",
                "",
                counted,
                " ".join(line["rules"]),
            )


def escaped(text: str) -> str:
    """A text that stands in Markdown as it is."""
    return MARKS.sub(r"\\\1", " ".join(text.split()))


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
