"""Results as a notebook shows them: a small table with bars, all of it in one piece of HTML, and flat rows.

Colours are those of the page around it, so that it reads on light and on dark ones. Whatever people wrote is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .table import Entry

WIDTH = 200
"""The length of a full bar, in pixels."""

MOST_BARS = 60
"""A group shows no more; its rows have them all."""

COMBATANTS = (
    "id",
    "name",
    "side",
    "kind",
    "physical",
    "mental",
    "physical_boxes",
    "mental_boxes",
    "momentum",
)
ATTACKS = ("n", "round", "who", "target", "weapon", "mode", "kind_of_attack", "rolled_by")
OUTCOMES = ("hit", "effect", "damage", "armor", "trauma")

_CELL = "padding:1px 8px;text-align:left;white-space:nowrap;border:0"
_NUMBER = "padding:1px 8px;text-align:right;border:0;font-variant-numeric:tabular-nums"


class Bar(NamedTuple):
    """A line of a group: what it is, how full the bar is (0 to 1), the figure beside it, what hovering shows."""

    label: str
    share: float
    figure: str
    exact: str = ""


class Group(NamedTuple):
    """Bars that belong together; with `stretched` the longest is full."""

    title: str
    bars: Sequence[Bar]
    stretched: bool = False


def percent(p: float) -> str:
    """One decimal; never 0 or 100 for what is not certain."""
    if 0 < p < 0.0005:
        return "<0.1 %"
    if 0.9995 < p < 1:
        return ">99.9 %"
    return f"{100 * p:.1f} %"


def html(
    title: str, facts: Mapping[str, Any], groups: Iterable[Group] = (), tables: Iterable[str] = ()
) -> str:
    """The whole: a caption, what was asked, the groups of bars, further tables."""
    told = " · ".join(f"{escape(name)} {escape(str(value))}" for name, value in facts.items())
    under = f'<div style="opacity:.75">{told}</div>' if told else ""
    parts = "".join(_group(group) for group in groups if group.bars) + "".join(tables)
    return f'<div class="wanderstar"><strong>{escape(title)}</strong>{under}{parts}</div>'


def _group(group: Group) -> str:
    shown, left = group.bars[:MOST_BARS], len(group.bars) - MOST_BARS
    full = max((bar.share for bar in shown), default=0.0) if group.stretched else 1.0
    lines = "".join(_bar(bar, full or 1.0) for bar in shown)
    if left > 0:
        lines += f'<tr><td colspan="3" style="{_CELL}">… {left} more</td></tr>'
    head = (
        f'<caption style="text-align:left;opacity:.75">{escape(group.title)}</caption>' if group.title else ""
    )
    return f'<table style="margin:4px 0;border-collapse:collapse">{head}<tbody>{lines}</tbody></table>'


def _bar(bar: Bar, full: float) -> str:
    length = max(round(WIDTH * bar.share / full), 1) if bar.share > 0 else 0
    drawn = f'<div style="width:{length}px;height:.7em;background:currentColor;opacity:.45"></div>'
    hint = f' title="{escape(bar.exact)}"' if bar.exact else ""
    cells = (
        f'<td style="{_CELL};min-width:7em">{escape(bar.label)}</td>',
        f'<td style="{_NUMBER};min-width:4em"{hint}>{escape(bar.figure)}</td>',
        f'<td style="{_CELL};width:{WIDTH}px">{drawn}</td>',
    )
    return f"<tr>{''.join(cells)}</tr>"


def table(columns: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    """A plain table; numbers stand at the right."""
    head = "".join(f'<th style="{_CELL}">{escape(column)}</th>' for column in columns)
    body = "".join("<tr>" + "".join(map(_cell, line)) + "</tr>" for line in lines)
    return (
        '<table style="margin:4px 0;border-collapse:collapse">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell(value: Any) -> str:
    style = _NUMBER if isinstance(value, int | float) and not isinstance(value, bool) else _CELL
    return f'<td style="{style}">{escape("" if value is None else str(value))}</td>'


def combatant_rows(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row a combatant, from a state's JSON; None for what is not known to its seat or what there is none of."""
    rows = []
    for id, c in state["combatants"].items():
        trauma, boxes = c.get("trauma") or {}, c.get("boxes") or {}
        given = {
            "id": id,
            "physical": trauma.get("physical"),
            "mental": trauma.get("mental"),
            "physical_boxes": boxes.get("physical"),
            "mental_boxes": boxes.get("mental"),
        }
        row = {name: given[name] if name in given else c.get(name) for name in COMBATANTS}
        rows.append(
            {**row, "ammo": sum((c.get("ammo") or {}).values()), "out": c.get("out"), "dead": c.get("dead")}
        )
    return rows


