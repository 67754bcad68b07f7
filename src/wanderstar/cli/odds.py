"""`wanderstar odds`: exact chances, as text with bars, as JSON or as CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from .. import odds
from ..book.ruleset import Ruleset
from . import odds_text
from .bars import Style, print_lines
from .options import add_bonus, add_edge, add_ruleset, print_json, ruleset_of, whole_number

EXAMPLES = """\
examples:
  wanderstar odds test --bonus 1 --advantage
  wanderstar odds attack --bonus 2 --damage 3D+1 --armor 5 --cover light
  wanderstar odds command fight.jsonl '{"do": "attack", "who": "asha", "weapon": "rifle", "target": "vex"}'
"""
TEST_EXAMPLES = """\
examples:
  wanderstar odds test --bonus 1
  wanderstar odds test --rank Expert --disadvantage
  wanderstar odds test --table
  wanderstar odds test --at-least 0.75
"""
ATTACK_EXAMPLES = """\
examples:
  wanderstar odds attack --bonus 2 --damage 3D --armor 5
  wanderstar odds attack --rank Trained --damage 2D+1 --armor 5 --cover solid --burst 3 --piercing 2
  wanderstar odds attack --bonus 1 --advantage --damage 3D --armor 4 --reaction-bonus 1
  wanderstar odds attack --bonus 1 --damage 3D --armor 4 --reaction success
"""
OPPOSED_EXAMPLES = """\
examples:
  wanderstar odds opposed --side Asha:2:advantage --side Vex:1
  wanderstar odds opposed --side Asha:2 --side Vex:Trained --defender none
  wanderstar odds opposed --side Asha:2 --side Cato:0 --side Vex:1 --defender Asha
"""
CONTEST_EXAMPLES = """\
examples:
  wanderstar odds contest --side Asha:2 --side Vex:1
  wanderstar odds contest --side Asha:2 --side Vex:1 --net 3 --max none --defender none
  wanderstar odds contest --side Asha:2 --side Vex:1 --max 4 --timeout status_quo
