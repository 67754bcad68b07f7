"""What of everybody matters to the decisions of those who stay where they are, in the open: each a word.

Where no place within a move is worth comparing with the one where somebody stands, the foes' weapons and the luck of
friends far off have no part in the decision (`tactics.choose.thought_of` tells). The fast loop sums these words up
(`loop_stretch`); longer keys have parts of them (`loop_keys`).
"""

from __future__ import annotations

import numpy as np

from ..book.combat.range import ENGAGED_METRES
from ..book.ruleset import ReactionMode
from ..tactics.field import Field, Roster
from ..tactics.recall import K1, K2, K3, WIDE, blend
from ..tactics.situation import hostile, metres, out
from ..tactics.weigh import dear, last_boxes, left_of, purse, reacts

ENOUGH = 3
"""One's own Momentum above every reserve and price that one compares it with counts as this much."""

K4 = 0x369DEA0F31A53F85


def bits(x: float) -> int:
    """A float's bits."""
    return np.float64(x).view(np.int64)  # type: ignore[return-value]


def placed(field: Field, j: int, word: int) -> int:
    """A word about somebody, with its place."""
    return put(field, j, word, j)


def seen(roster: Roster, field: Field, j: int, word: int) -> int:
    """The same for all equals (`field.Sheet.alike`)."""
    return put(field, j, word, roster.sheets[j].alike)


def put(field: Field, j: int, word: int, name: int) -> int:
    """A word with a place and a name; the bits of round numbers are all high ones, so they are folded."""
    x, y = bits(field.who[j].x), bits(field.who[j].y)
    return blend(word * K2 + (x ^ (x >> 32)) * K3 + (y ^ (y >> 32)) * K4, name)


def load_word(roster: Roster, field: Field, slot: int) -> int:
    """What matters of a weapon as it is: its rounds as far as something asks for so many, when a Slow one may fire."""
    load, piece = field.loads[slot], roster.pieces[slot]
    enough = 0
    if load.rounds >= 0:
        enough = 1 + (1 if load.rounds >= 1 else 0) + (1 if load.rounds >= 2 else 0)
        enough += (1 if load.rounds >= piece.auto else 0) + (1 if load.rounds >= piece.full_ammo else 0)
        enough += (1 if load.rounds >= piece.suppress_ammo else 0) + (
            1 if load.rounds == piece.magazine else 0
        )
    waits = 0 if load.fired < 0 else max(load.fired + 3 - field.now.round, 0)
    return load.held + 2 * load.charged + 4 * waits + 64 * (load.reloading + WIDE * enough)


def own_self(roster: Roster, field: Field, i: int, acts: bool) -> int:
    """What of i itself matters beside its weapons and whom it aims at, as it `acts` or has acted."""
    c = field.who[i]
    word = c.minors + 16 * c.moved + 32 * c.prone
    if acts:
        word += 64 + 128 * c.hidden + 256 * c.netted + 512 * c.readied
        word += 1024 * min(c.momentum + 1, ENOUGH + 1)
        word += (1 << 18) if c.momentum >= 0 and last_boxes(roster, field, i) else 0
        word += (0 if c.aim < 0 else 1 << 20) + (trauma(field, i) if hits_areas(roster, i) else 0)
    h = seen(roster, field, i, word)
    return blend(h, c.momentum) if acts and dear(roster) else h


def trauma(field: Field, j: int) -> int:
    """A combatant's trauma, above the other bits of a word."""
    return (field.who[j].physical << 32) + (field.who[j].mental + 1 << 48)


def own_loads(roster: Roster, field: Field, i: int, acts: bool) -> int:
    """What of its weapons matters: to who has acted, which are in hand and have rounds at all."""
    sheet, h = roster.sheets[i], K2
    for slot in range(sheet.first, sheet.last):
        load = field.loads[slot]
        h = blend(h, load_word(roster, field, slot) if acts else load.held + (2 if load.rounds == 0 else 0))
    return h


def foe(roster: Roster, field: Field, j: int, acts: bool) -> int:
    """What of a foe matters to one who stays: whether it reacts, what it pays, what it has left; not its weapons."""
    c = field.who[j]
    word = (c.held_by + 1 << 14) + (c.netted << 13)
    if out(roster, field, j):
        return blend(K1 + roster.sheets[j].alike, (word if acts else 0) + 1)
    lost = trauma(field, j)
    if not acts:
        return seen(roster, field, j, lost + 2 * c.hidden)
    word += lost + 2 * c.hidden + 4 * c.unaware
    word += (8 if c.stunned != 0 else 0) + (16 if c.pinned != 0 else 0)
    word += 32 if reacts(roster, field, j) else 0
    word += 512 if c.reactions == 0 and c.readied == 0 and mirrored(roster) else 0
    return blend(seen(roster, field, j, word), purse(roster, field, j))


def mirrored(roster: Roster) -> bool:
    """Whether an avoid roll without a reaction is a harder one (R18)."""
    return roster.rules.reaction_mode == ReactionMode.IS_AVOID_ROLL


def friend(roster: Roster, field: Field, k: int, acts: bool, area: bool) -> int:
    """What of a friend matters to one who stays: whether first aid would bring it back; its place to what hits an
    `area`, with its trauma, and to who would go to it. Words are summed up: spread out, a small one does not make one
    name of another."""
    c, name = field.who[k], K3 + roster.sheets[k].alike
    word = 0
    if out(roster, field, k):
        word = 3 if returns(roster, field, k) else 1
    if not acts:
        return blend((word & 1) * K2, name)
    word += 128 * c.unaware + 256 * c.hidden + (c.netted << 13)
    word += (32 if c.stunned != 0 else 0) + (64 if c.pinned != 0 else 0) + (c.held_by + 1 << 14)
    if area:
        return seen(roster, field, k, word + trauma(field, k))
    return seen(roster, field, k, word) if word & 3 == 3 else blend(word * K2, name)


def returns(roster: Roster, field: Field, k: int) -> bool:
    """Whether first aid would bring back k, who is out (`tactics.choose_ready.aid_worth`)."""
    c, sheet = field.who[k], roster.sheets[k]
    if c.dead != 0 or c.gone != 0 or c.aided != 0 or c.said_out == 1 or c.physical == 0:
        return False
    return sheet.boxes_mental < 0 or c.mental < sheet.boxes_mental


def hits_areas(roster: Roster, i: int) -> bool:
    """Whether i has what hits an area, so that it matters where everybody stands."""
    sheet = roster.sheets[i]
    for slot in range(sheet.first, sheet.last):
        if roster.pieces[slot].blast >= 0 or roster.pieces[slot].suppressive != 0:
            return True
    return False


def need(roster: Roster, field: Field, k: int) -> float:
    """How much first aid would help k while it is up (`tactics.choose_ready.aid_worth`); 0 for not at all."""
    c = field.who[k]
    if c.physical == 0 or c.aided != 0 or out(roster, field, k):
        return 0.0
    return needs_so(roster, k, left_of(roster, field, k, False))


def needs_so(roster: Roster, k: int, left: int) -> float:
    """The same with so many boxes left."""
    return roster.sheets[k].menace / (left + 1)


def patient(roster: Roster, field: Field, i: int) -> int:
    """Whom of those who are up first aid of i would help most, and how much."""
    best, most = -1, 0.0
    for k in range(roster.rules.people):
        if not hostile(roster, i, k) and (k == i or metres(field, i, k) <= ENGAGED_METRES):
            value = need(roster, field, k)
            if value > most:
                best, most = k, value
    return bits(most) + best
