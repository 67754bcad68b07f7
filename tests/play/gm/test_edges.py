"""Chapter 5, Difficulty, at the table: Advantage and Disadvantage, where they come from and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from .company import begun, company

CLAIM = "claim_test:bea yes"


def test_t20_helpful_conditions_give_an_advantage() -> None:
    """T20: for light, tools, time, a plan or help the GM grants an Advantage; the reason is told with the roll."""
    f = company()
    f.do("edge", "bea", edge="advantage", reason="a good light")
    told = f.do("test", "bea", "test 1 4 4", CLAIM, skill="Sneaking").test("test")
    assert told["edge"] == "advantage"
    (reason,) = told["reasons"]
    assert (reason["gives"], reason["detail"], reason["counted"]) == ("advantage", "a good light", True)


def test_t21_hostile_conditions_give_a_disadvantage() -> None:
    """T21: for bad footing, haste or working blind the GM imposes a Disadvantage: 6, 6, 1 with +1 make 8."""
    f = company()
    f.do("edge", "bea", edge="disadvantage", reason="mud")
    told = f.do("test", "bea", "test 6 6 1", skill="Sneaking").test("test")
    assert (told["edge"], told["total"]) == ("disadvantage", 8)


def test_t22_a_granted_advantage_costs_one() -> None:
    """T22: using it costs 1 Momentum; not using it costs nothing and gives no dice."""
    f = company()
    f.do("edge", "bea", edge="advantage", on="fight")
    assert f.do("test", "bea", "test 1 4", skill="Sneaking").why("test") == ["(+T22)"]
    assert f.momentum["bea"] == 1
    assert f.do("test", "bea", "test 1 4 4", CLAIM, skill="Sneaking").why("test") == ["+T22"]
    assert f.momentum["bea"] == 0


def test_t22_one_who_cannot_pay_is_refused() -> None:
    """T22, R5: Momentum never goes below 0; at 0 nothing is asked and a claim is refused."""
    f = company()
    f.set("bea", momentum=0)
    f.do("edge", "bea", edge="advantage")
    f.refused("momentum", "test", "bea", CLAIM, rolls="test 1 4", skill="Sneaking")
    assert f.do("test", "bea", "test 1 4", skill="Sneaking").edge("test") == "neutral"


def test_t22_the_price_is_the_gms() -> None:
    """T22: the GM may grant it for nothing, then it is there without a claim; or at a price of 2."""
    f = company()
    f.do("edge", "bea", edge="advantage", price=0)
    assert f.do("test", "bea", "test 1 4 4", skill="Sneaking").why("test") == ["+T20"]
    assert f.momentum["bea"] == 1
    f.do("edge", "bea", edge="advantage", price=2, on="fight")
    f.refused("momentum", "test", "bea", CLAIM, rolls="test 1 4", skill="Sneaking")
    f.set("bea", momentum=3)
    f.do("test", "bea", "test 1 4 4", CLAIM, skill="Sneaking")
    assert f.momentum["bea"] == 1


def test_t23_an_imposed_disadvantage_gives_one() -> None:
    """T23: it costs nothing and gives the player 1 Momentum, after the roll."""
    f = company()
    f.do("edge", "bea", edge="disadvantage")
    told = f.do("test", "bea", "test 1 4 4", skill="Sneaking")
    assert f.momentum["bea"] == 2
    kinds = [event["kind"] for event in told.events]
    assert kinds.index("draw") < kinds.index("momentum_gained")


def test_t24_several_disadvantages_are_one() -> None:
    """T24: cal's Dexterity, mud and darkness: three dice, not four, and 1 Momentum."""
    f = company()
    for reason in ("mud", "dark"):
        f.do("edge", "cal", edge="disadvantage", reason=reason)
    told = f.do("test", "cal", "test 6 5 4", skill="Sneaking")
    assert told.why("test") == ["-T23", "(-T23)", "(-R1)"]
    assert told.one("draw")["kept"] == [5, 4]
    assert f.momentum["cal"] == 2


def test_t25_several_advantages_are_paid_once() -> None:
    """T25: ann's Endurance, light and a rope: one claim, 1 Momentum, three dice."""
    f = company()
    for reason in ("light", "rope"):
        f.do("edge", "ann", edge="advantage", reason=reason)
    told = f.do("test", "ann", "test 1 4 4", "claim_test:ann yes", skill="Survival")
    assert sorted(told.why("test")) == ["(+R1)", "(+T22)", "+T22"]
    assert f.momentum["ann"] == 0


