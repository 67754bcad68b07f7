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

LAST = 1e9
"""A total above those of all who are there, lowest first."""

UNNUMBERED = 0xFFFF
"""The number of no state."""

SLOTS = 2 * STATES
DECISIONS, RESTS, ATTACKS, SMALLEST = 1 << 19, 1 << 17, 1 << 17, 1 << 10
"""Entries that tables have at most, and at first."""

QUIET = 1 << 12
"""So many situations are kept in which somebody has acted and does no more."""

LEAVES = 1 << 19
"""Leaves that there is room for. Those of an attack begin at a multiple of eight, and fill it up."""

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

OWN = 5
"""Bits of a weapon, counted among one's own from 1 on."""

AIMED, NAMELESS = (1 << LOOK) - 1, 1 << LOOK
"""The look of whom one aims at; others look as their face. The face of all who come once no number is left."""

NEED, NEEDS = 48, 1 << 15
"""From this bit on a key has the number of a need of first aid, of which there are fewer than so many."""

MINE, ARM, PARTNER, DOING = 18, 36, 46, 512
"""From the bit `ARM` on the key of an attack says how it is made (a weapon in `OWN` bits, then the manner; above
`DOING` are commands without one), from `PARTNER` on by whom and at whom, from `MINE` on one's own local state."""

LANES = 8
"""So many fights are played side by side."""

WINNERS, ROUNDS = 3, 1 << 10
"""Who may win those, one of two sides or none. Fights that may last so many rounds are not among them."""

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
    """What every turn of fights side by side asks of a local state: one line of the processor's cache.

    `words` are what it adds to the sums in keys of decisions (`loop_stay`) of two sides: to one of the first side who
    acts, who has acted, to one of the second. Then its words to itself, less those as a friend; its `need` of first
    aid as a number (`loop_local.needs`). `started` is the state that a turn makes of it, `UNNUMBERED` while that is
    not known; `face` numbers how it looks to a foe who acts, from 1 on. `odd` is 1 where anything is out of the
    ordinary that the fast loop does not look after; `aim` is its aim, `others` has a bit for everybody else.
    `standing` is 1 less `out`.
    """

    words: MutableSequence[int]
    own_acts: int = 0
    own_rests: int = 0
    need: int = 0
    started: int = UNNUMBERED
    face: int = 0
    others: int = 0
    standing: int = 0
    out: int = 0
    odd: int = 0
    aim: int = -1


@dataclass(slots=True)
class Trait:
    """What is asked of a local state less often.

    Its words as a foe, as a friend and not a foe (the difference), to one who acts or has acted; that as a friend who
    acts. `friendly` numbers how it looks to a friend who acts. `owner` is the first of equals (`field.Sheet.alike`),
    who share their states.
    """

    foe_acts: int = 0
    foe_rests: int = 0
    tie_acts: int = 0
    tie_rests: int = 0
    friend_acts: int = 0
    friendly: int = 0
    owner: int = 0


@dataclass(slots=True)
class Face:
    """A word about somebody, and its number; 0 for none."""

    word: int = 0
    number: int = 0


@dataclass(slots=True)
class Entry:
    """Something remembered in one word (`loop_shelf`); `key` is 0 for nothing. Of a decision that is the command; of an
    attack from the bit `USE` on 1 and the first eight of its leaves, 0 for none, below how it uses the weapon
    (`loop_kit`)."""

    key: int = 0
    word: int = 0


@dataclass(slots=True)
class Shelf:
    """How large a table is, the same less one as a mask, how large it may become, how much is in it."""

    size: int = 0
    mask: int = 0
    most: int = 0
    count: int = 0


@dataclass(slots=True)
class Leaf:
    """An end that an attack can have, one of several in a row: to numbers below its bound (`Lore.bounds`) that are none
    of those before it. Then the two are in the local states `mine` and `other`."""

    mine: int = 0
    other: int = 0


