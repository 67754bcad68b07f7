"""What is compiled, as one function: it takes half a minute once, not once for each use."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from ..tactics.field import Field, Roster
from .exact_push import Pool, States, pack, push
from .loop_fights import Cells, Counts, begin_round, fights, line_up, restore
from .loop_luck import Course
from .loop_turn import step

FIGHTS, PUSH, STEP, OPEN, ORDER = 0, 1, 2, 3, 4
"""Whole fights; one turn of states; one command (by given dice); a state to begin with; an order by totals."""


def run(
    what: int,
    roster: Roster,
    field: Field,
    cells: Cells,
    start: Field,
    begun: Cells,
    course: Course,
    lead: MutableSequence[float],
    counts: Counts,
    pool: Pool,
    orders: Any,
    states: States,
    then: States,
    first: int,
    many: int,
) -> int:
    """Does one of these: the number of fights, or 0 and less as `push` tells."""
    if what == FIGHTS:
        return fights(roster, field, cells, start, begun, course, lead, counts, first, many)
    if what == PUSH:
        return push(roster, field, cells, course, counts, pool, orders, states, then, lead, first, many)
    if what == STEP:
        step(roster, field, course)
        return 0
    if what == ORDER:
        line_up(roster, field, course.caught)
        return 0
    restore(roster, field, cells, start, begun)
    for i in range(roster.rules.people):
        field.order[i] = orders[first, i]
    if field.now.round == 0:
        begin_round(roster, field)
    if field.now.over != 0:
        return 1
    return pack(roster, field, cells, pool, states, first, course.chance.weight)
