"""Room for what the fast loop keeps, as one record."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from ..tactics.field import Standing
from . import loop_lore as shape
from .flat import REAL, RECORDS, WHOLE, record
from .loop_vector import EIGHT, LINE

NARROW: dict[str, str] = {
    name: kind
    for kind, names in (
        ("u4", "selves state kit friendly side alike own first last size mask spot"),
        ("u2", "arm started face need mine other others states kits faces needs helps foes camps"),
        ("u1", "standing out odd line places sides i j at_first"),
        ("i1", "aim"),
    )
    for name in names.split()
}
"""Fields that number something, shorter and without a sign, so that the compiler knows that none is below 0."""


SEVERAL = "states kits faces needs line places foes selves sides bases targets"
MANY: dict[str, tuple[int, ...]] = {
    "words": (4,),
    "sums": (4,),
    "camps": (2,),
    "helps": (shape.MOST_PEOPLE, shape.MOST_PEOPLE),
    **dict.fromkeys(("lots", "whens", "turns", "points"), (shape.LANES,)),
    **dict.fromkeys(SEVERAL.split(), (shape.MOST_PEOPLE,)),
}
"""How many there are of fields with several."""

REALS = ("points",)
"""Fields that are no whole numbers."""

EVEN = 512
"""Bytes of records in whole lines: a power of two, so that their places are found by a shift."""


def narrow(row: type) -> np.dtype[Any]:
    """The record of a class of rows, with these fields."""
    kinds: list[Any] = []
    for f in fields(row):
        kind = REAL if f.name in REALS else NARROW.get(f.name, WHOLE)
        kinds.append((f.name, kind, MANY[f.name]) if f.name in MANY else (f.name, kind))
    return np.dtype(kinds, align=True)


def lined(row: type) -> np.dtype[Any]:
    """The same in whole lines, as many as make `EVEN`."""
    made = narrow(row)
    assert made.fields is not None
    kinds: list[Any] = [(name, kind) for name, (kind, *_) in made.fields.items()]
    return np.dtype([*kinds, ("rest", "u1", (-made.itemsize % EVEN,))], align=True)


@cache
def lore_record() -> np.dtype[Any]:
    """`loop_lore.Lore` as one record."""
    kinds = [
        ("decisions", record(shape.Entry), (2 * shape.DECISIONS,)),
        ("rests", record(shape.Entry), (2 * shape.RESTS,)),
        ("attacks", record(shape.Entry), (2 * shape.ATTACKS,)),
        ("quiet", WHOLE, (shape.QUIET,)),
        ("bounds", REAL, (shape.LEAVES // EIGHT, EIGHT)),
        ("leaves", narrow(shape.Leaf), (shape.LEAVES,)),
        ("states", narrow(shape.Local), (shape.STATES,)),
        ("totals", REAL, (shape.MOST_PEOPLE // EIGHT, EIGHT)),
        ("points", REAL, (shape.MOST_PEOPLE // EIGHT, EIGHT)),
        ("bonds", lined(shape.Bonds)),
        ("luck", lined(shape.Luck)),
        ("lanes", lined(shape.Lane), (shape.LANES + 1,)),
        ("deciding", narrow(shape.Shelf)),
        ("resting", narrow(shape.Shelf)),
        ("attacking", narrow(shape.Shelf)),
        ("room", record(shape.Room)),
        ("line", "u4", (shape.MOST_PEOPLE,)),
        ("people", narrow(shape.Person), (shape.MOST_PEOPLE,)),
        ("opening", narrow(shape.Person), (shape.MOST_PEOPLE,)),
        ("sides", narrow(shape.Side), (shape.MOST_PEOPLE,)),
        ("sided", narrow(shape.Side), (shape.MOST_PEOPLE,)),
        ("refreshed", "u2", (shape.STATES,)),
        ("traits", narrow(shape.Trait), (shape.STATES,)),
        ("rows", WHOLE, (shape.STATES * shape.WIDTH,)),
        ("slots", WHOLE, (shape.SLOTS,)),
        ("faces", record(shape.Face), (shape.SLOTS,)),
        ("kits", record(shape.Kit), (shape.KITS,)),
        ("cells", WHOLE, (shape.KITS * shape.MOST_OWN * shape.LOAD,)),
        ("kit_slots", WHOLE, (2 * shape.KITS,)),
        ("used", "i4", ((shape.KITS * shape.MOST_OWN + 1) * shape.USES,)),
        ("won", WHOLE, (shape.WINNERS,)),
        ("lasted", WHOLE, (shape.ROUNDS,)),
        ("ended", WHOLE, (shape.STATES * shape.MOST_PEOPLE,)),
        ("spent", WHOLE, (shape.KITS * shape.MOST_PEOPLE,)),
        ("usual", WHOLE, (shape.WIDTH,)),
        ("plain", WHOLE, (shape.WIDTH,)),
        ("places", WHOLE, (shape.MOST_PEOPLE,)),
    ]
    return np.dtype(kinds, align=True)


def flat_lore() -> Any:
    """Nothing known yet; what is looked up most lies within single lines of the processor's cache."""
    kind = lore_record()
    memory = np.zeros(kind.itemsize + LINE, np.uint8)
    begins = -memory.ctypes.data % LINE
    made = memory[begins : begins + kind.itemsize].view(kind)[0]
    for name, most in (("deciding", shape.DECISIONS), ("resting", shape.RESTS), ("attacking", shape.ATTACKS)):
        made[name]["size"] = shape.SMALLEST
        made[name]["mask"] = shape.SMALLEST - 1
        made[name]["most"] = most
    made["usual"] = [name not in shape.ORDINARY for name in shape.NAMES]
    new = np.zeros(1, RECORDS[Standing])
    for f in fields(Standing):
        new[f.name] = getattr(Standing(), f.name)
    made["totals"] = shape.LAST
    made["quiet"] = 1 - np.arange(shape.QUIET)
    made["plain"] = new.view(np.int64)
    return made
