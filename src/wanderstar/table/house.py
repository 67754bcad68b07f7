"""All tables of one server, who may come in by which link, and which rooms are open now."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..play import dice
from ..play.table import Table
from ..seats.seat import GM, PLAYER, SPECTATOR, Settings
from ..sheets.model import Encounter
from . import links
from .forecasts import Forecasts
from .hub import Hub
from .room import Room
from .store import SeatRow, Store, TableRow

MOST_SEATS = 100
"""Seats at one table, revoked ones too."""


class Here(NamedTuple):
    """Who is at which table: what a request with a good link comes to."""

    room: Room
    hub: Hub
    row: SeatRow
    token: str

    @property
    def csrf(self) -> str:
        """What its pages must send back with everything they do."""
        return links.csrf(self.token)


class House:
    """One server's tables. Open it before use. Without `forecasts` none are made."""

    def __init__(self, url: str | Path, forecasts: Forecasts | None = None) -> None:
        self.store = Store(url)
        self.forecasts = forecasts
        self.network: str | None = None  # how phones on the same network reach the server, when they may
        self._rooms: dict[str, tuple[Room, Hub]] = {}
        self._by_token: dict[str, SeatRow] = {}
        self._lock = asyncio.Lock()

    async def open(self) -> None:
        """Opens the store; rooms are opened when somebody comes."""
        await self.store.open()
        for row in await self.store.seats():
            self._learn(row)

    async def close(self) -> None:
        """Ends every stream and lets go of the store."""
        for room, hub in self._rooms.values():
            hub.close()
            room.close()
        if self.forecasts is not None:
            await self.forecasts.close()
        await self.store.close()

    def end_streams(self) -> None:
        """Ends every stream; whoever looked comes back by themselves."""
        for _, hub in self._rooms.values():
            hub.close()

    # -- links

    def _learn(self, row: SeatRow) -> None:
        self._by_token = {token: seat for token, seat in self._by_token.items() if seat.id != row.id}
        if not row.revoked:
            self._by_token[links.digest(self.token(row))] = row

    def token(self, row: SeatRow) -> str:
        """The token of a seat's link as it is now."""
        return links.token(self.store.secret, row.id, row.issue)

    def host_token(self) -> str:
        """The token of the host's link: the start page, all tables."""
        return links.token(self.store.secret, links.HOST, 0)

    def is_host(self, token: str) -> bool:
        """Whether a token is the host's."""
        return links.same(token, self.host_token())

    def link(self, row: SeatRow) -> str:
        """A seat's link, without the server's address."""
        return f"/s/{self.token(row)}"

    def seat_of(self, token: str) -> SeatRow | None:
        """Whose link it is; None when it is nobody's, or was revoked."""
        return self._by_token.get(links.digest(token))

    async def gm_of(self, table: str) -> SeatRow | None:
        """The GM's seat of a table, for the host: made anew when the last one was revoked. None: no such table."""
        found = await self.room(table)
        if found is None:
            return None
        rows = [row for row in found[0].rows.values() if row.role == GM]
        standing = [row for row in rows if not row.revoked]
        return standing[0] if standing else await self.reissue(rows[0])

    async def here(self, token: str, table: str) -> Here | None:
        """Who comes to a table with a token; None when it does not lead there."""
        row = self.seat_of(token)
        if row is None or row.table != table:
            return None
        found = await self.room(table)
        return None if found is None else Here(found[0], found[1], row, token)

    # -- tables

    async def tables(self) -> list[TableRow]:
        """All tables, newest first."""
        return await self.store.tables()

    async def room(self, id: str) -> tuple[Room, Hub] | None:
        """An open room and its streams, opened if need be; None where there is no such table."""
        if id in self._rooms:
            return self._rooms[id]
        async with self._lock:
            if id not in self._rooms:
                row = await self.store.table(id)
                if row is None:
                    return None
                room = Room(self.store, row, await self.store.seats(id), await self.store.lines(id))
                hub = Hub(room)
                room.changed = hub.changed
                if self.forecasts is not None:
                    hub.also, hub.foretells = partial(self.forecasts.look, room, hub), True
                self._rooms[id] = (room, hub)
        return self._rooms[id]

    async def create(self, encounter: Encounter, name: str = "", seed: str | None = None) -> Room:
        """A new table: a seat for the GM, one for each character, one to look on."""
        secret = seed or dice.new_seed()
        table = Table(encounter, secret)
        id = links.new_id()
        title = name or encounter.name
        row = TableRow(id, title, table.header(), Settings().to_json(), secret, time.time_ns())
        seats = [SeatRow(links.new_id(), id, GM, "GM", ())]
        characters = [c for c in table.opening.combatants.values() if c.is_character]
        seats += [SeatRow(links.new_id(), id, PLAYER, c.name, (c.id,)) for c in characters]
        seats.append(SeatRow(links.new_id(), id, SPECTATOR, "Big screen", ()))
        await self.store.create(row, seats)
        for seat in seats:
            self._learn(seat)
        found = await self.room(id)
        assert found is not None
        return found[0]

    # -- seats

    async def put_seat(self, row: SeatRow) -> None:
        """Keeps a new seat, or what has changed of one; streams by its former link end at once."""
        room, hub = await self._open(row.table)
        await self.store.put_seat(row)
        self._learn(row)
        room.put_seat(row)
        hub.close(row.id)
        hub.changed(only_gm=True)

    async def revoke(self, row: SeatRow) -> SeatRow:
        """The link leads nowhere from now on."""
        after = row._replace(revoked=True)
        await self.put_seat(after)
        return after

    async def reissue(self, row: SeatRow) -> SeatRow:
        """A new link in place of the old one."""
        after = row._replace(revoked=False, issue=row.issue + 1)
        await self.put_seat(after)
        return after

    async def add_seat(self, table: str, role: str, name: str, characters: tuple[str, ...]) -> SeatRow:
        """A further seat; ValueError when there are too many."""
        room, _ = await self._open(table)
        if len(room.rows) >= MOST_SEATS:
            raise ValueError(f"a table has at most {MOST_SEATS} seats")
        row = SeatRow(links.new_id(), table, role, name, characters)
        await self.put_seat(row)
        return row

    async def _open(self, table: str) -> tuple[Room, Hub]:
        found = await self.room(table)
        if found is None:
            raise KeyError(table)
        return found
