"""What fights side by side leave to the fast loop, one at a time; how they begin and end."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from .loop_again import begin_again, prepare
from .loop_alike import SHOT
from .loop_deed import plain, volley
from .loop_ends import count_lane, note_end
from .loop_enter import crowded, enter, follow, introduce
from .loop_fights import Counts, begin, count, count_end, restore
from .loop_lane import note_opening, open_lane, set_down, take_up
from .loop_lanes import SLOWLY, VOLLEY, weapon
from .loop_lead import leads
from .loop_lore import OWN, Cells, Lane, Lore
from .loop_luck import Course, new_fight
from .loop_stretch import BETWEEN, OVER, PAUSED, WITHIN, finished, next_begins, stretch
from .loop_turn import rest_of_turn, turn


def outside(
    roster: Roster,
    field: Field,
    cells: Cells,
    start: Field,
    begun: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
    counts: Counts,
    q: int,
) -> bool:
    """Does what a lane has left to the fast loop; counts its fight if that is over, and begins the next there. False
    when there is none."""
    lane = lore.lanes[q]
    if lane.over != 0:
        count_lane(roster, lore, course.chance.limit + 0, lane)
    else:
        take_up(roster, field, cells, begun, course, lore, q)
        if lane.code == SLOWLY:
            ended = stretch(roster, field, cells, course, lore, True)
        else:
            ended = goes_on(roster, field, cells, course, lore, lane)
        if ended == PAUSED:
            set_down(field, course, lore, q)
            return True
        finish(roster, field, cells, course, lore, counts, ended)
        mend(roster, field, cells, start, begun, lore)  # for the other lanes
    return begin_next(roster, field, cells, start, begun, course, lore, lead, counts, q)


def goes_on(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, lane: Lane) -> int:
    """The rest of a turn in which there has been a command, as `stretch`."""
    i, first = lane.i + 0, lane.at_first + 0
    course.chance.at = lane.nth
    if lane.code == VOLLEY:
        whom = lane.more << SHOT | lane.j + 1
        slot, aimed, spends = weapon(lane) + lore.people[i].own, lane.aimed + 0, lane.spends != 0
        volley(roster, field, cells, course, lore, i, slot, lane.arm + 0 >> OWN, whom, False, aimed, spends)
        if field.now.over != 0:
            return OVER
    if not finished(roster, field, cells, course, lore, i, plain(lore, i, first), 1):
        return WITHIN
    next_begins(roster, field, cells, lore, lore.room.at + 1)
    return PAUSED


def begin_next(
    roster: Roster,
    field: Field,
    cells: Cells,
    start: Field,
    begun: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
    counts: Counts,
    q: int,
) -> bool:
    """Begins the next fight in a lane; those that are not for lanes are played. False without one, and with little room
    left."""
    room = lore.room
    while room.next < room.last and not crowded(lore):
        new_fight(course, room.next)
        room.next = room.next + 1
        begin_known(roster, field, cells, start, begun, course, lore)
        if room.ready != 0 and room.abreast != 0 and start.now.round == 0 and len(lead) == 0:
            open_lane(roster, field, cells, course, lore, q)
            return True
        ended = begin_one(roster, field, cells, begun, course, lore, lead)
        if ended == PAUSED and room.abreast != 0:
            set_down(field, course, lore, q)
            return True
        finish(roster, field, cells, course, lore, counts, ended)
        mend(roster, field, cells, start, begun, lore)
    return False


def begin_known(
    roster: Roster, field: Field, cells: Cells, start: Field, begun: Cells, course: Course, lore: Lore
) -> None:
    """Rows as a fight begins, and what of that is known."""
    room = lore.room
    if room.can != 0 and room.ready == 0:
        room.spoilt = 1
        mend(roster, field, cells, start, begun, lore)
        room.can = 1 if prepare(roster, field, cells, course, lore) else 0
        note_opening(lore)
        room.spoilt = 1
    if room.ready == 0:
        room.spoilt = 1
    mend(roster, field, cells, start, begun, lore)


def begin_one(
    roster: Roster,
    field: Field,
    cells: Cells,
    begun: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
) -> int:
    """Begins a fight, up to the beginning of a turn if that is in the fast loop; where that is, as `stretch`."""
    inside = lore.room.ready != 0
    if inside:
        begin_again(roster, field, cells, begun, course, lore)
    elif field.now.round == 0:
        begin(roster, field, course)
    if len(lead) > 0 and field.now.over == 0 and field.now.turn != NOBODY:
        inside = leads(roster, field, cells, course, lore, lead, inside)
    if not inside:
        return BETWEEN
    if field.now.over != 0:
        return OVER
    return PAUSED if lore.room.free != 0 else stretch(roster, field, cells, course, lore, True)


def mend(roster: Roster, field: Field, cells: Cells, start: Field, begun: Cells, lore: Lore) -> None:
    """Everything that is in no local state and no kit as it was at the start."""
    if lore.room.spoilt != 0:
        restore(roster, field, cells, start, begun)
        lore.room.spoilt = 0
        introduce(roster, field, lore)
        follow(roster, field, lore)


def finish(
    roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, counts: Counts, ended: int
) -> None:
    """Plays a fight to its end, wherever it is, and counts it."""
    limit = course.chance.limit + 0
    if ended != OVER and not play(roster, field, cells, course, lore, ended):
        count(roster, field, counts, limit, 1.0)
        return
    count_end(field, counts, limit, 1.0)
    for k in range(roster.rules.people):
        note_end(lore, k, lore.people[k].state + 0, lore.people[k].kit + 0)


def play(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, ended: int) -> bool:
    """Plays to the end; whether that was in the fast loop, so that everybody's end is their local state."""
    now = field.now
    while ended != OVER and (now.over == 0 or ended == PAUSED):
        if ended == WITHIN:
            rest_of_turn(roster, field, course, now.turn + 0, now.round + 0)
            ended = BETWEEN + 0
        elif ended == PAUSED or enter(roster, field, cells, course, lore):
            ended = stretch(roster, field, cells, course, lore, False)
        else:
            turn(roster, field, course)
        if ended != OVER:
            lore.room.spoilt = 1
    return ended == OVER
