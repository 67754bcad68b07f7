"""Chapter 11, Aiming, in play."""

from __future__ import annotations

from .positions import Fight, fight

RANGE = """
    ann @0 {weapon} ranged+1 athletics+1 momentum=3
    orc standard @20 rifle boxes=9
    ork standard @22 rifle boxes=9
    #wall @21 solid hides
    #box @0 solid
"""


def aimed(weapon: str = "rifle", rules: dict[str, object] | None = None) -> Fight:
    """Ann has aimed at the orc and has the turn again."""
    f = fight(RANGE.format(weapon=weapon), rules)
    f.do("aim", "ann", target="orc")
    assert (f["ann"]["aim"], f["ann"]["significant"]) == ("orc", 0)
    f.next_turn("ann")
    return f


def test_an_aim_names_one_target() -> None:
    """C31, R47: aiming is Significant and names one target; a new aim replaces it, a repeated one adds nothing."""
    f = aimed()
    f.do("aim", "ann", target="ork")
    assert f["ann"]["aim"] == "ork"
    f.next_turn("ann")
    f.do("aim", "ann", target="ork")
    f.next_turn("ann")
    attack = f.attack("ann", "rifle", "ork", "attack 1 2 3", "claim_attack:ann yes")
    assert (attack.why("attack"), f.momentum) == (["+C32"], {"ann": 2})


def test_the_advantage_of_an_aim_costs_one_momentum() -> None:
    """C32: the next attack on that target has an Advantage for 1 Momentum."""
    f = aimed()
    attack = f.attack("ann", "rifle", "orc", "attack 1 4 2", "claim_attack:ann yes")
    assert (attack.edge("attack"), attack.test("attack")["natural"], f.momentum) == (
        "advantage",
        6,
        {"ann": 2},
    )


def test_unpaid_it_gives_no_dice() -> None:
    """C32, R47: unpaid, two dice are rolled; the attack uses the aim up all the same."""
    f = aimed()
    attack = f.attack("ann", "rifle", "orc", "attack 1 4", "claim_attack:ann no")
    assert (attack.edge("attack"), attack.why("attack")) == ("neutral", ["(+C32)"])
    assert (f["ann"]["aim"], f.momentum) == (None, {"ann": 3})


def test_it_cannot_be_claimed_without_momentum() -> None:
    """C32: with an empty pool the claim is refused and the attack with it."""
    f = aimed()
    f.set("ann", momentum=0)
    f.refused("momentum", "attack", "ann", weapon="rifle", target="orc", picks="claim_attack:ann yes")


def test_moving_loses_the_aim() -> None:
    """C33: a move before the attack loses the aim."""
    f = aimed()
    f.move("ann", 1)
    assert f["ann"]["aim"] is None
    assert f.attack("ann", "rifle", "orc", "attack 1 4").why("attack") == []


def test_losing_sight_loses_the_aim() -> None:
    """C34, R50: when the target goes fully behind cover, or is hidden, the aim is lost."""
    f = aimed()
    f.turn("orc")
    f.do("take_cover", "orc", cover="wall", fully=True)
    assert f["ann"]["aim"] == "orc"  # the wall at 21 m is behind the orc at 20 m
    f.do("leave_cover", "orc", cover="wall")
    f.set("orc", at=21.5)
    f.do("take_cover", "orc", cover="wall", fully=True)
    assert f["ann"]["aim"] is None


def test_a_hidden_target_is_out_of_sight() -> None:
    """C34: whom the GM hides cannot be aimed at, and an aim at them is lost."""
    f = aimed()
    f.do("hide", "orc")
    assert f["ann"]["aim"] is None
    f.refused("out_of_sight", "aim", "ann", target="orc")


def test_it_serves_one_attack() -> None:
    """C35: aim, fire, fire: only the first shot had it."""
    f = aimed()
    f.attack("ann", "rifle", "orc", "attack 1 4 2", "claim_attack:ann yes")
    f.next_turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 1 4").why("attack") == []


def test_it_does_not_serve_another_target_but_is_kept() -> None:
    """C35, R47: an attack on somebody else has nothing of the aim, and does not lose it."""
    f = aimed()
    assert f.attack("ann", "rifle", "ork", "attack 1 4").why("attack") == []
    assert f["ann"]["aim"] == "orc"
    f.next_turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 1 4").why("attack") == ["(+C32)"]


def test_an_aim_does_not_expire() -> None:
    """R47: rounds later it still holds."""
    f = aimed()
    for _ in range(3):
        f.next_turn("ann")
    assert f["ann"]["aim"] == "orc"


def test_precise_has_it_free_after_an_aim() -> None:
    """C36, R46: a Precise weapon has nothing without an aim, and after one an Advantage that costs nothing."""
    f = fight(RANGE.format(weapon="needler"))
    assert f.attack("ann", "needler", "orc", "attack 1 4").why("attack") == []
    f.next_turn("ann")
    f.do("aim", "ann", target="orc")
    f.next_turn("ann")
    f.set("ann", momentum=0)
    attack = f.attack("ann", "needler", "orc", "attack 1 4 2")
    assert (attack.edge("attack"), attack.why("attack"), f.momentum) == ("advantage", ["+C36"], {"ann": 0})


