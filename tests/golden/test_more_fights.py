"""Three more fights worked out on paper first: on a plane with arcs and scatter; everybody rolling; automatic fire,
suppression and a grapple. The comments are the paper."""

from __future__ import annotations

from typing import Any

from tests.play.positions import Fight, fight


def marks(f: Fight) -> dict[str, int]:
    """Physical trauma, or that of the only track, by who has any."""
    return {who: f.hurt(who) for who in f.state["combatants"] if f.hurt(who)}


def ammo(f: Fight) -> dict[str, int]:
    """What is left of each counted weapon, as `who/weapon`."""
    return {f"{who}/{w}": n for who, c in f.state["combatants"].items() for w, n in c["ammo"].items()}


def test_on_a_plane() -> None:
    """C71, R39, R49, R50, R59: two grenades that miss, cover by its arc, exposure, an elite."""
    f = fight(
        """
        ann @0,0 rifle,frag*2 ranged+1 explosives+1 athletics+1 armor=2
        bea @3,4 rifle ranged+2 athletics+0 Dex-
        orc standard @20,0 rifle athletics+1 armor=2 boxes=4
        ork elite @26,0 rifle athletics+0
        #wall @19,0 solid hides
        #bin @26,1 light arc=90
        """,
        begun=False,
    )
    # Bea keeps 6 and 5; Ann and the orc tie at 7 and at Dexterity, so the character is first.
    f.do("begin", rolls="initiative:ann 3 4; initiative:bea 6 6 5; initiative:orc 3 4; initiative:ork 2 2")
    assert f.state["order"] == ["bea", "ann", "orc", "ork"]

    f.do("aim", "bea", target="orc")
    f.turn("ann")
    f.move("ann", [6, 0])
    # 3+3+1 = 7, Effect -1: 7 m, face 1 is onward: (29, 0), where only the ork stands, at 3 m. The bin is at a right
    # angle to that, its arc 45 degrees to a side: no cover. 4 against 3.
    lob = f.lob(
        "ann", "frag", [22, 0], "attack 3 3; scatter_direction 1; damage:ork 1 1 2", "reaction:ork dive:bin"
    )
    assert lob.one("scattered")["to"] == [29, 0]
    assert (marks(f), f["ork"]["prone"], lob.armor) == ({"ork": 1}, True, 3)
    f.turn("orc")
    assert f["bea"]["aim"] == "orc"
    f.do("take_cover", "orc", cover="wall", fully=True)
    assert f["bea"]["aim"] is None  # 13 degrees off the wall: Total
    # Bea's dodge keeps 2 and 3 and fails, her avoid roll keeps 4 and 4 and just succeeds: 1 Momentum for each.
    f.attack("orc", "rifle", "bea", "reaction 2 3 6; avoid 4 4 5", "reaction:bea dodge")
    assert (f.momentum, f["orc"]["exposed"]) == ({"ann": 1, "bea": 3}, True)
    f.turn("ork")
    f.do("rise", "ork")
    # An elite: Disadvantage, keeps 5 and 2, and 1 makes 8.
    f.attack("ork", "rifle", "ann", "avoid 5 2 6")
    assert f.momentum == {"ann": 2, "bea": 3}
    assert ammo(f) == {"ann/rifle": 10, "ann/frag": 1, "bea/rifle": 10, "orc/rifle": 9, "ork/rifle": 9}

    f.turn("bea")
    # The orc is exposed: 3 + 2 + 4 = 9. Bea keeps 5 and 4: 11, Effect +3. 9 against 9.
    attack = f.attack("bea", "rifle", "orc", "attack 6 5 4; damage 3 3 3")
    assert (attack.armor, attack.attack["effect"], marks(f)) == (9, 3, {"orc": 1, "ork": 1})
    f.move("bea", [3, 10])
    f.turn("ann")
    f.move("ann", [6, 6])
    # Thrown at the orc: 2+3+1 = 6, Effect -2: 8 m. Onward is -23.2 degrees, face 2 turns it to 36.8: (26.41, 4.79),
    # 4.8 m from the ork, who now has the bin in between: 4 against 5. The orc is 8 m away. The ork was asked once.
    throw = f.attack(
        "ann", "frag", "orc", "attack 2 3; scatter_direction 2; damage:ork 2 1 1", "reaction:ork dive:bin"
    )
    x, y = throw.one("scattered")["to"]
    assert (round(x, 3), round(y, 3)) == (26.406, 4.792)
    assert (throw.armor, marks(f), f["ann"]["ammo"]["frag"]) == (5, {"orc": 1, "ork": 1}, 0)
    f.turn("orc")
    f.move("orc", [20, -5])
    assert f["orc"]["cover"] == []
    # 3+3+1 = 7: a near miss of avoiding. 15 against 5.
    shot = f.attack("orc", "rifle", "ann", "avoid 3 3; damage 5 5 5")
    assert (shot.test("avoid")["flags"], marks(f)) == (["near_miss"], {"ann": 2, "orc": 1, "ork": 1})
    f.turn("ork")
    # The dodge keeps 6 and 2 and succeeds (+1). Its Advantage against the elite's and Dexterity's Disadvantage: two
    # dice, 7, no gain. 6 against 3.
    shot = f.attack("ork", "rifle", "bea", "reaction 6 6 2; avoid 4 3; damage 1 2 3", "reaction:bea dodge")
    assert shot.edge("avoid") == "neutral"
    assert (f.momentum, marks(f)) == ({"ann": 2, "bea": 5}, {"ann": 2, "bea": 2, "orc": 1, "ork": 1})

    f.turn("bea")
    # The bin is 66 degrees off: no cover. A Novice's static 7 fails. 1+1+2 = 4, snake eyes.
    shot = f.attack("bea", "rifle", "ork", "attack 1 1 6", "reaction:ork dodge")
    assert (shot.test("attack")["flags"], f.momentum["bea"]) == (["natural_2"], 6)
    f.turn("ann")
    # A Trained 8 succeeds: 4+4+1 = 9 at Disadvantage (+1). 10 against 5.
    f.attack("ann", "rifle", "orc", "attack 4 4 4; damage 4 3 3", "reaction:orc dodge")
    assert (f.momentum, marks(f)) == ({"ann": 3, "bea": 6}, {"ann": 2, "bea": 2, "orc": 3, "ork": 1})
    assert ammo(f) == {"ann/rifle": 9, "ann/frag": 0, "bea/rifle": 8, "orc/rifle": 8, "ork/rifle": 8}
    assert [f[w]["at"] for w in ("ann", "bea", "orc", "ork")] == [[6, 6], [3, 10], [20, -5], [26, 0]]