def test_t25_the_cheapest_is_paid() -> None:
    """T25: of one at 3 and one at 1 the claim pays 1."""
    f = company()
    f.set("bea", momentum=5)
    f.do("edge", "bea", edge="advantage", price=3)
    f.do("edge", "bea", edge="advantage", price=1)
    f.do("test", "bea", "test 1 4 4", CLAIM, skill="Sneaking")
    assert f.momentum["bea"] == 4


def test_r1_a_characteristics_advantage_is_claimed_for_one() -> None:
    """R1: the player may claim it for 1 Momentum or leave it; its Disadvantage is automatic and gives 1."""
    f = company()
    assert f.do("test", "ann", "test 1 4", skill="Survival").why("test") == ["(+R1)"]
    f.do("test", "ann", "test 1 4 4", "claim_test:ann yes", skill="Survival")
    f.do("test", "cal", "test 1 4 4", skill="Sneaking")
    assert f.momentum == {"ann": 0, "bea": 1, "cal": 2}


def test_r1_free_if_the_ruleset_says_so() -> None:
    """R1: at a price of 0 the Advantage is simply there; at a gain of 0 the Disadvantage earns nothing."""
    rules = {"momentum.characteristic_advantage_cost": 0, "momentum.characteristic_disadvantage_gain": 0}
    f = company(rules)
    assert f.do("test", "ann", "test 1 4 4", skill="Survival").edge("test") == "advantage"
    assert f.do("test", "cal", "test 1 4 4", skill="Sneaking").edge("test") == "disadvantage"
    assert f.momentum == {"ann": 1, "bea": 1, "cal": 1}


@pytest.mark.parametrize(
    ("conflict", "two", "one"),
    [
        ("cancel", "neutral", "neutral"),
        ("disadvantage_wins", "disadvantage", "disadvantage"),
        ("advantage_wins", "advantage", "advantage"),
        ("majority", "advantage", "neutral"),
    ],
)
def test_r2_both_edges(conflict: str, two: str, one: str) -> None:
    """R2: Advantage and Disadvantage cancel, whatever their number; other readings by the switch. The columns:
    two Advantages against one Disadvantage, and one against one."""
    f = company({"advantage.conflict": conflict})
    dice = {"neutral": "test 3 4", "advantage": "test 3 4 1", "disadvantage": "test 3 4 1"}
    for granted, edge in ((2, two), (1, one)):
        for _ in range(granted):
            f.do("edge", "bea", edge="advantage", price=0)
        f.do("edge", "bea", edge="disadvantage")
        assert f.do("test", "bea", dice[edge], skill="Sneaking").edge("test") == edge


def test_r2_what_was_paid_stays_paid() -> None:
    """R2, R3: a claim against a Disadvantage leaves two dice; the price is gone and nothing is gained."""
    f = company()
    f.do("edge", "bea", edge="advantage")
    f.do("edge", "bea", edge="disadvantage")
    assert f.do("test", "bea", "test 3 4", CLAIM, skill="Sneaking").why("test") == ["+T22", "-T23"]
    assert f.momentum["bea"] == 0


def test_r3_gained_only_for_a_harder_roll() -> None:
    """R3: a Disadvantage that was cancelled gives nothing, unless the ruleset says it does."""
    for given, momentum in ((False, 1), (True, 2)):
        f = company({"momentum.gain_when_cancelled": given})
        f.do("edge", "bea", edge="advantage", price=0)
        f.do("edge", "bea", edge="disadvantage")
        f.do("test", "bea", "test 3 4", skill="Sneaking")
        assert f.momentum["bea"] == momentum


def test_r3_the_amount_is_a_switch() -> None:
    """R3: two Momentum for a Disadvantage where the ruleset gives two."""
    f = company({"momentum.disadvantage_gain": 2})
    f.do("edge", "bea", edge="disadvantage")
    f.do("test", "bea", "test 3 4 4", skill="Sneaking")
    assert f.momentum["bea"] == 3


