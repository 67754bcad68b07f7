"""`wanderstar roll`: a test, or plain dice."""

from __future__ import annotations

import argparse
import re
import sys

from ..play.arguments import EDGES, BadArgument
from ..play.notation import PlainRoll, TestRoll, roll
from .bars import Style, print_lines, signed
from .options import add_bonus, add_edge, print_json, ruleset_of

EXAMPLES = """\
a notation is [n]D[sides][kh k|kl k][+m|-m]…, in either case, with spaces if you like:
1 to 1000 dice of 2 to 1000 sides (6 unless given), the k highest or lowest kept

examples:
  wanderstar roll 3D+1
  wanderstar roll 4d6 kh 3 --seed 7
  wanderstar roll --bonus 1 --advantage
  wanderstar roll --bonus -3 --advantage --dice 5,2,4
"""
_NEGATIVE = re.compile(r"-[0-9]*[dD]")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = "Rolls a test (--bonus or --rank), or plain dice."
    parser.epilog = EXAMPLES
    parser.add_argument("notation", nargs="*", metavar="NOTATION", help="plain dice, such as 3D+1")
    add_bonus(parser)
    add_edge(parser)
    parser.add_argument("--dice", metavar="5,2,4", help="the faces that real dice showed, in order")
    parser.add_argument("--seed", metavar="S", help="the same seed rolls the same faces")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def prepare(words: list[str]) -> list[str]:
    """Keeps `-2d6` from being read as an option: a word with a space in it never is one."""
    return [f" {word}" if _NEGATIVE.match(word) else word for word in words]


def run(args: argparse.Namespace) -> int:
    """Rolls."""
    text = " ".join(args.notation)
    if text.startswith(" ") and _NEGATIVE.match(text[1:]):
        text = text[1:]
    rolled = roll(
        text if args.notation else None,
        bonus=args.bonus,
        rank=args.rank,
        advantage=args.advantage,
        disadvantage=args.disadvantage,
        dice=None if args.dice is None else _faces(args.dice),
        seed=args.seed,
        ruleset=ruleset_of(args),
    )
    if args.json:
        print_json(rolled.to_json())
    else:
        style = Style.of(sys.stdout)
        print_lines(_test(rolled, style) if isinstance(rolled, TestRoll) else _plain(rolled, style))
    return 0


def _faces(text: str) -> list[int]:
    if not re.fullmatch(r" *[0-9]{1,4} *(, *[0-9]{1,4} *)*", text):
        raise BadArgument("dice", f"faces such as 5,2,4 are wanted, not {text!r:.40}")
    return [int(face) for face in text.split(",")]


def _test(rolled: TestRoll, style: Style) -> list[str]:
    outcome = "success" if rolled.success else "failure"
    margin = signed(rolled.margin, style)
    flags = "".join(f", {word.replace('_', ' ')}" for word in rolled.to_json()["flags"])
    return [
        f"Test 2D6 {signed(rolled.bonus, style)}, {EDGES[rolled.edge]}",
        f"  dice {_dice(rolled.dice, rolled.kept)}",
        f"  {rolled.natural} {signed(rolled.bonus, style)} = {rolled.total}: "
        + style.paint(f"{outcome} ({margin})", "good" if rolled.success else "bad")
        + flags,
    ]


def _plain(rolled: PlainRoll, style: Style) -> list[str]:
    plus = f" {signed(rolled.notation.plus, style)}" if rolled.notation.plus else ""
    shown = f"{rolled.notation.text}: {_dice(rolled.dice, rolled.kept)}"
    total = f"  {sum(rolled.kept)}{plus} = {rolled.total}" if plus else f"  {rolled.total}"
    if len(shown) <= 80:
        return [shown, total]
    from textwrap import wrap

    return [*wrap(shown, 80, subsequent_indent="  "), total]


def _dice(dice: tuple[int, ...], kept: tuple[int, ...]) -> str:
    """The dice in the order rolled, those that do not count in parentheses."""
    waiting, shown = list(kept), []
    for face in dice:
        if face in waiting:
            waiting.remove(face)
            shown.append(str(face))
        else:
            shown.append(f"({face})")
    return " ".join(shown)
