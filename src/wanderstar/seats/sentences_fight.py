"""Sentences of attacks, reactions, blasts and harm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .names import Names, band, metres, place, signed

Story = Mapping[str, Any]

MODES = {"single": "", "burst": " in a burst", "full": " on full auto"}
KINDS = {"dodge": "dodges", "parry": "parries", "dive": "dives for cover"}


def attack_declared(s: Story, n: Names) -> str:
    """Who attacks whom with what, how far."""
    far = f"{metres(s['metres'])}, {band(s['band'])}"
    with_ = f" with {n.weapon(s['weapon'])}{MODES[s['mode']]} ({far})"
    if not s["targets"]:
        return f"{n.who(s['who'])} attacks the place {place(s['at'])}{with_}."
    return f"{n.who(s['who'])} attacks {_targets(s['targets'], n)}{with_}."


def _targets(targets: list[str], n: Names) -> str:
    shots = {target: targets.count(target) for target in targets}
    return ", ".join(n.who(t) + (f" ×{times}" if times > 1 else "") for t, times in shots.items())


def struck_freely(s: Story, n: Names) -> str:
    """A free attack (C44) or a first strike (C41)."""
    how = "strikes first at" if s["kind_of_attack"] == "reach_strike" else "strikes freely at"
    return f"{n.who(s['who'])} {how} {n.who(s['target'])} with {n.weapon(s['weapon'])}."


def reaction_declared(s: Story, n: Names) -> str:
    """A reaction, and what it costs."""
    price = f" for {s['price']} Momentum" if s["price"] else ""
    return f"{n.who(s['who'])} {KINDS[s['reaction']]}{price}."


def static_sum(s: Story) -> str:
    """The sum of a reaction that is not rolled: "8 at Advantage +1 = 9 v 8"."""
    edge = s.get("edge", "neutral")
    at = "" if edge == "neutral" else f" at {edge.capitalize()}"
    return f"{s['static']}{at} {signed(s['bonus'])} = {s['total']} v 8"


def reacted(s: Story, n: Names) -> str:
    """What came of a reaction."""
    who = n.who(s["who"])
    if s["reaction"] == "dive":
        helps = "" if s["helps"] else ", which is not in the way"
        return f"{who} is prone behind {s['cover']}{helps}."
    if "success" not in s:
        return f"{who} will {s['reaction']}: that roll decides."
    static = f" ({static_sum(s)}, not rolled)" if "static" in s else ""
    works = "works" if s["success"] else "fails"
    return f"The {s['reaction']} of {who} {works}{static}."


def attack(s: Story, n: Names) -> str:
    """A hit or a miss, and what it did."""
    who, target = n.who(s["who"]), n.who(s["target"])
    effect = "" if s["effect"] is None else f", Effect {signed(s['effect'])}"
    if not s["hit"]:
        return f"{who} misses {target}{effect}."
    if s["damage"] is None:
        return f"{who} hits {target}{effect}."
    harm = f"{s['trauma']} trauma" if s["trauma"] else "no trauma"
    if "would" in s:
        harm = f"{s['would']} trauma held back"
    return f"{who} hits {target}{effect}: damage {s['damage']} against armor {s['armor']}, {harm}."


def blast(s: Story, n: Names) -> str:
    """Where something goes off, and who is within."""
    spared = f"; spared by Total cover: {n.all(s['spared'])}" if s["spared"] else ""
    return f"{n.weapon(s['weapon'])} goes off at {place(s['at'])}; within: {n.all(s['within'])}{spared}."


def scattered(s: Story, n: Names) -> str:
    """A blast that strays (R39, R43)."""
    return f"It strays {metres(s['metres'])} (die {s['face']}), from {place(s['at'])} to {place(s['to'])}."


def trauma_marked(s: Story, n: Names) -> str:
    """Boxes marked, and whether that was the last of them."""
    lost = f" ({s['lost']} found no box)" if s["lost"] else ""
    end = " and dies" if s["dead"] else " and is out of action" if s["out"] else ""
    return f"{n.who(s['who'])} marks {s['amount']} trauma{lost}{end}."


def trauma_cleared(s: Story, n: Names) -> str:
    """First aid that worked."""
    back = " and is back in action" if s["back"] else ""
    return f"{n.who(s['who'])} is treated by {n.who(s['by'])}: 1 Physical trauma less{back}."


def suppression_declared(s: Story, n: Names) -> str:
    """Suppressive fire that has to be rolled for (R81)."""
    return f"{n.who(s['who'])} fires {n.weapon(s['weapon'])} to suppress {place(s['at'])}."


def suppressed(s: Story, n: Names) -> str:
    """Suppressive fire on an area."""
    area = f"{metres(s['radius'])} around {place(s['at'])}"
    return f"{n.who(s['who'])} suppresses {area}; under fire: {n.all(s['within'])}."