def test_r4_who_has_momentum() -> None:
    """R4: characters have pools; an adversary without one has its edges free and earns nothing. With pools for all
    it is asked like a player, and earns."""
    f = company()
    assert f.momentum == {"ann": 1, "bea": 1, "cal": 1}
    f.do("edge", "orc", edge="advantage", on="fight")
    assert f.do("test", "orc", "test 3 4 4", skill="Recon").why("test") == ["+T20"]
    assert f.do("test", "orc", "test 3 4", skill="Athletics").edge("test") == "neutral"
    everybody = company({"momentum.holders": "all"})
    assert everybody.momentum["orc"] == 1
    everybody.do("test", "orc", "test 3 4 4", "claim_test:orc yes", skill="Close Quarters")
    everybody.do("test", "orc", "test 3 4 4", skill="Athletics")
    assert everybody.momentum["orc"] == 1


def test_r5_start_and_cap() -> None:
    """R5: everybody starts with 1 and never has more than 6; both are switches."""
    f = company()
    f.set("cal", momentum=6)
    f.do("test", "cal", "test 3 4 4", skill="Sneaking")
    assert f.momentum == {"ann": 1, "bea": 1, "cal": 6}
    other = company({"momentum.start": 3, "momentum.cap": "none"})
    other.set("cal", momentum=60)
    other.do("test", "cal", "test 3 4 4", skill="Sneaking")
    assert other.momentum == {"ann": 3, "bea": 3, "cal": 61}


def test_r5_kept_from_fight_to_fight() -> None:
    """R5: the pool outlives the fight."""
    f = begun()
    f.set("ann", momentum=4)
    f.do("end")
    f.do("begin", rolls="initiative 6 6; initiative 6 5; initiative 5 5 6; initiative 5 4 6")
    assert f.momentum["ann"] == 4


def used_up(**last: Any) -> list[dict[str, Any]]:
    """bea's edges after a granted one has met the last command; the edge is on the next test."""
    f = company()
    f.do("edge", "bea", edge="advantage", price=0)
    f.do(**last)
    return list(f["bea"]["edges"])


def test_r57_the_next_test_uses_it_up() -> None:
    """R57: an edge on the next test is used up by it, paid or not; and by an opposed one."""
    assert used_up(do="test", who="bea", rolls="test 1 2 3", skill="Recon") == []
    sides = [{"who": "bea", "skill": "Recon"}, {"who": "orc", "skill": "Recon"}]
    assert used_up(do="opposed", rolls="opposed 1 2 3; opposed 1 2", sides=sides) == []
    f = company()
    f.do("edge", "bea", edge="advantage")
    f.do("test", "bea", "test 1 2", skill="Recon")  # not claimed
    assert f["bea"]["edges"] == []


def test_r57_what_does_not_use_it_up() -> None:
    """R57: an automatic result, somebody else's test and initiative leave it; so does a refusal."""
    edge = [{"edge": "advantage", "on": "next_test", "price": 0, "reason": ""}]
    assert used_up(do="test", who="bea", skill="Recon", stakes=False) == edge
    assert used_up(do="test", who="cal", rolls="test 1 2", skill="Recon") == edge
    dice = "initiative 6 6; initiative 6 5; initiative 5 5 6; initiative 5 4 6"
    assert used_up(do="begin", rolls=dice) == edge
    f = company()
    f.do("edge", "bea", edge="advantage", price=0)
    f.refused("gate", "test", "bea", skill="Athletics", gate={"rank": "Expert"})
    assert f["bea"]["edges"] == edge


def test_r57_until_the_round_ends_and_for_the_fight() -> None:
    """R57: an edge for the round is gone in the next one, one for the fight with the fight's end."""
    f = begun()
    f.do("edge", "bea", edge="advantage", on="until_round_end", price=0)
    f.do("edge", "bea", edge="disadvantage", on="fight")
    f.do("test", "bea", "test 1 2", skill="Recon")
    f.do("test", "bea", "test 1 2", skill="Recon")
    f.next_turn("ann")
    assert [e["on"] for e in f["bea"]["edges"]] == ["fight"]
    f.do("test", "bea", "test 1 2 3", skill="Recon")
    f.do("end")
    f.do("begin", rolls="initiative 6 6; initiative 6 5; initiative 5 5 6; initiative 5 4 6")
    assert f["bea"]["edges"] == []
