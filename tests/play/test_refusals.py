"""Every refusal code: given for its reason, in the order of the codes, and without any change to state or journal."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import Fight, fight

TABLE = """
    ann @0 {held} ranged+1 athletics+1 {ann}
    orc standard @20 rifle,club athletics+1 {orc} boxes=9
    ork standard @24 rifle boxes=9
    #wall @19 solid hides
    #near @1 light
"""


def table(held: str = "rifle", ann: str = "", orc: str = "", **where: float) -> Fight:
    """Ann's turn; `where` sets places before."""
    f = fight(TABLE.format(held=held, ann=ann, orc=orc))
    for who, at in where.items():
        f.set(who, at=at)
    return f


def at_orc(**more: Any) -> dict[str, Any]:
    """An attack on the orc."""
    return {"weapon": "rifle", "target": "orc", **more}


def test_over() -> None:
    """R51, R54: the fight has ended; the clock is full."""
    f = table()
    f.do("clock", id="door", successes=1)
    f.do("test", "ann", "test 4 4", skill="Athletics", clock="door")
    f.refused("over", "test", "ann", skill="Athletics", clock="door")
    f.do("end", winner="party")
    f.refused("over", "attack", "ann", **at_orc())
    f.refused("over", "end", winner=None)


def test_pending() -> None:
    """While an answer is awaited no other command is taken."""
    f = table(ann="Dex+")
    assert f.table.order({"do": "attack", "who": "ann", **at_orc()})
    lines, state = list(f.lines), f.state
    refusal = f.table.order({"do": "end_turn", "who": "ann"})
    assert not refusal and getattr(refusal, "code", "") == "pending"
    assert (f.lines, f.state) == (lines, state)


def test_seat() -> None:
    """A player acts for their own character only, and answers their own questions only."""
    f = table()
    state = f.state
    for data in (
        {"do": "attack", "who": "orc", "weapon": "rifle", "target": "ann"},
        {"do": "end", "winner": None},
    ):
        refusal = f.table.order(data, seat="ann")
        assert not refusal and getattr(refusal, "code", "") == "seat"
    assert f.table.order({"do": "attack", "who": "ann", **at_orc()}, seat="ann")
    answer = f.table.answer({"reaction:orc": "none"}, seat="ann")
    assert not answer and getattr(answer, "code", "") == "seat"
    f.table.cancel()
    assert f.state == state


def test_out_of_turn() -> None:
    """C10: it is somebody else's turn, or there is no fight."""
    table().refused("out_of_turn", "aim", "orc", target="ann")
    fight("ann @0 rifle\norc standard @9 rifle", begun=False).refused(
        "out_of_turn", "aim", "ann", target="orc"
    )


@pytest.mark.parametrize(
    ("do", "args"),
    [
        ("dance", {}),
        ("attack", {"weapon": "rifle", "target": "nobody"}),
        ("attack", {"weapon": "blunderbuss", "target": "orc"}),
        ("take_cover", {"cover": "hedge"}),
        ("set", {"field": "luck", "value": 1}),
    ],
)
def test_unknown(do: str, args: dict[str, Any]) -> None:
    """A command, combatant, weapon, cover or field that does not exist."""
    table().refused("unknown", do, "ann", **args)


def test_ambiguous() -> None:
    """The beginning of an id that two have names neither; one that only one has will do."""
    f = table()
    refusal = f.refused("ambiguous", "attack", "ann", weapon="rifle", target="or")
    assert refusal.facts["expected"] == ["orc", "ork"]
    f.do("aim", "a", target="orc")
    assert f["ann"]["aim"] == "orc"


