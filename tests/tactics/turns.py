"""Whole turns of a tactic on positions in a few lines of text, and what it answers to commands of others."""

from __future__ import annotations

from typing import Any

from tests.play.positions import fight

from wanderstar.play.asks import Answer, Choice
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare, start
from wanderstar.play.state import InUse, State
from wanderstar.tactics.cast import TACTICS

Command = dict[str, Any]


def state(
    text: str,
    rules: Any = None,
    others: dict[str, dict[str, Any]] | None = None,
    scene: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """The position that a text draws, its first combatant's turn begun; `fields` are set of that one."""
    now = fight(text, rules or {}, **(scene or {})).table.state
    first = next(iter(now.combatants))
    people = dict(now.combatants)
    for who, changes in {first: fields, **(others or {})}.items():
        people[who] = people[who]._replace(**changes)
    return now._replace(combatants=people)


def turn(text: str, tactic: str = "focus", **given: Any) -> list[Command]:
    """The commands of a whole turn; the last one asks for something, so that it is not played, or ends the turn."""
    return turn_of(state(text, **given), tactic)


def turn_of(now: State, tactic: str = "focus") -> list[Command]:
    """The same from a state."""
    assert now.turn is not None
    who, commands = now.turn, []
    while True:
        commands.append(TACTICS[tactic].command(now, who))
        command = prepare(now, commands[-1])
        assert not isinstance(command, Refusal), (commands[-1], command)
        run = start(now, command).advance()
        if run.asks or commands[-1]["do"] in ("end_turn", "leave", "surrender"):
            return commands
        now = run.state


def did(text: str, tactic: str = "focus", **given: Any) -> list[str]:
    """The names of a turn's commands."""
    return [command["do"] for command in turn(text, tactic, **given)]


def last(text: str, tactic: str = "focus", **given: Any) -> Command:
    """The command that a turn leads to: the one that asks for dice or answers."""
    return turn(text, tactic, **given)[-1]


def answered(
    text: str,
    attacker: str,
    command: Command,
    tactic: str = "focus",
    others: dict[str, dict[str, Any]] | None = None,
    face: int = 3,
) -> dict[str, Any]:
    """What is answered to a command of `attacker`, who has the turn, every die showing `face`: by key."""
    now = state(text, others=others)._replace(turn=attacker)
    ordered = prepare(now, {"who": attacker, **command})
    assert not isinstance(ordered, Refusal), ordered
    run, given = start(now, ordered).advance(), {}
    while run.asks:
        ask = run.asks[0]
        if isinstance(ask, Choice):
            given[ask.key] = TACTICS[tactic].answer(run, ask)
            run = run.answer(Answer(ask.key, given[ask.key])).advance()
        else:
            run = run.answer(Answer("dice", (face,) * ask.count, "typed")).advance()
    return given


def behind(cover: str) -> dict[str, Any]:
    """Fields of one who is fully behind a cover."""
    return {"cover": (InUse(cover, True),)}
