"""What asks and their options are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..book.core_mechanic.roll import TARGET
from ..book.readings import NaturalMode
from ..play.asks import Answers, Choice, Draw, Wanted
from ..play.attack_plan import AttackPlan
from ..play.contests import Contest, Opposed
from ..play.reactions import settle
from ..play.scene import Event, Scene
from ..play.state import State
from .names import Names
from .wording import SOMEBODY

CLAIMS = ("claim_attack", "claim_avoid", "claim_reaction", "claim_test")
OPPOSED = ("opposed", "grapple")
"""Draws whose total meets another total, not the 8."""


def title(
    ask: Choice | Draw, attack: AttackPlan | None, names: Names, story: Mapping[str, Any] | None = None
) -> str:
    """What it is about, in a few words; `story` is the test that a claim is about, where it is known."""
    by = SOMEBODY if attack is None else names.who(attack.who)
    if ask.name == "reaction" and isinstance(ask, Choice):
        return f"{by[0].upper()}{by[1:]} attacks {names.who(ask.who)}"
    if ask.name == "claim_test" and story is not None:
        return f"Claim an Advantage on {story['skill']}, {story['characteristic']}?"
    if ask.name in CLAIMS and attack is not None:
        weapon = names.weapon(attack.weapon.id)
        if ask.name == "claim_attack":
            aim = "" if attack.target is None else f" on {names.who(attack.target)}"
            return f"Claim an Advantage on the attack{aim} with {weapon}?"
        what = "avoiding" if ask.name == "claim_avoid" else "the reaction to"
        return f"Claim an Advantage on {what} {by}, {weapon}?"
    return TITLES.get(ask.name, ask.name.replace("_", " ").capitalize())


TITLES = {
    "claim_attack": "Claim an Advantage on the attack?",
    "claim_avoid": "Claim an Advantage on avoiding?",
    "claim_reaction": "Claim an Advantage on the reaction?",
    "claim_test": "Claim an Advantage on the test?",
    "avoid_skill": "Avoid with which skill?",
    "reach_strike": "Strike first?",
    "free_attack": "Strike at the one who leaves?",
    "initiative": "Roll initiative",
    "reaction": "Roll the reaction",
    "attack": "Roll to hit",
    "avoid": "Roll to avoid",
    "damage": "Roll damage",
}
"""What an ask is called; `reaction` as a choice names the attacker."""


def stakes_of(events: Iterable[Event], who: str) -> str | None:
    """What the GM said is at stake in the test that `who` is called to (T29); None where nothing was said."""
    told = [e.story for e in events if e.kind == "test_called" and e.story["who"] == who]
    return str(told[-1]["stakes"]) if told else None


def meets_eight(step: Any, story: Mapping[str, Any]) -> bool:
    """Whether a test is against the 8, not against another's total."""
    against = isinstance(step, Opposed | Contest) or getattr(step, "by", None) == "opposed"
    return not against and story["draw"] not in OPPOSED


def wanted_sum(bonus: int, mode: int) -> int | None:
    """The least that the two kept dice must show for a success; None where nothing they show is enough.

    A natural 2 fails and a natural 12 succeeds whatever the bonus, unless naturals only count as flags (R9).
    """
    least = TARGET - bonus
    if mode == NaturalMode.AUTO_OUTCOME:
        return min(max(least, 3), 12)
    return None if least > 12 else max(least, 2)


def static_of(state: State, attack: AttackPlan, value: str) -> dict[str, Any] | None:
    """The sum that settles an adversary's reaction without dice (R20): `static`, `bonus`, `success`; else None."""
    scene = Scene(state)
    if attack.target is None or value == "none":
        return None
    try:
        settle(scene, Answers(()), attack.target, value, attack)
    except Wanted:
        return None
    for event in scene.events:
        if event.kind == "reacted" and "static" in event.story:
            return {name: event.story[name] for name in ("static", "bonus", "success")}
    return None
