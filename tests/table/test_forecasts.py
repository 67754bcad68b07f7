"""Forecasts beside the table: worked out in a process of their own, the newest first; whatever befalls it,
one plays on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from tests.table.house import Party, arrives, duel, play

from wanderstar.play.table import Table
from wanderstar.seats.seat import Seat, Settings
from wanderstar.table.forecast_desk import ENGINE, Desk
from wanderstar.table.forecast_jobs import FORECAST, Job, packed
from wanderstar.table.forecasts import Forecasts, shows
from wanderstar.table.hub import Hub
from wanderstar.table.models_forecast import between, percent, sure
from wanderstar.tactics.cast import Cast

ENDLESS = 1_000_000
"""More fights than anybody waits for."""


def job(fights: int) -> Job:
    """A forecast of so many fights on the play engine."""
    return Job(FORECAST, Table(duel(), "5eed").settled, Cast(), fights=fights)


class Heard:
    """What is told of a job: `found` in order, None last."""

    def __init__(self) -> None:
        self.found: list[Mapping[str, Any] | None] = []

    def __call__(self, found: Mapping[str, Any] | None) -> None:
        self.found.append(found)

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return None in self.found

    @property
    def fights(self) -> int:
        """Of how many fights the last figures are."""
        return max((one["fights"] for one in self.found if one is not None), default=0)


def at_desk(test: Callable[[Desk], Awaitable[None]]) -> None:
    """Runs a test at a desk of its own."""

    async def run() -> None:
        desk = Desk(ENGINE)
        try:
            await asyncio.wait_for(test(desk), 100)
        finally:
            await desk.close()

    asyncio.run(run())


def killed(desk: Desk) -> int:
    """The process is ended without warning; its id."""
    assert desk.process is not None
    os.kill(desk.process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    return desk.process.pid


def test_the_newest_takes_the_place_of_what_is_at_work() -> None:
    """What is wanted under a key ends what was wanted under it, which is told so; only the newest is told figures."""

    async def test(desk: Desk) -> None:
        old, new = Heard(), Heard()
        desk.ask("bar", job(ENDLESS), old)
        await arrives(lambda: old.fights > 0)
        desk.ask("bar", job(5), new)
        assert old.over
        await arrives(lambda: new.over)
        assert new.fights == 5
        assert old.found[-1] is None

    at_desk(test)


def test_the_urgent_goes_first_and_the_rest_after_it() -> None:
    """Advice that somebody waits for interrupts a bar's figures, which are worked out after it all the same."""

    async def test(desk: Desk) -> None:
        bar, card = Heard(), Heard()
        desk.ask("bar", job(ENDLESS), bar)
        await arrives(lambda: bar.fights > 0)
        desk.ask("card", job(3), card, urgent=True)
        await arrives(lambda: card.over)
        assert card.fights == 3
        assert not bar.over
        told = len(bar.found)
        await arrives(lambda: len(bar.found) > told)

    at_desk(test)


def test_a_dead_process_comes_back_and_its_job_is_done() -> None:
    """Killed at work, another one does the same job; killed while idle, another one does the next."""

    async def test(desk: Desk) -> None:
        first, second, third = Heard(), Heard(), Heard()
        desk.ask("bar", job(ENDLESS), first)
        await arrives(lambda: first.fights > 0)
        pid = killed(desk)
        await arrives(lambda: desk.process is not None and desk.process.pid != pid)
        told = len(first.found)  # what the dead one had still said is among them
        await arrives(lambda: len(first.found) > told)
        desk.ask("bar", job(4), second)
        await arrives(lambda: second.over)
        killed(desk)
        desk.ask("bar", job(6), third)
        await arrives(lambda: third.over)
        assert (second.fights, third.fights) == (4, 6)

    at_desk(test)


SLOW_TO_COMPILE = """
import json, os, sys, time
say = lambda **words: print(json.dumps(words), flush=True)
size = int.from_bytes(sys.stdin.buffer.read(8), "big")
sys.stdin.buffer.read(size)
say(serial=1, told={"fights": 2})
say(serial=1, done=True)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
say(ready=True)
sys.stdin.buffer.read(8)
"""


def test_better_figures_are_wanted_when_the_loop_is_compiled_though_nothing_is_at_work(
    tmp_path: Path,
) -> None:
    """A process that is ready only after its job is done says so to a desk that is idle."""
    compiled = tmp_path / "compiled"

    async def test(desk: Desk) -> None:
        ready: list[bool] = []
        desk.mode = "on"
        desk.when_ready = lambda: ready.append(desk.preparing)
        with patch.object(desk, "command", lambda: [sys.executable, "-c", SLOW_TO_COMPILE, str(compiled)]):
            heard = Heard()
            desk.ask("bar", job(2), heard)
            await arrives(lambda: heard.over)
            assert desk.preparing and not ready
            compiled.touch()
            await arrives(lambda: bool(ready))
        assert ready == [False]

    at_desk(test)


