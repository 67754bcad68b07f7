"""What is done in the fast loop: attacks, first aid, aims and the like, as far as they are known or can be traced."""

from __future__ import annotations

from ..book.combat.special import Mode
from ..tactics.codes import NOBODY, PULLED, Do
from ..tactics.field import Field, Roster
from .hot import hot
from .loop_alike import (
    CODE,
    HOW,
    LOOKS,
    MANNER,
    MODES,
    NUMBER,
    SHOT,
    SHOTS,
    TARGET,
    WEAPON,
    meant,
    shots,
    target,
)
from .loop_attack import exchange
from .loop_decided import neediest
from .loop_kit import NOTHING, RELOAD, USE, uses
from .loop_known import NOT_SO, alone, known_of, outcome, put_on, reloads
from .loop_local import number, unaimed
from .loop_lore import MOST_SLOTS, OWN, Cells, Lore
from .loop_luck import Course

ANY_SHOT = (1 << SHOT) - 1

NOT_KNOWN, DONE, ODD = 0, 1, 2
"""What becomes of a command (`did`)."""


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
    return plain(lore, i, j)


@hot
def plain(lore: Lore, i: int, j: int) -> int:
    """`DONE` or `ODD`, by what i and j are now."""
    return DONE if lore.states[lore.people[i].state].odd + lore.states[lore.people[j].state].odd == 0 else ODD


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
        if lore.room.abreast != 0:
            reloads(roster, lore, i, a)
        return True
    if do == Do.FIRST_AID:
        return aids(roster, field, cells, course, lore, i, a if a >= 0 else neediest(roster, lore, i))
    if do == Do.AIM or do == Do.READY:  # noqa: PLR1714 (compiles to a jump)
        change(lore, i, alone(roster, field, cells, course, lore, i, do, a))
        rests_weapons(roster, field, cells, lore, i)
        return True
    return False


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
    rests_weapons(roster, field, cells, lore, i)
    come_to(roster, field, lore, i, j, outcome(course, lore, known))
    return True


def rests_weapons(roster: Roster, field: Field, cells: Cells, lore: Lore, i: int) -> None:
    """Uses none of the weapons of i; fights side by side look that up, too."""
    if lore.room.abreast != 0:
        uses(roster, field, cells, lore, i, lore.people[i].own + 0, NOTHING)


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
    if whom == 0 or piece.blast >= 0 or piece.stun != 0 or piece.entangle != 0 or how >= PULLED:
        return False
    aimed = lore.states[lore.people[i].state].aim + 0
    return volley(roster, field, cells, course, lore, i, slot, how, whom, True, aimed, False)


def volley(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    slot: int,
    how: int,
    whom: int,
    first: bool,
    aimed: int,
    spends: bool,
) -> bool:
    """Makes these shots, `first` if no other was made; False as for `attacks`. The aim at whom was `aimed` at ends with
    a shot at them, or if one of those before `spends` it."""
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
            change(lore, i, number(roster, field, cells, lore, i))
            change(lore, j, number(roster, field, cells, lore, j))
            if lore.states[lore.people[j].state].out != before:
                falls(roster, field, lore, j, before)
        else:
            come_to(roster, field, lore, i, j, outcome(course, lore, known))
    if spends and field.now.over == 0 and lore.states[lore.people[i].state].aim == aimed:
        change(lore, i, unaimed(roster, field, cells, lore, i, lore.people[i].state + 0))
    return True


@hot
def come_to(roster: Roster, field: Field, lore: Lore, i: int, j: int, leaf: int) -> None:
    """The two of an attack are so now; if one fell with whom a side was lost, the fight is over."""
    before = lore.states[lore.people[j].state].out + 0
    change(lore, j, lore.leaves[leaf].other + 0)
    change(lore, i, lore.leaves[leaf].mine + 0)
    if lore.states[lore.people[j].state].out != before:
        falls(roster, field, lore, j, before)


@hot
def change(lore: Lore, k: int, s: int) -> None:
    """k has another local state now."""
    person = lore.people[k]
    if person.state == s:
        return
    before, then, side, room = lore.traits[person.state], lore.traits[s], lore.sides[person.side], lore.room
    room.foe_acts = room.foe_acts + then.foe_acts - before.foe_acts
    room.foe_rests = room.foe_rests + then.foe_rests - before.foe_rests
    side.tie_acts = side.tie_acts + then.tie_acts - before.tie_acts
    side.tie_rests = side.tie_rests + then.tie_rests - before.tie_rests
    needs = lore.states[person.state].need + 0
    person.state = s
    person.face = lore.states[s].face
    person.friendly = then.friendly
    if lore.states[s].need != needs:
        room.stale = room.stale | person.near


def falls(roster: Roster, field: Field, lore: Lore, j: int, before: int) -> None:
    """j is out and was not `before`, or the other way round: if its side is lost with that, the fight is over."""
    side = lore.sides[lore.people[j].side]
    side.up = side.up + before - lore.states[lore.people[j].state].out
    if side.up == 0:
        lost(roster, field, lore)


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
