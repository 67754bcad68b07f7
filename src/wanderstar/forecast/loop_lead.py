"""A first command that is given, as the numbers that `kernel_lead` makes of it, in the fast loop or before it."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..book.combat.special import Mode
from ..tactics.codes import Do
from ..tactics.field import Field, Roster
from .loop_alike import HOW, MOST_SHOTS, SHOT, SHOTS, TARGET, WEAPON
from .loop_decided import acted
from .loop_deed import DONE, NOT_KNOWN, ODD, did
from .loop_enter import leave
from .loop_fights import lead_on
from .loop_lore import Cells, Lore
from .loop_luck import Course, new_turn

FIRST_SHOT = 6
"""Where a command given first has its shots (`loop_fights.lead_on`)."""


def leads(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    lore: Lore,
    lead: MutableSequence[float],
    inside: bool,
) -> bool:
    """Gives the first command: in the fast loop if it begins there and knows it. Whether it goes on there."""
    if inside:
        done = led(roster, field, cells, course, lore, lead)
        if done == DONE:
            return True
        lore.room.spoilt = 1
        if done == ODD:
            return False
    lead_on(roster, field, course, lead)
    return False


def led(
    roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore, lead: MutableSequence[float]
) -> int:
    """Gives the first command, as `did` tells; unless that is `DONE`, rows are as the fight is."""
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
