"""What a sheet says, as frozen values: weapons, people, covers, encounters. No parsing here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..book.combat.range import Band
from ..book.ruleset import Ruleset

Place = float | tuple[float, float]
"""Metres: one number on a line, a pair on a plane."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon. `dice` D6 `+ plus` damage; `band` its effective band (None: melee only).

    Numbers of absent traits are 0 (`auto`, `piercing`, `damage`, `reload`) or None (`blast`).
    """

    id: str
    name: str
    dice: int = 0
    plus: int = 0
    band: Band | None = None
    melee: bool = False
    skill: str | None = None
    characteristic: str | None = None
    hands: int = 1
    compact: bool = False
    magazine: int | None = None
    count: int | None = None
    thrown: bool = False
    scale: int | None = None
    auto: int = 0
    blast: float | None = None
    piercing: int = 0
    damage: int = 0
    reload: int = 0
    to_mental: bool = False
    suppressive: bool = False
    artillery: bool = False
    charge: bool = False
    slow: bool = False
    one_use: bool = False
    scope: bool = False
    precise: bool = False
    reach: bool = False
    smasher: bool = False
    stun: bool = False
    entangle: bool = False
    explosive: bool = False


UNARMED = Weapon("unarmed", "Unarmed", dice=1, melee=True, hands=1)
"""Fist, boot or headbutt: everyone has it (C46)."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon on a sheet, with how many of it (None: the weapon's own count, or uncounted)."""

    weapon: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """A character or an adversary. `threat` and a single track are an adversary's.

    `scores` are characteristics given as numbers, `grades` all of them as -1, 0, 1 (Disadvantage, neutral,
    Advantage); `skills` are rank names by skill; `armor` is the worn bonus; `mental` is None for adversaries.
    """

    id: str
    name: str
    kind: str
    threat: str | None
    scores: Mapping[str, int]
    grades: Mapping[str, int]
    skills: Mapping[str, str]
    armor: int
    weapons: tuple[Carried, ...]
    physical: int
    mental: int | None
    momentum: int | None = None
    scale: int = 0
    notes: str = ""

    def __hash__(self) -> int:
        return hash((self.kind, self.id))


@dataclass(frozen=True, slots=True)
class Armor:
    """Worn protection: `bonus` is added to the base armor."""

    id: str
    name: str
    bonus: int


@dataclass(frozen=True, slots=True)
class Morale:
    """What one does at a `loss` (share of the boxes, more than 0 and at most 1): "flee" or "surrender"."""

    loss: float
    does: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight. `morale` holds for those of it who have none of their own."""

    id: str
    name: str
    tactic: str | None = None
    morale: Morale | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """One combatant of an encounter, in roster order; `held` are weapon ids.

    `unaware` of the foes when the fight begins; `enters` at the start of that round (None: there from the start).
    """

    id: str
    name: str
    person: Person
    side: str
    at: Place
    held: tuple[str, ...]
    hidden: bool = False
    tactic: str | None = None
    unaware: bool = False
    enters: int | None = None
    morale: Morale | None = None


@dataclass(frozen=True, slots=True)
class CoverSheet:
    """A piece of cover: `grade` "light" or "solid"; `hides` when one may be fully behind it; `arc` degrees."""

    id: str
    at: Place
    grade: str
    hides: bool = False
    arc: float = 120.0


@dataclass(frozen=True, slots=True)
class ZoneGives:
    """What a zone gives: `edge` 1 or -1, `on` attacks_from, attacks_against or tests.

    `skill` (tests) and `range` (attacks; "ranged" or "melee") narrow it, None leaves it wide; `price` is what the
    Advantage costs (T22).
    """

    on: str
    edge: int
    skill: str | None = None
    range: str | None = None
    price: int = 1


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the map that imposes or grants an edge while one is inside: dark, smoke, mud (T20, T21).

    Either from `low` to `high` (a stretch of a line, a rectangle of a plane), or `radius` metres around `at`.
    """

    id: str
    name: str
    gives: tuple[ZoneGives, ...]
    low: Place | None = None
    high: Place | None = None
    at: Place | None = None
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where the map ends: a stretch of a line, or a rectangle of a plane by two corners."""

    low: Place
    high: Place


@dataclass(frozen=True, slots=True)
class Encounter:
    """A fight ready to begin. `people` are all characters and adversaries that may still be added, `notes` what its
    author tells the GM.

    `source` is the encounter as one self-contained JSON object (`packs` empty, everything written out):
    the form that a journal's header holds, and loading it again gives an equal encounter.
    """

    name: str
    sides: tuple[Side, ...]
    combatants: tuple[Placed, ...]
    covers: tuple[CoverSheet, ...]
    weapons: Mapping[str, Weapon]
    people: Mapping[str, Person]
    ruleset: Ruleset
    source: Mapping[str, Any] = field(repr=False)
    armor: Mapping[str, Armor] = field(default_factory=dict)
    zones: tuple[Zone, ...] = ()
    bounds: Bounds | None = None
    notes: str = ""

    def __repr__(self) -> str:
        return f"Encounter: {self.name}, {len(self.combatants)} combatants"

    @property
    def dimension(self) -> int | None:
        """1 when places are numbers, 2 when they are pairs; None while nothing has a place."""
        places = [one.at for one in self.combatants] + [one.at for one in self.covers]
        places += [one.low if one.at is None else one.at for one in self.zones]  # type: ignore[misc]
        places += [] if self.bounds is None else [self.bounds.low]
        return None if not places else 2 if isinstance(places[0], tuple) else 1
