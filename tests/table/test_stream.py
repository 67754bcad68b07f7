"""Live streams: everything at once, and again after each change that shows."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.table.server import Watching, serving


def test_a_stream_shows_all_and_then_each_change(tmp_path: Path) -> None:
    """A stream begins with the whole state, sends it again after a change, and nothing for what does not show."""
    with (
        serving(tmp_path / "t.db") as server,
        server.api("GM") as gm,
        server.api("Ines Varro") as ines,
        Watching(ines) as stream,
    ):
        assert stream.next()["state"]["round"] == 0
        gm.post("/commands", json={"request": "1", "settings": {"notes": {"raider": "coward"}}})
        gm.post("/commands", json={"request": "2", "command": {"do": "begin"}})
        begun = stream.next()
        assert begun["state"]["round"] == 1
        assert begun["state"] == ines.get("/state").json()["state"]


def test_a_stream_comes_back_to_the_whole_state(tmp_path: Path) -> None:
    """case-29: a client that was away for three events has, after coming back, no gap and nothing twice."""
    with serving(tmp_path / "t.db") as server, server.api("GM") as gm, server.api("Ines Varro") as ines:
        with Watching(ines) as stream:
            stream.next()
        gm.post("/commands", json={"request": "1", "command": {"do": "begin"}})
        for i in range(2):
            turn = gm.get("/state").json()["state"]["turn"]
            gm.post("/commands", json={"request": f"e{i}", "command": {"do": "end_turn", "who": turn}})
        with Watching(ines) as stream:
            now = stream.next()
        assert now == ines.get("/state").json()


def test_a_restart_on_the_same_port_resumes(tmp_path: Path) -> None:
    """After `kill -9` the same links lead to the same table, and what is done offline visibly fails."""
    db = tmp_path / "t.db"
    with serving(db) as server, server.api("GM") as gm:
        gm.post("/commands", json={"request": "1", "command": {"do": "begin"}})
        before = gm.get("/state").json()
        links, port = server.links, server.port
        server.kill()
        with pytest.raises(httpx.TransportError):
            gm.post("/commands", json={"request": "2", "command": {"do": "end"}})
    with serving(db, port=port) as server, server.api("GM") as gm:
        assert server.links == links
        assert gm.get("/state").json() == before
        with Watching(gm) as stream:
            assert stream.next() == before


def test_the_server_stops_cleanly_with_open_streams(tmp_path: Path) -> None:
    """Ctrl-C ends open streams and the server, with exit code 0 and nobody cut off."""
    with serving(tmp_path / "t.db") as server, server.api("GM") as gm, Watching(gm) as stream:
        stream.next()
        assert server.stop() == 0
        assert stream.next() is None
        assert "closed" in [line["event"] for line in server.logged()]
        assert not [line for line in server.logged() if line["level"] == "error"]
