"""Seats, the GM's settings, what may be ordered and answered, for whom a table waits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.play.refusal import Refusal
from wanderstar.seats.asked import asked, waiting
from wanderstar.seats.permit import answerable, blunted, permitted
from wanderstar.seats.seat import FOES, Seat, Settings, may, settings_from_json

GM, ANN, SCREEN = Seat("gm"), Seat("player", ("ann",)), Seat("spectator")

POSITION = """
    ann @0 rifle ranged+2 athletics+1
    bob @1 rifle,club held=club close+1 athletics+0
    orc standard @3 rifle,frag*2 held=rifle ranged+1
    spy standard @8 rifle hidden
    #crate @1 light
"""


@pytest.fixture
def at() -> Fight:
    """Ann's turn."""
    return fight(POSITION)


def order(at: Fight, seat: Seat, **command: Any) -> Any:
    """What a seat hears of an order."""
    return permitted(seat, at.table.state, at.table.asks, Settings(), command)


def test_keys_name_what_a_seat_may_see() -> None:
    """Equal keys see the same: the role, and for a player the characters."""
    assert [s.key for s in (GM, ANN, Seat("player", ("ann", "bob")), SCREEN)] == [
        "gm", "player:ann", "player:ann,bob", "spectator",
    ]  # fmt: skip


def test_settings_go_through_json() -> None:
    """Written and read again they are the same."""
    given = Settings("hidden", 30, True, {"orc": "a spy"}, ("ann", "gm"))
    assert settings_from_json(json.loads(json.dumps(given.to_json()))) == given
    assert settings_from_json({}) == Settings()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"foes": "some"}, "bad_value"),
        ({"foes": ["word"]}, "bad_value"),
        ({"timeout": 0}, "bad_value"),
        ({"timeout": True}, "bad_value"),
        ({"timeout": 1e9}, "bad_value"),
        ({"paused": 1}, "bad_value"),
        ({"notes": {"orc": 3}}, "bad_value"),
        ({"notes": {"orc": "x" * 5000}}, "bad_value"),
        ({"manual": "ann"}, "bad_value"),
        ({"colour": "red"}, "unknown"),
        ([], "bad_value"),
        (None, "bad_value"),
    ],
)
def test_settings_that_are_none_are_refused(data: Any, code: str) -> None:
    """A wrong value or name is refused and changes nothing."""
    found = Settings().changed(data)
    assert isinstance(found, Refusal)
    assert found.code == code
    with pytest.raises(ValueError, match="settings"):
        settings_from_json(data)


def test_every_word_for_foes_is_taken() -> None:
    """The three ways of showing foes."""
    assert [Settings().changed({"foes": word}) for word in FOES] == [Settings(word) for word in FOES]


def test_a_player_orders_for_their_own(at: Fight) -> None:
    """Own characters and players' commands only; a spectator orders nothing, the GM everything."""
    state = at.table.state
    assert may(ANN, state, {"do": "aim", "who": "ann", "target": "orc"}) is None
    for command in ({"do": "end_turn", "who": "bob"}, {"do": "begin"}, {"do": "set", "who": "ann"}):
        for seat in (ANN, SCREEN):
            refusal = may(seat, state, command)
            assert refusal is not None
            assert refusal.code == "seat"
        assert may(GM, state, command) is None


def test_ids_are_written_out_among_those_in_sight(at: Fight) -> None:
    """The beginning of an id is enough when it can mean only one who is seen."""
    assert order(at, ANN, do="aim", who="an", target="o") == {"do": "aim", "who": "ann", "target": "orc"}
    assert order(at, ANN, do="aim", who="ann", target="sp").code == "unknown"


def test_somebody_hidden_is_nobody(at: Fight) -> None:
    """The refusal is the one for an id that does not exist, and does not name the hidden one."""
    hidden = order(at, ANN, do="aim", who="ann", target="spy").to_json()
    nobody = order(at, ANN, do="aim", who="ann", target="xyz").to_json()
    assert json.dumps(hidden).replace("spy", "xyz") == json.dumps(nobody)
    assert "spy" not in nobody["facts"]["expected"]


def test_whose_turn_it_is_when_somebody_unseen_acts(at: Fight) -> None:
    """Out of turn, without saying whose turn it is."""
    at.turn("spy")
    refusal = order(at, ANN, do="end_turn", who="ann")
    assert (refusal.code, refusal.facts["turn"]) == ("out_of_turn", "?")


def test_first_aid_on_a_foe_is_the_gms_to_say(at: Fight) -> None:
    """Whether a foe is hurt is not found out by asking."""
    at.set("orc", at=1)
    refusals = [order(at, ANN, do="first_aid", who="ann", target="orc").to_json()]
    at.set("orc", trauma={"physical": 1})
    refusals.append(order(at, ANN, do="first_aid", who="ann", target="orc").to_json())
    assert refusals[0] == refusals[1] == {"code": "unable", "rule": None, "facts": {"who": "ann"}}
    assert order(at, GM, do="first_aid", who="ann", target="orc")["do"] == "first_aid"


def test_nothing_is_ordered_while_an_answer_is_awaited(at: Fight) -> None:
    """Pending comes first, and names whom the table waits for, not what they are asked."""
    at.turn("orc")
    at.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "bob"})
    refusal = order(at, ANN, do="end_turn", who="ann")
    assert (refusal.code, refusal.facts) == ("pending", {"waiting": ["bob"]})


def test_each_is_asked_their_own(at: Fight) -> None:
    """A grenade asks all of them; each seat is shown its own asks, the GM all."""
    at.turn("orc")
    at.table.order({"do": "attack", "who": "orc", "weapon": "frag", "at": 1})
    state, asks = at.table.state, at.table.asks
    assert [a.key for a in asked(GM, state, asks)] == ["reaction:ann", "reaction:bob"]
    assert [a.key for a in asked(ANN, state, asks)] == ["reaction:ann"]
    assert asked(SCREEN, state, asks) == ()
    assert waiting(SCREEN, state, asks) == ["ann", "bob"]


def test_answers_of_others_are_not_asked(at: Fight) -> None:
    """An answer for somebody else, hidden or not, is refused in the same words; one's own goes through."""
    at.turn("orc")
    at.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "bob"})
    state, asks = at.table.state, at.table.asks
    bob = Seat("player", ("bob",))
    assert answerable(bob, state, asks, {"reaction:bob": "none"}) is None
    assert answerable(GM, state, asks, {"reaction:bob": "none"}) is None
    refused = [answerable(ANN, state, asks, {f"reaction:{who}": "none"}) for who in ("bob", "spy", "xyz")]
    facts = [json.dumps(r.to_json()) for r in refused if r is not None]
    assert len(facts) == 3
    assert facts[0].replace("bob", "xyz") == facts[1].replace("spy", "xyz") == facts[2]


def test_an_own_choice_that_is_not_asked_is_explained_by_the_engine(at: Fight) -> None:
    """It goes on, and the engine's refusal lists only what this seat is asked."""
    at.turn("orc")
    at.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "bob"})
    state, asks = at.table.state, at.table.asks
    assert answerable(ANN, state, asks, {"claim_avoid:ann": True}) is None
    refusal = at.table.answer({"claim_avoid:ann": True})
    assert isinstance(refusal, Refusal)
    assert blunted(ANN, state, asks, refusal).facts["expected"] == []
    assert blunted(GM, state, asks, refusal).facts["expected"] == ["reaction:bob"]
