"""More of a fight over the wire: what is still to come and what morale counts is the GM's alone, one die is put right
by who may, tactics play as they are set, the next encounter is journaled like all else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import SHEET, Guest, Party, play

from wanderstar.play.journal import load_lines
from wanderstar.sheets.load import encounter_from
from wanderstar.sheets.model import Encounter
from wanderstar.table import links

WAVE = [{"who": "guard", "id": "reserve", "side": "foes", "at": 9, "enters": 40}]
SMOKE = {
    "id": "smoke",
    "at": 8,
    "radius": 2,
    "gives": [{"on": "attacks_against", "edge": "disadvantage"}],
}


def brawl(*, wave: bool = True, loss: float = 0.5, does: str = "flee", **guard: Any) -> Encounter:
    """Asha and Bruno against a guard whose numbers may differ, a second one who knows nothing, smoke, and a wave."""
    data: dict[str, Any] = {
        "format": 1,
        "name": "Brawl",
        "map": {"from": -5, "to": 50},
        "sides": [
            {"id": "crew", "name": "Crew"},
            {"id": "foes", "name": "Foes", "morale": {"loss": loss, "does": does}},
        ],
        "weapons": [
            {"id": "rifle", "name": "Rifle", "damage": "3D+1", "range": "medium", "magazine": 6},
            {"id": "knife", "name": "Knife", "damage": "1D+2", "melee": True},
        ],
        "characters": [
            {"id": "asha", "name": "Asha", "momentum": 3, **SHEET},
            {"id": "bruno", "name": "Bruno", "momentum": 3, **SHEET},
        ],
        "adversaries": [
            {
                "id": "guard",
                "name": "Guard",
                "threat": "standard",
                "characteristics": {},
                "boxes": 3,
                "skills": SHEET["skills"],
                "weapons": ["rifle"],
                **guard,
            },
        ],
        "combatants": [
            {"who": "asha", "side": "crew", "at": 0},
            {"who": "bruno", "side": "crew", "at": 1},
            {"who": "guard", "id": "front", "side": "foes", "at": 8},
            {"who": "guard", "id": "back", "side": "foes", "at": 20, "unaware": True},
            *(WAVE if wave else ()),
        ],
        "zones": [SMOKE],
    }
    return encounter_from(data)


PAGES = (
    "",
    "/composer?who=asha&target=front",
    "/composer?bands=true",
    "/log",
    "/export.md",
    "/export.csv",
    "/help",
)


async def received(party: Party) -> list[bytes]:
    """All that players and the big screen get in a short fight with advice and typed dice, refusals among it."""
    found: list[bytes] = []

    async def look() -> None:
        for name in ("Asha", "Bruno", "Big screen"):
            guest = party[name]
            found.append((await guest.client.get(f"{guest.api}/state?log=1000")).content)
            for page in (*PAGES, "/advice?who=asha", "/advice?who=bruno", "/die?draw=test:asha:1&die=1"):
                text = (await guest.client.get(f"/t/{party.room.id}{page}")).text
                found.append(
                    text.replace(party.room.id, "T").replace(links.csrf(guest.token), "CSRF").encode()
                )

    await party.gm.done(settings={"advice": True, "manual": ["asha"], "timeout": None})
    await party.gm.done(command={"do": "begin"})
    await typed(party, [4, 4])
    await party.gm.done(command={"do": "order", "order": ["asha", "front", "bruno", "back"]})
    await look()
    await party.until("asha")
    await look()
    await party.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": 0})
    await party.gm.done(command={"do": "test", "who": "asha", "skill": "Athletics"})
    await typed(party, [2, 3])
    await look()
    for correct in (
        {"draw": "test:asha:1", "die": 1, "face": 6},
        {"draw": "test:front:1", "die": 1, "face": 6},
        {"draw": "test:asha:1", "die": 9, "face": 6},
        {"n": 1, "draw": "test:asha:1", "die": 1, "face": 6},
    ):
        for name in ("Asha", "Bruno", "Big screen"):
            found.append((await party[name].order(f"{name}{len(found)}", correct=correct)).content)
    await look()
    return found


async def typed(party: Party, faces: list[int]) -> None:
    """Asha types the dice that are asked of her; what else is asked takes its safe answer."""
    while party.room.asks:
        ask = party.room.asks[0]
        if hasattr(ask, "default"):
            await party.gm.done(answer={ask.key: ask.default})
        else:
            wanted = faces if ask.roller == "asha" else "roll"
            await party["Asha" if ask.roller == "asha" else "GM"].done(answer={"dice": wanted})


def first_difference(a: bytes, b: bytes) -> tuple[bytes, bytes]:
    """Where two answers part."""
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return a[max(at - 80, 0) : at + 80], b[max(at - 80, 0) : at + 80]


@pytest.mark.parametrize("foes", ["word", "hidden"])
def test_waves_morale_and_numbers_of_foes_show_nowhere(tmp_path: Path, foes: str) -> None:
    """With a wave to come or none, with another morale, armor, skill or weapon training of the foes: players and the
    big screen receive the same bytes, in pages, composers, advice, cards of dice, refusals and exports."""
    heard: list[list[bytes]] = []

    async def test(party: Party) -> None:
        await party.gm.done(settings={"foes": foes})
        heard.append(await received(party))

    kinds = (
        brawl(),
        brawl(wave=False),
        brawl(loss=0.1, does="surrender"),
        brawl(skills={"Ranged Weapons": "Expert"}, boxes=5, armor=2),
    )
    for i, kind in enumerate(kinds):
        play(test, tmp_path / f"{i}.db", encounter=kind)
    assert len(heard[0]) > 90
    for one in heard[1:]:
        assert [first_difference(a, b) for a, b in zip(heard[0], one, strict=True) if a != b] == []
    everything = b"".join(heard[0])
    assert b"reserve" not in everything and b"would flee" not in everything
    assert b"What would Asha do?" in everything and b"unaware" in everything and b"Smoke" in everything


def test_the_gm_sees_waves_and_morale(tmp_path: Path) -> None:
    """The same table as the GM has it: who comes when, what would break and how much is lost."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "begin"})
        state = (await party.gm.state())["state"]
        assert state["waves"] == [{"round": 40, "who": ["reserve"]}]
        await party.gm.done(command={"do": "set", "who": "back", "field": "out", "value": True})
        page = await party.gm.client.get(f"/t/{party.room.id}")
        assert "broken: would flee" in page.text and "Round 40" in page.text
        card = await party.gm.client.get(f"/t/{party.room.id}/console/overrule?who=front")
        assert "lost so far 50 %" in card.text

    play(test, tmp_path / "t.db", encounter=brawl())


