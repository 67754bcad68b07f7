"""The switches: each key of a ruleset file, its ruling, the values that would do; and reading such a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from . import readings
from .ruleset import DEFAULT, Fault, Pairs, PerN, Ruleset


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
        words: dict[str, list[Any]] = {
            "int": [f"a whole number from {span}"],
            "number": [f"a number from {span}"],
            "bool": [True, False],
            "int_or_none": [f"a whole number from {span}", "none"],
            "per_n": [f"a whole number from {span}", "N", "2N", "3N"],
            "text": ["a name"],
            "ints": [f"three whole numbers from {span}: at Disadvantage, neutral, at Advantage"],
            "names": ["a list of different names"],
            "ranks": [
                f"a table of minion, standard and elite, each a whole number from {span}"
                if self.key == "npc.track"
                else f"a table of ranks, each a whole number from {span}"
            ],
            "words": ["a table of characteristics by skill"],
        }
        return words[self.kind]

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
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not switch.low <= value <= switch.high
    ):
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
    Switch("momentum.holders", "R4", "choice", choices=readings.Holders),
    Switch("momentum.start", "R5", "int", 0, 1000),
    Switch("momentum.cap", "R5", "int_or_none", 0, 1000),
    Switch("advantage.conflict", "R2", "choice", choices=readings.Conflict),
    Switch("skills.ranks", "R6", "ranks", -20, 20),
    Switch("skills.catalogue", "R7", "words"),
    Switch("skills.unknown", "R7", "choice", choices=readings.UnknownSkill),
    Switch("characteristics.names", "R8", "names"),
    Switch("characteristics.advantage_min", "R8", "int", 0, 100),
    Switch("characteristics.disadvantage_max", "R8", "int", 0, 100),
    Switch("natural.mode", "R9", "choice", choices=readings.NaturalMode),
    Switch("clock.successes", "R15", "int", 1, 100),
    Switch("clock.failures", "R15", "int", 1, 100),
    Switch("contest.net_wins", "R14", "int", 1, 100),
    Switch("contest.max_exchanges", "R14", "int_or_none", 1, 1000),
    Switch("contest.timeout", "R14", "choice", choices=readings.Timeout),
    Switch("defence.reaction_mode", "R18", "choice", choices=readings.ReactionMode),
    Switch("npc.threat_effect", "R19", "choice", choices=readings.ThreatEffect),
    Switch("npc.reaction", "R20", "choice", choices=readings.NpcReaction),
    Switch("npc.static", "R20", "ints", 2, 12),
    Switch("npc.track", "R26", "ranks", 1, 100),
    Switch("combat.who_rolls", "R21", "choice", choices=readings.WhoRolls),
    Switch("armor.base", "R24", "int", 0, 100),
    Switch("armor.floor", "R24", "int", 0, 100),
    Switch("trauma.physical", "R25", "int", 1, 100),
    Switch("trauma.mental", "R25", "int", 1, 100),
    Switch("trauma.overflow", "R25", "choice", choices=readings.Overflow),
    Switch("trauma.max_per_hit", "R25", "int", 1, 2),
    Switch("trauma.death", "R26", "choice", choices=readings.Death),
    Switch("initiative.gm_tiebreak", "R28", "choice", choices=readings.Tiebreak),
    Switch("engaged_fire.scope", "R33", "choice", choices=readings.EngagedFire),
    Switch("ready.effect", "R30", "choice", choices=readings.ReadyEffect),
    Switch("reaction.refresh", "R31", "choice", choices=readings.Refresh),
    Switch("move.metres", "R32", "number", 0, 1000),
    Switch("minor.max", "R32", "int", 0, 100),
    Switch("disengage.mode", "R34", "choice", choices=readings.DisengageMode),
    Switch("disengage.attackers", "R34", "choice", choices=readings.Attackers),
    Switch("disengage.test", "R34", "text"),
    Switch("dive.effect", "R41", "choice", choices=readings.DiveEffect),
    Switch("suppress.radius", "R42", "number", 0, 1000),
    Switch("suppress.test", "R42", "choice", choices=readings.SuppressTest),
    Switch("auto.burst_damage", "R44", "per_n", 0, 100),
    Switch("auto.full_attacks", "R44", "per_n", 1, 100),
    Switch("auto.full_ammo", "R44", "per_n", 0, 1000),
    Switch("scale.factor", "R48", "int", 1, 1000),
)


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
    faults = _contradictions(ruleset, tables)
    return (DEFAULT, faults) if faults else (ruleset, [])


def _contradictions(ruleset: Ruleset, tables: Mapping[str, Any]) -> list[Fault]:
    """Values that do not go together; the fault stands at a key that the file wrote."""
    faults = []
    low, high = ruleset.characteristics_disadvantage_max, ruleset.characteristics_advantage_min
    if low >= high:
        fault = Fault(
            "characteristics.disadvantage_max", "not below advantage_min", low, [f"less than {high}"]
        )
        if "disadvantage_max" not in tables["characteristics"]:
            fault = Fault(
                "characteristics.advantage_min", "not above disadvantage_max", high, [f"more than {low}"]
            )
        faults.append(fault)
    names: list[Any] = list(ruleset.characteristics_names)
    strangers = [(s, c) for s, c in ruleset.skills_catalogue if c not in ruleset.characteristics_names]
    if "catalogue" in tables.get("skills", {}):
        faults += [Fault(f"skills.catalogue.{s}", "unknown characteristic", c, names) for s, c in strangers]
    elif strangers:
        needed: list[Any] = [
            f"also a skills.catalogue, or {', '.join(dict.fromkeys(c for _, c in strangers))}"
        ]
        faults.append(
            Fault("characteristics.names", "the skills' own characteristics are missing", names, needed)
        )
    cap, start = ruleset.momentum_cap, ruleset.momentum_start
    if cap is not None and start > cap:
        if "start" in tables["momentum"]:
            faults.append(Fault("momentum.start", "above the cap", start, [f"at most {cap}"]))
        else:
            faults.append(
                Fault("momentum.cap", "below the start", cap, [f"at least {start}, or a lower start"])
            )
    return faults


def to_tables(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """A ruleset as the tables of its file, every key written out; `from_tables` gives it back."""
    tables: dict[str, dict[str, Any]] = {}
    for switch in SWITCHES:
        table, key = switch.key.split(".")
        tables.setdefault(table, {})[key] = switch.write(getattr(ruleset, switch.field))
    return tables
