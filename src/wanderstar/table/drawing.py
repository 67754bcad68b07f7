"""Pictures of a table as SVG text: the line folded where it is empty, the plane to scale. No style attributes.

The server draws; the script only turns a pointer's place back into metres, by the stretches written beside.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup, escape

from ..book.combat.range import CLOSE_METRES, ENGAGED_METRES, MEDIUM_METRES, SHORT_METRES

WIDTH, LEFT = 760.0, 16.0
LONGEST_EMPTY = 25.0
FOLDED = 56.0
EDGES = (ENGAGED_METRES, CLOSE_METRES, SHORT_METRES, MEDIUM_METRES)
BAND_NAMES = ("Engaged", "Close", "Short", "Medium", "Extreme")


class Head(NamedTuple):
    """One on the map. `shape` is the number of its side (0 circle, 1 diamond, 2 and more square)."""

    id: str
    name: str
    shape: int
    at: float | tuple[float, float]
    out: bool = False
    hidden: bool = False
    turn: bool = False
    asked: bool = False
    movable: bool = False
    unaware: bool = False
    surrendered: bool = False


class CoverMark(NamedTuple):
    """A cover on the map."""

    id: str
    at: float | tuple[float, float]
    grade: str
    hides: bool
    arc: float


class Area(NamedTuple):
    """A place with a radius in metres: `kind` is suppressed, blast or reach."""

    at: float | tuple[float, float]
    radius: float
    kind: str
    label: str


class ZoneMark(NamedTuple):
    """A zone: a circle, or what lies between two corners (on a line: two places)."""

    id: str
    name: str
    at: float | tuple[float, float] | None
    radius: float
    low: float | tuple[float, float] | None
    high: float | tuple[float, float] | None

    @property
    def corners(self) -> tuple[float | tuple[float, float], float | tuple[float, float]]:
        """The lowest and the highest place of it."""
        if self.low is not None and self.high is not None:
            return self.low, self.high
        if isinstance(self.at, tuple):
            (x, y), r = self.at, self.radius
            return (x - r, y - r), (x + r, y + r)
        at = self.at or 0.0
        return at - self.radius, at + self.radius


class Scene(NamedTuple):
    """What a map shows. `focus` is whose bands are drawn, `reach` a weapon's effective range in metres,
    `shot` who is aimed at and the words on the line, `pick` a place chosen but not yet gone to, `aims` who aims
    at whom, `bounds` two opposite corners of the map."""

    heads: tuple[Head, ...]
    covers: tuple[CoverMark, ...]
    areas: tuple[Area, ...] = ()
    focus: str | None = None
    reach: float | None = None
    shot: tuple[str, str] | None = None
    pick: float | tuple[float, float] | None = None
    aims: tuple[tuple[str, str], ...] = ()
    zones: tuple[ZoneMark, ...] = ()
    bounds: tuple[float | tuple[float, float], float | tuple[float, float]] | None = None

    @property
    def plane(self) -> bool:
        """Whether places are pairs."""
        places = [head.at for head in self.heads] + [cover.at for cover in self.covers]
        places += [zone.corners[0] for zone in self.zones]
        first = next(iter(places), None)
        return isinstance(first, tuple)

    def head(self, id: str | None) -> Head | None:
        """The one with that id."""
        return next((head for head in self.heads if head.id == id), None)


class Stretch(NamedTuple):
    """A piece of the line: drawn from `x0` to `x1`, in truth from `m0` to `m1` metres."""

    x0: float
    x1: float
    m0: float
    m1: float
    folded: bool


def stretches(marks: Iterable[float]) -> tuple[Stretch, ...]:
    """The line cut at empty pieces longer than 25 m, which fold; all others share one scale."""
    points = sorted(set(marks)) or [0.0]
    pieces: list[tuple[float, float, bool]] = []
    start = points[0] - 3
    for a, b in pairwise(points):
        if b - a > LONGEST_EMPTY:
            pieces += [(start, a + 4, False), (a + 4, b - 4, True)]
            start = b - 4
    pieces.append((start, points[-1] + 3, False))
    folds = sum(1 for piece in pieces if piece[2])
    length = sum(m1 - m0 for m0, m1, folded in pieces if not folded)
    scale = (WIDTH - 2 * LEFT - FOLDED * folds) / max(length, 1)
    x, found = LEFT, []
    for m0, m1, folded in pieces:
        wide = FOLDED if folded else (m1 - m0) * scale
        found.append(Stretch(x, x + wide, m0, m1, folded))
        x += wide
    return tuple(found)


def x_of(line: Sequence[Stretch], metres: float) -> float:
    """Where a place on the line is drawn; beyond its ends at the end."""
    for piece in line:
        if metres <= piece.m1:
            share = (metres - piece.m0) / (piece.m1 - piece.m0)
            return piece.x0 + max(share, 0) * (piece.x1 - piece.x0)
    return line[-1].x1


def apart(wanted: Sequence[float], least: float) -> list[float]:
    """The places moved apart to at least `least`, their order kept, as near to where they belong as a sweep
    from the left and one from the right bring them."""
    placed: list[float] = []
    for x in wanted:
        placed.append(max(x, placed[-1] + least) if placed else x)
    limit = WIDTH - LEFT
    for i in reversed(range(len(placed))):
        limit = placed[i] = min(placed[i], limit)
        limit -= least
    # a crowd leans right so far; it goes back by half of what it was pushed
    i = 0
    while i < len(placed):
        j = i
        while j + 1 < len(placed) and placed[j + 1] - placed[j] <= least + 1e-9:
            j += 1
        push = sum(placed[i : j + 1]) / (j - i + 1) - sum(wanted[i : j + 1]) / (j - i + 1)
        room = placed[i] - (placed[i - 1] + least if i else LEFT + 10)
        back = min(max(push, 0), max(room, 0))
        for k in range(i, j + 1):
            placed[k] -= back
        i = j + 1
    return placed


def flat(at: float | tuple[float, float]) -> float:
    """A place on the line."""
    assert not isinstance(at, tuple)
    return at


def number(value: float) -> str:
    """A number as briefly as a coordinate needs."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def metres_text(value: float) -> str:
    """Metres for a reader: whole ones without a point."""
    return f"{round(value, 1):g}" if abs(value) < 1e5 else f"{value:.0f}"


