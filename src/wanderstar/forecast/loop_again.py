"""Fights that begin alike: what is known of the beginning, and beginning again from that."""

from __future__ import annotations

from ..tactics.field import Field, Roster
from .loop_enter import enter, gather
from .loop_fights import fresh
from .loop_kit import kit_number
from .loop_local import number
from .loop_lore import Cells, Lore, Person, Side
from .loop_luck import Course
from .loop_order import rank, ranked
from .loop_stretch import next_begins


def prepare(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> bool:
    """Numbers everybody as the fight begins; False where it does not begin in the fast loop."""
    if field.now.round == 0:
        ready = numbered_all(roster, field, cells, lore)
    else:
        ready = field.now.over == 0 and enter(roster, field, cells, course, lore)
    lore.room.first_acts = lore.room.foe_acts
    lore.room.first_rests = lore.room.foe_rests
    lore.room.first_at = lore.room.at
    lore.room.first_free = lore.room.free
    for k in range(roster.rules.people):
        lore.people[k].rank = rank(roster, field, k)
        copy(lore.people[k], lore.opening[k])
    for side in range(roster.rules.sides):
        note(lore.sides[side], lore.sided[side])
    lore.room.ready = 1 if ready else 0
    return ready


def numbered_all(roster: Roster, field: Field, cells: Cells, lore: Lore) -> bool:
    """Numbers everybody as the first round finds them; False where somebody is out of the ordinary, or nobody has a
    foe."""
    sides, ready = 0, True
    for k in range(roster.rules.people):
        fresh(field, k)
        s = number(roster, field, cells, lore, k)
        lore.people[k].state = s
        lore.people[k].kit = kit_number(roster, field, cells, lore, k)
        ready = ready and lore.states[s].odd == 0
    gather(roster, field, cells, lore)
    for side in range(roster.rules.sides):
        sides += 1 if lore.sides[side].up > 0 else 0
    return ready and sides > 1


def begin_again(roster: Roster, field: Field, cells: Cells, begun: Cells, course: Course, lore: Lore) -> None:
    """Begins a fight that begins as the last one did, but for the order where that is still to be rolled for."""
    for k in range(cells.now.shape[0]):
        cells.now[k] = begun.now[k]
    for k in range(roster.rules.people):
        copy(lore.opening[k], lore.people[k])
    for side in range(roster.rules.sides):
        note(lore.sided[side], lore.sides[side])
    lore.room.foe_acts = lore.room.first_acts
    lore.room.foe_rests = lore.room.first_rests
    lore.room.stale = 0
    lore.room.at = lore.room.first_at
    lore.room.free = lore.room.first_free
    if field.now.round == 0:
        ranked(roster, course, lore)
        field.now.round = 1
        lore.room.free = 1
        next_begins(roster, field, cells, lore, 0)


def copy(person: Person, other: Person) -> None:
    """Makes another one what changes in a person."""
    other.state = person.state
    other.kit = person.kit
    other.acts = person.acts
    other.rests = person.rests
    other.face = person.face
    other.friendly = person.friendly
    other.aid = person.aid


def note(side: Side, other: Side) -> None:
    """Makes another one all of a side."""
    other.tie_acts = side.tie_acts
    other.tie_rests = side.tie_rests
    other.up = side.up
