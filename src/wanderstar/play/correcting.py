"""One mistyped die put right in place: the same command, with the same answers wherever they are still asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

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
    if not is_number(die) or not 1 <= die <= len(faces):
        raise Refused(refuse("bad_value", field="die", found=die, expected=f"1 to {len(faces)}"))
    if not is_number(face) or not 1 <= face <= 6 or face == faces[die - 1]:
        expected = "a face from 1 to 6, another than it showed"
        raise Refused(refuse("bad_value", field="face", found=face, expected=expected))
    faces[die - 1] = face
    answers[at] = given._replace(value=tuple(faces))
    return _answered(start(run.start, run.command).advance(), answers, roll)


def is_number(value: object) -> TypeGuard[int]:
    """Whether something is a whole number, and not true or false."""
    return isinstance(value, int) and not isinstance(value, bool)


def _find(answers: list[Answer], draw: int | str) -> int:
    """Which of the answers is the draw that was meant."""
    draws = [n for n, answer in enumerate(answers) if answer.key == "dice"]
    names: list[str] = []
    for n in draws:
        seen = sum(answers[m].draw == answers[n].draw for m in draws if m <= n)
        names.append(f"{answers[n].draw}:{seen}")
    if is_number(draw):
        if 1 <= draw <= len(draws):
            return draws[draw - 1]
        raise Refused(refuse("bad_value", field="draw", found=draw, expected=f"1 to {len(draws)}"))
    fitting = [n for n, name in zip(draws, names, strict=True) if draw in (name, name.rpartition(":")[0])]
    if len(fitting) == 1:
        return fitting[0]
    meant = [name for n, name in zip(draws, names, strict=True) if n in fitting]
    code = "ambiguous" if fitting else "unknown"
    raise Refused(refuse(code, field="draw", found=draw, expected=meant or names))


class _Left:
    """The answers of the command as it was, to be given again where they are still asked.

    An answer that the corrected command has gone past (the damage of a shot that misses now) is given only where
    none that comes later fits.
    """

    def __init__(self, answers: list[Answer]) -> None:
        numbered: list[tuple[Answer, int]] = []
        for answer in answers:
            numbered.append((answer, sum(other.draw == answer.draw for other, _ in numbered)))
        self.ahead, self.passed = numbered, list[tuple[Answer, int]]()

    def take(self, run: Run) -> Answer | None:
        """The answer to one of the asks of a run; None when there is none."""
        for left in (self.ahead, self.passed):
            for at, (answer, occurrence) in enumerate(left):
                if any(_fits(ask, answer, occurrence, run) for ask in run.asks):
                    if left is self.ahead:
                        self.passed += left[:at]
                        self.ahead = left[at + 1 :]
                    else:
                        del left[at]
                    return answer
        return None


def _answered(run: Run, answers: list[Answer], roll: Roll) -> Run:
    """The run with each answer given where it is asked; what nobody asks for any more falls away."""
    left = _Left(answers)
    while run.asks:
        found = left.take(run)
        if found is None:
            draw = next((ask for ask in run.asks if isinstance(ask, Draw)), None)
            found = None if draw is None else roll(run, draw)
        if found is None:
            break
        run = run.answer(found).advance()
    return run


def _fits(ask: Choice | Draw, answer: Answer, occurrence: int, run: Run) -> bool:
    """Whether an answer is one to `ask`. The server's dice are those of the same draw, counted as the seed counts."""
    if isinstance(ask, Draw):
        name = f"{ask.name}:{ask.who}"
        if answer.key != "dice" or answer.draw != name or len(answer.value) != ask.count:
            return False
        return answer.by != "server" or occurrence == sum(given.draw == name for given in run.answers)
    return answer.key == ask.key and answer.value in ask.options


def again(before: State, line: Mapping[str, Any]) -> Run | None:
    """A later command resolved anew from its line; None when its answers no longer fit it exactly."""
    try:
        run = drive_line(before, line)
    except Refused:
        return None
    return run if run.done or line.get("open") else None
