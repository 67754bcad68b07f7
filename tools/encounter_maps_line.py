"""An encounter on a line: covers from the side, figures on stems, metres, and the distance bands from one of them."""

import math
from collections.abc import Iterable, Sequence

from encounter_maps import BANDS, EDGE, WIDTH, CoverSpot, Figure, Place, Scene, half, n, text, token


class Ruled:
    """Metres along the line to the picture, all of it at one scale."""

    def __init__(self, marks: Iterable[float]) -> None:
        marks = list(marks)
        spare = max((max(marks) - min(marks)) * 0.04, 1.5)
        self.low, self.high = min(marks) - spare, max(marks) + spare
        self.scale = (WIDTH - 2 * EDGE) / (self.high - self.low)

    def __call__(self, metres: float) -> float:
        return EDGE + (metres - self.low) * self.scale


def rows(items: Sequence[tuple[float, str]]) -> list[tuple[float, int]]:
    """A middle and a row for each text, so that none lies on another of its row."""
    taken: list[float] = []
    found = []
    for x, words in items:
        wide = half(words)
        middle = min(max(x, wide + 4), WIDTH - wide - 4)
        row = next((i for i, end in enumerate(taken) if middle - wide > end + 5), len(taken))
        if row == len(taken):
            taken.append(0.0)
        taken[row] = middle + wide
        found.append((middle, row))
    return found


def spread(wanted: Sequence[float], least: float) -> list[float]:
    """Places in order, moved apart to at least `least`, each crowd about its own middle."""
    groups: list[list[float]] = []
    for x in wanted:
        groups.append([x])
        while len(groups) > 1 and _left(groups[-1], least) < _left(groups[-2], least) + least * len(
            groups[-2]
        ):
            last = groups.pop()
            groups[-1] += last
    found = [_left(group, least) + least * i for group in groups for i in range(len(group))]
    shift = max(0.0, found[-1] - (WIDTH - EDGE)) if found else 0.0
    return [x - shift for x in found]


def _left(group: list[float], least: float) -> float:
    return sum(group) / len(group) - least * (len(group) - 1) / 2


def flat(at: Place) -> float:
    """A place on the line."""
    assert not isinstance(at, tuple)
    return at


def on_line(scene: Scene) -> tuple[list[str], float]:
    """Covers from the side, figures on stems whose feet stand exactly, the distance bands below."""
    marks = [flat(one.at) for one in (*scene.figures, *scene.covers)]
    marks += [] if scene.bounds is None else [flat(at) for at in scene.bounds]
    for area in scene.areas:
        low = flat(area.low)
        marks += [low - area.radius, low + area.radius] if area.high is None else [low, flat(area.high)]
    x_of = Ruled(marks)
    people = sorted(scene.figures, key=lambda figure: flat(figure.at))
    spots = spread([x_of(flat(figure.at)) for figure in people], 29)
    names = rows([(x, figure.label) for x, figure in zip(spots, people, strict=True)])
    heads = 34.0 + 15 * max(row for _, row in names) + 22 + (16 if scene.areas else 0)
    ground = heads + 62
    body = [*_bounds_line(scene, x_of, ground), *_areas_line(scene, x_of, ground)]
    body += [_cover_line(cover, x_of(flat(cover.at)), ground) for cover in scene.covers]
    body.append(f'<path class="ground" d="M{n(EDGE / 2)} {n(ground)}H{n(WIDTH - EDGE / 2)}"/>')
    for figure, x, (_, row) in zip(people, spots, names, strict=True):
        top = heads - 18 - 15 * row
        body.append(
            f'<path class="stem" d="M{n(x)} {n(top)}V{n(heads)}L{n(x_of(flat(figure.at)))} {n(ground)}"/>'
        )
    for figure, x, (middle, row) in zip(people, spots, names, strict=True):
        body += [token(figure, x, heads), text(middle, heads - 22 - 15 * row, figure.label, "mid halo")]
    body += _ticks(x_of, ground)
    below = sorted(scene.covers, key=lambda cover: flat(cover.at))
    words = [f"{cover.name}, {cover.grade}" for cover in below]
    under = rows([(x_of(flat(cover.at)), said) for cover, said in zip(below, words, strict=True)])
    for said, (x, row) in zip(words, under, strict=True):
        body.append(text(x, ground + 36 + 14 * row, said, "soft mid"))
    base = ground + 52 + 14 * max((row for _, row in under), default=0)
    body += _ruler(scene.figures[scene.focus], x_of, base)
    return body, base + 52


