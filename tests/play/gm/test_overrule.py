"""The GM's own commands: corrections, conditions, order, people and covers coming and going, the end."""

from __future__ import annotations

from typing import Any

import pytest
from tests.play.positions import Fight, fight

from .company import begun, company

ORK = {"id": "ork", "name": "Ork", "threat": "minion", "characteristics": {"Dexterity": 7}}


def test_c24_the_gm_names_a_band() -> None:
    """C24: at 20 m the GM calls it Engaged, and unarmed blows are possible, both ways; the word is taken back, or
    falls when one of the two moves."""
    f = begun()
    f.refused("not_engaged", "attack", "ann", weapon="unarmed", target="orc")
    f.do("band", "orc", target="ann", band="engaged")
    assert f.state["bands"] == [{"who": "orc", "target": "ann", "band": "engaged"}]
    f.attack("ann", "unarmed", "orc", "attack 1 1")
    f.do("band", "ann", target="orc", band=None)
    assert f.state["bands"] == []
    f.do("band", "ann", target="orc", band="close")
    f.move("ann", 3)
    assert f.state["bands"] == []
    f.refused("bad_value", "band", "ann", target="ann", band="close")
    f.refused("bad_value", "band", "ann", target="orc", band="near")
    f.refused("unknown", "band", "ann", target="nobody", band="close")


SETTABLE: list[tuple[str, Any, Any]] = [
    ("name", "Änne", "x" * 81),
    ("side", "foes", "nobody"),
    ("at", 7.5, [1, 2]),
    ("scale", 2, 3),
    ("hidden", True, 1),
    ("momentum", 4, -1),
    ("trauma", {"physical": 2, "mental": 1}, {"physical": 5, "mental": 0}),
    ("boxes", {"physical": 6, "mental": 2}, {"physical": 0, "mental": 2}),
    ("armor", 9, "9"),
    ("held", [], ["moon"]),
    ("ammo", {}, {"moon": 1}),
    ("charged", [], [1]),
    ("initiative", 3, "3"),
    ("edges", [{"edge": "advantage", "on": "fight", "price": 2, "reason": "a word"}], [{"edge": "luck"}]),
    ("barred_from", ["orc"], ["nobody"]),
    ("significant", 0, 2),
    ("minors", 1, -1),
    ("moved", True, None),
    ("reactions", 0, 11),
    ("readied", 1, 2),
    ("aim", "orc", "ann"),
    ("cover", [], [{"cover": "wall", "fully": False}]),
    ("exposed", True, "yes"),
    ("prone", True, 0),
    ("held_by", "bea", "nobody"),
    ("out", True, None),
    ("dead", True, 1),
    ("conditions", [{"name": "on fire", "turns": 2, "source": "orc", "rule": "R77"}], [{"name": ""}]),
]


@pytest.mark.parametrize(("field", "value", "wrong"), SETTABLE, ids=[s[0] for s in SETTABLE])
def test_r77_any_field_can_be_set(field: str, value: Any, wrong: Any) -> None:
    """R77: the GM sets any field of a combatant's state; then the state shows it. What does not fit is refused and
    says what would do."""
    f = begun()
    refusal = f.refused("bad_value", "set", "ann", field=field, value=wrong)
    assert refusal.facts["expected"]
    if field == "held_by":
        f.set("bea", at=0)  # a grapple holds within reach only
    f.do("set", "ann", field=field, value=value)
    assert f["ann"][field] == value


@pytest.mark.parametrize("field", ["kind", "threat", "suppressed", "delayed", "luck", ""])
def test_r77_what_follows_cannot_be_set(field: str) -> None:
    """R77: what follows from something else, what never changes and what there is not is refused by name."""
    code = "bad_value" if not field else "unknown"
    begun().refused(code, "set", "ann", field=field, value=True)


def test_r77_a_correction_provokes_nothing() -> None:
    """R77, R47: put elsewhere, ann loses her aim, leaves her cover and the suppression, and nobody strikes her."""
    f = fight(
        """
        ann @0 rifle
        orc standard @1 pike
        gun standard @30 carbine
        #crate @0 solid
        """
    )
    f.do("take_cover", "ann", cover="crate")
    f.do("aim", "ann", target="orc")
    f.turn("gun")
    f.do("suppress", "gun", weapon="carbine", at=0)
    f.set("ann", cover=[])
    assert f["ann"]["suppressed"]
    told = f.do("set", "ann", field="at", value=10)
    assert (f["ann"]["at"], f["ann"]["aim"], f["ann"]["suppressed"]) == (10, None, False)
    assert [e["kind"] for e in told.events] == ["corrected"]
    f.set("ann", at=0, cover=[{"cover": "crate", "fully": False}])
    assert f.do("set", "ann", field="at", value=10).one("cover_left")["cover"] == ["crate"]


