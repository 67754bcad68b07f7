"""The switches of the rulings, with their defaults: one place for every number a table may change.

A `Ruleset` is a flat tuple of integers, booleans and `IntEnum` members, so that rules that take it stay
plain. `SWITCHES` says for each field how a ruleset file spells it, which ruling it belongs to and which
values would do; `from_tables` reads the tables of such a file and reports all faults at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple


class Conflict(IntEnum):
    """R2: what Advantage and Disadvantage together become."""

    CANCEL = 0
    DISADVANTAGE_WINS = 1
    ADVANTAGE_WINS = 2
    MAJORITY = 3


class Holders(IntEnum):
    """R4: who has a Momentum pool."""

    PLAYERS = 0
    ALL = 1


class UnknownSkill(IntEnum):
    """R7: a skill that no catalogue lists."""

    UNTRAINED = 0
    ERROR = 1


class NaturalMode(IntEnum):
    """R9: whether natural 2 and 12 decide a test."""

    AUTO_OUTCOME = 0
    FLAGS_ONLY = 1


class Timeout(IntEnum):
    """R14: who wins a contest that reaches its last exchange."""

    LEADER = 0
    STATUS_QUO = 1


class ReactionMode(IntEnum):
    """R18, R81: what a character's reaction does against an adversary's attack."""

    MIRROR = 0
    IS_AVOID_ROLL = 1
    AUTO_ADVANTAGE = 2


class ThreatEffect(IntEnum):
    """R19: whether an adversary's threat gives an edge to the avoider."""

    ON = 0
    OFF = 1


class NpcReaction(IntEnum):
    """R20: how an adversary's reaction is settled when adversaries do not roll."""

    STATIC = 0
    AUTO = 1
    ROLLED = 2
    NONE = 3


class WhoRolls(IntEnum):
    """R21: the frame of the exchange."""

    PLAYERS = 0
    BOTH = 1


class Overflow(IntEnum):
    """R25: where trauma goes that a track cannot hold."""

    OTHER_TRACK = 0
    LOST = 1


class Death(IntEnum):
    """R26: when a character dies."""

    BOTH_FULL = 0
    PHYSICAL_OVERFLOW = 1
    NEVER = 2


class Tiebreak(IntEnum):
    """R28: the last word on initiative ties."""

    PCS_FIRST = 0
    ROSTER = 1


class EngagedFire(IntEnum):
    """R33: which engagement makes a shot clumsy."""

    TARGET = 0
    SHOOTER = 1


class ReadyEffect(IntEnum):
    """R30: what a readied reaction gives."""

    EXTRA_FREE = 0
    ADVANTAGE = 1


class Refresh(IntEnum):
    """R31: when the free reaction comes back."""

    ROUND_START = 0
    OWN_TURN = 1


class DisengageMode(IntEnum):
    """R34, R81: what backing out of Engaged range costs."""

    FREE_ATTACK = 0
    TEST = 1
    TEST_ELSE_FREE_ATTACK = 2
    SAFE = 3


class Attackers(IntEnum):
    """R34: how many opponents may strike at one who leaves."""

    ONE = 0
    ALL = 1


class DiveEffect(IntEnum):
    """R41: what diving for cover does."""

    COVER_ONLY = 0
    COVER_AND_DISADVANTAGE = 1
    DISADVANTAGE_ONLY = 2


class SuppressTest(IntEnum):
    """R42, R81: whether suppression needs an attack roll."""

    NONE = 0
    ATTACK = 1


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
    skills_ranks: Pairs = (("Untrained", -3), ("Novice", 0), ("Trained", 1), ("Professional", 2), ("Expert", 3))
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
        """The bonus without the skill: the lowest rank (T26, R6)."""
        return min(bonus for _, bonus in self.skills_ranks)

    def expert(self) -> int:
        """The bonus from which a task that is not uncertain needs no roll (T50, R6)."""
        named = self.rank("Expert")
        return max(bonus for _, bonus in self.skills_ranks) if named is None else named

    def characteristic_of(self, skill: str) -> str | None:
        """The default characteristic of `skill` (T12, R7); None when no catalogue lists it."""
        return dict(self.skills_catalogue).get(skill)

    def to_tables(self) -> dict[str, dict[str, Any]]:
        """This ruleset as the tables of a ruleset file, every key written out."""
        tables: dict[str, dict[str, Any]] = {}
        for switch in SWITCHES:
            table, key = switch.key.split(".")
            tables.setdefault(table, {})[key] = switch.write(getattr(self, switch.field))
        return tables