@pytest.mark.parametrize(
    ("do", "args"),
    [
        ("attack", {"weapon": "rifle"}),
        ("attack", {"weapon": "rifle", "target": "orc", "at": 3}),
        ("attack", {"weapon": "rifle", "target": "ann"}),
        ("attack", {"weapon": "rifle", "target": "orc", "mode": "fast"}),
        ("attack", {"weapon": "rifle", "target": "orc", "shots": 2}),
        ("attack", {"weapon": "rifle", "targets": ["orc"]}),
        ("move", {"to": [1, 2]}),
        ("move", {"to": "there"}),
        ("move", {"to": float("inf")}),
        ("aim", {"target": "ann"}),
        ("delay", {"after": "ann"}),
        ("take_cover", {"cover": "near", "fully": True}),
        ("set", {"field": "momentum", "value": -1}),
        ("act", {}),
    ],
)
def test_bad_value(do: str, args: dict[str, Any]) -> None:
    """A field that is absent, unknown, of the wrong shape, or of no sense here."""
    table().refused("bad_value", do, "ann", **args)


def test_bad_value_of_answers() -> None:
    """An answer that nobody asked for, dice too many or too few, a face that no die has."""
    f = table()
    f.refused("bad_value", "attack", "ann", picks="reaction:ork dodge", rolls="attack 1 2", **at_orc())
    f.refused("bad_value", "attack", "ann", rolls="attack 1 2 3", **at_orc())
    f.refused("bad_value", "attack", "ann", rolls="attack 1", **at_orc())
    f.refused("bad_value", "attack", "ann", rolls="attack 1 7", **at_orc())


def test_unable() -> None:
    """R36, R37, C79: stunned, pinned or held, or the weapon does not allow it."""
    f = table()
    f.do("condition", "ann", name="pinned", turns=1)
    f.refused("unable", "attack", "ann", **at_orc())
    f.do("condition", "ann", name="pinned", clear=True)
    f.do("condition", "ann", name="stunned", turns=1)
    f.refused("unable", "minor", "ann", label="shout")
    f.do("condition", "ann", name="stunned", clear=True)
    f.refused("unable", "attack", "ann", **at_orc(mode="burst"))
    f.refused("unable", "charge", "ann", weapon="rifle")


def test_no_significant_no_minor_already_moved() -> None:
    """C18, R32: each is told by its own code."""
    f = table()
    f.move("ann", 1)
    f.refused("already_moved", "move", "ann", to=2)
    f.do("aim", "ann", target="orc")
    f.refused("no_significant", "ready", "ann")
    f.do("minor", "ann", label="one")
    f.do("minor", "ann", label="two")
    f.refused("no_minor", "minor", "ann", label="three")
    f.refused("no_minor", "move", "ann", to=2)


def test_too_far() -> None:
    """R32, R44, R49, R42: a move, the spread of full auto, a cover, the centre of suppressive fire."""
    f = table("carbine", ork=27)
    f.refused("too_far", "move", "ann", to=7)
    f.refused("too_far", "attack", "ann", weapon="carbine", mode="full", targets=["orc", "ork"])
    f.refused("too_far", "take_cover", "ann", cover="wall")
    f.refused("too_far", "suppress", "ann", weapon="carbine", at=150)


def test_gate() -> None:
    """T27: below the rank that is asked for there is no roll."""
    f = table()
    f.refused("gate", "test", "ann", skill="Recon", gate={"rank": "Trained"})
    f.do("test", "ann", "test 4 3", skill="Athletics", gate={"rank": "Trained"})


def test_the_weapon() -> None:
    """C20, R45, R66, R80, R44: not in hand, used up, empty, uncharged, resting, too few rounds."""
    f = table("rifle,pistol,tube,lance,drum,carbine,knife", "held=rifle,tube,lance,drum,carbine")
    f.set("ann", ammo={"rifle": 0, "pistol": 4, "tube": 0, "carbine": 2, "knife": 0})
    f.refused("not_held", "attack", "ann", weapon="pistol", target="orc")
    f.refused("used_up", "attack", "ann", weapon="tube", target="orc")
    f.refused("used_up", "attack", "ann", weapon="knife", target="orc")
    f.refused("unloaded", "attack", "ann", weapon="rifle", target="orc")
    f.refused("uncharged", "attack", "ann", weapon="lance", target="orc")
    f.refused("ammo", "attack", "ann", weapon="carbine", target="orc", mode="burst")
    f.attack("ann", "drum", "orc", "attack 1 2")
    f.next_turn("ann")
    f.refused("slow", "attack", "ann", weapon="drum", target="orc")


