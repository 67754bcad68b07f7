"""A forecast made: what to begin from, exact where the states fit, else simulated until it is good enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from secrets import randbelow
from typing import NamedTuple

from ..play.arguments import BadArgument, RulesetGiven, ruleset_given, whole
from ..play.refusal import Refusal
from ..play.resolve import Run, prepare
from ..play.state import State
from ..play.table import Table
from ..sheets.load import encounter_from, load_encounter
from ..sheets.model import Encounter
from ..tactics.cast import Cast, cast
from ..tactics.fight import MOST_ROUNDS, ROUNDS
from .batches import batches
from .engine import Engine
from .ignored import ignored
from .mixture import opened
from .result import Forecast, Person
from .statistics import checked, enough, wilson
from .tally import NotCovered, Runner, Tally, everybody, shape_of

SECONDS, ENGINE_SECONDS = 0.75, 5.0
"""How long a simulation may take unless told otherwise: with compiled fights, and on the play engine."""

PILOT, PILOT_SHARE = 1000, 0.2
"""So many fights, or so much of the time, tell how many more are needed and how many there is time for."""

OVER = 1.5
"""So many times as long as it may a simulation takes at most to reach a number that was settled."""

PRECISION = 0.01
"""Half the widest interval of a winning chance for which a simulation has fights enough unless told otherwise."""

BUDGET, MOST_BUDGET = 1_000_000, 4_000_000
"""How many states the exact calculation may go through: by default, and when it was asked for."""

WITHIN = 1e-9
"""What an exact calculation may leave over."""

HURRIED = 1.0
"""How long a simulation takes for somebody who interrupted the exact calculation: something is known then."""

EXACT_SECONDS = 1.5
"""How long the exact calculation may take unless it was asked for."""

LEAST_PRECISION, MOST_PRECISION = 0.0001, 0.5
MOST_FIGHTS = 1_000_000_000
MOST_SECONDS = 86_400.0


class Progress(NamedTuple):
    """How far a forecast is: `part` of the work from 0 to 1, and what is known so far (None: nothing yet)."""

    part: float
    what: str
    so_far: Forecast | None


Watch = Callable[[Progress], bool]
"""Told of every batch; True ends the run, and what is known is the result."""


def unwatched(progress: Progress) -> bool:
    """Nobody looks."""
    return False


@dataclass(frozen=True)
class Plan:
    """What is wanted of a forecast. `fights` None: as many as `precision` takes, or as `seconds` have room for."""

    limit: int = ROUNDS
    exact: bool = False
    simulate: bool = False
    fights: int | None = None
    seed: str | int | None = None
    confidence: float = 0.95
    precision: float = PRECISION
    seconds: float | None = None
    workers: int = 1
    engine: bool = False


def forecast(
    source: str | Path | Encounter | Table,
    *,
    tactic: str | Sequence[str] | None = None,
    exact: bool = False,
    simulate: bool = False,
    fights: int | None = None,
    seed: str | int | None = None,
    rounds: int = ROUNDS,
    confidence: float = 0.95,
    precision: float = PRECISION,
    ruleset: RulesetGiven | None = None,
    seconds: float | None = None,
    workers: int = 1,
    engine: bool = False,
    watch: Watch = unwatched,
) -> Forecast | Refusal:
    """How a fight will go: an encounter from its start, or a journal (or a table in play) from where it stands.

    Exact where the states fit, else simulated: `fights` of them, or as many as it takes for every winning chance to
    be known within `precision` (0.01: ±1 %), or as `seconds` have room for (0.75; 5 on the play engine). `seed` makes
    a simulation repeatable; `rounds` is the limit, counted from the fight's beginning. `workers` threads share
    compiled fights, and as many processes those that run on the play engine; a script that asks for more than one
    needs the guard `if __name__ == "__main__"`. `engine` has fights run there though the compiled loop would do. A
    refusal is returned when the fight cannot begin. Raises BrokenFile and BadArgument.
    """
    if exact and simulate:
        raise BadArgument("exact", "exact or simulate, not both")
    whole("rounds", rounds, 1, MOST_ROUNDS)
    if fights is not None:
        if fights == 0:
            raise BadArgument("fights", "0 fights tell nothing; 1 at least are wanted")
        whole("fights", fights, 1, MOST_FIGHTS)
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise BadArgument(
            "seconds", f"more than 0 and up to {MOST_SECONDS:.0f} are wanted, not {seconds!r:.40}"
        )
    if not LEAST_PRECISION <= precision <= MOST_PRECISION:
        raise BadArgument(
            "precision", f"{LEAST_PRECISION} to {MOST_PRECISION} is wanted, not {precision!r:.40}"
        )
    words = [tactic] if isinstance(tactic, str) else list(tactic or ())
    sure = checked(confidence)
    plan = Plan(rounds, exact, simulate, fights, seed, sure, precision, seconds, workers, engine)
    table = table_of(source, ruleset)
    return of_state(table.settled, cast(words, table.settled, False), plan, run=table.run, watch=watch)


def table_of(source: str | Path | Encounter | Table, ruleset: RulesetGiven | None = None) -> Table:
    """The table to begin from: a journal's at its end, or an encounter's before its fight. Raises BrokenFile."""
    if isinstance(source, Table):
        return source
    given = None if ruleset is None else ruleset_given(ruleset)
    if isinstance(source, Encounter):
        again = given is not None and given != source.ruleset
        return Table(encounter_from(source.source, None, given, name=source.name) if again else source)
    if is_journal(source):
        from ..play.replay import replay

        return replay(source, ruleset=given).table
    return Table(load_encounter(source, given))


def is_journal(source: str | Path) -> bool:
    """Whether a source is a journal's file: by its ending, or by its first line."""
    path = Path(source)
    if path.suffix in (".jsonl", ".toml") or not path.is_file():
        return path.suffix == ".jsonl"
    with path.open("rb") as file:
        return file.read(20).lstrip().startswith(b'{"journal"')


