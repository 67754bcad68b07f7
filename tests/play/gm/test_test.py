"""Chapter 5, The roll and What the GM calls for, at the table."""

from __future__ import annotations

from typing import Any

import pytest

from .company import company


@pytest.mark.parametrize(
    ("who", "skill", "bonus"),
    [
        ("cal", "Recon", -3),
        ("bea", "Athletics", 0),
        ("ann", "Athletics", 1),
        ("ann", "Recon", 2),
        ("ann", "Deceive", 3),
    ],
)
def test_t2_t4_the_total_is_dice_and_bonus(who: str, skill: str, bonus: int) -> None:
    """T2, T4, R6: 4 and 3 and the bonus of the rank, from Untrained -3 to Expert +3; nothing else enters."""
    f = company()
    rolls = "test 4 3 6" if (who, skill) == ("ann", "Recon") else "test 4 3"
    told = f.do("test", who, rolls, skill=skill).test("test")
    assert (told["bonus"], told["natural"], told["total"]) == (bonus, 7, 7 + bonus)


def test_t3_eight_succeeds_and_seven_fails() -> None:
    """T3, T16, T32: with +1 a 7 makes 8 and succeeds, a 6 makes 7 and fails; there is no third result."""
    f = company()
    assert f.do("test", "ann", "test 4 3", skill="Athletics").test("test")["outcome"] == "success"
    assert f.do("test", "ann", "test 4 2", skill="Athletics").test("test")["outcome"] == "failure"


def test_t6_advantage_keeps_the_highest_two() -> None:
    """T6, T9: 5, 2, 4 at Advantage keep 5 and 4; bonus and target stay."""
    f = company()
    f.do("edge", "bea", edge="advantage", price=0)
    told = f.do("test", "bea", "test 5 2 4", skill="Sneaking")
    assert (told.one("draw")["kept"], told.one("draw")["dropped"]) == ([5, 4], [2])
    assert (told.test("test")["total"], told.test("test")["outcome"]) == (10, "success")


def test_t7_disadvantage_keeps_the_lowest_two() -> None:
    """T7, T9: 5, 2, 4 at Disadvantage keep 2 and 4: 6, with +1 a near miss at 7."""
    f = company()
    f.do("edge", "bea", edge="disadvantage")
    told = f.do("test", "bea", "test 5 2 4", skill="Sneaking")
    assert (told.one("draw")["kept"], told.one("draw")["dropped"]) == ([2, 4], [5])
    assert (told.test("test")["total"], told.test("test")["flags"]) == (7, ["near_miss"])


def test_t8_neutral_is_two_dice() -> None:
    """T8: without an edge two dice are asked for, and a third is refused."""
    f = company()
    f.refused("bad_value", "test", "bea", skill="Sneaking", rolls="test 1 2 3")
    assert f.do("test", "bea", "test 1 2", skill="Sneaking").edge("test") == "neutral"


def test_t11_the_gm_names_the_skill() -> None:
    """T11: a test is the GM's call and names a skill; a player's seat cannot call one, and none goes without."""
    f = company()
    refusal = f.table.order({"do": "test", "who": "ann", "skill": "Athletics"}, seat="ann")
    assert not refusal and f.table.n == 0
    f.refused("bad_value", "test", "ann")
    assert f.do("test", "ann", "test 1 2", skill="Athletics").test("test")["skill"] == "Athletics"


@pytest.mark.parametrize(
    ("skill", "characteristic"),
    [
        ("Survival", "Endurance"),
        ("Athletics", "Dexterity"),
        ("Close Quarters", "Strength"),
        ("Ranged Weapons", "Dexterity"),
        ("Explosives", "Intellect"),
        ("Sneaking", "Dexterity"),
        ("Recon", "Intellect"),
        ("Deceive", "Social"),
        ("Psychology", "Intellect"),
        ("Medicine", "Intellect"),
    ],
)
def test_t12_each_skill_has_its_characteristic(skill: str, characteristic: str) -> None:
    """T12, R7: the characteristic that belongs to a skill is called for unless the GM says otherwise."""
    told = company().do("test", "bea", "test 1 2", skill=skill).test("test")
    assert told["characteristic"] == characteristic


def test_t13_another_characteristic_for_one_test() -> None:
    """T13: Survival under Intellect keeps its bonus of +1, and the next Survival is under Endurance again."""
    f = company()
    once = f.do("test", "ann", "test 4 4 4", skill="Survival", characteristic="Intellect").test("test")
    assert (once["characteristic"], once["bonus"], once["total"]) == ("Intellect", 1, 9)
    again = f.do("test", "ann", "test 4 4", skill="Survival").test("test")
    assert (again["characteristic"], again["bonus"]) == ("Endurance", 1)


def test_t14_only_the_characteristic_called_gives_its_edge() -> None:
    """T14: ann's Endurance Advantage is nothing to Survival under Intellect, where her Disadvantage applies; nor
    is there anything to claim."""
    f = company()
    picks = "claim_test:ann yes"
    f.refused(
        "nothing_to_claim",
        "test",
        "ann",
        picks,
        rolls="test 4 4 4",
        skill="Survival",
        characteristic="Intellect",
    )
    told = f.do("test", "ann", "test 4 4 4", skill="Survival", characteristic="Intellect")
    assert (told.edge("test"), told.why("test")) == ("disadvantage", ["-R1"])
    assert f.do("test", "ann", "test 4 4 2", picks, skill="Survival").edge("test") == "advantage"


