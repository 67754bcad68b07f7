"""One mistyped die put right in place (R52): the other answers stand where they are still asked."""

import json
from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.play.asks import Draw
from wanderstar.play.journal import check_line, load_lines, verify
from wanderstar.play.refusal import Refusal
from wanderstar.play.script import play_line
from wanderstar.play.table import Table

TWO = "ann @0 rifle ranged+1 momentum=1\norc elite @9 rifle athletics+1 boxes=9 armor=2"


def correct(f: Fight, draw: int | str, die: int, face: int, n: int | None = None) -> Any:
    """A line that corrects, as a script has it."""
    what: dict[str, Any] = {"draw": draw, "die": die, "face": face}
    return play_line(f.table, {"correct": what | ({} if n is None else {"n": n})}, "gm", (), False)


def journal(f: Fight) -> list[tuple[int, dict[str, Any]]]:
    """The journal as it would be read."""
    return list(enumerate(json.loads(json.dumps([f.table.header(), *f.lines])), 1))


def loads(f: Fight) -> None:
    """The journal gives the table that is live, verified, and every line of it is one."""
    assert [fault for n, line in journal(f)[1:] for fault in check_line(line, str(n))] == []
    loaded = load_lines(journal(f), "x")
    assert json.dumps(loaded.to_json()) == json.dumps(f.state)
    assert verify(loaded) == []


def test_r52_the_damage_of_the_last_command() -> None:
    """R52: one face of one draw; the roll to hit need not be typed again."""
    f = fight(TWO)
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 1 1 1")
    before = f.table.n
    assert correct(f, "damage:orc", 3, 6)
    assert (f.table.n, f.hurt("orc")) == (before, 1)
    assert f.table.entries[-1].line["dice"] == [4, 4, 1, 1, 6]
    loads(f)


def test_r52_a_hit_that_was_none_asks_no_damage() -> None:
    """R52: answers that nobody asks for any more fall away; the draw may be named by its place."""
    f = fight(TWO)
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 6 6 6")
    assert correct(f, 1, 2, 1)
    assert f.hurt("orc") == 0
    assert f.table.entries[-1].line["dice"] == [4, 1]
    loads(f)


def test_r52_a_miss_that_was_none_waits_for_damage() -> None:
    """R52: what is newly asked is awaited, and the command is open until it comes."""
    f = fight(TWO)
    f.attack("ann", "rifle", "orc", "attack 4 1")
    assert correct(f, "attack:ann", 2, 6)
    assert [ask["draw"] for ask in f.state["pending"]] == ["damage"]
    loads(f)
    assert f.table.answer({"dice": [6, 6, 6]})
    assert f.hurt("orc") == 2
    loads(f)


def test_r52_later_commands_stay_where_they_fit() -> None:
    """R52: a die of an earlier command; what followed is played again with its own answers."""
    f = fight(TWO)
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 1 1 1")
    n = f.table.n
    f.do("end_turn", "ann")
    f.attack("orc", "rifle", "ann", "avoid 6 6 6")
    last = f.table.n
    assert correct(f, "damage:orc", 1, 6, n)
    assert (f.table.n, f.hurt("orc"), f.state["turn"]) == (last, 1, "orc")
    loads(f)


def test_r52_and_fall_away_where_they_do_not() -> None:
    """R52: the orc is out, so it never shot; those after it are undone, kept in the journal."""
    f = fight("ann @0 rifle ranged+1\norc minion @9 rifle armor=2\nelf minion @9")
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 1 1 1")
    n = f.table.n
    f.do("end_turn", "ann")
    f.attack("orc", "rifle", "ann", "avoid 6 6 1")
    assert correct(f, "damage:orc", 1, 6, n)
    assert f["orc"]["out"]
    assert (f.table.n, f.state["turn"]) == (n + 1, "elf")
    loads(f)


def test_r52_of_several_draws_of_a_name_one_must_be_meant() -> None:
    """R52: the second shot of full auto by its number."""
    f = fight("ann @0 carbine ranged+1\norc elite @9 boxes=9")
    f.do(
        "attack", "ann", "attack 1 1; attack 4 4; damage 6 6 6",
        weapon="carbine", mode="full", targets=["orc", "orc"],
    )  # fmt: skip
    assert correct(f, "attack:ann", 1, 5).code == "ambiguous"
    assert correct(f, "attack:ann:2", 1, 1)
    assert f.hurt("orc") == 0
    loads(f)


def test_r52_within_an_open_command() -> None:
    """R52: the reaction's die is put right while the attack's is awaited."""
    f = fight("orc standard @9 rifle\nann @0 athletics+1")
    assert f.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "ann"})
    assert f.table.answer({"reaction:ann": "dodge"})
    assert f.table.answer({"dice": [1, 1]})
    assert f.state["pending"][0]["edge"] == "neutral"
    assert correct(f, "reaction:ann", 1, 6)
    assert f.state["pending"][0]["edge"] == "advantage"
    loads(f)


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"draw": "damage:ann"}, "unknown"), ({"draw": 3}, "bad_value"), ({"draw": 0}, "bad_value"),
        ({"die": 3}, "bad_value"), ({"die": 0}, "bad_value"), ({"face": 7}, "bad_value"),
        ({"face": 4}, "bad_value"), ({"n": 9}, "bad_value"), ({"n": 0}, "bad_value"),
    ],
)  # fmt: skip
def test_r52_what_is_not_there_is_refused(what: dict[str, Any], code: str) -> None:
    """R52: no such command, draw, die or face, or the face it showed: refused, nothing changes."""
    f = fight(TWO)
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 1 1 1")
    state, lines = f.state, len(f.lines)
    result = f.table.correct(**{"n": None, "draw": 1, "die": 1, "face": 5, **what})
    assert isinstance(result, Refusal)
    assert (result.code, f.state, len(f.lines)) == (code, state, lines)
    assert f.table.correct(None, 1, 1, 5, "ann") == f.table.correct(None, 2, 1, 5, "ann")


