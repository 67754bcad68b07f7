"""What a seat may send to a room, read from JSON: one request with one thing to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..play.refusal import Refusal, refuse

KINDS = ("command", "answer", "undo", "redo", "correct", "cancel", "tactic", "settings")
"""The things that may be asked for, one in a request."""

MAX_REQUEST = 100
CORRECTION = ("draw", "die", "face")


class Order(NamedTuple):
    """A request: its id, the version its page showed (None: not said), and the one thing wanted."""

    request: str
    version: str | None
    kind: str
    value: Any


def read(body: Any) -> Order | Refusal:
    """The order in a request's body; `bad_value` names the field that is wrong."""
    if not isinstance(body, Mapping):
        return _bad("body", None, "an object")
    unknown = [key for key in body if key not in ("request", "version", *KINDS)]
    if unknown:
        return _bad(str(unknown[0])[:60], None, ["request", "version", *KINDS])
    request = body.get("request")
    if not isinstance(request, str) or not 1 <= len(request) <= MAX_REQUEST or not request.isprintable():
        return _bad("request", None, f"an id of your own, printable, at most {MAX_REQUEST} letters")
    version = body.get("version")
    if version is not None and not isinstance(version, str):
        return _bad("version", None, "the version of the state you saw, or null")
    kinds = [kind for kind in KINDS if body.get(kind) is not None]
    if len(kinds) != 1:
        return _bad("body", kinds, f"exactly one of {', '.join(KINDS)}")
    value = body[kinds[0]]
    if not SHAPES[kinds[0]](value):
        return _bad(kinds[0], None, WANTED[kinds[0]])
    return Order(request, version, kinds[0], value)


def _bad(field: str, found: Any, expected: Any) -> Refusal:
    return refuse("bad_value", field=field, found=found, expected=expected)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9


def _undo(value: Any) -> bool:
    if not isinstance(value, Mapping) or set(value) - {"n", "answer"} or not _whole(value.get("n")):
        return False
    return value.get("answer") is None or _whole(value["answer"])


def _correct(value: Any) -> bool:
    if not isinstance(value, Mapping) or not {"draw", "die", "face"} <= set(value) <= {"n", *CORRECTION}:
        return False
    draw = isinstance(value["draw"], str) and len(value["draw"]) <= 300
    numbers = [value["die"], value["face"], *([] if value.get("n") is None else [value["n"]])]
    return (draw or _whole(value["draw"])) and all(_whole(one) for one in numbers)


def _answer(value: Any) -> bool:
    return isinstance(value, Mapping) and 1 <= len(value) <= 200 and all(isinstance(k, str) for k in value)


SHAPES: dict[str, Callable[[Any], bool]] = {
    "command": lambda value: isinstance(value, Mapping) and all(isinstance(k, str) for k in value),
    "answer": _answer,
    "undo": _undo,
    "redo": _whole,
    "correct": _correct,
    "cancel": lambda value: value is True,
    "tactic": lambda value: isinstance(value, str) and len(value) <= 100,
    "settings": lambda value: isinstance(value, Mapping),
}
WANTED = {
    "command": 'an object, {"do": NAME, …}',
    "answer": '{KEY: VALUE}, {"dice": [faces]} or {"dice": "roll"}',
    "undo": '{"n": N} or {"n": N, "answer": K}',
    "redo": "a command's number",
    "correct": '{"draw": "NAME:WHO", "die": I, "face": F}, the GM also "n"',
    "cancel": "true",
    "tactic": 'a combatant\'s id, or "all"',
    "settings": "an object of settings",
}
