"""The fast loop: turns of those who stay where they are and do what has been done before.

The fight is there as numbers of local states (`loop_local`); decisions and what comes of attacks are looked up
(`loop_known`). What cannot be looked up is played by the loop proper, from rows made of those numbers. Both draw the
same numbers for the same turns, so it does not matter who plays which.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..book.combat.range import ENGAGED_METRES
from ..book.combat.special import Mode
from ..book.ruleset import EngagedFire
from ..tactics.codes import NOBODY, PULLED, Do
from ..tactics.field import Field, Roster
from ..tactics.situation import hostile, metres
from .hot import hot
from .loop_alike import (
    CODE,
    HOW,
    LOOKS,
    MANNER,
    MODES,
    MOST_SHOTS,
    NUMBER,
    OWN,
    SHOT,
    SHOTS,
    TARGET,
    WEAPON,
    meant,
    shots,
    target,
)
from .loop_attack import exchange
from .loop_decided import acted, acting_key, decided, neediest, needs, rested
from .loop_kit import RELOAD, USE, kit_number, loaded, uses
from .loop_known import NOT_SO, alone, known_of, outcome, put_on
from .loop_local import number as numbered
from .loop_local import renewed, started, unaimed
from .loop_lore import KITS, LEAVES, MOST_OWN, MOST_PEOPLE, MOST_SLOTS, STATES, Cells, Lore
from .loop_luck import Course, new_turn
from .loop_shelf import crammed, spot
from .loop_upkeep import all_actions

ROOM_FOR_A_TURN = 256
"""More local states and kits than one turn can bring."""

ANY_SHOT = (1 << SHOT) - 1

FIRST_SHOT = 6
"""Where a command given first has its shots (`loop_fights.lead_on`)."""

NOT_KNOWN, DONE, ODD = 0, 1, 2
"""What becomes of a command (`did`)."""

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
        if sheet.last - sheet.first > MOST_OWN:
            return 0
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
    crowds = room.states * 4 > STATES * 3 or room.leaves * 4 > LEAVES * 3 or room.kits * 4 > KITS * 3
    return crowds or crammed(lore.deciding) or crammed(lore.resting) or crammed(lore.attacking)


def full(lore: Lore) -> bool:
    """Whether a turn might bring more than there is room for."""
    return lore.room.states + ROOM_FOR_A_TURN > STATES or lore.room.kits + ROOM_FOR_A_TURN > KITS


def enter(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> bool:
    """Whether the turn that begins, or in which all is done but what one does after having acted, is one for the fast
    loop; then everybody is numbered."""
    n, c = roster.rules.people, field.who[field.now.turn]
    if lore.room.may == 0 or field.now.round >= course.chance.limit or field.now.turn < 0 or full(lore):
        return False
    if c.minors != roster.rules.minor_max or c.moved != 0:
        return False
    for at in range(n * n):
        if field.barred[at] >= 0:
            return False
    place = 0
    while field.order[place] != field.now.turn:
        if field.order[place] < 0 or field.who[field.order[place]].acted == 0:
            return False
        place += 1
        if place == n:
            return False
    for at in range(place, n):
        if field.order[at] >= 0 and field.who[field.order[at]].acted != 0:
            return False
    for k in range(n):
        s = numbered(roster, field, cells, lore, k)
        if lore.states[s].odd != 0:
            return False
        lore.people[k].state = s
        lore.people[k].kit = kit_number(roster, field, cells, lore, k)
    lore.room.at = place
    lore.room.free = c.significant
    follow(roster, field, lore)
    introduce(roster, field, lore)
    gather(roster, field, cells, lore)
    return True


def follow(roster: Roster, field: Field, lore: Lore) -> None:
    """Notes the order of initiative."""
    n = 0
    while n < roster.rules.people and field.order[n] >= 0:
        lore.line[n] = field.order[n]
        n += 1
    lore.room.line = n


def gather(roster: Roster, field: Field, cells: Cells, lore: Lore) -> None:
    """Sums and words anew, everybody's local state and kit being set."""
    n, room = roster.rules.people, lore.room
    for at in range(roster.rules.sides):
        side = lore.sides[at]
        side.tie_acts = 0
        side.tie_rests = 0
        side.up = 0
    room.foe_acts = 0
    room.foe_rests = 0
    for k in range(n):
        person = lore.people[k]
        known, side = lore.states[person.state], lore.sides[person.side]
        room.foe_acts = room.foe_acts + known.foe_acts
        room.foe_rests = room.foe_rests + known.foe_rests
        side.tie_acts = side.tie_acts + known.tie_acts
        side.tie_rests = side.tie_rests + known.tie_rests
        side.up = side.up + 1 - known.out
        person.face = known.face
        person.friendly = known.friendly
        loaded(roster, field, cells, lore, k)
    for k in range(n):
        needs(lore, k)


