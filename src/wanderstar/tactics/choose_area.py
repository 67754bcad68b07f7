"""What catches several at once: full auto, blasts, suppressive fire, each weighed as a whole."""

from __future__ import annotations

from ..book.combat.range import distance
from ..book.combat.special import FULL_SPREAD, Mode, in_blast
from ..book.ruleset import WhoRolls
from .field import Field, Roster
from .situation import (
    absent,
    cover_from,
    hidden_from,
    hostile,
    metres,
    out,
    seen_foe,
    suppressed,
    total_cover,
)
from .situation_attack import (
    Edges,
    armor_from,
    armor_met,
    armor_with,
    attack_test,
    attacker_rolls,
    circumstances,
)
from .situation_legal import can_attack, can_suppress
from .weigh import (
    FOR_ATTACK,
    HORIZON,
    ammo_share,
    avoid_chance,
    hit_after,
    hit_worth,
    share_of,
    sooner,
    test_chance,
    worth,
)

DIVES = 0.8
"""What diving for cover leaves of a blast on average."""

SCATTER_METRES = 12.0
"""A missed explosive seldom lands farther away than that (R39)."""

ON_A_LINE, ON_A_PLANE, FULL_TURN = 0.4, 0.3, 28.0
"""The chance that a scatter reaches a friend: on a line; at most on a plane, growing with the radius."""

SCARCE = 0.6
"""What is thrown or spent for one foe alone counts so much: there may be a better use for it."""

ROUNDED, WIDER = 1.0 + 1e-9, 1e-3
"""What keeps a bound above what it bounds, however that is rounded: a factor, metres of a radius."""

PINS_DOWN = 0.7
"""What is left of suppression, as some take cover at once."""


def in_volley(field: Field, count: int, j: int) -> bool:
    """Whether j stands near enough to all who are shot at so far (R44)."""
    for n in range(count):  # noqa: SIM110 (a generator would not compile)
        if metres(field, field.shots[n], j) > FULL_SPREAD:
            return False
    return True


def volley(roster: Roster, field: Field, i: int, slot: int, first: int) -> float:
    """Writes into `field.shots` whom each shot of full auto is for, the first at `first`, and gives their worth.

    Each next shot goes where it adds most: what an earlier one has likely taken counts no more.
    """
    shots = roster.pieces[slot].full_attacks
    total, count = 0.0, 0
    for n in range(shots):
        best, gain = -1, 0.0
        for j in range(roster.rules.people):
            if n == 0 and j != first:
                continue
            if not hostile(roster, i, j) or not can_attack(roster, field, i, slot, j, Mode.FULL + 0):
                continue
            if not in_volley(field, count, j):
                continue
            more = shot_worth(roster, field, i, slot, j, count)
            same = more == gain and best >= 0
            if more > gain or (same and sooner(roster, field, i, j, best)):
                best, gain = j, more
        if best < 0:
            break
        field.shots[count] = best
        count += 1
        total += gain
    field.shots[count] = -1
    return total


def shot_worth(roster: Roster, field: Field, i: int, slot: int, j: int, count: int) -> float:
    """What one more shot of full auto at j adds to the `count` there are; only the first meets a free reaction."""
    before = 0
    for n in range(count):
        if field.shots[n] == j:
            before += 1
    if before == 0:
        return worth(roster, field, i, slot, Mode.FULL + 0, j)
    met = armor_from(roster, field, j, slot, i)
    hit = hit_after(roster, field, i, slot, Mode.FULL + 0, j, False, True)
    value = hit * hit_worth(roster, field, slot, False, j, met)
    left = 1.0 - hit * min(share_of(roster, field, slot, False, j, met), 1.0)
    for _ in range(before):
        value *= left
    return value


def dread(roster: Roster, field: Field, i: int, slot: int) -> float:
    """More than any blast of a weapon can be worth: as if it caught all foes in sight, without fail and cover. Notes in
    `field.views` what each of them would suffer, less than 0 of others."""
    total = 0.0
    for k in range(roster.rules.people):
        field.views[k].hurt = -1.0
        if seen_foe(roster, field, i, k):
            hurt = hit_worth(roster, field, slot, False, k, armor_with(roster, k, slot, 0))
            field.views[k].hurt = hurt
            total += hurt
    return total * DIVES * ROUNDED / (1.0 + ammo_share(roster, slot, 1))


