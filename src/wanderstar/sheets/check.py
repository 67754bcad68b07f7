"""Every fault of files of any kind: sheets, rulesets, journals, scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..book.ruleset import Ruleset
from ..book.switches import SWITCHES
from .faults import BrokenFile, Fault, shown
from .files import parse_json, read_tables, read_text
from .load import examine, load_ruleset, ruleset_from
from .notes import notes
from .schema import KINDS, LINES, NEEDS, script_line
from .shape import read

MAX_LINES_BYTES = 100_000_000
JOURNAL = 1

Lines = list[tuple[int, dict[str, Any]]]
"""The lines of a journal or script, each with its place in the file, counted from 1."""

Deeper = Callable[[str, Lines], list[Fault]]
"""Takes a kind ("journal" or "script") and sound lines, and gives what play finds wrong in them."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was found in one file; `ok` when it has no fault. `notes` are what was probably not meant, and no faults."""

    file: str
    kind: str
    faults: tuple[Fault, ...]
    notes: tuple[Fault, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.faults

    def to_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "kind": self.kind,
            "ok": self.ok,
            "faults": [_as_json(one) for one in self.faults],
            "notes": [_as_json(one) for one in self.notes],
        }


def _as_json(fault: Fault) -> dict[str, Any]:
    return {
        "key": fault.key,
        "problem": fault.problem,
        "found": shown(fault.found),
        "expected": [shown(word) for word in fault.expected],
    }


@dataclass(frozen=True, slots=True)
class Report:
    """What `check` found, file by file."""

    files: tuple[FileReport, ...]

    def __repr__(self) -> str:
        return f"Report: {sum(len(one.faults) for one in self.files)} faults in {len(self.files)} files"

    @property
    def ok(self) -> bool:
        return all(one.ok for one in self.files)

    def to_json(self) -> dict[str, Any]:
        return {"ok": self.ok, "files": [one.to_json() for one in self.files]}


def check(
    paths: str | Path | Iterable[str | Path],
    kind: str | None = None,
    *,
    ruleset: Ruleset | str | Path | None = None,
    deeper: Deeper | None = None,
) -> Report:
    """Every fault of every file, or of the one. `kind` is one of `KINDS` (None: told by the content), else ValueError.

    `ruleset` replaces the files' own. A file that is absent or broken is a fault, not an error.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}; there are {', '.join(KINDS)}")
    files = (paths,) if isinstance(paths, str | Path) else paths
    rules = load_ruleset(ruleset) if isinstance(ruleset, str | Path) else ruleset
    return Report(tuple(_file(str(path), kind, rules, deeper) for path in files))


def _file(name: str, kind: str | None, ruleset: Ruleset | None, deeper: Deeper | None) -> FileReport:
    path = Path(name)
    try:
        if kind in LINES or (kind is None and path.suffix == ".jsonl"):
            return _line_file(name, kind, deeper)
        tables = read_tables(path)
    except BrokenFile as error:
        return FileReport(name, kind or "unknown", tuple(error.faults))
    kind = kind or kind_of(tables)
    if kind == "ruleset":
        return FileReport(name, kind, tuple(ruleset_from(tables)[1]))
    faults = examine(tables, path.parent, ruleset, name=path.stem, needs=NEEDS[kind])[1]
    return FileReport(name, kind, tuple(faults), notes(tables, path.parent, ruleset))


def kind_of(tables: Mapping[str, Any]) -> str:
    """What a file is for, told by its keys; one that says nothing clear is taken for an encounter."""
    switches = {switch.key.split(".")[0] for switch in SWITCHES}
    rows = {key for key, value in tables.items() if isinstance(value, list)}
    if not rows and any(key in switches and isinstance(value, dict) for key, value in tables.items()):
        return "ruleset"
    if rows & {"sides", "combatants", "covers", "zones"}:
        return "encounter"
    order = ("adversary", "character", "armor", "weapon")
    return next((kind for kind in order if NEEDS[kind][0] in rows), "encounter")


def _line_file(name: str, kind: str | None, deeper: Deeper | None) -> FileReport:
    try:
        text = read_text(Path(name), MAX_LINES_BYTES)
    except BrokenFile as error:
        return FileReport(name, kind or "script", tuple(error.faults))
    faults: list[Fault] = []
    lines = _objects(text, faults)
    if kind is None:
        kind = "journal" if lines and "journal" in lines[0][1] else "script"
    if kind == "journal":
        _header(lines, faults)
    else:
        for number, line in lines:
            read(script_line(line), line, f"line {number}", faults)
    if deeper is not None and not faults:
        faults += deeper(kind, lines)
    return FileReport(name, kind, tuple(faults))


def _objects(text: str, faults: list[Fault]) -> Lines:
    """The JSON objects of a text, one a line; blank lines and those that begin with # are passed over."""
    lines: Lines = []
    rows = text.split("\n")
    for number, row in enumerate(rows, 1):
        if not row.strip() or row.startswith("#"):
            continue
        try:
            value = parse_json(row)
        except (ValueError, RecursionError) as error:
            cut = number == len(rows) and not isinstance(error, RecursionError)
            where = f"column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)[:100]
            problem = "not JSON: the last line is cut off" if cut else "not JSON"
            faults.append(Fault(f"line {number}", problem, where, ["one JSON object a line"]))
            continue
        if isinstance(value, dict):
            lines.append((number, value))
        else:
            faults.append(Fault(f"line {number}", "not an object", shown(value), ["one JSON object a line"]))
    return lines


def _header(lines: Lines, faults: list[Fault]) -> None:
    """The first line of a journal: its version, and an encounter that loads again."""
    if not lines:
        if not faults:
            faults.append(Fault("", "an empty journal", None, ["a header line"]))
        return
    number, header = lines[0]
    path = f"line {number}"
    version = header.get("journal")
    if version != JOURNAL or isinstance(version, bool):
        faults.append(Fault(f"{path}.journal", "unknown version", shown(version), [JOURNAL]))
        return
    for key in ("encounter", "ruleset"):
        if not isinstance(header.get(key), dict):
            problem = "not a table" if key in header else "missing"
            faults.append(Fault(f"{path}.{key}", problem, shown(header.get(key)), ["a table"]))
            return
    inner = [fault._replace(key=f"ruleset.{fault.key}") for fault in ruleset_from(header["ruleset"])[1]]
    if not inner:
        rules = ruleset_from(header["ruleset"])[0]
        wrong = examine(header["encounter"], None, rules, needs=NEEDS["encounter"])[1]
        inner = [fault._replace(key=f"encounter.{fault.key}") for fault in wrong]
    faults += [fault._replace(key=f"{path}.{fault.key}") for fault in inner]
