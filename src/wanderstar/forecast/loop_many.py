"""Many fights in the loop, one after the other, each counted: by the fast loop as far as it goes."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from .loop_fights import Counts, begin, count, count_end, count_one, fresh, lead_on, restore
from .loop_known import forget
from .loop_local import number, wear
from .loop_lore import MINORS, MOST_PEOPLE, MOVED, SIGNIFICANT, Cells, Lore
from .loop_luck import Course
from .loop_order import line_up
from .loop_stretch import (
    OVER,
    WITHIN,
    crowded,
    enter,
    equals,
    gather,
    may,
    neighbours,
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
    lore.room.rests = rest_between(roster)
    lore.room.alike = equals(roster)
    lore.room.ready = 0
    lore.room.spoilt = 1
    afresh = lore.room.may != 0 and start.now.round == 0 and start.now.coming == 0
    afresh = afresh and len(lead) == 0 and course.chance.limit > 1
    for n in range(many):
        if crowded(lore):
            settle(roster, field, cells, lore, counts)
            forget(lore)
        course.chance.fight = first + n
        if lore.room.spoilt != 0 or lore.room.ready == 0:
            restore(roster, field, cells, start, begun)
            lore.room.spoilt = 0
            neighbours(roster, field, lore)
            if afresh and lore.room.ready == 0:
                afresh = prepare(roster, field, cells, lore)
                restore(roster, field, cells, start, begun)
        inside = lore.room.ready != 0
        if inside:
            begin_again(roster, field, cells, begun, course, lore)
        elif field.now.round == 0:
            begin(roster, field, course)
        if len(lead) > 0 and field.now.over == 0 and field.now.turn != NOBODY:
            lead_on(roster, field, course, lead)
        if play(roster, field, cells, course, lore, inside):
            count_end(roster, field, counts, course.chance.limit, 1.0)
            for k in range(roster.rules.people):
                at = lore.people[k].state * MOST_PEOPLE + k
                lore.ended[at] = lore.ended[at] + 1
        else:
            count(roster, field, counts, course.chance.limit, 1.0)
    settle(roster, field, cells, lore, counts)
    return many


def prepare(roster: Roster, field: Field, cells: Cells, lore: Lore) -> bool:
    """Numbers everybody as the fight begins; False where it does not begin in the fast loop."""
    sides, ready = 0, True
    for side in range(roster.rules.sides):
        lore.sides[side].up = 0
    for k in range(roster.rules.people):
        fresh(field, k)
        s = number(roster, field, cells, lore, k)
        lore.people[k].first = s
        side_of = lore.sides[roster.sheets[k].side]
        side_of.up = side_of.up + 1 - lore.states[s].out
        ready = ready and lore.states[s].odd == 0
    for side in range(roster.rules.sides):
        sides += 1 if lore.sides[side].up > 0 else 0
    ready = ready and sides > 1
    lore.room.ready = 1 if ready else 0
    return ready


def begin_again(roster: Roster, field: Field, cells: Cells, begun: Cells, course: Course, lore: Lore) -> None:
    """Begins a fight that begins as the last one did, but for the order (`loop_fights.begin`)."""
    for k in range(cells.now.shape[0]):
        cells.now[k] = begun.now[k]
    for slot in range(roster.rules.slots):
        for k in range(cells.loads.shape[1]):
            cells.loads[slot, k] = begun.loads[slot, k]
    line_up(roster, field, course)
    field.now.round = 1
    for k in range(roster.rules.people):
        lore.people[k].state = lore.people[k].first
        cells.who[k, SIGNIFICANT] = begun.who[k, SIGNIFICANT]
        cells.who[k, MINORS] = begun.who[k, MINORS]
        cells.who[k, MOVED] = begun.who[k, MOVED]
        field.who[k].acted = 0
    lore.room.at = 0
    gather(roster, field, lore)
    next_begins(roster, field, cells, lore)


def play(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, inside: bool) -> bool:
    """Plays to the end; whether that was in the fast loop, so that everybody's end is their local state."""
    now = field.now
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
    lore.room.spoilt = 1
