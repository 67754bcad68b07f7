"""Advice: what each sensible command of whoever has the turn would change in how the fight goes.

Each command is followed by the tactics, to the fight's end and in every fight with the same luck as the others.
Time goes where it matters: after each part of it the worse half of the commands is fought no further.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from secrets import randbelow
from typing import NamedTuple

from ..play.arguments import BadArgument, RulesetGiven
from ..play.refusal import Refusal, refuse
from ..play.state import State
from ..play.table import Table
from ..tactics.cast import Cast, cast
from ..tactics.fight import ROUNDS
from .advice import ENOUGH, Advice, Advised, Change
from .batches import MOMENT, Threads
from .driver import MOST_SECONDS, WITHIN, number, runner_of, table_of
from .engine import Engine, never
from .result import Figure
from .sensible import Command, sensible
from .statistics import checked, mean, mean_half, sequence, smoothed
from .tally import NotCovered, Runner, Stop, Tally, everybody
from .workers import grown

BUDGET = 60_000
"""How many states the exact calculation may go through for each command."""

EXACT_SHARE = 0.5
"""The share of the time in which the exact calculation of all commands must fit."""

TIGHT = 0.003
"""Half the interval of every change at which the advice is good enough."""

FINALISTS = 2


@dataclass
class Option:
    """One command being weighed up."""

    command: Command
    runner: Runner
    tally: Tally
    size: int = 1
    exact: bool = False


def advise(
    source: str | Path | Table,
    *,
    seconds: float = 5.0,
    tactic: str | Sequence[str] | None = None,
    seed: str | int | None = None,
    rounds: int = ROUNDS,
    confidence: float = 0.95,
    ruleset: RulesetGiven | None = None,
    workers: int = 1,
    engine: bool = False,
) -> Advice | Refusal:
    """What whoever has the turn at a journal's end (or a table's) had best do, within so many seconds.

    Compiling, the first time, comes on top. `workers` threads share compiled fights; `engine` has fights run
    on the play engine though the compiled loop would do.
    A refusal is returned when nobody has the turn (`out_of_turn`), the fight is `over`, or an answer is
    `pending`. Raises BrokenFile and BadArgument.
    """
    if not 0 < seconds <= MOST_SECONDS:
        raise BadArgument(
            "seconds", f"more than 0 and up to {MOST_SECONDS:.0f} are wanted, not {seconds!r:.40}"
        )
    table = table_of(source, ruleset)
    state = table.settled
    if table.run is not None:
        return refuse("pending", asks=[ask.key for ask in table.asks])
    if state.over:
        return refuse("over")
    if state.turn is None:
        return refuse("out_of_turn", turn=None, who=None)
    words = [tactic] if isinstance(tactic, str) else list(tactic or ())
    plan = Plan(
        seconds, randbelow(2**32) if seed is None else seed, rounds, checked(confidence), workers, engine
    )
    return of_state(state, cast(words, state, False), plan)


class Plan(NamedTuple):
    """What is wanted of advice."""

    seconds: float
    seed: str | int
    rounds: int = ROUNDS
    confidence: float = 0.95
    workers: int = 1
    engine: bool = False


@dataclass
class Weighing:
    """Commands being weighed up against each other, until the time is over or somebody stops it."""

    state: State
    cast: Cast
    plan: Plan
    until: float
    base: Option
    options: list[Option] = field(default_factory=list)
    left_out: list[Command] = field(default_factory=list)
    stopped: bool = False

    @property
    def late(self) -> bool:
        """Whether there is no time left."""
        return time.monotonic() >= self.until


def of_state(state: State, cast: Cast, plan: Plan, stop: Stop = never) -> Advice:
    """Advice for whoever has the turn in `state`. `stop` is asked now and then; True ends it with what is known."""
    began = time.monotonic()
    assert state.turn is not None
    runner, reasons = runner_of(state, cast, plan.rounds, engine=plan.engine)
    base = Option({}, _shared(runner, plan), Tally.empty(runner.shape))
    weighing = Weighing(state, cast, plan, time.monotonic() + plan.seconds, base)
    _prepare(weighing, runner, stop)
    try:
        if not _exactly(weighing, stop):
            _fight(weighing, stop)
    except KeyboardInterrupt:
        weighing.stopped = True
    return _told(weighing, runner, reasons, time.monotonic() - began)


def _prepare(weighing: Weighing, runner: Runner, stop: Stop) -> None:
    """A runner for each command."""
    state = weighing.state
    for command in sensible(state, weighing.cast):
        if weighing.options and (weighing.late or stop()):
            weighing.left_out.append(command)
            continue
        led = runner.led(command)
        if isinstance(
            led, NotCovered
        ):  # on the engine it would get a fight or two: no figure beside the others
            weighing.left_out.append(command)
            continue
        weighing.options.append(Option(command, _shared(led, weighing.plan), Tally.empty(runner.shape)))


def _shared(runner: Runner, plan: Plan) -> Runner:
    """The runner in threads, if it is a compiled one."""
    return Threads(runner, plan.workers) if plan.workers > 1 and not isinstance(runner, Engine) else runner


def _exactly(weighing: Weighing, stop: Stop) -> bool:
    """Exact tallies for all, if they fit in half the time; else none is kept.

    The first must be done in its own share of that: where one takes longer all would take too long.
    """
    began, options = time.monotonic(), (weighing.base, *weighing.options)
    ready = EXACT_SHARE * (weighing.until - began)
    found: list[Tally] = []
    for option in options:
        until = began + (ready if found else ready / len(options))
        tally = option.runner.exact(BUDGET, WITHIN, partial(_halted, stop, until))
        if tally is None:
            return False
        found.append(tally)
    for option, tally in zip(options, found, strict=True):
        option.tally, option.exact = tally, True
    return True


def _halted(stop: Stop, until: float) -> bool:
    return stop() or time.monotonic() > until


def _fight(weighing: Weighing, stop: Stop) -> None:
    """Fights in parts of the time; after each the worse half is left alone."""
    number_of_seed = number(weighing.plan.seed)
    alive = weighing.options[: _affordable(weighing, number_of_seed, stop)]
    parts = max(math.ceil(math.log2(max(len(alive), 2))), 1) + 1
    for part in range(parts):
        end = time.monotonic() + (weighing.until - time.monotonic()) / (parts - part)
        share = (end - time.monotonic()) / (len(alive) + 1)
        for option in (weighing.base, *alive):
            until = min(time.monotonic() + share, weighing.until)
            _some(weighing, option, number_of_seed, until, stop)
            if weighing.stopped:
                return
        alive.sort(key=lambda option: -_share(weighing, option))
        alive = alive[: max(math.ceil(len(alive) / 2), FINALISTS)]
        if weighing.late:
            return


def _affordable(weighing: Weighing, seed: int, stop: Stop) -> int:
    """How many commands, the likeliest first, can have fights enough: all of them but on the slow play engine."""
    if not isinstance(weighing.base.runner, Engine):
        return len(weighing.options)
    began = time.monotonic()
    _some(weighing, weighing.base, seed, began, stop)
    took = max(time.monotonic() - began, 1e-6)
    fights = (weighing.until - time.monotonic()) / took
    return max(FINALISTS, int(fights / (2 * ENOUGH)))


def _some(weighing: Weighing, option: Option, seed: int, until: float, stop: Stop) -> None:
    """Fights of one command until the clock says so or its chance is known well; one at least, if there is time."""

    def halt() -> bool:
        weighing.stopped = weighing.stopped or stop()
        return weighing.stopped or weighing.late

    while not halt():
        began = time.perf_counter()
        if isinstance(option.runner, Engine):
            option.runner.stop = halt
        option.tally.add(option.runner.simulate(int(option.tally.fights), option.size, seed))
        took = time.perf_counter() - began
        fitting = min(MOMENT, max(until - time.monotonic(), 1e-3))
        option.size = grown(option.size, took, fitting)
        if time.monotonic() + took > until or _half(weighing, option) < TIGHT:
            return


def _half(weighing: Weighing, option: Option) -> float:
    fights = int(option.tally.fights)
    won = option.tally.wins[_own(weighing)]
    return sequence(won, fights, weighing.plan.confidence).half


def _own(weighing: Weighing) -> int:
    """The place of the actor's side among the sides."""
    assert weighing.state.turn is not None
    side = weighing.state.combatants[weighing.state.turn].side
    return weighing.base.tally.shape.sides.index(side)


