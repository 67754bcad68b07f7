"""Chapter 11, Cover: a bonus to armor against what it stands between."""

from __future__ import annotations

from enum import IntEnum

REACH_METRES = 1.5
"""How near a cover one must be to use it or dive behind it (R41, R49)."""


class Grade(IntEnum):
    """What a piece of cover is made of; the value is its armor bonus (C67)."""

    NONE = 0
    LIGHT = 2
    SOLID = 4


GRADES = {"light": Grade.LIGHT, "solid": Grade.SOLID}
"""The grades by the words of a sheet."""


def stands_between(metres_to_cover: float, metres_to_source: float, degrees_apart: float, arc: float) -> bool:
    """Whether cover that one uses stands between oneself and the source of harm (C70, C71, R49).

    The source must be at least as far away as the cover, and lie within half the cover's `arc` of its
    direction; `degrees_apart` is the angle between the two directions, seen from the one covered (0 or 180
    on a line).
    """
    return metres_to_source >= metres_to_cover and degrees_apart * 2 <= arc


def can_reach(metres_to_cover: float) -> bool:
    """Whether a cover is near enough to be used or dived behind (R41, R49)."""
    return metres_to_cover <= REACH_METRES
