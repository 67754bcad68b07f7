"""Decisions remembered: the same situation is thought through once.

A decision follows from roster and field alone, so it is kept under a key of all that it can depend on: of whoever
decides everything, of foes what can be seen to matter, of friends less still. A test holds that what a key leaves out
changes no decision. Keys are 64-bit mixes; two situations share one by chance less than
once in 10**17 looks.
"""

from __future__ import annotations

from ..book.combat.range import ENGAGED_METRES as AID_METRES
from ..tactics import answers, choose, choose_area
from ..tactics.codes import Do
from ..tactics.field import Field, Roster
from ..tactics.recall import K1, K2, PLENTY, WIDE, blend, granted
from ..tactics.situation import hostile, metres, out
from . import loop_keys as keys
from . import loop_policy as policy
from .loop_luck import Course
from .loop_stay import ENOUGH, bits, hits_areas, load_word

FULL_AUTO = 2
"""`Mode.FULL`, as a plain number."""

PACKS, MOST_PACKED = 128, 7
"""So many shots of full auto at so many combatants fit into a float's whole numbers."""

DEEPER = 31
"""The code of no command: the decision hangs on more than this key has."""

WAYS = 4
"""Places in which a decision may be kept."""


def looks(roster: Roster, field: Field, j: int, near: bool) -> int:
    """What of j anybody's decision may depend on. Trauma of a friend too far to be helped (not `near`) matters only
    once it is out."""
    c, walls = field.who[j], roster.rules.walls
    flags = c.dead + 2 * c.hidden + 4 * c.unaware + 8 * c.exposed + 16 * c.netted + 32 * c.aided
    flags += 64 * c.suppressing + 128 * c.gone + 512 * (c.said_out + 1)
    if near or out(roster, field, j):
        flags += 4096 * (c.physical + WIDE * c.mental + 1)
    h = blend(K2 + j, flags + (c.held_by + 1 << 40))
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


def threat(roster: Roster, field: Field, j: int, i: int) -> int:
    """What of j matters besides to its foe i, or to itself: what it can answer, shoot and pay."""
    c, sheet = field.who[j], roster.sheets[j]
    aim = c.aim + 1
    if j != i:
        aim = 0 if c.aim < 0 else 2 if c.aim == i else 1
    momentum = min(c.momentum, ENOUGH if j == i else PLENTY) + 1
    word = c.significant + 2 * momentum + 16 * (c.reactions + 16 * (c.readied + 2 * aim))
    if j == i:
        word = word * WIDE + 2 * c.moved + 4 * c.prone + 8 * c.minors
    h = blend(K1 + j, word)
    for slot in range(sheet.first, sheet.last):
        h = blend(h, load_word(roster, field, slot))
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


def minds_friends(roster: Roster, i: int) -> bool:
    """Whether the trauma of friends far off matters to i: to its morale, or to what it throws."""
    return roster.sheets[i].morale_does != 0 or hits_areas(roster, i)


def decision_key(roster: Roster, field: Field, i: int) -> int:
    """The key of i's next command."""
    h = granted(field, blend(guards(roster, field, i), i))
    minds = minds_friends(roster, i)
    reach = AID_METRES + 2 * roster.rules.move_metres
    for j in range(roster.rules.people):
        foe = j == i or hostile(roster, i, j)
        h = blend(h, looks(roster, field, j, foe or minds or metres(field, i, j) <= reach))
        if foe:
            h = blend(h, threat(roster, field, j, i))
    return h


def find(course: Course, key: int) -> int:
    """Where a decision of that key is kept, or could be: then less than 0, -1 - place."""
    room = len(course.memory) - WAYS
    at = (key & 0x7FFFFFFFFFFFFFFF) % room & -WAYS
    for n in range(WAYS):
        if course.memory[at + n].key == key:
            return at + n
    for n in range(WAYS):
        if course.memory[at + n].key == 0:
            return -1 - (at + n)
    return -1 - (at + ((key >> 20) & (WAYS - 1)))