def test_cards_of_the_gm_are_the_gms(tmp_path: Path) -> None:
    """Zones, waves, tactics, the next encounter: nothing there for anybody else, nor for setting one."""

    async def test(party: Party) -> None:
        for name in ("Asha", "Big screen"):
            guest = party[name]
            for card in ("zone", "waves", "tactics", "next"):
                answer = await guest.client.get(f"/t/{party.room.id}/console/{card}")
                assert answer.status_code == 404, card
            sent = await guest.client.post(f"/t/{party.room.id}/next", data={"encounter": "docking-bay"})
            assert sent.status_code == 404
        assert party.room.table.n == 0

    play(test, tmp_path / "t.db", encounter=brawl())


async def rolled(party: Party) -> None:
    """Asha has typed a 2 and a 3 for a test of hers."""
    await party.gm.done(settings={"manual": ["asha"]})
    await party.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": 0})
    await party.gm.done(command={"do": "test", "who": "asha", "skill": "Athletics"})
    await typed(party, [2, 3])


def dice_of(guest: Guest, state: dict[str, Any]) -> list[int]:
    return [face for item in state["log"] for draw in item["draws"] for face in draw["dice"]]


def test_who_typed_a_die_puts_it_right_in_the_last_thing_they_were_told(tmp_path: Path) -> None:
    """Asha mends her own; Bruno cannot; once something else has happened only the GM can, and later commands stay."""

    async def test(party: Party) -> None:
        await rolled(party)
        mend = {"draw": "test:asha:1", "die": 1, "face": 5}
        refused = await party["Bruno"].order(correct=mend)
        assert refused.status_code == 409 and refused.json()["refusal"]["code"] == "bad_value"
        done = await party["Asha"].done(correct=mend)
        assert done["said"].startswith("Asha, test: a die showed 5, not 2.")
        for name in ("Asha", "Bruno", "GM"):
            state = await party[name].state()
            assert dice_of(party[name], state) == [5, 3]
            (line,) = [x for x in state["log"][-1]["lines"] if x["kind"] == "correction"]
            assert line["text"] == "Put right: a die of Asha showed 5."
        await party.gm.done(command={"do": "clock", "id": "door", "successes": 2, "failures": 2})
        late = await party["Asha"].order(correct={**mend, "face": 6})
        assert late.status_code == 409
        await party.gm.done(correct={**mend, "n": 2, "face": 6})
        assert dice_of(party.gm, await party.gm.state()) == [6, 3]
        assert list((await party.gm.state())["state"]["clocks"]) == ["door"]

    play(test, tmp_path / "t.db", encounter=brawl())


