"""Chapter 5, Opposed tests, at the table: two sides and three, ties, rerolls, and what is never one."""

from __future__ import annotations

from typing import Any

import pytest

from .company import begun, company

ANN, BEA, CAL, ORC = ({"who": who, "skill": "Athletics"} for who in ("ann", "bea", "cal", "orc"))
SNEAK, WATCH = (
    {"who": "bea", "skill": "Sneaking"},
    {"who": "ann", "skill": "Recon", "characteristic": "Social"},
)


def side(who: str, skill: str = "Psychology", characteristic: str = "Social") -> dict[str, Any]:
    """A side without any edge of its own."""
    return {"who": who, "skill": skill, "characteristic": characteristic}


def test_t38_two_against_each_other() -> None:
    """T38: an opposed test has at least two sides, each somebody else; against a thing it is a plain test."""
    f = company()
    f.refused("bad_value", "opposed", sides=[ANN])
    f.refused("bad_value", "opposed", sides=[ANN, {**ANN, "skill": "Recon"}])
    f.do("opposed", sides=[ANN, BEA], rolls="opposed:ann 3 3; opposed:bea 2 2")


def test_t39_each_side_its_own_dice_and_skill() -> None:
    """T39, R71: two dice and the own bonus for each: ann 3+3+1, bea 4+1+0; in the order of the sides."""
    f = company()
    told = f.do("opposed", sides=[BEA, ANN], rolls="opposed:bea 4 1; opposed:ann 3 3").one("opposed")
    assert told["totals"] == {"bea": 5, "ann": 7}
    assert told["winner"] == "ann"


def test_t40_each_side_its_own_edge_and_price() -> None:
    """T40: ann claims and pays, cal has a Disadvantage and earns; neither changes the other's dice."""
    f = company()
    strong = {"who": "ann", "skill": "Close Quarters"}
    told = f.do(
        "opposed",
        sides=[strong, side("cal", "Close Quarters", "Dexterity")],
        rolls="opposed:ann 1 5 5; opposed:cal 6 5 5",
        picks="claim_test:ann yes",
    )
    assert [t["edge"] for t in told.all("test")] == ["advantage", "disadvantage"]
    assert told.one("opposed")["totals"] == {"ann": 7, "cal": 7}
    assert f.momentum == {"ann": 0, "bea": 1, "cal": 2}


def test_t40_an_edge_on_one_side_is_nothing_to_the_other() -> None:
    """T40: bea's imposed Disadvantage leaves ann with two dice."""
    f = company()
    f.do("edge", "bea", edge="disadvantage")
    told = f.do("opposed", sides=[ANN, BEA], rolls="opposed:ann 1 5; opposed:bea 6 5 5")
    assert [t["edge"] for t in told.all("test")] == ["neutral", "disadvantage"]


def test_t41_different_skills() -> None:
    """T41: Sneaking against Recon: 4+3+1 and 3+3+2 are 8 each, and the watcher defends."""
    f = company()
    told = f.do("opposed", sides=[SNEAK, WATCH], rolls="opposed 4 3; opposed 3 3").one("opposed")
    assert (told["totals"], told["winner"]) == ({"bea": 8, "ann": 8}, "ann")


@pytest.mark.parametrize(
    ("dice", "winner", "margin"),
    [
        ("opposed 3 3; opposed 3 2", "ann", 1),
        ("opposed 6 6; opposed 6 4", "ann", 2),
        ("opposed 2 2; opposed 3 3", "bea", 2),
    ],
)
def test_t42_the_higher_total_wins_and_eight_is_nothing(dice: str, winner: str, margin: int) -> None:
    """T42: Untrained, 6 and 5 before the -3 decide as 12 and 10 do: only the higher one wins."""
    f = company()
    told = f.do("opposed", sides=[side("ann"), side("bea", "Juggling")], rolls=dice).one("opposed")
    assert (told["winner"], told["margin"]) == (winner, margin)


