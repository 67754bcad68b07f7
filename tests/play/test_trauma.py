"""Chapter 11, Damage and trauma, in play."""

from __future__ import annotations

import pytest

from .positions import Fight, fight


def shot(weapon: str, faces: str, target: str = "armor=2", **also: int) -> Fight:
    """Ann has hit the orc with those damage dice."""
    f = fight(f"ann @0 {weapon} ranged+1\norc standard @9 rifle boxes=9 {target}\nork standard @90 rifle")
    f.attack("ann", weapon, "orc", f"attack 4 3; damage:orc {faces}")
    return f


@pytest.mark.parametrize(
    ("faces", "trauma"), [("1 1 2", 0), ("1 1 3", 1), ("3 3 3", 1), ("4 3 3", 2), ("6 6 6", 2)]
)
def test_damage_against_armor(faces: str, trauma: int) -> None:
    """C72, C73: against armor 5 damage 4 marks nothing, 5 marks 1, 9 marks 1, 10 marks 2, and 18 still 2."""
    assert shot("rifle", faces).hurt("orc") == trauma


def test_base_armor_is_three() -> None:
    """C74: nothing worn is armor 3; gear adds to it."""
    f = fight("ann @0 rifle\norc standard @9 rifle\nork standard @9 rifle armor=4")
    assert (f["orc"]["armor"], f["ork"]["armor"]) == (3, 7)


def test_two_tracks_and_one() -> None:
    """C75, R25, R26: a character has a Physical and a Mental track of 4, an adversary one: 1, 2 or 4 by threat."""
    f = fight("ann @0 rifle\norc minion @9 rifle\nork standard @9 rifle\nogre elite @9 rifle")
    assert f["ann"]["boxes"] == {"physical": 4, "mental": 4}
    assert [f[who]["boxes"] for who in ("orc", "ork", "ogre")] == [{"physical": n} for n in (1, 2, 4)]


def hit(trauma: str, faces: str = "1 1 1", weapon: str = "rifle") -> Fight:
    """Ann, already hurt as `P/M` of 4/4, has failed to avoid a shot with those damage dice against armor 3."""
    f = fight(f"orc standard @9 {weapon}\nann @0 rifle boxes=4/4\nbea @0 rifle")
    physical, mental = map(int, trauma.split("/"))
    f.set("ann", trauma={"physical": physical, "mental": mental})
    f.attack("orc", weapon, "ann", f"avoid 1 2; damage {faces}")
    return f


def tracks(f: Fight) -> tuple[int, int, bool, bool]:
    """Physical, Mental, out, dead."""
    trauma = f["ann"]["trauma"]
    return trauma["physical"], trauma["mental"], f["ann"]["out"], f["ann"]["dead"]


def test_trauma_is_physical() -> None:
    """R25: trauma goes to the Physical track, 2 at most for a hit."""
    assert tracks(hit("0/0", "1 1 1")) == (1, 0, False, False)
    assert tracks(hit("0/0", "6 6 6")) == (2, 0, False, False)


def test_what_does_not_fit_spills() -> None:
    """R25: with one box left a hit of 2 fills it, and the other goes to the Mental track."""
    assert tracks(hit("3/0", "2 2 2")) == (4, 1, True, False)


def test_a_full_track_is_out() -> None:
    """R26: either track full, one is out, not dead."""
    assert tracks(hit("3/0")) == (4, 0, True, False)
    assert tracks(hit("0/3", weapon="mindgun")) == (0, 4, True, False)


def test_physical_trauma_that_fills_both_kills() -> None:
    """R26: Physical trauma that leaves both tracks full is death."""
    assert tracks(hit("3/3", "2 2 2")) == (4, 4, True, True)


def test_mental_trauma_never_kills() -> None:
    """R26, C78: redirected trauma fills the Mental track, spills into the Physical one, and does not kill."""
    assert tracks(hit("0/0", "2 2 2", "mindgun")) == (0, 2, False, False)
    assert tracks(hit("3/3", "2 2 2", "mindgun")) == (4, 4, True, False)


def test_an_adversary_is_out_and_the_rest_is_ignored() -> None:
    """R26, R63: a single track takes Mental harm too; full is out, what is over is lost, nobody is dead."""
    f = fight("ann @0 mindgun ranged+1\norc minion @9 rifle\nork standard @90 rifle")
    f.attack("ann", "mindgun", "orc", "attack 4 3; damage 6 6 6")
    assert (f["orc"]["trauma"], f["orc"]["out"], f["orc"]["dead"]) == ({"physical": 1}, True, False)


