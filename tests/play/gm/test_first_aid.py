"""First aid and other plain tests on one's turn (R27, R72, R75)."""

from __future__ import annotations

from typing import Any

from .company import begun


def hurt(physical: int = 2, **rules: Any) -> Any:
    """ann's turn; bea beside her is hurt."""
    f = begun(rules or None)
    f.set("bea", trauma={"physical": physical, "mental": 1})
    return f


def test_r27_a_success_clears_one() -> None:
    """R27: Significant, at Engaged range, Medicine under Intellect: ann's Disadvantage keeps 4 and 4, +1 is 9."""
    f = hurt()
    told = f.do("first_aid", "ann", "first_aid 6 4 4", target="bea")
    assert (told.test("first_aid")["skill"], told.test("first_aid")["characteristic"]) == (
        "Medicine",
        "Intellect",
    )
    assert f["bea"]["trauma"] == {"physical": 1, "mental": 1}
    assert (f["ann"]["significant"], f.momentum["ann"]) == (0, 2)


def test_r27_a_failure_clears_none() -> None:
    """R27: a failed test heals nothing and has taken the action."""
    f = hurt()
    f.do("first_aid", "ann", "first_aid 6 1 2", target="bea")
    assert (f.hurt("bea"), f["ann"]["significant"]) == (2, 0)


def test_r27_back_in_action() -> None:
    """R27: a patient below full acts again, from the next turn that is its own."""
    f = hurt(4)
    assert f["bea"]["out"]
    told = f.do("first_aid", "ann", "first_aid 6 4 4", target="bea")
    assert told.one("trauma_cleared")["back"]
    assert not f["bea"]["out"]
    f.do("end_turn", "ann")
    assert f.state["turn"] == "bea"


def test_r27_whom_it_cannot_help() -> None:
    """R27, R80: not the unhurt, not the dead, not from afar."""
    f = hurt()
    f.refused("unable", "first_aid", "ann", target="cal")
    f.set("orc", trauma={"physical": 1})
    f.refused("not_engaged", "first_aid", "ann", target="orc")
    f.set("bea", dead=True)
    assert f.refused("unable", "first_aid", "ann", target="bea").facts["because"] == "dead"


def test_r75_once_a_fight_and_successes_only() -> None:
    """R75: after a failure somebody may try again, after a success nobody until another fight."""
    f = hurt(3)
    f.do("first_aid", "ann", "first_aid 6 1 2", target="bea")
    f.next_turn("ann")
    f.do("first_aid", "ann", "first_aid 6 4 4", target="bea")
    assert f.hurt("bea") == 2
    f.next_turn("ann")
    f.refused("used_up", "first_aid", "ann", target="bea")
    f.do("end")
    f.do("begin", rolls="initiative 6 6; initiative 6 5; initiative 5 5 6; initiative 5 4 6")
    f.do("first_aid", "ann", "first_aid 6 4 4", target="bea")
    assert f.hurt("bea") == 1


def test_r72_an_adversary_forces_a_door() -> None:
    """R72: orc's action is a plain test of the GM's, its Disadvantage earning nobody anything."""
    f = begun()
    f.turn("orc")
    told = f.do("act", "orc", "test 6 5 4", skill="Athletics", label="force the hatch")
    assert (told.test("test")["total"], told.one("acted")["success"]) == (10, True)
    assert (f["orc"]["significant"], f.momentum) == (0, {"ann": 1, "bea": 1, "cal": 1})
    f.do("condition", "orc", name="pinned")
    f.set("orc", significant=1)
    told = f.do("break_free", "orc", "break_free 6 1 1")
    assert told.test("break_free")["characteristic"] == "Strength"
    assert (told.test("break_free")["total"], f["orc"]["conditions"]) == (8, [])
