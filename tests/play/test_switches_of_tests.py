"""Every switch of the rulings on tests, Momentum and sheets, each value with the play it makes."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import Fight, Outcome, fight

DUEL = "ann @0 rifle ranged+1 athletics+1 {ann}\norc standard @20 rifle athletics+1 boxes=9 {orc}"


def duel(rules: dict[str, Any], ann: str = "", orc: str = "") -> Fight:
    """Ann's turn, an orc at 20 m."""
    return fight(DUEL.format(ann=ann, orc=orc), rules)


def test_the_price_of_a_characteristic() -> None:
    """R1: at 1 Momentum a Dexterity Advantage is claimed; at 0 it is had at once, unasked, and free."""
    f = duel({"momentum.characteristic_advantage_cost": 1}, "Dex+")
    f.attack("ann", "rifle", "orc", "attack 1 2", "claim_attack:ann no")
    f = duel({"momentum.characteristic_advantage_cost": 0}, "Dex+")
    assert "claim_attack:ann" not in f.asks("attack", "ann", weapon="rifle", target="orc")
    assert f.attack("ann", "rifle", "orc", "attack 1 2 3").why("attack") == ["+R1"]
    assert f.momentum == {"ann": 1}


@pytest.mark.parametrize("gain", [0, 1])
def test_the_gain_of_a_characteristic(gain: int) -> None:
    """R1: a Disadvantage of one's own characteristic earns 1, or nothing; one from range earns 1 in any case."""
    f = duel({"momentum.characteristic_disadvantage_gain": gain}, "Dex-")
    f.attack("ann", "rifle", "orc", "attack 1 2 3")
    assert f.momentum == {"ann": 1 + gain}
    f.next_turn("ann")
    f.set("orc", at=101)
    f.attack("ann", "rifle", "orc", "attack 1 2 3")
    assert f.momentum == {"ann": 2 + gain}


@pytest.mark.parametrize(("cancelled", "momentum"), [(False, 1), (True, 2)])
def test_the_gain_when_cancelled(cancelled: bool, momentum: int) -> None:
    """R3: a Disadvantage that was cancelled earns nothing, unless the table says so. The Advantage here was free."""
    f = duel({"momentum.gain_when_cancelled": cancelled})
    f.do("edge", "ann", edge="advantage", price=0)
    f.do("edge", "ann", edge="disadvantage")
    assert f.attack("ann", "rifle", "orc", "attack 1 2").edge("attack") == "neutral"
    assert f.momentum == {"ann": momentum}


@pytest.mark.parametrize("gain", [0, 1, 3])
def test_the_gain_of_a_disadvantage(gain: int) -> None:
    """R3: so much Momentum for a harder roll, once for several reasons."""
    f = duel({"momentum.disadvantage_gain": gain})
    f.set("orc", at=120)
    f.attack("ann", "rifle", "orc", "attack 1 2 3")
    assert f.momentum == {"ann": 1 + gain}


def test_who_holds_momentum() -> None:
    """R4: players only, or everybody: then an adversary pays for its characteristic and buys a further reaction."""
    assert duel({"momentum.holders": "players"})["orc"]["momentum"] is None
    rules = {"momentum.holders": "all", "combat.who_rolls": "both"}
    f = fight("orc standard @0 rifle ranged+1 Dex+\nann @20 rifle\nork standard @40 rifle athletics+1", rules)
    assert f.momentum == {"orc": 1, "ann": 1, "ork": 1}
    f.attack("orc", "rifle", "ann", "attack 1 2 3", "claim_attack:orc yes")
    assert f.momentum == {"orc": 0, "ann": 1, "ork": 1}
    f.set("ork", reactions=0)
    f.turn("ann")
    f.attack("ann", "rifle", "ork", "reaction:ork 1 2; attack 1 2", "reaction:ork dodge")
    assert f.momentum == {"orc": 0, "ann": 1, "ork": 0}


