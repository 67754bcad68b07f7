"""Chapters 5 and 11 of the Wanderstar role-playing game: rules, play, replay and exact odds.

`odds.{test, attack, opposed, contest, clock, command}`, `roll`, `fight`, `replay`, `check` and `load` take the
flags of the verbs as keywords; `to_json()` of what they return is what the verbs print. A `Refusal` is returned,
and falsy; a broken file raises `BrokenFile`, whose `faults` are all that is wrong; a bad argument `BadArgument`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import odds
    from .cli.api import fight, replay
    from .play.arguments import BadArgument
    from .play.notation import roll
    from .play.refusal import Refusal
    from .play.replay import load
    from .sheets.check import check
    from .sheets.faults import BrokenFile

__all__ = [
    "BadArgument",
    "BrokenFile",
    "Refusal",
    "check",
    "fight",
    "load",
    "odds",
    "replay",
    "roll",
]

_HOMES = {
    "BadArgument": "play.arguments",
    "BrokenFile": "sheets.faults",
    "Refusal": "play.refusal",
    "check": "sheets.check",
    "fight": "cli.api",
    "load": "play.replay",
    "odds": "",
    "replay": "cli.api",
    "roll": "play.notation",
}
"""The module each name comes from; `odds` is one itself."""


def __getattr__(name: str) -> Any:
    """Imports a name when it is first asked for: the odds need no play, a roll no odds."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = _HOMES[name]
    module = import_module(f".{home or name}", __name__)
    globals()[name] = found = getattr(module, name) if home else module
    return found


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted({*globals(), *__all__})
