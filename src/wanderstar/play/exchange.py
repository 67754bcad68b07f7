"""One attack on one target: reaction, roll to hit or to avoid, damage, trauma (Chapter 11).

The agenda step `Exchange` serves plain attacks, each shot of full auto, free attacks and first strikes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..book.combat import melee
from ..book.combat.effect import attack_effect
from ..book.combat.reactions import AVOID_SKILL
from ..book.combat.special import Mode
from ..book.combat.trauma import trauma
from ..book.ruleset import ReactionMode, ThreatEffect, WhoRolls
from .asks import Choice, no_reason
from .attack_plan import MODE_WORDS, AttackPlan, plan_attack
from .harm import armor_met, damage_of, inflict, stuns
from .reactions import SKILLS, Reacted, dive_done, options, settle, unaware
from .reasons import Reason, advantage, disadvantage, mirror
from .rolls import Rolled, RollPlan, claim_and_roll, draw, plan, roller, use_up_edges
from .scene import Ask, Scene
from .state import State, bonus
from .waves import alert


class Exchange(NamedTuple):
    """An attack of a legal command. `kind` is attack, free_attack or reach_strike."""

    who: str
    target: str
    weapon: str
    mode: Mode = Mode.SINGLE
    pull: str | None = None
    indirect: str | None = None
    kind: str = "attack"

    def run(self, scene: Scene, ask: Ask) -> None:
        """Asks and applies."""
        if scene[self.target].out:
            scene.emit("shot_dropped", who=self.who, target=self.target, rule="R65")
            return
        weapon = scene.state.weapon(self.weapon)
        attack = plan_attack(scene.state, self.who, weapon, self.target, None, self.mode, self.indirect)
        value = ask.choice(options(scene.state, self.target, attack))
        reacted = settle(scene, ask, self.target, value, attack)
        hit, effect, reasons = to_hit(scene, ask, attack, reacted)
        use_aim(scene, self.who, self.target)
        resolve_hit(scene, ask, attack, hit, effect, reasons, self.pull, self.kind)
        if value.startswith("dive"):
            dive_done(scene, self.target, value)
        alert(scene, self.target, "attacked")


def to_hit(
    scene: Scene, ask: Ask, attack: AttackPlan, reacted: Reacted
) -> tuple[bool, int, tuple[Reason, ...]]:
    """Rolls to hit (C3) or to avoid (C4): whether it hit, the attack's Effect, its reasons as counted."""
    assert attack.target is not None
    if attack.rolled:
        rolled = claim_and_roll(scene, ask, roll_plan(scene.state, attack, reacted), "claim_attack", "attack")
        return rolled.success, rolled.effect, rolled.reasons
    rolled = avoid(scene, ask, attack, attack.target, reacted)
    use_up_edges(scene, attack.who)
    return not rolled.success, attack_effect(rolled.effect), attack.circumstances


def roll_plan(state: State, attack: AttackPlan, reacted: Reacted) -> RollPlan:
    """The attacker's own test (C1, C3)."""
    extra = list(attack.own)
    gain = state.ruleset.momentum_disadvantage_gain
    if reacted.success:
        extra.append(disadvantage("C58", "reaction", gain, reacted.kind))
    elif reacted.hinders:
        extra.append(disadvantage("R41", "dive", gain))
    return plan(state, attack.who, attack.skill, attack.characteristic, tuple(extra), attack.no_claim)


def avoid_plan(state: State, attack: AttackPlan, target: str, skill: str, reacted: Reacted) -> RollPlan:
    """The avoid roll of a character (C4, R16-R19): the attacker's circumstances mirrored, its threat, one's own."""
    rules, attacker, c = state.ruleset, state.combatants[attack.who], state.combatants[target]
    gain = rules.momentum_disadvantage_gain
    extra = mirror(attack.circumstances, gain)
    if reacted.success:
        extra.append(advantage("R18", "reaction", 0, reacted.kind))
    elif reacted.hinders:
        extra.append(advantage("R41", "dive"))
    if rules.npc_threat_effect == ThreatEffect.ON and rules.combat_who_rolls == WhoRolls.PLAYERS:
        if attacker.person.threat == "minion":
            extra.append(advantage("R19", "minion"))
        elif attacker.person.threat == "elite":
            extra.append(disadvantage("R19", "elite", gain))
    if unaware(state, c, attacker):
        extra.append(disadvantage("R16", "unseen", gain))
    spent = rules.defence_reaction_mode == ReactionMode.IS_AVOID_ROLL and reacted.kind == "none"
    if spent and not c.reactions and not c.readied:
        extra.append(disadvantage("R81", "reactions_spent", gain))
    return plan(state, target, skill, None, tuple(extra))