def test_r77_the_gm_can_put_one_out_and_back() -> None:
    """R77: out by the GM's word ends the turn of the one; the word is taken back; a hit decides anew."""
    f = begun()
    f.set("ann", out=True)
    assert (f["ann"]["out"], f.state["turn"]) == (True, "bea")
    f.set("ann", out=False)
    assert not f["ann"]["out"]
    join(f, "initiative:ork 1 1")
    f.set("orc", at=0, trauma={"physical": 2})
    f.set("orc", out=False)
    f.attack("bea", "unarmed", "orc", "attack 6 6; damage 6")
    assert f["orc"]["out"]


def test_r77_no_fewer_boxes_than_marks() -> None:
    """R77: boxes below the trauma marked in them are refused."""
    f = begun()
    f.set("ann", trauma={"physical": 3, "mental": 0})
    f.refused("bad_value", "set", "ann", field="boxes", value={"physical": 2, "mental": 4})
    f.set("ann", boxes={"physical": 3, "mental": 4})
    assert f["ann"]["out"]


def test_r36_conditions_set_and_cleared() -> None:
    """R36: stunned for a turn one is passed over, once; another condition only has its name; it is cleared by name."""
    f = begun()
    f.do("condition", "bea", name="stunned", turns=1)
    f.do("condition", "bea", name="on fire")
    f.do("end_turn", "ann")
    assert f.state["turn"] == "cal"
    assert f["bea"]["conditions"] == [{"name": "on fire", "turns": None, "source": None, "rule": "R36"}]
    f.next_turn("bea")
    f.do("condition", "bea", name="on fire", clear=True)
    assert f["bea"]["conditions"] == []
    f.refused("bad_value", "condition", "bea", name="on fire", clear=True)
    f.refused("bad_value", "condition", "bea", name="")
    f.refused("bad_value", "condition", "bea", name="on fire", turns=0)


def test_r36_a_counted_condition_runs_down_with_its_own_turns() -> None:
    """R36, R69: two turns of its bearer's own, not of anybody else's."""
    f = begun()
    f.do("condition", "bea", name="dazed", turns=2)
    f.turn("cal")
    assert f["bea"]["conditions"][0]["turns"] == 1
    f.next_turn("cal")
    assert f["bea"]["conditions"] == []


def test_c15_the_gm_changes_the_order() -> None:
    """C15, R67: a new order gives and takes no turn: ann keeps hers, then the first who has not acted comes."""
    f = begun()
    f.do("order", order=["orc", "cal", "bea", "ann"])
    assert f.state["turn"] == "ann"
    f.do("end_turn", "ann")
    assert f.state["turn"] == "orc"
    f.turn("bea")
    f.do("end_turn", "bea")
    assert (f.state["round"], f.state["turn"]) == (2, "orc")
    f.refused("bad_value", "order", order=["orc", "cal", "bea"])
    f.refused("bad_value", "order", order=["orc", "cal", "bea", "bea"])
    company().refused("out_of_turn", "order", order=["orc", "cal", "bea", "ann"])


def join(f: Fight, rolls: str, **more: Any) -> None:
    """ork joins the foes."""
    f.do("add", rolls=rolls, combatant={"who": ORK, "side": "foes", "at": 5, **more})


def test_r67_one_who_joins_rolls_and_is_placed() -> None:
    """R67: with 11 ork comes after bea, who has 11 too and is a character; it is still to come, so it acts."""
    f = begun()
    join(f, "initiative:ork 6 5")
    assert f.state["order"] == ["ann", "bea", "ork", "cal", "orc"]
    f.turn("bea")
    f.do("end_turn", "bea")
    assert f.state["turn"] == "ork"


def test_r67_one_whose_place_has_passed_waits() -> None:
    """R67: with 12 ork stands after ann; it is cal's turn, so ork acts in the next round only."""
    f = begun()
    f.turn("cal")
    join(f, "initiative:ork 6 6")
    assert f.state["order"] == ["ann", "ork", "bea", "cal", "orc"]
    assert f.state["turn"] == "cal"
    f.next_turn("ann")
    assert f.state["round"] == 2
    f.do("end_turn", "ann")
    assert f.state["turn"] == "ork"


def test_r67_added_before_the_fight() -> None:
    """R67: before the fight nobody rolls; several of a kind get ids of their own."""
    f = company()
    join(f, "", count=2)
    assert list(f.state["combatants"]) == ["ann", "bea", "cal", "orc", "ork-1", "ork-2"]


