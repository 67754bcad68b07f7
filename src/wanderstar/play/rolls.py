"""One test, rolled: the reasons gathered, the Advantage claimed and paid, the dice, what Momentum comes back.

Chapter 5, The roll and Difficulty; the prices by R1 to R5.
"""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.effect import effect
from ..book.combat.trauma import damage
from ..book.core_mechanic.difficulty import credited, earns, edge
from ..book.core_mechanic.outcome import flag_words, flags, succeeds
from ..book.core_mechanic.roll import Edge, dice_rolled, dropped, total
from ..book.ruleset import Conflict, Ruleset
from . import sight
from .arguments import EDGES
from .asks import Answer, Choice
from .reasons import Reason, advantage, disadvantage
from .scene import Ask, Scene
from .state import Combatant, State, bonus
from .zones import test_reasons

EDGE_WORDS = EDGES


class RollPlan(NamedTuple):
    """A test before its dice: whose, with which skill, and every reason for an edge known so far.

    `roller` handles the dice; `no_claim` is the refusal code of a claim that finds no price to pay.
    """

    who: str
    roller: str
    skill: str
    bonus: int
    characteristic: str
    reasons: tuple[Reason, ...]
    no_claim: str = "nothing_to_claim"


class Rolled(NamedTuple):
    """A rolled test."""

    edge: int
    reasons: tuple[Reason, ...]
    natural: int
    total: int
    success: bool
    flags: int

    @property
    def effect(self) -> int:
        """C8."""
        return effect(self.total)


def roller(c: Combatant) -> str:
    """The seat that handles a combatant's dice and choices: its player's, or the GM's."""
    return c.id if c.is_character else "gm"


def characteristic_reason(c: Combatant, characteristic: str, ruleset: Ruleset) -> list[Reason]:
    """What the characteristic called for gives to a roll (T14, R1); free without a pool (R4)."""
    grade = c.grade(characteristic)
    if grade > 0:
        price = 0 if c.momentum is None else ruleset.momentum_characteristic_advantage_cost
        return [advantage("R1", "characteristic", price, characteristic)]
    if grade < 0:
        gain = ruleset.momentum_characteristic_disadvantage_gain and ruleset.momentum_disadvantage_gain
        return [disadvantage("R1", "characteristic", gain, characteristic)]
    return []


def granted_reasons(c: Combatant, ruleset: Ruleset, skill: str) -> list[Reason]:
    """The edges that the GM granted or imposed (T20-T23, R57), and those of conditions, on a test of `skill`."""
    found = []
    for x in c.conditions:
        if not x.edge or x.skill not in (None, skill):
            continue
        if x.edge > 0:
            price = 0 if c.momentum is None else x.price
            found.append(advantage("T22" if price else "T20", "condition", price, x.name))
        else:
            found.append(disadvantage("T23", "condition", ruleset.momentum_disadvantage_gain, x.name))
    for e in c.edges:
        if e.edge > 0:
            price = 0 if c.momentum is None else e.price
            found.append(advantage("T22" if price else "T20", "granted", price, e.reason or None))
        else:
            found.append(disadvantage("T23", "imposed", ruleset.momentum_disadvantage_gain, e.reason or None))
    return found


def suppressed_reason(state: State, c: Combatant) -> list[Reason]:
    """Suppressive fire on `c` (C80)."""
    by = sight.suppressed_by(state, c)
    if by is None:
        return []
    return [disadvantage("C80", "suppressed", state.ruleset.momentum_disadvantage_gain, by)]


def plan(
    state: State,
    who: str,
    skill: str,
    characteristic: str | None = None,
    extra: tuple[Reason, ...] = (),
    no_claim: str = "nothing_to_claim",
) -> RollPlan:
    """A test of `who` with everything that bears on any test: `extra`, suppression, the GM's edges, its own
    characteristic (by default the skill's, T12; the GM may call another, T13)."""
    c = state.combatants[who]
    called = characteristic or default_characteristic(state.ruleset, skill)
    reasons = [*extra, *suppressed_reason(state, c), *granted_reasons(c, state.ruleset, skill)]
    reasons += test_reasons(state, c, skill)
    reasons += characteristic_reason(c, called, state.ruleset)
    return RollPlan(who, roller(c), skill, bonus(c, skill, state.ruleset), called, tuple(reasons), no_claim)