def introduce(roster: Roster, field: Field, lore: Lore) -> None:
    """Notes of everybody what stays as it is: their side, equals and weapons, who stands in reach of which friend."""
    n = roster.rules.people
    for at in range(roster.rules.sides):
        side = lore.sides[at]
        side.first = n
        side.last = 0
        for k in range(n):
            if roster.sheets[k].side != at:
                side.first = min(side.first, k)
                side.last = k + 1
    for k in range(n):
        person, sheet = lore.people[k], roster.sheets[k]
        person.side = sheet.side
        person.alike = sheet.alike
        person.own = sheet.first
        person.near = 0
        for other in range(n):
            if not hostile(roster, k, other) and (other == k or metres(field, k, other) <= ENGAGED_METRES):
                person.near = person.near | 1 << other


@hot
def change(lore: Lore, k: int, s: int) -> None:
    """k has another local state now."""
    person = lore.people[k]
    if person.state == s:
        return
    before, then, side, room = lore.states[person.state], lore.states[s], lore.sides[person.side], lore.room
    room.foe_acts = room.foe_acts + then.foe_acts - before.foe_acts
    room.foe_rests = room.foe_rests + then.foe_rests - before.foe_rests
    side.tie_acts = side.tie_acts + then.tie_acts - before.tie_acts
    side.tie_rests = side.tie_rests + then.tie_rests - before.tie_rests
    person.state = s
    person.face = then.face
    person.friendly = then.friendly
    if before.need != then.need:
        room.stale = room.stale | person.near


@hot
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
    if known >> USE == NOT_SO:
        return False
    uses(roster, field, cells, lore, i, slot, known & (1 << USE) - 1)
    come_to(roster, field, lore, i, j, outcome(course, lore, known))
    return True


def aids(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, i: int, j: int) -> bool:
    """Gives first aid; False as for `attacks`."""
    known = known_of(roster, field, cells, course, lore, i, MOST_SLOTS + Do.FIRST_AID, 0, j)
    if known >> USE == NOT_SO:
        return False
    come_to(roster, field, lore, i, j, outcome(course, lore, known))
    return True


@hot
def come_to(roster: Roster, field: Field, lore: Lore, i: int, j: int, leaf: int) -> None:
    """The two of an attack are so now; if one fell with whom a side was lost, the fight is over."""
    before = lore.states[lore.people[j].state].out + 0
    change(lore, i, lore.leaves[leaf].mine + 0)
    change(lore, j, lore.leaves[leaf].other + 0)
    if lore.states[lore.people[j].state].out != before:
        falls(roster, field, lore, j, before)


