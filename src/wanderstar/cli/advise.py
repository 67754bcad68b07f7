"""`wanderstar advise`: what whoever has the turn had best do."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .bars import Style, fitted, percent, print_lines, signed
from .options import print_json, ruleset_named, whole_number
from .page import Page

if TYPE_CHECKING:
    from ..forecast.advice import Advice, Advised, Change
    from ..seats.names import Names

EPILOG = """\
examples:
  wanderstar advise fight.jsonl
  wanderstar advise fight.jsonl --seconds 2 --json
  wanderstar advise fight.jsonl --tactic raiders=passive

Every sensible command is tried: what follows it is played by the tactics, to the end of the fight, often. "change" is
against leaving the turn to the tactic, in the very same fights; ± is how sure that is. It looks at everything, what is
hidden too: it is the GM's.
"""

COMMAND = 38

LISTED = 8
"""So many commands without figures are named; `--json` has them all."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = "Weighs up what the combatant to act could do, by how the fight would go on."
    parser.epilog = EPILOG
    parser.add_argument("journal", metavar="JOURNAL", help="a fight's journal; its last line is now")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="take no longer (5)")
    parser.add_argument(
        "--tactic",
        action="append",
        default=[],
        metavar="[WHOM=]NAME",
        help="who plays on how: for all, or SIDE=NAME, WHO=NAME, as in fight",
    )
    parser.add_argument("--seed", metavar="S", help="the luck of the fights: the same for every command")
    parser.add_argument(
        "--rounds", type=whole_number, default=50, metavar="N", help="after so many a draw (50)"
    )
    parser.add_argument(
        "--confidence", type=float, default=0.95, metavar="P", help="how sure intervals are to be (0.95)"
    )
    parser.add_argument("--engine", action="store_true", help="on the play engine, though the loop would do")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Weighs up and prints; 1 when nobody is to act."""
    from ..forecast.advise import advise
    from ..forecast.driver import table_of
    from ..play.refusal import Refusal
    from ..seats.names import Names
    from .forecast_progress import workers

    ruleset = ruleset_named(args)
    table = table_of(args.journal, ruleset)
    found = advise(
        table,
        seconds=args.seconds,
        tactic=args.tactic,
        seed=args.seed,
        rounds=args.rounds,
        confidence=args.confidence,
        workers=workers(),
        engine=args.engine,
    )
    if isinstance(found, Refusal):
        from .summary import refused

        return refused(found, args.json)
    if args.json:
        print_json(found.to_json())
    else:
        print_lines(lines(found, Names.of(table.state), Style.of(sys.stdout)))
    return 0


def lines(found: Advice, names: Names, style: Style) -> list[str]:
    """The report: a line for each command, best first."""
    head = f"{names.who(found.who)}, round {found.round}"
    where = "" if found.path == "compiled" else " on the play engine"
    how = "exact" if found.exact else f"simulated{where}, {100 * found.confidence:g} % intervals"
    text = [style.paint(head, "strong"), f"  {how}, in {found.seconds:.1f} s"]
    now = f"{percent(Fraction(found.now.value))} for {names.side(found.side)}"
    text += [f"  left to the tactic: {now}{_between(found, found.now.low, found.now.high)}", ""]
    if not found.sound:
        text.append("    no command had fights enough for a figure")
    else:
        text.append(f"    {'':<{COMMAND}} {'wins':>8} {'change':>9}{'':16} {'trauma: own':>13} {'foes':>7}")
    for rank, one in enumerate(found.sound, 1):
        text.append(_line(found, rank, one, names, style))
    page = Page(style)
    without = [*(one.command for one in found.options if one not in found.sound), *found.left_out]
    if without:
        more = [f"and {len(without) - LISTED} more"] if len(without) > LISTED else []
        told = ", ".join([*(said(command, names) for command in without[:LISTED]), *more])
        why = "no figures" if found.exact else "too few fights for a figure, if any (more with --seconds)"
        page.put(f"{why}: {told}", 2)
    if found.not_covered:
        page.put("on the play engine, which is slower, because:", 2)
        for reason in found.not_covered:
            page.put(reason, 4)
    if found.stopped:
        page.put("stopped before its end: what is known so far", 2)
    text += ["", *page.lines] if page.lines else []
    return [style.plain(line) for line in text]


def _line(found: Advice, rank: int, one: Advised, names: Names, style: Style) -> str:
    change = one.change
    colour = "good" if change.low > 0 else "bad" if change.high < 0 else ""
    shown = f"{_points(change.value, style):>9}"
    spread = "" if found.exact else f"±{100 * (change.high - change.low) / 2:.1f}"
    wins = percent(Fraction(one.win.value))
    label = fitted(said(one.command, names), COMMAND, style)
    parts = f"{rank:>3} {label} {wins:>8} {style.paint(shown, colour)} {spread:<15}"
    return f"{parts} {_boxes(one.own, style):>13} {_boxes(one.foes, style):>7}"


def _points(change: float, style: Style) -> str:
    tenths = round(1000 * change)
    return f"{signed(0, style) if not tenths else style.plain('−' if tenths < 0 else '+')}" + (
        f"{abs(tenths) / 10:.1f} %" if tenths else ".0 %"
    )


def _boxes(change: Change, style: Style) -> str:
    sign = style.plain("−") if change.value < 0 else "+"
    return f"{sign}{abs(change.value):.2f}"


def _between(found: Advice, low: float, high: float) -> str:
    return "" if found.exact else f" ({100 * low:.1f}–{100 * high:.1f} %)"


def said(command: Mapping[str, Any], names: Names) -> str:
    """A command in a few words: "burst at Vex, Holdout pistol"."""
    from ..seats.names import place

    do = command["do"]
    weapon = names.weapon(command["weapon"]) if "weapon" in command else ""
    if do == "attack":
        mode = {"burst": "burst at", "full": "full auto at"}.get(command.get("mode", ""), "attack")
        whom = names.all(dict.fromkeys(command["targets"])) if "targets" in command else ""
        if "at" in command:
            mode, whom = "lob at", place(command["at"])
        return f"{mode} {whom or names.who(command.get('target'))}, {weapon}"
    if do == "move":
        again = " (Significant)" if command.get("as") == "significant" else ""
        return f"move to {place(command['to'])}{again}"
    if do == "take_cover":
        return f"take cover: {command['cover']}{', fully' if command.get('fully') else ''}"
    words = {"end_turn": "end the turn", "ready": "ready a reaction", "delay": "delay to the round's end"}
    about = weapon or names.who(command["target"]) if weapon or "target" in command else ""
    return " ".join(filter(None, (words.get(do, str(do).replace("_", " ")), about)))
