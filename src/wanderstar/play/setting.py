"""The GM's `set`: any field of a combatant's state, checked and put in, a nested one whole (R77)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..book.core_mechanic.roll import Edge
from ..sheets.model import Morale
from ..sheets.schema_scene import MORALE
from .fields import place
from .legal_weapon import bad_place
from .refusal import Refusal, refuse
from .state import LEFT, SURRENDERED, Barred, Combatant, Condition, GrantedEdge, InUse, State

Reader = Callable[[State, Combatant, Any], dict[str, Any]]
"""Gives the fields to set; raises ValueError, with what would do, when the value does not fit."""


def check_set(state: State, who: str, field: str, value: Any) -> Refusal | None:
    """A field that can be set, a value that fits it."""
    if field not in FIELDS:
        return refuse("unknown", "R77", field="field", found=field, expected=list(FIELDS))
    try:
        changes = FIELDS[field](state, state.combatants[who], value)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        expected = str(error) if isinstance(error, ValueError) else "the shape the state shows"
        return refuse("bad_value", "R77", field=f"value of {field}", found=value, expected=expected)
    return bad_place(state, changes.get("at"), "value of at")


def changes_of(state: State, who: str, field: str, value: Any) -> dict[str, Any]:
    """The fields that a checked `set` changes."""
    return FIELDS[field](state, state.combatants[who], value)


def _int(low: int, high: int, name: str) -> Reader:
    def read(state: State, c: Combatant, value: Any) -> dict[str, Any]:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return {name: value}

    return read


def _bool(name: str) -> Reader:
    def read(state: State, c: Combatant, value: Any) -> dict[str, Any]:
        if not isinstance(value, bool):
            raise ValueError("true or false")
        return {name: value}

    return read


def _text(name: str) -> Reader:
    def read(state: State, c: Combatant, value: Any) -> dict[str, Any]:
        if not isinstance(value, str) or not value or len(value) > 80 or not value.isprintable():
            raise ValueError("a printable name of at most 80 characters")
        return {name: value}

    return read


def _who(name: str) -> Reader:
    def read(state: State, c: Combatant, value: Any) -> dict[str, Any]:
        others = [id for id in state.combatants if id != c.id]
        if value is not None and value not in others:
            raise ValueError("null or one of " + ", ".join(others))
        return {name: value}

    return read


def _side(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    sides = [s.id for s in state.encounter.sides]
    if value not in sides:
        raise ValueError("one of " + ", ".join(sides))
    return {"side": value}


def _momentum(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    cap = state.ruleset.momentum_cap
    return (
        {"momentum": None}
        if value is None
        else _int(0, 1000 if cap is None else cap, "momentum")(state, c, value)
    )


def _tracks(value: Any, c: Combatant, low: int) -> tuple[int, int]:
    """Both tracks of a table as the state shows it; of a single track the second keeps what it is not."""
    keys = {"physical"} if c.boxes_mental < 0 else {"physical", "mental"}
    if not isinstance(value, dict) or set(value) != keys:
        raise ValueError("a table of " + " and ".join(sorted(keys)))
    for number in value.values():
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= 1000:
            raise ValueError(f"whole numbers from {low} to 1000")
    return value["physical"], value.get("mental", 0 if low == 0 else c.boxes_mental)


def _trauma(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    physical, mental = _tracks(value, c, 0)
    if physical > c.boxes_physical or mental > max(c.boxes_mental, 0):
        raise ValueError("no more than the boxes there are")
    return {"physical": physical, "mental": mental}


def _boxes(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    physical, mental = _tracks(value, c, 1)
    if physical < c.physical or max(mental, 0) < c.mental:
        raise ValueError("no fewer than are marked")
    return {"boxes_physical": physical, "boxes_mental": mental}


def _weapons(name: str) -> Reader:
    def read(state: State, c: Combatant, value: Any) -> dict[str, Any]:
        if (
            not isinstance(value, list)
            or any(v not in c.carried for v in value)
            or len(set(value)) < len(value)
        ):
            raise ValueError("a list of carried weapons: " + ", ".join(c.carried))
        return {name: tuple(value)}

    return read


def _ammo(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or any(v not in c.carried for v in value):
        raise ValueError("a table of rounds by carried weapon: " + ", ".join(c.carried))
    for rounds in value.values():
        _int(0, 100_000, "ammo")(state, c, rounds)
    return {"ammo": tuple(value.items())}


def _edges(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    edges = []
    for item in value:
        if set(item) - {"edge", "on", "price", "reason"} or item["edge"] not in ("advantage", "disadvantage"):
            raise ValueError('a list of {"edge", "on", "price", "reason"}')
        if item["on"] not in ("next_test", "until_round_end", "fight"):
            raise ValueError("on: next_test, until_round_end or fight")
        advantage = item["edge"] == "advantage"
        price = item.get("price", int(advantage))
        _int(0, 100, "price")(state, c, price)
        edge = Edge.ADVANTAGE if advantage else Edge.DISADVANTAGE
        reason = item.get("reason", "")
        if reason:
            _text("reason")(state, c, reason)
        edges.append(GrantedEdge(edge, item["on"], price, reason))
    return {"edges": tuple(edges)}


def _barred(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    if not isinstance(value, list) or any(v not in state.combatants for v in value):
        raise ValueError("a list of ids")
    return {"barred": tuple(Barred(v, state.round) for v in value)}


def _cover(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    uses = []
    for item in value:
        if (
            set(item) != {"cover", "fully"}
            or item["cover"] not in state.covers
            or not isinstance(item["fully"], bool)
        ):
            raise ValueError('a list of {"cover", "fully"} with covers of the map')
        if item["fully"] and not state.covers[item["cover"]].hides:
            raise ValueError("fully only behind a cover that hides")
        uses.append(InUse(item["cover"], item["fully"]))
    return {"cover": tuple(uses)}


def _conditions(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    found = []
    for item in value:
        if set(item) - {"name", "turns", "source", "rule", "edge", "skill", "price"}:
            raise ValueError(
                'a list of {"name", "turns", "source", "rule"}, perhaps "edge", "skill", "price"'
            )
        turns = item.get("turns")
        if turns is not None:
            _int(1, 1000, "turns")(state, c, turns)
        _text("name")(state, c, item["name"])
        source, rule = item.get("source"), item.get("rule", "R77")
        if source is not None:
            _text("source")(state, c, source)
        _text("rule")(state, c, rule)
        edge = {None: 0, "advantage": 1, "disadvantage": -1}[item.get("edge")]
        skill, price = item.get("skill"), item.get("price", int(edge > 0))
        if skill is not None:
            _text("skill")(state, c, skill)
        _int(0, 100, "price")(state, c, price)
        found.append(Condition(item["name"], turns, source, rule, edge, skill, price))
    return {"conditions": tuple(found)}


def _place(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    try:
        return {"at": place(value)}
    except ValueError:
        raise ValueError("a place: metres, or [x, y]") from None


def _out(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    gone = c.gone if value else None
    return {"said_out": None if c._replace(said_out=None, gone=gone).out == value else value, "gone": gone}


def _gone(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    if value not in (None, LEFT, SURRENDERED):
        raise ValueError(f"null, {LEFT} or {SURRENDERED}")
    return {"gone": value}


def _morale(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    if value is None:
        return {"morale": None}
    if not isinstance(value, dict) or set(value) != {"loss", "does"} or value["does"] not in MORALE:
        raise ValueError('null, or {"loss", "does"} with flee or surrender')
    loss = value["loss"]
    if isinstance(loss, bool) or not isinstance(loss, int | float) or not 0 < loss <= 1:
        raise ValueError("a loss of more than 0 and at most 1")
    return {"morale": Morale(loss, value["does"])}


def _initiative(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    return {"initiative": None} if value is None else _int(-100, 100, "initiative")(state, c, value)


def _reactions(state: State, c: Combatant, value: Any) -> dict[str, Any]:
    return {"reactions": max(_int(0, 10, "reactions")(state, c, value)["reactions"] - c.readied, 0)}


FIELDS: dict[str, Reader] = {
    "name": _text("name"),
    "side": _side,
    "at": _place,
    "scale": _int(0, 2, "scale"),
    "hidden": _bool("hidden"),
    "unaware": _bool("unaware"),
    "gone": _gone,
    "morale": _morale,
    "momentum": _momentum,
    "trauma": _trauma,
    "boxes": _boxes,
    "armor": _int(0, 100, "armor"),
    "held": _weapons("held"),
    "ammo": _ammo,
    "charged": _weapons("charged"),
    "initiative": _initiative,
    "edges": _edges,
    "barred_from": _barred,
    "significant": _int(0, 1, "significant"),
    "minors": _int(0, 100, "minors"),
    "moved": _bool("moved"),
    "reactions": _reactions,
    "readied": _int(0, 1, "readied"),
    "aim": _who("aim"),
    "cover": _cover,
    "exposed": _bool("exposed"),
    "prone": _bool("prone"),
    "held_by": _who("held_by"),
    "out": _out,
    "dead": _bool("dead"),
    "conditions": _conditions,
}
"""Every field of the combatant's state that may be set; the others follow from these or never change."""
