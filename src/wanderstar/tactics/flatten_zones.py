"""The edges of zones as rows of plain numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ..sheets.model import Place, Zone, ZoneGives
from .codes import NOBODY, On
from .field import Patch

NO_SKILL = 10_000
"""A skill that nobody here rolls: the row is never read."""

KINDS = {"attacks_from": On.ATTACKS_FROM, "attacks_against": On.ATTACKS_AGAINST, "tests": On.TESTS}


def patches(zones: Sequence[Zone], skills: Sequence[str]) -> list[Patch]:
    """One row for each edge that a zone gives."""
    return [_patch(zone, given, skills) for zone in zones for given in zone.gives]


def _patch(zone: Zone, given: ZoneGives, skills: Sequence[str]) -> Patch:
    low = zone.low if zone.at is None else zone.at
    high = zone.high if zone.at is None else zone.at
    assert low is not None and high is not None
    (low_x, low_y), (high_x, high_y) = _xy(low), _xy(high)
    return Patch(
        on=int(KINDS[given.on]),
        edge=int(given.edge),
        skill=skill_number(given.skill, skills),
        fire=-1 if given.range is None else int(given.range == "ranged"),
        price=given.price,
        low_x=min(low_x, high_x),
        low_y=min(low_y, high_y),
        high_x=max(low_x, high_x),
        high_y=max(low_y, high_y),
        radius=-1.0 if zone.at is None else float(zone.radius),
    )


def skill_number(skill: str | None, skills: Sequence[str]) -> int:
    """The number of the skill that an edge bears on: NOBODY for every test."""
    return NOBODY if skill is None else skills.index(skill) if skill in skills else NO_SKILL


def _xy(place: Place) -> tuple[float, float]:
    return place if isinstance(place, tuple) else (place, 0.0)