def test_t15_all_is_fixed_before_the_roll() -> None:
    """T15: while the dice are awaited their edge stands, and no other call or edge is taken before they fall."""
    f = company()
    assert f.table.order({"do": "test", "who": "cal", "skill": "Sneaking"})
    (asked,) = f.state["pending"]
    assert (asked["key"], asked["draw"], asked["edge"], asked["count"]) == ("dice", "test", "disadvantage", 3)
    for late in (
        {"do": "edge", "who": "cal", "edge": "advantage"},
        {"do": "test", "who": "cal", "skill": "Recon"},
    ):
        refusal: Any = f.table.order(late)
        assert refusal.code == "pending"
    assert f.table.answer({"dice": [1, 2, 3]})


def test_t26_without_the_skill_three_less() -> None:
    """T26: cal has no Recon: 6 and 4 make 7."""
    assert company().do("test", "cal", "test 6 4", skill="Recon").test("test")["total"] == 7


def test_t29_stakes_change_no_number() -> None:
    """T29: with a life at stake or a coin, dice, bonus and target are the same."""
    f = company()
    told = [
        f.do("test", "bea", "test 4 3", skill="Sneaking", stakes=stakes).test("test")
        for stakes in ("a coin", "everybody's life")
    ]
    assert told[0] == told[1]
    assert (told[0]["total"], told[0]["outcome"]) == (8, "success")


@pytest.mark.parametrize("key", ["target", "difficulty", "bonus", "modifier", "dice"])
def test_t31_the_tools_are_closed(key: str) -> None:
    """T31, T16, T4: whether to roll, an edge, a gate, stakes, how many successes; there is no number to set."""
    more: dict[str, Any] = {key: 10}
    refusal = company().refused("bad_value", "test", "bea", skill="Sneaking", **more)
    assert (refusal.facts["field"], refusal.facts["unknown_key"]) == (key, True)
    assert {"characteristic", "clock", "gate", "skill", "stakes", "uncertain", "who"} == set(
        refusal.facts["expected"]
    )


def test_r6_ranks_are_the_rulesets() -> None:
    """R6, T26: other ranks, other bonuses; whoever lacks the skill has the lowest of them."""
    ranks = {"Untrained": -1, "Novice": 0, "Trained": 4, "Professional": 5, "Expert": 6}
    f = company({"skills.ranks": ranks})
    assert f.do("test", "bea", "test 2 2", skill="Sneaking").test("test")["bonus"] == 4
    assert f.do("test", "cal", "test 2 2", skill="Recon").test("test")["bonus"] == -1


def test_r7_skills_that_nobody_lists() -> None:
    """R7: a skill of no catalogue is rolled Untrained, under the first characteristic; or refused, if wanted so."""
    told = company().do("test", "bea", "test 2 2", skill="Juggling").test("test")
    assert (told["bonus"], told["characteristic"]) == (-3, "Strength")
    strict = company({"skills.unknown": "error"})
    assert "Recon" in strict.refused("unknown", "test", "bea", skill="Juggling").facts["expected"]


def test_r7_an_own_catalogue() -> None:
    """R7, T12: the catalogue is open: here Recon is rolled with Endurance."""
    f = company({"skills.catalogue": {"Recon": "Endurance"}})
    assert f.do("test", "bea", "test 2 2", skill="Recon").test("test")["characteristic"] == "Endurance"


@pytest.mark.parametrize(
    ("score", "edge"),
    [(2, "disadvantage"), (5, "disadvantage"), (6, "neutral"), (8, "neutral"), (9, "advantage")],
)
def test_r8_scores_give_edges(score: int, edge: str) -> None:
    """R8: 9 and more is an Advantage, 5 and less a Disadvantage."""
    hero = {"id": "hero", "name": "Hero", "threat": "elite", "characteristics": {"Endurance": score}}
    f = company()
    f.do("add", combatant={"who": hero, "side": "foes", "at": 3})
    rolls = "test 4 4" if edge == "neutral" else "test 4 4 4"
    assert f.do("test", "hero", rolls, skill="Survival").edge("test") == edge


def test_r8_other_thresholds_and_names() -> None:
    """R8: the thresholds and the characteristics themselves are switches; an unknown one is refused by name."""
    f = company({"characteristics.advantage_min": 12})
    f.refused("nothing_to_claim", "test", "ann", "claim_test:ann yes", rolls="test 1 1", skill="Survival")
    refusal = f.refused("unknown", "test", "ann", skill="Survival", characteristic="Luck")
    assert "Endurance" in refusal.facts["expected"]
    more = ["Strength", "Dexterity", "Endurance", "Intellect", "Education", "Social", "Luck"]
    lucky = company({"characteristics.names": more})
    told = lucky.do("test", "ann", "test 1 2", skill="Survival", characteristic="Luck").test("test")
    assert told["characteristic"] == "Luck"


def test_r72_the_gm_rolls_for_adversaries() -> None:
    """R72, R4: an adversary's test outside the exchange is rolled by the GM, its characteristic's edge free."""
    f = company()
    assert f.table.order({"do": "test", "who": "orc", "skill": "Close Quarters"})
    (asked,) = f.state["pending"]
    assert (asked["seat"], asked["count"], asked["edge"]) == ("gm", 3, "advantage")
    assert f.table.answer({"dice": [6, 1, 1]})
    assert f["orc"]["momentum"] is None


def test_t29_what_is_at_stake_is_told() -> None:
    """T29: the stakes of a test are told with it, and change nothing else."""
    f = company()
    done = f.do("test", "bea", "test 4 4", skill="Athletics", stakes="who followed us")
    called = next(e for e in done.events if e["kind"] == "test_called")
    assert called["stakes"] == "who followed us"
    assert (
        done.test("test")["total"] == f.do("test", "bea", "test 4 4", skill="Athletics").test("test")["total"]
    )
