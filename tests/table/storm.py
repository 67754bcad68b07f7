"""Clients that fire at random at one server which is killed again and again: what they were told must hold."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.table.server import Server

from wanderstar.play.journal import load_lines, verify
from wanderstar.seats.seat import Seat, settings_from_json
from wanderstar.seats.view import view

GIVE_UP = 90.0


@dataclass
class Told:
    """What the clients were told: the reply to each request that was done, and how often what was refused."""

    done: dict[tuple[str, str], str] = field(default_factory=dict)
    codes: Counter[str] = field(default_factory=Counter)
    contradictions: list[str] = field(default_factory=list)
    lost: int = 0

    def enough(self) -> bool:
        """Whether it says something: done, refused for its version, and left without an answer, each a few times."""
        return self.codes["done"] > 20 and self.codes["stale"] > 0 and self.lost > 0

    def take(self, seat: str, request: str, answer: httpx.Response) -> None:
        """One answer; a second one to the same request must be the same bytes, once it was done."""
        if answer.status_code != 200:
            self.codes[answer.json()["refusal"]["code"]] += 1
            if (seat, request) in self.done:
                self.contradictions.append(f"{request}: done, then {answer.text}")
            return
        self.codes["done"] += 1
        if self.done.setdefault((seat, request), answer.text) != answer.text:
            self.contradictions.append(f"{request}: {self.done[seat, request]} and {answer.text}")


class Client:
    """One client at one seat, sending again what it got no answer to."""

    def __init__(self, name: str, seat: str, http: httpx.AsyncClient, told: Told, seed: str) -> None:
        self.name, self.seat, self.http, self.told = name, seat, http, told
        self.random = random.Random(seed)
        self.sent = 0
        self.old: list[str] = []

    async def run(self, enough: asyncio.Event) -> None:
        """Fires until it is enough."""
        while not enough.is_set():
            state = await self._get()
            body = self.order(state)
            self.old = [*self.old[-5:], state["version"]]
            self.sent += 1
            request = f"{self.name}-{self.sent}"
            twice = self.random.random() < 0.2
            await asyncio.gather(*(self._post(request, body) for _ in range(1 + twice)))
            await asyncio.sleep(self.random.random() * 0.02)

    async def _get(self) -> dict[str, Any]:
        answer = await self._until_answered("GET", "/state?log=0", None)
        found: dict[str, Any] = answer.json()["state"]
        return found

    async def _post(self, request: str, body: dict[str, Any]) -> None:
        answer = await self._until_answered("POST", "/commands", {"request": request, **body})
        self.told.take(self.seat, request, answer)

    async def _until_answered(self, method: str, path: str, body: Any) -> httpx.Response:
        clock = asyncio.get_running_loop().time
        end = clock() + GIVE_UP
        while clock() < end:
            try:
                answer = await self.http.request(method, path, json=body)
            except httpx.TransportError:
                self.told.lost += 1
                await asyncio.sleep(0.3 + self.random.random() * 0.3)
                continue
            assert answer.status_code < 500, answer.text
            if answer.status_code != 429:
                return answer
            await asyncio.sleep(0.05 + self.random.random() * 0.2)
        raise AssertionError(f"no answer within {GIVE_UP} s")

    def order(self, state: dict[str, Any]) -> dict[str, Any]:
        """Something to send: likely legal, often not; the version right, old or not said."""
        body = self.random.choice(self.ideas(state))
        version = self.random.choice([state["version"], None, None, None, *self.old[-1:]])
        return {"version": version, **body}

    def ideas(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """What one might want to do now."""
        answers = [
            {"answer": {"dice": "roll"} if ask["key"] == "dice" else {ask["key"]: ask["default"]}}
            for ask in state["pending"]
        ]
        turn, who = state["turn"], self.random.choice(list(state["combatants"]))
        mine = turn if state["role"] == "gm" else self.random.choice([*state["you"], turn, who])
        own = [
            {"command": {"do": "end_turn", "who": mine}},
            {"command": {"do": "minor", "who": mine, "label": self.name}},
            {"command": {"do": "move", "who": mine, "to": self.random.randint(-5, 30)}},
            {"command": {"do": "attack", "who": mine, "weapon": "unarmed", "target": who}},
            {"command": self.shot(state, mine, who)},
        ]
        if state["role"] != "gm":
            return answers * 4 or own
        if state["round"] == 0 or state["over"]:
            return [{"command": {"do": "begin"}}, {"undo": {"n": 1}}]
        n = self.random.randint(0, 40)
        ruling = [
            {"tactic": "all"},
            {"tactic": turn or who},
            {"undo": {"n": n}},
            {"undo": {"n": n, "answer": 1}},
            {"redo": n},
            {"cancel": True},
            {"command": {"do": "set", "who": who, "field": "momentum", "value": n % 4}},
            {"command": {"do": "set", "who": who, "field": "trauma", "value": {"physical": 0}}},
            {"command": {"do": self.random.choice(["hide", "reveal"]), "who": who}},
            {"command": {"do": "test", "who": who, "skill": "Athletics", "characteristic": "Strength"}},
            {"settings": {"manual": self.random.choice([[], list(state["combatants"])[:2]])}},
            {"settings": {"timeout": self.random.choice([None, 1])}},
        ]
        return answers * 8 + own + ruling

    def shot(self, state: dict[str, Any], mine: Any, who: str) -> dict[str, Any]:
        """An attack with what is in hand."""
        held = state["combatants"].get(mine, {}).get("held") or ["unarmed"]
        return {"do": "attack", "who": mine, "weapon": held[0], "target": who}


async def storm(db: Path, clients: int, seconds: float, kills: int, seed: str) -> Told:
    """Lets `clients` fire for `seconds` that the server is up in all; it is killed `kills` times, and at the end."""
    told = Told()
    server = await asyncio.to_thread(Server, db)
    port = server.port
    apis = {name: server.api("GM" if name == "GM (you)" else name) for name in server.links}
    try:
        async with httpx.AsyncClient(
            limits=httpx.Limits(max_connections=clients * 2), timeout=GIVE_UP
        ) as base:
            fleet = []
            for i in range(clients):
                name = list(apis)[i % len(apis)]
                http = Bound(base, str(apis[name].base_url), apis[name].headers["authorization"])
                fleet.append(Client(f"c{i}", name, http, told, f"{seed}/{i}"))  # type: ignore[arg-type]
            enough = asyncio.Event()
            running = [asyncio.create_task(client.run(enough)) for client in fleet]
            chance = random.Random(seed)
            for _ in range(kills):
                await asyncio.sleep(seconds / (kills + 1) * (0.5 + chance.random()))
                server.kill()
                server.process.stdout.close()  # type: ignore[union-attr]
                server = await asyncio.to_thread(Server, db, port=port)
            await asyncio.sleep(seconds / (kills + 1))
            while not told.enough():
                await asyncio.sleep(0.1)
            enough.set()
            await asyncio.gather(*running)
            await settle(fleet[0])
            shown = await fleet[0]._get()
    finally:
        if server.process.poll() is None:
            server.kill()
        server.process.stdout.close()  # type: ignore[union-attr]
        for api in apis.values():
            api.close()
    check(db, told, shown)
    return told


class Bound:
    """A shared client, bound to one seat."""

    def __init__(self, base: httpx.AsyncClient, url: str, authorization: str) -> None:
        self.base, self.url, self.authorization = base, url.rstrip("/"), authorization

    async def request(self, method: str, path: str, json: Any) -> httpx.Response:
        """One request."""
        headers = {"authorization": self.authorization}
        return await self.base.request(method, self.url + path, json=json, headers=headers)


async def settle(gm: Client) -> None:
    """Stops the clock, so that what is shown last stays."""
    await gm._post(f"{gm.name}-last", {"settings": {"timeout": None}})


def check(db: Path, told: Told, shown: dict[str, Any]) -> None:
    """Whether what was told stands written, and what is written gives what was shown."""
    with closing(sqlite3.connect(db)) as connection:
        names = dict(connection.execute("select id, role || ':' || name from seats").fetchall())
        header, settings = connection.execute("select header, settings from tables").fetchone()
        rows = connection.execute("select line, request, reply, seat from lines order by seq").fetchall()
        sound = connection.execute("pragma integrity_check").fetchone()[0]
    assert sound == "ok"
    assert told.contradictions == []
    kept = {
        ("GM (you)" if names[seat].startswith("gm:") else names[seat].partition(":")[2], request): reply
        for _, request, reply, seat in rows
        if request is not None
    }
    missing = {key for key, reply in told.done.items() if kept.get(key) != reply}
    assert missing == set()
    lines = [(i, json.loads(line)) for i, (line, *_) in enumerate(rows, 2) if line is not None]
    table = load_lines([(1, json.loads(header)), *lines], "the journal")
    again = view(table.state, table.asks, Seat("gm"), settings_from_json(json.loads(settings)))
    assert json.loads(json.dumps(again)) == shown
    assert verify(table) == []
