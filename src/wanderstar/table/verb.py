"""`wanderstar table`: a server with a fight ready, the links to it, and a browser at it."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ..seats.seat import OFF, PLAYER, SPECTATOR
from ..sheets.load import load_encounter, load_ruleset
from ..sheets.model import Encounter
from .app import create_app
from .forecast_desk import ENGINE, ON
from .forecasts import Forecasts
from .house import House
from .logs import set_up
from .room import Room
from .store import Store, WrongStore, async_url

EXAMPLE = "patrol-ambush"
PORT = 8321
NEXT_PORTS = 20
"""Ports after the usual one that are tried when it is taken."""

EPILOG = """\
examples:
  wanderstar table                       the example, or the table last played at
  wanderstar table golden-fight          a new table with a shipped encounter
  wanderstar table mine.toml --lan       one of your own, open to phones on the same network

The links are secrets: each opens one seat. Ctrl-C stops the server; everything is kept.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds this verb's arguments."""
    parser.description = "Play at a live table: a GM and players, from laptop and phones."
    parser.epilog = EPILOG
    parser.add_argument(
        "encounter", nargs="?", metavar="ENCOUNTER", help="a new table: a file, or a shipped name"
    )
    parser.add_argument("--port", type=int, metavar="N", help=f"the port ({PORT}, or the next that is free)")
    parser.add_argument("--lan", action="store_true", help="open it to the network, with QR codes for phones")
    parser.add_argument("--db", metavar="URL", help="where tables are kept: a file, or a database's address")
    parser.add_argument(
        "--backup", metavar="FILE", help="only copy the tables to FILE; one may go on playing"
    )
    parser.add_argument(
        "--forecast",
        choices=(ON, ENGINE, OFF),
        default=ON,
        help="winning chances: compiled and many, a few fights on the play engine, or none (on)",
    )
    parser.add_argument(
        "--no-forecast", dest="forecast", action="store_const", const=OFF, help="the same as --forecast off"
    )
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument(
        "--log", choices=("info", "warning", "error"), default="warning", help="what to log, as JSON lines"
    )


def run(args: argparse.Namespace) -> int:
    """Serves until it is stopped; 2 when it cannot begin."""
    encounter = _encounter(args)
    db = args.db or default_db()
    if args.backup is not None:
        return back_up(db, args.backup)
    try:
        asyncio.run(_look(db))
    except (WrongStore, OSError, sqlite3.Error, SQLAlchemyError) as error:
        return _complain(f"{_shown(db)}: {str(getattr(error, 'orig', error)).splitlines()[0]}")
    try:
        listener = listen("0.0.0.0" if args.lan else "127.0.0.1", args.port)
    except OSError as error:
        return _complain(f"port {args.port or PORT}: {error.strerror}")
    set_up(args.log)
    house = House(db, None if args.forecast == OFF else Forecasts(args.forecast))
    server = TableServer(house, encounter, args, listener)
    with suppress(KeyboardInterrupt):  # Ctrl-C is how one stops it; by then everything is closed
        server.run([listener])
    return 0 if server.started else 1


def _encounter(args: argparse.Namespace) -> Encounter | None:
    path = getattr(args, "ruleset", None)
    ruleset = None if path is None else load_ruleset(path)
    if args.encounter is None and ruleset is None:
        return None
    return load_encounter(args.encounter or EXAMPLE, ruleset)


def _shown(db: str | Path) -> str:
    """A store's address without the password that may be in it."""
    try:
        return make_url(str(db)).render_as_string(hide_password=True)
    except ArgumentError:
        return str(db)


def back_up(db: str | Path, to: str) -> int:
    """Copies an SQLite store as it is at one moment, while it is in use or not; never over another file."""
    url = make_url(async_url(db))
    if url.get_backend_name() != "sqlite" or not url.database:
        return _complain("--backup copies an SQLite file; use the database's own means")
    if not Path(url.database).is_file():
        return _complain(f"{url.database}: there are no tables yet")
    if Path(to).exists():
        return _complain(f"{to}: is there already")
    with closing(sqlite3.connect(url.database)) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)
    print(f"Copied to {to}. To restore it, stop the server and start it with --db {to}")
    return 0