def avoid(scene: Scene, ask: Ask, attack: AttackPlan, target: str, reacted: Reacted) -> Rolled:
    """One character's avoid roll."""
    skill = avoid_skill(scene, ask, attack, target, reacted)
    p = avoid_plan(scene.state, attack, target, skill, reacted)
    return claim_and_roll(scene, ask, p, "claim_avoid", "avoid")


def avoid_skills(attack: AttackPlan) -> tuple[str, ...]:
    """R16: Athletics; in melee Close Quarters too, never against a Smasher."""
    if attack.melee and not attack.weapon.smasher:
        return (AVOID_SKILL, melee.SKILL)
    return (AVOID_SKILL,)


def avoid_skill(scene: Scene, ask: Ask, attack: AttackPlan, target: str, reacted: Reacted) -> str:
    """The skill of an avoid roll: the reaction's where that settles it (R81), else the one chosen (R16)."""
    if reacted.settles:
        return SKILLS[reacted.kind]
    skills = avoid_skills(attack)
    if len(skills) == 1:
        return skills[0]
    c, rules = scene[target], scene.state.ruleset
    best = max(skills, key=lambda s: bonus(c, s, rules))
    return str(ask.choice(Choice("avoid_skill", target, skills, best, no_reason)))


def use_aim(scene: Scene, who: str, target: str) -> None:
    """The next attack on the aimed target spends the aim, paid or not (C35, R47)."""
    if scene[who].aim == target:
        scene.change(who, aim=None)


def resolve_hit(
    scene: Scene,
    ask: Ask,
    attack: AttackPlan,
    hit: bool,
    effect: int,
    reasons: tuple[Reason, ...],
    pull: str | None,
    kind: str,
) -> None:
    """Damage, armor and what comes of it; tells of the attack as a whole."""
    assert attack.target is not None
    state, weapon, who, target = scene.state, attack.weapon, attack.who, attack.target
    source = state.combatants[who].at if attack.ranged else None
    armor = armor_met(state, state.combatants[target], weapon, source)
    story: dict[str, Any] = {"damage": None, "trauma": 0}
    inflicted = 0
    if hit and not weapon.entangle:
        damage = roll_damage(scene, ask, attack, target)
        inflicted = trauma(damage, armor.total, state.ruleset.trauma_max_per_hit)
        story = {"damage": damage, "trauma": inflicted}
    if stuns(weapon, pull, inflicted):
        story = {**story, "trauma": 0, "would": inflicted}
    scene.emit(
        "attack",
        **attack_story(attack, target, hit, effect, (*reasons, *armor.reasons), armor.total, kind),
        **story,
    )
    if hit:
        inflict(scene, target, who, weapon, inflicted, pull)


def roll_damage(scene: Scene, ask: Ask, attack: AttackPlan, target: str) -> int:
    """The weapon's damage against one target, across scales (C72, C76, R23)."""
    attacker = scene[attack.who]
    answer = ask.dice("damage", target, roller(attacker), attack.dice, None)
    _, total = draw(scene, "damage", target, answer, None, attack.plus)
    return damage_of(scene.state, total, attacker, attack.weapon, scene[target])


def attack_story(
    attack: AttackPlan,
    target: str,
    hit: bool,
    effect: int | None,
    reasons: tuple[Reason, ...],
    armor: int,
    kind: str,
) -> dict[str, Any]:
    """What every `attack` event tells, before damage and trauma."""
    return {
        "who": attack.who,
        "target": target,
        "weapon": attack.weapon.id,
        "mode": MODE_WORDS[attack.mode],
        "kind_of_attack": kind,
        "rolled_by": attack.who if attack.rolled else target,
        "reasons": [r.to_json() for r in reasons],
        "armor": armor,
        "hit": hit,
        "effect": effect,
    }
