"""How fights side by side end, noted to be counted all at once; and how the next begin in their place."""

from __future__ import annotations

from ..tactics.field import Field, Roster
from .loop_enter import crowded
from .loop_lane import open_lane
from .loop_lore import MOST_PEOPLE, WINNERS, Cells, Lane, Lore
from .loop_luck import Course, new_fight


def anew(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, q: int) -> bool:
    """Begins the next fight where one has ended, if it begins as that did; whether it does."""
    room, lane = lore.room, lore.lanes[q]
    if lane.over == 0 or room.quick == 0 or room.spoilt != 0 or room.next >= room.last or crowded(lore):
        return False
    count_lane(roster, lore, course.chance.limit + 0, lane)
    new_fight(course, room.next)
    room.next = room.next + 1
    open_lane(roster, field, cells, course, lore, q)
    return True


def count_lane(roster: Roster, lore: Lore, limit: int, lane: Lane) -> None:
    """Notes a fight that has ended in its lane (`loop_many.settle` counts it)."""
    winner = WINNERS - 1
    for side in range(WINNERS - 1):
        if lane.up & lane.camps[side] != 0:
            winner = side
    lore.won[winner] = lore.won[winner] + 1
    last = min(lane.round, limit)
    lore.lasted[last] = lore.lasted[last] + 1
    for k in range(roster.rules.people):
        note_end(lore, k, lane.states[k] + 0, lane.kits[k] + 0)


def note_end(lore: Lore, k: int, state: int, kit: int) -> None:
    """Notes how one ends, with others who end so."""
    at = state * MOST_PEOPLE + k
    lore.ended[at] = lore.ended[at] + 1
    at = kit * MOST_PEOPLE + k
    lore.spent[at] = lore.spent[at] + 1
