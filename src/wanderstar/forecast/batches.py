"""Fights in batches, each a moment's work, so that somebody can watch, stop, or be told how far it is.

Batches come in order and each begins where the last ended, so whatever has been given is always the first N
fights: which were fought hangs on no worker's speed.
"""

from __future__ import annotations

import itertools
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import active_children, get_context

from ..play.state import State
from .engine import Engine
from .tally import NotCovered, Runner, Stop, Tally

MOMENT = 0.15
"""Seconds that a batch should take."""

TASK = 0.5
"""Seconds that a batch should take in a process of its own: shorter ones cost more to send than to do."""

ALONE = 0.5
"""Seconds that fights run alone, which tell how long the rest will take."""

WORTH_SHARING = 2.0
"""Seconds of work left that are worth starting processes for."""

PATIENCE = 15.0
"""Seconds that the very first fight may take beyond the time: one fight tells more than none."""

GROWTH = 4
"""Batches grow at most so many times from one to the next."""

LEAST_SHARED = 500
"""So many compiled fights at least are worth a thread."""

MOST_IN_BATCH = 1_000_000


def batches(runner: Runner, seed: int, count: int, until: float, workers: int = 1) -> Iterator[Tally]:
    """The fights 0 to `count - 1`, until the clock (`time.monotonic`) says `until`; the last may be cut short.

    With `workers` what is long enough to be worth it runs in so many processes; compiled fights, which hold no
    lock, run in so many threads.
    """
    if workers > 1 and not isinstance(runner, Engine):
        runner = Threads(runner, workers)
    first, size, started = 0, 1, time.monotonic()
    shared = isinstance(runner, Engine) and workers > 1
    while first < count and time.monotonic() < until:
        spent = time.monotonic() - started
        if shared and first and spent > ALONE:
            left = min(until - time.monotonic(), (count - first) * spent / first)
            if left > WORTH_SHARING:
                assert isinstance(runner, Engine)
                yield from _from_processes(runner, seed, first, count, until, workers)
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
    """A compiled runner whose batches are shared between threads."""

    def __init__(self, runner: Runner, workers: int) -> None:
        self.runner, self.workers = runner, workers
        self.shape = runner.shape

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """The fights numbered from `first`, each thread a stretch of them."""
        if count < self.workers * LEAST_SHARED:
            return self.runner.simulate(first, count, seed)
        cuts = [first + count * i // self.workers for i in range(self.workers + 1)]
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


def _past(until: float) -> bool:
    return time.monotonic() > until


def grown(size: int, seconds: float, wanted: float) -> int:
    """The next batch's size, after one of `size` fights took so many seconds."""
    fitting = size * wanted / max(seconds, 1e-9)
    return max(1, min(int(fitting), size * GROWTH, MOST_IN_BATCH))


_engine: Engine | None = None
"""A worker's own."""


def _hold(engine: Engine) -> None:
    """Begins a worker. Who interrupts speaks to the parent."""
    global _engine  # noqa: PLW0603 (a process has no other place)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _engine = engine


def _fought(first: int, count: int, seed: int, left: float) -> tuple[Tally, float]:
    """A worker's batch, and the seconds it took."""
    assert _engine is not None
    began = time.perf_counter()
    _engine.stop = lambda: time.perf_counter() - began > left
    tally = _engine.simulate(first, count, seed)
    return tally, time.perf_counter() - began


def _from_processes(
    engine: Engine, seed: int, asked: int, count: int, until: float, workers: int
) -> Iterator[Tally]:
    """The fights from `asked` on."""
    parts = Engine(engine.state, engine.cast, engine.limit, run=engine.run, lead=engine.lead)
    others = set(active_children())
    executor = ProcessPoolExecutor(workers, get_context("spawn"), _hold, (parts,))
    waiting: list[tuple[int, Future[tuple[Tally, float]]]] = []
    size = 1
    try:
        while True:
            while len(waiting) <= workers and asked < count:
                some = min(size, count - asked)
                left = max(until - time.monotonic(), 0.0)
                waiting.append((some, executor.submit(_fought, asked, some, seed, left)))
                asked += some
            if not waiting:
                return
            some, future = waiting.pop(0)
            tally, seconds = future.result()
            yield tally
            if tally.fights < some:
                return
            size = max(size, grown(some, seconds, TASK))
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()  # in the middle of fights that nobody waits for any more
