"""Chapter 11, The combat round, in play: initiative, order, delaying, joining, the end."""

from __future__ import annotations

from .positions import fight

THREE = """
    ann @0 rifle ranged+1 boxes=4/4
    bea @2 club
    orc standard @40 rifle boxes=9
"""


def test_initiative_is_two_dice_for_each_without_skill() -> None:
    """C11: at the start each combatant rolls 2D6 for initiative, once, in roster order, and no skill is added."""
    f = fight("ann @0 rifle ranged+3 athletics+3\norc standard @40 rifle ranged+2", begun=False)
    begun = f.do("begin", rolls="initiative:ann 3 4; initiative:orc 6 2")
    assert [d["bonus"] for d in begun.all("draw")] == [0, 0]
    assert (f["ann"]["initiative"], f["orc"]["initiative"]) == (7, 8)
    f.turn("ann")
    f.next_turn("ann")  # a new round, and nobody rolled again
    assert f.state["round"] == 2
    assert (f["ann"]["initiative"], f["orc"]["initiative"]) == (7, 8)


def test_dexterity_has_its_edge_on_initiative() -> None:
    """C12: three dice with a Dexterity edge: 5,2,4 keeps 5 and 4 with Advantage, 6,5,2 keeps 5 and 2 without."""
    f = fight("ann @0 rifle Dex+\nbea @0 rifle Dex-\norc standard @40 rifle Str+", begun=False)
    begun = f.do("begin", rolls="initiative:ann 5 2 4; initiative:bea 6 5 2; initiative:orc 1 1")
    assert [d["kept"] for d in begun.all("draw")] == [[5, 4], [5, 2], [1, 1]]
    assert [f[who]["initiative"] for who in ("ann", "bea", "orc")] == [9, 7, 2]


def test_initiative_is_free() -> None:
    """C16, C17, R5: initiative pays nothing, earns nothing for a Disadvantage, takes no action and has no target;
    Momentum starts at 1 and stays there until blows are traded."""
    f = fight("ann @0 rifle Dex-\nbea @0 rifle Dex+\norc standard @40 rifle", begun=False)
    begun = f.do("begin", rolls="initiative 2 2 6; initiative 1 2 1; initiative 1 1")
    assert f.momentum == {"ann": 1, "bea": 1}
    assert begun.all("test") == []
    assert f[f.state["turn"]]["significant"] == 1


def test_highest_first() -> None:
    """C13: from the highest total to the lowest, whatever the roster says."""
    f = fight(THREE, begun=False)
    f.do("begin", rolls="initiative:ann 2 2; initiative:bea 5 5; initiative:orc 3 4")
    assert f.state["order"] == ["bea", "orc", "ann"]
    assert f.state["turn"] == "bea"


def test_ties_go_to_dexterity_then_to_characters_then_to_the_roster() -> None:
    """C14, R28: five at 7: Dexterity 10 before 8; at equal Dexterity characters before adversaries, then the
    roster."""
    f = fight(
        """
        ork standard @40 rifle Dex7
        orc standard @40 rifle Dex8
        ann @0 rifle Dex7
        bea @0 rifle Dex8
        cat @0 rifle Dex10
        """,
        begun=False,
    )
    f.do(
        "begin",
        rolls="initiative:ork 3 4; initiative:orc 3 4; initiative:ann 3 4; initiative:bea 3 4; initiative:cat 3 4 1",
    )
    assert f.state["order"] == ["cat", "bea", "orc", "ann", "ork"]


def test_everybody_acts_once_a_round() -> None:
    """C10, C15: everyone has one turn in a round, in the same order every round; nobody acts out of turn."""
    f = fight(THREE)
    seen = []
    for _ in range(6):
        seen.append((f.state["round"], f.state["turn"]))
        f.do("end_turn", f.state["turn"])
    assert seen == [(1, "ann"), (1, "bea"), (1, "orc"), (2, "ann"), (2, "bea"), (2, "orc")]
    f.refused("out_of_turn", "end_turn", "bea")
    f.refused("out_of_turn", "aim", "orc", target="ann")


