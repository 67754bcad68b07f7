"""What is compiled, as one function: it takes half a minute once, not once for each use."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.field import Field, Roster
from .exact_push import Pool, States, pack, push
from .loop_fights import Counts, restore
from .loop_lore import Cells, Lore
from .loop_luck import Course
from .loop_many import fights
from .loop_turn import step

FIGHTS, PUSH, STEP, OPEN = 0, 1, 2, 3
"""Whole fights; one turn of states; one command (by given dice); the state to begin with."""


def run(
    what: int,
    roster: Roster,
    field: Field,
    cells: Cells,
    start: Field,
    begun: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
    counts: Counts,
    pool: Pool,
    states: States,
    then: States,
    first: int,
    many: int,
) -> int:
    """Does one of these: the number of fights, or 0 and less as `push` tells."""
    if what == FIGHTS:
        return fights(roster, field, cells, start, begun, course, lore, lead, counts, first, many)
    if what == PUSH:
        return push(roster, field, cells, course, counts, pool, states, then, lead, first, many)
    if what == STEP:
        step(roster, field, course)
        return 0
    restore(roster, field, cells, start, begun)
    return pack(roster, field, cells, pool, states, 0, course.chance.weight)
