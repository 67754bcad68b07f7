"""Chapters 5 and 11 of the Wanderstar role-playing game: rules, play, replay, exact odds and forecasts.

`odds.{test, attack, opposed, contest, clock, command}`, `roll`, `fight`, `replay`, `forecast`, `advise`, `check` and
`load` take the flags of the verbs as keywords; `to_json()` of what they return is what the verbs print. A `Refusal`
is returned, and falsy; a broken file raises `BrokenFile`, whose `faults` are all that is wrong; a bad argument
`BadArgument`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import odds
    from .cli.api import fight, replay
    from .forecast.advise import advise
    from .forecast.driver import forecast
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
    "advise",
    "check",
    "fight",
    "forecast",
    "load",
    "odds",
    "replay",
    "roll",
]

_HOMES = {
    "BadArgument": "play.arguments",
    "BrokenFile": "sheets.faults",
    "Refusal": "play.refusal",
    "advise": "forecast.advise",
    "check": "sheets.check",
    "fight": "cli.api",
    "forecast": "",
    "load": "play.replay",
    "odds": "",
    "replay": "cli.api",
    "roll": "play.notation",
}
"""The module each name comes from; `odds` and `forecast` are packages themselves, and `forecast` can be called."""


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
