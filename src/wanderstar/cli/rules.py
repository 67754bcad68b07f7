"""`wanderstar rules`: every rule of the book's two chapters and every ruling, and the tests that pin them."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from textwrap import wrap
from typing import Any

from ..book.citations import CITATIONS, Citation
from ..book.ruleset import DEFAULT, Ruleset
from ..book.switches import SWITCHES, Switch
from ..play.arguments import BadArgument
from .bars import Style, print_lines
from .options import print_json, ruleset_of
from .page import WIDTH, Page

EPILOG = """\
T1 to T51 are the rules of chapter 5, C1 to C84 those of chapter 11, R1 to R81 our rulings where the book is
silent, each with our reading and, where a table may read it otherwise, its switch.

examples:
  wanderstar rules
  wanderstar rules R17 C26
  wanderstar rules cover grenade      those with both words, in whatever form they begin, without their tests
  wanderstar rules --section cover
  wanderstar rules --switches
  wanderstar rules --switches --ruleset house.toml
"""
CHAPTERS = {5: "Chapter 5, the core mechanic", 11: "Chapter 11, combat"}
ID = re.compile(r"[A-Za-z]\d+")
KEYS = {switch.key: switch for switch in SWITCHES}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = (
        "Prints every rule and ruling: section, our reading, switch, and the tests that pin it."
    )
    parser.epilog = EPILOG
    parser.add_argument(
        "ids", nargs="*", metavar="ID|WORD", help="only these, such as R17 or C26; or with these words"
    )
    parser.add_argument("--section", metavar="NAME", help="only a heading of the book, or its beginning")
    parser.add_argument("--switches", action="store_true", help="only what a ruleset file may change")
    parser.add_argument("--tests", action="store_true", help="the tests that pin them, found by a word too")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints them."""
    chosen = list(choose(args.ids, args.section, args.switches))
    ruleset, pinned = ruleset_of(args), pins()
    if args.json:
        print_json({"rules": [to_json(entry, ruleset, pinned) for entry in chosen]})
    elif args.switches:
        print_lines(switch_lines(chosen, ruleset, Style.of(sys.stdout)))
    else:
        searched = any(not ID.fullmatch(id) for id in args.ids)  # whoever looks for a word is at play
        shown = pinned if args.tests or not searched else None
        print_lines(lines(chosen, ruleset, shown, Style.of(sys.stdout)))
    return 0


def pins() -> dict[str, list[str]]:
    """The tests that name each rule in what they claim."""
    found: dict[str, list[str]] = json.loads(files(__package__).joinpath("pins.json").read_text("utf-8"))
    return found


def choose(ids: list[str], section: str | None, switches: bool) -> Iterator[Citation]:
    """The entries asked for, in the book's order: rulings stand after the rules of their section."""
    listed = [id for id in ids if ID.fullmatch(id)]
    words = [word for word in ids if word not in listed]
    unknown = [id for id in listed if id.upper() not in CITATIONS]
    if unknown:
        raise BadArgument("ID", f"no rule or ruling is {unknown[0]!r:.40}; there are T1-T51, C1-C84, R1-R81")
    wanted = {id.upper() for id in listed} | (set(speaking_of(words)) if words else set())
    if words and not wanted:
        raise BadArgument("WORD", f"no rule or ruling speaks of {' '.join(words)!r:.60}")
    headings = dict.fromkeys((entry.chapter, entry.section) for entry in CITATIONS.values())
    if section is not None:
        headings = {key: None for key in headings if key[1].casefold().startswith(section.casefold())}
        if not headings:
            known = ", ".join(dict.fromkeys(entry.section for entry in CITATIONS.values()))
            raise BadArgument("section", f"no heading begins with {section!r:.40}; there are {known}")
    for place in sorted(headings, key=lambda key: key[0]):
        for entry in CITATIONS.values():
            here = (entry.chapter, entry.section) == place and (not wanted or entry.id in wanted)
            if here and (entry.switches or not switches):
                yield entry


def speaking_of(words: list[str]) -> Iterator[str]:
    """The ids of the entries in which every word is found, or the beginning of one."""
    for entry in CITATIONS.values():
        text = " ".join((entry.section, entry.text, entry.reading, *entry.switches)).casefold()
        if all(re.search(rf"\b{re.escape(word.casefold())}", text) for word in words):
            yield entry.id


def to_json(entry: Citation, ruleset: Ruleset, pinned: dict[str, list[str]]) -> dict[str, Any]:
    """One entry for programs."""
    switches = [
        {
            "key": key,
            "default": KEYS[key].write(getattr(DEFAULT, KEYS[key].field)),
            "value": KEYS[key].write(getattr(ruleset, KEYS[key].field)),
            "values": KEYS[key].expected(),
        }
        for key in entry.switches
    ]
    data = entry._asdict() | {"switches": switches, "tests": pinned.get(entry.id, [])}
    return dict(data)


def lines(
    chosen: list[Citation],
    ruleset: Ruleset,
    pinned: dict[str, list[str]] | None,
    style: Style,
    width: int = WIDTH,
) -> list[str]:
    """Under its chapter and heading each entry with its reading, its switches and, if `pinned`, its tests."""
    page = Page(style, width)
    heading: tuple[int, str] | None = None
    for entry in chosen:
        if heading != (entry.chapter, entry.section):
            heading = (entry.chapter, entry.section)
            page.blank()
            page.ruler(f"{CHAPTERS[entry.chapter]}: {entry.section}")
            page.blank()
        _hung(page, entry.id, entry.text, "strong")
        if entry.reading:
            _hung(page, "", f"our reading: {entry.reading}")
        for key in entry.switches:
            _hung(page, "", f"switch: {_switch(KEYS[key], ruleset)}")
        tests = [] if pinned is None else pinned.get(entry.id, [])
        for test in tests:
            _hung(page, "", test, "dim")
        if pinned is not None and not tests:
            _hung(page, "", "no test names it", "bad")
    return page.lines


def _hung(page: Page, id: str, text: str, colour: str = "") -> None:
    """A text beside an id, wrapped in its own column."""
    room = page.width - 7
    for i, row in enumerate(wrap(page.plain(text), room, break_long_words=False, break_on_hyphens=False)):
        page.lines.append(f"{id if i == 0 else '':>5}  " + page.style.paint(row, colour))


def _switch(switch: Switch, ruleset: Ruleset) -> str:
    """`key = value (values)`, and the default where this table has another."""
    value, default = getattr(ruleset, switch.field), getattr(DEFAULT, switch.field)
    here = "" if value == default else f"; {_spelled(switch.write(default))} unless set"
    values = ", ".join(_spelled(item) for item in switch.expected())
    return f"{switch.key} = {_spelled(switch.write(value))} ({values}{here})"


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def switch_lines(chosen: list[Citation], ruleset: Ruleset, style: Style) -> list[str]:
    """Every switch with its value, its ruling, and the values that would do."""
    page = Page(style)
    for entry in chosen:
        for key in entry.switches:
            switch = KEYS[key]
            changed = getattr(ruleset, switch.field) != getattr(DEFAULT, switch.field)
            value = _spelled(switch.write(getattr(ruleset, switch.field)))
            page.put(f"{key} = {value}", 0, entry.id, "strong" if changed else "")
            values = ", ".join(_spelled(item) for item in switch.expected())
            page.put(values, 4, colour="dim")
    return page.lines
