"""The tables that a fight looks up: who hits how often, what a hit does to which armor (`field.Roster`)."""

from __future__ import annotations

from collections.abc import Sequence

from ..odds.attack import harms
from ..odds.dice import successes
from .field import Piece, Rules, Sheet

SCALES = 3


def hits_of(sheets: Sequence[Sheet], pieces: Sequence[Piece], mode: int) -> tuple[int, list[int]]:
    """The least bonus there is, and the table of hits from there on."""
    found = [0, -3]
    for s in sheets:
        found += [s.athletics, s.close_quarters, s.medicine, s.disengage]
    for p in pieces:
        found += [p.shot, p.blow, p.lob]
    low, high = min(found), max(found)
    return low, [successes(b, edge, mode) for b in range(low, high + 1) for edge in (-1, 0, 1)]


def harms_of(sheets: Sequence[Sheet], pieces: Sequence[Piece], rules: Rules) -> list[float]:
    """The damage tables; rows of scales that nobody has stay empty."""
    scales = {s.scale for s in sheets}
    made: dict[tuple[int, int, int], list[float]] = {}
    table: list[float] = []
    for p in pieces:
        for plus in (p.plus, p.plus + p.burst_plus):
            key = (p.dice, plus, p.scale)
            if key not in made:
                made[key] = [
                    chance
                    for scale in range(SCALES)
                    for armor in range(rules.armors)
                    for chance in _harm(key, scale, armor, rules, scale in scales)
                ]
            table += made[key]
    return table


def _harm(
    key: tuple[int, int, int], scale: int, armor: int, rules: Rules, there: bool
) -> tuple[float, float]:
    dice, plus, attacker = key
    if not there:
        return 0.0, 0.0
    _, once, twice = harms(dice, plus, armor, rules.max_per_hit, attacker, scale, rules.scale_factor)
    every = 6**dice
    return once / every, twice / every
