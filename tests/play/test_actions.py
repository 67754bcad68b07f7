"""Chapter 11, Actions on your turn, in play."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import fight

DUEL = """
    ann @0 carbine,lance,pistol,club ranged+1 medicine+1 held=carbine,lance
    orc standard @1 club boxes=9
    bea @-1 rifle
    #crate @1 solid
"""


def test_one_significant_action() -> None:
    """C18: a turn has one Significant Action; a second is refused, whatever it is."""
    f = fight(DUEL)
    f.do("aim", "ann", target="orc")
    assert f["ann"]["significant"] == 0
    f.refused("no_significant", "attack", "ann", weapon="carbine", target="orc")
    f.refused("no_significant", "aim", "ann", target="orc")
    f.refused("no_significant", "ready", "ann")
    f.refused("no_significant", "move", "ann", to=-2, **{"as": "significant"})
    f.turn("orc")
    f.turn("ann")
    assert f["ann"]["significant"] == 1


@pytest.mark.parametrize(
    ("do", "args", "rolls"),
    [
        ("attack", {"weapon": "carbine", "target": "orc"}, "attack 1 2 3"),
        ("aim", {"target": "orc"}, ""),
        ("reload", {"weapon": "carbine"}, ""),
        ("charge", {"weapon": "lance"}, ""),
        ("suppress", {"weapon": "carbine", "at": 10}, ""),
        ("first_aid", {"target": "bea"}, "first_aid 1 2"),
        ("act", {"skill": "Athletics", "characteristic": "Strength", "label": "force a door"}, "test 1 2"),
        ("grapple", {"target": "orc"}, "grapple:ann 1 2; grapple:orc 3 3"),
        ("ready", {}, ""),
    ],
)
def test_what_is_significant(do: str, args: dict[str, Any], rolls: str) -> None:
    """C19, C22: attack, aim, reload, charge, suppress, first aid, grapple, forcing a door and readying a reaction
    each take the Significant Action and no Minor one."""
    f = fight(DUEL)
    f.set("ann", ammo={"carbine": 20, "pistol": 4})
    f.set("bea", trauma={"physical": 1, "mental": 0})
    f.do(do, "ann", rolls, **args)
    assert (f["ann"]["significant"], f["ann"]["minors"]) == (0, 3)


@pytest.mark.parametrize(
    ("do", "args"),
    [
        ("move", {"to": 2}),
        ("draw", {"weapon": "club"}),
        ("stow", {"weapon": "lance"}),
        ("drop", {"weapon": "lance"}),
        ("drop_prone", {}),
        ("take_cover", {"cover": "crate"}),
        ("minor", {"label": "shout an order"}),
    ],
)
def test_what_is_minor(do: str, args: dict[str, Any]) -> None:
    """C20: a short move, drawing, stowing, dropping, going prone, taking cover and a shout are Minor Actions."""
    f = fight(DUEL.replace("@1 club", "@30 club"))
    f.do(do, "ann", **args)
    assert (f["ann"]["significant"], f["ann"]["minors"]) == (1, 2)


def test_three_minors_a_turn() -> None:
    """C18, C20, R32: three Minor Actions fit a turn beside the Significant one, a fourth does not."""
    f = fight(DUEL)
    for _ in range(3):
        f.do("minor", "ann", label="shout")
    f.refused("no_minor", "minor", "ann", label="shout")
    f.refused("no_minor", "drop_prone", "ann")
    f.do("aim", "ann", target="orc")


def test_rising_is_a_minor_action() -> None:
    """R41, C20: dropping and rising are each a Minor Action; one who is up cannot rise."""
    f = fight(DUEL)
    f.refused("unable", "rise", "ann")
    f.do("drop_prone", "ann")
    assert f["ann"]["prone"]
    f.refused("unable", "drop_prone", "ann")
    f.do("rise", "ann")
    assert (f["ann"]["prone"], f["ann"]["minors"]) == (False, 1)


def test_the_prone_may_move() -> None:
    """R64, R41: one who is prone may move, and being prone changes nothing else."""
    f = fight("ann @0 rifle ranged+1\norc standard @40 rifle")
    f.do("drop_prone", "ann")
    f.move("ann", 6)
    assert (f["ann"]["at"], f["ann"]["prone"]) == (6, True)
    assert f.attack("ann", "rifle", "orc", "attack 1 2").edge("attack") == "neutral"


def test_moving_once_then_for_the_significant_action() -> None:
    """C21, R32: one move of at most 6 m is Minor, a second costs the Significant Action, a third is not to be had."""
    f = fight("ann @0 rifle\norc standard @40 rifle")
    f.refused("too_far", "move", "ann", to=6.1)
    f.move("ann", 6)
    assert f["ann"]["moved"]
    f.refused("already_moved", "move", "ann", to=7)
    f.refused("too_far", "move", "ann", to=13, **{"as": "significant"})
    f.move("ann", 12, significant=True)
    assert (f["ann"]["at"], f["ann"]["significant"], f["ann"]["minors"]) == (12, 0, 2)
    f.refused("no_significant", "move", "ann", to=13, **{"as": "significant"})
    f.refused("already_moved", "move", "ann", to=13)


def test_a_move_on_a_plane_is_as_long_as_it_is() -> None:
    """R32: on a plane 3.6 m and 4.8 m make exactly 6 m; a little more is too far."""
    f = fight("ann @0,0 rifle\norc standard @40,0 rifle")
    f.refused("too_far", "move", "ann", to=[3.7, 4.8])
    f.move("ann", [3.6, 4.8])
    assert f["ann"]["at"] == [3.6, 4.8]


def test_a_readied_reaction_is_one_more_free_one() -> None:
    """C22, R30, R70: a readied reaction is an extra free one; the ordinary one is spent first, and it lapses when
    one's next turn starts."""
    f = fight(
        "ann @0 rifle athletics+0\norc standard @40 rifle\nork standard @40 rifle\nelf standard @40 rifle"
    )
    f.do("ready", "ann")
    assert (f["ann"]["reactions"], f["ann"]["readied"]) == (2, 1)
    f.turn("orc")
    f.attack("orc", "rifle", "ann", "reaction 1 2; avoid 6 6", "reaction:ann dodge")
    assert (f["ann"]["reactions"], f["ann"]["readied"], f.momentum) == (1, 1, {"ann": 1})
    f.turn("ork")
    f.attack("ork", "rifle", "ann", "reaction 1 2; avoid 6 6", "reaction:ann dodge")
    assert (f["ann"]["reactions"], f["ann"]["readied"], f.momentum) == (0, 0, {"ann": 1})
    f.turn("elf")
    f.attack("elf", "rifle", "ann", "reaction 1 2; avoid 6 6", "reaction:ann dodge")
    assert f.momentum == {"ann": 0}  # the third has its price