def token(head: Head, x: float, y: float, r: float = 14) -> str:
    """A head: the shape of its side with its letter; out is crossed, hidden dashed."""
    side = "party" if head.shape == 0 else "foe"
    more = (word for word, on in (("gone-out", head.out), ("secret", head.hidden)) if on)
    marks, d, across = " ".join([side, *more]), r * 1.22, 2 * r
    if head.shape == 0:
        body = f'<circle class="{marks}" cx="{number(x)}" cy="{number(y)}" r="{r}"/>'
    elif head.shape == 1:
        path = f"M{number(x)} {number(y - d)}l{d:.1f} {d:.1f}-{d:.1f} {d:.1f}-{d:.1f}-{d:.1f}z"
        body = f'<path class="{marks}" d="{path}"/>'
    else:
        corner = f'x="{number(x - r + 1)}" y="{number(y - r + 1)}"'
        body = f'<rect class="{marks}" {corner} width="{across - 2}" height="{across - 2}" rx="3"/>'
    letter = f'<text class="on" x="{number(x)}" y="{number(y + 4.7)}">{escape(initial(head))}</text>'
    if head.unaware and not head.out:
        at = f'cx="{number(x + r * 0.9)}" cy="{number(y - r * 0.9)}" r="6.5"'
        mark = f'<text class="mid strong" x="{number(x + r * 0.9)}" y="{number(y - r * 0.9 + 4)}">?</text>'
        return f'{body}{letter}<circle class="badge" {at}/>{mark}'
    if head.surrendered:
        flag = f"M{number(x + 4)} {number(y + 2)}v{-r - 8}l13 4.5-13 4.5"
        return f'{body}{letter}<path class="flag" d="{flag}"/>'
    if not head.out:
        return body + letter
    cross = f"M{number(x - r)} {number(y - r)}l{across} {across}m0 {-across}l{-across} {across}"
    return f'{body}{letter}<path class="crossed" d="{cross}"/>'


def initial(head: Head) -> str:
    """The letter of a token: the name's first, and its number where it ends in one."""
    first = head.name.strip()[:1].upper() or "?"
    last = head.name.strip().rsplit(maxsplit=1)[-1] if " " in head.name.strip() else ""
    tail = head.id.rpartition("-")[2]
    count = last if last.isdigit() else tail if tail.isdigit() else ""
    return first + count[:2]


def grip(head: Head, inside: str) -> str:
    """A head that can be taken hold of: the script finds it by its id."""
    movable = ' data-movable="1"' if head.movable else ""
    return f'<g class="head" data-head="{escape(head.id)}"{movable}>{inside}</g>'


def line_map(scene: Scene) -> Markup:
    """The map of a fight on a line."""
    from .drawing_line import draw

    return Markup(draw(scene))


def plane_map(scene: Scene) -> Markup:
    """The map of a fight on a plane."""
    from .drawing_plane import draw

    return Markup(draw(scene))


def battle_map(scene: Scene) -> Markup:
    """The map, whichever it is; nothing when there is nothing."""
    if not scene.heads and not scene.covers and not scene.zones:
        return Markup("")
    return plane_map(scene) if scene.plane else line_map(scene)


def spoken(scene: Scene) -> str:
    """The map in words, for those who hear it."""

    def where(at: float | tuple[float, float]) -> str:
        if isinstance(at, tuple):
            return f"{metres_text(at[0])} east, {metres_text(at[1])} north"
        return f"{metres_text(at)} metres"

    def how(h: Head) -> str:
        out = ", surrendered" if h.surrendered else ", out" if h.out else ""
        return out or (", unaware" if h.unaware else "")

    people = [f"{h.name} at {where(h.at)}{how(h)}" for h in scene.heads]
    covers = [f"{c.id}, {c.grade} cover, at {where(c.at)}" for c in scene.covers]
    areas = [f"{a.label} within {metres_text(a.radius)} metres of {where(a.at)}" for a in scene.areas]
    zones = [f"zone {z.name} from {where(z.corners[0])} to {where(z.corners[1])}" for z in scene.zones]
    return "; ".join([*people, *covers, *areas, *zones]) + "."


def geometry(line: Sequence[Stretch]) -> str:
    """The stretches for the script, as an attribute's JSON."""
    return str(escape(json.dumps([[round(v, 2) for v in piece[:4]] for piece in line])))
