"""The whole page of one seat, as its template shows it: made from the seat's view, its log, its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..play.state import Combatant, State, bonus
from .models import View, order_rows, page_title, tags, tracks, waiting_for
from .models_coach import coach

SHOWN = 40
"""As many of the newest log entries a page shows by itself."""


def page(
    view: View,
    *,
    table: str,
    name: str,
    log: Sequence[Mapping[str, Any]],
    older: bool,
    prompts: Sequence[Mapping[str, Any]],
    state: State,
    seats: Sequence[Mapping[str, Any]] = (),
    undo: Mapping[str, Any] | None = None,
    redo: Mapping[str, Any] | None = None,
    deadline: float | None = None,
) -> dict[str, Any]:
    """What `live.html` needs. `state` is used for the sheets of the seat's own characters only."""
    rows = order_rows(view)
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
        "asked_keys": [ask["key"] for ask in view["pending"]],
        "turn": view["turn"],
        "round": view["round"],
        "over": view["over"],
        "say": ". ".join(part for part in (newest, waiting) if part),
        "me": mine,
        "where": where(view, waiting),
        "waiting": waiting,
        "deadline": deadline,
        "lit": bool(view["waiting"]) and not view["paused"],
        "undo": undo,
        "redo": redo,
        "paused": view["paused"],
        "foes": view["foes"],
        "cap": state.ruleset.momentum_cap,
        "rows": rows,
        "round_words": round_words(view),
        "clocks": [{"id": id, **clock} for id, clock in view["clocks"].items()],
        "seats": seats,
        "can_play": view["role"] == "gm" and view["turn"] is not None and not view["over"],
        "coach": coach(view),
        "prompts": prompts,
        "log": log,
        "older": older,
        "sheets": [sheet(view, state, state.combatants[id]) for id in view["you"] if id in state.combatants],
    }


def round_words(view: View) -> str:
    """Where the fight is."""
    if view["over"]:
        return "over"
    return f"Round {view['round']}" if view["round"] else "not begun"


def where(view: View, waiting: str) -> str:
    """A line under the name: for a player whether it is their turn, for others the round."""
    if view["turn"] in view["you"]:
        return f"your turn, round {view['round']}"
    return round_words(view)


def sheet(view: View, state: State, c: Combatant) -> dict[str, Any]:
    """A player's own character, in full."""
    shown, rules = view["combatants"][c.id], state.ruleset
    skills = [(skill, rank, bonus(c, skill, rules)) for skill, rank in sorted(c.person.skills.items())]
    untrained = next((name for name, value in rules.skills_ranks if value == rules.untrained()), "Untrained")
    names = [
        name for name in rules.characteristics_names if name in c.person.grades or name in c.person.scores
    ]
    left = shown["reactions"]
    return {
        "id": c.id,
        "name": c.name,
        "armor": f"armor {c.armor}: body {rules.armor_base}, worn {c.armor - rules.armor_base}",
        "tracks": tracks(shown),
        "momentum": shown["momentum"],
        "significant": shown["significant"],
        "minors": shown["minors"],
        "reaction": "readied" if shown["readied"] else "free" if left else "used; the next costs 1 Momentum",
        "tags": [tag for tag in tags(view, c.id) if not tag[1].startswith(("reaction ", "readied"))],
        "characteristics": [(name, c.person.scores.get(name), c.grade(name)) for name in names],
        "skills": [*skills, ("All others", untrained, rules.untrained())],
        "weapons": [weapon_line(state, c, id) for id in dict.fromkeys(c.carried)],
    }


def weapon_line(state: State, c: Combatant, id: str) -> tuple[str, str]:
    """A weapon of one's own: its dice, how many rounds, whether in hand."""
    weapon = state.weapon(id)
    plus = f"+{weapon.plus}" if weapon.plus > 0 else str(weapon.plus) if weapon.plus else ""
    words = [f"{weapon.dice}D{plus}"] if weapon.dice else []
    rounds = c.rounds(id)
    if rounds is not None:
        words.append(f"{rounds} of {weapon.magazine}" if weapon.magazine else f"{rounds} left")
    words.append("in hand" if id in c.held else "stowed")
    return weapon.name, ", ".join(words)
