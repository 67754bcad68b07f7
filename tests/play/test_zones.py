"""Zones: parts of the map that impose or grant an edge while one is inside (chapter 5, Difficulty)."""

from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.odds.command import of_state
from wanderstar.play.attack_plan import plan_attack
from wanderstar.play.reactions import options
from wanderstar.play.zones import inside, zones_at
from wanderstar.sheets.build_scene import zone as built


def smoke(low: Any = 10, high: Any = 20, *gives: dict[str, Any]) -> dict[str, Any]:
    """A zone from `low` to `high` in which nobody shoots well, or that gives what is said."""
    bad = [
        {"on": on, "edge": "disadvantage", "range": "ranged"} for on in ("attacks_from", "attacks_against")
    ]
    return {"id": "smoke", "name": "Smoke", "from": low, "to": high, "gives": list(gives) or bad}


def gives(on: str, edge: str = "disadvantage", **more: Any) -> dict[str, Any]:
    """One thing that a zone gives."""
    return {"on": on, "edge": edge, **more}


TWO = """
    ann @0 rifle,knife ranged+1 momentum=2
    orc standard @{orc} rifle
"""


def shot(orc: float, *zones: dict[str, Any], who: str = "ann", dice: str = "attack 3 3 3") -> Fight:
    """Ann and an orc, the map with these zones."""
    return fight(TWO.format(orc=orc), zones=list(zones))


def test_t21_an_attack_into_a_zone_is_at_disadvantage() -> None:
    """T21, T23: a target in smoke is shot at with Disadvantage, and the harder roll earns Momentum."""
    out = shot(15, smoke()).attack("ann", "rifle", "orc", "attack 3 3 3")
    assert out.edge("attack") == "disadvantage"
    assert out.why("attack") == ["-T21"]
    assert out.one("momentum_gained")["amount"] == 1
    assert out.test("attack")["reasons"][0]["detail"] == "Smoke"


def test_t21_out_of_a_zone_too_and_both_count_once() -> None:
    """T21, T24: both in the smoke are two reasons and one Disadvantage; the border belongs to the zone."""
    f = fight(TWO.format(orc=20), zones=[smoke(0, 20)])
    out = f.attack("ann", "rifle", "orc", "attack 3 3 3")
    assert out.why("attack") == ["-T21", "(-T21)"]
    assert f.momentum["ann"] == 3


def test_a_zone_elsewhere_says_nothing() -> None:
    """T21: neither inside, or the wrong kind of attack: no reason at all."""
    assert shot(25, smoke()).attack("ann", "rifle", "orc", "attack 3 3").why("attack") == []
    melee = smoke(0, 5, gives("attacks_against", range="melee"))
    assert shot(4, melee).attack("ann", "rifle", "orc", "attack 3 3").why("attack") == []


def test_t22_an_advantage_of_a_zone_has_its_price() -> None:
    """T22, T20: high ground costs a Momentum to use; one that is free is simply had."""
    high = smoke(0, 2, gives("attacks_from", "advantage"))
    f = shot(15, high)
    out = f.attack("ann", "rifle", "orc", "attack 3 3 1", "claim_attack:ann yes")
    assert out.why("attack") == ["+T22"]
    assert f.momentum["ann"] == 1
    free = smoke(0, 2, gives("attacks_from", "advantage", price=0))
    out = shot(15, free).attack("ann", "rifle", "orc", "attack 3 3 1")
    assert out.why("attack") == ["+T20"]
    assert out.edge("attack") == "advantage"


def test_r2_smoke_against_an_aim_cancels() -> None:
    """R2: a zone's Disadvantage and a claimed aim make two dice."""
    f = shot(15, smoke())
    f.do("aim", "ann", target="orc")
    f.next_turn("ann")
    out = f.attack("ann", "rifle", "orc", "attack 3 3", "claim_attack:ann yes")
    assert out.edge("attack") == "neutral"


def test_r17_an_adversary_in_the_dark_is_easier_to_avoid() -> None:
    """R17: what is the attacker's Disadvantage is the avoider's free Advantage."""
    f = fight("orc standard @15 rifle\nann @0 athletics+1 momentum=2", zones=[smoke()])
    out = f.attack("orc", "rifle", "ann", "avoid 4 4 1")
    assert out.why("avoid") == ["+T21"]
    assert out.edge("avoid") == "advantage"
    assert f.momentum["ann"] == 2


def test_t21_tests_of_a_skill_inside() -> None:
    """T21: mud is bad for Athletics, for dodging and avoiding too, and for nothing else."""
    mud = smoke(0, 5, gives("tests", skill="Athletics"))
    f = fight("orc standard @15 rifle\nann @0 athletics+1 momentum=2", zones=[mud])
    out = f.attack("orc", "rifle", "ann", "reaction 1 1 1; avoid 6 6 6", "reaction:ann dodge")
    assert out.why("reaction") == out.why("avoid") == ["-T21"]
    assert f.do("test", "ann", "test 3 4", skill="Recon").why("test") == []


