"""Odds as text: a heading, then lines with percent, bar, and "1 in N" or the fraction. 80 columns."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..book.core_mechanic.opposed import LEVEL
from ..odds import (
    AttackOdds,
    ClockOdds,
    ContestOdds,
    Distribution,
    NeededOdds,
    OpposedOdds,
    TableOdds,
    TestOdds,
)
from ..odds.contest import NO_LIMIT
from ..odds.dice import ROLLS
from ..play.arguments import EDGES
from .bars import Style, fitted, percent, row, rows, signed

DICE = {
    -1: "Disadvantage (the lowest two of three dice)",
    0: "two dice",
    1: "Advantage (the highest two of three dice)",
}
MOST_ROWS = 24


def lines(answer: Any, style: Style) -> list[str]:
    """The answer's text."""
    return _TEXTS[type(answer)](answer, style)


def _test(answer: TestOdds, style: Style) -> list[str]:
    return [
        *_heading(style, f"Test: 2D6 {signed(answer.bonus, style)}, 8 or more", DICE[answer.edge]),
        row(style, "success", answer.success, "good"),
        row(style, "failure", answer.failure, "bad"),
        "",
        row(style, "barely made", answer.barely),
        row(style, "near miss", answer.near_miss),
        row(style, "natural 2", answer.natural_2),
        row(style, "natural 12", answer.natural_12),
        "",
        *_spread(style, f"Total, {_mean(answer.total.mean())}", answer.total),
    ]


def _table(answer: TableOdds, style: Style) -> list[str]:
    wide = max(12, *(len(line.rank) for line in answer.ranks))
    head = f"  {'Rank':<{min(wide, 24)}} {'':>5}" + "".join(
        f"{word.capitalize():>16}" for word in EDGES.values()
    )
    result = [*_heading(style, "Success at 8 or more, by rank and edge"), style.paint(head, "dim")]
    for line in answer.ranks:
        chances = (line.disadvantage, line.neutral, line.advantage)
        cells = "".join(f"{percent(chance):>16}" for chance in chances)
        result.append(f"  {fitted(line.rank, min(wide, 24), style)} {signed(line.bonus, style):>5}{cells}")
        ways = "".join(f"{f'{chance * ROLLS} in {ROLLS}':>16}" for chance in chances)
        result.append(style.paint(f"  {'':<{min(wide, 24)}} {'':>5}{ways}", "dim"))
    return result


def _needed(answer: NeededOdds, style: Style) -> list[str]:
    bonuses = (answer.disadvantage, answer.neutral, answer.advantage)
    result = _heading(style, f"The least bonus for a chance of {percent(answer.wanted)} or more")
    for word, bonus in zip(EDGES.values(), bonuses, strict=True):
        need = "none: no bonus reaches it, or every one does" if bonus is None else signed(bonus, style)
        result.append(f"  {word.capitalize():<14} {need:>4}")
    return result


def _attack(answer: AttackOdds, style: Style) -> list[str]:
    armor = answer.armor
    parts = [f"body {armor.base}"]
    parts += [f"worn {armor.gear}"] if armor.gear else []
    parts += [f"cover {armor.cover}"] if armor.cover else []
    parts += [f"less up to {armor.piercing} for piercing"] if armor.piercing else []
    plus = signed(answer.plus, style) if answer.plus else ""
    head = f"Attack: 2D6 {signed(answer.bonus, style)}, damage {answer.dice}D{plus}, armor {armor.total}"
    result = _heading(style, head, DICE[answer.edge], "armor: " + ", ".join(parts))
    if answer.reaction is not None:
        then = "it then has " + DICE[answer.hindered]
        result += [row(style, "reaction works", Fraction(answer.reaction, ROLLS)), f"  {then}", ""]
    return [
        *result,
        row(style, "hit", answer.hit, "good"),
        row(style, "miss", answer.miss, "bad"),
        "",
        *(
            row(style, f"{amount} trauma", p, "" if amount == 0 else "strong")
            for amount, p in answer.trauma.items()
        ),
        row(style, "hit, no trauma", answer.hit_no_trauma),
        f"  {float(answer.mean_trauma):.2f} trauma on average; a miss counts as 0",
        "",
        *_spread(style, "Effect, all rolls", answer.effect),
        "",
        *_spread(style, "Damage of a hit", answer.damage),
        "",
        *_spread(style, "Momentum the attacker gains", answer.momentum_gained),
    ]


