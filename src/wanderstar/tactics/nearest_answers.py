"""What the tactic `nearest` answers: reactions, claims, free attacks and first strikes."""

from __future__ import annotations

from typing import Any

from ..book.combat.cover import GRADES
from ..book.combat.reactions import static_succeeds
from ..book.ruleset import NpcReaction, ReactionMode, WhoRolls
from ..play import sight
from ..play.asks import Choice
from ..play.attack_plan import AttackPlan, plan_attack
from ..play.blast import Blast, NewlyInside
from ..play.exchange import Exchange
from ..play.movement import FirstStrike
from ..play.reactions import SKILLS, avoids
from ..play.resolve import Run
from ..play.rolls import default_characteristic, plan, static_edge
from ..play.state import Combatant, State, bonus, reactions_left
from .chances import SPARE, boxes_left, expected, success

NEARLY_OUT = 2
"""With so few boxes left a hit may be the last, and Momentum is of no use afterwards."""


def answer(run: Run, choice: Choice) -> Any:
    """One of the choice's options."""
    if choice.name == "reaction":
        return reaction(run, choice)
    if choice.name.startswith("claim_"):
        return claim(run.state, choice)
    if choice.name in ("free_attack", "reach_strike"):
        return strike(run, choice)
    if choice.name == "avoid_skill":
        return avoid_skill(run.state, choice)
    return choice.default


def claim(state: State, choice: Choice) -> bool:
    """An Advantage, with Momentum to spare, after an aim, or when the next hit may be the last."""
    c = state.combatants[choice.who]
    momentum = c.momentum or 0
    if choice.name == "claim_attack" and c.aim is not None:
        return True
    last = choice.name == "claim_avoid" and boxes_left(c) <= NEARLY_OUT
    return last or momentum >= SPARE


def avoid_skill(state: State, choice: Choice) -> Any:
    """The skill that succeeds more often, its characteristic's edge included."""
    return max(choice.options, key=lambda skill: success(state, plan(state, choice.who, skill)))


def reaction(run: Run, choice: Choice) -> Any:
    """What helps most and is free; bought only when the next hit may be the last."""
    state, c = run.state, run.state.combatants[choice.who]
    attack = incoming(run, choice.who)
    if attack is None or not affordable(state, c):
        return choice.default
    dives = [value for value in choice.options if value.startswith("dive:")]
    blast = attack.weapon.blast is not None
    source = attack.at if blast else state.combatants[attack.who].at
    had = sight.best_cover(state, c, source)[1]
    gains = {value: cover_gain(state, c, value, source, had) for value in dives}
    dive = max(dives, key=lambda value: gains[value], default=None)
    if dive is not None and gains[dive] >= (1 if blast else 4) and (blast or c.aim is None):
        return dive
    works = {
        value: chance(state, c, value, attack)
        for value in choice.options
        if value in SKILLS and not (value == "dodge" and c.aim is not None)
    }
    skill = max(works, key=lambda value: works[value], default=None)
    if skill is not None and works[skill] > 0:
        return skill
    return dive if dive is not None and gains[dive] > 0 and c.aim is None else choice.default


def affordable(state: State, c: Combatant) -> bool:
    """A free reaction, or Momentum when it matters."""
    if reactions_left(c, state.ruleset) > 0:
        return True
    return (c.momentum or 0) >= SPARE and boxes_left(c) <= NEARLY_OUT


def cover_gain(state: State, c: Combatant, value: str, source: Any, had: int) -> int:
    """Armor that a dive adds against what comes from `source`."""
    sheet = state.covers[value.partition(":")[2]]
    return int(GRADES[sheet.grade]) - had if sight.between(sheet, c.at, source) else 0


def chance(state: State, c: Combatant, kind: str, attack: AttackPlan) -> float:
    """How likely a dodge or parry is to work; an adversary's is known beforehand (R20)."""
    rules = state.ruleset
    if avoids(state, c, attack) and rules.defence_reaction_mode == ReactionMode.AUTO_ADVANTAGE:
        return 1.0
    rolled = c.is_character or rules.combat_who_rolls == WhoRolls.BOTH
    skill = SKILLS[kind]
    if rolled or rules.npc_reaction == NpcReaction.ROLLED:
        return success(state, plan(state, c.id, skill))
    if rules.npc_reaction == NpcReaction.AUTO:
        return 1.0
    edge = static_edge(state, c, default_characteristic(rules, skill))
    return float(static_succeeds(bonus(c, skill, rules), edge, rules.npc_static))


def incoming(run: Run, target: str) -> AttackPlan | None:
    """The attack that a reaction answers, read from the resolution under way."""
    state, step = run.state, run.agenda[0] if run.agenda else None
    if isinstance(step, Exchange):
        weapon = state.weapon(step.weapon)
        return plan_attack(state, step.who, weapon, target, None, step.mode, step.indirect)
    if isinstance(step, Blast):
        at = step.at if step.target is None else state.combatants[step.target].at
        weapon = state.weapon(step.weapon)
        return plan_attack(state, step.who, weapon, None, at, step.mode, step.indirect)
    return step.shell.plan(state) if isinstance(step, NewlyInside) else None


def strike(run: Run, choice: Choice) -> Any:
    """Always strikes, with what hurts most. Options are `WHO:WEAPON` or, of a Reach wielder, `WEAPON`."""
    state, step = run.state, run.agenda[0]

    def value(option: str) -> float:
        if isinstance(step, FirstStrike):
            who, weapon, target = choice.who, option, step.target
        else:
            (who, _, weapon), target = option.partition(":"), choice.who
        return expected(state, plan_attack(state, who, state.weapon(weapon), target))

    return max((option for option in choice.options if option != "none"), key=value, default="none")
