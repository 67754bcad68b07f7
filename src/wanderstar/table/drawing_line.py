"""The map of a fight on a line: covers from the side, heads on stems, the band ruler, the unfolded truth below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import escape

from .drawing import (
    BAND_NAMES,
    EDGES,
    WIDTH,
    Area,
    CoverMark,
    Head,
    Scene,
    Stretch,
    apart,
    flat,
    geometry,
    grip,
    metres_text,
    number,
    spoken,
    stretches,
    token,
    x_of,
)
from .drawing_line_zones import GROUND, edges_of_map, with_edges, zone_names, zone_of

HEADS, RULER = 104.0, 196.0
LETTER = 7.6


def draw(scene: Scene) -> str:
    """The whole picture."""
    marks = [flat(head.at) for head in scene.heads] + [flat(cover.at) for cover in scene.covers]
    marks += [flat(area.at) + way * area.radius for area in scene.areas for way in (-1, 1)]
    if scene.pick is not None:
        marks.append(flat(scene.pick))
    marks = with_edges(scene, marks)
    line = stretches(marks)
    focus = scene.head(scene.focus)
    height = 262 if focus is not None else 226
    top = 4 if scene.areas or scene.zones else 24
    size = f'viewBox="0 {top} 760 {height - top}" role="img" aria-label="{escape(spoken(scene))}"'
    parts = [
        f'<svg {size} data-line="{geometry(line)}" data-ground="{number(GROUND)}">',
        *(zone_of(zone, line) for zone in scene.zones),
        *(piece_of(area, line) for area in scene.areas),
        *(folded(piece) for piece in line if piece.folded),
        ground(line),
        ticks(line),
        *covers(scene.covers, line),
        *people(scene, line),
        *edges_of_map(scene, line),
        *zone_names(scene, line),
        *area_names(scene.areas, line),
        pick(scene, line),
    ]
    if focus is not None:
        parts.append(ruler(focus, scene.reach, line))
    parts.append(truth(scene, line, height - 20))
    return "".join(parts) + "</svg>"


def piece_of(area: Area, line: Sequence[Stretch]) -> str:
    """An area: suppressed ground hatched, a blast ringed."""
    x0, x1 = ends(area, line)
    kind = "sup" if area.kind == "suppressed" else "blast"
    wide = number(max(x1 - x0, 2))
    return f'<rect class="{kind}" x="{number(x0)}" y="46" width="{wide}" height="{GROUND - 46}"/>'


def ends(area: Area, line: Sequence[Stretch]) -> tuple[float, float]:
    """Where an area begins and ends in the picture."""
    at = flat(area.at)
    return x_of(line, at - area.radius), x_of(line, at + area.radius)


def area_names(areas: Sequence[Area], line: Sequence[Stretch]) -> list[str]:
    """What areas are called, above them, on a plate each."""
    found = []
    for area in areas:
        x0, x1 = ends(area, line)
        half = len(area.label) * 3.1 + 6
        middle = min(max((x0 + x1) / 2, half + 2), WIDTH - half - 2)
        kind = "sup" if area.kind == "suppressed" else "blast"
        found.append(
            f'<rect class="lid" x="{number(middle - half)}" y="28" width="{number(2 * half)}" height="16" rx="4"/>'
            f'<text class="mid {kind}-t" x="{number(middle)}" y="40">{escape(area.label)}</text>'
        )
    return found


def folded(piece: Stretch) -> str:
    """Torn edges where nobody is, with the length left out."""
    torn = []
    for x in (piece.x0, piece.x1):
        zig = "".join(f"l{3 if i % 2 else -3} 9" for i in range(13))
        torn.append(f'<path class="foldline" d="M{number(x)} 26{zig}"/>')
    middle = (piece.x0 + piece.x1) / 2
    return (
        f'<rect class="fold" x="{number(piece.x0)}" y="26" width="{number(piece.x1 - piece.x0)}" height="117"/>'
        + "".join(torn)
        + f'<text class="mid" x="{number(middle)}" y="84">{metres_text(piece.m1 - piece.m0)} m</text>'
        f'<text class="mid" x="{number(middle)}" y="98">folded</text>'
    )


def ground(line: Sequence[Stretch]) -> str:
    """The ground, broken where it folds."""
    path = f"M{number(line[0].x0)} {GROUND}"
    for piece in line:
        if piece.folded:
            step = (piece.x1 - piece.x0) / 8
            path += "".join(f"l{step:.1f} {5 if i % 2 else -5}" for i in range(8))
        path += f"L{number(piece.x1)} {GROUND}"
    return f'<path class="ground" d="{path}"/>'


def ticks(line: Sequence[Stretch]) -> str:
    """Metres along the ground; as many as have room."""
    found: list[str] = []
    last = -100.0
    for piece in line:
        if piece.folded:
            continue
        scale = (piece.x1 - piece.x0) / (piece.m1 - piece.m0)
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 1000) if s * scale >= 44 or s == 1000)
        metres = math.ceil(piece.m0 / step) * step
        while metres <= piece.m1:
            x = x_of(line, metres)
            if x - last >= 30:
                unit = " m" if not found else ""
                found.append(
                    f'<path class="tick" d="M{number(x)} {GROUND}v6"/>'
                    f'<text class="mid" x="{number(x)}" y="{GROUND + 34}">{metres_text(metres)}{unit}</text>'
                )
                last = x
            metres += step
    return "".join(found)


def covers(marks: Sequence[CoverMark], line: Sequence[Stretch]) -> list[str]:
    """Covers as seen from the side; their names below the ground where there is room."""
    found, edges = [], [-1000.0]
    for cover in sorted(marks, key=lambda cover: flat(cover.at)):
        x = x_of(line, flat(cover.at))
        tall, wide = (30, 11) if cover.grade == "solid" else (26, 6)
        if cover.hides:
            wide += 5
        found.append(
            f'<g class="cover" data-cover="{escape(cover.id)}"><title>{escape(cover.id)}, {cover.grade}'
            f"{', one can be fully behind it' if cover.hides else ''}</title>"
            f'<rect class="{cover.grade}" x="{number(x - wide / 2)}" y="{number(GROUND - tall)}" width="{wide}" '
            f'height="{tall}" rx="{3 if cover.hides else 1}"/></g>'
        )
        label = f"{cover.id}, {cover.grade.capitalize()}"
        half = len(label) * 2.85
        centre = min(max(x, half + 4), WIDTH - half - 4)
        if centre - half >= edges[-1] + 6:
            found.append(f'<text class="mid" x="{number(centre)}" y="{GROUND + 18}">{escape(label)}</text>')
            edges.append(centre + half)
    return found


def people(scene: Scene, line: Sequence[Stretch]) -> list[str]:
    """Heads on stems whose feet stand exactly; names on as many lines as they need."""
    heads = sorted(scene.heads, key=lambda head: (flat(head.at), head.id))
    feet = [x_of(line, flat(head.at)) for head in heads]
    places = apart(feet, min(38.0, 700 / max(len(heads), 1)))
    spot = {head.id: x for head, x in zip(heads, places, strict=True)}
    found = [*aims(scene, spot), shot(scene, spot)]
    named = names(scene, heads, spot)
    for head, foot, x in zip(heads, feet, places, strict=True):
        inside = (
            f'<path class="stem" d="M{number(x)} {HEADS + 12}L{number(foot)} {GROUND}"/>'
            f'<circle class="stemdot" cx="{number(foot)}" cy="{GROUND}" r="2.6"/>'
        )
        if head.turn or head.asked:
            lit = " lit" if head.asked else ""
            inside += f'<circle class="ring{lit}" cx="{number(x)}" cy="{HEADS}" r="19"/>'
        name = named.get(head.id)
        if name is not None and name.row:
            inside += f'<path class="leader" d="M{number(x)} {HEADS - 17}V{80 - 15 * name.row}"/>'
        inside += token(head, x, HEADS)
        if name is not None:
            at = f'x="{number(name.centre)}" y="{80 - 15 * name.row}"'
            inside += f'<text class="name mid" {at}>{escape(name.text)}</text>'
        found.append(grip(head, inside))
    return found


class Name(NamedTuple):
    """A name above its head: its middle, and on which of three lines."""

    text: str
    centre: float
    row: int


def names(scene: Scene, heads: Sequence[Head], spot: dict[str, float]) -> dict[str, Name]:
    """Names that lie on no other: whoever acts or is aimed at first. Where there is no room the letters must do."""
    taken: list[list[tuple[float, float]]] = [[], [], []]
    chip = chip_of(scene, spot)
    if chip is not None and chip.high == 26:
        taken[2].append((chip.left, chip.left + chip.wide))
    first = [scene.focus, scene.shot[0] if scene.shot else None]
    found: dict[str, Name] = {}
    for head in sorted(heads, key=lambda head: (head.id not in first, not head.turn, spot[head.id])):
        text = head.name if len(head.name) <= 16 else head.name[:15] + "…"
        half = len(text) * LETTER / 2
        centre = min(max(spot[head.id], half + 2), WIDTH - half - 2)
        for row, others in enumerate(taken):
            if all(centre - half >= b + 4 or centre + half <= a - 4 for a, b in others):
                others.append((centre - half, centre + half))
                found[head.id] = Name(text, centre, row)
                break
    return found


def aims(scene: Scene, spot: dict[str, float]) -> list[str]:
    """Who aims at whom, dotted, besides the shot that is being considered."""
    found = []
    for who, target in scene.aims:
        if who in spot and target in spot and not (who == scene.focus and scene.shot):
            x0, x1 = spot[who], spot[target]
            curve = f"M{number(x0)} {HEADS - 14}Q{number((x0 + x1) / 2)} 44 {number(x1)} {HEADS - 14}"
            found.append(f'<path class="aim" d="{curve}"/>')
    return found


class Chip(NamedTuple):
    """Where the words of a shot stand: left edge, width, upper edge."""

    left: float
    wide: float
    high: int


def chip_of(scene: Scene, spot: dict[str, float]) -> Chip | None:
    """The place of the words about the shot that is considered; None without one."""
    if scene.shot is None or scene.focus not in spot or scene.shot[0] not in spot:
        return None
    half = len(scene.shot[1]) * 3.1 + 8
    middle = (spot[scene.focus] + spot[scene.shot[0]]) / 2
    left = min(max(middle - half, 4), WIDTH - 4 - 2 * half)
    return Chip(left, 2 * half, 7 if scene.areas else 26)


def shot(scene: Scene, spot: dict[str, float]) -> str:
    """The line from the one who acts to the one aimed at, with its words."""
    chip = chip_of(scene, spot)
    if chip is None or scene.shot is None or scene.focus is None:
        return ""
    x0, x1 = spot[scene.focus], spot[scene.shot[0]]
    middle, label, half = (x0 + x1) / 2, scene.shot[1], chip.wide / 2
    left, high = chip.left, chip.high
    way, y = (1 if x1 > x0 else -1), HEADS - 8
    start, end = x0 + 17 * way, x1 - 20 * way
    curve = f"Q{number(middle)} {-34 if high == 26 else -72} " if abs(x1 - x0) > 90 else "L"
    return (
        f'<path class="shot" d="M{number(start)} {y}{curve}{number(end)} {y}"/>'
        f'<path class="arrow" d="M{number(end + 4 * way)} {y + 4}l{-12 * way} -3 {5 * way} -8z"/>'
        f'<rect class="chip" x="{number(left)}" y="{high}" width="{number(2 * half)}" height="18" rx="9"/>'
        f'<text class="mid strong" x="{number(left + half)}" y="{high + 13}">{escape(label)}</text>'
    )


def pick(scene: Scene, line: Sequence[Stretch]) -> str:
    """The place chosen; hidden until there is one, so that the script can put it where it likes."""
    x = None if scene.pick is None else x_of(line, flat(scene.pick))
    seen = ' class="pick-mark"' if x is not None else ' class="pick-mark none"'
    return (
        f'<path{seen} data-pick="1" d="M0 {GROUND + 2}l6 10h-12z" transform="translate({number(x or 0)} 0)"/>'
    )


def ruler(focus: Head, reach: float | None, line: Sequence[Stretch]) -> str:
    """The five bands around one, both ways, through folds; the thick line is a weapon's effective range."""
    at, left, right = flat(focus.at), line[0].x0, line[-1].x1
    parts = []
    for i, name in enumerate(BAND_NAMES):
        inner = EDGES[i - 1] if i else 0.0
        outer = EDGES[i] if i < 4 else 1e9
        for way in (-1, 1):
            a, b = x_of(line, at + way * inner), x_of(line, at + way * min(outer, 1e6))
            a, b = (a, b) if a < b else (b, a)
            a, b = max(a, left), min(b, right)
            if b - a < 0.5:
                continue
            parts.append(
                f'<rect class="b{i} band" x="{number(a)}" y="{RULER}" width="{number(b - a)}" height="20"/>'
            )
            if b - a > len(name) * 6.6 + 4:
                plate = ""
                if i == 4:
                    wide = len(name) * 6.6 + 6
                    corner = f'x="{number((a + b - wide) / 2)}" y="{RULER + 3}"'
                    plate = f'<rect class="lid" {corner} width="{number(wide)}" height="14" rx="4"/>'
                parts.append(
                    plate
                    + f'<text class="mid strong" x="{number((a + b) / 2)}" y="{RULER + 14}">{name}</text>'
                )
            edge = x_of(line, at + way * outer)
            if i in (1, 2, 3) and left + 124 < edge < right - 4:
                parts.append(f'<text class="mid" x="{number(edge)}" y="{RULER + 33}">{outer:g}</text>')
    if reach is not None:
        a, b = max(x_of(line, at - reach), left), min(x_of(line, at + reach), right)
        parts.append(f'<path class="reach" d="M{number(a)} {RULER - 2}H{number(b)}"/>')
    parts.append(f'<text x="{number(left)}" y="{RULER + 33}">m from {escape(focus.name[:12])}</text>')
    return "".join(parts)


