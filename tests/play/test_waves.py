"""Those who come in at the start of a later round (R67)."""

import json

from tests.play.positions import Fight, fight

from wanderstar.play.journal import load_lines, verify

LATE = """
    ann @0 rifle ranged+1
    orc minion @9 rifle
    elf minion @40 rifle enters=3
    imp minion @41 rifle enters=3
"""


def rounds(f: Fight, to: int) -> None:
    """Ends turns until the last one before round `to`."""
    while not (f.state["round"] == to - 1 and f.state["turn"] == "orc"):
        f.do("end_turn", f.state["turn"])


def test_r67_a_wave_rolls_initiative_and_acts_in_its_round() -> None:
    """R67: nobody at the table before; at the start of the round they roll and are placed by their totals."""
    f = fight(LATE)
    assert list(f.state["combatants"]) == ["ann", "orc"]
    assert f.state["waves"] == [{"round": 3, "who": ["elf", "imp"]}]
    rounds(f, 3)
    out = f.do("end_turn", "orc", "initiative:elf 6 6; initiative:imp 1 1")
    assert out.one("wave_entered") | {"changes": 0} == {
        "kind": "wave_entered", "round": 3, "who": ["elf", "imp"], "names": ["elf", "imp"], "rule": "R67", "changes": 0,
    }  # fmt: skip
    assert f.state["order"] == ["ann", "elf", "orc", "imp"]
    assert (f.state["turn"], f.state["waves"]) == ("ann", [])
    f.do("end_turn", "ann")
    assert f.state["turn"] == "elf"


def test_r67_the_dice_may_be_typed_and_undone() -> None:
    """R67: while initiative is awaited nobody has the turn; undo takes the wave back where it was."""
    f = fight(LATE)
    rounds(f, 3)
    before = f.state
    assert f.table.order({"do": "end_turn", "who": "orc"})
    assert [ask["key"] for ask in f.state["pending"]] == ["dice"]
    assert (f.state["turn"], f.state["round"]) == (None, 3)
    loaded = load_lines([(1, f.table.header()), *enumerate(json.loads(json.dumps(f.lines)), 2)], "x")
    assert json.dumps(loaded.to_json()) == json.dumps(f.state)
    for faces in ([6, 6], [1, 1]):
        assert f.table.answer({"dice": faces})
    assert f.state["turn"] == "ann"
    assert verify(f.table) == []
    assert f.table.undo(f.table.n - 1)
    assert f.state == before


def test_r51_a_side_with_somebody_to_come_is_not_beaten() -> None:
    """R51: the last foe there falls, and the fight goes on until the wave has come."""
    f = fight(LATE)
    f.attack("ann", "rifle", "orc", "attack 6 6; damage 6 6 6")
    assert f["orc"]["out"]
    assert not f.state["over"]
    f.do("end_turn", "ann")
    assert (f.state["round"], f.state["turn"]) == (2, "ann")
    f.do("end_turn", "ann", "initiative:elf 1 1; initiative:imp 1 1")
    assert f.state["round"] == 3


def test_r67_rounds_go_by_until_somebody_comes_who_can_act() -> None:
    """R67: with nobody able to act, the next wave is what comes next."""
    f = fight("ann @0\norc minion @9\nelf minion @40 enters=5")
    f.do("condition", "orc", name="stunned")
    f.do("condition", "ann", name="stunned")
    out = f.do("end_turn", "ann", "initiative:elf 4 4")
    assert out.one("wave_entered")["round"] == 5
    assert f.state["turn"] == "elf"


def test_the_gm_moves_and_cancels_waves() -> None:
    """R67: another round, at once, or never."""
    f = fight(LATE)
    f.refused("unknown", "wave", combatants=["orc"], round=2)
    f.refused("bad_value", "wave", combatants=["elf"])
    f.refused("bad_value", "wave", combatants=["elf"], round=2, cancel=True)
    f.do("wave", combatants=["imp"], round=7)
    assert f.state["waves"] == [{"round": 3, "who": ["elf"]}, {"round": 7, "who": ["imp"]}]
    f.do("wave", combatants=["elf"], rolls="initiative:elf 5 5", round=1)
    assert f.state["order"] == ["ann", "orc", "elf"]
    f.do("wave", combatants=["imp"], cancel=True)
    assert f.state["waves"] == []
    f.attack("ann", "rifle", "orc", "attack 6 6; damage 6 6 6")
    assert not f.state["over"]


def test_r67_somebody_added_may_come_later() -> None:
    """R67: `add` with a round to come; one whose round has begun comes at once."""
    f = fight("ann @0\norc minion @9")
    who = {"id": "bat", "name": "Bat", "threat": "minion", "characteristics": {}}
    f.do("add", combatant={"who": who, "side": "foes", "at": 20, "count": 2, "enters": 2})
    assert f.state["waves"] == [{"round": 2, "who": ["bat-1", "bat-2"]}]
    f.do(
        "add",
        rolls="initiative 2 2",
        combatant={"id": "owl", "who": who, "side": "foes", "at": 20, "enters": 1},
    )
    assert f.state["order"] == ["ann", "orc", "owl"]


def test_add_three_numbered_on_and_apart() -> None:
    """R67: numbers go on from those who are there; places lie apart; all roll initiative."""
    f = fight("ann @0\norc minion @9")
    who = {"id": "bat", "name": "Bat", "threat": "minion", "characteristics": {}}
    table = {"who": who, "side": "foes", "at": 20, "count": 3}
    f.do("add", rolls="; ".join(["initiative 3 3"] * 3), combatant=table)
    f.do("add", rolls="; ".join(["initiative 3 3"] * 2), combatant={**table, "count": 2, "spread": 0})
    shown = f.state["combatants"]
    assert [id for id in shown if id.startswith("bat")] == [f"bat-{n}" for n in range(1, 6)]
    assert [shown[f"bat-{n}"]["at"] for n in range(1, 6)] == [20, 22, 18, 20, 20]
    assert [shown[f"bat-{n}"]["name"] for n in (1, 5)] == ["Bat 1", "Bat 5"]
    f.refused("bad_value", "add", combatant={**table, "id": "orc", "count": None})


def test_places_in_rings_on_a_plane() -> None:
    """R67: on a plane those who join stand around the place, each as far from it as its ring."""
    f = fight("ann @0,0\norc minion @9,0")
    who = {"id": "bat", "name": "Bat", "threat": "minion", "characteristics": {}}
    f.do(
        "add", rolls="; ".join(["initiative 3 3"] * 8),
        combatant={"who": who, "side": "foes", "at": [20, 0], "count": 8, "spread": 3},
    )  # fmt: skip
    places = [tuple(c["at"]) for id, c in f.state["combatants"].items() if id.startswith("bat")]
    assert places[0] == (20, 0)
    assert places[1] == (23, 0)
    assert len(set(places)) == 8
    assert [round(((x - 20) ** 2 + y**2) ** 0.5) for x, y in places] == [0, 3, 3, 3, 3, 3, 3, 6]
