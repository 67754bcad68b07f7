"""Chapter 11, Aiming: what an aim gives, and at which price."""

from __future__ import annotations

AIM_PRICE = 1
"""Momentum for the Advantage of an aim (C32)."""

PRECISE_PRICE = 0
"""The same with a Precise weapon (C36, R46)."""


def aim_price(aimed: bool, precise: bool, automatic: bool) -> int:
    """The price of the Advantage that an aim at the target gives to this attack, or -1 for none.

    Automatic fire gains nothing from an aim (C37); Precise needs one and has it free (C36, R46).
    """
    if not aimed or automatic:
        return -1
    return PRECISE_PRICE if precise else AIM_PRICE


def scope_helps(scope: bool, aimed: bool, automatic: bool) -> bool:
    """Whether a scope lifts the 100-metre rule: after an aim only, never for automatic fire (C28, C38)."""
    return scope and aimed and not automatic
