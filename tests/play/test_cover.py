"""Chapter 11, Cover, in play."""

from __future__ import annotations

import pytest

from .positions import Fight, fight

STREET = """
    ann @0 rifle,club ranged+1 close+1 held=rifle,club
    bea @40 rifle ranged+1
    orc standard @20 rifle {orc} boxes=9
    #door @19 light
    #wall @19.5 solid hides
    #rear @21 light
"""


def behind(*covers: str, orc: str = "", fully: bool = False) -> Fight:
    """Ann's turn, the orc behind covers (the door and the wall towards her, the rear one away)."""
    f = fight(STREET.format(orc=orc))
    f.turn("orc")
    for cover in covers:
        f.do("take_cover", "orc", cover=cover, fully=fully)
    f.next_turn("ann")
    return f


@pytest.mark.parametrize(("cover", "amount"), [("door", 2), ("wall", 4)])
def test_light_and_solid(cover: str, amount: int) -> None:
    """C66, C67: light cover adds 2 to armor, solid 4, and the attack roll stays as it is."""
    attack = behind(cover).attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1")
    assert (attack.why("attack"), attack.armor) == ([], 3 + amount)


def test_cover_stacks_on_what_is_worn() -> None:
    """C68: base 3, gear 2 and solid cover make 9: 8 points of damage mark nothing, 9 mark 1."""
    f = behind("wall", orc="armor=2")
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 2 3 3").trauma == 0
    f.next_turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 3 3 3").trauma == 1


def test_total_cover_cannot_be_targeted() -> None:
    """C69: fully behind it one cannot be attacked at all, nor aimed at, and the refusal costs nothing."""
    f = behind("wall", fully=True)
    f.refused("total_cover", "attack", "ann", weapon="rifle", target="orc")
    f.refused("total_cover", "aim", "ann", target="orc")
    assert (f["ann"]["significant"], f["ann"]["ammo"]) == (1, {"rifle": 10})


