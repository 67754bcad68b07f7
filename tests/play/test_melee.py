"""Chapter 11, Melee, in play."""

from __future__ import annotations

import pytest

from .positions import Fight, fight

BRAWL = """
    ann @0 {weapon} close+1 athletics+1 {ann} boxes=9/9
    orc standard @{metres} {foe} close+1 {orc} boxes=9
"""


def brawl(weapon: str = "club", metres: float = 1, foe: str = "club", ann: str = "", orc: str = "") -> Fight:
    """One against one, hand to hand or nearly."""
    return fight(BRAWL.format(weapon=weapon, metres=metres, foe=foe, ann=ann, orc=orc))


def test_melee_is_close_quarters_under_strength_at_engaged_range() -> None:
    """C39: Close Quarters (Strength), at 1.5 m and no further."""
    f = brawl(metres=1.5)
    test = f.attack("ann", "club", "orc", "attack 4 3; damage 1 1").test("attack")
    assert (test["skill"], test["characteristic"], test["total"]) == ("Close Quarters", "Strength", 8)
    brawl(metres=1.6).refused("not_engaged", "attack", "ann", weapon="club", target="orc")


def test_closing_is_a_minor_action() -> None:
    """C40, C43: closing with a foe without Reach is a Minor Action, provokes nothing, and one strikes at once."""
    f = brawl(metres=5)
    f.move("ann", 4)
    assert (f["ann"]["minors"], f["ann"]["significant"], f["ann"]["barred_from"]) == (2, 1, [])
    f.attack("ann", "club", "orc", "attack 4 3; damage 1 1")


def test_reach_strikes_first() -> None:
    """C41, R35: a wielder of Reach may strike the one who closes, at once, though it has acted already; the strike
    takes neither its turn nor its reaction."""
    f = brawl(metres=5, foe="pike")
    strike = f.move("ann", 4, "avoid 1 2; damage 1 1", "reach_strike:orc pike; avoid_skill:ann Athletics")
    assert strike.attack["kind_of_attack"] == "reach_strike"
    assert f.hurt("ann") == 1  # 2 + 2 against 3
    assert (f["orc"]["reactions"], f["ann"]["at"]) == (1, 4)
    f.turn("orc")
    assert f["orc"]["significant"] == 1


def test_reach_needs_not_strike() -> None:
    """C41: it may; declined, the closer is kept at bay all the same (R35)."""
    f = brawl(metres=5, foe="pike")
    f.move("ann", 4, "", "reach_strike:orc none")
    assert f["ann"]["barred_from"] == ["orc"]


def test_no_hitting_back_until_the_next_round() -> None:
    """C42, R35: hit or not, the closer makes no melee attack on that defender until the round after."""
    f = brawl(metres=5, foe="pike")
    f.move("ann", 4, "avoid 4 4", "reach_strike:orc pike; avoid_skill:ann Athletics")
    f.refused("inside_guard", "attack", "ann", weapon="club", target="orc")
    f.refused("inside_guard", "grapple", "ann", target="orc")
    f.next_turn("ann")
    assert f["ann"]["barred_from"] == []
    f.attack("ann", "club", "orc", "attack 1 2")


def test_others_and_firearms_are_not_barred() -> None:
    """R35: the bar is against that defender and melee only: another foe may be struck, the defender shot."""
    f = fight(
        "ann @0 club,pistol close+1 ranged+1 held=club,pistol\norc standard @5 pike boxes=9\n"
        "ork standard @5 club boxes=9"
    )
    f.move("ann", 4)
    f.attack("ann", "pistol", "orc", "attack 1 2")
    f.next_turn("ann")
    g = fight("ann @0 club close+1\norc standard @5 pike boxes=9\nork standard @5 club boxes=9")
    g.move("ann", 4)
    g.attack("ann", "club", "ork", "attack 1 2")


