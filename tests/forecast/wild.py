"""A policy that does anything at all that is legal, picked by a digest of everything it can read.

It plays the loop and the play engine alike, so any difference between the two, in the middle of a step too, makes them
part company.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple

from wanderstar.book.combat.special import FULL_SPREAD, Mode
from wanderstar.tactics.codes import DIVE, PULLED, Do
from wanderstar.tactics.field import Field, Roster
from wanderstar.tactics.situation import at_edge, hostile, metres
from wanderstar.tactics.situation_attack import Test, strikes
from wanderstar.tactics.situation_legal import (
    can_aid,
    can_aim,
    can_attack,
    can_break_free,
    can_charge,
    can_draw,
    can_grapple,
    can_lob,
    can_minor,
    can_move,
    can_react,
    can_ready,
    can_reload,
    can_stow,
    can_strike,
    can_suppress,
    can_take_cover,
)

Command = tuple[int, int, int, int, float, float]
STEPS = (-6.0, -3.0, -1.0, 1.0, 2.5, 6.0)


def digest(field: Field, *more: int) -> int:
    """A number that follows from all that stands in a field."""
    rows = tuple(astuple(row) for rows in (field.who, field.loads) for row in rows)
    places = tuple(field.uses), tuple(field.barred), field.now.round
    return hash((rows, places, more)) & 0xFFFFFFFF


def decide(roster: Roster, field: Field, who: int) -> Command:
    """Any legal command; the end of the turn becomes likelier the less is left of it."""
    found = sorted(commands(roster, field, who))
    kinds = sorted({command[0] for command in found})
    if not kinds or (field.who[who].significant == 0 and digest(field, who) % 3 == 0):
        return (Do.END_TURN + 0, -1, -1, 0, 0.0, 0.0)
    attacks = [k for k in kinds if k in (Do.ATTACK, Do.SUPPRESS, Do.GRAPPLE, Do.BREAK_FREE)]
    if attacks and digest(field, who, 7) % 8:
        kinds = attacks
    kind = kinds[digest(field, who, 1) % len(kinds)]
    found = liked(roster, field, who, [command for command in found if command[0] == kind])
    chosen = found[digest(field, who, 2) % len(found)]
    if chosen[0] == Do.ATTACK and chosen[3] % PULLED == Mode.FULL:
        aim_shots(roster, field, who, chosen)
    return chosen


def liked(roster: Roster, field: Field, who: int, found: list[Command]) -> list[Command]:
    """Of attacks more often those at whom one aims, and full auto; of moves those right beside somebody: else all of
    this would be rare."""
    do = found[0][0]
    if do == Do.ATTACK:
        aimed = [command for command in found if command[2] >= 0 and command[2] == field.who[who].aim]
        better = [aimed, [command for command in found if command[3] % PULLED == Mode.FULL]]
    else:
        beside = {
            (field.who[j].x, field.who[j].y) for j in range(roster.rules.people) if hostile(roster, who, j)
        }
        better = [[command for command in found if do == Do.MOVE and command[4:] in beside]]
    for few in better:
        if few and digest(field, who, len(few)) % 2:
            return few
    return found


def aim_shots(roster: Roster, field: Field, who: int, chosen: Command) -> None:
    """Full auto at the chosen target and others around it, in some order."""
    _, slot, target, how, _, _ = chosen
    mode = how % PULLED
    shots = [target]
    while len(shots) < roster.pieces[slot].full_attacks and digest(field, len(shots)) % 5:
        near = [
            j
            for j in range(roster.rules.people)
            if j != who
            and can_attack(roster, field, who, slot, j, mode)
            and all(metres(field, j, k) <= FULL_SPREAD for k in shots)
        ]
        shots.append(near[digest(field, len(shots), 3) % len(near)])
    for n in range(len(field.shots)):
        field.shots[n] = shots[n] if n < len(shots) else -1


def commands(roster: Roster, field: Field, i: int) -> Iterator[Command]:
    """Legal commands with the places and targets that there are."""
    yield from simple(roster, field, i)
    for j in range(roster.rules.people):
        if can_aim(roster, field, i, j):
            yield (Do.AIM + 0, j, -1, 0, 0.0, 0.0)
        if can_aid(roster, field, i, j):
            yield (Do.FIRST_AID + 0, j, -1, 0, 0.0, 0.0)
        if can_grapple(roster, field, i, j):
            yield (Do.GRAPPLE + 0, j, -1, 0, 0.0, 0.0)
    sheet = roster.sheets[i]
    for slot in range(sheet.first, sheet.last):
        yield from armed(roster, field, i, slot)
        for do, may in (
            (Do.RELOAD, can_reload),
            (Do.CHARGE, can_charge),
            (Do.DRAW, can_draw),
            (Do.STOW, can_stow),
        ):
            if may(roster, field, i, slot):
                yield (do + 0, slot, -1, 0, 0.0, 0.0)


def simple(roster: Roster, field: Field, i: int) -> Iterator[Command]:
    """Commands without weapon and target."""
    c = field.who[i]
    if can_ready(field, i):
        yield (Do.READY + 0, -1, -1, 0, 0.0, 0.0)
    if digest(field, i, 9) % 40 == 0:
        yield (Do.SURRENDER + 0, -1, -1, 0, 0.0, 0.0)
    if at_edge(roster, field, i) and not (c.stunned or c.pinned or c.held_by >= 0):
        yield (Do.LEAVE + 0, -1, -1, 0, 0.0, 0.0)
    for flag in (0, 1):
        if can_break_free(field, i, flag == 1):
            yield (Do.BREAK_FREE + 0, flag, -1, 0, 0.0, 0.0)
        for x, y in places(roster, field, i):
            if can_move(roster, field, i, flag == 1, x, y):
                yield (Do.MOVE + 0, flag, -1, 0, x, y)
    yield from postures(roster, field, i)


def postures(roster: Roster, field: Field, i: int) -> Iterator[Command]:
    """Into cover and out of it, up and down."""
    for k in range(roster.rules.walls):
        for fully in (0, 1):
            if can_take_cover(roster, field, i, k, fully == 1):
                yield (Do.TAKE_COVER + 0, k, fully, 0, 0.0, 0.0)
        if field.uses[i * roster.rules.walls + k] and can_minor(field, i):
            yield (Do.LEAVE_COVER + 0, k, -1, 0, 0.0, 0.0)
    if can_minor(field, i):
        yield ((Do.RISE if field.who[i].prone else Do.DROP_PRONE) + 0, -1, -1, 0, 0.0, 0.0)


def places(roster: Roster, field: Field, i: int) -> Iterator[tuple[float, float]]:
    """Where one might go: a few steps about, right beside somebody."""
    c = field.who[i]
    for step in STEPS:
        yield c.x + step, c.y
        if roster.rules.plane:
            yield c.x, c.y + step
    for j in range(roster.rules.people):
        if j != i:
            yield field.who[j].x, field.who[j].y


def armed(roster: Roster, field: Field, i: int, slot: int) -> Iterator[Command]:
    """Attacks and suppression with one weapon."""
    piece = roster.pieces[slot]
    pulls = (0, 1, 2) if piece.stun or piece.weapon < 0 else (0,)
    modes = (Mode.SINGLE, Mode.BURST, Mode.FULL) if piece.auto else (Mode.SINGLE,)
    for j in range(roster.rules.people):
        t = field.who[j]
        for mode in modes:
            if mode == Mode.FULL and not piece.full_attacks:
                continue
            if can_attack(roster, field, i, slot, j, mode):
                for pull in pulls:
                    yield (Do.ATTACK + 0, slot, j, mode + PULLED * pull, 0.0, 0.0)
        if can_lob(roster, field, i, slot) and piece.band >= 0:
            yield (Do.ATTACK + 0, slot, -1, 0, t.x, t.y)
            yield (Do.ATTACK + 0, slot, -1, 0, t.x + 1.0, t.y)
        if can_suppress(roster, field, i, slot, t.x, t.y):
            yield (Do.SUPPRESS + 0, slot, -1, 0, t.x, t.y)


def react(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """Any reaction to an attack, or none."""
    melee = strikes(roster, field, i, slot, j)
    return reaction(roster, field, i, slot, mode, j, melee)


def react_blast(
    roster: Roster, field: Field, i: int, slot: int, mode: int, j: int, x: float, y: float
) -> int:
    """Any reaction to what goes off at a place, or none."""
    return reaction(roster, field, i, slot, mode, j, False)


def reaction(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int, melee: bool) -> int:
    """Any of those that are legal."""
    options = [0]
    options += [
        k for k in range(1, DIVE + roster.rules.walls) if can_react(roster, field, j, i, slot, melee, k)
    ]
    return options[digest(field, i, slot, mode, j) % len(options)]


def claim(roster: Roster, field: Field, i: int, kind: int, test: Test) -> bool:
    """Now and then."""
    return digest(field, i, kind) % 2 == 0


def avoid_skill(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """Either."""
    return digest(field, i, slot, mode, j) % 2


def free_attack(roster: Roster, field: Field, i: int) -> tuple[int, int]:
    """Any of those who may, with anything, or nobody."""
    options = [(-1, -1)]
    for j in range(roster.rules.people):
        sheet = roster.sheets[j]
        if field.asked[j]:
            slots = range(sheet.first, sheet.last)
            options += [(j, slot) for slot in slots if can_strike(roster, field, j, slot, i)]
    return options[digest(field, i) % len(options)]


def reach_strike(roster: Roster, field: Field, j: int, i: int) -> int:
    """With any Reach weapon, or not."""
    sheet = roster.sheets[j]
    slots = [s for s in range(sheet.first, sheet.last) if roster.pieces[s].reach]
    options = [s for s in slots if can_strike(roster, field, j, s, i)]
    return options[digest(field, i, j) % len(options)] if options and digest(field, j, i) % 4 else -1
