"""Where tactics stand: closing, cover, distance, falling back: one claim each."""

import math

import pytest
from tests.tactics.turns import did, last, state, turn, turn_of

from wanderstar.play.state import State
from wanderstar.sheets.model import Morale

RIFLE = "ann @0 rifle ranged+1"


def test_cover_that_faces_the_foe_is_taken_before_the_shot() -> None:
    """A cover within 1.5 m on the foe's side is taken, fully where it hides; then it shoots (C67, R49)."""
    first, second = turn(f"{RIFLE}\n orc standard @20 rifle\n #crate @1 solid hides")
    assert first == {"do": "take_cover", "who": "ann", "cover": "crate", "fully": True}
    assert second["do"] == "attack"


def test_cover_that_does_not_face_the_foe_is_left_alone() -> None:
    """A cover behind one's back is of no use (C70)."""
    assert "take_cover" not in did(f"{RIFLE}\n orc standard @20 rifle\n #crate @-1 solid hides")


def test_cover_near_by_is_walked_to_when_shot_at() -> None:
    """With riflemen about, a wall 4 m off is walked behind, used, and fired from in the same turn."""
    foes = "a standard @30 rifle ranged+2\n b standard @31 rifle ranged+2"
    commands = turn(f"{RIFLE}\n {foes}\n #wall @4 solid")
    assert [c["do"] for c in commands] == ["move", "take_cover", "attack"]
    assert commands[0]["to"] == 3


def test_on_a_plane_it_stands_on_the_far_side_of_the_wall() -> None:
    """The wall comes to lie between: one metre behind it, seen from the foe."""
    commands = turn(
        "ann @0,0 rifle ranged+1\n a standard @30,0 rifle ranged+2\n b standard @30,1 rifle ranged+2\n #wall @4,3 solid"
    )
    (x, y), wall = commands[0]["to"], (4, 3)
    assert commands[0]["do"] == "move"
    assert math.dist((x, y), wall) <= 1.5
    assert x < wall[0]


def test_melee_fighters_close() -> None:
    """With a club and a foe with a club 20 m off: a move, and a second one for the Significant Action (C21, R32)."""
    first, second = turn("bob @0 club close+2\n orc standard @20 club")[:2]
    assert first == {"do": "move", "who": "bob", "to": 6}
    assert second == {"do": "move", "who": "bob", "to": 12, "as": "significant"}


def test_they_close_and_strike_within_one_move() -> None:
    """A foe 5 m off is reached by the Minor Action and struck by the Significant one."""
    first, second = turn("bob @0 club close+2\n orc standard @5 club")
    assert (first["to"], second["weapon"], second["target"]) == (4, "club", "orc")


def test_on_a_plane_a_move_is_straight_and_no_longer_than_allowed() -> None:
    """From the corner towards a foe at 30, 40: no more than 6 m, in that direction."""
    x, y = turn("bob @0,0 club close+2\n orc standard @30,40 club")[0]["to"]
    assert 5.8 <= math.hypot(x, y) <= 6
    assert x / y == pytest.approx(3 / 4, abs=0.03)


def test_a_weapon_out_of_its_band_is_carried_nearer() -> None:
    """A pistol whose band ends at 10 m is carried nearer to a foe at 14 m, and fired from there (C26)."""
    first, second = turn("ann @0 pistol ranged+1\n orc standard @14 rifle")
    assert (first["do"], second["do"]) == ("move", "attack")
    assert 14 - first["to"] <= 10


def test_careful_steps_back_from_who_closes() -> None:
    """A rifleman with a maul-bearer 5 m away: `careful` steps back and shoots, `focus` shoots where it stands."""
    text = "ann @0 rifle ranged+1\n orc elite @5 maul close+3 boxes=4"
    back = turn(text, "careful")[0]
    assert back["do"] == "move" and back["to"] < 0
    assert did(text, "focus")[0] == "attack"


def test_it_does_not_leave_an_engagement_for_nothing() -> None:
    """Beside a foe who would strike it freely (C44) a fighter with a club stays and strikes."""
    assert did("bob @0 club close+2\n orc standard @1 club close+2") == ["attack"]


def broken(does: str, at: float = 10.0, bounds: bool = True) -> State:
    """Ann, three of her four boxes gone, who flees or surrenders at half."""
    scene = {"map": {"from": 0, "to": 60}} if bounds else {}
    return state(
        f"ann @{at:g} rifle ranged+1\n orc standard @40 rifle",
        scene=scene,
        physical=3,
        morale=Morale(0.3, does),
    )


def test_broken_morale_falls_back_to_the_edge_of_the_map() -> None:
    """One who flees at such a loss goes to the nearest edge, by both its moves, and does not shoot."""
    commands = turn_of(broken("flee", at=14.0))
    assert [(c["do"], c.get("to")) for c in commands] == [("move", 8), ("move", 2), ("end_turn", None)]


