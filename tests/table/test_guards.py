"""What every request and every answer holds to: policy, tokens, sizes, rates, and logs without secrets."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest
from tests.table.house import GENEROUS, Party, play

from wanderstar.table import links
from wanderstar.table.deps import cookie_name
from wanderstar.table.house import MOST_SEATS
from wanderstar.table.limits import Limits
from wanderstar.table.logs import JsonLines
from wanderstar.table.security import MAX_BODY

BEGIN = {"request": "one", "command": {"do": "begin"}}


def test_every_answer_has_the_policy(tmp_path: Path) -> None:
    """Pages, API, errors and documents alike: no script or style within, no sniffing, no referrer, no frame."""

    async def test(party: Party) -> None:
        for path in ("/", "/docs", "/openapi.json", "/healthz", "/nowhere", f"{party.gm.api}/state", "/s/x"):
            headers = (await party.gm.client.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy, path
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"

    play(test, tmp_path / "t.db")


def test_a_cookie_alone_orders_nothing(tmp_path: Path) -> None:
    """With a cookie an order needs the page's token, and must not come from another site; nothing is done else."""

    async def test(party: Party) -> None:
        client, api = party.client(), f"{party.gm.api}/commands"
        client.cookies.set(cookie_name(party.room.id), party.gm.token)
        good = {"x-csrf-token": links.csrf(party.gm.token)}
        bad = [
            {},
            {"x-csrf-token": "x"},
            {"x-csrf-token": links.csrf(party["Asha"].token)},
            {**good, "origin": "http://evil.test"},
            {**good, "origin": "null"},
            {**good, "sec-fetch-site": "cross-site"},
            {**good, "sec-fetch-site": "same-site"},
        ]
        for headers in bad:
            answer = await client.post(api, json=BEGIN, headers=headers)
            assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "csrf"), headers
        assert party.room.table.n == 0
        ours = {**good, "origin": "http://table.test", "sec-fetch-site": "same-origin"}
        assert (await client.post(api, json=BEGIN, headers=ours)).status_code == 200

    play(test, tmp_path / "t.db")


def test_an_empty_bearer_is_none(tmp_path: Path) -> None:
    """A header that names no token is no way around the page's token."""

    async def test(party: Party) -> None:
        client = party.client("")
        client.cookies.set(cookie_name(party.room.id), party.gm.token)
        answer = await client.post(f"{party.gm.api}/commands", json=BEGIN)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "csrf")

    play(test, tmp_path / "t.db")


def test_a_form_is_no_order(tmp_path: Path) -> None:
    """A form with the page's token where JSON belongs is refused like anything that cannot be read."""

    async def test(party: Party) -> None:
        client, form = party.client(), {"csrf": links.csrf(party.gm.token), "request": "one"}
        client.cookies.set(cookie_name(party.room.id), party.gm.token)
        for path in (f"{party.gm.api}/commands", f"{party.gm.api}/odds", f"/t/{party.room.id}/do"):
            assert (await client.post(path, data=form)).status_code == 422

    play(test, tmp_path / "t.db")


def test_a_large_body_is_refused(tmp_path: Path) -> None:
    """More than a megabyte is refused, said beforehand or found out on the way."""

    async def test(party: Party) -> None:
        api = f"{party.gm.api}/commands"
        answer = await party.gm.client.post(api, content=b" " * (MAX_BODY + 1))
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (413, "too_large")

        async def parts() -> object:
            for _ in range(12):
                yield b" " * 100_000

        answer = await party.gm.client.post(api, content=parts())  # type: ignore[arg-type]
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (413, "too_large")
        answer = await party.gm.client.post(api, content=b"{}", headers={"content-length": "-5"})
        assert answer.status_code == 413

    play(test, tmp_path / "t.db")


def test_too_many_orders_are_refused_for_a_while(tmp_path: Path) -> None:
    """A seat that fires too fast is told to wait, and for how long; another seat is not held up by it."""

    async def test(party: Party) -> None:
        answers = [await party.gm.do("begin") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 409, 409, 429, 429]
        assert answers[-1].headers["retry-after"] == "10"
        assert answers[-1].json()["refusal"]["text"] == "too many requests; wait a moment"
        assert (await party["Asha"].do("begin")).status_code == 409

    play(test, tmp_path / "t.db", limits=Limits({**GENEROUS, "act": (0.1, 3)}))


