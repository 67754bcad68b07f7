"""Blasts and lobs in the loop: dives, one roll or an avoid roll each, scatter, damage for all (`play.blast`)."""

from __future__ import annotations

import math

from ..book.combat.effect import effect
from ..book.combat.range import distance
from ..book.combat.special import Mode, scatter_degrees, scatter_line, scatter_metres
from ..book.core_mechanic.outcome import succeeds
from ..book.core_mechanic.roll import total
from ..tactics.codes import DIVE, Claim, Skill
from ..tactics.field import Field, Roster
from ..tactics.situation import absent, out, total_cover
from ..tactics.situation_attack import (
    Edges,
    armor_met,
    attack_test,
    attacker_rolls,
    avoid_test,
    circumstances,
    dives_hinder,
    in_radius,
)
from . import loop_policy as policy
from .loop_attack import any_reaction
from .loop_harm import dive_done, inflict, settle_reaction
from .loop_luck import Course, die, harm
from .loop_rolls import test_natural, test_succeeds, use_up
from .loop_upkeep import upkeep

NOT_ASKED = -1


def is_victim(roster: Roster, field: Field, j: int, slot: int, x: float, y: float) -> bool:
    """Whether a blast at x, y reaches j: not behind Total cover, nor an adversary who is out, nor the dead (R60)."""
    c = field.who[j]
    if c.dead != 0 or absent(field, j) or not in_radius(field, j, x, y, roster.pieces[slot].blast):
        return False
    if out(roster, field, j) and roster.sheets[j].character == 0:
        return False
    return not total_cover(roster, field, j, x, y)


def ask_dives(
    roster: Roster,
    field: Field,
    course: Course,
    i: int,
    slot: int,
    mode: int,
    x: float,
    y: float,
    rolled: bool,
) -> None:
    """Asks everybody able in the radius at once who was not asked before, and lets them dive (R59)."""
    n = roster.rules.people
    asked = course.harmed
    for j in range(n):
        asked[j] = 0
        if (
            course.dived[j] == NOT_ASKED
            and is_victim(roster, field, j, slot, x, y)
            and not out(roster, field, j)
        ):
            asked[j] = 1
            course.dived[j] = 0
            if any_reaction(roster, field, j, i, slot, False):
                course.dived[j] = policy.react_blast(roster, field, i, slot, mode, j, x, y)
    for k in range(n):
        j = roster.ranks[k] + 0
        if asked[j] != 0:
            settle_reaction(roster, field, course, j, course.dived[j], rolled)


def line_up(roster: Roster, field: Field, course: Course, slot: int, x: float, y: float) -> int:
    """The victims, nearest to the centre first, then by roster, into `caught`; how many (R40)."""
    count = 0
    for n in range(roster.rules.people):
        j = roster.ranks[n] + 0
        if not is_victim(roster, field, j, slot, x, y):
            continue
        metres = distance(field.who[j].x, field.who[j].y, x, y)
        at = count
        while at > 0:
            k = course.caught[at - 1]
            if distance(field.who[k].x, field.who[k].y, x, y) <= metres:
                break
            course.caught[at] = k
            at -= 1
        course.caught[at] = j
        count += 1
    return count


def landing(
    roster: Roster, tx: float, ty: float, x: float, y: float, face: int, metres: float
) -> tuple[float, float]:
    """Where a scatter ends; onward is away from the thrower at tx, ty (R39)."""
    if roster.rules.plane == 0:
        onward = 1 if x >= tx else -1
        return x + onward * scatter_line(face) * metres, 0.0
    angle = math.atan2(y - ty, x - tx) + math.radians(scatter_degrees(face))
    return round(x + metres * math.cos(angle), 6), round(y + metres * math.sin(angle), 6)


def blast(
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
    """A blast at somebody, or with j -1 anything at a place."""
    if j >= 0:
        if out(roster, field, j):
            return
        x, y = field.who[j].x, field.who[j].y
    a = field.who[i]
    for k in range(roster.rules.people):
        course.dived[k] = NOT_ASKED
    rolled = attacker_rolls(roster, i, -1, True)
    ask_dives(roster, field, course, i, slot, mode, x, y, rolled)
    around = Edges(0, 0, 0, 0)
    missed, margin = False, 0
    if rolled:
        hindered = False
        for k in range(roster.rules.people):
            hindered = hindered or (course.dived[k] > 0 and dives_hinder(roster))
        test = attack_test(roster, field, i, slot, j, mode, x, y, hindered)
        kept = test_natural(roster, field, course, i, test, Claim.ATTACK + 0)
        reached = total(kept, test.bonus)
        missed, margin = not succeeds(reached, kept, roster.rules.natural_mode), effect(reached)
    else:
        around = circumstances(roster, field, i, slot, j, mode, x, y)
        use_up(field, i)
    if j >= 0 and a.aim == j:
        a.aim = -1
    upkeep(roster, field)
    if missed:
        face = die(course)
        x, y = landing(roster, a.x, a.y, x, y, face, scatter_metres(margin))
        ask_dives(roster, field, course, i, slot, mode, x, y, rolled)
        upkeep(roster, field)
    go_off(roster, field, course, i, slot, mode, pull, x, y, rolled, around)


def go_off(
    roster: Roster,
    field: Field,
    course: Course,
    i: int,
    slot: int,
    mode: int,
    pull: int,
    x: float,
    y: float,
    rolled: bool,
    around: Edges,
) -> None:
    """It explodes: avoid rolls where there was no attack roll, then damage, which lands together (R40, R51)."""
    count = line_up(roster, field, course, slot, x, y)
    for n in range(count):
        k = course.caught[n]
        course.harmed[n] = 0
        if rolled or roster.sheets[k].character == 0 or out(roster, field, k):
            continue
        counts = course.dived[k] > 0 and dives_hinder(roster)
        test = avoid_test(roster, field, i, k, Skill.ATHLETICS + 0, around, counts, course.dived[k] <= 0)
        if test_succeeds(roster, field, course, k, test, Claim.AVOID + 0):
            course.harmed[n] = -1
    for n in range(count):
        k = course.caught[n]
        if course.harmed[n] == 0 and roster.pieces[slot].entangle == 0:
            met = armor_met(roster, field, k, slot, True, x, y)
            course.harmed[n] = harm(roster, course, slot, mode == Mode.BURST, k, met)
    for n in range(count):
        if course.harmed[n] >= 0:
            inflict(roster, field, course.caught[n], i, slot, course.harmed[n], pull)
    for k in range(roster.rules.people):
        if course.dived[k] >= DIVE:
            dive_done(roster, field, k, course.dived[k] - DIVE)
    for k in range(roster.rules.people):
        if not absent(field, k) and in_radius(field, k, x, y, roster.pieces[slot].blast):
            field.who[k].unaware = 0
