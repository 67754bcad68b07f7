"""The attack of a turn: whom, with what, how fired, or an area. A `Plan` is a command with what it is worth."""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.melee import engaged
from ..book.combat.special import Mode
from .choose_area import SCARCE, blast_worth, dread, hope, suppress_worth, volley
from .codes import Do, Pick
from .field import Field, Roster
from .recall import OTHERS_SHOTS, SHOTS, arms, pair_key
from .situation import hostile, metres, out, seen_foe
from .situation_attack import in_radius
from .situation_legal import can_attack, can_lob, can_use
from .weigh import ammo_share, free_hands, sooner, worth

ATTACK, AIM, SUPPRESS, RELOAD, CHARGE = (
    Do.ATTACK + 0,
    Do.AIM + 0,
    Do.SUPPRESS + 0,
    Do.RELOAD + 0,
    Do.CHARGE + 0,
)
FIRST_AID, GRAPPLE, DRAW, STOW, NOTHING = (
    Do.FIRST_AID + 0,
    Do.GRAPPLE + 0,
    Do.DRAW + 0,
    Do.STOW + 0,
    Do.END_TURN + 0,
)
SINGLE, BURST, FULL = Mode.SINGLE + 0, Mode.BURST + 0, Mode.FULL + 0
NEAREST, SPREAD = Pick.NEAREST + 0, Pick.SPREAD + 0

LAST_BLADE = 0.75
"""A blade thrown is a blade gone."""

OTHERS = 0.6
"""What a foe counts that is rather somebody else's, where everybody takes another one."""


class Plan(NamedTuple):
    """A command as `decide` gives it, and what it is worth."""

    worth: float
    code: int
    a: int
    b: int
    c: int
    x: float
    y: float


def no_plan() -> Plan:
    """Nothing to do."""
    return Plan(0.0, NOTHING, -1, -1, 0, 0.0, 0.0)


def manner_of(roster: Roster, i: int) -> int:
    """The row of knobs that i plays by; the first for one that nobody plays."""
    return max(roster.sheets[i].tactic, 0)


def wanted(roster: Roster, field: Field, i: int, j: int) -> float:
    """How much i wants j rather than another foe: 1, or less for one that is somebody else's."""
    if roster.manners[manner_of(roster, i)].pick != SPREAD:
        return 1.0
    rank = foes = place = 0
    for k in range(roster.rules.people):
        if not hostile(roster, i, k):
            if k < i and not out(roster, field, k):
                rank += 1
        elif seen_foe(roster, field, i, k):
            if k < j:
                place += 1
            foes += 1
    return 1.0 if foes == 0 or place == rank % foes else OTHERS


def usable(roster: Roster, field: Field, i: int, slot: int, draws: int) -> int:
    """0 when a weapon is at hand, else the Minor Actions that take it there; -1 when it cannot be had."""
    piece, load = roster.pieces[slot], field.loads[slot]
    if piece.weapon < 0 or load.held != 0 or (piece.thrown != 0 and piece.melee == 0):
        return 0
    if load.carried == 0 or draws < 1:
        return -1 if piece.thrown == 0 else 0
    if piece.hands > free_hands(roster, field, i) and draws > 1:
        return 2
    return 1


def shot(roster: Roster, field: Field, i: int, slot: int, j: int) -> Plan:
    """The better of a single shot (or blow) and a burst at j, their rounds weighed; worth 0 when neither may be."""
    piece = roster.pieces[slot]
    best = no_plan()
    if piece.blast >= 0 and not (piece.melee != 0 and engaged(metres(field, i, j))):
        return best
    like = wanted(roster, field, i, j)
    for mode in range(2 if piece.auto > 0 else 1):
        if not can_attack(roster, field, i, slot, j, mode):
            continue
        rounds = piece.auto if mode == BURST else 1
        value = like * worth(roster, field, i, slot, mode, j) / (1.0 + ammo_share(roster, slot, rounds))
        if piece.melee != 0 and piece.band >= 0 and not engaged(metres(field, i, j)):
            value *= LAST_BLADE
        if value > best.worth:
            best = Plan(value, ATTACK, slot, j, mode, 0.0, 0.0)
    return best


def shot_at(roster: Roster, field: Field, i: int, j: int) -> Plan:
    """The best shot or blow at j with what is at hand."""
    return known_shot(roster, field, i, j, 0 if len(field.worths) == 0 else arms(roster, field, i))


def known_shot(roster: Roster, field: Field, i: int, j: int, armed: int) -> Plan:
    """The same, reckoned or remembered; `armed` as `recall.arms` tells."""
    room = len(field.worths)
    if room == 0 or field.eye[0] != i:
        return best_shot(roster, field, i, j)
    what = SHOTS if wanted(roster, field, i, j) == 1.0 else OTHERS_SHOTS
    key = pair_key(roster, field, i, what, j, armed)
    known = field.worths[key & (room - 1)]
    if known.key != key:
        plan = best_shot(roster, field, i, j)
        known.value, known.word = plan.worth, plan.a * 4 + plan.c
        known.key = key
        return plan
    if known.value <= 0.0:
        return no_plan()
    return Plan(known.value + 0.0, ATTACK, known.word >> 2, j, known.word & 3, 0.0, 0.0)


def best_shot(roster: Roster, field: Field, i: int, j: int) -> Plan:
    """The same, reckoned anew."""
    sheet = roster.sheets[i]
    best = no_plan()
    for slot in range(sheet.first, sheet.last):
        plan = shot(roster, field, i, slot, j)
        if plan.worth > best.worth:
            best = plan
    return best


