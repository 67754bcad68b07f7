"""The order of initiative in the loop: the fight's first, and the places of those who come in later (C11-C14, R67)."""

from __future__ import annotations

from ..book.combat.round import initiative_key
from ..book.core_mechanic.roll import total
from ..tactics.codes import COMING, NOBODY
from ..tactics.field import Field, Roster
from .hot import hot
from .loop_lore import MOST_PEOPLE, Lore
from .loop_luck import Course, keyed_natural, natural, new_turn
from .loop_random import turn_key
from .loop_upkeep import upkeep
from .loop_vector import EIGHT, no_higher, spread


def before(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether i acts before j by their totals (C11-C14, R28)."""
    a, b, tiebreak = roster.sheets[i], roster.sheets[j], roster.rules.tiebreak
    first = initiative_key(field.who[i].initiative, a.dexterity, a.character != 0, a.roster, tiebreak)
    then = initiative_key(field.who[j].initiative, b.dexterity, b.character != 0, b.roster, tiebreak)
    return first < then


def take_place(roster: Roster, field: Field, i: int) -> None:
    """Puts i into the order, right before the first whom it acts before."""
    at, last = 0, 0
    while field.order[at] >= 0 and not before(roster, field, i, field.order[at]):
        at += 1
    while field.order[last] >= 0:
        last += 1
    while last > at:
        field.order[last] = field.order[last - 1]
        last -= 1
    field.order[at] = i


def roll(roster: Roster, field: Field, course: Course, i: int) -> None:
    """The total of i: Dexterity's edge at once and for free (C12, C16)."""
    field.who[i].initiative = total(natural(course, roster.sheets[i].dexterity_grade), 0)


def line_up(roster: Roster, field: Field, course: Course) -> None:
    """Initiative for everybody who is there, and the order that it gives."""
    new_turn(course, 0, 0)
    for i in range(roster.rules.people):
        field.order[i] = NOBODY
        if field.who[i].gone != COMING:
            roll(roster, field, course, i)
    for i in range(roster.rules.people):
        if field.who[i].gone != COMING:
            take_place(roster, field, i)
    forget(roster, field)


def rank(roster: Roster, field: Field, i: int) -> int:
    """How many would act before i if all had the same total, as they have before they roll."""
    found = 0
    for j in range(roster.rules.people):
        if j != i and before(roster, field, j, i):
            found += 1
    return found


def rolled(roster: Roster, course: Course, lore: Lore) -> None:
    """Everybody's initiative in a fight in which all are there, with their ranks: the highest total, which comes first
    (C11), is the lowest number."""
    n, rows = roster.rules.people, (roster.rules.people + EIGHT - 1) // EIGHT
    key = turn_key(course.chance.lot, 0, 0)
    for row in range(rows):
        spread(lore.points, row, key)
    for i in range(n):
        point = lore.points[i // EIGHT, i % EIGHT]
        mine = total(keyed_natural(course, roster.sheets[i].dexterity_grade, point), 0)
        lore.totals[i // EIGHT, i % EIGHT] = lore.people[i].rank - MOST_PEOPLE * mine
    lore.room.line = n


def ranked(roster: Roster, course: Course, lore: Lore) -> None:
    """The same order for a fight in which everybody is there."""
    rolled(roster, course, lore)
    for i in range(roster.rules.people):
        lore.line[place(roster, lore, i)] = i


@hot
def place(roster: Roster, lore: Lore, i: int) -> int:
    """The place of i in the order, all having `rolled`."""
    mine, before = lore.totals[i // EIGHT, i % EIGHT], -1
    for row in range((roster.rules.people + EIGHT - 1) // EIGHT):
        before += no_higher(lore.totals, row, mine)
    return before & MOST_PEOPLE - 1


def forget(roster: Roster, field: Field) -> None:
    """Totals that decide nobody's place any more are forgotten, so that equal states are equal."""
    if field.now.coming == 0:
        for i in range(roster.rules.people):
            field.who[i].initiative = 0


def ordered(roster: Roster, field: Field, i: int) -> bool:
    """Whether i has its place."""
    for n in range(roster.rules.people):  # noqa: SIM110 (a generator would not compile)
        if field.order[n] == i:
            return True
    return False


def bring_in(roster: Roster, field: Field, course: Course) -> None:
    """Those who have just come in roll, each with luck of its own, and take their places; then the round goes on."""
    now, people = field.now, roster.rules.people
    while now.joining != 0 and now.over == 0:
        for i in range(people):
            if field.who[i].gone != COMING and not ordered(roster, field, i):
                new_turn(course, now.round, 2 * people + 1 + i)
                roll(roster, field, course, i)
                take_place(roster, field, i)
        now.joining = 0
        forget(roster, field)
        upkeep(roster, field)
