"""Chapter 5, Difficulty and When not to roll."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.core_mechanic.difficulty import Gate, credited, earns, edge, gate, grade
from wanderstar.book.core_mechanic.roll import Edge
from wanderstar.book.ruleset import DEFAULT, Conflict

UNTRAINED, NOVICE, TRAINED, PROFESSIONAL, EXPERT = (bonus for _, bonus in DEFAULT.skills_ranks)
SOURCES = st.integers(0, 5)
CONFLICTS = st.sampled_from(Conflict)


def asked(bonus: int = TRAINED, **facts: Any) -> Gate:
    """What becomes of an uncertain test with stakes and no gate, but for the facts given."""
    plain = {
        "impossible": False,
        "gate_bonus": None,
        "certain": False,
        "uncertain": True,
        "stakes": True,
        "expert": DEFAULT.expert(),
    }
    return gate(bonus=bonus, **(plain | facts))


def test_uncertain_with_stakes_is_rolled() -> None:
    """T1: what is uncertain and matters is rolled, by anyone."""
    assert [asked(bonus) for _, bonus in DEFAULT.skills_ranks] == [Gate.ROLL] * 5


def test_no_stakes_no_dice() -> None:
    """T1: where nothing hangs on failing, no dice are thrown and the task succeeds."""
    assert asked(stakes=False) == Gate.SUCCEEDS


def test_no_chance_of_failure() -> None:
    """T17: where failing is no real possibility even the Untrained succeed without dice."""
    assert asked(UNTRAINED, certain=True) == Gate.SUCCEEDS


def test_no_chance_of_success() -> None:
    """T18: where succeeding is no real possibility even an Expert fails without dice."""
    assert asked(EXPERT, impossible=True, uncertain=False) == Gate.FAILS


def test_certainty_is_personal() -> None:
    """T19: one task without real doubt: the Expert passes unrolled, the Professional rolls."""
    assert (asked(EXPERT, uncertain=False), asked(PROFESSIONAL, uncertain=False)) == (
        Gate.SUCCEEDS,
        Gate.ROLL,
    )


def test_gate_of_rank() -> None:
    """T27: "Trained or better" turns away Untrained and Novice and lets the others roll."""
    results = [asked(bonus, gate_bonus=TRAINED) for _, bonus in DEFAULT.skills_ranks]
    assert results == [Gate.REFUSED, Gate.REFUSED, Gate.ROLL, Gate.ROLL, Gate.ROLL]


@given(st.integers(-20, 20))
def test_gate_of_gear(bonus: int) -> None:
    """T28: without the gear that the GM asks for no skill is enough."""
    assert asked(bonus, impossible=True) == Gate.FAILS


def test_expert_without_doubt() -> None:
    """T50, R6: an Expert, or better, whose task is not in doubt succeeds without a roll."""
    assert [asked(bonus, uncertain=False) for bonus in (EXPERT, EXPERT + 1)] == [Gate.SUCCEEDS] * 2


def test_expert_in_doubt() -> None:
    """T51: an Expert whose task is in doubt rolls."""
    assert asked(EXPERT, uncertain=True) == Gate.ROLL


@pytest.mark.parametrize("bonus", [UNTRAINED, NOVICE, TRAINED, PROFESSIONAL])
def test_not_in_doubt_below_expert(bonus: int) -> None:
    """R53: below Expert "not uncertain" still rolls; the word for no chance of failure is `certain`."""
    assert (asked(bonus, uncertain=False), asked(bonus, certain=True)) == (Gate.ROLL, Gate.SUCCEEDS)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"impossible": True, "gate_bonus": TRAINED, "certain": True}, Gate.FAILS),
        ({"gate_bonus": TRAINED, "certain": True}, Gate.REFUSED),
        ({"gate_bonus": TRAINED, "stakes": False}, Gate.REFUSED),
        ({"gate_bonus": UNTRAINED, "certain": True}, Gate.SUCCEEDS),
    ],
)
def test_order_of_gates(facts: dict[str, Any], expected: Gate) -> None:
    """R11: impossible comes before the gate of rank, and that before no chance of failure: a Novice at
    "Trained or better" is turned away even from a sure thing."""
    assert asked(NOVICE, **facts) == expected


def test_conditions_give_edges() -> None:
    """T20, T21: a help alone is Advantage, a hindrance alone Disadvantage, nothing is neutral."""
    results = [edge(1, 0, Conflict.CANCEL), edge(0, 1, Conflict.CANCEL), edge(0, 0, Conflict.CANCEL)]
    assert results == [Edge.ADVANTAGE, Edge.DISADVANTAGE, Edge.NEUTRAL]


@given(st.integers(1, 9), CONFLICTS)
def test_sources_do_not_stack(sources: int, conflict: Conflict) -> None:
    """T24, T25: three hindrances are one Disadvantage and three helps one Advantage."""
    assert (edge(sources, 0, conflict), edge(0, sources, conflict)) == (Edge.ADVANTAGE, Edge.DISADVANTAGE)


@given(st.integers(1, 9), st.integers(1, 9))
def test_edges_cancel(helps: int, hindrances: int) -> None:
    """R2: Advantage and Disadvantage together are two plain dice, whatever the counts."""
    assert edge(helps, hindrances, Conflict.CANCEL) == Edge.NEUTRAL


@pytest.mark.parametrize(
    ("conflict", "expected"),
    [
        (Conflict.CANCEL, [0, 0, 0]),
        (Conflict.DISADVANTAGE_WINS, [-1, -1, -1]),
        (Conflict.ADVANTAGE_WINS, [1, 1, 1]),
        (Conflict.MAJORITY, [1, 0, -1]),
    ],
)
def test_readings_of_a_conflict(conflict: Conflict, expected: list[int]) -> None:
    """R2: two helps against one hindrance, one against one and one against two, under each switch value."""
    assert [edge(2, 1, conflict), edge(1, 1, conflict), edge(1, 2, conflict)] == expected


@given(SOURCES, SOURCES, st.sampled_from((Conflict.CANCEL, Conflict.MAJORITY)))
def test_edge_is_fair(helps: int, hindrances: int, conflict: Conflict) -> None:
    """R2: helps and hindrances exchanged turn the edge around, where neither kind is preferred."""
    assert edge(helps, hindrances, conflict) == -edge(hindrances, helps, conflict)


@given(SOURCES, SOURCES, CONFLICTS)
def test_a_help_never_hurts(helps: int, hindrances: int, conflict: Conflict) -> None:
    """T20, T21, R2: one more help never lowers the edge, one more hindrance never raises it."""
    here = edge(helps, hindrances, conflict)
    assert edge(helps + 1, hindrances, conflict) >= here >= edge(helps, hindrances + 1, conflict)


@given(st.integers(1, 9))
def test_disadvantage_earns_once(hindrances: int) -> None:
    """T23, T24, C59: a roll at Disadvantage earns 1 Momentum, however many things hinder it."""
    gain = DEFAULT.momentum_disadvantage_gain
    assert earns(Edge.DISADVANTAGE, hindrances, gain, DEFAULT.momentum_gain_when_cancelled) == 1


def test_cancelled_earns_nothing() -> None:
    """R3: a Disadvantage that was cancelled earns nothing, unless the table switched that on."""
    assert (earns(Edge.NEUTRAL, 2, 1, False), earns(Edge.NEUTRAL, 2, 1, True)) == (0, 1)


@given(st.sampled_from(Edge), st.integers(0, 3), st.booleans())
def test_no_disadvantage_no_gain(net: Edge, gain: int, when_cancelled: bool) -> None:
    """T23, R3: without a Disadvantage nothing is earned, and never by a roll at Advantage."""
    assert earns(net, 0, gain, when_cancelled) == 0
    assert earns(Edge.ADVANTAGE, 3, gain, when_cancelled) == 0


def test_size_of_the_gain() -> None:
    """R3: the gain is the ruleset's number: 2 where the table says 2, 0 where it says 0."""
    assert [earns(Edge.DISADVANTAGE, 1, gain, False) for gain in (0, 1, 2)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("momentum", "gain", "cap", "expected"),
    [(1, 1, 6, 2), (5, 1, 6, 6), (6, 1, 6, 6), (5, 3, 6, 6), (0, 1, 0, 0), (0, 1, -1, 1), (6, 1, -1, 7)],
)
def test_pool_stops_at_its_cap(momentum: int, gain: int, cap: int, expected: int) -> None:
    """R5: a pool holds 6 at most and keeps no more; a cap of 0 keeps it empty; without a cap it grows."""
    assert credited(momentum, gain, cap) == expected


@given(st.integers(0, 20), st.integers(0, 5), st.integers(-1, 10))
def test_a_gain_never_costs(momentum: int, gain: int, cap: int) -> None:
    """R5: a gain never lowers a pool, one that the GM set above its cap neither, nor adds more than itself."""
    assert momentum <= credited(momentum, gain, cap) <= momentum + gain


def test_grades_of_scores() -> None:
    """R8, T14: 9 and more is Advantage, 5 and less Disadvantage, 6 to 8 neither."""
    low, high = DEFAULT.characteristics_disadvantage_max, DEFAULT.characteristics_advantage_min
    assert [grade(score, high, low) for score in range(2, 16)] == [-1] * 4 + [0] * 3 + [1] * 7


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 15), st.integers(1, 15))
def test_grades_rise_with_scores(score: int, more: int, low: int, gap: int) -> None:
    """R8: a higher score never has the lower grade, whatever the thresholds."""
    assert grade(score, low + gap, low) <= grade(score + more, low + gap, low)
