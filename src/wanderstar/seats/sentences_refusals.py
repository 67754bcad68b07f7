"""Every refusal as a clear sentence: what was not possible, and what would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .names import NOBODY, Names, metres

Facts = Mapping[str, Any]
Tell = Callable[[Facts, Names], str]

BECAUSE = {
    "stunned": "{who} is stunned and cannot act",
    "pinned": "{who} is pinned and can only break free",
    "held": "{who} is held: only an unarmed attack on the holder, or breaking free, is possible",
    "holding": "{who} already holds somebody",
    "not suppressive": "{weapon} cannot suppress",
    "no magazine": "{weapon} has no magazine to reload",
    "full": "{weapon} is full",
    "needs no charge": "{weapon} needs no charge",
    "charged": "{weapon} is charged already",
    "readied": "{who} has a reaction readied already",
    "dead": "{target} is dead",
    "unhurt": "{target} has no Physical trauma to treat",
    "free": "{who} is neither held nor pinned",
    "test only": "out of a net or a pin one gets by the plain test only",
    "not in use": "{who} does not use that cover",
    "prone": "{who} is prone already",
    "up": "{who} is up already",
    "acted": "{who} has done something this turn; only an untouched turn can be delayed",
    "no automatic fire": "{weapon} has no automatic fire",
    "cannot be pulled": "a blow with {weapon} cannot be pulled",
    "no indirect fire": "{weapon} has no indirect fire",
    "cannot be lobbed": "{weapon} can only be aimed at somebody, not at a place",
    "no fight": "no fight is under way",
    "server dice": "the server rolled these dice: nobody mistyped them, and they stand",
    "no map": "this map has no edge over which one could leave",
}
"""Why somebody or something is unable."""


def refusal_text(refusal: Mapping[str, Any], names: Names = NOBODY) -> str:
    """A refusal (as JSON) in words."""
    facts = {**refusal["facts"], "rule": refusal["rule"]}
    text = TEXTS[refusal["code"]](facts, names)
    return text[0].upper() + text[1:] + "."


def _because(facts: Facts, n: Names) -> str:
    because = facts.get("because")
    if because is None:
        return f"{_who(facts, n)} cannot do that now"
    if because == "held" and facts.get("rule") == "C20":
        bare = facts["weapon"] == "unarmed"
        return (
            "hands are never drawn, stowed or dropped" if bare else f"{_weapon(facts, n)} is in hand already"
        )
    if because == "held" and "who" not in facts:
        return f"{n.who(facts['target'])} is held already"
    target = n.who(facts.get("target"))
    return BECAUSE[because].format(who=_who(facts, n), target=target, weapon=_weapon(facts, n))


def _who(facts: Facts, n: Names) -> str:
    key = str(facts.get("key", "")).partition(":")[2]
    return n.who(facts.get("who") or facts.get("target") or key or "this one")


def _weapon(facts: Facts, n: Names) -> str:
    return n.weapon(facts["weapon"]) if facts.get("weapon") is not None else "the weapon"


def _over(facts: Facts, n: Names) -> str:
    return f"the clock {facts['clock']} is full" if "clock" in facts else "the fight is over"


def _out_of_turn(facts: Facts, n: Names) -> str:
    if facts.get("because") == "no fight" or ("turn" in facts and facts["turn"] is None):
        return "no fight is under way, so nobody has a turn"
    if "turn" not in facts:
        return f"it is not the turn of {_who(facts, n)}"
    return f"it is the turn of {n.who(facts['turn'])}, not of {n.who(facts['who'])}"


def _pending(facts: Facts, n: Names) -> str:
    return (
        f"an answer is awaited first: {', '.join(facts['asks'])}"
        if "asks" in facts
        else "an answer is awaited"
    )


def _seat(facts: Facts, n: Names) -> str:
    return (
        f"that is not for the seat {facts['seat']} to do" if facts.get("seat") else "that is not yours to do"
    )


def _unknown(facts: Facts, n: Names) -> str:
    return f"{facts['field']}: nothing is called {_shown(facts['found'])}{_expected(facts)}"


def _ambiguous(facts: Facts, n: Names) -> str:
    several = ", ".join(facts.get("expected", ())) or "several"
    return f"{facts['field']}: {_shown(facts['found'])} could be {several}"


def _bad_value(facts: Facts, n: Names) -> str:
    if "field" in facts:
        if facts.get("unknown_key"):
            return f"there is no field {_shown(facts['found'])}{_expected(facts)}"
        if facts.get("found") is None:
            return f"{facts['field']} is missing{_expected(facts)}"
        return f"{facts.get('field')}: {_shown(facts['found'])} will not do{_expected(facts)}"
    if "key" not in facts:
        return "that will not do"
    options = ", ".join(_shown(option) for option in facts.get("options", ()))
    there = f"; there are {options}" if options else ""
    return f"{facts.get('key')}: {_shown(facts.get('value'))} is no option{there}"


def _expected(facts: Facts) -> str:
    expected = facts.get("expected")
    if expected in (None, [], ""):
        return ""
    listed = list(expected) if isinstance(expected, list | tuple) else [expected]
    more = ", …" if len(listed) > 12 else ""
    return f"; expected {', '.join(str(item) for item in listed[:12])}{more}"


def _shown(value: Any) -> str:
    text = (
        repr(value)
        if isinstance(value, str)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
    return text if len(text) <= 60 else text[:59] + "…"


def _too_far(facts: Facts, n: Names) -> str:
    if "metres" not in facts:
        return "that is too far"
    if "band" in facts:
        return (
            f"{metres(facts['metres'])} is beyond {facts['band'].capitalize()}, the weapon’s effective band"
        )
    if facts.get("of") == "edge":
        return f"the edge of the map is {metres(facts['metres'])} away: at most {metres(facts['most'])}"
    return f"{metres(facts['metres'])} is too far: at most {metres(facts['most'])}"


def _gate(facts: Facts, n: Names) -> str:
    rank = f"the rank {facts['rank']} in {facts['skill']}" if "rank" in facts else "a higher rank"
    return f"{n.who(facts['who'])} needs {rank} to try at all"


def _used_up(facts: Facts, n: Names) -> str:
    if "target" in facts:
        return f"{n.who(facts['target'])} has had first aid in this fight already"
    return f"{_weapon(facts, n)} is used up"


def _slow(facts: Facts, n: Names) -> str:
    fired = f": it was used in round {facts['fired']}" if "fired" in facts else ""
    return f"{_weapon(facts, n)} is Slow{fired} and must rest a round"


def _ammo(facts: Facts, n: Names) -> str:
    if "left" not in facts:
        return f"{_weapon(facts, n)} has not enough rounds for that"
    return f"{_weapon(facts, n)} has {facts['left']} left and {facts['needed']} are needed"


def _not_engaged(facts: Facts, n: Names) -> str:
    far = f" ({metres(facts['metres'])} away)" if "metres" in facts else ""
    return f"{n.who(facts['target'])} is not at Engaged range{far}"


def _plain(text: str) -> Tell:
    def tell(facts: Facts, n: Names) -> str:
        return text.format(who=_who(facts, n), target=n.who(facts.get("target")), weapon=_weapon(facts, n))

    return tell


TEXTS: dict[str, Tell] = {
    "over": _over,
    "pending": _pending,
    "stale": _plain("the table has moved on since; look again"),
    "seat": _seat,
    "out_of_turn": _out_of_turn,
    "unknown": _unknown,
    "ambiguous": _ambiguous,
    "bad_value": _bad_value,
    "unable": _because,
    "no_significant": _plain("{who} has no Significant Action left this turn"),
    "no_minor": _plain("{who} has no Minor Action left this turn"),
    "already_moved": _plain("{who} has moved this turn; a second move takes the Significant Action"),
    "too_far": _too_far,
    "gate": _gate,
    "not_held": _plain("{weapon} is not in the hands of {who}"),
    "used_up": _used_up,
    "unloaded": _plain("{weapon} is empty: reload first"),
    "uncharged": _plain("{weapon} is not charged"),
    "slow": _slow,
    "ammo": _ammo,
    "target_out": _plain("{target} is out of action already"),
    "total_cover": _plain("{target} is in Total cover and cannot be attacked"),
    "out_of_sight": _plain("{target} is out of sight"),
    "not_engaged": _not_engaged,
    "inside_guard": _plain("the Reach of {target} keeps the attacker out until the next round"),
    "reaction_used": _plain("{who} has no reaction left"),
    "dodge_blast": _plain("a Blast cannot be dodged; only diving for cover helps"),
    "parry_ranged": _plain("a ranged attack cannot be parried"),
    "parry_smasher": _plain("a Smasher cannot be parried"),
    "no_cover": _plain("there is no cover near enough to dive behind"),
    "no_aim_with_auto": _plain("automatic fire has no use of an aim"),
    "nothing_to_claim": _plain("there is no Advantage to claim here"),
    "momentum": _plain("{who} has not enough Momentum"),
}
"""Every refusal code of the interface."""