@pytest.mark.parametrize(("cap", "momentum"), [(6, 6), (5, 5), ("none", 7)])
def test_start_and_cap(cap: Any, momentum: int) -> None:
    """R5: one starts with so much, a sheet may say otherwise, and gains stop at the cap, if there is one."""
    assert duel({"momentum.start": 4}).momentum == {"ann": 4}
    f = duel({"momentum.start": 5, "momentum.cap": cap})
    for _ in range(2):
        f.do("edge", "ann", edge="disadvantage")
        f.do("test", "ann", "test 1 2 3", skill="Athletics")
    assert f.momentum == {"ann": momentum}


@pytest.mark.parametrize(
    ("conflict", "one_each", "two_to_one", "one_to_two"),
    [
        ("cancel", "neutral", "neutral", "neutral"),
        ("disadvantage_wins", "disadvantage", "disadvantage", "disadvantage"),
        ("advantage_wins", "advantage", "advantage", "advantage"),
        ("majority", "neutral", "advantage", "disadvantage"),
    ],
)
def test_advantage_against_disadvantage(
    conflict: str, one_each: str, two_to_one: str, one_to_two: str
) -> None:
    """R2: both at once cancel whatever the counts, or one kind wins, or the more numerous one."""
    for advantages, disadvantages, edge in ((1, 1, one_each), (2, 1, two_to_one), (1, 2, one_to_two)):
        f = duel({"advantage.conflict": conflict})
        for _ in range(advantages):
            f.do("edge", "ann", edge="advantage", price=0)
        for _ in range(disadvantages):
            f.do("edge", "ann", edge="disadvantage")
        dice = "test 1 2" if edge == "neutral" else "test 1 2 3"
        assert f.do("test", "ann", dice, skill="Athletics").edge("test") == edge


def test_ranks() -> None:
    """R6: the ladder of ranks: Trained may be worth 0, and Untrained −2."""
    ladder = {"Untrained": -2, "Novice": -1, "Trained": 0, "Professional": 1, "Expert": 2}
    f = duel({"skills.ranks": ladder})
    assert f.do("test", "ann", "test 4 4", skill="Athletics").test("test")["total"] == 8
    assert f.do("test", "ann", "test 4 4", skill="Recon").test("test")["total"] == 6


def test_the_catalogue() -> None:
    """R7: the catalogue says which characteristic a skill is rolled with."""
    f = duel({"skills.catalogue": {"Athletics": "Strength", "Ranged Weapons": "Intellect"}}, "Int+")
    assert f.attack("ann", "rifle", "orc", "attack 1 2 3", "claim_attack:ann yes").why("attack") == ["+R1"]


def test_unknown_skills() -> None:
    """R7: a skill outside the catalogue is Untrained, or an error."""
    f = duel({"skills.unknown": "untrained"})
    assert f.do("test", "ann", "test 4 4", skill="Juggling").test("test")["total"] == 5
    duel({"skills.unknown": "error"}).refused("unknown", "test", "ann", skill="Juggling")


def test_thresholds() -> None:
    """R8: from which score on a characteristic is an Advantage, and up to which a Disadvantage."""
    rules = {"characteristics.advantage_min": 8, "characteristics.disadvantage_max": 3}
    assert duel(rules, "Dex8").attack("ann", "rifle", "orc", "attack 1 2").why("attack") == ["(+R1)"]
    assert duel({}, "Dex8").attack("ann", "rifle", "orc", "attack 1 2").why("attack") == []
    assert duel(rules, "Dex4").attack("ann", "rifle", "orc", "attack 1 2").why("attack") == []
    assert duel({}, "Dex4").attack("ann", "rifle", "orc", "attack 1 2 3").why("attack") == ["-R1"]


def test_names_of_characteristics() -> None:
    """R8: a table may have other characteristics; one that does not exist cannot be called for."""
    names = ["Strength", "Dexterity", "Endurance", "Intellect", "Education", "Social", "Psi"]
    duel({"characteristics.names": names}).do(
        "test", "ann", "test 4 4", skill="Athletics", characteristic="Psi"
    )
    duel({}).refused("unknown", "test", "ann", skill="Athletics", characteristic="Psi")


