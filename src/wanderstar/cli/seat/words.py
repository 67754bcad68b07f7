"""Odds in a few words, for the line of a choice; and in full, for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ...seats.names import Names
from ..bars import fraction
from ..bars import percent as exactly

Odds = Mapping[str, Any]

HARM = {"trauma": "trauma", "stun": "stun", "pin": "pinned", "hold": "hold"}
VERBS = {"dodge": "dodged", "parry": "parried", "works": "a reaction works"}


def chance(p: Mapping[str, Any] | None) -> Fraction | None:
    """A probability of a seat's JSON."""
    return None if p is None else Fraction(p["exact"])


def percent(p: Mapping[str, Any] | Fraction | None) -> str:
    """`58 %`; never 0 or 100 for what is not certain, `?` for what the seat does not know."""
    value = p if isinstance(p, Fraction) else chance(p)
    if value is None:
        return "? %"
    if 0 < value < Fraction(1, 200):
        return "<1 %"
    if Fraction(199, 200) < value < 1:
        return ">99 %"
    return f"{round(100 * value)} %"


def full(p: Mapping[str, Any] | Fraction | None) -> str:
    """`58.3 % (7/12)`."""
    value = p if isinstance(p, Fraction) else chance(p)
    if value is None:
        return "not known"
    exact = fraction(value)
    return exactly(value) + (f" ({exact})" if exact else "")


def harm_of(trauma: Mapping[str, Any] | None) -> Fraction | None:
    """The chance of any trauma at all."""
    return None if trauma is None else 1 - Fraction(trauma["0"]["exact"])


def brief(odds: Odds | None, names: Names) -> str:
    """`58 % hit · 41 % trauma`; nothing where there are no odds."""
    return "" if odds is None else BRIEF[odds["kind"]](odds, "unclaimed", names)


def claimed(odds: Odds | None, names: Names) -> str:
    """What it would be with an Advantage bought: `81 % hit · 60 % trauma for 1 Momentum`; else nothing."""
    if odds is None or odds.get("claimed") is None:
        return ""
    price = odds["claim"]["price"]
    return f"{BRIEF[odds['kind']](odds, 'claimed', names)} for {price} Momentum"


def _attack(odds: Odds, side: str, names: Names) -> str:
    cases = odds[side]["cases"]
    first = cases[0]
    text = f"{percent(first['hit'])} hit"
    best = min(cases, key=lambda case: Fraction(case["hit"]["exact"]))
    if best["hit"] != first["hit"]:
        word = VERBS.get(best["reaction"], "dived from")
        text += f", {percent(best['hit'])} if {word}"
    harm = harm_of(first["trauma"])
    if harm is not None and odds["harm"] != "hold":  # what holds, holds whoever it hits
        text += f" · {percent(harm)} {HARM[odds['harm']]}"
    return text


def _blast(odds: Odds, side: str, names: Names) -> str:
    branch = odds[side]
    parts = [] if branch["hit"] is None else [f"{percent(branch['hit'])} on target"]
    for who in odds["within"]:
        harm = f"{percent(harm_of(branch['trauma'].get(who)))} {HARM[odds['harm']]}"
        parts += [names.who(who) + (" within" if odds["harm"] == "hold" else f" {harm}")]
    return " · ".join(parts or ["nobody within"])


def _test(odds: Odds, side: str, names: Names) -> str:
    return f"{percent(odds[side]['success'])} success"


def _opposed(odds: Odds, side: str, names: Names) -> str:
    return "odds not known" if odds.get("unknown") else f"{percent(odds[side]['success'])} success"


BRIEF = {"attack": _attack, "blast": _blast, "test": _test, "opposed": _opposed}


def detail(odds: Odds | None, names: Names) -> Iterator[str]:
    """Every case of a choice's odds, one fact a line."""
    if odds is None:
        yield "nothing is rolled"
        return
    if odds.get("unknown"):
        yield "not known: it is against numbers that you do not see"
        return
    for side, word in (("unclaimed", "without a claim"), ("claimed", "with the Advantage claimed")):
        branch = odds.get(side)
        if branch is None:
            continue
        if odds.get("claim") is not None and (odds.get("claimed") or not odds["claim"]["refusal"]):
            price = f", {odds['claim']['price']} Momentum" if side == "claimed" else ""
            yield f"{word}{price}:"
        if "dice" in branch:
            gain = f"; rolling it gains {branch['gain']} Momentum" if branch["gain"] else ""
            yield f"  {branch['dice']} {branch['bonus']:+d}{gain}".replace("+-", "−")
        yield from _branch(odds, branch, names)


def _branch(odds: Odds, branch: Odds, names: Names) -> Iterator[str]:
    if odds["kind"] in ("test", "opposed"):
        yield f"  success {full(branch['success'])}"
        return
    if odds["kind"] == "attack":
        for case in branch["cases"]:
            dive = case["reaction"] not in VERBS  # it brings cover, whatever becomes of it
            if not dive and case["works"] is not None and case["works"]["exact"] == "0":
                yield f"  {case['label']}: never works"
                continue
            works = "" if dive or case["works"] is None else f" (it works: {full(case['works'])})"
            yield f"  {case['label']}{works}:"
            yield f"    hit {full(case['hit'])}"
            yield from _trauma(case["trauma"], odds["harm"])
        return
    if branch["hit"] is not None:
        yield f"  on target {full(branch['hit'])}"
    for who, p in branch["avoid"].items():
        yield f"  {names.who(who)} avoids it {full(p)}"
    for who, trauma in branch["trauma"].items():
        yield f"  {names.who(who)}:"
        yield from _trauma(trauma, odds["harm"])
    for who in odds["spared"]:
        yield f"  {names.who(who)} is spared by Total cover"


def _trauma(trauma: Mapping[str, Any] | None, harm: str) -> Iterator[str]:
    if trauma is None:
        yield "    trauma not known"
    elif harm == "hold":
        yield "    held if it hits"
    elif harm != "trauma":
        yield f"    {HARM[harm]} {full(harm_of(trauma))}"
    else:
        for n in ("0", "1", "2"):
            yield f"    {n} trauma {full(trauma[n])}"
