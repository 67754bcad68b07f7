"""Who comes in later, and edges and conditions that end during a fight: in the compiled loop as at the table."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.forecast.duel import duel
from tests.forecast.enumerated import enumerated
from tests.forecast.side_by_side import CastPlay, Loop, given, in_the_middle, same
from tests.soak.encounters import encounter

import wanderstar
from wanderstar.play.refusal import Refusal
from wanderstar.play.setup import open_table
from wanderstar.play.state import State
from wanderstar.play.table import GM, Table
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.sheets.model import Encounter
from wanderstar.tactics.cast import TACTICS, Cast
from wanderstar.tactics.names import everybody

pytest.importorskip("numba")

from wanderstar.forecast import loop_fights
from wanderstar.forecast.driver import forecast
from wanderstar.forecast.kernel import Kernel, compiled
from wanderstar.forecast.kernel_cover import uncovered
from wanderstar.forecast.tally import Tally

pytestmark = pytest.mark.timeout(900)

LIMIT = 8
SHIPPED = sorted(
    path.stem for path in (Path(wanderstar.__file__).parent / "packs/core/encounters").glob("*.toml")
)
FOCUS = Cast(everybody="focus")
CLUBS = {"weapons": ["club"], "boxes": 1, "skills": {"Close Quarters": "Trained"}}


def never() -> bool:
    """Nobody stops it."""
    return False


def runner(state: State, limit: int, cast: Cast | None = None) -> Kernel:
    """The kernel of a fight that is covered."""
    found = compiled(state, cast or Cast(), state.ruleset, limit)
    assert isinstance(found, Kernel)
    return found


def brawl(*late: int) -> Encounter:
    """Two with clubs, one box each, and for each of these rounds one more who comes in with it, side by side."""
    source = duel(1, 1, gap=1, **CLUBS).source
    more = [
        {"who": "red" if n % 2 else "blue", "id": f"late-{n}", "side": "reds" if n % 2 else "blues", "at": 1}
        | {"enters": round}
        for n, round in enumerate(late)
    ]
    clubs = [{**one, "boxes": 1, "weapons": ["club"]} for one in source["adversaries"]]
    first = [{key: one[key] for key in ("who", "side", "at")} for one in source["combatants"]]
    return encounter_from({**source, "adversaries": clubs, "combatants": [*first, *more]})


def begun(state: State, *orders: dict[str, Any]) -> State:
    """The fight begun, after these commands of the GM's."""
    play = CastPlay(state, Cast(), Random(3))
    play.begin()
    for one in orders:
        play.order(one)
    return play.state


@pytest.mark.parametrize("name", SHIPPED)
def test_no_shipped_encounter_needs_the_play_engine(name: str) -> None:
    """R52: all there is to each of them is in the compiled loop, those who come in later too."""
    runner(open_table(load_encounter(name)), 50)


def test_what_a_gm_hands_out_needs_no_play_engine() -> None:
    """R57, R69: edges that end in any way, conditions with and without an edge, a skill, turns to run."""
    orders: list[dict[str, Any]] = [
        {"do": "edge", "who": "red", "edge": "advantage", "on": on}
        for on in ("next_test", "until_round_end", "fight")
    ]
    orders.append(
        {
            "do": "condition",
            "who": "red",
            "name": "drunk",
            "turns": 2,
            "edge": "disadvantage",
            "skill": "Recon",
        }
    )
    orders.append({"do": "condition", "who": "blue", "name": "stunned", "turns": 1})
    runner(begun(open_table(duel()), *orders), 50)


def test_the_edge_of_a_stun_is_named() -> None:
    """R36: stunned and pinned are counted by themselves; an edge that they give is not covered, and is named."""
    stun = {"do": "condition", "who": "red", "name": "stunned", "edge": "disadvantage"}
    assert uncovered(begun(open_table(duel()), stun)) == ("the edge that the condition 'stunned' gives Red",)


def test_the_fight_begins_in_the_loop_as_at_the_table() -> None:
    """C11-C14, R28: by the same dice the same order and the same first turn, ties and those still to come included."""
    waves = 0
    for seed in range(3000, 3200):
        rng = Random(seed)
        play = CastPlay(open_table(encounter(rng)), Cast(), rng)
        loop = Loop(play, LIMIT)
        play.begin()
        course = given(play.faces, len(loop.rows.who), LIMIT)
        loop_fights.begin(loop.roster, loop.rows, course)
        found = same(loop.rows, play.field(play.state))
        assert not found and course.chance.at == len(play.faces), (seed, found)
        waves += bool(play.state.waves)
    assert waves > 20


