"""Which question is which: a key such as `reaction:asha` may be asked twice in one command."""

from __future__ import annotations

from collections.abc import Iterable

from ..play.table import Table


class Serials:
    """Numbers everything that is asked; `now` are the keys open now with their numbers."""

    def __init__(self) -> None:
        self._last = 0
        self.now: dict[str, int] = {}

    def follow(self, before: Table | None, after: Table) -> None:
        """Keeps the numbers of what is still the same question, gives new ones to the rest.

        It is the same question when it was open before and has not been answered since in the same command.
        """
        given = [] if before is None or before.run is None else [(a.key, a.value) for a in before.run.answers]
        now = [] if after.run is None else [(a.key, a.value) for a in after.run.answers]
        same = (
            before is not None
            and before.run is not None
            and after.run is not None
            and before.run.command == after.run.command
            and before.run.start is after.run.start
            and now[: len(given)] == given
        )
        answered = {key for key, _ in now[len(given) :]}
        kept = {k: n for k, n in self.now.items() if k not in answered} if same else {}
        self.now = {ask.key: kept[ask.key] if ask.key in kept else self._next() for ask in after.asks}

    def _next(self) -> int:
        self._last += 1
        return self._last

    def same(self, seen: dict[str, int], keys: Iterable[str]) -> bool:
        """Whether all of `keys` are still the questions that were `seen`."""
        return all(key in self.now and seen.get(key) == self.now[key] for key in keys)
