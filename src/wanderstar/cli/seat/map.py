"""The map in words: who is where, how far, in which state; on a line also drawn to scale.

The drawing says nothing that the lines under it do not say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from ...book.combat.range import Band
from ...play import sight
from ...play.state import LEFT, Combatant, State
from ...play.zones import zones_at
from ...seats.cut import Known
from ...seats.names import Names, metres, number, place
from ...sheets.model import Place, Zone, ZoneGives

ROOM = 70
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


def letters(state: State, own: tuple[str, ...]) -> dict[str, str]:
    """A letter of the map for everybody, capitals for one's own; `{LETTER: ID}`."""
    found: dict[str, str] = {}
    for c in state.combatants.values():
        name = c.name.upper() if c.id in own else c.name.lower()
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        spare = alphabet if c.id in own else alphabet.lower()
        tail = [ch for ch in c.id if ch.isdigit()][-1:]
        wanted = [*(ch for ch in name[:1]), *tail, *name[1:], *spare, *"0123456789"]
        letter = next((ch for ch in wanted if ch.isascii() and ch.isalnum() and ch not in found), None)
        if letter is not None:
            found[letter] = c.id
    return found


class Row(NamedTuple):
    """A line of the map's list."""

    letter: str
    text: str


def drawing(state: State, marks: dict[str, str]) -> list[str]:
    """A line of the places to scale, for a map of one dimension; nothing for a plane."""
    if state.plane:
        return []
    standing = {
        letter: state.combatants[who].at for letter, who in marks.items() if not state.combatants[who].out
    }
    covers = [sheet.at for sheet in state.covers.values()]
    places = [float(at) for at in (*standing.values(), *covers) if not isinstance(at, tuple)]
    if not places:
        return []
    low, high = math.floor(min(places)), math.ceil(max(places))
    step = next((s for s in STEPS if (high - low) / s <= ROOM), STEPS[-1])
    low = int(math.floor(low / step) * step) if step >= 1 else low
    rows: list[dict[int, str]] = []
    for letter, at in standing.items():
        put(rows, column(at, low, step), letter)
    ground: dict[int, str] = {}
    for start, end in stretches(state):
        first, last = (column(min(max(at, low), high), low, step) for at in (start, end))
        ground |= dict.fromkeys(range(first, last + 1), "~")
    ground |= {column(at, low, step): "#" for at in covers}
    width = int((high - low) / step) + 1
    ticks: dict[int, str] = {}
    for at in range(0, width, 10):
        ticks |= dict(enumerate(number(low + at * step), at))
    lines = [f"one column is {number(step)} m; # is cover{', ~ a zone' if state.zones else ''}"]
    lines += [text(row) for row in [ticks, *rows, *([ground] if ground else [])]]
    return [line[:78] for line in lines]


def stretches(state: State) -> Iterator[tuple[float, float]]:
    """From where to where the zones of a line go."""
    for zone in state.zones:
        at, low, high = zone.at, zone.low, zone.high
        if at is not None and not isinstance(at, tuple):
            yield at - zone.radius, at + zone.radius
        elif low is not None and high is not None and not (isinstance(low, tuple) or isinstance(high, tuple)):
            yield low, high


def put(rows: list[dict[int, str]], at: int, letter: str) -> None:
    """Writes a letter into the first row that is free there."""
    for row in rows:
        if at not in row:
            row[at] = letter
            return
    rows.append({at: letter})


def column(at: Place, low: int, step: float) -> int:
    """Where a place is drawn."""
    assert not isinstance(at, tuple)
    return round((at - low) / step)


def text(row: dict[int, str]) -> str:
    """A row as text."""
    return "".join(row.get(i, " ") for i in range(max(row) + 1))


def people(
    k: Known, names: Names, marks: dict[str, str], me: str | None, own: tuple[str, ...]
) -> Iterator[Row]:
    """A line for everybody: letter, name, distance and band from `me`, state."""
    state = k.state
    letter = {who: mark for mark, who in marks.items()}
    here = state.combatants.get(me or "")
    others = [c for c in state.combatants.values() if c.id != me]
    if here is not None:
        others.sort(key=lambda c: (not sight.hostile(here, c), sight.metres(here.at, c.at)))
        yield Row(
            letter.get(here.id, " "), f"{names.who(here.id)}, at {place(here.at)}; {state_of(k, here, names)}"
        )
    for c in others:
        where = f"at {place(c.at)}" if here is None or state.plane else ""
        if here is not None:
            where = ", ".join(part for part in (far(state, here, c), where) if part)
        whose = "" if here is None or sight.hostile(here, c) else ", yours" if c.id in own else ", friend"
        yield Row(letter.get(c.id, " "), f"{names.who(c.id)}{whose}, {where}; {state_of(k, c, names)}")