@pytest.mark.parametrize(
    ("mode", "low", "high"), [("auto_outcome", False, True), ("flags_only", True, False)]
)
def test_naturals(mode: str, low: bool, high: bool) -> None:
    """R9: two ones fail and two sixes succeed whatever the bonus, or are flags: 1+1+7 = 9, 6+6−5 = 7."""
    ladder = {"Untrained": -5, "Novice": 0, "Trained": 7, "Professional": 8, "Expert": 9}
    f = duel({"natural.mode": mode, "skills.ranks": ladder})
    twos = f.do("test", "ann", "test 1 1", skill="Athletics").test("test")
    twelve = f.do("test", "ann", "test 6 6", skill="Recon").test("test")
    assert (twos["outcome"] == "success", twelve["outcome"] == "success") == (low, high)
    assert (twos["total"], twelve["total"]) == (9, 7)
    assert ("natural_2" in twos["flags"], "natural_12" in twelve["flags"]) == (True, True)


def test_clock_sizes() -> None:
    """R15: so many successes before so many failures, unless the clock says its own."""
    f = duel({"clock.successes": 2, "clock.failures": 1})
    f.do("clock", id="heist")
    assert f.state["clocks"]["heist"]["of"] == {"successes": 2, "failures": 1}
    tick = f.do("test", "ann", "test 1 2", skill="Athletics", clock="heist").one("clock_ticked")
    assert tick["result"] == "failed"
    f.refused("over", "test", "ann", skill="Athletics", clock="heist")


def contest(rules: dict[str, Any], rolls: str) -> dict[str, Any]:
    """A contest of Athletics, Ann against the orc, who defends."""
    sides = [{"who": "ann", "skill": "Athletics"}, {"who": "orc", "skill": "Athletics"}]
    return contested(duel(rules).do("contest", rolls=rolls, sides=sides))


def contested(outcome: Outcome) -> dict[str, Any]:
    """Winner and exchanges of a contest."""
    event = outcome.one("contest")
    return {key: event[key] for key in ("winner", "net", "exchanges")}


WIN, LOSS = "opposed 6 5; opposed 1 2", "opposed 1 2; opposed 6 5"


def test_contest_length() -> None:
    """R14: two net wins, or as many as the table wants; at the most so many exchanges."""
    assert contest({}, f"{WIN}; {WIN}") == {"winner": "ann", "net": 2, "exchanges": 2}
    assert contest({"contest.net_wins": 1}, WIN) == {"winner": "ann", "net": 1, "exchanges": 1}
    limited = contest({"contest.max_exchanges": 3}, f"{WIN}; {LOSS}; {WIN}")
    assert limited == {"winner": "ann", "net": 1, "exchanges": 3}
    endless = contest({"contest.max_exchanges": "none"}, "; ".join([f"{WIN}; {LOSS}"] * 4 + [WIN, WIN]))
    assert endless == {"winner": "ann", "net": 2, "exchanges": 10}


def test_contest_timeout() -> None:
    """R14, R55: at the limit the leader wins, or nobody has."""
    rules = {"contest.max_exchanges": 1}
    assert contest(rules, WIN)["winner"] == "ann"
    assert contest({**rules, "contest.timeout": "status_quo"}, WIN)["winner"] is None


def test_tracks() -> None:
    """R25, R26: how many boxes a character has on a track, and an adversary by its threat, if a sheet is silent."""
    rules = {
        "trauma.physical": 5,
        "trauma.mental": 3,
        "npc.track": {"minion": 2, "standard": 3, "elite": 6},
    }
    f = fight("ann @0 rifle\norc minion @20 rifle\nork standard @20 rifle\nelf elite @20 rifle", rules)
    assert f["ann"]["boxes"] == {"physical": 5, "mental": 3}
    assert [f[who]["boxes"]["physical"] for who in ("orc", "ork", "elf")] == [2, 3, 6]


def test_base_armor_and_floor() -> None:
    """R24: base armor is 3 or what the table says; whatever else lowers it stops at the floor."""

    def met(rules: dict[str, Any]) -> int:
        f = fight("ann @0 ripper ranged+1\norc standard @20 rifle armor=1 boxes=9", rules)
        return f.attack("ann", "ripper", "orc", "attack 4 3; damage 1 1 1").armor

    assert met({}) == 3
    assert met({"armor.base": 5}) == 5
    assert met({"armor.base": 0}) == 1
    assert met({"armor.base": 0, "armor.floor": 2}) == 2
