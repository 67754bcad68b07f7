"""Chapter 11, Special forms of attack, in play: blasts, scatter, dives, guessed fire."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import fight

GRENADE = """
    ann @0 frag*3 explosives+1 ranged+1
    bea @17 rifle boxes=9/9
    orc standard @20 rifle boxes=9
    ork standard @26 rifle boxes=9
    elf standard @26.1 rifle boxes=9
    #box @21 light
"""


def test_everything_in_the_radius_takes_it() -> None:
    """C83, R40: one roll, then damage for each within 6 m, friend or foe, nearest first; 6.1 m is outside."""
    f = fight(GRENADE)
    f.lob("ann", "frag", 20, "attack:ann 4 3; damage:orc 1 1 1; damage:bea 2 1 1; damage:ork 1 2 3")
    assert [f.hurt(who) for who in ("bea", "orc", "ork", "elf")] == [1, 1, 2, 0]
    assert f["ann"]["ammo"] == {"frag": 2}


def test_friends_have_no_avoid_roll_and_all_may_dive() -> None:
    """R40, C65, C83: in a character's blast a friend rolls nothing; everyone able is asked to dive at once."""
    f = fight(GRENADE + "\n#pit @16 solid")
    asked = f.asks("attack", "ann", weapon="frag", at=20)
    assert asked == {"reaction:bea": ["none", "dive:pit"], "reaction:orc": ["none", "dive:box"]}


def test_equally_near_go_by_the_roster() -> None:
    """R52, R40: at the same distance the roster decides whose damage is rolled first."""
    f = fight("ann @0 frag explosives+1\norc standard @22 rifle boxes=9\nork standard @18 rifle boxes=9")
    f.lob("ann", "frag", 20, "attack 4 3; damage:orc 1 1 1; damage:ork 1 1 1")


def test_damage_lands_together() -> None:
    """R40, R51: the nearest's fall changes nothing for the next: all damage is rolled, then marked at once."""
    f = fight("ann @0 frag explosives+1\norc minion @20 rifle\nork minion @22 rifle")
    f.lob("ann", "frag", 20, "attack 4 3; damage:orc 1 1 1; damage:ork 1 1 1")
    assert (f["orc"]["out"], f["ork"]["out"], f.state["winner"]) == (True, True, "party")


@pytest.mark.parametrize(
    ("dice", "face", "lands"),
    [("4 2", 1, 27), ("4 2", 3, 27), ("4 2", 4, 13), ("2 2", 6, 11)],
)
def test_a_miss_scatters_on_a_line(dice: str, face: int, lands: int) -> None:
    """R39: a miss by 1 lands 7 m off, by 3 it is 9 m; onward for 1–3, short for 4–6."""
    f = fight("ann @0 frag explosives+1\norc standard @80 rifle boxes=9")
    lob = f.lob("ann", "frag", 20, f"attack {dice}; scatter_direction:ann {face}")
    assert lob.one("scattered")["to"] == lands
    assert lob.one("blast")["at"] == lands


@pytest.mark.parametrize(
    ("face", "x", "y"),
    [
        (1, 27, 0),
        (2, 23.5, 6.062178),
        (3, 16.5, 6.062178),
        (4, 13, 0),
        (5, 16.5, -6.062178),
        (6, 23.5, -6.062178),
    ],
)
def test_a_miss_scatters_on_a_plane(face: int, x: float, y: float) -> None:
    """R39: 60° for each step of the die, counter-clockwise from onward: 7 m at 60° is 3.5 and 6.062."""
    f = fight("ann @0,0 frag explosives+1\norc standard @80,0 rifle boxes=9")
    lob = f.lob("ann", "frag", [20, 0], f"attack 4 2; scatter_direction {face}")
    assert lob.one("scattered")["to"] == pytest.approx([x, y], abs=1e-5)


def test_onward_is_away_from_the_thrower() -> None:
    """R39: thrown towards smaller numbers, onward is smaller still."""
    f = fight("ann @0 frag explosives+1\norc standard @80 rifle boxes=9")
    assert f.lob("ann", "frag", -20, "attack 4 2; scatter_direction 1").one("scattered")["to"] == -27


def test_it_explodes_where_it_lands() -> None:
    """R39, R40: who stands there takes it, at whom it was thrown does not."""
    f = fight("ann @0 frag ranged+1\norc standard @20 rifle boxes=9\nork standard @27 rifle boxes=9")
    f.attack("ann", "frag", "orc", "attack 4 2; scatter_direction 1; damage:ork 1 1 1")
    assert (f.hurt("orc"), f.hurt("ork")) == (0, 1)