"""
CLOCK_EXAMPLES = """\
examples:
  wanderstar odds clock --bonus 1
  wanderstar odds clock --rank Novice --advantage --successes 4 --failures 2
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the questions; `odds command` has a module of its own and is only named here."""
    parser.description = "Exact chances by the rules, every face of every die counted."
    parser.epilog = EXAMPLES
    names = "|".join((*QUESTIONS, "command"))
    questions = parser.add_subparsers(metavar=names, required=True)
    for name, (line, examples, add, _) in QUESTIONS.items():
        question = questions.add_parser(
            name, help=line, description=line[0].upper() + line[1:] + ".", epilog=examples
        )
        add(question)
        question.set_defaults(question=name)
        form = question.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="one JSON object")
        form.add_argument("--csv", action="store_true", help="comma-separated lines")
        add_ruleset(question)
    questions.add_parser("command", help="one command of a fight, at the end of its journal")


def run(args: argparse.Namespace) -> int:
    """Answers the question."""
    answer = QUESTIONS[args.question][3](args, ruleset_of(args))
    if args.json:
        print_json(answer.to_json())
    elif args.csv:
        from .odds_csv import write

        write(answer.to_json(), sys.stdout)
    else:
        print_lines(odds_text.lines(answer, Style.of(sys.stdout)))
    return 0


def _add_test(parser: argparse.ArgumentParser) -> None:
    add_bonus(parser)
    add_edge(parser)
    parser.add_argument("--table", action="store_true", help="success of every rank at every edge")
    parser.add_argument(
        "--at-least", metavar="P", help="the bonus it takes for this chance, such as 0.75 or 3/4"
    )


def _test(args: argparse.Namespace, ruleset: Ruleset) -> Any:
    if args.table or args.at_least is not None:
        chosen = {"table": args.table, "at_least": args.at_least}
        return odds.test(**_skill(args), **chosen, ruleset=ruleset)
    return odds.test(**_skill(args), ruleset=ruleset)


def _add_attack(parser: argparse.ArgumentParser) -> None:
    add_bonus(parser, whose="the attacker's")
    add_edge(parser)
    parser.add_argument("--damage", required=True, metavar="3D+1", help="the weapon's damage")
    parser.add_argument(
        "--armor", required=True, type=whole_number, metavar="A", help="body and worn, without cover"
    )
    parser.add_argument("--cover", choices=("light", "solid"), help="the target's cover")
    parser.add_argument(
        "--burst", type=whole_number, default=0, metavar="N", help="a burst with an Auto N weapon"
    )
    parser.add_argument(
        "--piercing", type=whole_number, default=0, metavar="N", help="eats worn armor and cover"
    )
    parser.add_argument("--reaction", choices=("success",), help="a reaction that has succeeded")
    add_bonus(parser, "reaction-", "the reaction's")
    add_edge(parser, "reaction-", " for the reaction")


def _attack(args: argparse.Namespace, ruleset: Ruleset) -> Any:
    return odds.attack(
        **_skill(args),
        damage=args.damage,
        armor=args.armor,
        cover=args.cover,
        burst=args.burst,
        piercing=args.piercing,
        reaction=args.reaction,
        reaction_bonus=args.reaction_bonus,
        reaction_rank=args.reaction_rank,
        reaction_advantage=args.reaction_advantage,
        reaction_disadvantage=args.reaction_disadvantage,
        ruleset=ruleset,
    )


def _add_sides(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--side",
        action="append",
        required=True,
        metavar="NAME:BONUS[:EDGE]",
        help="a side; BONUS may be a rank; EDGE advantage, neutral or disadvantage",
    )
    parser.add_argument(
        "--defender",
        default=odds.SECOND_SIDE,
        metavar="NAME",
        help="who wins a tie, or none (default: the second side)",
    )


def _opposed(args: argparse.Namespace, ruleset: Ruleset) -> Any:
    return odds.opposed(args.side, defender=args.defender, ruleset=ruleset)


def _add_contest(parser: argparse.ArgumentParser) -> None:
    _add_sides(parser)
    parser.add_argument("--net", type=whole_number, metavar="N", help="the lead in wins that decides it")
    parser.add_argument("--max", type=_limit, metavar="N", help="exchanges at most, or none")
    parser.add_argument(
        "--timeout", choices=("leader", "status_quo"), help="who wins after the last exchange"
    )


def _contest(args: argparse.Namespace, ruleset: Ruleset) -> Any:
    limit = {} if args.max is None else {"max": args.max}
    return odds.contest(
        args.side, defender=args.defender, net=args.net, timeout=args.timeout, **limit, ruleset=ruleset
    )


def _add_clock(parser: argparse.ArgumentParser) -> None:
    add_bonus(parser)
    add_edge(parser)
    parser.add_argument("--successes", type=whole_number, metavar="N", help="successes that fill it")
    parser.add_argument("--failures", type=whole_number, metavar="N", help="failures that end it")


def _clock(args: argparse.Namespace, ruleset: Ruleset) -> Any:
    return odds.clock(**_skill(args), successes=args.successes, failures=args.failures, ruleset=ruleset)


def _skill(args: argparse.Namespace) -> dict[str, Any]:
    return {
        "bonus": args.bonus,
        "rank": args.rank,
        "advantage": args.advantage,
        "disadvantage": args.disadvantage,
    }


def _limit(text: str) -> int | str:
    return text if text == "none" else int(text)


_limit.__name__ = "whole number or none"  # argparse puts it into its complaint

Question = tuple[
    str, str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace, Ruleset], Any]
]
QUESTIONS: dict[str, Question] = {
    "test": ("a test against 8", TEST_EXAMPLES, _add_test, _test),
    "attack": ("an attack, from reaction to trauma", ATTACK_EXAMPLES, _add_attack, _attack),
    "opposed": ("an opposed test of two or more sides", OPPOSED_EXAMPLES, _add_sides, _opposed),
    "contest": ("a series of opposed tests, to a lead", CONTEST_EXAMPLES, _add_contest, _contest),
    "clock": ("so many successes before so many failures", CLOCK_EXAMPLES, _add_clock, _clock),
}
