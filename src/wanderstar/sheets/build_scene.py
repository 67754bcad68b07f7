"""Places, zones, the map's bounds and morale: checked tables to values and back."""

from __future__ import annotations

import math
from typing import Any

from .model import Bounds, Morale, Place, Zone, ZoneGives

Table = dict[str, Any]


def place(value: Any) -> Place:
    """A place as given; whole metres stay whole."""
    if isinstance(value, list | tuple):
        x, y = map(_metres, value)
        return x, y
    return _metres(value)


def _metres(value: float) -> float:
    return int(value) if value == int(value) else float(value)


def at_table(at: Place) -> Any:
    """A place as a file writes it."""
    return list(at) if isinstance(at, tuple) else at


def spread(at: Place, count: int, metres: float) -> list[Place]:
    """Places for `count` people around `at`, neighbours `metres` apart: to both sides in turn, or in rings."""
    if metres == 0:
        return [at] * count
    if not isinstance(at, tuple):
        return [_metres(round(at + (n + 1) // 2 * metres * (1 if n % 2 else -1), 3)) for n in range(count)]
    found: list[Place] = [at]
    ring = 0
    while len(found) < count:
        ring += 1
        for n in range(6 * ring):
            angle = 2 * math.pi * n / (6 * ring)
            x, y = at[0] + ring * metres * math.cos(angle), at[1] + ring * metres * math.sin(angle)
            found.append((_metres(round(x, 3)), _metres(round(y, 3))))
    return found[:count]


def morale(table: Table | None) -> Morale | None:
    """Morale, where there is any."""
    return None if table is None else Morale(table["loss"], table["does"])


def morale_table(value: Morale | None) -> Table | None:
    """The table that `morale` reads back as `value`."""
    return None if value is None else {"loss": value.loss, "does": value.does}


def _corners(table: Table) -> tuple[Place, Place]:
    """The lower and the higher corner of a stretch or rectangle, in whichever order they were given."""
    one, other = place(table["from"]), place(table["to"])
    if isinstance(one, tuple):
        assert isinstance(other, tuple)
        low = min(one[0], other[0]), min(one[1], other[1])
        return low, (max(one[0], other[0]), max(one[1], other[1]))
    assert not isinstance(other, tuple)
    return min(one, other), max(one, other)


def bounds(table: Table | None) -> Bounds | None:
    """The map's bounds, where there are any."""
    return None if table is None else Bounds(*_corners(table))


def bounds_table(value: Bounds) -> Table:
    """The table that `bounds` reads back as `value`."""
    return {"from": at_table(value.low), "to": at_table(value.high)}


def zone(table: Table) -> Zone:
    """A zone; without a name it is called by its id."""
    identity = table["id"]
    name = table.get("name", identity.replace("-", " ").capitalize())
    gives = tuple(
        ZoneGives(
            one["on"],
            1 if one["edge"] == "advantage" else -1,
            one.get("skill"),
            one.get("range"),
            one.get("price", int(one["edge"] == "advantage")),
        )
        for one in table["gives"]
    )
    if "at" in table:
        return Zone(identity, name, gives, at=place(table["at"]), radius=table["radius"])
    low, high = _corners(table)
    return Zone(identity, name, gives, low, high)


def zone_table(value: Zone) -> Table:
    """The table that `zone` reads back as `value`."""
    if value.at is None:
        assert value.low is not None and value.high is not None
        shape: Table = {"from": at_table(value.low), "to": at_table(value.high)}
    else:
        shape = {"at": at_table(value.at), "radius": value.radius}
    return {"id": value.id, "name": value.name, **shape, "gives": [gives_table(one) for one in value.gives]}


def gives_table(value: ZoneGives) -> Table:
    """One of the things that a zone gives, as a file writes it."""
    table: Table = {"on": value.on, "edge": "advantage" if value.edge > 0 else "disadvantage"}
    if value.skill is not None:
        table["skill"] = value.skill
    if value.range is not None:
        table["range"] = value.range
    return table | ({"price": value.price} if value.edge > 0 else {})
