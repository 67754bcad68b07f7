"""Checked tables to frozen values, and frozen values back to tables. Nothing is judged here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ..book.combat.range import Band
from ..book.ruleset import Ruleset
from ..book.switches import to_tables
from . import build_scene as scene
from .build_scene import place
from .model import Armor, Bounds, Carried, CoverSheet, Encounter, Person, Placed, Side, Weapon, Zone
from .schema import BANDS, DEFS, FORMAT, GRADES
from .shelf import Key, Shelf, Table

TRAITS = tuple(DEFS["weapon"]["properties"]["traits"]["properties"])


def damage(text: str) -> tuple[int, int]:
    """Dice and plus of a damage text: "2D+1", "2d6+1" are (2, 1) (R23)."""
    dice, plus = re.fullmatch(r"(\d+)[dD]6?([+-]\d+)?", text).groups()  # type: ignore[union-attr]
    return int(dice), int(plus or 0)


def weapon(table: Table, identity: str) -> Weapon:
    """A weapon from its table; hands by R79, `explosive` and a magazine of 1 where the traits imply them."""
    traits = dict(table.get("traits", {}))
    listed = table.get("range")
    thrown = table.get("thrown", False)
    if "blast" in traits and listed is not None:
        traits["explosive"] = True
    dice, plus = damage(table["damage"]) if "damage" in table else (0, 0)
    return Weapon(
        identity,
        table["name"],
        dice,
        plus,
        band=None if listed is None else Band(BANDS.index(listed)),
        melee=table.get("melee", False),
        skill=table.get("skill"),
        characteristic=table.get("characteristic"),
        hands=table.get("hands", 1 if thrown or listed is None else 2),
        compact=table.get("compact", False),
        magazine=table.get("magazine", 1 if "reload" in traits else None),
        count=table.get("count"),
        thrown=thrown,
        scale=table.get("scale"),
        **traits,
    )


def weapon_table(value: Weapon) -> Table:
    """The table that `weapon` reads back as `value`."""
    table: Table = {"id": value.id, "name": value.name}
    if value.dice:
        table["damage"] = f"{value.dice}D" + (f"{value.plus:+d}" if value.plus else "")
    if value.band is not None:
        table["range"] = BANDS[value.band]
    table["hands"] = value.hands
    for one in fields(Weapon):
        kept = getattr(value, one.name)
        if one.name in ("melee", "compact", "thrown") and kept:
            table[one.name] = True
        elif one.name in ("skill", "characteristic", "magazine", "count", "scale") and kept is not None:
            table[one.name] = kept
    traits = {name: getattr(value, name) for name in TRAITS if getattr(value, name)}
    return table | ({"traits": traits} if traits else {})


def person(table: Table, identity: str, home: str, shelf: Shelf, ruleset: Ruleset) -> Person:
    """A character (no `threat`) or an adversary, its tracks by R25 and R26, its grades by R8."""
    threat = table.get("threat")
    given = table["characteristics"]
    scores = {name: value for name, value in given.items() if isinstance(value, int)}
    boxes = table.get("boxes", {})
    if threat is None:
        physical = boxes.get("physical", ruleset.trauma_physical)
        mental = boxes.get("mental", ruleset.trauma_mental)
    else:
        track = dict(ruleset.npc_track)[threat]
        physical, mental = boxes.get("physical", track) if isinstance(boxes, dict) else boxes, None
    armor = table.get("armor", 0)
    if isinstance(armor, str):
        armor = shelf.row("armor", shelf.find("armor", armor, home)[0])["bonus"]
    return Person(
        identity,
        table["name"],
        "character" if threat is None else "adversary",
        threat,
        scores,
        {name: _grade(given.get(name, "neutral"), ruleset) for name in ruleset.characteristics_names},
        dict(table.get("skills", {})),
        armor,
        tuple(_carried(entry, home, shelf) for entry in table.get("weapons", ())),
        physical,
        mental,
        table.get("momentum"),
        table.get("scale", 0),
        table.get("notes", ""),
    )


def _grade(value: int | str, ruleset: Ruleset) -> int:
    if isinstance(value, str):
        return GRADES.index(value) - 1
    if value >= ruleset.characteristics_advantage_min:
        return 1
    return -1 if value <= ruleset.characteristics_disadvantage_max else 0


def _carried(entry: str | Table, home: str, shelf: Shelf) -> Carried:
    reference, count = (entry, None) if isinstance(entry, str) else (entry["id"], entry.get("count"))
    return Carried(shelf.spelled("weapons", shelf.find("weapons", reference, home)[0]), count)


def carried_keys(table: Table, home: str, shelf: Shelf) -> list[Key]:
    """The weapons on a sheet, in its order; what cannot be found is left out."""
    keys = []
    for entry in table.get("weapons", ()) or ():
        reference = entry.get("id") if isinstance(entry, dict) else entry
        found = shelf.find("weapons", reference, home) if isinstance(reference, str) else []
        keys += found if len(found) == 1 else []
    return keys


def person_table(value: Person) -> Table:
    """The table that `person` reads back as `value`."""
    words = {name: GRADES[grade + 1] for name, grade in value.grades.items() if grade}
    boxes: Any = (
        value.physical if value.mental is None else {"physical": value.physical, "mental": value.mental}
    )
    table: Table = {
        "id": value.id,
        "name": value.name,
        **({} if value.threat is None else {"threat": value.threat}),
        "characteristics": words | dict(value.scores),
        "skills": dict(value.skills),
        "armor": value.armor,
        "boxes": boxes,
        "weapons": [
            one.weapon if one.count is None else {"id": one.weapon, "count": one.count}
            for one in value.weapons
        ],
    }
    if value.momentum is not None:
        table["momentum"] = value.momentum
    return (
        table
        | ({"scale": value.scale} if value.scale else {})
        | ({"notes": value.notes} if value.notes else {})
    )


def placed(table: Table, who: Person, held: tuple[str, ...], first: int = 1) -> tuple[Placed, ...]:
    """The combatants of one entry: `count` of them, numbered from `first` on, or one."""
    default = who.id.rpartition(":")[2]
    identity, name = table.get("id", default), table.get("name", who.name)
    count = table.get("count")
    marks = [("", "")] if count is None else [(f"-{n}", f" {n}") for n in range(first, first + count)]
    places = scene.spread(place(table["at"]), len(marks), table.get("spread", 0))
    return tuple(
        Placed(
            identity + number,
            name + spoken,
            who,
            table["side"],
            at,
            held,
            table.get("hidden", False),
            table.get("tactic"),
            table.get("unaware", False),
            table.get("enters"),
            scene.morale(table.get("morale")),
        )
        for (number, spoken), at in zip(marks, places, strict=True)
    )


def side(table: Table) -> Side:
    """A side; without a name it is called by its id."""
    identity = table["id"]
    name = table.get("name", identity.replace("-", " ").capitalize())
    return Side(identity, name, table.get("tactic"), scene.morale(table.get("morale")))


def cover(table: Table) -> CoverSheet:
    """A piece of cover."""
    return CoverSheet(
        table["id"], place(table["at"]), table["grade"], table.get("hides", False), table.get("arc", 120.0)
    )


def source(
    name: str,
    sides: Iterable[Side],
    combatants: Iterable[Placed],
    covers: Iterable[CoverSheet],
    weapons: dict[str, Weapon],
    armor: dict[str, Armor],
    people: dict[str, Person],
    ruleset: Ruleset,
    zones: Iterable[Zone] = (),
    bounds: Bounds | None = None,
    notes: str = "",
) -> Table:
    """The encounter as one self-contained JSON object: see `Encounter.source`."""
    return {
        "format": FORMAT,
        "name": name,
        **({"notes": notes} if notes else {}),
        "packs": [],
        "ruleset": to_tables(ruleset),
        "weapons": [weapon_table(one) for one in weapons.values()],
        "armor": [{"id": one.id, "name": one.name, "bonus": one.bonus} for one in armor.values()],
        "characters": [person_table(one) for one in people.values() if one.threat is None],
        "adversaries": [person_table(one) for one in people.values() if one.threat is not None],
        "sides": [
            _without_none(
                {
                    "id": one.id,
                    "name": one.name,
                    "tactic": one.tactic,
                    "morale": scene.morale_table(one.morale),
                }
            )
            for one in sides
        ],
        "combatants": [_placed_table(one, people) for one in combatants],
        "covers": [_cover_table(one) for one in covers],
        **({"zones": tables} if (tables := [scene.zone_table(one) for one in zones]) else {}),
        **({} if bounds is None else {"map": scene.bounds_table(bounds)}),
    }


def encounter_shelf(encounter: Encounter) -> Shelf:
    """The shelf of a loaded encounter: everything is its own."""
    shelf = Shelf()
    shelf.packs[""].take(dict(encounter.source))
    return shelf


def _placed_table(one: Placed, people: dict[str, Person]) -> Table:
    known = people.get(one.person.id) == one.person
    return _without_none(
        {
            "id": one.id,
            "name": one.name,
            "who": one.person.id if known else person_table(one.person),
            "side": one.side,
            "at": scene.at_table(one.at),
            "held": list(one.held),
            "hidden": one.hidden or None,
            "tactic": one.tactic,
            "unaware": one.unaware or None,
            "enters": one.enters,
            "morale": scene.morale_table(one.morale),
        }
    )


def _cover_table(one: CoverSheet) -> Table:
    arc = {"arc": one.arc} if isinstance(one.at, tuple) else {}
    return {"id": one.id, "at": scene.at_table(one.at), "grade": one.grade, "hides": one.hides, **arc}


def _without_none(table: Table) -> Table:
    return {key: value for key, value in table.items() if value is not None}
