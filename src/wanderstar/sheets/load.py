"""Sheet files to values: encounters, rulesets, and what the GM adds in the middle of a fight."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from ..book.ruleset import DEFAULT, Ruleset
from ..book.switches import from_tables
from . import build, build_scene, references
from .faults import BrokenFile, Fault
from .files import read_tables
from .model import Armor, CoverSheet, Encounter, Person, Placed, Weapon, Zone
from .schema import DEFS, NEEDS, SHEETS
from .shape import BAD, label, read
from .shelf import Key, Shelf, Table, gather, good, nested, shipped_encounters


def load_encounter(path_or_name: str | Path, ruleset: Ruleset | None = None) -> Encounter:
    """The encounter of a `.toml` (or `.json`) file, or a shipped one by its name ("golden-fight").

    `ruleset` replaces the file's own. Raises `BrokenFile` with every fault.
    """
    path = Path(path_or_name)
    if isinstance(path_or_name, str) and "/" not in path_or_name and not path.suffix:
        shipped = shipped_encounters()
        if path_or_name not in shipped:
            fault = Fault("", "no such encounter", path_or_name, [*shipped, "a .toml file"])
            raise BrokenFile(path_or_name, [fault])
        path = shipped[path_or_name]
    data = read_tables(path)
    return encounter_from(data, path.parent, ruleset, name=path.stem, file=str(path_or_name))


def encounter_from(
    data: Mapping[str, Any],
    base: Path | None = None,
    ruleset: Ruleset | None = None,
    *,
    name: str = "encounter",
    file: str = "encounter",
) -> Encounter:
    """The encounter that the tables of a file describe.

    Packs and rulesets are looked for from the folder `base`; with None only shipped packs can be named.
    `name` is used where the file gives none, `file` in the message. Raises `BrokenFile` with every fault.
    """
    encounter, faults = examine(data, base, ruleset, name=name, needs=NEEDS["encounter"])
    if encounter is None:
        raise BrokenFile(file, faults)
    return encounter


def load_ruleset(path: str | Path) -> Ruleset:
    """The ruleset of a file (T31: every number a table may change). Raises `BrokenFile` with every fault."""
    tables = read_tables(Path(path))
    ruleset, faults = ruleset_from(tables)
    if faults:
        raise BrokenFile(str(path), faults)
    return ruleset


def ruleset_from(tables: Mapping[str, Any]) -> tuple[Ruleset, list[Fault]]:
    """The ruleset of a file's tables and every fault; an unknown format is the only fault then."""
    version = tables.get("format", 1)
    if version != 1 or isinstance(version, bool):
        return DEFAULT, [Fault("format", "unknown format", version, [1])]
    return from_tables(tables)


def examine(
    data: Mapping[str, Any],
    base: Path | None,
    ruleset: Ruleset | None = None,
    *,
    name: str = "encounter",
    needs: tuple[str, ...] = (),
) -> tuple[Encounter | None, list[Fault]]:
    """Every fault of a sheet file's tables, and the encounter when there is none.

    `needs` are the arrays that must be there; a file of rows only gives an encounter with nobody in it.
    """
    wrong: list[Fault] = []
    if read({"type": "object", "description": "the tables of a sheet file"}, _plain(data), "", wrong) is BAD:
        return None, wrong
    if "format" in data and (data["format"] != 1 or isinstance(data["format"], bool)):
        return None, [Fault("format", "unknown format", data["format"], [1])]
    faults: list[Fault] = []
    tables = read({**SHEETS, "required": ["format", *needs]}, dict(data), "", faults)
    shelf = gather(tables, base, faults)
    before = len(faults)
    chosen = in_force(tables, base, ruleset, faults)
    rules = chosen if len(faults) == before else None
    references.unique_ids(tables, faults)
    references.written_out(tables, faults)
    unfit = _rows(tables, shelf, rules, faults)
    _fight(tables, shelf, rules, unfit, faults)
    if faults:
        return None, faults
    return _encounter(tables, shelf, chosen, unfit, name), []


def placed_from(
    encounter: Encounter,
    table: Mapping[str, Any],
    taken: Collection[str] | None = None,
    plane: bool | None = None,
) -> tuple[Placed, ...] | list[Fault]:
    """The combatants that one `[[combatants]]` table adds to a fight, or every fault of it.

    `taken` are the ids in use, `plane` whether places are pairs (both the encounter's unless given); people,
    weapons and armor are the encounter's.
    """
    faults: list[Fault] = []
    row = read(DEFS["combatant"], _plain(table), "", faults)
    if row is BAD:
        return faults
    if "count" in row:
        row = {"spread": ADDED_SPREAD, **row}
    shelf = build.encounter_shelf(encounter)
    used = [one.id for one in encounter.combatants] if taken is None else taken
    local: list[Fault] = []
    references.combatant("", row, shelf, [side.id for side in encounter.sides], encounter.ruleset, local)
    faults += [fault._replace(key=fault.key.lstrip(".")) for fault in local]
    first = _numbered_from(row, used)
    references.combatant_ids([row], [] if first > 1 else used, faults)
    references.dimension([("", row)], encounter.dimension if plane is None else 1 + plane, faults)
    return faults or _placed(row, shelf, encounter.people, encounter.ruleset, first)


