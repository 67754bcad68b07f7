"""The decision of every tactic: the next command of whoever has the turn, from plain numbers alone.

One procedure, asked again after each command; the knobs of a `Manner` make a tactic of it. Places to stand are compared
by what can be done there now and later, less what is likely to be suffered there; then come cover, the action itself,
and what is left to do when there is nobody to act upon.
"""

from __future__ import annotations

from typing import NamedTuple

from .choose_area import volley
from .choose_attack import ATTACK, FULL, NOTHING, Plan, manner_of, no_plan
from .choose_flight import CORNERED, command, fleeing, foremost, freeing, go
from .choose_moves import (
    BETTER,
    NOWHERE,
    Chances,
    better_cover,
    chances,
    cover_at_hand,
    elsewhere,
    goal,
    placed,
)
from .choose_places import STEP, Spot, back, stand
from .choose_ready import aimed
from .codes import Do
from .field import Field, Roster
from .situation import morale_broken
from .situation_legal import can_charge, can_minor, can_move, can_ready, can_reload
from .view import close_eye, open_eye

TAKE_COVER, RISE, RELOAD, CHARGE = Do.TAKE_COVER + 0, Do.RISE + 0, Do.RELOAD + 0, Do.CHARGE + 0
READY, SURRENDER, FLEES = Do.READY + 0, Do.SURRENDER + 0, 1

GLANCE, CHANCES, DANGER = 0, 1, 2
"""How deep one looks: where everybody is; what one could do to the foes; what they could do, too."""


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


class Thought(NamedTuple):
    """A plan, and how deep one had to look for it: `GLANCE`, `CHANCES` or `DANGER`."""

    plan: Plan
    depth: int


def plan_of(roster: Roster, field: Field, i: int) -> Plan:
    """The next command of i, who has the turn, and what it is worth."""
    return thought_of(roster, field, i).plan


def thought_of(roster: Roster, field: Field, i: int) -> Thought:
    """The next command of i, who has the turn, and how deep one had to look for it."""
    open_eye(roster, field, i)
    thought = thinking(roster, field, i)
    close_eye(field)
    return thought


def thinking(roster: Roster, field: Field, i: int) -> Thought:
    """The same while everybody is in view (`view`)."""
    c, manner = field.who[i], roster.manners[manner_of(roster, i)]
    if manner.plays == 0 or roster.sheets[i].tactic < 0 or c.unaware != 0 or c.stunned != 0:
        return Thought(command(NOTHING, -1, -1), GLANCE)
    broken = morale_broken(roster, field, i)
    if broken > FLEES:
        return Thought(command(SURRENDER, -1, -1), GLANCE)
    if c.pinned != 0 or c.held_by >= 0:
        return Thought(freeing(roster, field, i) if c.significant != 0 else command(NOTHING, -1, -1), CHANCES)
    if broken == FLEES:
        flight = fleeing(roster, field, i)
        if flight.worth > CORNERED:
            return Thought(flight, GLANCE)
    return standing(roster, field, i)


def standing(roster: Roster, field: Field, i: int) -> Thought:
    """The next command of one who is free to do what it likes."""
    c = field.who[i]
    roams = can_minor(field, i) and c.moved == 0 and roster.rules.move_metres > STEP
    depth, cover = GLANCE, -1
    if can_minor(field, i) and cover_at_hand(roster, field, i):
        depth, cover = DANGER, better_cover(roster, field, i)
    base, walk = Chances(no_plan(), 0.0), Spot(c.x, c.y, NOWHERE, 0.0, 0.0)
    if c.significant != 0 or roams:
        walk = goal(roster, field, i)
    others = roams and elsewhere(roster, field, i, walk)
    roams = others or (roams and walk.wall != NOWHERE)
    if c.significant != 0 or roams:
        depth = max(depth, CHANCES)
        kept = stand(roster, field, i, c.x, c.y, cover)
        base = chances(roster, field, i, c.minors - (1 if cover >= 0 else 0), True)
        back(roster, field, i, kept)
    if roams and base.later <= 0.0 and base.now.worth <= 0.0:
        if walk.wall != NOWHERE:
            return Thought(go(walk, 0), depth)  # or everybody might wait for ever
    elif roams and (others or walk.later > BETTER * base.later):
        depth = DANGER
        best = placed(roster, field, i, walk, base, cover)
        if best.x != c.x or best.y != c.y:
            return Thought(go(best, 0), depth)
    if cover >= 0:
        return Thought(command(TAKE_COVER, cover, roster.walls[cover].hides + 0), depth)
    return Thought(acting(roster, field, i, base.now, walk), depth)


def acting(roster: Roster, field: Field, i: int, now: Plan, walk: Spot) -> Plan:
    """What one does who stays where it is: aims for better than it can do `now`, does that, or gets ready."""
    if field.who[i].significant != 0:
        whom = now.b if now.code == ATTACK and now.b >= 0 else foremost(roster, field, i)
        if whom >= 0:
            steady = aimed(roster, field, i, whom, now)
            if steady.worth > now.worth:
                return steady
    return now if now.worth > 0.0 else idle_hands(roster, field, i, walk)


def decide(roster: Roster, field: Field, who: int) -> tuple[int, int, int, int, float, float]:
    """The next command of `who`, who has the turn: `(code, a, b, c, x, y)` as `Do` tells. Always a legal one.

    Where it is full auto, `field.shots` has whom each shot is for.
    """
    return told(roster, field, who, plan_of(roster, field, who))


def told(roster: Roster, field: Field, who: int, plan: Plan) -> tuple[int, int, int, int, float, float]:
    """A plan as `decide` gives it."""
    if plan.code == ATTACK and plan.c == FULL:
        volley(roster, field, who, plan.a, plan.b)
    return plan.code, plan.a, plan.b, plan.c, plan.x, plan.y
