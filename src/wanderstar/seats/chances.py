"""The chances of one attack on one target in closed form, from the plan that play itself resolves.

What a reaction costs and changes is settled by play's own code; only the dice of the attack are counted here
instead of rolled. So sixty-four attacks take some hundredths of a second, and agree with `odds.command` exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..book.combat.reactions import PRICE
from ..book.core_mechanic.difficulty import earns, edge
from ..odds.attack import harms
from ..odds.command import branches
from ..odds.dice import ROLLS, outcomes, successes
from ..play.asks import Answer, Answers, Choice, Draw, Wanted
from ..play.attack_plan import AttackPlan
from ..play.exchange import avoid_plan, avoid_skill, roll_plan
from ..play.harm import ArmorMet, armor_met, attack_scale
from ..play.reactions import SKILLS, Reacted, settle
from ..play.reasons import Reason
from ..play.rolls import RollPlan, claim, counted
from ..play.rolls import plan as plan_of
from ..play.scene import Scene
from ..play.state import State, reactions_left

NO_REACTION, IT_WORKS = "none", "works"
"""A case without a reaction, and one in which a reaction of whatever kind succeeds."""
UNANSWERED = Reacted()


class Test(NamedTuple):
    """A test at its table: `wins` of 216 rolls succeed; `edge` the net one, `gain` the Momentum it earns,
    `reasons` with what counted."""

    bonus: int
    edge: int
    wins: int
    gain: int
    reasons: tuple[Reason, ...]


class Claim(NamedTuple):
    """Whether the one who rolls may claim an Advantage: its price, or the refusal's code."""

    who: str
    price: int
    code: str

    @property
    def open(self) -> bool:
        """Whether it is offered at all."""
        return not self.code


class Chance(NamedTuple):
    """An attack under one reaction of its target, with or without the roller's claim.

    `hits` of `rolls` hit; `harms` are how many of the `6**dice` damage rolls mark 0, 1 and 2 trauma. `reacts` is
    in how many of 216 rolls a reaction that is rolled succeeds (None: nothing is rolled for it); `works` whether
    one that needs no roll succeeds. `test` is the roll to hit or to avoid (under a failed reaction, if that is
    rolled, and `worked` the same under one that succeeded), `armor` what a hit meets.
    """

    reaction: str
    reacts: int | None
    works: bool | None
    hits: int
    rolls: int
    dice: int
    harms: tuple[int, int, int]
    test: Test
    armor: ArmorMet
    worked: Test | None = None

    @property
    def hit(self) -> Fraction:
        """The chance to hit."""
        return Fraction(self.hits, self.rolls)

    @property
    def trauma(self) -> tuple[Fraction, Fraction, Fraction]:
        """The chances of 0, 1 and 2 trauma; a miss marks 0."""
        total = self.rolls * 6**self.dice
        one, two = (Fraction(self.hits * self.harms[i], total) for i in (1, 2))
        return 1 - one - two, one, two


def tested(state: State, plan: RollPlan, claimed: bool) -> Test:
    """The test of a plan whose claim is settled (as `play.rolls.roll` counts it)."""
    rules = state.ruleset
    helps = sum(r.gives == "advantage" and (r.price == 0 or claimed) for r in plan.reasons)
    hinders = [r.gain for r in plan.reasons if r.gives == "disadvantage"]
    net = edge(helps, len(hinders), rules.advantage_conflict)
    gain = earns(net, len(hinders), max(hinders, default=0), rules.momentum_gain_when_cancelled)
    wins = successes(plan.bonus, net, rules.natural_mode)
    if state.combatants[plan.who].momentum is None:
        gain = 0
    return Test(plan.bonus, net, wins, gain, counted(plan.reasons, claimed, rules.advantage_conflict))


def claimable(state: State, plan: RollPlan) -> Claim:
    """The claim that the one who rolls is offered, or the code for why there is none (T22)."""
    price, code = claim(plan, state.combatants[plan.who].momentum)
    return Claim(plan.who, price, code)


def to_hit(state: State, attack: AttackPlan, reacted: Reacted = UNANSWERED) -> RollPlan:
    """The roll that decides: the attacker's to hit, else the target's to avoid."""
    if attack.rolled:
        return roll_plan(state, attack, reacted)
    assert attack.target is not None
    try:
        skill = avoid_skill(Scene(state), Answers(()), attack, attack.target, reacted)
    except Wanted as wanted:
        skill = next(ask.default for ask in wanted.asks if isinstance(ask, Choice))
    return avoid_plan(state, attack, attack.target, skill, reacted)


class Settled(NamedTuple):
    """A reaction settled one way: in `weight` of `of` rolls, what became of it, the state after."""

    weight: int
    reacted: Reacted
    state: State


