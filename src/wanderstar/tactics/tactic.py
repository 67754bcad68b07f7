"""What a tactic is: commands for whoever has the turn, and answers to what is asked of those it plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..play.asks import Choice
from ..play.refusal import Refusal
from ..play.resolve import Run, prepare
from ..play.state import State


class Tactic(NamedTuple):
    """Who plays by themselves, and how. Both functions are pure, so a fight follows from its seed.

    `command` gives the next command of the one who has the turn: always a legal one, `end_turn` at last.
    `answer` gives one of the choice's options.
    """

    name: str
    about: str
    command: Callable[[State, str], dict[str, Any]]
    answer: Callable[[Run, Choice], Any]


def legal(state: State, data: dict[str, Any]) -> bool:
    """Whether a command would be taken."""
    return not isinstance(prepare(state, data), Refusal)


def end_turn(state: State, who: str) -> dict[str, Any]:
    """The command that is always legal on one's turn."""
    return {"do": "end_turn", "who": who}


def safe(run: Run, choice: Choice) -> Any:
    """The safe default: no reaction, no claim, no strike."""
    return choice.default


PASSIVE = Tactic("passive", "only ends its turns; reacts to nothing, claims nothing", end_turn, safe)
