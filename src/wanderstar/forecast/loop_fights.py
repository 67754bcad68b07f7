"""Whole fights in the loop, counted: initiative, a first command if one is given, turns to the end."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from ..book.combat.reactions import FREE_PER_ROUND
from ..tactics.codes import COMING, Do
from ..tactics.field import Field, Roster
from ..tactics.situation import out
from .loop_lore import Cells
from .loop_luck import Course, new_turn
from .loop_order import bring_in, line_up
from .loop_turn import command, draw_by_limit
from .loop_upkeep import advance, end_turn, last_turn, upkeep


class Counts(NamedTuple):
    """What is counted, each value times the weight of its fight.

    `wins` by side, the draws last; `rounds` by number; `out` and `dead` by combatant; the others by combatant (or slot)
    and value, `boxes`, `pools` and `ammos` values each.
    """

    wins: Any
    rounds: Any
    out: Any
    dead: Any
    physical: Any
    mental: Any
    momentum: Any
    ammo: Any
    sizes: Any


BOXES, POOLS, AMMOS = 0, 1, 2
"""Where `Counts.sizes` has how many values of each there are."""


def restore(roster: Roster, field: Field, cells: Cells, start: Field, begun: Cells) -> None:
    """The field as it was at the start."""
    n, walls = roster.rules.people, roster.rules.walls
    for k in range(len(cells.now)):
        cells.now[k] = begun.now[k]
    for i in range(n):
        field.order[i] = start.order[i]
        for k in range(cells.who.shape[1]):
            cells.who[i, k] = begun.who[i, k]
    for slot in range(roster.rules.slots):
        for k in range(cells.loads.shape[1]):
            cells.loads[slot, k] = begun.loads[slot, k]
    for row in range(field.now.grants):
        for k in range(cells.grants.shape[1]):
            cells.grants[row, k] = begun.grants[row, k]
    for at in range(n * walls):
        field.uses[at] = start.uses[at]
    for at in range(n * n):
        field.barred[at] = start.barred[at]
        field.bands[at] = start.bands[at]


def begin(roster: Roster, field: Field, course: Course) -> None:
    """Initiative for everybody, then the first round."""
    line_up(roster, field, course)
    field.now.round = 1
    for i in range(roster.rules.people):
        fresh(field, i)
    advance(roster, field)
    upkeep(roster, field)
    bring_in(roster, field, course)


def fresh(field: Field, i: int) -> None:
    """One as the first round finds it (C57)."""
    field.who[i].reactions = FREE_PER_ROUND
    field.who[i].acted = 0


def lead_on(roster: Roster, field: Field, course: Course, lead: MutableSequence[float]) -> None:
    """The first command, given: code, a, b, c, x, y, then the shots of full auto. Its luck is its own."""
    i = field.now.turn + 0
    new_turn(course, field.now.round, roster.rules.people + 1 + i)
    do = int(lead[0])
    if do == Do.END_TURN:
        if last_turn(roster, field, i, course.chance.limit):
            draw_by_limit(field)
        else:
            end_turn(roster, field, i)
            upkeep(roster, field)
            bring_in(roster, field, course)
        return
    for n in range(len(field.shots)):
        field.shots[n] = int(lead[6 + n])
    a, b, c = int(lead[1]), int(lead[2]), int(lead[3])
    command(roster, field, course, i, do, a, b, c, lead[4], lead[5])


def count(roster: Roster, field: Field, counts: Counts, limit: int, weight: float) -> None:
    """Counts a fight that is over."""
    count_end(field, counts, limit, weight)
    for i in range(roster.rules.people):
        count_one(roster, field, counts, i, weight)
        count_ammo(roster, field, counts, i, weight)


def count_end(field: Field, counts: Counts, limit: int, weight: float) -> None:
    """Who has won, in which round."""
    now = field.now
    counts.wins[now.winner if now.winner >= 0 else len(counts.wins) - 1] += weight
    counts.rounds[min(now.round, limit)] += weight


def count_ammo(roster: Roster, field: Field, counts: Counts, i: int, weight: float) -> None:
    """What is left in a combatant's weapons at the end."""
    most = counts.sizes[AMMOS]
    for slot in range(roster.sheets[i].first, roster.sheets[i].last):
        counts.ammo[slot * most + max(field.loads[slot].rounds, 0)] += weight


def count_one(roster: Roster, field: Field, counts: Counts, i: int, weight: float) -> None:
    """How a combatant is at the end."""
    c, sizes = field.who[i], counts.sizes
    if out(roster, field, i) and c.gone != COMING:
        counts.out[i] += weight
    if c.dead != 0:
        counts.dead[i] += weight
    counts.physical[i * sizes[BOXES] + c.physical] += weight
    counts.mental[i * sizes[BOXES] + c.mental] += weight
    counts.momentum[i * sizes[POOLS] + min(max(c.momentum, 0), sizes[POOLS] - 1)] += weight
