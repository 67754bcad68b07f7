"""`wanderstar forecast --fair`: how many of a foe make a fight even."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction

from ..forecast.fair import Fair, fair
from ..forecast.page import spread
from ..play.arguments import BadArgument
from ..play.refusal import Refusal
from .bars import Style, percent, print_lines
from .forecast import wanted
from .forecast_progress import watching
from .options import print_json
from .summary import refused

FAIR_SECONDS = 30.0
"""How long the whole search may take unless told otherwise."""


def run_fair(args: argparse.Namespace) -> int:
    """Searches and prints; 1 when the fight cannot begin."""
    if args.csv or args.html is not None:
        raise BadArgument("fair", "there is text and --json for it, no --csv and no --html")
    with watching() as watch:
        found = fair(
            args.source,
            args.fair,
            chance=args.chance,
            **{**wanted(args), "seconds": FAIR_SECONDS if args.seconds is None else args.seconds * 6},
            watch=watch,
        )
    if isinstance(found, Refusal):
        return refused(found, args.json)
    if args.json:
        print_json(found.to_json())
    else:
        print_lines(lines(found, Style.of(sys.stdout)))
    return 0


def lines(found: Fair, style: Style) -> list[str]:
    """The answer, and a line for every number that was tried."""
    text = [style.paint(found.name, "strong"), f"  {found.why}"]
    if found.stopped:
        text.append("  stopped before its end: what is known so far")
    text += ["", f"  Chance of the others, by the number of {found.who} (now {found.now})"]
    for one in found.tried:
        mark = "*" if one.many == found.fair else " "
        bar = style.bar(Fraction(one.win.value))
        how = spread(one.forecast, one.win) or one.forecast.method
        start = f"  {mark} {one.many:>3}  {percent(Fraction(one.win.value)):>7}  "
        text.append((start + style.paint(bar, "good") + " " * (32 - len(bar)) + how).rstrip())
    return [style.plain(line) for line in text]
