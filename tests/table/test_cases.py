"""Cases from other people's bug reports that concern the API and what is exported; each names the case it is."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import Party, duel, play

from wanderstar.play.journal import load_lines, verify
from wanderstar.sheets.load import encounter_from
from wanderstar.sheets.model import Encounter
from wanderstar.table.house import House


@pytest.mark.parametrize("damage", ["99999999D", "0D", "-2D", "3D/0", "1D💯", "D+", "3D+1 dodge", ""])
def test_the_calculator_names_what_it_cannot_read(tmp_path: Path, damage: str) -> None:
    """case-16, case-17, case-18: damage that is none is said to be none at once; the rest of the page stays."""

    async def test(party: Party) -> None:
        client = party.client()
        answer = await client.get("/odds", params={"damage": damage, "armor": "2"})
        assert answer.status_code == 200
        assert "attack: " in answer.text
        assert "attack: " not in (await client.get("/odds", params={"damage": "3D+1", "armor": "2"})).text

    play(test, tmp_path / "t.db")


@pytest.mark.parametrize(
    "dice",
    [
        [7, 1],
        [0, 1],
        [-1, 1],
        ["6", 1],
        [6],
        [6, 6, 6],
        [True, 1],
        [1.5, 2],
        "66",
        "６６",
        [[6], 1],
        {},
        None,
    ],
    ids=repr,
)
def test_dice_that_are_none_are_refused(tmp_path: Path, dice: Any) -> None:
    """case-17, case-18: what no two dice can show is refused, never another roll; the question stays."""

    async def test(party: Party) -> None:
        await party.gm.done(settings={"manual": ["asha"]})
        await party.gm.done(
            command={"do": "test", "who": "asha", "skill": "Athletics", "characteristic": "Strength"}
        )
        before = await party.gm.state()
        answer = await party["Asha"].order(answer={"dice": dice})
        assert answer.status_code == 409
        assert await party.gm.state() == before
        await party["Asha"].done(answer={"dice": [6, 1]})

    play(test, tmp_path / "t.db")


def test_who_was_tied_stays_so(tmp_path: Path) -> None:
    """case-19: four tied at 9 keep their order when a fifth comes with 7, and after a restart."""

    async def test(party: Party) -> None:
        await party.gm.done(settings={"manual": ["asha", "bruno", "gm"]})
        await party.gm.done(command={"do": "begin"})
        while party.room.asks:
            await party.gm.done(answer={"dice": [4, 5]})
        tied = (await party.gm.state())["state"]["order"]
        assert len(tied) == 4
        late = {"who": "guard", "id": "late", "side": "foes", "at": 20}
        await party.gm.done(command={"do": "add", "combatant": late})
        while party.room.asks:
            await party.gm.done(answer={"dice": [3, 4]})
        assert (await party.gm.state())["state"]["order"] == [*tied, "late"]
        house = House(tmp_path / "t.db")
        await house.open()
        found = await house.room(party.room.id)
        assert found is not None
        assert found[0].view(party.gm.row.seat)["order"] == [*tied, "late"]
        await house.close()

    play(test, tmp_path / "t.db")


def test_a_large_export_reads_back(tmp_path: Path) -> None:
    """case-34: a journal of hundreds of lines with turns undone, exported, is read again to the same lines and
    the same table, and its dice are those of its seed."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        for i in range(300):
            state = (await party.gm.state(0))["state"]
            await party.gm.done(command={"do": "end_turn", "who": state["turn"]})
            if i % 50 == 49:
                await party.gm.done(undo={"n": party.room.table.n - 3})
        answer = await party.gm.client.get(f"/t/{party.room.id}/export.jsonl")
        lines = [json.loads(line) for line in answer.text.splitlines()]
        assert len(lines) == 1 + 301 + 6
        table = load_lines(list(enumerate(lines, 1)), "the export")
        assert lines == json.loads(json.dumps(await party.room.journal()))
        assert (table.state, table.n) == (party.room.state, party.room.table.n)
        assert verify(table) == []

    play(test, tmp_path / "t.db")


@pytest.mark.parametrize("label", ["x\nGM: you win", "x\r\n1.1 Asha hits", "x\u2028y", "x" * 1000])
def test_a_text_is_one_row(tmp_path: Path, label: str) -> None:
    """case-36: a text with a line of its own in it, or of 1,000 letters, is refused by a stated limit or stays in
    its row; no export has a row more than there are things done."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        turn = (await party.gm.state())["state"]["turn"]
        rows = []
        for text in ("plain", label):
            answer = await party.gm.order(command={"do": "minor", "who": turn, "label": text})
            exported = await party.gm.client.get(f"/t/{party.room.id}/export.md")
            rows.append(exported.text.splitlines())
            if answer.status_code == 200:
                await party.gm.done(undo={"n": party.room.table.n - 1})
            else:
                refusal = answer.json()["refusal"]
                assert (refusal["code"], refusal["facts"]["field"]) == ("bad_value", "label")
                assert refusal["facts"]["expected"]
                return
        assert len(rows[0]) == len(rows[1])

    play(test, tmp_path / "t.db")


def two_guards() -> Encounter:
    """The duel with two guards from one row."""
    data: dict[str, Any] = json.loads(json.dumps(duel().source))
    data["combatants"] = [data["combatants"][0], {"who": "guard", "side": "foes", "at": 8, "count": 2}]
    return encounter_from(data)


def test_an_ambiguous_name_changes_nothing(tmp_path: Path) -> None:
    """case-38: two guards have ids of their own; what may mean either lists both, and nothing is done."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.until("asha")
        before = await party.gm.state()
        for seat in (party.gm, party["Asha"]):
            answer = await seat.do("attack", who="asha", weapon="rifle", target="gua")
            refusal = answer.json()["refusal"]
            assert (answer.status_code, refusal["code"]) == (409, "ambiguous")
            assert sorted(refusal["facts"]["expected"]) == ["guard-1", "guard-2"]
        assert await party.gm.state() == before
        await party.gm.done(command={"do": "set", "who": "guard-2", "field": "momentum", "value": 1})
        people = (await party.gm.state())["state"]["combatants"]
        assert (people["guard-1"]["momentum"], people["guard-2"]["momentum"]) != (1, 1)

    play(test, tmp_path / "t.db", encounter=two_guards())


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_a_long_log_makes_nobody_wait(tmp_path: Path) -> None:
    """case-39: with 5,000 entries behind it an order takes as long as with fifty."""

    async def test(party: Party) -> None:
        fresh = Party(party.house, party.app, await party.house.create(duel()))
        took: dict[str, list[float]] = {}

        async def order(at: Party, momentum: int) -> None:
            began = time.perf_counter()
            await at.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": momentum})
            took.setdefault(at.room.id, []).append(time.perf_counter() - began)

        for i in range(5000):
            await order(party, i % 3)
        took.clear()
        for i in range(200):  # in turns, so that whatever else the machine does slows both
            await order(party, i % 3)
            await order(fresh, i % 3)
        long, short = (sorted(took[one.room.id])[100] for one in (party, fresh))
        assert long < 1.5 * short
        for client in fresh.clients:
            await client.aclose()

    play(test, tmp_path / "t.db")
