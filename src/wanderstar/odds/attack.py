"""Odds of one attack on one target: chapter 11 from the reaction to the trauma."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ..book.combat.cover import GRADES
from ..book.combat.effect import effect
from ..book.combat.special import Mode, burst_bonus
from ..book.combat.trauma import armor as armor_met
from ..book.combat.trauma import damage as damage_done
from ..book.combat.trauma import scaled
from ..book.combat.trauma import trauma as trauma_of
from ..book.core_mechanic.difficulty import earns
from ..book.ruleset import DEFAULT, Ruleset
from ..play.arguments import EDGES, BadArgument, RulesetGiven, bonus_of, edge_of, ruleset_given, whole
from ..play.notation import NotationError, parse_damage
from .dice import ROLLS, d6_sums, outcomes, successes
from .exact import Distribution, distribution, probability

MOST_ARMOR = 1000


class Armor(NamedTuple):
    """What a hit meets: `gear`, `cover` and `piercing` as they are before piercing, `total` after it (R24)."""

    base: int
    gear: int
    cover: int
    piercing: int
    total: int


class AttackOdds(NamedTuple):
    """An attack in all its rolls.

    `edge` is the attack's before the reaction, `hindered` with a successful one (C58); `reaction` is in how
    many of 216 rolls it succeeds, None without one; `gains` is the attacker's Momentum at those two edges
    (R3); `harms` are the damage rolls that mark 0, 1 and 2 trauma; `hits` counts the 216 * 216 rolls of
    reaction and attack that hit.
    """

    bonus: int
    edge: int
    hindered: int
    reaction: int | None
    gains: tuple[int, int]
    armor: Armor
    dice: int
    plus: int
    harms: tuple[int, int, int]
    hits: int
    mode: int

    @property
    def hit(self) -> Fraction:
        """The chance to hit."""
        return Fraction(self.hits, ROLLS * ROLLS)

    @property
    def miss(self) -> Fraction:
        """The chance to miss."""
        return 1 - self.hit

    @property
    def hit_no_trauma(self) -> Fraction:
        """The chance to hit and mark nothing, of all rolls."""
        return Fraction(self.hits * self.harms[0], ROLLS * ROLLS * 6**self.dice)

    @property
    def trauma(self) -> Distribution:
        """The trauma marked, a miss marking 0; 0, 1 and 2 are always there."""
        total = ROLLS * ROLLS * 6**self.dice
        one, two = self.hits * self.harms[1], self.hits * self.harms[2]
        return Distribution({0: total - one - two, 1: one, 2: two}, total)

    @property
    def mean_trauma(self) -> Fraction:
        """Trauma on average."""
        return self.trauma.mean()

    @property
    def effect(self) -> Distribution:
        """The attack roll's Effect over all rolls, as the dice made it (C8, R9)."""
        reacts = self.reaction or 0
        sides = ((self.edge, ROLLS - reacts), (self.hindered, reacts))
        return distribution(
            (
                (effect(outcome.total), outcome.weight * share)
                for edge, share in sides
                for outcome in outcomes(self.bonus, edge, self.mode)
            ),
            ROLLS * ROLLS,
        )

    @property
    def damage(self) -> Distribution:
        """The damage of a hit, before armor (C72)."""
        rolled = ((damage_done(sum_, self.plus), count) for sum_, count in d6_sums(self.dice))
        return distribution(rolled, 6**self.dice)

    @property
    def momentum_gained(self) -> Distribution:
        """What the attacker's roll earns: only when the dice are rolled at Disadvantage (R3, C59)."""
        reacts = self.reaction or 0
        return distribution(((self.gains[0], ROLLS - reacts), (self.gains[1], reacts)), ROLLS)

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds attack --json` prints it."""
        react = None if self.reaction is None else {"success": probability(Fraction(self.reaction, ROLLS))}
        return {
            "question": "attack",
            "bonus": self.bonus,
            "edge": EDGES[self.edge],
            "reaction": react,
            "armor": self.armor._asdict(),
            "hit": probability(self.hit),
            "miss": probability(self.miss),
            "hit_no_trauma": probability(self.hit_no_trauma),
            "effect": self.effect.to_json(),
            "damage": self.damage.to_json(),
            "trauma": self.trauma.to_json(),
            "mean_trauma": probability(self.mean_trauma),
            "momentum_gained": self.momentum_gained.to_json(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a probability: `quantity`, `of`, `exact`, `value`."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        from ..play.notebook import percent
        from .notebook import asked

        told = f"hits {percent(float(self.hit))}, {float(self.mean_trauma):.2f} trauma"
        return f"AttackOdds {asked(self.bonus, self.edge)}: {told}"

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


def attack(
    bonus: int | None = None,
    *,
    damage: str,
    armor: int,
    rank: str | None = None,
    advantage: int = 0,
    disadvantage: int = 0,
    cover: Literal["light", "solid"] | None = None,
    burst: int = 0,
    piercing: int = 0,
    reaction: Literal["success"] | None = None,
    reaction_bonus: int | None = None,
    reaction_rank: str | None = None,
    reaction_advantage: int = 0,
    reaction_disadvantage: int = 0,
    ruleset: RulesetGiven = DEFAULT,
) -> AttackOdds:
    """The odds of a character's attack with `bonus` (or `rank`) and `damage` such as `"3D+1"`.

    `armor` is the body's and what is worn, without cover; `burst` is the Auto number of a burst (R44). A
    reaction is a test of `reaction_bonus`, or one known to succeed (`reaction="success"`); success imposes
    Disadvantage, which meets the attack's own edge by R2. Raises BadArgument.
    """
    rules = ruleset_given(ruleset)
    value = bonus_of(bonus, rank, rules)
    dice, plus = _damage(damage)
    whole("burst", burst, 0, 100)
    met = _armor(armor, cover, piercing, rules)
    if burst:
        plus += burst_bonus(Mode.BURST, rules.auto_burst_damage.of(burst))
    reacts: int | None = None
    if reaction is not None:
        if reaction != "success":
            raise BadArgument("reaction", f"only 'success' would do, not {reaction!r:.40}")
        if reaction_bonus is not None or reaction_rank is not None:
            raise BadArgument("reaction", "give reaction or reaction_bonus, not both")
        reacts = ROLLS
    elif reaction_bonus is not None or reaction_rank is not None:
        skill = bonus_of(reaction_bonus, reaction_rank, rules, "reaction_")
        edge = edge_of(reaction_advantage, reaction_disadvantage, rules, "reaction_")
        reacts = successes(skill, edge, rules.natural_mode)
    if (reaction_advantage or reaction_disadvantage) and reaction_bonus is None and reaction_rank is None:
        raise BadArgument("reaction_bonus", "missing beside an edge of the reaction")
    plain, plain_gain = _edge(advantage, disadvantage, rules)
    hindered, hindered_gain = _edge(advantage, disadvantage + 1, rules)
    marking = harms(dice, plus, met.total, rules.trauma_max_per_hit)
    gains = (plain_gain, hindered_gain)
    mode = rules.natural_mode
    hits = successes(value, plain, mode) * (ROLLS - (reacts or 0))
    if reacts:
        hits += successes(value, hindered, mode) * reacts
    return AttackOdds(value, plain, hindered, reacts, gains, met, dice, plus, marking, hits, mode)


@lru_cache(maxsize=1024)
def _damage(text: str) -> tuple[int, int]:
    try:
        return parse_damage(text)
    except NotationError as error:
        raise BadArgument("damage", str(error).removeprefix("notation: ")) from None


def _edge(advantage: int, disadvantage: int, ruleset: Ruleset) -> tuple[int, int]:
    """The net edge, and the Momentum that a roll at it earns."""
    net = edge_of(advantage, disadvantage, ruleset)
    cancelled = ruleset.momentum_gain_when_cancelled
    return net, earns(net, disadvantage, ruleset.momentum_disadvantage_gain, cancelled)


def _armor(armor: int, cover: str | None, piercing: int, ruleset: Ruleset) -> Armor:
    whole("armor", armor, 0, MOST_ARMOR)
    whole("piercing", piercing, 0, MOST_ARMOR)
    if cover is not None and cover not in GRADES:
        raise BadArgument("cover", f"'light' or 'solid' is wanted, not {cover!r:.40}")
    base = min(armor, ruleset.armor_base)  # less than the body's own is the body's, reduced
    behind = int(GRADES[cover]) if cover else 0
    total = armor_met(base, armor - base, behind, piercing, ruleset.armor_floor)
    return Armor(base, armor - base, behind, piercing, total)


@lru_cache(maxsize=65536)
def harms(
    dice: int, plus: int, armor: int, most: int, attacker: int = 0, target: int = 0, factor: int = 1
) -> tuple[int, int, int]:
    """How many of the 6**dice damage rolls mark 0, 1 and 2 trauma (C73), across scales (C76, R48)."""
    counts = [0, 0, 0]
    for rolled, count in d6_sums(dice):
        met = scaled(damage_done(rolled, plus), attacker, target, factor)
        counts[trauma_of(met, armor, most)] += count
    return counts[0], counts[1], counts[2]
