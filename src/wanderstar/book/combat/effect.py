"""Chapter 11, The Effect of a roll."""

from __future__ import annotations

from ..core_mechanic.roll import TARGET


def effect(total: int) -> int:
    """How far a total clears or misses 8; colour unless a rule asks for it (C8, C9)."""
    return total - TARGET


def attack_effect(avoid_effect: int) -> int:
    """The Effect of an attack that was avoided or not: the avoid roll's, with the sign turned (R22)."""
    return -avoid_effect