def test_delaying_moves_the_turn_for_good() -> None:
    """C15, R29: who delays until after another acts there, and keeps that place for the fight."""
    f = fight(THREE)
    f.do("delay", "ann", after="orc")
    assert f["ann"]["delayed"] == "orc"
    assert (f.state["order"], f.state["turn"]) == (["bea", "orc", "ann"], "bea")
    f.turn("ann")
    assert f.state["round"] == 1  # still this round, and only once
    f.do("end_turn", "ann")
    assert (f.state["round"], f.state["turn"]) == (2, "bea")


def test_delaying_without_a_place_is_to_the_end_of_the_round() -> None:
    """R29, C10: a delay that names nobody ends with the round: everybody acts once."""
    f = fight(THREE)
    f.do("delay", "ann")
    assert f.state["order"] == ["bea", "orc", "ann"]
    f.turn("ann")
    assert f.state["round"] == 1


def test_the_last_has_nobody_to_wait_for() -> None:
    """R29: with nobody left to come in the round there is nothing to delay to."""
    f = fight(THREE)
    f.turn("orc")
    f.refused("bad_value", "delay", "orc")


def test_delaying_is_only_to_later_this_round_and_only_before_acting() -> None:
    """R29: one cannot delay until after somebody who has been, nor once something was done."""
    f = fight(THREE)
    f.turn("bea")
    f.refused("bad_value", "delay", "bea", after="ann")
    f.refused("bad_value", "delay", "bea", after="bea")
    f.do("minor", "bea", label="shout")
    f.refused("unable", "delay", "bea", after="orc")


def test_joining_in_time_for_this_round() -> None:
    """R67: one added mid-fight rolls at once, is placed by total, and acts this round if its place is to come."""
    f = fight(THREE)
    late = {"who": "orc", "id": "late", "side": "foes", "at": 50}
    f.do(
        "add", combatant=late, rolls="initiative:late 5 6"
    )  # 11 is bea's total; at equal Dexterity she is a PC
    assert f.state["order"] == ["ann", "bea", "late", "orc"]
    assert f.state["turn"] == "ann"
    f.do("end_turn", "ann")
    f.do("end_turn", "bea")
    assert (f.state["round"], f.state["turn"]) == (1, "late")


def test_joining_too_late_for_this_round() -> None:
    """R67: whose place has passed waits for the next round; adding nobody takes nobody's turn."""
    f = fight(THREE)
    f.turn("orc")
    f.do("add", combatant={"who": "ann", "id": "twin", "side": "party", "at": 1}, rolls="initiative:twin 6 6")
    assert f.state["order"] == ["ann", "twin", "bea", "orc"]
    assert f.state["turn"] == "orc"
    f.do("end_turn", "orc")
    assert (f.state["round"], f.state["turn"]) == (2, "ann")
    f.do("end_turn", "ann")
    assert f.state["turn"] == "twin"


def test_a_new_order_neither_gives_nor_takes_a_turn() -> None:
    """R67, R28: the GM's order decides who comes next; who has acted does not act again, who has the turn keeps it."""
    f = fight(THREE)
    f.turn("bea")
    f.do("order", order=["orc", "bea", "ann"])
    assert f.state["turn"] == "bea"
    f.do("end_turn", "bea")
    assert (f.state["round"], f.state["turn"]) == (1, "orc")
    f.do("end_turn", "orc")  # ann has been
    assert (f.state["round"], f.state["turn"]) == (2, "orc")


def test_the_fight_ends_when_a_side_is_out() -> None:
    """R51: after the step that leaves all of a side out the fight is over, and nobody has the turn."""
    f = fight("ann @0 rifle ranged+1\norc minion @20 rifle")
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 1 1 1")  # 3 >= 3: one box, full
    assert (f.state["over"], f.state["winner"], f.state["turn"]) == (True, "party", None)
    f.refused("over", "end_turn", "ann")


