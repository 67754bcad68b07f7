"""What a seat is asked, as cards: every option with its price and its chances, dice to roll or to type."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..seats.names import signed
from .drawing import metres_text
from .models import View

LABELS = {
    "reaction": "reaction",
    "claim_reaction": "claim",
    "claim_attack": "claim",
    "claim_avoid": "claim",
    "claim_test": "claim",
    "avoid_skill": "choice",
    "reach_strike": "first strike",
    "free_attack": "free attack",
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
GIVEN = {
    "reaction": "Reaction",
    "claim_reaction": "Claim on the reaction",
    "claim_attack": "Claim on the attack",
    "claim_avoid": "Claim on avoiding",
    "claim_test": "Claim on the test",
    "avoid_skill": "Skill to avoid with",
    "reach_strike": "First strike",
    "free_attack": "Free attack",
}
"""What an answer was about."""
RULES = {"dodge": ["C60"], "parry": ["C62"], "dive": ["C64"]}
MODES = {"single": "", "burst": ", burst", "full": ", full auto"}


def prompts(view: View, asked: Sequence[Mapping[str, Any]], happening: str) -> list[dict[str, Any]]:
    """A card for each ask that the seat may answer, from what `seats.prompt` says of it.

    `happening` is the sentence of the open command, for asks that are about no attack.
    """
    seats = {ask["key"]: ask["seat"] for ask in view["pending"]}
    made = []
    for ask in asked:
        card = draw_card(view, ask, seats) if "draw" in ask else choice_card(view, ask)
        card["seat"] = seats.get(ask["key"], ask["who"])
        made.append({**card, "text": card["text"] or (happening if happening != card["title"] else "")})
    return made


def identity(text: str) -> str:
    """A key as an element's id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())


def name_of(view: View, who: str) -> str:
    """A name, for "gm" too."""
    if who == "gm":
        return "the GM"
    return str(view["combatants"].get(who, {"name": who})["name"])


def whose(view: View, who: str) -> str:
    """Whose it is: "Your" for a player's only character, else by name."""
    if view["you"] == [who]:
        return "Your"
    name = name_of(view, who)
    return f"{name[:1].upper()}{name[1:]}’{'' if name.endswith('s') else 's'}"


def when(view: View) -> str:
    """`, round 2`; nothing outside a fight."""
    return f", round {view['round']}" if view["round"] else ""


def addressed(view: View, title: str, who: str) -> str:
    """A title that says "you" to a player with one character."""
    if view["you"] != [who]:
        return title
    return re.sub(rf"(?<!\w){re.escape(name_of(view, who))}$", "you", title)


def attack_words(attack: Mapping[str, Any] | None, mine: bool, by: bool = False) -> str:
    """The attack that is met, in a line, `by` whom if it is not said elsewhere; what is not known is left out."""
    if attack is None or "weapon_name" not in attack:
        return ""
    armor = "" if attack["armor"] is None else f" against {'your ' if mine else ''}armor {attack['armor']}"
    where = (
        ""
        if attack["band"] is None
        else f" {metres_text(attack['metres'])} m, {attack['band'].capitalize()}."
    )
    weapon = f"{attack['weapon_name']}{MODES[attack['mode']]}"
    attacker = f"{attack['name']}: " if by else ""
    return f"{attacker}{weapon}, {attack['damage'].replace('-', '−')}{armor}.{where}"


def about(view: View, ask: Mapping[str, Any]) -> str:
    """What an ask is about, under its title: a claim's test, the attack, what is at stake."""
    who, attack = ask["who"], ask["attack"]
    unnamed = ask["name"] in ("avoid_skill", "avoid") or (ask["name"] == "reaction" and "draw" in ask)
    by = unnamed and attack is not None and attack["who"] != who
    test = ""
    if attack is not None and ask.get("skill") and "draw" not in ask:
        test = f"{ask['skill']}, {ask['characteristic']}."
    stakes = f"At stake: {ask['stakes']}." if ask["stakes"] else ""
    return " ".join(part for part in (test, attack_words(attack, view["you"] == [who], by), stakes) if part)