def hope(roster: Roster, field: Field, i: int, slot: int, x: float, y: float) -> float:
    """No less than what a blast at x, y can be worth: as if all in it were caught without fail; after `dread`."""
    piece = roster.pieces[slot]
    total, inside, reach = 0.0, 0, max(piece.blast, 0.0) + WIDER
    for k in range(roster.rules.people):
        hurt = field.views[k].hurt
        if hurt >= 0.0:
            dx, dy = field.who[k].x - x, field.who[k].y - y
            if dx * dx + dy * dy <= reach * reach:
                total += hurt
                inside += 1
    if inside < 2 and (piece.one_use != 0 or piece.thrown != 0):
        total *= SCARCE
    return total * DIVES * ROUNDED / (1.0 + ammo_share(roster, slot, 1))


def blast_worth(roster: Roster, field: Field, i: int, slot: int, target: int, x: float, y: float) -> float:
    """What a blast at x, y (aimed at `target`, or -1 for the place) is worth; less than 0 with a friend in it."""
    piece, people = roster.pieces[slot], roster.rules.people
    radius = max(piece.blast, 0.0)
    rolled = attacker_rolls(roster, i, -1, True)
    hit = 1.0
    if rolled:
        test = attack_test(roster, field, i, slot, target, Mode.SINGLE + 0, x, y, False)
        hit = test_chance(roster, field, i, FOR_ATTACK, test)
    around = (
        Edges(0, 0, 0, 0) if rolled else circumstances(roster, field, i, slot, target, Mode.SINGLE + 0, x, y)
    )
    total = 0.0
    for k in range(people):
        c = field.who[k]
        if c.dead != 0 or absent(field, k) or (out(roster, field, k) and roster.sheets[k].character == 0):
            continue
        away = distance(c.x, c.y, x, y)
        friend = not hostile(roster, i, k)
        if in_blast(away, radius):
            if total_cover(roster, field, k, x, y):
                continue
            if friend:
                return -1.0
            if hidden_from(roster, field, k, i) or out(roster, field, k):
                continue
            total += caught(roster, field, i, slot, k, x, y, around, hit if rolled else -1.0)
        elif friend and rolled and away <= radius + SCATTER_METRES:
            total -= (1.0 - hit) * strays(roster, field, slot, k, radius)
    return total * DIVES


def caught(
    roster: Roster, field: Field, i: int, slot: int, k: int, x: float, y: float, around: Edges, hit: float
) -> float:
    """What a blast does to one foe in it; `hit` is less than 0 where each rolls to avoid, with the edges `around`."""
    met = armor_met(roster, field, k, slot, True, x, y)
    value = hit_worth(roster, field, slot, False, k, met)
    if value <= 0.0:
        return 0.0
    if hit < 0.0:
        hit = 1.0
        if roster.sheets[k].character != 0:
            hit = 1.0 - avoid_chance(roster, field, i, slot, k, around, False, True)
    return value * hit


def strays(roster: Roster, field: Field, slot: int, k: int, radius: float) -> float:
    """What a scatter that reaches a friend costs, times the chance that it does."""
    sheet = roster.sheets[k]
    reach = ON_A_LINE if roster.rules.plane == 0 else min(ON_A_PLANE, radius / FULL_TURN)
    return reach * HORIZON * sheet.menace * share_of(roster, field, slot, False, k, sheet.armor)


def suppress_worth(roster: Roster, field: Field, i: int, slot: int, x: float, y: float) -> float:
    """What keeping the area around x, y under fire prevents until one's next turn, less what it costs friends."""
    if not can_suppress(roster, field, i, slot, x, y):
        return 0.0
    rules = roster.rules
    total = 0.0
    for k in range(rules.people):
        if k == i or out(roster, field, k):
            continue
        c = field.who[k]
        if not in_blast(distance(c.x, c.y, x, y), rules.suppress_radius):
            continue
        if hidden_from(roster, field, k, i) or cover_from(roster, field, k, i) > 0:
            continue
        if suppressed(roster, field, k) or c.stunned != 0:
            continue
        value = roster.sheets[k].menace * hampered(roster, i, k)
        total += value if hostile(roster, i, k) else -value
    return total * PINS_DOWN


def hampered(roster: Roster, i: int, k: int) -> float:
    """The share of its harm that k no longer does at Disadvantage, or against those who avoid at Advantage."""
    rules = roster.rules
    low, a, b = rules.low, roster.sheets[i], roster.sheets[k]
    if b.character != 0 or a.character == 0 or rules.who_rolls == WhoRolls.BOTH:
        row = (roster.pieces[b.first].shot - low) * 3
        plain, hard = roster.hits[row + 1], roster.hits[row]
        return 0.0 if plain == 0 else 1.0 - hard / plain
    row = (a.athletics - low) * 3
    missed, easier = 216 - roster.hits[row + 1], 216 - roster.hits[row + 2]
    return 0.0 if missed == 0 else 1.0 - easier / missed