def test_r20_a_reaction_that_is_not_rolled_knows_the_mud() -> None:
    """R20: an adversary's static reaction is one less at a zone's Disadvantage."""
    mud = smoke(10, 20, gives("tests", skill="Athletics"))
    out = fight("ann @0 rifle\norc standard @15 athletics+1", zones=[mud]).attack(
        "ann", "rifle", "orc", "attack 1 1", "reaction:orc dodge"
    )
    assert (out.one("reacted")["static"], out.one("reacted")["success"]) == (6, False)


def test_a_lob_at_a_place_in_a_zone() -> None:
    """C52, T21: what counts of a lob is where it is aimed."""
    f = fight("ann @0 frag explosives+1\norc standard @30", zones=[smoke(10, 20, gives("attacks_against"))])
    out = f.lob("ann", "frag", 12, "attack 6 6 6")
    assert out.why("attack") == ["-T21"]


def test_the_gm_puts_zones_up_and_takes_them_away() -> None:
    """T21: as commands, told to everybody, undone as everything else."""
    f = shot(15)
    made = smoke()
    assert f.do("zone", zone=made).one("zone_added")["name"] == "Smoke"
    assert f.state["zones"]["smoke"] == {key: made[key] for key in ("name", "from", "to", "gives")}
    assert f["orc"]["zones"] == ["smoke"]
    f.refused("bad_value", "zone", zone=made)
    f.refused("bad_value", "zone", zone={**made, "id": "b", "gives": []})
    f.refused("bad_value", "zone", zone={**made, "id": "b", "radius": 3})
    f.refused("bad_value", "zone", zone={**made, "id": "b", "to": [1, 2]})
    f.refused("bad_value", "zone")
    f.refused("unknown", "zone", remove="fog")
    assert f.do("zone", remove="smoke").one("zone_removed")["zone"] == "smoke"
    assert f.attack("ann", "rifle", "orc", "attack 3 3").why("attack") == []
    assert f.table.undo(f.table.n - 2)
    assert f["orc"]["zones"] == ["smoke"]


def test_odds_know_zones() -> None:
    """T21: the chance of the command is that of the roll at Disadvantage."""
    clear, murky = shot(15), shot(15, smoke())
    command = {"do": "attack", "who": "ann", "weapon": "rifle", "target": "orc"}
    before, after = (of_state(f.table.state, command, {}).hit for f in (clear, murky))
    assert before is not None and after is not None
    assert [before * 216, after * 216] == [126, 69]


@pytest.mark.parametrize(
    ("table", "there", "away"),
    [
        ({"from": 20, "to": 10}, [10, 15, 20], [9.9, 20.1]),
        ({"at": 5, "radius": 3}, [2, 5, 8], [1.9, 8.1]),
        ({"from": [0, 4], "to": [4, 0]}, [(0, 0), (4, 4), (2, 1)], [(5, 1), (1, -1)]),
        ({"at": [0, 0], "radius": 5}, [(3, 4), (0, 0)], [(4, 4)]),
    ],
)
def test_what_lies_inside(table: dict[str, Any], there: list[Any], away: list[Any]) -> None:
    """T21: a stretch, a rectangle or a circle, its border included, the corners in any order."""
    made = built({"id": "z", "gives": [gives("tests")], **table})
    assert [inside(made, place) for place in there] == [True] * len(there)
    assert [inside(made, place) for place in away] == [False] * len(away)


def test_zones_at_a_place() -> None:
    """T24: one may be in several at once."""
    f = shot(15, smoke(), {**smoke(), "id": "dark", "name": "Dark"})
    assert [zone.id for zone in zones_at(f.table.state, 15)] == ["smoke", "dark"]
    plan = plan_attack(f.table.state, "ann", f.table.state.weapon("rifle"), "orc")
    assert [r.detail for r in plan.own] == ["Smoke", "Dark"]
    assert options(f.table.state, "orc", plan).options


def test_an_empty_plane_stays_one() -> None:
    """C23: with everybody taken off the map, its covers and zones, else the encounter, say how places are."""
    f = fight("ann @0,0\norc standard @9,0\n#crate @3,3 solid", begun=False)
    for who in ("ann", "orc"):
        f.do("remove", who)
    zone = {"id": "mud", "radius": 2, "gives": [{"on": "tests", "edge": "disadvantage"}]}
    f.refused("bad_value", "zone", zone={**zone, "at": 3})
    f.do("cover", remove="crate")
    f.refused("bad_value", "add", combatant={"who": "orc", "side": "foes", "at": 3})
    f.do("zone", zone={**zone, "at": [1, 2]})
    f.do("add", combatant={"who": "orc", "side": "foes", "at": [1, 2]})
    assert f["orc"]["zones"] == ["mud"]
