"""Chapter 11, Reactions, in play."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import Fight, fight

UNDER_FIRE = """
    ann @0 rifle athletics+1 close+1 boxes=9/9 {ann}
    orc standard @20 rifle
    ork standard @1 club close+1
    elf standard @20 frag
    ogre standard @1.2 maul
    #crate @1 solid
    #far @1.6 solid
    #back @-1 light
"""


def at(who: str, ann: str = "", rules: dict[str, object] | None = None) -> Fight:
    """The turn of an attacker."""
    f = fight(UNDER_FIRE.format(ann=ann), rules)
    f.turn(who)
    return f


def test_a_reaction_answers_an_incoming_attack_only() -> None:
    """C56: it is asked out of turn when an attack comes in, and at no other time; there is no command for it."""
    f = at("orc")
    assert "reaction:ann" in f.asks("attack", "orc", weapon="rifle", target="ann")
    f.refused("unknown", "dodge", "ann")
    f.refused("bad_value", "aim", "orc", target="ann", picks="reaction:ann dodge")


def test_one_is_free_a_further_one_costs_momentum() -> None:
    """C57: the first in a round is free, each further one costs 1 Momentum; at the new round one is free again."""
    f = at("orc")
    f.attack("orc", "rifle", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann dodge")
    assert (f["ann"]["reactions"], f.momentum) == (0, {"ann": 1})
    f.turn("ork")
    f.attack(
        "ork", "club", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann parry; avoid_skill:ann Athletics"
    )
    assert f.momentum == {"ann": 0}
    f.next_turn("orc")
    assert f["ann"]["reactions"] == 1


def test_a_further_one_without_momentum_is_refused() -> None:
    """C57: with the free one gone and the pool empty nothing is offered, and asking for one is refused."""
    f = at("orc", "momentum=0")
    f.attack("orc", "rifle", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann dodge")
    f.turn("ork")
    f.refused("momentum", "attack", "ork", weapon="club", target="ann", picks="reaction:ann parry")


def test_success_is_a_disadvantage_failure_is_nothing() -> None:
    """C58, R20: a successful reaction puts the attack roll at Disadvantage and does not itself stop it; a failed
    one does nothing. Novice fails at 7, Trained succeeds at 8."""
    f = fight(
        "ann @0 rifle ranged+1\norc standard @20 rifle athletics+1 boxes=9\nork standard @20 rifle athletics+0"
    )
    attack = f.attack("ann", "rifle", "orc", "attack 6 6 2; damage 1 1 1", "reaction:orc dodge")
    assert (attack.why("attack"), attack.test("attack")["total"], attack.attack["hit"]) == (["-C58"], 9, True)
    f.next_turn("ann")
    attack = f.attack("ann", "rifle", "ork", "attack 1 2", "reaction:ork dodge")
    assert (attack.why("attack"), f["ork"]["reactions"]) == ([], 0)


def test_the_attacker_gains_momentum_for_the_harder_roll() -> None:
    """C59: who must roll at Disadvantage because of a reaction gains 1 Momentum, hit or miss."""
    f = fight("ann @0 rifle ranged+1\norc standard @20 rifle athletics+1 boxes=9")
    f.attack("ann", "rifle", "orc", "attack 1 2 3", "reaction:orc dodge")
    assert f.momentum == {"ann": 2}


def test_dodge_is_athletics_under_dexterity() -> None:
    """C60: Dodge is Athletics (Dexterity)."""
    f = at("orc")
    dodge = f.attack("orc", "rifle", "ann", "reaction 1 2; avoid 4 4", "reaction:ann dodge").test("reaction")
    assert (dodge["skill"], dodge["characteristic"], dodge["bonus"]) == ("Athletics", "Dexterity", 1)


def test_nothing_unseen_is_dodged() -> None:
    """C60, R31, R78: against an attacker one does not see there is no reaction."""
    f = at("orc")
    f.do("hide", "orc")
    f.refused(
        "unable",
        "attack",
        "orc",
        weapon="rifle",
        target="ann",
        picks="reaction:ann dodge",
        rolls="avoid 4 4 4",
    )


def test_blast_is_not_dodged() -> None:
    """C61, C65: against Blast neither Dodge nor Parry will do; Dive for cover is all there is."""
    f = at("elf")
    command: dict[str, Any] = {"weapon": "frag", "at": 0}
    f.refused("dodge_blast", "attack", "elf", picks="reaction:ann dodge", **command)
    f.refused("parry_ranged", "attack", "elf", picks="reaction:ann parry", **command)
    assert f.asks("attack", "elf", **command)["reaction:ann"] == ["none", "dive:crate", "dive:back"]


def test_parry_is_close_quarters_under_strength() -> None:
    """C62: Parry is Close Quarters (Strength), against melee."""
    f = at("ork")
    parry = f.attack(
        "ork", "club", "ann", "reaction 1 2; avoid 4 4", "reaction:ann parry; avoid_skill:ann Athletics"
    ).test("reaction")
    assert (parry["skill"], parry["characteristic"]) == ("Close Quarters", "Strength")


def test_shots_are_not_parried() -> None:
    """C62: refused against a ranged attack, a thrown knife included."""
    f = at("orc")
    f.refused("parry_ranged", "attack", "orc", weapon="rifle", target="ann", picks="reaction:ann parry")
    g = fight("ann @0 rifle close+3\norc standard @5 knife")
    g.turn("orc")
    g.refused("parry_ranged", "attack", "orc", weapon="knife", target="ann", picks="reaction:ann parry")


def test_a_smasher_is_not_parried() -> None:
    """C63: refused against Smasher; a Dodge is allowed."""
    f = at("ogre")
    f.refused("parry_smasher", "attack", "ogre", weapon="maul", target="ann", picks="reaction:ann parry")
    f.attack("ogre", "maul", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann dodge")


def test_a_dive_needs_cover_at_hand() -> None:
    """C64, R41: cover within 1.5 m, no skill and no dice; one ends prone behind it; not for want of cover, nor
    behind one 1.6 m away, nor against melee."""
    f = at("orc")
    f.refused("no_cover", "attack", "orc", weapon="rifle", target="ann", picks="reaction:ann dive:far")
    attack = f.attack("orc", "rifle", "ann", "avoid 1 2; damage 2 2 2", "reaction:ann dive:crate")
    assert (attack.why("avoid"), attack.armor, attack.trauma) == ([], 3 + 4, 0)
    assert (f["ann"]["prone"], f["ann"]["cover"]) == (True, [{"cover": "crate", "fully": False}])
    f.turn("ork")
    f.refused("no_cover", "attack", "ork", weapon="club", target="ann", picks="reaction:ann dive:crate")


def test_a_dive_behind_the_wrong_cover_does_nothing() -> None:
    """R59: diving behind a cover that does not face the source is legal and does not help."""
    f = at("orc")
    attack = f.attack("orc", "rifle", "ann", "avoid 1 2; damage 1 1 1", "reaction:ann dive:back")
    assert (attack.armor, attack.trauma, f["ann"]["prone"]) == (3, 1, True)


def test_a_dive_costs_no_later_action() -> None:
    """R41: the reaction is free: the next turn is whole, rising apart."""
    f = at("orc")
    f.attack("orc", "rifle", "ann", "avoid 4 4", "reaction:ann dive:crate")
    f.next_turn("ann")
    assert (f["ann"]["significant"], f["ann"]["minors"]) == (1, 3)


def test_a_characters_reaction_helps_the_avoid_roll() -> None:
    """R18: an extra test first: its success is a free Advantage on the avoid roll, its failure nothing; the avoid
    roll itself is no reaction."""
    f = at("orc")
    attack = f.attack("orc", "rifle", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann dodge")
    assert (attack.why("avoid"), attack.test("avoid")["total"]) == (["+R18"], 8)
    f.turn("ork")
    attack = f.attack(
        "ork", "club", "ann", "avoid 4 3", "avoid_skill:ann Athletics"
    )  # no reaction, still an avoid roll
    assert attack.why("avoid") == []


def test_a_failed_reaction_leaves_a_plain_avoid_roll() -> None:
    """R18: 3 dots fewer than 8 and nothing is gained."""
    f = at("orc")
    attack = f.attack("orc", "rifle", "ann", "reaction 4 2; avoid 4 3", "reaction:ann dodge")
    assert attack.why("avoid") == []


@pytest.mark.parametrize(
    ("skill", "dexterity", "succeeds"),
    [
        ("athletics+1", "", True),
        ("athletics+0", "", False),
        ("athletics+0", "Dex+", True),
        ("athletics+1", "Dex-", False),
        ("athletics+2", "Dex-", True),
        ("", "Dex+", False),
    ],
)
def test_an_adversarys_reaction_is_not_rolled(skill: str, dexterity: str, succeeds: bool) -> None:
    """R20: 7 and the bonus against 8, 8 with the characteristic's Advantage, 6 with its Disadvantage."""
    f = fight(f"ann @0 rifle ranged+1\norc standard @20 rifle {skill} {dexterity} boxes=9")
    attack = f.attack(
        "ann", "rifle", "orc", "attack 1 2 3" if succeeds else "attack 1 2", "reaction:orc dodge"
    )
    assert attack.one("reacted")["success"] is succeeds


