"""The focus: the map around one combatant and the composer of what it may do, as the template shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .drawing import Area, battle_map, metres_text
from .models import REACH, View, band_of, bands_around, metres_between, on_the_map, place_of, scene
from .models_bars import attack_bars, blast_bars, test_bar, value
from .models_zones import zone_list

LATER = ("out_of_turn", "pending", "over", "no_significant", "unable", "seat", "paused")
"""Refusals that speak of the moment, not of the target or the weapon."""

GROUPS = (
    ("attack", "Attack"),
    ("move", "Move and cover"),
    ("weapon", "Weapons"),
    ("hands", "Hands"),
    ("turn", "Turn"),
)
FOOT = (("aim", ""), ("move", ""), ("minor", "Minor"), ("ready", "Ready"), ("delay", "Delay"))
LAST = ("leave", "surrender")
"""What ends one's part in the fight: kept apart, so that nobody does it by mistake."""
PULLED = {None: "", "stunned": ", to stun", "pinned": ", to pin"}

EMPTY: dict[str, Any] = {
    "who": None,
    "bands": None,
    "svg": "",
    "map_words": "",
    "placing": None,
    "placings": (),
    "composer": None,
    "asked": False,
    "zones": (),
}
"""A focus that shows a map and nothing to do."""


def option(
    mode: Mapping[str, Any], weapon: Mapping[str, Any], claim: bool, names: Mapping[str, str]
) -> dict[str, Any]:
    """A weapon in one mode: its bars, or the reason against it."""
    odds = mode["odds"]
    bars: list[dict[str, Any]] = []
    if odds is not None:
        bars = attack_bars(odds, claim) if odds["kind"] == "attack" else blast_bars(odds, claim, names)
    volley = mode.get("volley")
    if volley is not None and len(volley["chosen"]) > 1:
        bars = volley_bars(volley, claim)
    label = mode["label"]
    thrown = weapon["lob"] and (weapon["melee"] or weapon["blast"] is not None)
    verb = "Strike" if label.startswith("strike") else "Throw" if thrown else "Shoot"
    if label.startswith("burst"):
        verb = "Burst"
    elif label.startswith("full"):
        verb = "Full auto"
    ammo = "" if weapon["ammo"] is None else f"{weapon['ammo']} of {weapon['magazine'] or weapon['ammo']}"
    return {
        "weapon": weapon["id"],
        "name": weapon["name"],
        "words": " · ".join(x for x in (label, weapon["damage"].replace("-", "−"), ammo) if x),
        "verb": verb + PULLED[mode["pull"]],
        "command": mode["command"],
        "refusal": mode["refusal"],
        "later": bool(odds) and mode["refusal"] is not None and mode["refusal"]["code"] in LATER,
        "bars": bars,
        "within": [names.get(who, who) for who in odds["within"]] if odds and odds["kind"] == "blast" else [],
        "claimer": claimer(odds),
        "volley": None if volley is None or mode["refusal"] is not None else volley_told(volley),
        "chosen": weapon["chosen"],
    }


def volley_bars(volley: Mapping[str, Any], claim: bool) -> list[dict[str, Any]]:
    """Full auto at several: a bar for each target, without a reaction, and how many of the attacks it takes."""
    found: list[dict[str, Any]] = []
    for one in volley["each"]:
        if one["odds"] is not None and one["odds"]["kind"] == "attack":
            bar = attack_bars(one["odds"], claim)[0]["bar"]
            label = one["name"] + (f", {one['times']} times" if one["times"] > 1 else "")
            found.append({"label": label, "bar": bar, "thin": bool(found)})
    return found


def volley_told(volley: Mapping[str, Any]) -> dict[str, Any]:
    """The attacks of full auto: each with the choice that takes it out, and who may be added, or why not."""
    chosen = list(volley["chosen"])
    taken = [
        {"name": volley["names"][id], "without": chosen[:i] + chosen[i + 1 :]} for i, id in enumerate(chosen)
    ]
    more = [one for one in volley["more"] if one["refusal"] is None]
    shut = [{"label": one["name"], "refusal": one["refusal"]} for one in volley["more"] if one["refusal"]]
    return {
        "most": volley["most"],
        "taken": taken,
        "more": [{"name": one["name"], "with": [*chosen, one["id"]]} for one in more],
        "refused": same_reasons(shut),
    }


