"""Odds of commands for a seat, worked out beside the table: one at a time, and not for ever."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..odds.command import of_state
from ..play.refusal import Refusal, refuse
from ..seats.asked import waiting
from ..seats.cut import Known, known
from ..seats.permit import legal
from ..seats.seat import Seat
from ..seats.texts import with_texts
from ..seats.wording import names_of
from .refusals import refusal_json
from .room import Room

MOST_WAITING = 8
LONGEST = 5.0
"""Seconds that one answer may take."""

BREATH = 0.0005
"""The worker sleeps as long between two resolutions, so that the table itself is never kept waiting."""

UNKNOWN = "unknown"
HANGS_ON_FOES = ("hit", "trauma", "out", "momentum")

Answered = dict[str, Any] | Refusal


class TooLong(Exception):
    """An answer took too long."""


class OddsDesk:
    """Works odds out in one thread of its own."""

    def __init__(self, longest: float = LONGEST) -> None:
        self.longest = longest
        self._worker = ThreadPoolExecutor(1, "odds")
        self._waiting = 0

    async def ask(
        self, room: Room, seat: Seat, command: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> Answered:
        """`odds command` from what the seat knows. What hangs on numbers it does not know is "unknown".

        A refusal `busy` or `too_long` when there is no answer; the command's own refusal stands in the answer.
        """
        if self._waiting >= MOST_WAITING:
            return refuse("busy")
        self._waiting += 1
        k = known(room.state, seat, room.settings)
        if room.asks:
            return self._done({"command": command, "refusal": _pending(room, seat)})
        end = time.monotonic() + self.longest

        def go_on() -> None:
            time.sleep(BREATH)
            if time.monotonic() > end:
                raise TooLong

        try:
            found = await asyncio.get_running_loop().run_in_executor(
                self._worker, odds_of, k, command, answers, go_on
            )
        except TooLong:
            return refuse("too_long", seconds=self.longest)
        finally:
            self._waiting -= 1
        return found

    def _done(self, answer: dict[str, Any]) -> dict[str, Any]:
        self._waiting -= 1
        return {"question": "command", **answer}

    def close(self) -> None:
        """Waits for nothing."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def _pending(room: Room, seat: Seat) -> dict[str, Any]:
    refusal = refuse("pending", waiting=waiting(seat, room.state, room.asks))
    found: dict[str, Any] = refusal_json(refusal)["refusal"]
    return found


def odds_of(
    k: Known, command: Mapping[str, Any], answers: Mapping[str, Any], go_on: Callable[[], None]
) -> dict[str, Any]:
    """The odds on the table as a seat knows it: nothing else goes in, so nothing else can come out."""
    names = names_of(k)
    data: Mapping[str, Any] = command
    if not k.seat.gm:
        found = legal(k, command)
        if isinstance(found, Refusal):
            return {"question": "command", "command": command, **refusal_json(found, names)}
        data = found.to_json()
    answer = of_state(k.state, data, answers, go_on).to_json()
    strangers = [] if answer["refusal"] else sorted(_involved(answer) & k.unknown)
    if strangers:
        answer |= dict.fromkeys(HANGS_ON_FOES, UNKNOWN)
        answer["reasons"] = []
    answer["unknown"] = strangers
    told: dict[str, Any] = with_texts(answer, names)
    return told


def _involved(answer: Mapping[str, Any]) -> set[str]:
    """Whose numbers the answer hangs on."""
    command = answer["command"]
    named = {command.get("target"), *command.get("targets", ()), *answer["trauma"]}
    sides = command.get("sides", ())
    return {who for who in named if isinstance(who, str)} | {side["who"] for side in sides}
