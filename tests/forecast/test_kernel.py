"""The compiled loop as a runner: it is the loop, it is deterministic, it says what it does not cover."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random, SystemRandom

import pytest
from tests.forecast.duel import duel
from tests.forecast.side_by_side import CastPlay, Loop, Play, in_the_middle, together
from tests.forecast.underway import opening
from tests.soak.encounters import encounter

import wanderstar
from wanderstar.play.setup import open_table
from wanderstar.play.state import STUNNED, Condition, State
from wanderstar.sheets.load import load_encounter
from wanderstar.tactics.cast import TACTICS, Cast
from wanderstar.tactics.field import Field
from wanderstar.tactics.names import everybody

pytest.importorskip("numba")

from wanderstar.forecast import flat, kernel_entry
from wanderstar.forecast.engine import Engine
from wanderstar.forecast.flat import flat_field, unflat_field, write
from wanderstar.forecast.kernel import NO_PUSH, Kernel, compiled
from wanderstar.forecast.kernel_tally import blank_counts
from wanderstar.forecast.loop_luck import Source
from wanderstar.forecast.tally import NotCovered

LIMIT = 8
FIGHTS = int(os.environ.get("WANDERSTAR_SOAK", "5000"))
SEED = int(os.environ.get("WANDERSTAR_SOAK_SEED", "0")) or SystemRandom().randrange(1, 10**9)
CHUNKS = 20
SHIPPED = sorted(
    path.stem for path in (Path(wanderstar.__file__).parent / "packs/core/encounters").glob("*.toml")
)

pytestmark = pytest.mark.timeout(900)


class CompiledLoop(Loop):
    """The loop's side, compiled, with decisions remembered from command to command."""

    def __init__(self, play: Play, limit: int) -> None:
        super().__init__(play, limit)
        assert isinstance(play, CastPlay)
        self.kernel = Kernel(play.state, play.cast, limit)
        self.bench = self.kernel.bench()
        self.bench.field = flat_field(self.rows, self.kernel.layout)
        self.counts = blank_counts(self.kernel.sizes)

    def step(self, faces: list[int], commands: int) -> tuple[bool, int]:
        """One command with these dice."""
        course = self.bench.course
        course["faces"][: len(faces)] = faces
        chance = course["chance"]
        write(chance, source=int(Source.GIVEN), at=0, given=len(faces), wanting=0, commands=commands)
        self.kernel.call(kernel_entry.STEP, self.bench, self.counts, NO_PUSH, 0, 0, self.kernel.lead)
        return bool(chance["wanting"]), int(chance["at"])

    def field(self) -> Field:
        """The fight as it stands there."""
        return unflat_field(self.bench.field)


def by_tactics(seed: int) -> int:
    """A random encounter and ruleset, everybody by a tactic of their own, on the play engine and compiled."""
    rng = Random(seed)
    state = opening(rng)
    cast = Cast(people={c.id: rng.choice(sorted(TACTICS)) for c in everybody(state)})
    return together(in_the_middle(CastPlay(state, cast, rng), LIMIT), LIMIT, CompiledLoop)


def runner(state: State, limit: int = 50, cast: Cast | None = None) -> Kernel:
    """The kernel of a fight that is covered."""
    found = compiled(state, cast or Cast(), state.ruleset, limit)
    assert isinstance(found, Kernel)
    return found


@pytest.mark.parametrize("chunk", range(4))
def test_the_compiled_loop_is_the_play_engine(chunk: int) -> None:
    """R52: the same dice give equal states after every command, compiled, with decisions remembered."""
    commands = sum(by_tactics(seed) for seed in range(1000 + chunk * 40, 1040 + chunk * 40))
    assert commands > 400


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_five_thousand_fights_compiled(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    """R52: the same for as many fights as asked for: WANDERSTAR_SOAK of them, from WANDERSTAR_SOAK_SEED on."""
    each = -(-FIGHTS // CHUNKS)
    first = SEED + chunk * each
    with capsys.disabled():
        print(f"WANDERSTAR_SOAK_SEED={SEED}: fights {first} to {first + each - 1}", file=sys.stderr)
    for seed in range(first, first + each):
        by_tactics(seed)


def test_fights_hang_on_no_batch() -> None:
    """C43: the same fights in one go, in pieces, in any order: the same counts, each fight counted once."""
    state = open_table(duel(2, 2))
    whole = runner(state).simulate(0, 600, 5)
    pieces = runner(state).simulate(400, 200, 5)
    pieces.add(runner(state).simulate(0, 400, 5))
    assert pieces == whole
    assert sum(whole.wins) + whole.draws == whole.fights == 600
    assert sum(whole.rounds.values()) == 600
    assert all(sum(ends.physical.values()) == 600 for ends in whole.ends)


def test_fights_hang_on_no_thread() -> None:
    """The same counts when two threads share a kernel."""
    kernel = runner(open_table(duel(2, 2)))
    whole = kernel.simulate(0, 2000, 9)
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda first: kernel.simulate(first, 500, 9), (0, 500, 1000, 1500)))
    for part in parts[1:]:
        parts[0].add(part)
    assert parts[0] == whole


def test_other_seeds_are_other_fights() -> None:
    """Two seeds share no luck."""
    kernel = runner(open_table(duel(2, 2)))
    assert kernel.simulate(0, 500, 1).wins != kernel.simulate(0, 500, 2).wins


def test_simulated_as_often_as_on_the_play_engine() -> None:
    """The compiled loop and the play engine win as often, within five standard errors."""
    state = open_table(duel(1, 1))
    many, few = runner(state).simulate(0, 100_000, 1), Engine(state, Cast(), 50).simulate(0, 400, 1)
    share = many.wins[0] / many.fights
    error = (share * (1 - share) / few.fights) ** 0.5
    assert abs(few.wins[0] / few.fights - share) < 5 * error