def test_one_that_dies_of_everything_is_given_up() -> None:
    """A process that never lives long enough to answer leaves its job undone, and the desk asks the play engine."""

    async def test(desk: Desk) -> None:
        desk.mode = "on"
        heard = Heard()
        with patch.object(desk, "command", lambda: [sys.executable, "-c", "raise SystemExit(3)"]):
            desk.ask("bar", job(2), heard)
            await arrives(lambda: heard.over)
        assert heard.found == [None]
        assert desk.mode == ENGINE

    at_desk(test)


def test_a_closed_desk_leaves_no_process() -> None:
    """Closed in the middle of its work, the process is gone and who asked is told that nothing comes."""

    async def test(desk: Desk) -> None:
        heard = Heard()
        desk.ask("bar", job(ENDLESS), heard)
        await arrives(lambda: heard.fights > 0)
        process = desk.process
        assert process is not None
        await desk.close()
        assert process.returncode is not None
        assert heard.over

    at_desk(test)


def test_the_process_ends_with_the_server_however_that_ended() -> None:
    """When its input ends it ends, though it is at work."""
    words = [sys.executable, "-m", "wanderstar.table.forecast_child", "--engine"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(packed((1, job(ENDLESS))))
        child.stdin.flush()
        assert b"told" in child.stdout.readline()
        child.stdin.close()
        assert child.wait(60) == 0


def test_an_order_is_done_while_a_forecast_is_at_work(tmp_path: Path) -> None:
    """Play never waits: with a job that does not end, orders are acknowledged and the state moves on."""

    async def test(party: Party) -> None:
        forecasts = party.house.forecasts
        assert forecasts is not None
        heard = Heard()
        forecasts.desk.ask("endless", job(ENDLESS), heard)
        await arrives(lambda: heard.fights > 0)
        for value in (1, 2, 3):
            await party.gm.done(command={"do": "set", "who": "asha", "field": "momentum", "value": value})
        assert not heard.over
        assert (await party.gm.state())["state"]["combatants"]["asha"]["momentum"] == 3

    play(test, tmp_path / "t.db", forecasts=Forecasts(ENGINE))


def test_a_bar_follows_the_table_and_costs_nothing_when_nobody_looks(tmp_path: Path) -> None:
    """Nobody looks: no process. The GM looks: figures of the table as it is; after a change those of the new one."""

    async def test(party: Party) -> None:
        forecasts, hub = party.house.forecasts, party.hub
        assert forecasts is not None
        await party.gm.do("begin")
        forecasts.look(party.room, hub)
        assert forecasts.desk.process is None
        stream = hub.open(party.gm.row, "page", lambda room, seat: "whole")
        hub.join(stream)
        key, version = (party.room.id, "gm"), party.room.version(party.gm.row.seat)
        await arrives(lambda: key in forecasts._bars and forecasts._bars[key].current)
        first = forecasts._bars[key]
        await party.gm.done(
            command={"do": "set", "who": "guard", "field": "trauma", "value": {"physical": 3}}
        )
        await arrives(lambda: forecasts._bars[key] is not first and forecasts._bars[key].current)
        after = party.room.version(party.gm.row.seat)
        assert after != version
        assert f'data-of="{after}"'.encode() in hub.groups["page", "gm"].aside
        whole, aside = await stream._message(), await stream._message()
        assert whole is not None and whole.startswith(b"data: whole")
        assert aside is not None and aside.startswith(b"event: forecast\n")
        hub.leave(stream)
        forecasts.look(party.room, hub)
        assert key not in forecasts._bars

    play(test, tmp_path / "t.db", forecasts=Forecasts(ENGINE))


def test_what_is_small_takes_no_place_of_what_is_whole(tmp_path: Path) -> None:
    """A slow client gets the newest page and the newest figures, whichever came last."""

    async def test(party: Party) -> None:
        hub: Hub = party.hub
        stream = hub.open(party.gm.row, "page", lambda room, seat: "whole")
        hub.join(stream)
        hub.aside(("page", "gm"), "forecast", "old")
        hub.aside(("page", "gm"), "forecast", "new")
        assert await stream._message() == b"data: whole\n\n"
        assert await stream._message() == b"event: forecast\ndata: new\n\n"
        assert stream._next is None and stream._aside is None
        hub.leave(stream)

    play(test, tmp_path / "t.db")


SEATS = [Seat("player", ("asha",)), Seat("spectator")]


@pytest.mark.parametrize("seat", SEATS)
def test_others_figures_are_made_of_what_they_know(tmp_path: Path, seat: Seat) -> None:
    """What the process is given for a player or the big screen is the same wherever a hidden foe stands, and whatever
    the GM has set of tactics: so its figures tell nothing of that."""
    found: list[str] = []

    async def test(party: Party) -> None:
        forecasts = party.house.forecasts
        assert forecasts is not None
        await party.gm.done(settings={"tactics": {"sides": {"foes": ("focus", "careful")[len(found)]}}})
        found.append(repr(forecasts._job(party.room, seat)))

    for at in (12, 30):
        play(
            test, tmp_path / f"{at}.db", encounter=duel(hidden=True, scout_at=at), forecasts=Forecasts(ENGINE)
        )
    assert found[0] == found[1]
    assert "scout" not in found[0]


def test_what_is_hidden_moves_nobody_elses_bar(tmp_path: Path) -> None:
    """Two players of a side and the big screen share one bar; what befalls a foe whom they do not see neither sends
    them anything nor has anything worked out anew. The GM's bar moves on."""

    async def test(party: Party) -> None:
        forecasts, hub = party.house.forecasts, party.hub
        assert forecasts is not None
        await party.gm.done(settings={"forecast": "all"})
        await party.gm.do("begin")
        await party.until("asha")
        guests = [party.gm, party["Asha"], party["Bruno"], party["Big screen"]]
        streams = [hub.open(guest.row, "page", lambda room, seat: "whole") for guest in guests]
        for stream in streams:
            hub.join(stream)

        def settled() -> bool:
            bars = list(forecasts._bars.values())
            return len(bars) == 2 and all(one.current and one.found and one.found["last"] for one in bars)

        await arrives(settled)
        gms, others = (forecasts._bars[party.room.id, whose] for whose in ("gm", "of crew"))
        assert {seat.role for seat in others.seats} == {"player", "spectator"}
        before = {seat.key: hub.groups["page", seat.key].aside for seat in others.seats}
        await party.gm.done(
            command={"do": "set", "who": "scout", "field": "trauma", "value": {"physical": 2}}
        )
        key = (party.room.id, "gm")
        await arrives(lambda: forecasts._bars[key] is not gms and settled())
        assert forecasts._bars[party.room.id, "of crew"] is others
        assert {seat.key: hub.groups["page", seat.key].aside for seat in others.seats} == before
        for stream in streams:
            hub.leave(stream)

    play(test, tmp_path / "t.db", encounter=duel(hidden=True), forecasts=Forecasts(ENGINE))


def test_who_sees_the_bar() -> None:
    """The GM unless it is off; others only when it is everybody's."""
    gm = Seat("gm")
    for setting, seen in (("off", (False, False)), ("gm", (True, False)), ("all", (True, True))):
        settings = Settings(forecast=setting)
        assert (shows(settings, gm), shows(settings, SEATS[0])) == seen
        assert shows(settings, SEATS[1]) == seen[1]
    assert Settings().forecast == "gm"


def test_advice_is_the_gms_and_a_players_own_by_leave(tmp_path: Path) -> None:
    """The GM is told what each command would change; a player finds nothing until allowed, and never for others."""

    async def test(party: Party) -> None:
        await party.gm.do("begin")
        await party.until("asha")
        page = f"/t/{party.room.id}/weighed?who=asha"
        assert (await party["Asha"].client.get(page)).status_code == 404
        told = await party.gm.client.get(page)
        assert told.status_code == 200 and "weighed" in told.text
        await party.gm.done(settings={"advice": True})
        assert "weighed" in (await party["Asha"].client.get(page)).text
        assert (await party["Bruno"].client.get(page)).status_code == 404
        await party.gm.done(settings={"forecast": "off"})
        assert (await party.gm.client.get(page)).status_code == 404

    play(test, tmp_path / "t.db", forecasts=Forecasts(ENGINE))


def test_where_the_time_is_too_short_for_advice_it_takes_longer(tmp_path: Path) -> None:
    """On a machine so slow that no command was fought once, whoever asks waits longer and gets figures."""

    async def test(party: Party) -> None:
        await party.gm.do("begin")
        await party.until("asha")
        with patch("wanderstar.table.forecasts.ADVICE_SECONDS", 1e-6):
            told = await party.gm.client.get(f"/t/{party.room.id}/weighed?who=asha")
        assert 'class="weighed"' in told.text and "%" in told.text

    play(test, tmp_path / "t.db", forecasts=Forecasts(ENGINE))


def test_figures_in_words() -> None:
    """What is not certain is neither none nor all; an interval is widened to whole percents; a change counts as one
    only when its interval leaves out none."""
    assert [percent(p) for p in (0, 0.001, 0.5, 0.999, 1)] == [
        "0 %",
        "under 1 %",
        "50 %",
        "over 99 %",
        "100 %",
    ]
    assert [percent(p, True) for p in (0.00001, 0.12345, 0.99999)] == ["under 0.1 %", "12.3 %", "over 99.9 %"]
    assert between({"low": 0.128, "high": 0.871}) == "12–88 %"
    assert sure({"value": 0.1, "low": -0.1, "high": 0.3}) == 0
    assert sure({"value": -0.2, "low": -0.3, "high": -0.1}) < 0
    assert sure({"value": 0.2, "within": 0.0}) > 0
