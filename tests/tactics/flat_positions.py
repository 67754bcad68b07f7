"""Random positions of random fights, and plays from one to the next: for what reads them as plain numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.soak import encounters, player

from wanderstar.play.asks import Choice
from wanderstar.play.refusal import Refusal
from wanderstar.play.state import State
from wanderstar.play.table import Table

GM_SHARE = 0.06


def positions(seed: int, most: int = 40) -> Iterator[State]:
    """The states of a random fight, after each of its commands; the GM interferes now and then."""
    rng = Random(seed)
    table = Table(encounters.encounter(rng), seed=str(seed))
    table.order({"do": "begin"})
    for _ in range(most):
        if not table.state.running or table.state.turn is None:
            return
        gm = rng.random() < GM_SHARE
        command = player.gm_command(rng, table) if gm else player.turn_command(rng, table.state)
        table.order(command)
        answer_all(rng, table)
        state = table.state
        if not state.running or len(state.combatants) < 2:
            return
        yield state


def answer_all(rng: Random, table: Table) -> None:
    """Random legal answers until nothing is asked."""
    while table.asks:
        ask = table.asks[0]
        if isinstance(ask, Choice):
            done = table.answer({ask.key: rng.choice(ask.options)})
        else:
            done = table.answer({"dice": [rng.randint(1, 6) for _ in range(ask.count)]})
        assert not isinstance(done, Refusal)
