"""Events, and the scene in which a resolution makes them.

An event tells what happened and carries every change it made, before and after. `evolve` puts the changes in
and decides nothing, so loading a journal needs no rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .asks import Answers
from .state import Combatant, State

TABLE = ""
"""The key under which an event's changes of the table itself stand."""

AT = {name: at for at, name in enumerate(Combatant._fields)}
"""Where each field of a combatant stands: changing one by its place is much faster than by its name."""

Changes = dict[str, dict[str, tuple[Any, Any]]]


class Event(NamedTuple):
    """`kind` in the past tense, its story as plain values, and `changes[who][field] = (before, after)`.

    A combatant that joined or left is one field, `combatant`.
    """

    kind: str
    story: dict[str, Any]
    changes: Changes


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    combatants = state.combatants
    fields: dict[str, Any] = {}
    for who, changed in event.changes.items():
        if who == TABLE:
            fields.update((name, after) for name, (_, after) in changed.items())
            continue
        if combatants is state.combatants:
            combatants = dict(combatants)
        if "combatant" in changed:
            after = changed["combatant"][1]
            if after is None:
                del combatants[who]  # type: ignore[attr-defined]
            else:
                combatants[who] = after  # type: ignore[index]
        else:
            now = list(combatants[who])
            for name, (_, after) in changed.items():
                now[AT[name]] = after
            combatants[who] = Combatant._make(now)  # type: ignore[index]
    return state._replace(combatants=combatants, version=state.version + 1, **fields)


class Scene:
    """A state being changed by one resolution, and the events that say how.

    `agenda` collects the resolutions that follow from this one, to run before those already waiting.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.agenda: list[Any] = []
        self._changes: Changes = {}

    def __getitem__(self, who: str) -> Combatant:
        return self.state.combatants[who]

    def change(self, who: str, **fields: Any) -> Combatant:
        """Sets fields of a combatant; the next event will tell."""
        old = self.state.combatants[who]
        noted = self._changes.setdefault(who, {})
        now = list(old)
        told = False
        for name, after in fields.items():
            at = AT[name]
            before = old[at]
            if before != after:  # 1 and 1.0 are one place: what is not told must not be done
                noted[name] = (noted[name][0] if name in noted else before, after)
                now[at] = after
                told = True
        if not told:
            return old
        new = Combatant._make(now)
        self.state = self.state._replace(combatants={**self.state.combatants, who: new})
        return new

    def alter(self, **fields: Any) -> None:
        """Sets fields of the table itself; the next event will tell."""
        noted = self._changes.setdefault(TABLE, {})
        for name, after in fields.items():
            before = noted[name][0] if name in noted else getattr(self.state, name)
            noted[name] = (before, after)
        self.state = self.state._replace(**fields)

    def join(self, combatant: Combatant) -> None:
        """Puts a new combatant at the end of the roster."""
        self._changes[combatant.id] = {"combatant": (None, combatant)}
        self.state = self.state._replace(combatants={**self.state.combatants, combatant.id: combatant})

    def leave(self, who: str) -> None:
        """Takes a combatant away."""
        combatants = dict(self.state.combatants)
        self._changes[who] = {"combatant": (combatants.pop(who), None)}
        self.state = self.state._replace(combatants=combatants)

    def emit(self, kind: str, **story: Any) -> None:
        """An event with all changes since the last one."""
        changes = {who: changed for who, changed in self._changes.items() if changed}
        self._changes = {}
        self.events.append(Event(kind, story, changes))
        self.state = self.state._replace(version=self.state.version + 1)

    def settle(self, kind: str, **story: Any) -> None:
        """The same, but only if something changed."""
        if any(self._changes.values()):
            self.emit(kind, **story)
        self._changes = {}


Ask = Answers
"""What a resolution asks through."""