def truth(scene: Scene, line: Sequence[Stretch], y: float) -> str:
    """Below: the whole line unfolded and true to scale, with what is drawn above framed."""
    if not any(piece.folded for piece in line):
        return ""
    low, high = line[0].m0, line[-1].m1
    left, right = line[0].x0, line[-1].x1

    def place(metres: float) -> float:
        return left + (metres - low) / (high - low) * (right - left)

    parts = [
        f'<rect class="true" x="{number(left)}" y="{y}" width="{number(right - left)}" height="3" rx="1.5"/>'
    ]
    for piece in line:
        if not piece.folded:
            a, b = place(piece.m0), place(piece.m1)
            parts.append(
                f'<rect class="win" x="{number(a)}" y="{y - 6}" width="{number(b - a)}" height="15" rx="3"/>'
            )
    for head in scene.heads:
        x = place(flat(head.at))
        if head.shape == 0:
            parts.append(f'<circle class="party" cx="{number(x)}" cy="{y + 1.5}" r="3.5"/>')
        else:
            parts.append(f'<path class="foe" d="M{number(x)} {y - 2.5}l4 4-4 4-4-4z"/>')
    words = f"unfolded, true to scale, {metres_text(low + 3)} to {metres_text(high - 3)} m"
    parts.append(f'<text class="mid" x="{number((left + right) / 2)}" y="{y + 17}">{words}</text>')
    return "".join(parts)
