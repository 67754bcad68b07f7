"""A forecast as a page of HTML that stands by itself: plots drawn as SVG, light and dark, nothing from elsewhere."""

from __future__ import annotations

from html import escape

from ..play.notebook import Bar, Group, html, percent
from .plots import rounds_plot, tracks_plot, win_bar
from .result import Figure, Forecast
from .statistics import mean

LEAST = 0.1
"""Percent: no bound is told nearer to none, or to all."""

STYLE = """
:root{color-scheme:light dark;--bg:light-dark(#e8ecee,#0a1117);--panel:light-dark(#fcfdfd,#121c24);
--ink:light-dark(#13202a,#e9eff2);--ink-2:light-dark(#495a66,#a6b6c0);--line:light-dark(#d6dde1,#24333e);
--side-0:light-dark(#0b6273,#6fd0de);--side-1:light-dark(#a3352a,#ff9c8b);--side-2:light-dark(#8a5300,#f4bd55);
--side-3:light-dark(#1d6a3c,#7fd8a3);--side-4:light-dark(#5b3f94,#c3a8ff);--draw:light-dark(#7b8c97,#647a88);
--on:light-dark(#fff,#06181d);--none:light-dark(#cfe3e7,#24444d);--some:light-dark(#5fa6b3,#3f8a98);
--full:light-dark(#0b4f5e,#9be6f1)}
body{margin:0;padding:1.5rem;background:var(--bg);color:var(--ink);
font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",Arial,sans-serif}
main{max-width:60rem;margin:auto;display:grid;gap:1rem}
section,header{background:var(--panel);border-radius:10px;padding:1rem 1.25rem;overflow-x:auto}
h1{font-size:1.6rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:0 0 .5rem}p{margin:.25rem 0}
.dim{color:var(--ink-2)}svg{display:block;width:100%;height:auto}svg text{fill:var(--ink);font-size:13px}
table{border-collapse:collapse;width:100%}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;
font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:9rem}
.wide td:last-child{white-space:normal;min-width:9rem}th{color:var(--ink-2);font-weight:600}
small{display:block;color:var(--ink-2)}
@media (max-width:50rem){svg{min-width:36rem}}
ul{margin:.25rem 0;padding-left:1.25rem}li{overflow-wrap:anywhere}
"""


def page(forecast: Forecast) -> str:
    """The whole page."""
    parts = [_head(forecast), _wins(forecast), _rounds(forecast), _people(forecast), _notes(forecast)]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(forecast.name)}: forecast</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def spread(forecast: Forecast, figure: Figure) -> str:
    """The interval in words; nothing for an exact figure."""
    if forecast.method == "exact":
        return ""
    return f"{100 * figure.low:.1f}–{100 * figure.high:.1f} %"


def chance(forecast: Forecast, figure: Figure) -> str:
    """Percent; what a simulation never or always saw as the bound of its interval: it is not 0 %, nor certain."""
    if forecast.method == "simulated" and figure.value <= 0:
        return f"<{max(100 * figure.high, LEAST):.1f} %"
    if forecast.method == "simulated" and figure.value >= 1:
        return f">{min(100 * figure.low, 100 - LEAST):.1f} %"
    return percent(figure.value)


def cell(forecast: Forecast, figure: Figure) -> str:
    """A chance as a table's cell, its interval under it."""
    under = spread(forecast, figure) if 0 < figure.value < 1 else ""
    return escape(chance(forecast, figure)) + (f"<small>{under}</small>" if under else "")


def intervals(forecast: Forecast) -> str:
    """What the intervals are, in a line."""
    if forecast.method == "exact":
        return ""
    sure = f"{100 * forecast.confidence:g} %"
    if forecast.rule == "wilson":
        return f"Intervals: {sure}, Wilson’s, for a number of fights fixed beforehand."
    return f"Intervals: {sure}, a confidence sequence, which stays valid whenever one stops."


