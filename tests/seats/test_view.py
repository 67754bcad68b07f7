"""What a seat sees: STATE, cut."""

from __future__ import annotations

from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.seats.cut import health_word
from wanderstar.seats.seat import Seat, Settings
from wanderstar.seats.sheet import sheet
from wanderstar.seats.view import SEEN_OF_A_STRANGER, view

GM, ANN, SCREEN = Seat("gm"), Seat("player", ("ann",)), Seat("spectator")

POSITION = """
    ann @0 rifle ranged+2 Dex+ armor=2
    bob @1 rifle,club held=club close+1
    orc standard @9 rifle,club held=rifle armor=3 boxes=4
    spy standard @30 rifle hidden
"""


@pytest.fixture
def at() -> Fight:
    """Ann's turn."""
    return fight(POSITION)


def seen(at: Fight, seat: Seat, settings: Settings | None = None) -> dict[str, Any]:
    """The view of a seat."""
    return view(at.table.state, at.table.asks, seat, settings or Settings())


def test_the_gm_sees_state_as_it_is(at: Fight) -> None:
    """Everything of STATE, with what the players see of each one's health, and the notes."""
    found = seen(at, GM, Settings(notes={"orc": "coward"}))
    for who, plain in at.state["combatants"].items():
        assert {name: found["combatants"][who][name] for name in plain} == plain
    assert found["combatants"]["orc"]["note"] == "coward"
    assert (found["role"], found["you"]) == ("gm", [])


def test_who_is_hidden_is_nowhere(at: Fight) -> None:
    """Not among the combatants nor in the order; on its turn nobody has the turn."""
    at.turn("spy")
    for seat in (ANN, SCREEN):
        found = seen(at, seat)
        assert "spy" not in str(found)
        assert found["turn"] is None
        assert found["order"] == ["ann", "bob", "orc"]
    assert seen(at, GM)["turn"] == "spy"


def test_revealed_it_is_there(at: Fight) -> None:
    """The GM reveals it, and it stands where it stood."""
    before = seen(at, ANN)
    at.do("reveal", "spy")
    found = seen(at, ANN)
    assert found["combatants"]["spy"]["at"] == 30
    assert found["version"] != before["version"]


def test_of_a_stranger_only_what_is_to_be_seen(at: Fight) -> None:
    """Place, posture, weapon in hand, a word for its health; of one's own side everything."""
    found = seen(at, ANN)["combatants"]
    assert set(found["orc"]) == {*SEEN_OF_A_STRANGER, "health", "known"}
    assert found["orc"]["held"] == ["rifle"]
    assert found["bob"]["armor"] == 3
    assert found["ann"]["momentum"] == 1


@pytest.mark.parametrize(
    ("foes", "health", "known"), [("exact", "hurt", True), ("word", "hurt", False), ("hidden", None, False)]
)
def test_three_ways_of_showing_foes(at: Fight, foes: str, health: str | None, known: bool) -> None:
    """Exact shows the numbers, word the word, hidden not even that."""
    at.set("orc", trauma={"physical": 1})
    orc = seen(at, ANN, Settings(foes))["combatants"]["orc"]
    assert (orc["health"], orc["known"], "trauma" in orc) == (health, known, known)


def test_out_is_seen_whatever_is_shown(at: Fight) -> None:
    """Who is out lies there."""
    at.set("orc", trauma={"physical": 4})
    orc = seen(at, ANN, Settings("hidden"))["combatants"]["orc"]
    assert (orc["out"], orc["health"]) == (True, "out")


@pytest.mark.parametrize(
    ("marked", "boxes", "word"),
    [
        (0, 3, "unhurt"),
        (1, 3, "hurt"),
        (2, 3, "badly hurt"),
        (3, 3, "out"),
        (1, 2, "badly hurt"),
        (2, 4, "badly hurt"),
    ],
)
def test_the_word_for_health(at: Fight, marked: int, boxes: int, word: str) -> None:
    """Half of the boxes or more is badly hurt."""
    orc = at.table.state.combatants["orc"]._replace(physical=marked, boxes_physical=boxes)
    assert health_word(orc) == word


def test_either_track_makes_the_word(at: Fight) -> None:
    """A character's Mental track counts like the Physical one."""
    ann = at.table.state.combatants["ann"]
    assert health_word(ann._replace(mental=1)) == "hurt"
    assert health_word(ann._replace(mental=ann.boxes_mental - 1)) == "badly hurt"


def test_each_sees_only_their_own_asks(at: Fight) -> None:
    """The one who is asked sees the ask; the others whom the table waits for."""
    at.turn("orc")
    at.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "ann"})
    assert [ask["key"] for ask in seen(at, ANN)["pending"]] == ["reaction:ann"]
    bob = seen(at, Seat("player", ("bob",)))
    assert (bob["pending"], bob["waiting"]) == ([], ["ann"])


def test_a_version_is_what_is_seen(at: Fight) -> None:
    """Equal for the same view, another after a change, and not the engine's count."""
    first = seen(at, ANN)["version"]
    assert first == seen(at, ANN)["version"]
    at.do("set", "spy", field="at", value=40)
    assert seen(at, ANN)["version"] == first
    assert seen(at, GM)["version"] != first
    at.do("aim", "ann", target="orc")
    assert seen(at, ANN)["version"] != first


def test_a_spectator_of_two_parties_knows_neither() -> None:
    """The big screen is read by both, so where characters stand against each other it shows words."""
    at = fight("ann @0 rifle\nbea @9 rifle side=foes")
    found = seen(at, SCREEN)["combatants"]
    assert [found[who]["known"] for who in ("ann", "bea")] == [False, False]
    assert seen(at, ANN)["combatants"]["ann"]["known"]
    assert not seen(at, ANN)["combatants"]["bea"]["known"]


def test_a_hidden_character_is_there_for_its_friends(at: Fight) -> None:
    """Who sneaks knows, and so do the others of the party."""
    at.do("hide", "bob")
    assert "bob" in seen(at, ANN)["combatants"]
    assert "bob" in seen(at, SCREEN)["combatants"]


def test_a_sheet_is_for_those_who_know_it(at: Fight) -> None:
    """Ranks and scores of one's own side; nothing of a stranger; the GM's note for the GM."""
    state = at.table.state
    mine = sheet(state, "ann", ANN, Settings())
    assert mine is not None
    assert {"name": "Ranged Weapons", "rank": "Professional", "bonus": 2} in mine["skills"]
    assert mine["armor"] == {"body": 3, "worn": 2}
    assert sheet(state, "orc", ANN, Settings()) is None
    assert sheet(state, "spy", ANN, Settings()) is None
    gm = sheet(state, "orc", GM, Settings(notes={"orc": "coward"}))
    assert gm is not None
    assert gm["gm_note"] == "coward"
