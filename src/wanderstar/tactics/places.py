"""Where to go: towards somebody, as far as one move reaches; and how things would stand from there."""

from __future__ import annotations

import math

from ..book.combat.cover import can_reach
from ..play import sight
from ..play.state import Barred, Combatant, State
from ..sheets.model import Place

ARM = 1.0
"""Metres at which one stops before somebody: well within Engaged range."""


def toward(state: State, c: Combatant, goal: Place) -> Place | None:
    """The place one move nearer to `goal`; None when one is there already."""
    gap = sight.metres(c.at, goal) - ARM
    step = min(gap, state.ruleset.move_metres)
    if step <= 0.05:
        return None
    if isinstance(goal, tuple):
        assert isinstance(c.at, tuple)
        share = step / (gap + ARM)
        return (
            _short(c.at[0], c.at[0] + share * (goal[0] - c.at[0])),
            _short(c.at[1], c.at[1] + share * (goal[1] - c.at[1])),
        )
    assert not isinstance(c.at, tuple)
    return _tidy(c.at + math.copysign(step, goal - c.at))


def _short(start: float, end: float) -> float:
    """A coordinate in tenths, rounded towards the start so that the move is not too long."""
    tenths = end * 10
    return _tidy((math.floor(tenths) if end > start else math.ceil(tenths)) / 10)


def _tidy(metres: float) -> float:
    """A whole number of metres without a decimal point."""
    rounded = round(metres, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def standing(state: State, c: Combatant, at: Place) -> State:
    """The state as it would be with `c` at another place: aim gone, far covers left, Reach in the way."""
    cover = tuple(u for u in c.cover if can_reach(sight.metres(at, state.covers[u.cover].at)))
    before = {foe.id for foe in sight.engaged_foes(state, c)}
    reached = [
        Barred(foe.id, state.round)
        for foe in sight.engaged_foes(state, c, at)
        if foe.id not in before and any(state.weapon(w).reach for w in foe.held)
    ]
    there = c._replace(at=at, aim=None, cover=cover, barred=(*c.barred, *reached))
    return state._replace(combatants={**state.combatants, c.id: there})


def changed(state: State, c: Combatant, **fields: object) -> State:
    """The state with fields of `c` set."""
    now = c._replace(**fields)  # type: ignore[arg-type]
    return state._replace(combatants={**state.combatants, c.id: now})


def clinched(state: State, c: Combatant) -> bool:
    """Whether leaving would let somebody strike freely (C44)."""
    return any(sight.able(foe, c.id) for foe in sight.engaged_foes(state, c))
