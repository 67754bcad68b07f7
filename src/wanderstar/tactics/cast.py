"""Who plays by themselves: tactics by name, and whom each of them plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..play.arguments import BadArgument
from ..play.asks import Answer, Choice
from ..play.resolve import Run
from ..play.state import State
from ..play.table import Ask, Table
from .names import everybody
from .playing import CAREFUL, FOCUS, NEAREST, SPREAD
from .tactic import PASSIVE, Tactic

TACTICS: dict[str, Tactic] = {tactic.name: tactic for tactic in (FOCUS, NEAREST, SPREAD, CAREFUL, PASSIVE)}
"""Every tactic, by name."""

DEFAULT = NEAREST.name


@dataclass(frozen=True)
class Cast:
    """Who plays whom. The closest word counts: of the combatant, its side, everybody, then the encounter's
    own, then `default`; with `default` None nobody else plays by themselves."""

    default: str | None = DEFAULT
    everybody: str | None = None
    sides: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)
    persons: frozenset[str] = frozenset()
    """The ids of those whom a person plays: no tactic ever does."""

    def with_persons(self, ids: Iterable[str]) -> Cast:
        """The same, but for those whom persons play."""
        return replace(self, persons=frozenset(ids))

    def of(self, state: State, who: str) -> Tactic | None:
        """Who plays a combatant; None when nobody does."""
        if who in self.persons:
            return None
        c = state.combatants.get(who) or next(c for c in state.waves if c.id == who)
        name = self.people.get(who) or self.sides.get(c.side) or self.everybody
        if name is None and self.default is not None:
            side = next((s.tactic for s in state.encounter.sides if s.id == c.side), None)
            name = c.tactic or side or self.default
        return None if name is None else TACTICS[name]

    def answer(self, table: Table, run: Run, ask: Ask) -> Answer | None:
        """A provider of answers: to the choices of those who play by themselves."""
        if not isinstance(ask, Choice):
            return None
        tactics = [self.of(run.state, who) for who in deciders(ask)]
        if any(tactic is None for tactic in tactics):
            return None
        return Answer(ask.key, tactics[0].answer(run, ask)) if tactics[0] is not None else None


def deciders(choice: Choice) -> list[str]:
    """Whose choice it is: of a free attack those who may strike, else the one named."""
    if choice.name != "free_attack":
        return [choice.who]
    return list(dict.fromkeys(str(o).partition(":")[0] for o in choice.options if o != "none"))


def cast(words: Sequence[str], state: State, scripted: bool) -> Cast:
    """The cast of `NAME`, `SIDE=NAME` and `WHO=NAME`; the later word counts. Raises BadArgument.

    With a script nobody plays by themselves who is not named.
    """
    everybody: str | None = None
    sides: dict[str, str] = {}
    people: dict[str, str] = {}
    known = {side.id for side in state.encounter.sides}
    coming = {c.id for c in state.waves}
    for word in words:
        whose, equals, name = word.rpartition("=")
        if name not in TACTICS:
            raise BadArgument("tactic", f"no tactic is named {name!r:.40}; there are {', '.join(TACTICS)}")
        if not equals:
            everybody = name
        elif whose in known:
            sides[whose] = name
        elif whose in state.combatants or whose in coming:  # but nobody is told who comes
            people[whose] = name
        else:
            ids = ", ".join([*sorted(known), *state.combatants])
            raise BadArgument("tactic", f"no side or combatant is {whose!r:.40}; there are {ids}")
    _check_own(state)
    return Cast(None if scripted else DEFAULT, everybody, sides, people)


def _check_own(state: State) -> None:
    """The encounter's own tactics must be there too."""
    own = [(side.id, side.tactic) for side in state.encounter.sides]
    own += [(c.id, c.tactic) for c in everybody(state)]
    for id, name in own:
        if name is not None and name not in TACTICS:
            known = ", ".join(TACTICS)
            raise BadArgument("tactic", f"the encounter has {id} play {name!r:.40}; there are {known}")