def test_t42_naturals_decide_nothing() -> None:
    """T42, R9: 6+6-3 is 9 and loses to 5+4+1, a natural 2 with the higher total wins; they are told as flags."""
    f = company()
    sides = [side("cal"), side("bea", "Sneaking")]
    told = f.do("opposed", sides=sides, rolls="opposed 6 6; opposed 5 4")
    assert told.one("opposed")["winner"] == "bea"
    assert told.all("test")[0]["flags"] == ["natural_12"]
    sides = [side("bea", "Psychology"), side("cal")]
    assert f.do("opposed", sides=sides, rolls="opposed 1 1; opposed 2 1").one("opposed")["winner"] == "bea"


def test_t43_equal_totals_change_nothing() -> None:
    """T43: at 7 and 7 whoever defends what is wins: the second side unless another is named."""
    f = company()
    dice = "opposed:ann 3 3; opposed:bea 4 3"
    assert f.do("opposed", sides=[ANN, BEA], rolls=dice).one("opposed")["winner"] == "bea"
    told = f.do("opposed", sides=[ANN, BEA], defender="ann", rolls=dice).one("opposed")
    assert (told["winner"], told["margin"], told["narrow"], told["tied"]) == ("ann", 0, False, ["ann", "bea"])


def test_t44_a_tie_without_a_defender_is_rolled_again() -> None:
    """T44: where nobody defends, 7 and 7 is open and both roll again."""
    f = company()
    dice = "opposed:ann 3 3; opposed:bea 4 3; opposed:ann 2 2; opposed:bea 5 5"
    told = f.do("opposed", sides=[ANN, BEA], defender=None, rolls=dice).one("opposed")
    assert (told["winner"], told["totals"], told["rerolls"]) == ("bea", {"ann": 5, "bea": 10}, 1)


@pytest.mark.parametrize(
    ("second", "margin", "narrow"), [("3 3", 1, True), ("3 2", 2, True), ("2 2", 3, False)]
)
def test_t45_the_margin_colours_the_win(second: str, margin: int, narrow: bool) -> None:
    """T45: the margin is the difference of the totals; 1 and 2 are a narrow win, and nothing follows from it."""
    f = company()
    before = f.state
    told = f.do("opposed", sides=[ANN, BEA], rolls=f"opposed 3 3; opposed {second}").one("opposed")
    assert (told["winner"], told["margin"], told["narrow"]) == ("ann", margin, narrow)
    assert {**f.state, "version": 0} == {**before, "version": 0}


def test_t48_an_attack_is_never_opposed() -> None:
    """T48: ann's blow succeeds with 8 although orc's parry, rolled, came to 12: the parry made it harder, no more."""
    f = begun(
        {"npc.reaction": "rolled"},
        combatants=[
            {"who": "ann", "side": "party", "at": 0},
            {"who": "bea", "side": "party", "at": 0},
            {"who": "cal", "side": "party", "at": 0},
            {"who": "orc", "side": "foes", "at": 1},
        ],
    )
    f.do("end_turn", "ann")
    told = f.attack("bea", "unarmed", "orc", "reaction 6 5 5; attack 6 4 3; damage 2", "reaction:orc parry")
    assert told.all("opposed") == []
    assert told.test("reaction")["total"] == 12
    assert (told.test("attack")["total"], told.attack["hit"]) == (8, True)


def test_t49_outside_the_exchange() -> None:
    """T49: an opposed test in the middle of a fight takes no action, no reaction and no turn."""
    f = begun()
    before = f.state
    f.do("opposed", sides=[ANN, BEA], rolls="opposed 3 3; opposed 2 2")
    assert {**f.state, "version": 0} == {**before, "version": 0}


