"""Many fights in the loop, one after the other, each counted: by the fast loop as far as it goes."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from .loop_fights import Counts, begin, count, count_ammo, count_end, count_one, fresh, lead_on, restore
from .loop_kit import kit_number, wear_kit
from .loop_known import forget
from .loop_local import number, wear
from .loop_lore import MOST_PEOPLE, Cells, Lore, Person, Side
from .loop_luck import Course, new_fight
from .loop_order import rank, ranked
from .loop_stretch import (
    DONE,
    ODD,
    OVER,
    WITHIN,
    crowded,
    enter,
    equals,
    follow,
    gather,
    introduce,
    led,
    may,
    next_begins,
    rest_between,
    stretch,
)
from .loop_turn import rest_of_turn, turn


def fights(
    roster: Roster,
    field: Field,
    cells: Cells,
    start: Field,
    begun: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
    counts: Counts,
    first: int,
    many: int,
) -> int:
    """Plays the fights numbered from `first` and counts them; how many."""
    lore.room.may = may(roster, start) if course.chance.plain == 0 else 0
    lore.room.people = roster.rules.people
    lore.room.rests = rest_between(roster)
    lore.room.alike = equals(roster)
    lore.room.ready = 0
    lore.room.spoilt = 1
    can = lore.room.may != 0 and start.now.coming == 0 and course.chance.limit > 1
    for n in range(many):
        if crowded(lore):
            settle(roster, field, cells, lore, counts)
            forget(lore)
        new_fight(course, first + n)
        if lore.room.spoilt != 0 or lore.room.ready == 0:
            restore(roster, field, cells, start, begun)
            lore.room.spoilt = 0
            introduce(roster, field, lore)
            if can and lore.room.ready == 0:
                can = prepare(roster, field, cells, course, lore)
                restore(roster, field, cells, start, begun)
            follow(roster, field, lore)
        inside = lore.room.ready != 0
        if inside:
            begin_again(roster, field, cells, begun, course, lore)
        elif field.now.round == 0:
            begin(roster, field, course)
        if len(lead) > 0 and field.now.over == 0 and field.now.turn != NOBODY:
            inside = leads(roster, field, cells, course, lore, lead, inside)
        if play(roster, field, cells, course, lore, inside):
            count_end(field, counts, course.chance.limit, 1.0)
            for k in range(roster.rules.people):
                at = lore.people[k].state * MOST_PEOPLE + k
                lore.ended[at] = lore.ended[at] + 1
                at = lore.people[k].kit * MOST_PEOPLE + k
                lore.spent[at] = lore.spent[at] + 1
        else:
            count(roster, field, counts, course.chance.limit, 1.0)
    settle(roster, field, cells, lore, counts)
    return many


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


def leads(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
    inside: bool,
) -> bool:
    """Gives the first command: in the fast loop if it begins there and knows it. Whether it goes on there."""
    if inside:
        done = led(roster, field, cells, course, lore, lead)
        if done == DONE:
            return True
        lore.room.spoilt = 1
        if done == ODD:
            return False
    lead_on(roster, field, course, lead)
    return False


def play(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, inside: bool) -> bool:
    """Plays to the end; whether that was in the fast loop, so that everybody's end is their local state."""
    now = field.now
    if inside and now.over != 0:
        return True
    while now.over == 0:
        if not inside and not enter(roster, field, cells, course, lore):
            turn(roster, field, course)
        else:
            inside = False
            ended = stretch(roster, field, cells, course, lore)
            if ended == OVER:
                return True
            if ended == WITHIN:
                rest_of_turn(roster, field, course, now.turn + 0, now.round + 0)
        lore.room.spoilt = 1
    return False


def settle(roster: Roster, field: Field, cells: Cells, lore: Lore, counts: Counts) -> None:
    """Counts how combatants were at the ends of fights that local states have noted."""
    for s in range(lore.room.states):
        for k in range(lore.states[s].owner, roster.rules.people):
            ended = lore.ended[s * MOST_PEOPLE + k] + 0
            if ended != 0:
                wear(cells, lore, k, s)
                count_one(roster, field, counts, k, float(ended))
                lore.ended[s * MOST_PEOPLE + k] = 0
    for kit in range(lore.room.kits):
        for k in range(lore.kits[kit].owner, roster.rules.people):
            spent = lore.spent[kit * MOST_PEOPLE + k] + 0
            if spent != 0:
                wear_kit(roster, cells, lore, k, kit)
                count_ammo(roster, field, counts, k, float(spent))
                lore.spent[kit * MOST_PEOPLE + k] = 0
    lore.room.spoilt = 1