@pytest.mark.parametrize(
    ("combatant", "code"),
    [
        ({"who": "orc", "side": "foes", "at": 5}, "bad_value"),  # the id is taken
        ({"who": "nobody", "side": "foes", "at": 5}, "unknown"),
        ({"who": ORK, "side": "moon", "at": 5}, "unknown"),
        ({"who": ORK, "side": "foes", "at": [5, 5]}, "bad_value"),
        ({"who": ORK, "side": "foes"}, "bad_value"),
        ({"who": ORK, "side": "foes", "at": 5, "luck": 1}, "bad_value"),
        ({}, "bad_value"),
    ],
)
def test_r67_one_who_cannot_join(combatant: dict[str, Any], code: str) -> None:
    """R67: a combatant as in an encounter; every fault of it is told."""
    refusal = begun().refused(code, "add", combatant=combatant)
    assert refusal.facts["faults"]


def test_someone_is_taken_off() -> None:
    """R51: a combatant taken off is gone from order and turn, from holds, aims and bands; with the last of a side
    the fight ends."""
    f = begun()
    f.do("aim", "ann", target="orc")
    f.do("band", "ann", target="orc", band="short")
    f.set("bea", at=20, held_by="orc", barred_from=["orc"])
    f.do("add", combatant={"who": ORK, "side": "foes", "at": 5}, rolls="initiative 1 1")
    f.turn("orc")
    f.do("remove", "orc")
    assert (f.state["turn"], f.state["order"]) == ("ork", ["ann", "bea", "cal", "ork"])
    assert (f["ann"]["aim"], f["bea"]["held_by"], f["bea"]["barred_from"], f.state["bands"]) == (
        None,
        None,
        [],
        [],
    )
    f.do("remove", "ork")
    assert (f.state["over"], f.state["winner"], f.state["turn"]) == (True, "party", None)


def test_c34_hidden_and_revealed() -> None:
    """C34, C60: hidden, orc cannot be targeted and aims at it are lost; revealed, it can."""
    f = begun()
    f.do("aim", "ann", target="orc")
    f.do("hide", "orc")
    assert (f["orc"]["hidden"], f["ann"]["aim"]) == (True, None)
    f.do("end_turn", "ann")
    f.refused("out_of_sight", "aim", "bea", target="orc")
    f.do("reveal", "orc")
    f.do("aim", "bea", target="orc")


def test_covers_come_and_go() -> None:
    """R49: the GM puts a cover on the map and takes it off; whoever used it stands in the open again."""
    f = begun()
    f.do("cover", cover={"id": "wall", "at": 1, "grade": "solid"})
    f.do("take_cover", "ann", cover="wall")
    assert f.do("cover", remove="wall").one("cover_left")["who"] == "ann"
    assert (f.state["covers"], f["ann"]["cover"]) == ({}, [])
    f.refused("unknown", "cover", remove="wall")
    f.refused("bad_value", "cover")
    f.refused("bad_value", "cover", cover={"id": "wall", "at": 1})
    f.refused("bad_value", "cover", cover={"id": "wall", "at": [1, 1], "grade": "solid"})


def test_c34_a_cover_taken_off_leaves_the_aim() -> None:
    """C34: ann aims at orc, who then is behind a wall only as long as there is one: in the open her aim stands,
    fully behind another it is lost."""
    f = begun()
    for cover in ("wall", "fence"):
        f.do("cover", cover={"id": cover, "at": 19, "grade": "solid", "hides": True})
    f.set("orc", cover=[{"cover": "wall", "fully": False}])
    f.do("aim", "ann", target="orc")
    f.do("cover", remove="wall")
    assert (f["orc"]["cover"], f["ann"]["aim"]) == ([], "orc")
    f.set("orc", cover=[{"cover": "fence", "fully": True}])
    assert f["ann"]["aim"] is None


def test_r51_the_gm_ends_the_fight() -> None:
    """R51: the GM ends it, with a winner or as a draw; then there is no turn, and the table goes on."""
    f = begun()
    f.refused("unknown", "end", winner="moon")
    f.do("end", winner="foes")
    assert (f.state["over"], f.state["winner"], f.state["turn"]) == (True, "foes", None)
    f.refused("over", "end")
    f.refused("over", "end_turn", "ann")
    f.refused("over", "order", order=["ann"])
    f.do("test", "bea", "test 1 2", skill="Recon")
    f.do("begin", rolls="initiative 6 6; initiative 6 5; initiative 5 5 6; initiative 5 4 6")
    assert (f.state["over"], f.state["round"], f.state["turn"]) == (False, 1, "ann")


def test_c11_a_fight_begins_once_and_with_two_sides() -> None:
    """C11: not in the middle of another, nor with one side only."""
    begun().refused("bad_value", "begin")
    f = company()
    f.do("remove", "orc")
    f.refused("bad_value", "begin")