def test_both_with_reach_changes_nothing() -> None:
    """R35: a closer with a pike of its own is struck first and kept at bay just so."""
    f = brawl("pike", 5, "pike")
    f.move("ann", 4, "avoid 4 4", "reach_strike:orc pike; avoid_skill:ann Athletics")
    f.refused("inside_guard", "attack", "ann", weapon="pike", target="orc")


def test_one_first_strike_for_each_approach() -> None:
    """R35: moving about within its reach provokes no second strike; a new approach does."""
    f = brawl(metres=5, foe="pike", orc="Str7")
    f.move("ann", 4, "avoid 4 4", "reach_strike:orc pike; avoid_skill:ann Athletics")
    f.next_turn("ann")
    f.move("ann", 4.5)
    f.next_turn("ann")
    f.move("ann", 0, "", "free_attack:ann none")
    f.move("ann", 4, "avoid 4 4", "reach_strike:orc pike; avoid_skill:ann Athletics", significant=True)


def test_the_first_strike_meets_reactions() -> None:
    """R68, C56: one may react to a first strike as to any attack."""
    f = brawl(metres=5, foe="pike")
    strike = f.move(
        "ann", 4, "reaction 4 3; avoid 1 4 3",
        "reach_strike:orc pike; reaction:ann parry; avoid_skill:ann Close Quarters",
    )  # fmt: skip
    assert strike.why("avoid") == ["+R18"]


def test_leaving_provokes_one_free_attack() -> None:
    """C44, R34: leaving Engaged range gives one opponent, theirs to choose, a free melee attack before one leaves;
    it costs neither turn nor reaction."""
    f = fight(
        "ann @0 club athletics+1 boxes=9/9\norc standard @1 club boxes=9\nork standard @-1 club boxes=9"
    )
    f.table.order({"do": "move", "who": "ann", "to": 5})
    (ask,) = f.state["pending"]
    assert (ask["key"], ask["seat"]) == ("free_attack:ann", "gm")
    assert ask["options"] == ["none", "orc:club", "orc:unarmed", "ork:club", "ork:unarmed"]
    f.table.cancel()
    left = f.move("ann", 5, "avoid 1 2; damage 2 2", "free_attack:ann ork:club; avoid_skill:ann Athletics")
    assert (left.attack["who"], f.hurt("ann"), f["ann"]["at"], f["ork"]["reactions"]) == ("ork", 1, 5, 1)


def test_taken_out_one_stays() -> None:
    """R34: if the free attack takes one out, one stays where one was."""
    f = fight("ann @0 club boxes=1/4\nbea @-20 rifle\norc standard @1 club")
    f.move("ann", -4, "avoid 1 2; damage 2 2", "free_attack:ann orc:club; avoid_skill:ann Athletics")
    assert (f["ann"]["out"], f["ann"]["at"]) == (True, 0)


def test_the_free_attack_meets_reactions() -> None:
    """R68: the leaver may react to it."""
    f = brawl()
    left = f.move(
        "ann",
        -4,
        "reaction 4 3; avoid 1 4 3",
        "free_attack:ann orc:club; reaction:ann dodge; avoid_skill:ann Athletics",
    )
    assert left.why("avoid") == ["+R18"]


def test_entering_and_staying_provoke_nothing() -> None:
    """C44, R34: entering Engaged range of one without Reach, or moving within it, gives nobody a free attack."""
    f = brawl(metres=5)
    f.move("ann", 4)
    f.next_turn("ann")
    f.move("ann", 4.5)


@pytest.mark.parametrize("condition", ["stunned", "pinned"])
def test_the_helpless_strike_nobody(condition: str) -> None:
    """R78: stunned or pinned, a foe has neither free attack nor first strike."""
    f = brawl(foe="pike")
    f.do("condition", "orc", name=condition, turns=3)
    f.move("ann", -3)
    f.move("ann", 0, significant=True)
    assert f["ann"]["barred_from"] == []


