"""Where a fight's luck comes from: keyed random numbers, given faces, every branch in turn, or a trace of them.

All chance of the loop goes through the functions here. Keyed numbers follow from a seed, the fight's number, the round
and whose turn it is, so that neither batches nor threads change a fight, and two set-ups share their luck. An exchange
takes one of them for all its rolls: where in its branch the number lies decides the next one. Faces
are read off a list, as play rolled them. The odometer takes the branches that a script names, and notes how many there
were at each point; running a turn again and again with the next script goes through all of it. A trace takes the same
branches as the one number of an exchange would, and notes the bounds between them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ..book.combat.trauma import damage, scaled, trauma
from ..book.core_mechanic.outcome import succeeds
from ..book.core_mechanic.roll import dice_rolled, dropped, total
from ..tactics.field import Roster
from ..tactics.situation_attack import ROLLS, harm_at
from .loop_random import fight_key, fraction, turn_key

SUMS = 11
"""Sums of two kept dice, 2 to 12."""

TINY = 1e-12
"""Less than any chance of a damage roll: rounding."""


BELOW_ONE = 1.0 - 2.0**-53
"""The highest of the keyed numbers."""


NATURALS = 1023
"""A mask that leaves numbers of entries of `Course.naturals` as they are."""


class Source(IntEnum):
    """Where luck comes from."""

    KEYED = 0
    GIVEN = 1
    ODOMETER = 2
    TRACE = 3


@dataclass(slots=True)
class Chance:
    """Where the luck stands. `lot` is the key of the fight's numbers, `key` and `at` are of the turn's (`at` of the
    `given` faces too); `left` is what is left of the number that an exchange has taken, -1 where every roll takes its
    own. `depth` of the odometer and the probability of its path, in `weight`; `wanting` is 1 when faces or room ran
    out. `plain` is 1 to leave the fast loop out (`loop_stretch`) and have exact states tell their rounds (`exact_web`),
    which changes no figure."""

    source: int = 0
    limit: int = 0
    at: int = 0
    given: int = 0
    depth: int = 0
    wanting: int = 0
    commands: int = 0
    plain: int = 0
    seed: int = 0
    lot: int = 0
    key: int = 0
    weight: float = 1.0
    left: float = -1.0


@dataclass(slots=True)
class Memory:
    """A decision remembered: its key (0 for none), the command in one word, its place."""

    key: int = 0
    word: int = 0
    x: float = 0.0
    y: float = 0.0


class Course(NamedTuple):
    """What a fight needs beside roster and field: its luck, and scratch for blasts.

    `kept[(edge + 1) * 11 + n]` is in how many of 216 rolls the kept sum is at most 2 + n, `naturals[(edge + 1) * 216 +
    roll]` are the kept sums of all of them, in order.
    `dived` has for each combatant what it answered to a blast (-1 not asked, 0 no dive, 3 + k a dive), `caught` the
    victims nearest first, `harmed` what each of them takes. `memory` are decisions remembered (`loop_memo`),
    empty for none. `cuts` are two for each branching that was traced: the first branch is taken by numbers below the
    first of them, the second by those below the second, a third by the others.
    """

    chance: Chance
    faces: Sequence[int]
    script: MutableSequence[int]
    widths: MutableSequence[int]
    kept: Sequence[int]
    naturals: Sequence[int]
    dived: MutableSequence[int]
    caught: MutableSequence[int]
    harmed: MutableSequence[int]
    memory: MutableSequence[Memory]
    cuts: MutableSequence[float]


def new_fight(course: Course, fight: int) -> None:
    """A fight's numbers follow from its own."""
    course.chance.lot = fight_key(course.chance.seed, fight)


def new_turn(course: Course, round: int, who: int) -> None:
    """A turn's numbers follow from whose it is, not from what was drawn before."""
    chance = course.chance
    if chance.source == Source.KEYED:
        chance.key = turn_key(chance.lot, round, who)
        chance.at = 0


def uniform(course: Course) -> float:
    """The next keyed number, from 0 to 1."""
    chance = course.chance
    chance.at += 1
    return fraction(chance.key, chance.at - 1)


def one_number(course: Course) -> None:
    """All rolls up to `rolled` share one keyed number."""
    if course.chance.source == Source.KEYED:
        course.chance.left = uniform(course)


def rolled(course: Course) -> None:
    """Every roll takes a number of its own again."""
    course.chance.left = -1.0


def split(course: Course, first: float, second: float) -> int:
    """Whether a keyed number lies below `first`, else below `second`, or above; where in there is what is left."""
    chance = course.chance
    shared = chance.left >= 0.0
    point = chance.left if shared else uniform(course)
    n = 0 if point < first else 1 if point < second else 2
    if shared:
        low = 0.0 if n == 0 else first if n == 1 else second
        high = first if n == 0 else second if n == 1 else 1.0
        chance.left = min((point - low) / (high - low), BELOW_ONE)
    return n


def face(course: Course) -> int:
    """The next given face; 1 when there is none."""
    chance = course.chance
    if chance.at >= chance.given:
        chance.wanting = 1
        return 1
    chance.at += 1
    return course.faces[chance.at - 1] + 0


