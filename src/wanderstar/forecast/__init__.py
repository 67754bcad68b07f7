"""Whole fights: how they will go, exactly where the states fit, by simulation past that; and what to do.

The package is itself the function `wanderstar.forecast`, because both have that name: see `driver.forecast`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..play.refusal import Refusal
    from .result import Forecast


class _Called(ModuleType):
    """A package that can be called."""

    def __call__(self, source: Any, **flags: Any) -> Forecast | Refusal:
        """See `driver.forecast`."""
        from .driver import forecast

        return forecast(source, **flags)


sys.modules[__name__].__class__ = _Called
