"""A seat's log, followed as the table goes on, so that the five-thousandth command costs what the first did."""

from __future__ import annotations

from typing import Any

from ..play.table import Table
from ..seats.names import Names
from ..seats.seat import Seat, Settings
from ..seats.sentences import sentence


class Story:
    """The log of one seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._entries: list[Any] = []
        self._items: list[dict[str, Any]] = []

    @property
    def length(self) -> int:
        """How many items there are."""
        return len(self._items)

    def follow(self, table: Table, settings: Settings) -> None:
        """Brings the log up to the table as it is now."""
        kept = len(self._entries)
        while kept and (kept > len(table.entries) or self._entries[kept - 1] is not table.entries[kept - 1]):
            kept -= 1
        del self._entries[kept:], self._items[kept:]
        for entry in table.entries[kept:]:
            self._entries.append(entry)
            names = Names.of(entry.after)
            lines = [sentence(event, names) for event in entry.events] if self.seat.gm else []
            self._items.append({"n": entry.n, "lines": [{"text": text} for text in lines]})

    def items(self, last: int | None = None) -> list[dict[str, Any]]:
        """The newest `last` items, newest last."""
        return self._items if last is None else self._items[-last:] if last else []
