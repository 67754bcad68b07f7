"""Morale as an aid, leaving the map, surrendering (chapter 11, R51)."""

from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.play import morale

FLEE = {"loss": 0.5, "does": "flee"}
SIDES: list[dict[str, Any]] = [{"id": "party"}, {"id": "foes", "morale": FLEE}]
FIELD = """
    ann @{ann} rifle,club held=club ranged+1
    orc standard @{orc} rifle boxes=2
    elf standard @10 rifle boxes=2
"""


def field(ann: float = 0, orc: float = 9, **scene: Any) -> Fight:
    """Ann and two foes on a map of forty metres."""
    return fight(FIELD.format(ann=ann, orc=orc), **({"sides": SIDES, "map": {"from": -1, "to": 40}} | scene))


def test_a_side_breaks_at_its_share_of_boxes() -> None:
    """R51: marked boxes are lost; those of one who is out all of them; whoever is out has no morale."""
    f = field()
    state = f.table.state
    assert (morale.side_loss(state, "foes"), morale.broken(state, "elf")) == (0, None)
    f.set("orc", trauma={"physical": 1})
    assert morale.side_loss(f.table.state, "foes") == 0.25
    assert f["elf"]["morale"] == {"loss": 0.5, "does": "flee", "lost": 0.25, "broken": False}
    f.set("orc", out=True)
    assert morale.broken(f.table.state, "elf") == "flee"
    assert morale.broken(f.table.state, "orc") is None
    assert morale.broken(f.table.state, "ann") is None
    assert f["ann"]["morale"] is None


def test_ones_own_morale_comes_first_and_looks_at_oneself() -> None:
    """R51: it stands in the place of the side's."""
    f = field()
    f.set("elf", morale={"loss": 1, "does": "surrender"})
    f.set("orc", out=True)
    assert (morale.loss(f.table.state, "elf"), morale.broken(f.table.state, "elf")) == (0, None)
    f.set("elf", morale={"loss": 0.5, "does": "surrender"}, trauma={"physical": 1})
    assert morale.broken(f.table.state, "elf") == "surrender"
    f.set("elf", morale=None)
    assert morale.broken(f.table.state, "elf") == "flee"
    for value in ({"loss": 0, "does": "flee"}, {"loss": 0.5}, {"loss": True, "does": "flee"}, "flee"):
        f.refused("bad_value", "set", "elf", field="morale", value=value)


def test_leaving_over_the_edge() -> None:
    """R51: gone and alive, passed over by name, out for the winner; nothing is aimed at it any more."""
    f = field(ann=0)
    assert morale.at_edge(f.table.state, f.table.state.combatants["ann"])
    f.set("elf", trauma={"physical": 2})
    f.do("end_turn", "ann")
    f.refused("too_far", "leave", "orc")
    f.set("orc", at=39)
    f.do("aim", "orc", target="ann")
    out = f.do("leave", "orc")
    assert out.one("departed")["how"] == "left"
    assert out.one("fight_ended")["winner"] == "party"
    orc = f["orc"]
    assert (orc["gone"], orc["out"], orc["dead"], orc["aim"]) == ("left", True, False, None)


def test_those_who_left_are_passed_over_and_unharmed() -> None:
    """R51, C83: no turn, no blast, no aim; the GM can bring one back."""
    f = fight("orc standard @39 rifle\nann @30 frag\nelf standard @38", map={"from": 0, "to": 40})
    f.do("leave", "orc")
    assert f.state["turn"] == "ann"
    f.refused("target_out", "attack", "ann", weapon="frag", target="orc")
    out = f.lob("ann", "frag", 39, "attack 6 6; damage:elf 1 1 1")
    assert out.one("blast")["within"] == ["elf"]
    f.do("end_turn", "ann")
    assert f.do("end_turn", "elf").one("turn_passed")["why"] == "left"
    f.set("orc", gone=None)
    assert not f["orc"]["out"]
    f.do("withdraw", "orc")
    f.set("orc", out=False)
    assert (f["orc"]["gone"], f["orc"]["out"]) == (None, False)


