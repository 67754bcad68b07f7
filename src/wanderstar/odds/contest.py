"""Odds of an extended contest: chapter 5, Opposed tests, a series to a lead in net wins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Any, Literal, NamedTuple

from ..book.core_mechanic.opposed import GOES_ON, contest_winner
from ..book.ruleset import DEFAULT, Timeout
from ..play.arguments import BadArgument, RulesetGiven, ruleset_given, whole
from .exact import Distribution, probability
from .opposed import SECOND_SIDE, Side, described, read_defender, read_sides, two_sided

CUT = 10**12
"""Without a limit the exchanges are counted until what is left is at most one in so many."""

MOST_NET = 100
MOST_NET_UNLIMITED = 10
"""A longer lead without a limit would take thousands of exchanges, each an exact fraction of as many digits."""

MOST_EXCHANGES = 1000
FROM_RULES = -1
NO_LIMIT = -1


class Exchange(NamedTuple):
    """One exchange: weights of the first side's win, the second's and a level one, in lowest terms."""

    first: int
    second: int
    level: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.first + self.second + self.level


class End(NamedTuple):
    """Contests that end with exchange `at`: weights of Exchange.total ** at."""

    at: int
    first: int
    second: int
    undecided: int


class ContestOdds(NamedTuple):
    """A contest; `most` is its limit of exchanges, NO_LIMIT for none; `left` the weight still open at the end."""

    sides: tuple[Side, ...]
    defender: int
    net: int
    most: int
    timeout: Timeout
    exchange: Exchange
    ends: tuple[End, ...]
    left: int

    def _summed(self, part: int) -> Fraction:
        """The chance of one way to end (1 first, 2 second, 3 undecided), with one fraction for all exchanges."""
        base, weight, reached = self.exchange.total, 0, 0
        for end in self.ends:
            weight = weight * base ** (end.at - reached) + end[part]
            reached = end.at
        return Fraction(weight, base**reached)

    @property
    def win(self) -> dict[str, Fraction]:
        """Each side's chance to win the contest (T46, T47, R14)."""
        return {self.sides[0].name: self._won(1), self.sides[1].name: self._won(2)}

    def _won(self, part: int) -> Fraction:
        if self.most != NO_LIMIT:
            return self._summed(part)
        mine = self.exchange[part - 1] ** self.net
        theirs = self.exchange[2 - part] ** self.net
        return Fraction(mine, mine + theirs) if mine or theirs else Fraction(0)

    @property
    def undecided(self) -> Fraction:
        """The chance that nobody wins (R55)."""
        if self.most != NO_LIMIT:
            return self._summed(3)
        return Fraction(0 if self.exchange.first or self.exchange.second else 1)

    @property
    def exchanges(self) -> Distribution:
        """How many exchanges it takes; without a limit, what lies beyond one in 10**12 is `more`."""
        base = self.exchange.total
        last = self.ends[-1].at if self.ends else 0
        weights = {end.at: sum(end[1:]) * base ** (last - end.at) for end in self.ends}
        return Distribution(weights, base**last, self.left)

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds contest --json` prints it."""
        base = self.exchange.total
        first, second = self.sides
        taken: dict[str, Any] = {
            str(end.at): probability(Fraction(sum(end[1:]), base**end.at)) for end in self.ends
        }
        if self.left:
            taken["more"] = probability(Fraction(self.left, base ** (self.ends[-1].at if self.ends else 0)))
        return {
            "question": "contest",
            **described(self.sides, self.defender),
            "net": self.net,
            "max": None if self.most == NO_LIMIT else self.most,
            "timeout": self.timeout.name.lower(),
            "exchange": {
                "win": {
                    first.name: probability(Fraction(self.exchange.first, base)),
                    second.name: probability(Fraction(self.exchange.second, base)),
                },
                "level": probability(Fraction(self.exchange.level, base)),
            },
            "win": {name: probability(p) for name, p in self.win.items()},
            "undecided": probability(self.undecided),
            "exchanges": taken,
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a probability: `quantity`, `of`, `exact`, `value`."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        from .notebook import chances

        return f"ContestOdds: {chances(self.win, 'undecided', self.undecided)}"

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


def contest(
    side: Sequence[str | Side],
    *,
    defender: str | None = SECOND_SIDE,
    net: int | None = None,
    max: int | Literal["none"] | None = FROM_RULES,
    timeout: Literal["leader", "status_quo"] | None = None,
    ruleset: RulesetGiven = DEFAULT,
) -> ContestOdds:
    """The odds of a contest of two sides (as for `opposed`) to a lead of `net` wins.

    It ends after `max` exchanges (None or `"none"`: never), and then by `timeout`; all three come from the
    ruleset unless given (R14). Level exchanges count (R55). Raises BadArgument.
    """
    rules = ruleset_given(ruleset)
    sides = read_sides(side, rules)
    if len(sides) != 2:
        raise BadArgument("side", f"a contest has two sides, {len(sides)} given")
    holder = read_defender(defender, sides)
    lead = rules.contest_net_wins if net is None else whole("net", net, 1, MOST_NET)
    given = rules.contest_max_exchanges if max == FROM_RULES else max
    most = NO_LIMIT if given is None or given == "none" else whole("max", given, 1, MOST_EXCHANGES)
    if most == NO_LIMIT and lead > MOST_NET_UNLIMITED:
        raise BadArgument("net", f"without a maximum a lead of at most {MOST_NET_UNLIMITED}, not {lead}")
    ending = rules.contest_timeout if timeout is None else _timeout(timeout)
    ahead, behind, level, wins = two_sided(sides[0], sides[1], holder)
    drawn = ahead + behind + level - sum(wins)
    common = gcd(*wins, drawn)
    each = Exchange(wins[0] // common, wins[1] // common, drawn // common)
    ends, left = run(each, lead, most, ending == Timeout.STATUS_QUO)
    return ContestOdds(sides, holder, lead, most, ending, each, ends, left)


def run(exchange: Exchange, net: int, most: int, status_quo: bool) -> tuple[tuple[End, ...], int]:
    """Every way to end, exchange after exchange, and the weight left open at the last one.

    Contests that stand alike are one state, so each exchange has at most 2 * net - 1 of them.
    """
    total = exchange.total
    steps = [(step, weight) for step, weight in zip((1, -1, 0), exchange, strict=True) if weight]
    if most == NO_LIMIT and exchange.level == total:
        return (), 1
    states, at, every = {0: 1}, 0, 1
    ends: list[End] = []
    while True:
        at, every = at + 1, every * total
        verdicts = _verdicts(net, at == most, status_quo)
        ended = [0, 0, 0]
        going: dict[int, int] = {}
        for lead, ways in states.items():
            for step, weight in steps:
                stands = lead + step
                verdict = verdicts[stands]
                if verdict != GOES_ON:
                    ended[verdict] += ways * weight  # -1, the second side, is the last one
                elif stands in going:
                    going[stands] += ways * weight
                else:
                    going[stands] = ways * weight
        undecided, first, second = ended
        if first or second or undecided:
            ends.append(End(at, first, second, undecided))
        states = going
        if not going:
            return tuple(ends), 0
        if most == NO_LIMIT and sum(going.values()) * CUT <= every:
            # What is left is of total ** at; the last end may lie an exchange before.
            return tuple(ends), sum(going.values()) // total ** (at - ends[-1].at)


@lru_cache(maxsize=256)
def _verdicts(net: int, last: bool, status_quo: bool) -> tuple[int, ...]:
    """How a contest stands at each lead, in the `last` exchange or before; negative leads from the back."""
    leads = [*range(net + 1), *range(-net, 0)]
    return tuple(contest_winner(lead, 1, net, 1 if last else NO_LIMIT, status_quo) for lead in leads)


def _timeout(word: str) -> Timeout:
    for timeout in Timeout:
        if timeout.name.lower() == word:
            return timeout
    raise BadArgument("timeout", f"'leader' or 'status_quo' is wanted, not {word!r:.40}")
