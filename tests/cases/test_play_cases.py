"""What went wrong at other people's tables, played at this one."""

from __future__ import annotations

import json
from typing import Any

from tests.play.gm.recorded import Recorded, text
from tests.play.positions import Fight, fight

from wanderstar.play.journal import load_lines
from wanderstar.play.refusal import Refusal
from wanderstar.sheets.load import encounter_from


def reloaded(f: Fight) -> Any:
    """The table of a fight after saving and loading."""
    header = json.loads(text(f.table.header()))
    lines = [header, *(json.loads(text(line)) for line in f.lines)]
    return load_lines(list(enumerate(lines, 1)), "journal")


def test_an_aim_serves_the_next_shot_only() -> None:
    """case-02: aim, fire, aim, fire, fire, each on the next turn: the first two shots may claim the aim, the third
    has nothing to claim; and a new fight begins without the aim of the old one."""
    f = fight("ann @0 rifle ranged+1\norc standard @20 club boxes=99")
    f.set("ann", momentum=6)
    for _ in range(2):
        f.do("aim", "ann", target="orc")
        f.next_turn("ann")
        f.attack("ann", "rifle", "orc", "attack 1 1 1", "claim_attack:ann yes")
        f.next_turn("ann")
    f.refused(
        "nothing_to_claim",
        "attack",
        "ann",
        "claim_attack:ann yes",
        weapon="rifle",
        target="orc",
        rolls="attack 1 1",
    )
    f.attack("ann", "rifle", "orc", "attack 1 1")
    f.next_turn("ann")
    f.do("aim", "ann", target="orc")
    f.do("end")
    f.do("begin", rolls="initiative 6 6; initiative 1 1")
    assert f["ann"]["aim"] is None


def test_each_reaction_is_charged_once() -> None:
    """case-04: a dodge, a parry and a dive in one round cost nothing, 1 and 1, in the log as in the pool; the fourth
    cannot be paid, is refused with the reason, and has cost nothing."""
    f = fight(
        """
        one standard @1 club
        two standard @1 club
        six standard @20 rifle
        ten standard @1 club
        ann @0 rifle athletics+1 close+1
        #crate @1 solid
        """
    )
    f.set("ann", momentum=2)
    prices = []
    for who, weapon, reaction, rolls in (
        ("one", "club", "dodge", "reaction 1 1; avoid 6 6"),
        ("two", "club", "parry", "reaction 1 1; avoid 6 6"),
        ("six", "rifle", "dive:crate", "avoid 6 6"),
    ):
        told = f.attack(who, weapon, "ann", rolls, f"reaction:ann {reaction}")
        prices.append((told.one("reaction_declared")["reaction"], told.one("reaction_declared")["price"]))
        f.do("end_turn", who)
    assert prices == [("dodge", 0), ("parry", 1), ("dive", 1)]
    assert (f.momentum["ann"], f["ann"]["reactions"]) == (0, 0)
    f.refused(
        "momentum",
        "attack",
        "ten",
        "reaction:ann dodge",
        weapon="club",
        target="ann",
        rolls="reaction 1 1; avoid 6 6",
    )
    assert (f.momentum["ann"], f["ann"]["reactions"]) == (0, 0)


def test_weapons_that_cannot_fire_every_time() -> None:
    """case-05: a Reload weapon fired twice and a One Use weapon used twice are refused, after saving and loading too;
    of a knife and a rifle in hand the thrown knife is gone and the rifle still there."""
    f = fight(
        "ann @0 musket,tube,rifle,knife ranged+1 held=musket,tube,rifle,knife\norc standard @8 club boxes=99"
    )
    for weapon, rolls in (("musket", "attack 1 1"), ("tube", "attack 1 1"), ("knife", "attack 1 1")):
        f.attack("ann", weapon, "orc", rolls)
        f.next_turn("ann")
    assert "knife" not in f["ann"]["held"] and "rifle" in f["ann"]["held"]
    for weapon, code in (("musket", "unloaded"), ("tube", "used_up"), ("knife", "used_up")):
        f.refused(code, "attack", "ann", weapon=weapon, target="orc")
        loaded = reloaded(f)
        refusal = loaded.order({"do": "attack", "who": "ann", "weapon": weapon, "target": "orc"})
        assert refusal.code == code
    f.attack("ann", "rifle", "orc", "attack 1 1")


def test_closing_and_leaving() -> None:
    """case-09: from Close to Engaged nobody strikes; on leaving one foe may, once; closing on a Reach weapon gives it
    one first strike."""
    f = fight("ann @5 rifle athletics+0\norc standard @0 club close+1\npik standard @-20 pike")
    assert f.asks("move", "ann", to=1) == {}
    f.move("ann", 1)
    f.next_turn("ann")
    assert f.asks("move", "ann", to=5) == {"free_attack:ann": ["none", "orc:club", "orc:unarmed"]}
    told = f.move("ann", 5, "avoid 6 6", "free_attack:ann orc:club")
    assert [e["who"] for e in told.all("struck_freely")] == ["orc"]
    f.set("orc", at=60)
    f.set("pik", at=0)
    f.next_turn("ann")
    told = f.move("ann", 1, "avoid 6 6", "reach_strike:pik pike")
    assert [(e["who"], e["kind_of_attack"]) for e in told.all("struck_freely")] == [("pik", "reach_strike")]