def test_thrown_at_somebody_the_centre_is_their_place() -> None:
    """R40: a hit on a target goes off where the target stands."""
    f = fight("ann @0 frag ranged+1\norc standard @20 rifle boxes=9\nork standard @25 rifle boxes=9")
    blast = f.attack("ann", "frag", "orc", "attack 4 3; damage:orc 1 1 1; damage:ork 1 1 1").one("blast")
    assert blast["at"] == 20


def test_the_newly_inside_may_dive_nobody_twice() -> None:
    """R59: after a scatter those who were not asked before are asked, before damage."""
    f = fight(
        "ann @0 frag explosives+1\norc standard @25 rifle boxes=9\nork standard @32 rifle boxes=9\n"
        "#box @24 solid\n#bin @31 solid"
    )
    lob = f.lob(
        "ann", "frag", 20, "attack 4 2; scatter_direction 1; damage:orc 1 1 1; damage:ork 1 1 1",
        "reaction:orc dive:box; reaction:ork dive:bin",
    )  # fmt: skip
    assert [a["armor"] for a in lob.all("attack")] == [3, 7]  # it lands at 27: the box does not stand between
    assert (f["orc"]["prone"], f["ork"]["prone"]) == (True, True)


def test_a_dive_against_a_blast() -> None:
    """C65, C71, R41: cover that lies between one and the centre helps at once, and one ends prone."""
    f = fight(GRENADE)
    lob = f.lob(
        "ann", "frag", 23, "attack 4 3; damage:orc 1 1 1; damage:ork 1 1 1; damage:elf 1 1 1; damage:bea 1 1 1",
        "reaction:orc dive:box",
    )  # fmt: skip
    armor = {a["target"]: a["armor"] for a in lob.all("attack")}
    assert (armor["orc"], f["orc"]["prone"]) == (5, True)


def test_an_adversarys_blast_is_avoided_by_each_character() -> None:
    """R40, R16, C4: nobody rolls to hit; each character in it rolls Athletics, nearest first, then all damage;
    other adversaries are just hit."""
    f = fight(
        "orc standard @0 frag\nann @20 rifle athletics+1 boxes=9/9\nbea @22 rifle athletics+1 boxes=9/9\n"
        "ork standard @21 rifle boxes=9"
    )
    blast = f.lob("orc", "frag", 21, "avoid:ann 4 3; avoid:bea 4 2; damage:ork 1 1 1; damage:bea 1 1 1")
    assert blast.test("avoid")["skill"] == "Athletics"
    assert [f.hurt(who) for who in ("ann", "bea", "ork")] == [0, 1, 1]


def test_an_adversarys_blast_does_not_scatter() -> None:
    """R40, R17: it goes off where it was thrown; that it was thrown too far helps those who avoid it."""
    f = fight("orc standard @0 frag\nann @40 rifle athletics+1 boxes=9/9")
    blast = f.lob("orc", "frag", 40, "avoid 1 4 3")
    assert (blast.why("avoid"), blast.one("blast")["at"]) == (["+C26"], 40)


def test_the_fallen_and_the_dead_in_a_blast() -> None:
    """R60: a character who is out takes it without an avoid roll, and can die; the dead and adversaries who are out
    take nothing, and no dice are rolled for them."""
    f = fight(
        "orc standard @0 frag\nann @20 rifle boxes=4/4\nbea @20 rifle\ncat @60 rifle\nork standard @20 rifle"
    )
    f.set("ann", trauma={"physical": 4, "mental": 3})
    f.set("bea", trauma={"physical": 4, "mental": 4}, dead=True)
    f.set("ork", trauma={"physical": 2})
    f.lob("orc", "frag", 20, "damage:ann 1 1 1")
    assert (f["ann"]["dead"], f["ann"]["trauma"]) == (True, {"physical": 4, "mental": 4})


