"""Which place to go to: towards a better attack, behind a cover, to a fallen friend, back from foes who close.

Places are compared by what can be done there now and later, less what is likely to be suffered there.
"""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.range import distance
from .choose_attack import ATTACK, SPREAD, SUPPRESS, Plan, attack, manner_of, no_plan, seen_foe, wanted
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
from .situation import hostile, metres, near_wall, out
from .situation_legal import can_take_cover

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
    best, whom, near = none, -1, 0.0
    for j in range(roster.rules.people):
        if not seen_foe(roster, field, i, j):
            continue
        found, away = prospect(roster, field, i, j), metres(field, i, j)
        value = found.later * wanted(roster, field, i, j)
        if value <= 0.0 or (whom >= 0 and (value <= best.later if spreads else away >= near)):
            continue
        best, whom, near = Spot(found.x, 0.0, -1, value, found.turns), j, away
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


class Outlook(NamedTuple):
    """How good a place is: its score, what could be done there later, and the best action there now."""

    score: float
    later: float
    now: Plan


def outlook(roster: Roster, field: Field, i: int, spot: Spot, minors: int, here: bool) -> Outlook:
    """How good a place is; `here` where one stands already."""
    c, care = field.who[i], roster.manners[manner_of(roster, i)].care
    fee = 0.0 if here else leaving_costs(roster, field, i, spot.x, spot.y) * max(care, 0.5)
    kept = stand(roster, field, i, spot.x, spot.y, spot.wall)
    now = no_plan()
    if c.significant != 0:
        now = action(roster, field, i, minors, here)
        later = now.worth
    else:
        c.significant = 1
        later = attack(roster, field, i, False).worth
        c.significant = 0
    if now.code in (ATTACK, SUPPRESS):
        c.exposed = 1
    risk = care * danger(roster, field, i)
    back(roster, field, i, kept)
    best = max(later, spot.later)
    return Outlook(now.worth - fee + TURNS_AHEAD * (best - risk), later, now)


def better_cover(roster: Roster, field: Field, i: int) -> int:
    """The cover within reach that lowers the danger here most, -1 when none does."""
    c, walls = field.who[i], roster.rules.walls
    best, least = -1, -1.0
    for k in range(walls):
        fully = roster.walls[k].hides
        if field.uses[i * walls + k] > fully or not can_take_cover(roster, field, i, k, fully != 0):
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
    best, most = Spot(c.x, c.y, NOWHERE, 0.0, 0.0), 0.0
    for j in range(roster.rules.people):
        t = field.who[j]
        if j == i or hostile(roster, i, j) or t.dead != 0 or t.aided != 0 or not out(roster, field, j):
            continue
        away, value = metres(field, i, j), aid_worth(roster, field, i, j)
        if away <= ARM or away - ARM > roster.rules.move_metres or value <= most:
            continue
        spot = toward(roster, field, i, t.x, t.y, ARM)
        best, most = Spot(spot.x, spot.y, -1, 0.0, 0.0), value
    return best


class Choice(NamedTuple):
    """The best place so far and its score."""

    score: float
    spot: Spot


def tried(roster: Roster, field: Field, i: int, best: Choice, spot: Spot, minors: int) -> Choice:
    """The better of a place and the best so far."""
    score = outlook(roster, field, i, spot, minors, False)[0]
    return Choice(score, spot) if score > best.score else best


def refuges(roster: Roster, field: Field, i: int, best: Choice, fx: float, fy: float) -> Choice:
    """The best so far and the places behind covers that stand between i and a foe."""
    c = field.who[i]
    for k in range(roster.rules.walls):
        wall = roster.walls[k]
        if distance(c.x, c.y, wall.x, wall.y) > roster.rules.move_metres + ARM:
            continue
        if near_wall(roster, k, c.x, c.y):
            continue
        spot = behind(roster, field, i, k, fx, fy)
        if spot.wall >= 0:
            best = tried(roster, field, i, best, spot, c.minors - 2)
    return best


def placed(roster: Roster, field: Field, i: int, walk: Spot, base: Outlook, cover: int) -> Spot:
    """The best place within one move; this one where none is better by `MARGIN`."""
    c, rules = field.who[i], roster.rules
    here = Spot(c.x, c.y, cover, 0.0, 0.0)
    if base.later <= 0.0 and base.now.worth <= 0.0:
        return here if walk.wall == NOWHERE else walk  # or everybody might wait for ever
    best = Choice(base.score + MARGIN, here)
    if walk.wall != NOWHERE and walk.later > BETTER * base.later:
        best = tried(roster, field, i, best, walk, c.minors - 1)
    foe = nearest_foe(roster, field, i)
    if foe < 0:
        return best.spot
    fx, fy = field.who[foe].x, field.who[foe].y
    if c.minors > 1:
        best = refuges(roster, field, i, best, fx, fy)
    if c.significant != 0:
        spot = fallen_friend(roster, field, i)
        if spot.wall != NOWHERE:
            best = tried(roster, field, i, best, spot, c.minors - 1)
    backs = roster.manners[manner_of(roster, i)].backs != 0
    if backs and metres(field, i, foe) <= ARM + 2.0 * rules.move_metres:
        spot = away_from(roster, field, i, fx, fy)
        best = tried(roster, field, i, best, spot, c.minors - 1)
    return best.spot
