"""What is compiled, as one function: it takes twenty seconds once, not once for each use."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ..tactics.field import Field, Roster
from .exact_pool import Pool
from .exact_push import open_web, push
from .exact_web import NODES, Web
from .loop_fights import Counts, restore
from .loop_lore import Cells, Lore
from .loop_luck import Course
from .loop_many import fights
from .loop_turn import step

FIGHTS, PUSH, STEP = 0, 1, 2
"""Whole fights; probability pushed on, from the beginning where it has not begun; one command (by given dice)."""


def run(
    what: int,
    rosters: Sequence[Roster],
    fields: Sequence[Field],
    cells_of: Sequence[Cells],
    starts: Sequence[Field],
    begun_of: Sequence[Cells],
    courses: Sequence[Course],
    lores: Sequence[Lore],
    lead: MutableSequence[float],
    counts: Counts,
    pool: Pool,
    web: Web,
    first: int,
    many: int,
) -> int:
    """Does one of these: the number of fights, or 0 and less as `push` tells.

    Records come one in a list each: an array is handed over in no time, a large record by itself takes as long as ten
    fights."""
    roster, field, cells, start, begun = rosters[0], fields[0], cells_of[0], starts[0], begun_of[0]
    course, lore = courses[0], lores[0]
    if what == FIGHTS:
        return fights(roster, field, cells, start, begun, course, lore, lead, counts, first, many)
    if what == STEP:
        step(roster, field, course)
        return 0
    if web.at[NODES] == 0:
        restore(roster, field, cells, start, begun)
        full = open_web(roster, field, cells, course, pool, web)
        if full != 0:
            return full
    return push(roster, field, cells, course, counts, pool, web, lead, many)
