"""Small fights to forecast: as many as one likes on each side, three boxes at most, on a line."""

from typing import Any

from wanderstar.play.setup import open_table
from wanderstar.play.state import State
from wanderstar.sheets.load import encounter_from
from wanderstar.sheets.model import Encounter

WEAPONS = [
    {"id": "gun", "name": "Gun", "damage": "3D", "range": "medium", "magazine": 6, "traits": {"auto": 2}},
    {"id": "club", "name": "Club", "damage": "2D", "melee": True},
    {"id": "feather", "name": "Feather", "damage": "1D", "melee": True},
]


def person(id: str, **more: Any) -> dict[str, Any]:
    """An adversary with a gun."""
    return {
        "id": id,
        "name": id.title(),
        "threat": "standard",
        "boxes": 2,
        "characteristics": {},
        "skills": {"Ranged Weapons": "Trained"},
        "weapons": ["gun"],
        **more,
    }


def duel(left: int = 1, right: int = 1, gap: float = 10, **more: Any) -> Encounter:
    """`left` reds against `right` blues, `gap` metres apart; `more` goes onto the reds' sheet."""
    entries = [
        {"who": "red", "side": "reds", "at": 0, **({"count": left} if left > 1 else {})},
        {"who": "blue", "side": "blues", "at": gap, **({"count": right} if right > 1 else {})},
    ]
    return encounter_from(
        {
            "format": 1,
            "name": "Duel",
            "packs": [],
            "weapons": WEAPONS,
            "adversaries": [person("red", **more), person("blue")],
            "sides": [{"id": "reds", "name": "Reds"}, {"id": "blues", "name": "Blues"}],
            "combatants": [entry for entry, many in zip(entries, (left, right), strict=True) if many],
        }
    )


def state(encounter: Encounter | None = None) -> State:
    """The state before the fight."""
    return open_table(encounter or duel())
