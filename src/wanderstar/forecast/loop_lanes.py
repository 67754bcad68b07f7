"""Fights side by side: in each of them what somebody does, then what comes of it, then whose turn it is.

They are the fights of the fast loop (`loop_stretch`), number for number. What a lane cannot look up is done by that,
one fight at a time (`loop_outside`).
"""

from __future__ import annotations

from ..book.combat.special import Mode
from ..tactics.codes import PULLED, Do
from ..tactics.field import Field, Roster
from .hot import hot
from .loop_alike import CODE, ELSEWHERE, LOOKS, MANNER, MODES, NTH, OWN, SHOT, WEAPON
from .loop_decided import named
from .loop_deed import ANY_SHOT
from .loop_enter import full
from .loop_kit import RELOAD, USE
from .loop_known import NOT_SO, leaf_of
from .loop_lane import go_on, ready, take
from .loop_local import unaimed
from .loop_lore import AIMED, LOOK, MOST_OWN, MOST_PEOPLE, MOST_SLOTS, STATES, USES, Cells, Lane, Lore
from .loop_luck import Course
from .loop_random import fraction
from .loop_shelf import UNKNOWN, found, found_from, spot
from .loop_vector import EIGHT, ahead, equal, lowest

SLOWLY, VOLLEY, RESTLESS = ELSEWHERE + 0, 32, 33
"""Codes of what a lane leaves to the fast loop: a turn; the shots that are left of full auto; what somebody does who
has acted."""


@hot
def choose(roster: Roster, lore: Lore, lane: Lane, limit: int) -> None:
    """What whoever has the turn does, and at whom; or the next of several shots. From a round on it is for the fast
    loop."""
    if lane.more != 0:
        lane.j = (lane.more & ANY_SHOT) - 1
        lane.more = lane.more >> SHOT
        lane.point = fraction(lane.luck, lane.nth)
        about(lore, lane)
        return
    word = found_from(lore.decisions, lore.deciding, lane.key, lane.spot)
    code, looks = word & CODE, word >> LOOKS
    lane.nth = 0
    lane.spends = 0
    lane.at_first = lane.i
    if lane.round >= limit:
        code = SLOWLY + 0
    elif code == Do.ATTACK and looks != 0:
        lane.weapon = (word >> WEAPON & (1 << OWN) - 1) - 1
        lane.how = word >> MANNER & MODES
        lane.j = target(lore, lane, looks)
        lane.at_first = lane.j
        if lane.how % PULLED == Mode.FULL and not several(roster, lore, lane, looks >> LOOK + NTH):
            code = SLOWLY + 0
        about(lore, lane)
    elif code == Do.RELOAD:
        lane.weapon = (word >> WEAPON) - 1
    elif code != Do.END_TURN:
        code = seldom(lore, lane, code, word, looks)
    lane.code = code


def seldom(lore: Lore, lane: Lane, code: int, word: int, looks: int) -> int:
    """The key of first aid and aims, with whom they are for; the code, all others being done slowly."""
    if code == Do.AIM:
        lane.j = target(lore, lane, looks)
        lane.key = alone_key(lane, code, 0)
        return code
    if code == Do.FIRST_AID:
        lane.j = patient(lore, lane, looks)
        lane.key = alone_key(lane, code, lane.states[lane.j] + 0)
        return code
    return SLOWLY


def alone_key(lane: Lane, code: int, other: int) -> int:
    """The key of what one does to a friend, or alone (`loop_known.exchange_key`)."""
    word = (lane.i * MOST_PEOPLE + lane.j + 1) * 2 * MOST_SLOTS + MOST_SLOTS + code
    return word * 16 << 36 | lane.states[lane.i] << 18 | other


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
def target(lore: Lore, lane: Lane, looks: int) -> int:
    """The foe who looks so (`loop_alike.target`)."""
    mine, nth = looks & AIMED, looks >> LOOK & (1 << NTH) - 1
    aim = lore.states[lane.states[lane.i]].aim + 0
    if mine == AIMED:
        return aim
    bits = equal(lane.faces, mine) & lore.bonds.foes[lane.i]
    if aim >= 0:
        bits &= ~(1 << aim)
    while nth > 0:
        bits &= bits - 1
        nth -= 1
    return lowest(bits)


def several(roster: Roster, lore: Lore, lane: Lane, looks: int) -> bool:
    """Notes whom the shots after the first are for; False where they are not for lanes (`loop_deed.sprays`)."""
    piece = roster.pieces[lane.weapon + lore.people[lane.i].own]
    if piece.blast >= 0 or piece.stun != 0 or piece.entangle != 0 or lane.how >= PULLED:
        return False
    aim = lore.states[lane.states[lane.i]].aim + 0
    lane.aimed = aim
    lane.spends = 1 if lane.j == aim else 0
    word, n = 0, 0
    while looks != 0:
        j = target(lore, lane, looks)
        lane.spends = 1 if j == aim else lane.spends + 0
        word |= j + 1 << SHOT * n
        looks >>= LOOK + NTH
        n += 1
    lane.more = word
    return True


