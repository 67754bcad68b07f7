"""What a resolution asks while it runs, and how its answers reach it.

A resolution asks by name. An answer that is not there yet stops it with `Wanted`; when the answer comes the
resolution runs again from its start. It is pure, so that is safe; it is short, so that is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .refusal import Refused, refuse

Why = Callable[[Any], str | None]
"""The refusal code of a value that is not among the options; None when it is simply no option."""


class Choice(NamedTuple):
    """A choice to be made by `who`. `default` is the safe one (no reaction, no claim)."""

    name: str
    who: str
    options: tuple[Any, ...]
    default: Any
    why: Why

    @property
    def key(self) -> str:
        """`NAME:WHO`, by which an answer names it."""
        return f"{self.name}:{self.who}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Dice to be rolled: `count` D6 in the name of `who`, physically by `roller`; `edge` -1, 0, 1 or None."""

    name: str
    who: str
    roller: str
    count: int
    edge: int | None

    @property
    def key(self) -> str:
        """`dice`, the key of every draw's answer."""
        return "dice"


class Wanted(Exception):
    """Answers are missing; `asks` are all that may be given now, in order."""

    def __init__(self, asks: Sequence[Choice | Draw]) -> None:
        super().__init__(", ".join(a.key for a in asks))
        self.asks = tuple(asks)


class Answer(NamedTuple):
    """One answer: `key` of a choice with its value, or `dice` with the faces.

    Of dice `by` says where they are from (server, typed, scripted), `draw` is the draw's name and who.
    """

    key: str
    value: Any
    by: str = ""
    draw: str = ""


class Answers:
    """The answers given to one resolution so far, in the order they came.

    `used` are those it took, in the order asked; `unasked` remembers why values would have been refused that
    were never asked for.
    """

    def __init__(self, given: Sequence[Answer]) -> None:
        self._left = list(given)
        self.used: list[Answer] = []
        self.unasked: dict[str, list[Why]] = {}

    def _take(self, key: str) -> Answer | None:
        for i, answer in enumerate(self._left):
            if answer.key == key:
                self.used.append(answer)
                return self._left.pop(i)
        return None

    def dice(self, name: str, who: str, roller: str, count: int, edge: int | None = None) -> Answer:
        """`count` faces, as rolled."""
        answer = self._take("dice")
        if answer is None:
            raise Wanted((Draw(name, who, roller, count, edge),))
        return answer

    def all(self, choices: Sequence[Choice]) -> list[Any]:
        """The values of several choices that are asked at once; one with a single option is not asked."""
        values, missing = [], []
        for choice in choices:
            if len(choice.options) == 1:
                self.unasked.setdefault(choice.key, []).append(choice.why)
                values.append(choice.options[0])
                continue
            answer = self._take(choice.key)
            if answer is None:
                missing.append(choice)
                values.append(None)
                continue
            check(choice, answer.value)
            values.append(answer.value)
        if missing:
            raise Wanted(missing)
        return values

    def choice(self, choice: Choice) -> Any:
        """The value of one choice."""
        return self.all((choice,))[0]


def check(choice: Choice, value: Any) -> None:
    """Raises Refused when `value` is no option of `choice`."""
    if not any(value == option and type(value) is type(option) for option in choice.options):
        code = choice.why(value)
        options = list(choice.options)
        raise Refused(refuse(code or "bad_value", key=choice.key, value=value, options=options))


def no_reason(value: Any) -> str | None:
    """A value that is no option, for no reason of its own."""
    return None
