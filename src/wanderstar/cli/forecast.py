"""`wanderstar forecast`: how a fight will go, from its start or from where a journal stands."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .bars import Style, columns, fitted, percent, print_lines
from .options import print_json, ruleset_named, whole_number
from .page import WIDTH, Page, visible

if TYPE_CHECKING:
    from ..forecast.result import Figure, Forecast, Person

EPILOG = """\
ENCOUNTER is a .toml file, or a shipped encounter: patrol-ambush, docking-bay, golden-fight. JOURNAL is what
`wanderstar fight --journal` writes; the forecast goes on from its last line, within an open command too.

examples:
  wanderstar forecast patrol-ambush
  wanderstar forecast docking-bay --tactic passive --tactic cordon=nearest --fights 200 --seed 7
  wanderstar forecast fight.jsonl --html forecast.html
  wanderstar forecast patrol-ambush --fair raider --chance 0.6

Exact where the states of the fight fit, simulated past that; the first line says which. So many fights are fought
that every winning chance is known within 1 % (--precision), or as many as --seconds have room for, or as --fights says,
and get Wilson's interval; a run that is ended before gets a wider one that stays valid.
"""

PERSON, BAR = 22, 12

SEEN = 0.05
"""Mental trauma that shows in one decimal."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = "Tells how a fight will go: who wins, how long it takes, who falls."
    parser.epilog = EPILOG
    parser.add_argument("source", metavar="ENCOUNTER|JOURNAL", help="what to begin from")
    parser.add_argument(
        "--tactic",
        action="append",
        default=[],
        metavar="[WHOM=]NAME",
        help="who plays how: for all, or SIDE=NAME, WHO=NAME, as in fight",
    )
    method = parser.add_mutually_exclusive_group()
    method.add_argument("--exact", action="store_true", help="exact or not at all")
    method.add_argument("--simulate", action="store_true", help="simulated, even where exact would do")
    parser.add_argument("--fights", type=whole_number, metavar="N", help="simulate so many")
    parser.add_argument(
        "--precision",
        type=float,
        default=0.01,
        metavar="P",
        help="simulate so many that no winning chance is less sure than ±P (0.01)",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="or as many as fit into so long (0.75; play engine: 5)"
    )
    parser.add_argument(
        "--seed", metavar="S", help="the luck of a simulation: the same seed, the same figures"
    )
    parser.add_argument(
        "--rounds", type=whole_number, default=50, metavar="N", help="after so many a draw (50)"
    )
    parser.add_argument(
        "--confidence", type=float, default=0.95, metavar="P", help="how sure intervals are to be (0.95)"
    )
    parser.add_argument("--fair", metavar="WHO", help="how many of WHO make the fight even")
    parser.add_argument(
        "--chance", type=float, default=0.5, metavar="P", help="with --fair: or give WHO's foes this chance"
    )
    parser.add_argument("--engine", action="store_true", help="on the play engine, though the loop would do")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--csv", action="store_true", help="comma-separated lines")
    parser.add_argument("--html", metavar="OUT", help="write a page with plots as well")


def wanted(args: argparse.Namespace) -> dict[str, Any]:
    """What the flags ask of a forecast, as keywords."""
    from .forecast_progress import workers

    return {
        "tactic": args.tactic,
        "exact": args.exact,
        "simulate": args.simulate,
        "fights": args.fights,
        "seed": args.seed,
        "rounds": args.rounds,
        "confidence": args.confidence,
        "precision": args.precision,
        "seconds": args.seconds,
        "ruleset": ruleset_named(args),
        "workers": workers(),
        "engine": args.engine,
    }


def run(args: argparse.Namespace) -> int:
    """Forecasts and prints; 1 when the fight cannot begin."""
    from ..play.refusal import Refusal

    if args.fair is not None:
        from .forecast_fair import run_fair

        return run_fair(args)
    from ..forecast.driver import forecast
    from .forecast_progress import watching

    with watching() as watch:
        made = forecast(args.source, **wanted(args), watch=watch)
    if isinstance(made, Refusal):
        from .summary import refused

        return refused(made, args.json)
    if args.html is not None:
        from ..forecast.page import page

        Path(args.html).write_text(page(made), encoding="utf-8")
    if args.json:
        print_json(made.to_json())
    elif args.csv:
        write_csv(made)
    else:
        print_lines([*lines(made, Style.of(sys.stdout)), *([f"page: {args.html}"] if args.html else [])])
    return 0


def write_csv(made: Forecast) -> None:
    """One line a figure."""
    import csv

    rows = made.rows()
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def lines(made: Forecast, style: Style) -> list[str]:
    """The report."""
    page = Page(style)
    page.put(made.name, 0, colour="strong")
    for fact in told(made):
        page.put(fact, 2)
    text = page.lines
    if made.method == "simulated" and not made.tally.fights:
        return [style.plain(line) for line in [*text, "", "  no fight came to its end in that time"]]
    text += ["", "  Who wins"]
    for i, (side, figure) in enumerate(made.wins.items()):
        text.append(line(made, style, made.sides[side], figure, "good" if i == 0 else "bad"))
    text.append(line(made, style, "a draw", made.draw, "dim"))
    text += ["", f"  How long ({average(made.tally.rounds):.1f} rounds on average)"]
    text += rounds(made, style)
    text += ["", *people(made, style)]
    text += left_out(made, style)
    return [style.plain(one) for one in text]


