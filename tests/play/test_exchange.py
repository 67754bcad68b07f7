"""Chapter 11, Opening: who rolls an attack, what mirrors, what a roll earns and pays."""

from __future__ import annotations

import pytest

from .positions import fight

DUEL = """
    ann @0 {weapon} ranged+1 athletics+1 {ann}
    orc {threat} @{metres} rifle,club ranged+2 held=rifle,club {orc} boxes=9
"""


def duel(
    weapon: str = "rifle", threat: str = "standard", metres: float = 20, ann: str = "", orc: str = ""
) -> str:
    """One character against one adversary."""
    return DUEL.format(weapon=weapon, threat=threat, metres=metres, ann=ann, orc=orc)


def test_an_attack_is_a_test_and_harm_is_trauma() -> None:
    """C1, C3: the player rolls 2D6 and the skill against 8; a hit's harm is counted as trauma."""
    f = fight(duel())
    attack = f.attack("ann", "rifle", "orc", "attack:ann 4 3; damage:orc 1 1 1")
    assert (attack.test("attack")["total"], attack.test("attack")["skill"]) == (8, "Ranged Weapons")
    assert f["orc"]["trauma"] == {"physical": 1}


def test_seven_misses() -> None:
    """C1: a total of 7 misses, and no damage is rolled."""
    f = fight(duel())
    attack = f.attack("ann", "rifle", "orc", "attack 4 2")
    assert (attack.attack["hit"], attack.attack["damage"], f.hurt("orc")) == (False, None, 0)


def test_an_adversarys_attack_is_avoided() -> None:
    """C4, R16: the GM does not roll to hit; the character rolls Athletics (Dexterity) to avoid, and success is no
    harm."""
    f = fight(duel())
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", "avoid:ann 4 3")
    test = attack.test("avoid")
    assert (test["who"], test["skill"], test["characteristic"]) == ("ann", "Athletics", "Dexterity")
    assert not attack.attack["hit"]


def test_a_failed_avoid_roll_brings_damage() -> None:
    """C4, C6, R21: a failure resolves damage, and that is the one roll the GM makes."""
    f = fight(duel())
    f.turn("orc")
    f.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "ann"})
    f.table.answer({"reaction:ann": "none"})
    assert f.state["pending"][0]["seat"] == "ann"
    f.table.answer({"dice": [4, 2]})
    (ask,) = f.state["pending"]
    assert (ask["draw"], ask["seat"], ask["count"]) == ("damage", "gm", 3)
    f.table.answer({"dice": [1, 1, 1]})
    assert f.hurt("ann") == 1


@pytest.mark.parametrize(
    ("dice", "avoid", "effect"), [("1 1", -5, 5), ("1 3", -3, 3), ("5 6", 4, -4), ("4 3", 0, 0)]
)
def test_the_effect_of_an_avoided_attack(dice: str, avoid: int, effect: int) -> None:
    """R22, C8: the attack's Effect is the avoid roll's with the sign turned: avoid −3, attack +3."""
    f = fight(duel())
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", f"avoid {dice}" + ("; damage 1 1 1" if avoid < 0 else ""))
    assert (attack.test("avoid")["margin"], attack.attack["effect"]) == (avoid, effect)


@pytest.mark.parametrize(("dice", "effect"), [("5 5", 3), ("4 3", 0), ("3 1", -3)])
def test_effect(dice: str, effect: int) -> None:
    """C8: Effect is the total less 8: 11 is +3, 8 is 0, 5 is −3."""
    f = fight(duel())
    attack = f.attack("ann", "rifle", "orc", f"attack {dice}" + ("; damage 1 1 1" if effect >= 0 else ""))
    assert attack.attack["effect"] == effect


def test_effect_is_colour() -> None:
    """C9, C77: an Effect of +5 adds nothing to damage: 2 against armor 3 stays 2, and marks nothing."""
    f = fight(duel("rock", metres=5))
    attack = f.attack("ann", "rock", "orc", "attack 6 6; damage 2")
    assert (attack.attack["effect"], attack.attack["damage"], attack.trauma) == (5, 2, 0)


def test_range_frames_either_side() -> None:
    """C5, R17: what puts an adversary's attack at Disadvantage is the avoider's Advantage, free: at 120 m with a
    rifle rated Medium."""
    f = fight(duel(metres=120))
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", "avoid 1 4 3")
    assert attack.why("avoid") == ["+C26", "(+C27)"]
    assert (attack.edge("avoid"), f.momentum) == ("advantage", {"ann": 1})


