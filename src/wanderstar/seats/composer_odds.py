"""Odds beside every choice of the composer, from what the seat knows; None where it does not know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..odds.dice import ROLLS, outcomes
from ..play.attack_plan import AttackPlan
from ..play.reactions import options
from ..play.refusal import refuse
from ..play.rolls import RollPlan, plan
from ..play.state import PINNED, State
from .chances import IT_WORKS, NO_REACTION, Chance, Claim, Test, chance, claimable, tested, to_hit
from .chances_blast import BlastChance, blast_chance
from .cut import Known
from .names import Names
from .wording import DICE, EDGES, p, reasons_json, refusal_json

REACTION_LABELS = {
    NO_REACTION: "no reaction",
    IT_WORKS: "if a reaction works",
    "dodge": "dodge",
    "parry": "parry",
}


def attack_odds(
    k: Known, attack: AttackPlan, names: Names, indirect: str | None = None, pull: str | None = None
) -> dict[str, Any]:
    """The odds of one attack.

    `by` rolls; `harm` is what its trauma stands for: trauma, stun, pin or hold; `claim` says what an Advantage costs
    or why none can be claimed; `unclaimed` and `claimed` (None when it cannot be) each have `edge`, `gain`, and
    `cases`, one for each reaction that the target may have: `hit` and `miss`, `hit_no_trauma`, and `trauma` over all
    rolls, the latter two None where armor is not known.
    """
    if (attack.ranged and attack.weapon.blast is not None) or attack.target is None or indirect == "guessed":
        return blast_odds(k, attack, names, indirect, pull)
    state = k.state
    rolls = to_hit(state, attack)
    claim = claimable(state, rolls)
    values = cases(k, attack)
    sides = {
        claimed: attack_branch(k, attack, rolls, claimed, values) if claim.open or not claimed else None
        for claimed in (False, True)
    }
    return {
        "kind": "attack",
        "by": rolls.who,
        "claim": claim_json(claim, names),
        "harm": harm_word(attack, pull),
        "unclaimed": sides[False],
        "claimed": sides[True],
    }


def cases(k: Known, attack: AttackPlan) -> tuple[str, ...]:
    """The reactions to tell apart: each legal one where the target is known, else only whether one works."""
    assert attack.target is not None
    legal = options(k.state, attack.target, attack).options
    if k.knows(attack.target):
        return tuple(str(value) for value in legal)
    return (NO_REACTION,) if len(legal) == 1 else (NO_REACTION, IT_WORKS)


def attack_branch(
    k: Known, attack: AttackPlan, rolls: RollPlan, claimed: bool, values: tuple[str, ...]
) -> dict[str, Any]:
    """One side of the claim: edge and gain without a reaction, and every case."""
    test = tested(k.state, rolls, claimed)
    return {
        **test_json(test),
        "cases": [case_json(k, attack, chance(k.state, attack, value, claimed)) for value in values],
    }


def test_json(test: Test) -> dict[str, Any]:
    """The dice of a test: edge, bonus, how they are rolled, the Momentum that rolling it gains."""
    return {"edge": EDGES[test.edge], "dice": DICE[test.edge], "bonus": test.bonus, "gain": test.gain}


def case_json(k: Known, attack: AttackPlan, found: Chance) -> dict[str, Any]:
    """The chances under one reaction."""
    works: Fraction | None = None
    if found.reacts is not None:
        works = Fraction(found.reacts, ROLLS)
    elif found.works is not None and found.reaction != IT_WORKS:
        works = Fraction(int(found.works))
    data: dict[str, Any] = {
        "reaction": found.reaction,
        "label": REACTION_LABELS.get(found.reaction, "dive for cover"),
        "works": None if works is None else p(works),
        "hit": p(found.hit),
        "miss": p(1 - found.hit),
        "hit_no_trauma": None,
        "trauma": None,
    }
    if k.knows(attack.target or ""):
        none, one, two = found.trauma
        data["trauma"] = {"0": p(none), "1": p(one), "2": p(two)}
        data["hit_no_trauma"] = p(none - (1 - found.hit))
    return data


def claim_json(claim: Claim | None, names: Names) -> dict[str, Any] | None:
    """What claiming costs, or why it cannot be."""
    if claim is None:
        return None
    refusal = None if claim.open else refuse(claim.code, who=claim.who)
    return {"by": claim.who, "price": claim.price, "refusal": refusal_json(refusal, names)}


def harm_word(attack: AttackPlan, pull: str | None) -> str:
    """What a hit does: a net holds, a pulled or stunning one takes turns, others mark trauma (C47, R36, R73)."""
    if attack.weapon.entangle:
        return "hold"
    if pull == PINNED:
        return "pin"
    return "stun" if attack.weapon.stun or pull is not None else "trauma"


def blast_odds(
    k: Known, attack: AttackPlan, names: Names, indirect: str | None, pull: str | None = None
) -> dict[str, Any]:
    """The odds of a blast: whether it goes off where it was aimed, who is within, and each one's trauma over all
    rolls, a miss that strays among them (None where armor is not known)."""
    plain = blast_chance(k.state, attack, indirect, False)
    claimed = None
    if plain.claim is not None and plain.claim.open:
        claimed = blast_chance(k.state, attack, indirect, True)
    return {
        "kind": "blast",
        "by": attack.who if attack.rolled else None,
        "claim": claim_json(plain.claim, names),
        "harm": harm_word(attack, pull),
        "within": list(plain.within),
        "spared": list(plain.spared),
        "unclaimed": blast_branch(k, plain),
        "claimed": None if claimed is None else blast_branch(k, claimed),
    }


def blast_branch(k: Known, found: BlastChance) -> dict[str, Any]:
    """One side of the claim."""
    return {
        **({} if found.test is None else test_json(found.test)),
        "hit": None if found.hit is None else p(Fraction(found.hit, ROLLS)),
        "avoid": {who: p(Fraction(test.wins, ROLLS)) for who, test in found.avoids.items()},
        "trauma": {
            who: {str(i): p(x) for i, x in enumerate(trauma)} if k.knows(who) else None
            for who, trauma in found.trauma.items()
        },
    }


def attack_reasons(k: Known, attack: AttackPlan, names: Names, claimed: bool) -> dict[str, Any]:
    """`helps` and `hinders` of the roll that decides, its `net`, and the `armor` a hit meets as far as known."""
    rolls = to_hit(k.state, attack)
    test = tested(k.state, rolls, claimed and claimable(k.state, rolls).open)
    made = reasons_json(test.reasons, names)
    met: dict[str, Any] = {"total": None, "reasons": []}
    if attack.target is not None:
        armor = chance(k.state, attack).armor
        known = k.knows(attack.target)
        parts = [r for r in armor.reasons if known or r.why.startswith("cover")]
        met = {"total": armor.total if known else None, "reasons": reasons_json(parts, names)}
    return {
        "helps": [r for r in made if r["gives"] == "advantage"],
        "hinders": [r for r in made if r["gives"] == "disadvantage"],
        "net": {**test_json(test), "skill": rolls.skill, "characteristic": rolls.characteristic},
        "armor": met,
        "damage": f"{attack.dice}D" + (f"{attack.plus:+d}" if attack.plus else ""),
        "ammo": attack.ammo,
    }


def test_odds(k: Known, rolls: RollPlan, names: Names) -> dict[str, Any]:
    """The odds of a plain test of somebody known: success, with and without the claim."""
    claim = claimable(k.state, rolls)
    plain = tested(k.state, rolls, False)
    with_claim = tested(k.state, rolls, True) if claim.open else None
    return {
        "kind": "test",
        "by": rolls.who,
        "skill": rolls.skill,
        "characteristic": rolls.characteristic,
        "claim": claim_json(claim, names),
        "reasons": reasons_json(plain.reasons, names),
        "unclaimed": {**test_json(plain), "success": p(Fraction(plain.wins, ROLLS))},
        "claimed": None
        if with_claim is None
        else {**test_json(with_claim), "success": p(Fraction(with_claim.wins, ROLLS))},
    }


def opposed_odds(k: Known, who: str, other: str, skill: str, names: Names) -> dict[str, Any]:
    """The odds of winning an opposed test whose tie goes to the other side; `unknown` without its numbers."""
    if not (k.knows(who) and k.knows(other)):
        return {"kind": "opposed", "by": who, "against": other, "unknown": True}
    mine = plan(k.state, who, skill)
    claim = claimable(k.state, mine)
    theirs = tested(k.state, plan(k.state, other, skill), False)
    tests = {False: tested(k.state, mine, False), True: tested(k.state, mine, True) if claim.open else None}
    sides = {
        claimed: None if test is None else {**test_json(test), "success": p(beats(k.state, test, theirs))}
        for claimed, test in tests.items()
    }
    return {
        "kind": "opposed",
        "by": who,
        "against": other,
        "claim": claim_json(claim, names),
        "unclaimed": sides[False],
        "claimed": sides[True],
    }


def beats(state: State, mine: Test, theirs: Test) -> Fraction:
    """The chance that one total is the higher (T42)."""
    mode = state.ruleset.natural_mode
    ways = sum(
        a.weight * b.weight
        for a in outcomes(mine.bonus, mine.edge, mode)
        for b in outcomes(theirs.bonus, theirs.edge, mode)
        if a.total > b.total
    )
    return Fraction(ways, ROLLS * ROLLS)
