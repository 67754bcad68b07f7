"""The map of a fight on a plane: metres east and north, to scale, band circles around the one who is chosen."""

from __future__ import annotations

import json
import math

from markupsafe import escape

from .drawing import (
    BAND_NAMES,
    EDGES,
    WIDTH,
    Area,
    CoverMark,
    Scene,
    ZoneMark,
    grip,
    metres_text,
    number,
    spoken,
    token,
)

HIGHEST = 350.0
APART = 27.0
NEAR = 6.0
"""So many metres beyond everybody the picture shows of zones and of the map's edge."""


def pair(at: float | tuple[float, float]) -> tuple[float, float]:
    """A place on the plane."""
    assert isinstance(at, tuple)
    return at


class Frame:
    """Metres to the picture: east to the right, north up."""

    def __init__(self, scene: Scene) -> None:
        points = [pair(head.at) for head in scene.heads] + [pair(cover.at) for cover in scene.covers]
        points += [] if scene.pick is None else [pair(scene.pick)]
        for area in scene.areas:
            x, y = pair(area.at)
            points += [(x - area.radius, y - area.radius), (x + area.radius, y + area.radius)]
        points += edges(scene, points)
        self.west = min(x for x, _ in points) - 4
        self.south = min(y for _, y in points) - 4
        self.east = max(x for x, _ in points) + 4
        self.north = max(y for _, y in points) + 4
        wide, high = self.east - self.west, self.north - self.south
        self.scale = min(WIDTH / wide, HIGHEST / high)
        spare = (WIDTH / self.scale - wide) / 2
        self.west, self.east = self.west - spare, self.east + spare
        self.height = max(high * self.scale, 160.0)
        self.north = self.south + self.height / self.scale

    def __call__(self, at: float | tuple[float, float]) -> tuple[float, float]:
        x, y = pair(at)
        return (x - self.west) * self.scale, (self.north - y) * self.scale


def draw(scene: Scene) -> str:
    """The whole picture."""
    frame = Frame(scene)
    spots = heads_apart(scene, frame)
    taken = [(x - 14, y - 14, x + 14, y + 14) for x, y in spots.values()]
    labels = Labels([*taken, *chip(scene, spots)], frame.height)
    plane, high = escape(json.dumps([frame.west, frame.north, frame.scale])), number(frame.height)
    opening = (
        f'<svg viewBox="0 0 760 {high}" role="img" aria-label="{escape(spoken(scene))}" data-plane="{plane}">'
    )
    parts = [
        opening,
        f'<rect class="floor" width="760" height="{high}"/>',
        grid(frame),
        *edge_of_map(scene, frame),
        *(zone_of(zone, frame) for zone in scene.zones),
        circles(scene, frame),
        *(piece_of(area, frame) for area in scene.areas),
        *(cover(mark, frame) for mark in scene.covers),
        *aims(scene, spots),
        shot(scene, spots),
        *people(scene, frame, spots, labels),
        *cover_names(scene, frame, labels),
        *zone_names(scene, frame, labels),
        pick(scene, frame),
    ]
    return "".join(parts) + "</svg>"


