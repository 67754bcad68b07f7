"""Who stands where to whom, read from plain numbers: out, able, in sight, engaged, covered, suppressed.

The same questions as `play.sight`, over `field`, by the book's own functions. The forecast's compiler takes all of it
as it is, so it keeps to ints, floats and indices.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..book.combat.cover import Grade, can_reach, stands_between
from ..book.combat.melee import engaged, inside_guard
from ..book.combat.range import Band, band, distance
from ..book.combat.special import in_blast
from ..book.combat.trauma import out as tracks_full
from ..play.morale import EDGE_METRES
from .codes import COMING, LEFT
from .field import Field, Roster

MORALE_FLEES = 1
MORALE_SURRENDERS = 2

DOUBT = 1e-7
"""Cosines nearer than this to that of the edge of an arc are not trusted: the angle itself is asked."""


def watched(field: Field, i: int, j: int) -> bool:
    """Whether one of the two is the one who thinks, so that how they stand to each other is in view (`view`)."""
    eye = field.eye[0]
    return eye >= 0 and (eye == i or eye == j)  # noqa: PLR1714, SIM109 (no tuple: it is compiled)


def metres(field: Field, i: int, j: int) -> float:
    """The distance of two combatants."""
    if watched(field, i, j):
        return field.views[field.eye[2] + (j if field.eye[0] == i else i)].away
    a, b = field.who[i], field.who[j]
    return distance(a.x, a.y, b.x, b.y)


def band_of(roster: Roster, field: Field, i: int, j: int) -> int:
    """The band of a pair: the GM's word, else by distance (C23, C24)."""
    if watched(field, i, j):
        return field.views[field.eye[2] + (j if field.eye[0] == i else i)].band
    named = field.bands[i * roster.rules.people + j]
    if named >= 0:
        return named
    return band(metres(field, i, j)) + 0


