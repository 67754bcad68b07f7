"""Commands weighed up by fights: every one meets the same luck, and its fights are compared one by one with those in
which the tactic goes on by itself.

What is told of a command is how much *more* its side wins than without it, in the same fights. Fights that go alike
either way cancel out, so the difference is known from fewer fights than the two chances. Where many commands are
compared, the fights without any of them serve all, so there are more of those: as far as fights do not go alike, the
mean of all of them counts (`Weigher.change`). All commands get equally many until what is told of each is known well;
then those that may still be the best go on.

The two times at which figures may be left as they are share the chance of error. What is looked at in between are the
widths of intervals alone, and whoever waits for those is not misled by them (`statistics`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

from ..play.state import State
from .advice import ENOUGH, Change
from .engine import Engine
from .result import Figure
from .sensible import Command
from .statistics import mean_half, sequence, smoothed, student_half, wilson
from .tally import Runner, Stop, Tally, everybody

GOOD = 0.01
"""Half the intervals of a winning chance and of its change up to which every command has fights."""

TIGHT = 0.003
"""The same for commands that may be the best."""

FIRST_SHARE = 0.8
"""The share of the chance of error that figures may take of which no more is asked than to be good."""

MOST_TOGETHER = 500
"""So many fights at most make one batch: one value of those that intervals are made from."""

BATCHES = 8
"""So many batches of each command should fit into the time, were all fights as slow as the first."""

PROBE = 0.02
"""Seconds of fights that tell how fast they are."""


class Means(NamedTuple):
    """What fights came to, on average: the share that the actor's side wins, the trauma of its side and of its foes."""

    win: float
    own: float
    foes: float


@dataclass
class Option:
    """One command being weighed up: the means of each batch of its fights, or of all ways when `exact`."""

    command: Command
    runner: Runner
    batches: list[Means] = field(default_factory=list)
    exact: Tally | None = None
    first: bool = True
    """Whether its figures are those of the first time at which one may leave them."""