def test_a_free_attack_by_characters() -> None:
    """C44: an adversary that leaves gives the characters their free attack, rolled by the player."""
    f = fight("orc standard @0 club boxes=9\nann @1 club close+1")
    f.table.order({"do": "move", "who": "orc", "to": -5})
    assert f.state["pending"][0]["seat"] == "ann"
    f.table.cancel()
    left = f.move("orc", -5, "attack:ann 4 3; damage 2 2", "free_attack:orc ann:club")
    assert left.test("attack")["total"] == 8


def test_unarmed() -> None:
    """C46: unarmed is Close Quarters (Strength) for 1D against armor: a 5 marks nobody at armor 6, a 3 one at 3."""
    f = brawl(orc="armor=3")
    attack = f.attack("ann", "unarmed", "orc", "attack 4 3; damage 5")
    assert (attack.test("attack")["skill"], attack.armor, attack.trauma) == ("Close Quarters", 6, 0)
    assert brawl().attack("ann", "unarmed", "orc", "attack 4 3; damage 3").trauma == 1


@pytest.mark.parametrize(("pull", "face", "turns"), [("stunned", 3, 1), ("stunned", 6, 2), ("pinned", 6, 2)])
def test_a_pulled_blow_wounds_nobody(pull: str, face: int, turns: int) -> None:
    """C47, R36: declared, a hit that would mark trauma stuns or pins instead, for as many of the target's turns as
    the trauma it would have marked; 3 against 3 would be 1, 6 would be 2."""
    f = brawl()
    f.attack("ann", "unarmed", "orc", f"attack 4 3; damage {face}", pull=pull)
    assert f.hurt("orc") == 0
    (condition,) = f["orc"]["conditions"]
    assert (condition["name"], condition["turns"], condition["source"]) == (pull, turns, "ann")


def test_a_pulled_blow_that_would_mark_nothing_does_nothing() -> None:
    """C48: 2 against 3 stuns nobody."""
    f = brawl()
    f.attack("ann", "unarmed", "orc", "attack 4 3; damage 2", pull="stunned")
    assert f["orc"]["conditions"] == []


def test_only_bare_hands_and_stun_weapons_are_pulled() -> None:
    """R36, R73, C47: a club cannot be pulled; with a Stun weapon the word chooses the state."""
    f = brawl()
    f.refused("unable", "attack", "ann", weapon="club", target="orc", pull="pinned")
    g = brawl("baton")
    g.attack("ann", "baton", "orc", "attack 4 3; damage 1 2", pull="pinned")
    assert g["orc"]["conditions"][0]["name"] == "pinned"


def test_a_stun_weapon_stuns() -> None:
    """R36: a Stun weapon's hit stuns, unless told otherwise, and marks nothing: 6 against 3 for two turns."""
    f = brawl("baton")
    attack = f.attack("ann", "baton", "orc", "attack 4 3; damage 3 3")
    assert (attack.trauma, f.hurt("orc"), f["orc"]["conditions"][0]["turns"]) == (0, 0, 2)


def test_the_pinned_may_only_break_free() -> None:
    """R36, R69: pinned, one may only break free, by test; it counts down at the end of one's own turn."""
    f = fight("orc standard @1 club athletics+0 boxes=9\nann @0 club close+1")
    f.do("condition", "orc", name="pinned", turns=2)
    f.refused("unable", "attack", "orc", weapon="club", target="ann")
    f.refused("unable", "move", "orc", to=3)
    f.refused("unable", "break_free", "orc", by="opposed")
    f.do("break_free", "orc", "break_free 3 4", by="test")  # 7 fails
    f.do("end_turn", "orc")
    assert f["orc"]["conditions"][0]["turns"] == 1
    f.turn("orc")
    f.do("break_free", "orc", "break_free 4 4", by="test")
    assert f["orc"]["conditions"] == []
    f.do("minor", "orc", label="shout")


