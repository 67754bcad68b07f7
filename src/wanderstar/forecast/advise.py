"""Advice: what each sensible command of whoever has the turn would change in how the fight goes.

Each command is followed by the tactics, to the fight's end: exactly where the states fit, else by fights (`weigh`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
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
from .advice import ENOUGH, Advice, Advised
from .driver import MOST_SECONDS, WITHIN, number, runner_of, table_of
from .engine import Engine, never
from .sensible import Command, sensible
from .statistics import checked
from .tally import NotCovered, Runner, Stop, Tally, everybody
from .weigh import Option, Weigher

BUDGET = 60_000
"""How many states the exact calculation may go through for each command."""

EXACT_SHARE = 0.5
"""The share of the time in which the exact calculation of all commands must fit."""


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


def of_state(state: State, cast: Cast, plan: Plan, stop: Stop = never) -> Advice:
    """Advice for whoever has the turn in `state`. `stop` is asked now and then; True ends it with what is known."""
    began = time.monotonic()
    assert state.turn is not None
    runner, reasons = runner_of(state, cast, plan.rounds, engine=plan.engine)
    until = time.monotonic() + plan.seconds
    workers = 1 if isinstance(runner, Engine) else plan.workers
    weigher = Weigher(state, Option({}, runner), number(plan.seed), plan.confidence, workers, until, stop)
    options, left_out = _options(weigher, runner, sensible(state, cast))
    try:
        if not _exactly(weigher, options):
            weigher.weigh(options)
    except KeyboardInterrupt:
        weigher.stopped = True
    known = [option for option in options if option.exact or option.batches]
    fought = [o for o in known if o.exact or len(o.batches) * weigher.size >= ENOUGH] or known
    missing = [*(option.command for option in options if option not in fought), *left_out]
    c = state.combatants[state.turn]
    return Advice(
        name=state.encounter.name,
        who=c.id,
        side=c.side,
        round=state.round,
        method="exact" if fought and weigher.base.exact else "simulated",
        path="engine" if isinstance(runner, Engine) else "compiled",
        now=weigher.win(weigher.base),
        options=_told(weigher, fought),
        seed=plan.seed,
        confidence=plan.confidence,
        names={one.id: one.name for one in everybody(state)},
        left_out=tuple(missing),
        not_covered=reasons,
        stopped=weigher.stopped,
        seconds=time.monotonic() - began,
    )


def _options(
    weigher: Weigher, runner: Runner, commands: Sequence[Command]
) -> tuple[list[Option], list[Command]]:
    """A runner for each command; and the commands for which there is none, or no time."""
    options: list[Option] = []
    left_out: list[Command] = []
    for command in commands:
        led = None if options and weigher.halted() else runner.led(command)
        if led is None or isinstance(led, NotCovered):
            left_out.append(command)  # on the engine it would get a fight or two: no figure beside the others
        else:
            options.append(Option(command, led))
    return options, left_out


def _exactly(weigher: Weigher, options: Sequence[Option]) -> bool:
    """Exact tallies for all, if they fit in half the time; else none is kept.

    The first must be done in its own share of that: where one takes longer all would take too long.
    """
    began, every = time.monotonic(), (weigher.base, *options)
    ready = EXACT_SHARE * (weigher.until - began)
    found: list[Tally] = []
    for option in every:
        until = began + (ready if found else ready / len(every))
        tally = option.runner.exact(BUDGET, WITHIN, partial(_halted, weigher, until))
        if tally is None:
            return False
        found.append(tally)
    for option, tally in zip(every, found, strict=True):
        option.exact = tally
    return True


def _halted(weigher: Weigher, until: float) -> bool:
    return weigher.halted() or time.monotonic() > until


def _told(weigher: Weigher, options: Sequence[Option]) -> tuple[Advised, ...]:
    """What is told of each command, best first."""
    advised = []
    for option in options:
        win, own, foes = (weigher.change(option, which) for which in range(3))
        fights = 0 if option.exact else len(option.batches) * weigher.size
        advised.append(Advised(option.command, weigher.win(option), win, own, foes, fights))
    return tuple(sorted(advised, key=lambda one: (-one.change.value, one.own.value - one.foes.value)))
