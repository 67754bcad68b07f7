"""The odds of a test."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.judges import JUDGES

from wanderstar import odds
from wanderstar.book.ruleset import DEFAULT, Conflict, NaturalMode

FLAGS_ONLY = DEFAULT._replace(natural_mode=NaturalMode.FLAGS_ONLY)
EDGES: dict[int, dict[str, Any]] = {-1: {"disadvantage": 1}, 0: {}, 1: {"advantage": 1}}

ANNEX = {
    -3: (4, 18, 43),
    0: (42, 90, 147),
    1: (69, 126, 174),
    2: (103, 156, 193),
    3: (139, 180, 205),
    4: (173, 198, 212),
}


@pytest.mark.parametrize("bonus", ANNEX)
def test_t10_success_at_three_edges(bonus: int) -> None:
    """T10: each bonus has three chances of success; in 216ths they are these."""
    chances = [odds.test(bonus, **EDGES[edge]).success for edge in (-1, 0, 1)]
    assert chances == [Fraction(of, 216) for of in ANNEX[bonus]]


def test_t10_the_table_of_ranks() -> None:
    """T10, R6: the table goes from Untrained to Expert, Disadvantage to Advantage."""
    rows = odds.test(table=True).to_json()["rows"]
    assert [row["rank"] for row in rows] == ["Untrained", "Novice", "Trained", "Professional", "Expert"]
    for row in rows:
        shown = tuple(row[edge]["exact"] for edge in ("disadvantage", "neutral", "advantage"))
        assert shown == tuple(str(Fraction(of, 216)) for of in ANNEX[row["bonus"]])


def test_t10_an_edge_matters_most_in_the_middle() -> None:
    """T10: Advantage is worth most at +0, Disadvantage costs most at +1, both 57/216, and less at the ends."""
    chances = {
        bonus: [odds.test(bonus, **EDGES[edge]).success for edge in (-1, 0, 1)] for bonus in range(-3, 4)
    }
    help_ = {bonus: up - flat for bonus, (_, flat, up) in chances.items()}
    harm = {bonus: flat - down for bonus, (down, flat, _) in chances.items()}
    assert max(help_, key=lambda bonus: help_[bonus]) == 0
    assert max(harm, key=lambda bonus: harm[bonus]) == 1
    assert help_[0] == harm[1] == Fraction(57, 216)


def test_the_rows_follow_the_ruleset() -> None:
    """R6: with other ranks the table has those, lowest bonus first."""
    ruleset = DEFAULT._replace(skills_ranks=(("Master", 4), ("Green", -1)))
    assert [row.rank for row in odds.test(table=True, ruleset=ruleset).ranks] == ["Green", "Master"]


def test_the_whole_answer() -> None:
    """T2, T3, R10: a test at +1 without an edge, every part of it."""
    answer = odds.test(1).to_json()
    parts = ("success", "failure", "barely", "near_miss", "natural_2", "natural_12", "mean")
    assert {key: answer[key]["exact"] for key in parts} == {
        "success": "7/12",
        "failure": "5/12",
        "barely": "1/6",
        "near_miss": "5/36",
        "natural_2": "1/36",
        "natural_12": "1/36",
        "mean": "8",
    }
    assert (answer["question"], answer["bonus"], answer["edge"], answer["target"]) == (
        "test",
        1,
        "neutral",
        8,
    )
    assert list(answer["total"]) == [str(total) for total in range(3, 14)]
    assert answer["joint"][0] == {
        "margin": -5,
        "natural": 2,
        "outcome": "failure",
        "p": {"exact": "1/36", "value": 1 / 36},
    }


def test_c01_naturals_decide_and_leave_the_margin_alone() -> None:
    """C01, R9: 1,1 with +7 fails with a margin of +1; 6,6 with -5 succeeds with -1."""
    low, high = odds.test(7).to_json()["joint"][0], odds.test(-5).to_json()["joint"][-1]
    assert (low["margin"], low["outcome"]) == (1, "failure")
    assert (high["margin"], high["outcome"]) == (-1, "success")


def test_r9_naturals_as_labels_only() -> None:
    """R9: with natural.mode flags_only nothing but the total decides, and the flags are still counted."""
    assert odds.test(7, ruleset=FLAGS_ONLY).success == 1
    assert odds.test(7, ruleset=FLAGS_ONLY).natural_2 == Fraction(1, 36)
    assert odds.test(-5, ruleset=FLAGS_ONLY).success == 0


@pytest.mark.parametrize(
    ("conflict", "edge"),
    [
        (Conflict.CANCEL, 0),
        (Conflict.DISADVANTAGE_WINS, -1),
        (Conflict.ADVANTAGE_WINS, 1),
        (Conflict.MAJORITY, 1),
    ],
)
def test_r2_both_edges_meet_by_the_ruleset(conflict: Conflict, edge: int) -> None:
    """R2: two Advantages and a Disadvantage cancel, or whichever the switch says."""
    ruleset = DEFAULT._replace(advantage_conflict=conflict)
    assert odds.test(1, advantage=2, disadvantage=1, ruleset=ruleset).edge == edge


def test_at_least_names_the_least_bonus() -> None:
    """Three in four takes +4 at Disadvantage, +3 neutral, +1 with Advantage."""
    assert odds.test(at_least=0.75).to_json() == {
        "question": "test",
        "wanted": 0.75,
        "bonus": {"disadvantage": 4, "neutral": 3, "advantage": 1},
    }


@pytest.mark.parametrize("wanted", ["1", "36/36", 0.98, "1/36", 0, 0.0])
def test_at_least_is_null_where_naturals_decide(wanted: Any) -> None:
    """R9: no bonus beats a natural 2, and none is needed for a natural 12."""
    assert odds.test(at_least=wanted).neutral is None


def test_at_least_without_naturals() -> None:
    """R9: when naturals are labels, +6 is certain and -4 is enough for the one in 36."""
    assert odds.test(at_least=1, ruleset=FLAGS_ONLY).neutral == 6
    assert odds.test(at_least="1/36", ruleset=FLAGS_ONLY).neutral == -4


@given(st.fractions(0, 1), st.sampled_from([DEFAULT, FLAGS_ONLY]))
def test_at_least_is_the_least(wanted: Fraction, ruleset: Any) -> None:
    """The bonus named reaches the chance, and one less does not."""
    needed = odds.test(at_least=wanted, ruleset=ruleset)
    for edge, bonus in zip((-1, 0, 1), needed[1:], strict=True):
        tried = (-30, 30) if bonus is None else (bonus - 1, bonus)
        less, enough = (odds.test(one, **EDGES[edge], ruleset=ruleset).success for one in tried)
        if bonus is None:
            assert less >= wanted or enough < wanted
        else:
            assert less < wanted <= enough


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_equal_to_the_judges(judge: Any, edge: int) -> None:
    """Totals and successes at every bonus from -12 to +12 are exactly another library's."""
    for bonus in range(-12, 13):
        ours = odds.test(bonus, **EDGES[edge])
        assert judge.success(bonus, edge).get(True, 0) == ours.success
        assert judge.total(bonus, edge) == dict(ours.total.items())