def test_a_grapple_is_an_opposed_test() -> None:
    """C49, R37, R71: opposed Close Quarters, the actor's dice first; the winner holds, nobody is hurt and no
    reaction is asked."""
    f = brawl()
    grapple = f.do("grapple", "ann", "grapple:ann 4 4; grapple:orc 4 3", target="orc")
    assert grapple.one("opposed")["totals"] == {"ann": 9, "orc": 8}
    assert (f["orc"]["held_by"], f.hurt("orc"), f["orc"]["reactions"]) == ("ann", 0, 1)


def test_a_level_grapple_leaves_one_free() -> None:
    """R37: equal totals leave the other free; so does a loss, at no cost but the action."""
    f = brawl()
    f.do("grapple", "ann", "grapple 4 4; grapple 4 4", target="orc")
    assert (f["orc"]["held_by"], f["ann"]["held_by"], f["ann"]["significant"]) == (None, None, 0)


def test_a_grapple_needs_engaged_range() -> None:
    """R37, C39: not at 1.6 m."""
    brawl(metres=1.6).refused("not_engaged", "grapple", "ann", target="orc")


def held() -> Fight:
    """The orc's turn, held by Ann."""
    f = fight(
        "ann @0 club close+1 boxes=9/9\norc standard @1 club,pistol held=club,pistol close+1 athletics+1\nbea @2 club"
    )
    f.do("grapple", "ann", "grapple 4 4; grapple 4 3", target="orc")
    f.turn("orc")
    return f


def test_the_held_cannot_move_nor_strike_others() -> None:
    """R37: held, no move, and no attack but on the holder, unarmed."""
    f = held()
    f.refused("unable", "move", "orc", to=4)
    f.refused("unable", "attack", "orc", weapon="club", target="ann")
    f.refused("unable", "attack", "orc", weapon="unarmed", target="bea")
    f.refused("unable", "attack", "orc", weapon="pistol", target="ann")
    f.attack("orc", "unarmed", "ann", "avoid 4 4", "avoid_skill:ann Close Quarters")


def test_a_holder_holds_one() -> None:
    """R69: while holding, no second grapple."""
    f = fight("ann @0 club close+1\norc standard @1 club\nork standard @-1 club")
    f.do("grapple", "ann", "grapple 6 5; grapple 1 2", target="orc")
    f.next_turn("ann")
    f.refused("unable", "grapple", "ann", target="ork")


def test_breaking_free_by_strength() -> None:
    """C50, R37: an Athletics test under Strength against 8."""
    f = held()
    free = f.do("break_free", "orc", "break_free 4 3", by="test").test("break_free")
    assert (free["skill"], free["characteristic"], f["orc"]["held_by"]) == ("Athletics", "Strength", None)


def test_breaking_free_by_an_opposed_test() -> None:
    """R37, C50: or opposed Close Quarters, the escaper first; equal totals keep the hold."""
    f = held()
    f.do("break_free", "orc", "break_free:orc 4 4; break_free:ann 4 4", by="opposed")
    assert f["orc"]["held_by"] == "ann"
    f.next_turn("orc")
    f.do("break_free", "orc", "break_free:orc 4 4; break_free:ann 4 3", by="opposed")
    assert f["orc"]["held_by"] is None


def test_a_grapple_ends_with_its_holder() -> None:
    """R69: when the holder is stunned, out, or more than 1.5 m away, it is over."""
    f = held()
    f.do("condition", "ann", name="stunned", turns=1)
    assert f["orc"]["held_by"] is None
    f = held()
    f.set("ann", at=-2)
    assert f["orc"]["held_by"] is None
    f = held()
    f.set("ann", out=True)
    assert f["orc"]["held_by"] is None