def test_guessed_fire_scatters_whatever_the_roll() -> None:
    """C82, R43, R61: a guessed position at 250 m: 3 dice of scatter less the Effect, whatever the attack roll, and
    it explodes there. 4,4,4 and Trained is 9, Effect +1: 1+2+2−1 = 4 m onward."""
    f = fight("ann @0 mortar explosives+1\norc standard @253 rifle boxes=9")
    lob = f.lob(
        "ann", "mortar", 250, "attack 4 4 4; scatter_direction 2; scatter_distance 1 2 2; damage:orc 1 1 1",
        indirect="guessed",
    )  # fmt: skip
    scattered = lob.one("scattered")
    assert (scattered["metres"], scattered["to"]) == (4, 254)
    assert lob.why("attack")[0] == "-C27"


def test_a_guess_with_a_negative_effect_lands_further_off() -> None:
    """R61: Effect −2 adds 2 m; a large Effect brings it down to 0, never behind."""
    f = fight("ann @0 mortar explosives+1\norc standard @400 rifle boxes=9")
    lob = f.lob(
        "ann", "mortar", 90, "attack 3 2 6; scatter_direction 4; scatter_distance 1", indirect="guessed"
    )
    assert (lob.test("attack")["margin"], lob.one("scattered")["metres"]) == (-2, 3)
    f.next_turn("ann")
    lob = f.lob(
        "ann", "mortar", 90, "attack 6 6 6; scatter_direction 4; scatter_distance 3", indirect="guessed"
    )
    assert (lob.test("attack")["margin"], lob.one("scattered")["metres"]) == (5, 0)


def test_a_known_position_does_not_scatter_on_a_hit() -> None:
    """C82, R43: observed, a hit goes off on the spot; a miss scatters by the ordinary rule (R39)."""
    f = fight("ann @0 mortar explosives+1\norc standard @90 rifle boxes=9")
    lob = f.lob("ann", "mortar", 90, "attack 4 4 4; damage 1 1 1", indirect="observed")
    assert (lob.all("scattered"), lob.one("blast")["at"]) == ([], 90)
    f.next_turn("ann")
    lob = f.lob("ann", "mortar", 90, "attack 3 3 6; scatter_direction 4", indirect="observed")
    assert lob.one("scattered")["metres"] == 7


def test_an_adversarys_guess_scatters_first() -> None:
    """R40, R61: in the players' frame it scatters with Effect 0, then those in it roll to avoid, at the mirrored
    Advantage of indirect fire."""
    f = fight("orc standard @0 mortar\nann @95 rifle athletics+1 boxes=9/9")
    lob = f.lob(
        "orc",
        "mortar",
        90,
        "scatter_direction:orc 1; scatter_distance:orc 4; avoid:ann 1 4 3",
        indirect="guessed",
    )
    assert (lob.one("scattered")["to"], lob.why("avoid")) == (94, ["+C81"])


def test_a_stun_blast_stuns() -> None:
    """R36, C83: a blast of a Stun weapon stuns instead of wounding: 10 against 5 for two turns."""
    f = fight("ann @0 flash explosives+1\norc standard @20 rifle armor=2")
    f.lob("ann", "flash", 20, "attack 4 3; damage 4 3 3")
    assert (f.hurt("orc"), f["orc"]["conditions"][0]["turns"]) == (0, 2)


def test_the_thrower_is_not_spared() -> None:
    """C83: who stands in their own blast takes it too."""
    f = fight("ann @0 frag explosives+1 boxes=9/9\norc standard @8 rifle boxes=9")
    f.lob("ann", "frag", 4, "attack 4 3; damage:ann 1 1 1; damage:orc 1 1 1")
    assert (f.hurt("ann"), f.hurt("orc")) == (1, 1)


def test_both_frame_blast() -> None:
    """R62: where everybody rolls, an adversary's blast is one attack roll, scatters on a miss, and nobody avoids."""
    f = fight("orc standard @0 frag explosives+1\nann @20 rifle boxes=9/9", {"combat.who_rolls": "both"})
    f.lob("orc", "frag", 20, "attack:orc 4 3; damage:ann 1 1 1")
    assert f.hurt("ann") == 1


def test_who_declined_is_not_asked_again() -> None:
    """R59: asked before the roll and in the radius after the scatter too, one has no second choice."""
    f = fight("ann @0 frag explosives+1\norc standard @25 rifle boxes=9\n#box @26 solid")
    lob: dict[str, Any] = {
        "weapon": "frag",
        "at": 20,
        "rolls": "attack 4 2; scatter_direction 1; damage:orc 1 1 1",
    }
    f.refused("bad_value", "attack", "ann", picks="reaction:orc none | dive:box", **lob)
    f.do("attack", "ann", picks="reaction:orc none", **lob)