def test_the_out_are_no_targets() -> None:
    """R26: who is out cannot be attacked."""
    f = hit("3/0")
    f.next_turn("orc")
    f.refused("target_out", "attack", "orc", weapon="rifle", target="ann")
    f.refused("target_out", "aim", "orc", target="ann")


def test_wounds_do_not_hinder() -> None:
    """R27: hurt to the last box, one rolls as before."""
    f = fight("ann @0 rifle ranged+1 boxes=4/4\norc standard @9 rifle boxes=9")
    f.set("ann", trauma={"physical": 3, "mental": 3})
    assert f.attack("ann", "rifle", "orc", "attack 1 2").why("attack") == []


def test_effect_adds_nothing() -> None:
    """C77: damage 14 after an Effect of +6 against armor 8 marks 1; with the Effect it would have been 20 and 2."""
    f = fight("ann @0 rifle ranged+2\norc standard @9 rifle armor=5 boxes=9")
    attack = f.attack("ann", "rifle", "orc", "attack 6 6; damage 5 5 4")
    assert (attack.attack["effect"], attack.attack["damage"], attack.armor, attack.trauma) == (6, 14, 8, 1)


def test_a_trait_adds_damage() -> None:
    """C78: `damage = 2` on 2D: 3 + 2 against armor 5 marks 1."""
    assert shot("heavy", "1 2").hurt("orc") == 1
    assert shot("heavy", "1 1").hurt("orc") == 0


@pytest.mark.parametrize(("gear", "armor"), [(0, 3), (2, 3), (3, 3), (5, 5)])
def test_piercing_eats_gear_and_cover_never_the_body(gear: int, armor: int) -> None:
    """R24, C78: piercing 3 takes up to 3 of gear and cover; the base of 3 stays, and damage never grows."""
    f = fight(f"ann @0 ripper ranged+1\norc standard @9 rifle armor={gear} boxes=9")
    attack = f.attack("ann", "ripper", "orc", "attack 4 3; damage 1 1 1")
    assert (attack.armor, attack.attack["damage"]) == (armor, 3)


def test_piercing_through_cover() -> None:
    """R24: base 3, gear 1 and solid cover 4, less 3, is 5."""
    f = fight("orc standard @9 rifle armor=1 boxes=9\nann @0 ripper ranged+1\n#wall @8 solid")
    f.do("take_cover", "orc", cover="wall")
    f.turn("ann")
    assert f.attack("ann", "ripper", "orc", "attack 4 3; damage 1 1 1").armor == 5


def test_damage_is_never_less_than_nothing() -> None:
    """R23: 1D−3 with a 1 is 0; one die is a D6 and a 6 or a 1 on it is nothing special."""
    f = fight("ann @0 popgun ranged+1\norc standard @9 rifle boxes=9")
    attack = f.attack("ann", "popgun", "orc", "attack 4 3; damage 1")
    assert (attack.attack["damage"], attack.all("draw")[-1]["edge"]) == (0, None)
    f.next_turn("ann")
    assert f.attack("ann", "popgun", "orc", "attack 4 3; damage 6").attack["damage"] == 3


@pytest.mark.parametrize(
    ("ours", "theirs", "damage"), [(0, 0, 17), (1, 0, 170), (2, 0, 1700), (0, 1, 1), (0, 2, 0), (1, 2, 1)]
)
def test_scale(ours: int, theirs: int, damage: int) -> None:
    """C76, R48: each step larger multiplies damage by 10, each step smaller divides it, rounded down."""
    f = fight(f"ann @0 rifle ranged+1 scale={ours}\norc standard @9 rifle boxes=9 scale={theirs}")
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 6 6 5").attack["damage"] == damage


def test_a_weapons_own_scale() -> None:
    """R48: a vehicle's gun in a trooper's hands hits at its own scale."""
    f = fight("ann @0 tankgun ranged+1\norc standard @9 rifle boxes=9")
    assert f.attack("ann", "tankgun", "orc", "attack 4 3; damage 1 1 1").attack["damage"] == 30


def test_armor_set_below_the_body() -> None:
    """R24, R77: armor that the GM set to 1 is met as 1."""
    f = fight("ann @0 rifle ranged+1\norc standard @9 rifle boxes=9")
    f.set("orc", armor=1)
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == 1