class Weigher:
    """What is to be compared, how, and for how long."""

    def __init__(
        self, state: State, base: Option, seed: int, confidence: float, workers: int, until: float, stop: Stop
    ) -> None:
        people, shape = everybody(state), base.runner.shape
        side = next(c.side for c in people if c.id == state.turn)
        self.own = shape.sides.index(side)
        self.mine = [c.side == side for c in people]
        boxes = [c.boxes_physical + max(c.boxes_mental, 0) for c in people]
        own = sum(n for n, mine in zip(boxes, self.mine, strict=True) if mine)
        self.reach = Means(1.0, float(own), float(sum(boxes) - own))
        self.base, self.seed, self.confidence = base, seed, confidence
        self.workers, self.until, self.asked = workers, until, stop
        self.size = 1
        self.share = 1
        self.stopped = False

    def halted(self) -> bool:
        """Whether there is no time left, or somebody stopped it."""
        self.stopped = self.stopped or self.asked()
        return self.stopped or time.monotonic() >= self.until

    def means(self, tally: Tally) -> Means:
        """What the fights of a tally came to."""
        trauma = [0.0, 0.0]
        for ends, mine in zip(tally.ends, self.mine, strict=True):
            for counts in (ends.physical, ends.mental):
                trauma[not mine] += sum(boxes * n for boxes, n in counts.items())
        fights = tally.fights or 1.0
        return Means(tally.wins[self.own] / fights, trauma[0] / fights, trauma[1] / fights)

    def weigh(self, options: Sequence[Option]) -> None:
        """Fights, first of all commands and then of those that may be the best; Ctrl-C ends it with what is known."""
        alive = list(options[: self._affordable(len(options))])
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                self._until(pool, alive, GOOD)
                contenders = [] if self.halted() else self.contenders(alive)
                if len(contenders) > 1:
                    for option in (self.base, *contenders):
                        option.first = False
                    self._until(pool, contenders, TIGHT)
            except KeyboardInterrupt:
                self.stopped = True

    def contenders(self, options: Sequence[Option]) -> list[Option]:
        """Those not known to be worse than another."""
        changes = [self.change(option, 0) for option in options]
        least = max((change.low for change in changes), default=0.0)
        return [one for one, change in zip(options, changes, strict=True) if change.high >= least]

    def _affordable(self, count: int) -> int:
        """How many commands, the likeliest first, can have fights enough: all but on the slow play engine.

        How many fights make a batch hangs on it too: a slow fight is a batch of its own.
        """
        fights, began, first = 0, time.monotonic(), None
        while not self.halted() and fights < MOST_TOGETHER and time.monotonic() - began < PROBE:
            found = self._batch(self.base, fights, fights + 1)
            first, fights = first or found, 2 * fights + 1
        each = max(time.monotonic() - began, 1e-6) / max(fights, 1)
        able = (self.until - time.monotonic()) * self.workers / each
        each_time = max(1, count + math.isqrt(count))
        self.size = max(1, min(int(able / (each_time * BATCHES)), MOST_TOGETHER))
        if self.size == 1 and first is not None:
            self.base.batches.append(first)
        return max(2, int(able / (2 * ENOUGH)))

    def _until(self, pool: ThreadPoolExecutor, alive: Sequence[Option], good: float) -> None:
        """Equally many batches of each, until all that is told of their winning chances is known so well.

        Of fights without any of the commands as many times more as makes the differences known best: the root of the
        number of commands."""
        self.share = max(1, math.isqrt(len(alive)))
        wanted = max([ENOUGH, *(len(option.batches) for option in alive)])
        while alive and not self.halted():
            for option, at, found in self._fought(pool, (self.base, *alive), wanted):
                if found is not None and at == len(option.batches):
                    option.batches.append(found)
            worst = max(max(self.change(option, 0).half, self.win(option).half) for option in alive)
            if worst <= good:
                return
            wanted = max(wanted + 1, math.ceil(wanted * min((worst / good) ** 2, 2.0)))

    def _fought(
        self, pool: ThreadPoolExecutor, options: Sequence[Option], wanted: int
    ) -> Iterator[tuple[Option, int, Means | None]]:
        """The batches that each lacks, all options' first before any's second: what is left undone is the last."""
        least = min(len(option.batches) // self._times(option) for option in options)
        tasks = [
            (option, at)
            for turn in range(least, wanted)
            for option in options
            for at in range(turn * self._times(option), (turn + 1) * self._times(option))
            if at >= len(option.batches)
        ]
        if self.workers == 1:
            for option, at in tasks:
                yield option, at, self._batch(option, at * self.size, self.size)
            return
        which, places = [option for option, _ in tasks], [at for _, at in tasks]
        firsts = [at * self.size for at in places]
        yield from zip(which, places, pool.map(self._batch, which, firsts, repeat(self.size)), strict=True)

    def _times(self, option: Option) -> int:
        """How many batches it has for each of a command."""
        return self.share if option is self.base else 1

    def _batch(self, option: Option, first: int, count: int) -> Means | None:
        """So many fights; None when there is no time left for all of them."""
        if self.halted():
            return None
        if isinstance(option.runner, Engine):
            option.runner.stop = self.halted
        tally = option.runner.simulate(first, count, self.seed)
        return self.means(tally) if tally.fights == count else None

    def sure(self, option: Option) -> float:
        """The confidence of a figure, so that those of both times together keep what was asked for."""
        share = FIRST_SHARE if option.first else 1 - FIRST_SHARE
        return 1 - (1 - self.confidence) * share

    def win(self, option: Option) -> Figure:
        """The winning chance after a command."""
        if option.exact is not None:
            value, off = option.exact.wins[self.own], option.exact.left_over
            return Figure(value, max(value - off, 0.0), min(value + off, 1.0))
        fights = len(option.batches) * self.size
        won = round(self.size * sum(batch.win for batch in option.batches))
        sure = self.confidence if self.stopped else self.sure(option)
        found = (sequence if self.stopped else wilson)(won, fights, sure)
        return Figure(won / fights if fights else 0.5, found.low, found.high)

    def change(self, option: Option, which: int) -> Change:
        """By how much a mean (by its place in `Means`) is more than without the command."""
        reach = self.reach[which]
        if option.exact is not None and self.base.exact is not None:
            value = self.means(option.exact)[which] - self.means(self.base.exact)[which]
            off = (option.exact.left_over + self.base.exact.left_over) * max(reach, 1.0)
            return Change(value, value - off, value + off)
        after, before = ([one[which] for one in o.batches] for o in (option, self.base))
        value, variance, free = self._difference(after, before, reach)
        if self.stopped:
            fights = len(after) * self.size
            half = mean_half(fights, variance * fights, self.confidence)
        else:
            half = student_half(free + 1, variance * (free + 1), self.sure(option))
        return Change(value, max(value - half, -reach), min(value + half, reach))

    def _difference(
        self, after: Sequence[float], before: Sequence[float], reach: float
    ) -> tuple[float, float, int]:
        """By how much one mean is more than the other, the variance of that, and how many free values tell it, from
        batches that begin as pairs.

        With `part` of each pair's second taken off its first, and the rest of it as the others come out: the part is
        that which leaves least variance. It is 1 where fights go alike either way. It is found from the same pairs, so
        that what it leaves of them looks less than it is, by one free value.
        """
        pairs, more = len(after), before[len(after) :]
        _, common, spread = _moments(after, before)
        part, free = 1.0, pairs - 1
        if more and spread > 0 and pairs > 2:
            free -= 1
            part = (common / pairs + spread / len(more)) / (spread / pairs + spread / len(more))
        left = [mine - part * other for mine, other in zip(after, before, strict=False)]
        value, variance, _ = _moments(left, left)
        variance *= (pairs - 1) / max(free, 1)
        fights = pairs * self.size
        variance = smoothed(variance * self.size, fights, 2 * reach) / max(fights, 1)
        if more:
            others, fights = _moments(more, more), len(more) * self.size
            value -= (1 - part) * others[0]
            variance += (1 - part) ** 2 * smoothed(others[1] * self.size, fights, reach) / fights
        return value, variance, free


def _moments(values: Sequence[float], others: Sequence[float]) -> tuple[float, float, float]:
    """The mean of some values; as they are estimated from pairs, what one has in common with its other, and the
    variance of these."""
    pairs = list(zip(values, others, strict=False))
    if len(pairs) < 2:
        return sum(values), 0.0, 0.0
    mean = sum(one for one, _ in pairs) / len(pairs)
    other_mean = sum(other for _, other in pairs) / len(pairs)
    common = sum((one - mean) * (other - other_mean) for one, other in pairs)
    spread = sum((other - other_mean) ** 2 for _, other in pairs)
    return mean, common / (len(pairs) - 1), spread / (len(pairs) - 1)
