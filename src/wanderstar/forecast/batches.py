"""Fights in batches, each a moment's work, so that somebody can watch, stop, or be told how far it is.

Batches come in order and each begins where the last ended, so whatever has been given is always the first N
fights: which were fought hangs on no worker's speed.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from ..play.state import State
from .engine import Engine
from .tally import NotCovered, Runner, Stop, Tally
from .workers import GROWTH, from_processes, grown

MOMENT = 0.15
"""Seconds that a batch should take."""

ALONE = 0.5
"""Seconds that fights run alone, which tell how long the rest will take."""

WORTH_SHARING = 2.0
"""Seconds of work left that are worth starting processes for."""

PATIENCE = 15.0
"""Seconds that the very first fight may take beyond the time: one fight tells more than none."""

LEAST_SHARED = 64
"""So many compiled fights at least are worth giving to a thread."""

STRETCHES = 4
"""Into so many stretches for each thread fights are cut: who is held up leaves the rest to the others."""


def batches(
    runner: Runner, seed: int, count: int, until: float, workers: int = 1, begin: int = 0
) -> Iterator[Tally]:
    """The fights `begin` to `count - 1`, until the clock (`time.monotonic`) says `until`; the last may be cut short.

    With `workers` what is long enough to be worth it runs in so many processes; compiled fights, which hold no
    lock, run in so many threads.
    """
    if workers > 1 and not isinstance(runner, Engine):
        runner = Threads(runner, workers)
    first, size, started = begin, max(1, begin // GROWTH), time.monotonic()
    shared = isinstance(runner, Engine) and workers > 1
    while first < count and time.monotonic() < until:
        spent = time.monotonic() - started
        if shared and first > begin and spent > ALONE:
            left = min(until - time.monotonic(), (count - first) * spent / (first - begin))
            if left > WORTH_SHARING:
                assert isinstance(runner, Engine)
                yield from from_processes(runner, seed, first, count, until, workers)
                return
        some = min(size, count - first)
        began = time.perf_counter()
        if isinstance(runner, Engine):
            runner.stop = partial(_past, until if first else until + PATIENCE)
        tally = runner.simulate(first, some, seed)
        first += int(tally.fights)
        yield tally
        if tally.fights < some:
            return
        size = grown(size, time.perf_counter() - began, MOMENT)


class Threads:
    """A compiled runner whose fights are shared between threads: compiled code holds no lock."""

    def __init__(self, runner: Runner, workers: int) -> None:
        self.runner, self.workers = runner, workers
        self.shape = runner.shape

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """The fights numbered from `first`, in stretches that whichever thread is free takes on."""
        stretches = min(self.workers * STRETCHES, count // LEAST_SHARED)
        if stretches < 2:
            return self.runner.simulate(first, count, seed)
        cuts = [first + count * i // stretches for i in range(stretches + 1)]
        with ThreadPoolExecutor(self.workers) as pool:
            parts = [
                pool.submit(self.runner.simulate, begin, end - begin, seed)
                for begin, end in itertools.pairwise(cuts)
            ]
            tally = Tally.empty(self.shape)
            for part in parts:
                tally.add(part.result())
        return tally

    def exact(self, budget_states: int, within: float, stop: Stop) -> Tally | None:
        """That of the runner."""
        return self.runner.exact(budget_states, within, stop)

    def at(self, state: State) -> Runner | NotCovered:
        """The runner from another state."""
        return self.runner.at(state)

    def led(self, command: Mapping[str, Any]) -> Runner | NotCovered:
        """The runner, led."""
        return self.runner.led(command)


def _past(until: float) -> bool:
    return time.monotonic() > until
