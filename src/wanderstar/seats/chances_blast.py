"""The chances of a blast in closed form: to hit, where it goes off after a miss, and what that does to each.

Nobody dives and nobody claims: the safe defaults, as `odds.command` takes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ..book.combat import special
from ..book.combat.effect import effect
from ..book.combat.reactions import AVOID_SKILL
from ..odds.dice import ROLLS, d6_sums, outcomes
from ..play import sight
from ..play.attack_plan import AttackPlan
from ..play.blast import Shell, armor_of, landing, spared, victims_of
from ..play.exchange import avoid_plan, roll_plan
from ..play.rolls import RollPlan
from ..play.state import State
from .chances import UNANSWERED, Claim, Test, claimable, harms_of, tested

FACES = range(1, 7)


class BlastChance(NamedTuple):
    """A blast: `hit` of 216 rolls go off where it was aimed (None: nobody rolls to hit), `test` that roll.

    `within` and `spared` are who is caught, and who is behind Total cover, when it goes off where it was aimed;
    `trauma` are the chances of 0, 1 and 2 trauma over all rolls, for whoever may be caught; `avoids` the avoid
    roll of each character within.
    """

    hit: int | None
    test: Test | None
    claim: Claim | None
    within: tuple[str, ...]
    spared: tuple[str, ...]
    trauma: dict[str, tuple[Fraction, Fraction, Fraction]]
    avoids: dict[str, Test]


def blast_chance(state: State, attack: AttackPlan, indirect: str | None, claimed: bool) -> BlastChance:
    """The chances of a blast, thrown, fired or lobbed at the attack's target or place."""
    aimed = attack.at
    shell = Shell(attack.who, attack.weapon.id, attack.target, aimed, attack.mode, indirect, None, aimed)
    shell = shell._replace(reasons=attack.circumstances)
    test: Test | None = None
    claim: Claim | None = None
    plan: RollPlan | None = None
    hit: int | None = None
    if attack.rolled:
        plan = roll_plan(state, attack, UNANSWERED)
        claim = claimable(state, plan)
        test = tested(state, plan, claimed and claim.open)
        hit = test.wins
    harm: dict[str, list[Fraction]] = {}
    for place, share in landings(state, shell, attack, test):
        for who, chances in harmed(state, shell._replace(centre=place), attack).items():
            found = harm.setdefault(who, [Fraction(0), Fraction(0)])
            found[0] += share * chances[0]
            found[1] += share * chances[1]
    within = victims_of(state, shell)
    avoiders = [c.id for c in within if c.is_character and not c.out and not attack.rolled]
    return BlastChance(
        hit,
        test,
        claim,
        tuple(c.id for c in within),
        tuple(c.id for c in spared(state, shell)),
        {who: (1 - one - two, one, two) for who, (one, two) in harm.items()},
        {who: avoided(state, attack, who) for who in avoiders},
    )


def landings(
    state: State, shell: Shell, attack: AttackPlan, test: Test | None
) -> Iterator[tuple[Any, Fraction]]:
    """Where it goes off, and how likely: where it was aimed, or strayed by R39, or guessed by R43."""
    guessed = shell.indirect == "guessed"
    mode = state.ruleset.natural_mode
    rolls = [(0, False, ROLLS)]
    if test is not None:
        rolls = [(effect(o.total), o.success, o.weight) for o in outcomes(test.bonus, test.edge, mode)]
    elif not guessed:
        yield shell.at, Fraction(1)
        return
    thrower = state.combatants[shell.who].at
    straight = sum(weight for _, success, weight in rolls if success and not guessed)
    if straight:
        yield shell.at, Fraction(straight, ROLLS)
    far: dict[float, Fraction] = {}
    metres: float
    for margin, success, weight in rolls:
        if guessed:
            dice = special.guessed_dice(sight.metres(thrower, shell.at))
            for total, count in d6_sums(dice):
                metres = special.guessed_metres(total, margin)
                share = Fraction(weight * count, ROLLS * 6**dice)
                far[metres] = far.get(metres, Fraction(0)) + share
        elif not success:
            metres = special.scatter_metres(margin)
            far[metres] = far.get(metres, Fraction(0)) + Fraction(weight, ROLLS)
    for metres, share in far.items():
        for face in FACES:
            yield landing(thrower, shell.at, face, metres), share / 6


def harmed(state: State, shell: Shell, attack: AttackPlan) -> dict[str, tuple[Fraction, Fraction]]:
    """The chances of 1 and of 2 trauma for everybody caught at the shell's centre."""
    found = {}
    for c in victims_of(state, shell):
        armor = armor_of(state, c, shell).total
        _, one, two = harms_of(state, attack, armor, c.id)
        caught = Fraction(1)
        if c.is_character and not c.out and not attack.rolled:
            caught = 1 - Fraction(avoided(state, attack, c.id).wins, ROLLS)
        if attack.weapon.stun or attack.weapon.entangle:
            one = two = 0
        rolls = 6**attack.dice
        found[c.id] = (caught * Fraction(one, rolls), caught * Fraction(two, rolls))
    return found


def avoided(state: State, attack: AttackPlan, who: str) -> Test:
    """A character's avoid roll against a blast (R40), nothing claimed."""
    return tested(state, avoid_plan(state, attack, who, AVOID_SKILL, UNANSWERED), False)