def packed(roster: Roster, field: Field) -> float:
    """Whom the shots of full auto are for, in one number; -1 where they do not fit."""
    if roster.rules.people >= PACKS:
        return -1.0
    word, unit = 0, 1
    for n in range(MOST_PACKED + 1):
        target = field.shots[n] + 0
        if target < 0:
            return float(word)
        word += unit * (target + 1)
        unit *= PACKS
    return -1.0


def unpack(roster: Roster, field: Field, i: int, a: int, b: int, shots: float) -> None:
    """Writes into `field.shots` whom the shots are for, as remembered."""
    if shots < 0:
        choose_area.volley(roster, field, i, a, b)
        return
    word, count = int(shots), 0
    while word > 0:
        field.shots[count] = word % PACKS - 1
        word //= PACKS
        count += 1
    field.shots[count] = -1


def recall(
    roster: Roster, field: Field, course: Course, i: int, at: int
) -> tuple[int, int, int, int, float, float]:
    """The decision kept at a place."""
    known = course.memory[at]
    code, a = known.word & 31, (known.word >> 5 & 0xFFFF) - 1
    b, c = (known.word >> 21 & 0xFFFF) - 1, known.word >> 37
    if code == Do.ATTACK and c == FULL_AUTO:
        unpack(roster, field, i, a, b, known.x + 0.0)
        return code, a, b, c, 0.0, 0.0
    return code, a, b, c, known.x, known.y


def keep(
    roster: Roster,
    field: Field,
    course: Course,
    at: int,
    key: int,
    code: int,
    a: int,
    b: int,
    c: int,
    x: float,
    y: float,
) -> None:
    """Remembers a decision at a place."""
    known = course.memory[at]
    known.key = key
    known.word = code | (a + 1) << 5 | (b + 1) << 21 | c << 37
    known.x = packed(roster, field) if code == Do.ATTACK and c == FULL_AUTO else x
    known.y = y


def decide(roster: Roster, field: Field, course: Course, i: int) -> tuple[int, int, int, int, float, float]:
    """The next command of i, thought through or remembered.

    Keys go as deep as the thought has to: where a lower one says `DEEPER`, the decision is under the next.
    """
    if len(course.memory) <= WAYS:
        return policy.decide(roster, field, i)
    depth, short = choose.GLANCE, keys.ordinary(roster, field, i)
    key = keys.glance_key(roster, field, i) if short else decision_key(roster, field, i)
    if short and field.who[i].significant != 0:
        depth = choose.CHANCES
        key = keys.deeper(roster, field, i, key, depth)
    at = find(course, key)
    while at >= 0 and course.memory[at].word == DEEPER:
        depth += 1
        key = keys.deeper(roster, field, i, key, depth)
        at = find(course, key)
    if at < 0:
        plan, reached = choose.thought_of(roster, field, i)
        code, a, b, c, x, y = choose.told(roster, field, i, plan)
        while short and depth < reached:
            keep(roster, field, course, max(at, -1 - at), key, DEEPER, -1, -1, 0, 0.0, 0.0)
            depth += 1
            key = keys.deeper(roster, field, i, key, depth)
            at = find(course, key)
        at = max(at, -1 - at)
        keep(roster, field, course, at, key, code, a, b, c, x, y)
    return recall(roster, field, course, i, at)


def react(roster: Roster, field: Field, course: Course, i: int, slot: int, mode: int, j: int) -> int:
    """The reaction of j to an attack of i, thought through or remembered."""
    if len(course.memory) <= WAYS:
        return policy.react(roster, field, i, slot, mode, j)
    if not answers.may_react(roster, field, j):
        return 0
    key = keys.reaction_key(roster, field, i, slot, mode, j)
    at = find(course, key)
    if at >= 0:
        return course.memory[at].word + 0
    at = -1 - at
    option = policy.react(roster, field, i, slot, mode, j)
    course.memory[at].key = key
    course.memory[at].word = option
    return option
