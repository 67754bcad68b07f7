"""Many fights in the loop, each counted: side by side, or one after the other by the fast loop as far as it goes."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.field import Field, Roster
from .loop_enter import abreast, crowded, equals, may, rest_between
from .loop_fights import Counts, count_ammo, count_one
from .loop_kit import wear_kit
from .loop_known import forget
from .loop_lanes import all_act, all_choose, all_land, all_ready, rest
from .loop_local import wear
from .loop_lore import LANES, MOST_PEOPLE, Cells, Lore
from .loop_luck import Course
from .loop_outside import begin_next, outside
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
    room.abreast = abreast(roster)
    room.alike = equals(roster)
    room.ready = 0
    room.spoilt = 1
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
        while room.live > 0:
            all_ready(lore)
            all_choose(roster, course, lore)
            all_act(lore)
            all_land(lore)
            q = 0
            while q < room.live:
                if rest(roster, field, cells, lore, lore.lanes[q]) or outside(
                    roster, field, cells, start, begun, course, lore, lead, counts, q
                ):
                    q += 1
                else:
                    room.live = room.live - 1
                    copy(lore.lanes, q, room.live)
    settle(roster, field, cells, lore, counts)
    return many


def settle(roster: Roster, field: Field, cells: Cells, lore: Lore, counts: Counts) -> None:
    """Counts how combatants were at the ends of fights that local states have noted."""
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
