"""From one fight to the next at one table: what stays, what goes, rest and a new evening (R5)."""

import json
from typing import Any

from tests.play.positions import ARSENAL, Fight, fight

from wanderstar.play.journal import load_lines, verify

FIRST = """
    ann @0 rifle,frag*2 ranged+1 momentum=2
    bob @1 pistol momentum=0
    orc minion @9 rifle
    #crate @5 solid
"""


def person(id: str, **more: Any) -> dict[str, Any]:
    """A sheet."""
    return {"id": id, "name": id.capitalize(), "characteristics": {}, **more}


def next_one(*combatants: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An encounter's tables: two new foes, and who is given."""
    wolf = {"who": person("wolf", threat="minion"), "side": "wild", "at": 20, "count": 2}
    return {
        "format": 1,
        "name": "The woods",
        "packs": [],
        "sides": [{"id": "party"}, {"id": "wild"}],
        "combatants": [*combatants, wolf],
        "covers": [{"id": "tree", "at": 3, "grade": "light"}],
    } | more


def won() -> Fight:
    """The first fight, over: Ann is hurt, has shot twice and has Momentum."""
    f = fight(FIRST)
    f.attack("ann", "rifle", "orc", "attack 1 1")
    f.set("ann", trauma={"physical": 1, "mental": 2}, aim="orc", edges=[{"edge": "advantage", "on": "fight"}])
    f.do("condition", "ann", name="poisoned", edge="disadvantage")
    f.do("condition", "ann", name="dazed", turns=3)
    f.next_turn("ann")
    f.attack("ann", "rifle", "orc", "attack 6 6 6; damage 6 6 6")
    assert f.state["over"]
    return f


def reloaded(f: Fight) -> None:
    """The journal gives the same table, and verifies."""
    text = json.dumps([f.table.header(), *f.lines])
    loaded = load_lines(list(enumerate(json.loads(text), 1)), "x")
    assert json.dumps(loaded.to_json()) == json.dumps(f.state)
    assert loaded.state.key() == f.table.state.key()
    assert verify(loaded) == []


def test_r5_characters_carry_on_and_the_rest_goes() -> None:
    """R5: trauma, rounds, Momentum and lasting conditions stay; foes, covers and what was for one fight go."""
    f = won()
    before = f["ann"]
    out = f.do("encounter", encounter=next_one({"who": person("ann"), "side": "party", "at": 4}))
    assert out.one("table_cleared")["who"] == ["orc"]
    assert out.one("encounter_loaded") | {"changes": 0} == {
        "kind": "encounter_loaded", "name": "The woods", "who": ["ann", "wolf-1", "wolf-2", "bob"],
        "carried": ["ann", "bob"], "rule": "R5", "changes": 0,
    }  # fmt: skip
    ann = f["ann"]
    for field in ("trauma", "boxes", "momentum", "held", "ammo", "armor"):
        assert ann[field] == before[field], field
    assert (ann["at"], ann["aim"], ann["edges"], ann["initiative"]) == (4, None, [], None)
    assert [x["name"] for x in ann["conditions"]] == ["poisoned"]
    state = f.state
    assert (list(state["covers"]), state["round"], state["over"], state["winner"]) == (
        ["tree"],
        0,
        False,
        None,
    )
    reloaded(f)
    f.do("begin", rolls="; ".join(["initiative 6 6"] + ["initiative 1 1"] * 3))
    assert (f.state["turn"], f["ann"]["momentum"]) == ("ann", 3)
    f.attack("ann", "rifle", "wolf-1", "attack 6 6 6; damage 6 6 6")
    reloaded(f)


def test_r5_it_is_undone_as_everything_else() -> None:
    """R5: back to the fight that was over, and forward again."""
    f = won()
    before = f.state
    f.do("encounter", encounter=next_one())
    after = f.state
    assert f.table.undo(f.table.n - 1)
    assert f.state == before
    assert f.table.redo(f.table.n + 1)
    assert f.state == after
    reloaded(f)


def test_r27_first_aid_may_be_given_again() -> None:
    """R27: once a patient and fight, so anew in the next."""
    f = fight("ann @0 medicine+3\nbob @1\norc minion @9")
    f.set("bob", trauma={"physical": 3, "mental": 0})
    f.do("first_aid", "ann", "first_aid 6 6", target="bob")
    f.next_turn("ann")
    f.refused("used_up", "first_aid", "ann", target="bob")
    f.do("end", winner=None)
    f.do("encounter", encounter=next_one(), places={"ann": 0, "bob": 1})
    f.do("begin", rolls="; ".join(["initiative 1 1"] * 2 + ["initiative 6 6"] + ["initiative 5 5"]))
    f.turn("ann")
    f.do("first_aid", "ann", "first_aid 6 6", target="bob")


def test_who_is_who() -> None:
    """R5: by id, else by sheet, under the id at the table; the dead whom nobody names stay behind."""
    f = won()
    f.set("bob", dead=True)
    cara = {"who": person("cara"), "side": "party", "at": 2}
    f.do(
        "encounter", encounter=next_one({"id": "scout", "who": person("ann"), "side": "party", "at": 7}, cara)
    )
    assert [who for who, c in f.state["combatants"].items() if c["kind"] == "character"] == ["ann", "cara"]
    assert (f["ann"]["at"], f["ann"]["trauma"]["mental"]) == (7, 2)


def test_places_for_those_who_come_along() -> None:
    """R5: where the GM says, else beside the first of their side; on a plane as on a line."""
    f = won()
    f.do(
        "encounter", encounter=next_one({"who": person("cara"), "side": "party", "at": 6}), places={"bob": 2}
    )
    assert (f["bob"]["at"], f["ann"]["at"]) == (2, 6)
    f.refused("unknown", "encounter", encounter=next_one(), places={"orc": 2})
    f.refused("bad_value", "encounter", encounter=next_one(), places={"bob": [1, 2]})
    f.refused("bad_value", "encounter", encounter=next_one(), places={"bob": "here"})


def test_a_shipped_encounter_by_its_id_is_written_out() -> None:
    """R5: the journal needs no pack; the characters of the encounter who are new join."""
    f = won()
    f.do("encounter", encounter="golden-fight")
    written = f.table.entries[-1].command["encounter"]
    assert written["packs"] == []
    assert {"rifle", "marksman-rifle"} <= {row["id"] for row in written["weapons"]}
    assert {"ann", "bob", "asha"} <= set(f.state["combatants"])
    reloaded(f)


def test_what_is_refused() -> None:
    """R5, C11: not in the middle of a fight; an encounter with faults; an id that somebody keeps."""
    f = fight(FIRST)
    f.refused("bad_value", "rest")
    f.refused("bad_value", "encounter", encounter=next_one())
    f.do("end", winner="party")
    f.refused("bad_value", "encounter", encounter="nowhere")
    f.refused("bad_value", "encounter", encounter=7)
    refusal = f.refused("bad_value", "encounter", encounter=next_one(sides=[{"id": "party"}]))
    assert refusal.facts["field"].startswith("encounter.")
    thief = {"id": "bob", "who": person("thief", threat="minion"), "side": "wild", "at": 3}
    f.refused("bad_value", "encounter", encounter=next_one(thief))
    f.set("bob", dead=True)
    f.refused("unable", "rest", only=["bob"])
    for who in ("ann", "bob"):
        f.set(who, dead=True)
    assert f.refused("bad_value", "rest").facts["field"] == "only"


def test_the_tables_ruleset_stays() -> None:
    """R5: the next encounter is read under it, whatever it says itself."""
    f = fight(FIRST, {"armor.base": 5}, begun=False)
    f.do("encounter", encounter=next_one(ruleset={"armor": {"base": 1}}))
    assert f["wolf-1"]["armor"] == 5


def test_rest() -> None:
    """R5: all trauma or so much of each track; ammunition only if the GM says so; foes do not rest."""
    f = won()
    f.set("bob", trauma={"physical": 4, "mental": 3})
    out = f.do("rest", physical=0, mental=1)
    assert [(e["who"], e["cleared"], e["back"]) for e in out.all("rested")] == [
        ("ann", 1, False), ("bob", 1, False),
    ]  # fmt: skip
    assert f["ann"]["trauma"] == {"physical": 1, "mental": 1}
    assert f["ann"]["ammo"]["rifle"] == 8
    out = f.do("rest", only=["bob"], refill=True)
    assert (out.one("rested")["back"], f["bob"]["trauma"]) == (True, {"physical": 0, "mental": 0})
    f.do("rest", physical=0, mental=0, refill=True)
    assert f["ann"]["ammo"] == {"rifle": 10, "frag": 2}


def test_r5_a_new_evening() -> None:
    """R5: everybody's Momentum is where it begins, the sheet's or the ruleset's; in a fight too."""
    f = fight("ann @0 rifle momentum=2\nbob @1\norc minion @9")
    f.set("ann", momentum=6)
    f.set("bob", momentum=0)
    out = f.do("evening")
    assert out.one("evening_begun")["momentum"] == {"ann": 2, "bob": 1} == f.momentum


def test_the_arsenal_stays_known() -> None:
    """R5: weapons of the last encounter can still be carried, used and added with people who have them."""
    f = won()
    f.do("encounter", encounter=next_one())
    assert set(f.table.state.encounter.weapons) == set(ARSENAL)
    who = person("late", threat="minion", weapons=["needler"])
    f.do("add", combatant={"who": who, "side": "wild", "at": 30})
    assert f["late"]["held"] == ["needler"]


def test_whom_the_next_encounter_does_not_name_keeps_its_ways() -> None:
    """R5, R51: its tactic and morale are its own, and no file says others."""
    f = won()
    f.set("bob", morale={"loss": 0.25, "does": "flee"})
    f.do("encounter", encounter=next_one(), places={})
    assert (f["bob"]["morale"]["loss"], f["bob"]["morale"]["does"]) == (0.25, "flee")
    reloaded(f)
