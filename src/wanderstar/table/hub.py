"""The live streams of one table: whoever looks sees the whole current state, again after every change.

Seats that see the same share one rendering. A change that a seat does not see sends it nothing, so that not even
the moment tells. A slow client skips to the newest; an idle one costs a comment now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.responses import Response

from ..seats.seat import Seat
from .room import Room
from .store import SeatRow

LOG = logging.getLogger("wanderstar.table")

Render = Callable[[Room, Seat], str]
"""What a stream shows a seat: the same for all seats of one key."""

KEEPALIVE = 20.0
"""Seconds between comments, which keep whatever is between from closing the stream. They come at all times alike:
silence tells nothing."""

COMMENT = b":\n\n"

MOST_STREAMS = 600
"""Open streams on one table."""


class Full(Exception):
    """A table has as many open streams as it may have."""


def message(text: str, name: str = "") -> bytes:
    """An event with `text` as its data, unnamed unless it has a name."""
    lines = [*([f"event: {name}"] if name else []), *(f"data: {line}" for line in text.splitlines() or [""])]
    return "".join(f"{line}\n" for line in lines).encode() + b"\n"


class Group:
    """Those who are shown the same; `data` is what was sent last, `aside` what was last sent beside it."""

    def __init__(self, kind: str, seat: Seat, render: Render) -> None:
        self.kind, self.seat, self.render = kind, seat, render
        self.data = b""
        self.aside = b""
        self.stale = True
        self.streams: set[Stream] = set()


class Hub:
    """Everybody who looks at one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.groups: dict[tuple[str, str], Group] = {}
        self.connected: Counter[str] = Counter()
        self.also: Callable[[], None] = lambda: None  # called when something may show, or somebody has come
        self.foretells = False  # whether there is anybody who works out forecasts
        self._sending: asyncio.Task[None] | None = None
        self._pulse: asyncio.TimerHandle | None = None

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self.connected.total()

    def open(self, row: SeatRow, kind: str, render: Render) -> Stream:
        """A response that streams to one seat; `kind` tells renderings apart. Raises Full."""
        if self.streams >= MOST_STREAMS:
            raise Full
        return Stream(self, row, kind, render)

    def changed(self, only_gm: bool = False) -> None:
        """Something may show: everybody is sent what is new to them, once, soon."""
        for group in self.groups.values():
            if not only_gm or group.seat.gm:
                group.stale = True
        if self._sending is None and self.groups:
            self._sending = asyncio.get_running_loop().create_task(self._send())
        if self.groups:
            asyncio.get_running_loop().call_soon(self.also)  # whoever ordered it hears of that first

    def aside(self, key: tuple[str, str], name: str, text: str) -> None:
        """Something small for one group, beside what it is shown: sent by its name if it is new, after the rest."""
        group = self.groups.get(key)
        data = message(text, name) if text else b""
        if group is None or group.aside == data:
            return
        group.aside = data
        for stream in group.streams:
            stream.offer_aside(data or message("", name))

    async def _send(self) -> None:
        """Group after group, the longest unserved first; what one sees is on its way before the next is drawn."""
        try:
            while stale := [group for group in self.groups.values() if group.stale]:
                try:
                    self._draw(stale[0])
                except Exception:  # what one role's page chokes on must not keep the others waiting
                    LOG.exception("cannot show %s to %s", self.room.id, stale[0].seat.role)
                key = (stale[0].kind, stale[0].seat.key)
                if key in self.groups:
                    self.groups[key] = self.groups.pop(key)
                await asyncio.sleep(0)
        finally:
            self._sending = None

    def _draw(self, group: Group) -> None:
        """Renders for a group, and sends it if it is something else than before."""
        group.stale = False
        data = message(group.render(self.room, group.seat))
        if data != group.data:
            group.data = data
            for stream in group.streams:
                stream.offer(data)

    def join(self, stream: Stream) -> None:
        """A stream begins, with everything as it is now; not when the seat was revoked or reissued meanwhile."""
        if self.room.rows.get(stream.row.id) != stream.row:
            stream.end()
        key = (stream.kind, stream.row.seat.key)
        group = self.groups.get(key)
        if group is None:
            group = self.groups[key] = Group(stream.kind, stream.row.seat, stream.shows)
        if group.stale:
            self._draw(group)
        group.streams.add(stream)
        self.connected[stream.row.id] += 1
        stream.offer(group.data)
        if group.aside:
            stream.offer_aside(group.aside)
        if self._pulse is None:
            self._pulse = asyncio.get_running_loop().call_later(KEEPALIVE, self._beat)
        if self.connected[stream.row.id] == 1:
            self.changed(only_gm=True)
        else:
            self.also()

    def _beat(self) -> None:
        self._pulse = None
        for group in self.groups.values():
            for stream in group.streams:
                stream.keep_alive()
        if self.groups:
            self._pulse = asyncio.get_running_loop().call_later(KEEPALIVE, self._beat)

    def leave(self, stream: Stream) -> None:
        """A stream has ended."""
        key = (stream.kind, stream.row.seat.key)
        group = self.groups.get(key)
        if group is not None:
            group.streams.discard(stream)
            if not group.streams:
                del self.groups[key]
        self.connected[stream.row.id] -= 1
        if self.connected[stream.row.id] <= 0:
            del self.connected[stream.row.id]
            self.changed(only_gm=True)

    def close(self, seat: str | None = None) -> None:
        """Ends the streams of one seat (its id) at once, or all."""
        if seat is None and self._pulse is not None:
            self._pulse.cancel()
            self._pulse = None
        for group in list(self.groups.values()):
            for stream in list(group.streams):
                if seat is None or stream.row.id == seat:
                    stream.end()


class Stream(Response):
    """An event stream to one client, sent as raw ASGI messages."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, row: SeatRow, kind: str, render: Render) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.hub, self.row, self.kind, self.shows = hub, row, kind, render
        self._next: bytes | None = None
        self._aside: bytes | None = None
        self._ended = False
        self._waiting: asyncio.Future[None] | None = None

    def offer(self, data: bytes) -> None:
        """The newest takes the place of what has not been sent yet."""
        self._next = data
        self._wake()

    def offer_aside(self, data: bytes) -> None:
        """The same for what goes beside: neither takes the place of the other."""
        self._aside = data
        self._wake()

    def keep_alive(self) -> None:
        """Sends a comment if nothing else is to be sent."""
        if self._next is None:
            self.offer(COMMENT)

    def end(self) -> None:
        """Nothing more is sent."""
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Sends until the client goes, the seat is revoked or the server stops."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        watch = asyncio.get_running_loop().create_task(self._until_gone(receive))
        self.hub.join(self)
        try:
            while (body := await self._message()) is not None:
                await send({"type": "http.response.body", "body": body, "more_body": True})
            with suppress(OSError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self.hub.leave(self)
            watch.cancel()

    async def _message(self) -> bytes | None:
        """The next thing to send, None when it is over."""
        if self._next is None and self._aside is None and not self._ended:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if self._next is None:
            data, self._aside = self._aside, None
        else:
            data, self._next = self._next, None
        return None if self._ended else data

    async def _until_gone(self, receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.end()
