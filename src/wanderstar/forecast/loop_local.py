"""Combatants as numbers: local states found, made, put on, and what turns and rounds make of them."""

from __future__ import annotations

from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from ..tactics.recall import K3, blend
from ..tactics.situation import out
from . import loop_stay as stay
from .loop_lore import (
    ACTED,
    AIMED,
    MINORS,
    MOST_PEOPLE,
    MOVED,
    NAMELESS,
    SIGNIFICANT,
    SLOTS,
    STATES,
    UNNUMBERED,
    WIDTH,
    Cells,
    Lore,
)
from .loop_upkeep import end_own_effects, refreshed

NO_ROOM = -1

EVERYBODY = (1 << MOST_PEOPLE) - 1
"""A bit for each."""


def wear(cells: Cells, lore: Lore, k: int, s: int) -> None:
    """Makes k's row that of a local state; what belongs to the turn stays."""
    who = cells.who
    significant, minors, moved, acted = who[k, SIGNIFICANT], who[k, MINORS], who[k, MOVED], who[k, ACTED]
    for c in range(WIDTH):
        who[k, c] = lore.rows[s * WIDTH + c]
    who[k, SIGNIFICANT] = significant
    who[k, MINORS] = minors
    who[k, MOVED] = moved
    who[k, ACTED] = acted


def number(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int) -> int:
    """The number of the local state of k as its row is; `NO_ROOM` when there is no room for one more."""
    row = lore.room.states + 0
    owner = roster.sheets[k].alike + 0
    h = blend(K3, owner)
    for c in range(WIDTH):
        value = 0 if c in (SIGNIFICANT, MINORS, MOVED, ACTED) else cells.who[k, c]
        lore.rows[row * WIDTH + c] = value
        h = blend(h, value)
    at = (h ^ (h >> 29)) & (SLOTS - 1)
    while lore.slots[at] != 0:
        s = lore.slots[at] - 1
        if lore.traits[s].owner == owner and same(lore, s, row):
            return s + 0
        at = (at + 1) & (SLOTS - 1)
    if row + 2 > STATES:
        return NO_ROOM
    lore.slots[at] = row + 1
    lore.room.states = row + 1
    learn(roster, field, lore, k, row)
    return row


def same(lore: Lore, s: int, other: int) -> bool:
    """Whether two rows are equal."""
    for c in range(WIDTH):  # noqa: SIM110 (a generator would not compile)
        if lore.rows[s * WIDTH + c] != lore.rows[other * WIDTH + c]:
            return False
    return True


def learn(roster: Roster, field: Field, lore: Lore, k: int, s: int) -> None:
    """Notes what is asked of a new local state; k's row is as it says."""
    known, trait, c = lore.states[s], lore.traits[s], field.who[k]
    odd = 0
    for cell in range(WIDTH):
        if lore.usual[cell] != 0 and lore.rows[s * WIDTH + cell] != lore.plain[cell]:
            odd = 1
    trait.owner = roster.sheets[k].alike
    known.out = 1 if out(roster, field, k) else 0
    known.standing = 1 - known.out
    known.odd = odd
    known.started = UNNUMBERED
    lore.refreshed[s] = UNNUMBERED
    area = hits(roster)
    trait.foe_acts = stay.foe(roster, field, k, True)
    trait.foe_rests = stay.foe(roster, field, k, False)
    acts, rests = stay.friend(roster, field, k, True, area), stay.friend(roster, field, k, False, area)
    minors, moved = c.minors + 0, c.moved + 0
    c.minors = roster.rules.minor_max
    c.moved = 0
    trait.friend_acts = acts
    trait.tie_acts = acts - trait.foe_acts
    trait.tie_rests = rests - trait.foe_rests
    for side in range(2):
        known.words[2 * side] = acts if roster.sheets[k].side == side else trait.foe_acts + 0
        word = rests if roster.sheets[k].side == side else trait.foe_rests + 0
        known.words[2 * side + 1] = word if odd == 0 else blend(word, stay.K4)
    name = stay.K4 + 2 * roster.sheets[k].alike
    known.own_acts = blend(stay.own_self(roster, field, k, True), name) - acts
    known.own_rests = blend(stay.own_self(roster, field, k, False), name + 1 + 64 * known.out) - rests
    c.minors = minors
    c.moved = moved
    known.aim = c.aim
    known.others = EVERYBODY if c.aim < 0 else EVERYBODY ^ 1 << c.aim
    known.face = face(lore, trait.foe_acts)
    trait.friendly = face(lore, acts)
    known.need = needs(roster, stay.need(roster, field, k))


def face(lore: Lore, word: int) -> int:
    """The number of the face that has that word; `NAMELESS` when there is none left."""
    at = (word ^ (word >> 29)) & (SLOTS - 1)
    while lore.faces[at].number != 0:
        if lore.faces[at].word == word:
            return lore.faces[at].number + 0
        at = (at + 1) & (SLOTS - 1)
    if lore.room.faces + 1 >= AIMED:
        return NAMELESS + 0
    lore.room.faces = lore.room.faces + 1
    lore.faces[at].word = word
    lore.faces[at].number = lore.room.faces
    return lore.room.faces + 0


def needs(roster: Roster, need: float) -> int:
    """How many needs of first aid there can be at all that are no greater: numbers that go by their order."""
    n = 0
    for k in range(roster.rules.people):
        for left in range(max(roster.sheets[k].boxes_physical + 0, 0) + 1):
            n += 1 if stay.needs_so(roster, k, left) <= need else 0
    return n


def hits(roster: Roster) -> bool:
    """Whether anybody has what hits an area."""
    for i in range(roster.rules.people):  # noqa: SIM110 (a generator would not compile)
        if stay.hits_areas(roster, i):
            return True
    return False


def started(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int, s: int) -> int:
    """What the beginning of its turn makes of a local state."""
    then = lore.states[s].started + 0
    if then == UNNUMBERED:
        wear(cells, lore, k, s)
        end_own_effects(roster, field, k)
        then = number(roster, field, cells, lore, k)
        lore.states[s].started = then
    return then


def unaimed(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int, s: int) -> int:
    """A local state without its aim."""
    wear(cells, lore, k, s)
    field.who[k].aim = NOBODY
    return number(roster, field, cells, lore, k)


def renewed(roster: Roster, field: Field, cells: Cells, lore: Lore, k: int, s: int) -> int:
    """What a new round makes of a local state."""
    then = lore.refreshed[s] + 0
    if then == UNNUMBERED:
        acted = cells.who[k, ACTED] + 0
        wear(cells, lore, k, s)
        refreshed(roster, field, k)
        cells.who[k, ACTED] = acted
        then = number(roster, field, cells, lore, k)
        lore.refreshed[s] = then
    return then
