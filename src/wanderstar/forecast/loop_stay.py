"""Decisions of those who stay where they are, in the open: less matters to them, so a shorter key remembers more.

Where no place within a move is worth comparing with the one where somebody stands, the foes' weapons and the luck of
friends far off have no part in the decision. `plan` is then what `tactics.choose.standing_plan` comes to, the
comparison left out; where there is a place to compare, or anything out of the ordinary, it says so (`ELSEWHERE`).
"""

from __future__ import annotations

import numpy as np

from ..book.combat.range import ENGAGED_METRES
from ..book.ruleset import ReactionMode
from ..tactics.choose import idle_hands
from ..tactics.choose_attack import ATTACK, Plan, manner_of, no_plan
from ..tactics.choose_flight import command, nearest_foe
from ..tactics.choose_moves import BETTER, NOWHERE, fallen_friend, goal
from ..tactics.choose_places import ARM, STEP, Spot
from ..tactics.choose_ready import action, aimed
from ..tactics.field import Field, Roster
from ..tactics.situation import hostile, metres, out
from ..tactics.situation_attack import free_reactions
from ..tactics.situation_legal import can_minor
from ..tactics.weigh import RESERVE, last_boxes, left_of

ELSEWHERE = 31
"""The code of no command: another place may be better."""

ENOUGH, PLENTY = 3, 2
"""Momentum above every reserve and price that one compares it with counts as this much: one's own, another's."""

K1, K2, K3, K4 = 0x5851F42D4C957F2D, 0x14057B7EF767814F, 0x2545F4914F6CDD1D, 0x369DEA0F31A53F85
WIDE = 1024


def blend(h: int, word: int) -> int:
    """One more word into a key."""
    h = (h ^ word) * K1
    return h ^ (h >> 32)


def bits(x: float) -> int:
    """A float's bits."""
    return np.float64(x).view(np.int64)  # type: ignore[return-value]


def placed(field: Field, j: int, word: int) -> int:
    """A word about somebody, with its place; the bits of round numbers are all high ones, so they are folded."""
    x, y = bits(field.who[j].x), bits(field.who[j].y)
    return blend(word * K2 + (x ^ (x >> 32)) * K3 + (y ^ (y >> 32)) * K4, j)


def granted(field: Field, h: int) -> int:
    """A key with the edges that the GM and conditions give to anybody just now."""
    for k in range(field.now.grants):
        g = field.grants[k]
        if g.left != 0 and g.edge != 0:
            h = blend(h, (g.who * 4 + g.edge + 1) * WIDE + g.price)
            h = blend(h, g.skill * 4 + g.until)
    return h


def stays(roster: Roster, field: Field, i: int) -> bool:
    """Whether `plan` may be asked about i: no cover, no morale, nobody suppressed, held or kept off."""
    c, rules, sheet = field.who[i], roster.rules, roster.sheets[i]
    if rules.walls != 0 or sheet.morale_does != 0 or sheet.tactic < 0:
        return False
    if roster.manners[sheet.tactic].plays == 0:
        return False
    if c.stunned != 0 or c.pinned != 0 or c.unaware != 0 or c.held_by >= 0:
        return False
    n = rules.people
    for j in range(n):
        if field.who[j].suppressing != 0 or field.barred[i * n + j] >= 0 or field.bands[i * n + j] >= 0:
            return False
    return True


def plan(roster: Roster, field: Field, i: int) -> Plan:
    """The next command of i, `ELSEWHERE` where it depends on the comparison of places."""
    c = field.who[i]
    walk = goal(roster, field, i)
    now, steady = no_plan(), no_plan()
    if c.significant != 0:
        now = action(roster, field, i, c.minors + 0, True)
    moves = can_minor(field, i) and c.moved == 0 and roster.rules.move_metres > STEP
    if moves and compares(roster, field, i, walk, now.worth):
        return command(ELSEWHERE, -1, -1)
    if c.significant != 0:
        whom = now.b if now.code == ATTACK and now.b >= 0 else nearest_foe(roster, field, i)
        if whom >= 0:
            steady = aimed(roster, field, i, whom, now)
    if steady.worth > now.worth:
        return steady
    if now.worth > 0.0:
        return now
    return idle_hands(roster, field, i, walk)


