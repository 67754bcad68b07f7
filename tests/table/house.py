"""A house within the test's own process, with clients at its seats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.sheets.model import Encounter
from wanderstar.table.app import create_app
from wanderstar.table.forecasts import Forecasts
from wanderstar.table.house import House
from wanderstar.table.hub import Hub
from wanderstar.table.limits import RATES, Limits
from wanderstar.table.room import Room
from wanderstar.table.store import SeatRow

REQUESTS = count(1)
GENEROUS = dict.fromkeys(RATES, (1e6, 1e6))


class Guest:
    """Somebody with a seat's link."""

    def __init__(self, client: httpx.AsyncClient, room: Room, row: SeatRow, token: str) -> None:
        self.client, self.room, self.row, self.token = client, room, row, token
        self.api = f"/api/tables/{room.id}"

    async def state(self, log: int = 50) -> dict[str, Any]:
        """What the seat sees."""
        answer = await self.client.get(f"{self.api}/state?log={log}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def version(self) -> str:
        """The version of what it sees."""
        return str((await self.state())["state"]["version"])

    async def order(self, request: str = "", **body: Any) -> httpx.Response:
        """One order, under a request id of its own unless one is given."""
        data = {"request": request or f"r{next(REQUESTS)}", **body}
        return await self.client.post(f"{self.api}/commands", json=data)

    async def do(self, do: str, **fields: Any) -> httpx.Response:
        """One command."""
        return await self.order(command={"do": do, **fields})

    async def done(self, **body: Any) -> dict[str, Any]:
        """One order that must be done."""
        answer = await self.order(**body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


class Party:
    """A house with one table and a guest at each seat, by name; `host` runs the server."""

    def __init__(self, house: House, app: Any, room: Room) -> None:
        self.house, self.app, self.room = house, app, room
        self.guests: dict[str, Guest] = {}
        self.clients: list[httpx.AsyncClient] = []
        for row in room.rows.values():
            self.guests[row.name] = self.guest(row)

    def client(self, token: str | None = None) -> httpx.AsyncClient:
        """A client, with a bearer token if there is one."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        transport = httpx.ASGITransport(self.app)
        client = httpx.AsyncClient(transport=transport, base_url="http://table.test", headers=headers)
        self.clients.append(client)
        return client

    def guest(self, row: SeatRow) -> Guest:
        """A guest at a seat."""
        token = self.house.token(row)
        return Guest(self.client(token), self.room, row, token)

    async def until(self, who: str) -> None:
        """The GM ends turns until it is somebody's."""
        for _ in range(10):
            turn = (await self.gm.state())["state"]["turn"]
            if turn == who:
                return
            await self.gm.done(command={"do": "end_turn", "who": turn})
        raise AssertionError(f"it is never the turn of {who}")

    def __getitem__(self, name: str) -> Guest:
        return self.guests[name]

    @property
    def hub(self) -> Hub:
        """Who looks at the table."""
        return self.house._rooms[self.room.id][1]

    @property
    def gm(self) -> Guest:
        """The GM."""
        return self.guests["GM"]


@asynccontextmanager
async def party(
    db: Path,
    encounter: Encounter | None = None,
    limits: Limits | None = None,
    seed: str = "5eed",
    forecasts: Forecasts | None = None,
) -> AsyncIterator[Party]:
    """A house that is open, with one table."""
    house = House(db, forecasts)
    app = create_app(house, limits or Limits(GENEROUS))
    async with app.router.lifespan_context(app):
        room = await house.create(encounter or duel(), seed=seed)
        found = Party(house, app, room)
        try:
            yield found
        finally:
            for client in found.clients:
                await client.aclose()


def play(test: Callable[[Party], Awaitable[None]], db: Path, **how: Any) -> None:
    """Runs a test at a party."""

    async def run() -> None:
        async with party(db, **how) as found:
            await asyncio.wait_for(test(found), 100)

    asyncio.run(run())


async def arrives(there: Callable[[], bool]) -> None:
    """Waits until something is so."""
    while not there():
        await asyncio.sleep(0.01)


SHEET = {
    "characteristics": {},
    "skills": {"Ranged Weapons": "Trained", "Close Quarters": "Trained", "Athletics": "Trained"},
    "boxes": {"physical": 6, "mental": 6},
    "weapons": ["rifle", "knife"],
}


def duel(*, hidden: bool = False, scout_at: float = 30, ruleset: dict[str, Any] | None = None) -> Encounter:
    """Asha and Bruno against a guard, and a scout who may be hidden."""
    data: dict[str, Any] = {
        "format": 1,
        "name": "Duel",
        "ruleset": ruleset or {},
        "sides": [{"id": "crew", "name": "Crew"}, {"id": "foes", "name": "Foes"}],
        "weapons": [
            {"id": "rifle", "name": "Rifle", "damage": "3D+1", "range": "medium", "magazine": 6},
            {"id": "knife", "name": "Knife", "damage": "1D+2", "melee": True},
            {
                "id": "frag",
                "name": "Frag",
                "damage": "3D",
                "range": "close",
                "thrown": True,
                "traits": {"blast": 5, "one_use": True},
            },
        ],
        "characters": [
            {"id": "asha", "name": "Asha", "momentum": 3, **SHEET},
            {"id": "bruno", "name": "Bruno", "momentum": 3, **SHEET},
        ],
        "adversaries": [
            {"id": "guard", "name": "Guard", "threat": "standard", "characteristics": {}, "boxes": 3,
             "skills": SHEET["skills"],
             "weapons": ["rifle", "knife", {"id": "frag", "count": 2}]},
        ],
        "combatants": [
            {"who": "asha", "side": "crew", "at": 0},
            {"who": "bruno", "side": "crew", "at": 1},
            {"who": "guard", "side": "foes", "at": 8},
            {"who": "guard", "id": "scout", "side": "foes", "at": scout_at, "hidden": hidden},
        ],
        "covers": [{"id": "crate", "at": 1, "grade": "solid", "hides": True}],
    }  # fmt: skip
    return encounter_from(data)


def shipped(name: str) -> Encounter:
    """An encounter that is shipped."""
    return load_encounter(name)