def _share(weighing: Weighing, option: Option) -> float:
    tally = option.tally
    return tally.wins[_own(weighing)] / tally.fights if tally.fights else -1.0


def _told(weighing: Weighing, runner: Runner, reasons: tuple[str, ...], seconds: float) -> Advice:
    """The advice in words and figures."""
    state = weighing.state
    assert state.turn is not None
    c = state.combatants[state.turn]
    known = [option for option in weighing.options if option.tally.fights]
    fought = [option for option in known if option.exact or option.tally.fights >= ENOUGH] or known
    missing = [*(o.command for o in weighing.options if o not in fought), *weighing.left_out]
    advised = [_advised(weighing, option) for option in fought]
    exact = bool(fought) and all(option.exact for option in fought)
    advised.sort(key=lambda one: (-one.win.value, one.own.value - one.foes.value))
    return Advice(
        name=state.encounter.name,
        who=c.id,
        side=c.side,
        round=state.round,
        method="exact" if exact else "simulated",
        path="engine" if isinstance(runner, Engine) else "compiled",
        now=_win(weighing, weighing.base),
        options=tuple(advised),
        seed=weighing.plan.seed,
        confidence=weighing.plan.confidence,
        names={one.id: one.name for one in everybody(state)},
        left_out=tuple(missing),
        not_covered=reasons,
        stopped=weighing.stopped,
        seconds=seconds,
    )


