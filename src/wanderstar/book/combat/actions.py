"""Chapter 11, Actions on your turn: one Significant Action, a few Minor ones, a short move."""

from __future__ import annotations

SIGNIFICANT_PER_TURN = 1
"""C18."""


def in_reach(metres: float, allowance: float) -> bool:
    """Whether a move is short enough for one action (R32)."""
    return metres <= allowance
