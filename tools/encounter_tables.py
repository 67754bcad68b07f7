"""What the pages of encounters say in tables: people, weapons, the ground, each in words."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from encounter_maps import place

from wanderstar.book.combat.range import Band
from wanderstar.book.ruleset import DEFAULT
from wanderstar.sheets.build import TRAITS
from wanderstar.sheets.model import Encounter, Person, Placed, Side, Weapon, Zone

BAND_METRES = {Band.ENGAGED: "1.5 m", Band.CLOSE: "10 m", Band.SHORT: "30 m", Band.MEDIUM: "100 m"}
SCALES = ("", "vehicle scale", "ship scale")
WORDS = {"to_mental": "trauma to the Mental track", "one_use": "one use"}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table with an empty line after it."""
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]
    return [*lines, ""]


def skills(person: Person) -> str:
    """Skills with the bonus that a test adds, best first, marked where their characteristic is not neutral."""
    ranks = dict(DEFAULT.skills_ranks)
    found = sorted((-ranks.get(rank, 0), skill) for skill, rank in person.skills.items())
    marks = {1: " ▲", -1: " ▼", 0: ""}
    words = []
    for least, skill in found:
        grade = person.grades.get(DEFAULT.characteristic_of(skill) or "", 0)
        words.append(f"{skill} {-least:+d}".replace("-", "−") + marks[grade])
    return ", ".join(words) or "none"


KEY = (
    "▲ and ▼: the skill's characteristic gives Advantage or Disadvantage; a skill that is not named is untrained, −3. "
    "Armor is base and gear together; boxes are Physical, and Mental where there is a second track."
)


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


def told(group: Sequence[Placed]) -> str:
    """Where some of a kind begin, and what is special about it."""
    one = group[0]
    more = [word for word, on in (("hidden", one.hidden), ("unaware", one.unaware)) if on]
    more += [f"from round {one.enters}"] if one.enters and one.enters > 1 else []
    return "; ".join([", ".join(place(each.at) for each in group), *more])


def named(group: Sequence[Placed]) -> str:
    """The name of one, or of some of a kind: `Raider 1, 2`; with threat and scale."""
    one = group[0]
    tails = [each.name.rsplit(maxsplit=1)[-1] for each in group[1:]]
    kinds = [one.person.threat] if one.person.threat else []
    kinds += [SCALES[one.person.scale]] if one.person.scale else []
    return ", ".join([one.name, *tails]) + (f" ({', '.join(kinds)})" if kinds else "")


def side_table(encounter: Encounter, side: Side) -> list[str]:
    """A side: everybody with numbers, those of one kind in one row."""
    base = encounter.ruleset.armor_base
    head = ("who", "begins at", "armor", "boxes", "weapons, in hand bold", "skills")
    mine = [one for one in encounter.combatants if one.side == side.id]
    groups = [list(group) for _, group in groupby(mine, lambda one: (one.person.id, one.held, one.enters))]
    rows = [
        (
            named(group),
            told(group),
            f"{base + group[0].person.armor}",
            boxes(group[0].person),
            carried(group[0].person, dict(encounter.weapons), group[0].held),
            skills(group[0].person),
        )
        for group in groups
    ]
    lines = [f"## {side.name}", "", *table(head, rows)]
    if side.morale is not None:
        lines += [f"They {side.morale.does} when {side.morale.loss * 100:g} % of their boxes are lost.", ""]
    for group in groups:
        if group[0].morale is not None:
            end = "s" if len(group) == 1 else ""
            share = f"{group[0].morale.loss * 100:g} % of the boxes"
            who = named(group).partition(" (")[0]
            lines += [f"{who} {group[0].morale.does}{end} when {share} are lost.", ""]
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
    found += [SCALES[weapon.scale]] if weapon.scale else []
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
