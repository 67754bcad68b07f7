"""Zones: parts of the map that impose or grant an edge while one is inside (Chapter 5, Difficulty; T20, T21)."""

from __future__ import annotations

from ..sheets.model import Place, Zone
from . import sight
from .reasons import Reason
from .state import Combatant, State

FROM, AGAINST, TEST = (
    Reason("", "", "zone_from"),
    Reason("", "", "zone_against"),
    Reason("", "", "zone_test"),
)
"""What a zone's reasons begin as: made from inside, at a target inside, a test inside."""


def inside(zone: Zone, place: Place) -> bool:
    """Whether a place lies in a zone, its border included."""
    if zone.at is not None:
        return sight.metres(zone.at, place) <= zone.radius
    assert zone.low is not None and zone.high is not None
    return within(zone.low, zone.high, place)


def within(low: Place, high: Place, place: Place) -> bool:
    """Whether a place lies between two corners, their lines included."""
    if isinstance(place, tuple):
        assert isinstance(low, tuple) and isinstance(high, tuple)
        return low[0] <= place[0] <= high[0] and low[1] <= place[1] <= high[1]
    assert not isinstance(low, tuple) and not isinstance(high, tuple)
    return low <= place <= high


def zones_at(state: State, place: Place) -> list[Zone]:
    """The zones that a place lies in."""
    return [zone for zone in state.zones if inside(zone, place)]


def attack_reasons(state: State, attacker: Combatant, at: Place, melee: bool) -> list[Reason]:
    """What zones give to an attack: the attacker's on one that it makes, those at the target on one it suffers."""
    if not state.zones:
        return []
    found = []
    for zone in state.zones:
        inner, outer = inside(zone, attacker.at), inside(zone, at)
        for gives in zone.gives:
            if gives.range is not None and (gives.range == "melee") != melee:
                continue
            if gives.on == "attacks_from" and inner:
                found.append(_reason(state, attacker, zone, gives.edge, gives.price, FROM))
            elif gives.on == "attacks_against" and outer:
                found.append(_reason(state, attacker, zone, gives.edge, gives.price, AGAINST))
    return found


def test_reasons(state: State, c: Combatant, skill: str) -> list[Reason]:
    """What zones give to a test of one inside."""
    if not state.zones:
        return []
    return [
        _reason(state, c, zone, gives.edge, gives.price, TEST)
        for zone in zones_at(state, c.at)
        for gives in zone.gives
        if gives.on == "tests" and gives.skill in (None, skill)
    ]


def _reason(state: State, c: Combatant, zone: Zone, edge: int, price: int, how: Reason) -> Reason:
    """A circumstance of the GM's making: an Advantage at its price (T22), a Disadvantage that earns (T23)."""
    if edge > 0:
        price = 0 if c.momentum is None else price
        return how._replace(gives="advantage", rule="T22" if price else "T20", price=price, detail=zone.name)
    gain = state.ruleset.momentum_disadvantage_gain
    return how._replace(gives="disadvantage", rule="T21", gain=gain, detail=zone.name)