@given(st.integers(-30, 30), st.sampled_from([DEFAULT, FLAGS_ONLY]))
def test_laws(bonus: int, ruleset: Any) -> None:
    """Everything sums to 1; a higher bonus never hurts; Advantage is never worse, Disadvantage never better."""
    down, flat, up = (odds.test(bonus, **EDGES[edge], ruleset=ruleset) for edge in (-1, 0, 1))
    assert down.success <= flat.success <= up.success
    for one in (down, flat, up):
        assert one.success + one.failure == 1
        assert sum(p for _, p in one.total.items()) == 1
        assert sum(Fraction(part["p"]["exact"]) for part in one.to_json()["joint"]) == 1
        assert odds.test(bonus + 1, **EDGES[one.edge], ruleset=ruleset).success >= one.success


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({}, "bonus"),
        ({"bonus": 1, "rank": "Expert"}, "rank"),
        ({"rank": "Wizard"}, "rank"),
        ({"bonus": 1.5}, "bonus"),
        ({"bonus": 1001}, "bonus"),
        ({"bonus": 1, "advantage": -1}, "advantage"),
        ({"at_least": 1.5}, "at_least"),
        ({"at_least": "x"}, "at_least"),
        ({"at_least": float("nan")}, "at_least"),
        ({"at_least": 0.5, "bonus": 1}, "at_least"),
        ({"table": True, "advantage": 1}, "table"),
    ],
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], argument: str) -> None:
    """Wrong arguments raise a ValueError that names the first one."""
    with pytest.raises(odds.BadArgument, match=rf"^{argument}: ") as caught:
        odds.test(**arguments)
    assert caught.value.argument == argument


def test_a_rank_stands_for_its_bonus() -> None:
    """R6: a rank's name is as good as its bonus, whatever its capitals."""
    assert odds.test(rank="Professional") == odds.test(rank="professional") == odds.test(2)