def test_everybody_rolls() -> None:
    """R62, R65, R41, R4: both sides roll to hit and to react, an adversary has no pool, threat does nothing."""
    f = fight(
        """
        ann @0 rifle ranged+1 athletics+0 Dex+ armor=1 momentum=2
        orc elite @25 smg ranged+2 athletics+1 Dex- armor=2
        ork minion @1 club close+1 Str+
        #crate @0.5 solid
        """,
        {"combat.who_rolls": "both"},
        begun=False,
    )
    f.do("begin", rolls="initiative:ann 6 1 3; initiative:orc 6 5 5; initiative:ork 2 1")
    assert f.state["order"] == ["orc", "ann", "ork"]
    # Ann pays for her dodge's Advantage (2 to 1): 5+4 succeeds. The orc: reaction and Dexterity are one Disadvantage,
    # 5+2+2 = 9. 1+1+2 = 4 against 4.
    burst = f.attack(
        "orc", "smg", "ann", "reaction 5 2 4; attack:orc 5 5 2; damage 1 1",
        "reaction:ann dodge; claim_reaction:ann yes", mode="burst",
    )  # fmt: skip
    assert (burst.attack["effect"], burst.attack["damage"]) == (1, 4)
    assert (f.momentum, marks(f), f["orc"]["ammo"]) == ({"ann": 1}, {"ann": 1}, {"smg": 10})
    f.turn("ann")
    # A long arm at 1 m and Dexterity, bought (1 to 0), cancel: 3+4+1 = 8, no gain. 3 against 3: the minion is out.
    shot = f.attack("ann", "rifle", "ork", "attack 3 4; damage 1 1 1", "claim_attack:ann yes")
    assert (shot.why("attack"), f.momentum, f["ork"]["out"]) == (["-C30", "+R1"], {"ann": 0}, True)

    f.next_turn("orc")
    assert f.state["round"] == 2
    f.move("orc", 19)
    # Two shots, 6 rounds. Ann dives: 3 + 1 + 4 = 8. First 4+3+2 = 9, 7 against 8. For the second she has neither a
    # free reaction nor Momentum: 6+6+2 = 14, Effect +6, 8 against 8.
    shots = f.do(
        "attack", "orc", "attack 6 4 3; damage 4 3; attack 6 6 6; damage 4 4", "reaction:ann dive:crate",
        weapon="smg", mode="full", targets=["ann", "ann"],
    )  # fmt: skip
    assert [(a["armor"], a["effect"], a["trauma"]) for a in shots.all("attack")] == [(8, 1, 0), (8, 6, 1)]
    assert shots.test("attack", 1)["flags"] == ["natural_12"]
    assert (marks(f), f["ann"]["prone"], f["orc"]["ammo"]) == ({"ann": 2, "ork": 1}, True, {"smg": 4})
    f.turn("ann")
    # The orc's dodge is rolled: 4+3+1 = 8. Ann's Disadvantage: 5+5+1 = 11, +1. 17 against 5.
    f.attack("ann", "rifle", "orc", "reaction:orc 5 4 3; attack 5 5 5; damage 6 6 5", "reaction:orc dodge")
    assert (f.momentum, marks(f)) == ({"ann": 1}, {"ann": 2, "orc": 2, "ork": 1})

    f.next_turn("orc")
    # Dodge for 1 (to 0): 6+1 fails. 1+2+2 = 5 misses.
    f.attack(
        "orc", "smg", "ann", "reaction 1 1 6; attack 1 2 3", "reaction:ann dodge; claim_reaction:ann yes"
    )
    f.turn("ann")
    f.do("aim", "ann", target="orc")
    assert (f.momentum, marks(f)) == ({"ann": 0}, {"ann": 2, "orc": 2, "ork": 1})
    assert ammo(f) == {"ann/rifle": 8, "orc/smg": 3}
    assert (f["orc"]["momentum"], f["ann"]["aim"], f["ann"]["reactions"]) == (None, "orc", 0)