def far(state: State, here: Combatant, c: Combatant) -> str:
    """`12 m, Short`; on a plane with the bearing."""
    band = Band(sight.band_between(state, here, c)).name.capitalize()
    gap = sight.metres(here.at, c.at)
    return f"{metres(gap)}{bearing(here.at, c.at)}, {band}"


def bearing(a: Place, b: Place) -> str:
    """` north-east` on a plane whose second number is metres north; nothing on a line."""
    if not (isinstance(a, tuple) and isinstance(b, tuple)) or a == b:
        return ""
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return f" {WINDS[round(angle / 45) % 8]}"


def state_of(k: Known, c: Combatant, names: Names) -> str:
    """Hurt, cover, posture and what else weighs on somebody, as far as it is known."""
    parts = [health(k, c)]
    if c.out:
        return parts[0]
    for use in c.cover:
        grade = k.state.covers[use.cover].grade if use.cover in k.state.covers else ""
        parts.append(f"fully behind {use.cover}" if use.fully else f"in cover: {use.cover} ({grade})")
    if c.exposed:
        parts.append("exposed")
    if c.prone:
        parts.append("prone")
    if c.aim is not None:
        parts.append(f"aiming at {names.who(c.aim)}")
    if c.held_by is not None:
        parts.append(f"held by {names.who(c.held_by)}")
    parts += [x.name if x.turns is None else f"{x.name} ({x.turns})" for x in c.conditions]
    by = sight.suppressed_by(k.state, c)
    if by is not None:
        parts.append(f"under the fire of {names.who(by)}")
    if c.hidden:
        parts.append("hidden")
    if c.unaware:
        parts.append("unaware")
    parts += [f"in {zone.name}" for zone in zones_at(k.state, c.at)]
    return ", ".join(parts)


def health(k: Known, c: Combatant) -> str:
    """`unhurt`, `trauma 1 of 4`, or the word that is told; `out` for whoever is."""
    if c.dead:
        return "dead"
    if c.gone is not None:
        return "gone" if c.gone == LEFT else c.gone
    if c.out:
        return "out"
    if not k.knows(c.id):
        return k.health.get(c.id) or "health not known"
    marks = [f"trauma {c.physical} of {c.boxes_physical}"] if c.physical else []
    if c.boxes_mental > 0 and c.mental:
        marks.append(f"mental {c.mental} of {c.boxes_mental}")
    return ", ".join(marks) or "unhurt"


def covers(k: Known, me: str | None) -> Iterator[str]:
    """A line for every cover: what it is worth, where, how far."""
    here = k.state.combatants.get(me or "")
    for id, sheet in k.state.covers.items():
        gap = ""
        if here is not None:
            gap = f", {metres(sight.metres(here.at, sheet.at))} away{bearing(here.at, sheet.at)}"
        hides = ", hides one" if sheet.hides else ""
        yield f"{id}, {sheet.grade} cover at {place(sheet.at)}{gap}{hides}"


ON = {
    "attacks_from": "attacks made from inside",
    "attacks_against": "attacks on whoever is inside",
    "tests": "tests inside",
}
"""What a zone bears on."""


def zones(k: Known) -> Iterator[str]:
    """A line for every zone: where it is, what it gives."""
    for zone in k.state.zones:
        yield f"{zone.name}, {where(zone)}: {'; '.join(given(one) for one in zone.gives)}"


def where(zone: Zone) -> str:
    """The part of the map that a zone is."""
    if zone.at is not None:
        return f"{metres(zone.radius)} around {place(zone.at)}"
    return f"from {place(zone.low)} to {place(zone.high)}"


def given(gives: ZoneGives) -> str:
    """`Disadvantage on attacks made from inside`."""
    edge = f"Advantage for {gives.price} Momentum" if gives.edge > 0 and gives.price else "Advantage"
    of = gives.skill or gives.range
    return f"{edge if gives.edge > 0 else 'Disadvantage'} on {ON[gives.on]}{f' ({of})' if of else ''}"
