"""Chapter 11, Range: bands, effective range, the 100-metre rule, firing while Engaged. Distances in metres."""

from __future__ import annotations

import math
from enum import IntEnum


class Band(IntEnum):
    """The five range bands, nearest first."""

    ENGAGED = 0
    CLOSE = 1
    SHORT = 2
    MEDIUM = 3
    EXTREME = 4


ENGAGED_METRES = 1.5
CLOSE_METRES = 10
SHORT_METRES = 30
MEDIUM_METRES = 100

THROWN_CHARACTERISTIC = "Strength"
"""The one that carries a thrown weapon further (C54, R38)."""

BEYOND_EFFECTIVE = 1
HUNDRED_METRES = 2
ENGAGED_FIRE = 4


def band(metres: float) -> Band:
    """The band of a distance (C23); exactly 1.5, 10, 30 and 100 m still belong to the nearer band (C27)."""
    if metres <= ENGAGED_METRES:
        return Band.ENGAGED
    if metres <= CLOSE_METRES:
        return Band.CLOSE
    if metres <= SHORT_METRES:
        return Band.SHORT
    if metres <= MEDIUM_METRES:
        return Band.MEDIUM
    return Band.EXTREME


def range_reasons(at: int, effective: int, engaged: bool, handy: bool, scope_aimed: bool) -> int:
    """Why a ranged attack is at Disadvantage, as bits: BEYOND_EFFECTIVE (C26), HUNDRED_METRES (C27) and
    ENGAGED_FIRE (C30).

    `at` is the attack's band and `effective` the weapon's; a scoped weapon whose user aimed first is spared
    the 100-metre rule only (C28, C29); `engaged` is whether the shooter counts as Engaged (R33), `handy`
    whether the weapon is one-handed or compact (R79).
    """
    bits = 0
    if at > effective:
        bits |= BEYOND_EFFECTIVE
    if at == Band.EXTREME and not scope_aimed:
        bits |= HUNDRED_METRES
    if engaged and not handy:
        bits |= ENGAGED_FIRE
    return bits


def thrown_band(listed: int, strength: int) -> int:
    """A thrown weapon's effective band: its listed one, one further with a Strength Advantage (C53, C54, R38)."""
    return min(listed + 1, 4) if strength > 0 else listed


def distance(ax: float, ay: float, bx: float, by: float) -> float:
    """Metres between two places, to a thousandth of a millimetre so that drawn distances compare exactly."""
    dx, dy = bx - ax, by - ay
    return round(math.sqrt(dx * dx + dy * dy), 6)
