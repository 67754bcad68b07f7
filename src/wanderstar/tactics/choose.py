"""The decision of every tactic: the next command of whoever has the turn, from plain numbers alone.

One procedure, asked again after each command; the knobs of a `Manner` make a tactic of it. Places to stand are compared
by what can be done there now and later, less what is likely to be suffered there; then come cover, the action itself,
and what is left to do when there is nobody to act upon.
"""

from __future__ import annotations

from .choose_area import volley
from .choose_attack import ATTACK, FULL, NOTHING, Plan, manner_of, no_plan
from .choose_flight import CORNERED, command, fleeing, freeing, go, nearest_foe
from .choose_moves import NOWHERE, better_cover, goal, outlook, placed
from .choose_places import STEP, Spot
from .choose_ready import aimed
from .codes import Do
from .field import Field, Roster
from .situation import morale_broken
from .situation_legal import can_charge, can_minor, can_move, can_ready, can_reload

TAKE_COVER, RISE, RELOAD, CHARGE = Do.TAKE_COVER + 0, Do.RISE + 0, Do.RELOAD + 0, Do.CHARGE + 0
READY, SURRENDER, FLEES = Do.READY + 0, Do.SURRENDER + 0, 1


def idle_hands(roster: Roster, field: Field, i: int, walk: Spot) -> Plan:
    """Nobody to act upon: a second move, a magazine that is not full, a charge, an eye on what comes; up again."""
    c, sheet = field.who[i], roster.sheets[i]
    if c.significant != 0:
        if walk.wall != NOWHERE:
            for significant in range(2):
                if can_move(roster, field, i, significant == 1, walk.x, walk.y):
                    return go(walk, significant)
        for slot in range(sheet.first, sheet.last):
            if can_reload(roster, field, i, slot):
                return command(RELOAD, slot, -1)
            if can_charge(roster, field, i, slot):
                return command(CHARGE, slot, -1)
        if can_ready(field, i):
            return command(READY, -1, -1)
    if c.prone != 0 and can_minor(field, i):
        return command(RISE, -1, -1)
    return command(NOTHING, -1, -1)


def plan_of(roster: Roster, field: Field, i: int) -> Plan:
    """The next command of i, who has the turn, and what it is worth."""
    c, manner = field.who[i], roster.manners[manner_of(roster, i)]
    if manner.plays == 0 or roster.sheets[i].tactic < 0 or c.unaware != 0 or c.stunned != 0:
        return command(NOTHING, -1, -1)
    broken = morale_broken(roster, field, i)
    if broken > FLEES:
        return command(SURRENDER, -1, -1)
    if c.pinned != 0 or c.held_by >= 0:
        return freeing(roster, field, i) if c.significant != 0 else command(NOTHING, -1, -1)
    if broken == FLEES:
        flight = fleeing(roster, field, i)
        if flight.worth > CORNERED:
            return flight
    return standing_plan(roster, field, i)


def standing_plan(roster: Roster, field: Field, i: int) -> Plan:
    """The next command of one who is free to do what it likes."""
    c = field.who[i]
    cover = better_cover(roster, field, i) if can_minor(field, i) else -1
    here = Spot(c.x, c.y, cover, 0.0, 0.0)
    base = outlook(roster, field, i, here, c.minors - (1 if cover >= 0 else 0), True)
    walk = goal(roster, field, i)
    if can_minor(field, i) and c.moved == 0 and roster.rules.move_metres > STEP:
        best = placed(roster, field, i, walk, base, cover)
        if best.x != c.x or best.y != c.y:
            return go(best, 0)
    now = base.now
    steady = no_plan()
    if c.significant != 0:
        whom = now.b if now.code == ATTACK and now.b >= 0 else nearest_foe(roster, field, i)
        if whom >= 0:
            steady = aimed(roster, field, i, whom, now)
    if cover >= 0:
        fully = roster.walls[cover].hides
        return command(TAKE_COVER, cover, fully)
    if steady.worth > now.worth:
        return steady
    if now.worth > 0.0:
        return now
    return idle_hands(roster, field, i, walk)


def decide(roster: Roster, field: Field, who: int) -> tuple[int, int, int, int, float, float]:
    """The next command of `who`, who has the turn: `(code, a, b, c, x, y)` as `Do` tells. Always a legal one.

    Where it is full auto, `field.shots` has whom each shot is for.
    """
    plan = plan_of(roster, field, who)
    if plan.code == ATTACK and plan.c == FULL:
        volley(roster, field, who, plan.a, plan.b)
    return plan.code, plan.a, plan.b, plan.c, plan.x, plan.y