def _win(weighing: Weighing, option: Option) -> Figure:
    tally, own = option.tally, _own(weighing)
    if option.exact:
        off = tally.left_over
        return Figure(tally.wins[own], max(tally.wins[own] - off, 0.0), min(tally.wins[own] + off, 1.0))
    if not tally.fights:
        return Figure(0.5, 0.0, 1.0)
    low, high = sequence(tally.wins[own], tally.fights, weighing.plan.confidence)
    return Figure(tally.wins[own] / tally.fights, low, high)


def _advised(weighing: Weighing, option: Option) -> Advised:
    base, shape = weighing.base, option.tally.shape
    side = weighing.state.combatants[str(weighing.state.turn)].side
    sides = {c.id: c.side for c in everybody(weighing.state)}
    of = [sides[who] == side for who in shape.who]
    win = Measure.of_wins(option.tally, _own(weighing))
    before = Measure.of_wins(base.tally, _own(weighing))
    trauma = [
        _change(weighing, option, Measure.of_trauma(option.tally, mine), Measure.of_trauma(base.tally, mine))
        for mine in (of, [not own for own in of])
    ]
    change = _change(weighing, option, win, before)
    fights = 0 if option.exact else int(option.tally.fights)
    return Advised(option.command, _win(weighing, option), change, trauma[0], trauma[1], fights)


class Measure(NamedTuple):
    """A mean of so many fights, with one fight's variance, and how far apart its values can be; `wins` where it is a
    share of them."""

    value: float
    variance: float
    fights: float
    reach: float
    wins: float | None = None

    def half(self, confidence: float) -> float:
        """Half the interval, whenever one stops."""
        if self.wins is not None and self.fights:
            return sequence(self.wins, self.fights, confidence).half
        return mean_half(self.fights, smoothed(self.variance, self.fights, self.reach), confidence)

    @classmethod
    def of_wins(cls, tally: Tally, side: int) -> Measure:
        """The share of wins."""
        share = tally.wins[side] / tally.fights if tally.fights else 0.0
        return cls(share, share * (1 - share), tally.fights, 1.0, tally.wins[side])

    @classmethod
    def of_trauma(cls, tally: Tally, of: Sequence[bool]) -> Measure:
        """The trauma of several together. Their spreads are added: they may well suffer together."""
        counts = [
            h for ends, mine in zip(tally.ends, of, strict=True) if mine for h in (ends.physical, ends.mental)
        ]
        means = [mean(histogram) for histogram in counts if histogram]
        spread = sum(math.sqrt(one.variance) for one in means)
        reach = float(sum(max(histogram) for histogram in counts if histogram))
        return cls(sum(one.value for one in means), spread**2, tally.fights, reach)


def _change(weighing: Weighing, option: Option, after: Measure, before: Measure) -> Change:
    """The difference of two means. Shared luck makes it surer than said: their variances are added as if it did
    not."""
    value = after.value - before.value
    if option.exact:
        off = (option.tally.left_over + weighing.base.tally.left_over) * max(after.reach, before.reach, 1.0)
        return Change(value, value - off, value + off)
    half = math.hypot(*(one.half(weighing.plan.confidence) for one in (after, before)))
    bound = max(after.reach, before.reach)
    return Change(value, max(value - half, -bound), min(value + half, bound))