def test_an_adversarys_characteristic_does_not_mirror() -> None:
    """R17: who does not roll brings no characteristic: neither a bad nor a good Dexterity of the attacker counts."""
    for orc in ("Dex-", "Dex+"):
        f = fight(duel(orc=orc))
        f.turn("orc")
        assert f.attack("orc", "rifle", "ann", "avoid 4 3").why("avoid") == []


def test_the_gms_edge_on_an_adversary_mirrors() -> None:
    """R17, R57: an Advantage granted to the attacker is the avoider's Disadvantage, which earns 1; it is used up."""
    f = fight(duel())
    f.turn("orc")
    f.do("edge", "orc", edge="advantage", on="next_test", reason="sun behind it")
    attack = f.attack("orc", "rifle", "ann", "avoid 6 4 1; damage 1 1 1")
    assert (attack.edge("avoid"), f.momentum, f["orc"]["edges"]) == ("disadvantage", {"ann": 2}, [])
    assert attack.test("avoid")["reasons"][0]["mirrored"]


def test_mirrored_and_own_edges_cancel() -> None:
    """R17, R2: a mirrored Advantage and one's own Dexterity Disadvantage make two dice, and earn nothing (R3)."""
    f = fight(duel(metres=120, ann="Dex-"))
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", "avoid 4 3")
    assert (attack.edge("avoid"), f.momentum) == ("neutral", {"ann": 1})


def test_a_free_advantage_leaves_nothing_to_claim() -> None:
    """R17, T25: with the mirrored Advantage had free the Dexterity one is not for sale."""
    f = fight(duel(metres=120, ann="Dex+"))
    f.turn("orc")
    f.refused(
        "nothing_to_claim", "attack", "orc", weapon="rifle", target="ann", rolls="avoid 4 3 1",
        picks="claim_avoid:ann yes",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("threat", "dice", "reasons", "momentum"),
    [("minion", "4 3 1", ["+R19"], 1), ("standard", "4 3", [], 1), ("elite", "4 3 6", ["-R19"], 2)],
)
def test_threat(threat: str, dice: str, reasons: list[str], momentum: int) -> None:
    """R19: a minion's attack is avoided at a free Advantage, an elite's at Disadvantage for 1 Momentum; the 8 stays."""
    f = fight(duel(threat=threat))
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", f"avoid {dice}")
    assert (attack.why("avoid"), attack.test("avoid")["total"], f.momentum) == (reasons, 8, {"ann": momentum})


def test_melee_is_avoided_as_one_likes() -> None:
    """R16: against a melee attack the player chooses Athletics (Dexterity) or Close Quarters (Strength)."""
    f = fight(duel(metres=1))
    f.turn("orc")
    first = f.attack("orc", "club", "ann", "avoid 4 3", "avoid_skill:ann Athletics")
    assert first.test("avoid")["total"] == 8
    f.next_turn("orc")
    second = f.attack("orc", "club", "ann", "avoid 5 5; damage 1 1", "avoid_skill:ann Close Quarters")
    assert (second.test("avoid")["total"], second.test("avoid")["characteristic"]) == (7, "Strength")


def test_a_smasher_is_avoided_with_athletics_only() -> None:
    """R16: against a Smasher nothing is asked: Athletics."""
    f = fight("ann @0 club close+3 athletics+0\norc standard @1 maul boxes=9")
    f.turn("orc")
    attack = f.attack("orc", "maul", "ann", "avoid 4 4")
    assert attack.test("avoid")["skill"] == "Athletics"


def test_an_unseen_attack_is_avoided_at_disadvantage() -> None:
    """R16: hidden, the attacker puts the avoider at Disadvantage, which earns 1."""
    f = fight(duel(orc="hidden"))
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", "avoid 4 3 6")
    assert (attack.why("avoid"), f.momentum) == (["-R16"], {"ann": 2})


def test_adversaries_among_themselves() -> None:
    """R21: an adversary that attacks an adversary makes a plain attack roll, by the GM."""
    f = fight("ann @0 rifle\norc standard @20 rifle ranged+1\nork standard @25 rifle boxes=9")
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ork", "attack:orc 4 3; damage:ork 1 1 1")
    assert attack.test("attack")["total"] == 8


def test_a_granted_advantage_costs_its_price() -> None:
    """R57, T22: the GM's Advantage on the next test is for sale, once, and gone after that roll, paid or not."""
    f = fight(duel())
    f.do("edge", "ann", edge="advantage", reason="good light")
    attack = f.attack("ann", "rifle", "orc", "attack 1 3 1", "claim_attack:ann yes")
    assert (attack.why("attack"), f.momentum, f["ann"]["edges"]) == (["+T22"], {"ann": 0}, [])
    f.next_turn("ann")
    f.do("edge", "ann", edge="advantage", reason="good light")
    attack = f.attack("ann", "rifle", "orc", "attack 1 3")
    assert f["ann"]["edges"] == []


