"""The steps of fights side by side: in all lanes one after the other, and how turns end in them.

A key of who has acted is kept with those that end the turn (`Lore.quiet`), where it is found at once; all that goes
into it makes another key of whoever is out of the ordinary, or out (`loop_local.learn`).
"""

from __future__ import annotations

from ..tactics.codes import Do
from ..tactics.field import Field, Roster
from .hot import hot
from .loop_decided import named
from .loop_ends import anew
from .loop_enter import full
from .loop_lane import foresee, go_on, ready, take
from .loop_lanes import DONE, RESTLESS, SLOWLY, act, choose, land
from .loop_local import unaimed
from .loop_lore import QUIET, Cells, Lane, Lore
from .loop_luck import Course
from .loop_shelf import found
from .loop_vector import draw


@hot
def rest(roster: Roster, field: Field, cells: Cells, lore: Lore, q: int) -> bool:
    """Whoever has acted does no more, and the next begin their turn; False where more is to be done than that."""
    lane = lore.lanes[q]
    if DONE >> lane.code & 1 == 0 or lane.over | lane.more | lane.spends != 0:
        if not ends(roster, field, cells, lore, lane):
            return lane.code < SLOWLY and lane.over == 0
    elif not rests(lore, lane):
        lane.code = RESTLESS
        return False
    go_on(roster, field, cells, lore, q)
    return True


def ends(roster: Roster, field: Field, cells: Cells, lore: Lore, lane: Lane) -> bool:
    """Whether a turn ends in which there is more than the usual."""
    if lane.code >= SLOWLY or lane.over != 0 or lane.more != 0:
        return False
    if lane.code == Do.END_TURN:
        return True
    spends(roster, field, cells, lore, lane, lane.i + 0)
    if not rests(lore, lane):
        lane.code = RESTLESS
        return False
    return True


@hot
def rests(lore: Lore, lane: Lane) -> bool:
    """Whether it is known that whoever has acted does no more."""
    i = lane.i
    others = lane.sums[2 * lore.bonds.sides[i] + 1 & 3]
    key = lore.states[lane.states[i]].own_rests + lore.kits[lane.kits[i]].rests + others
    return lore.quiet[key & QUIET - 1] == key or quiet(lore, lane, key)


def spends(roster: Roster, field: Field, cells: Cells, lore: Lore, lane: Lane, i: int) -> None:
    """i has no aim any more at whom it was before the first of several shots."""
    if lore.states[lane.states[i]].aim == lane.aimed:
        take(lore, lane, i, unaimed(roster, field, cells, lore, i, lane.states[i] + 0))
        foresee(roster, field, cells, lore)


def quiet(lore: Lore, lane: Lane, key: int) -> bool:
    """Whether it is known that whoever has acted does no more, and nobody is out of the ordinary."""
    mine, other = lore.states[lane.states[lane.i]], lore.states[lane.states[lane.at_first]]
    if mine.odd + mine.out + other.odd != 0 or found(lore.rests, lore.resting, named(key)) != Do.END_TURN:
        return False
    lore.quiet[key & QUIET - 1] = key
    return True


def all_ready(lore: Lore) -> None:
    """`loop_lane.ready` in all lanes; where several shots go on it is made for nothing."""
    for q in range(lore.room.live):
        ready(lore, q)
    luck = lore.luck
    draw(luck.lots, luck.whens, luck.turns, luck.points)


def all_choose(roster: Roster, course: Course, lore: Lore) -> None:
    """`choose` in all lanes; with little room left it is all for the fast loop."""
    limit = 0 if full(lore) else course.chance.limit + 0
    for q in range(lore.room.live):
        choose(roster, lore, q, limit)


def all_act(lore: Lore) -> None:
    """`act` in all lanes."""
    for q in range(lore.room.live):
        act(lore, lore.lanes[q])


def all_land(lore: Lore) -> None:
    """`land` in all lanes in which something comes of what was done."""
    for q in range(lore.room.live):
        if lore.lanes[q].known != 0:
            land(lore, q)


def all_rest(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> int:
    """`rest` in all lanes, and the next fights where some have ended; a bit for each in which there is more to be
    done."""
    more = 0
    for q in range(lore.room.live):
        if not rest(roster, field, cells, lore, q) and not anew(roster, field, cells, course, lore, q):
            more |= 1 << q
    return more


def steps(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> int:
    """Goes on in all lanes until something is left to the fast loop: a bit for each lane where it is."""
    more = 0
    while more == 0:
        all_ready(lore)
        all_choose(roster, course, lore)
        all_act(lore)
        all_land(lore)
        more = all_rest(roster, field, cells, course, lore)
    return more
