"""Zones, waves, morale and the next encounter as the seats may know them."""

import json
from typing import Any

from tests.play.positions import Fight, fight

from wanderstar.seats.composer import composer
from wanderstar.seats.log import log
from wanderstar.seats.seat import Seat, Settings
from wanderstar.seats.view import view

ANN, GM, ALL = Seat("player", ("ann",)), Seat("gm"), Seat("spectator")
WAVE = """
    ann @0 rifle ranged+1
    orc minion @9 rifle
    elf minion @40 rifle enters=2
    imp minion @41 rifle enters=2 hidden
"""
SIDES: list[dict[str, Any]] = [
    {"id": "party", "morale": {"loss": 0.9, "does": "flee"}},
    {"id": "foes", "morale": {"loss": 0.25, "does": "surrender"}},
]


def seen(f: Fight, seat: Seat, foes: str = "word") -> dict[str, Any]:
    """The view of a seat."""
    return view(f.table.state, f.table.asks, seat, Settings(foes))


def words(f: Fight, seat: Seat, foes: str = "word") -> str:
    """All that a seat reads in its log."""
    return json.dumps(log(f.table.entries, f.table.run, seat, Settings(foes)))


def test_a_wave_is_the_gms_secret_until_it_comes() -> None:
    """R67: players see and read nothing of it before, nor when the GM moves it; then they see who is not hidden."""
    f = fight(WAVE)
    f.do("wave", combatants=["imp"], round=3)
    f.do("wave", combatants=["imp"], round=2)
    assert seen(f, GM)["waves"] == [{"round": 2, "who": ["elf", "imp"]}]
    for seat in (ANN, ALL):
        assert seen(f, seat)["waves"] == []
        for secret in ("elf", "imp"):
            assert f'"{secret}"' not in json.dumps(seen(f, seat))
            assert secret not in words(f, seat)
    f.do("end_turn", "ann")
    f.do("end_turn", "orc", "initiative:elf 6 6; initiative:imp 5 5")
    assert "Elf enters the fight" in words(f, ANN)
    assert "imp" not in words(f, ANN)
    assert set(seen(f, ANN)["combatants"]) == {"ann", "orc", "elf"}
    assert "imp" in words(f, GM)


def test_morale_is_for_the_gm_and_its_own_side() -> None:
    """R51: at which loss a foe gives up is not told, not even where its numbers are."""
    f = fight("ann @0\norc standard @9", sides=SIDES)
    f.set("orc", morale={"loss": 0.1, "does": "flee"})
    for foes in ("exact", "word", "hidden"):
        shown = seen(f, ANN, foes)["combatants"]
        assert shown["ann"]["morale"]["loss"] == 0.9
        assert shown["orc"].get("morale") is None
        assert "surrender" not in json.dumps(seen(f, ANN, foes))
        assert "loss" not in words(f, ANN, foes)
    assert seen(f, GM)["combatants"]["orc"]["morale"]["does"] == "flee"
    f.set("ann", morale={"loss": 0.7, "does": "flee"})
    assert "0.7" in words(f, ANN)


def test_everybody_sees_zones_and_who_left() -> None:
    """T21, R51: what lies on the map, who has gone and how, and who has not noticed."""
    zone = {
        "id": "dark",
        "name": "Dark",
        "at": 9,
        "radius": 3,
        "gives": [{"on": "tests", "edge": "disadvantage"}],
    }
    f = fight("ann @0\norc standard @9 unaware\nelf standard @10", zones=[zone], map={"from": 0, "to": 20})
    for seat in (ANN, ALL, GM):
        shown = seen(f, seat)
        assert shown["zones"]["dark"]["radius"] == 3
        assert (shown["combatants"]["orc"]["zones"], shown["combatants"]["orc"]["unaware"]) == (
            ["dark"],
            True,
        )
        assert shown["map"] == {"from": 0, "to": 20}
    f.do("withdraw", "orc", how="surrendered")
    assert seen(f, ANN)["combatants"]["orc"]["gone"] == "surrendered"
    assert "surrenders" in words(f, ANN)


def test_the_edge_of_a_strangers_condition_is_not_told() -> None:
    """T23: its name is seen; what it does to the stranger's tests is the GM's."""
    f = fight("ann @0\norc standard @9")
    f.do("condition", "orc", name="blinded", turns=2, edge="disadvantage", skill="Ranged Weapons")
    shown = seen(f, ANN)["combatants"]["orc"]["conditions"]
    assert shown == [{"name": "blinded", "turns": None, "source": None, "rule": "R36"}]
    assert "isadvantage" not in words(f, ANN)
    assert "isadvantage" in words(f, GM)


def test_zones_in_the_composer() -> None:
    """T21: the chance beside the attack is that of the roll at Disadvantage, with its reason in words."""
    zone = {"id": "dark", "name": "the dark", "at": 9, "radius": 3, "gives": [
        {"on": "attacks_against", "edge": "disadvantage"}]}  # fmt: skip
    f = fight("ann @0 rifle ranged+1\norc minion @9", zones=[zone])
    made = composer(f.table.state, "ann", ANN, Settings(), target="orc", weapon="rifle")
    text = json.dumps(made)
    assert "at a target in the dark" in text
    assert "23/72" in text  # 69 of 216


def test_the_next_encounter_is_not_named_to_players() -> None:
    """R5: they hear who is there; what the GM calls it and who has gone are the GM's."""
    f = fight("ann @0 momentum=2\norc minion @9")
    f.do("end", winner="party")
    foe = {"id": "wolf", "name": "Wolf", "threat": "minion", "characteristics": {}}
    spy = {"id": "spy", "who": foe, "side": "wild", "at": 4, "hidden": True}
    tables = {
        "format": 1,
        "name": "The traitor's lair",
        "packs": [],
        "sides": [{"id": "party"}, {"id": "wild"}],
        "combatants": [{"who": foe, "side": "wild", "at": 3}, spy],
    }
    f.do("encounter", encounter=tables)
    f.do("rest")
    f.do("evening")
    assert "traitor" not in words(f, ANN)
    assert "spy" not in words(f, ANN)
    assert "The next encounter is set: Wolf, ann." in words(f, ANN)
    assert "Momentum: ann 2" in words(f, ANN)
    assert "traitor" in words(f, GM)
