"""Exact odds: every face of every die counted, in whole numbers, by the rules of `book`.

`test`, `attack`, `opposed`, `contest` and `clock` each answer one question of plain numbers; `command` plays one
command of a table with every possible answer. Each result has `to_json()`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..play.arguments import BadArgument
from .attack import AttackOdds, attack
from .clock import ClockOdds, clock
from .contest import ContestOdds, contest
from .exact import Distribution
from .opposed import SECOND_SIDE, OpposedOdds, Side, opposed
from .test import NeededOdds, TableOdds, TestOdds, test

if TYPE_CHECKING:
    from .command import command as command

__all__ = [
    "SECOND_SIDE",
    "AttackOdds",
    "BadArgument",
    "ClockOdds",
    "ContestOdds",
    "Distribution",
    "NeededOdds",
    "OpposedOdds",
    "Side",
    "TableOdds",
    "TestOdds",
    "attack",
    "clock",
    "contest",
    "opposed",
    "test",
]


def __getattr__(name: str) -> Any:
    """`command` brings the whole play engine with it, so it comes when it is asked for."""
    if name != "command":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(".command", __name__).command


class _Odds(ModuleType):
    """This package, where `command` is the function, whoever imports the module of that name, and when."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "command" and isinstance(value, ModuleType):
            value = value.command
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Odds
