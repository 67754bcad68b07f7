"""Random fights watched from every seat: whatever happens, each can be shown, and nobody hidden is named."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from tests.soak.fights import Fight

from wanderstar.play.refusal import Refusal
from wanderstar.play.table import Table
from wanderstar.seats.composer import composer
from wanderstar.seats.cut import known
from wanderstar.seats.export import csv_rows, markdown
from wanderstar.seats.log import log
from wanderstar.seats.permit import permitted
from wanderstar.seats.prompt import prompts
from wanderstar.seats.seat import FOES, Seat, Settings
from wanderstar.seats.sheet import sheet
from wanderstar.seats.view import view

SEEDS = 6
MOST = 60


class Watched(Fight):
    """A random fight, looked at from every seat after every command and at every ask."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.looks = 0
        self.eyes = Random(seed)

    def check(self) -> None:
        """The fight's own checks, then a look from some seat."""
        super().check()
        characters = [c.id for c in self.live.state.combatants.values() if c.is_character]
        mine = tuple(self.eyes.sample(characters, min(len(characters), self.eyes.randint(1, 2))))
        for seat in (Seat("gm"), Seat("player", mine), Seat("spectator")):
            look(self.live, seat, Settings(self.eyes.choice(FOES)), self.eyes)
            self.looks += 1


def look(table: Table, seat: Seat, settings: Settings, rng: Random) -> None:
    """Everything a seat receives can be written as JSON and names nobody whom it does not see."""
    state, asks = table.state, table.asks
    received: dict[str, Any] = {
        "view": view(state, asks, seat, settings),
        "prompts": prompts(state, table.run, seat, settings),
        "newest": log(table.entries, None, seat, settings, 1),
        "open": [item for item in log(table.entries, table.run, seat, settings, 1) if item["open"]],
    }
    people = sorted(state.combatants)
    who = state.turn if seat.gm and state.turn else rng.choice([*seat.characters, *people] or ["nobody"])
    target = rng.choice(people) if people else "nobody"
    arms = [w for c in state.combatants.values() if c.id == who for w in c.carried] or ["unarmed"]
    received["composer"] = composer(
        state, who, seat, settings, target=target, weapon=rng.choice(arms), asks=asks,
        mode=rng.choice(("single", "burst", "full")), claim=rng.random() < 0.5,
    )  # fmt: skip
    received["sheet"] = sheet(state, target, seat, settings)
    text = {name: json.dumps(value, allow_nan=False) for name, value in received.items()}
    for hidden in known(state, seat, settings).hidden:
        for name in ("view", "prompts", "composer", "open"):
            if name == "composer" and hidden in (who, target):
                continue  # what was asked for is said back
            assert f'"{hidden}"' not in text[name], (name, hidden)
    if seat.gm and not asks:
        agrees(table, received["composer"], rng)


def agrees(table: Table, found: dict[str, Any], rng: Random) -> None:
    """Some offer of the composer, as the engine would take it."""
    offers = [line for line in found.get("commands", ()) if not line["needs"]]
    if not offers:
        return
    line = rng.choice(offers)
    taken = permitted(Seat("gm"), table.state, (), Settings(), line["command"])
    assert taken == line["command"]
    lines: list[Any] = []
    again = Table(table.encounter, entries=list(table.entries), write=lines.append)
    result = again.order(line["command"])
    code = result.code if isinstance(result, Refusal) else None
    assert code == (None if line["refusal"] is None else line["refusal"]["code"]), line


def watch(seed: int) -> None:
    """One fight, its whole log at the end from every seat."""
    fight = Watched(seed)
    while not fight.live.state.over and fight.live.state.round <= fight.rounds and fight.live.n < MOST:
        fight.one()
        fight.check()
    assert fight.looks
    table = fight.live
    for seat in (Seat("gm"), Seat("player", tuple(c.id for c in table.state.combatants.values())[:1])):
        items = log(table.entries, table.run, seat, Settings())
        steps = [item["step"] for item in items]
        assert len(items) == len(table.entries) if seat.gm else len(items) <= len(table.entries)
        assert log(table.entries, table.run, seat, Settings(), 5) == items[-5:]
        assert all(step.partition(".")[2] for step in steps)
        assert len({len(row) for row in csv_rows(table.entries, table.run, seat, Settings())}) == 1
        assert list(markdown(table.entries, table.run, seat, Settings()))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_fights_from_every_seat(seed: int) -> None:
    """Some fights, up to sixty commands each."""
    watch(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SEEDS, 300))
def test_many_random_fights_from_every_seat(seed: int) -> None:
    """Many of them."""
    watch(seed)
