"""Every page can be drawn at every step of whole fights, for every seat: no template misses what it names."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from wanderstar.play.asks import Choice
from wanderstar.play.table import Given, Table
from wanderstar.seats.composer import composer
from wanderstar.seats.seat import FOES, Seat, Settings
from wanderstar.seats.view import view
from wanderstar.sheets.load import load_encounter
from wanderstar.table import models_focus
from wanderstar.table.hub import Hub
from wanderstar.table.pages import shown
from wanderstar.table.pages_frame import TEMPLATES
from wanderstar.table.room import Room
from wanderstar.tactics.cast import Cast

GOLDEN = Path(__file__).parents[2] / "examples" / "golden-fight.jsonl"
PLACES: dict[int, dict[str, Any]] = {
    1: {"at": 20, "to": 5, "sup": 30},
    2: {"at": [9, 9], "to": [5, 5], "sup": [8, 8]},
}


class FakeRoom:
    """A room without a store: what the pages read of one."""

    def __init__(self, table: Table, settings: Settings) -> None:
        self.table, self.settings = table, settings
        self.id, self.name, self.deadline, self.rows = "t", table.encounter.name, None, dict[str, Any]()

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def asks(self) -> Any:
        return self.table.asks

    def view(self, seat: Seat) -> dict[str, Any]:
        return view(self.state, self.asks, seat, self.settings)


def seats(table: Table) -> list[Seat]:
    people = [c.id for c in table.state.combatants.values() if c.is_character]
    return [
        Seat("gm"),
        Seat("spectator"),
        *(Seat("player", (id,)) for id in people),
        Seat("player", tuple(people)),
    ]


def draw_all(table: Table, settings: Settings) -> None:
    """Each seat's page and each composer that it may open."""
    room = cast("Room", FakeRoom(table, settings))
    hub = cast("Hub", SimpleNamespace(connected={}, foretells=True))
    for seat in seats(table):
        html = TEMPLATES.get_template("live.html").render(**shown(room, hub, seat))
        assert 'id="now"' in html and " style=" not in html
        if seat.role == "spectator":
            continue
        for who in table.state.combatants if seat.gm else seat.characters:
            draw_focus(room, seat, who)


def draw_focus(room: Room, seat: Seat, who: str) -> None:
    """A composer as it opens, and with everything chosen that can be."""
    seen = room.view(seat)
    dimension = room.table.encounter.dimension or 1
    for more in (dict[str, Any](), PLACES[dimension], {"bands": True}):
        chosen: dict[str, Any] = {
            "who": who,
            "at": None,
            "to": None,
            "sup": None,
            "placing": "to",
            "bands": False,
        }
        chosen |= more
        made = composer(room.state, who, seat, room.settings, at=chosen["at"], claim=True, asks=room.asks)
        focus = models_focus.focus(seen, made, chosen, 6.0) | {
            "asked": bool(seen["waiting"]),
            "hidden": False,
        }
        page = {
            "table": "t",
            "version": "v",
            "role": seat.role,
            "round": seen["round"],
            "over": seen["over"],
            "cap": 6,
            "skills": ["Recon"],
        }
        html = TEMPLATES.get_template("focus.html").render(page=page, focus=focus)
        assert " style=" not in html


@pytest.mark.parametrize("foes", FOES)
def test_the_golden_fight_can_be_drawn_at_every_step(foes: str) -> None:
    """Before it begins, after each command, and at each question on the way."""
    table = Table(load_encounter("golden-fight"))
    settings = Settings(foes=foes)
    draw_all(table, settings)
    for line in map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines()):
        if "refused" in line:
            continue
        given = Given(line)
        assert table.order(line["command"])
        while table.run is not None:
            if foes == "word":
                draw_all(table, settings)
            ask = table.asks[0]
            answer = given(table, table.run, ask)
            assert answer is not None
            assert table.answer({ask.key: list(answer.value) if ask.key == "dice" else answer.value})
        if foes != "word" or line["command"]["do"] != "end_turn":
            draw_all(table, settings)


@pytest.mark.parametrize("encounter", ["docking-bay", "patrol-ambush"])
def test_shipped_encounters_can_be_drawn_as_tactics_play_them(encounter: str) -> None:
    """Two dimensions and one, hidden foes among them, for some turns."""
    table, cast_ = Table(load_encounter(encounter), seed="drawn"), Cast()
    assert table.order({"do": "begin"})
    for step in range(24):
        turn = table.state.turn
        if turn is None:
            break
        tactic = cast_.of(table.state, turn)
        command = {"do": "end_turn", "who": turn} if tactic is None else tactic.command(table.state, turn)
        if not table.order(command, providers=[cast_.answer]):
            assert table.order({"do": "end_turn", "who": turn})
        while table.run is not None:
            assert table.answer({ask.key: ask.default for ask in table.asks if isinstance(ask, Choice)})
        if step % 4 == 0:
            draw_all(table, Settings())
