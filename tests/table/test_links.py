"""Links: each opens one seat at one table; one that is wrong, absent or revoked opens nothing at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from tests.table.house import Party, arrives, duel, play

from wanderstar.table import links
from wanderstar.table.deps import HOST_COOKIE, cookie_name
from wanderstar.table.hub import Stream


def routes(router: Any) -> Iterator[tuple[str, str]]:
    """Every method and path of an application."""
    for route in router.routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from routes(inner)
        for method in getattr(route, "methods", None) or ():
            if method != "HEAD":
                yield method, route.path


def filled(path: str, table: str) -> str:
    """A path with something for each of its parameters."""
    return (
        path.replace("{table}", table).replace("{kind}", "md").replace("{id}", "C26").replace("{token}", "x")
    )


def test_a_link_becomes_a_cookie(tmp_path: Path) -> None:
    """A seat's link answers with an HttpOnly cookie and goes on to an address without the secret."""

    async def test(party: Party) -> None:
        link = party.house.link(party["Asha"].row)
        answer = await party.client().get(link)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{party.room.id}")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert party["Asha"].token not in answer.headers["location"]

    play(test, tmp_path / "t.db")


def test_every_route_of_a_table_is_closed_to_strangers(tmp_path: Path) -> None:
    """On each route, a link that is absent, made up, revoked or another table's gets 404 and the same bytes."""

    async def test(party: Party) -> None:
        other = await party.house.create(duel())
        elsewhere = next(iter(other.rows.values()))
        await party.house.revoke(party["Asha"].row)
        old = party.house.token(party["Bruno"].row)
        await party.house.reissue(party["Bruno"].row)
        tokens = ["", "x", party["Asha"].token, old, party.house.token(elsewhere), "é" * 9]
        tried = 0
        for method, path in sorted(set(routes(party.app))):
            if "{table}" not in path:
                continue
            answers = []
            for token in tokens:
                client = party.client()
                client.cookies.set(
                    cookie_name(party.room.id), links.digest("x") if not token.isascii() else token
                )
                if token:
                    client.cookies.set(HOST_COOKIE, "wrong")
                answers.append(await client.request(method, filled(path, party.room.id)))
                bearer = party.client(token if token.isascii() else "x")
                answers.append(await bearer.request(method, filled(path, party.room.id)))
            assert {answer.status_code for answer in answers} == {404}, path
            assert len({answer.content for answer in answers}) == 1, path
            tried += 1
        assert tried >= 15

    play(test, tmp_path / "t.db")


def test_a_table_that_is_not_there_looks_like_a_wrong_link(tmp_path: Path) -> None:
    """Whether a table exists is not told: a made-up table and a wrong link give the same bytes."""

    async def test(party: Party) -> None:
        client = party.client("x")
        real = await client.get(f"/api/tables/{party.room.id}/state")
        made_up = await client.get("/api/tables/0123456789/state")
        assert (real.status_code, real.content) == (made_up.status_code, made_up.content)
        assert (await client.get("/s/x")).status_code == (await client.get("/h/x")).status_code == 404

    play(test, tmp_path / "t.db")


def test_a_revoked_seat_gets_no_later_push(tmp_path: Path) -> None:
    """Revoking ends the seat's open streams at once; nothing is sent after it, and its link is dead."""

    async def test(party: Party) -> None:
        hub = party.hub
        sent: list[bytes] = []
        going = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await going.wait()
            return {"type": "http.disconnect"}

        async def send(part: dict[str, Any]) -> None:
            sent.append(part.get("body", b""))

        stream: Stream = hub.open(party["Asha"].row, "test", lambda room, seat: room.version(seat))
        task = asyncio.create_task(stream({"type": "http"}, receive, send))
        await arrives(lambda: len(sent) == 2)
        await party.gm.done(command={"do": "begin"})
        await arrives(lambda: len(sent) == 3)
        assert b"data: " in sent[-1]
        await party.house.revoke(party["Asha"].row)
        await task
        before = len(sent)
        await party.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": 0})
        await asyncio.sleep(0.05)
        assert len(sent) == before
        assert hub.streams == 0
        assert (await party["Asha"].client.get(f"{party['Asha'].api}/state")).status_code == 404
        going.set()

    play(test, tmp_path / "t.db")


