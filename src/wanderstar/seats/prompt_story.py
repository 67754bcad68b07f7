"""A test before its dice, as the event of it would tell: for whoever is asked about it."""

from __future__ import annotations

from typing import Any

from ..play.reasons import Reason
from ..play.rolls import EDGE_WORDS, RollPlan
from ..play.scene import Event
from .chances import Test
from .names import Names
from .wording import reasons_json


def story_of(rolls: RollPlan, test: Test, name: str) -> dict[str, Any]:
    """What a `test` event would tell of a test before its dice."""
    return {
        "draw": name,
        "skill": rolls.skill,
        "characteristic": rolls.characteristic,
        "bonus": test.bonus,
        "edge": EDGE_WORDS[test.edge],
        "gain": test.gain,
        "reasons": [r.to_json() for r in test.reasons],
    }


def gained(events: list[Event], who: str) -> int:
    """The Momentum that the last roll earned."""
    amount = 0
    for event in events:
        if event.kind == "draw":
            amount = 0
        elif event.kind == "momentum_gained" and event.story["who"] == who:
            amount += event.story["amount"]
    return amount


def told_reasons(story: dict[str, Any], names: Names) -> list[dict[str, Any]]:
    """What bears on a test that `Prompting.peek` gave, each reason with its `text`."""
    return reasons_json(reasons_of(story), names)


def reasons_of(story: dict[str, Any]) -> list[Reason]:
    fields = Reason._fields
    return [Reason(**{name: v for name, v in r.items() if name in fields}) for r in story["reasons"]]