def _bounds_line(scene: Scene, x_of: Ruled, ground: float) -> list[str]:
    if scene.bounds is None:
        return []
    return [f'<path class="bounds" d="M{n(x_of(flat(at)))} 20V{n(ground)}"/>' for at in scene.bounds]


def _areas_line(scene: Scene, x_of: Ruled, ground: float) -> list[str]:
    found = []
    for area in scene.areas:
        low = flat(area.low)
        ends = (low - area.radius, low + area.radius) if area.high is None else (low, flat(area.high))
        a, b = (x_of(metres) for metres in sorted(ends))
        found.append(f'<rect class="zone" x="{n(a)}" y="8" width="{n(b - a)}" height="{n(ground - 8)}"/>')
        found.append(text((a + b) / 2, 22, area.name, "zone-t mid halo"))
    return found


def _cover_line(cover: CoverSpot, x: float, ground: float) -> str:
    wide, tall = (13, 30) if cover.grade == "solid" else (9, 22)
    box = f'x="{n(x - wide / 2)}" y="{n(ground - tall)}" width="{wide}" height="{tall}"'
    frame = f'x="{n(x - wide / 2 - 4)}" y="{n(ground - tall - 4)}" width="{wide + 8}" height="{tall + 4}"'
    return f'<rect class="{cover.grade}" {box}/>' + (f'<rect class="hides" {frame}/>' if cover.hides else "")


def _ticks(x_of: Ruled, ground: float) -> list[str]:
    step = next(step for step in (1, 2, 5, 10, 20, 50) if step * x_of.scale >= 40)
    first = math.ceil(x_of.low / step) * step
    found = []
    for i in range(int((x_of.high - first) // step) + 1):
        metres = first + i * step
        x = x_of(metres)
        found.append(f'<path class="stem" d="M{n(x)} {n(ground)}v5"/>')
        found.append(text(x, ground + 18, f"{metres:g}" + (" m" if i == 0 else ""), "soft mid"))
    return found


def _ruler(focus: Figure, x_of: Ruled, y: float) -> list[str]:
    """The bands around one figure, both ways."""
    at = flat(focus.at)
    found = [text(EDGE, y + 4, f"Distance bands from {focus.name}", "soft")]
    edges = [(name, inner, outer) for (name, outer), inner in zip(BANDS, (0.0, 1.5, 10.0, 30.0), strict=True)]
    for i, (name, inner, outer) in enumerate([*edges, ("Extreme", 100.0, math.inf)]):
        for way in (-1, 1):
            ends = sorted((at + way * inner, at + way * min(outer, 1e6)))
            a, b = max(x_of(ends[0]), EDGE), min(x_of(ends[1]), WIDTH - EDGE)
            if b - a < 1:
                continue
            shade = f'fill-opacity="{n(0.75 - 0.16 * i) if i < 4 else 0.08}"'
            found.append(
                f'<rect class="band" {shade} x="{n(a)}" y="{n(y + 12)}" width="{n(b - a)}" height="18" rx="2"/>'
            )
            if b - a > 2 * half(name):
                found.append(text((a + b) / 2, y + 25, name, "mid halo"))
            if outer < 1e6 and i and EDGE < x_of(at + way * outer) < WIDTH - EDGE:
                found.append(text(x_of(at + way * outer), y + 44, f"{outer:g}", "soft mid"))
    return found
