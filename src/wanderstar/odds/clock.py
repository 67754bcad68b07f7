"""Odds of a progress clock: chapter 5, Difficulty, so many successes before so many failures."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ..book.core_mechanic.clock import fills, full
from ..book.ruleset import DEFAULT
from ..play.arguments import EDGES, RulesetGiven, bonus_of, edge_of, ruleset_given, whole
from .dice import ROLLS, successes
from .exact import Distribution, distribution, probability

MOST_SEGMENTS = 100


class Way(NamedTuple):
    """A way for a clock to end: so many successes and failures, reached by so many sequences of tests."""

    successes: int
    failures: int
    filled: bool
    sequences: int


class ClockOdds(NamedTuple):
    """A clock of equal tests, each of which succeeds in `good` of 216 rolls."""

    bonus: int
    edge: int
    successes: int
    failures: int
    good: int

    def _weight(self, way: Way) -> int:
        """The way's weight of 216 ** (its tests)."""
        return int(way.sequences * self.good**way.successes * (ROLLS - self.good) ** way.failures)

    @property
    def _most(self) -> int:
        return self.successes + self.failures - 1

    @property
    def fills(self) -> Fraction:
        """The chance that the successes come first."""
        good, bad, weight, power = self.good, ROLLS - self.good, 0, 1
        for way in reversed(_filling(self.successes, self.failures)):
            weight += way.sequences * bad**way.failures * power
            power *= ROLLS
        return Fraction(weight * good**self.successes, ROLLS**self._most)

    @property
    def fails(self) -> Fraction:
        """The chance that the failures come first."""
        return 1 - self.fills

    @property
    def rolls(self) -> Distribution:
        """How many tests it takes."""
        most = self._most
        pairs = (
            (tests, self._weight(way) * ROLLS ** (most - tests))
            for way in ways(self.successes, self.failures)
            for tests in (way.successes + way.failures,)
        )
        return distribution(pairs, ROLLS**most)

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds clock --json` prints it."""
        return {
            "question": "clock",
            "bonus": self.bonus,
            "edge": EDGES[self.edge],
            "successes": self.successes,
            "failures": self.failures,
            "success": probability(Fraction(self.good, ROLLS)),
            "fills": probability(self.fills),
            "fails": probability(self.fails),
            "rolls": self.rolls.to_json(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a probability: `quantity`, `of`, `exact`, `value`."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        from ..play.notebook import percent
        from .notebook import asked

        before = f"{self.successes} successes before {self.failures} failures"
        return f"ClockOdds {asked(self.bonus, self.edge)}, {before}: {percent(float(self.fills))}"

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


def clock(
    bonus: int | None = None,
    *,
    rank: str | None = None,
    advantage: int = 0,
    disadvantage: int = 0,
    successes: int | None = None,
    failures: int | None = None,
    ruleset: RulesetGiven = DEFAULT,
) -> ClockOdds:
    """The odds that a clock of tests with `bonus` (or `rank`) fills before it fails.

    `successes` and `failures` come from the ruleset unless given (R15). Raises BadArgument.
    """
    rules = ruleset_given(ruleset)
    value = bonus_of(bonus, rank, rules)
    edge = edge_of(advantage, disadvantage, rules)
    needed = rules.clock_successes if successes is None else whole("successes", successes, 1, MOST_SEGMENTS)
    allowed = rules.clock_failures if failures is None else whole("failures", failures, 1, MOST_SEGMENTS)
    return ClockOdds(value, edge, needed, allowed, _good(value, edge, rules.natural_mode))


_good = successes  # `clock` has an argument of that name


@lru_cache(maxsize=256)
def ways(needed: int, allowed: int) -> tuple[Way, ...]:
    """Every way for such a clock to end, fewest tests first (T30, R54)."""
    found = []
    front = {(0, 0): 1}
    while front:
        following: dict[tuple[int, int], int] = {}
        for (won, lost), sequences in front.items():
            for stands in ((won + 1, lost), (won, lost + 1)):
                following[stands] = following.get(stands, 0) + sequences
        front = {}
        for (won, lost), sequences in following.items():
            if full(won, lost, needed, allowed):
                found.append(Way(won, lost, fills(won, needed), sequences))
            else:
                front[won, lost] = sequences
    return tuple(found)


@lru_cache(maxsize=256)
def _filling(needed: int, allowed: int) -> tuple[Way, ...]:
    return tuple(way for way in ways(needed, allowed) if way.filled)