def falls(roster: Roster, field: Field, lore: Lore, j: int, before: int) -> None:
    """j is out and was not `before`, or the other way round: if its side is lost with that, the fight is over."""
    side = lore.sides[lore.people[j].side]
    side.up = side.up + before - lore.states[lore.people[j].state].out
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
    whom: int,
) -> bool:
    """Makes all the shots of full auto (`loop_turn.attack`); False as for `attacks`."""
    piece = roster.pieces[slot]
    if whom == 0 or piece.stun != 0 or piece.entangle != 0 or how >= PULLED:
        return False
    aimed, spends, first = lore.states[lore.people[i].state].aim + 0, False, True
    while whom > 0 and field.now.over == 0:
        j = (whom & ANY_SHOT) - 1
        whom >>= SHOT
        spends = spends or j == aimed
        if lore.states[lore.people[j].state].out != 0:
            continue
        known = known_of(roster, field, cells, course, lore, i, slot, how, j)
        if first:
            if known >> USE == NOT_SO:
                return False
            uses(roster, field, cells, lore, i, slot, known & (1 << USE) - 1)
            first = False
        if known >> USE == NOT_SO:  # no room for more
            put_on(roster, cells, lore)
            before = lore.states[lore.people[j].state].out + 0
            exchange(roster, field, course, i, slot, how, 0, j)
            change(lore, i, numbered(roster, field, cells, lore, i))
            change(lore, j, numbered(roster, field, cells, lore, j))
            if lore.states[lore.people[j].state].out != before:
                falls(roster, field, lore, j, before)
        else:
            come_to(roster, field, lore, i, j, outcome(course, lore, known))
    if spends and field.now.over == 0 and lore.states[lore.people[i].state].aim == aimed:
        change(lore, i, unaimed(roster, field, cells, lore, i, lore.people[i].state))
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


@hot
def next_begins(roster: Roster, field: Field, cells: Cells, lore: Lore, at: int) -> int:
    """Whoever is up and comes first in the order, from a place on, begins their turn, in a new round when all have had
    theirs (`loop_upkeep.advance`); who that is."""
    now, room = field.now, lore.room
    while True:
        if at == room.line:
            at = 0
            for other in range(roster.rules.people):
                s = lore.people[other].state + 0
                if lore.states[s].refreshed != s:
                    change(lore, other, renewed(roster, field, cells, lore, other, s))
            now.round = now.round + 1
        k = lore.line[at] + 0
        s = lore.people[k].state + 0
        if lore.states[s].out == 0:
            break
        at += 1
    room.at = at
    if lore.states[s].started != s:
        change(lore, k, started(roster, field, cells, lore, k, s))
    now.turn = k
    return k


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
    do, a = word & CODE, (word >> WEAPON & NUMBER) - 1
    b, how = (word >> TARGET & NUMBER) - 1, word >> HOW
    if do == Do.ATTACK:
        if how % PULLED == Mode.FULL:
            return sprays(roster, field, cells, course, lore, i, a, how & 15, how >> SHOTS - HOW)
        if b < 0:
            return False
        return attacks(roster, field, cells, course, lore, i, a, how, b)
    if do == Do.RELOAD:
        uses(roster, field, cells, lore, i, a, RELOAD)
        return True
    if do == Do.FIRST_AID:
        return aids(roster, field, cells, course, lore, i, a if a >= 0 else neediest(roster, lore, i))
    if do == Do.AIM or do == Do.READY:  # noqa: PLR1714 (compiles to a jump)
        then = alone(roster, field, cells, course, lore, i, do, a)
        change(lore, i, then)
        return True
    return False


@hot
def did(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, i: int, word: int) -> int:
    """Does what i has `decided`: `DONE`, `ODD` with more to it than the fast loop looks after, `NOT_KNOWN`."""
    code, looks = word & CODE, word >> LOOKS
    if code == Do.ATTACK and looks > 0:
        how, slot = word >> MANNER & MODES, (word >> WEAPON & (1 << OWN) - 1) + lore.people[i].own - 1
        j = target(lore, i, looks)
        if how % PULLED == Mode.FULL:
            if not sprays(roster, field, cells, course, lore, i, slot, how, shots(lore, i, looks)):
                return NOT_KNOWN
        elif not attacks(roster, field, cells, course, lore, i, slot, how, j):
            return NOT_KNOWN
    else:
        exact = ~word if word < 0 else meant(lore, i, word)
        if not does(roster, field, cells, course, lore, i, exact):
            return NOT_KNOWN
        code = exact & CODE
        j = (exact >> TARGET & NUMBER) - 1 if code == Do.ATTACK else i
    odd = lore.states[lore.people[i].state].odd + lore.states[lore.people[j].state].odd
    return DONE if odd == 0 else ODD


