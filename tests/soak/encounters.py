"""Random encounters and rulesets for the soak: one seed, one table of a fight that the sheets accept."""

from __future__ import annotations

from random import Random
from typing import Any

from wanderstar.book.switches import SWITCHES, Switch
from wanderstar.sheets.faults import BrokenFile
from wanderstar.sheets.load import encounter_from
from wanderstar.sheets.model import Encounter
from wanderstar.sheets.schema import BANDS, DEFS, GRADES, THREATS
from wanderstar.sheets.schema_scene import ON

Table = dict[str, Any]

NAMES = ["Strength", "Dexterity", "Endurance", "Intellect", "Education", "Social"]
SKILLS = ["Athletics", "Close Quarters", "Ranged Weapons", "Explosives", "Medicine", "Recon", "Deceive"]
RANKS = ["Untrained", "Novice", "Trained", "Professional", "Expert"]
SHIPPED = ["core"]
FLAGS = [
    name
    for name, schema in DEFS["weapon"]["properties"]["traits"]["properties"].items()
    if schema["type"] == "boolean"
]

LIKELY = {("melee", "reach"): 0.45, ("thrown-melee", "reach"): 0.45, ("fire", "precise"): 0.4}
"""Traits that would come to bear too seldom; of the others each weapon has one in eight."""


def encounter(rng: Random) -> Encounter:
    """An encounter that the sheets accept: of what is drawn, now and then a weapon contradicts itself."""
    for _ in range(200):
        try:
            return encounter_from(tables(rng))
        except BrokenFile:
            continue
    raise AssertionError("two hundred encounters in a row were refused")


def tables(rng: Random) -> Table:
    """An encounter's tables: 1-D or 2-D, two or three sides, everybody's weapons own or shipped."""
    plane = rng.random() < 0.4
    reach = rng.choice([2, 8, 30, 140])
    own = [weapon(rng, n) for n in range(rng.randint(1, 5))]
    ids = [w["id"] for w in own] + (rng.sample(CORE_WEAPONS, 4) if rng.random() < 0.7 else [])
    sides = ["red", "blue", "green"][: 2 + (rng.random() < 0.25)]
    covers = [cover(rng, n, plane, reach) for n in range(rng.randint(0, 4))]
    many = rng.randint(len(sides), 6)
    fighters = [combatant(rng, n, sides[n % len(sides)], ids, plane, reach, covers) for n in range(many)]
    return {
        "format": 1,
        "name": "Soak",
        "packs": SHIPPED,
        "ruleset": ruleset(rng),
        "weapons": own,
        "sides": [{"id": side, **morale(rng)} for side in sides],
        "combatants": fighters,
        "covers": covers,
        "zones": [zone(rng, f"zone-{n}", plane, reach) for n in range(rng.choice([0, 0, 1, 2]))],
        **(bounds(plane, reach) if rng.random() < 0.6 else {}),
    }


CORE_WEAPONS = sorted(
    encounter_from(
        {"format": 1, "packs": ["core"], "sides": [{"id": "a"}, {"id": "b"}], "combatants": []}
    ).weapons
)


def place(rng: Random, plane: bool, reach: float) -> Any:
    """A place on the map, in half metres so that people do come to stand together."""

    def metres() -> float:
        return rng.randint(0, int(reach * 2)) / 2

    return [metres(), metres() / 3] if plane else metres()


def zone(rng: Random, id: str, plane: bool, reach: float) -> Table:
    """A zone of any shape that gives anything."""
    shape: Table = {"from": place(rng, plane, reach), "to": place(rng, plane, reach)}
    if rng.random() < 0.5:
        shape = {"at": place(rng, plane, reach), "radius": rng.choice([0.5, 3, 20])}
    return {"id": id, **shape, "gives": [gives(rng) for _ in range(rng.randint(1, 3))]}