def test_what_the_server_rolled_stays(tmp_path: Path) -> None:
    """R52: neither the GM nor anybody else changes a face that the server rolled."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "test", "who": "front", "skill": "Recon"})
        refused = await party.gm.order(correct={"draw": 1, "die": 1, "face": 6})
        assert refused.status_code == 409
        found = refused.json()["refusal"]["code"]
        assert found in ("unable", "bad_value")
        assert "correction" not in json.dumps((await party.gm.state())["log"])

    play(test, tmp_path / "t.db", encounter=brawl())


def test_a_correction_is_journaled_and_survives(tmp_path: Path) -> None:
    """The journal with a die put right and the next encounter in it is read again to the same state."""

    async def test(party: Party) -> None:
        await rolled(party)
        await party.gm.done(correct={"draw": "test:asha", "die": 2, "face": 1})
        await party.gm.done(command={"do": "encounter", "encounter": "docking-bay"})
        again = load_lines(list(enumerate(await party.room.journal(), 1)), "journal")
        assert again.state == party.room.state
        await party.room.reload()
        assert dice_of(party.gm, await party.gm.state()) == [2, 1]

    play(test, tmp_path / "t.db", encounter=brawl())


def test_no_two_lines_of_the_log_have_the_same_name(tmp_path: Path) -> None:
    """Rounds begin anew with each fight; what a line is called does not, for any seat."""

    async def test(party: Party) -> None:
        for _ in range(2):
            await party.gm.done(command={"do": "begin"})
            await party.gm.done(command={"do": "end", "winner": "crew"})
            await party.gm.done(command={"do": "encounter", "encounter": "docking-bay"})
            await party.gm.done(command={"do": "evening"})
        for name in ("GM", "Asha", "Big screen"):
            log = (await party[name].state())["log"]
            assert len(log) == 8 and len({item["id"] for item in log}) == 8
            assert len({item["step"] for item in log}) < 8

    play(test, tmp_path / "t.db", encounter=brawl())


@pytest.mark.parametrize(
    "correct",
    [
        {},
        {"draw": "x"},
        {"draw": 1, "die": "one", "face": 2},
        {"draw": 1, "die": 1, "face": 2, "more": 1},
        [1],
    ],
)
def test_what_is_no_correction_is_no_order(tmp_path: Path, correct: Any) -> None:
    """422, and nothing else happens."""

    async def test(party: Party) -> None:
        assert (await party.gm.order(correct=correct)).status_code == 422

    play(test, tmp_path / "t.db", encounter=brawl())


def test_tactics_are_settings_of_the_gms(tmp_path: Path) -> None:
    """By side and by combatant, the closer word first; an unknown one is refused; players set none."""

    async def test(party: Party) -> None:
        wanted = {"sides": {"foes": "careful"}, "people": {"front": "passive"}}
        refused = await party["Asha"].order(settings={"tactics": wanted})
        assert refused.json()["refusal"]["code"] == "seat"
        refused = await party.gm.order(settings={"tactics": {"sides": {"foes": "brilliant"}}})
        assert refused.json()["refusal"]["code"] == "unknown"
        refused = await party.gm.order(settings={"tactics": {"everybody": "focus"}})
        assert refused.json()["refusal"]["code"] == "bad_value"
        await party.gm.done(settings={"tactics": wanted})
        await party.gm.done(command={"do": "begin"})
        await party.until("front")
        entries = party.room.table.n
        await party.gm.done(tactic="front")
        assert [e.command["do"] for e in party.room.table.entries[entries:]] == ["end_turn"]
        cards = [
            await party.gm.client.get(f"/t/{party.room.id}/advice?who={who}") for who in ("front", "back")
        ]
        assert "passive" in cards[0].text and "careful" in cards[1].text
        await party.room.reload()
        assert party.room.settings.tactics == wanted

    play(test, tmp_path / "t.db", encounter=brawl())


def test_the_next_encounter_by_its_card(tmp_path: Path) -> None:
    """Set by the card: the answer names who was carried over; given again from a page that has become old it is
    refused there, and while a fight is under way too."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": 5})
        old = await party.gm.version()
        answer = await party.gm.client.post(
            f"/t/{party.room.id}/next", data={"encounter": "docking-bay", "version": old}
        )
        assert answer.status_code == 200 and "carried over" in answer.text
        state = (await party.gm.state())["state"]
        assert state["combatants"]["asha"]["momentum"] == 5 and "front" not in state["combatants"]
        again = await party.gm.client.post(
            f"/t/{party.room.id}/next", data={"encounter": "docking-bay", "version": old}
        )
        assert "Refused" in again.text
        await party.gm.done(command={"do": "begin"})
        late = await party.gm.client.post(f"/t/{party.room.id}/next", data={"encounter": "docking-bay"})
        assert "Refused" in late.text and "end it first" in late.text

    play(test, tmp_path / "t.db", encounter=brawl())
