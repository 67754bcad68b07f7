"""What an attack is worth before it is rolled: the chance to hit and the trauma it marks on average.

Read from the plan that play itself follows, so that every reason counts. Reactions are left out: nobody knows
them yet.
"""

from __future__ import annotations

from ..book.core_mechanic.difficulty import edge
from ..odds.attack import harms
from ..odds.dice import ROLLS, successes
from ..play import sight
from ..play.attack_plan import AttackPlan
from ..play.exchange import avoid_plan, avoid_skills, roll_plan
from ..play.harm import armor_met, attack_scale
from ..play.reactions import Reacted
from ..play.rolls import RollPlan
from ..play.state import Combatant, State
from ..sheets.model import Place

SPARE = 2
"""The Momentum at which an Advantage is claimed for 1: one is kept for a reaction."""

STUN_WORTH = 0.8
"""A turn taken from somebody, against a box marked."""

HOLD_WORTH = 0.9


def success(state: State, plan: RollPlan) -> float:
    """The chance that a test succeeds, its Advantage claimed if there is Momentum to spare, or after an aim."""
    momentum = state.combatants[plan.who].momentum or 0
    least = 1 if any(r.why == "aim" for r in plan.reasons) else SPARE
    advantages = sum(r.gives == "advantage" and (r.price == 0 or momentum >= least) for r in plan.reasons)
    disadvantages = sum(r.gives == "disadvantage" for r in plan.reasons)
    net = edge(advantages, disadvantages, state.ruleset.advantage_conflict)
    return successes(plan.bonus, net, state.ruleset.natural_mode) / ROLLS


def hit(state: State, attack: AttackPlan, target: str) -> float:
    """The chance that an attack hits `target`, by whichever roll decides (C3, C4)."""
    if attack.rolled:
        return success(state, roll_plan(state, attack, Reacted()))
    if not state.combatants[target].is_character:
        return 1.0
    plans = (avoid_plan(state, attack, target, skill, Reacted()) for skill in avoid_skills(attack))
    return 1 - max(success(state, plan) for plan in plans)


def worth(state: State, attack: AttackPlan, target: str, source: Place | None) -> float:
    """What a hit does to `target`, in boxes; a stun or a hold counts as nearly one. `source` is where it
    comes from: None for melee, a blast's centre."""
    c, weapon = state.combatants[target], attack.weapon
    if c.out:
        return 0.0
    if weapon.entangle:
        return 0.0 if c.held_by is not None or c.stunned else HOLD_WORTH
    attacker = state.combatants[attack.who]
    met = armor_met(state, c, weapon, source).total
    most, factor = state.ruleset.trauma_max_per_hit, state.ruleset.scale_factor
    scales = (attack_scale(attacker, weapon), c.scale)
    _, once, twice = harms(attack.dice, attack.plus, met, most, *scales, factor)
    every = int(6**attack.dice)
    one, two = once / every, twice / every
    if weapon.stun:
        return 0.0 if c.stunned else (one + two) * STUN_WORTH
    left = boxes_left(c, weapon.to_mental)
    return one * min(1, left) + two * min(2, left)


def boxes_left(c: Combatant, mental: bool = False) -> int:
    """Free boxes on the track that is hit."""
    if mental and c.boxes_mental >= 0:
        return c.boxes_mental - c.mental
    return c.boxes_physical - c.physical


def expected(state: State, attack: AttackPlan) -> float:
    """Boxes that one attack on its target marks on average."""
    assert attack.target is not None
    source = state.combatants[attack.who].at if attack.ranged else None
    value = worth(state, attack, attack.target, source)
    return value and value * hit(state, attack, attack.target)


def expected_blast(state: State, attack: AttackPlan) -> float:
    """Boxes that a blast marks on foes on average; 0 where it would catch a friend or oneself."""
    attacker = state.combatants[attack.who]
    radius = attack.weapon.blast or 0.0
    total = 0.0
    for c in state.combatants.values():
        if c.dead or (c.out and not c.is_character) or sight.metres(c.at, attack.at) > radius:
            continue
        if sight.total_cover(state, c, attack.at):
            continue
        if c.id == attacker.id or not sight.hostile(c, attacker):
            return 0.0
        if sight.hidden_from(c, attacker):
            continue
        value = worth(state, attack, c.id, attack.at)
        total += value and value * hit(state, attack, c.id)
    return total
