"""From an encounter to a table: combatants as they stand before the fight, and those who join later."""

from __future__ import annotations

import re
from typing import Any

from ..book.combat.actions import SIGNIFICANT_PER_TURN
from ..book.combat.trauma import worn
from ..book.ruleset import Fault, Holders, Ruleset
from ..sheets.model import CoverSheet, Encounter, Person, Placed, Weapon, Zone
from .state import Combatant, State

SLUG = re.compile(r"[a-z0-9-]{1,60}")


def is_slug(id: str) -> bool:
    """Whether an id is lower-case letters, digits and hyphens."""
    return SLUG.fullmatch(id) is not None


def open_table(encounter: Encounter) -> State:
    """The table of an encounter before its fight begins."""
    people = [combatant(placed, roster, encounter) for roster, placed in enumerate(encounter.combatants)]
    covers = {cover.id: cover for cover in encounter.covers}
    return State(
        encounter,
        encounter.ruleset,
        {c.id: c for c in people if c.enters is None},
        covers,
        zones=encounter.zones,
        waves=tuple(c for c in people if c.enters is not None),
    )


def combatant(placed: Placed, roster: int, encounter: Encounter) -> Combatant:
    """One of an encounter with full magazines, unhurt, on its place."""
    person, rules = placed.person, encounter.ruleset
    return Combatant(
        id=placed.id,
        name=placed.name,
        side=placed.side,
        roster=roster,
        person=person,
        at=placed.at,
        scale=person.scale,
        hidden=placed.hidden,
        momentum=pool(person, rules),
        physical=0,
        mental=0,
        boxes_physical=person.physical,
        boxes_mental=-1 if person.mental is None else person.mental,
        armor=worn(rules.armor_base, person.armor),
        carried=tuple(carried.weapon for carried in person.weapons),
        held=placed.held,
        ammo=full_ammo(person, encounter),
        significant=SIGNIFICANT_PER_TURN,
        minors=rules.minor_max,
        tactic=placed.tactic,
        unaware=placed.unaware,
        enters=None if placed.enters is None or placed.enters <= 1 else placed.enters,
        morale=placed.morale,
    )


def full_ammo(person: Person, encounter: Encounter) -> tuple[tuple[str, int], ...]:
    """What is counted of the weapons on a sheet, all of it there."""
    return tuple(
        (carried.weapon, count)
        for carried in person.weapons
        if (count := counted(encounter.weapons[carried.weapon], carried.count)) is not None
    )


def counted(weapon: Weapon, count: int | None) -> int | None:
    """What a sheet counts of a weapon at the start: rounds, or pieces (R38, R45, R80); None if nothing."""
    if weapon.magazine is not None and not weapon.one_use:
        return weapon.magazine
    if count is not None:
        return count
    if weapon.count is not None:
        return weapon.count
    return 1 if weapon.thrown or weapon.one_use else None


def pool(person: Person, rules: Ruleset) -> int | None:
    """Momentum at the start (R4, R5); None without a pool."""
    if person.kind != "character" and rules.momentum_holders != Holders.ALL:
        return None
    return rules.momentum_start if person.momentum is None else person.momentum


def new_combatants(state: State, table: dict[str, Any]) -> list[Fault] | tuple[Combatant, ...]:
    """Those whom the GM's `add` puts at the table, or every fault of its table."""
    from ..sheets.load import placed_from

    everybody = (*state.combatants.values(), *state.waves)
    found = placed_from(state.encounter, table, tuple(c.id for c in everybody), state.plane)
    if isinstance(found, list):
        return found
    roster = max((c.roster for c in everybody), default=-1) + 1
    return tuple(combatant(placed, roster + i, state.encounter) for i, placed in enumerate(found))


def new_zone(state: State, table: dict[str, Any]) -> list[Fault] | Zone:
    """The zone that the GM puts on the map, or every fault of its table."""
    from ..sheets.load import zone_from

    return zone_from(state.encounter, table, tuple(zone.id for zone in state.zones), state.plane)


def new_cover(state: State, table: dict[str, Any]) -> list[Fault] | CoverSheet:
    """The cover that the GM puts on the map, or every fault of its table."""
    from ..sheets.load import cover_from

    return cover_from(table, tuple(state.covers), state.plane)