def test_an_adversary_has_one_reaction_a_round() -> None:
    """R20: without a pool there is no further one."""
    f = fight("ann @0 rifle ranged+1\nbea @0 rifle ranged+1\norc standard @20 rifle athletics+1 boxes=9")
    f.attack("ann", "rifle", "orc", "attack 1 2 3", "reaction:orc dodge")
    f.turn("bea")
    f.refused(
        "reaction_used",
        "attack",
        "bea",
        weapon="rifle",
        target="orc",
        picks="reaction:orc dodge",
        rolls="attack 1 2",
    )


def test_a_suppressed_adversary_reacts_at_six() -> None:
    """R42, R20: under suppressive fire a Trained dodge is 6 + 1 and fails."""
    f = fight("ann @0 carbine ranged+1\nbea @0 rifle ranged+1\norc standard @20 rifle athletics+1 boxes=9")
    f.do("suppress", "ann", weapon="carbine", at=20)
    f.turn("bea")
    attack = f.attack("bea", "rifle", "orc", "attack 1 2", "reaction:orc dodge")
    assert (attack.one("reacted")["static"], attack.one("reacted")["success"]) == (6, False)


def test_a_reaction_that_is_not_rolled_tells_why() -> None:
    """R20, T25: high Dexterity makes it 8, under suppressive fire it is 7 again; each reason with its rule."""
    text = "ann @0 carbine ranged+1\nbea @0 rifle ranged+1\norc standard @20 rifle athletics+1 Dex+ boxes=9"
    plain = fight(text).attack("ann", "carbine", "orc", "attack 1 2 3", "reaction:orc dodge").one("reacted")
    assert (plain["static"], plain["edge"]) == (8, "advantage")
    assert [(r["gives"], r["why"], r["rule"], r["counted"]) for r in plain["reasons"]] == [
        ("advantage", "characteristic", "R1", True)
    ]
    f = fight(text)
    f.do("suppress", "ann", weapon="carbine", at=20)
    f.turn("bea")
    both = f.attack("bea", "rifle", "orc", "attack 1 2 3", "reaction:orc dodge").one("reacted")
    assert (both["static"], both["edge"]) == (7, "neutral")
    assert sorted(r["why"] for r in both["reasons"]) == ["characteristic", "suppressed"]


