"""Who stands where to whom: distance, band, engagement, cover between, sight, suppression. All derived."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ..book.combat.cover import GRADES, Grade, stands_between
from ..book.combat.melee import engaged
from ..book.combat.range import Band, band, distance
from ..book.combat.special import in_blast
from ..sheets.model import CoverSheet, Place
from .state import LEFT, Combatant, State


def as_json(place: Place) -> Any:
    """A place as it is written: a number, or a list of two."""
    return list(place) if isinstance(place, tuple) else place


def metres(a: Place, b: Place) -> float:
    """The distance of two places."""
    if isinstance(a, tuple):
        assert isinstance(b, tuple)
        return distance(a[0], a[1], b[0], b[1])
    assert not isinstance(b, tuple)
    return distance(a, 0, b, 0)


def degrees_apart(origin: Place, a: Place, b: Place) -> float:
    """The angle between two places as seen from `origin`; a place at the origin lies in every direction."""
    if isinstance(origin, tuple):
        assert isinstance(a, tuple) and isinstance(b, tuple)
        ax, ay, bx, by = a[0] - origin[0], a[1] - origin[1], b[0] - origin[0], b[1] - origin[1]
        if (ax == 0 and ay == 0) or (bx == 0 and by == 0):
            return 0.0
        return round(abs(math.degrees(math.atan2(ax * by - ay * bx, ax * bx + ay * by))), 6)
    assert not isinstance(a, tuple) and not isinstance(b, tuple)
    return 180.0 if (a - origin) * (b - origin) < 0 else 0.0


def named_band(state: State, a: str, b: str) -> int | None:
    """The band that the GM named for a pair (C24), or None."""
    for one, other, named in state.bands:
        if {one, other} == {a, b}:
            return named
    return None


def band_between(state: State, a: Combatant, b: Combatant) -> int:
    """The band of a pair: the GM's word, else by distance (C23, C24)."""
    if state.bands:
        named = named_band(state, a.id, b.id)
        if named is not None:
            return named
    return band(metres(a.at, b.at))


def are_engaged(state: State, a: Combatant, b: Combatant) -> bool:
    """Whether two are at Engaged range (R33)."""
    return band_between(state, a, b) == Band.ENGAGED


def hostile(a: Combatant, b: Combatant) -> bool:
    """Whether two are on different sides."""
    return a.side != b.side


def able(c: Combatant, against: str | None = None) -> bool:
    """Whether one can act or strike at all: aware, not out, stunned, pinned, nor held by another than `against`
    (R78)."""
    return unhindered(c, against) and not c.unaware


def unhindered(c: Combatant, against: str | None = None) -> bool:
    """Whether one can go where it will, aware of the fight or not: not out, stunned, pinned nor held."""
    held = c.held_by is not None and c.held_by != against
    return not (c.out or c.stunned or c.pinned or held)


def engaged_foes(state: State, c: Combatant, at: Place | None = None) -> Iterator[Combatant]:
    """Hostile combatants still up at Engaged range of `c`, in roster order; `at` if it stood elsewhere."""
    for other in state.combatants.values():
        if other.id == c.id or not hostile(c, other) or other.out:
            continue
        if at is None:
            if are_engaged(state, c, other):
                yield other
        elif engaged(metres(at, other.at)):
            yield other


def between(cover: CoverSheet, covered: Place, source: Place) -> bool:
    """Whether a cover stands between one at `covered` who uses it and the source of harm (R49)."""
    apart = degrees_apart(covered, cover.at, source)
    return stands_between(metres(covered, cover.at), metres(covered, source), apart, cover.arc)


def total_cover(state: State, c: Combatant, source: Place) -> bool:
    """Whether `c` is fully behind hard cover against a source, and not exposed (C69, R50)."""
    if c.exposed:
        return False
    return any(use.fully and between(state.covers[use.cover], c.at, source) for use in c.cover)


def best_cover(state: State, c: Combatant, source: Place) -> tuple[str | None, int]:
    """The best cover in use that stands between `c` and a source, and its armor bonus (C67, C70, R49).

    Fully behind one that hides counts as Solid where it can be hit at all (R50).
    """
    found: tuple[str | None, int] = (None, 0)
    for use in c.cover:
        sheet = state.covers[use.cover]
        if between(sheet, c.at, source):
            amount = Grade.SOLID if use.fully else GRADES[sheet.grade]
            if amount > found[1]:
                found = (use.cover, int(amount))
    return found


def hidden_from(target: Combatant, viewer: Combatant) -> bool:
    """Whether the GM keeps `target` out of the other side's sight."""
    return target.hidden and hostile(target, viewer)


def suppressed_by(state: State, c: Combatant) -> str | None:
    """Who keeps `c` under suppressive fire just now, or None (C80, R42, R76)."""
    for s in state.suppressions:
        shooter = state.combatants[s.who]
        if shooter.id == c.id or shooter.out or c.gone == LEFT or not in_blast(metres(c.at, s.at), s.radius):
            continue
        if not any(between(state.covers[use.cover], c.at, shooter.at) for use in c.cover):
            return shooter.id
    return None