def are_engaged(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether two are at Engaged range (R33)."""
    return band_of(roster, field, i, j) == Band.ENGAGED


def hostile(roster: Roster, i: int, j: int) -> bool:
    """Whether two are on different sides."""
    return roster.sheets[i].side != roster.sheets[j].side


def hidden_from(roster: Roster, field: Field, target: int, viewer: int) -> bool:
    """Whether the GM keeps `target` out of the other side's sight."""
    return field.who[target].hidden != 0 and hostile(roster, target, viewer)


def out(roster: Roster, field: Field, i: int) -> bool:
    """Out of action: a full track (R26), dead, gone, not there yet, or by the GM's word."""
    if field.eye[0] >= 0:
        return field.views[i].out != 0
    c, sheet = field.who[i], roster.sheets[i]
    if c.dead != 0 or c.gone != 0:
        return True
    if c.said_out >= 0:
        return c.said_out != 0
    return tracks_full(c.physical, c.mental, sheet.boxes_physical, sheet.boxes_mental)


def seen_foe(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether j is a foe still up that i's side knows of."""
    if field.eye[0] == i:
        return field.views[j].foe != 0
    return hostile(roster, i, j) and not out(roster, field, j) and not hidden_from(roster, field, j, i)


def absent(field: Field, i: int) -> bool:
    """Whether one is nowhere on the map: it has left, or is still to come."""
    gone = field.who[i].gone
    return gone == LEFT or gone == COMING  # noqa: PLR1714 (no tuple: it is compiled)


def able(roster: Roster, field: Field, i: int, against: int) -> bool:
    """Whether one can act or strike: aware, not out, stunned, pinned, nor held by another than `against` (R78)."""
    return field.who[i].unaware == 0 and unhindered(roster, field, i, against)


def unhindered(roster: Roster, field: Field, i: int, against: int) -> bool:
    """Whether one can go where it will, aware of the fight or not: not out, stunned, pinned nor held."""
    c = field.who[i]
    if c.stunned != 0 or c.pinned != 0 or (c.held_by >= 0 and c.held_by != against):
        return False
    return not out(roster, field, i)


def foe_engaged(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether j is a foe still up at Engaged range of i."""
    return hostile(roster, i, j) and not out(roster, field, j) and are_engaged(roster, field, i, j)


def any_foe_engaged(roster: Roster, field: Field, i: int) -> bool:
    """Whether any foe still up is at Engaged range of i."""
    for j in range(roster.rules.people):  # noqa: SIM110 (a generator would not compile)
        if foe_engaged(roster, field, i, j):
            return True
    return False


def engaged_at(roster: Roster, field: Field, x: float, y: float, j: int) -> bool:
    """Whether one at x, y is at Engaged range of j."""
    c = field.who[j]
    return engaged(distance(x, y, c.x, c.y))


def barred(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether i has not yet fought its way inside the guard of a Reach wielder (C42, R35)."""
    reached = field.barred[i * roster.rules.people + j]
    return reached >= 0 and not inside_guard(reached, field.now.round)


def cosine(arc: float) -> float:
    """The cosine of half an arc, as `Wall` has it: what lies in the arc has a larger one."""
    return math.cos(math.radians(arc / 2.0))


def degrees_apart(ax: float, ay: float, bx: float, by: float) -> float:
    """The angle between two directions; one of no length lies in every direction."""
    if (ax == 0 and ay == 0) or (bx == 0 and by == 0):
        return 0.0
    return round(abs(math.degrees(math.atan2(ax * by - ay * bx, ax * bx + ay * by))), 6)


def between(roster: Roster, k: int, x: float, y: float, sx: float, sy: float) -> bool:
    """Whether cover k stands between one at x, y who uses it and a source of harm (R49)."""
    wall = roster.walls[k]
    ax, ay, bx, by = wall.x - x, wall.y - y, sx - x, sy - y
    along, most = ax * bx + ay * by, math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by))
    if along < (wall.cosine - DOUBT) * most:
        return False
    apart = 0.0 if along > (wall.cosine + DOUBT) * most else degrees_apart(ax, ay, bx, by)
    return stands_between(distance(x, y, wall.x, wall.y), distance(x, y, sx, sy), apart, wall.arc)


def near_wall(roster: Roster, k: int, x: float, y: float) -> bool:
    """Whether cover k is near enough to x, y to be used or dived behind (R41, R49)."""
    wall = roster.walls[k]
    return can_reach(distance(x, y, wall.x, wall.y))


def hides_from(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether i is in total cover from j, as `total_cover` tells."""
    eye, c = field.eye[0], field.who[j]
    if watched(field, i, j) and field.views[j if eye == i else i].foe != 0:
        view = field.views[field.eye[2] + (j if eye == i else i)]
        return field.who[i].exposed == 0 and (view.hidden if eye == i else view.hides) != 0
    return total_cover(roster, field, i, c.x, c.y)


def cover_from(roster: Roster, field: Field, i: int, j: int) -> int:
    """The armor of the best cover of i against j, as `best_cover` tells."""
    eye, c = field.eye[0], field.who[j]
    if watched(field, i, j) and field.views[j if eye == i else i].foe != 0:
        view = field.views[field.eye[2] + (j if eye == i else i)]
        return view.mine if eye == i else view.cover
    return best_cover(roster, field, i, c.x, c.y)


class Screen(NamedTuple):
    """What stands between one and a source of harm: its `armor`; whether it is `total`, for who is not exposed."""

    armor: int
    total: int


def screen(roster: Roster, field: Field, i: int, sx: float, sy: float) -> Screen:
    """What of the covers that i uses stands between it and a source (C67, C69, C70, R49, R50)."""
    c, walls = field.who[i], roster.rules.walls
    best, total = 0, 0
    for k in range(walls):
        use = field.uses[i * walls + k]
        if use != 0 and between(roster, k, c.x, c.y, sx, sy):
            if use == 2:
                total = 1
            best = max(best, Grade.SOLID + 0 if use == 2 else roster.walls[k].grade)
    return Screen(best, total)


def total_cover(roster: Roster, field: Field, i: int, sx: float, sy: float) -> bool:
    """Whether i is fully behind hard cover against a source, and not exposed (C69, R50)."""
    return field.who[i].exposed == 0 and screen(roster, field, i, sx, sy).total != 0


def best_cover(roster: Roster, field: Field, i: int, sx: float, sy: float) -> int:
    """The armor of the best cover in use that stands between i and a source (C67, C70, R49, R50)."""
    return screen(roster, field, i, sx, sy).armor


def suppressed(roster: Roster, field: Field, i: int) -> bool:
    """Whether somebody keeps i under suppressive fire just now (C80, R42, R76)."""
    c = field.who[i]
    if field.eye[1] != 0 or absent(field, i):
        return False
    for j in range(roster.rules.people):
        s = field.who[j]
        if s.suppressing == 0 or j == i or out(roster, field, j):
            continue
        if not in_blast(distance(c.x, c.y, s.suppress_x, s.suppress_y), roster.rules.suppress_radius):
            continue
        if not _screened(roster, field, i, s.x, s.y):
            return True
    return False


def calm(roster: Roster, field: Field) -> bool:
    """Whether nobody keeps anything under suppressive fire."""
    for j in range(roster.rules.people):  # noqa: SIM110 (a generator would not compile)
        if field.who[j].suppressing != 0:
            return False
    return True


def _screened(roster: Roster, field: Field, i: int, sx: float, sy: float) -> bool:
    c = field.who[i]
    walls = roster.rules.walls
    for k in range(walls):  # noqa: SIM110 (a generator would not compile)
        if field.uses[i * walls + k] != 0 and between(roster, k, c.x, c.y, sx, sy):
            return True
    return False


def can_see(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether j can be aimed and shot at: up, not hidden, not in Total cover from i."""
    if out(roster, field, j) or hidden_from(roster, field, j, i):
        return False
    c = field.who[i]
    return not total_cover(roster, field, j, c.x, c.y)


def boxes_lost(roster: Roster, field: Field, i: int) -> int:
    """Boxes of one that count as lost: the marked ones, all of them once it is out."""
    c, sheet = field.who[i], roster.sheets[i]
    if out(roster, field, i):
        return boxes_of(roster, i)
    return c.physical + (c.mental if sheet.boxes_mental >= 0 else 0)


def boxes_of(roster: Roster, i: int) -> int:
    """All the boxes of one."""
    sheet = roster.sheets[i]
    return sheet.boxes_physical + max(sheet.boxes_mental, 0)


def morale_broken(roster: Roster, field: Field, i: int) -> int:
    """MORALE_FLEES or MORALE_SURRENDERS when the stated loss is reached, else 0."""
    sheet = roster.sheets[i]
    if sheet.morale_does == 0 or out(roster, field, i):
        return 0
    lost = boxes = 0
    for j in range(roster.rules.people):
        if field.who[j].gone == COMING:
            continue
        if j == i or (sheet.morale_own == 0 and not hostile(roster, i, j)):
            lost += boxes_lost(roster, field, j)
            boxes += boxes_of(roster, j)
    if boxes == 0 or lost / boxes < sheet.morale_loss:
        return 0
    return sheet.morale_does


def at_edge(roster: Roster, field: Field, i: int) -> bool:
    """Whether one stands within 1.5 m of the map's edge, or outside it; False without an edge."""
    r, c = roster.rules, field.who[i]
    if r.bounded == 0:
        return False
    near = c.x - r.low_x <= EDGE_METRES or r.high_x - c.x <= EDGE_METRES
    if r.plane == 0:
        return near
    return near or c.y - r.low_y <= EDGE_METRES or r.high_y - c.y <= EDGE_METRES
