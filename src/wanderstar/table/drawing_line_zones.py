"""Zones and the map's edges on the map of a line."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import escape

from .drawing import WIDTH, Scene, Stretch, ZoneMark, flat, number, x_of

GROUND = 146.0
NEAR = 8.0
"""So many metres beyond everybody the picture shows of zones and of the map's edge."""


def with_edges(scene: Scene, marks: list[float]) -> list[float]:
    """The places that the picture must show, with the edges of zones and of the map where they are not far off."""
    edges = [flat(at) for zone in scene.zones for at in zone.corners]
    edges += [flat(at) for at in scene.bounds or ()]
    low, high = min(marks, default=0.0) - NEAR, max(marks, default=0.0) + NEAR
    return marks + [min(max(at, low), high) if scene.heads or scene.covers else at for at in edges]


def zone_of(zone: ZoneMark, line: Sequence[Stretch]) -> str:
    """A zone: dotted ground from the heads down."""
    x0, x1 = (x_of(line, flat(at)) for at in zone.corners)
    wide = number(max(x1 - x0, 3))
    return (
        f'<g data-zone="{escape(zone.id)}"><title>{escape(zone.name)}</title>'
        f'<rect class="zoned" x="{number(x0)}" y="26" width="{wide}" height="{number(GROUND - 26)}"/></g>'
    )


def zone_names(scene: Scene, line: Sequence[Stretch]) -> list[str]:
    """What zones are called, at their upper edge, each on a plate where no other one is."""
    found: list[str] = []
    taken: list[tuple[float, float, int]] = []
    for zone in sorted(scene.zones, key=lambda zone: flat(zone.corners[0])):
        label = zone.name[:24]
        x0, x1 = (x_of(line, flat(at)) for at in zone.corners)
        half = len(label) * 3.1 + 6
        middle = min(max((x0 + x1) / 2, half + 2), WIDTH - half - 2)
        row = next(
            row
            for row in range(len(taken) + 1)
            if all(r != row or middle + half < a or middle - half > b for a, b, r in taken)
        )
        taken.append((middle - half, middle + half, row))
        y = 8 + 17 * row
        found.append(
            f'<rect class="lid zone-lid" x="{number(middle - half)}" y="{y}" width="{number(2 * half)}" '
            f'height="16" rx="4"/>'
            f'<text class="mid zone-t" x="{number(middle)}" y="{y + 12}">{escape(label)}</text>'
        )
    return found


def edges_of_map(scene: Scene, line: Sequence[Stretch]) -> list[str]:
    """Where the map ends: one may leave there."""
    if scene.bounds is None:
        return []
    found = []
    for at, way in zip(scene.bounds, (1, -1), strict=True):
        x = x_of(line, flat(at))
        if line[0].m0 <= flat(at) <= line[-1].m1:
            anchor = "" if way > 0 else ' class="end"'
            found.append(
                f'<path class="edge-line" d="M{number(x)} 28V{number(GROUND + 8)}"/>'
                f'<text{anchor} x="{number(x + 4 * way)}" y="37">map’s edge</text>'
            )
    return found
