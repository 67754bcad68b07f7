"""What a schema cannot see: references, ids used twice, traits that contradict, places of one dimension.

Everything here passes over what is already marked `BAD`, and over what hangs on a ruleset (None) or a pack
that could not be read: one mistake is one fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ..book.ruleset import Ruleset, UnknownSkill
from .build import carried_keys
from .faults import Fault, near
from .shape import BAD, label
from .shelf import Key, Shelf, Table, good

RESERVED = "unarmed"


def unique_ids(tables: Table, faults: list[Fault]) -> None:
    """Ids are unique per array; a character and an adversary of one file share no id either."""
    for array in ("weapons", "armor", "characters", "adversaries", "sides", "covers", "zones"):
        seen: list[str] = []
        for row in good(tables.get(array), list):
            seen += [good(row, dict).get("id", BAD)]
        if array == "adversaries":
            seen += {good(row, dict).get("id", BAD) for row in good(tables.get("characters"), list)}
        faults += [_duplicate(f"{array}.{identity}.id", identity) for identity in _twice(seen)]


def written_out(tables: Table, faults: list[Fault]) -> None:
    """`PACK:ID` is how another file's row is named; as an id it stands only in a file that names no packs."""
    if tables.get("packs") == []:
        return
    for array in ("weapons", "armor", "characters", "adversaries"):
        for row in good(tables.get(array), list):
            identity = good(row, dict).get("id", BAD)
            if identity is not BAD and ":" in identity:
                expected = ["an id: lower-case letters a-z, digits and -"]
                faults.append(Fault(f"{array}.{identity}.id", "not of this form", identity, expected))


def weapon(path: str, table: Table, ruleset: Ruleset | None, faults: list[Fault]) -> None:
    """How a weapon is used must be plain: melee or a range, both only when it can be thrown too."""
    traits = good(table.get("traits"), dict)
    melee, thrown = table.get("melee", False), table.get("thrown", False)
    if table.get("id") == RESERVED:
        faults.append(Fault(f"{path}.id", "everyone has this weapon already", RESERVED, ["another id"]))
    if "damage" not in table and not traits.get("entangle", False):
        faults.append(Fault(f"{path}.damage", "missing", None, ["damage such as 3D or 2D+1"]))
    if "range" not in table and thrown is True:
        faults.append(Fault(f"{path}.range", "missing: a thrown weapon has one", None, ["a band"]))
    elif "range" not in table and melee is False:
        faults.append(Fault(f"{path}.range", "missing", None, ["a band", "melee = true"]))
    elif "range" in table and melee is True and thrown is False:
        faults.append(
            Fault(f"{path}.melee", "melee and range together", True, ["one of them", "thrown = true"])
        )
    if "blast" in traits and "range" not in table and melee is True:
        faults.append(Fault(f"{path}.traits.blast", "a blast without a range", None, ["range"]))
    _skill(f"{path}.skill", table.get("skill", BAD), ruleset, faults)
    _characteristic(f"{path}.characteristic", table.get("characteristic", BAD), ruleset, faults)


def person(
    path: str, table: Table, home: str, shelf: Shelf, ruleset: Ruleset | None, faults: list[Fault]
) -> None:
    """A sheet's characteristics, skills and ranks are the ruleset's, its armor and weapons can be found."""
    for name in good(table.get("characteristics"), dict):
        _characteristic(f"{path}.characteristics.{name}", name, ruleset, faults)
    ranks = dict(ruleset.skills_ranks) if ruleset else None
    for skill, rank in good(table.get("skills"), dict).items():
        _skill(f"{path}.skills.{skill}", skill, ruleset, faults)
        if rank is not BAD and ranks is not None and rank not in ranks:
            faults.append(Fault(f"{path}.skills.{skill}", "unknown rank", rank, list(ranks)))
    cap = ruleset.momentum_cap if ruleset else None
    if cap is not None and good(table.get("momentum"), int) > cap:
        faults.append(Fault(f"{path}.momentum", "above the cap", table["momentum"], [f"at most {cap}"]))
    if isinstance(table.get("armor"), str):
        _find("armor", table["armor"], home, f"{path}.armor", shelf, faults)
    weapons = good(table.get("weapons"), list)
    for n, entry in enumerate(weapons):
        reference = entry.get("id") if isinstance(entry, dict) else entry
        inner = f".{reference}.id" if isinstance(entry, dict) else f"[{n}]"
        if isinstance(reference, str):
            _find("weapons", reference, home, f"{path}.weapons{inner}", shelf, faults)
    for key in _twice(carried_keys({"weapons": weapons}, home, shelf)):
        expected = ["once, with a count"]
        faults.append(Fault(f"{path}.weapons", "a weapon listed twice", key.id, expected))


def combatant(
    path: str,
    table: Table,
    shelf: Shelf,
    sides: Collection[str],
    ruleset: Ruleset | None,
    faults: list[Fault],
) -> None:
    """Who fights can be found, on a side that there is, holding what it carries."""
    side = table.get("side", BAD)
    if side is not BAD and side not in sides and BAD not in sides:
        faults.append(Fault(f"{path}.side", "unknown side", side, near(side, sides)))
    who, found = table.get("who", BAD), None
    if isinstance(who, str):
        found = _find("people", who, "", f"{path}.who", shelf, faults)
        sheet, home = (shelf.row("people", found), found.pack) if found else ({}, "")
    else:
        sheet, home = good(who, dict), ""
        person(f"{path}.who", sheet, "", shelf, ruleset, faults)
    listed = sheet.get("weapons", [])
    if not sheet or shelf.may_hold_more("weapons", home) or listed is BAD or BAD in listed:
        return
    carried = carried_keys(sheet, home, shelf)
    held = [one for one in good(table.get("held"), list) if one is not BAD]
    for n, reference in enumerate(held):
        if held_key(reference, carried, shelf) is None:
            expected: list[Any] = [shelf.spelled("weapons", key) for key in carried]
            faults.append(Fault(f"{path}.held[{n}]", "not among the weapons carried", reference, expected))
    faults += [Fault(f"{path}.held", "a weapon held twice", one, ["once"]) for one in _twice(held)]