def test_guessing_links_is_slowed_down(tmp_path: Path) -> None:
    """Wrong links are counted by address; right ones go on working."""

    async def test(party: Party) -> None:
        client = party.client()
        codes = [(await client.get(f"/s/{i}")).status_code for i in range(4)]
        assert codes == [404, 404, 404, 429]
        assert (await party.gm.client.get(f"{party.gm.api}/state")).status_code == 200

    play(test, tmp_path / "t.db", limits=Limits({**GENEROUS, "knock": (0.1, 3)}))


def test_a_bucket_fills_again() -> None:
    """Two a second, three at once: after a second two more may come."""
    now = 0.0
    limits = Limits({"act": (2.0, 3.0)}, lambda: now)
    assert [limits.take("act", "a") for _ in range(4)] == [None, None, None, 0.5]
    now = 1.0
    assert [limits.take("act", "a") for _ in range(3)] == [None, None, 0.5]
    assert limits.take("act", "b") is None


def test_the_log_tells_no_token(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Links are logged without their secret, other requests without their query; each as one JSON line."""

    async def test(party: Party) -> None:
        await party.client().get(party.house.link(party["Asha"].row))
        await party.client().get(f"/h/{party.house.host_token()}?table={party.room.id}")
        await party.gm.client.get(f"{party.gm.api}/state?log=3")
        link = party.house.link(party["Asha"].row)
        for mistyped in (link.replace("/s/", "/S/"), f"/t{link}", f"/t/x{link}/", link[2:]):
            await party.client().get(mistyped)

    with caplog.at_level(logging.INFO, "wanderstar"):
        play(test, tmp_path / "t.db")
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    paths = [line["path"] for line in lines if line["event"] == "request"]
    assert paths[:2] == ["/s/…", "/h/…"]
    assert paths[2].endswith("/state")
    assert paths[3:] == ["/S/…", "/t/s/…", "/t/x/s/…/", "/…"]
    assert all(line["ms"] >= 0 and line["status"] for line in lines if line["event"] == "request")


def test_a_table_has_so_many_seats(tmp_path: Path) -> None:
    """Seats are added up to a limit; one more is refused and none is made."""

    async def test(party: Party) -> None:
        client, path = party.gm.client, f"/t/{party.room.id}/seats"
        form = {"what": "add", "role": "spectator", "name": "Wall"}
        while len(party.room.rows) < MOST_SEATS:
            assert (await client.post(path, data=form)).status_code == 200
        answer = await client.post(path, data=form)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "seats")
        assert len(await party.house.store.seats(party.room.id)) == MOST_SEATS

    play(test, tmp_path / "t.db")


def test_health(tmp_path: Path) -> None:
    """`/healthz` answers while the store does."""

    async def test(party: Party) -> None:
        answer = await party.client().get("/healthz")
        assert (answer.status_code, answer.json()["ok"]) == (200, True)

    play(test, tmp_path / "t.db")


def test_odds_stop_when_they_take_too_long(tmp_path: Path) -> None:
    """case-39: odds that cannot be worked out in time say so; the table answers meanwhile."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.until("asha")
        order = {"do": "attack", "who": "asha", "weapon": "rifle", "target": "guard"}
        api = f"{party.gm.api}/odds"
        answer = await party.gm.client.post(api, json={"command": order})
        assert answer.status_code == 200
        assert answer.json()["weight"] == "1"
        party.app.state.odds.longest = 0.0
        slow, state = await asyncio.gather(
            party.gm.client.post(api, json={"command": order}), party.gm.client.get(f"{party.gm.api}/state")
        )
        assert (slow.status_code, slow.json()["refusal"]["code"], state.status_code) == (503, "too_long", 200)

    play(test, tmp_path / "t.db")


def test_odds_of_a_seat_say_what_it_does_not_know(tmp_path: Path) -> None:
    """A player who does not know the guard's numbers is told "unknown"; with exact foes the odds are the GM's."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.until("asha")
        order = {"command": {"do": "attack", "who": "asha", "weapon": "rifle", "target": "guard"}}

        async def odds(name: str) -> dict[str, object]:
            answer = await party[name].client.post(f"{party[name].api}/odds", json=order)
            found: dict[str, object] = answer.json()
            return found

        theirs = await odds("Asha")
        assert (theirs["hit"], theirs["trauma"], theirs["unknown"]) == ("unknown", "unknown", ["guard"])
        await party.gm.done(settings={"foes": "exact"})
        theirs, full = await odds("Asha"), await odds("GM")
        assert theirs["unknown"] == full["unknown"] == []
        assert (theirs["hit"], theirs["trauma"]) == (full["hit"], full["trauma"])

    play(test, tmp_path / "t.db")
