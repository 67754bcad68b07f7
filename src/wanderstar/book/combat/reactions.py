"""Chapter 11, Reactions: which are legal against what, and how an adversary's is settled without dice."""

from __future__ import annotations

from enum import IntEnum

from ..core_mechanic.roll import meets, total


class Reaction(IntEnum):
    """The three reactions of the table."""

    DODGE = 1
    PARRY = 2
    DIVE = 3


DODGE_SKILL = "Athletics"
PARRY_SKILL = "Close Quarters"
FREE_PER_ROUND = 1

PRICE = 1
"""Momentum for each reaction past the free one (C57)."""

AVOID_SKILL = "Athletics"
"""What an avoid roll is made with, unless one chooses otherwise in melee (R16)."""


def refused(reaction: int, blast: bool, ranged: bool, smasher: bool, cover_near: bool) -> str:
    """The refusal code of a reaction against an attack, or "" when it is legal.

    Dodge fails against Blast (C61); Parry against ranged attacks (C62) and Smasher (C63); Dive needs cover
    near (C64, R41) and a ranged attack.
    """
    if reaction == Reaction.DODGE:
        return "dodge_blast" if blast else ""
    if reaction == Reaction.PARRY:
        return "parry_ranged" if ranged else "parry_smasher" if smasher else ""
    return "" if ranged and cover_near else "no_cover"


def static_value(edge: int, values: tuple[int, int, int]) -> int:
    """What stands for the dice of an adversary's reaction: the rounded mean at its edge (R20).

    `values` are the means at Disadvantage, neutral and Advantage.
    """
    return values[edge + 1]


def static_succeeds(bonus: int, edge: int, values: tuple[int, int, int]) -> bool:
    """Whether an adversary's reaction succeeds without dice: that mean plus the bonus against 8 (R20)."""
    return meets(total(static_value(edge, values), bonus))
