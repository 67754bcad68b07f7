"""What an attack is worth before its dice, from plain numbers: chances as the plans give them, shares of a life.

Worth is counted in harm prevented: the boxes a turn that a foe does no longer do. A foe taken out counts its menace for
`HORIZON` turns, a box of it the share of what it has left; a turn taken from it counts its menace once.
"""

from __future__ import annotations

from ..book.combat.special import Mode
from ..book.ruleset import NpcReaction, ReactionMode, WhoRolls
from .field import Field, Roster
from .recall import PLENTY, attack_key
from .situation import metres, out, watched
from .situation_attack import (
    Edges,
    Test,
    armor_from,
    armor_with,
    attack_test,
    attacker_rolls,
    avoid_test,
    chance,
    circumstances,
    claimable,
    free_reactions,
    harm_at,
    skill_test,
    static_reaction,
    strikes,
)
from .situation_legal import can_react

HORIZON = 3.0
"""Turns for which somebody's fall counts: about what is left of a fight."""

HOLD_TURNS = 1.0
"""Turns that a net or a grapple takes from its target, on average."""

LAST_BOXES = 1
"""With so few boxes left a hit is the last, and Momentum is of no use afterwards."""

RESERVE = 1
"""Momentum that somebody is expected to keep for its defence."""

FOR_REACTION, FOR_ATTACK, FOR_AVOID, FOR_TEST = 0, 1, 2, 3
"""`field.Claim` as plain numbers."""


def left_of(roster: Roster, field: Field, j: int, mental: bool) -> int:
    """Free boxes on the track that is hit, 0 at least."""
    c, sheet = field.who[j], roster.sheets[j]
    if mental and sheet.boxes_mental >= 0:
        return max(sheet.boxes_mental - c.mental, 0)
    return max(sheet.boxes_physical - c.physical, 0)


def last_boxes(roster: Roster, field: Field, i: int) -> bool:
    """Whether the next hit may be the last."""
    return left_of(roster, field, i, False) <= LAST_BOXES


def dear(roster: Roster) -> bool:
    """Whether Advantages may cost more Momentum than they do by the book, so that all of it counts."""
    return roster.rules.cost > PLENTY or roster.rules.patches != 0


def purse(roster: Roster, field: Field, j: int) -> int:
    """What of a foe's Momentum counts: a reserve is not touched before the last boxes (`claims`)."""
    momentum = field.who[j].momentum if dear(roster) else min(field.who[j].momentum, PLENTY)
    return 0 if 0 < momentum <= RESERVE and not last_boxes(roster, field, j) else momentum + 0


def reacts(roster: Roster, field: Field, j: int) -> bool:
    """Whether j is expected to meet an attack with a free reaction, if it leaves one."""
    return field.who[j].aim < 0 and free_reactions(roster, field, j) > 0


def nearer(roster: Roster, field: Field, i: int, j: int, k: int) -> bool:
    """Whether of two foes j is the nearer to i or, as near, the one who is hurt more."""
    one, two = field.who[j], field.who[k]
    near, far = metres(field, i, j), metres(field, i, k)
    if near != far:
        return near < far
    return one.physical > two.physical if one.physical != two.physical else one.mental > two.mental


def sooner(roster: Roster, field: Field, i: int, j: int, k: int) -> bool:
    """Whether i rather takes j than k, who is worth the same: the nearer, the one who is hurt more, has less Momentum
    to spend, does not react; else whoever is first in the roster, which k is."""
    if nearer(roster, field, i, j, k) or nearer(roster, field, i, k, j):
        return nearer(roster, field, i, j, k)
    mine, other = purse(roster, field, j), purse(roster, field, k)
    if mine != other:
        return mine < other
    return not reacts(roster, field, j) and reacts(roster, field, k)


def claims(roster: Roster, field: Field, i: int, kind: int, reserve: int) -> bool:
    """Whether i pays for an Advantage that it may claim: with Momentum to spare beyond a reserve, after an aim, or to
    save its last box."""
    c = field.who[i]
    if c.momentum > reserve:
        return True
    if kind == FOR_ATTACK:
        return c.aim >= 0
    if kind == FOR_TEST:
        return not last_boxes(roster, field, i)
    if kind == FOR_AVOID:
        return last_boxes(roster, field, i)
    return last_boxes(roster, field, i) and roster.rules.who_rolls == WhoRolls.BOTH


def test_chance(roster: Roster, field: Field, i: int, kind: int, test: Test) -> float:
    """The chance that a test of i succeeds, its Advantage claimed as most would; nobody knows another's tactic."""
    claimed = claimable(field, i, test) and claims(roster, field, i, kind, RESERVE)
    return chance(roster, test, claimed)


def reaction_works(roster: Roster, field: Field, j: int, skill: int, avoiding: bool) -> float:
    """How likely a dodge or parry of j is to work (R18, R20); `avoiding` where j rolls to avoid the attack."""
    rules = roster.rules
    if avoiding and rules.reaction_mode == ReactionMode.AUTO_ADVANTAGE:
        return 1.0
    if avoiding and rules.reaction_mode == ReactionMode.IS_AVOID_ROLL:
        return 0.0
    rolled = roster.sheets[j].character != 0 or rules.who_rolls == WhoRolls.BOTH
    if rolled or rules.npc_reaction == NpcReaction.ROLLED:
        return test_chance(roster, field, j, FOR_REACTION, skill_test(roster, field, j, skill, 0))
    if rules.npc_reaction == NpcReaction.AUTO:
        return 1.0
    return 1.0 if static_reaction(roster, field, j, skill, 0) else 0.0


