"""Who is still to come, and who plays by which tactic: the GM's."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..play.state import State
from ..seats.seat import Settings
from .doing import cast_of


def waves_of(state: State) -> list[dict[str, Any]]:
    """The waves by round: their ids, and in words who they are."""
    rounds = sorted({c.enters for c in state.waves if c.enters is not None})
    return [wave(state, n) for n in rounds]


def wave(state: State, round: int) -> dict[str, Any]:
    """One wave."""
    people = [c for c in state.waves if c.enters == round]
    kinds = Counter(c.person.name for c in people)
    words = [name if n == 1 else f"{n} × {name}" for name, n in kinds.items()]
    return {
        "round": round,
        "who": [c.id for c in people],
        "people": [(c.id, c.name) for c in people],
        "words": ", ".join(words),
        "now": max(state.round, 1),
    }


def plays(state: State, settings: Settings) -> str | None:
    """The tactic that plays whoever has the turn, if it is let."""
    return None if state.turn is None else tactic_of(state, state.turn, settings)


def tactic_of(state: State, who: str, settings: Settings) -> str:
    """The tactic of a combatant, as the GM has set it or else as the encounter has it."""
    found = cast_of(settings).of(state, who)
    return "passive" if found is None else found.name
