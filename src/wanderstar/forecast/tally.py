"""What many fights came to, as plain counts; and what anything that runs fights for a forecast has to offer.

A tally is made by whatever ran the fights: the play engine, the compiled loop, the exact calculation. Everything
that is told of a forecast is read from one. Counts add up, so batches may come in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ..play.state import State
from ..tactics import names

Histogram = dict[int, float]
"""How often each value was seen: a count of fights, or a probability when exact. Values never seen are absent."""

Stop = Callable[[], bool]
"""Asked now and then by what runs long; True ends it early."""


class Shape(NamedTuple):
    """What is counted of a fight: its sides and combatants in roster order, with what each can have left."""

    sides: tuple[str, ...]
    who: tuple[str, ...]
    mental: tuple[bool, ...]
    """Whether it has a Mental track."""
    pool: tuple[bool, ...]
    """Whether it has Momentum."""
    ammo: tuple[tuple[str, ...], ...]
    """The weapons whose rounds or pieces are counted."""


everybody = names.everybody
"""Those in the fight, then those who come in later: in this order they are counted."""


def shape_of(state: State) -> Shape:
    """What is counted of a fight that goes on from `state`. Sides that nobody is on and those who come in later are
    among them."""
    people = everybody(state)
    sides = dict.fromkeys([*(side.id for side in state.encounter.sides), *(c.side for c in people)])
    return Shape(
        tuple(sides),
        tuple(c.id for c in people),
        tuple(c.boxes_mental >= 0 for c in people),
        tuple(c.momentum is not None for c in people),
        tuple(tuple(weapon for weapon, _ in c.ammo) for c in people),
    )


@dataclass
class Ends:
    """How one combatant ended: counts of fights (or probabilities). `dead` is never more than `out`.

    `gone`, those of `out` in which it left or surrendered, is counted by the play engine alone.
    """

    out: float = 0
    dead: float = 0
    gone: float = 0
    physical: Histogram = field(default_factory=dict)
    mental: Histogram = field(default_factory=dict)
    momentum: Histogram = field(default_factory=dict)
    ammo: dict[str, Histogram] = field(default_factory=dict)


@dataclass
class Tally:
    """Counts of `fights` fights. Simulated: whole numbers, and sum(wins) + draws == fights, exactly.

    Exact: probabilities; `fights` is 1 and sum(wins) + draws + left_over == 1, where `left_over` is what was not
    followed to an end and `states` counts the states gone through. `wins` are in the order of `shape.sides`,
    `ends` in that of `shape.who`; `rounds` is the number of the round in which the fight ended (the limit for a
    draw by the limit; 0 when it never began).
    """

    shape: Shape
    fights: float = 0
    wins: list[float] = field(default_factory=list)
    draws: float = 0
    rounds: Histogram = field(default_factory=dict)
    ends: list[Ends] = field(default_factory=list)
    left_over: float = 0
    states: int = 0

    @classmethod
    def empty(cls, shape: Shape) -> Tally:
        """Of no fight."""
        ends = [Ends(ammo={weapon: {} for weapon in ammo}) for ammo in shape.ammo]
        return cls(shape, wins=[0] * len(shape.sides), ends=ends)

    def add(self, other: Tally, weight: float = 1) -> None:
        """Adds the counts of other fights of the same shape, `weight` times."""
        self.fights += weight * other.fights
        self.draws += weight * other.draws
        self.left_over += weight * other.left_over
        self.wins = [mine + weight * theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        _put(self.rounds, other.rounds, weight)
        for mine, theirs in zip(self.ends, other.ends, strict=True):
            mine.out += weight * theirs.out
            mine.dead += weight * theirs.dead
            mine.gone += weight * theirs.gone
            _put(mine.physical, theirs.physical, weight)
            _put(mine.mental, theirs.mental, weight)
            _put(mine.momentum, theirs.momentum, weight)
            for weapon, left in theirs.ammo.items():
                _put(mine.ammo.setdefault(weapon, {}), left, weight)

    def add_fight(self, state: State, rounds: int, weight: float = 1) -> None:
        """Adds one fight by the state it ended in. Whoever had not come in yet counts as they would have come;
        whoever the GM took away is passed over."""
        self.fights += weight
        if state.winner is None:
            self.draws += weight
        else:
            self.wins[self.shape.sides.index(state.winner)] += weight
        _put(self.rounds, {rounds: 1}, weight)
        people = {c.id: c for c in state.waves} | dict(state.combatants)
        for who, ends in zip(self.shape.who, self.ends, strict=True):
            c = people.get(who)
            if c is None:
                continue
            ends.out += weight * c.out
            ends.dead += weight * c.dead
            ends.gone += weight * (c.gone is not None)
            _put(ends.physical, {c.physical: 1}, weight)
            if c.boxes_mental >= 0:
                _put(ends.mental, {c.mental: 1}, weight)
            if c.momentum is not None:
                _put(ends.momentum, {c.momentum: 1}, weight)
            for weapon, left in c.ammo:
                _put(ends.ammo.setdefault(weapon, {}), {left: 1}, weight)


def _put(into: Histogram, counts: Mapping[int, float], weight: float) -> None:
    for value, count in counts.items():
        into[value] = into.get(value, 0) + weight * count


class NotCovered(NamedTuple):
    """What of a fight the compiled loop does not cover: a sentence for each thing, naming it. Falsy."""

    reasons: tuple[str, ...]

    def __bool__(self) -> bool:
        return False


class Runner(Protocol):
    """Runs fights that go on from one state, by one cast, up to a round limit.

    The compiled one comes from `kernel.compiled(state, cast, ruleset, limit) -> Runner | NotCovered`, the play
    engine's from `engine.Engine(state, cast, limit)`. Callers ask for a second's work or less at a time.
    """

    shape: Shape

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """The fights numbered `first` to `first + count - 1`. A fight follows from the state, the cast, the
        seed and its number alone, not from batches or threads; fights of one seed and number share their luck
        from one state to another of the same table.
        """

    def exact(self, budget_states: int, within: float, stop: Stop) -> Tally | None:
        """Probability pushed forward over merged states until at most `within` is left over; None when that
        takes more than `budget_states`, cannot be done, or was stopped. `states` tells how many there were."""

    def at(self, state: State) -> Runner | NotCovered:
        """The same for another state of the same table, such as after a command; quick."""

    def led(self, command: Mapping[str, Any]) -> Runner | NotCovered:
        """The same fights, but that whoever has the turn first gives this legal command; then the tactics go on.
        Its dice are luck of their own: what follows draws as it would without them."""
