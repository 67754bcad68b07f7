"""Getting away: out of a hold or a pin, off the map when morale breaks. And commands in their plainest form."""

from __future__ import annotations

from ..book.combat.range import MEDIUM_METRES, distance
from .choose_attack import NOTHING, Plan, no_plan, shot_at
from .choose_places import STEP, Spot, away_from, toward
from .choose_ready import leads
from .codes import Do
from .field import Field, Roster
from .situation import at_edge, metres, seen_foe
from .situation_attack import break_free_test
from .situation_legal import can_break_free, can_move
from .weigh import FOR_TEST, HORIZON, nearer, sooner, test_chance

MOVE, BREAK_FREE, LEAVE = Do.MOVE + 0, Do.BREAK_FREE + 0, Do.LEAVE + 0

CORNERED = -1.0
"""What fleeing is worth where there is no way to go: then one fights on."""


def command(code: int, a: int, b: int) -> Plan:
    """A command without a place, whatever it is worth."""
    return Plan(0.0, code, a, b, 0, 0.0, 0.0)


def go(spot: Spot, significant: int) -> Plan:
    """A move."""
    return Plan(0.0, MOVE, significant, -1, 0, spot.x, spot.y)


def nearest_foe(roster: Roster, field: Field, i: int) -> int:
    """The nearest foe in sight (the one who is hurt more where two are as near); -1 without one."""
    best = -1
    for j in range(roster.rules.people):
        if seen_foe(roster, field, i, j) and (best < 0 or nearer(roster, field, i, j, best)):
            best = j
    return best


def foremost(roster: Roster, field: Field, i: int) -> int:
    """The foe in sight that i takes if all are worth the same (`sooner`); -1 without one."""
    best = -1
    for j in range(roster.rules.people):
        if seen_foe(roster, field, i, j) and (best < 0 or sooner(roster, field, i, j, best)):
            best = j
    return best


def freeing(roster: Roster, field: Field, i: int) -> Plan:
    """Held or pinned: the test that frees sooner, or a blow at the holder that is likelier to be its last."""
    c, opposed = field.who[i], 0
    frees = test_chance(roster, field, i, FOR_TEST, break_free_test(roster, field, i))
    if can_break_free(field, i, True):
        lead = roster.sheets[i].close_quarters - roster.sheets[c.held_by].close_quarters
        if leads(lead) > frees:
            frees, opposed = leads(lead), 1
    if c.held_by >= 0 and seen_foe(roster, field, i, c.held_by):
        plan = shot_at(roster, field, i, c.held_by)
        if plan.worth > frees * HORIZON * roster.sheets[c.held_by].menace:
            return plan
    if not can_break_free(field, i, opposed == 1):
        return no_plan()
    return command(BREAK_FREE, opposed, -1)


def edge_of_map(roster: Roster, field: Field, i: int) -> Spot:
    """The nearest place on the map's edge."""
    rules, c = roster.rules, field.who[i]
    x, y = rules.low_x, c.y
    best = c.x - rules.low_x
    if rules.high_x - c.x < best:
        best, x = rules.high_x - c.x, rules.high_x
    if rules.plane != 0:
        if c.y - rules.low_y < best:
            best, x, y = c.y - rules.low_y, c.x, rules.low_y
        if rules.high_y - c.y < best:
            x, y = c.x, rules.high_y
    return Spot(x, y, -1, 0.0, 0.0)


def fleeing(roster: Roster, field: Field, i: int) -> Plan:
    """Off the map by the nearest edge; without edges away from the nearest foe, as far as the eye can reach."""
    c = field.who[i]
    if at_edge(roster, field, i):
        return command(LEAVE, -1, -1)
    if roster.rules.bounded != 0:
        edge = edge_of_map(roster, field, i)
        spot = toward(roster, field, i, edge.x, edge.y, 0.0)
    else:
        foe = nearest_foe(roster, field, i)
        if foe < 0 or metres(field, i, foe) > MEDIUM_METRES:
            return command(NOTHING, -1, -1)
        spot = away_from(roster, field, i, field.who[foe].x, field.who[foe].y)
    if distance(c.x, c.y, spot.x, spot.y) <= STEP:
        return Plan(CORNERED, NOTHING, -1, -1, 0, 0.0, 0.0)
    for significant in range(2):
        if can_move(roster, field, i, significant == 1, spot.x, spot.y):
            return go(spot, significant)
    return command(NOTHING, -1, -1)