def test_an_imposed_disadvantage_earns_one() -> None:
    """R57, R3: an imposed Disadvantage on the next test is used up by a reaction roll as by any other, for 1
    Momentum; initiative and damage would not have used it up."""
    f = fight(duel())
    f.do("edge", "ann", edge="disadvantage", reason="smoke")
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", "reaction 4 3 6; avoid 1 4 3", "reaction:ann dodge")
    assert (attack.why("reaction"), attack.why("avoid")) == (["-T23"], ["+R18"])
    assert (f["ann"]["edges"], f.momentum) == ([], {"ann": 2})


def test_a_refusal_uses_no_edge_up() -> None:
    """R57, R52: a refused attack leaves the edge where it was."""
    f = fight(duel())
    f.do("edge", "ann", edge="disadvantage", reason="smoke")
    f.refused("unknown", "attack", "ann", weapon="rifle", target="nobody")
    assert len(f["ann"]["edges"]) == 1


def test_without_a_pool_a_priced_advantage_is_free() -> None:
    """R57, R4: an adversary has its characteristic and the GM's Advantage without paying, when it rolls."""
    f = fight("orc standard @0 rifle ranged+1 Dex+\nork standard @20 rifle boxes=9\nann @99 rifle")
    attack = f.attack("orc", "rifle", "ork", "attack 1 3 1")
    assert attack.why("attack") == ["+R1"]
    f.do("edge", "ork", edge="advantage", price=1)
    assert f.do("test", "ork", "test 1 2 3", skill="Recon").edge("test") == "advantage"


def test_barely_and_near_miss() -> None:
    """R58: `barely` is a success at 0, `near_miss` a failure at −1, and neither does anything."""
    f = fight(duel())
    hit = f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1")
    f.next_turn("ann")
    miss = f.attack("ann", "rifle", "orc", "attack 4 2")
    assert (hit.test("attack")["flags"], miss.test("attack")["flags"]) == (["barely"], ["near_miss"])


def test_dice_order_of_an_exchange() -> None:
    """R52: reaction test, then attack or avoid roll, then damage."""
    f = fight(duel())
    f.turn("orc")
    f.attack("orc", "rifle", "ann", "reaction:ann 1 1; avoid:ann 1 1; damage:ann 1 1 1", "reaction:ann dodge")


def test_rounds_are_spent_when_the_attack_is_declared() -> None:
    """R52: the round is gone when the attack is legal, hit or miss; a refused one keeps it."""
    f = fight(duel())
    f.refused("unknown", "attack", "ann", weapon="rifle", target="nobody")
    f.attack("ann", "rifle", "orc", "attack 1 2")
    assert f["ann"]["ammo"] == {"rifle": 9}


def test_both_sides_roll() -> None:
    """R62, R21: where everybody rolls an adversary's attack is a character's: its own skill and characteristic
    against 8, its reaction rolled, threat without effect."""
    f = fight(duel(threat="elite", orc="Dex+ athletics+0"), {"combat.who_rolls": "both"})
    hit = f.attack("ann", "rifle", "orc", "reaction:orc 6 2 1; attack:ann 6 2 1", "reaction:orc dodge")
    assert (hit.why("reaction"), hit.why("attack")) == (["+R1"], ["-C58"])
    assert f.momentum == {"ann": 2}
    f.turn("orc")
    attack = f.attack(
        "orc", "rifle", "ann", "reaction:ann 1 2; attack:orc 4 2 1; damage:ann 1 1 1", "reaction:ann dodge"
    )
    assert (attack.why("attack"), attack.test("attack")["total"], attack.trauma) == (["+R1"], 8, 1)


def test_a_vehicles_fight_runs_on_the_same_frame() -> None:
    """C7: at scale 1 on both sides the same commands and numbers serve."""
    f = fight("ann @0 rifle ranged+1 scale=1\norc standard @20 rifle scale=1 boxes=9")
    attack = f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1")
    assert (attack.attack["damage"], attack.trauma) == (3, 1)


def test_opposed_dice_in_the_order_of_the_sides() -> None:
    """R71: an opposed test is rolled in the order of its sides."""
    f = fight(duel())
    sides = [{"who": "orc", "skill": "Sneaking"}, {"who": "ann", "skill": "Recon"}]
    result = f.do("opposed", rolls="opposed:orc 6 5; opposed:ann 6 4", sides=sides)
    assert (result.one("opposed")["totals"], result.one("opposed")["winner"]) == ({"orc": 8, "ann": 7}, "orc")