def test_cover_counts_against_fire_from_its_side_only() -> None:
    """C70, R50, R49: behind the wall against Ann, the orc is in the open against Bea on the other side; a rear cover
    does nothing against Ann."""
    f = behind("wall", fully=True)
    f.turn("bea")
    assert f.attack("bea", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == 3
    assert behind("rear").attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == 3


def test_the_best_of_several_counts() -> None:
    """R49: behind door and wall at once, only the wall counts; taken twice it is one cover still."""
    f = behind("door", "wall", "wall")
    assert f["orc"]["cover"] == [{"cover": "door", "fully": False}, {"cover": "wall", "fully": False}]
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == 7


def test_left_cover_is_gone() -> None:
    """R49: left as a Minor Action it counts no more."""
    f = behind("wall")
    f.turn("orc")
    f.do("leave_cover", "orc", cover="wall")
    f.refused("unable", "leave_cover", "orc", cover="wall")
    f.next_turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == 3


def test_cover_protects_only_who_uses_it() -> None:
    """R49: standing beside a wall is not using it."""
    assert behind().attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == 3


def test_cover_is_used_within_a_metre_and_a_half() -> None:
    """R49: it can be taken at 1.5 m and not at 1.6 m; moving further away ends it."""
    f = behind("wall")
    f.turn("orc")
    f.move("orc", 21)
    assert f["orc"]["cover"] == [{"cover": "wall", "fully": False}]
    f.next_turn("orc")
    f.move("orc", 21.1)
    assert f["orc"]["cover"] == []
    f.refused("too_far", "take_cover", "orc", cover="wall")


def test_a_source_nearer_than_the_cover_is_on_ones_own_side() -> None:
    """R49: a shooter 0.4 m away is not beyond a wall 0.5 m away."""
    f = behind("wall")
    f.set("ann", at=19.6)
    assert f.attack("ann", "rifle", "orc", "attack 4 4 4; damage 1 1 1").armor == 3


def test_no_cover_in_melee() -> None:
    """R49: cover helps against fire; a club meets armor 3."""
    f = behind("wall")
    f.set("ann", at=18.6)
    assert f.attack("ann", "club", "orc", "attack 4 3; damage 1 1").armor == 3


def test_being_fully_behind_does_not_stop_a_club() -> None:
    """R49, C69: in melee Total cover is no cover."""
    f = behind("wall", fully=True)
    f.set("ann", at=18.6)
    f.attack("ann", "club", "orc", "attack 4 3; damage 1 1")


@pytest.mark.parametrize(
    ("x", "y", "armor"),
    [(-20, 0, 7), (-10, 17.3, 7), (-10, 17.4, 3), (-10, -17.3, 7), (20, 0, 3), (0, 20, 3)],
)
def test_the_arc_of_a_cover(x: float, y: float, armor: int) -> None:
    """R49: on a plane cover protects within half its arc, 60° to either side unless given, seen from the one behind
    it: from 59.97° it does, from 60.1° not."""
    f = fight(f"orc standard @0,0 rifle boxes=9\nann @{x},{y} rifle ranged+1\n#wall @-1,0 solid")
    f.do("take_cover", "orc", cover="wall")
    f.turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == armor


def test_an_arc_of_its_own() -> None:
    """R49: an arc of 40° protects 20° to either side."""
    for y, armor in ((7.2, 7), (7.3, 3)):  # 19.8° and 20.05° off
        f = fight(f"orc standard @0,0 rifle boxes=9\nann @-20,{y} rifle ranged+1\n#wall @-1,0 solid arc=40")
        f.do("take_cover", "orc", cover="wall")
        f.turn("ann")
        assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == armor


def test_attacking_from_total_cover_exposes() -> None:
    """R50: who attacks from it is exposed as Solid until their next turn starts, then hidden again."""
    f = behind("wall", fully=True)
    f.turn("orc")
    f.attack("orc", "rifle", "ann", "avoid 5 6")
    assert f["orc"]["exposed"]
    f.next_turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 2 2 2").armor == 7
    f.turn("orc")
    assert not f["orc"]["exposed"]
    f.next_turn("ann")
    f.refused("total_cover", "attack", "ann", weapon="rifle", target="orc")


def test_what_exposes_and_what_does_not() -> None:
    """R74: suppressing exposes like an attack; aiming, readying, reloading and first aid do not."""
    position = "ann @0 carbine medicine+0\nbea @0.5 rifle\norc standard @20 rifle\n#wall @1 solid hides"
    for do, args, rolls in (
        ("aim", {"target": "orc"}, ""),
        ("ready", {}, ""),
        ("reload", {"weapon": "carbine"}, ""),
        ("first_aid", {"target": "bea"}, "first_aid 1 2"),
        ("suppress", {"weapon": "carbine", "at": 20}, ""),
    ):
        f = fight(position)
        f.set("ann", ammo={"carbine": 20})
        f.set("bea", trauma={"physical": 1, "mental": 0})
        f.do("take_cover", "ann", cover="wall", fully=True)
        f.do(do, "ann", rolls, **args)
        assert f["ann"]["exposed"] is (do == "suppress")


def test_only_behind_what_hides() -> None:
    """R50, C69: nobody is fully behind a cover that does not hide."""
    f = fight(STREET.format(orc=""))
    f.turn("orc")
    f.refused("bad_value", "take_cover", "orc", cover="door", fully=True)


def test_diving_into_total_cover() -> None:
    """R50, R59, C64: for the attack that triggered it the cover is Solid, afterwards Total."""
    f = fight(STREET.format(orc=""))
    attack = f.attack("ann", "rifle", "orc", "attack 4 3; damage 2 2 2", "reaction:orc dive:wall")
    assert (attack.armor, attack.trauma) == (7, 0)
    assert f["orc"]["cover"] == [{"cover": "wall", "fully": True}]
    f.next_turn("ann")
    f.refused("total_cover", "attack", "ann", weapon="rifle", target="orc")


def test_a_dive_keeps_other_cover_in_use() -> None:
    """R59: place and other covers stay."""
    f = behind("door")
    f.attack("ann", "rifle", "orc", "attack 1 2", "reaction:orc dive:wall")
    assert [use["cover"] for use in f["orc"]["cover"]] == ["door", "wall"]
    assert f["orc"]["at"] == 20


@pytest.mark.parametrize(("centre", "armor"), [(18, 7), (23, 3)])
def test_cover_against_a_blast_is_from_its_centre(centre: int, armor: int) -> None:
    """C71: against Blast cover counts only if it lies between one and the centre; where the thrower stands is
    beside the point."""
    f = fight("ann @0 frag explosives+1\norc standard @20 rifle boxes=9\n#wall @19 solid")
    f.turn("orc")
    f.do("take_cover", "orc", cover="wall")
    f.next_turn("ann")
    blast = f.lob("ann", "frag", centre, "attack 4 3; damage:orc 1 1 1")
    assert blast.armor == armor


def test_total_cover_from_the_centre_is_untouched() -> None:
    """R50, R59, C71: fully behind it, seen from the centre, one is not affected and not even asked to dive."""
    f = fight("ann @0 frag explosives+1\norc standard @20 rifle boxes=9\n#wall @19 solid hides")
    f.turn("orc")
    f.do("take_cover", "orc", cover="wall", fully=True)
    f.next_turn("ann")
    assert "reaction:orc" not in f.asks("attack", "ann", weapon="frag", at=18)
    blast = f.lob("ann", "frag", 18, "attack 4 3")
    assert (blast.all("attack"), f.hurt("orc")) == ([], 0)


def test_exposed_is_solid_whatever_one_hid_behind() -> None:
    """R50: exposed from fully behind a thick hedge, which is Light, one counts as Solid: 3 and 4."""
    f = fight("orc standard @20 rifle boxes=9\nann @0 rifle ranged+1\n#hedge @19 light hides")
    f.do("take_cover", "orc", cover="hedge", fully=True)
    f.attack("orc", "rifle", "ann", "avoid 5 6")
    f.turn("ann")
    assert f.attack("ann", "rifle", "orc", "attack 4 3; damage 1 1 1").armor == 7
