"""One table while people sit at it: who sits where, what each may see, one order after the other.

An order is carried out on a copy, written down, and only then becomes what everybody sees: what is acknowledged or
shown is in the store, and a commit that fails has changed nothing.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from ..play.journal import load_lines
from ..play.refusal import Refusal, refuse
from ..play.table import Entry, Table
from ..seats.cut import known
from ..seats.log import log, told_of
from ..seats.seat import Seat, settings_from_json
from ..seats.view import view
from ..seats.wording import names_of
from .doing import Work, carry_out, set_dice, take_defaults, work_on
from .orders import Order, read
from .refusals import refusal_json
from .serials import Serials
from .store import LineRow, SeatRow, Store, TableRow

LOG = logging.getLogger("wanderstar.table")

REMEMBERED = 400
"""How many versions of a seat's view are remembered, to tell a stale page what has changed since."""

OK, REFUSED, MALFORMED = 200, 409, 422


class Reply(NamedTuple):
    """An answer to an order: an HTTP status and a JSON text. 200 done (now or before), 409 refused, 422 no order."""

    status: int
    text: str

    @property
    def body(self) -> dict[str, Any]:
        """The JSON as an object."""
        found: dict[str, Any] = json.loads(self.text)
        return found


class Seen(NamedTuple):
    """A version that was shown to a seat: the last entry it had been told of, which asks (key to serial) it had."""

    last: Entry | None
    serials: dict[str, int]