@pytest.mark.parametrize(
    "orders",
    [
        [{"do": "edge", "who": "red", "edge": "advantage", "on": "next_test", "price": 0}],
        [{"do": "edge", "who": "red", "edge": "disadvantage", "on": "until_round_end"}],
        [{"do": "condition", "who": "blue", "name": "drunk", "turns": 1, "edge": "disadvantage"}],
        [],
    ],
)
def test_exact_is_what_the_play_engine_enumerates(orders: list[dict[str, Any]]) -> None:
    """C43, R57, R67, R69: to 1e-12 with somebody who comes in with the second round, and with each kind of edge."""
    state = begun(open_table(brawl() if orders else brawl(2)), *orders)
    exact, every = runner(state, 2).exact(10**6, 0.0, never), enumerated(state, Cast(), 2)
    assert exact is not None and exact.left_over == 0
    assert exact.wins == pytest.approx(every.wins, abs=1e-12)
    for mine, theirs in zip(exact.ends, every.ends, strict=True):
        assert mine.out == pytest.approx(theirs.out, abs=1e-12)
        for value in range(3):
            assert mine.physical.get(value, 0) == pytest.approx(theirs.physical.get(value, 0), abs=1e-12)


def test_exact_and_simulated_agree_about_who_comes_later() -> None:
    """C43, R67: from initiative on, with one more on each side in the second and the third round, within five standard
    errors."""
    found = runner(open_table(brawl(2, 3)), 50)
    exact, many = found.exact(10**6, 1e-9, never), found.simulate(0, 40_000, 2)
    assert exact is not None
    assert sum(exact.wins) + exact.draws + exact.left_over == pytest.approx(1, abs=1e-12)
    for chance, wins in zip(exact.wins, many.wins, strict=True):
        assert abs(wins / many.fights - chance) < 5 * (chance * (1 - chance) / many.fights) ** 0.5


def test_what_is_remembered_knows_of_edges_and_of_who_is_there() -> None:
    """R52: with waves and edges too, decisions remembered from other fights are those of a blank memory."""
    edges = waves = 0
    for seed in range(4000, 4060):
        rng = Random(seed)
        state = open_table(encounter(rng))
        cast = Cast(people={c.id: rng.choice(sorted(TACTICS)) for c in everybody(state)})
        state = in_the_middle(CastPlay(state, cast, rng), LIMIT).state
        if state.over or uncovered(state):
            continue
        warm = runner(state, LIMIT, cast)
        edges += any(grant.edge for grant in warm.start_rows.grants)
        waves += bool(state.waves)
        warm.simulate(0, 100, 3)
        for first in range(100, 106):
            assert Kernel(state, cast, LIMIT).simulate(first, 1, 3) == warm.simulate(first, 1, 3), seed
    assert edges > 5 and waves > 5


@pytest.mark.parametrize("covers", [False, True])
def test_what_was_decided_without_an_edge_is_not_remembered_with_it(covers: bool) -> None:
    """R57: from one state of a table to the next decisions stay in memory, but none where somebody got an edge."""
    source = duel(2, 2).source
    wall = {"id": "wall", "at": 5, "grade": "light"}
    state = open_table(encounter_from({**source, "covers": [wall]}) if covers else duel(2, 2))
    before = runner(begun(state), 50, FOCUS)
    before.simulate(0, 400, 3)
    edge = {"do": "edge", "who": "blue-2", "edge": "disadvantage", "on": "fight"}
    after = begun(state, edge, {**edge, "who": "red-2"})
    warm, chosen = before.at(after), 0
    assert isinstance(warm, Kernel) and warm.benches is before.benches
    for first in range(100):
        blank = Kernel(after, FOCUS, 50).simulate(first, 1, 3)
        assert warm.simulate(first, 1, 3) == blank, first
        chosen += blank != before.simulate(first, 1, 3)
    assert chosen


def test_whoever_has_not_come_is_counted_as_they_would_have() -> None:
    """R67: where the fight ends before its round, one stands unhurt, neither out nor dead."""
    tally: Tally = runner(open_table(brawl(4)), 2).simulate(0, 500, 1)
    late = tally.ends[2]
    assert late.out == late.dead == 0
    assert late.physical == {0: 500}


def test_a_journal_with_a_wave_is_simulated_by_the_loop() -> None:
    """R67: from within the fight, somebody still to come, the forecast is the compiled loop's."""
    table = Table(load_encounter("salt-road"), "7")
    assert table.order({"do": "begin"}, GM, (Cast().answer, table.roll))
    assert table.state.waves
    made = forecast(table, fights=200, seed=1, simulate=True)
    assert not isinstance(made, Refusal)
    assert made.path == "compiled" and made.not_covered == ()
    assert made.tally.fights == 200
