"""`wanderstar check`: every fault in sheets, rulesets, journals and scripts; or a kind's JSON Schema."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from .options import print_json, ruleset_named

if TYPE_CHECKING:
    from ..book.ruleset import Fault
    from ..sheets.check import Report

EPILOG = """\
examples:
  wanderstar check mine.toml
  wanderstar check packs/*.toml --json
  wanderstar check house.toml --kind ruleset
  wanderstar check --schema encounter > encounter.schema.json

Without --kind the content tells what a file is. Exit code 1 when there is any fault. A note is no fault: what is
allowed, but was probably not meant.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds this verb's arguments."""
    from ..sheets.schema import KINDS

    parser.description = "Find every fault in sheets, rulesets, journals and scripts, all at once."
    parser.epilog = EPILOG
    parser.add_argument("files", nargs="*", metavar="FILE", help="a .toml, .json or .jsonl file")
    parser.add_argument(
        "--kind", choices=KINDS, metavar="KIND", help=f"what the files are: {', '.join(KINDS)}"
    )
    parser.add_argument("--schema", choices=KINDS, metavar="KIND", help="print that kind's JSON Schema")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: argparse.Namespace) -> int:
    """Prints the report or the schema; 1 when a file has a fault, 2 without a file."""
    if args.schema:
        from ..sheets.schema import schema

        print(json.dumps(schema(args.schema), indent=2))
        return 0
    if not args.files:
        print("wanderstar check: name a FILE, or a kind with --schema", file=sys.stderr)
        return 2
    from ..sheets.check import check

    given = ruleset_named(args)
    report = check(args.files, args.kind, ruleset=given, deeper=_deeper)
    if args.json:
        print_json(report.to_json())
    else:
        _print(report)
    return 0 if report.ok else 1


def _deeper(kind: str, lines: list[tuple[int, dict[str, Any]]]) -> list[Fault]:
    """What play says of journals and scripts; the engine comes only when there is one."""
    from ..play.journal import check_lines

    return check_lines(kind, lines)


def _print(report: Report) -> None:
    """A line for every fault and every note, then one that counts them."""
    from ..sheets.faults import plain, say

    for one in report.files:
        for fault in one.faults:
            print(f"{plain(one.file)}: {say(fault)}")
        for note in one.notes:
            print(f"{plain(one.file)}: note: {say(note)}")
        if one.ok:
            print(f"{plain(one.file)}: {one.kind}, no fault")
    faults = sum(len(one.faults) for one in report.files)
    notes = sum(len(one.notes) for one in report.files)
    noted = f", {_count(notes, 'note')}" if notes else ""
    print(f"{_count(faults, 'fault')} in {_count(len(report.files), 'file')}{noted}")


def _count(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