def test_a_link_that_ends_while_an_order_comes_in_orders_nothing(tmp_path: Path) -> None:
    """A body that is long in coming: its seat is revoked or reissued meanwhile, and nothing is done."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        for end, name in ((party.house.revoke, "Asha"), (party.house.reissue, "Bruno")):
            guest = party[name]
            rest, coming = asyncio.Event(), asyncio.Event()

            async def body(
                rest: asyncio.Event = rest, coming: asyncio.Event = coming, who: str = name.lower()
            ) -> AsyncIterator[bytes]:
                yield b'{"request":"one",'
                coming.set()
                await rest.wait()
                yield b'"settings":{"manual":["' + who.encode() + b'"]}}'

            order = asyncio.create_task(guest.client.post(f"{guest.api}/commands", content=body()))
            await coming.wait()
            await end(guest.row)
            rest.set()
            assert (await order).status_code == 404
        assert party.room.settings.manual == ()

    play(test, tmp_path / "t.db")


def test_an_order_that_waits_is_not_done_once_its_link_has_ended(tmp_path: Path) -> None:
    """An order that waits for another to be written down is not done when its seat is revoked by then."""

    async def test(party: Party) -> None:
        async with party.room.lock:
            order = asyncio.create_task(party["Asha"].order(settings={"manual": ["asha"]}))
            await arrives(lambda: bool(party.room.lock._waiters))
            await party.house.revoke(party["Asha"].row)
        assert (await order).status_code == 409
        assert party.room.settings.manual == ()

    play(test, tmp_path / "t.db")


def test_the_gm_can_be_let_in_again_by_the_host(tmp_path: Path) -> None:
    """The host's link opens the start page and, with a table, that table as its GM."""

    async def test(party: Party) -> None:
        client = party.client()
        await client.get(f"/h/{party.house.host_token()}?table={party.room.id}")
        assert client.cookies[HOST_COOKIE] == party.house.host_token()
        assert client.cookies[cookie_name(party.room.id)] == party.gm.token
        await party.house.revoke(party.gm.row)
        answer = await client.get(f"/enter/{party.room.id}")
        assert answer.status_code == 303
        seen = await client.get(f"/api/tables/{party.room.id}/state")
        assert seen.json()["state"]["role"] == "gm"

    play(test, tmp_path / "t.db")


PAGES = ["", "/composer", "/composer?who=asha&target=scout&weapon=rifle", "/log", "/export.md", "/export.csv"]


def without_hidden_facts(at: float) -> Any:
    """An encounter whose hidden scout stands at `at`."""
    return duel(hidden=True, scout_at=at)


