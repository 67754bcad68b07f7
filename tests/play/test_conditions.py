"""Conditions of the GM's making: their time, and the edge that they give (R36, R69, T22, T23)."""

from tests.play.positions import fight

TWO = "ann @0 rifle ranged+1 momentum=1\norc standard @9 rifle athletics+1"


def test_r69_a_condition_ends_with_its_bearers_own_turns() -> None:
    """R69: each own turn that ends counts, the present one too; the end is told."""
    f = fight(TWO)
    f.do("condition", "ann", name="dazed", turns=2)
    assert f.do("end_turn", "ann").all("condition_ended") == []
    f.do("end_turn", "orc")
    assert f["ann"]["conditions"] == [{"name": "dazed", "turns": 1, "source": None, "rule": "R36"}]
    out = f.do("end_turn", "ann")
    assert (out.one("condition_ended")["who"], out.one("condition_ended")["name"]) == ("ann", "dazed")
    assert f["ann"]["conditions"] == []


def test_r69_a_stun_that_ends_is_told_too() -> None:
    """R69: a turn passed over counts for it, and for everything else."""
    f = fight(TWO)
    f.do("condition", "orc", name="stunned", turns=1)
    f.do("condition", "orc", name="on fire", turns=1)
    out = f.do("end_turn", "ann")
    assert [e["name"] for e in out.all("condition_ended")] == ["stunned", "on fire"]


def test_t23_a_condition_imposes_a_disadvantage_while_it_lasts() -> None:
    """T23: on every test of its bearer, with Momentum for the harder roll; afterwards no more."""
    f = fight(TWO)
    told = f.do("condition", "ann", name="blinded", turns=1, edge="disadvantage").one("condition_set")
    assert told["edge"] == "disadvantage"
    out = f.attack("ann", "rifle", "orc", "attack 1 1 1")
    assert out.why("attack") == ["-T23"]
    assert out.test("attack")["reasons"][0]["detail"] == "blinded"
    assert f.momentum["ann"] == 2
    f.next_turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 1 1").why("attack") == []


def test_t22_one_that_grants_has_a_price_and_may_be_about_one_skill() -> None:
    """T22, T20: 1 Momentum unless the GM says otherwise; other skills have nothing of it."""
    f = fight(TWO)
    f.do("condition", "ann", name="steady", edge="advantage", skill="Ranged Weapons")
    assert f["ann"]["conditions"][0] == {
        "name": "steady", "turns": None, "source": None, "rule": "R36",
        "edge": "advantage", "skill": "Ranged Weapons", "price": 1,
    }  # fmt: skip
    assert f.do("test", "ann", "test 3 3", skill="Recon").why("test") == []
    out = f.attack("ann", "rifle", "orc", "attack 1 1 1", "claim_attack:ann yes")
    assert out.why("attack") == ["+T22"]
    f.do("condition", "ann", name="steady", edge="advantage", price=0)
    assert f.do("test", "ann", "test 3 3 1", skill="Recon").why("test") == ["+T20"]


def test_r17_an_adversarys_condition_is_mirrored_and_slows_its_reaction() -> None:
    """R17, R20: what blinds the attacker helps the avoider; a static reaction is one less."""
    f = fight(TWO)
    f.do("condition", "orc", name="blinded", edge="disadvantage")
    out = f.attack("ann", "rifle", "orc", "attack 1 1", "reaction:orc dodge")
    assert (out.one("reacted")["static"], out.one("reacted")["success"]) == (6, False)
    f.do("end_turn", "ann")
    assert f.attack("orc", "rifle", "ann", "avoid 6 6 1").why("avoid") == ["+T23"]


def test_what_does_not_go_together_is_refused() -> None:
    """T22: a skill or a price without an edge, a price of a Disadvantage, a skill's name that is none."""
    f = fight(TWO, {"skills.unknown": "error"})
    f.refused("bad_value", "condition", "ann", name="x", skill="Recon")
    f.refused("bad_value", "condition", "ann", name="x", price=1)
    f.refused("bad_value", "condition", "ann", name="x", edge="disadvantage", price=1)
    f.refused("bad_value", "condition", "ann", name="x", edge="neutral")
    f.refused("unknown", "condition", "ann", name="x", edge="advantage", skill="Juggling")


def test_set_takes_them_whole() -> None:
    """R77: conditions as the state shows them can be set, the edge too."""
    f = fight(TWO)
    f.do("condition", "ann", name="steady", edge="advantage", skill="Recon", price=0)
    shown = f["ann"]["conditions"]
    f.set("orc", conditions=shown)
    assert f["orc"]["conditions"] == shown


def test_r42_both_suppressions_that_end_are_named() -> None:
    """R42: two shooters taken out by one blast are two events."""
    f = fight("ann @0 carbine boxes=1/1\nbob @1 carbine boxes=1/1\norc standard @9 frag explosives+1")
    for who in ("ann", "bob"):
        f.do("suppress", who, weapon="carbine", at=9)
        f.do("end_turn", who)
    assert len(f.state["suppressions"]) == 2
    dice = "avoid:ann 1 1 1; avoid:bob 1 1 1; damage:ann 6 6 6; damage:bob 6 6 6"
    out = f.lob("orc", "frag", 0.5, dice)
    assert [e["who"] for e in out.all("suppression_ended")] == ["ann", "bob"]