def test_one_reaction_to_one_attack() -> None:
    """R31: a second reaction to the same attack is refused."""
    f = at("orc")
    f.refused(
        "reaction_used", "attack", "orc", weapon="rifle", target="ann", picks="reaction:ann dodge | dodge",
        rolls="reaction 4 3; avoid 1 4 3",
    )  # fmt: skip
    g = at("elf")
    g.refused(
        "reaction_used", "attack", "elf", weapon="frag", at=0, picks="reaction:ann dive:crate | dive:back",
        rolls="avoid 4 4; damage:ork 1 1 1; damage:ogre 1 1 1",
    )  # fmt: skip


def test_a_reactions_own_test_has_its_own_momentum() -> None:
    """R31, R1: one's Dexterity Advantage may be claimed for the reaction's test, a Disadvantage earns 1."""
    f = at("orc", "Dex+")
    attack = f.attack(
        "orc", "rifle", "ann", "reaction 1 4 3; avoid 1 4 3", "reaction:ann dodge; claim_reaction:ann yes"
    )
    assert (attack.why("reaction"), f.momentum) == (["+R1"], {"ann": 0})
    g = at("orc", "Dex-")
    attack = g.attack("orc", "rifle", "ann", "reaction 6 4 3; avoid 4 3", "reaction:ann dodge")
    assert (attack.test("reaction")["total"], attack.edge("avoid"), g.momentum) == (8, "neutral", {"ann": 2})


@pytest.mark.parametrize("condition", ["stunned", "pinned"])
def test_the_helpless_cannot_react(condition: str) -> None:
    """R31, R78: stunned or pinned, one has no reaction."""
    f = at("orc")
    f.do("condition", "ann", name=condition, turns=1)
    f.refused(
        "unable", "attack", "orc", weapon="rifle", target="ann", picks="reaction:ann dodge", rolls="avoid 4 4"
    )


def test_the_held_may_parry_only() -> None:
    """R78: held, one may parry, but not dodge or dive."""
    f = at("orc")
    f.set("ann", held_by="ork")
    f.refused(
        "unable", "attack", "orc", weapon="rifle", target="ann", picks="reaction:ann dodge", rolls="avoid 4 4"
    )
    f.refused(
        "unable",
        "attack",
        "orc",
        weapon="rifle",
        target="ann",
        picks="reaction:ann dive:crate",
        rolls="avoid 4 4",
    )
    f.turn("ork")
    f.attack(
        "ork", "club", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann parry; avoid_skill:ann Athletics"
    )


def test_the_free_one_comes_back_at_the_round() -> None:
    """R31: used before one's own turn or after it, it comes back when the round starts."""
    f = fight("orc standard @20 rifle\nann @0 rifle athletics+1 boxes=9/9")
    f.attack("orc", "rifle", "ann", "reaction 4 3; avoid 1 4 3", "reaction:ann dodge")
    f.do("end_turn", "orc")
    assert (f.state["turn"], f["ann"]["reactions"]) == ("ann", 0)
    f.do("end_turn", "ann")
    assert f["ann"]["reactions"] == 1
