"""Every switch of the rulings on chapter 11, each value with the play it makes."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import Fight, fight


def shot_at(rules: dict[str, Any], ann: str = "", orc: str = "standard") -> Fight:
    """The orc's turn, Ann at 20 m from its rifle with a crate towards it."""
    f = fight(
        f"ann @0 rifle,club athletics+1 close+1 boxes=9/9 {ann}\norc {orc} @20 rifle\n#crate @1 solid", rules
    )
    f.turn("orc")
    return f


def test_reaction_mode() -> None:
    """R18, R81: a reaction is a test before the avoid roll; or its own roll is the avoid roll; or it is an Advantage
    without a test."""
    mode = "defence.reaction_mode"
    f = shot_at({mode: "mirror"})
    f.attack("orc", "rifle", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann dodge")
    f = shot_at({mode: "is_avoid_roll"})
    assert f.attack("orc", "rifle", "ann", "avoid 4 3", "reaction:ann dodge").why("avoid") == []
    f = shot_at({mode: "auto_advantage"})
    assert f.attack("orc", "rifle", "ann", "avoid 1 4 3", "reaction:ann dodge").why("avoid") == ["+R18"]


def test_the_avoid_roll_once_reactions_are_spent() -> None:
    """R81: where the reaction is the avoid roll, a parry rolls Close Quarters, and once reactions are spent there is a
    plain avoid roll at Disadvantage."""
    f = fight(
        "ann @0 club close+3 boxes=9/9\norc standard @1 club", {"defence.reaction_mode": "is_avoid_roll"}
    )
    f.turn("orc")
    parry = f.attack("orc", "club", "ann", "avoid 4 1", "reaction:ann parry").test("avoid")
    assert (parry["skill"], parry["total"]) == ("Close Quarters", 8)
    f.do("end_turn", "orc")
    f.set("ann", reactions=0)
    f.turn("orc")
    f.set("ann", reactions=0)
    plain = f.attack("orc", "club", "ann", "avoid 4 1 6", "avoid_skill:ann Close Quarters")
    assert plain.why("avoid") == ["-R81"]


@pytest.mark.parametrize(("value", "dice"), [("on", "avoid 4 3 1"), ("off", "avoid 4 3")])
def test_threat_effect(value: str, dice: str) -> None:
    """R19: a minion's attack is avoided at an Advantage, or like any other."""
    shot_at({"npc.threat_effect": value}, orc="minion").attack("orc", "rifle", "ann", dice)


SHOOT = "ann @0 rifle ranged+1\norc standard @20 rifle {orc} boxes=9"


@pytest.mark.parametrize(
    ("value", "skill", "dice", "succeeds"),
    [
        ("static", "athletics+0", "attack 1 2", False),
        ("static", "athletics+1", "attack 1 2 3", True),
        ("auto", "athletics+0", "attack 1 2 3", True),
        ("rolled", "athletics+0", "reaction:orc 4 4; attack 1 2 3", True),
        ("rolled", "athletics+1", "reaction:orc 3 3; attack 1 2", False),
    ],
)
def test_adversary_reactions(value: str, skill: str, dice: str, succeeds: bool) -> None:
    """R20: 7 and the bonus, without dice; or always a success; or rolled by the GM."""
    f = fight(SHOOT.format(orc=skill), {"npc.reaction": value})
    attack = f.attack("ann", "rifle", "orc", dice, "reaction:orc dodge")
    assert (attack.why("attack") == ["-C58"]) is succeeds


def test_no_adversary_reactions() -> None:
    """R20: or there are none."""
    f = fight(SHOOT.format(orc="athletics+3"), {"npc.reaction": "none"})
    f.refused(
        "unable",
        "attack",
        "ann",
        weapon="rifle",
        target="orc",
        picks="reaction:orc dodge",
        rolls="attack 1 2",
    )


def test_static_values() -> None:
    """R20: the values may be others: at 8 a Novice succeeds."""
    f = fight(SHOOT.format(orc="athletics+0"), {"npc.static": [7, 8, 9]})
    f.attack("ann", "rifle", "orc", "attack 1 2 3", "reaction:orc dodge")


@pytest.mark.parametrize(("value", "draw"), [("players", "avoid:ann 4 3"), ("both", "attack:orc 4 3")])
def test_who_rolls(value: str, draw: str) -> None:
    """R21: an adversary's attack is avoided by the player, or rolled by the GM."""
    shot_at({"combat.who_rolls": value}).attack("orc", "rifle", "ann", draw)


def hurt(rules: dict[str, Any], before: str, faces: str) -> tuple[int, int, bool]:
    """Ann, hurt as `P/M` of 4/4, is hit: Physical, Mental, dead."""
    f = fight("orc standard @20 rifle\nann @0 rifle boxes=4/4\nbea @0 rifle", rules)
    physical, mental = map(int, before.split("/"))
    f.set("ann", trauma={"physical": physical, "mental": mental})
    f.attack("orc", "rifle", "ann", f"avoid 1 2; damage {faces}")
    return f["ann"]["trauma"]["physical"], f["ann"]["trauma"]["mental"], f["ann"]["dead"]


def test_overflow() -> None:
    """R25: what does not fit goes to the other track, or is lost."""
    assert hurt({"trauma.overflow": "other_track"}, "3/0", "2 2 2") == (4, 1, False)
    assert hurt({"trauma.overflow": "lost"}, "3/0", "2 2 2") == (4, 0, False)


def test_most_trauma_of_a_hit() -> None:
    """R25: 2 for a hit at most, or 1."""
    assert hurt({"trauma.max_per_hit": 2}, "0/0", "6 6 6") == (2, 0, False)
    assert hurt({"trauma.max_per_hit": 1}, "0/0", "6 6 6") == (1, 0, False)


@pytest.mark.parametrize(
    ("death", "overflowing", "filling"),
    [("both_full", False, True), ("physical_overflow", True, True), ("never", False, False)],
)
def test_death(death: str, overflowing: bool, filling: bool) -> None:
    """R26: dead with both tracks full, or as soon as Physical trauma overflows, or never."""
    assert hurt({"trauma.death": death}, "3/0", "2 2 2")[2] is overflowing
    assert hurt({"trauma.death": death}, "3/3", "2 2 2")[2] is filling


@pytest.mark.parametrize(("tiebreak", "first"), [("pcs_first", "ann"), ("roster", "orc")])
def test_tiebreak(tiebreak: str, first: str) -> None:
    """R28: level in total and Dexterity, characters come first, or the roster decides alone."""
    f = fight("orc standard @20 rifle\nann @0 rifle", {"initiative.gm_tiebreak": tiebreak}, begun=False)
    f.do("begin", rolls="initiative 3 4; initiative 3 4")
    assert f.state["turn"] == first


@pytest.mark.parametrize(("scope", "reasons"), [("target", []), ("shooter", ["-C30"])])
def test_engaged_fire(scope: str, reasons: list[str]) -> None:
    """R33: only a target at Engaged range hinders a long arm, or any foe engaged with the shooter."""
    f = fight(
        "ann @0 rifle ranged+1\norc standard @1 club\nork standard @20 club", {"engaged_fire.scope": scope}
    )
    dice = "attack 1 2 3" if reasons else "attack 1 2"
    assert f.attack("ann", "rifle", "ork", dice).why("attack") == reasons


def test_ready() -> None:
    """R30: a readied reaction is one more free one, or makes a reaction's test easier."""
    for effect, left, why in (("extra_free", 2, []), ("advantage", 1, ["+R30"])):
        f = fight("ann @0 rifle athletics+1\norc standard @20 rifle", {"ready.effect": effect})
        f.do("ready", "ann")
        assert f["ann"]["reactions"] == left
        f.turn("orc")
        dice = "reaction 1 4 3" if why else "reaction 4 3"
        attack = f.attack("orc", "rifle", "ann", f"{dice}; avoid 1 4 3", "reaction:ann dodge")
        assert attack.why("reaction") == why


def test_refresh() -> None:
    """R31: the free reaction comes back with the round, or with one's own turn."""
    for refresh, at_round, at_turn in (("round_start", 1, 1), ("own_turn", 0, 1)):
        f = fight(
            "orc standard @20 rifle\nann @0 rifle athletics+1\nbea @0 rifle", {"reaction.refresh": refresh}
        )
        f.turn("bea")
        f.set("ann", reactions=0)
        f.do("end_turn", "bea")
        assert (f.state["round"], f["ann"]["reactions"]) == (2, at_round)
        f.do("end_turn", "orc")
        assert (f.state["turn"], f["ann"]["reactions"]) == ("ann", at_turn)


def test_a_delayed_turn_is_one_turn() -> None:
    """R29, R31: where the reaction comes back with one's own turn, a delayed turn does not bring it twice."""
    f = fight("ann @0 rifle athletics+1\norc standard @20 rifle", {"reaction.refresh": "own_turn"})
    f.do("delay", "ann", after="orc")
    f.set("ann", reactions=0)
    f.do("end_turn", "orc")
    assert (f.state["turn"], f["ann"]["reactions"]) == ("ann", 0)


def test_metres_and_minors() -> None:
    """R32: how far a move is, and how many Minor Actions a turn has."""
    f = fight("ann @0 rifle\norc standard @90 rifle", {"move.metres": 9, "minor.max": 1})
    f.refused("too_far", "move", "ann", to=9.5)
    f.move("ann", 9)
    f.refused("no_minor", "minor", "ann", label="shout")


def leave(mode: str, rolls: str, picks: str = "", attackers: str = "one", test: str = "Athletics") -> Fight:
    """Ann leaves two orcs, having tried."""
    f = fight(
        "ann @0 rifle athletics+1 close+3 boxes=9/9\norc standard @1 club\nork standard @-1 club",
        {"disengage.mode": mode, "disengage.attackers": attackers, "disengage.test": test},
    )
    f.move("ann", 5, rolls, picks)
    assert f["ann"]["minors"] == 2
    return f


STRUCK = "avoid 4 3", "free_attack:ann orc:club; avoid_skill:ann Athletics"


def test_disengaging() -> None:
    """R34, R81, C45: a free attack; or a test that must succeed, else one stays; or a free attack after a failed
    test; or nothing at all."""
    assert leave("free_attack", *STRUCK)["ann"]["at"] == 5
    assert leave("test", "disengage:ann 4 3")["ann"]["at"] == 5
    assert leave("test", "disengage 4 2")["ann"]["at"] == 0
    assert leave("test_else_free_attack", "disengage 4 3")["ann"]["at"] == 5
    assert leave("test_else_free_attack", "disengage 4 2; avoid 4 3", STRUCK[1])["ann"]["at"] == 5
    assert leave("safe", "")["ann"]["at"] == 5


def test_how_many_strike_the_leaver() -> None:
    """R34: one of them, or all."""
    both = "free_attack:ann orc:club | ork:club; avoid_skill:ann Athletics | Athletics"
    assert leave("free_attack", "avoid 4 3; avoid 4 3", both, attackers="all")["ann"]["at"] == 5


def test_the_skill_of_breaking_away() -> None:
    """R34: the test is Athletics, or another skill: 3+2 makes 8 with Close Quarters +3."""
    assert leave("test", "disengage 3 2", test="Close Quarters")["ann"]["at"] == 5


@pytest.mark.parametrize(
    ("effect", "dice", "armor"),
    [
        ("cover_only", "avoid 1 2; damage 1 1 1", 7),
        ("cover_and_disadvantage", "avoid 1 2 3; damage 1 1 1", 7),
        ("disadvantage_only", "avoid 1 2 3; damage 1 1 1", 3),
    ],
)
def test_diving(effect: str, dice: str, armor: int) -> None:
    """R41: a dive gives cover, or hinders the attack, or both."""
    attack = shot_at({"dive.effect": effect}).attack("orc", "rifle", "ann", dice, "reaction:ann dive:crate")
    assert (attack.armor, attack.why("avoid")) == (armor, ["+R41"] if "disadvantage" in effect else [])


def test_suppression() -> None:
    """R42, R81: how wide it is; and whether an attack roll decides that it takes hold, the rounds spent either way."""
    line = "ann @0 carbine ranged+1\norc standard @30 rifle"
    f = fight(line, {"suppress.radius": 10})
    f.do("suppress", "ann", weapon="carbine", at=20)
    assert f["orc"]["suppressed"]
    for dice, holds in (("attack 4 3", True), ("attack 4 2", False)):
        f = fight(line, {"suppress.test": "attack"})
        f.do("suppress", "ann", dice, weapon="carbine", at=30)
        assert (f["orc"]["suppressed"], f["ann"]["ammo"]) == (holds, {"carbine": 21})


def test_automatic_fire() -> None:
    """R44: what a burst adds, how many shots full auto has, and what it costs, in rounds or in N."""
    rules = {"auto.burst_damage": 1, "auto.full_attacks": 1, "auto.full_ammo": "2N"}
    f = fight("ann @0 carbine ranged+1\norc standard @20 rifle boxes=9", rules)
    assert f.attack("ann", "carbine", "orc", "attack 4 3; damage 1 1 1", mode="burst").attack["damage"] == 4
    f.next_turn("ann")
    f.refused("bad_value", "attack", "ann", weapon="carbine", mode="full", targets=["orc", "orc"])
    f.do("attack", "ann", "attack 1 2", weapon="carbine", mode="full", targets=["orc"])
    assert f["ann"]["ammo"] == {"carbine": 30 - 3 - 6}


def test_scale_factor() -> None:
    """R48: one step of scale multiplies by 10, or by another factor."""
    f = fight("ann @0 rifle ranged+1 scale=1\norc standard @20 rifle boxes=9", {"scale.factor": 5})
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").attack["damage"] == 15


def test_a_readied_reaction_is_not_yet_spent() -> None:
    """R81, R30: with a readied reaction left, one who declares none has a plain avoid roll without Disadvantage."""
    f = fight("ann @0 rifle athletics+1\norc standard @20 rifle", {"defence.reaction_mode": "is_avoid_roll"})
    f.do("ready", "ann")
    f.turn("orc")
    f.set("ann", reactions=1)
    assert (f["ann"]["reactions"], f["ann"]["readied"]) == (1, 1)
    assert f.attack("orc", "rifle", "ann", "avoid 4 3", "reaction:ann none").why("avoid") == []
