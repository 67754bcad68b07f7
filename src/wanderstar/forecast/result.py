"""A forecast: a tally with the words around it, as figures with their intervals, as JSON and as a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .statistics import Interval, Rule, sequence, wilson
from .tally import Ends, Histogram, Tally

ROUNDING = 1e-12
"""What adding up a few million probabilities as floats may be off by."""

NAMED = (0, 1, 2)
"""Trauma always names these."""


class Figure(NamedTuple):
    """A chance: with the interval it lies in. `certain` is one that no dice decide."""

    value: float
    low: float
    high: float
    certain: bool = False

    @property
    def half(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2


class Person(NamedTuple):
    """Somebody in the fight, for those who read of it."""

    id: str
    name: str
    side: str
    physical: int
    mental: int | None


class Ignored(NamedTuple):
    """Something on a sheet that whoever plays never uses."""

    who: str
    what: str
    why: str


@dataclass(frozen=True)
class Forecast:
    """How a fight will go. `method` is "exact" or "simulated"; `path` "compiled", "engine" or "none" (no dice left).

    `goal` is the number of fights that was settled beforehand: the one asked for, or what the precision asked for
    takes. `stopped` when somebody ended it. `why` says why this method.
    """

    name: str
    tally: Tally
    limit: int
    method: str
    path: str
    sides: Mapping[str, str]
    people: tuple[Person, ...]
    weapons: Mapping[str, str]
    seed: str | int | None = None
    goal: int | None = None
    confidence: float = 0.95
    stopped: bool = False
    seconds: float = 0.0
    why: str = ""
    not_covered: tuple[str, ...] = ()
    ignored: tuple[Ignored, ...] = field(default=())
    fallen_before: tuple[str, ...] = ()
    """Who had fallen before anything was forecast."""

    @property
    def rule(self) -> str:
        """The intervals' rule: "wilson" for a number of fights that was settled and reached, else "sequence"."""
        return "wilson" if self.goal is not None and self.tally.fights >= self.goal else "sequence"

    def figure(self, count: float) -> Figure:
        """The chance of what was counted so often."""
        tally = self.tally
        if self.method == "exact":
            if self.path == "none":
                return Figure(count, count, count, True)
            return Figure(count, max(count - self.within, 0.0), min(count + self.within, 1.0))
        if not tally.fights:
            return Figure(0.5, 0.0, 1.0)
        rules: dict[str, Rule] = {"wilson": wilson, "sequence": sequence}
        found: Interval = rules[self.rule](count, tally.fights, self.confidence)
        return Figure(count / tally.fights, found.low, found.high)

    @property
    def within(self) -> float:
        """How far an exact figure may be off."""
        return 0.0 if self.path == "none" else self.tally.left_over + ROUNDING

    @property
    def wins(self) -> dict[str, Figure]:
        """Each side's chance to win."""
        return {
            side: self.figure(count)
            for side, count in zip(self.tally.shape.sides, self.tally.wins, strict=True)
        }

    @property
    def draw(self) -> Figure:
        """The chance of a draw: the round limit, or nobody left."""
        return self.figure(self.tally.draws)

    @property
    def undecided(self) -> bool:
        """Whether every fight goes on to the round limit: a draw for want of time, not of people."""
        return bool(self.tally.draws) and not any(self.tally.wins) and set(self.tally.rounds) == {self.limit}

    @property
    def rounds(self) -> dict[int, Figure]:
        """In which round it ends."""
        return self.distribution(self.tally.rounds)

    def distribution(self, counts: Histogram) -> dict[int, Figure]:
        """Every value that was seen, least first."""
        return {value: self.figure(counts[value]) for value in sorted(counts)}

    def ends(self, who: str) -> Ends:
        """How one combatant ends."""
        return self.tally.ends[self.tally.shape.who.index(who)]

    def gone(self, person: Person) -> float:
        """In how many fights (or with what probability) one was out because one left or surrendered.

        Where it is not counted: one who is out with room on every track, for both are never filled at once.
        """
        ends = self.ends(person.id)
        if self.path != "compiled":
            return ends.gone
        if person.id in self.fallen_before:
            return 0.0
        tracks = [(ends.physical, person.physical), (ends.mental, person.mental)]
        full = sum(
            n for counts, boxes in tracks if boxes is not None for v, n in counts.items() if v >= boxes
        )
        gone = ends.out - full
        return gone if gone > ROUNDING + self.tally.left_over else 0.0

    @property
    def how(self) -> str:
        """How the figures were found, in a line."""
        if self.path == "none":
            return f"{self.why}: nothing is left to chance"
        if self.method == "exact":
            return f"exact: {self.tally.states:,} states, {self.within:.0e} left over"
        where = "simulated" if self.path == "compiled" else "simulated on the play engine"
        ended = ", stopped" if self.stopped else ""
        return f"{int(self.tally.fights):,} fights {where}{ended}, seed {self.seed}"

    def to_json(self) -> dict[str, Any]:
        """What `wanderstar forecast --json` prints."""
        tally, simulated = self.tally, self.method == "simulated"
        answer: dict[str, Any] = {
            "name": self.name,
            "method": self.method,
            "path": self.path,
            "why": self.why,
            **({"fights": int(tally.fights)} if simulated else {"states": int(tally.states)}),
            "seed": self.seed if simulated else None,
            "left_over": 0 if simulated else tally.left_over,
            "round_limit": self.limit,
            "win": {side: self.p(figure) for side, figure in self.wins.items()},
            "draw": self.p(self.draw),
            "rounds": self.values(tally.rounds),
            "combatants": {person.id: self._person(person) for person in self.people},
        }
        if simulated:
            counts = {side: int(n) for side, n in zip(tally.shape.sides, tally.wins, strict=True)}
            answer |= {
                "counts": counts | {"draw": int(tally.draws)},
                "interval": self.rule,
                "confidence": self.confidence,
            }
        answer |= {
            "not_covered": list(self.not_covered),
            "ignored": [one._asdict() for one in self.ignored],
            "seconds": round(self.seconds, 4),
        }
        return answer | ({"stopped": True} if self.stopped else {})

    def p(self, figure: Figure) -> dict[str, Any]:
        """A chance as JSON."""
        if figure.certain and figure.value in (0, 1):
            return {"exact": str(int(figure.value)), "value": float(figure.value)}
        if self.method == "exact":
            return {"value": figure.value, "within": self.within}
        return {
            "value": figure.value,
            "low": figure.low,
            "high": figure.high,
            "confidence": self.confidence,
            "fights": int(self.tally.fights),
        }

    def values(self, counts: Histogram, named: tuple[int, ...] = ()) -> dict[str, Any]:
        """A distribution as JSON, `named` values among it whether seen or not."""
        return {str(value): self.p(self.figure(counts.get(value, 0))) for value in sorted({*counts, *named})}

    def _person(self, person: Person) -> dict[str, Any]:
        ends = self.ends(person.id)
        trauma = {"physical": self.values(ends.physical, NAMED)}
        if person.mental is not None:
            trauma["mental"] = self.values(ends.mental, NAMED)
        answer = {
            "name": person.name,
            "side": person.side,
            "out": self.p(self.figure(ends.out)),
            "dead": self.p(self.figure(ends.dead)),
            "gone": self.p(self.figure(self.gone(person))),
            "trauma": trauma,
            "ammo": {weapon: self.values(left) for weapon, left in ends.ammo.items()},
        }
        return answer | ({"momentum": self.values(ends.momentum)} if ends.momentum else {"momentum": None})

    def rows(self) -> list[dict[str, Any]]:
        """One row a figure: `quantity`, `of`, `who` (None: the whole fight's), `value`, `low`, `high`."""
        found: list[dict[str, Any]] = []

        def put(quantity: str, of: object, figure: Figure, who: str | None = None) -> None:
            value, low, high = figure[:3]
            found.append(
                {"quantity": quantity, "of": str(of), "who": who, "value": value, "low": low, "high": high}
            )

        for side, figure in self.wins.items():
            put("win", side, figure)
        put("draw", "", self.draw)
        for value, figure in self.rounds.items():
            put("rounds", value, figure)
        for person in self.people:
            ends = self.ends(person.id)
            put("out", "", self.figure(ends.out), person.id)
            put("dead", "", self.figure(ends.dead), person.id)
            put("gone", "", self.figure(self.gone(person)), person.id)
            counted = {"physical": ends.physical, "mental": ends.mental, "momentum": ends.momentum}
            for quantity, counts in (counted | {f"ammo {w}": n for w, n in ends.ammo.items()}).items():
                for value, figure in self.distribution(counts).items():
                    put(quantity, value, figure, person.id)
        return found

    def __repr__(self) -> str:
        from ..play.notebook import percent

        chances = [f"{side} {percent(one.value)}" for side, one in self.wins.items()]
        draw = [f"draw {percent(self.draw.value)}"] if self.draw.value else []
        return f"Forecast of {self.name}: {', '.join(chances + draw)} ({self.how})"

    def _repr_html_(self) -> str:
        from .page import notebook

        return notebook(self)
