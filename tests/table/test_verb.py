"""`wanderstar table`: what it prints, opens and refuses."""

from __future__ import annotations

import io
import socket
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.command import spawn
from tests.table.server import serving

from wanderstar.table import verb


def test_the_example_is_ready_and_resumed(tmp_path: Path) -> None:
    """Without an encounter the first start makes the example's table, the second goes on with it; with one there is
    a new table, and the links of the old one still lead to it."""
    db = tmp_path / "t.db"
    with serving(db) as server:
        assert list(server.links) == ["GM (you)", "Ines Varro", "Bako Tull", "Corin Hale", "Big screen"]
        first = server.table
        assert server.stop() == 0
    with serving(db) as server:
        assert server.table == first
        assert server.stop() == 0
    with serving(db, "golden-fight") as server:
        assert server.table != first
        with closing(server.client("GM (you)")) as gm:
            assert gm.get(f"/enter/{first}").headers["location"] == f"/t/{first}"


def test_wrong_usage_is_one_line(tmp_path: Path) -> None:
    """A broken encounter, a port in use, a database that cannot be: exit 2, one line on standard error."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        db = ["--db", str(tmp_path / "t.db"), "--no-browser"]
        for words, said in (
            (["nobody-wrote-this", *db], "no such encounter"),
            ([*db, "--port", port], f"port {port}"),
            (["--db", str(tmp_path), "--no-browser"], str(tmp_path)),
            (["--db", "nodriver://u:secret@h/x", "--no-browser"], "nodriver://u:***@h/x"),
        ):
            told = spawn("table", *words)
            assert (told.code, told.out, len(told.err.splitlines())) == (2, "", 1), told.err
            assert said in told.err


def test_the_usual_port_gives_way_to_the_next() -> None:
    """When the usual port is taken the next free one is used; one that was asked for is not replaced."""
    with verb.listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        first.listen()
        with pytest.raises(OSError, match="in use"):
            verb.listen("127.0.0.1", port)


def test_a_browser_is_opened_only_where_it_shows() -> None:
    """On Linux a display must be there."""
    assert not verb.has_display({}, "linux")
    assert verb.has_display({"DISPLAY": ":0"}, "linux")
    assert verb.has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert verb.has_display({}, "darwin")


def test_a_qr_code_only_where_it_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half blocks on a terminal of UTF-8; nothing on one that has no such letters."""
    for encoding, shown in (("utf-8", True), ("ascii", False)):
        raw = io.BytesIO()
        out = io.TextIOWrapper(raw, encoding)
        monkeypatch.setattr("sys.stdout", out)
        verb.show_qr("http://192.0.2.1:8321/s/abcdef")
        out.flush()
        assert bool(raw.getvalue()) == shown
