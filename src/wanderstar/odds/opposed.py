"""Odds of an opposed test: chapter 5, Opposed tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..book.core_mechanic.opposed import LEVEL, margin, narrow, winner
from ..book.core_mechanic.roll import total
from ..book.ruleset import DEFAULT, Ruleset
from ..play.arguments import (
    EDGES,
    MOST_BONUS,
    BadArgument,
    RulesetGiven,
    edge_of,
    named_rank,
    ruleset_given,
    whole,
)
from .dice import ROLLS, kept_sums
from .exact import Distribution, distribution, probability

MOST_SIDES = 20
SECOND_SIDE = "the second side"
"""The defender when nobody says who it is."""

_SIDE = re.compile(r"(?P<name>.+?):(?P<bonus>[^:]+)(?::(?P<edge>[^:]+))?")
_SOURCES = {"advantage": (1, 0), "disadvantage": (0, 1), "neutral": (0, 0)}


class Side(NamedTuple):
    """One side: its name, bonus, and net edge as -1, 0 or 1."""

    name: str
    bonus: int
    edge: int


class OpposedOdds(NamedTuple):
    """One opposed test. `defender` is a side's index or LEVEL.

    `highest` and `wins` are, per side, the weights of the strictly highest total and of winning with the tie
    rule applied once (R12); both are of `rolls`.
    """

    sides: tuple[Side, ...]
    defender: int
    highest_weights: tuple[int, ...]
    win_weights: tuple[int, ...]
    rolls: int

    @property
    def highest(self) -> dict[str, Fraction]:
        """Each side's chance of the strictly highest total (T42)."""
        return self._by_name(self.highest_weights)

    @property
    def win(self) -> dict[str, Fraction]:
        """Each side's chance to win, a tie going to the defender among the leaders (T43, R12)."""
        return self._by_name(self.win_weights)

    @property
    def tie(self) -> Fraction:
        """The chance that the leaders are level."""
        return Fraction(self.rolls - sum(self.highest_weights), self.rolls)

    @property
    def unresolved(self) -> Fraction:
        """The chance that nobody wins this roll (T44)."""
        return Fraction(self.rolls - sum(self.win_weights), self.rolls)

    @property
    def margin(self) -> Distribution | None:
        """The first side's total less the second's; None with more than two sides (T45)."""
        if len(self.sides) != 2:
            return None
        first, second = self.sides
        shift = first.bonus - second.bonus
        gaps = differences(first.edge, second.edge)
        return distribution(((gap + shift, weight) for gap, weight in gaps), self.rolls)

    @property
    def narrow(self) -> Fraction | None:
        """The chance that the higher of two totals clears the other by one or two (T45)."""
        gaps = self.margin
        if gaps is None:
            return None
        close = (weight for gap, weight in gaps.weights.items() if narrow(margin((gap, 0))))
        return Fraction(sum(close), self.rolls)

    def _by_name(self, weights: tuple[int, ...]) -> dict[str, Fraction]:
        pairs = zip(self.sides, weights, strict=True)
        return {side.name: Fraction(weight, self.rolls) for side, weight in pairs}

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds opposed --json` prints it."""
        result: dict[str, Any] = {
            "question": "opposed",
            **described(self.sides, self.defender),
            "highest": {name: probability(p) for name, p in self.highest.items()},
            "tie": probability(self.tie),
            "win": {name: probability(p) for name, p in self.win.items()},
            "unresolved": probability(self.unresolved),
        }
        if self.margin is not None and self.narrow is not None:
            result |= {"margin": self.margin.to_json(), "narrow": probability(self.narrow)}
        return result

    def rows(self) -> list[dict[str, Any]]:
        """One row a probability: `quantity`, `of`, `exact`, `value`."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        from .notebook import chances

        return f"OpposedOdds: {chances(self.win, 'unresolved', self.unresolved)}"

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


def opposed(
    side: Sequence[str | Side], *, defender: str | None = SECOND_SIDE, ruleset: RulesetGiven = DEFAULT
) -> OpposedOdds:
    """The odds of one opposed test between the sides, each `"NAME:BONUS"` or `"NAME:BONUS:EDGE"`.

    `defender` is a side's name, or None or `"none"`; without it the second side. Raises BadArgument.
    """
    rules = ruleset_given(ruleset)
    sides = read_sides(side, rules)
    holder = read_defender(defender, sides)
    if len(sides) == 2:
        ahead, behind, level, pair = two_sided(sides[0], sides[1], holder)
        return OpposedOdds(sides, holder, (ahead, behind), pair, ahead + behind + level)
    highest, wins = _many_sided(sides, holder)
    return OpposedOdds(sides, holder, highest, wins, ROLLS ** len(sides))


def described(sides: tuple[Side, ...], defender: int) -> dict[str, Any]:
    """The sides and the defender as JSON."""
    return {
        "sides": [{"name": side.name, "bonus": side.bonus, "edge": EDGES[side.edge]} for side in sides],
        "defender": None if defender == LEVEL else sides[defender].name,
    }


def read_sides(given: Sequence[str | Side], ruleset: Ruleset) -> tuple[Side, ...]:
    """The sides that were given, two at least, with different names."""
    sides = tuple(_read_side(one, ruleset) for one in given)
    if not 2 <= len(sides) <= MOST_SIDES:
        raise BadArgument("side", f"2 to {MOST_SIDES} sides are wanted, {len(sides)} given")
    names = [side.name for side in sides]
    for name in names:
        if names.count(name) > 1:
            raise BadArgument("side", f"two sides are named {name!r}")
    return sides


def _read_side(given: str | Side, ruleset: Ruleset) -> Side:
    if isinstance(given, Side):
        whole("side", given.bonus, -MOST_BONUS, MOST_BONUS)
        return given
    found = _SIDE.fullmatch(given)
    if found is None:
        raise BadArgument("side", f"NAME:BONUS or NAME:BONUS:EDGE is wanted, not {given!r:.60}")
    name, number, edge = found["name"], found["bonus"], found["edge"] or "neutral"
    if not name.strip() or not name.isprintable() or len(name) > 80:
        raise BadArgument("side", f"a name of 1 to 80 printable characters is wanted, not {name!r:.60}")
    if name == "none":
        raise BadArgument("side", "no side may be named none")
    bonus = named_rank(number, ruleset)
    if bonus is None:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", number):
            raise BadArgument("side", f"a bonus or a rank is wanted after {name!r}, not {number!r:.40}")
        bonus = whole("side", int(number), -MOST_BONUS, MOST_BONUS)
    sources = [_SOURCES.get(word) for word in edge.split("+")]
    if None in sources:
        words = ", ".join(_SOURCES)
        raise BadArgument("side", f"an edge is one of {words} (or two joined by +), not {edge!r:.40}")
    advantages, disadvantages = (sum(pair) for pair in zip(*filter(None, sources), strict=True))
    return Side(name, bonus, edge_of(advantages, disadvantages, ruleset))


def read_defender(given: str | None, sides: tuple[Side, ...]) -> int:
    """The index of the defender, LEVEL for none; R12's default is the second side."""
    if given is None or given == "none":
        return LEVEL
    if given is SECOND_SIDE:
        return 1
    for index, side in enumerate(sides):
        if side.name == given:
            return index
    names = ", ".join(side.name for side in sides)
    raise BadArgument("defender", f"no side is named {given!r:.80}; there are {names}, or none")


@cache
def differences(first: int, second: int) -> tuple[tuple[int, int], ...]:
    """Kept sum less kept sum at two edges, each with its weight of 216 * 216."""
    counts = dict.fromkeys(range(-10, 11), 0)
    for mine, weight in kept_sums(first):
        for theirs, other in kept_sums(second):
            counts[mine - theirs] += weight * other
    return tuple(counts.items())


def two_sided(first: Side, second: Side, defender: int) -> tuple[int, int, int, tuple[int, int]]:
    """Weights of 216 * 216: first strictly higher, second strictly higher, level; and each side's wins."""
    return _two_sided(first.edge, second.edge, first.bonus - second.bonus, defender)


@lru_cache(maxsize=4096)
def _two_sided(first: int, second: int, shift: int, defender: int) -> tuple[int, int, int, tuple[int, int]]:
    strictly, wins = [0, 0, 0], [0, 0, 0]
    for gap, weight in differences(first, second):
        totals = (gap + shift, 0)
        strictly[winner(totals, LEVEL)] += weight  # LEVEL is the last one
        wins[winner(totals, defender)] += weight
    return strictly[0], strictly[1], strictly[2], (wins[0], wins[1])


def _many_sided(sides: tuple[Side, ...], defender: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Weights of 216**n of the strictly highest total and of winning, per side.

    Side after side is folded in. All that is kept is the best total and who leads: the one leader, or LEVEL
    with whether the defender is among them; so twenty sides are as easy as two.
    """
    states: dict[tuple[int, int, bool], int] = {(-10 * MOST_BONUS, LEVEL, False): 1}
    for index, side in enumerate(sides):
        folded: dict[tuple[int, int, bool], int] = {}
        for (best, leader, held), weight in states.items():
            for natural, ways in kept_sums(side.edge):
                reached = total(natural, side.bonus)
                if reached > best:
                    state = (reached, index, index == defender)
                elif reached == best:
                    state = (best, LEVEL, held or index == defender)
                else:
                    state = (best, leader, held)
                folded[state] = folded.get(state, 0) + weight * ways
        states = folded
    highest, wins = [0] * (len(sides) + 1), [0] * (len(sides) + 1)
    for (_, leader, held), weight in states.items():
        totals = _standing(len(sides), leader, held, defender)
        highest[winner(totals, LEVEL)] += weight
        wins[winner(totals, defender)] += weight
    return tuple(highest[:-1]), tuple(wins[:-1])


def _standing(sides: int, leader: int, held: bool, defender: int) -> tuple[int, ...]:
    """Totals that stand for every roll with these leaders: 1 for a leader, 0 for the others."""
    if leader != LEVEL:
        return tuple(int(index == leader) for index in range(sides))
    if held or defender == LEVEL:
        return (1,) * sides
    return tuple(int(index != defender) for index in range(sides))
