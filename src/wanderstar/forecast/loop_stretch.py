"""The fast loop: turns of those who stay where they are and do what has been done before.

The fight is there as numbers of local states (`loop_local`); decisions and what comes of attacks are looked up
(`loop_known`). What cannot be looked up is played by the loop proper, from rows made of those numbers. Both draw the
same numbers for the same turns, so it does not matter who plays which.
"""

from __future__ import annotations

from ..book.combat.range import ENGAGED_METRES
from ..book.combat.special import Mode
from ..book.ruleset import EngagedFire
from ..tactics.codes import NOBODY, PULLED, Do
from ..tactics.field import Field, Roster
from ..tactics.situation import hostile, metres
from . import loop_stay as stay
from .loop_alike import HOW, SHOT, SHOTS
from .loop_attack import exchange, use_weapon
from .loop_decided import decided, neediest
from .loop_known import LEAF, NOT_SO, alone, known_of, leaf_of, outcome, put_on
from .loop_local import number as numbered
from .loop_local import renewed, started, unaimed
from .loop_lore import MOST_PEOPLE, MOST_SLOTS, ROUNDS, STATES, VERTICES, Cells, Lore
from .loop_luck import Course, new_turn
from .loop_turn import reload
from .loop_upkeep import all_actions

ROOM_FOR_A_TURN = 256
"""More local states than one turn can bring."""

ANY_SHOT = (1 << SHOT) - 1

OVER, WITHIN, BETWEEN = 0, 1, 2
"""Where a stretch ends: with the fight, within a turn, at the beginning of one."""


def rest_between(roster: Roster) -> int:
    """1 where somebody has a weapon that rests between two shots."""
    for slot in range(roster.rules.slots):
        if roster.pieces[slot].slow != 0:
            return 1
    return 0


def may(roster: Roster, field: Field) -> int:
    """1 for a fight without cover, morale and edges of the GM's, with keys of one word, in which everybody plays."""
    rules = roster.rules
    n = rules.people
    if rules.engaged_fire == EngagedFire.SHOOTER:
        return 0  # what comes of a shot hangs on who stands by
    if rules.walls != 0 or field.now.grants != 0 or n > MOST_PEOPLE or rules.slots > MOST_SLOTS:
        return 0
    for i in range(n):
        sheet = roster.sheets[i]
        if sheet.morale_does != 0 or sheet.tactic < 0 or roster.manners[sheet.tactic].plays == 0:
            return 0
        for j in range(n):
            if field.bands[i * n + j] >= 0:
                return 0
    return 1


def equals(roster: Roster) -> int:
    """1 where some are the equals of others."""
    for i in range(roster.rules.people):
        if roster.sheets[i].alike != i:
            return 1
    return 0


def crowded(lore: Lore) -> bool:
    """Whether little room is left, so that it is time to forget everything."""
    room = lore.room
    return room.states * 4 > STATES * 3 or room.vertices * 4 > VERTICES * 3