def test_a_stun_is_a_stun() -> None:
    """case-10: the same Stun hit stuns a character, an adversary and a minion alike, in the same words; undo gives
    back that hit's stun and nothing else."""
    f = fight(
        """
        ann @0 baton close+1
        bea @1 rifle side=party
        orc standard @1 club
        imp minion @1 club
        """
    )
    words = {}
    for who in ("bea", "orc", "imp"):
        before = f.state
        told = f.attack("ann", "baton", who, "attack 4 4; damage 2 2")
        words[who] = {**told.one("condition_set"), "who": None, "changes": None}
        assert f[who]["conditions"] == [{"name": "stunned", "turns": 1, "source": "ann", "rule": "R36"}]
        assert f.hurt(who) == 0
        after = f.state
        assert f.table.undo(f.table.n - 1)
        assert f.state == before
        assert f.table.redo(f.table.n + 1)
        assert f.state == after
        f.set("ann", significant=1)
    assert words["bea"] == words["orc"] == words["imp"]


def test_piercing_and_cover_taken_twice() -> None:
    """case-14: piercing 3 against no gear leaves the base 3 and adds nothing to the damage; a crate taken twice is
    one crate, and once left it is none."""
    f = fight("ann @0 ripper ranged+1\norc standard @20 club boxes=99\n#crate @19 solid")
    bare = f.attack("ann", "ripper", "orc", "attack 4 4; damage 1 1 1").attack
    assert (bare["armor"], bare["damage"], bare["trauma"]) == (3, 3, 1)
    f.turn("orc")
    for _ in range(2):
        f.do("take_cover", "orc", cover="crate")
    assert f["orc"]["cover"] == [{"cover": "crate", "fully": False}]
    f.next_turn("ann")
    assert f.attack("ann", "ripper", "orc", "attack 4 4; damage 1 1 1").armor == 4  # 3 + (4 - 3)
    f.turn("orc")
    f.do("leave_cover", "orc", cover="crate")
    f.next_turn("ann")
    assert f.attack("ann", "ripper", "orc", "attack 4 4; damage 1 1 1").armor == 3


def test_ties_keep_their_order() -> None:
    """case-19: three level at 9 stand by their Dexterity, 9 before 8 before 7; a fourth who joins at 7 moves none of
    them, nor does loading."""
    f = fight("ann @0 rifle Dex7\nbea @0 rifle Dex9\ncal @0 rifle Dex8\norc standard @20 club", begun=False)
    begun = f.do("begin", rolls="initiative 4 5; initiative 4 5 1; initiative 4 5; initiative 1 1")
    assert f.state["order"] == ["bea", "cal", "ann", "orc"]
    assert [f[who]["initiative"] for who in ("bea", "cal", "ann")] == [9, 9, 9]
    joiner = {"id": "dee", "name": "Dee", "characteristics": {"Dexterity": 8}}
    f.do("add", rolls="initiative:dee 3 4", combatant={"who": joiner, "side": "party", "at": 0})
    assert f.state["order"] == ["bea", "cal", "ann", "dee", "orc"]
    assert reloaded(f).to_json()["order"] == f.state["order"]
    assert begun.one("fight_begun")["order"] == ["bea", "cal", "ann", "orc"]


FOUR = """
    ann @0 frag,rifle explosives+1
    bea @60 rifle
    orc standard @90 club
    ogr standard @90 frag*5 boxes=1
"""


def test_the_last_falls_on_its_own_turn() -> None:
    """case-21: ogr, last of the order, falls by its own grenade: one round on, and the next living one has the turn;
    the first of the order, down at the wrap, is passed over."""
    f = fight(FOUR)
    f.turn("ogr")
    f.lob("ogr", "frag", 90, "damage:orc 1 1 1; damage:ogr 6 6 6")
    assert f["ogr"]["out"]
    assert (f.state["round"], f.state["turn"]) == (2, "ann")
    f.turn("orc")
    f.set("ann", out=True)
    f.do("end_turn", "orc")
    assert (f.state["round"], f.state["turn"]) == (3, "bea")


def test_all_fall_at_once() -> None:
    """case-21: one grenade takes everybody: the fight is over, nobody has won, nobody has the turn."""
    f = fight("ann @0 frag explosives+1 boxes=1/1\norc minion @1 club")
    f.lob("ann", "frag", 1, "attack 4 4; damage:orc 6 6 6; damage:ann 6 6 6")
    assert (f.state["over"], f.state["winner"], f.state["turn"]) == (True, None, None)


