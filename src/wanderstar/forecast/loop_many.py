"""Many fights in the loop, each counted: side by side, or one after the other by the fast loop as far as it goes."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.field import Field, Roster
from .loop_enter import abreast, crowded, equals, may, rest_between
from .loop_fights import Counts, count_ammo, count_one
from .loop_kit import wear_kit
from .loop_known import forget
from .loop_lane import foresee
from .loop_local import wear
from .loop_lore import LANES, MOST_PEOPLE, ROUNDS, WINNERS, Cells, Lore
from .loop_luck import Course
from .loop_outside import begin_next, outside
from .loop_steps import steps
from .loop_vector import copy


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
    room = lore.room
    room.may = may(roster, start) if course.chance.plain == 0 else 0
    room.people = roster.rules.people
    room.sides = roster.rules.sides
    room.rests = rest_between(roster)
    room.abreast = abreast(roster) if course.chance.limit < ROUNDS else 0
    room.alike = equals(roster)
    room.ready = 0
    room.spoilt = 1
    room.quick = 0
    room.can = 1 if room.may != 0 and start.now.coming == 0 and course.chance.limit > 1 else 0
    room.next = first
    room.last = first + many
    while room.next < room.last:
        if crowded(lore):
            settle(roster, field, cells, lore, counts)
            forget(lore)
        room.live = 0
        while room.live < LANES and begin_next(
            roster, field, cells, start, begun, course, lore, lead, counts, room.live + 0
        ):
            room.live = room.live + 1
        room.quick = room.ready if start.now.round == 0 and len(lead) == 0 else 0
        while room.live > 0:
            foresee(roster, field, cells, lore)
            more = steps(roster, field, cells, course, lore)
            leftover(roster, field, cells, start, begun, course, lore, lead, counts, more)
    settle(roster, field, cells, lore, counts)
    return many


def leftover(
    roster: Roster,
    field: Field,
    cells: Cells,
    start: Field,
    begun: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
    counts: Counts,
    more: int,
) -> None:
    """Does what lanes with a bit have left to the fast loop; a lane without a fight is filled by the last one."""
    for q in range(lore.room.live - 1, -1, -1):
        if more >> q & 1 and not outside(roster, field, cells, start, begun, course, lore, lead, counts, q):
            lore.room.live = lore.room.live - 1
            copy(lore.lanes, q, lore.room.live)
            lore.luck.lots[q] = lore.luck.lots[lore.room.live]
            lore.luck.whens[q] = lore.luck.whens[lore.room.live]


def settle(roster: Roster, field: Field, cells: Cells, lore: Lore, counts: Counts) -> None:
    """Counts the fights that have been noted, and how combatants were at their ends."""
    for winner in range(WINNERS):
        counts.wins[min(winner, len(counts.wins) - 1)] += float(lore.won[winner])
        lore.won[winner] = 0
    for last in range(min(len(counts.rounds), ROUNDS)):
        counts.rounds[last] += float(lore.lasted[last])
        lore.lasted[last] = 0
    for s in range(lore.room.states):
        for k in range(lore.traits[s].owner + 0, roster.rules.people):
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