def test_a_net_holds_instead_of_wounding() -> None:
    """R37, R69, R80: an Entangle hit holds, armor ignored and no damage rolled; it lasts though its thrower falls, and
    only a test frees from it."""
    f = fight("ann @8 net ranged+1\nbea @30 rifle\norc standard @1 club athletics+1 armor=9")
    f.attack("ann", "net", "orc", "attack 4 3")
    assert (f["orc"]["held_by"], f.hurt("orc"), f["ann"]["ammo"]) == ("ann", 0, {"net": 0})
    f.set("ann", out=True)
    f.turn("orc")
    assert f["orc"]["held_by"] == "ann"
    f.refused("unable", "break_free", "orc", by="opposed")
    f.do("break_free", "orc", "break_free 4 3", by="test")
    assert f["orc"]["held_by"] is None


def test_a_thrown_weapon_uses_ranged_weapons() -> None:
    """C51: a knife or a grenade thrown at somebody is Ranged Weapons (Dexterity)."""
    f = fight("ann @0 knife ranged+1 explosives-3\norc standard @8 club boxes=9")
    test = f.attack("ann", "knife", "orc", "attack 4 3; damage 1 1").test("attack")
    assert (test["skill"], test["characteristic"]) == ("Ranged Weapons", "Dexterity")
    f = fight("ann @0 frag ranged+1 explosives+3\norc standard @20 club boxes=9")
    test = f.attack("ann", "frag", "orc", "attack 4 3; damage 1 1 1").test("attack")
    assert (test["skill"], test["total"]) == ("Ranged Weapons", 8)


def test_a_lobbed_explosive_uses_explosives() -> None:
    """C52, R66: lobbed at a place it is Explosives (Intellect), then its Blast goes off; another thing lobbed is
    Ranged Weapons."""
    f = fight("ann @0 frag,rock ranged+2 explosives+1\norc standard @20 club boxes=9")
    lob = f.lob("ann", "frag", 18, "attack 4 3; damage:orc 1 1 1")
    assert (lob.test("attack")["skill"], lob.test("attack")["characteristic"]) == ("Explosives", "Intellect")
    assert f.hurt("orc") == 1
    f.next_turn("ann")
    assert f.lob("ann", "rock", 5, "attack 5 1").test("attack")["skill"] == "Ranged Weapons"


def test_a_knife_leaves_the_hand_when_thrown_and_stays_when_wielded() -> None:
    """R38: thrown it is gone, its count one less, and what else is held stays; used in melee it is kept."""
    f = fight("ann @0 rifle,knife*2 ranged+1 close+1 held=rifle\norc standard @8 club boxes=9")
    f.attack("ann", "knife", "orc", "attack 1 2")
    assert (f["ann"]["ammo"]["knife"], f["ann"]["held"]) == (1, ["rifle"])
    f.next_turn("ann")
    f.set("orc", at=1)
    test = f.attack("ann", "knife", "orc", "attack 1 2").test("attack")
    assert (test["skill"], f["ann"]["ammo"]["knife"]) == ("Close Quarters", 1)


def test_stunned_on_ones_own_turn() -> None:
    """R36, R34, R69: stunned by the free attack one does not leave; the turn that is passed over and counted is one's
    next."""
    f = fight("ann @0 club boxes=9/9\norc standard @1 baton boxes=9")
    f.move("ann", -4, "avoid 1 2; damage 2 1", "free_attack:ann orc:baton; avoid_skill:ann Athletics")
    assert (f["ann"]["at"], f["ann"]["conditions"][0]["turns"]) == (0, 1)
    f.refused("unable", "minor", "ann", label="shout")
    f.do("end_turn", "ann")
    assert f["ann"]["conditions"][0]["turns"] == 1
    f.do("end_turn", "orc")
    assert (f.state["round"], f.state["turn"], f["ann"]["conditions"]) == (2, "orc", [])


def test_the_held_grapple_nobody_else() -> None:
    """R37: held by Ann, the orc cannot grapple Bea."""
    f = fight("ann @0 club close+1\norc standard @1 club\nbea @2 club")
    f.do("grapple", "ann", "grapple 6 5; grapple 1 2", target="orc")
    f.turn("orc")
    f.refused("unable", "grapple", "orc", target="bea")