def test_r52_the_servers_dice_stand() -> None:
    """R52: nobody typed them; other draws of the same command may be corrected, and the server rolls what is new."""
    f = fight(TWO)
    live = Table(
        f.table.encounter, seed="a seed", auto=lambda draw: draw.name != "attack", write=f.lines.append
    )
    f.lines.clear()
    f.table = live
    assert live.order({"do": "begin"})
    result = live.correct(1, 1, 1, 3)
    assert isinstance(result, Refusal)
    assert (result.code, result.facts["because"]) == ("unable", "server dice")
    while live.state.turn != "ann":
        assert live.order({"do": "end_turn", "who": live.state.turn})
    assert live.order({"do": "attack", "who": "ann", "weapon": "rifle", "target": "orc"})
    while live.run is not None:
        ask = live.asks[0]
        assert live.answer({"dice": [1] * ask.count} if isinstance(ask, Draw) else {ask.key: "none"})
    assert correct(f, "attack:ann", 1, 6)
    assert correct(f, "attack:ann", 2, 6)
    live.reveal()
    assert live.entries[-1].events[-1].kind != "draw"
    damage = [e.story for e in live.entries[-1].events if e.kind == "draw" and e.story["name"] == "damage"]
    assert [d["by"] for d in damage] == ["server"]
    loads(f)


def test_broken_corrections_are_no_lines() -> None:
    """R52: a correction of another shape is a fault of the file."""
    for value in (3, {}, {"draw": 1, "die": 1}, {"draw": 1, "die": 1, "face": 1, "x": 2}):
        assert check_line({"correct": value}, "line 1")
    for key in ("draw", "die", "face", "n"):
        assert check_line({"correct": {"draw": 1, "die": 1, "face": 1, key: None}}, "line 1")
    assert check_line({"correct": {"draw": "attack:ann", "die": 1, "face": 1}, "answer": {}}, "line 1")


def test_r52_a_later_shot_keeps_its_own_damage() -> None:
    """R52: the first shot misses after all; its damage falls away, and the second shot's stays the second shot's."""
    f = fight("ann @0 carbine ranged+1\norc elite @9 boxes=9")
    rolls = "attack 4 4; damage 1 1 1; attack 5 5; damage 6 6 6"
    f.do("attack", "ann", rolls, weapon="carbine", mode="full", targets=["orc", "orc"])
    assert correct(f, "attack:ann:1", 1, 1)
    assert f.table.entries[-1].line["dice"] == [1, 4, 5, 5, 6, 6, 6]
    assert f.hurt("orc") == 2
    loads(f)


def test_r52_the_servers_dice_stay_those_of_its_seed() -> None:
    """R52: a typed reaction fails after all, so the first shot rolls two dice: those that the seed has for it, not
    the second shot's."""
    f = fight("ann @0 carbine ranged+1\norc elite @9 athletics+1 boxes=9", {"combat.who_rolls": "both"})
    f.table.seed, f.table.auto = "seed", lambda draw: draw.name != "reaction"
    f.set("orc", reactions=1)
    assert f.table.order(
        {"do": "attack", "who": "ann", "weapon": "carbine", "mode": "full", "targets": ["orc"] * 2}
    )
    assert f.table.answer({"reaction:orc": "dodge"}) and f.table.answer({"dice": [6, 6]})
    attacks = [
        d["dice"] for d in f.table.entries[-1].line["events"] if d["kind"] == "draw" and d["name"] == "attack"
    ]
    assert [len(faces) for faces in attacks] == [3, 2]
    assert correct(f, "reaction:orc", 1, 1) and correct(f, "reaction:orc", 2, 1)
    assert verify(f.table) == []
    loads(f)


@pytest.mark.parametrize(
    "wrong",
    [
        ("x", 1, 1, 1),
        (1.5, 1, 1, 1),
        (True, 1, 1, 1),
        (None, 1, "x", 1),
        (None, 1, True, 1),
        (None, 1, 1, 2.0),
    ],
)
def test_what_is_no_number_is_refused(wrong: tuple[Any, ...]) -> None:
    """R52: the command, the die and the face are whole numbers; a table in Python says so too, and changes nothing."""
    f = fight(TWO)
    f.attack("ann", "rifle", "orc", "attack 4 4; damage 1 1 1")
    lines, state = json.dumps(f.lines), f.state
    for refused in (f.table.correct(*wrong), f.table.undo("x"), f.table.undo(1, "x"), f.table.redo("x")):  # type: ignore[arg-type]
        assert isinstance(refused, Refusal) and refused.code == "bad_value"
    assert (json.dumps(f.lines), f.state) == (lines, state)
