"""The inverse of a forecast: how many of a foe make a fight even, or leave the others a stated chance."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow
from typing import Any, NamedTuple

from ..play.arguments import BadArgument, RulesetGiven
from ..play.refusal import Refusal
from ..sheets.load import encounter_from
from ..sheets.model import Encounter, Placed
from .driver import Progress, Watch, forecast, table_of, unwatched
from .result import Figure, Forecast

MOST = 60
"""So many of one kind at most are tried."""

TRIES = 8
"""How many numbers are tried as a rule; the time is shared out by it."""

GROWTH = 2


class Tried(NamedTuple):
    """What was tried: so many, the chance of the others to win, the whole forecast."""

    many: int
    win: Figure
    forecast: Forecast


@dataclass(frozen=True)
class Fair:
    """How many of `who` leave the others nearest to `chance`; `fair` is None when no number does, and `why` says so.

    `tried` goes up from the least number; `stopped` when somebody ended the search.
    """

    name: str
    who: str
    whose: str
    chance: float
    now: int
    fair: int | None
    why: str
    tried: tuple[Tried, ...]
    stopped: bool = False
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """What `wanderstar forecast --fair --json` prints."""
        answer: dict[str, Any] = {
            "name": self.name,
            "who": self.who,
            "side": self.whose,
            "chance": self.chance,
            "now": self.now,
            "fair": self.fair,
            "why": self.why,
            "tried": [
                {"count": one.many, "win": one.forecast.p(one.win), "method": one.forecast.method}
                for one in self.tried
            ],
            "seed": self.tried[0].forecast.seed if self.tried else None,
            "seconds": round(self.seconds, 4),
        }
        return answer | ({"stopped": True} if self.stopped else {})

    def rows(self) -> list[dict[str, Any]]:
        """One row a number that was tried."""
        return [
            {"count": one.many, "value": one.win.value, "low": one.win.low, "high": one.win.high}
            for one in self.tried
        ]

    def __repr__(self) -> str:
        return f"Fair, {self.who}: {self.why}"

    def _repr_html_(self) -> str:
        from ..play.notebook import Bar, Group, html, percent

        bars = [Bar(f"{one.many} × {self.who}", one.win.value, percent(one.win.value)) for one in self.tried]
        return html(self.name, {"fair": self.why}, [Group("chance of the others", bars)])


def copies(encounter: Encounter, who: str, count: int) -> Encounter:
    """The encounter with so many of `who` (a sheet's id, or a combatant's): copies stand where the last one does,
    those too many go from the end. Raises BadArgument."""
    one = kind(encounter, who)
    entries: list[dict[str, Any]] = [dict(entry) for entry in encounter.source["combatants"]]
    alike = [placed.person.id == one.person.id and placed.side == one.side for placed in encounter.combatants]
    of_kind = [i for i, same in enumerate(alike) if same]
    kept = [entry for i, entry in enumerate(entries) if i not in of_kind[count:]]
    taken = {entry["id"] for entry in entries}
    last = entries[of_kind[-1]]
    base = last["who"] if isinstance(last["who"], str) else last["id"]
    free = (f"{base.rpartition(':')[2]}-{n}" for n in range(1, len(taken) + MOST + 1))
    fresh = [name for name in free if name not in taken][: max(count - len(of_kind), 0)]
    at = of_kind[-1] + 1 - max(len(of_kind) - count, 0)
    added = [{**last, "id": name, "name": f"{one.person.name} {name.rpartition('-')[2]}"} for name in fresh]
    source = {**encounter.source, "combatants": [*kept[:at], *added, *kept[at:]]}
    return encounter_from(source, None, encounter.ruleset, name=encounter.name)


def kind(encounter: Encounter, who: str) -> Placed:
    """One of those that are meant. Raises BadArgument, naming those there are."""
    named = [one for one in encounter.combatants if who in (one.id, one.person.id)]
    if not named:
        there = ", ".join(dict.fromkeys(one.person.id for one in encounter.combatants))
        raise BadArgument("fair", f"nobody in this encounter is {who!r:.40}; there are {there}")
    if len({one.side for one in named}) > 1:
        raise BadArgument(
            "fair", f"{who!r:.40} is on both sides; name one of {', '.join(o.id for o in named)}"
        )
    return named[0]


def fair(
    source: str | Path | Encounter,
    who: str,
    *,
    chance: float = 0.5,
    tactic: str | Sequence[str] | None = None,
    seed: str | int | None = None,
    seconds: float = 60.0,
    ruleset: RulesetGiven | None = None,
    watch: Watch = unwatched,
    **flags: Any,
) -> Fair | Refusal:
    """How many of `who` leave the other sides together the chance `chance` to win.

    The chance falls as their number grows, so the number is found by doubling and halving; every number is tried
    with the same luck. `flags` are those of `forecast`. Raises BrokenFile and BadArgument.
    """
    if not 0 < chance < 1:
        raise BadArgument("chance", f"between 0 and 1 is wanted, not {chance!r:.40}")
    table = table_of(source, ruleset)
    if table.entries or table.run is not None:
        raise BadArgument("fair", "a fight in play has the foes that it has; give an encounter")
    encounter = table.encounter
    one = kind(encounter, who)
    began = time.monotonic()
    settings = {
        **flags,
        "seed": randbelow(2**32) if seed is None else seed,
        "tactic": _fitting(tactic),
        "seconds": seconds / TRIES,
    }
    search = Search(encounter, one, chance, settings, watch)
    refused = search.run()
    if refused is not None:
        return refused
    found, why = search.verdict()
    tried = tuple(search.tried[count] for count in sorted(search.tried))
    stopped, name = search.stopped, encounter.name
    spent = time.monotonic() - began
    return Fair(name, one.person.id, one.side, chance, search.now, found, why, tried, stopped, spent)


def _fitting(tactic: str | Sequence[str] | None) -> list[str]:
    return [tactic] if isinstance(tactic, str) else list(tactic or ())


class Search:
    """Numbers tried one after the other, until two neighbours have the wanted chance between them."""

    def __init__(
        self, encounter: Encounter, one: Placed, chance: float, settings: Mapping[str, Any], watch: Watch
    ) -> None:
        self.encounter, self.one, self.chance, self.settings = encounter, one, chance, settings
        self.watch = watch
        mates = [c for c in encounter.combatants if c.side == one.side]
        self.now = sum(c.person.id == one.person.id for c in mates)
        self.least = 0 if self.now < len(mates) else 1
        self.tried: dict[int, Tried] = {}
        self.stopped = False

    def run(self) -> Refusal | None:
        """Doubles until the wanted chance is passed, then halves what lies between."""
        low, high = self.least, max(self.now, self.least + 1)
        for count in (low, high):
            refused = self.attempt(count)
            if refused is not None:
                return refused
        while not self.stopped and self.above(high) and high < MOST:
            low, high = high, min(high * GROWTH, MOST)
            self.attempt(high)
        while not self.stopped and self.above(low) and not self.above(high) and high - low > 1:
            middle = (low + high) // 2
            self.attempt(middle)
            if middle in self.tried:
                low, high = (middle, high) if self.above(middle) else (low, middle)
        return None

    def above(self, count: int) -> bool:
        """Whether the others have more than the wanted chance against so many."""
        return count in self.tried and self.tried[count].win.value > self.chance

    def attempt(self, count: int) -> Refusal | None:
        """The forecast against so many."""
        if count in self.tried or self.stopped:
            return None

        def watch(progress: Progress) -> bool:
            done = (len(self.tried) + progress.part) / max(TRIES, len(self.tried) + 1)
            self.stopped = self.watch(progress._replace(part=min(done, 0.99), what=f"{count} of them"))
            return self.stopped

        made = forecast(copies(self.encounter, self.one.id, count), watch=watch, **self.settings)
        if isinstance(made, Refusal):
            return made
        if made.stopped:
            self.stopped = True
        if made.method == "exact" or made.tally.fights:
            shape = made.tally.shape
            won = sum(
                n for side, n in zip(shape.sides, made.tally.wins, strict=True) if side != self.one.side
            )
            self.tried[count] = Tried(count, made.figure(won), made)
        return None

    def verdict(self) -> tuple[int | None, str]:
        """The number, and the answer in a sentence."""
        name, wanted = self.one.person.name, f"{100 * self.chance:.0f} %"
        if not self.tried:
            return None, "no fight came to its end in that time"
        counts = sorted(self.tried)
        best = min(counts, key=lambda count: (abs(self.tried[count].win.value - self.chance), count))
        shown = f"{100 * self.tried[best].win.value:.1f} %"
        if self.stopped and (self.above(counts[-1]) or not self.above(counts[0])):
            return None, f"stopped before an answer; {best} of {name} leave the others {shown}"
        if self.above(counts[-1]):
            many = (
                f"even {counts[-1]} of {name} leave the others {100 * self.tried[counts[-1]].win.value:.1f} %"
            )
            return None, f"{many}, more than {wanted}"
        if not self.above(counts[0]):
            value = self.tried[counts[0]].win.value
            few = f"with {counts[0]} of {name} the others have {100 * value:.1f} %"
            if abs(value - self.chance) < 0.005:
                return counts[0], f"{few}, as near to {wanted} as can be"
            return None, f"{few}, already less than {wanted}"
        return best, f"{best} of {name} leave the others {shown}, the nearest to {wanted}"
