"""Chapter 11, Special forms of attack, in play: automatic and suppressive fire, artillery, slow weapons."""

from __future__ import annotations

from .positions import Fight, fight

LINE = """
    ann @0 {weapon} ranged+1 athletics+1
    orc standard @20 rifle,club athletics+1 boxes=9 held=rifle,club
    ork standard @26 rifle boxes=9
    elf standard @27 rifle boxes=9
    #wall @19 solid
"""


def line(weapon: str, rules: dict[str, object] | None = None) -> Fight:
    """Ann before three foes at 20, 26 and 27 m."""
    return fight(LINE.format(weapon=weapon), rules)


def test_a_burst_trades_rounds_for_damage() -> None:
    """C79, R44: a burst of an Auto 3 carbine takes 3 rounds and adds 3 to damage: 2 + 3 dots more mark 1 at armor 6."""
    f = line("carbine")
    attack = f.attack("ann", "carbine", "orc", "attack 4 3; damage 1 1 1", mode="burst")
    assert (attack.attack["damage"], f["ann"]["ammo"]) == (6, {"carbine": 27})


def test_full_auto_is_several_attacks() -> None:
    """C79, R44: up to 3 attacks for 9 rounds, each its own roll and reactions."""
    f = line("carbine")
    shots = f.do(
        "attack", "ann", "attack 1 2 3; attack 4 3; damage:ork 1 1 1",
        "reaction:orc dodge", weapon="carbine", mode="full", targets=["orc", "ork"],
    )  # fmt: skip
    assert [a["target"] for a in shots.all("attack")] == ["orc", "ork"]
    assert (shots.why("attack", 0), shots.why("attack", 1)) == (["-C58"], [])
    assert f["ann"]["ammo"] == {"carbine": 21}


def test_full_auto_may_repeat_a_target_and_always_costs_all() -> None:
    """R65: repeats are allowed, one target may have all three, and 9 rounds go in any case; no damage is added."""
    f = line("carbine")
    shots = f.do(
        "attack", "ann", "attack 4 3; damage 1 1 1; attack 1 2; attack 1 2", weapon="carbine", mode="full",
        targets=["orc", "orc", "orc"],
    )  # fmt: skip
    assert (shots.all("attack")[0]["damage"], f["ann"]["ammo"]) == (3, {"carbine": 21})
    f.next_turn("ann")
    f.do("attack", "ann", "attack 1 2", weapon="carbine", mode="full", targets=["ork"])
    assert f["ann"]["ammo"] == {"carbine": 12}


def test_full_auto_strikes_whom_it_can_reach() -> None:
    """R40, R44: each of several attacks is its own. What is thrown at the one bursts there; the other, who is in reach,
    is struck with it."""
    f = fight("ann @0 shards*12 ranged+1 close+1\norc standard @1 boxes=9\nork standard @6 boxes=9")
    for targets, came in (
        (["ork", "orc"], ["blast", "attack", "attack"]),
        (["orc", "ork"], ["attack", "blast", "attack"]),
    ):
        shots = f.do(
            "attack", "ann", "attack 4 3; damage 1 1; attack 4 3; damage 1 1", weapon="shards", mode="full",
            targets=targets,
        )  # fmt: skip
        assert [e["kind"] for e in shots.events if e["kind"] in ("blast", "attack")] == came
        assert [e["target"] for e in shots.all("attack")] == targets
        f.next_turn("ann")


def test_shots_at_the_fallen_are_dropped() -> None:
    """R65: a second shot at one whom the first took out is dropped, without dice."""
    f = fight("ann @0 carbine ranged+1\norc minion @20 rifle\nork standard @22 rifle boxes=9")
    f.do(
        "attack", "ann", "attack 4 3; damage 1 1 1; attack 1 2", weapon="carbine", mode="full",
        targets=["orc", "orc", "ork"],
    )  # fmt: skip
    assert f["orc"]["out"]


def test_full_auto_reaches_over_six_metres() -> None:
    """R44: 20 and 26 m are together enough, 20 and 27 m are not; and more than 3 targets are not to be had."""
    f = line("carbine")
    f.refused("too_far", "attack", "ann", weapon="carbine", mode="full", targets=["orc", "elf"])
    f.refused("bad_value", "attack", "ann", weapon="carbine", mode="full", targets=["orc"] * 4)
    f.refused("unable", "attack", "ann", weapon="unarmed", mode="full", targets=["orc"])


def test_only_an_auto_weapon_fires_automatically() -> None:
    """C79: a rifle has neither burst nor full auto."""
    f = line("rifle")
    f.refused("unable", "attack", "ann", weapon="rifle", target="orc", mode="burst")


