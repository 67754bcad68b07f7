"""The server as a process of its own, and its clients over real sockets."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

LINK = re.compile(r"^  (?P<name>.+?)  +(?P<link>http://\S+)$")

PATIENCE = 60.0
"""Seconds for whatever a test waits for: long enough that only what never comes fails."""


NONE_KEPT = httpx.Limits(max_keepalive_connections=0)
"""Each request on a connection of its own: one that has been idle may be closed by the server in the moment in which
it is used again, which a browser sees to by itself."""


class Server:
    """`wanderstar table` on a port of its own; `links` are those it printed, by seat. Forecasts only if asked for."""

    def __init__(self, db: Path, *words: str, port: int = 0) -> None:
        self.db = db
        self.log = db.with_suffix(".log")
        quiet = [] if "--forecast" in words else ["--no-forecast"]
        self.command = [sys.executable, "-m", "wanderstar", "table", *words, *quiet]
        self.command += ["--db", str(db), "--no-browser", "--port", str(port), "--log", "info"]
        self.links: dict[str, str] = {}
        end = time.monotonic() + PATIENCE
        while not self._start():
            # A port that is wanted again may for a moment be somebody else's: any connection has one.
            said = self.log.read_text(encoding="utf-8")
            assert port and "in use" in said and time.monotonic() < end, said
            time.sleep(0.1)
        self.url = self.links["GM (you)"].partition("/h/")[0]
        self.port = int(self.url.rpartition(":")[2])
        self.table = self.links["GM (you)"].rpartition("table=")[2]

    def _start(self) -> bool:
        """Starts it; whether it came to print its links."""
        with self.log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                self.command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONUTF8": "1"},
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = LINK.match(line.rstrip())
            if found:
                self.links[found["name"]] = found["link"]
            if line.startswith("Open on"):
                return True
        self.process.stdout.close()
        self.process.wait(PATIENCE)
        return False

    def kill(self) -> None:
        """Without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """As Ctrl-C does; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def logged(self) -> list[dict[str, Any]]:
        """The log's lines."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def client(self, name: str) -> httpx.Client:
        """A browser that came by somebody's link: its cookie is all it has."""
        client = httpx.Client(base_url=self.url, timeout=PATIENCE, limits=NONE_KEPT)
        answer = client.get(self.links[name].removeprefix(self.url))
        assert answer.status_code == 303, answer.text
        return client

    def api(self, name: str) -> httpx.Client:
        """A program at somebody's seat, by the link's token."""
        if name == "GM":
            with closing(self.client("GM (you)")) as client:
                token = client.cookies[f"ws_{self.table}"]
        else:
            token = self.links[name].rpartition("/s/")[2]
        url = f"{self.url}/api/tables/{self.table}"
        headers = {"authorization": f"Bearer {token}"}
        return httpx.Client(base_url=url, timeout=PATIENCE, limits=NONE_KEPT, headers=headers)


@contextmanager
def serving(db: Path, *words: str, port: int = 0) -> Iterator[Server]:
    """A server that is ended in the end, whatever happens."""
    server = Server(db, *words, port=port)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        if server.process.stdout is not None:
            server.process.stdout.close()


class Watching:
    """An open event stream. `next()` is the JSON of its next message; None at its end."""

    def __init__(self, client: httpx.Client, path: str = "stream", timeout: float = PATIENCE) -> None:
        url = client.base_url.join(path)
        self.connection = http.client.HTTPConnection(url.host, url.port or 80, timeout=timeout)
        headers = {name: client.headers[name] for name in ("authorization",) if name in client.headers}
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        self.connection.request("GET", url.path, headers=headers | ({"cookie": cookies} if cookies else {}))
        self.response = self.connection.getresponse()

    def next(self) -> Any:
        """Waits for it; TimeoutError when nothing comes."""
        data: list[str] = []
        while line := self.response.readline().decode():
            if line.startswith("data: "):
                data.append(line.removeprefix("data: "))
            elif line == "\n" and data:
                return json.loads("".join(data))
        return None

    def __enter__(self) -> Watching:
        return self

    def __exit__(self, *exc: object) -> None:
        self.response.close()
        self.connection.close()
