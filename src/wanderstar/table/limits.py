"""How often somebody may do something: a bucket of tokens for each, refilled as time goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

RATES: Mapping[str, tuple[float, float]] = {
    "look": (100.0, 300.0),  # pages and states, a seat
    "act": (50.0, 100.0),  # orders, a seat
    "odds": (10.0, 30.0),  # odds of commands, a seat
    "create": (1.0, 10.0),  # tables, seats, uploads: the host, a GM
    "knock": (2.0, 60.0),  # wrong links, an address
}
"""What is counted: how many a second in the long run, and how many at once."""

MOST_REMEMBERED = 20_000


class Limits:
    """The buckets of one server. `clock` gives seconds."""

    def __init__(
        self, rates: Mapping[str, tuple[float, float]] = RATES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rates, self.clock = rates, clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, what: str, who: str) -> float | None:
        """Takes one token of `who`; the seconds to wait when there is none."""
        per_second, burst = self.rates[what]
        now = self.clock()
        left, since = self._buckets.get((what, who), (burst, now))
        left = min(burst, left + (now - since) * per_second)
        if left < 1.0:
            self._buckets[what, who] = (left, now)
            return (1.0 - left) / per_second
        if len(self._buckets) >= MOST_REMEMBERED:
            self._forget(now)
        self._buckets[what, who] = (left - 1.0, now)
        return None

    def _forget(self, now: float) -> None:
        """Drops the buckets that are full again; all of them if that does not help."""
        self._buckets = {
            (what, who): (left, since)
            for (what, who), (left, since) in self._buckets.items()
            if left + (now - since) * self.rates[what][0] < self.rates[what][1]
        }
        if len(self._buckets) >= MOST_REMEMBERED:
            self._buckets = {}
