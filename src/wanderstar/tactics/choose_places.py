"""Where to stand: what one may be hit by there, what one could do from there, and which places are worth a look.

A place is tried by standing there for a moment: `stand` moves a combatant in the field, `back` puts everything back as
it was.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..book.combat.melee import engaged
from ..book.combat.range import CLOSE_METRES, ENGAGED_METRES, MEDIUM_METRES, SHORT_METRES, distance
from ..book.ruleset import DisengageMode
from .field import Field, Roster
from .recall import THREATS, pair_key
from .situation import able, between, hides_from, hostile, metres, near_wall, out, seen_foe
from .situation_attack import armor_from, attacker_rolls
from .situation_legal import can_attack, can_strike
from .view import armed, back_view, try_view
from .weigh import HORIZON, share_of, worth

ARM = 1.0
"""Metres at which one stops before somebody or behind a cover: well within reach."""

CLOSERS = 0.8
"""What the blow of a foe counts who has yet to close within one move."""

TURN_WORTH = 0.6
"""What an attack is worth that comes one turn later."""

FOR_EVER = 99.0
"""Turns to a place that cannot be reached."""

HALF = 0.5
"""What a net, a stun or a long arm at arm's length counts beside the harm that its dice would do."""

STEP = 0.05
"""Metres below which a step is none."""

MOST_WALLS = 30
"""So many covers are kept in mind; of further ones it is forgotten that they are in use while places are tried."""


class Kept(NamedTuple):
    """How somebody stood before a place was tried: where, aim, covers in use and foes who bar, as bits."""

    x: float
    y: float
    aim: int
    exposed: int
    some: int
    fully: int
    kept_off: int
    changed: bool


class Spot(NamedTuple):
    """A place to go to, and a cover to use there (-1: none); `turns` that it takes from there to a better attack of
    `later`."""

    x: float
    y: float
    wall: int
    later: float
    turns: float


def holds_reach(roster: Roster, field: Field, j: int) -> bool:
    """Whether j holds a weapon with Reach (C41)."""
    sheet = roster.sheets[j]
    for slot in range(sheet.first, sheet.last):
        if roster.pieces[slot].reach != 0 and field.loads[slot].held != 0:
            return True
    return False


def stand(roster: Roster, field: Field, i: int, x: float, y: float, wall: int) -> Kept:
    """Puts i at x, y for a moment, behind a cover if one is given; gives what `back` needs."""
    c, walls, people = field.who[i], roster.rules.walls, roster.rules.people
    some = fully = kept_off = 0
    was_x, was_y = c.x + 0.0, c.y + 0.0
    moved = x != was_x or y != was_y
    for k in range(min(walls, MOST_WALLS)):
        use = field.uses[i * walls + k]
        if use == 1:
            some |= 1 << k
        elif use == 2:
            fully |= 1 << k
        if use != 0 and moved and not near_wall(roster, k, x, y):
            field.uses[i * walls + k] = 0
    if 0 <= wall < MOST_WALLS:
        field.uses[i * walls + wall] = 2 if roster.walls[wall].hides != 0 else 1
    aim, changed = c.aim + 0, moved or wall >= 0
    c.x, c.y = x, y
    if moved:
        c.aim = -1
    if changed:
        try_view(roster, field, i, moved)
    for j in range(min(people, MOST_WALLS) if moved else 0):
        if not seen_foe(roster, field, i, j) or not engaged(metres(field, i, j)):
            continue
        closes = (
            field.barred[i * people + j] < 0 and holds_reach(roster, field, j) and able(roster, field, j, -1)
        )
        if closes and not engaged(distance(was_x, was_y, field.who[j].x, field.who[j].y)):
            field.barred[i * people + j] = field.now.round
            kept_off |= 1 << j
    return Kept(was_x, was_y, aim, c.exposed + 0, some, fully, kept_off, changed)


def back(roster: Roster, field: Field, i: int, kept: Kept) -> None:
    """Puts i back."""
    c, walls, people = field.who[i], roster.rules.walls, roster.rules.people
    moved = c.x != kept.x or c.y != kept.y
    c.x, c.y, c.aim, c.exposed = kept.x, kept.y, kept.aim, kept.exposed
    for k in range(min(walls, MOST_WALLS)):
        use = 0
        if (kept.some >> k) & 1:
            use = 1
        elif (kept.fully >> k) & 1:
            use = 2
        field.uses[i * walls + k] = use
    for j in range(min(people, MOST_WALLS)):
        if (kept.kept_off >> j) & 1:
            field.barred[i * people + j] = -1
    if kept.changed:
        back_view(roster, field, i, moved)


def danger(roster: Roster, field: Field, i: int) -> float:
    """What the foes in sight are likely to take of i in a round where it stands, shared among its friends."""
    total, friends = 0.0, 0
    for j in range(roster.rules.people):
        if not hostile(roster, i, j):
            if not out(roster, field, j):
                friends += 1
        elif seen_foe(roster, field, i, j) and able(roster, field, j, i):
            total += threatens(roster, field, j, i)
    return HORIZON * roster.sheets[i].menace * total / max(friends, 1)


