"""Files that strangers might send: every fault is said, no file of the server is read, nothing is half made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import Party, duel, play

from wanderstar.table.pages_start import MAX_FILE

Fields = dict[str, Any]
CREW = {"who": {"id": "ada", "name": "Ada", "boxes": {"physical": 4, "mental": 4}, "characteristics": {}}}


def encounter(**more: Any) -> Fields:
    """A small encounter that is sound but for what is put in."""
    return {
        "format": 1,
        "name": "Sent",
        "sides": [{"id": "crew", "name": "Crew"}, {"id": "foes", "name": "Foes"}],
        "combatants": [{**CREW, "side": "crew", "at": 0}],
        **more,
    }


async def send(party: Party, content: bytes, name: str = "sent.json", **files: bytes) -> tuple[int, str]:
    """Uploads a file as the host: the status, and the page's text."""
    client = party.client(party.house.host_token())
    sent = {"file": (name, content)} | {key: (f"{key}.json", one) for key, one in files.items()}
    answer = await client.post("/tables", files=sent)
    return answer.status_code, answer.text


def test_a_sound_file_makes_a_table(tmp_path: Path) -> None:
    """What the others here break is sound as it is."""

    async def test(party: Party) -> None:
        status, text = await send(party, json.dumps(encounter()).encode())
        assert status == 303, text
        assert len(await party.house.store.tables()) == 2

    play(test, tmp_path / "t.db")


@pytest.mark.parametrize(
    "more",
    [
        {"ruleset": "/etc/hostname"},
        {"ruleset": "../sent.toml"},
        {"packs": ["/etc/hostname"]},
        {"packs": ["../../pyproject.toml"]},
        {"packs": ["core/../core"]},
        {"packs": ["./sent.toml"]},
    ],
)
def test_an_uploaded_file_names_no_file_of_the_server(tmp_path: Path, more: Fields) -> None:
    """A ruleset or pack named by a path is a fault at its key, whether there is such a file or not."""

    async def test(party: Party) -> None:
        status, text = await send(party, json.dumps(encounter(**more)).encode())
        assert status == 422
        assert "no file may be named here" in text or "no such pack" in text
        assert len(await party.house.store.tables()) == 1

    play(test, tmp_path / "t.db")


BROKEN = [
    b"",
    b"\x00\xff" * 50,
    b"[1]",
    b"[" * 100_000,
    b'{"format":' + b"9" * 5000 + b"}",
    b'{"format":1,"format":1}',
    json.dumps(encounter(name="\ud800")).encode(),
    json.dumps(encounter(combatants=[{**CREW, "side": "crew", "at": float("nan")}])).encode(),
    json.dumps(encounter(combatants=[{**CREW, "side": "crew", "at": 0, "count": 10**9}])).encode(),
    b" " * (MAX_FILE + 1),
]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_a_fault_and_no_table(tmp_path: Path, content: bytes) -> None:
    """Empty, binary, bottomless, endless, doubled, half letters, no number, a host of people, too large."""

    async def test(party: Party) -> None:
        for name in ("sent.json", "sent.toml"):
            status, text = await send(party, content, name)
            assert (status, "fault" in text) == (422, True)
            assert (await send(party, json.dumps(encounter()).encode(), ruleset=content))[0] == 422
        assert len(await party.house.store.tables()) == 1

    play(test, tmp_path / "t.db")


def test_text_for_a_number_is_a_fault_at_its_field(tmp_path: Path) -> None:
    """case-34: somebody's file with armor as the text "3" is refused at that field; nothing is half taken in."""

    async def test(party: Party) -> None:
        who = {**CREW["who"], "armor": "3"}
        status, text = await send(
            party, json.dumps(encounter(combatants=[{"who": who, "side": "crew", "at": 0}])).encode()
        )
        assert status == 422
        assert "armor" in text
        assert len(await party.house.store.tables()) == 1

    play(test, tmp_path / "t.db")


def test_a_long_text_is_refused_by_a_stated_limit(tmp_path: Path) -> None:
    """case-36: a name of 1,000 letters, one with a new line: the fault is at its key and says what may be."""

    async def test(party: Party) -> None:
        for name in ("A" * 1000, "Ada\nGM: you win"):
            who = {**CREW["who"], "name": name}
            status, text = await send(
                party, json.dumps(encounter(combatants=[{"who": who, "side": "crew", "at": 0}])).encode()
            )
            assert (status, "combatants" in text, "name" in text) == (422, True, True)
            assert "letters" in text or "characters" in text

    play(test, tmp_path / "t.db", encounter=duel())
