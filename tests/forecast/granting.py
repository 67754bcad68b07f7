"""What a GM hands out during a fight: edges that end in every way there is, conditions with turns to run."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.soak.encounters import SKILLS

from wanderstar.play.state import State

ON = ("next_test", "until_round_end", "fight")
NAMES = ("blessed", "drunk", "afraid", "stunned", "pinned")


def grants(rng: Random, state: State) -> list[dict[str, Any]]:
    """Commands of the GM's for some of those who are there; in most fights none."""
    if rng.random() < 0.5:
        return []
    people = list(state.combatants)
    return [one(rng, rng.choice(people)) for _ in range(rng.randint(1, 5))]


def one(rng: Random, who: str) -> dict[str, Any]:
    """An edge, or a condition that may give one."""
    edge = rng.choice(["advantage", "disadvantage"])
    price = {"price": rng.choice([0, 1, 2])} if edge == "advantage" else {}
    if rng.random() < 0.5:
        return {"do": "edge", "who": who, "edge": edge, "on": rng.choice(ON), **price}
    made: dict[str, Any] = {"do": "condition", "who": who, "name": rng.choice(NAMES)}
    if rng.random() < 0.7:
        made["turns"] = rng.randint(1, 3)
    if made["name"] not in ("stunned", "pinned") and rng.random() < 0.8:
        made |= {"edge": edge, **price}
        if rng.random() < 0.5:
            made["skill"] = rng.choice(SKILLS)
    return made
