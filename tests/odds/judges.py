"""Two independent judges of our odds: the same questions put to other dice libraries.

Each judge says the rules again in its own words, on purpose: nothing here may come from `wanderstar`. An answer
is a mapping of values to exact probabilities.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import dyce
import icepool

Answer = dict[Any, Fraction]


def succeeds(natural: int, bonus: int) -> bool:
    """A natural 12 always, a natural 2 never, else a total of 8."""
    return natural == 12 or (natural != 2 and natural + bonus >= 8)


def hurt(damage: int, armor: int) -> int:
    """Trauma of a hit."""
    return (damage >= armor) + (damage >= 2 * armor)


Contest = tuple[int, int, str]
"""A contest's lead, its exchanges so far, and how it ended ("" while it has not)."""


def first_to(net: int, most: int, state: Contest, step: int) -> Contest:
    """A contest after one more exchange; one that has ended stays as it is."""
    if state[2]:
        return state
    lead, done = state[0] + step, state[1] + 1
    if abs(lead) >= net or done == most:
        return 0, 0, "first" if lead > 0 else "second" if lead < 0 else "undecided"
    return lead, done, ""


class Icepool:
    """Answers by the library icepool."""

    name = "icepool"

    def __init__(self) -> None:
        pool = icepool.d6.pool(3)
        self.kept: dict[int, Any] = {-1: pool.lowest(2).sum(), 0: 2 @ icepool.d6, 1: pool.highest(2).sum()}

    @staticmethod
    def _answer(die: Any) -> Answer:
        return {value: Fraction(die.probability("==", value)) for value in die.outcomes()}

    def success(self, bonus: int, edge: int) -> Answer:
        return self._answer(self.kept[edge].map(lambda natural: succeeds(natural, bonus)))

    def total(self, bonus: int, edge: int) -> Answer:
        return self._answer(self.kept[edge] + bonus)

    def attack(self, bonus: int, edge: int, dice: int, plus: int, armor: int, reacts: Any) -> Answer:
        """Trauma; `reacts` is None or (reaction's bonus, its edge, the attack's edge after it)."""
        harm = (dice @ icepool.d6 + plus).map(lambda damage: hurt(max(damage, 0), armor))
        hits = self.kept[edge].map(lambda natural: succeeds(natural, bonus))
        if reacts:
            skill, its_edge, after = reacts
            hindered = self.kept[after].map(lambda natural: succeeds(natural, bonus))
            works = self.kept[its_edge].map(lambda natural: succeeds(natural, skill))
            hits = works.map(lambda yes: hindered if yes else hits)
        return self._answer(hits.map(lambda yes: harm if yes else 0))

    def opposed(self, sides: list[tuple[int, int]], resolve: Callable[[tuple[int, ...]], Any]) -> Answer:
        """`resolve` of the totals of all (bonus, edge) sides."""
        dice = [self.kept[edge] + bonus for bonus, edge in sides]
        return self._answer(icepool.map(lambda *totals: resolve(totals), *dice))

    def contest(self, weights: tuple[int, int, int], net: int, most: int) -> Answer:
        """How a contest ends; weights of the first side's win, the second's, a level exchange."""
        step: Any = icepool.Die({1: weights[0], -1: weights[1], 0: weights[2]})
        state: Any = icepool.Die({(0, 0, ""): 1})
        for _ in range(most):
            state = icepool.map(lambda *at_by: first_to(net, most, at_by[0], at_by[1]), state, step)
        return {at[2]: p for at, p in self._answer(state).items()}

    def clock(self, bonus: int, edge: int, successes: int, failures: int) -> Answer:
        """Whether it fills, by the number of successes in as many tests as decide it at the latest."""
        test = self.kept[edge].map(lambda natural: int(succeeds(natural, bonus)))
        return self._answer(((successes + failures - 1) @ test).map(lambda won: won >= successes))


class Dyce:
    """Answers by the library dyce."""

    name = "dyce"

    def __init__(self) -> None:
        three: Any = 3 @ dyce.P(6)
        self.kept: dict[int, Any] = {-1: three.at(0, 1), 0: 2 @ dyce.H(6), 1: three.at(-1, -2)}

    @staticmethod
    def _answer(histogram: Any) -> Answer:
        return {value: Fraction(count, histogram.total) for value, count in histogram.items() if count}

    @staticmethod
    def _expand(call: Callable[..., Any], *sources: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the library calls this function experimental
            # Unless told otherwise it drops unlikely branches, and its answer is no longer exact.
            return dyce.expand(call, *sources, min_path_probability=Fraction(0))

    def success(self, bonus: int, edge: int) -> Answer:
        return self._answer(self.kept[edge].apply(lambda natural: succeeds(natural, bonus)))

    def total(self, bonus: int, edge: int) -> Answer:
        return self._answer(self.kept[edge] + bonus)

    def attack(self, bonus: int, edge: int, dice: int, plus: int, armor: int, reacts: Any) -> Answer:
        """Trauma, as for the other judge."""
        harm = ((dice @ dyce.H(6)) + plus).apply(lambda damage: hurt(max(damage, 0), armor))
        hits = self.kept[edge].apply(lambda natural: int(succeeds(natural, bonus)))
        if reacts:
            skill, its_edge, after = reacts
            hindered = self.kept[after].apply(lambda natural: int(succeeds(natural, bonus)))
            works = self.kept[its_edge].apply(lambda natural: int(succeeds(natural, skill)))
            plain = hits
            hits = self._expand(lambda result: hindered if result.outcome else plain, works)
        return self._answer(hits * harm)

    def opposed(self, sides: list[tuple[int, int]], resolve: Callable[[tuple[int, ...]], Any]) -> Answer:
        """`resolve` of all totals, as for the other judge."""
        dice = [self.kept[edge] + bonus for bonus, edge in sides]
        return self._answer(self._expand(lambda *rolls: resolve(tuple(r.outcome for r in rolls)), *dice))

    def contest(self, weights: tuple[int, int, int], net: int, most: int) -> Answer:
        """How a contest ends, as for the other judge."""
        step = dyce.H({1: weights[0], -1: weights[1], 0: weights[2]})
        state: Any = dyce.H({(0, 0, ""): 1})
        for _ in range(most):
            state = self._expand(lambda at, by: first_to(net, most, at.outcome, by.outcome), state, step)
        return {at[2]: p for at, p in self._answer(state).items()}

    def clock(self, bonus: int, edge: int, successes: int, failures: int) -> Answer:
        """Whether it fills, as for the other judge."""
        test = self.kept[edge].apply(lambda natural: int(succeeds(natural, bonus)))
        return self._answer(((successes + failures - 1) @ test).ge(successes))


JUDGES = (Icepool(), Dyce())