def threatens(roster: Roster, field: Field, j: int, i: int) -> float:
    """The share of what i has left that the best attack of j takes of it, by shot, blow, or a blow after closing."""
    room = len(field.worths)
    if room == 0 or field.eye[0] != i:
        return hurts(roster, field, j, i)
    key = pair_key(roster, field, j, THREATS, i, armed(roster, field, j))
    known = field.worths[key & (room - 1)]
    if known.key != key:
        share = hurts(roster, field, j, i)
        known.key, known.value = key, share
    return known.value + 0.0


def hurts(roster: Roster, field: Field, j: int, i: int) -> float:
    """The same, reckoned anew."""
    sheet, menace = roster.sheets[j], roster.sheets[i].menace
    away = metres(field, i, j)
    closes = not engaged(away) and away <= ENGAGED_METRES + roster.rules.move_metres
    best = 0.0
    for slot in range(sheet.first, sheet.last):
        piece, load = roster.pieces[slot], field.loads[slot]
        if piece.weapon >= 0 and load.held == 0 and (piece.thrown == 0 or load.carried == 0):
            continue
        if closes and piece.melee != 0 and field.who[j].held_by < 0:
            best = max(best, CLOSERS * blow(roster, field, j, slot, i))
        for mode in range(2 if piece.auto > 0 else 1):
            if can_attack(roster, field, j, slot, i, mode):
                best = max(best, worth(roster, field, j, slot, mode, i) / (HORIZON * menace))
    return best


def blow(roster: Roster, field: Field, i: int, slot: int, j: int) -> float:
    """The share of what j has left that a blow of i takes, edges left out."""
    share = share_of(roster, field, slot, False, j, bare(roster, slot, j))
    return untroubled(roster, field, i, slot, j, False) * share


def bare(roster: Roster, slot: int, j: int) -> int:
    """The armor of j without cover against a weapon."""
    sheet = roster.sheets[j]
    return max(
        sheet.base + max(sheet.armor - sheet.base - roster.pieces[slot].piercing, 0),
        roster.rules.armor_floor,
    )


def untroubled(roster: Roster, field: Field, i: int, slot: int, j: int, fire: bool) -> float:
    """The chance that i hits j where nothing but their sheets counts: no range, no cover, no reaction."""
    t, piece = roster.sheets[j], roster.pieces[slot]
    if attacker_rolls(roster, i, j, False):
        grade = piece.shot_grade if fire else piece.blow_grade
        return at_grade(roster, field, i, piece.shot if fire else piece.blow, grade)
    avoids = at_grade(roster, field, j, t.athletics, t.athletics_grade)
    if not fire and piece.smasher == 0:
        avoids = max(avoids, at_grade(roster, field, j, t.close_quarters, t.close_quarters_grade))
    return 1.0 - avoids


def at_grade(roster: Roster, field: Field, i: int, bonus: int, grade: int) -> float:
    """The chance of a test of i with its characteristic's edge; an Advantage only where it is free (R1, R4)."""
    edge = grade if grade < 0 or field.who[i].momentum < 0 else 0
    return roster.hits[(bonus - roster.rules.low) * 3 + edge + 1] / 216.0


def leaving_costs(roster: Roster, field: Field, i: int, x: float, y: float) -> float:
    """What free attacks may take of i when it goes to x, y, and first strikes of Reach (C41, C44)."""
    free = rushed = 0.0
    for j in range(roster.rules.people):
        if not seen_foe(roster, field, i, j) or not able(roster, field, j, i):
            continue
        near, then = engaged(metres(field, i, j)), engaged(distance(x, y, field.who[j].x, field.who[j].y))
        if near == then:
            continue
        hurt = strike_share(roster, field, j, i, then)
        if near and roster.rules.disengage_mode != DisengageMode.SAFE:
            free = max(free, hurt)
        elif then and holds_reach(roster, field, j):
            rushed += hurt
    return HORIZON * roster.sheets[i].menace * (free + rushed)


def strike_share(roster: Roster, field: Field, j: int, i: int, reach: bool) -> float:
    """The share of what i has left that a free strike of j takes; with `reach` only by such a weapon."""
    sheet, best = roster.sheets[j], 0.0
    for slot in range(sheet.first, sheet.last):
        if reach and roster.pieces[slot].reach == 0:
            continue
        if can_strike(roster, field, j, slot, i):
            best = max(best, blow(roster, field, j, slot, i))
    return best


def reach_of(band: int) -> float:
    """Metres within which a band lies; the naked eye's for the last one."""
    if band <= 0:
        return ARM
    if band == 1:
        return float(CLOSE_METRES)
    return float(SHORT_METRES) if band == 2 else float(MEDIUM_METRES)


