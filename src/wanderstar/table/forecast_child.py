"""The process beside the server that works out forecasts and advice: the table's own is never held up by it.

Jobs come in by standard input (pickled, each after its length), answers go out by standard output (a line of JSON
each). It ends when its input does: with the server, however that ended. Until the loop is compiled, which happens in a
thread, fights run on the play engine.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from queue import SimpleQueue
from typing import Any, BinaryIO

from ..forecast import advise, driver
from ..forecast.result import Figure, Forecast
from ..play.arguments import BadArgument
from ..play.refusal import Refusal
from ..sheets.load import load_encounter
from ..tactics.cast import Cast
from ..tactics.fight import ROUNDS
from .forecast_jobs import FORECAST, LENGTH, Job

SEED = 1
"""One seed for all: what moves the bar is the table, not the luck."""

FIRST, APART = 0.25, 0.5
"""Seconds until figures are first told, and between two tellings."""

QUICK, EXACT = 1.0, 1.5
"""Seconds of fights, and of the exact calculation that is tried then."""

FINE = 0.003
"""Half the widest interval of the figures that are told last."""

LEAST, FEW = 8, 16
"""Fights below which nothing is told yet; fights on the play engine where no number was asked for."""

MORE_ROUNDS = 20
"""A fight that is long already is followed so many rounds on at least."""

WARM_UP = "patrol-ambush"
NICE = 10

Tell = Callable[[Mapping[str, Any]], None]
Halted = Callable[[], bool]


class Child:
    """The process: what it was told to stop, whether the loop is compiled."""

    def __init__(self, source: BinaryIO, out: BinaryIO) -> None:
        self.source, self.out = source, out
        self.jobs: SimpleQueue[tuple[int, Job]] = SimpleQueue()
        self.stopped = 0
        self.compiled = False
        self.speaking = threading.Lock()

    def say(self, **words: Any) -> None:
        """One line out. Nobody there to read it: nothing is left to do."""
        with self.speaking:
            try:
                self.out.write(json.dumps(words).encode() + b"\n")
                self.out.flush()
            except OSError:
                os._exit(0)

    def listen(self) -> None:
        """Takes jobs and stops in, until the server is gone."""
        while length := self.source.read(LENGTH):
            serial, job = pickle.loads(self.source.read(int.from_bytes(length, "big")))
            if job is None:
                self.stopped = max(self.stopped, serial)
            else:
                self.jobs.put((serial, job))
        os._exit(0)

    def compile(self) -> None:
        """Compiles the loop, or takes it compiled from the cache."""
        try:
            state = driver.table_of(load_encounter(WARM_UP)).settled
            runner, reasons = driver.runner_of(state, Cast(), ROUNDS)
            if not reasons:
                runner.simulate(0, 1, SEED)
                self.compiled = True
        finally:
            self.say(ready=self.compiled)

    def serve(self) -> None:
        """One job after the other; the serials rise, so a stop counts for all before it."""
        while True:
            serial, job = self.jobs.get()
            halted = _halting(self, serial)
            if not self.compiled:
                job = job._replace(engine=True)
            tell = _telling(self, serial)
            try:
                if not halted():
                    (_forecast if job.kind == FORECAST else _advice)(job, tell, halted)
            except Exception as error:  # what one fight chokes on is no end of the others
                self.say(serial=serial, failed=f"{type(error).__name__}: {error}"[:500])
            self.say(serial=serial, done=True)


def _halting(child: Child, serial: int) -> Halted:
    return lambda: child.stopped >= serial


def _telling(child: Child, serial: int) -> Tell:
    return lambda found: child.say(serial=serial, told=found)


def _forecast(job: Job, tell: Tell, halted: Halted) -> None:
    """Fights for a moment; then exactly if that fits in another, else more fights."""
    limit = max(ROUNDS, job.state.round + MORE_ROUNDS)
    next_at = time.monotonic() + FIRST

    def watch(progress: driver.Progress) -> bool:
        nonlocal next_at
        now = time.monotonic()
        so_far = progress.so_far
        if so_far is not None and now >= next_at and so_far.tally.fights >= LEAST:
            next_at = now + APART
            tell(figures(so_far, False))
        return halted()

    fights = FEW if job.engine and job.fights is None else job.fights
    plan = driver.Plan(limit, simulate=True, fights=fights, seed=SEED, seconds=QUICK, engine=job.engine)
    found = driver.of_state(job.state, job.cast, plan, run=job.run, watch=watch)
    if halted():
        return
    if isinstance(found, Refusal):
        tell({"refused": found.code})
        return
    last = found.path == "none" or fights is not None
    tell(figures(found, last))
    if last:
        return
    until = time.monotonic() + EXACT
    exact: Forecast | Refusal | None = None
    with suppress(BadArgument):
        exact = driver.of_state(
            job.state,
            job.cast,
            replace(plan, simulate=False, exact=True),
            run=job.run,
            watch=lambda _: halted() or time.monotonic() > until,
        )
    if exact is None and not halted():
        more = replace(plan, seconds=job.seconds, precision=FINE)
        exact = driver.of_state(job.state, job.cast, more, run=job.run, watch=lambda _: halted())
    if not halted() and isinstance(exact, Forecast):
        tell(figures(exact, True))


def figures(found: Forecast, last: bool) -> dict[str, Any]:
    """A forecast in a few figures. `last`: nothing better comes."""
    return {
        "win": [
            {"id": side, "name": found.sides[side], **figure(chance)} for side, chance in found.wins.items()
        ],
        "draw": figure(found.draw),
        "method": found.method,
        "path": found.path,
        "fights": int(found.tally.fights) if found.method == "simulated" else 0,
        "confidence": found.confidence,
        "not_covered": list(found.not_covered),
        "last": last,
    }


def figure(chance: Figure) -> dict[str, float]:
    """A chance with its interval."""
    return {"value": float(chance.value), "low": float(chance.low), "high": float(chance.high)}


def _advice(job: Job, tell: Tell, halted: Halted) -> None:
    """What each sensible command would change."""
    limit = max(ROUNDS, job.state.round + MORE_ROUNDS)
    plan = advise.Plan(job.seconds, SEED, limit, engine=job.engine)
    found = advise.of_state(job.state, job.cast, plan, halted)
    if not halted():
        tell(found.to_json())


def main() -> None:
    """Serves whoever started it."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C speaks to the server, which ends this
    few = "--engine" in sys.argv  # fights that are over before they could hold anybody up
    if hasattr(os, "nice") and not few:
        os.nice(NICE)
    child = Child(sys.stdin.buffer, out)
    threading.Thread(target=child.listen, daemon=True).start()
    if not few:
        if find_spec("numba") is None:
            child.say(ready=False)
        else:
            threading.Thread(target=child.compile, daemon=True).start()
    child.serve()


if __name__ == "__main__":
    main()