def told(made: Forecast) -> list[str]:
    """How the figures were found, and what their intervals mean."""
    from ..forecast.page import intervals

    found = [f"{made.how}; round limit {made.limit}"]
    if made.method == "simulated":
        found += [f"not exact: {made.why}", intervals(made)]
    if made.stopped:
        found.append("stopped before its end: what is known so far")
    if made.undecided:
        hurt = any(value for ends in made.tally.ends for value in (*ends.physical, *ends.mental))
        unhurt = "" if hurt else ", and nobody has been hurt"
        found.append(f"Nobody wins: every fight is still going on at the round limit{unhurt}.")
    return found


def line(
    made: Forecast, style: Style, label: str, figure: Figure, colour: str = "", scale: float = 1.0
) -> str:
    """A chance: label, percent, bar, interval."""
    bar = style.bar(Fraction(min(figure.value / scale, 1.0)))
    start = f"    {fitted(label, PERSON, style)} {percent(Fraction(figure.value)):>7}  "
    return (start + style.paint(bar, colour) + " " * (32 - len(bar)) + spread(made, figure)).rstrip()


def spread(made: Forecast, figure: Figure) -> str:
    """The interval in words."""
    from ..forecast.page import spread as words

    return words(made, figure)


MOST_ROUNDS_SHOWN = 12


def rounds(made: Forecast, style: Style) -> list[str]:
    """In which round it ends; what is beyond a dozen is one line."""
    listed = list(made.rounds)
    shown, rest = listed[:MOST_ROUNDS_SHOWN], listed[MOST_ROUNDS_SHOWN:]
    figures = [(str(value), made.rounds[value]) for value in shown]
    if rest:
        over = made.figure(sum(made.tally.rounds[value] for value in rest))
        figures.append((f"{rest[0]} to {rest[-1]}" if len(rest) > 1 else str(rest[0]), over))
    longest = max((figure.value for _, figure in figures), default=1.0) or 1.0
    return [line(made, style, f"round {label}", figure, "", longest) for label, figure in figures]


def people(made: Forecast, style: Style) -> list[str]:
    """A line for everybody: chances out and dead, trauma, what is left."""
    head = f"{'out':>8} {'dead':>8}  {'trauma':<{BAR + 10}}  left on average"
    text = [f"  {fitted('Who falls', PERSON + 2, style)}{head}"]
    for side, name in made.sides.items():
        of_side = [person for person in made.people if person.side == side]
        if of_side:
            text.append(f"  {style.paint(name, 'dim')}")
        for person in of_side:
            text += person_lines(made, person, style)
    return text


def person_lines(made: Forecast, person: Person, style: Style) -> list[str]:
    """Somebody's end; what is left goes under it where there is no room beside."""
    ends = made.ends(person.id)
    out, dead = made.figure(ends.out), made.figure(ends.dead)
    marked = average(ends.physical)
    bar = style.bar(Fraction(marked / max(person.physical, 1)), BAR)
    start = f"    {fitted(person.name, PERSON, style)} {chance(made, out):>7}  {chance(made, dead):>7}  "
    trauma = f"{marked:.1f} of {person.physical}"
    mental = average(ends.mental)
    gone = made.gone(person)
    left = [f"left or surrendered {chance(made, made.figure(gone))}"] if gone else []
    left += [f"mental {mental:.1f} of {person.mental}"] if mental >= SEEN else []
    left += [f"Momentum {average(ends.momentum):.1f}"] if ends.momentum else []
    left += [f"{made.weapons[weapon]} {average(counts):.1f}" for weapon, counts in ends.ammo.items()]
    told = f"{start}{style.paint(bar, 'bad')}{' ' * (BAR - len(bar))} {trauma:<9}"
    page = Page(style)
    if visible(told) + 2 + columns(", ".join(left)) <= WIDTH:
        return [f"{told}  {', '.join(left)}".rstrip()]
    page.put(", ".join(left), 6)
    return [told.rstrip(), *page.lines]


def chance(made: Forecast, figure: Figure) -> str:
    """Percent, or a bound."""
    from ..forecast.page import chance as words

    return words(made, figure)


def average(counts: dict[int, float]) -> float:
    """The mean of what was counted."""
    fights = sum(counts.values())
    return sum(value * n for value, n in counts.items()) / fights if fights else 0.0


def left_out(made: Forecast, style: Style) -> list[str]:
    """What the fast path does not cover, and what the tactics never use."""
    page = Page(style)
    if made.not_covered and made.path == "engine":
        page.put("", 0)
        page.put("On the play engine, which is slower, because:", 2)
        for reason in made.not_covered:
            page.put(reason, 4)
    if made.ignored:
        page.put("", 0)
        page.put("On the sheets, and never used:", 2)
        for why in dict.fromkeys(one.why for one in made.ignored):
            of_why = [one for one in made.ignored if one.why == why]
            names = dict.fromkeys(one.who for one in of_why)
            whats = (", ".join(one.what for one in of_why if one.who == who) for who in names)
            known = {person.id: person.name for person in made.people}
            listed = "; ".join(f"{known[who]} ({what})" for who, what in zip(names, whats, strict=True))
            page.put(f"{listed}: {why}", 4)
    return page.lines