def _head(forecast: Forecast) -> str:
    lines = [f"Forecast: {forecast.how}, round limit {forecast.limit}.", intervals(forecast)]
    told = "".join(f'<p class="dim">{escape(line)}</p>' for line in lines if line)
    return f"<header><h1>{escape(forecast.name)}</h1>{told}</header>"


def _wins(forecast: Forecast) -> str:
    parts = [
        (forecast.sides[side], figure.value, f"--side-{i % 5}")
        for i, (side, figure) in enumerate(forecast.wins.items())
    ]
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{percent(figure.value)}</td><td>{spread(forecast, figure)}</td></tr>"
        for name, figure in [
            *((forecast.sides[side], figure) for side, figure in forecast.wins.items()),
            ("A draw", forecast.draw),
        ]
    )
    drawn = win_bar([*parts, ("Draw", forecast.draw.value, "--draw")])
    return f"<section><h2>Who wins</h2>{drawn}<table>{rows}</table></section>"


def _rounds(forecast: Forecast) -> str:
    average = mean(forecast.tally.rounds).value
    drawn = rounds_plot({value: figure.value for value, figure in forecast.rounds.items()})
    return f"<section><h2>How long: {average:.1f} rounds on average</h2>{drawn}</section>"


def _people(forecast: Forecast) -> str:
    gone = any(forecast.gone(person) for person in forecast.people)
    titles = ("", "out", *(["left or surrendered"] if gone else []), "dead", "trauma")
    titles = (*titles, "Momentum left", "ammunition left")
    head = "<tr>" + "".join(f"<th>{title}</th>" for title in titles) + "</tr>"
    rows, tracks = [], []
    for person in forecast.people:
        ends = forecast.ends(person.id)
        where = list(forecast.sides).index(person.side)
        total = sum(ends.physical.values()) or 1
        chances = [ends.physical.get(box, 0) / total for box in range(person.physical + 1)]
        tracks.append((person.name, f"--side-{where % 5}", chances))
        ammo = ", ".join(
            f"{forecast.weapons[weapon]} {mean(left).value:.1f}" for weapon, left in ends.ammo.items()
        )
        cells = (
            escape(person.name),
            cell(forecast, forecast.figure(ends.out)),
            *([cell(forecast, forecast.figure(forecast.gone(person)))] if gone else []),
            cell(forecast, forecast.figure(ends.dead)),
            f"{mean(ends.physical).value:.1f} of {person.physical}",
            f"{mean(ends.momentum).value:.1f}" if ends.momentum else "–",
            escape(ammo) or "–",
        )
        rows.append("<tr>" + "".join(f"<td>{text}</td>" for text in cells) + "</tr>")
    return (
        f'<section><h2>Who falls</h2><table class="wide">{head}{"".join(rows)}</table></section>'
        f"<section><h2>Physical trauma at the end</h2>{tracks_plot(tracks)}</section>"
    )


def _notes(forecast: Forecast) -> str:
    lines = [f"Played on the engine, slower: {reason}" for reason in forecast.not_covered]
    names = {person.id: person.name for person in forecast.people}
    lines += [f"{names[one.who]}: {one.what} is not used; {one.why}" for one in forecast.ignored]
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<section><h2>What this leaves out</h2><ul>{items}</ul></section>"


def notebook(forecast: Forecast) -> str:
    """A small table for notebooks."""

    def bar(label: str, figure: Figure) -> Bar:
        return Bar(label, figure.value, percent(figure.value), spread(forecast, figure))

    wins = [bar(forecast.sides[side], figure) for side, figure in forecast.wins.items()]
    rounds = [bar(str(value), figure) for value, figure in forecast.rounds.items()]
    falls = [bar(person.name, forecast.figure(forecast.ends(person.id).out)) for person in forecast.people]
    groups = (
        Group("wins", [*wins, bar("a draw", forecast.draw)]),
        Group("ends in round", rounds, True),
        Group("out of action", falls),
    )
    return html(forecast.name, {"forecast": forecast.how}, groups)
