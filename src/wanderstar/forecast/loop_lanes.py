"""Fights side by side: in each of them what somebody does, then what comes of it, then whose turn it is.

They are the fights of the fast loop (`loop_stretch`), number for number. What a lane cannot look up is done by that,
one fight at a time (`loop_outside`).
"""

from __future__ import annotations

from ..book.combat.special import Mode
from ..tactics.codes import PULLED, Do
from ..tactics.field import Roster
from .hot import hot
from .loop_alike import CODE, ELSEWHERE, LOOKS, MANNER, NTH, SHOT, WEAPON
from .loop_deed import ANY_SHOT
from .loop_kit import USE
from .loop_known import NOT_SO, leaf_of
from .loop_lore import (
    AIMED,
    ARM,
    DOING,
    LOOK,
    MINE,
    MOST_OWN,
    MOST_PEOPLE,
    OWN,
    PARTNER,
    STATES,
    USES,
    Lane,
    Lore,
)
from .loop_random import fraction
from .loop_shelf import found_from, spot
from .loop_vector import EIGHT, ahead, equal, lowest, trade

FIRED, DONE = (
    1 << Do.ATTACK | 1 << Do.RELOAD,
    1 << Do.ATTACK | 1 << Do.RELOAD | 1 << Do.AIM | 1 << Do.FIRST_AID,
)
"""A bit for each command with a weapon that lanes know; for all that they do."""

ARMS = (1 << LOOKS - WEAPON) - 1
"""A mask of the weapon and the manner in a decision's word."""

SLOWLY, VOLLEY, RESTLESS = ELSEWHERE + 0, 32, 33
"""Codes of what a lane leaves to the fast loop: a turn; the shots that are left of full auto; what somebody does who
has acted."""


@hot
def choose(roster: Roster, lore: Lore, q: int, limit: int) -> None:
    """What whoever has the turn does, and at whom; or the next of several shots. From a round on, and with 0 always,
    it is for the fast loop."""
    lane = lore.lanes[q]
    if lane.more != 0:
        j = (lane.more & ANY_SHOT) - 1
        lane.j = j
        lane.more = lane.more >> SHOT
        lore.luck.points[q] = fraction(lore.luck.turns[q], lane.nth)
        if limit == 0:
            lane.code = VOLLEY
        about(lore, lane, lane.i + 0, lane.states[lane.i] + 0, j, lane.arm + 0)
        return
    word = found_from(lore.decisions, lore.deciding, lane.key, lane.spot)
    code, looks, i = word & CODE, word >> LOOKS, lane.i + 0
    s = lane.states[i] + 0
    lane.nth = 0
    lane.spends = 0
    if lane.round >= limit or FIRED >> code & 1 == 0:
        lane.code = seldom(lore, lane, SLOWLY + 0 if lane.round >= limit else code, looks)
        return
    lane.code = code
    arm, j = word >> WEAPON & ARMS, target(lore, lane, i, s, looks)
    lane.arm = arm
    lane.j = j
    lane.at_first = j
    if (word >> MANNER) % PULLED == Mode.FULL and not several(roster, lore, lane, looks >> LOOK + NTH):
        lane.code = SLOWLY
    about(lore, lane, i, s, j, arm)


def seldom(lore: Lore, lane: Lane, code: int, looks: int) -> int:
    """The key of first aid and aims, with whom they concern; the code, all others being done slowly."""
    other = 0
    if code == Do.END_TURN:
        return code
    if code == Do.AIM:
        lane.j = target(lore, lane, lane.i + 0, lane.states[lane.i] + 0, looks)
    elif code == Do.FIRST_AID:
        lane.j = patient(lore, lane, looks)
        other = lane.states[lane.j] + 0
    else:
        return SLOWLY
    lane.key = alone_key(lane, code, other)
    lane.spot = spot(lane.key, lore.attacking)
    lane.arm = 1
    lane.at_first = lane.j if code == Do.FIRST_AID else lane.i
    lane.j = lane.at_first
    return code


def alone_key(lane: Lane, code: int, other: int) -> int:
    """The key of what one does to a friend, or alone (`loop_known.exchange_key`)."""
    whom = lane.i * MOST_PEOPLE + lane.j + 1
    return whom << PARTNER | DOING + code << ARM | lane.states[lane.i] + 0 << MINE | other


def patient(lore: Lore, lane: Lane, looks: int) -> int:
    """The friend who looks so (`loop_alike.patient`), or else whoever needs it most (`loop_decided.neediest`)."""
    person, mine, nth = lore.people[lane.i], looks & AIMED, looks >> LOOK & (1 << NTH) - 1
    best, most = lane.i + 0, 0
    for k in range(lore.room.people):
        if looks == 0:
            if person.near >> k & 1 and lane.needs[k] > most:
                best, most = k, lane.needs[k] + 0
        elif lore.traits[lane.states[k]].friendly == mine and lore.people[k].side == person.side:
            if nth == 0:
                return k
            nth -= 1
    return best