def test_suppression_full_auto_and_a_grapple() -> None:
    """C80, R76, R65, R37, R34, R69: a friend caught in the suppression, three shots, a free attack, a hold, a pin."""
    f = fight(
        """
        ann @0 carbine ranged+1 athletics+1 armor=2
        bea @9 club close+2 Str+ athletics+1
        orc standard @20 rifle close+0 athletics+0 boxes=3
        ork standard @24 club close+1 athletics+1 boxes=3
        elf standard @26 rifle
        """
    )
    f.do("suppress", "ann", weapon="carbine", at=24)  # 18 to 30 m
    f.turn("bea")
    f.move("bea", 15)
    f.move("bea", 19, significant=True)  # into it, and 1 m from the orc
    suppressed = {who for who, c in f.state["combatants"].items() if c["suppressed"]}
    assert suppressed == {"bea", "orc", "ork", "elf"}
    f.turn("orc")
    # A long arm at 1 m, suppressed: mirrored, one Advantage; Bea under the same fire: two dice. 4+3+1 = 8.
    shot = f.attack("orc", "rifle", "bea", "avoid 4 3")
    assert (shot.edge("avoid"), f.momentum) == ("neutral", {"ann": 1, "bea": 1})
    f.turn("ork")
    f.move("ork", 20)
    # Parry: suppressed, Strength bought (1 to 0): 2+3+2 = 7 fails. Avoid: 3+3+2 = 8.
    f.attack(
        "ork", "club", "bea", "reaction 2 3; avoid 3 3",
        "reaction:bea parry; claim_reaction:bea yes; avoid_skill:bea Close Quarters",
    )  # fmt: skip
    assert f.momentum == {"ann": 1, "bea": 0}
    f.turn("elf")
    f.attack("elf", "rifle", "ann", "avoid 1 2 5")  # 5+2+1 = 8
    assert (marks(f), f["ann"]["ammo"]) == ({}, {"carbine": 21})

    f.turn("ann")
    assert f.state["suppressions"] == []
    # 26 to 20 m is 6 m. The elf: 9, 3 against 3. The orc's 7 fails, and so do 3+3+1. The ork's 8 succeeds:
    # 5+2+1 = 8 at Disadvantage (+1), 6 against 3.
    shots = f.do(
        "attack", "ann", "attack 4 4; damage:elf 1 1 1; attack 3 3; attack 5 2 6; damage:ork 2 2 2",
        "reaction:orc dodge; reaction:ork dodge", weapon="carbine", mode="full", targets=["elf", "orc", "ork"],
    )  # fmt: skip
    assert [a["trauma"] for a in shots.all("attack")] == [1, 0, 2]
    assert (f.momentum, f["ann"]["ammo"]) == ({"ann": 2, "bea": 0}, {"carbine": 12})
    f.turn("bea")
    f.do("grapple", "bea", "grapple:bea 2 4; grapple:ork 5 2", target="ork")  # 8 and 8: free
    assert not f["ork"]["held_by"]
    f.turn("orc")
    # Leaving, its reaction spent: 3+3+2 = 8, 3 against 3. Then from 7 m: 6+1+1 = 8.
    f.move("orc", 26, "attack:bea 3 3; damage 2 1", "free_attack:orc bea:club")
    assert (marks(f), f["orc"]["at"]) == ({"orc": 1, "ork": 2, "elf": 1}, 26)
    f.attack("orc", "rifle", "bea", "avoid 6 1")
    f.turn("ork")
    # Parry 1+2+2 fails, avoid 2+2+2 = 6 fails: 11 against 3.
    f.attack(
        "ork", "club", "bea", "reaction 1 2; avoid 2 2; damage 6 5",
        "reaction:bea parry; avoid_skill:bea Close Quarters",
    )  # fmt: skip
    f.turn("elf")
    f.attack("elf", "rifle", "ann", "avoid 5 3")
    assert marks(f) == {"bea": 2, "orc": 1, "ork": 2, "elf": 1}

    f.turn("ann")
    f.do("aim", "ann", target="elf")
    f.turn("bea")
    f.do("grapple", "bea", "grapple:bea 5 4; grapple:ork 3 3", target="ork")  # 11 and 7
    assert f["ork"]["held_by"] == "bea"
    f.turn("orc")
    shot = f.attack("orc", "rifle", "bea", "avoid 1 1; damage 1 1 1")
    assert (shot.attack["effect"], f.hurt("bea")) == (5, 3)  # 1+1+1 is 5 short
    f.turn("ork")
    f.do("break_free", "ork", "break_free 3 3", by="test")  # 7
    f.turn("elf")
    f.attack("elf", "rifle", "ann", "avoid 4 4")

    f.turn("ann")
    # The aim for 1 (2 to 1): 5+3+1 = 9. 4 against 3 fills the elf's second box.
    f.attack("ann", "carbine", "elf", "attack 5 2 3; damage 2 1 1", "claim_attack:ann yes")
    assert (f["elf"]["out"], f.momentum) == (True, {"ann": 1, "bea": 0})
    f.turn("bea")
    # Held, the ork may still parry, and its 8 succeeds: 6+1+2 = 9 at Disadvantage (+1). 4 would mark 1: pinned for 1.
    blow = f.attack("bea", "unarmed", "ork", "attack 6 6 1; damage 4", "reaction:ork parry", pull="pinned")
    assert (blow.trauma, blow.attack["would"]) == (0, 1)
    final: dict[str, Any] = {
        "momentum": f.momentum,
        "marks": marks(f),
        "at": [f[who]["at"] for who in ("ann", "bea", "orc", "ork", "elf")],
        "ammo": ammo(f),
        "ork": [(c["name"], c["turns"]) for c in f["ork"]["conditions"]],
        "held": f["ork"]["held_by"],
    }
    assert final == {
        "momentum": {"ann": 1, "bea": 1},
        "marks": {"bea": 3, "orc": 1, "ork": 2, "elf": 2},
        "at": [0, 19, 26, 20, 26],
        "ammo": {"ann/carbine": 11, "orc/rifle": 7, "elf/rifle": 7},
        "ork": [("pinned", 1)],
        "held": "bea",
    }
