"""Decisions remembered: the same situation is thought through once.

A decision follows from roster and field alone, so it is kept under a key of all that it can depend on: of whoever
decides everything, of foes what can be seen to matter, of friends less still. `LEFT_OUT` names what a key leaves out;
a test holds that no decision reads it. Keys are 64-bit mixes; two situations share one by chance less than
once in 10**17 looks.
"""

from __future__ import annotations

import numpy as np

from ..book.ruleset import EngagedFire
from ..tactics import choose_area
from ..tactics.field import Do, Field, Roster
from ..tactics.situation import hostile
from . import loop_policy as policy
from .loop_luck import Course

FULL_AUTO = 2
"""`Mode.FULL`, as a plain number."""

ENOUGH = 4
"""Momentum above every reserve and price that a tactic compares it with counts as this much."""

WAYS = 4
"""Places in which a decision may be kept."""

K1, K2 = 0x5851F42D4C957F2D, 0x14057B7EF767814F
WIDE = 1024

LEFT_OUT = {
    "friend": ("momentum", "reactions", "readied", "aim", "prone", "significant", "minors", "moved"),
    "foe": ("prone", "minors", "moved"),
}
"""Fields of `Standing` that a decision does not read of others; `acted` and `delayed` it reads of nobody."""


def blend(h: int, word: int) -> int:
    """One more word into a key."""
    h = (h ^ word) * K1
    return h ^ (h >> 32)


def bits(x: float) -> int:
    """A float's bits."""
    return np.float64(x).view(np.int64)  # type: ignore[return-value]


def looks(roster: Roster, field: Field, j: int) -> int:
    """What of j anybody's decision may depend on."""
    c, walls = field.who[j], roster.rules.walls
    flags = c.dead + 2 * c.hidden + 4 * c.unaware + 8 * c.exposed + 16 * c.netted + 32 * c.aided
    flags += 64 * c.suppressing + 128 * c.gone + 512 * (c.said_out + 1)
    h = blend(K2 + j, c.physical + WIDE * (c.mental + WIDE * (flags + 4 * WIDE * (c.held_by + 1))))
    h = blend(h, bits(c.x))
    h = blend(h, bits(c.y))
    if c.stunned != 0 or c.pinned != 0 or c.suppressing != 0:
        h = blend(h, c.stunned + WIDE * c.pinned)
        h = blend(h, bits(c.suppress_x))
        h = blend(h, bits(c.suppress_y))
    for k in range(walls):
        if field.uses[j * walls + k] != 0:
            h = blend(h, k * 4 + field.uses[j * walls + k])
    return h


def threat(roster: Roster, field: Field, j: int, exact: bool) -> int:
    """What of j matters besides to its foes: what it can answer and shoot; `exact` for itself."""
    c, sheet = field.who[j], roster.sheets[j]
    momentum = min(c.momentum, ENOUGH) + 1
    h = blend(K1 + j, momentum + WIDE * (c.reactions + 16 * (c.readied + 2 * (c.aim + 1))))
    if exact:
        h = blend(h, c.significant + 2 * c.moved + 4 * c.prone + 8 * c.minors)
    for slot in range(sheet.first, sheet.last):
        load, piece = field.loads[slot], roster.pieces[slot]
        rounds = load.rounds
        if not exact:
            rounds = min(rounds, max(piece.full_ammo, piece.suppress_ammo, piece.auto, 1))
        waits = 0 if load.fired < 0 else max(load.fired + 3 - field.now.round, 0)
        word = load.held + 2 * load.charged + 4 * waits + 64 * (load.reloading + WIDE * (rounds + 1))
        h = blend(h, word)
    return h


def guards(roster: Roster, field: Field, i: int) -> int:
    """Whom somebody may not hit in melee yet, and bands that were named."""
    n, h = roster.rules.people, 0
    for at in range(n * n):
        if field.barred[at] >= 0:
            h = blend(h, at * WIDE + field.now.round - field.barred[at])
        if field.bands[at] >= 0:
            h = blend(h, K2 ^ (at * 8 + field.bands[at]))
    return h


def decision_key(roster: Roster, field: Field, i: int) -> int:
    """The key of i's next command."""
    h = blend(guards(roster, field, i), i)
    for j in range(roster.rules.people):
        h = blend(h, looks(roster, field, j))
        if j == i or hostile(roster, i, j):
            h = blend(h, threat(roster, field, j, j == i))
    return h


def reaction_key(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """The key of j's reaction to an attack of i."""
    h = blend(K2, slot * 8 + mode)
    near = roster.rules.engaged_fire == EngagedFire.SHOOTER
    for k in range(roster.rules.people):
        near = near or field.who[k].suppressing != 0
    for k in range(roster.rules.people):
        if k in (i, j):
            h = blend(h, looks(roster, field, k))
            h = blend(h, threat(roster, field, k, False))
        elif near:
            h = blend(h, looks(roster, field, k))
    return blend(blend(h, j), guards(roster, field, j))


def find(course: Course, key: int) -> int:
    """Where a decision of that key is kept, or could be: then less than 0, -1 - place."""
    room = len(course.keys) - WAYS
    at = (key & 0x7FFFFFFFFFFFFFFF) % room
    for n in range(WAYS):
        if course.keys[at + n] == key:
            return at + n
    for n in range(WAYS):
        if course.keys[at + n] == 0:
            return -1 - (at + n)
    return -1 - (at + ((key >> 20) & (WAYS - 1)))


def decide(roster: Roster, field: Field, course: Course, i: int) -> tuple[int, int, int, int, float, float]:
    """The next command of i, thought through or remembered."""
    if len(course.keys) <= WAYS:
        return policy.decide(roster, field, i)
    key = decision_key(roster, field, i)
    at = find(course, key)
    if at >= 0:
        code, a, b, c = course.words[at] & 31, course.words[at] >> 5 & 0xFFFF, 0, 0
        b, c = (course.words[at] >> 21 & 0xFFFF) - 1, course.words[at] >> 37
        if code == Do.ATTACK and c == FULL_AUTO:
            choose_area.volley(roster, field, i, a - 1, b)
        return code, a - 1, b, c, course.xs[at], course.ys[at]
    at = -1 - at
    code, a, b, c, x, y = policy.decide(roster, field, i)
    course.keys[at] = key
    course.words[at] = code | (a + 1) << 5 | (b + 1) << 21 | c << 37
    course.xs[at] = x
    course.ys[at] = y
    return code, a, b, c, x, y


def react(roster: Roster, field: Field, course: Course, i: int, slot: int, mode: int, j: int) -> int:
    """The reaction of j to an attack of i, thought through or remembered."""
    if len(course.keys) <= WAYS:
        return policy.react(roster, field, i, slot, mode, j)
    key = reaction_key(roster, field, i, slot, mode, j)
    at = find(course, key)
    if at >= 0:
        return course.words[at] + 0
    at = -1 - at
    option = policy.react(roster, field, i, slot, mode, j)
    course.keys[at] = key
    course.words[at] = option
    return option
