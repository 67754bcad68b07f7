"""Chapter 5, Difficulty and When not to roll: results without dice, refused gates, and their order."""

from __future__ import annotations

from typing import Any

import pytest

from .company import company

CERTAIN: dict[str, Any] = {"gate": {"certain": True}}
IMPOSSIBLE: dict[str, Any] = {"gate": {"impossible": True}}


def automatic(who: str, **args: Any) -> tuple[Any, ...]:
    """What a test without dice tells; nothing at all must have changed but the count of events."""
    f = company()
    before = f.state
    outcome = f.do("test", who, **args)
    told = outcome.test("test")
    assert f.state == {**before, "version": before["version"] + 1}
    assert outcome.all("draw") == []
    assert [told[k] for k in ("natural", "total", "margin", "edge", "flags")] == [None, None, None, None, []]
    assert told["automatic"] == told["outcome"]
    return told["outcome"], told["rule"]


def test_t1_no_dice_when_nothing_is_at_stake() -> None:
    """T1: a test is rolled only if it is uncertain and matters; with nothing at stake it just happens."""
    assert automatic("cal", skill="Recon", stakes=False) == ("success", "T1")


def test_t17_no_chance_of_failure() -> None:
    """T17, R53: what cannot fail succeeds without dice, even Untrained; the GM's word for it is `certain`."""
    assert automatic("cal", skill="Recon", **CERTAIN) == ("success", "T17")


def test_t18_no_chance_of_success() -> None:
    """T18: what cannot succeed fails without dice, an Expert's attempt too."""
    assert automatic("ann", skill="Deceive", **IMPOSSIBLE)[0] == "failure"


def test_t19_certain_for_one_and_rolled_by_another() -> None:
    """T19: the same climb is certain for ann and rolled by bea."""
    f = company()
    assert f.do("test", "ann", skill="Athletics", **CERTAIN).all("draw") == []
    assert f.do("test", "bea", "test 4 4", skill="Athletics").test("test")["outcome"] == "success"


def test_t27_trained_or_better() -> None:
    """T27: a task for the Trained is refused to a Novice without a roll, and rolled by a Trained or better one."""
    f = company()
    gate = {"rank": "Trained"}
    refusal = f.refused("gate", "test", "bea", skill="Athletics", gate=gate)
    assert (refusal.rule, refusal.facts["rank"]) == ("T27", "Trained")
    f.do("test", "ann", "test 1 1", skill="Athletics", gate=gate)
    f.do("test", "ann", "test 1 1 1", skill="Recon", gate=gate)


def test_t28_impossible_without_the_gear() -> None:
    """T28: without the tool, the knowledge or the way in it is impossible whatever the skill."""
    assert automatic("ann", skill="Deceive", **IMPOSSIBLE) == ("failure", "T28")


def test_t50_an_expert_simply_succeeds() -> None:
    """T50: an Expert in something not really uncertain needs no roll."""
    assert automatic("ann", skill="Deceive", uncertain=False) == ("success", "T50")


def test_t51_an_expert_rolls_what_is_uncertain() -> None:
    """T51: an Expert rolls like everybody else when it is uncertain."""
    assert company().do("test", "ann", "test 1 2", skill="Deceive").test("test")["outcome"] == "failure"


def test_r53_not_uncertain_is_no_word_for_lesser_ranks() -> None:
    """R53: below Expert, what is called not uncertain is rolled all the same."""
    told = company().do("test", "ann", "test 1 2 1", skill="Recon", uncertain=False).test("test")
    assert told["automatic"] is None
    assert told["outcome"] == "failure"


@pytest.mark.parametrize(
    ("who", "skill", "args", "outcome"),
    [
        # impossible before everything else
        ("cal", "Athletics", {"gate": {"impossible": True, "rank": "Trained", "certain": True}}, "failure"),
        ("ann", "Deceive", {"gate": {"impossible": True}, "uncertain": False, "stakes": False}, "failure"),
        # the rank before certainty
        ("cal", "Athletics", {"gate": {"rank": "Trained", "certain": True}, "stakes": False}, None),
        ("ann", "Athletics", {"gate": {"rank": "Trained", "certain": True}}, "success"),
    ],
)
def test_r11_the_order_of_the_gates(who: str, skill: str, args: dict[str, Any], outcome: str | None) -> None:
    """R11: impossible, then the rank, then certain, then Expert and not uncertain, then the roll."""
    f = company()
    if outcome is None:
        f.refused("gate", "test", who, skill=skill, **args)
    else:
        assert f.do("test", who, skill=skill, **args).test("test")["outcome"] == outcome


def test_r11_no_roll_no_momentum() -> None:
    """R11: an automatic result of one at Disadvantage earns nothing, and a claim finds nothing to claim."""
    f = company()
    f.do("test", "cal", skill="Athletics", **CERTAIN)
    assert f.momentum == {"ann": 1, "bea": 1, "cal": 1}
    f.refused("bad_value", "test", "ann", "claim_test:ann yes", skill="Survival", **CERTAIN)


def test_r6_the_gate_knows_the_ranks() -> None:
    """R6, T27: a gate names a rank that there is."""
    refusal = company().refused("unknown", "test", "ann", skill="Recon", gate={"rank": "Wizard"})
    assert refusal.facts["expected"] == ["Untrained", "Novice", "Trained", "Professional", "Expert"]


@pytest.mark.parametrize("gate", [{"level": 3}, [], "Trained", {"certain": 1}, {"rank": 3}])
def test_t31_a_gate_of_another_shape_is_refused(gate: Any) -> None:
    """T31: a gate has a rank, an impossible, a certain, and nothing else."""
    f = company()
    code = "unknown" if gate == {"rank": 3} else "bad_value"
    f.refused(code, "test", "ann", skill="Recon", gate=gate)