def choice_card(view: View, ask: Mapping[str, Any]) -> dict[str, Any]:
    """A choice: what can be chosen first, the safe default after it, then what is not legal, with why."""
    who = ask["who"]
    best = best_of(ask)
    options = [option(one, one["refusal"] is None and one["value"] is best) for one in ask["options"]]
    if ask["name"] == "reaction":
        for made, one in zip(options, ask["options"], strict=True):
            made["aside"] = " ".join(x for x in (made["aside"], no_better(one, ask["options"])) if x)
    options.sort(key=lambda one: (one["refusal"] is not None, one["default"]))
    return {
        "id": identity(ask["key"]),
        "key": ask["key"],
        "kind": "choice",
        "who": who,
        "label": f"{whose(view, who)} {LABELS.get(ask['name'], ask['name'])}{when(view)}",
        "title": addressed(view, ask["title"], who),
        "text": about(view, ask),
        "options": options,
        "default": ask["default"],
    }


def best_of(ask: Mapping[str, Any]) -> Any:
    """The option that stands out: the best chance, else the safe default, where chances are equal or not known.

    A strike is compared with other strikes alone: letting it pass has no chance of its own.
    """
    legal = [one for one in ask["options"] if one["refusal"] is None]
    strikes = ask["name"] in ("free_attack", "reach_strike")
    scored = [(score(one["odds"]), one) for one in legal if not (strikes and one["value"] == "none")]
    known = [found for found, _ in scored if found is not None]
    if len(known) == len(scored) and known:
        best = max(known)
        if strikes or best - min(known) > SAME:
            first = [one for found, one in scored if found is not None and best - found <= SAME]
            return min(first, key=lambda one: (one["price"], not one["default"]))["value"]
    return next((one["value"] for one in legal if one["default"]), ask["default"])


