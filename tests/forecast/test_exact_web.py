"""Exact forecasts that go through each state once give what going through it in every round gives."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.forecast.duel import duel
from tests.forecast.test_exact import begun, kernel, never
from tests.forecast.test_stretch import open_field
from tests.soak.encounters import encounter

from wanderstar.play.setup import open_table
from wanderstar.play.state import STUNNED, Condition, State
from wanderstar.play.table import Table
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.tactics.cast import TACTICS, Cast

pytest.importorskip("numba")

from wanderstar.forecast import exact as exact_forecast
from wanderstar.forecast.flat import write
from wanderstar.forecast.kernel import Kernel
from wanderstar.forecast.tally import Tally

GUNFIGHT = Path(__file__).parents[2] / "benchmarks" / "gunfight.toml"
BUDGET = 60_000

pytestmark = pytest.mark.timeout(900)


def gunfight(each: int) -> State:
    """The plain gunfight with so many on each side."""
    source = dict(load_encounter(str(GUNFIGHT)).source)
    sides = [[one for one in source["combatants"] if one["side"] == side] for side in ("rangers", "troopers")]
    people = [one for side in sides for one in side[:each]]
    return open_table(encounter_from({**source, "combatants": people}, name="gunfight"))


def after_initiative(state: State) -> State:
    """The state after initiative."""
    table = Table(state.encounter, "seed")
    table.order({"do": "begin"}, providers=(lambda *_: None,))
    return table.settled


def forecast(state: State, cast: Cast, limit: int, within: float, plain: bool) -> Tally | None:
    """The exact tally; `plain` is to go through every round's states anew."""
    found = Kernel(state, cast, limit)
    bench = found.bench()
    write(bench.course["chance"], plain=int(plain))
    found.benches.put(bench)
    return found.exact(BUDGET, within, never)


def figures(tally: Tally) -> dict[str, float]:
    """All chances of a tally, each by its name."""
    found = {f"wins {side}": wins for side, wins in enumerate(tally.wins)} | {"draws": tally.draws}
    found |= {f"rounds {n}": chance for n, chance in tally.rounds.items()}
    for who, ends in enumerate(tally.ends):
        found |= {f"{who} out": ends.out, f"{who} dead": ends.dead}
        kinds = {"physical": ends.physical, "mental": ends.mental, "momentum": ends.momentum, **ends.ammo}
        for kind, histogram in kinds.items():
            found |= {f"{who} {kind} {value}": chance for value, chance in histogram.items()}
    return found


def alike(state: State, cast: Cast, limit: int, within: float = 0.0) -> bool:
    """Whether the states fit; then both ways must give the same, as near as what either has left over."""
    once, anew = (forecast(state, cast, limit, within, plain) for plain in (False, True))
    if once is None or anew is None:
        return False
    mine, theirs = figures(once), figures(anew)
    near = 1e-12 + once.left_over + anew.left_over
    for name in set(mine) | set(theirs):
        assert mine.get(name, 0.0) == pytest.approx(theirs.get(name, 0.0), abs=near), name
    return True


@pytest.mark.parametrize("limit", [1, 2, 9, 10])
def test_the_round_limit_is_one(limit: int) -> None:
    """Whatever states have come before, in the last round they lead to a draw where turns end."""
    assert alike(gunfight(1), Cast(), limit)


def test_a_gunfight_of_one_against_one() -> None:
    """Bursts, aims, reloading, Momentum, to the end of nearly all fights; most states come in many rounds."""
    state = gunfight(1)
    assert alike(state, Cast(), 50, 1e-9)
    once, anew = (forecast(state, Cast(), 50, 1e-9, plain) for plain in (False, True))
    assert once is not None
    assert anew is not None
    assert 4 * once.states < anew.states


@pytest.mark.parametrize(("limit", "within"), [(1, 0.0), (2, 1e-9)])
def test_a_gunfight_of_two_against_two(limit: int, within: float) -> None:
    """First aid and two to choose from besides, up to the last round, whose states are its own."""
    assert alike(after_initiative(gunfight(2)), Cast(), limit, within)


def test_a_shipped_encounter() -> None:
    """The one that fits, from before initiative."""
    assert alike(open_table(load_encounter("lamp-and-anchor")), Cast(), 50, 1e-9)


@pytest.mark.parametrize(("left", "right"), [(1, 1), (2, 1)])
def test_duels(left: int, right: int) -> None:
    """Fights that walk first."""
    assert alike(open_table(duel(left, right)), Cast(), 50, 1e-9)


def test_random_fights_in_the_open() -> None:
    """Random sheets and rulesets, everybody by a tactic of their own."""
    fitted = 0
    for seed in range(20):
        rng = Random(seed)
        state = after_initiative(open_field(rng))
        cast = Cast(people={who: rng.choice(sorted(TACTICS)) for who in state.combatants})
        fitted += alike(state, cast, 2)
    assert fitted > 10


def test_random_fights() -> None:
    """Cover, morale, waves, weapons that rest between shots or keep others at a distance: what counts rounds is
    counted from the round that it is."""
    assert sum(alike(begun(encounter(Random(seed))), Cast(), 3) for seed in range(20)) > 10


def stunned(turns: int) -> State:
    """A duel in which all are stunned for so many turns, after initiative."""
    state = after_initiative(open_table(duel(1, 1)))
    conditions = (Condition(STUNNED, turns, None, "test"),)
    people = {who: c._replace(conditions=conditions) for who, c in state.combatants.items()}
    return state._replace(combatants=people)


def test_rounds_in_which_nobody_can_act_go_by() -> None:
    """Where all are stunned, one turn leads several rounds on: no fight ends in them, and the limit may lie there."""
    state = stunned(4)
    found, many = kernel(state, 20).exact(BUDGET, 0.0, never), kernel(state, 20).simulate(0, 4000, 1)
    assert found is not None
    assert min(found.rounds) == min(many.rounds) > 3
    for chance, wins in zip(found.wins, many.wins, strict=True):
        assert abs(wins / 4000 - chance) < 5 * (chance * (1 - chance) / 4000) ** 0.5
    assert sum(found.wins) + found.draws == pytest.approx(1, abs=1e-12)
    at_limit = kernel(state, 2).exact(BUDGET, 0.0, never)
    assert at_limit is not None
    assert (at_limit.draws, at_limit.rounds) == (1, {2: 1})


def test_room_that_runs_out_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beginning with room for eight states gives the same, number for number."""
    state = open_table(duel(1, 1))
    roomy = kernel(state, 50).exact(BUDGET, 1e-9, never)
    monkeypatch.setattr(exact_forecast, "FIRST_STATES", 8)
    assert kernel(state, 50).exact(BUDGET, 1e-9, never) == roomy