def claimer(odds: Mapping[str, Any] | None) -> str:
    """Whose claim the switch speaks for: the one who rolls, where something can be claimed."""
    if odds is None or odds["claim"] is None or odds["claim"]["refusal"] is not None:
        return ""
    return str(odds["claim"]["by"])


def options(composer: Mapping[str, Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every weapon and mode; a weapon that is not at hand is told once, all that can be done first."""
    found: list[dict[str, Any]] = []
    attack = composer["attack"]
    if attack is not None and "at" in attack["command"]:
        weapon = next(one for one in composer["weapons"] if one["chosen"])
        lob = {"label": "at a place", "pull": None, **attack}
        return [option(lob, weapon, composer["claim"], names)]
    for weapon in composer["weapons"]:
        modes = [option(mode, weapon, composer["claim"], names) for mode in weapon["modes"]]
        reasons = {None if one["refusal"] is None else one["refusal"]["text"] for one in modes}
        if len(modes) > 1 and len(reasons) == 1 and None not in reasons:
            modes = modes[:1]
        found += modes
    return sorted(found, key=lambda one: (one["refusal"] is not None, not one["chosen"]))


def targets(composer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Whom one may look at as a target, foes first, the nearest first; those out last."""
    found = [
        {
            **one,
            "words": f"{metres_text(one['metres'])} m, {one['band'].capitalize()}",
            "why": None if one["refusal"] is None or one["refusal"]["code"] in LATER else one["refusal"],
        }
        for one in composer["targets"]
        if one["gone"] != "left"
    ]
    return sorted(found, key=lambda one: (one["out"], not one["hostile"], one["metres"]))


def groups(composer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The other commands by group; those that are not legal after those that are."""
    made = []
    for name, title in GROUPS:
        lines = [line for line in composer["commands"] if line["group"] == name and line["do"] != "end_turn"]
        told = [
            {**line, "chance": None if line["odds"] is None else test_bar(line["odds"])} for line in lines
        ]
        open_ones = [line for line in told if line["refusal"] is None]
        shut = [line for line in told if line["refusal"] is not None]
        if told:
            after = [line for line in open_ones if "after" in line["command"]]
            last = [line for line in open_ones if line["do"] in LAST]
            made.append(
                {
                    "name": name,
                    "title": title,
                    "lines": [line for line in open_ones if line not in after and line not in last],
                    "after": after,
                    "last": last,
                    "refused": same_reasons(shut),
                }
            )
    return made


def foot(made: Sequence[dict[str, Any]], end: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The commands of nearly every turn, which stay in sight below the others: taken out of the groups' own lines."""
    found: list[dict[str, Any]] = []
    for do, label in FOOT:
        for group in made:
            line = next((line for line in group["lines"] if line["do"] == do), None)
            if line is not None:
                group["lines"].remove(line)
                found.append({**line, "label": label or line["label"]})
                break
    if end is not None and end["refusal"] is None:
        found.append({**end, "label": "End turn", "chance": None})
    return found


def same_reasons(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Refused commands, those with one reason together."""
    by_reason: dict[str, dict[str, Any]] = {}
    for line in lines:
        refusal = line["refusal"]
        told = by_reason.setdefault(refusal["text"], {"labels": [], "refusal": refusal})
        told["labels"].append(line["label"])
    return list(by_reason.values())


def areas(view: View, chosen: Mapping[str, Any], composer: Mapping[str, Any], radius: float) -> list[Area]:
    """What a blast would cover, and what suppressive fire would, before anything is done."""
    found = []
    weapon = next((one for one in composer["weapons"] if one["chosen"]), None)
    people = view["combatants"]
    at = chosen.get("at")
    if weapon is not None and weapon["blast"] is not None:
        centre = at if at is not None else people[composer["target"]]["at"] if composer["target"] else None
        if centre is not None:
            inside = names_within(view, centre, weapon["blast"])
            found.append(Area(place_of(centre), weapon["blast"], "blast", f"blast: {inside or 'nobody'}"))
    if chosen.get("sup") is not None:
        inside = names_within(view, chosen["sup"], radius)
        found.append(
            Area(place_of(chosen["sup"]), radius, "suppressed", f"would suppress: {inside or 'nobody'}")
        )
    return found


def names_within(view: View, centre: Any, radius: float) -> str:
    """Who of those that are seen stands within a circle."""
    people = view["combatants"]
    inside = [
        people[id]["name"] for id in on_the_map(view) if metres_between(people[id]["at"], centre) <= radius
    ]
    return ", ".join(inside)


def focus(
    view: View,
    composer: Mapping[str, Any] | None,
    chosen: Mapping[str, Any],
    radius: float,
) -> dict[str, Any]:
    """All that `focus.html` shows. `chosen` is what the page has chosen so far, `radius` that of suppression."""
    names = {id: c["name"] for id, c in view["combatants"].items()}
    who = chosen["who"]
    if composer is None or composer["refusal"] is not None:
        svg = battle_map(scene(view, who))
        return {
            **EMPTY,
            "who": who,
            "bands": _bands(view, who, chosen),
            "svg": svg,
            "zones": zone_list(view),
        }
    weapon = next((one for one in composer["weapons"] if one["chosen"]), None)
    target = composer["target"]
    shot = None
    if target is not None and chosen.get("at") is None and view["round"] and not view["over"]:
        metres = metres_text(
            round(metres_between(view["combatants"][who]["at"], view["combatants"][target]["at"]), 1)
        )
        aims = "aim" if view["combatants"][who].get("aim") == target else "target"
        shot = (target, f"{aims}: {metres} m, {band_of(view, who, target).capitalize()}")
    reach = None if weapon is None or weapon["effective"] is None else REACH.get(weapon["effective"])
    placing = chosen.get("placing") or "to"
    pick = chosen.get(placing)
    made = groups(composer)
    end = next((line for line in composer["commands"] if line["do"] == "end_turn"), None)
    drawn = scene(view, who, reach, shot, areas(view, chosen, composer, radius), pick)
    morale = view["combatants"][who].get("morale")
    about = f"around {names[who]}" + (f", {weapon['name']} to {reach:g} m" if weapon and reach else "")
    return {
        "who": who,
        "name": names[who],
        "mine": view["turn"] == who,
        "zones": zone_list(view),
        "unaware": view["combatants"][who]["unaware"],
        "out": view["combatants"][who]["out"],
        "broken": morale["does"] if morale and morale["broken"] else None,
        "advice": view["advice"] and view["turn"] == who and view["role"] == "player",
        "bands": _bands(view, who, chosen),
        "svg": battle_map(drawn),
        "map_words": about,
        "placing": placing,
        "from": view["combatants"][who]["at"],
        "chosen": chosen,
        "target": target,
        "targets": targets(composer),
        "options": options(composer, names),
        "foot": foot(made, end),
        "groups": made,
        "attack": composer["attack"],
        "claim": composer["claim"],
        "composer": composer,
        "net_hit": net_hit(composer),
        "placings": placings(composer),
        "later": later(composer),
        "weapon": weapon,
    }


def _bands(view: View, who: str, chosen: Mapping[str, Any]) -> list[Any] | None:
    return bands_around(view, who) if chosen.get("bands") else None


def later(composer: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Why nothing can be done just now, once for all; None when it can."""
    refusal = None if composer["attack"] is None else composer["attack"]["refusal"]
    return refusal if refusal is not None and refusal["code"] in LATER else None


def placings(composer: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a click on the map may mean: where to go, where to throw, where to suppress."""
    found = [("to", "Go")]
    if any(one["lob"] and one["chosen"] for one in composer["weapons"]):
        found.append(("at", "Throw"))
    if any(line["do"] == "suppress" for line in composer["commands"]):
        found.append(("sup", "Suppress"))
    return found


def net_hit(composer: Mapping[str, Any]) -> float | None:
    """The chance to hit of the chosen attack without a reaction, with the claim as it stands."""
    attack = composer["attack"]
    odds = None if attack is None else attack["odds"]
    if odds is None:
        return None
    side = odds["claimed"] if composer["claim"] and odds["claimed"] is not None else odds["unclaimed"]
    if odds["kind"] != "attack":
        return None if side["hit"] is None else value(side["hit"])
    return value(side["cases"][0]["hit"])
