"""What the fast loop keeps: the fight as numbers of local states, and what is known of them.

A *local state* is the row of one combatant (`field.Standing`, whose turn it is and what it has done in it left out)
under a number, a *kit* its weapons as they are (`field.Load`). Everything is in rows of whole numbers; in the compiled
loop all of it is one record.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ..tactics.field import Load, Standing

STATES = 1 << 14
"""Local states that there is room for."""

SLOTS = 2 * STATES
DECISIONS, RESTS, ATTACKS, SMALLEST = 1 << 19, 1 << 17, 1 << 17, 1 << 10
"""Entries that tables have at most, and at first."""

LEAVES = 1 << 19

LOAD = len(fields(Load))
"""Cells of a weapon as it is."""

KITS, MOST_OWN = 1 << 14, 16
"""Kits that there is room for, and weapons of one combatant."""

USES = 8
"""Ways in which a weapon changes when it is used (`loop_kit`)."""

DEEPEST = 12
"""Branchings of one attack, at most."""

LOOK = 10
"""Bits of how somebody looks, in a word for all equals (`loop_alike`)."""

AIMED, NAMELESS = (1 << LOOK) - 1, 1 << LOOK
"""The look of whom one aims at; others look as their face. The face of all who come once no number is left."""

MOST_PEOPLE, MOST_SLOTS = 16, 128
"""Fights of this size have keys of one word."""

NAMES = tuple(f.name for f in fields(Standing))
WIDTH = len(NAMES)
SIGNIFICANT, MINORS, MOVED, ACTED = (
    NAMES.index(name) for name in ("significant", "minors", "moved", "acted")
)
"""Cells of a row that belong to the turn, not to the local state."""

ORDINARY = {
    "momentum",
    "physical",
    "mental",
    "dead",
    "said_out",
    "reactions",
    "readied",
    "aim",
    "exposed",
    "prone",
}
ORDINARY |= {"aided", "x", "y", "significant", "minors", "moved", "acted"}
"""Cells that the fast loop looks after; every other one must be as it is in a new row."""


@dataclass(slots=True)
class Local:
    """What is known of a local state.

    `odd` is 1 where anything is out of the ordinary that the fast loop does not look after. `started` and `refreshed`
    are the states that a turn and a round make of it, -1 while that is not known. Then its words in keys of decisions
    (`loop_stay`): as a foe, a friend, a friend and not a foe (the difference), itself and not a friend, to one who acts
    or has acted; the bits of `need`; its aim. `face` and `friendly` number how it looks to a foe and to a friend who
    acts, from 1 on. `owner` is the first of equals (`field.Sheet.alike`), who share their states.
    """

    owner: int = 0
    out: int = 0
    odd: int = 0
    started: int = -1
    refreshed: int = -1
    foe_acts: int = 0
    foe_rests: int = 0
    friend_acts: int = 0
    friend_rests: int = 0
    tie_acts: int = 0
    tie_rests: int = 0
    own_acts: int = 0
    own_rests: int = 0
    need: int = 0
    aim: int = -1
    face: int = 0
    friendly: int = 0


@dataclass(slots=True)
class Face:
    """A word about somebody, and its number; 0 for none."""

    word: int = 0
    number: int = 0


@dataclass(slots=True)
class Entry:
    """Something remembered in one word (`loop_shelf`); `key` is 0 for nothing. Of a decision that is the command; of an
    attack from the bit `USE` on 1 and the first of its leaves, 0 for none, below how it uses the weapon
    (`loop_kit`)."""

    key: int = 0
    word: int = 0


@dataclass(slots=True)
class Shelf:
    """How large a table is, how large it may become, how much is in it."""

    size: int = 0
    most: int = 0
    count: int = 0


@dataclass(slots=True)
class Leaf:
    """An end that an attack can have, one of several in a row: to numbers below `below` that are none of those before
    it. Then the two are in the local states `mine` and `other`."""

    below: float = 0.0
    mine: int = 0
    other: int = 0


@dataclass(slots=True)
class Person:
    """A combatant: the numbers of its local state and its kit, the words of that to itself as it acts or has acted; how
    it looks (`Local`); a bit for each friend in reach, a word of the most that any of them needs first aid
    (`Local.need`). What does not change: its side, the first of its equals, its first weapon, its `rank`
    among equal totals of initiative."""

    state: int = 0
    kit: int = 0
    acts: int = 0
    rests: int = 0
    face: int = 0
    friendly: int = 0
    near: int = 0
    aid: int = 0
    side: int = 0
    alike: int = 0
    own: int = 0
    rank: int = 0


@dataclass(slots=True)
class Kit:
    """The weapons of one combatant as they are: its owner (the first of equals), their words to who has them as it acts
    or has acted."""

    owner: int = 0
    acts: int = 0
    rests: int = 0


@dataclass(slots=True)
class Side:
    """A side: sums of the words of its people as friends and not foes; how many are up; its foes are among the people
    from `first` to before `last`."""

    tie_acts: int = 0
    tie_rests: int = 0
    up: int = 0
    first: int = 0
    last: int = 0


@dataclass(slots=True)
class Room:
    """How much is in use, and where the fight is.

    `may` is 1 in a fight for the fast loop of so many `people`, `rests` where weapons must rest between shots, so that
    a new round changes their words; `alike` where some are equals. There are so many `faces`. `ready` is 1 where
    everybody's first state is known, `spoilt` while anything but local states and kits may differ from the start. Of so
    many in the `line` whoever comes before the place `at` has acted, nobody behind it; `free` is 1 where who is there
    has not acted yet. `stale` has a bit for each whose word of `aid` may have changed. `foe_acts` and `foe_rests` are
    sums of everybody's words as a foe. `first_acts` and the like are those as the fight begins. `ahead` is what was
    looked at ahead of time.
    """

    may: int = 0
    people: int = 0
    rests: int = 0
    alike: int = 0
    faces: int = 0
    ready: int = 0
    spoilt: int = 0
    states: int = 0
    kits: int = 0
    leaves: int = 0
    line: int = 0
    at: int = 0
    stale: int = 0
    foe_acts: int = 0
    foe_rests: int = 0
    first_acts: int = 0
    first_rests: int = 0
    free: int = 1
    first_at: int = 0
    first_free: int = 1
    ahead: int = 0


class Lore(NamedTuple):
    """All of it. `deciding`, `resting`, `attacking` tell of the tables of decisions, those of who has acted, attacks.

    `line` is the order of initiative; `opening` and `sided` are people and sides as the fight begins. `rows` are the
    cells of local states one after the other, `slots` the hash table of them (a number and 1, 0 for none), `faces` that
    of how they look; `cells` and `kit_slots` the same of kits. `used[(kit * MOST_OWN + weapon) * USES + use]` is the
    kit afterwards and 1, 0 while that is not known. `ended[s * MOST_PEOPLE + k]` fights have ended with k in the state
    s that are not counted yet, `spent` the same with its kit. Cell c of an ordinary state must be `plain[c]` where
    `usual[c]` is 1. `totals` and `places` are scratch.
    """

    decisions: MutableSequence[Entry]
    rests: MutableSequence[Entry]
    attacks: MutableSequence[Entry]
    deciding: Shelf
    resting: Shelf
    attacking: Shelf
    leaves: MutableSequence[Leaf]
    room: Room
    line: MutableSequence[int]
    totals: MutableSequence[int]
    people: MutableSequence[Person]
    opening: MutableSequence[Person]
    sides: MutableSequence[Side]
    sided: MutableSequence[Side]
    states: MutableSequence[Local]
    rows: MutableSequence[int]
    slots: MutableSequence[int]
    faces: MutableSequence[Face]
    kits: MutableSequence[Kit]
    cells: MutableSequence[int]
    kit_slots: MutableSequence[int]
    used: MutableSequence[int]
    ended: MutableSequence[int]
    spent: MutableSequence[int]
    usual: MutableSequence[int]
    plain: MutableSequence[int]
    places: MutableSequence[int]


class Cells(NamedTuple):
    """A field's rows as plain 64-bit cells in the same memory: one row a line."""

    now: Any
    who: Any
    loads: Any
    grants: Any
