"""Fights that are none, or too much of one: a clear answer as typed, within its time, on the compiled loop too."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import Ran, run
from tests.forecast.duel import duel, person

from wanderstar.forecast.fair import Fair, fair
from wanderstar.play.arguments import BadArgument
from wanderstar.sheets.load import encounter_from
from wanderstar.sheets.model import Encounter

UNDECIDED = "Nobody wins: every fight is still going on at the round limit, and nobody has been hurt."


def alike(gap: float, **sheet: Any) -> Encounter:
    """Two against two, so far apart, all with the same sheet."""
    people = [person(who, **sheet) for who in ("red", "blue")]
    entries = [
        {"who": who, "side": f"{who}s", "at": at, "count": 2} for who, at in (("red", 0), ("blue", gap))
    ]
    return encounter_from({**duel().source, "adversaries": people, "combatants": entries})


HARMLESS = alike(1, armor=12, weapons=["feather"])
"""Feathers against armor that none gets through."""


@pytest.fixture(params=["--engine", "compiled"])
def told(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """What the verb says of an encounter, on the play engine and compiled."""
    if request.param == "compiled":
        pytest.importorskip("numba")

    def tell(encounter: Encounter, *words: str) -> Ran:
        file = tmp_path / "encounter.json"
        file.write_text(json.dumps(dict(encounter.source)), encoding="utf-8")
        where = [request.param] if request.param == "--engine" else []
        return run(capsys, "forecast", str(file), *where, *words)

    return tell


@pytest.mark.parametrize(("left", "right"), [(0, 0), (3, 0), (0, 1)])
def test_nobody_or_one_side_only_is_refused(told: Any, left: int, right: int) -> None:
    """In one line that says what a fight needs."""
    ran = told(duel(left, right))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("refused (") and "two sides with somebody up" in ran.err
    assert ran.err.count("\n") == 1
    refused = told(duel(left, right), "--json")
    assert refused.code == 1 and set(refused.json) == {"refusal"}


@pytest.mark.parametrize(
    "encounter",
    [
        pytest.param(alike(5000, weapons=["club"]), id="out of reach"),
        pytest.param(HARMLESS, id="no way to hurt each other"),
    ],
)
def test_who_cannot_hurt_each_other_fights_a_draw(told: Any, encounter: Encounter) -> None:
    """The report says in a sentence that nobody wins, why, and gives the draw its chance."""
    ran = told(encounter, "--rounds", "6", "--fights", "4", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    assert UNDECIDED in ran.out
    found = told(encounter, "--rounds", "6", "--fights", "4", "--seed", "1", "--json")
    assert found.json["draw"]["value"] == 1
    assert set(found.json["rounds"]) == {"6"}


def test_a_fight_that_somebody_wins_is_not_called_undecided(told: Any) -> None:
    """Nothing of the kind is said where anybody ever wins."""
    ran = told(duel(), "--fights", "4", "--seed", "1")
    assert ran.code == 0 and "Nobody wins" not in ran.out


def test_never_seen_is_never_less_than_nothing(told: Any) -> None:
    """C44: what no fight of very many saw is below a bound that one can read, not below 0.0 %."""
    ran = told(duel(armor=12), "--rounds", "2", "--fights", "4", "--seed", "1")
    assert "<0.0 %" not in ran.out and ">100.0 %" not in ran.out


@pytest.mark.parametrize("who", ["nobody", ""])
def test_fair_of_somebody_who_is_not_there(who: str) -> None:
    """Named, with those there are."""
    with pytest.raises(BadArgument, match=r"^fair: nobody in this encounter is .*there are red, blue"):
        fair(duel(), who, engine=True)


def test_fair_where_nobody_can_be_hurt() -> None:
    """Every number of them leaves the others without a win: told as such, and no number is named."""
    found = fair(HARMLESS, "blue", fights=3, rounds=3, seed=1, engine=True)
    assert isinstance(found, Fair) and found.fair is None
    assert "already less than 50 %" in found.why
