"""The edges of zones as rows of plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..sheets.model import Place
from .field import NOBODY, On, Patch

NO_SKILL = 10_000
"""A skill that nobody here rolls: the row is never read."""

KINDS = {"attacks_from": On.ATTACKS_FROM, "attacks_against": On.ATTACKS_AGAINST, "tests": On.TESTS}


def patches(zones: Sequence[Any], skills: Sequence[str]) -> list[Patch]:
    """One row for each edge that a zone gives."""
    return [_patch(zone, given, skills) for zone in zones for given in zone.gives]


def _patch(zone: Any, given: Any, skills: Sequence[str]) -> Patch:
    round_ = zone.at is not None
    low_x, low_y = _xy(zone.at if round_ else zone.low)
    high_x, high_y = _xy(zone.at if round_ else zone.high)
    skill = (
        NOBODY if given.skill is None else skills.index(given.skill) if given.skill in skills else NO_SKILL
    )
    return Patch(
        on=int(KINDS[given.on]),
        edge=int(given.edge),
        skill=skill,
        fire=-1 if given.range is None else int(given.range == "ranged"),
        price=given.price,
        low_x=min(low_x, high_x),
        low_y=min(low_y, high_y),
        high_x=max(low_x, high_x),
        high_y=max(low_y, high_y),
        radius=float(zone.radius) if round_ else -1.0,
    )


def _xy(place: Place) -> tuple[float, float]:
    return place if isinstance(place, tuple) else (place, 0.0)
