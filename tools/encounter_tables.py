"""What the pages of encounters say in tables: people, weapons, the ground, each in words."""

from collections.abc import Iterable, Sequence

from encounter_maps import place

from wanderstar.book.combat.range import Band
from wanderstar.book.ruleset import DEFAULT
from wanderstar.sheets.build import TRAITS
from wanderstar.sheets.model import Encounter, Person, Placed, Side, Weapon, Zone

BAND_METRES = {Band.ENGAGED: "1.5 m", Band.CLOSE: "10 m", Band.SHORT: "30 m", Band.MEDIUM: "100 m"}
KINDS = {"minion": "minion", "standard": "standard foe", "elite": "elite foe", None: "character"}
WORDS = {"to_mental": "trauma to the Mental track", "one_use": "one use"}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table with an empty line after it."""
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]
    return [*lines, ""]


def bonuses(person: Person) -> str:
    """Skills as the bonus that a test adds."""
    ranks = dict(DEFAULT.skills_ranks)
    found = sorted(
        ((ranks.get(rank, 0), skill) for skill, rank in person.skills.items()), key=lambda s: (-s[0], s[1])
    )
    return ", ".join(f"{skill} {bonus:+d}".replace("-", "−") for bonus, skill in found) or "none"


def edges(person: Person) -> str:
    """Characteristics that are not neutral."""
    words = {1: "Advantage", -1: "Disadvantage"}
    found = [f"{name} {words[grade]}" for name, grade in person.grades.items() if grade]
    return ", ".join(found) or "neutral"


def boxes(person: Person) -> str:
    """The tracks."""
    return f"{person.physical}" + ("" if person.mental is None else f" and {person.mental}")


def carried(person: Person, weapons: dict[str, Weapon], held: tuple[str, ...] = ()) -> str:
    """Weapons, those in hand in bold, with how many where there are several."""
    found = []
    for one in person.weapons:
        count = f" × {one.count}" if one.count and one.count > 1 else ""
        name = weapons[one.weapon].name + count
        found.append(f"**{name}**" if one.weapon in held else name)
    return ", ".join(found) or "unarmed"


def told(one: Placed) -> str:
    """Where somebody begins, and what is special about it."""
    more = [word for word, on in (("hidden", one.hidden), ("unaware", one.unaware)) if on]
    more += [f"from round {one.enters}"] if one.enters and one.enters > 1 else []
    if one.person.scale:
        more.append(("", "vehicle scale", "ship scale")[one.person.scale])
    return "; ".join([place(one.at), *more])


def side_table(encounter: Encounter, side: Side) -> list[str]:
    """A side: everybody with numbers."""
    base = encounter.ruleset.armor_base
    head = ("who", "is", "begins at", "armor", "boxes", "weapons, in hand bold", "skills", "characteristics")
    rows = [
        (
            one.name,
            KINDS[one.person.threat],
            told(one),
            f"{base + one.person.armor}",
            boxes(one.person),
            carried(one.person, dict(encounter.weapons), one.held),
            bonuses(one.person),
            edges(one.person),
        )
        for one in encounter.combatants
        if one.side == side.id
    ]
    lines = [f"## {side.name}", "", *table(head, rows)]
    if side.morale is not None:
        lines += [f"They {side.morale.does} when {side.morale.loss * 100:g} % of their boxes are lost.", ""]
    own = [one for one in encounter.combatants if one.side == side.id and one.morale is not None]
    for one in own:
        assert one.morale is not None
        lines += [f"{one.name} will {one.morale.does} at {one.morale.loss * 100:g} % of the own boxes.", ""]
    return lines


def how_they_fight(encounter: Encounter) -> list[str]:
    """The notes of everybody but characters, once each; nothing when no sheet has any."""
    people = {one.person.id: one.person for one in encounter.combatants if one.person.kind != "character"}
    noted = [person for person in people.values() if person.notes]
    if not noted:
        return []
    return ["## How they fight", "", *(f"- **{person.name}**: {person.notes}" for person in noted), ""]


def weapon_row(weapon: Weapon) -> tuple[str, str, str, str, str]:
    """A weapon in a table: name, damage, reach, magazine, what is special."""
    plus = f"{weapon.plus:+d}" if weapon.plus else ""
    damage = f"{weapon.dice}D{plus}".replace("-", "−") if weapon.dice else "none"
    reach = [] if not weapon.melee else ["melee"]
    if weapon.band is not None:
        far = f"{weapon.band.name.capitalize()}, " + BAND_METRES.get(weapon.band, "beyond 100 m")
        reach.append(("thrown " if weapon.thrown else "") + far)
    rounds = f"{weapon.magazine}" if weapon.magazine else f"{weapon.count}" if weapon.count else "–"
    return weapon.name, damage, "; ".join(reach), rounds, special(weapon)


def special(weapon: Weapon) -> str:
    """Traits, hands and scale in words."""
    found = []
    for trait in TRAITS:
        value = getattr(weapon, trait)
        if not value:
            continue
        unit = " m" if trait == "blast" else ""
        found.append(WORDS.get(trait, trait) if value is True else f"{trait} {value:g}{unit}")
    found += ["compact"] if weapon.compact else ["two hands"] if weapon.hands == 2 else []
    found += [("", "vehicle scale", "ship scale")[weapon.scale]] if weapon.scale else []
    return ", ".join(found) or "–"


WEAPON_HEAD = ("weapon", "damage", "effective to", "rounds or pieces", "traits")


def weapons_here(encounter: Encounter) -> list[str]:
    """Every weapon that somebody carries, in the order of the pack."""
    ids = {one.weapon for placed in encounter.combatants for one in placed.person.weapons}
    rows = [weapon_row(weapon) for id, weapon in encounter.weapons.items() if id in ids]
    return ["## Weapons", "", *table(WEAPON_HEAD, rows)]


def gives(zone: Zone) -> str:
    """What a zone does, in words."""
    where = {
        "attacks_from": "{range}attacks from inside",
        "attacks_against": "{range}attacks on whoever is inside",
        "tests": "{skill}tests inside",
    }
    found = []
    for one in zone.gives:
        words = where[one.on].format(
            range=f"{one.range} " if one.range else "", skill=f"{one.skill} " if one.skill else ""
        )
        edge = (
            "Disadvantage"
            if one.edge < 0
            else f"Advantage for {one.price} Momentum"
            if one.price
            else "Advantage"
        )
        found.append(f"{words}: {edge}")
    return "; ".join(found)


def ground(encounter: Encounter) -> list[str]:
    """Covers, zones, the edge of the map."""
    lines: list[str] = []
    plane = encounter.dimension == 2
    if encounter.covers:
        head = ("cover", "at", "grade", "fully behind it", *(["arc"] if plane else []))
        grades = {"light": "Light, +2", "solid": "Solid, +4"}
        rows = [
            (
                one.id,
                place(one.at),
                grades[one.grade],
                "yes" if one.hides else "no",
                *([f"{one.arc:g}°"] if plane else []),
            )
            for one in encounter.covers
        ]
        lines += ["## The ground", "", *table(head, rows)]
    for zone in encounter.zones:
        spot = (
            f"within {zone.radius:g} m of {place(zone.at)}"
            if zone.at is not None
            else f"from {place(zone.low or 0)} to {place(zone.high or 0)}"
        )
        lines += [f"- **{zone.name}**, {spot}: {gives(zone)}."]
    if encounter.bounds is not None:
        low, high = encounter.bounds.low, encounter.bounds.high
        lines += [f"- The map reaches from {place(low)} to {place(high)}; who leaves it is out of the fight."]
    return [*lines, ""] if lines and lines[-1] else lines