def test_a_readied_reaction_lapses() -> None:
    """R70: unused, it is gone when one's next turn starts, and can be readied again."""
    f = fight("ann @0 rifle\norc standard @40 rifle")
    f.do("ready", "ann")
    f.next_turn("ann")
    assert (f["ann"]["reactions"], f["ann"]["readied"]) == (1, 0)
    f.do("ready", "ann")
    assert f["ann"]["reactions"] == 2


def test_what_the_chapter_does_not_cover_is_a_plain_test() -> None:
    """C2, C19: forcing a door is a test against 8 like any other: 4,3 and the Trained bonus of 1 just make it."""
    f = fight("ann @0 rifle athletics+1\norc standard @40 rifle")
    act = f.do("act", "ann", "test 4 3", skill="Athletics", characteristic="Strength", label="force a door")
    assert (act.test("test")["total"], act.test("test")["outcome"]) == (8, "success")
    assert act.one("acted")["success"]


def test_an_adversarys_plain_test_is_rolled_with_its_characteristic_free() -> None:
    """R72: an adversary's own test is rolled by the GM; its characteristic counts without a price or a gain."""
    f = fight("orc standard @40 rifle Str+\nann @0 rifle")
    f.table.order({"do": "act", "who": "orc", "skill": "Athletics", "characteristic": "Strength"})
    assert [ask["seat"] for ask in f.state["pending"]] == ["gm"]
    f.table.cancel()
    act = f.do("act", "orc", "test 5 2 6", skill="Athletics", characteristic="Strength", label="force a door")
    assert (act.edge("test"), act.test("test")["total"]) == ("advantage", 11 - 3)  # Untrained
    assert f["orc"]["momentum"] is None


AID = """
    ann @0 rifle medicine+1
    bea @1 rifle
    cat @9 rifle
    orc standard @40 rifle
"""


def test_first_aid_clears_one_physical_trauma_once() -> None:
    """R27, R75: Medicine (Intellect) at Engaged range; a success clears 1 Physical trauma, a failure nothing; after a
    success no more for that patient in this fight."""
    f = fight(AID)
    f.set("bea", trauma={"physical": 2, "mental": 2})
    f.do("first_aid", "ann", "first_aid 3 3", target="bea")  # 7: fails, and counts for nothing
    assert f.hurt("bea") == 2
    f.next_turn("ann")
    aid = f.do("first_aid", "ann", "first_aid 3 4", target="bea")
    assert aid.test("first_aid")["characteristic"] == "Intellect"
    assert f["bea"]["trauma"] == {"physical": 1, "mental": 2}
    f.next_turn("ann")
    f.refused("used_up", "first_aid", "ann", target="bea")


def test_first_aid_needs_a_patient_within_reach() -> None:
    """R27, R80: not at 9 m, not for the unhurt, not for the dead."""
    f = fight(AID)
    f.refused("unable", "first_aid", "ann", target="bea")
    f.set("cat", trauma={"physical": 1, "mental": 0})
    f.refused("not_engaged", "first_aid", "ann", target="cat")
    f.set("bea", dead=True, trauma={"physical": 4, "mental": 4})
    f.refused("unable", "first_aid", "ann", target="bea")


def test_first_aid_puts_one_back_on_their_feet() -> None:
    """R27: a patient brought below full acts again from their next turn."""
    f = fight(AID)
    f.set("bea", trauma={"physical": 4, "mental": 0})
    assert f["bea"]["out"]
    f.do("first_aid", "ann", "first_aid 4 4", target="bea")
    assert not f["bea"]["out"]
    f.do("end_turn", "ann")
    assert f.state["turn"] == "bea"
