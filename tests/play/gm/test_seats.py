"""Who may order and answer what: the GM's seat, and each character's own."""

from __future__ import annotations

from typing import Any

import pytest

from wanderstar.play.refusal import Refusal

from .company import begun, company

ANN = {"who": "ann", "skill": "Close Quarters"}
BEA = {"who": "bea", "skill": "Close Quarters"}


def seat_refusal(f: Any, given: Any) -> None:
    """A refusal with code `seat`."""
    assert isinstance(given, Refusal)
    assert given.code == "seat", given


@pytest.mark.parametrize(
    "command",
    [
        {"do": "begin"},
        {"do": "test", "who": "ann", "skill": "Recon"},
        {"do": "set", "who": "ann", "field": "momentum", "value": 6},
        {"do": "edge", "who": "ann", "edge": "advantage"},
        {"do": "end"},
        {"do": "end_turn", "who": "bea"},
        {"do": "attack", "who": "orc", "weapon": "unarmed", "target": "ann"},
        {"do": "minor"},
    ],
)
def test_a_player_orders_only_for_the_own_character(command: dict[str, Any]) -> None:
    """C6, T11: what is the GM's and what is another's is refused to ann's seat, and nothing has changed."""
    f = begun() if command["do"] != "begin" else company()
    before = (f.state, list(f.lines))
    seat_refusal(f, f.table.order(command, seat="ann"))
    assert (f.state, f.lines) == before


def test_a_player_orders_for_the_own_character() -> None:
    """C10: on her turn ann's player orders for ann; the journal notes the seat."""
    f = begun()
    assert f.table.order({"do": "minor", "who": "ann", "label": "shout"}, seat="ann")
    assert f.lines[-1]["seat"] == "ann"
    late: Any = f.table.order({"do": "end_turn", "who": "bea"}, seat="bea")
    assert late.code == "out_of_turn"


def test_each_answers_for_themselves() -> None:
    """T40: both are asked for their claims at once; each seat answers its own, in any order; the GM may for all."""
    f = company()
    f.do("edge", "bea", edge="advantage")
    assert f.table.order({"do": "opposed", "sides": [ANN, BEA]})
    assert [(a["key"], a["seat"]) for a in f.state["pending"]] == [
        ("claim_test:ann", "ann"),
        ("claim_test:bea", "bea"),
    ]
    seat_refusal(f, f.table.answer({"claim_test:ann": True}, seat="bea"))
    assert f.table.answer({"claim_test:bea": True}, seat="bea")
    assert [a["key"] for a in f.state["pending"]] == ["claim_test:ann"]
    seat_refusal(f, f.table.answer({"claim_test:ann": False}, seat="cal"))
    assert f.table.answer({"claim_test:ann": False}, seat="gm")
    seat_refusal(f, f.table.answer({"dice": [1, 2]}, seat="bea"))
    assert f.table.answer({"dice": [1, 2]}, seat="ann")
    assert f.table.answer({"dice": [1, 2, 3]}, seat="bea")
    assert f.table.run is None


def test_the_gm_handles_adversaries() -> None:
    """C6: an adversary's dice and choices are the GM's alone."""
    f = company()
    assert f.table.order({"do": "test", "who": "orc", "skill": "Recon"})
    seat_refusal(f, f.table.answer({"dice": [1, 2]}, seat="ann"))
    assert f.table.answer({"dice": [1, 2]})


def test_only_the_gm_undoes() -> None:
    """Undo and redo are the GM's; a command that waits is taken back by the GM or whoever gave it."""
    f = begun()
    f.do("minor", "ann")
    f.do("minor", "ann")
    seat_refusal(f, f.table.undo(1, seat="ann"))
    assert f.table.undo(2)
    seat_refusal(f, f.table.redo(3, seat="ann"))
    assert f.table.redo(3)
    assert f.table.order({"do": "act", "who": "ann", "skill": "Athletics"}, seat="ann")
    seat_refusal(f, f.table.cancel(seat="bea"))
    assert f.table.cancel(seat="ann")
    assert (f.table.run, f["ann"]["significant"]) == (None, 1)