def default_characteristic(ruleset: Ruleset, skill: str) -> str:
    """The characteristic a skill is rolled with unless another is called for (T12, R7)."""
    return ruleset.characteristic_of(skill) or ruleset.characteristics_names[0]


def counted(reasons: tuple[Reason, ...], claimed: bool, conflict: int) -> tuple[Reason, ...]:
    """The reasons with those marked that do not count: a second of one kind (T24, T25), or not claimed."""
    seen: set[str] = set()
    marked = []
    for r in sorted(reasons, key=lambda r: r.price):
        counts = (r.gives != "advantage" or r.price == 0 or claimed) and (
            conflict == Conflict.MAJORITY or r.gives not in seen
        )
        if counts:
            seen.add(r.gives)
        marked.append((r, counts))
    order = {id(r): counts for r, counts in marked}
    return tuple(r._replace(counted=order[id(r)]) for r in reasons)


def claim(plan: RollPlan, momentum: int | None) -> tuple[int, str]:
    """The price of the Advantage to claim, and the code when it cannot be claimed ("" when it can).

    Asked only when an Advantage with a price is there and none is had free. Sources do not stack, so the
    cheapest is paid, once (T25).
    """
    advantages = [r for r in plan.reasons if r.gives == "advantage"]
    if not advantages or any(r.price == 0 for r in advantages):
        return 0, plan.no_claim if not advantages else "nothing_to_claim"
    price = min(r.price for r in advantages)
    return price, "momentum" if momentum is None or momentum < price else ""


def ask_claims(scene: Scene, ask: Ask, plans: list[RollPlan], name: str) -> list[bool]:
    """Asks all who may claim an Advantage, at once, and takes the price. Shape: one answer for each plan."""
    choices, prices = [], []
    for p in plans:
        price, code = claim(p, scene[p.who].momentum)
        prices.append(price)
        options = (False,) if code else (True, False)

        def why(value: object, code: str = code) -> str | None:
            return code if value is True and code else None

        choices.append(Choice(name, p.who, options, False, why))
    claims = ask.all(choices)
    for p, price, claimed in zip(plans, prices, claims, strict=True):
        if claimed:
            now = scene[p.who].momentum
            assert now is not None
            scene.change(p.who, momentum=now - price)
            scene.emit("momentum_paid", who=p.who, amount=price, claim=name)
    return [bool(c) for c in claims]


def roll(scene: Scene, ask: Ask, plan: RollPlan, name: str, claimed: bool) -> Rolled:
    """Rolls a test whose claim is settled; credits the Momentum of a Disadvantage and uses up the GM's edges."""
    rules = scene.state.ruleset
    advantages = [r for r in plan.reasons if r.gives == "advantage" and (r.price == 0 or claimed)]
    disadvantages = [r for r in plan.reasons if r.gives == "disadvantage"]
    net = edge(len(advantages), len(disadvantages), rules.advantage_conflict)
    answer = ask.dice(name, plan.who, plan.roller, dice_rolled(net), net)
    natural, result = draw(scene, name, plan.who, answer, net, plan.bonus)
    success = succeeds(result, natural, rules.natural_mode)
    use_up_edges(scene, plan.who)
    gain = max((r.gain for r in disadvantages), default=0)
    credit(scene, plan.who, earns(net, len(disadvantages), gain, rules.momentum_gain_when_cancelled))
    bits = flags(result, natural, success)
    reasons = counted(plan.reasons, claimed, rules.advantage_conflict)
    rolled = Rolled(net, reasons, natural, result, success, bits)
    scene.emit("test", **rolled_story(plan, rolled, name))
    return rolled


