"""Who decides in the loop: the tactics, as they are at the table (`tactics.playing` asks them the same)."""

from __future__ import annotations

from ..tactics import answers, choose
from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from ..tactics.situation_attack import Test

NOT_AT_ALL = -0.5
"""Less than any blow that may be struck is worth (`tactics.playing.strike`)."""


def plays(roster: Roster, i: int) -> bool:
    """Whether i plays at all: one who does not only ends its turns."""
    return roster.manners[roster.sheets[i].tactic].plays != 0


def decide(roster: Roster, field: Field, who: int) -> tuple[int, int, int, int, float, float]:
    """The next command of whoever has the turn."""
    return choose.decide(roster, field, who)


def react(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """The reaction of j to an attack of i."""
    return answers.react(roster, field, i, slot, mode, j)


def react_blast(
    roster: Roster, field: Field, i: int, slot: int, mode: int, j: int, x: float, y: float
) -> int:
    """The reaction of j to a blast of i at x, y."""
    return answers.react_blast(roster, field, i, slot, j, x, y)


def claim(roster: Roster, field: Field, i: int, kind: int, test: Test) -> bool:
    """Whether i claims the Advantage of a test."""
    return answers.claim(roster, field, i, kind)


def avoid_skill(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """The skill with which j avoids a blow of i."""
    if not plays(roster, j):
        sheet = roster.sheets[j]
        return 1 if sheet.close_quarters > sheet.athletics else 0
    return answers.avoid_skill(roster, field, i, slot, mode, j)


def free_attack(roster: Roster, field: Field, i: int) -> tuple[int, int]:
    """Who of those `asked` strikes at i, and with what; (-1, -1) for nobody. The first of them decides for all."""
    who, best, most, decided = NOBODY, NOBODY, NOT_AT_ALL, False
    for j in range(roster.rules.people):
        if field.asked[j] == 0:
            continue
        if not decided and not plays(roster, j):
            return NOBODY, NOBODY
        decided = True
        sheet = roster.sheets[j]
        for slot in range(sheet.first, sheet.last):
            value = answers.strike_worth(roster, field, j, slot, i)
            if value > most:
                who, best, most = j, slot, value
    return who, best


def reach_strike(roster: Roster, field: Field, j: int, i: int) -> int:
    """The slot with which j strikes first at i who closes on it; -1 for none."""
    return answers.reach_strike(roster, field, j, i)
