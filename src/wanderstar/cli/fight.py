"""`wanderstar fight`: an encounter played to its end by tactics, or by a script."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING

from .bars import Style, print_lines
from .options import print_json, ruleset_of, whole_number

if TYPE_CHECKING:
    from ..tactics.fight import FightResult

EPILOG = """\
ENCOUNTER is a .toml file, or a shipped encounter: patrol-ambush, docking-bay, golden-fight.

examples:
  wanderstar fight patrol-ambush
  wanderstar fight patrol-ambush --seed 7 --journal fight.jsonl
  wanderstar fight docking-bay --tactic passive --tactic cordon=nearest
  wanderstar fight examples/golden-fight.toml --script examples/golden-fight.jsonl
  wanderstar fight golden-fight --seed 1 --steps --json

The log shows dropped dice in parentheses, and at the right the rule or ruling behind each line;
`wanderstar rules R17` says what it is.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = "Plays an encounter to its end, and tells why each shot hit or missed."
    parser.epilog = EPILOG
    parser.add_argument("encounter", metavar="ENCOUNTER", help="an encounter's file, or a shipped one's name")
    parser.add_argument("--seed", metavar="S", help="the secret of the dice: the same seed, the same fight")
    parser.add_argument(
        "--tactic",
        action="append",
        default=[],
        metavar="[WHOM=]NAME",
        help="who plays how: for all, or SIDE=NAME, WHO=NAME; nearest or passive",
    )
    parser.add_argument(
        "--rounds", type=whole_number, default=50, metavar="N", help="after so many a draw (50)"
    )
    parser.add_argument("--script", metavar="FILE", help="play these lines; only a --tactic plays by itself")
    parser.add_argument("--seat", metavar="WHO", help="whose commands the script's are: a character, or gm")
    parser.add_argument("--journal", metavar="OUT", help="write every command and its events as JSON lines")
    parser.add_argument(
        "--steps", action="store_true", help="with --json: every command, its events and state"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Plays and prints; 1 when the fight cannot begin or the script stops."""
    from ..play.refusal import Refusal
    from ..play.table import GM
    from .api import fight
    from .log import Log
    from .summary import awaited, opening, refused, seen, summary

    style = Style.of(sys.stdout)
    log = Log(style)
    result = fight(
        args.encounter,
        seed=args.seed,
        tactic=args.tactic,
        rounds=args.rounds,
        script=args.script,
        seat=args.seat,
        journal=args.journal,
        steps=args.steps and args.json,
        ruleset=ruleset_of(args) if hasattr(args, "ruleset") else None,
        watch=None if args.json or args.seat not in (None, GM) else log.step,
    )
    if isinstance(result, Refusal):
        return refused(result, args.json)
    if args.json:
        print_json(result.to_json())
    else:
        if result.seat != GM:
            print_lines([*log.lines, *seen(result.table.to_json(), style)])
            return _end(result)
        start = opening(result.table.encounter, result.seed, style)
        table = result.table
        after = [*summary(table.state, style), *awaited(table.asks, style), *_again(args, result.seed)]
        print_lines([*start, *log.lines, "", *after])
    return _end(result)


def _end(result: FightResult) -> int:
    """Says where a script stopped; the exit code."""
    from .summary import stopped

    if result.stopped is not None:
        stopped(result.to_json()["stopped"], "wanderstar fight")
    return 0 if result.stopped is None else 1


def _again(args: argparse.Namespace, seed: str | None) -> list[str]:
    """How to see the same fight again."""
    lines = []
    if seed is not None:
        words = ["wanderstar", "fight", args.encounter, "--seed", seed]
        for option in ("tactic", "script", "seat", "ruleset"):
            value = getattr(args, option, None) or []
            for one in value if isinstance(value, list) else [value]:
                words += [f"--{option}", one]
        if args.rounds != 50:
            words += ["--rounds", str(args.rounds)]
        lines += ["", f"the same again: {shlex.join(words)}"]
    if args.journal is not None:
        lines.append(f"its dice checked: wanderstar replay {shlex.quote(args.journal)} --verify")
    return lines