class Switch(NamedTuple):
    """One switch: its key in a file, its ruling, and what values it takes.

    `kind` is one of `int`, `number`, `bool`, `choice`, `int_or_none`, `per_n`, `text`, `ints`, `names`,
    `ranks`, `words`; `low` and `high` bound the numbers; `choices` is the enumeration of a choice.
    """

    key: str
    ruling: str
    kind: str
    low: float = 0
    high: float = 1000
    choices: type[IntEnum] | None = None

    @property
    def field(self) -> str:
        """The field of `Ruleset` that this switch sets."""
        return self.key.replace(".", "_")

    def expected(self) -> list[Any]:
        """The values that would do, for a person to read."""
        span = f"{self.low:g} to {self.high:g}"
        if self.choices is not None:
            return [member.name.lower() for member in self.choices]
        return {
            "int": [f"a whole number from {span}"],
            "number": [f"a number from {span}"],
            "bool": [True, False],
            "int_or_none": [f"a whole number from {span}", "none"],
            "per_n": [f"a whole number from {span}", "N", "2N", "3N"],
            "text": ["a name"],
            "ints": ["three whole numbers: at Disadvantage, neutral, at Advantage"],
            "names": ["a list of different names"],
            "ranks": ["a table of whole numbers by name"],
            "words": ["a table of characteristics by skill"],
        }[self.kind]

    def read(self, value: Any) -> Any:
        """The field's value for a file's `value`; raises ValueError when it will not do."""
        return _READERS[self.kind](self, value)

    def write(self, value: Any) -> Any:
        """A file's spelling of the field's `value`; `read` of it gives `value` again."""
        if isinstance(value, PerN):
            return value.flat if not value.times else ("N" if value.times == 1 else f"{value.times}N")
        if isinstance(value, IntEnum):
            return value.name.lower()
        if self.kind in ("ranks", "words"):
            return dict(value)
        if isinstance(value, tuple):
            return list(value)
        return "none" if value is None else value


