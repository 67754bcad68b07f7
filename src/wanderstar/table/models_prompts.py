"""What a seat is asked, as cards: every option with its price and its odds, dice to roll or to type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .models import View

LABELS = {
    "reaction": "Reaction",
    "claim_reaction": "Claim Advantage on the reaction",
    "claim_attack": "Claim Advantage on the attack",
    "claim_avoid": "Claim Advantage to avoid",
    "claim_test": "Claim Advantage on the test",
    "avoid_skill": "Skill to avoid with",
    "reach_strike": "Strike at reach",
    "free_attack": "Free attack",
}
QUESTIONS = {
    "reaction": "How does {who} react?",
    "claim_reaction": "Does {who} claim the Advantage on the reaction?",
    "claim_attack": "Does {who} claim the Advantage on the attack?",
    "claim_avoid": "Does {who} claim the Advantage to avoid it?",
    "claim_test": "Does {who} claim the Advantage on the test?",
    "avoid_skill": "Which skill does {who} avoid with?",
    "reach_strike": "Does {who} strike first, at reach?",
    "free_attack": "{who} breaks away. Who strikes?",
}
DRAWS = {
    "initiative": "Initiative",
    "test": "Test",
    "reaction": "Reaction",
    "attack": "Attack",
    "avoid": "Avoid",
    "damage": "Damage",
    "scatter_direction": "Scatter, direction",
    "scatter_distance": "Scatter, distance",
    "opposed": "Opposed test",
    "first_aid": "First aid",
    "grapple": "Grapple",
    "break_free": "Break free",
    "disengage": "Disengage",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
KEEPS = {"advantage": ", keep the highest two", "disadvantage": ", keep the lowest two"}
NAMES_OF_VALUES = {"none": "No reaction", "dodge": "Dodge", "parry": "Parry"}


def prompts(
    view: View, happening: str, odds: Mapping[str, Any], weapons: Mapping[str, str]
) -> list[dict[str, Any]]:
    """A card for each ask that the seat may answer.

    `happening` says what the open command is, `odds` has what reaction odds there are by key and value,
    `weapons` the names of weapons by id.
    """
    return [
        draw_card(view, ask, happening)
        if ask["key"] == "dice"
        else choice_card(view, ask, happening, odds, weapons)
        for ask in view["pending"]
    ]


def whose(view: View, who: str) -> str:
    """Whose answer it is: "Your" for a player's only character, else by name."""
    if view["you"] == [who]:
        return "Your"
    c = view["combatants"].get(who)
    name = who if c is None else c["name"]
    return f"{name}’{'' if name.endswith('s') else 's'}"


def identity(key: str) -> str:
    """A key as an element's id."""
    return re.sub(r"[^a-z0-9]+", "-", key.lower())


def choice_card(
    view: View, ask: Mapping[str, Any], happening: str, odds: Mapping[str, Any], weapons: Mapping[str, str]
) -> dict[str, Any]:
    """A choice: its options in the order given, the unsafe first, then those that are not legal, with why."""
    name, _, who = ask["key"].partition(":")
    person = view["combatants"].get(who, {"name": who})["name"]
    known = odds.get(ask["key"], {})
    options = [option(name, value, ask, known, weapons, view) for value in ask["options"]]
    options.sort(key=lambda one: one["default"])
    options += [{**blank(one["label"]), "refusal": one["refusal"]} for one in known.get("refused", ())]
    return {
        "id": identity(ask["key"]),
        "key": ask["key"],
        "kind": "choice",
        "who": who,
        "label": f"{whose(view, who)} {LABELS.get(name, name).lower()}, round {view['round']}",
        "title": happening or QUESTIONS.get(name, "{who} is asked").format(who=person),
        "text": known.get("text") or (QUESTIONS.get(name, "").format(who=person) if happening else ""),
        "options": options,
        "default": ask["default"],
        "may_cancel": False,
    }


def blank(label: str) -> dict[str, Any]:
    """An option with nothing said about it."""
    return {
        "label": label,
        "button": label,
        "value": None,
        "default": False,
        "cost": "",
        "chance": None,
        "chance_word": "",
        "aside": "",
        "rules": [],
        "bar": None,
        "refusal": None,
        "key": "",
    }


def option(
    name: str,
    value: Any,
    ask: Mapping[str, Any],
    known: Mapping[str, Any],
    weapons: Mapping[str, str],
    view: View,
) -> dict[str, Any]:
    """One option with what is known of its odds."""
    label = option_label(name, value, weapons, view)
    found = {**blank(label), "value": value, "default": value == ask["default"]}
    about = known.get("options", {}).get(str(value))
    if about:
        found |= {key: about[key] for key in about if key in found}
    if name == "reaction" and value == "dodge":
        found["key"] = "reaction"
    return found


def option_label(name: str, value: Any, weapons: Mapping[str, str], view: View) -> str:
    """What an option is called."""
    if isinstance(value, bool):
        return "Claim it" if value else "Do not claim"
    text = str(value)
    if name == "reaction":
        return f"Dive behind {text[5:]}" if text.startswith("dive:") else NAMES_OF_VALUES.get(text, text)
    if text == "none":
        return "Nobody" if name == "free_attack" else "Do not strike"
    if name == "free_attack":
        who, _, weapon = text.partition(":")
        person = view["combatants"].get(who, {"name": who})["name"]
        return f"{person}, {weapons.get(weapon, weapon)}"
    return weapons.get(text, text)


def draw_card(view: View, ask: Mapping[str, Any], happening: str) -> dict[str, Any]:
    """Dice that wait for a tap or for what real ones showed."""
    who, count = ask["who"], ask["count"]
    person = view["combatants"].get(who, {"name": who})["name"]
    name = DRAWS.get(ask["draw"], ask["draw"])
    words = NUMBERS[count] if count < len(NUMBERS) else str(count)
    about = f"for {person}" if view["you"] != [who] else ""
    return {
        "id": "dice",
        "key": "dice",
        "kind": "draw",
        "who": who,
        "label": f"{whose(view, ask['seat']) if ask['seat'] != 'gm' else 'The GM’s'} dice, round {view['round']}",
        "title": " ".join(part for part in (name, about) if part),
        "text": happening,
        "count": count,
        "edge": ask["edge"],
        "how": f"{words} {'die' if count == 1 else 'dice'}{KEEPS.get(ask['edge'], '')}",
        "options": [],
        "default": None,
        "may_cancel": False,
    }
