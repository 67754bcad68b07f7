"""An attack before its dice: skill, every circumstance with its rule, damage, armor, ammunition.

Odds, the composer at the table, tactics and play all read the same plan.
"""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat import melee as melee_rule
from ..book.combat.aiming import aim_price, scope_helps
from ..book.combat.range import THROWN_CHARACTERISTIC, Band, band, range_reasons, thrown_band
from ..book.combat.special import SUPPRESS_AMMO_WITHOUT_AUTO, Mode, ammo_needed, burst_bonus
from ..book.ruleset import EngagedFire, WhoRolls
from ..sheets.model import Place, Weapon
from . import sight
from .reasons import Reason, advantage, disadvantage, from_bits
from .rolls import default_characteristic, granted_reasons, suppressed_reason
from .state import Combatant, State
from .zones import attack_reasons, test_reasons

MODES = {"single": Mode.SINGLE, "burst": Mode.BURST, "full": Mode.FULL}
MODE_WORDS = {mode: word for word, mode in MODES.items()}


class AttackPlan(NamedTuple):
    """One attack on a target or, with `target` None, on a place.

    `own` are the reasons of the attack itself (range, aim, indirect fire); `circumstances` add what bears on
    the attacker (suppression, the GM's edges) for the frame in which the attacker does not roll.
    """

    who: str
    target: str | None
    at: Place
    weapon: Weapon
    mode: Mode
    melee: bool
    lob: bool
    rolled: bool
    band: int
    skill: str
    characteristic: str
    own: tuple[Reason, ...]
    circumstances: tuple[Reason, ...]
    no_claim: str
    dice: int
    plus: int
    ammo: int

    @property
    def ranged(self) -> bool:
        """Whether it is fire, against which cover and Dive help."""
        return not self.melee


def attacker_rolls(state: State, attacker: Combatant, target: Combatant | None) -> bool:
    """Whether the attacker rolls to hit (C3), rather than the target to avoid (C4, R21, R62).

    An adversary's blast is avoided by each character in it (R40); adversaries against each other roll.
    """
    if attacker.is_character or state.ruleset.combat_who_rolls == WhoRolls.BOTH:
        return True
    return target is not None and not target.is_character


def uses_melee(state: State, attacker: Combatant, target: Combatant | None, weapon: Weapon) -> bool:
    """Whether a weapon strikes hand to hand here: a melee weapon that cannot be thrown, or a target in reach."""
    if not weapon.melee:
        return False
    if weapon.band is None:
        return True
    return target is not None and sight.are_engaged(state, attacker, target)


def effective_band(attacker: Combatant, weapon: Weapon) -> int:
    """The band within which a weapon is not at Disadvantage (C25, C53, C54, R38)."""
    assert weapon.band is not None
    if weapon.thrown:
        return thrown_band(weapon.band, attacker.grade(THROWN_CHARACTERISTIC))
    return weapon.band


def skill_of(weapon: Weapon, melee: bool, lob: bool) -> str:
    """The skill of an attack: the weapon's own, else by C39, C51, C52 and R66."""
    if weapon.skill is not None:
        return weapon.skill
    if melee:
        return melee_rule.SKILL
    return melee_rule.LOB_SKILL if lob and weapon.explosive else melee_rule.THROWN_SKILL


def plan_attack(
    state: State,
    who: str,
    weapon: Weapon,
    target: str | None,
    at: Place | None = None,
    mode: Mode = Mode.SINGLE,
    indirect: str | None = None,
) -> AttackPlan:
    """The plan of one attack of a legal command, on the state as it is."""
    a, rules = state.combatants[who], state.ruleset
    t = None if target is None else state.combatants[target]
    place = t.at if t is not None else at
    assert place is not None
    lob = t is None
    melee = uses_melee(state, a, t, weapon)
    automatic = mode != Mode.SINGLE
    aimed = t is not None and a.aim == t.id
    where = sight.band_between(state, a, t) if t is not None else band(sight.metres(a.at, place))
    gain = rules.momentum_disadvantage_gain
    own: list[Reason] = []
    if not melee:
        if rules.engaged_fire_scope == EngagedFire.SHOOTER:
            engaged = where == Band.ENGAGED or any(True for _ in sight.engaged_foes(state, a))
        else:
            engaged = where == Band.ENGAGED
        handy = weapon.compact or weapon.hands == 1
        scoped = scope_helps(weapon.scope, aimed, automatic)
        own += from_bits(range_reasons(where, effective_band(a, weapon), engaged, handy, scoped), gain)
        if indirect is not None:
            own.append(disadvantage("C81", "indirect", gain))
    price = aim_price(aimed, weapon.precise, automatic)
    if price >= 0:
        no_pool = a.momentum is None
        own.append(advantage("C36" if weapon.precise else "C32", "aim", 0 if no_pool else price))
    own += attack_reasons(state, a, place, melee)
    skill = skill_of(weapon, melee, lob)
    around = [
        r._replace(price=0) for r in (*granted_reasons(a, rules, skill), *test_reasons(state, a, skill))
    ]
    return AttackPlan(
        who=who,
        target=target,
        at=place,
        weapon=weapon,
        mode=mode,
        melee=melee,
        lob=lob,
        rolled=attacker_rolls(state, a, None if weapon.blast is not None and not melee else t),
        band=where,
        skill=skill,
        characteristic=weapon.characteristic or default_characteristic(rules, skill),
        own=tuple(own),
        circumstances=(*own, *suppressed_reason(state, a), *around),
        no_claim="no_aim_with_auto" if aimed and automatic else "nothing_to_claim",
        dice=weapon.dice,
        plus=weapon.plus + weapon.damage + burst_bonus(mode, rules.auto_burst_damage.of(weapon.auto)),
        ammo=rounds_for(state, weapon, mode),
    )


def rounds_for(state: State, weapon: Weapon, mode: Mode) -> int:
    """Rounds that an attack takes (C79, R44)."""
    return ammo_needed(mode, weapon.auto, state.ruleset.auto_full_ammo.of(weapon.auto))


def rounds_to_suppress(state: State, weapon: Weapon) -> int:
    """Rounds that suppressive fire takes (R42)."""
    return state.ruleset.auto_full_ammo.of(weapon.auto) if weapon.auto else SUPPRESS_AMMO_WITHOUT_AUTO
