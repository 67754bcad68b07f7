"""The rest of an action: drawing, reloading, charging, aiming, first aid, a grapple, each by what it leads to.

What takes several turns counts by the turns that it takes.
"""

from __future__ import annotations

from ..book.combat.special import slow_ready
from .choose_attack import SINGLE, Plan, area_with, attack, better, no_plan, shot, usable
from .codes import Do
from .field import Field, Roster
from .situation import able, hostile, out, seen_foe
from .situation_attack import skill_test
from .situation_legal import can_aid, can_aim, can_charge, can_grapple, can_reload
from .weigh import FOR_TEST, HOLD_TURNS, HORIZON, left_of, test_chance

AIM, RELOAD, CHARGE, FIRST_AID = Do.AIM + 0, Do.RELOAD + 0, Do.CHARGE + 0, Do.FIRST_AID + 0
GRAPPLE, DRAW, STOW = Do.GRAPPLE + 0, Do.DRAW + 0, Do.STOW + 0

AT_HAND = 0.75
"""What must first be drawn counts so much beside what is in hand."""

OUTCLASSED = 1.5
"""So many times one's own harm a foe must do to be worth holding: it costs both their turns."""

BACK_UP = 2.0
"""Turns that somebody counts who is brought back into the fight."""


def armed(roster: Roster, field: Field, i: int, minors: int, thorough: bool) -> Plan:
    """The best attack with what is at hand, or the first step to a better one with what must be drawn first."""
    sheet = roster.sheets[i]
    best = attack(roster, field, i, thorough)
    if field.who[i].held_by >= 0:
        return best
    for slot in range(sheet.first, sheet.last):
        steps = usable(roster, field, i, slot, minors)
        if steps < 1:
            continue
        field.loads[slot].held = 1
        value = AT_HAND * drawn(roster, field, i, slot, best.worth / AT_HAND)
        field.loads[slot].held = 0
        if value > best.worth:
            best = draw(roster, field, i, slot, steps, value)
    return best


def drawn(roster: Roster, field: Field, i: int, slot: int, least: float) -> float:
    """What is best done with a weapon that has just been drawn; whatever is not worth more than `least` may count 0."""
    piece = roster.pieces[slot]
    later = readied(roster, field, i, slot).worth
    if piece.blast < 0 and piece.auto == 0 and piece.suppressive == 0:
        most = 0.0
        for j in range(roster.rules.people):
            if seen_foe(roster, field, i, j):
                most = max(most, shot(roster, field, i, slot, j).worth)
        if most <= least:
            return later
    plan = attack(roster, field, i, False)
    return max(plan.worth if plan.a == slot else 0.0, later)


def draw(roster: Roster, field: Field, i: int, slot: int, steps: int, value: float) -> Plan:
    """Draws a weapon; puts away what the hands cannot hold beside it."""
    sheet = roster.sheets[i]
    if steps > 1:
        for other in range(sheet.first, sheet.last):
            if field.loads[other].held != 0 and roster.pieces[other].hands > 0:
                return Plan(value, STOW, other, -1, 0, 0.0, 0.0)
    return Plan(value, DRAW, slot, -1, 0, 0.0, 0.0)


def readied(roster: Roster, field: Field, i: int, slot: int) -> Plan:
    """What reloading or charging a weapon in hand leads to, over the actions it takes."""
    piece, load = roster.pieces[slot], field.loads[slot]
    best = no_plan()
    empty = piece.magazine > 0 and load.rounds == 0 and can_reload(roster, field, i, slot)
    dead = can_charge(roster, field, i, slot)
    if not empty and not dead:
        return best
    steps = 1.0
    rounds, charged = load.rounds, load.charged
    if empty:
        steps += max(piece.reload, 1) - load.reloading
        load.rounds = piece.magazine
    if dead:
        steps += 1.0
        load.charged = 1
    for j in range(roster.rules.people):
        if seen_foe(roster, field, i, j):
            best = better(best, shot(roster, field, i, slot, j))
    if piece.blast >= 0:
        best = better(best, area_with(roster, field, i, slot, False, best.worth))
    load.rounds, load.charged = rounds, charged
    if best.worth <= 0.0:
        return best
    return Plan(best.worth / steps, RELOAD if empty else CHARGE, slot, -1, 0, 0.0, 0.0)


def prepared(roster: Roster, field: Field, i: int) -> Plan:
    """The best of reloading and charging what is in hand."""
    sheet = roster.sheets[i]
    best = no_plan()
    for slot in range(sheet.first, sheet.last):
        if field.loads[slot].held != 0 or roster.pieces[slot].thrown != 0:
            best = better(best, readied(roster, field, i, slot))
    return best


