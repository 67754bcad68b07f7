"""The odds of one attack."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.judges import JUDGES

from wanderstar import odds
from wanderstar.book.ruleset import DEFAULT, Conflict, PerN


def attack_with(arguments: dict[str, Any]) -> odds.AttackOdds:
    whole: dict[str, Any] = {"damage": "3D", "armor": 5} | arguments
    return odds.attack(1, **whole)


def parts(spread: odds.Distribution) -> dict[int, Fraction]:
    return dict(spread.items())


def test_c73_hit_and_trauma() -> None:
    """C72, C73: +2 with 3D against armor 5: 156 of 216 hit, and of 216 damage rolls 4 mark nothing, 77 mark 1."""
    answer = odds.attack(2, damage="3D", armor=5)
    hit = Fraction(156, 216)
    assert answer.hit == hit
    # below 5: 3 in 1, 4 in 3 rolls; from 5 to 9: 81 - 4; from 10 on: 135
    assert parts(answer.trauma) == {
        0: 1 - hit + hit * Fraction(4, 216),
        1: hit * Fraction(77, 216),
        2: hit * Fraction(135, 216),
    }
    assert answer.hit_no_trauma == hit * Fraction(4, 216)
    assert answer.mean_trauma == hit * Fraction(77 + 2 * 135, 216)


def test_c67_cover_adds_to_armor_and_never_to_the_roll() -> None:
    """C66, C67, C68: worn 2 and Solid cover on base 3 make 9; the chance to hit stays."""
    bare, covered = odds.attack(1, damage="3D", armor=5), odds.attack(1, damage="3D", armor=5, cover="solid")
    assert covered.armor._asdict() == {"base": 3, "gear": 2, "cover": 4, "piercing": 0, "total": 9}
    assert covered.hit == bare.hit
    assert covered.mean_trauma < bare.mean_trauma
    assert odds.attack(1, damage="3D", armor=5, cover="light").armor.total == 7


@pytest.mark.parametrize(("piercing", "total"), [(1, 6), (4, 3), (100, 3)])
def test_r24_piercing_eats_gear_and_cover_only(piercing: int, total: int) -> None:
    """R24: piercing takes from worn armor and cover, never from the body's 3."""
    answer = odds.attack(0, damage="2D", armor=5, cover="light", piercing=piercing)
    assert (answer.armor.gear, answer.armor.cover, answer.armor.total) == (2, 2, total)


def test_r24_other_reductions_stop_at_one() -> None:
    """R24: armor below the body's own is possible, but never below 1."""
    assert [odds.attack(0, damage="2D", armor=given).armor.total for given in (2, 1, 0)] == [2, 1, 1]


def test_c79_a_burst_adds_its_number_to_damage() -> None:
    """C79, R44: a burst of Auto 3 adds 3 damage, or what the ruleset says."""
    assert min(parts(odds.attack(0, damage="2D+1", armor=5, burst=3).damage)) == 6
    twice = DEFAULT._replace(auto_burst_damage=PerN(2, 0))
    assert min(parts(odds.attack(0, damage="2D+1", armor=5, burst=3, ruleset=twice).damage)) == 9


def test_r23_damage_is_at_least_nothing() -> None:
    """R23: 1D-3 does 0 in three rolls of six."""
    assert parts(odds.attack(0, damage="1D-3", armor=3).damage)[0] == Fraction(1, 2)


def test_c58_a_reaction_puts_the_attack_at_disadvantage() -> None:
    """C58, C59: a reaction at +1 works in 126 of 216; the attack then hits in 69 instead of 126 and earns 1."""
    answer = odds.attack(1, damage="3D", armor=5, reaction_bonus=1)
    works = Fraction(126, 216)
    assert answer.hit == works * Fraction(69, 216) + (1 - works) * Fraction(126, 216)
    assert parts(answer.momentum_gained) == {0: 1 - works, 1: works}
    shown = answer.to_json()
    assert (shown["edge"], shown["reaction"]) == ("neutral", {"success": {"exact": "7/12", "value": 7 / 12}})


def test_r20_a_reaction_that_is_known_to_succeed() -> None:
    """C58, R20: a static reaction that succeeds needs no dice."""
    answer = odds.attack(1, damage="3D", armor=5, reaction="success")
    assert (answer.hit, parts(answer.momentum_gained)) == (Fraction(69, 216), {1: Fraction(1)})


def test_r2_a_reaction_meets_the_attacks_own_advantage() -> None:
    """R2, R3: against Advantage it leaves two dice and earns nothing."""
    answer = odds.attack(1, damage="3D", armor=5, advantage=1, reaction="success")
    assert (answer.hit, parts(answer.momentum_gained)) == (Fraction(126, 216), {0: Fraction(1)})


def test_c59_a_second_disadvantage_does_not_stack() -> None:
    """T24, C59: an attack already at Disadvantage stays there and earns once."""
    answer = odds.attack(1, damage="3D", armor=5, disadvantage=1, reaction_bonus=1)
    assert (answer.hit, parts(answer.momentum_gained)) == (Fraction(69, 216), {1: Fraction(1)})