def branch(course: Course, width: int) -> int:
    """Which of so many branches the script takes here."""
    chance = course.chance
    if chance.depth >= len(course.script):
        chance.wanting = 1
        return 0
    depth = chance.depth
    course.widths[depth] = width
    chance.depth += 1
    return course.script[depth] + 0


def traced(course: Course, width: int, first: float, second: float) -> int:
    """Which of two or three branches the script takes here; which numbers would take it is noted."""
    depth = course.chance.depth
    n = branch(course, width)
    if course.chance.wanting == 0:
        course.cuts[2 * depth] = first
        course.cuts[2 * depth + 1] = second
    return n


def given_natural(course: Course, net: int) -> int:
    """The sum of the kept dice among the next given faces (T6-T8)."""
    a, b = face(course), face(course)
    if dice_rolled(net) == 2:
        return a + b
    c = face(course)
    out = dropped(a, b, c, net)
    return a + b + c - (a if out == 0 else b if out == 1 else c)


def natural(course: Course, net: int) -> int:
    """The sum of the two kept dice of a test at an edge."""
    source = course.chance.source
    if source == Source.GIVEN:
        return given_natural(course, net)
    first = (net + 1) * SUMS
    n = 0
    if source == Source.TRACE:
        course.chance.wanting = 1  # more branches than a trace has room for
        return 2
    if source == Source.ODOMETER:
        n = branch(course, SUMS)
        ways = course.kept[first + n] - (course.kept[first + n - 1] if n > 0 else 0)
        course.chance.weight *= ways / ROLLS
        return 2 + n
    return keyed_natural(course, net, uniform(course))


def keyed_natural(course: Course, net: int, point: float) -> int:
    """The same by a keyed number."""
    return course.naturals[(net + 1) * ROLLS + int(point * ROLLS) & NATURALS] + 0


def succeed(roster: Roster, course: Course, bonus: int, net: int) -> bool:
    """Whether a test succeeds."""
    rules, source = roster.rules, course.chance.source
    if source == Source.GIVEN:
        kept = given_natural(course, net)
        return succeeds(total(kept, bonus), kept, rules.natural_mode)
    ways = roster.hits[(bonus - rules.low) * 3 + net + 1]
    if source == Source.KEYED:
        return split(course, ways / ROLLS, 1.0) == 0
    if source == Source.TRACE:
        return traced(course, 2, ways / ROLLS, 1.0) == 0
    if ways in (0, ROLLS):
        return ways != 0
    if branch(course, 2) == 0:
        course.chance.weight *= (ROLLS - ways) / ROLLS
        return False
    course.chance.weight *= ways / ROLLS
    return True


def outdo(course: Course, bonus: int, net: int, other: int, other_net: int) -> bool:
    """Whether one total is higher than another: an opposed test that the other side wins at a tie (T42, T43)."""
    if course.chance.source != Source.ODOMETER:
        mine = total(natural(course, net), bonus)
        return mine > total(natural(course, other_net), other)
    ways, mine_first, other_first = 0, (net + 1) * SUMS, (other_net + 1) * SUMS
    for n in range(SUMS):
        mine_ways = course.kept[mine_first + n] - (course.kept[mine_first + n - 1] if n > 0 else 0)
        below = total(n, bonus) - other - 1
        if below >= 0:
            ways += mine_ways * course.kept[other_first + min(below, SUMS - 1)]
    every = ROLLS * ROLLS
    if ways == 0 or ways == every:  # noqa: PLR1714 (a tuple would not compile as well)
        return ways != 0
    if branch(course, 2) == 0:
        course.chance.weight *= (every - ways) / every
        return False
    course.chance.weight *= ways / every
    return True


def harm(roster: Roster, course: Course, slot: int, burst: bool, j: int, met: int) -> int:
    """The trauma of a hit against the armor it meets (C72, C73, C76, R23)."""
    source = course.chance.source
    if source == Source.GIVEN:
        piece, rules = roster.pieces[slot], roster.rules
        rolled = 0
        for _ in range(piece.dice):
            rolled += face(course)
        dealt = damage(rolled, piece.plus + (piece.burst_plus if burst else 0))
        dealt = scaled(dealt, piece.scale, roster.sheets[j].scale, rules.scale_factor)
        return trauma(dealt, met, rules.max_per_hit)
    row = harm_at(roster, slot, burst, j, met)
    one, two = roster.harms[row], roster.harms[row + 1]
    if source == Source.KEYED:
        return 2 - split(course, two, two + one)
    if source == Source.TRACE:
        return 2 - traced(course, 3, two, two + one)
    none = 1 - one - two
    if none < TINY:
        none = 0.0
    sure = (none > 0) + (one > 0) + (two > 0)
    if sure == 1:
        return 2 if two > 0 else 1 if one > 0 else 0
    n = branch(course, sure)
    for amount in range(3):
        share = none if amount == 0 else one if amount == 1 else two
        if share > 0:
            if n == 0:
                course.chance.weight *= share
                return amount
            n -= 1
    return 0


def die(course: Course) -> int:
    """One die."""
    source = course.chance.source
    if source == Source.GIVEN:
        return face(course)
    if source == Source.ODOMETER:
        course.chance.weight /= 6
        return branch(course, 6) + 1
    return min(int(uniform(course) * 6) + 1, 6)