def test_too_little_ammunition() -> None:
    """R44: a burst with 2 rounds of the 3 it needs is refused, as is full auto with 8; a single shot is not."""
    f = line("carbine")
    f.set("ann", ammo={"carbine": 8})
    f.refused("ammo", "attack", "ann", weapon="carbine", mode="full", targets=["orc"])
    f.refused("ammo", "suppress", "ann", weapon="carbine", at=20)
    f.set("ann", ammo={"carbine": 2})
    f.refused("ammo", "attack", "ann", weapon="carbine", target="orc", mode="burst")
    f.attack("ann", "carbine", "orc", "attack 1 2")


def test_suppressive_fire_replaces_the_attack() -> None:
    """C80, R42: Significant, no roll and no damage, 9 rounds of a carbine; the area is 6 m around a centre in the
    effective band."""
    f = line("carbine")
    f.do("suppress", "ann", weapon="carbine", at=20)
    assert (f["ann"]["significant"], f["ann"]["ammo"]) == (0, {"carbine": 21})
    assert f.state["suppressions"] == [{"who": "ann", "at": 20, "radius": 6}]
    assert [f[who]["suppressed"] for who in ("orc", "ork", "elf")] == [True, True, False]
    g = line("carbine")
    g.refused("too_far", "suppress", "ann", weapon="carbine", at=101)
    g.refused("unable", "suppress", "ann", weapon="unarmed", at=10)


def test_without_auto_suppression_takes_three_rounds() -> None:
    """R42: a Suppressive weapon without Auto spends 3 rounds, where rounds are counted."""
    f = line("stubber")
    f.do("suppress", "ann", weapon="stubber", at=20)
    assert f["ann"]["ammo"] == {"stubber": 7}


def test_the_suppressed_act_at_disadvantage() -> None:
    """C80, R42: until the shooter's next turn starts, every test of theirs; an adversary's attack is avoided at a
    free Advantage instead."""
    f = line("carbine")
    f.do("suppress", "ann", weapon="carbine", at=20)
    f.turn("orc")
    attack = f.attack("orc", "rifle", "ann", "avoid 1 4 3")
    assert attack.why("avoid") == ["+C80"]
    act = f.do("test", "ork", "test 1 2 3", skill="Athletics").why("test")
    assert act == ["-C80"]
    f.next_turn("ann")
    assert not f["orc"]["suppressed"]
    assert f.state["suppressions"] == []


def test_a_suppressed_character_earns_momentum() -> None:
    """C80, R3: a character's tests under fire are at Disadvantage, and each earns 1."""
    f = fight("orc standard @40 carbine\nann @0 rifle ranged+1")
    f.do("suppress", "orc", weapon="carbine", at=0)
    f.turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 1 2 3").why("attack") == ["-C80"]
    assert f.momentum == {"ann": 2}


def test_cover_from_the_shooter_saves_from_suppression() -> None:
    """C80, R76: who has cover that stands between them and the shooter is not suppressed; taking it helps at once."""
    f = line("carbine")
    f.do("suppress", "ann", weapon="carbine", at=20)
    f.turn("orc")
    f.do("take_cover", "orc", cover="wall")
    assert not f["orc"]["suppressed"]


def test_suppression_knows_no_friends_and_takes_latecomers() -> None:
    """R76: friend and foe alike, and whoever comes into the area later."""
    f = fight("ann @0 carbine\nbea @25 rifle\norc standard @31 rifle")
    f.do("suppress", "ann", weapon="carbine", at=20)
    assert (f["bea"]["suppressed"], f["orc"]["suppressed"]) == (True, False)
    f.turn("orc")
    f.move("orc", 26)
    assert f["orc"]["suppressed"]


def test_suppression_ends_with_its_shooter() -> None:
    """R42: when the shooter is out it is over."""
    f = fight("ann @0 carbine\nbea @1 rifle\norc standard @20 rifle")
    f.do("suppress", "ann", weapon="carbine", at=20)
    f.set("ann", out=True)
    assert (f.state["suppressions"], f["orc"]["suppressed"]) == ([], False)


def test_artillery_fires_at_the_unseen() -> None:
    """C81, R43: at a target out of sight, at Disadvantage; an ordinary rifle may not, nor a howitzer fired directly."""
    f = fight("ann @0 howitzer,rifle ranged+1 held=howitzer,rifle\norc standard @90 rifle boxes=9 hidden")
    f.refused("out_of_sight", "attack", "ann", weapon="howitzer", target="orc")
    f.refused("unable", "attack", "ann", weapon="rifle", target="orc", indirect="observed")
    attack = f.attack("ann", "howitzer", "orc", "attack 4 4 4; damage 1 1 1", indirect="observed")
    assert (attack.why("attack"), f.momentum) == (["-C81"], {"ann": 2})


