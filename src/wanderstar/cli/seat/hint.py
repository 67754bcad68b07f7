"""`h`: what a tactic would do now, as a suggestion."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...play.asks import Choice
from ...play.resolve import Run
from ...play.state import State
from ...seats.names import Names
from ...tactics.cast import DEFAULT, TACTICS


def hinted(state: State, who: str, labels: Sequence[tuple[dict[str, Any], str]], names: Names) -> str:
    """`nearest would take 3, burst at Vex`; `labels` are the commands of the list with how they are called."""
    tactic = TACTICS[DEFAULT]
    command = tactic.command(state, who)
    said = {key: value for key, value in command.items() if key != "to"}
    for other, label in labels:
        if {key: value for key, value in other.items() if key != "to"} == said:
            to = f" to {json.dumps(command['to'])}" if "to" in command else ""
            return f"{tactic.name} would take {label.removesuffix('…')}{to}."
    rest = {key: value for key, value in command.items() if key not in ("do", "who")}
    what = " ".join([command["do"].replace("_", " "), *(f"{key} {value}" for key, value in rest.items())])
    return f"{tactic.name} would {what}."


def answered(run: Run, ask: Choice) -> str:
    """What the tactic would answer."""
    tactic = TACTICS[DEFAULT]
    value = tactic.answer(run, ask)
    word = {True: "claim it", False: "not claim it"}.get(value) if isinstance(value, bool) else str(value)
    return f"{tactic.name} would {'answer ' if not isinstance(value, bool) else ''}{word}."
