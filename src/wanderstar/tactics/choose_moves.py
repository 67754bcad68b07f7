"""Which place to go to: towards a better attack, behind a cover, to a fallen friend, back from foes who close.

Places are compared by what can be done there now and later, less what is likely to be suffered there.
"""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.range import distance
from .choose_attack import ATTACK, SPREAD, SUPPRESS, Plan, attack, manner_of, no_plan, wanted
from .choose_flight import nearest_foe
from .choose_places import (
    ARM,
    STEP,
    TURN_WORTH,
    Spot,
    away_from,
    back,
    behind,
    danger,
    leaving_costs,
    prospect,
    stand,
    toward,
)
from .choose_ready import action, aid_worth
from .field import Field, Roster
from .situation import hostile, metres, near_wall, out, seen_foe
from .situation_legal import can_take_cover
from .weigh import nearer

NOWHERE = -2
"""The `wall` of a place that is none."""

TURNS_AHEAD = 2.0
"""Turns after this one that a place is judged by."""

BETTER = 1.15
"""What one walks for must be worth so many times what one can do already."""

MARGIN = 0.02
"""By so much another place must be better than this one."""


def goal(roster: Roster, field: Field, i: int) -> Spot:
    """Where to walk: a place one move nearer to a better attack, with what that is worth; NOWHERE without one.

    One walks towards the nearest foe that one can hurt, whoever is shot at meanwhile: walking past a foe costs turns
    and blows. Only who takes another foe than its friends walks towards that one.
    """
    none = Spot(field.who[i].x, field.who[i].y, NOWHERE, 0.0, 0.0)
    spreads = roster.manners[manner_of(roster, i)].pick == SPREAD
    best, whom = none, -1
    for j in range(roster.rules.people):
        if not seen_foe(roster, field, i, j):
            continue
        if not spreads and whom >= 0 and not nearer(roster, field, i, j, whom):
            continue
        found = prospect(roster, field, i, j)
        value = found.later * wanted(roster, field, i, j)
        if value <= 0.0 or (spreads and whom >= 0 and value <= best.later):
            continue
        best, whom = Spot(found.x, 0.0, -1, value, found.turns), j
    if whom < 0:
        whom = nearest_foe(roster, field, i)
        if whom < 0:
            return none
        best = Spot(ARM, 0.0, -1, 0.0, 1.0)  # nothing to hurt anybody with: at least towards them
    if best.turns <= 0.0:
        return none
    spot = toward(roster, field, i, field.who[whom].x, field.who[whom].y, best.x)
    if distance(field.who[i].x, field.who[i].y, spot.x, spot.y) <= STEP:
        return none
    return Spot(spot.x, spot.y, -1, best.later / TURN_WORTH, best.turns)


class Chances(NamedTuple):
    """The best action of a turn somewhere, and what could be done there in a later one."""

    now: Plan
    later: float


def chances(roster: Roster, field: Field, i: int, minors: int, here: bool) -> Chances:
    """What i can do where it stands, with so many Minor Actions; `here` where it stands already."""
    c = field.who[i]
    if c.significant != 0:
        now = action(roster, field, i, minors, here)
        return Chances(now, now.worth)
    c.significant = 1
    later = attack(roster, field, i, False).worth
    c.significant = 0
    return Chances(no_plan(), later)


def score(roster: Roster, field: Field, i: int, found: Chances, later: float) -> float:
    """How good it is to stand where i stands: what it can do, `later` if more at the end of a way, less the danger."""
    c, care = field.who[i], roster.manners[manner_of(roster, i)].care
    exposed = c.exposed
    if found.now.code in (ATTACK, SUPPRESS):
        c.exposed = 1
    risk = care * danger(roster, field, i)
    c.exposed = exposed
    return found.now.worth + TURNS_AHEAD * (max(found.later, later) - risk)


def cover_at_hand(roster: Roster, field: Field, i: int) -> bool:
    """Whether there is a cover within reach that i does not use as well as it could."""
    for k in range(roster.rules.walls):  # noqa: SIM110 (a generator would not compile)
        if takes(roster, field, i, k):
            return True
    return False


def takes(roster: Roster, field: Field, i: int, k: int) -> bool:
    """Whether i could use cover k better than it does."""
    fully = roster.walls[k].hides
    used = field.uses[i * roster.rules.walls + k] > fully
    return not used and can_take_cover(roster, field, i, k, fully != 0)