def test_r34_one_who_leaves_an_engagement_may_be_struck() -> None:
    """R34, C44: a free attack first; if it takes one out one stays."""
    f = fight("orc minion @39 rifle\nann @39 club close+1\nelf minion @9", map={"from": 0, "to": 40})
    out = f.do("leave", "orc", "attack 6 6; damage 6 6", "free_attack:orc ann:club")
    assert out.all("departed") == []
    assert out.one("stayed")["who"] == "orc"
    assert (f["orc"]["out"], f["orc"]["gone"]) == (True, None)


def test_who_may_not_leave() -> None:
    """R37: held or pinned one does not get away; a map without an edge cannot be left."""
    f = fight("orc standard @0\nann @0.5", map={"from": 0, "to": 40})
    f.set("orc", held_by="ann")
    f.refused("unable", "leave", "orc")
    f.set("orc", held_by=None)
    f.do("condition", "orc", name="pinned")
    f.refused("unable", "leave", "orc")
    f = fight("orc standard @0\nann @0.5")
    refusal = f.refused("unable", "leave", "orc")
    assert refusal.facts["because"] == "no map"


def test_surrender() -> None:
    """R51: out of the fight on the spot, alive and called so; the side whose last one does has lost."""
    f = field()
    f.refused("out_of_turn", "surrender", "elf")
    f.do("end_turn", "ann")
    f.do("surrender", "orc")
    assert (f["orc"]["gone"], f["orc"]["at"]) == ("surrendered", 9)
    out = f.do("surrender", "elf")
    assert out.one("fight_ended")["winner"] == "party"
    assert f.table.undo(f.table.n - 1)
    assert f["elf"]["gone"] is None


def test_the_gm_withdraws_anybody_at_any_time() -> None:
    """R51: left or surrendered, whoever's turn it is; the held are released."""
    f = field(ann=8, orc=9)
    f.set("ann", held_by="orc")
    out = f.do("withdraw", "orc", how="surrendered")
    assert out.one("released")["who"] == "ann"
    f.refused("bad_value", "withdraw", "orc")
    f.refused("bad_value", "withdraw", "elf", how="vanished")


@pytest.mark.parametrize(
    ("at", "edge", "way"),
    [
        (0, True, 0), (1.5, True, 0), (1.6, False, 0), (25, False, 40), (41, True, 41),
        ((3, 10), False, (0, 10)), ((20, 1), True, (20, 0)), ((20, 19), True, (20, 20)), ((-2, 5), True, (-2, 5)),
    ],
)  # fmt: skip
def test_the_edge_of_the_map(at: Any, edge: bool, way: Any) -> None:
    """R51: within a metre and a half of the edge, or outside; the way out is the nearest place on it."""
    plane = isinstance(at, tuple)
    bounds = {"from": [0, 0], "to": [40, 20]} if plane else {"from": 0, "to": 40}
    spot = f"{at[0]},{at[1]}" if plane else at
    other = "10,10" if plane else "10"
    state = fight(f"orc standard @{spot}\nann @{other}", map=bounds).table.state
    c = state.combatants["orc"]
    assert (morale.at_edge(state, c), morale.way_out(state, c)) == (edge, way)


def test_no_map_no_edge() -> None:
    """R51: nowhere to go."""
    state = fight("orc standard @0\nann @9").table.state
    c = state.combatants["orc"]
    assert (morale.at_edge(state, c), morale.way_out(state, c), morale.to_edge(state, c)) == (
        False,
        None,
        None,
    )


def test_r31_one_who_has_noticed_nothing_may_walk_off() -> None:
    """R31: leaving takes no action, so one goes unaware, and nothing holds one back."""
    f = fight("orc standard @0 unaware\nann @9", map={"from": 0, "to": 40})
    f.do("leave", "orc")
    assert (f["orc"]["gone"], f["orc"]["unaware"]) == ("left", True)


def test_r69_nobody_holds_one_who_has_left() -> None:
    """R69: the GM takes a grappled one out of the fight; the holder's hands are free."""
    f = fight("ann @0 close+1\norc standard @1\nelf standard @1")
    f.do("grapple", "ann", "grapple:ann 6 6; grapple:orc 1 1", target="orc")
    assert f.do("withdraw", "orc").one("released")["who"] == "orc"
    assert f["orc"]["held_by"] is None
    f.next_turn("ann")
    f.do("grapple", "ann", "grapple:ann 6 6; grapple:elf 1 1", target="elf")
    assert f["elf"]["held_by"] == "ann"
