"""Moving in the loop: breaking away, free attacks, the move, first strikes of Reach (`play.movement`)."""

from __future__ import annotations

from ..book.combat.special import Mode
from ..book.ruleset import Attackers, DisengageMode
from ..tactics.codes import LEFT, NOBODY, Claim
from ..tactics.field import Field, Roster
from ..tactics.situation import able, engaged_at, foe_engaged, hidden_from, hostile, out, unhindered
from ..tactics.situation_attack import disengage_test
from ..tactics.situation_legal import can_strike
from . import loop_policy as policy
from .loop_attack import exchange, use_weapon
from .loop_luck import Course
from .loop_rolls import test_succeeds
from .loop_upkeep import upkeep


def leaves(roster: Roster, field: Field, i: int, j: int, off: bool, x: float, y: float) -> bool:
    """Whether a move of i to x, y (or `off` the map) leaves Engaged range of an able foe j (C44, R78)."""
    if i == j or not foe_engaged(roster, field, i, j) or not able(roster, field, j, i):
        return False
    if hidden_from(roster, field, i, j):
        return False
    return off or not engaged_at(roster, field, x, y, j)


def move(roster: Roster, field: Field, course: Course, i: int, off: bool, x: float, y: float) -> None:
    """A legal move of i to x, y, or `off` the map."""
    leaving = False
    for j in range(roster.rules.people):
        field.asked[j] = 1 if leaves(roster, field, i, j, off, x, y) else 0
        leaving = leaving or field.asked[j] != 0
    mode = roster.rules.disengage_mode
    if leaving and mode != DisengageMode.SAFE and not break_away(roster, field, course, i):
        return
    upkeep(roster, field)
    if field.now.over == 0 and unhindered(roster, field, i, NOBODY):
        arrive(roster, field, course, i, off, x, y)


def break_away(roster: Roster, field: Field, course: Course, i: int) -> bool:
    """The test or the free attacks before one leaves the foes that are `asked`; whether one goes on (R34, R81)."""
    n, mode = roster.rules.people, roster.rules.disengage_mode
    if mode != DisengageMode.FREE_ATTACK:
        test = disengage_test(roster, field, i)
        freed = test_succeeds(roster, field, course, i, test, Claim.TEST + 0)
        upkeep(roster, field)
        if freed:
            return True
        if mode == DisengageMode.TEST:
            return False
    if roster.rules.attackers != Attackers.ALL:
        free_attack(roster, field, course, i)
        return field.now.over == 0
    for j in range(n):
        course.caught[j] = field.asked[j] + 0
    for j in range(n):
        if course.caught[j] != 0 and field.now.over == 0:
            for k in range(n):
                field.asked[k] = 1 if k == j else 0
            free_attack(roster, field, course, i)
    return field.now.over == 0


def free_attack(roster: Roster, field: Field, course: Course, i: int) -> None:
    """One of those `asked` may strike at i, at no cost, before it leaves (C44, R34, R68)."""
    if out(roster, field, i):
        return
    may = False
    for j in range(roster.rules.people):
        if field.asked[j] != 0:
            field.asked[j] = 1 if able(roster, field, j, i) and has_blow(roster, field, j, i) else 0
            may = may or field.asked[j] != 0
    if may:
        j, slot = policy.free_attack(roster, field, i)
        if j >= 0:
            strike(roster, field, course, j, slot, i)


def has_blow(roster: Roster, field: Field, j: int, i: int) -> bool:
    """Whether j has any melee weapon to strike i with."""
    sheet = roster.sheets[j]
    for slot in range(sheet.first, sheet.last):  # noqa: SIM110 (a generator would not compile)
        if can_strike(roster, field, j, slot, i):
            return True
    return False


def strike(roster: Roster, field: Field, course: Course, j: int, slot: int, i: int) -> None:
    """A free attack or first strike of j on i."""
    use_weapon(roster, field, slot, 0 if roster.pieces[slot].thrown != 0 else 1)
    upkeep(roster, field)
    exchange(roster, field, course, j, slot, Mode.SINGLE + 0, 0, i)
    upkeep(roster, field)


def arrive(roster: Roster, field: Field, course: Course, i: int, off: bool, x: float, y: float) -> None:
    """The move itself, then the first strikes of those with Reach whom it closes on (C41, C42, R35)."""
    n, mover = roster.rules.people, field.who[i]
    if off:
        depart(roster, field, i, LEFT)
        upkeep(roster, field)
        return
    closed = course.caught
    for j in range(n):
        there = (
            j != i
            and hostile(roster, i, j)
            and not out(roster, field, j)
            and engaged_at(roster, field, x, y, j)
        )
        closed[j] = 1 if there and not foe_engaged(roster, field, i, j) else 0
    for j in range(n):
        field.bands[i * n + j] = NOBODY
        field.bands[j * n + i] = NOBODY
    mover.x = x
    mover.y = y
    mover.aim = NOBODY
    for j in range(n):
        if closed[j] == 0:
            continue
        closed[j] = 0
        if (
            wields_reach(roster, field, j)
            and able(roster, field, j, NOBODY)
            and not hidden_from(roster, field, i, j)
        ):
            field.barred[i * n + j] = field.now.round
            closed[j] = 1 if has_reach(roster, field, j, i) else 0
    upkeep(roster, field)
    for j in range(n):
        if closed[j] != 0 and field.now.over == 0:
            first_strike(roster, field, course, j, i)


def wields_reach(roster: Roster, field: Field, j: int) -> bool:
    """Whether j holds a Reach weapon."""
    sheet = roster.sheets[j]
    for slot in range(sheet.first, sheet.last):
        if roster.pieces[slot].reach != 0 and field.loads[slot].held != 0:
            return True
    return False


def has_reach(roster: Roster, field: Field, j: int, i: int) -> bool:
    """Whether j has a Reach weapon to strike i with."""
    sheet = roster.sheets[j]
    for slot in range(sheet.first, sheet.last):
        if roster.pieces[slot].reach != 0 and can_strike(roster, field, j, slot, i):
            return True
    return False


def first_strike(roster: Roster, field: Field, course: Course, j: int, i: int) -> None:
    """A Reach wielder may strike first at one who closes, even if it has acted (C41, R35, R68)."""
    if out(roster, field, i) or not able(roster, field, j, i) or not has_reach(roster, field, j, i):
        return
    slot = policy.reach_strike(roster, field, j, i)
    if slot >= 0:
        strike(roster, field, course, j, slot, i)


def depart(roster: Roster, field: Field, i: int, how: int) -> None:
    """Ends one's part in the fight, alive: 1 left the map, 2 surrendered (R51)."""
    c, walls = field.who[i], roster.rules.walls
    if how == LEFT:
        c.prone = 0
        for k in range(walls):
            field.uses[i * walls + k] = 0
    c.gone = how
    c.aim = NOBODY
    c.readied = 0