@dataclass(slots=True)
class Person:
    """A combatant: the numbers of its local state and its kit, the words of that to itself as it acts or has acted; how
    it looks (`Local`); a bit for each friend in reach, the most that any of them needs first aid
    (`Local.need`). What does not change: its side, the first of its equals, its first weapon, its `rank` among equal
    totals of initiative."""

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

    `may` is 1 in a fight for the fast loop of so many `people` and `sides`, `can` unless it is known that fights do
    not begin there, `abreast` where they are played side by side: the one numbered `next` is to begin next, the last
    before `last`, so many of them being `live`; `quick` is 1 where all of those begin alike. `rests` is 1 where
    weapons must rest between shots, so that a new round changes their words, `alike` where some are equals. There are
    so many `faces`. What a new round makes of so many states is `foreseen`. `ready` is 1 where everybody's first state
    is known, `spoilt` while anything but local states and kits may differ from the start. Of so many in the `line`
    whoever comes before the place `at` has acted, nobody behind it; `free` is 1 where who is there has not acted yet.
    `stale` has a bit for each whose `aid` may have changed. `foe_acts` and `foe_rests` are sums of everybody's words
    as a foe. `first_acts` and the like are those as the fight begins.
    """

    may: int = 0
    people: int = 0
    sides: int = 0
    abreast: int = 0
    can: int = 0
    next: int = 0
    last: int = 0
    live: int = 0
    quick: int = 0
    rests: int = 0
    alike: int = 0
    faces: int = 0
    ready: int = 0
    spoilt: int = 0
    states: int = 0
    foreseen: int = 0
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


@dataclass(slots=True)
class Bonds:
    """What of everybody does not change while fights are played side by side: masks of friends in reach (`helps`); a
    bit for each of their `foes`; their own, above those of all (`selves`); their `sides`; what they bring to keys of
    attacks as who makes them (`bases`) and as whom they are for (`targets`).
    """

    helps: Any
    foes: MutableSequence[int]
    selves: MutableSequence[int]
    sides: MutableSequence[int]
    bases: MutableSequence[int]
    targets: MutableSequence[int]


@dataclass(slots=True)
class Lane:
    """A fight beside others (`loop_lanes`), of two sides.

    Of everybody it has the numbers of the local state and the kit, how it looks (`Local.face`) and how much it needs
    first aid (`Local.need`), and the `sums` of all their words. The order has a `length`; in its `line` everybody has
    one of the `places`; `camps` have a bit for each place of the two sides, `up` for those of who is up.

    It is the turn of i, at the place `at`, in a `round`. i does `code` with a weapon in a manner (`arm`), at j now
    and before `at_first`; whom `more` shots are for is in one word. `spends` is 1 if these spend the aim at whom is
    `aimed`. `key` is of what is looked up next, from `spot` on; `known` says which leaves come of it. As many as
    `nth` of the turn's numbers have been used (`Luck`). `over` is 1 where the fight has ended.
    """

    nth: int
    key: int
    spot: int
    known: int
    more: int
    round: int
    at: int
    length: int
    up: int
    i: int
    j: int
    at_first: int
    code: int
    arm: int
    aimed: int
    spends: int
    over: int
    states: MutableSequence[int]
    kits: MutableSequence[int]
    faces: MutableSequence[int]
    needs: MutableSequence[int]
    sums: MutableSequence[int]
    camps: MutableSequence[int]
    line: MutableSequence[int]
    places: MutableSequence[int]


@dataclass(slots=True)
class Luck:
    """The numbers of all lanes, one beside the other: the keys of their fights (`lots`), round and person in one
    (`whens`), with these the keys of their turns (`turns`), of which the `points` are the numbers that are due."""

    lots: MutableSequence[int]
    whens: MutableSequence[int]
    turns: MutableSequence[int]
    points: MutableSequence[float]


class Lore(NamedTuple):
    """All of it. `deciding`, `resting`, `attacking` tell of the tables of decisions, those of who has acted, attacks.

    `quiet` has keys of situations in which who has acted does no more, each in the place that its low bits say.
    `bounds` are those of `leaves`, eight in a row. `refreshed` are the states that a round makes of states,
    `UNNUMBERED` while that is not known (from `Room.foreseen` on). Behind all `lanes` is one that has how fights begin.

    `line` is the order of initiative; `opening` and `sided` are people and sides as the fight begins. `rows` are the
    cells of local states one after the other, `slots` the hash table of them (a number and 1, 0 for none), `faces` that
    of how they look; `cells` and `kit_slots` the same of kits. `used[(kit * MOST_OWN + weapon) * USES + use]`, weapons
    being counted from 1 on, is the kit afterwards and 1, 0 while that is not known. Of fights that have ended and are
    not counted yet, so many were `won` by each side or none, `lasted` has how many took so many rounds; in
    `ended[s * MOST_PEOPLE + k]` of them k was in the state s, `spent` is the same with its kit. Cell c of an ordinary
    state must be `plain[c]` where `usual[c]` is 1. `totals`, `points` and `places` are scratch.
    """

    decisions: MutableSequence[Entry]
    rests: MutableSequence[Entry]
    quiet: MutableSequence[int]
    attacks: MutableSequence[Entry]
    deciding: Shelf
    resting: Shelf
    attacking: Shelf
    bounds: Any
    leaves: MutableSequence[Leaf]
    room: Room
    line: MutableSequence[int]
    totals: Any
    points: Any
    people: MutableSequence[Person]
    opening: MutableSequence[Person]
    sides: MutableSequence[Side]
    sided: MutableSequence[Side]
    states: MutableSequence[Local]
    traits: MutableSequence[Trait]
    refreshed: MutableSequence[int]
    rows: MutableSequence[int]
    slots: MutableSequence[int]
    faces: MutableSequence[Face]
    kits: MutableSequence[Kit]
    cells: MutableSequence[int]
    kit_slots: MutableSequence[int]
    used: MutableSequence[int]
    won: MutableSequence[int]
    lasted: MutableSequence[int]
    ended: MutableSequence[int]
    spent: MutableSequence[int]
    usual: MutableSequence[int]
    plain: MutableSequence[int]
    places: MutableSequence[int]
    bonds: Bonds
    luck: Luck
    lanes: MutableSequence[Lane]


class Cells(NamedTuple):
    """A field's rows as plain 64-bit cells in the same memory: one row a line."""

    now: Any
    who: Any
    loads: Any
    grants: Any