def gives(rng: Random) -> Table:
    """One thing that a zone gives."""
    made: Table = {"on": rng.choice(ON), "edge": rng.choice(["advantage", "disadvantage"])}
    if made["on"] == "tests" and rng.random() < 0.5:
        made["skill"] = rng.choice(SKILLS)
    if made["on"] != "tests" and rng.random() < 0.5:
        made["range"] = rng.choice(["ranged", "melee"])
    if made["edge"] == "advantage" and rng.random() < 0.5:
        made["price"] = rng.choice([0, 2])
    return made


def bounds(plane: bool, reach: float) -> Table:
    """A map that ends where nobody stands yet."""
    return {"map": {"from": [0, 0], "to": [reach, reach / 3]} if plane else {"from": 0, "to": reach}}


def morale(rng: Random) -> Table:
    """Morale, for some."""
    if rng.random() < 0.6:
        return {}
    return {"morale": {"loss": rng.choice([0.1, 0.5, 1]), "does": rng.choice(["flee", "surrender"])}}


def cover(rng: Random, n: int, plane: bool, reach: float) -> Table:
    """A piece of cover."""
    made: Table = {
        "id": f"cover-{n}",
        "at": place(rng, plane, reach),
        "grade": rng.choice(["light", "solid"]),
    }
    if rng.random() < 0.5:
        made["hides"] = True
    if plane and rng.random() < 0.4:
        made["arc"] = rng.choice([30, 180, 360])
    return made


def weapon(rng: Random, n: int) -> Table:
    """A weapon with any traits at all."""
    kind = rng.choice(["melee", "fire", "fire", "fire", "thrown", "thrown-melee"])
    traits: Table = {name: True for name in FLAGS if rng.random() < LIKELY.get((kind, name), 0.12)}
    for name, values in (("auto", [1, 2, 3]), ("piercing", [1, 5]), ("damage", [1, 4]), ("reload", [1, 2])):
        if rng.random() < 0.2:
            traits[name] = rng.choice(values)
    if kind == "fire" and rng.random() < 0.3:
        traits |= {"auto": rng.choice([2, 3]), "suppressive": True}
    made: Table = {"id": f"own-{n}", "name": f"Own {n}", "traits": traits}
    if "melee" in kind:
        made["melee"] = True
    if kind != "melee":
        made["range"] = rng.choice(BANDS)
        if rng.random() < 0.25:
            traits["blast"] = rng.choice([1.5, 4, 8])
    if "thrown" in kind:
        made["thrown"] = True
        made["count"] = rng.randint(0, 4)
    elif kind == "fire" and rng.random() < 0.6:
        made["magazine"] = rng.randint(1, 12)
    if not traits.get("entangle") or rng.random() < 0.5:
        made["damage"] = rng.choice(["1D", "2D-3", "2D", "3D+1", "4D"])
    others: list[tuple[str, list[Any]]] = [
        ("hands", [1, 2]),
        ("compact", [True]),
        ("scale", [0, 1, 2]),
        ("skill", list(SKILLS)),
        ("characteristic", list(NAMES)),
    ]
    for key, choices in others:
        if rng.random() < 0.15:
            made[key] = rng.choice(choices)
    return made


def person(rng: Random, id: str, weapons: list[str], adversary: float) -> Table:
    """A character or, with that chance, an adversary."""
    carried = rng.sample(weapons, min(len(weapons), rng.choice([0, 1, 2, 2, 3, 3])))
    made: Table = {
        "id": id,
        "name": rng.choice(["Ada", "Bo", "Ço", "D'Arc", "雪"]),
        "characteristics": {n: rng.choice([2, 5, 7, 9, 12, *GRADES]) for n in NAMES if rng.random() < 0.8},
        "skills": {s: rng.choice(RANKS) for s in SKILLS if rng.random() < 0.6},
        "armor": rng.choice([0, 0, 2, 4]),
        "weapons": [{"id": w, "count": rng.randint(1, 3)} if rng.random() < 0.2 else w for w in carried],
    }
    if rng.random() < 0.1:
        made["scale"] = rng.choice([0, 1, 2])
    if rng.random() < adversary:
        made["threat"] = rng.choice(THREATS)
        if rng.random() < 0.3:
            made["boxes"] = rng.randint(1, 3)
    elif rng.random() < 0.5:
        made["boxes"] = {"physical": rng.randint(1, 4), "mental": rng.randint(1, 4)}
    return made


