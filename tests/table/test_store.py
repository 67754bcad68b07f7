"""What is kept: every acknowledged line, nothing of a commit that failed, and copies of it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.cli.command import spawn
from tests.table.house import GENEROUS, Guest, Party, duel, play
from tests.table.server import serving

from wanderstar.play.journal import load_lines, verify
from wanderstar.table.app import create_app
from wanderstar.table.house import House
from wanderstar.table.limits import Limits
from wanderstar.table.store import Store, WrongStore, async_url


def test_a_commit_that_fails_has_changed_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the store cannot write, the order is not acknowledged and nothing of it shows; afterwards it can be
    sent again."""

    async def test(party: Party) -> None:
        before = await party.gm.state()
        append = party.room.store.append

        async def fail(*args: Any) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(party.room.store, "append", fail)
        with pytest.raises(OSError, match="full"):  # the server answers 500; here it is passed on
            await party.gm.order("one", command={"do": "begin"})
        assert await party.gm.state() == before
        monkeypatch.setattr(party.room.store, "append", append)
        assert (await party.gm.order("one", command={"do": "begin"})).status_code == 200

    play(test, tmp_path / "t.db")


def test_a_full_disk_is_said_and_nothing_is_done(tmp_path: Path) -> None:
    """When the database has no room left, the order is refused as not written down; with room again it is done."""

    async def test(party: Party) -> None:
        before = await party.gm.state()
        async with party.house.store.engine.begin() as connection:
            await connection.execute(text("create trigger full before insert on lines begin "
                                          "select raise(abort, 'database or disk is full'); end"))  # fmt: skip
        answer = await party.gm.order("one", command={"do": "begin"})
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (503, "store")
        assert await party.gm.state() == before
        async with party.house.store.engine.begin() as connection:
            await connection.execute(text("drop trigger full"))
        assert (await party.gm.order("one", command={"do": "begin"})).status_code == 200
        assert party.room.table.n == 1

    play(test, tmp_path / "t.db")


def test_a_commit_whose_answer_is_lost_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the store wrote but could not say so, the table is what is written, and the request is not done twice."""

    async def test(party: Party) -> None:
        append = party.room.store.append

        async def write_and_fail(*args: Any) -> None:
            await append(*args)
            raise OSError("the connection broke")

        monkeypatch.setattr(party.room.store, "append", write_and_fail)
        with pytest.raises(OSError, match="broke"):
            await party.gm.order("one", command={"do": "begin"})
        monkeypatch.setattr(party.room.store, "append", append)
        assert (await party.gm.state())["state"]["round"] == 1
        assert (await party.gm.order("one", command={"do": "begin"})).status_code == 200
        assert party.room.table.n == 1

    play(test, tmp_path / "t.db")


def test_what_others_wrote_is_taken_in(tmp_path: Path) -> None:
    """Two servers on one store cannot both write the same place: the second is refused by the store, and reads."""

    async def test(party: Party) -> None:
        house = House(tmp_path / "t.db")
        app = create_app(house, Limits(GENEROUS))
        async with app.router.lifespan_context(app):
            found = await house.room(party.room.id)
            assert found is not None
            other = Party(house, app, found[0])
            await party.gm.done(command={"do": "begin"})
            answer = await other.gm.order(command={"do": "begin"})
            assert (answer.status_code, answer.json()["refusal"]["code"]) == (503, "store")
            assert await other.gm.state() == await party.gm.state()
            for client in other.clients:
                await client.aclose()

    play(test, tmp_path / "t.db")


def test_a_table_reopened_is_the_same(tmp_path: Path) -> None:
    """A room opened from the store shows each seat what it saw, waits for what was awaited, and remembers
    requests, settings and revoked seats."""

    async def test(party: Party) -> None:
        await party.gm.done(settings={"manual": ["asha"], "notes": {"guard": "coward"}})
        await party.gm.order("first", command={"do": "begin"})
        await party.house.revoke(party["Bruno"].row)
        seen = {name: await party[name].state() for name in ("GM", "Asha", "Big screen")}
        house = House(tmp_path / "t.db")
        app = create_app(house, Limits(GENEROUS))
        async with app.router.lifespan_context(app):
            found = await house.room(party.room.id)
            assert found is not None
            again = Party(house, app, found[0])
            assert {name: await again[name].state() for name in seen} == seen
            assert again["Asha"].token == party["Asha"].token
            gone: Guest = again["Bruno"]
            assert (await gone.client.get(f"{gone.api}/state")).status_code == 404
            await again["Asha"].done(answer={"dice": [6, 6]})
            assert again.room.table.run is None
            for client in again.clients:
                await client.aclose()

    play(test, tmp_path / "t.db")


def test_the_journal_is_complete_and_verifiable(tmp_path: Path) -> None:
    """The exported lines load to the same table, and once the fight is over the seed verifies every roll."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.gm.done(
            command={"do": "test", "who": "asha", "skill": "Athletics", "characteristic": None}
        )
        running = await party.room.journal()
        assert not [line for line in running if "seed" in line]
        await party.gm.done(command={"do": "end"})
        lines = await party.room.journal()
        assert lines[-1] == {"seed": "5eed"}
        table = load_lines(list(enumerate(lines, 1)), "export")
        assert (table.to_json(), verify(table)) == (party.room.table.to_json(), [])

    play(test, tmp_path / "t.db")


