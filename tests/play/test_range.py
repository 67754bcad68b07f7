"""Chapter 11, Range, in play."""

from __future__ import annotations

import pytest

from .positions import fight


def why(weapon: str, metres: float, strength: str = "Str7", **extra: str) -> list[str]:
    """The reasons of one attack of `weapon` over so many metres."""
    f = fight(f"ann @0 {weapon} ranged+1 {strength}\norc standard @{metres} rifle boxes=9")
    dice = "attack 1 2 3" if beyond(weapon, metres, strength) else "attack 1 2"
    return f.attack("ann", weapon, "orc", dice).why("attack")


def beyond(weapon: str, metres: float, strength: str) -> bool:
    """Whether three dice are to be expected; each test then says why."""
    effective = {"rifle": 100, "longrifle": 100, "pistol": 10, "smg": 30, "knife": 10, "javelin": 30}[weapon]
    if weapon in ("knife", "javelin") and strength == "Str+":
        effective = {10: 30, 30: 100}[effective]
    return metres > effective or (metres <= 1.5 and weapon in ("rifle", "longrifle"))


@pytest.mark.parametrize(
    ("metres", "band"),
    [
        (1.5, "engaged"),
        (1.6, "close"),
        (10, "close"),
        (10.1, "short"),
        (30, "short"),
        (30.1, "medium"),
        (100, "medium"),
        (100.1, "extreme"),
    ],
)
def test_bands(metres: float, band: str) -> None:
    """C23, C27: Engaged up to 1.5 m, Close 10, Short 30, Medium 100, Extreme beyond; each limit is still inside."""
    f = fight(f"ann @0 pistol,rifle ranged+1 held=pistol,rifle\norc standard @{metres} rifle boxes=9")
    weapon = "pistol" if band == "engaged" else "rifle"
    dice = "attack 1 2 3" if band == "extreme" else "attack 1 2"
    attack = f.attack("ann", weapon, "orc", dice)
    assert attack.one("attack_declared")["band"] == ["engaged", "close", "short", "medium", "extreme"].index(
        band
    )


def test_within_the_effective_band_nothing_hinders() -> None:
    """C25: at or inside the effective band an attack is made normally."""
    assert why("rifle", 100) == []
    assert why("rifle", 20) == []
    assert why("pistol", 10) == []
    assert why("smg", 30) == []


def test_beyond_the_effective_band() -> None:
    """C26: beyond it at Disadvantage: a pistol rated Close at 10.1 m."""
    assert why("pistol", 10.1) == ["-C26"]
    assert why("pistol", 100) == ["-C26"]


def test_the_hundred_metre_rule() -> None:
    """C27: beyond 100 m any weapon is at Disadvantage, even one rated Extreme; exactly 100 m is not beyond."""
    assert why("longrifle", 100) == []
    assert why("longrifle", 100.1) == ["-C27"]


def test_two_reasons_are_one_disadvantage() -> None:
    """C26, C27: a Medium rifle at 120 m has both reasons, three dice, and earns Momentum once."""
    f = fight("ann @0 rifle ranged+1\norc standard @120 rifle")
    attack = f.attack("ann", "rifle", "orc", "attack 1 2 3")
    assert attack.why("attack") == ["-C26", "(-C27)"]
    assert (attack.edge("attack"), f.momentum) == ("disadvantage", {"ann": 2})


def test_a_scope_needs_an_aim() -> None:
    """C28: a scope without an aim does nothing; after an aim it lifts the 100 m rule, without Momentum."""
    f = fight("ann @0 longsniper ranged+1\norc standard @120 rifle boxes=9")
    assert f.attack("ann", "longsniper", "orc", "attack 1 2 3").why("attack") == ["-C27"]
    f.next_turn("ann")
    f.do("aim", "ann", target="orc")
    f.next_turn("ann")
    attack = f.attack("ann", "longsniper", "orc", "attack 1 2")
    assert (attack.edge("attack"), attack.why("attack")) == ("neutral", ["(+C32)"])