def test_the_target() -> None:
    """R26, C69, R43, C39, C42: out, in Total cover, out of sight, not within reach, not yet inside its guard."""
    f = table("rifle,pike", "held=rifle,pike")
    f.refused("not_engaged", "attack", "ann", weapon="pike", target="orc")
    f.refused("not_engaged", "grapple", "ann", target="orc")
    f.set("ann", barred_from=["orc"], at=19.5)
    f.refused("inside_guard", "attack", "ann", weapon="pike", target="orc")
    f.set("ann", at=0)
    f.do("hide", "orc")
    f.refused("out_of_sight", "attack", "ann", **at_orc())
    f.do("reveal", "orc")
    f.set("orc", cover=[{"cover": "wall", "fully": True}])
    f.refused("total_cover", "attack", "ann", **at_orc())
    f.set("orc", out=True)
    f.refused("target_out", "attack", "ann", **at_orc())


def test_reactions() -> None:
    """C57, C61–C64: used, against Blast, against fire, against a Smasher, without cover, without Momentum."""
    f = table("rifle,frag,maul", "held=rifle,frag,maul", "close+1")
    f.refused("parry_ranged", "attack", "ann", picks="reaction:orc parry", **at_orc())
    f.refused("dodge_blast", "attack", "ann", weapon="frag", target="orc", picks="reaction:orc dodge")
    f.refused("no_cover", "attack", "ann", picks="reaction:orc dive:near", **at_orc())
    f.set("orc", reactions=0)
    f.refused("reaction_used", "attack", "ann", picks="reaction:orc dodge", rolls="attack 1 2", **at_orc())
    f.set("ann", at=19)
    f.set("orc", reactions=1)
    f.refused("parry_smasher", "attack", "ann", weapon="maul", target="orc", picks="reaction:orc parry")
    f.turn("orc")
    f.set("ann", reactions=0, momentum=0, at=0)
    f.refused(
        "momentum",
        "attack",
        "orc",
        weapon="rifle",
        target="ann",
        picks="reaction:ann dodge",
        rolls="avoid 4 4",
    )


def test_claims() -> None:
    """C37, T22: automatic fire gains nothing from an aim; there is no Advantage; it cannot be paid."""
    f = table("carbine")
    claim = "claim_attack:ann yes"
    command: dict[str, Any] = {"weapon": "carbine", "target": "orc"}
    f.refused("nothing_to_claim", "attack", "ann", picks=claim, rolls="attack 1 2", **command)
    f.set("ann", aim="orc")
    f.refused("no_aim_with_auto", "attack", "ann", picks=claim, rolls="attack 1 2", mode="burst", **command)
    f.set("ann", momentum=0)
    f.refused("momentum", "attack", "ann", picks=claim, rolls="attack 1 2", **command)


def test_the_first_code_that_applies() -> None:
    """The codes are looked for in their order: turn, words, the one who acts, the weapon, the target."""
    f = table()
    f.set("ann", ammo={"rifle": 0}, significant=0)
    f.set("orc", out=True)
    f.refused("out_of_turn", "attack", "ork", weapon="rifle", target="orc")
    f.refused("bad_value", "attack", "ann", weapon="rifle")
    f.refused("no_significant", "attack", "ann", **at_orc())
    f.set("ann", significant=1)
    f.refused("unloaded", "attack", "ann", **at_orc())
    f.set("ann", ammo={"rifle": 1})
    f.refused("target_out", "attack", "ann", **at_orc())


def test_a_refused_answer_leaves_nothing_pending() -> None:
    """R52: a refused answer refuses the whole command, and its rounds are still there."""
    f = table()
    f.refused("parry_ranged", "attack", "ann", picks="reaction:orc parry", **at_orc())
    assert (f.state["pending"], f["ann"]["ammo"], f["ann"]["significant"]) == ([], {"rifle": 10}, 1)
