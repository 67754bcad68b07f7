"""The odds calculator's answers: an attack, any test by rank and edge, two sides, a clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from .. import odds
from ..book.ruleset import DEFAULT
from ..play.arguments import BadArgument

FIELDS = {
    "rank": "Professional",
    "damage": "3D",
    "armor": "5",
    "cover": "",
    "reaction": "",
    "adv": "",
    "dis": "",
    "a": "2",
    "a_edge": "neutral",
    "b": "1",
    "b_edge": "neutral",
    "successes": "3",
    "failures": "3",
    "wanted": "75",
}
COVERS: dict[str, Literal["light", "solid"] | None] = {"": None, "light": "light", "solid": "solid"}
EDGES = ("disadvantage", "neutral", "advantage")


def calculator(query: Mapping[str, str]) -> dict[str, Any]:
    """What `odds.html` shows for the fields of an address; a field that does not fit is named in `faults`."""
    asked = (
        {name: query.get(name, default)[:40] for name, default in FIELDS.items()} if query else dict(FIELDS)
    )
    faults: list[str] = []
    table = odds.test(table=True).to_json()["rows"]
    return {
        "asked": asked,
        "faults": faults,
        "ranks": [(name, bonus) for name, bonus in DEFAULT.skills_ranks],
        "attack": _try(lambda: attack(asked), faults, "attack"),
        "rows": [
            {**row, "cells": [(edge, row[edge]["value"], heat(row[edge]["value"])) for edge in EDGES]}
            for row in table
        ],
        "needed": _try(lambda: needed(asked["wanted"]), faults, "at least"),
        "opposed": _try(lambda: opposed(asked), faults, "two sides"),
        "clock": _try(lambda: clock(asked), faults, "clock"),
    }


def _try(ask: Any, faults: list[str], what: str) -> Any:
    try:
        return ask()
    except (BadArgument, ValueError, KeyError) as error:
        faults.append(f"{what}: {error}")
        return None


def heat(value: float) -> int:
    """The shade of a cell, 0 to 8."""
    return min(int(value * 9), 8)


def attack(asked: Mapping[str, str]) -> dict[str, Any]:
    """The attack of the form."""
    found = odds.attack(
        rank=asked["rank"],
        damage=asked["damage"],
        armor=int(asked["armor"]),
        cover=COVERS[asked["cover"]],
        advantage=bool(asked["adv"]),
        disadvantage=bool(asked["dis"]),
        reaction="success" if asked["reaction"] else None,
    ).to_json()
    trauma = found["trauma"]
    bar = [
        ("o-miss", "Miss", found["miss"]["value"]),
        ("o-none", "No trauma", found["hit_no_trauma"]["value"]),
        ("o-one", "1 trauma", trauma["1"]["value"]),
        ("o-two", "2 trauma", trauma["2"]["value"]),
    ]
    return {
        **found,
        "bar": bar,
        "effect_chart": chart(found["effect"], 0),
        "damage_chart": chart(found["damage"], None),
    }


def chart(distribution: Mapping[str, Any], line: int | None) -> list[dict[str, Any]]:
    """Bars of a distribution for an SVG of 560 by 170; those below `line` are hatched."""
    numbers = sorted((int(key), p["value"]) for key, p in distribution.items())
    if not numbers:
        return []
    most = max(p for _, p in numbers)
    step = 540 / len(numbers)
    return [
        {
            "x": round(10 + i * step + 2, 1),
            "wide": round(step - 4, 1),
            "high": round(p / most * 110, 1),
            "label": str(n).replace("-", "−"),
            "percent": f"{p * 100:.1f}",
            "kind": "o-miss" if line is not None and n < line else "o-one",
        }
        for i, (n, p) in enumerate(numbers)
    ]


def needed(wanted: str) -> dict[str, Any]:
    """The least bonus at each edge."""
    return dict(odds.test(at_least=float(wanted.rstrip(" %")) / 100).to_json()["bonus"])


def opposed(asked: Mapping[str, str]) -> list[tuple[str, str, float]]:
    """Two sides, the second defending."""
    sides = [
        f"{name}:{int(asked[key])}:{asked[f'{key}_edge']}" for name, key in (("First", "a"), ("Second", "b"))
    ]
    win = odds.opposed(sides).to_json()["win"]
    return [
        ("o-two", "First wins", win["First"]["value"]),
        ("o-miss", "Second holds", win["Second"]["value"]),
    ]


def clock(asked: Mapping[str, str]) -> list[tuple[str, str, float]]:
    """A clock of tests at the attack's rank and edges."""
    found = odds.clock(
        rank=asked["rank"],
        advantage=bool(asked["adv"]),
        disadvantage=bool(asked["dis"]),
        successes=int(asked["successes"]),
        failures=int(asked["failures"]),
    ).to_json()
    return [("o-two", "Fills", found["fills"]["value"]), ("o-miss", "Fails", found["fails"]["value"])]