def _opposed(answer: OpposedOdds, style: Style) -> list[str]:
    result = [*_versus(style, "Opposed test", answer), ""]
    result += [row(style, f"{name} wins", p, "strong") for name, p in answer.win.items()]
    if answer.unresolved:
        result.append(row(style, "nobody, a tie", answer.unresolved))
    result.append("")
    result += [row(style, f"{name} highest", p) for name, p in answer.highest.items()]
    result.append(row(style, "the best are level", answer.tie))
    if answer.margin is not None and answer.narrow is not None:
        first, second = (side.name for side in answer.sides)
        gap = style.plain(f"Margin, {first} − {second}")
        result += [row(style, "by 1 or 2", answer.narrow), "", *_spread(style, gap, answer.margin)]
    return result


def _contest(answer: ContestOdds, style: Style) -> list[str]:
    limit = "no limit" if answer.most == NO_LIMIT else f"{answer.most} exchanges at most"
    after = "" if answer.most == NO_LIMIT else f", then {answer.timeout.name.lower().replace('_', ' ')}"
    each = answer.exchange
    result = [*_versus(style, f"Contest to a lead of {answer.net}, {limit}{after}", answer), ""]
    result += [row(style, f"{name} wins", p, "strong") for name, p in answer.win.items()]
    if answer.most != NO_LIMIT:
        result.append(row(style, "undecided", answer.undecided))
    result += ["", style.paint("  One exchange", "dim")]
    weights = zip(answer.sides, (each.first, each.second), strict=True)
    result += [row(style, f"{side.name} wins", Fraction(weight, each.total)) for side, weight in weights]
    if each.level:
        result.append(row(style, "level", Fraction(each.level, each.total)))
    return [*result, "", *_spread(style, "Exchanges", answer.exchanges)]


def _clock(answer: ClockOdds, style: Style) -> list[str]:
    head = (
        f"Clock: {_count(answer.successes, 'success', 'es')} before {_count(answer.failures, 'failure', 's')}"
    )
    each = f"tests of 2D6 {signed(answer.bonus, style)}, 8 or more, {DICE[answer.edge]}"
    return [
        *_heading(style, head, each),
        row(style, "fills", answer.fills, "good"),
        row(style, "fails", answer.fails, "bad"),
        "",
        row(style, "success of a test", Fraction(answer.good, ROLLS)),
        "",
        *_spread(style, f"Tests it takes, {_mean(answer.rolls.mean())}", answer.rolls),
    ]


def _versus(style: Style, head: str, answer: OpposedOdds | ContestOdds) -> list[str]:
    result = _heading(style, head)[:-1]
    for index, side in enumerate(answer.sides):
        tie = ", wins ties" if index == answer.defender else ""
        result.append(f"  {fitted(side.name, 18, style)} {signed(side.bonus, style)}, {DICE[side.edge]}{tie}")
    if answer.defender == LEVEL:
        result.append("  no defender: a tie decides nothing")
    return result


def _heading(style: Style, head: str, *more: str) -> list[str]:
    return [style.paint(style.plain(head), "strong"), *(f"  {line}" for line in more), ""]


def _spread(style: Style, head: str, spread: Distribution) -> list[str]:
    """A distribution under its name; of a long one only the likeliest values, in order."""
    pairs = list(spread.items())
    likeliest = sorted(pairs, key=lambda pair: -pair[1])[:MOST_ROWS]
    shown = [(_number(value, style), p) for value, p in pairs if (value, p) in likeliest]
    rest = Fraction(spread.total, spread.total) - sum((p for _, p in likeliest), Fraction(0))
    if rest:
        shown.append(("all others", rest))
    return [style.paint("  " + head, "dim"), *rows(style, shown)]


def _number(value: int, style: Style) -> str:
    return style.plain(f"{str(value).replace('-', '−'):>6}")


def _mean(mean: Fraction) -> str:
    return f"{float(mean):.2f} on average"


def _count(number: int, word: str, plural: str) -> str:
    return f"{number} {word}{'' if number == 1 else plural}"


_TEXTS: dict[type, Callable[[Any, Style], list[str]]] = {
    TestOdds: _test,
    TableOdds: _table,
    NeededOdds: _needed,
    AttackOdds: _attack,
    OpposedOdds: _opposed,
    ContestOdds: _contest,
    ClockOdds: _clock,
}