def settled(state: State, attack: AttackPlan, value: str) -> tuple[list[Settled], int | None]:
    """Every way a reaction (unclaimed) may end, and in how many of 216 rolls it succeeds, if it is rolled."""
    assert attack.target is not None
    if value == NO_REACTION:
        return [Settled(ROLLS, Reacted(), state)], None
    given: tuple[Answer, ...] = ()
    while True:
        scene = Scene(state)
        try:
            reacted = settle(scene, Answers(given), attack.target, value, attack)
        except Wanted as wanted:
            ask = wanted.asks[0]
            if isinstance(ask, Draw):
                return rolled(state, attack, value, given, ask)
            given = (*given, Answer(ask.key, ask.default))
            continue
        return [Settled(ROLLS, reacted, scene.state)], None


def rolled(
    state: State, attack: AttackPlan, value: str, given: tuple[Answer, ...], ask: Draw
) -> tuple[list[Settled], int]:
    """A reaction that is rolled: once failed, once succeeded, for it is all that its dice decide."""
    assert attack.target is not None
    target = attack.target
    kind = value.partition(":")[0]
    bonus = plan_of(state, target, SKILLS[kind]).bonus
    mode = state.ruleset.natural_mode
    wins = successes(bonus, ask.edge or 0, mode)
    ways = []
    for success, weight in ((False, ROLLS - wins), (True, wins)):
        if not weight:
            continue
        rolls = zip(outcomes(bonus, ask.edge or 0, mode), branches(ask.count, ask.edge), strict=True)
        faces = next(faces for outcome, (faces, _) in rolls if outcome.success == success)
        scene = Scene(state)
        reacted = settle(scene, Answers((*given, Answer("dice", faces))), target, value, attack)
        ways.append(Settled(weight, reacted, scene.state))
    return ways, wins


def chance(state: State, attack: AttackPlan, value: str = NO_REACTION, claimed: bool = False) -> Chance:
    """The chances of an attack on a target under one reaction of it; `claimed` is the roller's claim."""
    assert attack.target is not None
    if value == IT_WORKS:
        ways, reacts = [Settled(ROLLS, Reacted(IT_WORKS, success=True), state)], None
    else:
        ways, reacts = settled(state, attack, value)
    hits, armor, harm = 0, None, (0, 0, 0)
    test: Test | None = None
    worked: Test | None = None
    for way in sorted(ways, key=lambda way: way.reacted.success):
        plan = to_hit(way.state, attack, way.reacted)
        found = tested(way.state, plan, claimed and claimable(way.state, plan).open)
        hits += way.weight * (found.wins if attack.rolled else ROLLS - found.wins)
        if test is None:
            test = found
            armor = armor_of(way.state, attack)
            harm = harms_of(way.state, attack, armor.total)
        elif way.reacted.success:
            worked = found
    assert test is not None and armor is not None
    works = ways[0].reacted.success if len(ways) == 1 and value != NO_REACTION else None
    return Chance(value, reacts, works, hits, ROLLS * ROLLS, attack.dice, harm, test, armor, worked)


class Earned(NamedTuple):
    """The Momentum that the rolls of a reaction and of the attack after it earn (R3), up to the cap: the target's, and
    the attacker's, in the order failed, worked; one alone where nothing is rolled for the reaction."""

    target: tuple[int, ...]
    attacker: tuple[int, ...]


def earned(state: State, attack: AttackPlan, value: str) -> Earned:
    """What a reaction (unclaimed) and the roll after it earn whom."""
    assert attack.target is not None
    ways = sorted(settled(state, attack, value)[0], key=lambda way: way.reacted.success)
    found: dict[str, list[int]] = {attack.target: [], attack.who: []}
    free = reactions_left(state.combatants[attack.target], state.ruleset) > 0
    for way in ways:
        plan = to_hit(way.state, attack, way.reacted)
        gain = tested(way.state, plan, False).gain
        for who, gains in found.items():
            now = way.state.combatants[who].momentum
            most = state.ruleset.momentum_cap
            more = gain if who == plan.who else 0
            if now is not None and most is not None:
                more = min(more, max(most - now, 0))
            before = state.combatants[who].momentum or 0
            paid = PRICE if who == attack.target and value != NO_REACTION and not free else 0
            gains.append(more + (now or 0) - before + paid)
    return Earned(tuple(found[attack.target]), tuple(found[attack.who]))


def armor_of(state: State, attack: AttackPlan) -> ArmorMet:
    """The armor that a hit on the attack's target meets."""
    assert attack.target is not None
    source = state.combatants[attack.who].at if attack.ranged else None
    return armor_met(state, state.combatants[attack.target], attack.weapon, source)


def harms_of(state: State, attack: AttackPlan, armor: int, target: str | None = None) -> tuple[int, int, int]:
    """How many of the `6**dice` damage rolls mark 0, 1 and 2 trauma (C73, C76)."""
    attacker, weapon = state.combatants[attack.who], attack.weapon
    victim = state.combatants[target or attack.target or ""]
    rules = state.ruleset
    scales = (attack_scale(attacker, weapon), victim.scale, rules.scale_factor)
    return harms(attack.dice, attack.plus, armor, rules.trauma_max_per_hit, *scales)
