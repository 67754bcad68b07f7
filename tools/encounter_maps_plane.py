"""An encounter on a plane, metres east and north: rings for the distance bands, covers with what they shield."""

import math
from collections.abc import Sequence

from encounter_maps import BANDS, REACH, WIDTH, CoverSpot, Figure, Place, Scene, half, n, text, token

HIGHEST, APART = 540.0, 24.0


class Plan:
    """Metres east and north to the picture, one scale both ways."""

    def __init__(self, points: Sequence[tuple[float, float]]) -> None:
        west, east = min(x for x, _ in points) - 3, max(x for x, _ in points) + 3
        south, north = min(y for _, y in points) - 3, max(y for _, y in points) + 3
        self.scale = min(WIDTH / (east - west), HIGHEST / (north - south))
        spare = (WIDTH / self.scale - (east - west)) / 2
        self.west, self.east, self.south, self.north = west - spare, east + spare, south, north
        self.height = (north - south) * self.scale

    def __call__(self, at: Place) -> tuple[float, float]:
        x, y = pair(at)
        return (x - self.west) * self.scale, (self.north - y) * self.scale


def pair(at: Place) -> tuple[float, float]:
    """A place on the plane."""
    assert isinstance(at, tuple)
    return at


class Labels:
    """Names, each where it meets the fewest other things: above, below, right or left of its mark."""

    def __init__(self, height: float) -> None:
        self.taken: list[tuple[float, float, float, float]] = []
        self.height = height

    def put(self, words: str, x: float, y: float, r: float) -> tuple[float, float]:
        """The middle of the base line."""
        wide = half(words)
        tried = [(x, y - r - 5), (x, y + r + 13), (x + r + wide + 2, y + 4), (x - r - wide - 2, y + 4)]
        tried += [(x + r + wide, y - r - 2), (x - r - wide, y + r + 8), (x, y - r - 20), (x, y + r + 28)]
        best = min(tried, key=lambda at: self.cost(*at, wide))
        self.taken.append((best[0] - wide, best[1] - 11, best[0] + wide, best[1] + 2))
        return best

    def cost(self, x: float, y: float, wide: float) -> float:
        """How much a text there would lie on others or outside."""
        a, b, c, d = x - wide, y - 11, x + wide, y + 2
        outside = max(0, 2 - a) + max(0, c - WIDTH + 2) + max(0, 2 - b) + max(0, d - self.height + 16)
        return 60 * outside + sum(
            max(0, min(c, o[2]) - max(a, o[0])) * max(0, min(d, o[3]) - max(b, o[1])) for o in self.taken
        )


def on_plane(scene: Scene) -> tuple[list[str], float]:
    """A grid of metres, band rings about one figure, covers with their reach and what they shield."""
    points = [pair(one.at) for one in (*scene.figures, *scene.covers)]
    points += [] if scene.bounds is None else [pair(at) for at in scene.bounds]
    for area in scene.areas:
        low, r = pair(area.low), area.radius
        points += [(low[0] - r, low[1] - r), (low[0] + r, low[1] + r)]
        points += [] if area.high is None else [pair(area.high)]
    plan = Plan(points)
    spots = heads_apart([plan(figure.at) for figure in scene.figures], plan.height)
    labels = Labels(plan.height)
    labels.taken += [(x - 12, y - 12, x + 12, y + 12) for x, y in spots]
    labels.taken += [(x - 8, y - 8, x + 8, y + 8) for x, y in (plan(cover.at) for cover in scene.covers)]
    body = [*_grid(plan), *_bounds_plane(scene, plan), *_areas_plane(scene, plan, labels)]
    body += _rings(scene.figures[scene.focus], plan, labels)
    body += [wedge(figure, cover, plan) for cover in scene.covers for figure in users(scene, cover)]
    body += [_cover_plane(cover, plan) for cover in scene.covers]
    for figure, (x, y) in zip(scene.figures, spots, strict=True):
        fx, fy = plan(figure.at)
        if math.hypot(fx - x, fy - y) > 1:
            body.append(f'<path class="stem" d="M{n(x)} {n(y)}L{n(fx)} {n(fy)}"/>')
        body += [token(figure, x, y, 10), text(*labels.put(figure.label, x, y, 11), figure.label, "mid halo")]
    for cover in scene.covers:
        body.append(text(*labels.put(cover.name, *plan(cover.at), 9), cover.name, "soft mid halo"))
    return body, plan.height


def users(scene: Scene, cover: CoverSpot) -> list[Figure]:
    """Those who begin within reach of a cover."""
    near = [figure for figure in scene.figures if math.dist(pair(figure.at), pair(cover.at)) <= REACH]
    return list({figure.at: figure for figure in near}.values())


