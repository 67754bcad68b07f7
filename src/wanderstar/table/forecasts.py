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
from ..seats.seat import ALL, GM, OFF, Seat, Settings, friends
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
"""Seconds of advice; twice as many, and so on, where that was too little for a single figure."""

PATIENCE = 30.0
"""Seconds that a card waits: far longer than anything takes."""

PAGE = "page"
NAME = "forecast"


@dataclass
class Bar:
    """What all of one audience at one table are shown. `subject` is what the figures are worked out of; `current`
    whether `found` is of it, and not of the one before."""

    subject: Any
    seats: tuple[Seat, ...]
    found: Mapping[str, Any] | None = None
    current: bool = False
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
        audiences: dict[tuple[str, str], list[Seat]] = {}
        for group in hub.groups.values():
            if group.kind != PAGE:
                continue
            if shows(room.settings, group.seat) and not room.state.over:
                audiences.setdefault((room.id, audience(room, group.seat)), []).append(group.seat)
            else:
                hub.aside((PAGE, group.seat.key), NAME, "")
        for gone in [key for key in self._bars if key[0] == room.id and key not in audiences]:
            del self._bars[gone]
            self.desk.drop((FORECAST, *gone))
        for key in sorted(audiences, key=lambda key: key[1] != GM):
            self._look(room, hub, key, tuple(audiences[key]))
        for asked in [key for key in self._advice if key[1] == room.id]:
            if self._advice[asked] is not room.table.settled:
                self.desk.drop(asked)

    def _look(self, room: Room, hub: Hub, key: tuple[str, str], seats: tuple[Seat, ...]) -> None:
        before = self._bars.get(key)
        subject = _subject(room, seats[0])
        if before is not None and (subject is None or before.subject == subject):
            before.seats = seats
            self._show(room, hub, before, subject is not None)
            return
        made = self._bars[key] = Bar(subject, seats, None if before is None else before.found)
        made.again = lambda: self._ask(room, hub, key, made)
        self._show(room, hub, made)
        if subject is not None:
            made.again()

    def _ask(self, room: Room, hub: Hub, key: tuple[str, str], made: Bar) -> None:
        """Wants a bar's figures worked out."""

        def told(found: Mapping[str, Any] | None) -> None:
            if (
                found is None
                or self._bars.get(key) is not made
                or _subject(room, made.seats[0]) != made.subject
            ):
                return
            made.found, made.current = found, True
            self._show(room, hub, made)

        self.desk.ask((FORECAST, *key), self._job(room, made.seats[0]), told)

    def _job(self, room: Room, seat: Seat) -> Job:
        fights = FEW if self.mode == ENGINE else None
        if seat.gm:
            run = None if room.table.run is None else bare(room.table.run)
            return Job(FORECAST, room.table.settled, cast_of(room.settings), run, False, fights)
        return Job(
            FORECAST, known(room.table.settled, seat, room.settings).state, Cast(), None, False, fights
        )

    def _show(self, room: Room, hub: Hub, made: Bar, now: bool = True) -> None:
        """Sends the bar to its audience. Not `now`: it is of an earlier state."""
        for seat in made.seats:
            of = room.version(seat) if made.current and now else ""
            text = drawn(made.found, self.desk.preparing, seat.gm, of)
            hub.aside((PAGE, seat.key), NAME, text)

    def _anew(self) -> None:
        """The loop is compiled: what was shown until now is known better soon."""
        for made in list(self._bars.values()):
            if made.subject is not None:
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
        seconds = ADVICE_SECONDS
        try:
            while True:
                found = await self._result(key, Job(ADVICE, state, cast, seconds=seconds))
                seconds *= 2
                if found is None or found["options"] or seconds > PATIENCE:
                    return found
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


def audience(room: Room, seat: Seat) -> str:
    """A name for all who are shown the same figures: the GM, or whose friends are the same."""
    return GM if seat.gm else f"of {','.join(sorted(friends(seat, room.state)))}"


def _subject(room: Room, seat: Seat) -> Any:
    """What a seat's forecast is worked out of: an equal one needs no other figures. None: as far as the seat knows
    nobody acts, and nothing follows from that."""
    if seat.gm:
        return (Same(room.table.settled), Same(room.table.run), room.settings.tactics)
    state = known(room.table.settled, seat, room.settings).state
    return None if state.running and state.turn is None else state


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
