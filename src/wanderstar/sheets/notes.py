"""What is allowed but was probably not meant: a skill spelled almost as one of the ruleset's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..book.ruleset import Ruleset, UnknownSkill
from .faults import Fault, meant
from .load import in_force
from .schema import SHEETS
from .shape import BAD, label, read
from .shelf import Table, good

PROBLEM = "a skill of its own, as the ruleset has none of this name"


def notes(data: Mapping[str, Any], base: Path | None, ruleset: Ruleset | None = None) -> tuple[Fault, ...]:
    """Every skill of a sheet file's tables that is none of the ruleset's, but nearly (R7): none is a fault.

    Where the ruleset makes unknown skills faults there are no notes. What is faulty is passed over.
    """
    tables = read(SHEETS, dict(data), "", [])
    if tables is BAD:
        return ()
    broken: list[Fault] = []
    rules = in_force(tables, base, ruleset, broken)
    if broken or rules.skills_unknown == UnknownSkill.ERROR:
        return ()
    known = {name.casefold(): name for name, _ in rules.skills_catalogue}
    found = []
    for path, skill in _skills(tables):
        if not isinstance(skill, str):
            continue
        near = [known[word] for word in meant(skill.casefold(), known)]
        if near and skill not in known.values():
            found.append(Fault(path, PROBLEM, skill, near))
    return tuple(found)


def _skills(tables: Table) -> Iterator[tuple[str, Any]]:
    """Every skill that is named, with its key: by weapons, on sheets, by zones."""
    for path, row in _rows(tables, "weapons"):
        yield f"{path}.skill", row.get("skill", BAD)
    for array in ("characters", "adversaries"):
        for path, row in _rows(tables, array):
            yield from ((f"{path}.skills.{skill}", skill) for skill in good(row.get("skills"), dict))
    for path, row in _rows(tables, "combatants"):
        sheet = good(row.get("who"), dict)
        yield from ((f"{path}.who.skills.{skill}", skill) for skill in good(sheet.get("skills"), dict))
    for path, row in _rows(tables, "zones"):
        for n, gives in enumerate(good(row.get("gives"), list)):
            yield f"{path}.gives[{n}].skill", good(gives, dict).get("skill", BAD)


def _rows(tables: Table, array: str) -> Iterator[tuple[str, Table]]:
    for n, row in enumerate(good(tables.get(array), list)):
        if isinstance(row, dict):
            name = label(row)
            yield f"{array}.{name}" if name else f"{array}[{n}]", row