ADDED_SPREAD = 2
"""Metres between several who join a fight at once, unless the table says otherwise."""


def _numbered_from(row: Table, used: Collection[str]) -> int:
    """The first number for an entry with `count`: after the highest that somebody of that id has."""
    identity = label(row)
    if identity is None or "count" not in row:
        return 1
    begin = f"{identity.rpartition(':')[2]}-"
    numbers = [one[len(begin) :] for one in used if one.startswith(begin)]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def cover_from(
    table: Mapping[str, Any], taken: Collection[str] = (), plane: bool | None = None
) -> CoverSheet | list[Fault]:
    """The cover that one `[[covers]]` table describes, or every fault.

    `taken` are the ids in use, `plane` says whether places are pairs (None: either will do).
    """
    faults: list[Fault] = []
    row = read(DEFS["cover"], _plain(table), "", faults)
    if row is BAD:
        return faults
    if row["id"] in taken:
        faults.append(Fault("id", "duplicate id", row["id"], ["an id of its own"]))
    references.dimension([("", row)], None if plane is None else 1 + plane, faults)
    return faults or build.cover(row)


def zone_from(
    encounter: Encounter, table: Mapping[str, Any], taken: Collection[str] = (), plane: bool | None = None
) -> Zone | list[Fault]:
    """The zone that one `[[zones]]` table describes, or every fault; `taken` and `plane` as in `cover_from`."""
    faults: list[Fault] = []
    row = read(DEFS["zone"], _plain(table), "", faults)
    if row is BAD:
        return faults
    if row["id"] in taken:
        faults.append(Fault("id", "duplicate id", row["id"], ["an id of its own"]))
    local: list[Fault] = []
    references.zone("", row, encounter.ruleset, local)
    faults += [fault._replace(key=fault.key.lstrip(".")) for fault in local]
    references.dimension([("", row)], None if plane is None else 1 + plane, faults)
    return faults or build_scene.zone(row)


def _plain(table: object) -> Any:
    """A mapping as the dict that the schemas read; anything else as it came, to be refused."""
    return dict(table) if isinstance(table, Mapping) else table


def in_force(tables: Table, base: Path | None, given: Ruleset | None, faults: list[Fault]) -> Ruleset:
    """The ruleset in force: the one given, the file's table, or the file it names."""
    wanted = tables.get("ruleset", BAD)
    if isinstance(wanted, dict):
        own, wrong = ruleset_from(wanted)
        faults += [fault._replace(key=f"ruleset.{fault.key}") for fault in wrong]
        return given or own
    if isinstance(wanted, str):
        if base is None:
            faults.append(Fault("ruleset", "no file may be named here", wanted, ["a table of switches"]))
        else:
            try:
                return load_ruleset(base / wanted) if given is None else given
            except BrokenFile as error:
                faults.append(nested("ruleset", "a broken ruleset", wanted, error))
    return given or DEFAULT


def _named(tables: Table, array: str) -> list[tuple[str, Table]]:
    """The rows of an array that are tables at all, with their key paths."""
    rows = good(tables.get(array), list)
    return [
        (f"{array}.{label(row)}" if label(row) else f"{array}[{n}]", row)
        for n, row in enumerate(rows)
        if isinstance(row, dict)
    ]


Unfit = dict[tuple[str, Key], list[Fault]]
"""Rows of packs that do not go with the ruleset in force: left out, a fault only for those who need them."""


def _rows(tables: Table, shelf: Shelf, rules: Ruleset | None, faults: list[Fault]) -> Unfit:
    for path, row in _named(tables, "weapons"):
        references.weapon(path, row, rules, faults)
    for array in ("characters", "adversaries"):
        for path, row in _named(tables, array):
            references.person(path, row, "", shelf, rules, faults)
    unfit: Unfit = {}
    broken: dict[str, list[Fault]] = {}
    for array in ("weapons", "people"):
        for key in shelf.keys(array):
            if key.pack:
                wrong = _pack_row(array, key, shelf, rules, unfit)
                if wrong:
                    unfit[array, key] = wrong
                    if _pack_row(array, key, shelf, DEFAULT, {}):
                        broken.setdefault(key.pack, []).extend(wrong)
    for pack, wrong in broken.items():
        faults.append(nested("packs", "a broken pack", pack, BrokenFile(pack, wrong)))
    return unfit