def of_state(
    state: State, cast: Cast, plan: Plan, *, run: Run | None = None, watch: Watch = unwatched
) -> Forecast | Refusal:
    """The forecast of a table's state, within an open command if `run` is given. `plan` is taken as it is."""
    began = time.monotonic()
    if state.round == 0 and not state.over:
        begin = prepare(state, {"do": "begin"})
        if isinstance(begin, Refusal):
            return begin
    blank = _blank(state, cast, plan)
    if state.over or state.round > plan.limit:
        why = "the fight is over" if state.over else "the round limit is past"
        return replace(blank, tally=_ended(state, plan.limit), path="none", why=why)
    runner, reasons = runner_of(state, cast, plan.limit, run, watch, plan.engine)
    made = replace(blank, path="engine" if isinstance(runner, Engine) else "compiled", not_covered=reasons)
    why = _why_not(plan)
    if not plan.simulate and (plan.exact or plan.fights is None) and not isinstance(runner, Engine):
        try:
            found, why = _exactly(runner, plan, watch)
        except KeyboardInterrupt:
            if plan.exact:
                raise
            found, plan, why = None, replace(plan, seconds=HURRIED), "the exact calculation was interrupted"
            made = replace(made, stopped=True)
        if found is not None:
            return replace(made, tally=found, why=why, seconds=time.monotonic() - began)
    if plan.exact:
        raise BadArgument("exact", "; ".join((why, *reasons)))
    return _simulated(runner, replace(made, method="simulated", why=why), plan, began, watch)


def runner_of(
    state: State,
    cast: Cast,
    limit: int,
    run: Run | None = None,
    watch: Watch = unwatched,
    engine: bool = False,
) -> tuple[Runner, tuple[str, ...]]:
    """What runs the fights: the compiled loop, or the play engine with what the loop does not cover."""
    asked = NotCovered(("the play engine was asked for",))
    found = asked if engine else _compiled(state, cast, limit, watch)
    if not isinstance(found, NotCovered) and run is not None:
        found = opened(found, run, cast, limit)
    if isinstance(found, NotCovered):
        return Engine(state, cast, limit, run=run), found.reasons
    return found, ()


def _compiled(state: State, cast: Cast, limit: int, watch: Watch) -> Runner | NotCovered:
    """The compiled loop of a fight. The first time it is compiled, and `watch` told of every function."""

    def compiling(functions: int) -> None:
        words = "1 function" if functions == 1 else f"{functions} functions"
        watch(Progress(0.0, f"compiling, once: {words}", None))

    if find_spec("numba") is None:
        return NotCovered(("numba is not installed (it comes with wanderstar[forecast])",))
    kernel = import_module(f"{__package__}.kernel")
    found: Runner | NotCovered = kernel.compiled(state, cast, state.ruleset, limit, compiling)
    return found


def _why_not(plan: Plan) -> str:
    """Why exact is not tried, if it is not."""
    if plan.simulate:
        return "a simulation was asked for"
    if plan.fights is not None and not plan.exact:
        return "a number of fights was asked for"
    return "the exact calculation does not cover this fight"


