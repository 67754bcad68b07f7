"""Attacks before their dice, from plain numbers: every edge of a roll to hit or to avoid, armor met, chances.

The plans of `play.attack_plan`, `play.exchange` and `play.harm` as counts over `field`, by the book's own functions.
`j` is a target, -1 for a place; `x`, `y` where a blast goes off or a lob is aimed.
"""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.aiming import aim_price, scope_helps
from ..book.combat.range import Band, band, distance, range_reasons
from ..book.combat.reactions import static_succeeds
from ..book.combat.special import Mode, in_blast
from ..book.combat.trauma import armor
from ..book.core_mechanic.difficulty import edge
from ..book.ruleset import DiveEffect, EngagedFire, ReactionMode, ReadyEffect, ThreatEffect, WhoRolls
from .codes import On, Skill, Until
from .field import Field, Patch, Roster
from .situation import any_foe_engaged, are_engaged, band_of, best_cover, cover_from, hidden_from, suppressed

ROLLS = 216
MINION, ELITE = 1, 3


class Test(NamedTuple):
    """A test before its dice: its bonus; Advantages that are `free`, `priced` ones (the cheapest for `price`);
    Disadvantages `against`, of which the best pays `gain` (R1-R3)."""

    bonus: int
    free: int
    priced: int
    price: int
    against: int
    gain: int


class Edges(NamedTuple):
    """Reasons counted: `free` and `priced` Advantages, the cheapest `price`, Disadvantages `against`."""

    free: int
    priced: int
    price: int
    against: int


def with_price(edges: Edges, price: int) -> Edges:
    """One more Advantage, for a price or free."""
    if price == 0:
        return Edges(edges.free + 1, edges.priced, edges.price, edges.against)
    least = price if edges.priced == 0 else min(edges.price, price)
    return Edges(edges.free, edges.priced + 1, least, edges.against)


def with_against(edges: Edges, more: int) -> Edges:
    """So many more Disadvantages."""
    return Edges(edges.free, edges.priced, edges.price, edges.against + more)


def attacker_rolls(roster: Roster, i: int, j: int, burst_open: bool) -> bool:
    """Whether the attacker rolls to hit (C3), not the target to avoid (C4, R21, R62); `burst_open` for a blast,
    which each character in it avoids (R40)."""
    if roster.sheets[i].character != 0 or roster.rules.who_rolls == WhoRolls.BOTH:
        return True
    return not burst_open and j >= 0 and roster.sheets[j].character == 0


def strikes(roster: Roster, field: Field, i: int, slot: int, j: int) -> bool:
    """Whether a weapon strikes hand to hand here: one that cannot be thrown, or a target in reach."""
    piece = roster.pieces[slot]
    if piece.melee == 0:
        return False
    if piece.band < 0:
        return True
    return j >= 0 and are_engaged(roster, field, i, j)


def in_patch(patch: Patch, x: float, y: float) -> bool:
    """Whether a place lies in a zone."""
    if patch.radius >= 0:
        return distance(patch.low_x, patch.low_y, x, y) <= patch.radius
    return patch.low_x <= x <= patch.high_x and patch.low_y <= y <= patch.high_y


def zone_edges(
    roster: Roster, edges: Edges, on: int, skill: int, fire: int, pool: bool, x: float, y: float
) -> Edges:
    """The edges with those of the zones around a place: on attacks of a kind (`fire` 1 ranged, 0 melee) or tests."""
    for k in range(roster.rules.patches):
        patch = roster.patches[k]
        if patch.on != on or not in_patch(patch, x, y):
            continue
        if on == On.TESTS:
            if patch.skill >= 0 and patch.skill != skill:
                continue
        elif patch.fire >= 0 and patch.fire != fire:
            continue
        price = patch.price if pool else 0
        edges = with_price(edges, price) if patch.edge > 0 else with_against(edges, 1)
    return edges


def own_edges(
    roster: Roster, field: Field, i: int, slot: int, j: int, mode: int, melee: bool, x: float, y: float
) -> Edges:
    """The reasons of the attack itself: range, aim, zones (C26-C38)."""
    a, piece = field.who[i], roster.pieces[slot]
    aimed = j >= 0 and a.aim == j
    automatic = mode != Mode.SINGLE
    pool = a.momentum >= 0
    edges = Edges(0, 0, 0, 0)
    if j >= 0:
        x, y = field.who[j].x, field.who[j].y
    if not melee:
        where = band_of(roster, field, i, j) if j >= 0 else band(distance(a.x, a.y, x, y)) + 0
        close = where == Band.ENGAGED
        if roster.rules.engaged_fire == EngagedFire.SHOOTER:
            close = close or any_foe_engaged(roster, field, i)
        scoped = scope_helps(piece.scope != 0, aimed, automatic)
        bits = range_reasons(where, piece.band, close, piece.handy != 0, scoped)
        edges = with_against(edges, (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1))
    price = aim_price(aimed, piece.precise != 0, automatic)
    if price >= 0:
        edges = with_price(edges, price if pool else 0)
    if roster.rules.patches > 0:
        fire = 0 if melee else 1
        edges = zone_edges(roster, edges, On.ATTACKS_FROM, -1, fire, pool, a.x, a.y)
        edges = zone_edges(roster, edges, On.ATTACKS_AGAINST, -1, fire, pool, x, y)
    return edges


