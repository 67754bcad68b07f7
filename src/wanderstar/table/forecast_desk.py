"""The desk for forecasts and advice: a process of their own, and what it is to do.

Nothing waits for it. Whatever befalls the process, another one takes its place.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from typing import Any

from .forecast_jobs import ADVICE, Job, packed

LOG = logging.getLogger("wanderstar.table")

ON, ENGINE = "on", "engine"

GRACE = 1.0
"""Seconds that a process which says nothing more has to end by itself."""

MOST_DEATHS = 3
"""The process dies so often in a row, then fights run on the play engine only; and it comes back more slowly."""

SLOWEST = 30.0
LINE = 1 << 20

Told = Callable[[Mapping[str, Any] | None], None]
"""Is told of every result; None at last, when nothing more comes."""


class Task:
    """A job that somebody wants done."""

    def __init__(self, job: Job, told: Told) -> None:
        self.job, self.told = job, told


class Desk:
    """The process, and what it is to do: of one key only the newest."""

    def __init__(self, mode: str = ON) -> None:
        self.mode = mode
        self.when_ready: Callable[[], None] = lambda: None
        self.preparing = False
        self.process: asyncio.subprocess.Process | None = None
        self._wanted: dict[Hashable, Task] = {}
        self._current: tuple[Hashable, Task] | None = None
        self._done: asyncio.Future[bool] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._again: Task | None = None  # stopped for something urgent: begins anew after it
        self._serial = 0
        self._deaths = 0
        self._working: asyncio.Task[None] | None = None
        self._closed = False

    def ask(self, key: Hashable, job: Job, told: Told, urgent: bool = False) -> None:
        """Wants a job done in place of what was wanted under the key. What is urgent goes before all else."""
        if self._closed:
            told(None)
            return
        self.drop(key)
        task = Task(job, told)
        self._wanted = {key: task, **self._wanted} if urgent else {**self._wanted, key: task}
        at_work = None if self._current is None else self._current[1]
        if urgent and at_work is not None and at_work.job.kind != ADVICE:
            self._again = at_work
            self._stop()
        if self._working is None or self._working.done():
            self._working = asyncio.get_running_loop().create_task(self._work())

    def drop(self, key: Hashable) -> None:
        """Nobody wants it any more."""
        task = self._wanted.pop(key, None)
        if task is None:
            return
        if self._current is not None and task is self._current[1]:
            self._stop()
        task.told(None)

    def _stop(self) -> None:
        self._send((self._serial, None))

    def _send(self, message: Any) -> None:
        pipe = None if self.process is None else self.process.stdin
        if pipe is not None:
            with suppress(OSError, RuntimeError):  # it has died: whoever reads from it sees to that
                pipe.write(packed(message))

    async def _work(self) -> None:
        while self._wanted and not self._closed:
            key, task = next(iter(self._wanted.items()))
            try:
                if await self._one(key, task):
                    self._deaths = 0
                    continue
            except OSError as error:
                LOG.error("no process for forecasts: %s", error)
            self._deaths += 1
            LOG.warning("the process of forecasts has died", extra={"facts": {"times": self._deaths}})
            task.job = task.job._replace(engine=True)  # what it died of may well be this one
            await self._end()
            if self._deaths > MOST_DEATHS:
                self.mode = ENGINE
                if self._wanted.get(key) is task:
                    self.drop(key)
                await asyncio.sleep(min(2.0**self._deaths, SLOWEST))

    async def _one(self, key: Hashable, task: Task) -> bool:
        """One job, until it is done; False when the process died of it or of something else."""
        await self._started()
        self._serial += 1
        self._current = key, task
        self._done = asyncio.get_running_loop().create_future()
        self._send((self._serial, task.job))
        try:
            return await self._done
        finally:
            self._current = self._again = None

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hears all that a process says, at work or idle, until it ends."""
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                said = json.loads(line)
                if "ready" in said:
                    self._ready()
                elif said["serial"] == self._serial and self._current is not None:
                    self._says(*self._current, said)
        except Exception:  # what cannot be read or shown ends this process, not the table
            LOG.exception("the process of forecasts is given up")
        finally:
            if process is self.process:
                self.process = None
                if self._done is not None and not self._done.done():
                    self._done.set_result(False)
            await _ended(process)

    def _says(self, key: Hashable, task: Task, said: Mapping[str, Any]) -> None:
        """One thing the process says of a job."""
        wanted = self._wanted.get(key) is task
        if "failed" in said:
            LOG.warning("no forecast: %s", said["failed"])
        elif "told" in said and wanted:
            task.told(said["told"])
        elif "done" in said:
            if task is self._again:
                self._again = None
            elif wanted:
                del self._wanted[key]
                task.told(None)
            if self._done is not None and not self._done.done():
                self._done.set_result(True)

    def _ready(self) -> None:
        self.preparing = False
        self.when_ready()

    async def _started(self) -> asyncio.subprocess.Process:
        """The process that is there, or a new one."""
        if self.process is not None and self.process.returncode is None:
            return self.process
        self.process = await asyncio.create_subprocess_exec(
            *self.command(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join(one for one in sys.path if one), "PYTHONSAFEPATH": "1"},
        )
        self.preparing = self.mode != ENGINE
        self._reading = asyncio.get_running_loop().create_task(self._read(self.process))
        return self.process

    def command(self) -> list[str]:
        """What is started."""
        words = [sys.executable, "-m", f"{__package__}.forecast_child"]
        return [*words, "--engine"] if self.mode == ENGINE else words

    async def _end(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
        if self._reading is not None:
            await self._reading

    async def close(self) -> None:
        """Ends the process at once, whatever it is at."""
        self._closed = True
        if self._working is not None:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working
        for key in list(self._wanted):
            self.drop(key)
        await self._end()


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Waits for its end, and sees to it."""
    try:
        await asyncio.wait_for(process.wait(), GRACE)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