def _whole(switch: Switch, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not switch.low <= value <= switch.high:
        raise ValueError(value)
    return value


def _number(switch: Switch, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not switch.low <= value <= switch.high:
        raise ValueError(value)
    return value


def _flag(switch: Switch, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _choice(switch: Switch, value: Any) -> IntEnum:
    assert switch.choices is not None
    if isinstance(value, bool) and set(switch.choices.__members__) == {"ON", "OFF"}:
        value = "on" if value else "off"
    for member in switch.choices:
        if value == member.name.lower():
            return member
    raise ValueError(value)


def _per_n(switch: Switch, value: Any) -> PerN:
    if isinstance(value, str) and value.endswith("N") and (value == "N" or value[:-1].isascii()):
        times = 1 if value == "N" else int(value[:-1]) if value[:-1].isdigit() else 0
        if 1 <= times <= 20:
            return PerN(times, 0)
        raise ValueError(value)
    return PerN(0, _whole(switch, value))


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 60 or not value.isprintable():
        raise ValueError(value)
    return value


def _names(switch: Switch, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or len(set(map(str, value))) != len(value):
        raise ValueError(value)
    return tuple(_name(item) for item in value)


def _table(value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError(value)
    for key, item in value.items():
        yield _name(key), item


def _ranks(switch: Switch, value: Any) -> Pairs:
    ranks = tuple((key, _whole(switch, item)) for key, item in _table(value))
    if switch.key == "npc.track" and {key for key, _ in ranks} != {"minion", "standard", "elite"}:
        raise ValueError(value)
    return ranks


def _ints(switch: Switch, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError(value)
    return tuple(_whole(switch, item) for item in value)


_READERS: dict[str, Any] = {
    "int": _whole,
    "number": _number,
    "bool": _flag,
    "choice": _choice,
    "int_or_none": lambda switch, value: None if value == "none" else _whole(switch, value),
    "per_n": _per_n,
    "text": lambda switch, value: _name(value),
    "ints": _ints,
    "names": _names,
    "ranks": _ranks,
    "words": lambda switch, value: tuple((key, _name(item)) for key, item in _table(value)),
}

SWITCHES: tuple[Switch, ...] = (
    Switch("momentum.characteristic_advantage_cost", "R1", "int", 0, 1),
    Switch("momentum.characteristic_disadvantage_gain", "R1", "int", 0, 1),
    Switch("momentum.gain_when_cancelled", "R3", "bool"),
    Switch("momentum.disadvantage_gain", "R3", "int", 0, 10),
    Switch("momentum.holders", "R4", "choice", choices=Holders),
    Switch("momentum.start", "R5", "int", 0, 1000),
    Switch("momentum.cap", "R5", "int_or_none", 0, 1000),
    Switch("advantage.conflict", "R2", "choice", choices=Conflict),
    Switch("skills.ranks", "R6", "ranks", -20, 20),
    Switch("skills.catalogue", "R7", "words"),
    Switch("skills.unknown", "R7", "choice", choices=UnknownSkill),
    Switch("characteristics.names", "R8", "names"),
    Switch("characteristics.advantage_min", "R8", "int", 0, 100),
    Switch("characteristics.disadvantage_max", "R8", "int", 0, 100),
    Switch("natural.mode", "R9", "choice", choices=NaturalMode),
    Switch("clock.successes", "R15", "int", 1, 100),
    Switch("clock.failures", "R15", "int", 1, 100),
    Switch("contest.net_wins", "R14", "int", 1, 100),
    Switch("contest.max_exchanges", "R14", "int_or_none", 1, 1000),
    Switch("contest.timeout", "R14", "choice", choices=Timeout),
    Switch("defence.reaction_mode", "R18", "choice", choices=ReactionMode),
    Switch("npc.threat_effect", "R19", "choice", choices=ThreatEffect),
    Switch("npc.reaction", "R20", "choice", choices=NpcReaction),
    Switch("npc.static", "R20", "ints", 2, 12),
    Switch("npc.track", "R26", "ranks", 1, 100),
    Switch("combat.who_rolls", "R21", "choice", choices=WhoRolls),
    Switch("armor.base", "R24", "int", 0, 100),
    Switch("armor.floor", "R24", "int", 0, 100),
    Switch("trauma.physical", "R25", "int", 1, 100),
    Switch("trauma.mental", "R25", "int", 1, 100),
    Switch("trauma.overflow", "R25", "choice", choices=Overflow),
    Switch("trauma.max_per_hit", "R25", "int", 1, 2),
    Switch("trauma.death", "R26", "choice", choices=Death),
    Switch("initiative.gm_tiebreak", "R28", "choice", choices=Tiebreak),
    Switch("engaged_fire.scope", "R33", "choice", choices=EngagedFire),
    Switch("ready.effect", "R30", "choice", choices=ReadyEffect),
    Switch("reaction.refresh", "R31", "choice", choices=Refresh),
    Switch("move.metres", "R32", "number", 0, 1000),
    Switch("minor.max", "R32", "int", 0, 100),
    Switch("disengage.mode", "R34", "choice", choices=DisengageMode),
    Switch("disengage.attackers", "R34", "choice", choices=Attackers),
    Switch("disengage.test", "R34", "text"),
    Switch("dive.effect", "R41", "choice", choices=DiveEffect),
    Switch("suppress.radius", "R42", "number", 0, 1000),
    Switch("suppress.test", "R42", "choice", choices=SuppressTest),
    Switch("auto.burst_damage", "R44", "per_n", 0, 100),
    Switch("auto.full_attacks", "R44", "per_n", 1, 100),
    Switch("auto.full_ammo", "R44", "per_n", 0, 1000),
    Switch("scale.factor", "R48", "int", 1, 1000),
)

DEFAULT = Ruleset()


class Fault(NamedTuple):
    """What is wrong at one place of a file: the key's path, the problem, what was found, what would do."""

    key: str
    problem: str
    found: Any
    expected: list[Any]


def from_tables(tables: Mapping[str, Any]) -> tuple[Ruleset, list[Fault]]:
    """The ruleset that `tables` (a ruleset file's content) describe, and every fault in them.

    Keys left out keep their defaults; `format` is passed over. With faults the ruleset is the defaults.
    """
    by_table: dict[str, dict[str, Switch]] = {}
    for switch in SWITCHES:
        table, key = switch.key.split(".")
        by_table.setdefault(table, {})[key] = switch
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    for table, content in tables.items():
        if table == "format":
            continue
        if table not in by_table:
            faults.append(Fault(table, "unknown key", table, sorted(by_table)))
        elif not isinstance(content, Mapping):
            faults.append(Fault(table, "not a table", content, sorted(by_table[table])))
        else:
            for key, value in content.items():
                known = by_table[table].get(key)
                if known is None:
                    faults.append(Fault(f"{table}.{key}", "unknown key", key, sorted(by_table[table])))
                    continue
                try:
                    values[known.field] = known.read(value)
                except ValueError:
                    faults.append(Fault(known.key, "unknown value", value, known.expected()))
    if faults:
        return DEFAULT, faults
    ruleset = DEFAULT._replace(**values)
    return ruleset, _contradictions(ruleset)


def _contradictions(ruleset: Ruleset) -> list[Fault]:
    faults = []
    low, high = ruleset.characteristics_disadvantage_max, ruleset.characteristics_advantage_min
    if low >= high:
        faults.append(
            Fault("characteristics.disadvantage_max", "not below advantage_min", low, [f"less than {high}"])
        )
    for skill, characteristic in ruleset.skills_catalogue:
        if characteristic not in ruleset.characteristics_names:
            expected: list[Any] = list(ruleset.characteristics_names)
            faults.append(Fault(f"skills.catalogue.{skill}", "unknown characteristic", characteristic, expected))
    cap = ruleset.momentum_cap
    if cap is not None and ruleset.momentum_start > cap:
        faults.append(Fault("momentum.start", "above the cap", ruleset.momentum_start, [f"at most {cap}"]))
    return faults