def test_a_scope_lifts_the_hundred_metre_rule_only() -> None:
    """C29: a scoped rifle rated Medium, aimed at 120 m, is still beyond its effective band."""
    f = fight("ann @0 sniper ranged+1\norc standard @120 rifle boxes=9")
    f.do("aim", "ann", target="orc")
    f.next_turn("ann")
    attack = f.attack("ann", "sniper", "orc", "attack 1 2 3")
    assert attack.why("attack") == ["-C26", "(+C32)"]


def test_the_gm_may_name_the_band() -> None:
    """C24: distances are guidelines: named Short, 120 m carry no Disadvantage; taken back, they do."""
    f = fight("ann @0 rifle ranged+1\norc standard @120 rifle boxes=9")
    f.do("band", "ann", target="orc", band="short")
    assert f.attack("ann", "rifle", "orc", "attack 1 2").why("attack") == []
    f.next_turn("ann")
    f.do("band", "ann", target="orc", band=None)
    assert f.attack("ann", "rifle", "orc", "attack 1 2 3").why("attack") == ["-C26", "(-C27)"]


def test_one_band_for_each_attack() -> None:
    """C24: each shot of full auto is made at its own target's band: 30 m are Short, 31 m beyond it."""
    f = fight("ann @0 smg ranged+1\norc standard @30 rifle boxes=9\nork standard @31 rifle boxes=9")
    shots = f.do(
        "attack", "ann", "attack 1 2; attack 1 2 3", weapon="smg", mode="full", targets=["orc", "ork"]
    )
    assert (shots.why("attack", 0), shots.why("attack", 1)) == ([], ["-C26"])


@pytest.mark.parametrize(("weapon", "hinders"), [("rifle", True), ("pistol", False), ("shorty", False)])
def test_firing_while_engaged(weapon: str, hinders: bool) -> None:
    """C30, R79: at Engaged range a long arm is at Disadvantage; a one-handed or compact weapon is not."""
    f = fight(f"ann @0 {weapon} ranged+1\norc standard @1.5 club boxes=9")
    attack = f.attack("ann", weapon, "orc", "attack 1 2 3" if hinders else "attack 1 2")
    assert attack.why("attack") == (["-C30"] if hinders else [])


def test_only_the_target_at_engaged_range_hinders() -> None:
    """R33, C30: with a foe at the elbow a rifle fires at another at 20 m without Disadvantage; and firing into a
    melee costs nothing."""
    f = fight(
        "ann @0 rifle ranged+1\norc standard @1 club boxes=9\nork standard @20 club boxes=9\nbea @21 club"
    )
    assert f.attack("ann", "rifle", "ork", "attack 1 2").why("attack") == []


def test_engagement_is_by_distance_in_pairs() -> None:
    """R33: whoever stands within 1.5 m is engaged, each pair for itself."""
    f = fight("ann @0 club close+1\norc standard @1.5 club boxes=9\nork standard @-1.6 club boxes=9")
    f.refused("not_engaged", "attack", "ann", weapon="club", target="ork")
    f.attack("ann", "club", "orc", "attack 1 2")


def test_a_thrown_weapon_reaches_as_far_as_it_is_listed() -> None:
    """C53: a knife listed Close is thrown normally to 10 m and at Disadvantage beyond."""
    assert why("knife", 10) == []
    assert why("knife", 13) == ["-C26"]


def test_strength_carries_a_throw_one_band_further() -> None:
    """C54, R38: a Strength Advantage makes Close Short, no further, and costs no Momentum."""
    assert why("knife", 13, "Str+") == []
    assert why("knife", 30, "Str+") == []
    assert why("knife", 30.1, "Str+") == ["-C26"]
    assert why("javelin", 100, "Str+") == []


def test_strength_does_nothing_for_a_gun() -> None:
    """C54: only thrown weapons reach further."""
    assert why("pistol", 13, "Str+") == ["-C26"]


def test_a_throw_beyond_a_hundred_metres() -> None:
    """C55, R38: beyond, the ordinary Disadvantage and the 100 m rule: one Disadvantage from two reasons, not a
    forbidden throw."""
    assert why("javelin", 101, "Str+") == ["-C26", "(-C27)"]