def test_a_copy_made_while_playing_can_be_played_on(tmp_path: Path) -> None:
    """`--backup` copies the tables of a running server; a server on the copy has the same links and the same state."""
    copy = tmp_path / "copy.db"
    with serving(tmp_path / "t.db") as server, server.api("GM") as gm:
        gm.post("/commands", json={"request": "1", "command": {"do": "begin"}})
        before = gm.get("/state").json()
        done = spawn("table", "--db", str(tmp_path / "t.db"), "--backup", str(copy))
        assert (done.code, done.err) == (0, "")
        gm.post("/commands", json={"request": "2", "command": {"do": "end"}})
        links = {name: link.removeprefix(server.url) for name, link in server.links.items()}
    again = spawn("table", "--db", str(tmp_path / "t.db"), "--backup", str(copy))
    assert (again.code, len(again.err.splitlines())) == (2, 1)
    with serving(copy) as server, server.api("GM") as gm:
        assert gm.get("/state").json() == before
        assert {name: link.removeprefix(server.url) for name, link in server.links.items()} == links


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    """A database with another schema is left alone, and the verb says so in one line."""
    db = tmp_path / "t.db"

    async def make() -> None:
        store = Store(db)
        await store.open()
        await store.close()

    asyncio.run(make())
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("update facts set value = '99' where key = 'schema'")
        connection.commit()
    with pytest.raises(WrongStore, match="99"):
        asyncio.run(make())
    told = spawn("table", "--db", str(db), "--no-browser")
    assert (told.code, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert "schema 99" in told.err


def test_an_address_names_its_driver() -> None:
    """A path is an SQLite file; other addresses get the driver that does not block."""
    assert async_url("a/b.db") == "sqlite+aiosqlite:///a/b.db"
    assert async_url("sqlite:///b.db") == "sqlite+aiosqlite:///b.db"
    assert async_url("postgresql://u@h/d") == "postgresql+asyncpg://u@h/d"
    assert async_url("sqlite+aiosqlite:///x") == "sqlite+aiosqlite:///x"


def test_names_are_kept_as_they_are(tmp_path: Path) -> None:
    """case-36: markup, Arabic, an emoji family as names come back as they went in."""

    async def test(party: Party) -> None:
        name = "<img onerror=x> عمر 7 👨‍👩‍👧"
        room = await party.house.create(duel(), name)
        rows = await party.house.tables()
        assert [row.name for row in rows if row.id == room.id] == [name]

    play(test, tmp_path / "t.db")
