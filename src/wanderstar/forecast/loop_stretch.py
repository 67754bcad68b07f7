"""The fast loop: turns of those who stay where they are and do what has been done before.

The fight is there as numbers of local states (`loop_local`) and kits (`loop_kit`); decisions (`loop_decided`) and what
comes of attacks (`loop_known`) are looked up. What cannot be looked up is played by the loop proper, from rows made of
those numbers. Both draw the same numbers for the same turns, so it does not matter who plays which.
"""

from __future__ import annotations

from ..book.combat.special import Mode
from ..tactics.codes import PULLED, Do
from ..tactics.field import Field, Roster
from . import loop_memo as memo
from .hot import hot
from .loop_alike import CODE, ELSEWHERE, HOW, SHOTS, TARGET, WEAPON, whom
from .loop_decided import acted, acting_key, decided, rested
from .loop_deed import DONE, NOT_KNOWN, change, did
from .loop_enter import full, leave
from .loop_kit import loaded
from .loop_local import renewed, started
from .loop_lore import Cells, Lore
from .loop_luck import Course, new_turn
from .loop_shelf import spot
from .loop_vector import ahead

OVER, WITHIN, BETWEEN, PAUSED = 0, 1, 2, 3
"""Where a stretch ends: with the fight, within a turn, at the beginning of one, the same but still in the fast loop."""


def stretch(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, once: bool) -> int:
    """Plays from the beginning of a turn, to the end of it if `once`; where it ends. Rows are then as the fight is, but
    at its end and while it is still in the fast loop.

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
            if code == ELSEWHERE:
                word = ~deeply(roster, field, cells, course, lore, i)
                code = ~word & CODE
            if code != Do.END_TURN:
                done = did(roster, field, cells, course, lore, i, word)
                if now.over != 0:
                    return OVER
        lore.room.free = 1
        at, key = following(lore), 0
        if at > 0:
            key = acting_key(lore, lore.line[at] + 0)
            ahead(lore.decisions, spot(key, lore.deciding))
        if code != Do.END_TURN and not finished(roster, field, cells, course, lore, i, done, commands):
            return WITHIN
        if at > 0:
            i = lore.line[at] + 0
            lore.room.at = at
            now.turn = i
        else:
            i = next_begins(roster, field, cells, lore, lore.room.at + 1)
        if once:
            return PAUSED
    leave(roster, field, cells, lore)
    return BETWEEN


def finished(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    i: int,
    done: int,
    commands: int,
) -> bool:
    """Whether i, who has `done` something (`loop_deed.did`), does no more; if not, rows are as the fight is."""
    if done == DONE and rests(roster, field, cells, course, lore, i):
        return True
    leave(roster, field, cells, lore)
    if done != NOT_KNOWN:
        acted(roster, field, i)
    course.chance.commands = 0 if done == NOT_KNOWN else commands
    return False


@hot
def rests(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, i: int) -> bool:
    """Whether i, who has acted, does no more."""
    code = rested(roster, field, cells, lore, i)
    if code == ELSEWHERE:
        leave(roster, field, cells, lore)
        acted(roster, field, i)
        code = memo.decide(roster, field, course, i)[0]
    return code == Do.END_TURN


def deeply(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, i: int) -> int:
    """The next command of i in one word (`loop_alike.exactly_thought`), by the long keys of the loop proper."""
    leave(roster, field, cells, lore)
    do, a, b, c, _, _ = memo.decide(roster, field, course, i)
    word = do | a + 1 << WEAPON | b + 1 << TARGET | c << HOW
    return word | whom(field) << SHOTS if do == Do.ATTACK and c % PULLED == Mode.FULL else word


@hot
def following(lore: Lore) -> int:
    """The place in the order of whoever's turn comes next, if nothing comes in between and changes anybody; else 0."""
    at = lore.room.at + 1
    while at < lore.room.line:
        s = lore.people[lore.line[at]].state + 0
        if lore.states[s].out == 0:
            return at if lore.states[s].started == s and lore.room.rests == 0 else 0
        at += 1
    return 0


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
                if lore.refreshed[s] != s:
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