def _complain(line: str) -> int:
    print(f"wanderstar table: {line}", file=sys.stderr)
    return 2


async def _look(db: str | Path) -> None:
    """Opens and closes the store, so that what is wrong with it is said in one line."""
    store = Store(db)
    try:
        await store.open()
    finally:
        await store.close()


def default_db() -> Path:
    """Where tables are kept unless said otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "wanderstar" / "tables.db"


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on `port`, or on the usual one or the next that is free. Raises OSError."""
    ports: Sequence[int] = [port] if port is not None else range(PORT, PORT + NEXT_PORTS)
    for i, one in enumerate(ports, 1):
        # The protocol is named, or asyncio would leave small answers waiting for the client's acknowledgement.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, one))
        except OSError:
            listener.close()
            if i == len(ports):
                raise
            continue
        listener.set_inheritable(True)
        return listener
    raise AssertionError("there is always a port to try")


class TableServer(uvicorn.Server):
    """The server; when it is up it shows the links, and when it stops the streams are ended first."""

    def __init__(
        self, house: House, encounter: Encounter | None, args: argparse.Namespace, listener: socket.socket
    ) -> None:
        super().__init__(
            uvicorn.Config(
                create_app(house),
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
            )
        )
        self.house, self.encounter, self.args = house, encounter, args
        self.port = listener.getsockname()[1]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to serve, with a table ready."""
        await super().startup(sockets)
        if self.started:
            room, new = await ready(self.house, self.encounter)
            self.show(room, new)
            gc.collect()
            gc.freeze()  # the modules stay: looking through them again would only make somebody wait

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops; an open stream would hold it up."""
        self.house.end_streams()
        await super().shutdown(sockets)

    def show(self, room: Room, new: bool) -> None:
        """Prints the links, and opens a browser where there is one."""
        own = f"http://127.0.0.1:{self.port}"
        lan = f"http://{lan_address()}:{self.port}" if self.args.lan else own
        self.house.network = lan if self.args.lan else None
        entrance = f"{own}/h/{self.house.host_token()}?table={room.id}"
        for line in lines(self.house, room, new, own, lan, entrance):
            print(line)
        if self.args.lan:
            for row in room.rows.values():
                if row.role == PLAYER and not row.revoked:
                    print(f"\n{row.name}")
                    show_qr(lan + self.house.link(row))
        sys.stdout.flush()
        if not self.args.no_browser and has_display():
            webbrowser.open(entrance)


async def ready(house: House, encounter: Encounter | None) -> tuple[Room, bool]:
    """A new table with `encounter`; without one the newest there is, or the example. And whether it is new."""
    if encounter is None:
        for row in await house.tables():
            if row.archived is None:
                found = await house.room(row.id)
                assert found is not None
                return found[0], False
        encounter = load_encounter(EXAMPLE)
    return await house.create(encounter), True


def lines(house: House, room: Room, new: bool, own: str, lan: str, entrance: str) -> list[str]:
    """What is printed at the start."""
    rows = [row for row in room.rows.values() if not row.revoked]
    shown = [("GM (you)", entrance)]
    for role in (PLAYER, SPECTATOR):
        shown += [(row.name, lan + house.link(row)) for row in rows if row.role == role]
    width = max(len(name) for name, _ in shown)
    text = [f"{'A new table' if new else 'Your table'}: {room.name}", ""]
    text += [f"  {name:<{width}}  {link}" for name, link in shown]
    where = "on this network" if lan != own else "on this machine; --lan opens it to phones"
    return [*text, "", f"Open {where}. Ctrl-C stops; everything is kept."]


def show_qr(link: str) -> None:
    """A link as a QR code of half blocks; nothing on a terminal that cannot show them."""
    import segno

    encoding = sys.stdout.encoding or "ascii"
    try:
        "▀▄█".encode(encoding)
    except UnicodeEncodeError:
        return
    segno.make(link, error="l", micro=False).terminal(out=sys.stdout, compact=True, border=2)


def lan_address() -> str:
    """This machine's address on its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def has_display(environ: Any = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser could show itself here."""
    if platform in ("darwin", "win32"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
