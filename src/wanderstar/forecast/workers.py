"""Fights of the play engine in processes of their own, batch by batch, in order.

Plain processes and pipes, no pool: whoever stops in the middle ends them at once and waits for nothing.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from .engine import Engine
from .tally import Tally

TASK = 0.5
"""Seconds that a batch should take: shorter ones cost more to send than to do."""

GROWTH = 4
"""Batches grow at most so many times from one to the next."""

MOST_IN_BATCH = 1_000_000

Worker = tuple[BaseProcess, Connection]


def grown(size: int, seconds: float, wanted: float) -> int:
    """The next batch's size, after one of `size` fights took so many seconds."""
    fitting = size * wanted / max(seconds, 1e-9)
    return max(1, min(int(fitting), size * GROWTH, MOST_IN_BATCH))


def from_processes(
    engine: Engine, seed: int, asked: int, count: int, until: float, workers: int
) -> Iterator[Tally]:
    """The fights from `asked` to `count - 1`, until the clock (`time.monotonic`) says so."""
    size = 1
    with started(engine, workers) as idle:
        waiting: deque[tuple[int, Connection]] = deque()
        while True:
            while idle and asked < count:
                some, pipe = min(size, count - asked), idle.popleft()
                pipe.send((asked, some, seed, max(until - time.monotonic(), 0.0)))
                waiting.append((some, pipe))
                asked += some
            if not waiting:
                return
            some, pipe = waiting.popleft()
            tally, seconds = pipe.recv()
            yield tally
            if tally.fights < some:
                return
            idle.append(pipe)
            size = max(size, grown(some, seconds, TASK))


@contextmanager
def started(engine: Engine, count: int) -> Iterator[deque[Connection]]:
    """The pipes to so many workers, which end with the block, whatever they are at."""
    context = get_context("spawn")
    parts = Engine(engine.state, engine.cast, engine.limit, run=engine.run, lead=engine.lead)
    made: list[Worker] = []
    try:
        with uninterrupted():
            for _ in range(count):
                mine, theirs = context.Pipe()
                process = context.Process(target=work, args=(theirs, parts), daemon=True)
                process.start()
                theirs.close()
                made.append((process, mine))
        yield deque(pipe for _, pipe in made)
    finally:
        for worker, pipe in made:
            pipe.close()
            worker.terminate()
        for worker, _ in made:
            worker.join()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """What is started within ignores Ctrl-C: that speaks to who waits for it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def work(pipe: Connection, engine: Engine) -> None:
    """A worker: batches in, tallies and the seconds they took out, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            first, count, seed, left = pipe.recv()
        except EOFError:
            return
        began = time.perf_counter()
        engine.stop = partial(_past, began + left)
        tally = engine.simulate(first, count, seed)
        pipe.send((tally, time.perf_counter() - began))


def _past(until: float) -> bool:
    return time.perf_counter() > until
