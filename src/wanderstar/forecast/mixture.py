"""One command under way, by every roll of its dice, and the fights that go on from each of its ends.

The compiled loop knows whole turns only. What is open when a forecast begins (an attack that waits for a
reaction, an action that advice weighs up) is gone through here on the play engine, each way with its weight.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..odds.command import branches
from ..play.asks import Answer, Answers, Choice, Draw, Wanted
from ..play.resolve import Run, fold
from ..play.scene import Scene
from ..play.state import State
from ..tactics.cast import Cast, deciders
from .tally import NotCovered, Runner, Shape, Stop, Tally

BLOCK = 4096
"""Fights are dealt out to the ways in blocks: which fight belongs to which way hangs on no batch."""

End = tuple[State, float]


def ways(run: Run, cast: Cast, stop: Stop = lambda: False) -> list[End]:
    """Every state that an open command can lead to, with its probability; equal ones merged. Choices are made by
    the cast. Stopped, what is given adds up to less than 1."""
    ends: dict[Any, End] = {}
    frontier: dict[Any, tuple[Run, float]] = {(): (replace(run, events=(), asks=()), 1.0)}
    while frontier:
        following: dict[Any, tuple[Run, float]] = {}
        for at, weight in frontier.values():
            if stop():
                return list(ends.values())
            if not at.agenda:
                key = at.state.key()
                known = ends.get(key, (at.state, 0.0))
                ends[key] = (known[0], known[1] + weight)
                continue
            for after, share in _step(at, cast):
                key = (after.state.key(), after.agenda)
                same = following.get(key, (after, 0.0))
                following[key] = (same[0], same[1] + weight * share)
        frontier = following
    return list(ends.values())


def _step(run: Run, cast: Cast) -> list[tuple[Run, float]]:
    """One resolution with every roll of its dice, from the answers it has."""
    found: list[tuple[Run, float]] = []
    waiting: list[tuple[Run, float]] = [(run, 1.0)]
    while waiting:
        at, weight = waiting.pop()
        scene, ask = Scene(at.state), Answers(at.given)
        try:
            at.agenda[0].run(scene, ask)
        except Wanted as wanted:
            draw = next((a for a in wanted.asks if isinstance(a, Draw)), None)
            if draw is None:
                for choice in wanted.asks:
                    assert isinstance(choice, Choice)
                    at = replace(at, given=(*at.given, Answer(choice.key, _chosen(at, choice, cast))))
                waiting.append((at, weight))
                continue
            for faces, share in branches(draw.count, draw.edge):
                given = replace(at, given=(*at.given, Answer("dice", faces)))
                waiting.append((given, weight * float(share)))
            continue
        found.append((replace(fold(at, scene, ask), events=(), taken=(), unasked=()), weight))
    return found


def _chosen(run: Run, choice: Choice, cast: Cast) -> Any:
    """What the one who plays by themselves answers."""
    tactic = cast.of(run.state, deciders(choice)[0])
    return choice.default if tactic is None else tactic.answer(run, choice)


class Mixture:
    """Runs fights that go on from several states, each with its weight; from what runs them from one."""

    def __init__(self, shape: Shape, parts: Sequence[tuple[Runner | Tally, float]]) -> None:
        self.shape = shape
        self.parts = parts
        total = sum(weight for _, weight in parts)
        self.weights = [weight / total for _, weight in parts]

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """The fights numbered `first` to `first + count - 1`, dealt out by weight block by block."""
        tally = Tally.empty(self.shape)
        ended = first + count
        while first < ended:
            block, begin = divmod(first, BLOCK)
            stop = min(BLOCK, begin + ended - first)
            dealt = random.Random(f"{seed}:{block}").choices(range(len(self.parts)), self.weights, k=BLOCK)
            before, within = [0] * len(self.parts), [0] * len(self.parts)
            for i, which in enumerate(dealt[:stop]):
                (before if i < begin else within)[which] += 1
            for (part, _), done, some in zip(self.parts, before, within, strict=True):
                if some:
                    tally.add(_fought(part, block * BLOCK + done, some, seed))
            first += stop - begin
        return tally

    def exact(self, budget_states: int, within: float, stop: Stop) -> Tally | None:
        """The exact tallies of all ways, by weight; the budget is for all together."""
        tally = Tally.empty(self.shape)
        for (part, _), weight in zip(self.parts, self.weights, strict=True):
            found = (
                part if isinstance(part, Tally) else part.exact(budget_states - tally.states, within, stop)
            )
            if found is None:
                return None
            tally.add(found, weight)
            tally.states += found.states
        return tally

    def at(self, state: State) -> Runner | NotCovered:
        """The same from one other state."""
        runner = next(part for part, _ in self.parts if not isinstance(part, Tally))
        return runner.at(state)

    def led(self, command: Mapping[str, Any]) -> Runner | NotCovered:
        """Nobody has the turn in the middle of a command."""
        return NotCovered(("a command within a command",))


def _fought(part: Runner | Tally, first: int, count: int, seed: int) -> Tally:
    if not isinstance(part, Tally):
        return part.simulate(first, count, seed)
    tally = Tally.empty(part.shape)
    tally.add(part, count)
    return tally


def opened(runner: Runner, run: Run, cast: Cast, limit: int) -> Runner | NotCovered:
    """What runs the fights that go on from an open command, from what runs them from a settled state."""
    parts: list[tuple[Runner | Tally, float]] = []
    for state, weight in ways(run, cast):
        if state.over or state.round > limit:
            ended = Tally.empty(runner.shape)
            ended.add_fight(state, min(state.round, limit))
            parts.append((ended, weight))
            continue
        at = runner.at(state)
        if isinstance(at, NotCovered):
            return at
        parts.append((at, weight))
    return (
        parts[0][0]
        if len(parts) == 1 and not isinstance(parts[0][0], Tally)
        else Mixture(runner.shape, parts)
    )
