"""One mistyped die put right in place: the same command, with the same answers wherever they are still asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .asks import Answer, Choice, Draw
from .lines import drive_line
from .refusal import Refused, refuse
from .resolve import Run, start
from .state import State

Roll = Callable[[Run, Draw], Answer | None]
"""The server's dice for a draw that the correction makes necessary; None leaves it to be typed."""


def corrected(run: Run, draw: int | str, die: int, face: int, roll: Roll) -> Run:
    """The run of a command with one face changed; raises Refused when there is no such die, or the server rolled it."""
    answers = list(run.answers)
    at = _find(answers, draw)
    given = answers[at]
    if given.by == "server":
        raise Refused(refuse("unable", "R52", draw=given.draw, because="server dice"))
    faces = list(given.value)
    if not 1 <= die <= len(faces):
        raise Refused(refuse("bad_value", field="die", found=die, expected=f"1 to {len(faces)}"))
    if not 1 <= face <= 6 or face == faces[die - 1]:
        expected = "a face from 1 to 6, another than it showed"
        raise Refused(refuse("bad_value", field="face", found=face, expected=expected))
    faces[die - 1] = face
    answers[at] = given._replace(value=tuple(faces))
    return _answered(start(run.start, run.command).advance(), answers, roll)


def _find(answers: list[Answer], draw: int | str) -> int:
    """Which of the answers is the draw that was meant."""
    draws = [n for n, answer in enumerate(answers) if answer.key == "dice"]
    names: list[str] = []
    for n in draws:
        seen = sum(answers[m].draw == answers[n].draw for m in draws if m <= n)
        names.append(f"{answers[n].draw}:{seen}")
    if isinstance(draw, int) and not isinstance(draw, bool):
        if 1 <= draw <= len(draws):
            return draws[draw - 1]
        raise Refused(refuse("bad_value", field="draw", found=draw, expected=f"1 to {len(draws)}"))
    fitting = [n for n, name in zip(draws, names, strict=True) if draw in (name, name.rpartition(":")[0])]
    if len(fitting) == 1:
        return fitting[0]
    meant = [name for n, name in zip(draws, names, strict=True) if n in fitting]
    code = "ambiguous" if fitting else "unknown"
    raise Refused(refuse(code, field="draw", found=draw, expected=meant or names))


def _answered(run: Run, answers: list[Answer], roll: Roll) -> Run:
    """The run with each answer given where it is asked; what nobody asks for any more falls away."""
    left = list(answers)
    while run.asks:
        found = next((answer for answer in left if any(_fits(ask, answer) for ask in run.asks)), None)
        if found is not None:
            left.remove(found)
        else:
            draw = next((ask for ask in run.asks if isinstance(ask, Draw)), None)
            found = None if draw is None else roll(run, draw)
        if found is None:
            break
        run = run.answer(found).advance()
    return run


def _fits(ask: Choice | Draw, answer: Answer) -> bool:
    if isinstance(ask, Draw):
        name = f"{ask.name}:{ask.who}"
        return answer.key == "dice" and answer.draw == name and len(answer.value) == ask.count
    return answer.key == ask.key and answer.value in ask.options


def again(before: State, line: Mapping[str, Any]) -> Run | None:
    """A later command resolved anew from its line; None when its answers no longer fit it exactly."""
    try:
        run = drive_line(before, line)
    except Refused:
        return None
    return run if run.done or line.get("open") else None