def test_r3_momentum_switches() -> None:
    """R3: the gain may be another, and may come although the edges cancel."""
    ruleset = DEFAULT._replace(momentum_gain_when_cancelled=True, momentum_disadvantage_gain=2)
    answer = odds.attack(1, damage="3D", armor=5, advantage=1, reaction="success", ruleset=ruleset)
    assert parts(answer.momentum_gained) == {2: Fraction(1)}


def test_c8_effect_is_of_all_rolls() -> None:
    """C8, R9: Effect runs over hits and misses alike, as the dice made it."""
    answer = odds.attack(7, damage="3D", armor=5)
    assert min(parts(answer.effect)) == 1  # a natural 2: total 9, and still a miss
    assert answer.hit == Fraction(35, 36)
    assert sum(parts(answer.effect).values()) == 1


def test_trauma_always_names_0_1_and_2() -> None:
    """R25: with one trauma a hit at most, two have probability 0 and are still named."""
    ruleset = DEFAULT._replace(trauma_max_per_hit=1)
    shown = odds.attack(1, damage="3D", armor=5, ruleset=ruleset).to_json()["trauma"]
    assert list(shown) == ["0", "1", "2"]
    assert shown["2"]["exact"] == "0"


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
def test_equal_to_the_judges(judge: Any) -> None:
    """Trauma is exactly another library's, with and without a reaction, over many attacks."""
    flags: dict[int, dict[str, Any]] = {-1: {"disadvantage": 1}, 0: {}, 1: {"advantage": 1}}
    for bonus, armor, (dice, plus) in [(-3, 3, (1, 0)), (0, 5, (2, 1)), (2, 7, (3, 1)), (3, 9, (4, -2))]:
        for edge, after in ((-1, -1), (0, -1), (1, 0)):
            arguments: dict[str, Any] = {"damage": f"{dice}D{plus:+}", "armor": armor, **flags[edge]}
            plain = odds.attack(bonus, **arguments)
            assert {k: v for k, v in plain.trauma.items() if v} == judge.attack(
                bonus, edge, dice, plus, armor, None
            )
            for skill, its in ((-3, 1), (1, 0), (2, -1)):
                reaction: dict[str, Any] = {f"reaction_{key}": value for key, value in flags[its].items()}
                ours = odds.attack(bonus, **arguments, reaction_bonus=skill, **reaction)
                theirs = judge.attack(bonus, edge, dice, plus, armor, (skill, its, after))
                assert {k: v for k, v in ours.trauma.items() if v} == theirs


attacks = st.fixed_dictionaries(
    {
        "damage": st.builds("{}D{:+}".format, st.integers(1, 8), st.integers(-6, 6)),
        "armor": st.integers(0, 15),
        "cover": st.sampled_from([None, "light", "solid"]),
        "burst": st.integers(0, 4),
        "piercing": st.integers(0, 6),
        "advantage": st.integers(0, 2),
        "disadvantage": st.integers(0, 2),
        "reaction_bonus": st.none() | st.integers(-3, 4),
        "ruleset": st.builds(DEFAULT._replace, advantage_conflict=st.sampled_from(Conflict)),
    }
)


@given(st.integers(-6, 8), attacks)
def test_laws(bonus: int, arguments: dict[str, Any]) -> None:
    """Everything sums to 1; bonus and damage never hurt, cover never helps the attacker, nor does a reaction."""
    answer = odds.attack(bonus, **arguments)
    assert answer.hit + answer.miss == 1
    for spread in (answer.trauma, answer.effect, answer.damage, answer.momentum_gained):
        assert sum(p for _, p in spread.items()) == 1
    assert answer.hit_no_trauma + answer.trauma.p(1) + answer.trauma.p(2) == answer.hit
    assert odds.attack(bonus + 1, **arguments).hit >= answer.hit
    assert (
        odds.attack(bonus, **arguments | {"burst": arguments["burst"] + 1}).mean_trauma >= answer.mean_trauma
    )
    assert odds.attack(bonus, **arguments | {"cover": "solid"}).mean_trauma <= answer.mean_trauma
    assert odds.attack(bonus, **arguments | {"reaction_bonus": None}).hit >= answer.hit


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({"damage": "3x"}, "damage"),
        ({"damage": "3D8"}, "damage"),
        ({"damage": "3D kh 1"}, "damage"),
        ({"damage": "101D"}, "damage"),
        ({"armor": -1}, "armor"),
        ({"cover": "glass"}, "cover"),
        ({"burst": -1}, "burst"),
        ({"piercing": -1}, "piercing"),
        ({"reaction": "maybe"}, "reaction"),
        ({"reaction": "success", "reaction_bonus": 1}, "reaction"),
        ({"reaction_advantage": 1}, "reaction_bonus"),
        ({"reaction_rank": "Wizard"}, "reaction_rank"),
    ],
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], argument: str) -> None:
    """Wrong arguments raise a ValueError that names the first one."""
    with pytest.raises(odds.BadArgument, match=rf"^{argument}: "):
        attack_with(arguments)