@hot
def about(lore: Lore, lane: Lane) -> None:
    """The key of the attack (`loop_known.exchange_key`); what that leads to is looked at ahead of time."""
    s, j = lane.states[lane.i], lane.j
    whom = j + 0 if lore.states[s].aim >= 0 else lore.bonds.equals[j] + 0
    word = lore.bonds.bases[lane.i] + whom * 2 * MOST_SLOTS + lane.weapon
    lane.key = ((word * 16 + lane.how) << 36) | (s << 18) | lane.states[j]
    lane.spot = spot(lane.key, lore.attacking)
    ahead(lore.attacks, lane.spot)


@hot
def act(lore: Lore, lane: Lane) -> None:
    """Looks up what may come of it, and does what needs no luck."""
    code, i = lane.code + 0, lane.i
    lane.known = 0
    if code == Do.ATTACK:
        if lane.nth != 0 and lore.states[lane.states[lane.j]].out != 0:
            return
        known = found_from(lore.attacks, lore.attacking, lane.key, lane.spot)
        if known >> USE <= NOT_SO:
            lane.code = SLOWLY if lane.nth == 0 else VOLLEY
        elif lane.nth != 0 or uses(lore, lane, i, known & (1 << USE) - 1):
            lane.known = known >> USE
            ahead(lore.bounds, (known >> USE) - 1)
            ahead(lore.leaves, ((known >> USE) - 1) * EIGHT)
    elif code == Do.RELOAD:
        uses(lore, lane, i, RELOAD)
    elif code == Do.AIM or code == Do.FIRST_AID:  # noqa: PLR1714 (compiles to a jump)
        known = found(lore.attacks, lore.attacking, lane.key)
        if code == Do.AIM and known != UNKNOWN:
            take(lore, lane, i, known & STATES - 1)
        elif code == Do.FIRST_AID and known >> USE > NOT_SO:
            lane.known = known >> USE
        else:
            lane.code = SLOWLY


@hot
def uses(lore: Lore, lane: Lane, i: int, use: int) -> bool:
    """i uses its weapon (`loop_kit.uses`); False, and it is for the fast loop, where it is not known what that makes of
    it."""
    then = lore.used[(lane.kits[i] * MOST_OWN + lane.weapon) * USES + use] - 1
    if then < 0:
        lane.code = SLOWLY
        return False
    lane.kits[i] = then
    return True


@hot
def land(lore: Lore, lane: Lane) -> None:
    """What comes of an attack or of first aid; with one of the two sides lost, the fight is over."""
    i, j = lane.i, lane.j
    leaf = leaf_of(lore, lane.known, lane.point)
    then, side, at = lore.leaves[leaf].other, lore.bonds.sides[j], lane.places[j]
    falls = lore.states[then].out + 0 - lore.states[lane.states[j]].out
    take(lore, lane, i, lore.leaves[leaf].mine)
    take(lore, lane, j, then)
    lane.nth = lane.nth + 1
    lane.ups[side] = lane.ups[side] - falls
    lane.up = lane.up & ~(1 << at) | (1 - lore.states[then].out) << at
    lane.over = 1 if lane.ups[side] == 0 else 0


@hot
def rest(roster: Roster, field: Field, cells: Cells, lore: Lore, lane: Lane) -> bool:
    """Whoever has acted does no more, and the next begin their turn; False where more is to be done than that."""
    if lane.code >= SLOWLY or lane.over != 0:
        return False
    if lane.more != 0:
        return True
    if lane.code != Do.END_TURN:
        i = lane.i
        if lane.spends != 0 and lore.states[lane.states[i]].aim == lane.aimed:
            take(lore, lane, i, unaimed(roster, field, cells, lore, i + 0, lane.states[i] + 0))
        mine = lore.states[lane.states[i]]
        others = lane.sums[2 * lore.bonds.sides[i] + 1 & 3]
        key = named(mine.own_rests + lore.kits[lane.kits[i]].rests + others)
        code = found(lore.rests, lore.resting, key)
        if code != Do.END_TURN or mine.odd + mine.out + lore.states[lane.states[lane.at_first]].odd != 0:
            lane.code = RESTLESS
            return False
    go_on(roster, field, cells, lore, lane)
    return True


def all_ready(lore: Lore) -> None:
    """`loop_lane.ready` in all lanes in which a turn begins."""
    for q in range(lore.room.live):
        if lore.lanes[q].more == 0:
            ready(lore, lore.lanes[q])


def all_choose(roster: Roster, course: Course, lore: Lore) -> None:
    """`choose` in all lanes; with little room left it is all for the fast loop."""
    limit = 0 if full(lore) else course.chance.limit + 0
    for q in range(lore.room.live):
        choose(roster, lore, lore.lanes[q], limit)


def all_act(lore: Lore) -> None:
    """`act` in all lanes."""
    for q in range(lore.room.live):
        act(lore, lore.lanes[q])


def all_land(lore: Lore) -> None:
    """`land` in all lanes in which something comes of what was done."""
    for q in range(lore.room.live):
        if lore.lanes[q].known != 0:
            land(lore, lore.lanes[q])