def aimed(roster: Roster, field: Field, i: int, j: int, now: Plan) -> Plan:
    """Aiming at j, where the aimed shot of the next turn marks more than one now and another one then would.

    After a weapon that must rest, be charged or be loaded between two shots, only half of the second counts.
    """
    sheet, c = roster.sheets[i], field.who[i]
    best = no_plan()
    if c.aim == j or not can_aim(roster, field, i, j):
        return best
    before = c.aim
    for slot in range(sheet.first, sheet.last):
        piece, load = roster.pieces[slot], field.loads[slot]
        if load.held == 0 or piece.band < 0 or piece.blast >= 0:
            continue
        fired = load.fired
        if piece.slow != 0 and not slow_ready(fired, field.now.round):
            if not slow_ready(fired, field.now.round + 1):
                continue
            load.fired = -1
        c.aim = j
        plan = shot(roster, field, i, slot, j)
        c.aim = before
        load.fired = fired
        again = 1.0
        if piece.charge != 0 or piece.slow != 0 or piece.one_use != 0 or load.rounds == 1:
            again = 0.5
        least = now.worth * (1.0 + again)
        if plan.c == SINGLE and plan.worth > least + 1e-9 and plan.worth / 2.0 > best.worth:
            best = Plan(max(plan.worth / 2.0, now.worth + 1e-9), AIM, j, slot, 0, 0.0, 0.0)
    return best


def aid(roster: Roster, field: Field, i: int) -> Plan:
    """First aid to whom it helps most: a friend who is down, a friend or oneself who is hurt."""
    best = no_plan()
    for j in range(roster.rules.people):
        if hostile(roster, i, j) or not can_aid(roster, field, i, j):
            continue
        value = aid_worth(roster, field, i, j)
        if value > best.worth:
            best = Plan(value, FIRST_AID, j, -1, 0, 0.0, 0.0)
    return best


def aid_worth(roster: Roster, field: Field, i: int, j: int) -> float:
    """What first aid to j is worth; nothing where it brings j no nearer to acting."""
    patient, sheet = field.who[j], roster.sheets[j]
    if patient.gone != 0 or patient.said_out == 1:
        return 0.0
    down = out(roster, field, j)
    if down and sheet.boxes_mental >= 0 and patient.mental >= sheet.boxes_mental:
        return 0.0
    test = aid_test(roster, field, i)
    if down:
        return test * BACK_UP * sheet.menace
    return test * HORIZON * sheet.menace / (left_of(roster, field, j, False) + 1)


def aid_test(roster: Roster, field: Field, i: int) -> float:
    """The chance that first aid of i helps."""
    return test_chance(roster, field, i, FOR_TEST, skill_test(roster, field, i, 2, 0))


def grapple(roster: Roster, field: Field, i: int) -> Plan:
    """Holding a foe in reach who does much more harm than oneself, while a friend is there to make use of it."""
    best, friends = no_plan(), 0
    for k in range(roster.rules.people):
        if k != i and not hostile(roster, i, k) and able(roster, field, k, -1):
            friends += 1
    if friends == 0:
        return best
    for j in range(roster.rules.people):
        menace = roster.sheets[j].menace
        if menace < OUTCLASSED * roster.sheets[i].menace or not hostile(roster, i, j):
            continue
        if can_grapple(roster, field, i, j) and field.who[j].stunned == 0:
            value = HOLD_TURNS * menace * grips(roster, i, j)
            if value > best.worth:
                best = Plan(value, GRAPPLE, j, -1, 0, 0.0, 0.0)
    return best


def grips(roster: Roster, i: int, j: int) -> float:
    """The chance that i wins an opposed test of Close Quarters against j, edges left out; a tie is j's."""
    lead = roster.sheets[i].close_quarters - roster.sheets[j].close_quarters
    return leads(lead)


def leads(lead: int) -> float:
    """The chance that 2D6 + lead beats 2D6."""
    ways = 0
    for a in range(2, 13):
        for b in range(2, 13):
            if a + lead > b:
                ways += (6 - abs(a - 7)) * (6 - abs(b - 7))
    return ways / 1296.0


def action(roster: Roster, field: Field, i: int, minors: int, thorough: bool) -> Plan:
    """The best thing to do with a Significant Action where i stands, with so many Minor ones to get ready."""
    best = armed(roster, field, i, minors, thorough)
    best = better(best, prepared(roster, field, i))
    best = better(best, aid(roster, field, i))
    return better(best, grapple(roster, field, i))