def no_better(one: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> str:
    """Why a reaction that may work leaves the chance as it is without one: edges do not add up (T24)."""
    odds = one["odds"]
    plain = next((chance_of(other["odds"])[0] for other in options if other["value"] == "none"), None)
    mine, _ = chance_of(odds)
    if odds is None or plain is None or mine is None or one["value"] == "none":
        return ""
    if not odds.get("works") or odds["works"]["value"] == 0 or abs(mine - plain) > SAME:
        return ""
    already = {"advantage": "an Advantage", "disadvantage": "a Disadvantage"}.get(odds["edge"])
    return f"Adds nothing: there is {already} already." if already else "Adds nothing here."


SAME = 1e-9
"""Chances no further apart are equal."""


def score(odds: Mapping[str, Any] | None) -> float | None:
    """What options are compared by: the chance beside them, else that of no trauma."""
    chance, _ = chance_of(odds)
    if chance is None and odds is not None and odds.get("trauma") is not None:
        return float(odds["trauma"]["0"]["value"])
    return chance


def option(one: Mapping[str, Any], main: bool) -> dict[str, Any]:
    """One option with what is known of its chances; `main` is the one that stands out."""
    value, odds = one["value"], one["odds"]
    kind = str(value).partition(":")[0]
    chance, word = chance_of(odds)
    return {
        "value": value,
        "label": one["label"],
        "button": one["label"],
        "default": one["default"],
        "main": main,
        "cost": f"{one['price']} Momentum"
        if one["price"]
        else "free"
        if kind in RULES and not one["refusal"]
        else "",
        "chance": chance,
        "chance_word": word,
        "aside": aside(odds),
        "rules": RULES.get(kind, []) if one["refusal"] is None else [],
        "bar": bar(odds),
        "refusal": one["refusal"],
        "key": "reaction" if kind in ("dodge", "parry") else "",
    }


def chance_of(odds: Mapping[str, Any] | None) -> tuple[float | None, str]:
    """The number beside an option, and what it is the chance of."""
    for key, word in (("avoid", "to avoid"), ("success", "to succeed"), ("hit", "to hit")):
        if odds is not None and odds.get(key) is not None:
            return float(odds[key]["value"]), word
    return None, ""


def percent(probability: Mapping[str, Any]) -> str:
    """A probability in words."""
    return f"{float(probability['value']) * 100:.1f} %"


def aside(odds: Mapping[str, Any] | None) -> str:
    """The small print: the reaction's own test, what it makes of the roll, what a claim would, what is gained."""
    if odds is None:
        return ""
    found = []
    static = odds.get("static")
    if static:
        total = f"{static['static']} {signed(static['bonus'])[0]} {abs(static['bonus'])}"
        found.append(
            f"Works: {total} is 8 or more." if static["success"] else f"Cannot work: {total} is below 8."
        )
    if odds.get("works") is not None and odds["works"]["value"] not in (0, 1):
        found.append(f"Its test {percent(odds['works'])}.")
    if odds.get("if_works") is not None:
        found.append(f"If it works, {percent(odds['if_works'])} to avoid.")
    claim = odds.get("claim")
    if claim and claim.get("avoid") is not None:
        found.append(f"With {claim['price']} Momentum for Advantage, {percent(claim['avoid'])}.")
    if odds.get("dice"):
        found.append(f"{odds['dice'].capitalize()}, {signed(odds['bonus'])}.")
    if odds.get("gain"):
        found.append(f"Rolling it gains {odds['gain']} Momentum.")
    return " ".join(found)


def bar(odds: Mapping[str, Any] | None) -> list[tuple[str, str, float]] | None:
    """What may come of it: avoided, a hit without trauma, one, two."""
    if odds is None or odds.get("trauma") is None:
        return None
    none, one, two = (float(odds["trauma"][key]["value"]) for key in ("0", "1", "2"))
    harm = [("o-one", "1 trauma", one), ("o-two", "2 trauma", two)]
    free = odds.get("hit_no_trauma")
    if free is None or odds.get("avoid") is None:
        return [("o-none", "No trauma", none), *harm]
    return [
        ("o-miss", "Avoid", float(odds["avoid"]["value"])),
        ("o-none", "No trauma", float(free["value"])),
        *harm,
    ]


def draw_card(view: View, ask: Mapping[str, Any], seats: Mapping[str, str]) -> dict[str, Any]:
    """Dice that wait for a tap or for what real ones showed."""
    who, name = ask["who"], DRAWS.get(ask["draw"], ask["draw"])
    whom = "" if view["you"] == [who] else f", {name_of(view, who)}"
    skill = "" if not ask["skill"] else f": {ask['skill']}, {ask['characteristic']}"
    plus = "" if not ask["bonus"] else f", {signed(ask['bonus'])}"
    return {
        "id": identity(f"dice {ask['draw']} {who} {ask['count']}"),
        "key": ask["key"],
        "kind": "draw",
        "who": who,
        "label": f"{whose(view, seats.get(ask['key'], who))} dice{when(view)}",
        "title": f"{name}{skill}{whom}",
        "text": about(view, ask),
        "count": ask["count"],
        "edge": ask["edge"],
        "how": f"{ask['dice']}{plus}",
        "wanted": wanted_words(ask),
        "reasons": ask["reasons"] or [],
        "options": [],
        "default": None,
    }


def wanted_words(ask: Mapping[str, Any]) -> str:
    """Which total is wanted, and what the kept dice must show for it."""
    if ask["wanted"] is None:
        return ""
    with_ = f" with {signed(ask['bonus'])}" if ask["bonus"] else ""
    if ask["wanted"] >= 12:
        return f"Wanted: 8 or more{with_}: only 12 on the dice."
    return f"Wanted: 8 or more{with_}" + (f": {ask['wanted']} or more on the dice." if with_ else ".")


def answered(view: View, key: str, value: Any, draw: str = "") -> tuple[str, str]:
    """An answer that was given, in words: what was asked of whom, and what was said."""
    name, _, who = (draw if key == "dice" else key).partition(":")
    if key == "dice":
        rolled = DRAWS.get(name, name) + (f", {name_of(view, who)}" if who else "")
        return rolled, ", ".join(str(face) for face in value)
    what = f"{GIVEN.get(name, name.replace('_', ' ').capitalize())}, {name_of(view, who)}"
    if isinstance(value, bool):
        return what, "claimed" if value else "not claimed"
    kind, _, rest = str(value).partition(":")
    if name == "reaction":
        return what, {"none": "no reaction", "dive": f"dives behind {rest}"}.get(kind, kind)
    if kind == "none":
        return what, "let it pass"
    return what, f"{name_of(view, kind)}, {rest}" if rest else kind
