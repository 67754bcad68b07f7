"""Everything that a seat may ever receive of a table, as bytes to compare."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import Run
from wanderstar.play.state import State
from wanderstar.play.table import Entry
from wanderstar.seats.composer import composer, odds_table
from wanderstar.seats.export import csv_rows, markdown
from wanderstar.seats.log import log
from wanderstar.seats.permit import answerable, permitted
from wanderstar.seats.prompt import prompts
from wanderstar.seats.seat import Seat, Settings
from wanderstar.seats.sheet import sheet
from wanderstar.seats.view import view

IDS = ("ann", "bob", "orc", "sniper", "nobody", "s", "o", "?")
"""Whom commands name: friends, a foe in sight (`orc`), one who is hidden (`sniper`), nobody, beginnings."""


def commands(who: str) -> list[dict[str, Any]]:
    """A battery of commands, wise or not."""
    found: list[dict[str, Any]] = [
        {"do": do, "who": who}
        for do in (
            "ready",
            "end_turn",
            "drop_prone",
            "rise",
            "break_free",
            "minor",
            "begin",
            "dance",
            "delay",
        )
    ]
    for other in IDS:
        found += [{"do": do, "who": who, "target": other} for do in ("aim", "grapple", "first_aid")]
        found += [
            {"do": "attack", "who": who, "weapon": weapon, "target": other}
            for weapon in ("rifle", "unarmed", "longrifle")
        ]
        found += [{"do": "delay", "who": who, "after": other}, {"do": "reveal", "who": other}]
        found += [{"do": "attack", "who": other, "weapon": "rifle", "target": "orc"}]
    found += [{"do": "move", "who": who, "to": to} for to in (0, 5, 6, 60)]
    found += [{"do": "attack", "who": who, "weapon": "frag", "at": 12}]
    found += [{"do": "take_cover", "who": who, "cover": cover} for cover in ("crate", "wall", "nothing")]
    return found


def received(
    state: State, run: Run | None, entries: Sequence[Entry], seat: Seat, settings: Settings
) -> dict[str, str]:
    """Every channel of a seat, each as text."""
    asks = () if run is None else run.asks
    people = [who for who in IDS if who in ("ann", "bob", "orc", "sniper", "nobody")]
    found: dict[str, Any] = {
        "view": view(state, asks, seat, settings),
        "log": log(entries, run, seat, settings),
        "prompts": prompts(state, run, seat, settings),
        "markdown": list(markdown(entries, run, seat, settings, "Fight")),
        "csv": list(csv_rows(entries, run, seat, settings)),
    }
    for who in people:
        found[f"sheet {who}"] = sheet(state, who, seat, settings)
        found[f"odds {who}"] = odds_table(state, who, seat, settings)
        for target in people[:4] if who in seat.characters else ["orc"]:
            found[f"composer {who} {target}"] = composer(
                state, who, seat, settings, target=target, asks=asks, claim=True
            )
    for who in seat.characters:
        for weapon in ("rifle", "frag", "club"):
            found[f"composer {who} {weapon}"] = composer(state, who, seat, settings, weapon=weapon, at=12)
    found["orders"] = [
        shown(permitted(seat, state, asks, settings, command))
        for who in (*seat.characters, "sniper")
        for command in commands(who)
    ]
    found["answers"] = [
        shown(answerable(seat, state, asks, {f"{name}:{who}": True}))
        for name in ("reaction", "claim_avoid", "free_attack")
        for who in IDS
    ]
    return {name: json.dumps(value, ensure_ascii=False, allow_nan=False) for name, value in found.items()}


def shown(value: Any) -> Any:
    """A refusal as JSON; anything else as it is."""
    return value.to_json() if isinstance(value, Refusal) else value