def enter(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> bool:
    """Whether the turn that begins is one for the fast loop; then everybody is numbered."""
    n = roster.rules.people
    if lore.room.may == 0 or field.now.round >= course.chance.limit or field.now.turn < 0:
        return False
    if lore.room.states + ROOM_FOR_A_TURN > STATES:
        return False
    for at in range(n * n):
        if field.barred[at] >= 0:
            return False
    for k in range(n):
        s = numbered(roster, field, cells, lore, k)
        if lore.states[s].odd != 0:
            return False
        lore.people[k].state = s
    lore.room.at = 0
    neighbours(roster, field, lore)
    gather(roster, field, lore)
    return True


def gather(roster: Roster, field: Field, lore: Lore) -> None:
    """Sums and words anew, everybody's local state being set."""
    n = roster.rules.people
    for at in range(roster.rules.sides):
        side = lore.sides[at]
        side.foe_acts = 0
        side.foe_rests = 0
        side.friend_acts = 0
        side.friend_rests = 0
        side.up = 0
    for k in range(n):
        s = lore.people[k].state + 0
        add(roster, lore, k, s, 1)
        loaded(roster, field, lore, k)
        side = lore.sides[roster.sheets[k].side]
        side.up = side.up + 1 - lore.states[s].out
    for k in range(n):
        needs(roster, lore, k)


def neighbours(roster: Roster, field: Field, lore: Lore) -> None:
    """Notes who stands in reach of which friend."""
    n = roster.rules.people
    for k in range(n):
        lore.people[k].near = 0
        for other in range(n):
            if not hostile(roster, k, other) and (other == k or metres(field, k, other) <= ENGAGED_METRES):
                lore.people[k].near = lore.people[k].near | 1 << other


def add(roster: Roster, lore: Lore, k: int, s: int, sign: int) -> None:
    """Adds the words of k's local state to the sums, or takes them away."""
    known, side = lore.states[s], lore.sides[roster.sheets[k].side]
    side.foe_acts = side.foe_acts + sign * known.foe_acts
    side.foe_rests = side.foe_rests + sign * known.foe_rests
    side.friend_acts = side.friend_acts + sign * known.friend_acts
    side.friend_rests = side.friend_rests + sign * known.friend_rests


def change(roster: Roster, lore: Lore, k: int, s: int) -> None:
    """k has another local state now."""
    before = lore.people[k].state + 0
    if before != s:
        add(roster, lore, k, before, -1)
        add(roster, lore, k, s, 1)
        lore.people[k].state = s
        if lore.states[before].need != lore.states[s].need:
            for other in range(roster.rules.people):
                if lore.people[other].near >> k & 1:
                    needs(roster, lore, other)


def needs(roster: Roster, lore: Lore, i: int) -> None:
    """Notes how much whoever needs first aid most, of those in reach of i, needs it."""
    most, near, k = 0, lore.people[i].near + 0, 0
    while near != 0:
        if near & 1 != 0:
            most = max(most, lore.states[lore.people[k].state].need)
        near >>= 1
        k += 1
    lore.people[i].most = most


def loaded(roster: Roster, field: Field, lore: Lore, k: int) -> None:
    """Notes the words of k's weapons."""
    lore.people[k].loads_acts = stay.own_loads(roster, field, k, True)
    lore.people[k].loads_rests = stay.own_loads(roster, field, k, False)


def attacks(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    slot: int,
    how: int,
    j: int,
) -> bool:
    """Makes an attack, where it is one of two alone; False where it is not, and nothing has been done."""
    known = known_of(roster, field, cells, course, lore, i, slot, how, j)
    root = known >> ROUNDS
    if root == NOT_SO:
        return False
    use_weapon(roster, field, slot, known & (1 << ROUNDS) - 1)
    loaded(roster, field, lore, i)
    come_to(roster, field, lore, i, j, outcome(course, lore, root))
    return True


def aids(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, i: int, j: int) -> bool:
    """Gives first aid; False as for `attacks`."""
    root = known_of(roster, field, cells, course, lore, i, MOST_SLOTS + Do.FIRST_AID, 0, j) >> ROUNDS
    if root == NOT_SO:
        return False
    come_to(roster, field, lore, i, j, outcome(course, lore, root))
    return True


def come_to(roster: Roster, field: Field, lore: Lore, i: int, j: int, leaf: int) -> None:
    """The two of an attack are so now; if one fell with whom a side was lost, the fight is over."""
    both = -1 - leaf
    other = both & (1 << LEAF) - 1
    before = lore.states[lore.people[j].state].out + 0
    change(roster, lore, i, both >> LEAF)
    change(roster, lore, j, other)
    if lore.states[other].out != before:
        side = lore.sides[roster.sheets[j].side]
        side.up = side.up + before - lore.states[other].out
        if side.up == 0:
            lost(roster, field, lore)


def sprays(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    slot: int,
    how: int,
    shots: int,
) -> bool:
    """Makes all the shots of full auto (`loop_turn.attack`); False as for `attacks`."""
    piece = roster.pieces[slot]
    if shots == 0 or piece.stun != 0 or piece.entangle != 0 or how >= PULLED:
        return False
    aimed, spends, first = lore.states[lore.people[i].state].aim + 0, False, True
    while shots > 0 and field.now.over == 0:
        j = (shots & ANY_SHOT) - 1
        shots >>= SHOT
        spends = spends or j == aimed
        if lore.states[lore.people[j].state].out != 0:
            continue
        known = known_of(roster, field, cells, course, lore, i, slot, how, j)
        root = known >> ROUNDS
        if first:
            if root == NOT_SO:
                return False
            use_weapon(roster, field, slot, known & (1 << ROUNDS) - 1)
            loaded(roster, field, lore, i)
            first = False
        if root == NOT_SO:  # no room for more
            put_on(roster, cells, lore)
            exchange(roster, field, course, i, slot, how, 0, j)
            come_to(roster, field, lore, i, j, leaf_of(roster, field, cells, lore, i, j))
        else:
            come_to(roster, field, lore, i, j, outcome(course, lore, root))
    if spends and field.now.over == 0 and lore.states[lore.people[i].state].aim == aimed:
        change(roster, lore, i, unaimed(roster, field, cells, lore, i, lore.people[i].state))
    return True


def lost(roster: Roster, field: Field, lore: Lore) -> None:
    """With one side left the fight is over (`loop_upkeep.go_on`)."""
    first, sides = NOBODY, 0
    for side in range(roster.rules.sides):
        if lore.sides[side].up > 0:
            first = side
            sides += 1
    if sides < 2:
        field.now.over = 1
        field.now.winner = first
        field.now.turn = NOBODY


def passes_on(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int) -> None:
    """Ends the turn of i; the next who is up begins theirs (`loop_upkeep.end_turn`)."""
    all_actions(roster, field, i)
    field.who[i].acted = 1
    next_begins(roster, field, cells, lore)


def next_begins(roster: Roster, field: Field, cells: Cells, lore: Lore) -> None:
    """The next who is up begins their turn, in a new round when all have had theirs (`loop_upkeep.advance`)."""
    now, n, at = field.now, roster.rules.people, lore.room.at + 0
    while True:
        while at < n and (field.order[at] < 0 or field.who[field.order[at]].acted != 0):
            at += 1
        k = field.order[at] if at < n else NOBODY
        if k < 0:
            at = 0
            for other in range(roster.rules.people):
                then = renewed(roster, field, cells, lore, other, lore.people[other].state)
                change(roster, lore, other, then)
                field.who[other].acted = 0
            now.round = now.round + 1
            continue
        if lore.states[lore.people[k].state].out == 0:
            break
        field.who[k].acted = 1
    lore.room.at = at
    change(roster, lore, k, started(roster, field, cells, lore, k, lore.people[k].state))
    all_actions(roster, field, k)
    now.turn = k


def does(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    word: int,
) -> bool:
    """Does the Significant Action of a decision, where it is one of those that are known here."""
    do, a = word & 31, (word >> 5 & 0xFFFF) - 1
    b, how = (word >> 21 & 0xFFFF) - 1, word >> HOW
    if do == Do.ATTACK:
        if how % PULLED == Mode.FULL:
            return sprays(roster, field, cells, course, lore, i, a, how & 15, how >> SHOTS - HOW)
        if b < 0:
            return False
        return attacks(roster, field, cells, course, lore, i, a, how, b)
    if do == Do.RELOAD:
        reload(roster, field, a)
        loaded(roster, field, lore, i)
        return True
    if do == Do.FIRST_AID:
        return aids(roster, field, cells, course, lore, i, a if a >= 0 else neediest(roster, lore, i))
    if do == Do.AIM or do == Do.READY:  # noqa: PLR1714 (compiles to a jump)
        then = alone(roster, field, cells, course, lore, i, do, a)
        change(roster, lore, i, then)
        return True
    return False


def stretch(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> int:
    """Plays from the beginning of a turn; where it ends. Rows are then as the fight is, but at its end."""
    now, chance = field.now, course.chance
    while True:
        i = now.turn + 0
        new_turn(course, now.round, i + 1)
        chance.commands = 0
        if lore.room.rests != 0:
            loaded(roster, field, lore, i)
        acts = True
        while True:
            word = decided(roster, field, cells, lore, i, acts)
            if word & 31 == Do.END_TURN:
                break
            known = acts and does(roster, field, cells, course, lore, i, word)
            if known:
                acts = False
                field.who[i].significant = 0
                chance.commands += 1
            odd = lore.states[lore.people[i].state].odd != 0
            if known and word & 31 == Do.ATTACK:
                j = (word >> 21 & 0xFFFF) - 1
                odd = odd or lore.states[lore.people[j].state].odd != 0
            if not known or odd or now.over != 0:
                if now.over != 0:
                    return OVER
                put_on(roster, cells, lore)
                return WITHIN
        passes_on(roster, field, cells, lore, i)
        if now.round >= chance.limit or lore.room.states + ROOM_FOR_A_TURN > STATES:
            put_on(roster, cells, lore)
            return BETWEEN
