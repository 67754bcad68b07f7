"""`wanderstar odds command`: what one command of a fight will come to, by every roll of its dice."""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction
from typing import Any

from ..odds.command import CommandOdds, command
from ..play.arguments import BadArgument
from ..play.replay import replay
from ..seats.names import Names
from .bars import Style, print_lines, row
from .options import print_json, ruleset_named

EXAMPLES = """\
examples:
  wanderstar odds command fight.jsonl '{"do": "aim", "who": "asha", "target": "vex"}'
  wanderstar odds command fight.jsonl '{"do": "attack", "who": "asha", "weapon": "rifle", "target": "vex"}' \\
      --answer reaction:vex=dodge --answer claim_attack:asha=true
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the journal, the command and its answers."""
    parser.description = "Exact chances of one command at the end of a journal."
    parser.epilog = EXAMPLES
    parser.add_argument("journal", metavar="JOURNAL", help="a fight's journal")
    parser.add_argument("command", metavar="COMMAND", help="the command, as in a script")
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a choice to assume; others take the safe default: no reaction, no claim",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--csv", action="store_true", help="comma-separated lines")


def run(args: argparse.Namespace) -> int:
    """Answers it; a refused command is exit 1."""
    table = replay(args.journal, ruleset=ruleset_named(args)).table
    names = Names.of(table.state)
    odds = command(table, _object(args.command), answer=args.answer)
    if args.json:
        from ..seats.texts import with_texts

        print_json(with_texts(odds.to_json(), names))
    elif odds.refusal is not None:
        from ..seats.sentences_refusals import refusal_text

        print(
            f"refused ({odds.refusal.code}): {refusal_text(odds.refusal.to_json(), names)}", file=sys.stderr
        )
    elif args.csv:
        from .odds_csv import write

        write(odds.to_json(), sys.stdout)
    else:
        print_lines(lines(odds, names, Style.of(sys.stdout)))
    return 0 if odds.refusal is None else 1


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadArgument("command", f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadArgument("command", 'not an object such as {"do": "end_turn", "who": "asha"}')
    return data


def lines(odds: CommandOdds, names: Names, style: Style) -> list[str]:
    """The answer's text."""
    from ..seats.sentences_reasons import reason_text

    text = [style.paint(json.dumps(dict(odds.command), ensure_ascii=not style.unicode), "strong")]
    for key, value in odds.assumed.items():
        text.append(f"  assumed: {key} = {json.dumps(value)}")
    for reason in odds.reasons:
        note = "" if reason["counted"] else "  (does not count)"
        text.append(f"  {reason['gives']:<13} {reason['rule']:<4} {reason_text(reason, names)}{note}")
    text.append("")
    if odds.hit is not None:
        text += [row(style, "hit", odds.hit, "good"), row(style, "miss", 1 - odds.hit, "bad")]
    for who, trauma in odds.trauma.items():
        text += ["", f"  Trauma on {names.who(who)}"]
        text += [row(style, str(amount), trauma[amount]) for amount in sorted(trauma)]
        text.append(row(style, "out of action", odds.out.get(who, Fraction(0)), "bad"))
    for who, pool in odds.momentum.items():
        if len(pool) > 1:
            text += ["", f"  Momentum of {names.who(who)} afterwards"]
            text += [row(style, str(amount), pool[amount]) for amount in sorted(pool)]
    if len(odds.ends) == 1:
        text += ["  nothing about it is left to chance"]
    text += ["", f"  {odds.paths} paths, weights adding up to {odds.weight}"]
    return [style.plain(line) for line in text]
