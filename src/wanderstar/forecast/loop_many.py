"""Many fights in the loop, one after the other, each counted: by the fast loop as far as it goes."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from .loop_again import begin_again, prepare
from .loop_enter import crowded, enter, equals, follow, introduce, may, rest_between
from .loop_fights import Counts, begin, count, count_ammo, count_end, count_one, restore
from .loop_kit import wear_kit
from .loop_known import forget
from .loop_lead import leads
from .loop_local import wear
from .loop_lore import MOST_PEOPLE, Cells, Lore
from .loop_luck import Course, new_fight
from .loop_stretch import OVER, WITHIN, stretch
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