def test_a_led_fight_begins_with_the_command() -> None:
    """A first command is given before the tactics go on: to surrender loses a duel at once."""
    state = open_table(duel(1, 1))
    begun = Engine(state, Cast(), 50)
    kernel = runner(begun_state(begun))
    who = kernel.state.turn
    led = kernel.led({"do": "surrender", "who": who})
    assert isinstance(led, Kernel)
    tally = led.simulate(0, 50, 1)
    assert who is not None
    loser = kernel.shape.sides.index(kernel.state.combatants[who].side)
    assert tally.wins[loser] == 0
    assert sum(tally.wins) == 50
    exact = led.exact(1000, 0.0, lambda: False)
    assert exact is not None
    assert exact.wins == [w / 50 for w in tally.wins]


def begun_state(engine: Engine) -> State:
    """The state of a fight that has just begun."""
    rng = Random(4)
    play = CastPlay(engine.state, engine.cast, rng)
    play.begin()
    return play.state


def test_a_draw_by_the_limit_is_of_the_last_round() -> None:
    """R36: where all are stunned for two turns in the last round but one, the draw is of the last, on both."""
    state = open_table(duel(1, 1))
    play = CastPlay(state, Cast(), Random(1))
    play.begin()
    stunned = (Condition(STUNNED, 2, None, "R36"),)
    people = {who: c._replace(conditions=stunned) for who, c in play.state.combatants.items()}
    state = play.state._replace(combatants=people)
    for found in (Engine(state, Cast(), 2), runner(state, 2)):
        tally = found.simulate(0, 3, 1)
        assert (tally.draws, tally.rounds) == (3, {2: 3})


def test_what_is_not_covered_is_named() -> None:
    """A combatant whom nobody plays needs the play engine: each is named."""
    state = open_table(duel(1, 1))
    found = compiled(state, Cast(default=None), state.ruleset, 50)
    assert isinstance(found, NotCovered)
    assert len(found.reasons) == 2
    assert "whom nobody plays" in found.reasons[0]


def test_a_fight_too_large_is_not_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """More combatants, or more of anything else, than the largest layout has room for need the play engine."""
    state = open_table(duel(51, 50))
    found = compiled(state, Cast(), state.ruleset, 50)
    assert isinstance(found, NotCovered)
    assert found.reasons == ("more than 100 combatants",)
    monkeypatch.setattr(flat, "LAYOUTS", (flat.LAYOUTS[0]._replace(slots=3),))
    state = open_table(duel(1, 1))
    found = compiled(state, Cast(), state.ruleset, 50)
    assert isinstance(found, NotCovered)
    assert "weapons" in found.reasons[0]


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_remembered_is_what_would_be_decided(name: str) -> None:
    """R52: fights played with the decisions of hundreds before in memory are those played from a blank one."""
    state = open_table(load_encounter(name))
    warm = runner(state)
    warm.simulate(0, 400, 3)
    for first in range(400, 460):
        cold = Kernel(state, Cast(), 50)
        assert cold.simulate(first, 1, 3) == warm.simulate(first, 1, 3), first


GUNFIGHT = Path(__file__).parents[2] / "benchmarks" / "gunfight.toml"


def test_so_it_is_in_the_open() -> None:
    """R52: the same of a fight without cover, whose decisions are remembered under shorter keys."""
    state = open_table(load_encounter(str(GUNFIGHT)))
    warm = runner(state)
    warm.simulate(0, 4000, 3)
    for first in range(4000, 4060):
        assert Kernel(state, Cast(), 50).simulate(first, 1, 3) == warm.simulate(first, 1, 3), first


def test_so_it_is_in_random_fights() -> None:
    """R52: the same of random encounters and rulesets, everybody by a tactic of their own."""
    bare = 0
    for seed in range(2000, 2060):
        rng = Random(seed)
        state = open_table(encounter(rng))
        cast = Cast(people={c.id: rng.choice(sorted(TACTICS)) for c in everybody(state)})
        warm = compiled(state, cast, state.ruleset, LIMIT)
        if isinstance(warm, NotCovered):
            continue
        bare += not state.covers
        warm.simulate(0, 100, 3)
        for first in range(100, 106):
            assert Kernel(state, cast, LIMIT).simulate(first, 1, 3) == warm.simulate(first, 1, 3), seed
    assert bare >= 5


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_so_it_is_in_thousands_of_random_fights(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The same of WANDERSTAR_SOAK fights from WANDERSTAR_SOAK_SEED on, sixty of an encounter with three hundred behind
    them: what a key leaves out, or two situations under one, shows only once much is remembered."""
    each = -(-FIGHTS // CHUNKS // 60)
    first = SEED + chunk * each
    with capsys.disabled():
        print(f"WANDERSTAR_SOAK_SEED={SEED}: encounters {first} to {first + each - 1}", file=sys.stderr)
    for seed in range(first, first + each):
        rng = Random(seed)
        state = open_table(encounter(rng))
        cast = Cast(people={c.id: rng.choice(sorted(TACTICS)) for c in everybody(state)})
        warm = compiled(state, cast, state.ruleset, LIMIT)
        if isinstance(warm, NotCovered):
            continue
        warm.simulate(0, 300, 3)
        for fight in range(60):
            assert Kernel(state, cast, LIMIT).simulate(fight, 1, 3) == warm.simulate(fight, 1, 3), (
                seed,
                fight,
            )