def test_indirect_governs_even_in_sight() -> None:
    """R61: declared indirect, the shot is at Disadvantage though the target can be seen."""
    f = fight("ann @0 howitzer ranged+1\norc standard @90 rifle boxes=9")
    assert f.attack("ann", "howitzer", "orc", "attack 1 2 3", indirect="observed").why("attack") == ["-C81"]


def test_a_charge_weapon_is_charged_for_each_shot() -> None:
    """C84, R45: one Significant Action of charging before each shot."""
    f = line("lance")
    f.refused("uncharged", "attack", "ann", weapon="lance", target="orc")
    f.do("charge", "ann", weapon="lance")
    assert f["ann"]["charged"] == ["lance"]
    f.next_turn("ann")
    f.attack("ann", "lance", "orc", "attack 1 2")
    assert f["ann"]["charged"] == []
    f.next_turn("ann")
    f.refused("uncharged", "attack", "ann", weapon="lance", target="orc")


def test_a_slow_weapon_rests_a_round() -> None:
    """C84, R45: fired in round 1 it is refused in round 2 and fires in round 3."""
    f = line("drum")
    f.attack("ann", "drum", "orc", "attack 1 2")
    f.next_turn("ann")
    f.refused("slow", "attack", "ann", weapon="drum", target="orc")
    f.next_turn("ann")
    f.attack("ann", "drum", "orc", "attack 1 2")


def test_a_reload_weapon_is_reloaded_before_it_fires_again() -> None:
    """C84, R45: Reload 2 with its single shot gone takes two Significant Actions."""
    f = line("musket")
    f.attack("ann", "musket", "orc", "attack 1 2")
    assert f["ann"]["ammo"] == {"musket": 0}
    f.next_turn("ann")
    f.refused("unloaded", "attack", "ann", weapon="musket", target="orc")
    f.do("reload", "ann", weapon="musket")
    assert f["ann"]["ammo"] == {"musket": 0}
    f.next_turn("ann")
    f.do("reload", "ann", weapon="musket")
    assert f["ann"]["ammo"] == {"musket": 1}
    f.next_turn("ann")
    f.attack("ann", "musket", "orc", "attack 1 2")


def test_a_magazine_is_refilled_by_one_action() -> None:
    """R66, R45: a magazine without the trait is full after one Significant Action, with rounds left or without; a
    full one is not reloaded."""
    f = line("rifle")
    f.refused("unable", "reload", "ann", weapon="rifle")
    f.attack("ann", "rifle", "orc", "attack 1 2")
    f.next_turn("ann")
    f.do("reload", "ann", weapon="rifle")
    assert f["ann"]["ammo"] == {"rifle": 10}


def test_one_use_is_used_once() -> None:
    """C84, R45, R66: after its one attack it stays in hand, and can be neither used nor reloaded."""
    f = line("tube")
    f.attack("ann", "tube", "orc", "attack 1 2")
    f.next_turn("ann")
    assert (f["ann"]["held"], f["ann"]["ammo"]) == (["tube"], {"tube": 0})
    f.refused("used_up", "attack", "ann", weapon="tube", target="orc")
    f.refused("used_up", "reload", "ann", weapon="tube")


def test_a_counted_weapon_at_nothing() -> None:
    """R80: at 0 the entry stays and using it is refused."""
    f = fight("ann @0 knife ranged+1\norc standard @9 club boxes=9")
    f.attack("ann", "knife", "orc", "attack 1 2")
    assert f["ann"]["ammo"] == {"knife": 0}
    f.next_turn("ann")
    f.refused("used_up", "attack", "ann", weapon="knife", target="orc")


def test_without_a_magazine_nobody_counts() -> None:
    """R45: no magazine listed, no rounds counted."""
    f = line("mindgun")
    f.attack("ann", "mindgun", "orc", "attack 1 2")
    assert f["ann"]["ammo"] == {}


def test_suppression_ends_when_the_shooters_turn_is_passed_over() -> None:
    """C80, R69: the stunned shooter's next turn starts and is passed over, and its fire ends there."""
    f = fight("ann @0 carbine\nbea @1 rifle\norc standard @20 rifle")
    f.do("suppress", "ann", weapon="carbine", at=20)
    f.do("condition", "ann", name="stunned", turns=1)
    f.turn("orc")
    assert f["orc"]["suppressed"]
    f.do("end_turn", "orc")
    assert (f.state["round"], f.state["turn"], f["orc"]["suppressed"]) == (2, "bea", False)