async def evening(party: Party) -> list[bytes]:
    """All pages and answers that Asha, Bruno and the big screen receive in a short fight, errors and odds among it."""
    received: list[bytes] = []

    async def look(*names: str) -> None:
        for name in names or ("Asha", "Bruno", "Big screen"):
            guest = party[name]
            received.append((await guest.client.get(f"{guest.api}/state?log=1000")).content)
            for page in PAGES:
                answer = await guest.client.get(f"/t/{party.room.id}{page}")
                assert answer.status_code == 200, page
                text = answer.text.replace(party.room.id, "TABLE").replace(links.csrf(guest.token), "CSRF")
                received.append(text.encode())

    async def hear(name: str, **body: Any) -> None:
        received.append((await party[name].order(f"{name}{len(received)}", **body)).content)

    await look()
    await party.gm.done(command={"do": "begin"})
    await look()
    order = ["asha", "scout", "bruno", "guard"]
    await party.gm.done(command={"do": "order", "order": order})
    await party.until("asha")
    await hear("Asha", command={"do": "attack", "who": "asha", "weapon": "rifle", "target": "scout"})
    await hear("Asha", command={"do": "aim", "who": "asha", "target": "sc"})
    await hear("Asha", version="old", command={"do": "end_turn", "who": "asha"})
    await hear("Bruno", command={"do": "end_turn", "who": "scout"})
    await hear("Bruno", answer={"reaction:scout": "dodge"})
    for body in ({"do": "attack", "who": "asha", "weapon": "rifle", "target": "scout"},
                 {"do": "attack", "who": "asha", "weapon": "rifle", "target": "guard"}):  # fmt: skip
        answer = await party["Asha"].client.post(f"{party['Asha'].api}/odds", json={"command": body})
        received.append(answer.content)
    for _ in range(5):
        turn = (await party.gm.state())["state"]["turn"]
        if turn == "scout":
            await party.gm.done(command={"do": "minor", "who": "scout", "label": "creeps"})
            await hear("Asha", command={"do": "end_turn", "who": "asha"})
        await party.gm.done(command={"do": "end_turn", "who": turn})
        await look()
    await party.gm.done(command={"do": "set", "who": "scout", "field": "trauma", "value": {"physical": 2}})
    await party.gm.done(undo={"n": party.room.table.n - 1})
    await look()
    return received


def test_what_is_received_hangs_on_nothing_hidden(tmp_path: Path) -> None:
    """A scout in hiding at 30 m or at 2 m, in the order, taking turns, wounded and undone: players and the big
    screen receive the same bytes, in states, pages, logs, exports, refusals and odds."""
    heard: list[list[bytes]] = []

    async def test(party: Party) -> None:
        heard.append(await evening(party))

    for i, at in enumerate((30, 2)):
        play(test, tmp_path / f"{i}.db", encounter=without_hidden_facts(at))
    assert len(heard[0]) > 150
    assert [(one, other) for one, other in zip(*heard, strict=True) if one != other] == []
    states = [answer for answer in heard[0] if answer.startswith(b'{"state"')]
    assert len(states) > 20
    assert not [state for state in states if b"scout" in state]


def test_what_has_changed_hangs_on_nothing_hidden(tmp_path: Path) -> None:
    """Somebody in hiding does something that the GM takes back: a stale player is told of the same changes as if
    it had never been."""
    heard: list[str] = []

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.gm.done(command={"do": "order", "order": ["scout", "asha", "bruno", "guard"]})
        await party.until("scout")
        version = await party["Asha"].version()
        if heard:
            await party.gm.done(command={"do": "minor", "who": "scout", "label": "creeps"})
            assert await party["Asha"].version() == version
            await party.gm.done(undo={"n": party.room.table.n - 1})
        await party.gm.done(command={"do": "end_turn", "who": "scout"})
        await party.gm.done(command={"do": "minor", "who": "asha", "label": "hums"})
        order = {"do": "end_turn", "who": "asha"}
        answer = await party["Asha"].order("one", version=version, command=order)
        assert len(answer.json()["changed"]) == 2  # it is her turn; she hums
        heard.append(answer.text)

    for i in range(2):
        play(test, tmp_path / f"{i}.db", encounter=duel(hidden=True))
    assert heard[0] == heard[1]


def test_nobody_hidden_is_nobody(tmp_path: Path) -> None:
    """Naming somebody in hiding is answered like naming somebody who is not there."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.until("asha")
        texts = []
        for who in ("scout", "nobod"):
            order = {"do": "attack", "who": "asha", "weapon": "rifle", "target": who}
            refused = await party["Asha"].do(**order)
            odds = await party["Asha"].client.post(f"{party['Asha'].api}/odds", json={"command": order})
            assert refused.json()["refusal"]["code"] == odds.json()["refusal"]["code"] == "unknown"
            texts.append([answer.text.replace(who, "…") for answer in (refused, odds)])
        assert texts[0] == texts[1]

    play(test, tmp_path / "t.db", encounter=duel(hidden=True))