def test_r12_three_sides() -> None:
    """R12: the highest of three wins outright, by its lead over the next."""
    f = company()
    sides = [side("ann"), side("bea", "Juggling"), side("cal")]
    told = f.do("opposed", sides=sides, rolls="opposed 4 4; opposed 6 4; opposed 1 2").one("opposed")
    assert (told["winner"], told["margin"]) == ("bea", 2)


def test_r12_three_sides_with_a_tied_defender() -> None:
    """R12: of tied leaders the defender wins if it is one of them."""
    f = company()
    sides = [side("ann"), side("bea", "Juggling"), side("cal")]
    dice = "opposed 4 4; opposed 1 4; opposed 5 3"
    assert f.do("opposed", sides=sides, defender="cal", rolls=dice).one("opposed")["winner"] == "cal"


def test_r12_three_sides_where_only_the_tied_roll_again() -> None:
    """R12: the defender is behind, so ann and cal, level at 8 dice, roll again; bea's 12 would come too late."""
    f = company()
    sides = [side("ann"), side("bea", "Juggling"), side("cal")]
    dice = "opposed:ann 4 4; opposed:bea 1 4; opposed:cal 5 3; opposed:ann 1 1; opposed:cal 1 2"
    told = f.do("opposed", sides=sides, defender="bea", rolls=dice).one("opposed")
    assert (told["winner"], told["rerolls"], told["tied"]) == ("cal", 1, ["ann", "cal"])


def test_r12_three_rerolls_at_most() -> None:
    """R12: still level after three rerolls, nothing changes: nobody has won."""
    f = company()
    dice = "; ".join(["opposed 4 4; opposed 5 3"] * 4)
    told = f.do("opposed", sides=[side("ann"), side("cal")], defender=None, rolls=dice).one("opposed")
    assert (told["winner"], told["rerolls"], told["margin"]) == (None, 3, 0)


def test_r13_adversaries_roll_opposed_tests() -> None:
    """R13: an adversary's side is rolled too, by the GM; a character's by its player."""
    f = company()
    assert f.table.order({"do": "opposed", "sides": [ANN, ORC]})
    (asked,) = f.state["pending"]
    assert (asked["who"], asked["seat"]) == ("ann", "ann")
    assert f.table.answer({"dice": [3, 3]}, seat="ann")
    (asked,) = f.state["pending"]
    assert (asked["who"], asked["seat"], asked["edge"]) == ("orc", "gm", "disadvantage")
    assert f.table.answer({"dice": [3, 3, 3]})


def test_r56_a_reroll_is_the_same_test() -> None:
    """R56: cal's Disadvantage stays for the reroll and earns once; ann's claim is paid once; no edge is asked
    for again."""
    f = company()
    f.do("edge", "ann", edge="advantage")
    told = f.do(
        "opposed",
        sides=[ANN, {"who": "cal", "skill": "Athletics"}],
        defender=None,
        rolls="opposed:ann 1 1 2; opposed:cal 6 4 3; opposed:ann 1 1 1; opposed:cal 6 6 6",
        picks="claim_test:ann yes",
    )
    assert told.one("opposed")["rerolls"] == 1  # 3+1 against 7-3, then 2+1 against 12-3
    assert told.one("opposed")["winner"] == "cal"
    assert f.momentum == {"ann": 0, "bea": 1, "cal": 2}


def test_r71_a_grapple_rolls_the_actor_first() -> None:
    """R71: in a grapple the actor's dice come before the target's, though orc is last in the roster."""
    f = begun(
        combatants=[
            {"who": "ann", "side": "party", "at": 1},
            {"who": "bea", "side": "party", "at": 0},
            {"who": "cal", "side": "party", "at": 0},
            {"who": "orc", "side": "foes", "at": 1},
        ]
    )
    f.turn("orc")
    told = f.do("grapple", "orc", "grapple:orc 4 4 1; grapple:ann 1 1", target="ann")
    assert told.one("opposed")["winner"] == "orc"
    assert f["ann"]["held_by"] == "orc"
