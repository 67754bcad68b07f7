"""Plots as SVG: the winning bar, the rounds, everybody's trauma. Colours are the page's, texts are escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ..play.notebook import percent

WIDTH = 880
MOST_BARS = 40
LABELLED = 0.09
"""A part of the winning bar that is wide enough to be written on."""

NAME = 24
LEFT = 220
"""Where the tracks begin, right of the names."""

PRINTED = 52
"""A bar of the rounds that is wide enough for its figure."""


def svg(height: float, label: str, body: str) -> str:
    """A drawing, with what it shows in words for those who do not see it."""
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}">{body}</svg>'


def rect(x: float, y: float, wide: float, tall: float, fill: str, hint: str = "") -> str:
    """A filled rectangle; hovering shows the hint."""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(wide, 0.5):.1f}" height="{max(tall, 0.5):.1f}" rx="2"'
    return f'<rect {place} style="fill:{fill}"><title>{escape(hint)}</title></rect>'


def text(x: float, y: float, words: str, ink: str = "var(--ink)", anchor: str = "middle") -> str:
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="fill:{ink}">{escape(words)}</text>'


def win_bar(parts: Sequence[tuple[str, float, str]]) -> str:
    """One bar of everybody's chance: each part a name, a chance and a colour."""
    at, body = 0.0, ""
    for name, chance, colour in parts:
        wide = chance * WIDTH
        if wide <= 0:
            continue
        body += rect(at, 0, wide - 1.5, 40, f"var({colour})", f"{name} {percent(chance)}")
        if chance >= LABELLED:
            room = int(wide / 9) - 8
            words = f"{cut(name, room)} {percent(chance)}" if room > 3 else percent(chance)
            body += text(at + wide / 2, 25, words, "var(--on)")
        at += wide
    return svg(48, ", ".join(f"{name} {percent(chance)}" for name, chance, _ in parts), body)


def rounds_plot(chances: Mapping[int, float]) -> str:
    """How likely the fight is to end in each round; what is beyond the bars that fit is one bar."""
    if not chances:
        return ""
    first, last = min(chances), max(chances)
    shown = {value: chances.get(value, 0.0) for value in range(first, min(last, first + MOST_BARS - 1) + 1)}
    bars = [(str(value), chance) for value, chance in shown.items()]
    beyond = sum(chance for value, chance in chances.items() if value not in shown)
    if beyond > 0:
        bars.append(("more", beyond))
    top = max(chance for _, chance in bars) or 1.0
    step = min(WIDTH / len(bars), 60.0)
    body = ""
    for i, (label, chance) in enumerate(bars):
        tall, x = 140 * chance / top, i * step
        if chance:
            body += rect(
                x + 2, 165 - tall, step - 4, tall, "var(--some)", f"round {label}: {percent(chance)}"
            )
        body += text(x + step / 2, 183, label, "var(--ink-2)")
        if step >= PRINTED and chance:
            body += text(x + step / 2, 160 - tall, percent(chance))
    return svg(190, ", ".join(f"round {label} {percent(chance)}" for label, chance in bars if chance), body)


def tracks_plot(tracks: Sequence[tuple[str, str, Sequence[float]]]) -> str:
    """A line a combatant: how likely each number of marked boxes is, from none (pale) to all (a full track)."""
    body, told = "", []
    for i, (name, colour, chances) in enumerate(tracks):
        y, at, most = i * 34, float(LEFT), max(len(chances) - 1, 1)
        body += rect(0, y + 6, 5, 18, f"var({colour})", name)
        body += text(12, y + 20, cut(name, NAME), anchor="start")
        for boxes, chance in enumerate(chances):
            wide = chance * (WIDTH - LEFT)
            if wide <= 0:
                continue
            fill = f"color-mix(in oklab,var(--full) {100 * boxes / most:.0f}%,var(--none))"
            hint = f"{name}: {boxes} of {most} boxes {percent(chance)}"
            body += rect(at, y + 4, wide - 1, 22, fill, hint)
            if wide >= 26:
                ink = "var(--on)" if 2 * boxes > most else "var(--ink)"
                body += text(at + wide / 2, y + 20, str(boxes), ink)
            at += wide
        parts = ", ".join(f"{boxes}: {percent(chance)}" for boxes, chance in enumerate(chances) if chance)
        told.append(f"{name}: {parts}")
    return svg(max(34 * len(tracks), 1), "; ".join(told), body)


def cut(words: str, most: int) -> str:
    """A text in at most so many letters."""
    return words if len(words) <= most else words[: max(most - 1, 1)] + "…"
