"""`wanderstar replay`: a journal gone through again, and verified."""

from __future__ import annotations

import argparse
import sys

from .bars import Style, print_lines
from .options import print_json, ruleset_named, whole_number

EPILOG = """\
examples:
  wanderstar replay fight.jsonl
  wanderstar replay fight.jsonl --to 12
  wanderstar replay fight.jsonl --verify
  wanderstar replay fight.jsonl --steps --json

Loading folds the recorded events and rolls nothing. --verify resolves every command again from its recorded
answers: the events must be the very same, and the server's dice those of the seed, once it is shown.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = (
        "Goes through a journal again: every command that still stands, and the state it led to."
    )
    parser.epilog = EPILOG
    parser.add_argument("journal", metavar="JOURNAL", help="a journal, as `fight --journal` writes it")
    parser.add_argument(
        "--to", type=whole_number, metavar="N", help="only up to command N (0: before the first)"
    )
    parser.add_argument(
        "--verify", action="store_true", help="check every command and every die; 1 if any fails"
    )
    parser.add_argument(
        "--steps", action="store_true", help="with --json: every command, its events and state"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the log and how things stand; 1 when what was to be verified is not so."""
    from .api import replay
    from .progress import track

    replayed = replay(
        args.journal,
        to=args.to,
        verify=args.verify,
        steps=args.steps and args.json,
        ruleset=ruleset_named(args),
        track=track,
    )
    if args.json:
        print_json(replayed.to_json())
    else:
        from .log import Log
        from .summary import awaited, opening, summary, verdict

        style = Style.of(sys.stdout)
        log = Log(style)
        for entry in replayed.entries:
            log.step(replayed.step(entry), entry.before)
        table = replayed.table
        print_lines(
            [
                *opening(table.encounter, table.seed, style),
                *log.lines,
                "",
                *summary(replayed.state, style),
                *(awaited(table.asks, style) if replayed.last else []),
                *verdict(replayed, style),
            ]
        )
    return 1 if replayed.wrong else 0
