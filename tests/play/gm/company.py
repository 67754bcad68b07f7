"""Four people at a table, no fight yet: who they are decides every number in the tests of chapter 5.

| who | Advantage | Disadvantage | skills |
|---|---|---|---|
| ann, a character | Strength, Endurance | Intellect | Athletics, Survival, Medicine +1; Recon +2; Deceive +3 |
| bea, a character | | | Athletics 0; Sneaking, Close Quarters +1; Psychology +2 |
| cal, a character | | Dexterity | |
| orc, an adversary | Strength | Dexterity | Athletics, Close Quarters +1 |

All stand together at 0, except orc at 20.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.play.positions import Fight

from wanderstar.sheets.load import encounter_from, ruleset_from

ANN = {
    "id": "ann",
    "name": "Ann",
    "characteristics": {"Strength": 10, "Endurance": 9, "Intellect": 5, "Dexterity": 7},
    "skills": {
        "Athletics": "Trained",
        "Survival": "Trained",
        "Medicine": "Trained",
        "Recon": "Professional",
        "Deceive": "Expert",
    },
}
BEA = {
    "id": "bea",
    "name": "Bea",
    "characteristics": {},
    "skills": {
        "Athletics": "Novice",
        "Sneaking": "Trained",
        "Close Quarters": "Trained",
        "Psychology": "Professional",
    },
}
CAL = {"id": "cal", "name": "Cal", "characteristics": {"Dexterity": "disadvantage"}}
ORC = {
    "id": "orc",
    "name": "Orc",
    "threat": "standard",
    "characteristics": {"Strength": 10, "Dexterity": 4},
    "skills": {"Athletics": "Trained", "Close Quarters": "Trained"},
}


def source(**more: Any) -> dict[str, Any]:
    """The tables of the encounter."""
    places = {"ann": 0, "bea": 0, "cal": 0, "orc": 20}
    return {
        "format": 1,
        "packs": [],
        "characters": [ANN, BEA, CAL],
        "adversaries": [ORC],
        "sides": [{"id": "party"}, {"id": "foes"}],
        "combatants": [
            {"who": who, "side": "foes" if who == "orc" else "party", "at": at} for who, at in places.items()
        ],
        **more,
    }


def company(rules: Mapping[str, Any] | None = None, **more: Any) -> Fight:
    """The table, with switches by their dotted keys and further tables of the encounter."""
    tables: dict[str, dict[str, Any]] = {}
    for key, value in (rules or {}).items():
        table, _, name = key.partition(".")
        tables.setdefault(table, {})[name] = value
    ruleset, faults = ruleset_from(tables)
    assert faults == []
    return Fight(encounter_from(source(**more), None, ruleset))


def begun(rules: Mapping[str, Any] | None = None, **more: Any) -> Fight:
    """The same with a fight begun: ann, bea, cal, orc in this order."""
    fight = company(rules, **more)
    fight.do("begin", rolls="initiative 6 6; initiative 6 5; initiative 5 5 6; initiative 5 4 6")
    assert fight.state["order"] == ["ann", "bea", "cal", "orc"]
    return fight
