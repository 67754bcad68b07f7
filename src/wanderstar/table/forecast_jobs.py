"""What the process of forecasts is asked to do, and how that is sent to it."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

from ..play.resolve import Run
from ..play.state import State
from ..tactics.cast import Cast

FORECAST, ADVICE = "forecast", "advice"

LENGTH = 8
"""Bytes before a message that tell its length."""

LONG = 2.5
"""Seconds of fights where the exact calculation does not do."""


class Job(NamedTuple):
    """What is wanted: a forecast from `state` (within an open command: `run`), or advice to whoever has the turn there.

    `engine`: on the play engine. `fights`: exactly so many, else for a time.
    """

    kind: str
    state: State
    cast: Cast
    run: Run | None = None
    engine: bool = False
    fights: int | None = None
    seconds: float = LONG


def packed(message: Any) -> bytes:
    """A message to the process: its serial and a job, or None in its place to stop all up to that serial."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH, "big") + data
