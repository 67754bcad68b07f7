"""What asks and their options are called."""

from __future__ import annotations

from ..play.asks import Choice, Draw
from ..play.attack_plan import AttackPlan
from .names import Names
from .wording import SOMEBODY


def title(ask: Choice | Draw, attack: AttackPlan | None, names: Names) -> str:
    """What it is about, in a few words."""
    by = SOMEBODY if attack is None else names.who(attack.who)
    if ask.name == "reaction" and isinstance(ask, Choice):
        return (
            f"{by} attacks {names.who(ask.who)}".capitalize()
            if attack is None
            else (f"{by} attacks {names.who(ask.who)}")
        )
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
