"""Chapter 11, Melee: engagement, Reach, pulled blows, grapples."""

from __future__ import annotations

from .range import ENGAGED_METRES

SKILL = "Close Quarters"
THROWN_SKILL = "Ranged Weapons"
LOB_SKILL = "Explosives"
BREAK_FREE_SKILL = "Athletics"
BREAK_FREE_CHARACTERISTIC = "Strength"


def engaged(metres: float) -> bool:
    """Whether two combatants are at Engaged range (C23, C39, R33)."""
    return metres <= ENGAGED_METRES


def inside_guard(reached_round: int, now: int) -> bool:
    """Whether one who closed on a Reach wielder in `reached_round` may hit back yet: from the round after
    (C42, R35)."""
    return now > reached_round


def pulled_turns(trauma: int) -> int:
    """For how many of its own turns a pulled or stunning hit takes the target: as many as the trauma it would
    have marked (C47, C48, R36)."""
    return trauma