def held_key(reference: str, carried: list[Key], shelf: Shelf) -> Key | None:
    """Which of the weapons carried `reference` means."""
    for key in carried:
        if reference in (shelf.spelled("weapons", key), key.id, f"{key.pack}:{key.id}"):
            return key
    return None


def combatant_ids(entries: list[Any], taken: Collection[str], faults: list[Fault]) -> None:
    """Every combatant has an id of its own, those that `count` makes included."""
    seen: dict[str, str] = dict.fromkeys(taken, "")
    for n, table in enumerate(entries):
        path = _entry(n, len(entries))
        identity, count = label(good(table, dict)), good(table, dict).get("count")
        if identity is None or count is BAD:
            continue
        identity = identity.rpartition(":")[2]
        made = [identity] if count is None else [f"{identity}-{m}" for m in range(1, count + 1)]
        for one in made:
            if one in seen:
                faults.append(_duplicate(f"{path}id", one))
                break
        seen.update(dict.fromkeys(made, path))


def _entry(n: int, many: int) -> str:
    return f"combatants[{n}]." if many > 1 else ""


PLACES = ("at", "from", "to")


def dimension(rows: list[tuple[str, Table]], first: int | None, faults: list[Fault]) -> None:
    """All places are numbers or all are pairs; an arc needs pairs. `first` is the dimension already fixed."""
    for path, table in rows:
        for key in PLACES:
            at = table.get(key, BAD)
            if at is BAD or (isinstance(at, list) and BAD in at):
                continue
            here = 2 if isinstance(at, list) else 1
            first = first or here
            if here != first:
                expected = ["a number, as the other places" if first == 1 else "[x, y], as the other places"]
                faults.append(Fault(f"{path}{key}", "another dimension than the other places", at, expected))
            elif here == 1 and table.get("arc", BAD) is not BAD:
                expected = ["no arc", "at = [x, y]"]
                faults.append(Fault(f"{path}arc", "an arc on a line", table["arc"], expected))


def zone(path: str, table: Table, ruleset: Ruleset | None, faults: list[Fault]) -> None:
    """A zone is a circle or lies between two places; what it gives is narrowed only by what goes with it."""
    circle, stretch = {"at", "radius"} & set(table), {"from", "to"} & set(table)
    if circle and stretch:
        expected = ["at and radius", "from and to"]
        faults.append(Fault(f"{path}.{min(stretch)}", "two shapes", table[min(stretch)], expected))
    else:
        wanted = ("at", "radius") if circle else ("from", "to") if stretch else ("from",)
        expected = ["at and radius", "from and to"]
        faults += [Fault(f"{path}.{key}", "missing", None, expected) for key in wanted if key not in table]
    for n, gives in enumerate(good(table.get("gives"), list)):
        one = good(gives, dict)
        inner, on = f"{path}.gives[{n}]", one.get("on", BAD)
        _skill(f"{inner}.skill", one.get("skill", BAD), ruleset, faults)
        if "skill" in one and on not in ("tests", BAD):
            faults.append(
                Fault(f"{inner}.skill", "a skill narrows tests only", one["skill"], ['on = "tests"'])
            )
        if "range" in one and on == "tests":
            expected = ["attacks_from", "attacks_against"]
            faults.append(Fault(f"{inner}.range", "a range narrows attacks only", one["range"], expected))
        if "price" in one and one.get("edge") == "disadvantage":
            faults.append(Fault(f"{inner}.price", "only an Advantage has a price", one["price"], []))


def _find(array: str, reference: str, home: str, path: str, shelf: Shelf, faults: list[Fault]) -> Key | None:
    found = shelf.find(array, reference, home)
    if len(found) == 1:
        return found[0]
    what = {"weapons": "weapon", "armor": "armor", "people": "character or adversary"}[array]
    if found:
        expected: list[Any] = [f"{key.pack}:{key.id}" for key in found]
        faults.append(Fault(path, f"ambiguous: several packs have this {what}", reference, expected))
    elif not shelf.may_hold_more(array, home):
        expected = near(reference, shelf.known(array, home)) + (
            ["a whole number"] if array == "armor" else []
        )
        faults.append(Fault(path, f"unknown {what}", reference, expected))
    return None


def _skill(path: str, skill: Any, ruleset: Ruleset | None, faults: list[Fault]) -> None:
    if ruleset is None:
        return
    known = dict(ruleset.skills_catalogue)
    if skill is not BAD and ruleset.skills_unknown == UnknownSkill.ERROR and skill not in known:
        faults.append(Fault(path, "unknown skill", skill, near(skill, known)))


def _characteristic(path: str, name: Any, ruleset: Ruleset | None, faults: list[Fault]) -> None:
    known = ruleset.characteristics_names if ruleset else (name,)
    if name is not BAD and name not in known:
        faults.append(Fault(path, "unknown characteristic", name, near(name, known)))


def _duplicate(path: str, identity: str) -> Fault:
    return Fault(path, "duplicate id", identity, ["an id of its own"])


def _twice(values: list[Any]) -> Iterator[Any]:
    """Each value that stands more than once."""
    return (one for one in dict.fromkeys(values) if one is not BAD and values.count(one) > 1)
