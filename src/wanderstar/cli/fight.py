"""`wanderstar fight`: an encounter played to its end by tactics, by a script, or with a person at the terminal."""

from __future__ import annotations

import argparse
import shlex
import sys
from textwrap import wrap
from typing import TYPE_CHECKING

from .bars import Style, print_lines
from .options import print_json, ruleset_named, whole_number

if TYPE_CHECKING:
    from ..tactics.fight import FightResult

EPILOG = """\
ENCOUNTER is a .toml file, or a shipped encounter: {shipped}.

examples:
  wanderstar fight patrol-ambush
  wanderstar fight patrol-ambush --seed 7 --journal fight.jsonl
  wanderstar fight docking-bay --tactic passive --tactic cordon=nearest
  wanderstar fight patrol-ambush --seat ines-varro --journal mine.jsonl
  wanderstar fight docking-bay --seat crew --dice typed
  wanderstar fight --resume mine.jsonl
  wanderstar fight examples/golden-fight.toml --script examples/golden-fight.jsonl
  wanderstar fight golden-fight --seed 1 --steps --json

The log shows dropped dice in parentheses, and at the right the rule or ruling behind each line;
`wanderstar rules R17` says what it is.
"""


def epilog() -> str:
    """The end of the help, with every encounter that comes with the program."""
    from ..sheets.shelf import shipped_encounters

    first, *more = EPILOG.format(shipped=", ".join(shipped_encounters())).split("\n")
    return "\n".join([*wrap(first, 80, break_on_hyphens=False), *more])


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    from ..tactics.cast import TACTICS

    parser.description = "Plays an encounter to its end, and tells why each shot hit or missed."
    parser.epilog = epilog()
    parser.add_argument(
        "encounter", nargs="?", metavar="ENCOUNTER", help="an encounter's file, or a shipped one's name"
    )
    parser.add_argument("--seed", metavar="S", help="the secret of the dice: the same seed, the same fight")
    parser.add_argument(
        "--tactic",
        action="append",
        default=[],
        metavar="[WHOM=]NAME",
        help=f"who plays how: for all, or SIDE=NAME, WHO=NAME; {', '.join(TACTICS)}",
    )
    parser.add_argument(
        "--rounds", type=whole_number, default=50, metavar="N", help="after so many a draw (50)"
    )
    parser.add_argument("--script", metavar="FILE", help="play these lines; only a --tactic plays by itself")
    parser.add_argument(
        "--seat",
        action="append",
        metavar="WHO",
        help="whom you play, here in the terminal: a combatant's id, or a side's for all of it; may be repeated. "
        "With --script or --json: whose commands the script's are, a character or gm",
    )
    parser.add_argument(
        "--dice",
        choices=("typed", "rolled"),
        default="rolled",
        help="your own dice: asked for one roll at a time, or rolled for you (rolled)",
    )
    parser.add_argument(
        "--foes",
        choices=("exact", "word", "hidden"),
        default="exact",
        help="what you are told of foes: their numbers, a word for their health, nothing (exact)",
    )
    parser.add_argument("--journal", metavar="OUT", help="write every command and its events as JSON lines")
    parser.add_argument("--force", action="store_true", help="write over a journal that is there")
    parser.add_argument("--resume", metavar="JOURNAL", help="go on with a fight that you left")
    parser.add_argument(
        "--steps", action="store_true", help="with --json: every command, its events and state"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Plays and prints; 1 when the fight cannot begin or the script stops."""
    from ..play.arguments import BadArgument
    from ..play.refusal import Refusal
    from ..play.table import GM
    from .api import fight
    from .log import Log
    from .summary import awaited, opening, refused, seen, summary

    if in_person(args):
        from .seat.verb import play

        return play(args)
    if len(args.seat or ()) > 1:
        raise BadArgument("seat", "a script has one seat")
    args.seat = args.seat[0] if args.seat else None
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
        force=args.force,
        steps=args.steps and args.json,
        ruleset=ruleset_named(args),
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


def in_person(args: argparse.Namespace) -> bool:
    """Whether somebody plays at the terminal. Raises BadArgument for what does not go together."""
    from ..play.arguments import BadArgument

    by_program = args.script is not None or args.json
    if args.resume is None:
        if args.encounter is None:
            raise BadArgument("ENCOUNTER", "which encounter? a file, or a shipped one's name")
        return bool(args.seat) and args.seat != ["gm"] and not by_program
    given = [
        name
        for name, there in (
            ("ENCOUNTER", args.encounter is not None),
            ("--script", args.script is not None),
            ("--json", args.json),
            ("--journal", args.journal is not None),
        )
        if there
    ]
    if given:
        raise BadArgument("resume", f"{given[0]} does not go with --resume: the journal goes on as it is")
    return True


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