def test_automatic_fire_gains_nothing_from_an_aim() -> None:
    """C37, R44: a burst at the aimed target has no Advantage to claim, and uses the aim up."""
    f = aimed("carbine")
    f.refused(
        "no_aim_with_auto",
        "attack",
        "ann",
        weapon="carbine",
        target="orc",
        mode="burst",
        picks="claim_attack:ann yes",
    )
    attack = f.attack("ann", "carbine", "orc", "attack 1 4", mode="burst")
    assert (attack.why("attack"), f["ann"]["aim"]) == ([], None)


def test_a_single_shot_of_an_auto_weapon_may_use_an_aim() -> None:
    """C37, R44: only automatic fire loses it."""
    f = aimed("carbine")
    assert f.attack("ann", "carbine", "orc", "attack 1 4 2", "claim_attack:ann yes").why("attack") == ["+C32"]


def test_full_auto_uses_the_aim_up() -> None:
    """R65, C37: full auto that takes in the aimed target has nothing of the aim and spends it."""
    f = aimed("carbine")
    shots = f.do(
        "attack", "ann", "attack 1 4; attack 1 4", weapon="carbine", mode="full", targets=["ork", "orc"]
    )
    assert (shots.why("attack", 1), f["ann"]["aim"]) == ([], None)


def test_a_burst_has_no_scope() -> None:
    """C38: automatic fire with an aimed scope at 120 m is under the 100 m rule, a single shot is not."""
    f = fight("ann @0 autosniper ranged+1\norc standard @120 rifle boxes=9")
    f.do("aim", "ann", target="orc")
    f.next_turn("ann")
    attack = f.attack("ann", "autosniper", "orc", "attack 1 2 3", mode="burst")
    assert attack.why("attack") == ["-C26", "(-C27)"]
    f.next_turn("ann")
    f.do("aim", "ann", target="orc")
    f.next_turn("ann")
    assert f.attack("ann", "autosniper", "orc", "attack 1 2 3").why("attack") == ["-C26", "(+C32)"]


def test_aim_and_burst_do_not_fit_one_action() -> None:
    """C38: after aiming the Significant Action is gone; a burst must wait for the next turn."""
    f = fight(RANGE.format(weapon="carbine"))
    f.do("aim", "ann", target="orc")
    f.refused("no_significant", "attack", "ann", weapon="carbine", target="orc", mode="burst")


def test_a_dodge_breaks_the_aim() -> None:
    """R47, R64: a Dodge breaks the aim and changes no place; an avoid roll or a hit does not break it."""
    f = aimed()
    f.turn("orc")
    f.attack("orc", "rifle", "ann", "avoid 1 2; damage 1 2 1")
    assert f["ann"]["aim"] == "orc"
    f.turn("ork")
    f.attack("ork", "rifle", "ann", "reaction 4 4; avoid 1 2 3; damage 1 2 1", "reaction:ann dodge")
    assert (f["ann"]["aim"], f["ann"]["at"]) == (None, 0)


def test_a_dive_breaks_the_aim() -> None:
    """R47, R41: so does a Dive for cover."""
    f = aimed()
    f.turn("orc")
    f.attack("orc", "rifle", "ann", "avoid 4 4", "reaction:ann dive:box")
    assert (f["ann"]["aim"], f["ann"]["prone"]) == (None, True)


def test_a_parry_does_not_break_the_aim() -> None:
    """R47: a Parry leaves it."""
    f = fight("ann @0 rifle close+1 boxes=9/9\norc standard @1 club close+1\nork standard @20 club")
    f.do("aim", "ann", target="ork")
    f.turn("orc")
    f.attack(
        "orc",
        "club",
        "ann",
        "reaction 4 4; avoid 4 4 1",
        "reaction:ann parry; avoid_skill:ann Close Quarters",
    )
    assert f["ann"]["aim"] == "ork"


def test_an_adversarys_aim_is_a_real_action_without_momentum() -> None:
    """R19, R17: an adversary that aimed puts the avoider at Disadvantage, who gains 1 Momentum for it."""
    f = aimed()
    f.turn("orc")
    f.do("aim", "orc", target="ann")
    f.next_turn("orc")
    attack = f.attack("orc", "rifle", "ann", "avoid 6 2 1; damage 1 1 1")
    assert (attack.why("avoid"), attack.test("avoid")["total"]) == (["-C32"], 1 + 2 + 1)
    assert (f["orc"]["aim"], f.momentum) == (None, {"ann": 4})


def test_no_aim_outlives_the_fight() -> None:
    """R47, R5: in the next fight nobody has an aim left; Momentum stays as it was."""
    f = aimed()
    f.do("end", winner=None)
    f.do("begin", rolls="initiative 6 6; initiative 5 5; initiative 4 4")
    assert (f["ann"]["aim"], f.momentum) == (None, {"ann": 3})