def test_at_the_edge_it_leaves() -> None:
    """Within 1.5 m of the edge it leaves the map."""
    assert turn_of(broken("flee", at=1.0)) == [{"do": "leave", "who": "ann"}]


def test_others_surrender() -> None:
    """One who surrenders at such a loss does so at once."""
    assert turn_of(broken("surrender")) == [{"do": "surrender", "who": "ann"}]


def test_unbroken_it_fights_on() -> None:
    """Without a loss the same one shoots."""
    now = broken("flee")
    fresh = now.combatants["ann"]._replace(physical=0)
    assert turn_of(now._replace(combatants={**now.combatants, "ann": fresh}))[-1]["do"] == "attack"


def test_the_unaware_do_nothing() -> None:
    """Who does not know of the fight ends its turn, gun in hand (R31)."""
    assert did(f"{RIFLE}\n orc standard @20 rifle", unaware=True) == ["end_turn"]


def test_first_aid_to_a_fallen_friend_beside() -> None:
    """A surgeon beside a friend whose four boxes are full, with an empty pistol and a foe far off, treats her (R27)."""
    text = "doc @0 pistol medicine+3\n orc standard @60 club\n pal @1 rifle ranged+3"
    command = last(text, others={"pal": {"physical": 4}})
    assert (command["do"], command["target"]) == ("first_aid", "pal")


def test_a_fallen_friend_near_by_is_walked_to() -> None:
    """The same friend 5 m away is walked to first."""
    text = "doc @0 pistol medicine+3\n orc standard @60 club\n pal @5 rifle ranged+3"
    assert did(text, others={"pal": {"physical": 4}})[:2] == ["move", "first_aid"]


def test_no_first_aid_where_it_cannot_help() -> None:
    """Once a fight is enough, and the dead are dead (R75, R80)."""
    text = "doc @0 pistol medicine+3\n orc standard @60 club\n pal @1 rifle ranged+3"
    for fields in ({"physical": 4, "aided": True}, {"physical": 4, "mental": 4, "dead": True}):
        assert "first_aid" not in did(text, others={"pal": fields})


def test_held_it_breaks_free() -> None:
    """One who is held tries to get away (C50)."""
    assert did("ann @0 rifle athletics+2\n orc standard @1 club", held_by="orc") == ["break_free"]


def test_it_grapples_whom_a_friend_can_then_strike() -> None:
    """An unarmed wrestler holds the armored captain beside whom her friend stands, rather than punch in vain (C49)."""
    text = "wes @0 close+3\n cap elite @1 maul close+1 armor=6 boxes=4\n pal @2 rifle ranged+1"
    assert did(text, moved=True)[-1] == "grapple"
    assert "grapple" not in did(text.rpartition("\n")[0], moved=True)


def test_nothing_is_left_undone_by_nobody() -> None:
    """With nobody in sight and a full magazine a reaction is readied (C22)."""
    assert "ready" in did(f"{RIFLE}\n sly standard @20 rifle hidden")


def test_who_stands_off_the_map_steps_nowhere_that_is_too_far() -> None:
    """Put 10 m past the edge by the GM: no step back onto the map, which is farther than one move (R32)."""
    begun = state(
        "ann @10 rifle ranged+1\n orc elite @20 maul close+3 boxes=4", scene={"map": {"from": 0, "to": 60}}
    )
    for ann, orc in ((70, 74), (70, 66), (-10, -5)):
        there = {"ann": ann, "orc": orc}
        moved = {who: c._replace(at=there[who]) for who, c in begun.combatants.items()}
        assert turn_of(begun._replace(combatants=moved), "careful")


@pytest.mark.parametrize(("hurt", "to"), [("a", -6), ("b", 6)])
def test_of_two_as_near_the_one_who_is_hurt_more_is_walked_to(hurt: str, to: int) -> None:
    """Who is first in the roster has no part in it."""
    text = "bob @0 club close+2\n a standard @-20 club boxes=4\n b standard @20 club boxes=4"
    assert turn(text, others={hurt: {"physical": 1}})[0]["to"] == to


def test_of_foes_worth_the_same_the_one_without_a_reaction_is_shot_at() -> None:
    """Where a static reaction fails anyway, whether a foe has one left has no part in its worth."""
    text = "ann @0 rifle ranged+1\n a standard @20 rifle\n b standard @20 rifle"
    rules = {"npc.reaction": "static", "npc.static": [2, 2, 2]}
    assert last(text, rules=rules, others={"a": {"reactions": 0}})["target"] == "a"
    assert last(text, rules=rules, others={"b": {"reactions": 0}})["target"] == "b"
