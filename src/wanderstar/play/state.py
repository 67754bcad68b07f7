"""The state of a table: everybody at it, the fight if there is one, clocks and covers. Frozen throughout.

What follows from other fields (out, reactions left, suppressed) is derived, never stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..book.combat import trauma
from ..book.combat.reactions import FREE_PER_ROUND
from ..book.core_mechanic.roll import Edge
from ..book.ruleset import ReadyEffect, Ruleset
from ..sheets.model import UNARMED, CoverSheet, Encounter, Morale, Person, Place, Weapon, Zone

STUNNED, PINNED = "stunned", "pinned"
LEFT, SURRENDERED = "left", "surrendered"


class GrantedEdge(NamedTuple):
    """An edge that the GM granted or imposed (T20, T21). `on` is next_test, until_round_end or fight."""

    edge: Edge
    on: str
    price: int
    reason: str


class Condition(NamedTuple):
    """A state with a name; `turns` of its bearer's own turns are left, None lasts until cleared.

    While it lasts it may give an `edge` (1 or -1; 0 none) on every test of its bearer, or on those of one `skill`;
    `price` is what the Advantage costs (T22).
    """

    name: str
    turns: int | None
    source: str | None
    rule: str
    edge: int = 0
    skill: str | None = None
    price: int = 0


class InUse(NamedTuple):
    """A cover in use (R49), `fully` behind it or not."""

    cover: str
    fully: bool


class Barred(NamedTuple):
    """C42: may not hit `who` in melee until the round after `reached`."""

    who: str
    reached: int


class Suppression(NamedTuple):
    """R42: an area (metres) in which everyone without cover from `who` is at Disadvantage."""

    who: str
    at: Place
    radius: float


class Clock(NamedTuple):
    """A progress clock (T30): how far it is, and how far it goes."""

    successes: int
    failures: int
    of_successes: int
    of_failures: int


class Combatant(NamedTuple):
    """One at the table. `boxes_mental` is -1 for a single track; `armor` is base and gear without cover.

    `gone` is how its part in the fight ended before it was out: left or surrendered. `enters` is the round of one
    who waits in a wave, None of everybody else.
    """

    id: str
    name: str
    side: str
    roster: int
    person: Person
    at: Place
    scale: int
    hidden: bool
    momentum: int | None
    physical: int
    mental: int
    boxes_physical: int
    boxes_mental: int
    armor: int
    carried: tuple[str, ...]
    held: tuple[str, ...]
    ammo: tuple[tuple[str, int], ...]
    significant: int
    minors: int
    tactic: str | None = None
    charged: tuple[str, ...] = ()
    reloading: tuple[tuple[str, int], ...] = ()
    fired: tuple[tuple[str, int], ...] = ()
    initiative: int | None = None
    delayed: str | None = None
    edges: tuple[GrantedEdge, ...] = ()
    barred: tuple[Barred, ...] = ()
    moved: bool = False
    reactions: int = FREE_PER_ROUND
    readied: int = 0
    aim: str | None = None
    cover: tuple[InUse, ...] = ()
    exposed: bool = False
    prone: bool = False
    held_by: str | None = None
    netted: bool = False
    dead: bool = False
    said_out: bool | None = None
    aided: bool = False
    conditions: tuple[Condition, ...] = ()
    unaware: bool = False
    gone: str | None = None
    enters: int | None = None
    morale: Morale | None = None

    @property
    def is_character(self) -> bool:
        """Whether a player speaks for it."""
        return self.person.kind == "character"

    @property
    def out(self) -> bool:
        """Out of action: a full track (R26), dead, gone from the fight, or by the GM's word."""
        if self.dead or self.gone is not None:
            return True
        if self.said_out is not None:
            return self.said_out
        return trauma.out(self.physical, self.mental, self.boxes_physical, self.boxes_mental)

    def has(self, condition: str) -> bool:
        """Whether a condition of that name is on it."""
        return any(c.name == condition for c in self.conditions)

    @property
    def stunned(self) -> bool:
        """No actions, no reactions (R36)."""
        return self.has(STUNNED)

    @property
    def pinned(self) -> bool:
        """May only break free (R36)."""
        return self.has(PINNED)

    def grade(self, characteristic: str) -> int:
        """What a characteristic gives it: 1 Advantage, 0, -1 Disadvantage (R8)."""
        return self.person.grades.get(characteristic, 0)

    def rounds(self, weapon: str) -> int | None:
        """What is left of a counted weapon; None when nobody counts."""
        for key, left in self.ammo:
            if key == weapon:
                return left
        return None


def bonus(combatant: Combatant, skill: str, ruleset: Ruleset) -> int:
    """The skill's bonus on this sheet; absent is Untrained (T26, R6, R7)."""
    name = combatant.person.skills.get(skill)
    found = None if name is None else ruleset.rank(name)
    return ruleset.untrained() if found is None else found


def put(pairs: tuple[tuple[str, int], ...], key: str, value: int) -> tuple[tuple[str, int], ...]:
    """The pairs with `key` set to `value`, in place where it stood."""
    if any(k == key for k, _ in pairs):
        return tuple((k, value if k == key else v) for k, v in pairs)
    return (*pairs, (key, value))


class State(NamedTuple):
    """A table at one moment. Mappings are never changed in place. `version` counts the events so far.

    `waves` are those who come in at the start of a later round; nobody but the GM knows of them, and they are not
    among the `combatants` until then.
    """

    encounter: Encounter
    ruleset: Ruleset
    combatants: Mapping[str, Combatant]
    covers: Mapping[str, CoverSheet]
    version: int = 0
    round: int = 0
    turn: str | None = None
    order: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    over: bool = False
    winner: str | None = None
    suppressions: tuple[Suppression, ...] = ()
    clocks: tuple[tuple[str, Clock], ...] = ()
    bands: tuple[tuple[str, str, int], ...] = ()
    zones: tuple[Zone, ...] = ()
    waves: tuple[Combatant, ...] = ()

    def stands(self) -> str:
        """How the fight stands, in a few words."""
        from .notebook import stands

        return stands({"over": self.over, "winner": self.winner, "turn": self.turn}, self.round)

    def __repr__(self) -> str:
        return f"State: {self.stands()}"

    @property
    def running(self) -> bool:
        """Whether a fight has begun and is not over."""
        return self.round > 0 and not self.over

    @property
    def plane(self) -> bool:
        """Whether the map's places have two dimensions; of an empty one, whether its encounter's had."""
        for c in self.combatants.values():
            return isinstance(c.at, tuple)
        places = [c.at for c in self.waves] + [cover.at for cover in self.covers.values()]
        places += [zone.low if zone.at is None else zone.at for zone in self.zones]  # type: ignore[misc]
        return isinstance(places[0], tuple) if places else self.encounter.dimension == 2

    def weapon(self, id: str) -> Weapon:
        """The weapon with that id (KeyError if none)."""
        return UNARMED if id == UNARMED.id else self.encounter.weapons[id]

    def clock(self, id: str) -> Clock | None:
        """The clock with that id, or None."""
        return dict(self.clocks).get(id)

    def key(self) -> tuple[Any, ...]:
        """What tells two states of one table apart in play; equal keys go on alike. Hashable."""
        return (tuple(self.combatants.values()), tuple(self.covers), *self[5:])


def reactions_left(combatant: Combatant, ruleset: Ruleset) -> int:
    """Free reactions left, a readied one included (C57, R30)."""
    extra = combatant.readied if ruleset.ready_effect == ReadyEffect.EXTRA_FREE else 0
    return combatant.reactions + extra