def attack_rows(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """One row an attack on somebody, in order; a blast has one for each whom it reached."""
    rows = []
    for entry in entries:
        for event in entry.events:
            if event.kind == "attack":
                story = {"n": entry.n, "round": entry.before.round, **event.story}
                rows.append({name: story.get(name) for name in (*ATTACKS, *OUTCOMES)})
    return rows


def rows(state: Mapping[str, Any], entries: Iterable[Entry], of: str) -> list[dict[str, Any]]:
    """The rows `of` a fight: `"combatants"` or `"attacks"`. Raises ValueError for anything else."""
    if of == "combatants":
        return combatant_rows(state)
    if of == "attacks":
        return attack_rows(entries)
    raise ValueError(f"of: 'combatants' or 'attacks' is wanted, not {of!r:.40}")


def ended(state: Mapping[str, Any], rounds: int) -> dict[str, Any]:
    """How a fight stands, as facts."""
    if state["over"]:
        return {"rounds": rounds, "won by": state["winner"] or "nobody"}
    return {"round": rounds, "turn": state["turn"] or "nobody's"}


def stands(state: Mapping[str, Any], rounds: int) -> str:
    """How a fight stands, in a few words."""
    if state["over"]:
        return f"{state['winner']} won in round {rounds}" if state["winner"] else f"a draw in round {rounds}"
    if not rounds:
        return "not begun"
    return f"round {rounds}, {state['turn'] or 'nobody'} to act"


def fight_html(title: str, facts: Mapping[str, Any], state: Mapping[str, Any]) -> str:
    """How a fight stands: by combatant the trauma marked and free, and what is left of Momentum and rounds."""
    lines = []
    for row, c in zip(combatant_rows(state), state["combatants"].values(), strict=True):
        stands = "dead" if row["dead"] else "out of action" if row["out"] else c.get("health") or "up"
        tracks = [(row["physical"], row["physical_boxes"]), (row["mental"], row["mental_boxes"])]
        boxes = " ".join("■" * m + "□" * (of - m) for m, of in tracks if m is not None and of is not None)
        lines.append((row["name"], row["side"], boxes, stands, row["momentum"], row["ammo"]))
    columns = ("", "side", "trauma", "", "Momentum", "rounds")
    return html(title, facts, tables=[table(columns, lines)])


def flat(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An object of JSON whose lists are one text each: `"5 2 4"`."""
    return {
        name: " ".join(map(str, value)) if isinstance(value, list) else value
        for name, value in answer.items()
    }


def roll_html(answer: Mapping[str, Any]) -> str:
    """A roll: its dice, those that were dropped struck through, and what they come to."""
    waiting, dice = list(answer["kept"]), ""
    for face in answer["dice"]:
        kept = face in waiting
        if kept:
            waiting.remove(face)
        style = "font-weight:bold" if kept else "opacity:.6;text-decoration:line-through"
        dice += f'<span style="padding:0 4px;{style}">{face}</span>'
    named = {name: answer[name] for name in ("edge", "bonus", "total", "margin", "outcome") if name in answer}
    if answer.get("flags"):
        named["flags"] = ", ".join(answer["flags"]).replace("_", " ")
    return html(answer.get("notation") or "Test 2D6", named, tables=[f"<div>{dice}</div>"])
