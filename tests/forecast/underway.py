"""Fights to forecast from any point of them: the first commands by anybody at the table, the GM's corrections too."""

from __future__ import annotations

from random import Random

from tests.soak import player
from tests.soak.encounters import encounter

from wanderstar.forecast.kernel_cover import uncovered
from wanderstar.play.refusal import Refusal
from wanderstar.play.setup import open_table
from wanderstar.play.state import State
from wanderstar.play.table import Table

BEFORE = ("edge", "band", "set", "condition", "order", "cover", "zone", "unaware", "hide", "withdraw", "add")
"""Orders of the GM's that a fight may have had."""

TRIES = 500


def opening(rng: Random) -> State:
    """A fight that the compiled loop covers: as it is opened or, one in three, after up to thirty orders."""
    for _ in range(TRIES):
        drawn = encounter(rng)
        state = open_table(drawn) if rng.random() < 0.67 else played(Table(drawn, seed="underway"), rng)
        if not (state.over or uncovered(state)):
            return state
    raise AssertionError(f"none of {TRIES} fights in a row is covered")


def played(table: Table, rng: Random) -> State:
    """A fight after some commands of everybody's, orders of the GM's among them; before it begins, now and then."""
    if rng.random() < 0.1:
        ordered(table, {"do": "set", **player.GM["set"](rng, table.settled, rng.choice(whos(table)))}, rng)
    ordered(table, {"do": "begin"}, rng)
    for _ in range(rng.randint(1, 30)):
        state = table.settled
        if state.over or not state.turn:
            break
        command = by_the_gm(rng, table) if rng.random() < 0.3 else player.turn_command(rng, state)
        ordered(table, command, rng)
    if table.settled.turn and rng.random() < 0.2:
        ordered(table, {"do": "delay", "who": table.settled.turn}, rng)
    return table.settled


def by_the_gm(rng: Random, table: Table) -> player.Command:
    """An order of the GM's."""
    do, who = rng.choice(BEFORE), rng.choice(whos(table))
    return {"do": do, **player.GM[do](rng, table.settled, who)}


def whos(table: Table) -> list[str]:
    """Everybody at the table."""
    return list(table.settled.combatants)


def ordered(table: Table, command: player.Command, rng: Random) -> None:
    """A command with any legal answers, unless it is refused."""
    if not isinstance(table.order(command), Refusal):
        while table.run is not None:
            table.answer(player.answers(rng, table))
