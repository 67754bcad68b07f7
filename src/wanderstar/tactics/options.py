"""The attacks open to one on the state as it stands, each with what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..book.combat.special import FULL_SPREAD, Mode
from ..play import sight
from ..play.attack_plan import plan_attack
from ..play.state import Combatant, State
from ..sheets.model import UNARMED, Weapon
from .chances import expected, expected_blast
from .tactic import legal

MOST_FOES = 3
"""How many of the nearest foes are weighed up: the nearest is who matters."""

FULL_AUTO_FACTOR = 2.5
"""Full auto must be worth this many times a burst: it takes three times the rounds for each attack."""

DIVE_FACTOR = 0.7
"""What diving for cover leaves of a grenade."""

NEAR_ENOUGH = 0.4
"""A nearer foe is taken if an attack on it is worth this share of the best one."""


class Option(NamedTuple):
    """An attack: its worth in boxes marked, its nearest target, the command."""

    worth: float
    target: str
    command: dict[str, Any]

    @property
    def weapon(self) -> str:
        """The weapon's id."""
        return str(self.command["weapon"])


def foes(state: State, c: Combatant) -> list[Combatant]:
    """Foes that are up and seen, nearest first, then in roster order."""
    seen = [f for f in state.combatants.values() if sight.hostile(c, f) and not f.out]
    seen = [f for f in seen if not sight.hidden_from(f, c)]
    return sorted(seen, key=lambda f: (sight.metres(c.at, f.at), f.roster))


def best(state: State, who: str) -> Option | None:
    """The attack to make: the worthiest on the nearest foe that can be hurt at all."""
    found = list(options(state, who))
    top = max((option.worth for option in found), default=0.0)
    if top <= 0:
        return max(found, key=lambda o: o.worth, default=None)
    near = [foe.id for foe in foes(state, state.combatants[who])]
    worthy = [option for option in found if option.worth >= NEAR_ENOUGH * top]
    nearest = min(near.index(option.target) for option in worthy)
    return max((o for o in worthy if near.index(o.target) == nearest), key=lambda o: o.worth)


def options(state: State, who: str) -> Iterator[Option]:
    """Every legal attack on one of the nearest foes with whatever is in hand or can be thrown."""
    c = state.combatants[who]
    near = foes(state, c)[:MOST_FOES]
    thrown = [w for w in c.carried if state.weapon(w).thrown]
    for id in dict.fromkeys((*c.held, *thrown, UNARMED.id)):
        weapon = state.weapon(id)
        for foe in near:
            if weapon.blast is not None:
                yield from _blasts(state, who, weapon, foe)
            else:
                yield from _plain(state, who, weapon, foe)
        if weapon.auto and near:
            yield from _full(state, who, weapon, near)


def _plain(state: State, who: str, weapon: Weapon, foe: Combatant) -> Iterator[Option]:
    command = {"do": "attack", "who": who, "weapon": weapon.id, "target": foe.id}
    if not legal(state, command):
        return
    plan = plan_attack(state, who, weapon, foe.id)
    last = weapon.thrown and plan.ranged
    yield Option(expected(state, plan) * (0.8 if last else 1.0), foe.id, command)
    if weapon.auto:
        burst = {**command, "mode": "burst"}
        if legal(state, burst):
            yield Option(
                expected(state, plan_attack(state, who, weapon, foe.id, None, Mode.BURST)), foe.id, burst
            )


def _full(state: State, who: str, weapon: Weapon, near: list[Combatant]) -> Iterator[Option]:
    """Full auto on the nearest foe and those around it."""
    able = [
        f for f in near if legal(state, {"do": "attack", "who": who, "weapon": weapon.id, "target": f.id})
    ]
    if not able:
        return
    group: list[Combatant] = []
    for foe in able:
        if all(sight.metres(foe.at, other.at) <= FULL_SPREAD for other in group):
            group.append(foe)
    shots = state.ruleset.auto_full_attacks.of(weapon.auto)
    targets = [group[i % len(group)].id for i in range(shots)]
    if not targets:
        return
    command = {"do": "attack", "who": who, "weapon": weapon.id, "mode": "full", "targets": targets}
    if legal(state, command):
        plans = [plan_attack(state, who, weapon, t, None, Mode.FULL) for t in targets]
        total = sum(expected(state, plan) for plan in plans)
        yield Option(total / FULL_AUTO_FACTOR, group[0].id, command)


def _blasts(state: State, who: str, weapon: Weapon, foe: Combatant) -> Iterator[Option]:
    """At a foe, or lobbed at where it stands; what is thrown is kept for two foes or more."""
    radius = weapon.blast or 0.0
    c = state.combatants[who]
    caught = sum(sight.metres(f.at, foe.at) <= radius for f in foes(state, c))
    if weapon.thrown and caught < 2:
        return
    command = {"do": "attack", "who": who, "weapon": weapon.id}
    for aim in ({"target": foe.id}, {"at": sight.as_json(foe.at)}):
        if legal(state, {**command, **aim}):
            plan = plan_attack(state, who, weapon, foe.id if "target" in aim else None, foe.at)
            value = expected_blast(state, plan) * DIVE_FACTOR
            if value > 0:
                yield Option(value, foe.id, {**command, **aim})
