"""Edges of the GM's, and conditions that give one or run down, as rows of plain numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..play.state import PINNED, STUNNED, Combatant
from .codes import Until
from .field import Grant
from .flatten_zones import skill_number

UNTIL = {"fight": Until.FIGHT, "next_test": Until.NEXT_TEST, "until_round_end": Until.ROUND_END}


def grants(people: Sequence[Combatant], skills: Sequence[str]) -> list[Grant]:
    """One row for each edge that bears on somebody's tests, and for each condition that runs down."""
    return [grant for i, c in enumerate(people) for grant in _of(i, c, skills)]


def _of(i: int, c: Combatant, skills: Sequence[str]) -> Iterator[Grant]:
    for x in c.conditions:
        if not x.edge and (
            x.turns is None or x.name in (STUNNED, PINNED)
        ):  # these two are counted where they stand
            continue
        until = Until.FIGHT if x.turns is None else Until.TURNS
        yield Grant(i, x.edge, x.price, skill_number(x.skill, skills), int(until), x.turns or 1)
    for e in c.edges:
        yield Grant(i, int(e.edge), e.price, until=int(UNTIL[e.on]))
