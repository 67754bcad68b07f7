"""Events to JSON and back, exactly. The shapes of a state's fields are known here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from ..book.core_mechanic.roll import Edge
from ..sheets.model import Carried, CoverSheet, Encounter, Morale, Person, Zone, ZoneGives
from .scene import TABLE, Event
from .state import Barred, Clock, Combatant, Condition, GrantedEdge, InUse, Suppression


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as a journal writes it: kind and story flat, `changes` as `{who: {field: [before, after]}}`.

    Of an encounter that another takes the place of nothing is written: it stands further up in the journal.
    """
    data: dict[str, Any] = {"kind": event.kind, **event.story}
    if event.changes:
        data["changes"] = {
            who: {
                name: [None if name == "encounter" else _plain(before), _plain(after)]
                for name, (before, after) in changed.items()
            }
            for who, changed in event.changes.items()
        }
    return data


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event of a journal's object; KeyError, TypeError or ValueError when it is none."""
    story = {key: value for key, value in data.items() if key not in ("kind", "changes")}
    changes = {
        who: {
            name: (_read(who, name, before), _read(who, name, after))
            for name, (before, after) in changed.items()
        }
        for who, changed in data.get("changes", {}).items()
    }
    return Event(data["kind"], story, changes)


def _plain(value: Any) -> Any:
    if isinstance(value, Combatant):
        person = asdict(value.person)
        return {**{name: _plain(v) for name, v in value._asdict().items()}, "person": person}
    if isinstance(value, Encounter):
        return dict(value.source)
    if is_dataclass(value) and not isinstance(value, type):
        return {key: _plain(v) for key, v in asdict(value).items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return int(value) if isinstance(value, Edge) else value


def _read(who: str, name: str, value: Any) -> Any:
    if value is None:
        return None
    if who == TABLE and name in TABLE_FIELDS:
        return TABLE_FIELDS[name](value)
    if who != TABLE and name in COMBATANT_FIELDS:
        return COMBATANT_FIELDS[name](value)
    return _frozen(value)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _each(make: Callable[..., Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda value: tuple(make(*(_frozen(part) for part in item)) for item in value)


def _edge(edge: int, on: str, price: int, reason: str) -> GrantedEdge:
    return GrantedEdge(Edge(edge), on, price, reason)


def _covers(value: Mapping[str, Any]) -> dict[str, CoverSheet]:
    return {id: CoverSheet(**{key: _frozen(v) for key, v in sheet.items()}) for id, sheet in value.items()}


def _clocks(value: Any) -> tuple[tuple[str, Clock], ...]:
    return tuple((id, Clock(*clock)) for id, clock in value)


def _combatant(value: Mapping[str, Any]) -> Combatant:
    fields = {name: _read("combatant", name, v) for name, v in value.items() if name != "person"}
    person = dict(value["person"])
    person["weapons"] = tuple(Carried(**carried) for carried in person["weapons"])
    return Combatant(person=Person(**person), **fields)


def _zones(value: Any) -> tuple[Zone, ...]:
    return tuple(
        Zone(**{key: _frozen(v) for key, v in zone.items() if key != "gives"}, gives=_gives(zone["gives"]))
        for zone in value
    )


def _gives(value: Any) -> tuple[ZoneGives, ...]:
    return tuple(ZoneGives(**gives) for gives in value)


def _encounter(value: Mapping[str, Any]) -> Encounter:
    from ..sheets.load import encounter_from

    return encounter_from(value)


TABLE_FIELDS: dict[str, Callable[[Any], Any]] = {
    "suppressions": _each(Suppression),
    "covers": _covers,
    "clocks": _clocks,
    "zones": _zones,
    "waves": lambda value: tuple(_combatant(one) for one in value),
    "encounter": _encounter,
}
COMBATANT_FIELDS: dict[str, Callable[[Any], Any]] = {
    "combatant": _combatant,
    "edges": _each(_edge),
    "barred": _each(Barred),
    "cover": _each(InUse),
    "conditions": _each(Condition),
    "morale": lambda value: Morale(**value),
}
