"""Orders to a room: once each, by whom they are for, seeing what is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.table.house import Party, duel, play

MANUAL = {"manual": ["asha", "bruno"]}


def test_a_request_sent_twice_is_done_once_with_the_same_answer(tmp_path: Path) -> None:
    """case-30: a double click, and the same request again after the turn has moved on, give one roll and the
    same bytes."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        turn = (await party.gm.state())["state"]["turn"]
        order: dict[str, Any] = {"request": "one", "command": {"do": "minor", "who": turn, "label": "shout"}}
        first, second = await asyncio.gather(party.gm.order(**order), party.gm.order(**order))
        assert first.status_code == second.status_code == 200
        assert first.content == second.content
        await party.gm.done(command={"do": "end_turn", "who": turn})
        assert (await party.gm.order(**order)).content == first.content
        assert [line.get("n") for line in await party.room.journal()] == [None, 1, 2, 3]

    play(test, tmp_path / "t.db")


def test_the_same_id_of_another_seat_is_another_request(tmp_path: Path) -> None:
    """Request ids are each seat's own: nobody is answered with what somebody else was told."""

    async def test(party: Party) -> None:
        begun = await party.gm.order("one", command={"do": "begin"})
        refused = await party["Asha"].order("one", command={"do": "begin"})
        assert (begun.status_code, refused.status_code) == (200, 409)
        assert refused.json()["refusal"]["code"] == "seat"

    play(test, tmp_path / "t.db")


