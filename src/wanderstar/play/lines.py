"""Commands as journal lines and back: what was answered, in the order asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .asks import Answer, Choice, Draw
from .codec import event_to_json
from .refusal import Refusal, Refused, refuse
from .resolve import Run, prepare, start
from .state import State


def line_of(n: int, seat: str, run: Run) -> dict[str, Any]:
    """The journal's line of a command, done or open."""
    dice: list[int] = []
    rolled: list[str] = []
    choices: dict[str, Any] = {}
    for answer in run.answers:
        if answer.key == "dice":
            dice += answer.value
            rolled.append(answer.by)
        elif answer.key in choices:
            earlier = choices[answer.key]
            choices[answer.key] = [*(earlier if isinstance(earlier, list) else [earlier]), answer.value]
        else:
            choices[answer.key] = answer.value
    line: dict[str, Any] = {"n": n, "seat": seat, "command": run.command.to_json()}
    if dice:
        line["dice"] = dice
        line["rolled"] = rolled
    if choices:
        line["choices"] = choices
    line["events"] = [event_to_json(event) for event in run.events]
    if not run.done:
        line["open"] = True
    return line


class Given:
    """The dice and choices of a line as a provider of answers; `left` tells what nobody asked for."""

    def __init__(self, line: Mapping[str, Any], by: Sequence[str] = ()) -> None:
        self.dice = list(line.get("dice", ()))
        self.by = list(by)
        self.choices = {
            key: list(value) if isinstance(value, list) else [value]
            for key, value in line.get("choices", {}).items()
        }

    def __call__(self, table: Any, run: Run, ask: Choice | Draw) -> Answer | None:
        if isinstance(ask, Draw):
            if len(self.dice) < ask.count:
                return None
            faces, self.dice = self.dice[: ask.count], self.dice[ask.count :]
            by = self.by.pop(0) if self.by else "scripted"
            return Answer("dice", tuple(faces), by, f"{ask.name}:{ask.who}")
        values = self.choices.get(ask.key)
        return Answer(ask.key, values.pop(0)) if values else None

    def left(self) -> dict[str, list[Any]]:
        """Choices that nobody asked for, by key."""
        return {key: values for key, values in self.choices.items() if values}


def drive_line(before: State, line: Mapping[str, Any]) -> Run:
    """Resolves a journal's command again from its recorded answers; raises Refused if it cannot be."""
    command = prepare(before, line["command"])
    if isinstance(command, Refusal):
        raise Refused(command)
    given = Given(line, line.get("rolled", ()))
    run = start(before, command).advance()
    while run.asks:
        found = next((a for ask in run.asks if (a := given(None, run, ask)) is not None), None)
        if found is None:
            break
        run = run.answer(found).advance()
    if given.dice or given.left():
        raise Refused(
            refuse("bad_value", field="dice", found=given.dice or given.left(), expected="nothing more")
        )
    return run
