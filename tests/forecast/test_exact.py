"""Exact forecasts: the whole distribution, as the play engine enumerates it and as simulation approaches it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.forecast.duel import duel

from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare, start
from wanderstar.play.setup import open_table
from wanderstar.play.state import State
from wanderstar.play.table import Table
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.sheets.model import Encounter
from wanderstar.tactics.cast import Cast

pytest.importorskip("numba")

from wanderstar.forecast.exact import CHUNK, hopeless
from wanderstar.forecast.kernel import Kernel, compiled
from wanderstar.forecast.mixture import ways
from wanderstar.forecast.tally import Tally, shape_of

GUNFIGHT = Path(__file__).parents[2] / "benchmarks" / "gunfight.toml"

pytestmark = pytest.mark.timeout(900)


def kernel(state: State, limit: int) -> Kernel:
    """The kernel of a fight that is covered."""
    found = compiled(state, Cast(), state.ruleset, limit)
    assert isinstance(found, Kernel)
    return found


def test_a_turn_that_can_go_in_too_many_ways_does_not_fit() -> None:
    """C43: twelve shots in a turn at somebody who can take them all: that is given up, whoever has all the time."""
    source = dict(load_encounter(str(GUNFIGHT)).source)
    carbine = source["weapons"][0] | {"magazine": 40, "traits": {"auto": 6}}
    vest = source["armor"][0] | {"bonus": 0}
    people = [one | {"boxes": {"physical": 30, "mental": 30}} for one in source["characters"]]
    foes = [one | {"boxes": 60} for one in source["adversaries"]]
    drawn = source | {"weapons": [carbine], "armor": [vest], "characters": people, "adversaries": foes}
    drawn["combatants"] = [source["combatants"][0], source["combatants"][-1]]
    drawn["ruleset"] = {"auto": {"full_attacks": "2N", "full_ammo": 0}}
    one = kernel(open_table(encounter_from(drawn, name="hail")), 3)
    assert any(piece.full_attacks == 12 for piece in one.rows.pieces)
    assert one.exact(2_000_000, 1e-9, never) is None


def never() -> bool:
    """Nobody stops it."""
    return False


def enumerated(state: State, limit: int) -> Tally:
    """Every way a fight can go on the play engine, command by command, equal states merged."""
    cast, tally = Cast(), Tally.empty(shape_of(state))
    frontier: dict[Any, tuple[State, float]] = {(): (state, 1.0)}
    while frontier:
        following: dict[Any, tuple[State, float]] = {}
        for now, weight in frontier.values():
            for after, share in played(now, cast, limit):
                if after.over:
                    tally.add_fight(after, min(after.round, limit), weight * share)
                    continue
                key = after.key()
                same = following.get(key, (after, 0.0))
                following[key] = (same[0], same[1] + weight * share)
        frontier = following
    return tally


def played(state: State, cast: Cast, limit: int) -> list[tuple[State, float]]:
    """What the next command leads to, each with its chance; at the limit the fight ends."""
    if state.round > limit:
        return ways(run_of(state, {"do": "end"}), cast)
    command: dict[str, Any] = {"do": "begin"}
    if state.turn is not None:
        tactic = cast.of(state, state.turn)
        assert tactic is not None
        command = tactic.command(state, state.turn)
    run = run_of(state, command)
    if command["do"] == "end_turn" and run.state.round > limit:
        run = run_of(state, {"do": "end"})
    return ways(run, cast)


def run_of(state: State, command: dict[str, Any]) -> Any:
    """A legal command's run."""
    prepared = prepare(state, command)
    assert not isinstance(prepared, Refusal)
    return start(state, prepared).advance()


@pytest.mark.parametrize("limit", [1, 2, pytest.param(3, marks=pytest.mark.soak)])
def test_exact_is_what_the_play_engine_enumerates(limit: int) -> None:
    """C43: a whole duel, initiative and all, to 1e-12: who wins, how long, trauma, ammunition."""
    agrees(open_table(duel(1, 1, boxes=1)), limit)


KINDS: dict[str, dict[str, Any]] = {
    "a character avoids": {"red": {"boxes": {"physical": 1, "mental": 1}}},
    "both roll": {
        "red": {"boxes": {"physical": 1, "mental": 1}},
        "ruleset": {"combat": {"who_rolls": "both"}},
    },
    "Momentum": {
        "red": {"boxes": {"physical": 1, "mental": 1}, "characteristics": {"Dexterity": 9, "Strength": 3}},
        "ruleset": {"momentum": {"start": 1}},
    },
    "cover": {"covers": [{"id": "wall", "at": 0, "grade": "light", "hides": True}], "gap": 40},
    "a blast": {"red": {"weapons": ["bomb"], "threat": "standard"}, "gap": 12},
    "a net": {"red": {"weapons": ["net"], "threat": "standard"}, "gap": 1},
    "hand to hand": {"red": {"weapons": [], "threat": "standard"}, "gap": 1},
}
"""What a duel has beside two adversaries with a gun each and one box."""

THROWN = [
    {"id": "bomb", "name": "Bomb", "damage": "2D", "range": "short", "thrown": True, "count": 1,
     "traits": {"blast": 4, "explosive": True}},
    {"id": "net", "name": "Net", "range": "close", "thrown": True, "count": 1, "traits": {"entangle": True}},
]  # fmt: skip


