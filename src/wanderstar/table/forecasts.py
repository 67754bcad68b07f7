"""Forecasts and advice at the tables of a house: who is shown what, worked out of which state, told by the stream.

Nothing here holds a room's lock or is waited for within an order. The GM's are worked out of everything; those of
players and of the big screen from the table as that seat knows it, so that they tell of nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..forecast.engine import bare
from ..play.state import State
from ..play.table import Table
from ..seats.cut import known
from ..seats.seat import ALL, OFF, Seat, Settings
from ..sheets.model import Encounter
from ..tactics.cast import Cast
from .doing import cast_of
from .forecast_desk import ENGINE, ON, Desk
from .forecast_jobs import ADVICE, FORECAST, Job
from .hub import Hub
from .models_forecast import bar
from .pages_frame import TEMPLATES
from .room import Room

FEW = 20
"""Fights of a forecast that is wanted on the play engine."""

ADVICE_SECONDS = 2.0
PATIENCE = 30.0
"""Seconds that a card waits: far longer than anything takes."""

PAGE = "page"
NAME = "forecast"


@dataclass
class Bar:
    """What one kind of seat at one table is shown: `subject` what it is worked out of, `of` the version it was."""

    subject: tuple[Any, ...]
    of: str
    found: Mapping[str, Any] | None = None
    current: bool = False  # whether `found` is of this subject, and not of the one before
    again: Callable[[], None] = field(default=lambda: None)


def shows(settings: Settings, seat: Seat) -> bool:
    """Whether a seat is shown the bar."""
    return settings.forecast == ALL or (seat.gm and settings.forecast != OFF)


class Forecasts:
    """Those of a whole house. `mode` is on, or engine: a few fights on the play engine, nothing compiled."""

    def __init__(self, mode: str = ON) -> None:
        self.desk = Desk(mode)
        self.desk.when_ready = self._anew
        self.mode = mode
        self._bars: dict[tuple[str, str], Bar] = {}
        self._before: dict[str, Mapping[str, Any]] = {}
        self._advice: dict[tuple[str, str, str], State] = {}

    def look(self, room: Room, hub: Hub) -> None:
        """Something may have changed at a table, or somebody has come: whoever looks on is shown what is new."""
        for group in hub.groups.values():
            if group.kind == PAGE:
                self._look(room, hub, group.seat)
        for key in [key for key in self._bars if key[0] == room.id and (PAGE, key[1]) not in hub.groups]:
            self._forget(key)
        for asked in [key for key, state in self._advice.items() if key[1] == room.id]:
            if self._advice[asked] is not room.table.settled:
                self.desk.drop(asked)

    def _look(self, room: Room, hub: Hub, seat: Seat) -> None:
        key = (room.id, seat.key)
        if room.state.over or not shows(room.settings, seat):
            self._forget(key)
            hub.aside((PAGE, seat.key), NAME, "")
            return
        if not seat.gm and room.state.running and room.view(seat)["turn"] is None:
            return  # as far as they know nobody acts: nothing follows from that
        subject = _subject(room, seat)
        known_bar = self._bars.get(key)
        if known_bar is not None and known_bar.subject == subject:
            known_bar.of = room.version(seat)
            self._show(room, hub, seat)
            return
        before = None if known_bar is None else known_bar.found
        made = self._bars[key] = Bar(subject, room.version(seat), before)
        made.again = lambda: self._ask(room, hub, seat, made)
        if before is None:
            self._show(room, hub, seat)
        made.again()

    def _ask(self, room: Room, hub: Hub, seat: Seat, made: Bar) -> None:
        """Wants a bar's figures worked out."""
        key = (room.id, seat.key)

        def told(found: Mapping[str, Any] | None) -> None:
            if found is not None and self._bars.get(key) is made:
                made.found, made.current = found, True
                self._show(room, hub, seat)

        self.desk.ask((FORECAST, *key), self._job(room, seat), told)

    def _job(self, room: Room, seat: Seat) -> Job:
        fights = FEW if self.mode == ENGINE else None
        if seat.gm:
            run = None if room.table.run is None else bare(room.table.run)
            return Job(FORECAST, room.table.settled, cast_of(room.settings), run, False, fights)
        return Job(
            FORECAST, known(room.table.settled, seat, room.settings).state, Cast(), None, False, fights
        )

    def _show(self, room: Room, hub: Hub, seat: Seat) -> None:
        made = self._bars[room.id, seat.key]
        text = drawn(made.found, self.desk.preparing, seat.gm, made.of if made.current else "")
        hub.aside((PAGE, seat.key), NAME, text)

    def _forget(self, key: tuple[str, str]) -> None:
        if self._bars.pop(key, None) is not None:
            self.desk.drop((FORECAST, *key))

    def _anew(self) -> None:
        """The loop is compiled: what was shown until now is known better soon."""
        for made in list(self._bars.values()):
            made.again()

    async def of_encounter(self, name: str, encounter: Encounter) -> Mapping[str, Any] | None:
        """The figures of an encounter before its fight; None when there are none."""
        known_one = self._before.get(name)
        if known_one is not None:
            return known_one
        fights = FEW if self.mode == ENGINE else None
        found = await self._result(
            ("before", name), Job(FORECAST, Table(encounter).settled, Cast(), fights=fights)
        )
        if found is not None and found.get("path") == "compiled":
            self._before[name] = found
        return found

    async def advice(self, room: Room, seat: Seat) -> Mapping[str, Any] | None:
        """Advice to whoever has the turn (`Advice.to_json`), as far as `seat` may know of it; None when the table
        changed meanwhile, or there is none."""
        settled = room.table.settled
        state = settled if seat.gm else known(settled, seat, room.settings).state
        if room.table.run is not None or not state.running or state.turn is None:
            return None
        key = (ADVICE, room.id, seat.key)
        self._advice[key] = settled
        cast = cast_of(room.settings) if seat.gm else Cast()
        try:
            return await self._result(key, Job(ADVICE, state, cast, seconds=ADVICE_SECONDS))
        finally:
            if self._advice.get(key) is settled:
                del self._advice[key]

    async def _result(self, key: tuple[str, ...], job: Job) -> Mapping[str, Any] | None:
        """The last that is told of a job."""
        waiting: asyncio.Future[Mapping[str, Any] | None] = asyncio.get_running_loop().create_future()
        best: Mapping[str, Any] | None = None

        def told(found: Mapping[str, Any] | None) -> None:
            nonlocal best
            if found is not None:
                best = found
            elif not waiting.done():
                waiting.set_result(best)

        self.desk.ask(key, job, told, urgent=True)
        try:
            return await asyncio.wait_for(waiting, PATIENCE)
        except TimeoutError:
            self.desk.drop(key)
            return best

    async def close(self) -> None:
        """Ends the process."""
        await self.desk.close()


def _subject(room: Room, seat: Seat) -> tuple[Any, ...]:
    """What a seat's forecast is worked out of: the same again needs no other."""
    if seat.gm:
        return (Same(room.table.settled), Same(room.table.run), room.settings.tactics)
    return (room.version(seat),)


class Same:
    """Equal only to the same object, which is kept as long as this is."""

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it

    def __hash__(self) -> int:
        return id(self.it)


def drawn(found: Mapping[str, Any] | None, preparing: bool, gm: bool, of: str = "") -> str:
    """The bar as HTML; `of` is the version of what it is about."""
    return TEMPLATES.get_template("forecast.html").render(bar=bar(found, preparing), gm=gm, of=of)