def granted(field: Field, i: int, edges: Edges, skill: int, pool: bool, next_test: bool) -> Edges:
    """The edges with those that the GM and conditions give i on a skill (R57), those on the next test among them or
    not."""
    for k in range(field.now.grants):
        g = field.grants[k]
        if g.who != i or g.left == 0 or g.edge == 0 or (g.skill >= 0 and g.skill != skill):
            continue
        if g.until == Until.NEXT_TEST and not next_test:
            continue
        edges = with_price(edges, g.price if pool else 0) if g.edge > 0 else with_against(edges, 1)
    return edges


def with_burdens(roster: Roster, field: Field, i: int, edges: Edges, skill: int) -> Edges:
    """The edges with what bears on any test of i: zones, suppression, the GM's edges (C80, R57)."""
    c = field.who[i]
    if roster.rules.patches > 0:
        edges = zone_edges(roster, edges, On.TESTS, skill, -1, c.momentum >= 0, c.x, c.y)
    if suppressed(roster, field, i):
        edges = with_against(edges, 1)
    return granted(field, i, edges, skill, c.momentum >= 0, True)


def test_of(roster: Roster, field: Field, i: int, bonus: int, grade: int, skill: int, edges: Edges) -> Test:
    """A test of i with all that bears on it, its characteristic's grade included (T14, R1)."""
    rules = roster.rules
    edges = with_burdens(roster, field, i, edges, skill)
    gain = rules.gain if edges.against > 0 else 0
    if grade > 0:
        edges = with_price(edges, rules.cost if field.who[i].momentum >= 0 else 0)
    elif grade < 0:
        edges = with_against(edges, 1)
        gain = max(gain, rules.characteristic_gain)
    return Test(bonus, edges.free, edges.priced, edges.price, edges.against, gain)


def attack_test(
    roster: Roster,
    field: Field,
    i: int,
    slot: int,
    j: int,
    mode: int,
    x: float,
    y: float,
    hindered: bool,
) -> Test:
    """The attacker's own test (C1, C3); `hindered` by a successful reaction or a dive that counts (C58, R41)."""
    piece = roster.pieces[slot]
    melee = strikes(roster, field, i, slot, j)
    edges = own_edges(roster, field, i, slot, j, mode, melee, x, y)
    if hindered:
        edges = with_against(edges, 1)
    if melee:
        return test_of(roster, field, i, piece.blow, piece.blow_grade, piece.blow_skill, edges)
    if j < 0:
        return test_of(roster, field, i, piece.lob, piece.lob_grade, piece.lob_skill, edges)
    return test_of(roster, field, i, piece.shot, piece.shot_grade, piece.shot_skill, edges)


def skill_test(roster: Roster, field: Field, i: int, skill: int, extra: int) -> Test:
    """A plain test of Athletics, Close Quarters or Medicine with `extra` free Advantages."""
    sheet = roster.sheets[i]
    bonus, grade = sheet.athletics, sheet.athletics_grade
    if skill == Skill.CLOSE_QUARTERS:
        bonus, grade = sheet.close_quarters, sheet.close_quarters_grade
    elif skill == Skill.MEDICINE:
        bonus, grade = sheet.medicine, sheet.medicine_grade
    return test_of(roster, field, i, bonus, grade, skill, Edges(extra, 0, 0, 0))


def break_free_test(roster: Roster, field: Field, i: int) -> Test:
    """Athletics called under Strength (C50, R37)."""
    sheet = roster.sheets[i]
    return test_of(roster, field, i, sheet.athletics, sheet.strength, Skill.ATHLETICS + 0, Edges(0, 0, 0, 0))


def disengage_test(roster: Roster, field: Field, i: int) -> Test:
    """The test to break away, where the ruleset wants one (C45, R34)."""
    sheet, rules = roster.sheets[i], roster.rules
    skill = rules.disengage_skill
    return test_of(roster, field, i, sheet.disengage, sheet.disengage_grade, skill, Edges(0, 0, 0, 0))


def circumstances(
    roster: Roster, field: Field, i: int, slot: int, j: int, mode: int, x: float, y: float
) -> Edges:
    """What bears on an attack whose attacker does not roll: all but its characteristic (R17)."""
    melee = strikes(roster, field, i, slot, j)
    piece = roster.pieces[slot]
    skill = piece.blow_skill if melee else piece.lob_skill if j < 0 else piece.shot_skill
    edges = own_edges(roster, field, i, slot, j, mode, melee, x, y)
    return with_burdens(roster, field, i, edges, skill)


