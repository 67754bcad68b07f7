"""The hub: each stream the newest and only what its seat sees."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import Party, arrives, duel, play

from wanderstar.table import hub as hubs
from wanderstar.table.hub import Hub, message
from wanderstar.table.room import Room


class Listener:
    """A client of a stream; while `slow` is set it takes nothing more."""

    def __init__(self, party: Party, name: str) -> None:
        self.hub: Hub = party.hub
        self.got: list[bytes] = []
        self.ready = asyncio.Event()
        self.ready.set()
        self.gone = asyncio.Event()
        self.stream = self.hub.open(
            party[name].row, "test", lambda room, seat: f"{seat.role} {room.version(seat)}"
        )
        self.task = asyncio.create_task(self.stream({"type": "http"}, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        """The client goes when it likes."""
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, part: dict[str, Any]) -> None:
        """Takes a part of the answer."""
        if part.get("body"):
            self.got.append(part["body"])
        await self.ready.wait()

    async def leave(self) -> None:
        """Goes."""
        self.ready.set()
        self.gone.set()
        await self.task


async def settle() -> None:
    """Lets everything that is due happen."""
    for _ in range(20):
        await asyncio.sleep(0)


async def spend(party: Party, value: int) -> None:
    """A change that everybody sees."""
    await party.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": value})
    await settle()


def test_a_slow_client_gets_the_newest_only(tmp_path: Path) -> None:
    """While one takes nothing, two changes come: it then gets the second of them, not both; others got each."""

    async def test(party: Party) -> None:
        slow, quick = Listener(party, "Asha"), Listener(party, "Bruno")
        await settle()
        slow.ready.clear()
        for value in (0, 1, 2):
            await spend(party, value)
        slow.ready.set()
        await settle()
        assert len(quick.got) == 4
        assert len(slow.got) == 3
        assert slow.got[-1] == message(f"player {party.room.version(party['Asha'].row.seat)}")
        await slow.leave()
        await quick.leave()

    play(test, tmp_path / "t.db")


def test_what_a_seat_does_not_see_sends_it_nothing(tmp_path: Path) -> None:
    """Somebody hidden is wounded: the GM's stream tells, the players' and the big screen's are silent."""

    async def test(party: Party) -> None:
        listeners = {name: Listener(party, name) for name in ("GM", "Asha", "Big screen")}
        await settle()
        before = {name: len(one.got) for name, one in listeners.items()}
        order = {"do": "set", "who": "scout", "field": "trauma", "value": {"physical": 1}}
        await party.gm.done(command=order)
        await settle()
        news = {name: len(one.got) - before[name] for name, one in listeners.items()}
        assert news == {"GM": 1, "Asha": 0, "Big screen": 0}
        for one in listeners.values():
            await one.leave()

    play(test, tmp_path / "t.db", encounter=duel(hidden=True))


def test_seats_that_see_the_same_share_one_drawing(tmp_path: Path) -> None:
    """Ten who look on cost one drawing a change; when nobody looks nothing is drawn."""

    async def test(party: Party) -> None:
        drawn = 0

        def draw(room: Room, seat: Any) -> str:
            nonlocal drawn
            drawn += 1
            return room.version(seat)

        listeners = []
        for _ in range(10):
            one = Listener(party, "Big screen")
            one.stream.shows = draw
            listeners.append(one)
        await settle()
        drawn = 0
        await spend(party, 0)
        assert drawn == 1
        assert {len(one.got) for one in listeners} == {2}
        for one in listeners:
            await one.leave()
        await spend(party, 1)
        assert drawn == 1
        assert party.hub.groups == {}

    play(test, tmp_path / "t.db")


def test_a_page_that_cannot_be_drawn_holds_up_nobody(tmp_path: Path) -> None:
    """When one role's drawing fails the others still get theirs."""

    async def test(party: Party) -> None:
        broken, sound = Listener(party, "Asha"), Listener(party, "Bruno")
        await settle()

        def fail(room: Room, seat: Any) -> str:
            raise ValueError("no such colour")

        next(group for group in party.hub.groups.values() if broken.stream in group.streams).render = fail
        await spend(party, 0)
        assert (len(broken.got), len(sound.got)) == (1, 2)
        await broken.leave()
        await sound.leave()

    play(test, tmp_path / "t.db")


def test_the_gm_sees_who_comes_and_goes(tmp_path: Path) -> None:
    """A seat is connected from its first stream to its last."""

    async def test(party: Party) -> None:
        row = party["Asha"].row.id
        first, second = Listener(party, "Asha"), Listener(party, "Asha")
        await settle()
        assert party.hub.connected[row] == 2
        await first.leave()
        assert party.hub.connected[row] == 1
        await second.leave()
        assert party.hub.connected[row] == 0

    play(test, tmp_path / "t.db")


def test_silence_is_kept_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment comes now and then, whatever happens at the table."""
    monkeypatch.setattr(hubs, "KEEPALIVE", 0.05)

    async def test(party: Party) -> None:
        one = Listener(party, "Asha")
        await arrives(lambda: len(one.got) >= 4)
        assert one.got[0].startswith(b"data: ") and set(one.got[1:]) == {b":\n\n"}
        await one.leave()

    play(test, tmp_path / "t.db")


def test_a_table_has_only_so_many_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more than the most is refused, and may try again later."""
    monkeypatch.setattr(hubs, "MOST_STREAMS", 1)

    async def test(party: Party) -> None:
        one = Listener(party, "Asha")
        await settle()
        answer = await party["Bruno"].client.get(f"{party['Bruno'].api}/stream")
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (429, "too_many")
        await one.leave()

    play(test, tmp_path / "t.db")


def test_a_message_is_one_event() -> None:
    """Lines of a text are lines of one event's data; an empty text is still a message."""
    assert message("a\nb") == b"data: a\ndata: b\n\n"
    assert message("") == b"data: \n\n"


def test_a_link_that_ends_on_the_way_in_opens_nothing(tmp_path: Path) -> None:
    """A stream that is let in just before its seat is revoked or reissued ends without a word."""

    async def test(party: Party) -> None:
        for end, name in ((party.house.revoke, "Asha"), (party.house.reissue, "Bruno")):
            await end(party[name].row)
            listener = Listener(party, name)
            await listener.task
            assert listener.got == []
        assert party.hub.streams == 0

    play(test, tmp_path / "t.db")
