"""The odds of attacks and tests as bars with words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

HARM = {"trauma": ("1 trauma", "2 trauma"), "stun": ("Stunned", "Stunned"), "hold": ("Held", "Held")}

Part = tuple[str, str, float]


def value(probability: Mapping[str, Any] | None) -> float:
    """A probability as a float."""
    return 0.0 if probability is None else float(probability["value"])


def parts(case: Mapping[str, Any], harm: str) -> list[Part]:
    """A bar: miss, no trauma, one, two; only miss and hit where armor is not known."""
    trauma = case["trauma"]
    if trauma is None:
        return [("o-miss", "Miss", value(case["miss"])), ("o-hit", "Hit, trauma unknown", value(case["hit"]))]
    one, two = HARM.get(harm, HARM["trauma"])
    found = [
        ("o-miss", "Miss", value(case["miss"])),
        ("o-none", "No trauma" if harm == "trauma" else "No effect", value(case["hit_no_trauma"])),
    ]
    if one == two:
        return [*found, ("o-two", one, value(trauma["1"]) + value(trauma["2"]))]
    return [*found, ("o-one", one, value(trauma["1"])), ("o-two", two, value(trauma["2"]))]


def case_words(case: Mapping[str, Any]) -> str:
    """Under which reaction: with the chance that the reaction works, where it is known."""
    if case["reaction"] == "none":
        return "no reaction"
    if case["reaction"] == "works":
        return "if a reaction works"
    works = "" if case["works"] is None else f", works {value(case['works']) * 100:.0f} %"
    return f"if they {case['label']}{works}"


def attack_bars(odds: Mapping[str, Any], claim: bool) -> list[dict[str, Any]]:
    """The bars of an attack: the side chosen with every reaction, the other side of the claim without one."""
    sides = [("claimed", odds["claimed"]), ("unclaimed", odds["unclaimed"])]
    if not claim or odds["claimed"] is None:
        sides.reverse()
    price = 0 if odds["claim"] is None else odds["claim"]["price"]
    bars: list[dict[str, Any]] = []
    both = all(side is not None for _, side in sides)
    for i, (name, side) in enumerate(sides):
        if side is None:
            continue
        words = (f"Claimed, costs {price}" if name == "claimed" else claim_free(side)) if both else ""
        told: set[tuple[str, ...]] = set()
        for case in side["cases"] if i == 0 else side["cases"][:1]:
            bar = parts(case, odds["harm"])
            same = tuple(f"{share:.4f}" for _, _, share in bar)
            if same in told:
                continue
            told.add(same)
            label = case_words(case) if len(side["cases"]) > 1 and i == 0 else ""
            first = case is side["cases"][0]
            told_words = (words if first else "", "" if first and words else label)
            bars.append({"label": ", ".join(x for x in told_words if x), "bar": bar, "thin": bool(bars)})
    return bars


def claim_free(side: Mapping[str, Any]) -> str:
    """What is said of the side that claims nothing."""
    return f"Unclaimed, gains {side['gain']}" if side["gain"] else "Unclaimed"


def blast_bars(odds: Mapping[str, Any], claim: bool, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """A blast: everybody within, with the trauma of each over all rolls."""
    side = odds["claimed"] if claim and odds["claimed"] is not None else odds["unclaimed"]
    bars: list[dict[str, Any]] = []
    for who, trauma in side["trauma"].items():
        name = names.get(who, who)
        if trauma is None:
            bars.append({"label": f"{name}: trauma unknown", "bar": None, "thin": True})
            continue
        one, two = HARM.get(odds["harm"], HARM["trauma"])
        bar = [("o-none", "None", value(trauma["0"])), ("o-one", one, value(trauma["1"]))]
        bars.append({"label": name, "bar": [*bar, ("o-two", two, value(trauma["2"]))], "thin": bool(bars)})
    return bars


def test_bar(odds: Mapping[str, Any]) -> str:
    """The odds of a command that is a test, in a word."""
    if odds.get("unknown"):
        return "odds unknown: their skill is not known to you"
    plain = f"{value(odds['unclaimed']['success']) * 100:.1f} %"
    if odds.get("claimed"):
        return (
            f"{plain}, claimed {value(odds['claimed']['success']) * 100:.1f} % for {odds['claim']['price']}"
        )
    return plain