def avoid_test(
    roster: Roster,
    field: Field,
    i: int,
    j: int,
    skill: int,
    around: Edges,
    reacted: bool,
    plain: bool,
) -> Test:
    """The avoid roll of j against i (C4, R16-R19): the attack's circumstances `around` mirrored, the attacker's
    threat, what is j's own. `reacted`: a reaction succeeded, or a dive that counts; `plain`: there was none."""
    rules, attacker, c = roster.rules, roster.sheets[i], field.who[j]
    edges = Edges(around.against, 0, 0, around.free + around.priced)
    if reacted:
        edges = with_price(edges, 0)
    if rules.threat_effect == ThreatEffect.ON and rules.who_rolls == WhoRolls.PLAYERS:
        if attacker.threat == MINION:
            edges = with_price(edges, 0)
        elif attacker.threat == ELITE:
            edges = with_against(edges, 1)
    if hidden_from(roster, field, i, j) or c.unaware != 0:
        edges = with_against(edges, 1)
    if rules.reaction_mode == ReactionMode.IS_AVOID_ROLL and plain and c.reactions == 0 and c.readied == 0:
        edges = with_against(edges, 1)
    sheet = roster.sheets[j]
    if skill == Skill.CLOSE_QUARTERS:
        return test_of(roster, field, j, sheet.close_quarters, sheet.close_quarters_grade, skill, edges)
    return test_of(roster, field, j, sheet.athletics, sheet.athletics_grade, skill, edges)


def static_reaction(roster: Roster, field: Field, j: int, skill: int, extra: int) -> bool:
    """Whether an adversary's reaction succeeds without dice (R20, R42): lasting edges only (R57)."""
    c, sheet, rules = field.who[j], roster.sheets[j], roster.rules
    bonus, grade = sheet.athletics, sheet.athletics_grade
    if skill == Skill.CLOSE_QUARTERS:
        bonus, grade = sheet.close_quarters, sheet.close_quarters_grade
    lasting = granted(field, j, Edges(extra, 0, 0, 0), skill, False, False)
    if roster.rules.patches > 0:
        lasting = zone_edges(roster, lasting, On.TESTS, skill, -1, False, c.x, c.y)
    advantages = (1 if grade > 0 else 0) + lasting.free
    against = (1 if grade < 0 else 0) + lasting.against + (1 if suppressed(roster, field, j) else 0)
    net = edge(advantages, against, rules.conflict)
    return static_succeeds(bonus, net, (rules.static_low, rules.static_middle, rules.static_high))


def net_edge(roster: Roster, test: Test, claimed: bool) -> int:
    """The net edge of a test (R2)."""
    return edge(test.free + (test.priced if claimed else 0), test.against, roster.rules.conflict)


def claimable(field: Field, i: int, test: Test) -> bool:
    """Whether there is an Advantage to claim that is not had free, and Momentum for it (T22, T25)."""
    return test.free == 0 and test.priced > 0 and field.who[i].momentum >= test.price


def chance(roster: Roster, test: Test, claimed: bool) -> float:
    """The chance that a test succeeds."""
    net = net_edge(roster, test, claimed)
    return roster.hits[(test.bonus - roster.rules.low) * 3 + net + 1] / ROLLS


def armor_met(roster: Roster, field: Field, j: int, slot: int, covered: bool, sx: float, sy: float) -> int:
    """The armor that a hit on j meets; cover counts only against a source (`covered`), not hand to hand (R24, R49)."""
    return armor_with(roster, j, slot, best_cover(roster, field, j, sx, sy) if covered else 0)


def armor_from(roster: Roster, field: Field, j: int, slot: int, i: int) -> int:
    """The armor that fire of i meets on j."""
    return armor_with(roster, j, slot, cover_from(roster, field, j, i))


def armor_with(roster: Roster, j: int, slot: int, cover: int) -> int:
    """The armor that a hit on j meets behind a cover of so much armor."""
    sheet = roster.sheets[j]
    return armor(
        sheet.base, sheet.armor - sheet.base, cover, roster.pieces[slot].piercing, roster.rules.armor_floor
    )


def harm_at(roster: Roster, slot: int, burst: bool, j: int, met: int) -> int:
    """Where the damage table has the chance of exactly one trauma to j; that of two stands behind it."""
    rules = roster.rules
    row = (slot * 2 + (1 if burst else 0)) * rules.scales + roster.sheets[j].scale
    return (row * rules.armors + min(met, rules.armors - 1)) * 2


def in_radius(field: Field, j: int, x: float, y: float, radius: float) -> bool:
    """Whether j stands in a blast; without Blast only exactly there (C83, R40)."""
    c = field.who[j]
    return in_blast(distance(c.x, c.y, x, y), max(radius, 0.0))


def dives_hinder(roster: Roster) -> bool:
    """Whether a dive puts the attack at Disadvantage (R41)."""
    return roster.rules.dive_effect != DiveEffect.COVER_ONLY


def free_reactions(roster: Roster, field: Field, j: int) -> int:
    """Free reactions left, a readied one included (C57, R30)."""
    c = field.who[j]
    return c.reactions + (c.readied if roster.rules.ready_effect == ReadyEffect.EXTRA_FREE else 0)
