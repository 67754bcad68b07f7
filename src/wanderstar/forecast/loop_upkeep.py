"""Whose turn it is in the loop, and what follows by itself after every step (`play.turns`, `play.upkeep`)."""

from __future__ import annotations

from ..book.combat.actions import SIGNIFICANT_PER_TURN
from ..book.combat.melee import inside_guard
from ..book.combat.reactions import FREE_PER_ROUND
from ..book.ruleset import Refresh
from ..tactics.codes import COMING, NOBODY, Until
from ..tactics.field import Field, Roster
from ..tactics.situation import absent, are_engaged, hidden_from, near_wall, out, total_cover


def upkeep(roster: Roster, field: Field) -> None:
    """Holds that end, covers left, aims lost, suppression that ends, the fight's end (R42, R49-R51, R69)."""
    n = roster.rules.people
    for i in range(n):
        c = field.who[i]
        if c.held_by >= 0 and c.netted == 0:
            by = c.held_by
            if out(roster, field, by) or field.who[by].stunned != 0 or not are_engaged(roster, field, i, by):
                c.held_by = NOBODY
        leave_covers(roster, field, i)
    for i in range(n):
        c = field.who[i]
        if c.aim >= 0 and loses_aim(roster, field, i, c.aim):
            c.aim = NOBODY
        if c.suppressing != 0 and out(roster, field, i):
            end_suppression(field, i)
    if field.now.round > 0 and field.now.over == 0:
        go_on(roster, field)


def end_suppression(field: Field, i: int) -> None:
    """The area is free again; its place is forgotten, so that equal states are equal."""
    c = field.who[i]
    c.suppressing = 0
    c.suppress_x = 0.0
    c.suppress_y = 0.0


def leave_covers(roster: Roster, field: Field, i: int) -> None:
    """A cover is in use only within reach of it (R49)."""
    walls = roster.rules.walls
    c = field.who[i]
    for k in range(walls):
        if field.uses[i * walls + k] != 0 and not near_wall(roster, k, c.x, c.y):
            field.uses[i * walls + k] = 0


def loses_aim(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether the target is out of sight: gone, hidden, or behind Total cover (C34, R50)."""
    c = field.who[i]
    if absent(field, j) or hidden_from(roster, field, j, i):
        return True
    return total_cover(roster, field, j, c.x, c.y)


def go_on(roster: Roster, field: Field) -> None:
    """The fight ends when one side at most is left; whoever falls on their own turn is passed over (R51)."""
    first, sides, anybody = NOBODY, 0, field.now.turn >= 0
    for i in range(roster.rules.people):
        if sides == 2 and anybody:
            break
        if out(roster, field, i) and field.who[i].gone != COMING:
            continue
        anybody = anybody or field.who[i].stunned == 0
        if first < 0:
            first, sides = roster.sheets[i].side, 1
        elif roster.sheets[i].side != first:
            sides = 2
    now = field.now
    if sides < 2:
        now.over = 1
        now.winner = first
        now.turn = NOBODY
    elif now.turn < 0:
        if anybody and now.joining == 0:
            advance(roster, field)
    elif out(roster, field, now.turn):
        end_turn(roster, field, now.turn)


def end_turn(roster: Roster, field: Field, i: int) -> None:
    """Ends a turn: a pin and the like run down (R69), the next one begins."""
    c = field.who[i]
    if c.pinned > 0:
        c.pinned = c.pinned - 1
    run_down(field, i)
    all_actions(roster, field, i)
    c.acted = 1
    field.now.turn = NOBODY
    advance(roster, field)


def all_actions(roster: Roster, field: Field, i: int) -> None:
    """A whole turn's actions to take (C18, R32)."""
    c = field.who[i]
    c.significant = SIGNIFICANT_PER_TURN
    c.minors = roster.rules.minor_max
    c.moved = 0


def next_up(roster: Roster, field: Field) -> int:
    """The next in the order who has not had a turn this round; -1 for nobody."""
    for n in range(roster.rules.people):
        i = field.order[n]
        if i >= 0 and field.who[i].acted == 0:
            return i + 0
    return NOBODY


def advance(roster: Roster, field: Field) -> None:
    """Gives the turn to the next one who can take it; the out and the stunned are passed over (R36, R69).

    Nobody has it while those who come in with a round still roll for their places.
    """
    moved_on = True
    while True:
        i = next_up(roster, field)
        if i < 0:
            if not moved_on:
                return
            next_round(roster, field)
            if come_in(roster, field):
                return
            moved_on = field.now.coming > 0
            continue
        c = field.who[i]
        if not out(roster, field, i) and c.stunned == 0:
            start_turn(roster, field, i)
            return
        if c.pinned > 0:
            c.pinned = c.pinned - 1
            moved_on = True
        if c.stunned > 0:
            c.stunned = c.stunned - 1
            moved_on = True
        if run_down(field, i):
            moved_on = True
        if not out(roster, field, i):
            end_own_effects(roster, field, i)
        c.acted = 1
        c.delayed = 0


def next_round(roster: Roster, field: Field) -> None:
    """A new round: free reactions come back (C57, R31), one is inside a Reach wielder's guard (C42)."""
    n, now = roster.rules.people, field.now
    for i in range(n):
        refreshed(roster, field, i)
    for at in range(n * n):
        if field.barred[at] >= 0 and inside_guard(field.barred[at], now.round + 1):
            field.barred[at] = NOBODY
    for k in range(now.grants):
        if field.grants[k].until == Until.ROUND_END:
            field.grants[k].left = 0
    now.round = now.round + 1


def come_in(roster: Roster, field: Field) -> bool:
    """Whether somebody's round has come: they are there from now on, though without a place in the order (R67)."""
    now = field.now
    if now.coming == 0:
        return False
    for i in range(roster.rules.people):
        if field.who[i].gone == COMING and roster.sheets[i].enters <= now.round:
            field.who[i].gone = 0
            now.coming = now.coming - 1
            now.joining = 1
    return now.joining != 0


def run_down(field: Field, i: int) -> bool:
    """One own turn less of whatever counts them (R69); whether anything did."""
    found = False
    for k in range(field.now.grants):
        g = field.grants[k]
        if g.who == i and g.until == Until.TURNS and g.left > 0:
            g.left = g.left - 1
            found = True
    return found


def refreshed(roster: Roster, field: Field, i: int) -> None:
    """What a new round brings to one."""
    c = field.who[i]
    if roster.rules.refresh == Refresh.ROUND_START:
        c.reactions = FREE_PER_ROUND
    c.delayed = 0
    c.acted = 0


def end_own_effects(roster: Roster, field: Field, i: int) -> None:
    """What lasts until one's next turn starts: exposure, one's suppression, a readied reaction (R50, R70)."""
    c = field.who[i]
    end_suppression(field, i)
    c.exposed = 0
    c.readied = 0
    if roster.rules.refresh == Refresh.OWN_TURN and c.delayed == 0:
        c.reactions = FREE_PER_ROUND


def start_turn(roster: Roster, field: Field, i: int) -> None:
    """Begins a turn with everything it has."""
    end_own_effects(roster, field, i)
    all_actions(roster, field, i)
    field.who[i].delayed = 0
    field.now.turn = i


def last_turn(roster: Roster, field: Field, i: int, limit: int) -> bool:
    """Whether the end of this turn would begin a round past the limit."""
    if field.now.round < limit:
        return False
    for j in range(roster.rules.people):
        if j != i and field.who[j].acted == 0 and field.who[j].stunned == 0 and not out(roster, field, j):
            return False
    return True
