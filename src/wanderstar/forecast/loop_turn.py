"""Commands and whole fights in the loop (`play.acting`, `play.attacking`, `play.close`, `tactics.fight`)."""

from __future__ import annotations

from ..book.combat.special import Mode
from ..book.combat.trauma import FIRST_AID_HEALS
from ..book.ruleset import SuppressTest
from ..tactics.codes import NOBODY, PULLED, Claim, Do, Skill
from ..tactics.field import Field, Roster
from ..tactics.situation import suppressed
from ..tactics.situation_attack import attack_test, break_free_test, skill_test, strikes
from . import loop_memo as memo
from .loop_attack import exchange, expose, rounds_of, use_weapon
from .loop_blast import blast
from .loop_harm import hold
from .loop_luck import Course, new_turn, one_number, rolled
from .loop_move import depart, move
from .loop_order import bring_in
from .loop_rolls import opposed_wins, test_succeeds
from .loop_upkeep import end_turn, last_turn, upkeep

MOST_COMMANDS = 60
"""After so many commands in one turn it is ended (`tactics.fight.MOST_COMMANDS`)."""


def significant(field: Field, i: int) -> None:
    """Takes the Significant Action; whoever acts is no longer unaware."""
    c = field.who[i]
    c.significant = 0
    c.unaware = 0


def minor(field: Field, i: int) -> None:
    """Takes a Minor Action."""
    c = field.who[i]
    c.minors = c.minors - 1
    c.unaware = 0


def attack(
    roster: Roster, field: Field, course: Course, i: int, slot: int, j: int, how: int, x: float, y: float
) -> None:
    """Declares a legal attack and makes all of it, shot by shot."""
    mode, pull = how % PULLED, how // PULLED
    first = field.shots[0] + 0 if mode == Mode.FULL else j
    melee = strikes(roster, field, i, slot, first)
    significant(field, i)
    use_weapon(roster, field, slot, rounds_of(roster, slot, mode, melee))
    expose(roster, field, i)
    aimed = field.who[i].aim + 0
    upkeep(roster, field)
    if mode != Mode.FULL:
        shot(roster, field, course, i, slot, mode, pull, j, x, y)
        return
    spends = False
    for n in range(len(field.shots)):
        target = field.shots[n] + 0
        if target < 0:
            break
        spends = spends or target == aimed
        shot(roster, field, course, i, slot, mode, pull, target, x, y)
        if field.now.over != 0:
            return
    if spends and field.who[i].aim == aimed:
        field.who[i].aim = NOBODY


def shot(
    roster: Roster,
    field: Field,
    course: Course,
    i: int,
    slot: int,
    mode: int,
    pull: int,
    j: int,
    x: float,
    y: float,
) -> None:
    """One shot, blow or blast of a declared attack."""
    if j < 0 or (roster.pieces[slot].blast >= 0 and not strikes(roster, field, i, slot, j)):
        blast(roster, field, course, i, slot, mode, pull, j, x, y)
    else:
        exchange(roster, field, course, i, slot, mode, pull, j)
    upkeep(roster, field)


def suppress(roster: Roster, field: Field, course: Course, i: int, slot: int, x: float, y: float) -> None:
    """Suppressive fire, with an attack roll where the ruleset wants one (C80, R42, R81)."""
    significant(field, i)
    use_weapon(roster, field, slot, roster.pieces[slot].suppress_ammo)
    expose(roster, field, i)
    takes = True
    if roster.rules.suppress_test != SuppressTest.NONE:
        upkeep(roster, field)
        test = attack_test(roster, field, i, slot, NOBODY, Mode.SINGLE + 0, x, y, False)
        takes = test_succeeds(roster, field, course, i, test, Claim.ATTACK + 0)
    if takes:
        c = field.who[i]
        c.suppressing = 1
        c.suppress_x = x
        c.suppress_y = y
        for j in range(roster.rules.people):
            if suppressed(roster, field, j):
                field.who[j].unaware = 0
    upkeep(roster, field)


def reload(roster: Roster, field: Field, slot: int) -> None:
    """After as many actions as the trait says the magazine is full (R45, R66)."""
    piece, load = roster.pieces[slot], field.loads[slot]
    if load.reloading + 1 >= max(piece.reload, 1):
        load.reloading = 0
        load.rounds = piece.magazine
    else:
        load.reloading = load.reloading + 1


def first_aid(roster: Roster, field: Field, course: Course, i: int, j: int) -> None:
    """Medicine: a success clears one Physical trauma, once a fight (R27, R75)."""
    test = skill_test(roster, field, i, Skill.MEDICINE + 0, 0)
    one_number(course)
    if test_succeeds(roster, field, course, i, test, Claim.TEST + 0):
        patient = field.who[j]
        patient.physical = max(patient.physical - FIRST_AID_HEALS, 0)
        patient.aided = 1
    rolled(course)


def wrestle(roster: Roster, field: Field, course: Course, i: int, j: int) -> bool:
    """Whether i wins an opposed test of Close Quarters against j, who keeps things as they are at a tie."""
    mine = skill_test(roster, field, i, Skill.CLOSE_QUARTERS + 0, 0)
    other = skill_test(roster, field, j, Skill.CLOSE_QUARTERS + 0, 0)
    return opposed_wins(roster, field, course, i, mine, j, other)