def wedge(figure: Figure, cover: CoverSpot, plan: Plan) -> str:
    """Where fire must come from for the cover to count for somebody: half the arc to each side of it (R49)."""
    (x, y), (cx, cy) = plan(figure.at), plan(cover.at)
    middle, spread_, r = math.atan2(cy - y, cx - x), math.radians(cover.arc / 2), 7 * plan.scale
    if math.dist((x, y), (cx, cy)) < 0.1 or cover.arc >= 360:
        return f'<circle class="arc s{min(figure.side, 1)}" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>'
    ends = [
        (x + r * math.cos(middle + way * spread_), y + r * math.sin(middle + way * spread_))
        for way in (-1, 1)
    ]
    (ax, ay), (bx, by) = ends
    large = int(cover.arc > 180)
    way = f"M{n(x)} {n(y)}L{n(ax)} {n(ay)}A{n(r)} {n(r)} 0 {large} 1 {n(bx)} {n(by)}z"
    return f'<path class="arc s{min(figure.side, 1)}" d="{way}"/>'


def _cover_plane(cover: CoverSpot, plan: Plan) -> str:
    x, y = plan(cover.at)
    box = f'x="{n(x - 6)}" y="{n(y - 6)}" width="12" height="12" rx="1"'
    frame = f'x="{n(x - 10)}" y="{n(y - 10)}" width="20" height="20" rx="3"'
    near = f'<circle class="near" cx="{n(x)}" cy="{n(y)}" r="{n(REACH * plan.scale)}"/>'
    return (
        near
        + f'<rect class="{cover.grade}" {box}/>'
        + (f'<rect class="hides" {frame}/>' if cover.hides else "")
    )


def _grid(plan: Plan) -> list[str]:
    step = next(step for step in (5, 10, 20, 50) if step * plan.scale >= 34)
    found = []
    for i in range(math.ceil(plan.west / step), math.floor(plan.east / step) + 1):
        x, _ = plan((i * step, 0.0))
        found.append(f'<path class="line" d="M{n(x)} 0V{n(plan.height)}"/>')
        found.append(text(x, plan.height - 4, f"{i * step}", "soft mid"))
    for i in range(math.ceil(plan.south / step), math.floor(plan.north / step) + 1):
        _, y = plan((0.0, i * step))
        found.append(f'<path class="line" d="M0 {n(y)}H{n(WIDTH)}"/>')
        found.append(text(4, y - 3, f"{i * step}" + (" m" if i == 0 else ""), "soft"))
    return found


def _rings(focus: Figure, plan: Plan, labels: Labels) -> list[str]:
    x, y = plan(focus.at)
    found = []
    for name, metres in BANDS:
        r = metres * plan.scale
        found.append(f'<circle class="ring" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>')
        # the name where the ring lies on the picture and meets the fewest other things
        ways = [(x + r * math.sin(i * math.pi / 12), y - r * math.cos(i * math.pi / 12)) for i in range(24)]
        seen = [at for at in ways if 50 < at[0] < WIDTH - 50 and 16 < at[1] < plan.height - 24]
        if metres > REACH and seen:
            words = f"{name} of {focus.name.split()[0]}, {metres:g} m"
            wide = half(words)
            best = min(seen, key=lambda at: labels.cost(at[0], at[1] + 4, wide))
            labels.taken.append((best[0] - wide, best[1] - 8, best[0] + wide, best[1] + 6))
            found.append(text(best[0], best[1] + 4, words, "soft mid halo"))
    return found


def _bounds_plane(scene: Scene, plan: Plan) -> list[str]:
    if scene.bounds is None:
        return []
    (ax, ay), (bx, by) = (plan(at) for at in scene.bounds)
    box = f'x="{n(min(ax, bx))}" y="{n(min(ay, by))}" width="{n(abs(bx - ax))}" height="{n(abs(by - ay))}"'
    return [f'<rect class="bounds" {box}/>']


def _areas_plane(scene: Scene, plan: Plan, labels: Labels) -> list[str]:
    found = []
    for area in scene.areas:
        x, y = plan(area.low)
        if area.high is None:
            r = area.radius * plan.scale
            found.append(f'<circle class="zone" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>')
            middle, top = x, y - r
        else:
            bx, by = plan(area.high)
            box = (
                f'x="{n(min(x, bx))}" y="{n(min(y, by))}" width="{n(abs(bx - x))}" height="{n(abs(by - y))}"'
            )
            found.append(f'<rect class="zone" {box}/>')
            middle, top = (x + bx) / 2, min(y, by)
        wide = half(area.name)
        middle = min(max(middle, wide + 4), WIDTH - wide - 4)
        labels.taken.append((middle - wide, top + 2, middle + wide, top + 17))
        found.append(text(middle, top + 14, area.name, "zone-t mid halo"))
    return found


def heads_apart(spots: list[tuple[float, float]], height: float) -> list[tuple[float, float]]:
    """Where figures are drawn: at their feet, pushed from each other where they would lie upon one another."""
    spots = list(spots)
    for _ in range(60):
        moved = False
        for i in range(len(spots)):
            for k in range(i + 1, len(spots)):
                (ax, ay), (bx, by) = spots[i], spots[k]
                far = math.dist(spots[i], spots[k])
                if far >= APART - 0.1:
                    continue
                ux, uy = ((bx - ax) / far, (by - ay) / far) if far > 0.01 else (1.0, 0.0)
                push = (APART - far) / 2
                spots[i] = (ax - ux * push, ay - uy * push)
                spots[k] = (bx + ux * push, by + uy * push)
                moved = True
        if not moved:
            break
    return [(min(max(x, 14), WIDTH - 14), min(max(y, 14), height - 26)) for x, y in spots]
