"""The table as the person at the terminal knows it: one seat for all the combatants they play."""

from __future__ import annotations

from typing import NamedTuple

from ...play.asks import Choice, Draw
from ...play.resolve import Run
from ...play.state import State
from ...seats.cut import Known, known
from ...seats.names import Names
from ...seats.seat import PLAYER, Seat, Settings, friends
from ...seats.told import Eyes, eyes
from ...seats.wording import names_of
from ...tactics.cast import deciders


class Player(NamedTuple):
    """Who is played, and how much is told of foes."""

    own: tuple[str, ...]
    settings: Settings

    @property
    def seat(self) -> Seat:
        """The seat that speaks for them."""
        return Seat(PLAYER, self.own)

    def knows(self, state: State) -> Known:
        """The table as the seat knows it. One who hides is seen by those on its side, adversaries too."""
        k = known(self._open(state), self.seat, self.settings)
        back = {who: c._replace(hidden=state.combatants[who].hidden) for who, c in k.state.combatants.items()}
        return k._replace(state=k.state._replace(combatants=back))

    def sees(self, before: State, after: State) -> Eyes:
        """The eyes of the seat on what lies between two states."""
        return eyes(self.seat, self.settings, self._open(before), self._open(after))

    def names(self, state: State) -> Names:
        """The names that it may read."""
        return names_of(self.knows(state))

    def asked(self, run: Run | None) -> list[Choice | Draw]:
        """What it is asked: choices of its own combatants, dice that they throw."""
        return [] if run is None else [ask for ask in run.asks if self.decides(run, ask)]

    def decides(self, run: Run, ask: Choice | Draw) -> bool:
        """Whether an ask is its own."""
        if isinstance(ask, Draw):
            return thrower(run, ask) in self.own
        return any(who in self.own for who in deciders(ask))

    def _open(self, state: State) -> State:
        """The state with those of its own side not hidden."""
        sides = friends(self.seat, state)
        own = {
            c.id: c._replace(hidden=False) for c in state.combatants.values() if c.hidden and c.side in sides
        }
        return state._replace(combatants={**state.combatants, **own}) if own else state


def thrower(run: Run, ask: Draw) -> str:
    """Who throws the dice: of damage, and of where a blast strays, the attacker."""
    if ask.name == "damage" or ask.name.startswith("scatter"):
        step = run.agenda[0] if run.agenda else None
        return str(getattr(getattr(step, "shell", step), "who", ask.roller))
    return ask.who