def better_cover(roster: Roster, field: Field, i: int) -> int:
    """The cover within reach that lowers the danger here most, -1 when none does."""
    c = field.who[i]
    best, least = -1, -1.0
    for k in range(roster.rules.walls):
        if not takes(roster, field, i, k):
            continue
        if least < 0.0:
            least = danger(roster, field, i) - 1e-6
        kept = stand(roster, field, i, c.x, c.y, k)
        risk = danger(roster, field, i)
        back(roster, field, i, kept)
        if risk < least:
            best, least = k, risk
    return best


def fallen_friend(roster: Roster, field: Field, i: int) -> Spot:
    """A place beside a friend within one move whom first aid would bring back; `wall` is NOWHERE without one."""
    c = field.who[i]
    best, most, near = Spot(c.x, c.y, NOWHERE, 0.0, 0.0), 0.0, 0.0
    for j in range(roster.rules.people):
        t = field.who[j]
        if j == i or hostile(roster, i, j) or t.dead != 0 or t.aided != 0 or not out(roster, field, j):
            continue
        away, value = metres(field, i, j), aid_worth(roster, field, i, j)
        if away <= ARM or away - ARM > roster.rules.move_metres or value <= 0.0:
            continue
        if value > most or (value == most and away < near):
            spot = toward(roster, field, i, t.x, t.y, ARM)
            best, most, near = Spot(spot.x, spot.y, -1, 0.0, 0.0), value, away
    return best


def refuge(roster: Roster, field: Field, i: int, k: int, foe: int) -> Spot:
    """The place behind cover k, where that would stand between i and a foe; NOWHERE without one."""
    c, wall, f = field.who[i], roster.walls[k], field.who[foe]
    none = Spot(c.x, c.y, NOWHERE, 0.0, 0.0)
    if distance(c.x, c.y, wall.x, wall.y) > roster.rules.move_metres + ARM:
        return none
    if near_wall(roster, k, c.x, c.y):
        return none
    spot = behind(roster, field, i, k, f.x, f.y)
    return spot if spot.wall >= 0 else none


def candidate(roster: Roster, field: Field, i: int, n: int, walk: Spot, later: float, foe: int) -> Spot:
    """The n-th place to compare with this one, where `later` can be done: on the way to a better attack, behind
    each cover, beside a fallen friend, back from the nearest foe; NOWHERE where there is none."""
    c, rules = field.who[i], roster.rules
    none = Spot(c.x, c.y, NOWHERE, 0.0, 0.0)
    if n == 0:
        return walk if walk.later > BETTER * later else none
    if foe < 0:
        return none
    if n <= rules.walls:
        return refuge(roster, field, i, n - 1, foe) if c.minors > 1 else none
    if n == rules.walls + 1:
        return fallen_friend(roster, field, i) if c.significant != 0 else none
    backs = roster.manners[manner_of(roster, i)].backs != 0
    if not backs or metres(field, i, foe) > ARM + 2.0 * rules.move_metres:
        return none
    return away_from(roster, field, i, field.who[foe].x, field.who[foe].y)


def elsewhere(roster: Roster, field: Field, i: int, walk: Spot) -> bool:
    """Whether there is any place to compare with this one that is not on the way to a better attack."""
    foe = nearest_foe(roster, field, i)
    for n in range(1, roster.rules.walls + 3):  # noqa: SIM110 (a generator would not compile)
        if candidate(roster, field, i, n, walk, 0.0, foe).wall != NOWHERE:
            return True
    return False


def placed(roster: Roster, field: Field, i: int, walk: Spot, base: Chances, cover: int) -> Spot:
    """The best place within one move; this one, behind `cover`, where none is better by `MARGIN`."""
    c, care = field.who[i], roster.manners[manner_of(roster, i)].care
    best = Spot(c.x, c.y, cover, 0.0, 0.0)
    kept = stand(roster, field, i, c.x, c.y, cover)
    most = score(roster, field, i, base, 0.0) + MARGIN
    back(roster, field, i, kept)
    foe = nearest_foe(roster, field, i)
    for n in range(roster.rules.walls + 3):
        spot = candidate(roster, field, i, n, walk, base.later, foe)
        if spot.wall == NOWHERE:
            continue
        fee = leaving_costs(roster, field, i, spot.x, spot.y) * max(care, 0.5)
        kept = stand(roster, field, i, spot.x, spot.y, spot.wall)
        found = chances(roster, field, i, c.minors - (2 if spot.wall >= 0 else 1), False)
        value = score(roster, field, i, found, spot.later) - fee
        back(roster, field, i, kept)
        if value > most:
            best, most = spot, value
    return best