def grapple(roster: Roster, field: Field, course: Course, i: int, j: int) -> None:
    """An opposed test; the winner's target is held (C49, R37)."""
    if wrestle(roster, field, course, i, j):
        hold(field, j, i, 0)
    field.who[j].unaware = 0


def break_free(roster: Roster, field: Field, course: Course, i: int, opposed: bool) -> None:
    """Out of a hold by test or opposed test, out of a net or a pin by test (C50, R37, R69)."""
    c = field.who[i]
    if opposed:
        freed = wrestle(roster, field, course, i, c.held_by)
    else:
        test = break_free_test(roster, field, i)
        freed = test_succeeds(roster, field, course, i, test, Claim.TEST + 0)
    if not freed:
        return
    if c.held_by >= 0:
        c.held_by = NOBODY
        c.netted = 0
    else:
        c.pinned = 0


def main_action(roster: Roster, field: Field, course: Course, i: int, do: int, a: int) -> None:
    """The Significant Actions that are neither attack nor move."""
    c = field.who[i]
    significant(field, i)
    if do == Do.AIM:
        c.aim = a
    elif do == Do.RELOAD:
        reload(roster, field, a)
    elif do == Do.CHARGE:
        field.loads[a].charged = 1
    elif do == Do.READY:
        c.readied = 1
    else:
        upkeep(roster, field)
        if do == Do.FIRST_AID:
            first_aid(roster, field, course, i, a)
        elif do == Do.GRAPPLE:
            grapple(roster, field, course, i, a)
        else:
            break_free(roster, field, course, i, a != 0)
    upkeep(roster, field)


def minor_action(roster: Roster, field: Field, i: int, do: int, a: int, b: int) -> None:
    """The Minor Actions that are not a move."""
    c, at = field.who[i], i * roster.rules.walls + a
    minor(field, i)
    if do == Do.TAKE_COVER:
        field.uses[at] = 2 if b != 0 else 1
    elif do == Do.LEAVE_COVER:
        field.uses[at] = 0
    elif do == Do.DROP_PRONE or do == Do.RISE:  # noqa: PLR1714 (compiles to a jump)
        c.prone = 1 if do == Do.DROP_PRONE else 0
    else:
        field.loads[a].held = 1 if do == Do.DRAW else 0
    upkeep(roster, field)


def command(
    roster: Roster,
    field: Field,
    course: Course,
    i: int,
    do: int,
    a: int,
    b: int,
    c: int,
    x: float,
    y: float,
) -> None:
    """One legal command of the one who has the turn, all but the end of it."""
    if do == Do.ATTACK:
        attack(roster, field, course, i, a, b, c, x, y)
    elif do == Do.SUPPRESS:
        suppress(roster, field, course, i, a, x, y)
    elif do == Do.MOVE:
        if a != 0:
            significant(field, i)
        else:
            minor(field, i)
            field.who[i].moved = 1
        upkeep(roster, field)
        move(roster, field, course, i, False, x, y)
    elif do == Do.LEAVE:
        upkeep(roster, field)
        move(roster, field, course, i, True, x, y)
    elif do == Do.SURRENDER:
        depart(roster, field, i, 2)
        upkeep(roster, field)
    elif do >= Do.TAKE_COVER:
        minor_action(roster, field, i, do, a, b)
    else:
        main_action(roster, field, course, i, do, a)
    bring_in(roster, field, course)
    if (do == Do.ATTACK or do == Do.SUPPRESS) and field.who[i].hidden != 0:  # noqa: PLR1714
        field.who[i].hidden = 0
        upkeep(roster, field)


def draw_by_limit(field: Field) -> None:
    """The round limit: nobody wins."""
    field.now.over = 1
    field.now.winner = NOBODY
    field.now.turn = NOBODY


def step(roster: Roster, field: Field, course: Course) -> None:
    """One command of whoever has the turn; at the limit, or when nobody can have one, the fight is a draw."""
    now, chance = field.now, course.chance
    i = now.turn + 0
    if now.round > chance.limit or i < 0:
        draw_by_limit(field)
        return
    do, a, b, c, x, y = memo.decide(roster, field, course, i)
    chance.commands += 1
    if chance.commands >= MOST_COMMANDS or do == Do.END_TURN:
        if last_turn(roster, field, i, chance.limit):
            draw_by_limit(field)
        else:
            end_turn(roster, field, i)
            upkeep(roster, field)
            bring_in(roster, field, course)
    else:
        command(roster, field, course, i, do, a, b, c, x, y)


def turn(roster: Roster, field: Field, course: Course) -> None:
    """Plays until another one has the turn, or the fight is over."""
    i, round = field.now.turn + 0, field.now.round + 0
    new_turn(course, round, i + 1)
    course.chance.commands = 0
    rest_of_turn(roster, field, course, i, round)


def rest_of_turn(roster: Roster, field: Field, course: Course, i: int, round: int) -> None:
    """Plays on until another one than i has the turn, or the fight is over."""
    now = field.now
    while now.over == 0 and now.turn == i and now.round == round:
        step(roster, field, course)