def kind_of(made: dict[str, Any]) -> Encounter:
    """A duel of that kind."""
    source = dict(duel(1, 1, gap=made.get("gap", 10), boxes=1).source)
    red, blue = source["adversaries"]
    if "red" in made and "threat" not in made["red"]:
        del red["threat"], red["boxes"]
    red |= made.get("red", {})
    blue |= {"boxes": 1}
    people = [
        {"who": red if one["who"] == "red" else blue, "side": one["side"], "at": one["at"]}
        for one in source["combatants"]
    ]
    more: dict[str, Any] = {key: made[key] for key in ("ruleset", "covers") if key in made}
    del source["adversaries"]
    return encounter_from({**source, **more, "combatants": people, "weapons": [*source["weapons"], *THROWN]})


@pytest.mark.parametrize("limit", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize("kind", KINDS)
def test_exact_is_what_the_play_engine_enumerates_of_all_kinds(kind: str, limit: int) -> None:
    """C43: both frames of who rolls, cover, Momentum, a blast, a net, holds: each to 1e-12."""
    agrees(open_table(kind_of(KINDS[kind])), limit)


def agrees(state: State, limit: int) -> None:
    """The exact forecast is what the play engine enumerates, to 1e-12."""
    exact, every = kernel(state, limit).exact(10**6, 0.0, never), enumerated(state, limit)
    assert exact is not None
    assert exact.left_over == 0
    assert exact.wins == pytest.approx(every.wins, abs=1e-12)
    assert exact.draws == pytest.approx(every.draws, abs=1e-12)
    same(exact.rounds, every.rounds)
    for mine, theirs in zip(exact.ends, every.ends, strict=True):
        assert mine.out == pytest.approx(theirs.out, abs=1e-12)
        same(mine.physical, theirs.physical)
        for weapon, left in theirs.ammo.items():
            same(mine.ammo[weapon], left)


def same(mine: dict[int, float], theirs: dict[int, float]) -> None:
    """Two histograms agree to 1e-12."""
    for value in set(mine) | set(theirs):
        assert mine.get(value, 0.0) == pytest.approx(theirs.get(value, 0.0), abs=1e-12)


@pytest.mark.parametrize(("left", "right"), [(1, 1), (2, 1)])
def test_exact_and_simulated_agree(left: int, right: int) -> None:
    """C43: simulated chances lie within five standard errors of the exact ones, and what is left over is told."""
    found = kernel(open_table(duel(left, right)), 50)
    exact, many = found.exact(10**6, 1e-9, never), found.simulate(0, 40_000, 2)
    assert exact is not None
    assert 0 <= exact.left_over <= 1e-9
    assert sum(exact.wins) + exact.draws + exact.left_over == pytest.approx(1, abs=1e-12)
    for chance, wins in zip(exact.wins, many.wins, strict=True):
        error = (chance * (1 - chance) / many.fights) ** 0.5
        assert abs(wins / many.fights - chance) < 5 * error


def test_where_nothing_is_tied_the_roster_does_not_matter() -> None:
    """R28: with initiative's ties decided by Dexterity, a duel has the same chances whoever stands first in the
    file."""
    first = duel(1, 1, characteristics={"Dexterity": 7}).source
    first["adversaries"][1]["characteristics"] = {"Dexterity": 6}
    then = {**first, "combatants": first["combatants"][::-1]}
    found = [kernel(open_table(encounter_from(one)), 20).exact(10**6, 1e-9, never) for one in (first, then)]
    chances = [
        dict(zip(tally.shape.sides, tally.wins, strict=True)) | {"draw": tally.draws}
        for tally in found
        if tally is not None
    ]
    assert len(chances) == 2
    assert chances[0] == pytest.approx(chances[1], abs=1e-8)


def test_what_does_not_fit_gives_nothing() -> None:
    """States past the budget, or somebody who stops it: no exact answer rather than a wrong one."""
    found = kernel(open_table(duel(2, 1)), 50)
    assert found.exact(500, 1e-9, never) is None
    assert found.exact(10**6, 1e-9, lambda: True) is None


@pytest.mark.parametrize(
    ("before", "after", "new", "most", "given_up"),
    [
        (0.0, 1.0, 10**6, 400, False),  # no round has gone by yet
        (1.0, 1.0, 20_000, 400, True),
        (1.0, 1.0, 20_000, 40, False),  # the round limit is near
        (1.0, 0.01, 20_000, 400, False),  # it will be over soon
        (1.0, 0.8, 200, 400, False),
        (1.0, 1e-10, 10**6, 400, False),
    ],
)
def test_what_cannot_fit_is_given_up_early(
    before: float, after: float, new: int, most: int, given_up: bool
) -> None:
    """A million states are not gone through to find that they do not fit: that shows when a round of turns is over."""
    assert hopeless(before, after, new, 2, 1e-9, most, 1_000_000) is given_up


def test_what_is_given_up_early_has_gone_through_little() -> None:
    """A rich fight with its turn order known: nothing exact, and few of the ways that it may go are gone through."""
    found, looks = kernel(begun(load_encounter("patrol-ambush")), 50), 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        return False

    assert found.exact(4_000_000, 1e-9, look) is None
    assert looks * CHUNK < 400_000


def begun(encounter: Encounter) -> State:
    """The state after initiative."""
    table = Table(encounter, "seed")
    table.order({"do": "begin"}, providers=(lambda *_: None,))
    return table.settled