def test_a_fight_with_nobody() -> None:
    """case-21: with nobody on one side, or nobody at all, a fight does not begin; once somebody has joined it does."""
    f = fight("ann @0 rifle\norc standard @20 club", begun=False)
    f.do("remove", "orc")
    f.refused("bad_value", "begin")
    f.do("remove", "ann")
    f.refused("bad_value", "begin")
    for who, side in (("dee", "party"), ("eve", "foes")):
        joiner = {"id": who, "name": who, "characteristics": {}}
        f.do("add", combatant={"who": joiner, "side": side, "at": 0})
    f.do("begin", rolls="initiative 4 4; initiative 3 3")
    assert f.state["turn"] == "dee"


def test_overkill_undone() -> None:
    """case-23: orc, the last foe, has 3 boxes left of 5; two hits of 2 are one box too many. Undo gives back exactly
    the 3, the fight, the actor, the Momentum and the log; redo gives the same bytes as before."""
    f = fight("ann @0 rifle ranged+1 Dex+\norc standard @20 club boxes=5")
    f.set("orc", trauma={"physical": 2})
    start, n = text(f.state), f.table.n
    f.attack("ann", "rifle", "orc", "attack 4 4 4; damage 6 6 6", "claim_attack:ann yes")
    f.set("ann", significant=1)
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 6 6 6")
    end, events = text(f.state), [e.events for e in f.table.entries]
    assert (f.state["over"], f.state["winner"], f.hurt("orc")) == (True, "party", 5)
    assert f.table.undo(n)
    assert text(f.state) == start
    assert (f.state["over"], f.state["turn"], 5 - f.hurt("orc"), f.momentum["ann"]) == (False, "ann", 3, 1)
    assert [e.events for e in f.table.entries] == events[:n]
    assert f.table.redo(n + 3)
    assert text(f.state) == end
    assert [e.events for e in f.table.entries] == events


def test_an_effect_forward_and_back_and_forward() -> None:
    """case-25: dazed until the end of ann's second turn: three commands forward, three back, three forward, the
    same time is left at each place, and it ends where it ended."""
    f = fight("ann @0 rifle\nbea @0 rifle\norc standard @20 club")
    f.do("condition", "ann", name="dazed", turns=2)
    states = [text(f.state)]
    for who in ("ann", "bea", "orc"):
        f.do("end_turn", who)
        states.append(text(f.state))
    for n in (3, 2, 1, 0):
        assert f.table.n == 2 + n  # begin, condition, and so many turns
        assert text(f.state) == states[n]
        assert n == 0 or f.table.undo(f.table.n - 1)
    for n in (1, 2, 3):
        assert f.table.redo(2 + n)
        assert text(f.state) == states[n]
    assert f["ann"]["conditions"][0]["turns"] == 1
    f.do("end_turn", "ann")
    assert f["ann"]["conditions"] == []


def names() -> Recorded:
    """Daniel, Dan and D, and two Guards of one entry."""
    people = [
        {"id": i, "name": n, "characteristics": {}}
        for i, n in (("daniel", "Daniel"), ("dan", "Dan"), ("d", "D"))
    ]
    guard = {"id": "guard", "name": "Guard", "threat": "minion", "characteristics": {}}
    placed: list[dict[str, Any]] = [{"who": p["id"], "side": "a", "at": 0} for p in people]
    return Recorded(
        encounter_from(
            {
                "format": 1,
                "packs": [],
                "characters": people,
                "adversaries": [guard],
                "sides": [{"id": "a"}, {"id": "b"}],
                "combatants": [*placed, {"who": "guard", "side": "b", "at": 1, "count": 2}],
            }
        )
    )


def test_names_that_begin_alike() -> None:
    """case-38: each of Daniel, Dan and D is addressed exactly by the whole id; two guards have ids of their own; the
    beginning of several ids lists them and changes nothing; the beginning of one is that one."""
    made = names()
    assert list(made.table.state.combatants) == ["daniel", "dan", "d", "guard-1", "guard-2"]
    for who in ("daniel", "dan", "d", "guard-1", "guard-2"):
        assert made.table.order({"do": "hide", "who": who})
        assert [c.id for c in made.table.state.combatants.values() if c.hidden] == [who]
        assert made.table.order({"do": "reveal", "who": who})
    before = (text(made.table.to_json()), len(made.lines))
    for who, candidates in (
        ("da", ["daniel", "dan"]),
        ("g", ["guard-1", "guard-2"]),
        ("guard", ["guard-1", "guard-2"]),
    ):
        refusal = made.table.order({"do": "hide", "who": who})
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.facts["expected"]) == ("ambiguous", candidates)
    assert (text(made.table.to_json()), len(made.lines)) == before
    assert made.table.order({"do": "hide", "who": "dani"})
    assert json.loads(made.lines[-1])["command"]["who"] == "daniel"
