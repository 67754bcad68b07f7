"""What the fast loop keeps: the fight as numbers of local states, and what is known of them.

A *local state* is the row of one combatant (`field.Standing`, whose turn it is and what it has done in it left out)
under a number. Everything is in rows of whole numbers; in the compiled loop all of it is one record.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ..tactics.field import Load, Standing

STATES = 1 << 14
"""Local states that there is room for: two of them fit into a leaf of 31 bits."""

SLOTS = 2 * STATES
DECISIONS, RESTS, ATTACKS = 1 << 19, 1 << 13, 1 << 16
VERTICES = 1 << 17

ROUNDS = 10
"""Bits of the rounds that an attack takes."""

LOAD = len(fields(Load))
"""Cells of a weapon as it is."""

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

    `odd` is 1 where anything is out of the ordinary that the fast loop does not look after. `started` and
    `refreshed` are the states that a turn and a round make of it, -1 while that is not known. Then its words in keys
    of decisions (`loop_stay`): as a foe, a friend, itself, to one who acts or has acted; the bits of `need`; its aim.
    `face` and `friendly` number how it looks to a foe and to a
    friend who acts, from 1 on. `owner` is the first of equals
    (`field.Sheet.alike`), who share their states.
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
class Decision:
    """A decision remembered in one word; `key` is 0 for none."""

    key: int = 0
    word: int = 0


@dataclass(slots=True)
class Known:
    """What comes of an attack: the rounds that it takes, and from the bit `ROUNDS` on where its tree begins."""

    key: int = 0
    word: int = 0


@dataclass(slots=True)
class Vertex:
    """A branching: numbers below `first` lead to `low`, others below `second` to `middle`, the rest to `high`: another
    one or, less than 0, a leaf, the local states of the two afterwards (`loop_known.leaf_of`).
    Those three have 32 bits."""

    first: float = 0.0
    second: float = 0.0
    low: int = 0
    middle: int = 0
    high: int = 0


@dataclass(slots=True)
class Person:
    """A combatant: its local state and that in which it begins the fight, the words of its weapons to itself as it acts
    or has acted, a bit for each friend in reach, the most that any of them needs first aid (`Local.need`)."""

    state: int = 0
    first: int = 0
    loads_acts: int = 0
    loads_rests: int = 0
    near: int = 0
    most: int = 0


@dataclass(slots=True)
class Side:
    """A side: sums of the words of its people as foes and as friends; how many are up."""

    foe_acts: int = 0
    foe_rests: int = 0
    friend_acts: int = 0
    friend_rests: int = 0
    up: int = 0


@dataclass(slots=True)
class Room:
    """How much is in use. `may` is 1 in a fight for the fast loop, `rests` where weapons must rest between shots, so
    that a new round changes their words; `alike` where some are equals. There are so many `faces`. `ready` is 1 where
    everybody's first state is known, `spoilt` while anything but local states and weapons may differ from the start.
    Whoever comes before the place `at` in the order has acted.
    """

    may: int = 0
    rests: int = 0
    alike: int = 0
    faces: int = 0
    ready: int = 0
    spoilt: int = 0
    states: int = 0
    vertices: int = 0
    at: int = 0


class Lore(NamedTuple):
    """All of it. `rows` are the cells of local states one after the other, `slots` the hash table of them (a number
    and 1, 0 for none), `faces` that of how they look. `ended[s * MOST_PEOPLE + k]` fights have ended with k in the
    state s that are not counted yet. Cell c of an ordinary state must be `plain[c]` where `usual[c]` is 1. `path`,
    `kept` and `places` are scratch."""

    decisions: MutableSequence[Decision]
    rests: MutableSequence[Decision]
    attacks: MutableSequence[Known]
    vertices: MutableSequence[Vertex]
    room: Room
    people: MutableSequence[Person]
    sides: MutableSequence[Side]
    states: MutableSequence[Local]
    rows: MutableSequence[int]
    slots: MutableSequence[int]
    faces: MutableSequence[Face]
    ended: MutableSequence[int]
    usual: MutableSequence[int]
    plain: MutableSequence[int]
    path: MutableSequence[int]
    kept: MutableSequence[int]
    places: MutableSequence[int]


class Cells(NamedTuple):
    """A field's rows as plain 64-bit cells in the same memory: one row a line."""

    now: Any
    who: Any
    loads: Any
    grants: Any