def prospect(roster: Roster, field: Field, i: int, j: int) -> Spot:
    """The distance from j at which i would like to fight it: `x` metres, worth `later`, in so many `turns`.

    Fire meets the cover that stands between now; within arm's length it meets none.
    """
    sheet = roster.sheets[i]
    best = Spot(metres(field, i, j), 0.0, -1, 0.0, 0.0)
    hides = hides_from(roster, field, j, i)
    for slot in range(sheet.first, sheet.last):
        piece, load = roster.pieces[slot], field.loads[slot]
        if (piece.weapon >= 0 and load.held == 0 and load.carried == 0) or piece.blast >= 0:
            continue
        if load.rounds == 0 and (piece.magazine < 0 or piece.one_use != 0):
            continue
        if piece.melee != 0:
            best = sooner(roster, field, i, slot, j, best, ARM, False, bare(roster, slot, j))
        if piece.band >= 0:
            if not hides:
                met = armor_from(roster, field, j, slot, i)
                best = sooner(roster, field, i, slot, j, best, reach_of(piece.band), True, met)
            if piece.handy != 0 or hides:
                best = sooner(roster, field, i, slot, j, best, ARM, True, bare(roster, slot, j))
    return best


def sooner(
    roster: Roster, field: Field, i: int, slot: int, j: int, best: Spot, wish: float, fire: bool, met: int
) -> Spot:
    """The better of fighting j with one weapon at `wish` metres, which takes turns to reach, and the best so far."""
    piece = roster.pieces[slot]
    burst = fire and piece.auto > 0
    hit = untroubled(roster, field, i, slot, j, fire)
    value = HORIZON * roster.sheets[j].menace * hit * share_of(roster, field, slot, burst, j, met)
    if piece.entangle != 0 or piece.stun != 0:
        value *= HALF
    if fire and wish <= ARM and piece.handy == 0:
        value *= HALF
    if value <= best.later:
        return best
    gap, stride = metres(field, i, j) - wish - STEP, roster.rules.move_metres
    if gap <= 0.0:
        return Spot(wish, 0.0, -1, value, 0.0)
    turns = 1.0 + gap // stride if stride > 0.0 else FOR_EVER
    value *= TURN_WORTH**turns
    return Spot(wish, 0.0, -1, value, turns) if value > best.later else best


def toward(roster: Roster, field: Field, i: int, gx: float, gy: float, wish: float) -> Spot:
    """The place one move nearer to gx, gy, no nearer than `wish` metres; coordinates in tenths, rounded towards i."""
    c = field.who[i]
    gap = distance(c.x, c.y, gx, gy)
    step = min(gap - wish, roster.rules.move_metres)
    if step <= STEP or gap <= 0.0:
        return Spot(c.x, c.y, -1, 0.0, 0.0)
    share = step / gap
    return Spot(short(c.x, c.x + share * (gx - c.x)), short(c.y, c.y + share * (gy - c.y)), -1, 0.0, 0.0)


def away_from(roster: Roster, field: Field, i: int, gx: float, gy: float) -> Spot:
    """The place one move farther from gx, gy, on the map; where one stands if the map is out of reach."""
    c, rules = field.who[i], roster.rules
    gap = distance(c.x, c.y, gx, gy)
    dx, dy = (c.x - gx, c.y - gy) if gap > 0.0 else (1.0, 0.0)
    share = rules.move_metres / (gap if gap > 0.0 else 1.0)
    x, y = c.x + share * dx, c.y + share * dy
    if rules.bounded != 0:
        x = min(max(x, rules.low_x), rules.high_x)
        if rules.plane != 0:
            y = min(max(y, rules.low_y), rules.high_y)
        if distance(c.x, c.y, x, y) > rules.move_metres + STEP:
            return Spot(c.x, c.y, -1, 0.0, 0.0)
    return Spot(short(c.x, x), short(c.y, y), -1, 0.0, 0.0)


def short(start: float, end: float) -> float:
    """A coordinate in tenths, rounded towards the start so that the move is not too long."""
    tenths = round(end * 10.0, 6)
    whole = float(math.floor(tenths))
    if end < start and whole != tenths:
        whole += 1.0
    found = whole / 10.0
    return end if abs(end - start) < 0.1 else found


def behind(roster: Roster, field: Field, i: int, k: int, fx: float, fy: float) -> Spot:
    """A place within one move from which cover k stands between i and a foe at fx, fy; `wall` is -1 without one."""
    c, wall = field.who[i], roster.walls[k]
    gap = distance(fx, fy, wall.x, wall.y)
    none = Spot(c.x, c.y, -1, 0.0, 0.0)
    if gap <= 0.0:
        return none
    ux, uy = (wall.x - fx) / gap, (wall.y - fy) / gap
    x, y = round(wall.x + ARM * ux, 1), round(wall.y + ARM * uy, 1)
    if distance(c.x, c.y, x, y) > roster.rules.move_metres:
        spot = toward(roster, field, i, x, y, 0.0)
        x, y = spot.x, spot.y
    if not near_wall(roster, k, x, y) or not between(roster, k, x, y, fx, fy):
        return none
    return Spot(x, y, k, 0.0, 0.0)