def avoiding(roster: Roster, i: int, j: int, burst_open: bool) -> bool:
    """Whether j rolls to avoid an attack of i (C4)."""
    return roster.sheets[j].character != 0 and not attacker_rolls(roster, i, j, burst_open)


def expected_reaction(roster: Roster, field: Field, i: int, slot: int, melee: bool, j: int) -> float:
    """The chance that j meets an attack with a reaction that works, as long as that is free."""
    if free_reactions(roster, field, j) <= 0 or field.who[j].aim >= 0:
        return 0.0
    avoids = avoiding(roster, i, j, False)
    best = 0.0
    if can_react(roster, field, j, i, slot, melee, 1):
        best = reaction_works(roster, field, j, 0, avoids)
    if melee and best < 1.0 and can_react(roster, field, j, i, slot, melee, 2):
        best = max(best, reaction_works(roster, field, j, 1, avoids))
    return best


def hit_after(
    roster: Roster, field: Field, i: int, slot: int, mode: int, j: int, reacted: bool, plain: bool
) -> float:
    """The chance that i hits j, whichever rolls (C3, C4), after a reaction that worked or none (`plain`)."""
    if attacker_rolls(roster, i, j, False):
        test = attack_test(roster, field, i, slot, j, mode, 0.0, 0.0, reacted)
        return test_chance(roster, field, i, FOR_ATTACK, test)
    around = circumstances(roster, field, i, slot, j, mode, 0.0, 0.0)
    return 1.0 - avoid_chance(roster, field, i, slot, j, around, reacted, plain)


def avoid_chance(
    roster: Roster, field: Field, i: int, slot: int, j: int, around: Edges, reacted: bool, plain: bool
) -> float:
    """The chance that j avoids, by the better skill (R16)."""
    first = avoid_test(roster, field, i, j, 0, around, reacted, plain)
    best = test_chance(roster, field, j, FOR_AVOID, first)
    if strikes(roster, field, i, slot, j) and roster.pieces[slot].smasher == 0:
        second = avoid_test(roster, field, i, j, 1, around, reacted, plain)
        best = max(best, test_chance(roster, field, j, FOR_AVOID, second))
    return best


def hit_chance(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> float:
    """The chance that i hits j, j's free reaction expected."""
    melee = strikes(roster, field, i, slot, j)
    reacts = expected_reaction(roster, field, i, slot, melee, j)
    if reacts >= 1.0:
        return hit_after(roster, field, i, slot, mode, j, True, False)
    plain = hit_after(roster, field, i, slot, mode, j, False, True)
    if reacts <= 0.0:
        return plain
    return (1.0 - reacts) * plain + reacts * hit_after(roster, field, i, slot, mode, j, True, False)


def share_of(roster: Roster, field: Field, slot: int, burst: bool, j: int, met: int) -> float:
    """What a hit takes on average of what j has left, from 0 to 1."""
    left = left_of(roster, field, j, roster.pieces[slot].to_mental != 0)
    if left <= 0:
        return 0.0
    row = harm_at(roster, slot, burst, j, met)
    once, twice = roster.harms[row], roster.harms[row + 1]
    return once + twice if left == 1 else (once + 2.0 * twice) / left


def hit_worth(roster: Roster, field: Field, slot: int, burst: bool, j: int, met: int) -> float:
    """What a hit on j is worth, whatever it does: marks, stuns or holds."""
    piece, c, menace = roster.pieces[slot], field.who[j], roster.sheets[j].menace
    if piece.entangle != 0:
        return 0.0 if c.held_by >= 0 or c.stunned != 0 else HOLD_TURNS * menace
    if piece.stun != 0:
        if c.stunned != 0:
            return 0.0
        row = harm_at(roster, slot, burst, j, met)
        return (roster.harms[row] + 2.0 * roster.harms[row + 1]) * menace
    return HORIZON * menace * share_of(roster, field, slot, burst, j, met)


def armor_against(roster: Roster, field: Field, i: int, slot: int, j: int) -> int:
    """The armor that an attack of i meets."""
    if strikes(roster, field, i, slot, j):
        return armor_with(roster, j, slot, 0)
    return armor_from(roster, field, j, slot, i)


def worth(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> float:
    """What an attack of i on j is worth: a shot, a burst, a blow, one shot of full auto."""
    if out(roster, field, j):
        return 0.0
    room = len(field.worths)
    if room == 0 or not watched(field, i, j):
        return reckoned(roster, field, i, slot, mode, j)
    key = attack_key(field, i, slot * 4 + mode, j)
    known = field.worths[key & (room - 1)]
    if known.key != key:
        known.value = reckoned(roster, field, i, slot, mode, j)
        known.key = key
    return known.value + 0.0


def reckoned(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> float:
    """The same, reckoned anew."""
    met = armor_against(roster, field, i, slot, j)
    value = hit_worth(roster, field, slot, mode == Mode.BURST, j, met)
    return value * hit_chance(roster, field, i, slot, mode, j) if value > 0.0 else 0.0


def ammo_share(roster: Roster, slot: int, rounds: int) -> float:
    """Actions of reloading that so many rounds cost in the long run."""
    piece = roster.pieces[slot]
    if piece.magazine <= 0:
        return 0.0
    return rounds * max(piece.reload, 1) / piece.magazine


def free_hands(roster: Roster, field: Field, i: int) -> int:
    """Hands that hold nothing, of two."""
    sheet, taken = roster.sheets[i], 0
    for slot in range(sheet.first, sheet.last):
        if field.loads[slot].held != 0:
            taken += roster.pieces[slot].hands
    return 2 - taken
