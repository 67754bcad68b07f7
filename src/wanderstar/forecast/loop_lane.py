"""A fight of the fast loop that is played beside others: taken up from it, put back, its turns begun.

Fights side by side (`loop_lanes`) go on in turns, so that the processor need not wait for what one of them has to look
up. A lane has of a fight what every turn asks for; the rest is made of that when it is taken up.
"""

from __future__ import annotations

from ..tactics.field import Field, Roster
from ..tactics.recall import K3
from .hot import hot
from .loop_decided import named
from .loop_enter import gather
from .loop_local import renewed, started
from .loop_lore import LANES, MOST_PEOPLE, NEED, UNNUMBERED, Cells, Lane, Lore
from .loop_luck import Course
from .loop_order import place, rolled
from .loop_random import PEOPLE
from .loop_shelf import spot
from .loop_vector import ahead, copy, lowest, most, renew, shift


@hot
def take(lore: Lore, lane: Lane, k: int, s: int) -> None:
    """k has another local state now, or the same."""
    shift(lane.sums, lore.states, lane.states[k], s)
    lane.states[k] = s
    lane.faces[k] = lore.states[s].face
    lane.needs[k] = lore.states[s].need


@hot
def go_on(roster: Roster, field: Field, cells: Cells, lore: Lore, q: int) -> None:
    """Whoever is up and comes next in the order begins their turn, in a new round when all have had theirs
    (`loop_stretch.next_begins`)."""
    lane = lore.lanes[q]
    at = lane.at + 1
    up = lane.up >> at
    if up == 0:
        renew(
            lane.sums, lane.states, lane.faces, lane.needs, lore.states, lore.refreshed, roster.rules.people
        )
        lane.round = lane.round + 1
        at = 0
        up = lane.up + 0
    at += lowest(up)
    i = lane.line[at & MOST_PEOPLE - 1]
    s = lane.states[i]
    if lore.states[s].started != s:
        starts(roster, field, cells, lore, lane, i + 0)
    lane.at = at
    lane.i = i
    lore.luck.whens[q] = lane.round * PEOPLE + i + 1


def starts(roster: Roster, field: Field, cells: Cells, lore: Lore, lane: Lane, i: int) -> None:
    """i is as the beginning of its turn finds it."""
    s = lane.states[i]
    if lore.states[s].started == UNNUMBERED:
        started(roster, field, cells, lore, i, s + 0)
        foresee(roster, field, cells, lore)
    take(lore, lane, i, lore.states[s].started)


def foresee(roster: Roster, field: Field, cells: Cells, lore: Lore) -> None:
    """Notes what a new round makes of all local states there are."""
    while lore.room.foreseen < lore.room.states:
        s = lore.room.foreseen + 0
        renewed(roster, field, cells, lore, lore.traits[s].owner + 0, s)
        lore.room.foreseen = s + 1


@hot
def ready(lore: Lore, q: int) -> None:
    """The key of the next command; what that leads to is looked at ahead of time."""
    lane = lore.lanes[q]
    i = lane.i
    mine, need = lore.states[lane.states[i]], most(lane.needs, lore.bonds.helps, i)
    h = mine.own_acts + lore.kits[lane.kits[i]].acts + (need << NEED) + lane.sums[2 * lore.bonds.sides[i] & 3]
    if mine.aim >= 0:
        h += lore.traits[lane.states[mine.aim & MOST_PEOPLE - 1]].foe_acts * K3
    lane.key = named(h)
    lane.spot = spot(lane.key, lore.deciding)
    ahead(lore.decisions, lane.spot)


def set_down(field: Field, course: Course, lore: Lore, q: int) -> None:
    """The fight, at the beginning of a turn in the fast loop, is in the lane."""
    lane = lore.lanes[q]
    lore.luck.lots[q] = course.chance.lot
    for word in range(len(lane.sums)):
        lane.sums[word] = 0
    for k in range(lore.room.people):
        lane.states[k] = lore.people[k].state
        lane.kits[k] = lore.people[k].kit
        lane.faces[k] = lore.people[k].face
        lane.needs[k] = lore.states[lane.states[k]].need
        for word in range(len(lane.sums)):
            lane.sums[word] = lane.sums[word] + lore.states[lane.states[k]].words[word]
    lane.camps[0] = 0
    lane.camps[1] = 0
    lane.up = 0
    lane.length = lore.room.line
    for at in range(lore.room.line):
        k = lore.line[at] + 0
        lane.line[at] = k
        lane.places[k] = at
        lane.up = lane.up | (1 - lore.states[lane.states[k]].out) << at
        lane.camps[lore.bonds.sides[k] & 1] |= 1 << at
    lane.round = field.now.round
    lane.at = lore.room.at
    lane.i = lore.line[lore.room.at]
    lore.luck.whens[q] = lane.round * PEOPLE + lane.i + 1
    lane.more = 0
    lane.over = 0


def note_opening(lore: Lore) -> None:
    """Keeps how fights begin, everybody's initiative being open, in the lane behind all others."""
    opening = lore.lanes[LANES]
    for q in range(len(opening.sums)):
        opening.sums[q] = 0
    opening.round = 1
    opening.at = -1
    opening.more = 0
    opening.over = 0
    opening.up = 0
    for k in range(lore.room.people):
        one = lore.states[lore.people[k].state]
        opening.states[k] = lore.people[k].state
        opening.kits[k] = lore.people[k].kit
        opening.faces[k] = one.face
        opening.needs[k] = one.need
        for q in range(len(opening.sums)):
            opening.sums[q] = opening.sums[q] + one.words[q]
        opening.up = opening.up | (1 - one.out) << k


def open_lane(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, q: int) -> None:
    """Begins a fight in a lane with everybody's initiative."""
    opening, lane = lore.lanes[LANES], lore.lanes[q]
    copy(lore.lanes, q, LANES)
    lore.luck.lots[q] = course.chance.lot
    rolled(roster, course, lore)
    lane.length = lore.room.line
    up, second = 0, 0
    for k in range(lore.room.line):
        at = place(roster, lore, k)
        lane.line[at] = k
        lane.places[k] = at
        up |= (opening.up >> k & 1) << at
        second |= (lore.bonds.sides[k] & 1) << at
    lane.up = up
    lane.camps[0] = (1 << lore.room.line) - 1 - second
    lane.camps[1] = second
    go_on(roster, field, cells, lore, q)


def take_up(
    roster: Roster, field: Field, cells: Cells, begun: Cells, course: Course, lore: Lore, q: int
) -> None:
    """The fight is in the fast loop, as it is in the lane; its next number is the first of the turn."""
    lane = lore.lanes[q]
    for k in range(cells.now.shape[0]):
        cells.now[k] = begun.now[k]
    field.now.round = lane.round
    field.now.turn = lane.i
    field.now.over = 0
    lore.room.line = lane.length
    for at in range(lane.length):
        lore.line[at] = lane.line[at]
    for k in range(roster.rules.people):
        lore.people[k].state = lane.states[k]
        lore.people[k].kit = lane.kits[k]
    lore.room.at = lane.at
    lore.room.free = 1
    course.chance.lot = lore.luck.lots[q]
    course.chance.key = lore.luck.turns[q]
    course.chance.at = 0
    gather(roster, field, cells, lore)
