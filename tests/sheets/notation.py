"""Sheets as text: the smallest encounter that is sound, and what one change to it makes of it."""

import tomllib
from pathlib import Path
from typing import Any

from wanderstar.sheets.faults import Fault
from wanderstar.sheets.load import encounter_from, examine
from wanderstar.sheets.model import Encounter

DUEL = """
format = 1
packs = []
[[weapons]]
id = "rifle"
name = "Rifle"
damage = "3D"
range = "medium"
[[weapons]]
id = "club"
name = "Club"
damage = "2D+1"
melee = true
[[armor]]
id = "vest"
name = "Vest"
bonus = 2
[[characters]]
id = "ana"
name = "Ana"
characteristics = { Strength = 9, Dexterity = 5 }
skills = { Athletics = "Trained" }
armor = "vest"
weapons = ["rifle", "club"]
[[adversaries]]
id = "guard"
name = "Guard"
threat = "standard"
characteristics = { Strength = "advantage" }
weapons = ["club"]
[[sides]]
id = "party"
[[sides]]
id = "foes"
[[combatants]]
who = "ana"
side = "party"
at = 0
[[combatants]]
who = "guard"
side = "foes"
at = 12.5
[[covers]]
id = "crate"
at = 11
grade = "solid"
"""


def duel(*changes: tuple[str, str]) -> dict[str, Any]:
    """The tables of `DUEL` with each text replaced once; a text that is not there fails."""
    text = DUEL
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return tomllib.loads(text)


def faults(*changes: tuple[str, str], base: Path | None = None) -> list[Fault]:
    """All faults of the changed `DUEL`."""
    return examine(duel(*changes), base)[1]


def sound(*changes: tuple[str, str]) -> Encounter:
    """The encounter of the changed `DUEL`."""
    return encounter_from(duel(*changes))
