"""Chapter 11, Special forms of attack: automatic fire, suppression, scatter, blasts, weapons that wait.

Distances in metres; directions are counted as a die's face (1 to 6).
"""

from __future__ import annotations

import math
from enum import IntEnum


class Mode(IntEnum):
    """How an Auto weapon is fired (C79, R44)."""

    SINGLE = 0
    BURST = 1
    FULL = 2


FULL_SPREAD = 6.0
"""The farthest apart that two targets of full auto may be (R44)."""

SUPPRESS_AMMO_WITHOUT_AUTO = 3
"""Rounds that suppression takes with a weapon that has no Auto (R42)."""

SCATTER_BASE = 6
"""R39."""


def ammo_needed(mode: int, auto: int, full_ammo: int) -> int:
    """Rounds an attack takes: one, N for a burst, `full_ammo` for full auto (C79, R44)."""
    if mode == Mode.BURST:
        return auto
    return full_ammo if mode == Mode.FULL else 1


def burst_bonus(mode: int, burst_damage: int) -> int:
    """Damage that a burst adds (C79, R44)."""
    return burst_damage if mode == Mode.BURST else 0


def scatter_metres(effect: int) -> int:
    """How far away a missed explosive lands (R39)."""
    return SCATTER_BASE + abs(effect)


def guessed_dice(metres: float) -> int:
    """D6 of scatter for a guessed position: one for each started 100 m (R43, R61)."""
    return max(math.ceil(metres / 100), 1)


def guessed_metres(rolled: int, effect: int) -> int:
    """How far a guessed shot lands from the point aimed at (C82, R43, R61)."""
    return max(rolled - effect, 0)


def scatter_line(face: int) -> int:
    """The way of a scatter on a line: 1 onward for faces 1-3, -1 short for 4-6 (R39)."""
    return 1 if face <= 3 else -1


def scatter_degrees(face: int) -> int:
    """The way of a scatter on a plane, counter-clockwise from onward (R39)."""
    return (face - 1) * 60


def in_blast(metres: float, radius: float) -> bool:
    """Whether a place lies in a blast (C83, R40)."""
    return metres <= radius


def slow_ready(last_round: int, now: int) -> bool:
    """Whether a Slow weapon may fire: not in the round it fired nor the next (C84, R45)."""
    return last_round < 0 or now > last_round + 1