def combatant(
    rng: Random, n: int, side: str, weapons: list[str], plane: bool, reach: float, covers: list[Table]
) -> Table:
    """One of the fight, some hidden, some standing at a cover."""
    at = rng.choice(covers)["at"] if covers and rng.random() < 0.4 else place(rng, plane, reach)
    who = person(rng, f"p{n}", weapons, 0.2 if side == "red" else 0.7)
    made: Table = {"who": who, "side": side, "at": at, **morale(rng)}
    if rng.random() < 0.1:
        made["hidden"] = True
    if rng.random() < 0.1:
        made["unaware"] = True
    if n > 2 and rng.random() < 0.25:
        made["enters"] = rng.randint(1, 4)
    if n > 2 and rng.random() < 0.1:
        made |= {"count": 2, "spread": rng.choice([0, 1.5])}
    return made


PLAIN: dict[str, list[Any]] = {
    "move.metres": [0, 1.5, 6, 30],
    "minor.max": [0, 1, 3, 9],
    "suppress.radius": [0, 6, 40],
    "momentum.cap": ["none", 0, 2, 6],
    "momentum.start": [0, 1, 3],
    "contest.max_exchanges": ["none", 1, 5],
    "contest.net_wins": [1, 2],
    "clock.successes": [1, 3],
    "clock.failures": [1, 3],
    "armor.base": [0, 3, 6],
    "armor.floor": [0, 1, 4],
    "scale.factor": [1, 2, 10],
    "trauma.physical": [1, 3, 4],
    "trauma.mental": [1, 4],
    "disengage.test": SKILLS,
    "npc.static": [[6, 7, 8], [2, 7, 12]],
    "npc.track": [{"minion": 1, "standard": 2, "elite": 4}, {"minion": 2, "standard": 1, "elite": 5}],
    "characteristics.names": [NAMES, [*NAMES, "Luck"], NAMES[::-1]],
    "characteristics.advantage_min": [8, 9, 12],
    "characteristics.disadvantage_max": [2, 5, 7],
    "skills.ranks": [
        {"Untrained": -3, "Novice": 0, "Trained": 1, "Professional": 2, "Expert": 3},
        {"Untrained": -1, "Novice": 1, "Trained": 4, "Professional": 4, "Expert": 7},
    ],
    "skills.catalogue": [
        {**dict.fromkeys(SKILLS, "Dexterity"), "Medicine": "Intellect"},
        {**dict.fromkeys(SKILLS, "Strength"), "Survival": "Endurance"},
    ],
    "auto.burst_damage": ["N", "2N", 1, 0],
    "auto.full_attacks": ["N", "2N", 3],
    "auto.full_ammo": ["N", "3N", 0, 2],
}
"""Values worth playing with; a switch that is not here has few enough to draw any."""


def ruleset(rng: Random) -> Table:
    """Any switches at any values; in a quarter of the fights none at all."""
    made: Table = {}
    if rng.random() < 0.25:
        return made
    for switch in SWITCHES:
        if rng.random() < (0.7 if switch.choices is not None else 0.4):
            table, key = switch.key.split(".")
            made.setdefault(table, {})[key] = rng.choice(values_of(switch))
    return made


def values_of(switch: Switch) -> list[Any]:
    """The values that the soak tries for a switch."""
    if switch.key in PLAIN:
        return PLAIN[switch.key]
    if switch.choices is not None:
        return [member.name.lower() for member in switch.choices]
    if switch.kind == "bool":
        return [True, False]
    assert switch.kind == "int" and switch.high <= 10, switch.key
    return list(range(int(switch.low), int(switch.high) + 1))
