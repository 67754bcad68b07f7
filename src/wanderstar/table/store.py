"""What is kept of tables: their seats, and every line of their journals with the request it answered.

SQLite in WAL mode with full synchronisation: what a commit acknowledged survives a killed process and a power cut.
The statements are portable; another database goes by its address.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..seats.seat import Seat
from . import links

SCHEMA = "1"
META = MetaData()
FACTS = Table(
    "facts", META, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False)
)
TABLES = Table(
    "tables",
    META,
    Column("id", String(40), primary_key=True),
    Column("name", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("archived", BigInteger),
)
SEATS = Table(
    "seats",
    META,
    Column("id", String(40), primary_key=True),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("role", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("characters", Text, nullable=False),
    Column("issue", Integer, nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("revoked", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)
LINES = Table(
    "lines",
    META,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text),
    Column("request", String(100)),
    Column("reply", Text),
    Column("seat", String(40)),
    UniqueConstraint("table", "seat", "request"),
)


class WrongStore(Exception):
    """The database is not one of ours, or of another version."""


class SeatRow(NamedTuple):
    """A seat of a table as it is kept. `issue` counts the links it had."""

    id: str
    table: str
    role: str
    name: str
    characters: tuple[str, ...]
    issue: int = 0
    revoked: bool = False

    @property
    def seat(self) -> Seat:
        """What the seat may do and see."""
        return Seat(self.role, self.characters)


class TableRow(NamedTuple):
    """A table as it is kept. `settings` is JSON, `header` the first line of its journal."""

    id: str
    name: str
    header: dict[str, Any]
    settings: dict[str, Any]
    seed: str
    created: int
    archived: int | None = None


class LineRow(NamedTuple):
    """One row of a table's journal: a line, or None where a request changed only the settings."""

    line: dict[str, Any] | None
    request: str | None = None
    reply: str | None = None
    seat: str | None = None


def async_url(url: str | Path) -> str:
    """A database's address with the driver that waits without blocking; a path is an SQLite file."""
    text = str(url)
    if "://" not in text:
        return f"sqlite+aiosqlite:///{text}"
    for plain, driver in (("sqlite", "sqlite+aiosqlite"), ("postgresql", "postgresql+asyncpg")):
        if text.startswith(f"{plain}://"):
            return driver + text.removeprefix(plain)
    return text


class Store:
    """The database of one server."""

    def __init__(self, url: str | Path) -> None:
        self.url = async_url(url)
        self.file = make_url(self.url).database if self.url.startswith("sqlite") else None
        if self.file:
            Path(self.file).parent.mkdir(parents=True, exist_ok=True)
        self.engine: AsyncEngine = create_async_engine(self.url, hide_parameters=True)
        if self.url.startswith("sqlite"):
            event.listen(self.engine.sync_engine, "connect", _sqlite)
        self.secret = ""

    async def open(self) -> None:
        """Makes the tables where there are none; raises WrongStore for a database of another version, and
        sqlite3.Error or SQLAlchemyError for one that cannot be opened."""
        if self.file:  # aiosqlite leaves a thread to itself when it cannot open a file
            sqlite3.connect(self.file).close()
        async with self.engine.begin() as connection:
            await connection.run_sync(META.create_all)
            rows = await connection.execute(select(FACTS.c.key, FACTS.c.value))
            facts: dict[str, str] = {row.key: row.value for row in rows}
            if not facts:
                facts = {"schema": SCHEMA, "secret": links.new_secret()}
                await connection.execute(insert(FACTS), [{"key": k, "value": v} for k, v in facts.items()])
        if facts.get("schema") != SCHEMA:
            await self.close()
            raise WrongStore(f"the database has schema {facts.get('schema')}, this program reads {SCHEMA}")
        self.secret = facts["secret"]

    async def close(self) -> None:
        """Lets go of every connection."""
        await self.engine.dispose()

    # -- tables

    async def tables(self) -> list[TableRow]:
        """All tables, newest first."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(TABLES).order_by(TABLES.c.created.desc(), TABLES.c.id))
            return [_table(row._mapping) for row in rows]

    async def table(self, id: str) -> TableRow | None:
        """One table, or None."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == id))).first()
            return None if row is None else _table(row._mapping)

    async def create(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """A new table with its seats, in one transaction."""
        values = table._asdict() | {
            "header": _text(table.header),
            "settings": _text(table.settings),
        }
        async with self.engine.begin() as connection:
            await connection.execute(insert(TABLES), [values])
            await connection.execute(insert(SEATS), [self._seat_values(seat) for seat in seats])

    async def archive(self, id: str, archived: bool) -> None:
        """Puts a table away, or back."""
        when = int(time.time()) if archived else None
        async with self.engine.begin() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == id).values(archived=when))

    # -- seats

    def _seat_values(self, seat: SeatRow) -> dict[str, Any]:
        hashed = links.digest(links.token(self.secret, seat.id, seat.issue))
        return seat._asdict() | {
            "characters": _text(seat.characters),
            "token_hash": hashed,
            "created": time.time_ns(),
        }

    async def seats(self, table: str | None = None) -> list[SeatRow]:
        """The seats of one table, or all, in the order they were made."""
        wanted = select(SEATS).order_by(SEATS.c.created, SEATS.c.role, SEATS.c.name)
        if table is not None:
            wanted = wanted.where(SEATS.c.table == table)
        async with self.engine.connect() as connection:
            return [_seat(row._mapping) for row in await connection.execute(wanted)]

    async def put_seat(self, seat: SeatRow) -> None:
        """A new seat, or what has changed of an old one."""
        values = self._seat_values(seat)
        async with self.engine.begin() as connection:
            del values["created"]
            done = await connection.execute(update(SEATS).where(SEATS.c.id == seat.id).values(values))
            if done.rowcount == 0:
                await connection.execute(insert(SEATS), [self._seat_values(seat)])

    # -- lines

    async def lines(self, table: str) -> list[LineRow]:
        """Every row of a table's journal, in order."""
        wanted = select(LINES.c.line, LINES.c.request, LINES.c.reply, LINES.c.seat)
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted.where(LINES.c.table == table).order_by(LINES.c.seq))
            return [
                LineRow(None if line is None else json.loads(line), request, reply, seat)
                for line, request, reply, seat in rows
            ]

    async def append(
        self, table: str, seq: int, rows: Sequence[LineRow], settings: Mapping[str, Any] | None = None
    ) -> None:
        """Further rows from `seq` on, and changed settings, in one transaction.

        Raises IntegrityError when another process wrote there before: two may not run one table.
        """
        values = [
            {
                "table": table,
                "seq": seq + i,
                "line": None if row.line is None else _text(row.line),
                "request": row.request,
                "reply": row.reply,
                "seat": row.seat,
            }
            for i, row in enumerate(rows)
        ]
        async with self.engine.begin() as connection:
            await connection.execute(insert(LINES), values)
            if settings is not None:
                changed = update(TABLES).where(TABLES.c.id == table).values(settings=_text(settings))
                await connection.execute(changed)


def _sqlite(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _table(row: Any) -> TableRow:
    return TableRow(
        row["id"],
        row["name"],
        json.loads(row["header"]),
        json.loads(row["settings"]),
        row["seed"],
        row["created"],
        row["archived"],
    )


def _seat(row: Any) -> SeatRow:
    characters = tuple(json.loads(row["characters"]))
    return SeatRow(
        row["id"], row["table"], row["role"], row["name"], characters, row["issue"], bool(row["revoked"])
    )
