"""A whole fight by every roll of its dice, on the play engine alone: what exact forecasts are held to.

Slow: for fights of two with few boxes. Equal states are merged between commands, nothing else is saved.
"""

from __future__ import annotations

from typing import Any

from wanderstar.forecast.mixture import ways
from wanderstar.forecast.tally import Tally, shape_of
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare, start
from wanderstar.play.state import State
from wanderstar.tactics.cast import Cast
from wanderstar.tactics.tactic import end_turn

Weighed = dict[Any, tuple[State, float]]


def enumerated(state: State, cast: Cast, limit: int) -> Tally:
    """The exact tally, in floats: probabilities of each end sum to 1."""
    tally = Tally.empty(shape_of(state))
    waiting: Weighed = {}
    if state.round:
        _add(waiting, state, 1.0)
    else:
        for begun, weight in _after(state, {"do": "begin"}, cast):
            _add(waiting, forgotten(begun), weight)
    while waiting:
        first = min(waiting, key=lambda key: place(waiting[key][0]))
        at, weight = waiting.pop(first)
        tally.states += 1
        if at.over or at.turn is None or at.round > limit:
            tally.add_fight(at, min(at.round, limit), weight)
            continue
        tactic = cast.of(at, at.turn)
        assert tactic is not None
        command = tactic.command(at, at.turn)
        if isinstance(prepare(at, command), Refusal):
            command = end_turn(at, at.turn)
        for after, share in _after(at, command, cast):
            _add(waiting, after, weight * share)
    return tally


def place(state: State) -> tuple[int, int, int]:
    """How far a fight is: states that are furthest back go first, so that equal ones meet."""
    actor = state.combatants.get(state.turn or "")
    left = 0 if actor is None else -actor.significant - actor.minors
    return (state.round, len(state.acted), left)


def forgotten(state: State) -> State:
    """The state without initiative's totals: nothing hangs on them once the order stands."""
    people = {who: c._replace(initiative=0) for who, c in state.combatants.items()}
    return state._replace(combatants=people)


def _after(state: State, command: dict[str, Any], cast: Cast) -> list[tuple[State, float]]:
    legal = prepare(state, command)
    assert not isinstance(legal, Refusal)
    return ways(start(state, legal), cast)


def _add(waiting: Weighed, state: State, weight: float) -> None:
    key = state.key()
    known = waiting.get(key)
    waiting[key] = (state, weight if known is None else known[1] + weight)
