"""The ruleset: one place for every number and reading that a table may change.

A `Ruleset` is a flat tuple of integers, booleans and `IntEnum` members, so that rules that take it stay plain.
How a file spells its switches is told in `switches`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .readings import (
    Attackers,
    Conflict,
    Death,
    DisengageMode,
    DiveEffect,
    EngagedFire,
    Holders,
    NaturalMode,
    NpcReaction,
    Overflow,
    ReactionMode,
    ReadyEffect,
    Refresh,
    SuppressTest,
    ThreatEffect,
    Tiebreak,
    Timeout,
    UnknownSkill,
    WhoRolls,
)

__all__ = [
    "DEFAULT",
    "Attackers",
    "Conflict",
    "Death",
    "DisengageMode",
    "DiveEffect",
    "EngagedFire",
    "Fault",
    "Holders",
    "NaturalMode",
    "NpcReaction",
    "Overflow",
    "PerN",
    "ReactionMode",
    "ReadyEffect",
    "Refresh",
    "Ruleset",
    "SuppressTest",
    "ThreatEffect",
    "Tiebreak",
    "Timeout",
    "UnknownSkill",
    "WhoRolls",
]


class PerN(NamedTuple):
    """A number that may scale with Auto N (R44): `times * N + flat`."""

    times: int
    flat: int

    def of(self, n: int) -> int:
        """The number for Auto `n`."""
        return self.times * n + self.flat


Pairs = tuple[tuple[str, int], ...]
Words = tuple[tuple[str, str], ...]


class Ruleset(NamedTuple):
    """Every switch; field `a_b` is spelled `a.b` in a file. Defaults are the rulings' own readings."""

    momentum_characteristic_advantage_cost: int = 1
    momentum_characteristic_disadvantage_gain: int = 1
    momentum_gain_when_cancelled: bool = False
    momentum_disadvantage_gain: int = 1
    momentum_holders: Holders = Holders.PLAYERS
    momentum_start: int = 1
    momentum_cap: int | None = 6
    advantage_conflict: Conflict = Conflict.CANCEL
    skills_ranks: Pairs = (
        ("Untrained", -3),
        ("Novice", 0),
        ("Trained", 1),
        ("Professional", 2),
        ("Expert", 3),
    )
    skills_catalogue: Words = (
        ("Survival", "Endurance"),
        ("Athletics", "Dexterity"),
        ("Close Quarters", "Strength"),
        ("Ranged Weapons", "Dexterity"),
        ("Explosives", "Intellect"),
        ("Sneaking", "Dexterity"),
        ("Recon", "Intellect"),
        ("Deceive", "Social"),
        ("Psychology", "Intellect"),
        ("Medicine", "Intellect"),
    )
    skills_unknown: UnknownSkill = UnknownSkill.UNTRAINED
    characteristics_names: tuple[str, ...] = (
        "Strength",
        "Dexterity",
        "Endurance",
        "Intellect",
        "Education",
        "Social",
    )
    characteristics_advantage_min: int = 9
    characteristics_disadvantage_max: int = 5
    natural_mode: NaturalMode = NaturalMode.AUTO_OUTCOME
    clock_successes: int = 3
    clock_failures: int = 3
    contest_net_wins: int = 2
    contest_max_exchanges: int | None = 5
    contest_timeout: Timeout = Timeout.LEADER
    defence_reaction_mode: ReactionMode = ReactionMode.MIRROR
    npc_threat_effect: ThreatEffect = ThreatEffect.ON
    npc_reaction: NpcReaction = NpcReaction.STATIC
    npc_static: tuple[int, int, int] = (6, 7, 8)
    npc_track: Pairs = (("minion", 1), ("standard", 2), ("elite", 4))
    combat_who_rolls: WhoRolls = WhoRolls.PLAYERS
    armor_base: int = 3
    armor_floor: int = 1
    trauma_physical: int = 4
    trauma_mental: int = 4
    trauma_overflow: Overflow = Overflow.OTHER_TRACK
    trauma_max_per_hit: int = 2
    trauma_death: Death = Death.BOTH_FULL
    initiative_gm_tiebreak: Tiebreak = Tiebreak.PCS_FIRST
    engaged_fire_scope: EngagedFire = EngagedFire.TARGET
    ready_effect: ReadyEffect = ReadyEffect.EXTRA_FREE
    reaction_refresh: Refresh = Refresh.ROUND_START
    move_metres: float = 6
    minor_max: int = 3
    disengage_mode: DisengageMode = DisengageMode.FREE_ATTACK
    disengage_attackers: Attackers = Attackers.ONE
    disengage_test: str = "Athletics"
    dive_effect: DiveEffect = DiveEffect.COVER_ONLY
    suppress_radius: float = 6
    suppress_test: SuppressTest = SuppressTest.NONE
    auto_burst_damage: PerN = PerN(1, 0)
    auto_full_attacks: PerN = PerN(1, 0)
    auto_full_ammo: PerN = PerN(3, 0)
    scale_factor: int = 10

    def rank(self, name: str) -> int | None:
        """The bonus of the rank `name` (R6); None when there is no such rank."""
        return dict(self.skills_ranks).get(name)

    def untrained(self) -> int:
        """The bonus without the skill: the rank of that name, else the book's -3 (T26, R6)."""
        named = self.rank("Untrained")
        return -3 if named is None else named

    def expert(self) -> int:
        """The bonus from which a task that is not uncertain needs no roll (T50, R6)."""
        named = self.rank("Expert")
        return max(bonus for _, bonus in self.skills_ranks) if named is None else named

    def characteristic_of(self, skill: str) -> str | None:
        """The default characteristic of `skill` (T12, R7); None when no catalogue lists it."""
        return dict(self.skills_catalogue).get(skill)


DEFAULT = Ruleset()


class Fault(NamedTuple):
    """What is wrong at one place of a file: the key's path, the problem, what was found, what would do."""

    key: str
    problem: str
    found: Any
    expected: list[Any]
