"""Writes the list in docs/rules.md, every rule and ruling with its reading and switches; run it when the register
or a switch has changed: python tools/rules_page.py

What stands above the mark is written by hand and stays.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wanderstar.book.citations import CITATIONS, Citation
from wanderstar.book.ruleset import DEFAULT
from wanderstar.book.switches import SWITCHES, Switch

OUT = Path(__file__).parents[1] / "docs" / "rules.md"
CHAPTERS = {5: "Chapter 5: the core mechanic", 11: "Chapter 11: combat"}
KEYS = {switch.key: switch for switch in SWITCHES}

MARK = "<!-- From here on this page is written by tools/rules_page.py. -->\n"


def spelled(value: Any) -> str:
    """A switch's value as a ruleset file spells it, in JSON's manner; words bare."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def switch_line(switch: Switch) -> str:
    """Key, default, and what would do."""
    default = spelled(switch.write(getattr(DEFAULT, switch.field)))
    values = ", ".join(spelled(value) for value in switch.expected())
    return f"switch: `{switch.key}` = `{default}` ({values})"


def entry_lines(entry: Citation) -> Iterator[str]:
    """One rule or ruling; a ruling with its ground, our reading and its switches."""
    anchor = f'<a id="{entry.id.lower()}"></a>'
    if entry.kind == "rule":
        yield f"- {anchor}**{entry.id}** {entry.text}"
        return
    yield f"- {anchor}**{entry.id}** ({entry.evidence}) {entry.text}"
    yield f"  - our reading: {entry.reading}"
    for key in entry.switches:
        yield f"  - {switch_line(KEYS[key])}"


def page(now: str) -> str:
    """The whole page from its text `now`: by chapter and heading, the rulings after the rules of their heading."""
    lines = [now.split(MARK, maxsplit=1)[0] + MARK]
    headings = dict.fromkeys((entry.chapter, entry.section) for entry in CITATIONS.values())
    for chapter, title in CHAPTERS.items():
        lines += [f"## {title}", ""]
        for heading in (section for of, section in headings if of == chapter):
            lines += [f"### {heading}", ""]
            for entry in CITATIONS.values():
                if (entry.chapter, entry.section) == (chapter, heading):
                    lines += entry_lines(entry)
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    OUT.write_text(page(OUT.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"docs/{OUT.name}: {len(CITATIONS)} rules and rulings\n")
