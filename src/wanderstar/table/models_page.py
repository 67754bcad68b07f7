"""The whole page of one seat, as its template shows it: made from the seat's view, its log, its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .models import View, order_rows, page_title, tags, tracks, waiting_for
from .models_coach import coach

SHOWN = 24
"""As many of the newest log entries a page shows by itself."""


def page(
    view: View,
    *,
    table: str,
    name: str,
    log: Sequence[Mapping[str, Any]],
    older: bool,
    prompts: Sequence[Mapping[str, Any]],
    sheets: Sequence[Mapping[str, Any]],
    cap: int | None,
    manual: Sequence[str] = (),
    seats: Sequence[Mapping[str, Any]] = (),
    undo: Mapping[str, Any] | None = None,
    redo: Mapping[str, Any] | None = None,
    deadline: float | None = None,
    ties: Sequence[Mapping[str, str]] = (),
    waves: Sequence[Mapping[str, Any]] = (),
    plays: str | None = None,
    forecast: bool = False,
) -> dict[str, Any]:
    """What `live.html` needs: `sheets` are those of the seat's own characters, `cap` the most Momentum, `waves` who is
    still to come, `plays` the tactic of the one acting; the last two are for the GM alone. `forecast`: whether there
    is a bar of winning chances.
    """
    rows = order_rows(view, ties)
    by_id = {row.id: row for row in rows}
    waiting = waiting_for(view)
    mine = [by_id[id] for id in view["you"]]
    newest = log[0]["title"] if log else ""
    return {
        "table": table,
        "name": name,
        "role": view["role"],
        "version": view["version"],
        "title": page_title(view, name),
        "open": bool(log) and log[0]["open"],
        "asked_keys": [ask["key"] for ask in view["pending"]],
        "turn": view["turn"],
        "round": view["round"],
        "over": view["over"],
        "say": " ".join(part for part in (newest, waiting) if part),
        "me": mine,
        "you": view["you"],
        "waves": waves,
        "plays": plays,
        "forecast": forecast,
        "where": round_words(view),
        "waiting": waiting,
        "deadline": deadline,
        "asked": bool(view["waiting"]),
        "lit": "asked" if view["waiting"] and not view["paused"] else turn_tone(view),
        "undo": undo,
        "redo": redo,
        "paused": view["paused"],
        "foes": view["foes"],
        "cap": cap,
        "rows": rows,
        "round_words": round_words(view),
        "clocks": [{"id": id, **clock} for id, clock in view["clocks"].items()],
        "seats": seats,
        "can_play": view["role"] == "gm" and view["turn"] is not None and not view["over"],
        "coach": coach(view),
        "prompts": prompts,
        "log": log,
        "older": older,
        "sheets": [sheet(view, told, manual) for told in sheets],
    }


def round_words(view: View) -> str:
    """Where the fight is."""
    if view["over"]:
        return "over"
    return f"Round {view['round']}" if view["round"] else "not begun"


def turn_tone(view: View) -> str:
    """How the line of what is awaited is shown while nobody is asked: one's own turn stands out."""
    return "turn" if view["turn"] in view["you"] and not view["paused"] and not view["over"] else "calm"


def sheet(view: View, told: Mapping[str, Any], manual: Sequence[str]) -> dict[str, Any]:
    """A player's own character, in full: what `seats.sheet` tells of it, and how it stands now."""
    shown = view["combatants"][told["id"]]
    armor = told["armor"]
    left = shown["reactions"]
    edges = {"advantage": 1, "disadvantage": -1}
    skills = sorted((one["name"], one["rank"], one["bonus"]) for one in told["skills"])
    return {
        "id": told["id"],
        "name": told["name"],
        "armor": f"armor {armor['body'] + armor['worn']}: body {armor['body']}, worn {armor['worn']}",
        "tracks": tracks(shown),
        "momentum": shown["momentum"],
        "significant": shown["significant"],
        "minors": shown["minors"],
        "reaction": "readied" if shown["readied"] else "free" if left else "used; the next costs 1 Momentum",
        "tags": [tag for tag in tags(view, told["id"]) if not tag[1].startswith(("reaction ", "readied"))],
        "characteristics": [
            (one["name"], one["score"], edges.get(one["edge"], 0)) for one in told["characteristics"]
        ],
        "skills": [*skills, ("All others", "", told["untrained"])],
        "weapons": [weapon_line(weapon) for weapon in told["weapons"]],
        "notes": told["notes"],
        "own_dice": told["id"] in manual,
        "dice_order": {"settings": {"manual": toggled(view["you"], told["id"], manual)}},
    }


def toggled(own: Sequence[str], id: str, manual: Sequence[str]) -> list[str]:
    """Whose dice of one's own characters wait, once this one has changed over."""
    return [one for one in own if (one in manual) != (one == id)]


def weapon_line(weapon: Mapping[str, Any]) -> tuple[str, str]:
    """A weapon of one's own: its dice, reach and traits, how many rounds, whether in hand."""
    words = [] if weapon["damage"].startswith("0D") else [weapon["damage"].replace("-", "−")]
    words += [weapon["band"]] if weapon["band"] else []
    for trait, value in weapon["traits"].items():
        words.append(trait.replace("_", " ") + ("" if value is True else f" {value:g}"))
    if weapon["left"] is not None:
        words.append(
            f"{weapon['left']} of {weapon['magazine']}" if weapon["magazine"] else f"{weapon['left']} left"
        )
    words.append("in hand" if weapon["held"] else "stowed")
    return weapon["name"], ", ".join(words)