def target_of(roster: Roster, field: Field, i: int) -> Plan:
    """The best shot or blow at whom the tactic picks."""
    best, armed = no_plan(), 0 if len(field.worths) == 0 else arms(roster, field, i)
    for j in range(roster.rules.people):
        if seen_foe(roster, field, i, j):
            plan = known_shot(roster, field, i, j, armed)
            same = plan.worth == best.worth and plan.worth > 0.0
            if plan.worth > best.worth or (same and sooner(roster, field, i, j, best.b)):
                best = plan
    manner = roster.manners[manner_of(roster, i)]
    if manner.pick != NEAREST or best.worth <= 0.0:
        return best
    least, least_away, found = manner.near * best.worth, metres(field, i, best.b), best
    for j in range(roster.rules.people):
        if not seen_foe(roster, field, i, j):
            continue
        away = metres(field, i, j)
        if away < least_away or (away == least_away and before(roster, field, i, j, found.b)):
            plan = known_shot(roster, field, i, j, armed)
            if plan.worth >= least:
                found, least_away = plan, away
    return found


def before(roster: Roster, field: Field, i: int, j: int, k: int) -> bool:
    """Whether i takes j rather than k, as far off, whatever they are worth; both ways round."""
    if j < k:
        return not sooner(roster, field, i, k, j)
    return j > k and sooner(roster, field, i, j, k)


def area(roster: Roster, field: Field, i: int, first: int, thorough: bool, least: float) -> Plan:
    """The best of full auto from `first` on, blasts and suppressive fire with what is at hand; whatever is not worth
    more than `least` may be missed."""
    sheet = roster.sheets[i]
    best = no_plan()
    for slot in range(sheet.first, sheet.last):
        piece = roster.pieces[slot]
        if piece.auto > 0 and first >= 0 and can_attack(roster, field, i, slot, first, FULL):
            value = volley(roster, field, i, slot, first) / (1.0 + ammo_share(roster, slot, piece.full_ammo))
            if value > best.worth:
                best = Plan(value, ATTACK, slot, first, FULL, 0.0, 0.0)
        if piece.blast >= 0 or piece.suppressive != 0:
            plan = area_with(roster, field, i, slot, thorough, max(least, best.worth))
            if plan.worth > best.worth:
                best = plan
    return best


def area_with(roster: Roster, field: Field, i: int, slot: int, thorough: bool, least: float) -> Plan:
    """The best blast or suppression with one weapon: on a foe's place, or (`thorough`) between two of them; whatever is
    not worth more than `least` may be missed."""
    people, piece = roster.rules.people, roster.pieces[slot]
    best = no_plan()
    lobs = piece.blast >= 0 and can_lob(roster, field, i, slot)
    blasts = (
        piece.blast >= 0 and can_use(roster, field, i, slot, SINGLE) and dread(roster, field, i, slot) > least
    )
    for j in range(people):
        if not seen_foe(roster, field, i, j):
            continue
        x, y = field.who[j].x, field.who[j].y
        if piece.suppressive != 0:
            best = better(best, pinning(roster, field, i, slot, x, y))
        if not blasts:
            continue
        if hope(roster, field, i, slot, x, y) > max(least, best.worth):
            if can_attack(roster, field, i, slot, j, SINGLE):
                best = better(best, blast(roster, field, i, slot, j, x, y))
            if lobs:
                best = better(best, blast(roster, field, i, slot, -1, x, y))
        if lobs and thorough:
            best = better(best, between_two(roster, field, i, slot, j, max(least, best.worth)))
    return best


def better(first: Plan, second: Plan) -> Plan:
    """The plan that is worth more; the first when they are worth the same."""
    return second if second.worth > first.worth else first


def pinning(roster: Roster, field: Field, i: int, slot: int, x: float, y: float) -> Plan:
    """Suppressive fire on the area around x, y."""
    value = suppress_worth(roster, field, i, slot, x, y)
    value /= 1.0 + ammo_share(roster, slot, roster.pieces[slot].suppress_ammo)
    return Plan(value, SUPPRESS, slot, -1, 0, x, y)


def blast(roster: Roster, field: Field, i: int, slot: int, j: int, x: float, y: float) -> Plan:
    """A blast at x, y: thrown or shot at j, or lobbed at the place where j is -1."""
    value = blast_worth(roster, field, i, slot, j, x, y) / (1.0 + ammo_share(roster, slot, 1))
    piece = roster.pieces[slot]
    if value > 0.0 and (piece.one_use != 0 or piece.thrown != 0):
        inside = 0
        for k in range(roster.rules.people):
            if seen_foe(roster, field, i, k) and in_radius(field, k, x, y, piece.blast):
                inside += 1
        if inside < 2:
            value *= SCARCE
    return Plan(value, ATTACK, slot, j, SINGLE, x, y)


def between_two(roster: Roster, field: Field, i: int, slot: int, j: int, least: float) -> Plan:
    """The best lob half way between j and a foe further down the roster; whatever is not worth more than `least` may be
    missed."""
    best, first = no_plan(), field.who[j]
    for k in range(j + 1, roster.rules.people):
        if seen_foe(roster, field, i, k) and metres(field, j, k) <= 2.0 * roster.pieces[slot].blast:
            x, y = middle(first.x, field.who[k].x), middle(first.y, field.who[k].y)
            if hope(roster, field, i, slot, x, y) > max(least, best.worth):
                best = better(best, blast(roster, field, i, slot, -1, x, y))
    return best


def middle(a: float, b: float) -> float:
    """Half way, in tenths of a metre."""
    return round((a + b) * 5.0) / 10.0


def attack(roster: Roster, field: Field, i: int, thorough: bool) -> Plan:
    """The best attack with what is at hand."""
    best = target_of(roster, field, i)
    plan = area(roster, field, i, best.b, thorough, best.worth)
    return plan if plan.worth > best.worth else best
