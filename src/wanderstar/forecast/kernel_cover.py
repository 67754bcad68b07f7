"""What of a fight the compiled loop does not cover, named thing by thing."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.state import PINNED, STUNNED, State
from .flat import LAYOUTS

MOST_PEOPLE = LAYOUTS[-1].people
LASTING = "fight"
"""Edges of the GM that last as long as the fight are covered; those that end in it are not."""


def uncovered(state: State) -> tuple[str, ...]:
    """A sentence for each thing that needs the play engine; empty when there is none."""
    return tuple(dict.fromkeys(_things(state)))


def _things(state: State) -> Iterator[str]:
    if len(state.combatants) > MOST_PEOPLE:
        yield f"more than {MOST_PEOPLE} combatants"
    if state.waves:
        yield "waves that enter later: " + ", ".join(c.name for c in state.waves)
    for c in state.combatants.values():
        if any(e.on != LASTING for e in c.edges):
            yield f"an edge of the GM's on {c.name} that ends during the fight"
        for x in c.conditions:
            if x.edge and (x.skill is not None or x.turns is not None or x.name in (STUNNED, PINNED)):
                yield f"the edge that the condition {x.name!r} gives {c.name}"
        if sum(s.who == c.id for s in state.suppressions) > 1:
            yield f"two areas that {c.name} suppresses at once"
    if state.round and len(state.order) < len(state.combatants):
        yield "somebody who has no place in the order yet"
    if state.round and not state.over and state.turn is None:
        yield "a fight in which nobody has the turn"
