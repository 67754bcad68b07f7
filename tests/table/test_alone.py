"""Tables with hardly anybody at them."""

from __future__ import annotations

from pathlib import Path

from tests.table.house import Party, play

from wanderstar.sheets.load import encounter_from

ADA = {"id": "ada", "name": "Ada", "boxes": {"physical": 4, "mental": 4}, "characteristics": {}}
ALONE = {
    "format": 1,
    "name": "Alone",
    "sides": [{"id": "crew", "name": "Crew"}, {"id": "foes", "name": "Foes"}],
    "combatants": [{"who": ADA, "side": "crew", "at": 0}],
}
PAGES = ("", "/composer", "/log", "/export.md", "/export.csv")


def test_a_test_is_asked_of_the_only_one_there(tmp_path: Path) -> None:
    """With nobody to attack, every page is shown while an answer is awaited, and before and after."""

    async def test(party: Party) -> None:
        async def look() -> None:
            for guest in party.guests.values():
                for page in PAGES:
                    answer = await guest.client.get(f"/t/{party.room.id}{page}")
                    assert answer.status_code == 200

        await look()
        await party.gm.done(settings={"manual": ["ada"]})
        await party.gm.done(
            command={"do": "test", "who": "ada", "skill": "Athletics", "characteristic": "Strength"}
        )
        assert [ask["key"] for ask in (await party["Ada"].state())["state"]["pending"]] == ["dice"]
        await look()
        await party["Ada"].done(answer={"dice": [3, 4]})
        await look()

    play(test, tmp_path / "t.db", encounter=encounter_from(ALONE))


def test_a_fight_of_nobody_is_refused(tmp_path: Path) -> None:
    """case-21: everybody removed, a fight cannot begin; every page is still shown, and somebody may be added."""

    async def test(party: Party) -> None:
        await party.gm.done(command={"do": "remove", "who": "ada"})
        assert (await party.gm.do("begin")).status_code == 409
        for guest in party.guests.values():
            for page in PAGES:
                assert (await guest.client.get(f"/t/{party.room.id}{page}")).status_code == 200
        for card in ("add", "call", "overrule", "table", "correct"):
            answer = await party.gm.client.get(f"/t/{party.room.id}/console/{card}")
            assert answer.status_code == 200, card

    play(test, tmp_path / "t.db", encounter=encounter_from(ALONE))