class Room:
    """One table in play. `changed` is called after everything that may show somewhere."""

    def __init__(self, store: Store, row: TableRow, rows: list[SeatRow], lines: list[LineRow]) -> None:
        self.store = store
        self.id, self.name, self.seed, self.header = row.id, row.name, row.seed, row.header
        self.archived = row.archived is not None
        self.created = row.created
        self.settings = settings_from_json(row.settings)
        self.rows: dict[str, SeatRow] = {seat.id: seat for seat in rows}
        self.changed: Callable[[], None] = lambda: None
        self.lock = asyncio.Lock()
        self.deadline: float | None = None
        self.table: Table
        self.seq = 0
        self.serials = Serials()
        self._following: str | None = None
        self._replies: dict[tuple[str, str], str] = {}
        self._views: dict[str, dict[str, Any]] = {}
        self._logs: dict[tuple[str, int | None], list[dict[str, Any]]] = {}
        self._seen: dict[str, OrderedDict[str, Seen]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._timed: dict[str, int] = {}
        self._due: float | None = None
        self._expiring: set[asyncio.Task[None]] = set()
        self._load(lines)
        self._arm()

    # -- what is

    @property
    def state(self) -> Any:
        """The state now, within an open command too."""
        return self.table.state

    @property
    def asks(self) -> tuple[Any, ...]:
        """What the open command waits for."""
        return self.table.asks

    def view(self, seat: Seat) -> dict[str, Any]:
        """What a seat sees now (`seats.view`); not to be changed. Its `version` is remembered."""
        found = self._views.get(seat.key)
        if found is None:
            found = view(self.state, self.asks, seat, self.settings)
            self._views[seat.key] = found
            seen = self._seen.setdefault(seat.key, OrderedDict())
            seen[found["version"]] = Seen(self._last_told(seat), dict(self.serials.now))
            seen.move_to_end(found["version"])
            if len(seen) > REMEMBERED:
                seen.popitem(last=False)
        return found

    def version(self, seat: Seat) -> str:
        """The name of what a seat sees now."""
        return str(self.view(seat)["version"])

    def log(self, seat: Seat, last: int | None = None) -> list[dict[str, Any]]:
        """The newest `last` items of a seat's log (all if None), newest last; not to be changed."""
        key = (seat.key, last)
        found = self._logs.get(key)
        if found is None:
            found = log(self.table.entries, self.table.run, seat, self.settings, last)
            self._logs[key] = found
        return found

    def _last_told(self, seat: Seat) -> Entry | None:
        """The newest entry that a seat was told of: one that it was not, done or undone, changes nothing for it."""
        told = (e for e in reversed(self.table.entries) if told_of(e, seat, self.settings) is not None)
        return next(told, None)

    def since(self, seat: Seat, seen: Seen) -> list[dict[str, Any]] | None:
        """What a seat's log has got since it saw something; None when that was undone."""
        entries, at = self.table.entries, 0 if seen.last is None else seen.last.n
        if seen.last is not None and (at > len(entries) or entries[at - 1] is not seen.last):
            return None
        new = sum(told_of(entry, seat, self.settings) is not None for entry in entries[at:])
        return self.log(seat, new + (self.table.run is not None))

    async def journal(self) -> list[dict[str, Any]]:
        """Every line of the journal, the header first; once the fight is over, the seed after the last."""
        lines = [row.line for row in await self.store.lines(self.id) if row.line is not None]
        return [self.header, *lines, *([{"seed": self.seed}] if self.state.over else [])]

    # -- what is done

    async def do(self, seat_id: str, body: Any) -> Reply:
        """Carries out one request of a seat; the same request again gives the same reply, and does nothing."""
        row = self.rows.get(seat_id)
        if row is None or row.revoked:
            return Reply(REFUSED, _text(refusal_json(refuse("seat"))))
        order = read(body)
        if isinstance(order, Refusal):
            return Reply(MALFORMED, _text(refusal_json(order)))
        async with self.lock:
            if self.rows.get(seat_id) != row:  # revoked while it waited
                return Reply(REFUSED, _text(refusal_json(refuse("seat"))))
            known = self._replies.get((seat_id, order.request))
            if known is not None:
                return Reply(OK, known)
            stale = self._stale(row.seat, order)
            if stale is not None:
                return stale
            work = work_on(self.table, self.settings, self._following)
            refusal = carry_out(work, row.seat, order)
            if refusal is not None:
                return self._no(refusal, row.seat)
            text = _text(self._done(work, row.seat, order))
            await self._commit(work, seat_id, order.request, text)
        self.changed()
        return Reply(OK, text)

    def _done(self, work: Work, seat: Seat, order: Order) -> dict[str, Any]:
        """What is told of an order done: the version it made, for the GM also the command's number."""
        table = work.table
        after = view(table.state, table.asks, seat, work.settings)
        done: dict[str, Any] = {"done": order.kind, "version": after["version"], "waiting": after["waiting"]}
        if work.said:
            done["said"] = work.said
        return {**done, "n": table.n, "open": table.run is not None} if seat.gm else done

    def _stale(self, seat: Seat, order: Order) -> Reply | None:
        """The refusal of an order that was given seeing something else than is now."""
        now = self.version(seat)
        if order.version is None or order.version == now:
            return None
        seen = self._seen.get(seat.key, OrderedDict()).get(order.version)
        if order.kind == "answer" and seen is not None and self.serials.same(seen.serials, order.value):
            return None  # others have answered meanwhile, or something else is new; the question is the same
        if order.kind == "settings":
            return None
        since = None if seen is None else self.since(seat, seen)
        refusal = refusal_json(refuse("stale"))
        return Reply(REFUSED, _text({**refusal, "version": now, "changed": since}))

    def _no(self, refusal: Refusal, seat: Seat) -> Reply:
        """A refusal with the names that the seat knows."""
        names = names_of(known(self.state, seat, self.settings))
        return Reply(REFUSED, _text(refusal_json(refusal, names)))

    async def _commit(self, work: Work, seat: str | None, request: str | None, reply: str | None) -> None:
        """Writes down what was done; when that fails, the table is what the store says it is."""
        rows = [LineRow(line, None, None, seat) for line in work.lines] or [LineRow(None)]
        rows[-1] = LineRow(rows[-1].line, request, reply, seat)
        settings = None if work.settings is self.settings else work.settings.to_json()
        # Shielded: whoever stops waiting must not leave it open whether the order was done.
        writing = asyncio.ensure_future(self.store.append(self.id, self.seq, rows, settings))
        try:
            await asyncio.shield(writing)
        except BaseException:
            await asyncio.wait([writing])
            await asyncio.shield(self.reload())
            raise
        before = self.table
        work.table.write = _nowhere
        self.seq += len(rows)
        self.settings, self._following = work.settings, work.following
        self.table = work.table
        if request is not None and reply is not None and seat is not None:
            self._replies[seat, request] = reply
        self.serials.follow(before, self.table)
        self._views.clear()
        self._logs.clear()
        self._arm()

    async def reload(self) -> None:
        """Takes the table from the store again."""
        row, lines = await self.store.table(self.id), await self.store.lines(self.id)
        if row is not None:
            self.settings = settings_from_json(row.settings)
        self._load(lines)
        self._arm()
        self.changed()

    def _load(self, lines: list[LineRow]) -> None:
        numbered = [(i, row.line) for i, row in enumerate(lines, 2) if row.line is not None]
        self.table = load_lines([(1, self.header), *numbered], f"table {self.id}")
        self.table.seed = self.seed
        self._following = None
        set_dice(Work(self.table, self.settings))
        self.seq = len(lines)
        self._replies = {
            (row.seat, row.request): row.reply
            for row in lines
            if row.seat is not None and row.request is not None and row.reply is not None
        }
        self.serials = Serials()
        self.serials.follow(None, self.table)
        self._views, self._logs, self._seen = {}, {}, {}

    # -- the time that an answer may take

    def _arm(self) -> None:
        """Sets the time until what is asked now takes its safe default; the whole time anew where that was changed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.settings.timeout
        if due is None or self.settings.paused or not self.asks:
            self.deadline = None
            self._timed = {}
            return
        now = time.time()
        if self.deadline is None or (self._timed, self._due) != (self.serials.now, due):
            self.deadline = now + due
            self._timed, self._due = dict(self.serials.now), due
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, self.deadline - now), self._time_is_up, dict(self._timed))

    def _time_is_up(self, timed: dict[str, int]) -> None:
        task = asyncio.get_running_loop().create_task(self._expire(timed))
        self._expiring.add(task)
        task.add_done_callback(self._expiring.discard)

    async def _expire(self, timed: dict[str, int]) -> None:
        async with self.lock:
            keys = frozenset(key for key, serial in timed.items() if self.serials.now.get(key) == serial)
            work = work_on(self.table, self.settings, self._following)
            if not keys or not take_defaults(work, keys):
                return
            await self._commit(work, None, None, None)
        self.changed()

    def close(self) -> None:
        """Stops the clock."""
        if self._timer is not None:
            self._timer.cancel()

    # -- seats

    def put_seat(self, row: SeatRow) -> None:
        """A seat that is new, or has changed."""
        self.rows[row.id] = row


def _nowhere(line: dict[str, Any]) -> None:
    raise AssertionError("a table is changed on a copy")


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
