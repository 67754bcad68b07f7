"""Advice as a value: commands, best first, with what each changes; as JSON, as rows, in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .result import Figure

ENOUGH = 8
"""So many fights at least make a figure: with fewer nothing can be said of a command."""


class Change(NamedTuple):
    """By how much something is more than without the advice, and the interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2

    def to_json(self, exact: bool) -> dict[str, float]:
        """As JSON: an exact one has no interval."""
        if exact:
            return {"value": self.value, "within": self.half}
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Advised:
    """What one command comes to: the chance to win, what it changes in that, and in the trauma that the actor's
    side (`own`) and its foes end with, in boxes, against leaving the turn to the tactic.

    The intervals of changes are of the difference in the very same fights, with and without the command.
    """

    command: Mapping[str, Any]
    win: Figure
    change: Change
    own: Change
    foes: Change
    fights: int


@dataclass(frozen=True)
class Advice:
    """Commands, best first. `now` is the chance of the actor's side when its tactic goes on by itself.

    `left_out` is what had too few fights for a figure, or none. Where nothing had enough, everything that had any is
    among the options.
    """

    name: str
    who: str
    side: str
    round: int
    method: str
    path: str
    now: Figure
    options: tuple[Advised, ...]
    seed: str | int | None
    confidence: float
    names: Mapping[str, str]
    left_out: tuple[Mapping[str, Any], ...] = ()
    not_covered: tuple[str, ...] = ()
    stopped: bool = False
    seconds: float = 0.0

    @property
    def sound(self) -> tuple[Advised, ...]:
        """Those with fights enough for a figure."""
        return tuple(one for one in self.options if self.exact or one.fights >= ENOUGH)

    @property
    def exact(self) -> bool:
        """Whether the figures are exact."""
        return self.method == "exact"

    def to_json(self) -> dict[str, Any]:
        """What `wanderstar advise --json` prints."""
        answer: dict[str, Any] = {
            "name": self.name,
            "who": self.who,
            "side": self.side,
            "round": self.round,
            "method": self.method,
            "path": self.path,
            "now": self._p(self.now, max((o.fights for o in self.options), default=0)),
            "options": [
                {
                    "command": dict(one.command),
                    "win": self._p(one.win, one.fights),
                    "change": one.change.to_json(self.exact),
                    "trauma": {"own": one.own.to_json(self.exact), "foes": one.foes.to_json(self.exact)},
                }
                for one in self.options
            ],
            "left_out": [dict(command) for command in self.left_out],
            "not_covered": list(self.not_covered),
            "seed": None if self.exact else self.seed,
            "confidence": self.confidence,
            "interval": None if self.exact else self.rule,
            "seconds": round(self.seconds, 4),
        }
        return answer | ({"stopped": True} if self.stopped else {})

    @property
    def rule(self) -> str:
        """The intervals' rule: "fixed" for numbers of fights that the widths of intervals or the time settled,
        "sequence" when somebody stopped it."""
        return "sequence" if self.stopped else "fixed"

    def _p(self, figure: Figure, fights: int) -> dict[str, Any]:
        if self.exact:
            return {"value": figure.value, "within": figure.half}
        shown = {"value": figure.value, "low": figure.low, "high": figure.high}
        return {**shown, "confidence": self.confidence, "fights": fights}

    def rows(self) -> list[dict[str, Any]]:
        """One row a command."""
        return [
            {
                "command": " ".join(str(value) for value in one.command.values()),
                "win": one.win.value,
                **{f"change_{name}": value for name, value in one.change._asdict().items()},
                "trauma_own": one.own.value,
                "trauma_foes": one.foes.value,
                "fights": one.fights,
            }
            for one in self.options
        ]

    def __repr__(self) -> str:
        from ..play.notebook import percent

        if not self.options:
            return f"Advice for {self.who} in round {self.round}: nothing is known yet"
        best, first = self.rows()[0]["command"], self.options[0]
        told = f"best {best}, wins {percent(first.win.value)} (as it goes {percent(self.now.value)})"
        return f"Advice for {self.who} in round {self.round}: {told}"

    def _repr_html_(self) -> str:
        from ..play.notebook import Bar, Group, html, percent

        bars = [
            Bar(str(row["command"]), row["win"], percent(row["win"]), f"{100 * row['change_value']:+.1f} %")
            for row in self.rows()
        ]
        facts = {"turn": self.who, "now": percent(self.now.value)}
        return html(self.name, facts, [Group("chance to win", bars)])