def led(
    roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, lead: MutableSequence[float]
) -> int:
    """Gives the first command (`loop_fights.lead_on`), as `did` tells; rows are as the fight is if that is not `DONE`."""
    i, do, how = lore.line[lore.room.at] + 0, int(lead[0]), int(lead[3])
    word = do | int(lead[1]) + 1 << WEAPON | int(lead[2]) + 1 << TARGET | how << HOW
    if do == Do.ATTACK and how == Mode.FULL:
        word |= volley_of(lead) << SHOTS
    new_turn(course, field.now.round, roster.rules.people + 1 + i)
    done = NOT_KNOWN + 0
    if do != Do.END_TURN and lore.room.free != 0:
        done = did(roster, field, cells, course, lore, i, ~word)
    if done == DONE:
        lore.room.free = 0
        return DONE
    leave(roster, field, cells, lore)
    if lore.room.free == 0 or done == ODD:
        acted(roster, field, i)
    return done


def volley_of(lead: MutableSequence[float]) -> int:
    """Whom the shots of a command given first are for, in one word (`loop_alike.whom`)."""
    word = 0
    for n in range(len(lead) - FIRST_SHOT):
        shot = int(lead[FIRST_SHOT + n]) + 1
        if n >= MOST_SHOTS and shot != 0:
            return 0
        if n < MOST_SHOTS:
            word |= shot << SHOT * n
    return word


def leave(roster: Roster, field: Field, cells: Cells, lore: Lore) -> None:
    """Rows as the fight is, at the beginning of a turn."""
    put_on(roster, cells, lore)
    for k in range(roster.rules.people):
        all_actions(roster, field, k)
        field.who[k].acted = 0
        field.order[k] = NOBODY
    for at in range(lore.room.line):
        field.order[at] = lore.line[at]
        field.who[lore.line[at]].acted = 1 if at < lore.room.at else 0


@hot
def following(lore: Lore) -> int:
    """Whoever's turn comes next, if nothing comes in between and changes anybody; else `NOBODY`."""
    at = lore.room.at + 1
    if at >= lore.room.line or lore.room.rests != 0:
        return NOBODY
    s = lore.people[lore.line[at]].state + 0
    return lore.line[at] + 0 if lore.states[s].out == 0 and lore.states[s].started == s else NOBODY


def stretch(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> int:
    """Plays from the beginning of a turn; where it ends. Rows are then as the fight is, but at its end.

    The key of the next decision is made as soon as it can be, and looked at, so that it is at hand when it is
    needed."""
    now, chance, i, key = field.now, course.chance, lore.line[lore.room.at] + 0, 0
    while now.round < chance.limit and not full(lore):
        new_turn(course, now.round, i + 1)
        if key == 0:
            if lore.room.rests != 0:
                loaded(roster, field, cells, lore, i)
            key = acting_key(lore, i)
        done, code, commands = DONE, Do.ATTACK + 0, lore.room.free + 0
        if commands != 0:
            word = decided(roster, field, cells, lore, i, key)
            code = (word if word >= 0 else ~word) & CODE
            if code != Do.END_TURN:
                done = did(roster, field, cells, course, lore, i, word)
                if now.over != 0:
                    return OVER
        lore.room.free = 1
        k, key = following(lore), 0
        if k != NOBODY:
            key = acting_key(lore, k)
            lore.room.ahead = lore.decisions[spot(key, lore.deciding.size)].key
        if code != Do.END_TURN and (done != DONE or rested(roster, field, cells, lore, i) != Do.END_TURN):
            leave(roster, field, cells, lore)
            if done != NOT_KNOWN:
                acted(roster, field, i)
            chance.commands = 0 if done == NOT_KNOWN else commands
            return WITHIN
        if k != NOBODY:
            lore.room.at = lore.room.at + 1
            now.turn = k
            i = k
        else:
            i = next_begins(roster, field, cells, lore, lore.room.at + 1)
    leave(roster, field, cells, lore)
    return BETWEEN
