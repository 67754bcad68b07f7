"""Room for what the fast loop keeps, as one record."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from ..tactics.field import Standing
from . import loop_lore as shape
from .flat import REAL, RECORDS, WHOLE, record

LINE = 64
"""Bytes of a cache line."""

VERTEX = [("first", REAL), ("second", REAL), ("low", "i4"), ("middle", "i4"), ("high", "i4")]


@cache
def lore_record() -> np.dtype[Any]:
    """`loop_lore.Lore` as one record."""
    kinds = [
        ("decisions", record(shape.Decision), (shape.DECISIONS,)),
        ("rests", record(shape.Decision), (shape.RESTS,)),
        ("attacks", record(shape.Known), (shape.ATTACKS,)),
        ("vertices", np.dtype(VERTEX, align=True), (shape.VERTICES,)),
        ("room", record(shape.Room)),
        ("people", record(shape.Person), (shape.MOST_PEOPLE,)),
        ("sides", record(shape.Side), (shape.MOST_PEOPLE,)),
        ("states", record(shape.Local), (shape.STATES,)),
        ("rows", WHOLE, (shape.STATES * shape.WIDTH,)),
        ("slots", WHOLE, (shape.SLOTS,)),
        ("faces", record(shape.Face), (shape.SLOTS,)),
        ("ended", WHOLE, (shape.STATES * shape.MOST_PEOPLE,)),
        ("usual", WHOLE, (shape.WIDTH,)),
        ("plain", WHOLE, (shape.WIDTH,)),
        ("path", WHOLE, (shape.DEEPEST,)),
        ("kept", WHOLE, (shape.MOST_SLOTS * shape.LOAD,)),
        ("places", WHOLE, (shape.MOST_PEOPLE,)),
    ]
    return np.dtype(kinds, align=True)


def flat_lore() -> Any:
    """Nothing known yet; what is looked up most lies within single lines of the processor's cache."""
    kind = lore_record()
    memory = np.zeros(kind.itemsize + LINE, np.uint8)
    begins = -memory.ctypes.data % LINE
    made = memory[begins : begins + kind.itemsize].view(kind)[0]
    made["usual"] = [name not in shape.ORDINARY for name in shape.NAMES]
    new = np.zeros(1, RECORDS[Standing])
    for f in fields(Standing):
        new[f.name] = getattr(Standing(), f.name)
    made["plain"] = new.view(np.int64)
    return made
