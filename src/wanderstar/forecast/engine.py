"""Fights of a forecast on the play engine: everything there is to a fight, slowly.

The very same tables, commands and tactics as in play; only the dice are drawn by fight number, and nothing is
written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from ..play.asks import Answer, Draw
from ..play.refusal import Refusal, Refused
from ..play.resolve import Run
from ..play.state import State
from ..play.table import GM, Ask, Done, Table
from ..tactics.cast import Cast
from ..tactics.fight import Stage
from .tally import Shape, Stop, Tally, shape_of

FAIR = 252
"""Bytes below this make fair faces: the largest multiple of six."""


class Stopped(Exception):
    """A fight was left in the middle."""


def never() -> bool:
    """Nobody stops it."""
    return False


class Luck:
    """The dice of one fight: faces that follow from the seed, the fight's number, the turn, the draw's name, whose
    it is and its occurrence in that turn. Two fights of one number that differ in an action share the rest."""

    def __init__(self, seed: int, number: int) -> None:
        self.words = f"{seed}:{number}"
        self.apart = ""
        self.seen: dict[str, int] = {}

    def roll(self, table: Table, run: Run, ask: Ask) -> Answer | None:
        """A provider of answers: to draws."""
        if not isinstance(ask, Draw):
            return None
        name = f"{ask.name}:{ask.who}"
        place = f"{self.words}{self.apart}:{run.start.round}:{run.start.turn}:{name}"
        occurrence = self.seen[place] = self.seen.get(place, -1) + 1
        return Answer("dice", faces(f"{place}:{occurrence}", ask.count), "", name)


def faces(words: str, count: int) -> tuple[int, ...]:
    """`count` fair faces that follow from `words`."""
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = blake2b(f"{words}:{block}".encode(), digest_size=32).digest()
        found += [byte % 6 + 1 for byte in digest if byte < FAIR]
        block += 1
    return tuple(found[:count])


class Rehearsal(Table):
    """A table that begins at any state and keeps no journal."""

    def __init__(self, state: State, run: Run | None, luck: Luck, stop: Stop) -> None:
        super().__init__(state.encounter)
        self.now = state
        self.run = run
        self.luck = luck
        self.stop = stop

    @property
    def settled(self) -> State:
        """The state after the last finished command."""
        return self.now

    def roll(self, table: Table, run: Run, ask: Ask) -> Answer | None:
        """The fight's own luck."""
        return self.luck.roll(table, run, ask)

    def go_on(self, cast: Cast) -> None:
        """Finishes the command that was open."""
        if self.run is not None:
            self._keep(self._drive(self.run.advance(), (cast.answer,)), GM)

    def _keep(self, run: Run, seat: str, more: Mapping[str, Any] | None = None) -> Done:
        if self.stop():
            raise Stopped
        self.run = None if run.done else run
        if run.done:
            self.now = run.state
        return Done(self.n, run.events, not run.done)


class Engine:
    """Runs fights on the play engine, from a state (within an open command: `run`), by a cast, up to a limit.

    `lead` is a command to give first, whatever the tactic would do.
    """

    def __init__(
        self,
        state: State,
        cast: Cast,
        limit: int,
        *,
        run: Run | None = None,
        lead: Mapping[str, Any] | None = None,
        stop: Stop = never,
    ) -> None:
        self.state = state
        self.cast = cast
        self.limit = limit
        self.run = None if run is None else bare(run)
        self.lead = lead
        self.stop = stop
        self.shape: Shape = shape_of(state)

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """The fights numbered from `first`; fewer when stopped, the one under way not counted."""
        tally = Tally.empty(self.shape)
        for number in range(first, first + count):
            if self.stop():
                break
            try:
                ended = self.fight(number, seed)
            except Stopped:
                break
            tally.add_fight(ended, min(ended.round, self.limit))
        return tally

    def fight(self, number: int, seed: int) -> State:
        """The state in which one fight ends; one that cannot begin is not over, and a draw."""
        table = Rehearsal(self.state, self.run, Luck(seed, number), self.stop)
        stage = Stage(table, self.cast, self.limit, False, None)
        table.go_on(self.cast)
        if self.lead is not None and not table.state.over:
            table.luck.apart = ":lead"
            done = table.order(dict(self.lead), GM, (self.cast.answer,))
            table.luck.apart = ""
            if isinstance(done, Refusal):
                raise Refused(done)
        elif not table.state.round and not table.state.over:
            stage.order({"do": "begin"})
        stage.act()
        if table.state.running:
            stage.order({"do": "end"})
        return table.state

    def exact(self, budget_states: int, within: float, stop: Stop) -> Tally | None:
        """The engine only simulates."""
        return None

    def at(self, state: State) -> Engine:
        """The same from another state."""
        return Engine(state, self.cast, self.limit, stop=self.stop)

    def led(self, command: Mapping[str, Any]) -> Engine:
        """The same, after a command of whoever has the turn."""
        return Engine(self.state, self.cast, self.limit, lead=command, stop=self.stop)


def bare(run: Run) -> Run:
    """An open command without its asks: they carry explanations that no process can send to another."""
    return replace(run, asks=(), unasked=())