def test_stunned_or_held_is_not_out() -> None:
    """R51: a side whose last one is stunned has not lost."""
    f = fight("ann @0 baton close+1\norc standard @1 club")
    f.attack("ann", "baton", "orc", "attack 4 4; damage 6 6")
    assert f["orc"]["conditions"][0]["name"] == "stunned"
    assert not f.state["over"]


def test_both_sides_out_is_a_draw() -> None:
    """R51: when one blast takes both sides' last, its damage lands together and nobody wins."""
    f = fight("ann @0 frag explosives+1 boxes=1/1\norc minion @5 rifle")
    f.lob("ann", "frag", 3, "attack 4 4; damage:orc 3 3 3; damage:ann 3 3 3")
    assert (f.state["over"], f.state["winner"]) == (True, None)
    assert f["ann"]["out"] and f["orc"]["out"]


def test_who_falls_on_their_own_turn_is_passed_over() -> None:
    """R26, C10: who falls during their own turn loses the rest of it, and the next one acts."""
    f = fight("ann @8 club boxes=2/4\norc standard @13 pike close+1\nbea @40 rifle")
    f.move("ann", 12, "avoid 1 2; damage 5 5", "reach_strike:orc pike")  # 12 >= 2 x 3
    assert f["ann"]["out"]
    assert f.state["turn"] == "orc"
    f.next_turn("bea")
    f.next_turn("orc")  # ann, who is out, is passed over
    assert f.state["round"] == 2


def test_a_stunned_turn_is_passed_over_and_counted() -> None:
    """R69, R36: stunned for two turns: two of its own turns pass, the third is its own again."""
    f = fight("ann @0 baton close+1\norc standard @1 club boxes=9")
    f.attack("ann", "baton", "orc", "attack 4 4; damage 6 6")
    assert f["orc"]["conditions"][0]["turns"] == 2
    f.do("end_turn", "ann")
    assert (f.state["round"], f.state["turn"], f["orc"]["conditions"][0]["turns"]) == (2, "ann", 1)
    f.do("end_turn", "ann")
    assert (f.state["round"], f.state["turn"], f["orc"]["conditions"]) == (3, "ann", [])
    f.do("end_turn", "ann")
    assert (f.state["round"], f.state["turn"]) == (3, "orc")


def test_a_correction_provokes_nothing() -> None:
    """R77: whom the GM sets elsewhere meets no first strike and no free attack; aim and cover follow the place."""
    f = fight("ann @0 rifle\norc standard @13 pike\nbea @20 rifle\n#crate @1 solid hides")
    f.do("take_cover", "ann", cover="crate", fully=True)
    f.do("aim", "ann", target="orc")
    f.set("ann", at=12)
    assert (f["ann"]["at"], f["ann"]["aim"], f["ann"]["cover"], f["ann"]["barred_from"]) == (12, None, [], [])
    f.set("ann", at=0)
    assert f.hurt("ann") == 0


def test_a_corrected_place_is_in_or_out_of_suppression() -> None:
    """R77, R76: suppression is judged by the place one is set to."""
    f = fight("ann @0 carbine\norc standard @40 rifle")
    f.do("suppress", "ann", weapon="carbine", at=30)
    assert not f["orc"]["suppressed"]
    f.set("orc", at=36)
    assert f["orc"]["suppressed"]


def test_joining_ahead_of_who_has_the_turn() -> None:
    """R67: with a higher total than the one whose turn it is, one waits for the next round."""
    f = fight(THREE.replace("rifle ranged+1", "rifle ranged+1 Dex7"))
    f.set("ann", initiative=11)
    f.do("add", combatant={"who": "ann", "id": "twin", "side": "party", "at": 1}, rolls="initiative:twin 6 6")
    assert (f.state["order"][0], f.state["turn"]) == ("twin", "ann")
    f.turn("orc")
    assert f.state["round"] == 1
    f.do("end_turn", "orc")
    assert (f.state["round"], f.state["turn"]) == (2, "twin")
