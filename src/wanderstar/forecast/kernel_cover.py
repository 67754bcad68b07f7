"""What of a fight the compiled loop does not cover, named thing by thing: what hardly ever is in one."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.state import PINNED, STUNNED, State
from ..tactics.names import everybody
from .flat import LAYOUTS

MOST_PEOPLE = LAYOUTS[-1].people


def uncovered(state: State) -> tuple[str, ...]:
    """A sentence for each thing that needs the play engine; empty when there is none."""
    return tuple(dict.fromkeys(_things(state)))


def _things(state: State) -> Iterator[str]:
    people = everybody(state)
    if len(people) > MOST_PEOPLE:
        yield f"more than {MOST_PEOPLE} combatants"
    for c in people:
        states = [x.name for x in c.conditions if x.name in (STUNNED, PINNED)]
        for x in c.conditions:
            if x.edge and x.name in (STUNNED, PINNED):
                yield f"the edge that the condition {x.name!r} gives {c.name}"
        if len(set(states)) < len(states):
            yield f"{c.name}, who is {states[0]} twice"
        if sum(s.who == c.id for s in state.suppressions) > 1:
            yield f"two areas that {c.name} suppresses at once"
    if state.round and len(state.order) < len(state.combatants):
        yield "somebody who has no place in the order yet"
    if state.round and not state.over and state.turn is None:
        yield "a fight in which nobody has the turn"
