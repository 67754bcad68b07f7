"""The rows of `tactics.field` as arrays of records, for the compiled loop: the same fields, the same names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from ..book.core_mechanic.roll import Edge
from ..odds.dice import kept_sums
from ..tactics.field import Field, Load, Manner, Now, Patch, Piece, Roster, Rules, Sheet, Standing, Wall
from .loop_fights import Cells
from .loop_luck import Chance, Course, Source
from .loop_memo import WAYS

WHOLE, REAL = "i8", "f8"
ODOMETER_DEPTH = 256
"""More chance points than any turn has."""


def record(row: type) -> np.dtype[Any]:
    """The record of a class of rows: floats, then ints, each by its name."""
    kinds = [(f.name, REAL if f.type == "float" else WHOLE) for f in fields(row)]
    return np.dtype(kinds, align=True)


ROWS = (Rules, Sheet, Piece, Wall, Patch, Manner, Now, Standing, Load, Chance)
RECORDS: dict[type, np.dtype[Any]] = {row: record(row) for row in ROWS}


def rows(kind: type, made: Sequence[Any]) -> Any:
    """An array of records from rows."""
    names = [f.name for f in fields(kind)]
    return np.array([tuple(getattr(row, n) for n in names) for row in made], RECORDS[kind])


def one(kind: type, made: Any) -> Any:
    """A single record, that can be written to."""
    return rows(kind, [made])[0]


def zeros(room: int) -> Any:
    """So many whole numbers, 0."""
    return np.zeros(room, np.int64)


def nothings(room: int) -> Any:
    """So many floats, 0."""
    return np.zeros(room, np.float64)


def write(made: Any, **fields: int | float) -> None:
    """Sets fields of a record."""
    for name, value in fields.items():
        made[name] = value


def whole(made: Sequence[int]) -> Any:
    """An array of whole numbers."""
    return np.array(made, np.int64)


def floats(made: Sequence[float]) -> Any:
    """An array of floats."""
    return np.array(made, np.float64)


def flat_roster(roster: Roster) -> Roster:
    """The roster as the compiled loop reads it."""
    return Roster(
        rules=one(Rules, roster.rules),
        sheets=rows(Sheet, roster.sheets),
        pieces=rows(Piece, roster.pieces),
        walls=rows(Wall, roster.walls),
        patches=rows(Patch, roster.patches),
        manners=rows(Manner, roster.manners),
        hits=whole(roster.hits),
        harms=floats(roster.harms),
    )


def flat_field(field: Field) -> Field:
    """The fight as the compiled loop reads and changes it."""
    return Field(
        now=one(Now, field.now),
        who=rows(Standing, field.who),
        loads=rows(Load, field.loads),
        uses=whole(field.uses),
        barred=whole(field.barred),
        order=whole(field.order),
        bands=whole(field.bands),
        shots=whole(field.shots),
        asked=whole(field.asked),
    )


def unflat_field(field: Field) -> Field:
    """The other way round, to compare."""

    def back(kind: type, array: Any) -> list[Any]:
        return [kind(*row.tolist()) for row in array]

    return Field(
        Now(*field.now.tolist()),  # type: ignore[attr-defined]
        back(Standing, field.who),
        back(Load, field.loads),
        *(list(map(int, array)) for array in field[3:]),
    )


def cells_of(field: Field) -> Cells:
    """The rows of a field as plain cells, in the same memory."""
    now: Any = field.now
    return Cells(cells(now.base), cells(field.who), cells(field.loads))


def cells(array: Any) -> Any:
    """An array of records as its cells, one after another."""
    return array.view(np.int64).reshape(-1)


def kept() -> list[int]:
    """In how many of 216 rolls a kept sum is at most 2, 3 … 12, at Disadvantage, without an edge, at Advantage."""
    found: list[int] = []
    for edge in (Edge.DISADVANTAGE, Edge.NEUTRAL, Edge.ADVANTAGE):
        total = 0
        for _, ways in sorted(kept_sums(edge)):
            total += ways
            found.append(total)
    return found


def flat_course(people: int, limit: int, source: Source, faces: Sequence[int] = (), room: int = 0) -> Course:
    """A course for fights of so many people, with room to remember so many decisions."""
    depth = ODOMETER_DEPTH if source == Source.ODOMETER else 1
    return Course(
        chance=one(Chance, Chance(source=int(source), limit=limit)),
        faces=whole(list(faces) or [1]),
        script=zeros(depth),
        widths=zeros(depth),
        kept=whole(kept()),
        dived=zeros(people + 1),
        caught=zeros(people + 1),
        harmed=zeros(people + 1),
        keys=zeros(room + WAYS),
        words=zeros(room + WAYS),
        xs=nothings(room + WAYS),
        ys=nothings(room + WAYS),
    )