def rolled_story(plan: RollPlan, rolled: Rolled, name: str) -> dict[str, object]:
    """What a `test` event tells of a rolled test."""
    return {
        "who": plan.who,
        "draw": name,
        "skill": plan.skill,
        "characteristic": plan.characteristic,
        "bonus": plan.bonus,
        "edge": EDGE_WORDS[rolled.edge],
        "reasons": [r.to_json() for r in rolled.reasons],
        "automatic": None,
        "natural": rolled.natural,
        "total": rolled.total,
        "margin": rolled.effect,
        "outcome": "success" if rolled.success else "failure",
        "flags": flag_words(rolled.flags),
    }


def draw(scene: Scene, name: str, who: str, answer: Answer, net: int | None, bonus: int) -> tuple[int, int]:
    """Tells of dice that were rolled; gives the sum of the kept ones, and the total with `bonus`."""
    faces = tuple(answer.value)
    lost: list[int] = []
    kept = list(faces)
    if net:
        lost = [kept.pop(dropped(faces[0], faces[1], faces[2], net))]
    natural = sum(kept)
    result = total(natural, bonus) if net is not None else damage(natural, bonus)
    scene.emit(
        "draw",
        name=name,
        who=who,
        dice=list(faces),
        kept=kept,
        dropped=lost,
        edge=None if net is None else EDGE_WORDS[net],
        bonus=bonus,
        total=result,
        by=answer.by,
    )
    return natural, result


def use_up_edges(scene: Scene, who: str) -> None:
    """R57: an edge on the next test is used up by it, paid or not."""
    edges = scene[who].edges
    if any(e.on == "next_test" for e in edges):
        scene.change(who, edges=tuple(e for e in edges if e.on != "next_test"))


def credit(scene: Scene, who: str, gain: int) -> None:
    """Momentum for a harder roll, up to the cap (T23, R3, R5)."""
    now = scene[who].momentum
    if now is None or gain <= 0:
        return
    cap = scene.state.ruleset.momentum_cap
    after = credited(now, gain, -1 if cap is None else cap)
    if after != now:
        scene.change(who, momentum=after)
        scene.emit("momentum_gained", who=who, amount=after - now, rule="T23")


def claim_and_roll(scene: Scene, ask: Ask, plan: RollPlan, claim_name: str, draw_name: str) -> Rolled:
    """Asks for the claim, then rolls."""
    claimed = ask_claims(scene, ask, [plan], claim_name)[0]
    return roll(scene, ask, plan, draw_name, claimed)


def static_reasons(
    state: State, c: Combatant, characteristic: str, skill: str, extra: tuple[Reason, ...] = ()
) -> tuple[Reason, ...]:
    """What bears on an adversary's reaction that is not rolled (R20, R42): `extra`, suppression, the GM's lasting
    edges, conditions and zones that bear on `skill`, its characteristic; edges on the next test wait for one
    (R57)."""
    lasting = c._replace(edges=tuple(e for e in c.edges if e.on != "next_test"))
    found = [*extra, *suppressed_reason(state, c), *granted_reasons(lasting, state.ruleset, skill)]
    found += test_reasons(state, c, skill)
    return (*found, *characteristic_reason(c, characteristic, state.ruleset))


def edge_of(reasons: tuple[Reason, ...], conflict: int, extra: int = 0) -> Edge:
    """The edge that reasons come to where none has a price; `extra` counts further Advantages."""
    advantages = sum(r.gives == "advantage" for r in reasons) + extra
    return Edge(edge(advantages, sum(r.gives == "disadvantage" for r in reasons), conflict))


def static_edge(
    state: State, c: Combatant, characteristic: str, extra: int = 0, skill: str | None = None
) -> Edge:
    """The edge of an adversary's reaction that is not rolled (R20, R42). `extra` counts further Advantages."""
    reasons = static_reasons(state, c, characteristic, skill or "")
    return edge_of(reasons, state.ruleset.advantage_conflict, extra)