def _exactly(runner: Runner, plan: Plan, watch: Watch) -> tuple[Tally | None, str]:
    """The exact tally, or None; and why."""
    budget = MOST_BUDGET if plan.exact else BUDGET
    until = None if plan.exact else time.monotonic() + EXACT_SECONDS
    late = False

    def stop() -> bool:
        nonlocal late
        late = until is not None and time.monotonic() > until
        return late or watch(Progress(0.0, "exact", None))

    found = runner.exact(budget, WITHIN, stop)
    if found is not None:
        return found, f"all {found.states:,} states fit"
    if late:
        return None, f"the states are not gone through within {EXACT_SECONDS:g} s"
    return None, f"the states do not fit in {budget:,}"


def _simulated(runner: Runner, made: Forecast, plan: Plan, began: float, watch: Watch) -> Forecast:
    """Fights until there are enough. Interrupting it (Ctrl-C) gives what is known so far."""
    seed = randbelow(2**32) if plan.seed is None else plan.seed
    tally = Tally.empty(runner.shape)
    found = replace(made, tally=tally, seed=seed, goal=plan.fights)
    compiled = not isinstance(runner, Engine)
    usual = SECONDS if compiled else ENGINE_SECONDS
    seconds = usual if plan.seconds is None else plan.seconds
    pilot = min(PILOT, enough(plan.precision, plan.confidence))
    started = time.monotonic()
    stopped = made.stopped

    def some(goal: int, until: float, workers: int) -> bool:
        """Fights up to a number or a time; False when somebody ends them."""
        for batch in batches(runner, number(seed), goal, until, workers, int(tally.fights)):
            tally.add(batch)
            part = tally.fights / (found.goal or MOST_FIGHTS)
            if plan.fights is None:
                part = max(part, min((time.monotonic() - started) / (OVER * seconds), 1.0))
            so_far = replace(found, stopped=True, seconds=time.monotonic() - began)
            if tally.fights < (found.goal or MOST_FIGHTS) and watch(Progress(part, "fights", so_far)):
                return False
        return True

    try:
        if plan.fights is not None:
            stopped = not some(plan.fights, float("inf"), plan.workers) or stopped
        elif some(pilot, started + PILOT_SHARE * seconds, plan.workers if compiled else 1):
            spent = time.monotonic() - started
            room = max(seconds - spent, 0.0) / max(spent, 1e-9) * (1 if compiled else plan.workers)
            found = replace(found, goal=settled(tally, plan, room))
            stopped = not some(found.goal or 0, started + OVER * seconds, plan.workers) or stopped
        else:
            stopped = True
    except KeyboardInterrupt:
        stopped = True
    return replace(found, stopped=stopped, seconds=time.monotonic() - began)


def settled(tally: Tally, plan: Plan, room: float) -> int:
    """How many fights there are to be, by what the first ones came to; there is room for `room` times as many more.

    Each chance is taken to be as near to even as it may well be. The number hangs on the first fights alone, and those
    that follow know nothing of it, so that Wilson's intervals hold.
    """
    needed = 0
    for count in (*tally.wins, tally.draws):
        low, high = wilson(count, tally.fights, plan.confidence)
        needed = max(needed, enough(plan.precision, plan.confidence, min(max(0.5, low), high)))
    return int(max(tally.fights, min(needed, tally.fights * (1 + room)), 1))


def number(seed: str | int) -> int:
    """A seed as the number that draws are keyed by: texts and numbers that read alike are one seed."""
    return int.from_bytes(sha256(str(seed).encode()).digest()[:7], "big")


def _ended(state: State, limit: int) -> Tally:
    tally = Tally.empty(shape_of(state))
    tally.add_fight(state, min(state.round, limit))
    tally.states = 1
    return tally


def _blank(state: State, cast: Cast, plan: Plan) -> Forecast:
    """The words around a tally."""
    names = {side.id: side.name for side in state.encounter.sides}
    shape = shape_of(state)
    people = tuple(
        Person(c.id, c.name, c.side, c.boxes_physical, None if c.boxes_mental < 0 else c.boxes_mental)
        for c in everybody(state)
    )
    return Forecast(
        name=state.encounter.name,
        tally=Tally.empty(shape),
        limit=plan.limit,
        method="exact",
        path="none",
        sides={side: names.get(side, side) for side in shape.sides},
        people=people,
        weapons={weapon: state.weapon(weapon).name for ammo in shape.ammo for weapon in ammo},
        confidence=plan.confidence,
        ignored=ignored(state, cast),
        fallen_before=tuple(c.id for c in everybody(state) if c.out and c.gone is None),
    )