@hot
def target(lore: Lore, lane: Lane, i: int, s: int, looks: int) -> int:
    """The foe who looks so to i in the local state s (`loop_alike.target`); i itself where there is none."""
    mine, nth = looks & AIMED, looks >> LOOK & (1 << NTH) - 1
    i, s = i & MOST_PEOPLE - 1, s & STATES - 1
    if mine == AIMED:
        return lore.states[s].aim & MOST_PEOPLE - 1
    bits = equal(lane.faces, mine) & lore.bonds.foes[i] & lore.states[s].others | lore.bonds.selves[i]
    while nth > 0:
        bits &= bits - 1
        nth -= 1
    return lowest(bits) & MOST_PEOPLE - 1


def several(roster: Roster, lore: Lore, lane: Lane, looks: int) -> bool:
    """Notes whom the shots after the first are for; False where they are not for lanes (`loop_deed.sprays`)."""
    piece = roster.pieces[weapon(lane) + lore.people[lane.i].own]
    if piece.blast >= 0 or piece.stun != 0 or piece.entangle != 0 or lane.arm + 0 >> OWN >= PULLED:
        return False
    aim = lore.states[lane.states[lane.i]].aim + 0
    lane.aimed = aim
    lane.spends = 1 if lane.j == aim else 0
    word, n = 0, 0
    while looks != 0:
        j = target(lore, lane, lane.i + 0, lane.states[lane.i] + 0, looks)
        lane.spends = 1 if j == aim else lane.spends + 0
        word |= j + 1 << SHOT * n
        looks >>= LOOK + NTH
        n += 1
    lane.more = word
    return True


@hot
def about(lore: Lore, lane: Lane, i: int, s: int, j: int, arm: int) -> None:
    """The key of the attack (`loop_known.exchange_key`); what that leads to is looked at ahead of time."""
    i, s, j = i & MOST_PEOPLE - 1, s & STATES - 1, j & MOST_PEOPLE - 1
    whom = j << PARTNER if lore.states[s].aim >= 0 else lore.bonds.targets[j] + 0
    lane.key = lore.bonds.bases[i] + whom + (arm << ARM) + (s << MINE) + lane.states[j]
    lane.spot = spot(lane.key, lore.attacking)
    ahead(lore.attacks, lane.spot)


@hot
def act(lore: Lore, lane: Lane) -> None:
    """Looks up what may come of it, and does what needs no luck."""
    lane.known = 0
    if DONE >> lane.code & 1 == 0:
        return
    if lane.nth != 0 and lore.states[lane.states[lane.j]].out != 0:
        return
    known = found_from(lore.attacks, lore.attacking, lane.key, lane.spot)
    first = known >> USE
    if first <= NOT_SO:
        lane.code = SLOWLY if lane.nth == 0 else VOLLEY
    elif lane.nth != 0 or uses(lore, lane, known & (1 << USE) - 1):
        lane.known = first
        ahead(lore.bounds, first - 1)
        ahead(lore.leaves, (first - 1) * EIGHT)


@hot
def uses(lore: Lore, lane: Lane, use: int) -> bool:
    """Who acts uses its weapon (`loop_kit.uses`); False, and it is for the fast loop, where it is not known what that
    makes of it."""
    i = lane.i
    then = lore.used[(lane.kits[i] * MOST_OWN + (lane.arm & (1 << OWN) - 1)) * USES + use] - 1
    if then < 0:
        lane.code = SLOWLY
        return False
    lane.kits[i] = then
    return True


def weapon(lane: Lane) -> int:
    """Which of one's own it is."""
    return (lane.arm + 0 & (1 << OWN) - 1) - 1


@hot
def land(lore: Lore, q: int) -> None:
    """What comes of an attack or of first aid; with one of the two sides lost, the fight is over."""
    lane = lore.lanes[q]
    i, j = lane.i, lane.j
    leaf = leaf_of(lore, lane.known, lore.luck.points[q])
    mine, other, at = lore.leaves[leaf].mine, lore.leaves[leaf].other, lane.places[j]
    trade(lane.sums, lore.states, lane.states[i], mine, lane.states[j], other)
    face, need, standing = lore.states[other].face, lore.states[other].need, lore.states[other].standing + 0
    lane.states[j] = other
    lane.faces[j] = face
    lane.needs[j] = need
    face, need = lore.states[mine].face, lore.states[mine].need
    lane.states[i] = mine
    lane.faces[i] = face
    lane.needs[i] = need
    lane.nth = lane.nth + 1
    up = lane.up & ~(1 << at) | standing << at
    lane.up = up
    lane.over = 1 if up & lane.camps[lore.bonds.sides[j] & 1] == 0 else 0
