"""Keys of all that the worth of an attack hangs on, so that it is reckoned once (`weigh.worth`).

Whatever the places are, they come to a few small numbers: a band, the armor of a cover, who is suppressed. Keys are
64-bit mixes; two of them are alike by chance less than once in 10**17 looks. A test holds that what a key leaves out
changes no worth.
"""

from __future__ import annotations

from ..book.combat.melee import engaged
from ..book.combat.range import ENGAGED_METRES
from ..book.combat.special import Mode
from ..book.ruleset import EngagedFire
from .field import Field, Roster
from .situation import any_foe_engaged, barred, hides_from, suppressed
from .situation_attack import free_reactions, in_patch
from .situation_legal import can_use

K1, K2, K3 = 0x5851F42D4C957F2D, 0x14057B7EF767814F, 0x2545F4914F6CDD1D
WIDE = 1024

SINGLE, BURST = Mode.SINGLE + 0, Mode.BURST + 0
SHOTS, OTHERS_SHOTS, THREATS = 100, 101, 102
"""What a pair's worth is of, above all slots and modes: the best shot, that at who is somebody else's, a threat."""

PLENTY = 2
"""Momentum above every reserve that others are expected to keep, and above what an aim costs."""


def blend(h: int, word: int) -> int:
    """One more word into a key."""
    h = (h ^ word) * K1
    return h ^ (h >> 32)


def granted(field: Field, h: int) -> int:
    """A key with the edges that the GM and conditions give to anybody just now."""
    for k in range(field.now.grants):
        g = field.grants[k]
        if g.left != 0 and g.edge != 0:
            h = blend(h, (g.who * 4 + g.edge + 1) * WIDE + g.price)
            h = blend(h, g.skill * 4 + g.until)
    return h


def ceiling(roster: Roster, field: Field) -> int:
    """More Momentum than so much is as good as this: no price or reserve is above it."""
    most = max(PLENTY, roster.rules.cost)
    for k in range(roster.rules.patches):
        most = max(most, roster.patches[k].price)
    for k in range(field.now.grants):
        most = max(most, field.grants[k].price)
    return most + 0


def zones(roster: Roster, field: Field, j: int) -> int:
    """The zones in which j stands, as a key."""
    c, h = field.who[j], 0
    for k in range(roster.rules.patches):
        if in_patch(roster.patches[k], c.x, c.y):
            h = blend(h, k + 1)
    return h


def deals(roster: Roster, field: Field, j: int, most: int, h: int) -> int:
    """What an attack of j hangs on besides its target; `most` as `ceiling` tells; `h` is a key of what edges
    there are (`granted`) and where j stands (`zones`)."""
    c = field.who[j]
    word = min(c.momentum, most) + 1 + (1024 if c.hidden != 0 else 0)
    word += 2048 if suppressed(roster, field, j) else 0
    if roster.rules.engaged_fire == EngagedFire.SHOOTER and any_foe_engaged(roster, field, j):
        word += 4096
    return blend(h, word)


def meets(roster: Roster, field: Field, j: int, most: int, h: int) -> int:
    """What an attack at j hangs on besides who attacks."""
    c = field.who[j]
    word = (
        min(c.momentum, most)
        + 1
        + (1024 if c.unaware != 0 else 0)
        + (c.physical << 24)
        + (c.mental + 1 << 40)
    )
    word += (2048 if suppressed(roster, field, j) else 0) + (4096 if c.held_by >= 0 else 0)
    word += (8192 if c.stunned != 0 else 0) + (16384 if c.pinned != 0 else 0) + (32768 if c.aim >= 0 else 0)
    word += (65536 if free_reactions(roster, field, j) > 0 else 0) + (131072 if c.reactions == 0 else 0)
    word += (262144 if c.readied == 0 else 0) + (524288 if c.hidden != 0 else 0)
    return blend(h ^ K3, word)


def arms(roster: Roster, field: Field, j: int) -> int:
    """What j has at hand and could fire or strike with just now; never 0."""
    sheet, h = roster.sheets[j], field.who[j].held_by + K2
    for slot in range(sheet.first, sheet.last):
        load = field.loads[slot]
        word = load.held + 2 * load.carried
        if can_use(roster, field, j, slot, SINGLE):
            word += 4
        if roster.pieces[slot].auto > 0 and can_use(roster, field, j, slot, BURST):
            word += 8
        h = h * K3 + word
    return (h ^ (h >> 32)) | 1


def attack_key(field: Field, i: int, what: int, j: int) -> int:
    """The key of the worth of an attack of i at j, one of whom is the one who thinks: `what` is a slot and a mode."""
    views, tried, aim = field.views, field.eye[2], field.who[i].aim
    thinks = field.eye[0] == i
    pair = views[tried + (j if thinks else i)]
    deals, meets = views[i + (tried if thinks else 0)].deals, views[j + (0 if thinks else tried)].meets
    word = (what * 1024 + j) * 1024 + (pair.cover if thinks else pair.mine) * 32 + pair.band * 4
    word += 0 if aim < 0 else 2 if aim == j else 1
    h = (deals + word) * K2 + meets * K3
    return h ^ (h >> 29)


def pair_key(roster: Roster, field: Field, i: int, what: int, j: int, armed: int) -> int:
    """The key of the best attack of i at j with what it has, `armed` as `arms` tells, near or after closing in."""
    pair = field.views[field.eye[2] + (j if field.eye[0] == i else i)]
    word = 1 if engaged(pair.away) else 2 if pair.away <= ENGAGED_METRES + roster.rules.move_metres else 0
    word += (4 if barred(roster, field, i, j) else 0) + (8 if hides_from(roster, field, j, i) else 0)
    h = attack_key(field, i, what * 256 + i, j) + (armed + word) * K1
    return h ^ (h >> 30)
