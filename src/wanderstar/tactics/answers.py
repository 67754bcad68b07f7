"""What every tactic answers: reactions, claims, free attacks, first strikes, the skill of an avoid roll.

From plain numbers alone; options are numbered as `field` says. Reactions are compared by the share of one's life that
they save on average.
"""

from __future__ import annotations

from ..book.combat.special import Mode
from ..book.combat.trauma import armor
from .choose_attack import manner_of
from .choose_places import blow
from .codes import DIVE
from .field import Field, Roster
from .situation import able, between
from .situation_attack import (
    armor_met,
    avoid_test,
    circumstances,
    dives_hinder,
    free_reactions,
    strikes,
)
from .situation_legal import can_react, can_strike
from .weigh import (
    FOR_AVOID,
    HORIZON,
    avoiding,
    claims,
    hit_after,
    hit_worth,
    left_of,
    reaction_works,
    test_chance,
)

DODGE, PARRY = 1, 2

AIM_COSTS = 0.08
"""The share of a life that an aim is worth, which a dodge or a dive would lose."""

WORTH_BUYING = 0.05
"""The share of a life that a reaction must save to be bought with Momentum."""

PRONE_COSTS = 0.01
"""What lying down costs: a Minor Action to rise."""


def claim(roster: Roster, field: Field, who: int, kind: int) -> bool:
    """Whether `who` claims an Advantage, if it may, for a roll of a kind (`field.Claim`; T22, T25)."""
    manner = roster.manners[manner_of(roster, who)]
    return manner.plays != 0 and claims(roster, field, who, kind, manner.reserve)


def may_react(roster: Roster, field: Field, j: int) -> bool:
    """Whether j wants to react at all: free, or bought where the next hit may be the last."""
    manner = roster.manners[manner_of(roster, j)]
    if manner.plays == 0:
        return False
    if free_reactions(roster, field, j) > 0:
        return True
    return field.who[j].momentum >= 1 and left_of(roster, field, j, False) <= manner.buys


def react(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """The reaction of j to an attack of i: 0 none, 1 dodge, 2 parry, `DIVE` + cover; never an illegal one."""
    if not may_react(roster, field, j):
        return 0
    melee = strikes(roster, field, i, slot, j)
    source = field.who[i]
    burst = mode == Mode.BURST
    met = armor_met(roster, field, j, slot, not melee, source.x, source.y)
    value = hit_worth(roster, field, slot, burst, j, met) / (HORIZON * roster.sheets[j].menace)
    plain = hit_after(roster, field, i, slot, mode, j, False, True)
    best, most = 0, 0.0 if free_reactions(roster, field, j) > 0 else WORTH_BUYING
    if value <= 0.0:
        return 0
    avoids = avoiding(roster, i, j, False)
    aims = AIM_COSTS if field.who[j].aim >= 0 else 0.0
    for option in range(DODGE, PARRY + 1):
        if not can_react(roster, field, j, i, slot, melee, option):
            continue
        works = reaction_works(roster, field, j, option - DODGE, avoids)
        hindered = hit_after(roster, field, i, slot, mode, j, True, False)
        saved = works * (plain - hindered) * value - (aims if option == DODGE else 0.0)
        if saved > most + 1e-9:
            best, most = option, saved
    if melee:
        return best
    hindered = hit_after(roster, field, i, slot, mode, j, True, False) if dives_hinder(roster) else plain
    for k in range(roster.rules.walls):
        if can_react(roster, field, j, i, slot, melee, DIVE + k):
            behind = behind_worth(roster, field, slot, burst, j, k, source.x, source.y, value)
            saved = plain * value - hindered * behind - aims - PRONE_COSTS
            if saved > most + 1e-9:
                best, most = DIVE + k, saved
    return best


def behind_worth(
    roster: Roster, field: Field, slot: int, burst: bool, j: int, k: int, sx: float, sy: float, value: float
) -> float:
    """The share of j's life that a hit takes once it has dived behind cover k."""
    c, sheet = field.who[j], roster.sheets[j]
    if not between(roster, k, c.x, c.y, sx, sy):
        return value
    gear = sheet.armor - sheet.base
    met = armor(
        sheet.base, gear, roster.walls[k].grade + 0, roster.pieces[slot].piercing, roster.rules.armor_floor
    )
    met = max(met, armor_met(roster, field, j, slot, True, sx, sy))
    return hit_worth(roster, field, slot, burst, j, met) / (HORIZON * sheet.menace)


def react_blast(roster: Roster, field: Field, i: int, slot: int, j: int, x: float, y: float) -> int:
    """The reaction of j to a blast of i that goes off at x, y: 0 none, `DIVE` + cover."""
    if not may_react(roster, field, j):
        return 0
    met = armor_met(roster, field, j, slot, True, x, y)
    value = hit_worth(roster, field, slot, False, j, met) / (HORIZON * roster.sheets[j].menace)
    best, most = 0, 0.0 if free_reactions(roster, field, j) > 0 else WORTH_BUYING
    if value <= 0.0:
        return 0
    aims = AIM_COSTS if field.who[j].aim >= 0 else 0.0
    for k in range(roster.rules.walls):
        if not can_react(roster, field, j, i, slot, False, DIVE + k):
            continue
        behind = behind_worth(roster, field, slot, False, j, k, x, y, value)
        saved = value - behind - aims - PRONE_COSTS
        if dives_hinder(roster):
            saved += 0.2 * behind
        if saved > most + 1e-9:
            best, most = DIVE + k, saved
    return best


def avoid_skill(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """The skill with which j avoids a blow of i more often: 0 Athletics, 1 Close Quarters (R16)."""
    around = circumstances(roster, field, i, slot, j, mode, 0.0, 0.0)
    first = test_chance(roster, field, j, FOR_AVOID, avoid_test(roster, field, i, j, 0, around, False, True))
    second = test_chance(roster, field, j, FOR_AVOID, avoid_test(roster, field, i, j, 1, around, False, True))
    return 1 if second > first else 0


def strike_worth(roster: Roster, field: Field, i: int, slot: int, j: int) -> float:
    """What a free blow of i at j is worth with a weapon; less than 0 where it may not."""
    if not can_strike(roster, field, i, slot, j):
        return -1.0
    piece = roster.pieces[slot]
    if piece.entangle != 0 or piece.stun != 0:
        met = armor_met(roster, field, j, slot, False, 0.0, 0.0)
        return hit_worth(roster, field, slot, False, j, met)
    return HORIZON * roster.sheets[j].menace * blow(roster, field, i, slot, j)


def reach_strike(roster: Roster, field: Field, i: int, j: int) -> int:
    """The slot with which i strikes first at j who closes on it, -1 for none (C41)."""
    return strike_with(roster, field, i, j, True)


def free_attack(roster: Roster, field: Field, i: int, j: int) -> int:
    """The slot with which i strikes freely at j who leaves it, -1 for none (C44)."""
    if not able(roster, field, i, j):
        return -1
    return strike_with(roster, field, i, j, False)


def strike_with(roster: Roster, field: Field, i: int, j: int, reach: bool) -> int:
    """The slot of i's best free blow at j, -1 for none; with `reach` only such weapons."""
    sheet = roster.sheets[i]
    best, most = -1, -0.5
    if roster.manners[manner_of(roster, i)].plays == 0:
        return best
    for slot in range(sheet.first, sheet.last):
        if reach and roster.pieces[slot].reach == 0:
            continue
        value = strike_worth(roster, field, i, slot, j)
        if value > most:
            best, most = slot, value
    return best