def edges(scene: Scene, points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Corners of zones and of the map, as far as they are not far from everybody."""
    corners = [pair(at) for zone in scene.zones for at in zone.corners]
    corners += [pair(at) for at in scene.bounds or ()]
    if not points or not corners:
        return corners
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [
        (min(max(x, min(xs) - NEAR), max(xs) + NEAR), min(max(y, min(ys) - NEAR), max(ys) + NEAR))
        for x, y in corners
    ]


def zone_of(zone: ZoneMark, frame: Frame) -> str:
    """A zone: dotted ground within its border."""
    head = f'<g data-zone="{escape(zone.id)}"><title>{escape(zone.name)}</title>'
    if zone.at is not None:
        x, y = frame(zone.at)
        r = number(max(zone.radius * frame.scale, 3))
        return f'{head}<circle class="zoned" cx="{number(x)}" cy="{number(y)}" r="{r}"/></g>'
    (x0, y1), (x1, y0) = (frame(at) for at in zone.corners)
    size = f'width="{number(max(x1 - x0, 3))}" height="{number(max(y1 - y0, 3))}"'
    return f'{head}<rect class="zoned" x="{number(x0)}" y="{number(y0)}" {size}/></g>'


def zone_names(scene: Scene, frame: Frame, labels: Labels) -> list[str]:
    """What zones are called, at the top of each as far as that is in the picture."""
    found = []
    for zone in scene.zones:
        (x0, y1), (x1, y0) = (frame(at) for at in zone.corners)
        x0, x1 = max(x0, 0.0), min(x1, WIDTH)
        y0, y1 = max(y0, 4.0), min(y1, frame.height)
        label = zone.name[:24]
        x, y = labels.put(label, (x0 + x1) / 2, (y0 + 16) if y1 - y0 > 40 else y0, 4, 11)
        found.append(f'<text class="mid zone-t" x="{number(x)}" y="{number(y)}">{escape(label)}</text>')
    return found


def edge_of_map(scene: Scene, frame: Frame) -> list[str]:
    """Where the map ends: one may leave there."""
    if scene.bounds is None:
        return []
    (x0, y1), (x1, y0) = (frame(at) for at in scene.bounds)
    size = f'width="{number(x1 - x0)}" height="{number(y1 - y0)}"'
    return [
        f'<rect class="edge-line" x="{number(x0)}" y="{number(y0)}" {size}><title>map’s edge</title></rect>'
    ]


def grid(frame: Frame) -> str:
    """A line every five or ten metres, numbered at the edges."""
    step = 5 if frame.scale * 5 >= 34 else 10 if frame.scale * 10 >= 34 else 50
    parts = []
    for i in range(math.ceil(frame.west / step), math.floor(frame.east / step) + 1):
        x, _ = frame((i * step, 0.0))
        parts.append(f'<path class="fine" d="M{number(x)} 0V{number(frame.height)}"/>')
        parts.append(f'<text class="mid" x="{number(x)}" y="{number(frame.height - 4)}">{i * step}</text>')
    for i in range(math.ceil(frame.south / step), math.floor(frame.north / step) + 1):
        _, y = frame((0.0, i * step))
        parts.append(f'<path class="fine" d="M0 {number(y)}H760"/>')
        parts.append(f'<text x="3" y="{number(y - 3)}">{i * step}{" m" if i == 0 else ""}</text>')
    return "".join(parts)


def circles(scene: Scene, frame: Frame) -> str:
    """The bands around the one chosen, and a weapon's effective range as a thicker circle."""
    focus = scene.head(scene.focus)
    if focus is None:
        return ""
    x, y = frame(focus.at)
    parts = []
    for edge, name in zip(EDGES, BAND_NAMES, strict=False):
        r = edge * frame.scale
        parts.append(f'<circle class="zone" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>')
        if edge > 2 and y - r > 12:
            parts.append(
                f'<text class="mid" x="{number(x)}" y="{number(y - r - 3)}">{name}, {edge:g} m</text>'
            )
    if scene.reach is not None:
        r = scene.reach * frame.scale
        parts.append(f'<circle class="reach" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>')
    return "".join(parts)


def piece_of(area: Area, frame: Frame) -> str:
    """An area as a circle."""
    x, y = frame(area.at)
    r = max(area.radius * frame.scale, 3)
    kind = "sup" if area.kind == "suppressed" else "blast"
    return (
        f'<circle class="{kind}" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>'
        f'<text class="mid {kind}-t" x="{number(x)}" y="{number(max(y - r - 4, 12))}">{escape(area.label)}</text>'
    )


def cover(mark: CoverMark, frame: Frame) -> str:
    """A cover: solid filled, light hatched, one that hides with a double frame; its name below."""
    x, y = frame(mark.at)
    half = 7 if mark.grade == "solid" else 6
    double = f'<rect class="hides" x="{number(x - 10)}" y="{number(y - 10)}" width="20" height="20" rx="3"/>'
    return (
        f'<g class="cover" data-cover="{escape(mark.id)}"><title>{escape(mark.id)}, {mark.grade}, '
        f"{mark.arc:g} degrees</title>{double if mark.hides else ''}"
        f'<rect class="{mark.grade}" x="{number(x - half)}" y="{number(y - half)}" width="{2 * half}" '
        f'height="{2 * half}" rx="1"/></g>'
    )


def cover_names(scene: Scene, frame: Frame, labels: Labels) -> list[str]:
    """The names of covers, after those of people."""
    found = []
    for mark in scene.covers:
        x, y = labels.put(mark.id, *frame(mark.at), 9, 11)
        found.append(f'<text class="mid" x="{number(x)}" y="{number(y)}">{escape(mark.id)}</text>')
    return found


def heads_apart(scene: Scene, frame: Frame) -> dict[str, tuple[float, float]]:
    """Where heads are drawn: at their feet, pushed from each other where they would lie upon one another."""
    spots = {head.id: frame(head.at) for head in scene.heads}
    ids = list(spots)
    for _ in range(40):
        moved = False
        for i, a in enumerate(ids):
            for k, b in enumerate(ids[i + 1 :], 1):
                (ax, ay), (bx, by) = spots[a], spots[b]
                dx, dy = bx - ax, by - ay
                far = math.hypot(dx, dy)
                if far >= APART - 0.1:
                    continue
                if far < 0.01:
                    dx, dy, far = math.cos(k), math.sin(k), 1.0
                push = (APART - min(far, APART)) / 2 if far != 1.0 else APART / 2
                spots[a] = (ax - dx / far * push, ay - dy / far * push)
                spots[b] = (bx + dx / far * push, by + dy / far * push)
                moved = True
        if not moved:
            break
    return {
        id: (min(max(x, 14), WIDTH - 14), min(max(y, 14), frame.height - 14)) for id, (x, y) in spots.items()
    }


class Labels:
    """Names on a map, each where it meets the fewest others: above, below, right or left."""

    def __init__(self, taken: list[tuple[float, float, float, float]], height: float) -> None:
        self.taken, self.height = taken, height

    def put(self, text: str, x: float, y: float, r: float, size: float) -> tuple[float, float]:
        """The middle of the base line of a text about a mark of radius `r`."""
        half = len(text) * size * 0.31
        tried = [(x, y - r - 5), (x, y + r + size), (x + r + half + 4, y + 4), (x - r - half - 4, y + 4)]
        best = min(tried, key=lambda at: self.cost(at, half, size))
        self.taken.append((best[0] - half, best[1] - size, best[0] + half, best[1]))
        return best

    def cost(self, at: tuple[float, float], half: float, size: float) -> float:
        """How much a text there would lie on others or outside."""
        x0, y0, x1, y1 = at[0] - half, at[1] - size, at[0] + half, at[1]
        outside = max(0, -x0) + max(0, x1 - WIDTH) + max(0, -y0) + max(0, y1 - self.height)
        over = sum(
            max(0, min(x1, b[2]) - max(x0, b[0])) * max(0, min(y1, b[3]) - max(y0, b[1])) for b in self.taken
        )
        return over + 50 * outside


def people(scene: Scene, frame: Frame, spots: dict[str, tuple[float, float]], labels: Labels) -> list[str]:
    """Everybody: a foot where they stand, the head beside it where it must, the name where there is room."""
    found = []
    for head in scene.heads:
        (x, y), (fx, fy) = spots[head.id], frame(head.at)
        inside = ""
        if math.hypot(x - fx, y - fy) > 1:
            inside += f'<path class="stem" d="M{number(x)} {number(y)}L{number(fx)} {number(fy)}"/>'
            inside += f'<circle class="stemdot" cx="{number(fx)}" cy="{number(fy)}" r="2.6"/>'
        if head.turn or head.asked:
            lit = " lit" if head.asked else ""
            inside += f'<circle class="ring{lit}" cx="{number(x)}" cy="{number(y)}" r="17"/>'
        inside += token(head, x, y, 12)
        name = head.name[:16]
        tx, ty = labels.put(name, x, y, 15, 12.5)
        inside += f'<text class="name mid" x="{number(tx)}" y="{number(ty)}">{escape(name)}</text>'
        found.append(grip(head, inside))
    return found


def aims(scene: Scene, spots: dict[str, tuple[float, float]]) -> list[str]:
    """Who aims at whom, dotted, besides the shot that is being considered."""
    found = []
    for who, target in scene.aims:
        if who in spots and target in spots and not (who == scene.focus and scene.shot):
            (x0, y0), (x1, y1) = spots[who], spots[target]
            found.append(f'<path class="aim" d="M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"/>')
    return found


def chip(scene: Scene, spots: dict[str, tuple[float, float]]) -> list[tuple[float, float, float, float]]:
    """Where the words on the line of a shot stand, if there is one."""
    if scene.shot is None or scene.focus not in spots or scene.shot[0] not in spots:
        return []
    (x0, y0), (x1, y1) = spots[scene.focus], spots[scene.shot[0]]
    x, y, half = (x0 + x1) / 2, (y0 + y1) / 2, len(scene.shot[1]) * 3.1 + 8
    return [(x - half, y - 9, x + half, y + 9)]


def shot(scene: Scene, spots: dict[str, tuple[float, float]]) -> str:
    """The line from the one who acts to the one aimed at."""
    plate = next(iter(chip(scene, spots)), None)
    if plate is None or scene.shot is None or scene.focus is None:
        return ""
    (x0, y0), (x1, y1) = spots[scene.focus], spots[scene.shot[0]]
    left, top, right, _ = plate
    return (
        f'<path class="shot" d="M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"/>'
        f'<rect class="chip" x="{number(left)}" y="{number(top)}" '
        f'width="{number(right - left)}" height="18" rx="9"/>'
        f'<text class="mid strong" x="{number((left + right) / 2)}" y="{number(top + 13)}">'
        f"{escape(scene.shot[1])}</text>"
    )


def pick(scene: Scene, frame: Frame) -> str:
    """The place chosen; hidden until there is one."""
    x, y = (0.0, 0.0) if scene.pick is None else frame(scene.pick)
    none = " none" if scene.pick is None else ""
    words = (
        ""
        if scene.pick is None
        else f"{metres_text(pair(scene.pick)[0])}, {metres_text(pair(scene.pick)[1])}"
    )
    return (
        f'<g class="pick-mark{none}" data-pick="1" transform="translate({number(x)} {number(y)})">'
        f"<title>{words}</title><path d='M-8 0H8M0 -8V8'/><circle r='5'/></g>"
    )
