"""Room for what the fast loop keeps, as one record."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from ..tactics.field import Standing
from . import loop_lore as shape
from .flat import RECORDS, WHOLE, record

LINE = 64
"""Bytes of a cache line."""

NUMBERS = ("state", "kit", "face", "friendly", "side", "alike", "own", "mine", "other", "first", "last")
"""Fields that number something: half as long, and without a sign, so that the compiler knows that none is below 0."""


def narrow(row: type) -> np.dtype[Any]:
    """The record of a class of rows, with these fields."""
    whole = record(row)
    assert whole.fields is not None
    kinds = [(name, "u4" if name in NUMBERS else kind) for name, (kind, *_) in whole.fields.items()]
    return np.dtype(kinds, align=True)


@cache
def lore_record() -> np.dtype[Any]:
    """`loop_lore.Lore` as one record."""
    kinds = [
        ("decisions", record(shape.Entry), (2 * shape.DECISIONS,)),
        ("rests", record(shape.Entry), (2 * shape.RESTS,)),
        ("attacks", record(shape.Entry), (2 * shape.ATTACKS,)),
        ("leaves", narrow(shape.Leaf), (shape.LEAVES,)),
        ("deciding", record(shape.Shelf)),
        ("resting", record(shape.Shelf)),
        ("attacking", record(shape.Shelf)),
        ("room", record(shape.Room)),
        ("line", "u4", (shape.MOST_PEOPLE,)),
        ("totals", WHOLE, (shape.MOST_PEOPLE,)),
        ("people", narrow(shape.Person), (shape.MOST_PEOPLE,)),
        ("opening", narrow(shape.Person), (shape.MOST_PEOPLE,)),
        ("sides", narrow(shape.Side), (shape.MOST_PEOPLE,)),
        ("sided", narrow(shape.Side), (shape.MOST_PEOPLE,)),
        ("states", narrow(shape.Local), (shape.STATES,)),
        ("rows", WHOLE, (shape.STATES * shape.WIDTH,)),
        ("slots", WHOLE, (shape.SLOTS,)),
        ("faces", record(shape.Face), (shape.SLOTS,)),
        ("kits", record(shape.Kit), (shape.KITS,)),
        ("cells", WHOLE, (shape.KITS * shape.MOST_OWN * shape.LOAD,)),
        ("kit_slots", WHOLE, (2 * shape.KITS,)),
        ("used", "i4", (shape.KITS * shape.MOST_OWN * shape.USES,)),
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
        made[name]["most"] = most
    made["usual"] = [name not in shape.ORDINARY for name in shape.NAMES]
    new = np.zeros(1, RECORDS[Standing])
    for f in fields(Standing):
        new[f.name] = getattr(Standing(), f.name)
    made["plain"] = new.view(np.int64)
    return made
