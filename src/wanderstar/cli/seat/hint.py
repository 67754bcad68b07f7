"""`h`: what a tactic would do now, as a suggestion."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...play.asks import Choice
from ...play.commands import read
from ...play.refusal import Refusal
from ...play.resolve import Run
from ...play.state import State
from ...seats.names import Names
from ...tactics.cast import DEFAULT, TACTICS, Cast, deciders
from ...tactics.tactic import PASSIVE, Tactic


def adviser(cast: Cast, state: State, who: str) -> Tactic:
    """The tactic that would play somebody if nobody did; one that does nothing gives no advice."""
    found = cast.with_persons(()).of(state, who)
    return TACTICS[DEFAULT] if found is None or found == PASSIVE else found


def hinted(
    state: State, who: str, labels: Sequence[tuple[dict[str, Any], str]], names: Names, cast: Cast
) -> str:
    """`nearest would take 3, burst at Vex`; `labels` are the commands of the list with how they are called."""
    tactic = adviser(cast, state, who)
    command = tactic.command(state, who)
    said = bare(command)
    for other, label in labels:
        if bare(other) == said:
            to = f" to {json.dumps(command['to'])}" if "to" in command else ""
            return f"{tactic.name} would take {label.removesuffix('…')}{to}."
    rest = {key: value for key, value in command.items() if key not in ("do", "who")}
    what = " ".join([command["do"].replace("_", " "), *(f"{key} {value}" for key, value in rest.items())])
    return f"{tactic.name} would {what}."


def bare(data: dict[str, Any]) -> dict[str, Any]:
    """A command without what goes without saying, and without where it leads."""
    command = read(data)
    full = data if isinstance(command, Refusal) else command.to_json()
    return {key: value for key, value in full.items() if key != "to"}


def answered(run: Run, ask: Choice, own: Sequence[str], cast: Cast) -> str:
    """What the tactic would answer."""
    who = next((one for one in deciders(ask) if one in own), ask.who)
    tactic = adviser(cast, run.state, who)
    value = tactic.answer(run, ask)
    word = {True: "claim it", False: "not claim it"}.get(value) if isinstance(value, bool) else str(value)
    return f"{tactic.name} would {'answer ' if not isinstance(value, bool) else ''}{word}."