def _pack_row(array: str, key: Key, shelf: Shelf, rules: Ruleset | None, unfit: Unfit) -> list[Fault]:
    wrong: list[Fault] = []
    row = shelf.row(array, key)
    if array == "weapons":
        references.weapon(f"weapons.{key.id}", row, rules, wrong)
        return wrong
    path = f"{'adversaries' if 'threat' in row else 'characters'}.{key.id}"
    references.person(path, row, key.pack, shelf, rules, wrong)
    for weapon in build.carried_keys(row, key.pack, shelf):
        wrong += unfit.get(("weapons", weapon), [])
    return wrong


def _fight(tables: Table, shelf: Shelf, rules: Ruleset | None, unfit: Unfit, faults: list[Fault]) -> None:
    sides = [row["id"] for _, row in _named(tables, "sides")]
    if isinstance(tables.get("sides"), list) and len(tables["sides"]) < 2:
        faults.append(Fault("sides", "too few sides", len(tables["sides"]), ["at least two"]))
    entries = _named(tables, "combatants")
    for path, row in entries:
        references.combatant(path, row, shelf, sides, rules, faults)
        for key in shelf.find("people", row["who"]) if isinstance(row["who"], str) else ():
            if ("people", key) in unfit:
                wrong = BrokenFile(row["who"], unfit["people", key])
                faults.append(nested(f"{path}.who", "does not go with the ruleset", row["who"], wrong))
    references.combatant_ids(good(tables.get("combatants"), list), (), faults)
    total = sum(count if isinstance(count := row.get("count", 1), int) else 1 for _, row in entries)
    if total > MOST_COMBATANTS:
        faults.append(Fault("combatants", "too many", total, [f"at most {MOST_COMBATANTS}"]))
    zones = _named(tables, "zones")
    for path, row in zones:
        references.zone(path, row, rules, faults)
    bounds = [("map", tables["map"])] if isinstance(tables.get("map"), dict) else []
    places = [(f"{path}.", row) for path, row in (*entries, *_named(tables, "covers"), *zones, *bounds)]
    references.dimension(places, None, faults)


MOST_COMBATANTS = 1000


def _encounter(tables: Table, shelf: Shelf, rules: Ruleset, unfit: Unfit, name: str) -> Encounter:
    title = tables.get("name", name.replace("-", " ").capitalize())
    weapons: dict[str, Weapon] = {}
    for key in shelf.keys("weapons"):
        if ("weapons", key) not in unfit:
            identity = shelf.spelled("weapons", key)
            weapons[identity] = build.weapon(shelf.row("weapons", key), identity)
    armor: dict[str, Armor] = {}
    for key in shelf.keys("armor"):
        row, identity = shelf.row("armor", key), shelf.spelled("armor", key)
        armor[identity] = Armor(identity, row["name"], row["bonus"])
    people: dict[str, Person] = {}
    for key in shelf.keys("people"):
        if ("people", key) not in unfit:
            identity = shelf.spelled("people", key)
            people[identity] = build.person(shelf.row("people", key), identity, key.pack, shelf, rules)
    sides = tuple(build.side(row) for row in tables.get("sides", ()))
    combatants = tuple(
        one for row in tables.get("combatants", ()) for one in _placed(row, shelf, people, rules)
    )
    covers = tuple(build.cover(row) for row in tables.get("covers", ()))
    zones = tuple(build_scene.zone(row) for row in tables.get("zones", ()))
    bounds = build_scene.bounds(tables.get("map"))
    notes = tables.get("notes", "")
    source = build.source(
        title, sides, combatants, covers, weapons, armor, people, rules, zones, bounds, notes
    )
    return Encounter(
        title, sides, combatants, covers, weapons, people, rules, source, armor, zones, bounds, notes
    )


def _placed(
    row: Table, shelf: Shelf, people: Mapping[str, Person], rules: Ruleset, first: int = 1
) -> tuple[Placed, ...]:
    who = row["who"]
    if isinstance(who, str):
        key = shelf.find("people", who)[0]
        person, sheet, home = people[shelf.spelled("people", key)], shelf.row("people", key), key.pack
    else:
        person, sheet, home = build.person(who, who["id"], "", shelf, rules), who, ""
    carried = build.carried_keys(sheet, home, shelf)
    wanted = row.get("held")
    keys = carried[:1] if wanted is None else [references.held_key(one, carried, shelf) for one in wanted]
    held = tuple(shelf.spelled("weapons", key) for key in keys if key is not None)
    return build.placed(row, person, held, first)
