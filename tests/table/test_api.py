"""The API as a program meets it: what the documents say, and whatever else one may send."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from tests.table.house import Party, play
from tests.table.server import Server, serving

from wanderstar.play.commands import SPECS


def test_the_documents_name_every_field(tmp_path: Path) -> None:
    """`/docs` lists the four endpoints, each field of an order and what an answer may be; `/openapi.json` too."""

    async def test(party: Party) -> None:
        text = (await party.client().get("/docs")).text
        openapi = (await party.client().get("/openapi.json")).json()
        ends = ["state", "stream", "commands", "odds"]
        assert list(openapi["paths"]) == [f"/api/tables/{{table}}/{end}" for end in ends]
        for word in (*ends, "request", "version", "undo", "tactic", "settings", "409", "429"):
            assert word in text
        assert "<script" not in text
        assert "style=" not in text

    play(test, tmp_path / "t.db")


def test_a_seat_reads_its_state_and_as_much_log_as_it_wants(tmp_path: Path) -> None:
    """State and log; the number of log items is the reader's, within limits."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        turn = (await party.gm.state())["state"]["turn"]
        await party.gm.done(command={"do": "minor", "who": turn, "label": "looks around"})
        seen = await party["Asha"].state(log=1)
        assert ["looks around" in item["title"] for item in seen["log"]] == [True]
        assert (await party["Asha"].state(log=0))["log"] == []
        answer = await party.gm.client.get(f"{party.gm.api}/state?log=-1")
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (422, "bad_value")

    play(test, tmp_path / "t.db")


def attempts(operation: Any, server: Server, headers: dict[str, str], named: set[int]) -> int:
    """Tries one operation with what its schema allows, and what it does not; how often."""
    tried = 0

    @settings(
        max_examples=40, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
    )
    @given(case=operation.as_strategy())
    def attempt(case: Any) -> None:
        nonlocal tried
        case.path_parameters["table"] = server.table
        answer = case.call(base_url=server.url, headers=headers)
        assert answer.status_code in named, answer.text
        tried += 1

    attempt()
    return tried


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_nothing_from_the_schema_breaks_the_server(tmp_path: Path) -> None:
    """Schemathesis finds no 5xx, and only answers that the documents name."""
    with serving(tmp_path / "t.db") as server, server.api("GM") as gm:
        schema: Any = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
        headers = {"authorization": gm.headers["authorization"]}
        tried: dict[str, int] = {}
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path.endswith("/stream"):
                continue
            named = {int(code) for code in operation.definition.raw["responses"]} | {200}

            tried[operation.label] = attempts(operation, server, headers, named)
        assert len(tried) == 3
        assert min(tried.values()) >= 10
        assert not [line for line in server.logged() if line["level"] == "error"]


JUNK = [
    None, True, False, 0, -1, 3, 10**14, 1.5, -1e9, 1e308, "", "x", "asha", "guard", "bruno", "rifle", "frag",
    "unarmed", "knife", "crate", "engaged", "advantage", "Athletics", "Strength", "momentum", "trauma", "<b>",
    "\u202e", "😀" * 50,
    [], ["asha"], ["asha", "guard"], [0, 0], [1], {}, {"who": "asha"}, {"id": "c2", "at": 3, "grade": "light"},
    {"who": "guard", "side": "foes", "at": 3}, [{"who": "asha", "skill": "Athletics"}, {"who": "bruno", "skill": "x"}],
]  # fmt: skip


@pytest.mark.parametrize("seat", ["GM", "Asha"])
def test_no_command_breaks_the_table(tmp_path: Path, seat: str) -> None:
    """Every command with whatever in its fields is done or refused with a sentence, and the table lives on."""

    async def test(party: Party) -> None:
        chance = random.Random(seat)
        await party.gm.done(command={"do": "begin"})
        codes: set[str] = set()
        for do in list(SPECS) * 12:
            state = party.room.state
            ended = state.over or (seat == "Asha" and state.combatants["asha"].out)
            if ended or chance.random() < 0.02:
                await party.gm.order(undo={"n": 1})
                state = party.room.state
            if seat == "Asha" and not state.over:
                await party.until("asha")
            fields = list(SPECS[do].fields)
            command = {"do": do, **{name: chance.choice(JUNK) for name in fields if chance.random() < 0.8}}
            if SPECS[do].who:
                command["who"] = chance.choice([state.turn, "asha", "asha", chance.choice(JUNK)])
            answer = await party[seat].order(command=command)
            assert answer.status_code in (200, 409), (command, answer.text)
            if answer.status_code == 409:
                refusal = answer.json()["refusal"]
                codes.add(refusal["code"])
                assert refusal["text"], command
            for ask in (await party.gm.state(log=0))["state"]["pending"]:
                value = "roll" if ask["key"] == "dice" else ask["default"]
                await party.gm.order(answer={ask["key"]: value})
                wrong = await party[seat].order(answer={ask["key"]: chance.choice(JUNK)})
                assert wrong.status_code in (200, 409)
            odds = await party[seat].client.post(f"{party.gm.api}/odds", json={"command": command})
            assert odds.status_code in (200, 409, 503), (command, odds.text)
        assert len(codes) >= 4

    play(test, tmp_path / "t.db")
