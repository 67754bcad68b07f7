"""Chapter 11, Aiming."""

from __future__ import annotations

from itertools import product

import pytest

from wanderstar.book.combat.aiming import aim_price, scope_helps

NO_ADVANTAGE = -1


def test_price_of_an_aim() -> None:
    """C32: an attack after an aim may have Advantage for 1 Momentum, one without an aim has none to buy."""
    prices = [aim_price(aimed, precise=False, automatic=False) for aimed in (True, False)]
    assert prices == [1, NO_ADVANTAGE]


def test_precise_weapons() -> None:
    """C36, R46: a Precise weapon has its Advantage free, and after an aim only."""
    prices = [aim_price(aimed, precise=True, automatic=False) for aimed in (True, False)]
    assert prices == [0, NO_ADVANTAGE]


@pytest.mark.parametrize(("aimed", "precise"), list(product((True, False), repeat=2)))
def test_automatic_fire_and_aim(aimed: bool, precise: bool) -> None:
    """C37, R44: a burst or full auto has nothing from an aim, with a Precise weapon neither."""
    assert aim_price(aimed, precise, automatic=True) == NO_ADVANTAGE


def test_scope_needs_an_aim() -> None:
    """C28, C38: a scope helps a single shot after an aim: not without scope, not without aim, not automatic."""
    helped = [case for case in product((True, False), repeat=3) if scope_helps(*case)]
    assert helped == [(True, True, False)]