def test_two_act_from_the_same_version_and_one_is_stale(tmp_path: Path) -> None:
    """case-27: two clients act from the same version; one is accepted, one refused with what has changed, and
    the table has one entry."""

    async def test(party: Party) -> None:
        version = await party.gm.version()
        answers = await asyncio.gather(
            *(party.gm.order(version=version, command={"do": "begin"}) for _ in range(2))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        stale = next(answer.json() for answer in answers if answer.status_code == 409)
        assert stale["refusal"]["code"] == "stale"
        assert stale["version"] == await party.gm.version()
        assert len(stale["changed"]) == 1
        assert party.room.table.n == 1

    play(test, tmp_path / "t.db")


def test_a_version_of_another_seat_is_stale(tmp_path: Path) -> None:
    """Versions are per seat: the GM's means nothing in a player's hands."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        theirs = await party["Asha"].order(
            version=await party.gm.version(), command={"do": "end_turn", "who": "asha"}
        )
        assert theirs.json()["refusal"]["code"] == "stale"
        assert theirs.json()["changed"] is None

    play(test, tmp_path / "t.db")


def test_answers_given_at_once_are_not_stale(tmp_path: Path) -> None:
    """A grenade asks two phones together: both answer from the version in which they were asked, and each is
    heard."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.until("guard")
        await party.gm.done(command={"do": "draw", "who": "guard", "weapon": "frag"})
        await party.gm.done(command={"do": "attack", "who": "guard", "weapon": "frag", "at": 0.5})
        seen = {name: await party[name].version() for name in ("Asha", "Bruno")}
        asked = {name: (await party[name].state())["state"]["pending"] for name in ("Asha", "Bruno")}
        assert {name: [ask["key"] for ask in asks] for name, asks in asked.items()} == {
            "Asha": ["reaction:asha"],
            "Bruno": ["reaction:bruno"],
        }
        await party["Asha"].done(version=seen["Asha"], answer={"reaction:asha": "none"})
        assert seen["Bruno"] != await party["Bruno"].version()
        await party["Bruno"].done(version=seen["Bruno"], answer={"reaction:bruno": "dive:crate"})
        assert (await party.gm.state())["state"]["pending"] == []

    play(test, tmp_path / "t.db", encounter=duel())


def test_an_answer_to_a_question_that_is_gone_is_stale(tmp_path: Path) -> None:
    """Dice typed twice for one question do not become those of the next: the second sheet is stale."""

    async def test(party: Party) -> None:
        await party.gm.done(settings={"manual": ["asha", "bruno", "gm"]})
        await party.gm.done(command={"do": "begin"})
        seen = await party.gm.version()
        await party["Asha"].done(answer={"dice": [6, 6]})
        late = await party.gm.order(version=seen, answer={"dice": [1, 1]})
        assert late.json()["refusal"]["code"] == "stale"
        await party["Bruno"].done(answer={"dice": [5, 5]})
        await party.gm.done(version=await party.gm.version(), answer={"dice": [4, 4]})
        assert (await party.gm.state())["state"]["waiting"] == ["gm"]

    play(test, tmp_path / "t.db")


def test_a_player_orders_their_own_character_only(tmp_path: Path) -> None:
    """case-32: a player who undoes, acts for another, or plays the GM is refused, and nothing changes."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        before = (await party.gm.state())["state"]
        tries: list[dict[str, Any]] = [
            {"undo": {"n": 0}},
            {"redo": 1},
            {"tactic": "all"},
            {"settings": {"paused": True}},
            {"settings": {"manual": ["bruno"]}},
            {"command": {"do": "end_turn", "who": "bruno"}},
            {"command": {"do": "end_turn", "who": "guard"}},
            {"command": {"do": "set", "who": "asha", "field": "momentum", "value": 5}},
            {"command": {"do": "begin"}},
            {"cancel": True},
        ]
        for one in tries:
            for name in ("Asha", "Big screen"):
                answer = await party[name].order(**one)
                assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "seat"), (name, one)
        assert (await party.gm.state())["state"] == before

    play(test, tmp_path / "t.db")


def test_what_is_no_order_is_refused_by_its_field(tmp_path: Path) -> None:
    """A body that cannot be read names the field, and nothing is done."""

    async def test(party: Party) -> None:
        api = f"{party.gm.api}/commands"
        bodies = [
            ({"request": "x"}, "body"),
            ({"request": "x", "command": {"do": "begin"}, "redo": 1}, "body"),
            ({"request": "", "command": {"do": "begin"}}, "request"),
            ({"request": "a\nb", "command": {"do": "begin"}}, "request"),
            ({"request": "x" * 101, "command": {"do": "begin"}}, "request"),
            ({"request": "x", "version": 3, "command": {"do": "begin"}}, "version"),
            ({"request": "x", "command": "begin"}, "command"),
            ({"request": "x", "undo": {"n": True}}, "undo"),
            ({"request": "x", "shout": 1}, "shout"),
            ([], "body"),
        ]
        for body, field in bodies:
            answer = await party.gm.client.post(api, json=body)
            assert (answer.status_code, answer.json()["refusal"]["facts"]["field"]) == (422, field)
        for text in ("{", "NaN", '{"request": "\\ud800"}', '{"request": 1%s}' % ("0" * 5000), "[" * 100_000):
            answer = await party.gm.client.post(
                api, content=text, headers={"content-type": "application/json"}
            )
            assert answer.status_code == 422, text[:20]
        assert party.room.table.n == 0

    play(test, tmp_path / "t.db")


def test_real_dice_are_typed_or_tapped_by_whose_they_are(tmp_path: Path) -> None:
    """A seat whose dice are its own is asked for them; typed, they are in the journal as typed, tapped as the
    server's; nobody else may roll them but the GM."""

    async def test(party: Party) -> None:
        await party["Asha"].done(settings={"manual": ["asha"]})
        await party["Bruno"].done(settings={"manual": ["bruno"]})
        await party.gm.done(command={"do": "begin"})
        refused = await party["Bruno"].order(answer={"dice": [6, 6]})
        assert refused.json()["refusal"]["facts"]["because"] == "not asked"
        await party["Asha"].done(answer={"dice": [3, 4]})
        await party["Bruno"].done(answer={"dice": "roll"})
        line = (await party.room.journal())[-1]
        assert line["rolled"][:2] == ["typed", "server"]
        assert line["dice"][:2] == [3, 4]

    play(test, tmp_path / "t.db")


def test_the_gm_corrects_a_mistyped_die(tmp_path: Path) -> None:
    """Undo to an answer within a command asks for it again; the rest of the command follows anew."""

    async def test(party: Party) -> None:
        await party.gm.done(settings=MANUAL)
        await party.gm.done(command={"do": "begin"})
        await party["Asha"].done(answer={"dice": [1, 1]})
        await party["Bruno"].done(answer={"dice": [3, 3]})
        assert (await party.gm.state())["state"]["combatants"]["asha"]["initiative"] == 2
        await party.gm.done(undo={"n": 1, "answer": 1})
        await party["Asha"].done(answer={"dice": [6, 6]})
        await party["Bruno"].done(answer={"dice": [3, 3]})
        assert (await party.gm.state())["state"]["combatants"]["asha"]["initiative"] == 12

    play(test, tmp_path / "t.db")


def test_a_paused_table_waits_for_the_gm(tmp_path: Path) -> None:
    """While the GM has paused, players are told so; the GM goes on correcting."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        await party.gm.done(settings={"paused": True})
        refused = await party["Asha"].do("end_turn", who="asha")
        assert refused.json()["refusal"]["code"] == "paused"
        assert refused.json()["refusal"]["text"] == "the GM has paused the table"
        await party.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": 2})

    play(test, tmp_path / "t.db")


def test_what_is_not_answered_in_time_takes_the_safe_default(tmp_path: Path) -> None:
    """With a timeout of a second, dice that nobody rolls are rolled by the server; while paused time stands."""

    async def test(party: Party) -> None:
        await party.gm.done(settings={**MANUAL, "timeout": 1, "paused": True})
        await party.gm.done(command={"do": "begin"})
        await asyncio.sleep(1.3)
        assert (await party.gm.state())["state"]["waiting"] == ["asha"]
        await party.gm.done(settings={"paused": False})
        while (state := (await party.gm.state())["state"])["waiting"]:
            await asyncio.sleep(0.05)
        assert state["round"] == 1
        assert (await party.room.journal())[-1]["rolled"] == ["server"] * 4

    play(test, tmp_path / "t.db")


def test_a_changed_time_holds_for_what_is_asked_already(tmp_path: Path) -> None:
    """An hour to answer becomes a second, while somebody is asked."""

    async def test(party: Party) -> None:
        await party.gm.done(settings={**MANUAL, "timeout": 3600})
        await party.gm.done(command={"do": "begin"})
        before = party.room.deadline
        await party.gm.done(settings={"notes": {"asha": "thinks"}})
        assert party.room.deadline == before
        await party.gm.done(settings={"timeout": 1})
        while (await party.gm.state())["state"]["waiting"]:
            await asyncio.sleep(0.05)
        assert (await party.room.journal())[-1]["rolled"] == ["server"] * 4

    play(test, tmp_path / "t.db")


def test_a_tactic_plays_all_adversaries_up_to_a_character(tmp_path: Path) -> None:
    """The GM lets the adversaries play by themselves; whoever is shot at is asked, and then it goes on."""

    async def test(party: Party) -> None:
        await party.gm.done(settings=MANUAL)
        await party.gm.done(command={"do": "begin"})
        await party["Asha"].done(answer={"dice": [1, 1]})
        await party["Bruno"].done(answer={"dice": [1, 1]})
        await party.gm.done(
            command={"do": "order", "order": ["guard", "scout", "asha", "bruno"]},
        )
        await party.until("guard")
        played = await party.gm.done(tactic="all")
        for _ in range(30):
            if not played["waiting"]:
                break
            asked = (await party.gm.state())["state"]["pending"][0]
            answer = {"dice": "roll"} if asked["key"] == "dice" else {asked["key"]: asked["default"]}
            played = await party.gm.done(answer=answer)
        state = (await party.gm.state())["state"]
        assert state["turn"] in ("asha", "bruno")
        refused = await party.gm.order(tactic="all")
        assert refused.json()["refusal"]["code"] == "out_of_turn"

    play(test, tmp_path / "t.db")