def compares(roster: Roster, field: Field, i: int, walk: Spot, worth: float) -> bool:
    """Whether there is a place to compare with this one, where so much can be done (`tactics.choose_moves.placed`)."""
    c = field.who[i]
    if walk.wall != NOWHERE and (c.significant == 0 or worth <= 0.0 or walk.later > BETTER * worth):
        return True
    foe = nearest_foe(roster, field, i)
    if foe < 0:
        return False
    if roster.manners[manner_of(roster, i)].backs != 0:
        return metres(field, i, foe) <= ARM + 2.0 * roster.rules.move_metres or c.significant != 0
    return c.significant != 0 and fallen_friend(roster, field, i).wall != NOWHERE


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


def own(roster: Roster, field: Field, i: int, acts: bool) -> int:
    """What of i itself matters: to where it walks, which weapons are in hand and have rounds at all."""
    return blend(own_self(roster, field, i, acts), own_loads(roster, field, i, acts))


def own_self(roster: Roster, field: Field, i: int, acts: bool) -> int:
    """The part of it that is not its weapons."""
    c = field.who[i]
    word = c.minors + 16 * c.moved + 32 * c.prone
    if acts:
        word += 64 + 128 * c.hidden + 256 * c.netted + 512 * c.readied
        word += 1024 * min(c.momentum + 1, ENOUGH + 1)
        word += 8192 if c.momentum >= 0 and last_boxes(roster, field, i) else 0
        word += c.aim + 1 << 20
    return placed(field, i, word)


def own_loads(roster: Roster, field: Field, i: int, acts: bool) -> int:
    """The part of it that is its weapons."""
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
        return blend(K1 + j, (word if acts else 0) + 1)
    trauma = (c.physical << 24) + (c.mental + 1 << 40)
    if not acts:
        return placed(field, j, trauma + 2 * c.hidden)
    word += trauma + 2 * c.hidden + 4 * c.unaware
    word += (8 if c.stunned != 0 else 0) + (16 if c.pinned != 0 else 0)
    word += 32 if c.aim < 0 and free_reactions(roster, field, j) > 0 else 0
    word += 512 if c.reactions == 0 and c.readied == 0 and mirrored(roster) else 0
    return placed(field, j, word + 64 * (purse(roster, field, j) + 1))


def purse(roster: Roster, field: Field, j: int) -> int:
    """What of a foe's Momentum matters: the reserve is not touched before the last boxes (`tactics.weigh.claims`)."""
    momentum = min(field.who[j].momentum, PLENTY)
    return 0 if 0 < momentum <= RESERVE and not last_boxes(roster, field, j) else momentum + 0


def mirrored(roster: Roster) -> bool:
    """Whether an avoid roll without a reaction is a harder one (R18)."""
    return roster.rules.reaction_mode == ReactionMode.IS_AVOID_ROLL


def friend(roster: Roster, field: Field, k: int, acts: bool, area: bool) -> int:
    """What of a friend matters to one who stays: whether first aid would bring it back; its place to what hits an
    `area` and to who would go to it."""
    c = field.who[k]
    word = 0
    if out(roster, field, k):
        word = 3 if returns(roster, field, k) else 1
    if not acts:
        return blend(K3 + k, word & 1)
    word += 128 * c.unaware + 256 * c.hidden + (c.netted << 13)
    word += (32 if c.stunned != 0 else 0) + (64 if c.pinned != 0 else 0) + (c.held_by + 1 << 14)
    return placed(field, k, word) if word & 3 == 3 or area else blend(K3 + k, word)


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
    return roster.sheets[k].menace / (left_of(roster, field, k, False) + 1)


def patient(roster: Roster, field: Field, i: int) -> int:
    """Whom of those who are up first aid of i would help most, and how much."""
    best, most = -1, 0.0
    for k in range(roster.rules.people):
        if not hostile(roster, i, k) and (k == i or metres(field, i, k) <= ENGAGED_METRES):
            value = need(roster, field, k)
            if value > most:
                best, most = k, value
    return bits(most) + best


def key_of(roster: Roster, field: Field, i: int) -> int:
    """The key of i's next command if it stays."""
    acts = field.who[i].significant != 0
    h = granted(field, blend(K4, i))
    area = acts and hits_areas(roster, i)
    for j in range(roster.rules.people):
        if j == i:
            h = blend(h, own(roster, field, i, acts))
        elif hostile(roster, i, j):
            h = blend(h, foe(roster, field, j, acts))
        else:
            h = blend(h, friend(roster, field, j, acts, area))
    return blend(h, patient(roster, field, i)) if acts else h
