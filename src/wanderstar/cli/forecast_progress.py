"""How far a forecast is, on a terminal's standard error: a bar with the time left, after the first second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..forecast.driver import Progress, Watch

MOST_WORKERS = 8
DELAY, REFRESH = 1.0, 0.2
"""Seconds before anything is shown, and between two pictures of it."""


def workers() -> int:
    """How many processes may share fights on the play engine."""
    able = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(able, MOST_WORKERS)


@contextmanager
def watching() -> Iterator[Watch]:
    """A watch for a forecast; silent where nobody sees it."""
    if not sys.stderr.isatty():
        yield lambda progress: False
        return
    from tqdm import tqdm

    form = "{desc}{percentage:3.0f} %|{bar}| {elapsed}, {remaining} left"
    with tqdm(total=1.0, delay=DELAY, leave=False, file=sys.stderr, bar_format=form, desc="fights") as bar:
        began = shown = time.monotonic()

        def watch(progress: Progress) -> bool:
            nonlocal shown
            bar.set_description(said(progress), refresh=False)
            bar.update(max(progress.part - bar.n, 0.0))
            now = time.monotonic()
            if now - began > DELAY and now - shown > REFRESH:  # the words move though the bar does not
                shown = now
                bar.refresh()
            return False

        yield watch


def said(progress: Progress) -> str:
    """What is going on, in a few words."""
    if progress.so_far is None:
        return {"exact": "going through the states"}.get(progress.what, progress.what)
    of = "" if progress.what == "fights" else f"{progress.what}: "
    return f"{of}{int(progress.so_far.tally.fights):,} fights (Ctrl-C: what is known so far)"
