"""The rows of `tactics.field` as arrays of records, for the compiled loop: the same fields, the same names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..book.core_mechanic.roll import Edge
from ..odds.dice import kept_sums
from ..tactics.field import (
    Field,
    Grant,
    Load,
    Manner,
    Now,
    Patch,
    Piece,
    Roster,
    Rules,
    Sheet,
    Standing,
    View,
    Wall,
    Worth,
)
from .loop_luck import Chance, Memory, Source

WHOLE, REAL = "i8", "f8"
ODOMETER_DEPTH = 256
"""More chance points than any turn has."""

MOST_FACES = 256
MEMORIES = (1 << 19) + 4
"""Decisions that one worker remembers."""

WORTHS = 1 << 15
"""Worths of attacks that one worker remembers, a power of two."""


def record(row: type) -> np.dtype[Any]:
    """The record of a class of rows: floats, then ints, each by its name."""
    kinds = [(f.name, REAL if f.type == "float" else WHOLE) for f in fields(row)]
    return np.dtype(kinds, align=True)


ROWS = (Rules, Sheet, Piece, Wall, Patch, Manner, Now, Standing, Load, Grant, View, Worth, Chance, Memory)
RECORDS: dict[type, np.dtype[Any]] = {row: record(row) for row in ROWS}


def rows(kind: type, made: Sequence[Any]) -> Any:
    """An array of records from rows."""
    names = [f.name for f in fields(kind)]
    return np.array([tuple(getattr(row, n) for n in names) for row in made], RECORDS[kind])


class Layout(NamedTuple):
    """How many rows of each kind there is room for. Every layout is compiled for itself."""

    people: int
    slots: int
    walls: int
    patches: int
    manners: int
    hits: int
    harms: int
    shots: int
    grants: int


LAYOUTS = (
    Layout(16, 96, 24, 24, 8, 240, 1 << 16, 40, 64),
    Layout(100, 800, 100, 100, 8, 480, 1 << 20, 200, 400),
)
"""For fights of the usual size, and for large ones."""


def layout_of(roster: Roster, field: Field) -> Layout | None:
    """The smallest layout with room for a fight; None when there is none."""
    needed = Layout(
        len(roster.sheets),
        len(roster.pieces),
        len(roster.walls),
        len(roster.patches),
        len(roster.manners),
        len(roster.hits),
        len(roster.harms),
        len(field.shots),
        len(field.grants),
    )
    for layout in LAYOUTS:
        if all(most >= some for most, some in zip(layout, needed, strict=True)):
            return layout
    return None


@cache
def roster_record(layout: Layout) -> np.dtype[Any]:
    """A roster as one record."""
    kinds = [
        ("rules", RECORDS[Rules]),
        ("sheets", RECORDS[Sheet], (layout.people,)),
        ("pieces", RECORDS[Piece], (layout.slots,)),
        ("walls", RECORDS[Wall], (layout.walls,)),
        ("patches", RECORDS[Patch], (layout.patches,)),
        ("manners", RECORDS[Manner], (layout.manners,)),
        ("hits", WHOLE, (layout.hits,)),
        ("harms", REAL, (layout.harms,)),
        ("ranks", WHOLE, (layout.people,)),
    ]
    return np.dtype(kinds, align=True)


@cache
def field_record(layout: Layout) -> np.dtype[Any]:
    """A field as one record; `sizes` are how much of each list is in use."""
    n = layout.people
    kinds = [
        ("now", RECORDS[Now]),
        ("who", RECORDS[Standing], (n,)),
        ("loads", RECORDS[Load], (layout.slots,)),
        ("grants", RECORDS[Grant], (layout.grants,)),
        ("uses", WHOLE, (n * layout.walls,)),
        ("barred", WHOLE, (n * n,)),
        ("order", WHOLE, (n,)),
        ("bands", WHOLE, (n * n,)),
        ("shots", WHOLE, (layout.shots,)),
        ("asked", WHOLE, (n,)),
        ("eye", WHOLE, (3,)),
        ("views", RECORDS[View], (2 * n,)),
        ("worths", RECORDS[Worth], (WORTHS,)),
        ("sizes", WHOLE, (len(Field._fields),)),
    ]
    return np.dtype(kinds, align=True)


@cache
def course_record(layout: Layout) -> np.dtype[Any]:
    """A course as one record."""
    n = layout.people
    kinds = [
        ("chance", RECORDS[Chance]),
        ("faces", WHOLE, (MOST_FACES,)),
        ("script", WHOLE, (ODOMETER_DEPTH,)),
        ("widths", WHOLE, (ODOMETER_DEPTH,)),
        ("kept", WHOLE, (len(kept()),)),
        ("naturals", WHOLE, (len(naturals()),)),
        ("dived", WHOLE, (n,)),
        ("caught", WHOLE, (n,)),
        ("harmed", WHOLE, (n,)),
        ("memory", RECORDS[Memory], (MEMORIES,)),
        ("cuts", REAL, (2 * ODOMETER_DEPTH,)),
    ]
    return np.dtype(kinds, align=True)


def zeros(room: int) -> Any:
    """So many whole numbers, 0."""
    return np.zeros(room, np.int64)


def nothings(room: int) -> Any:
    """So many floats, 0."""
    return np.zeros(room, np.float64)


def whole(made: Sequence[int]) -> Any:
    """An array of whole numbers."""
    return np.array(made, np.int64)


def write(made: Any, **fields: int | float) -> None:
    """Sets fields of a record."""
    for name, value in fields.items():
        made[name] = value


def blank(kind: np.dtype[Any]) -> Any:
    """One record, all nought, that can be written to."""
    return np.zeros(1, kind)[0]


def fill(record: Any, made: Roster | Field) -> None:
    """Puts rows into a record, from the first place on."""
    parts: list[tuple[str, Any]] = list(zip(made._fields, made, strict=True))
    for name, value in parts:
        if isinstance(value, Rules | Now):
            record[name] = rows(type(value), [value])[0]
        elif len(value) and not isinstance(value[0], int | float):
            record[name][: len(value)] = rows(type(value[0]), value)
        else:
            record[name][: len(value)] = value


def flat_roster(roster: Roster, layout: Layout = LAYOUTS[0]) -> Any:
    """The roster as the compiled loop reads it."""
    made = blank(roster_record(layout))
    fill(made, roster)
    return made


def flat_field(field: Field, layout: Layout = LAYOUTS[0]) -> Any:
    """The fight as the compiled loop reads and changes it."""
    made = blank(field_record(layout))
    fill(made, field)
    made["sizes"] = [0, *(len(rows) for rows in field[1:])]
    return made


def unflat_field(field: Any) -> Field:
    """The other way round, to compare."""
    sizes = [int(size) for size in field["sizes"]]

    def back(kind: type, name: str, size: int) -> list[Any]:
        return [kind(*row.tolist()) for row in field[name][:size]]

    return Field(
        Now(*field["now"].tolist()),
        back(Standing, "who", sizes[1]),
        back(Load, "loads", sizes[2]),
        back(Grant, "grants", sizes[3]),
        **{
            name: [int(v) for v in field[name][:size]]
            for name, size in zip(Field._fields[4:-2], sizes[4:-2], strict=True)
        },
        views=back(View, "views", sizes[-2]),
        worths=back(Worth, "worths", sizes[-1]),
    )


@cache
def cells_record(layout: Layout) -> np.dtype[Any]:
    """The memory of a field as plain cells (`loop_lore.Cells`): one row a line."""
    whole = field_record(layout)
    assert whole.fields is not None
    shapes = {"now": (), "who": (layout.people,), "loads": (layout.slots,), "grants": (layout.grants,)}
    kinds = {"now": Now, "who": Standing, "loads": Load, "grants": Grant}
    rows = {name: RECORDS[kind].itemsize // 8 for name, kind in kinds.items()}
    return np.dtype(
        {
            "names": list(shapes),
            "formats": [(WHOLE, (*shape, rows[name])) for name, shape in shapes.items()],
            "offsets": [whole.fields[name][1] for name in shapes],
            "itemsize": whole.itemsize,
        }
    )


def cells_of(field: Any, layout: Layout = LAYOUTS[0]) -> Any:
    """The rows of a field as plain cells, in the same memory."""
    return field.base.view(cells_record(layout))[0]


def kept() -> list[int]:
    """In how many of 216 rolls a kept sum is at most 2, 3 … 12, at Disadvantage, without an edge, at Advantage."""
    return [sum(one <= most for one in sums) for sums in rolls() for most in range(2, 13)]


def naturals() -> list[int]:
    """The kept sums of 216 rolls, the lowest first, one edge after the other."""
    return [one for sums in rolls() for one in sums]


@cache
def rolls() -> list[list[int]]:
    """The same for each edge."""
    edges = (Edge.DISADVANTAGE, Edge.NEUTRAL, Edge.ADVANTAGE)
    return [[n for n, ways in sorted(kept_sums(edge)) for _ in range(ways)] for edge in edges]


def flat_course(limit: int, source: Source, layout: Layout = LAYOUTS[0]) -> Any:
    """A course for fights."""
    made = blank(course_record(layout))
    write(made["chance"], source=int(source), limit=limit, left=-1.0)
    made["kept"] = kept()
    made["naturals"] = naturals()
    return made
