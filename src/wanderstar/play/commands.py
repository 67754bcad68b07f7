"""Commands: what may be ordered at the table, their fields, and reading them from JSON.

Fields are spelled as in the interface. `read` checks shapes only; whether a command is legal is another matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .refusal import Refusal, Refused, refuse


@dataclass(frozen=True, slots=True)
class Command:
    """Something ordered. `do` is its name, `who` the one who acts or is concerned ("" where there is none)."""

    do: str
    who: str
    args: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.args[name]
        except KeyError:
            raise AttributeError(name) from None

    def to_json(self) -> dict[str, Any]:
        """The command as it is written, without what was left unsaid."""
        fields = SPECS[self.do].fields
        said = {name: value for name, value in self.args.items() if value != fields[name].default}
        return {"do": self.do, **({"who": self.who} if self.who else {}), **said}


Read = Callable[[Any], Any]
REQUIRED = object()
MISSING = object()


@dataclass(frozen=True, slots=True)
class Field:
    """A field: how it is read (ValueError when it cannot be), its default, what would do."""

    read: Read
    expected: str
    default: Any = REQUIRED
    combatant: bool = False


@dataclass(frozen=True, slots=True)
class Spec:
    """A command's shape. `gm` commands are the GM's own; `cost` is minor, significant, either or free."""

    who: bool
    gm: bool
    cost: str
    fields: Mapping[str, Field]


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value or len(value) > 200:
        raise ValueError
    return value


def _label(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        raise ValueError
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError
    if abs(value) > 100_000:
        raise ValueError
    return value


def place(value: Any) -> Any:
    """A place: metres, or a pair of them."""
    if isinstance(value, list | tuple):
        if len(value) != 2:
            raise ValueError
        return (_number(value[0]), _number(value[1]))
    return _number(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _count(low: int, high: int) -> Read:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return read


def _one_of(*words: str) -> Read:
    def read(value: Any) -> str:
        if value not in words or not isinstance(value, str):
            raise ValueError
        return value

    return read


def _or_none(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


def _ids(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 200:
        raise ValueError
    return tuple(_text(item) for item in value)


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value


def _stakes(value: Any) -> Any:
    return value if isinstance(value, bool) else _label(value)


def _gate(value: Any) -> dict[str, Any]:
    table = _table(value)
    if set(table) - {"rank", "impossible", "certain"}:
        raise ValueError
    return {"rank": table.get("rank"), **{k: _flag(table.get(k, False)) for k in ("impossible", "certain")}}


def _sides(value: Any) -> tuple[dict[str, Any], ...]:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 20:
        raise ValueError
    sides = []
    for item in value:
        table = _table(item)
        if set(table) - {"who", "skill", "characteristic"} or not {"who", "skill"} <= set(table):
            raise ValueError
        sides.append({k: _text(v) for k, v in table.items() if v is not None})
    return tuple(sides)


def _encounter(value: Any) -> dict[str, Any]:
    if not isinstance(value, str):
        return _table(value)
    from ..sheets.files import read_tables
    from ..sheets.shelf import shipped_encounters

    shipped = shipped_encounters()
    if value not in shipped:
        raise ValueError
    return read_tables(shipped[value])


def _places(value: Any) -> dict[str, Any]:
    return {who: place(at) for who, at in _table(value).items()}


def _any(value: Any) -> Any:
    return value


def _contest_max(value: Any) -> Any:
    return value if value is None or value == "none" else _count(1, 1000)(value)


WORD, LABEL = Field(_text, "an id"), Field(_label, "a printable text", "")
WHO = Field(_text, "the id of a combatant", combatant=True)
SKILL, CALLED = Field(_text, "a skill"), Field(_or_none(_text), "a characteristic", None)
PLACE = Field(place, "a place: metres, or [x, y]")
SIDES = Field(_sides, 'at least two of {"who", "skill", "characteristic"}')
DEFENDER = Field(_or_none(_text), "the id of a side, or null for none", MISSING)


def _optional(field: Field, default: Any = None) -> Field:
    return Field(_or_none(field.read), field.expected + " or null", default, field.combatant)


SPECS: dict[str, Spec] = {
    "begin": Spec(False, True, "free", {}),
    "attack": Spec(
        True,
        False,
        "significant",
        {
            "weapon": WORD,
            "target": _optional(WHO),
            "at": _optional(PLACE),
            "mode": Field(_one_of("single", "burst", "full"), "single, burst or full", "single"),
            "targets": Field(_or_none(_ids), "a list of ids", None),
            "pull": Field(_or_none(_one_of("stunned", "pinned")), "stunned or pinned", None),
            "indirect": Field(_or_none(_one_of("observed", "guessed")), "observed or guessed", None),
        },
    ),
    "aim": Spec(True, False, "significant", {"target": WHO}),
    "suppress": Spec(True, False, "significant", {"weapon": WORD, "at": PLACE}),
    "reload": Spec(True, False, "significant", {"weapon": WORD}),
    "charge": Spec(True, False, "significant", {"weapon": WORD}),
    "ready": Spec(True, False, "significant", {}),
    "first_aid": Spec(True, False, "significant", {"target": WHO}),
    "grapple": Spec(True, False, "significant", {"target": WHO}),
    "break_free": Spec(
        True, False, "significant", {"by": Field(_one_of("test", "opposed"), "test or opposed", "test")}
    ),
    "act": Spec(True, False, "significant", {"skill": SKILL, "characteristic": CALLED, "label": LABEL}),
    "move": Spec(
        True,
        False,
        "either",
        {"to": PLACE, "as": Field(_one_of("minor", "significant"), "minor or significant", "minor")},
    ),
    "take_cover": Spec(True, False, "minor", {"cover": WORD, "fully": Field(_flag, "true or false", False)}),
    "leave_cover": Spec(True, False, "minor", {"cover": WORD}),
    "drop_prone": Spec(True, False, "minor", {}),
    "rise": Spec(True, False, "minor", {}),
    "draw": Spec(True, False, "minor", {"weapon": WORD}),
    "stow": Spec(True, False, "minor", {"weapon": WORD}),
    "drop": Spec(True, False, "minor", {"weapon": WORD}),
    "minor": Spec(True, False, "minor", {"label": LABEL}),
    "delay": Spec(True, False, "free", {"after": _optional(WHO)}),
    "leave": Spec(True, False, "free", {}),
    "surrender": Spec(True, False, "free", {}),
    "end_turn": Spec(True, False, "free", {}),
    "test": Spec(
        True,
        True,
        "free",
        {
            "skill": SKILL,
            "characteristic": CALLED,
            "gate": Field(_or_none(_gate), 'a table of "rank", "impossible", "certain"', None),
            "uncertain": Field(_flag, "true or false", True),
            "stakes": Field(_stakes, "a text, or false when nothing is at stake", True),
            "clock": Field(_or_none(_text), "the id of a clock", None),
        },
    ),
    "opposed": Spec(False, True, "free", {"sides": SIDES, "defender": DEFENDER}),
    "contest": Spec(
        False,
        True,
        "free",
        {
            "sides": SIDES,
            "defender": DEFENDER,
            "net": Field(_or_none(_count(1, 100)), "a whole number from 1 to 100", None),
            "max": Field(_contest_max, 'a whole number from 1 to 1000, or "none"', None),
        },
    ),
    "clock": Spec(
        False,
        True,
        "free",
        {
            "id": WORD,
            "successes": Field(_or_none(_count(1, 100)), "a whole number from 1 to 100", None),
            "failures": Field(_or_none(_count(1, 100)), "a whole number from 1 to 100", None),
        },
    ),
    "edge": Spec(
        True,
        True,
        "free",
        {
            "edge": Field(_one_of("advantage", "disadvantage"), "advantage or disadvantage"),
            "on": Field(
                _one_of("next_test", "until_round_end", "fight"),
                "next_test, until_round_end or fight",
                "next_test",
            ),
            "reason": LABEL,
            "price": Field(_or_none(_count(0, 100)), "a whole number from 0 to 100", None),
        },
    ),
    "band": Spec(
        True,
        True,
        "free",
        {
            "target": WHO,
            "band": Field(
                _or_none(_one_of("engaged", "close", "short", "medium", "extreme")),
                "engaged, close, short, medium, extreme or null",
            ),
        },
    ),
    "set": Spec(True, True, "free", {"field": WORD, "value": Field(_any, "the field's value")}),
    "condition": Spec(
        True,
        True,
        "free",
        {
            "name": Field(_label, "a name"),
            "turns": Field(_or_none(_count(1, 1000)), "a whole number from 1 to 1000, or null", None),
            "clear": Field(_flag, "true or false", False),
            "edge": Field(
                _or_none(_one_of("advantage", "disadvantage")), "advantage, disadvantage or null", None
            ),
            "skill": Field(_or_none(_text), "a skill, or null", None),
            "price": Field(_or_none(_count(0, 100)), "a whole number from 0 to 100", None),
        },
    ),
    "order": Spec(False, True, "free", {"order": Field(_ids, "every combatant's id, once")}),
    "cover": Spec(
        False,
        True,
        "free",
        {
            "cover": Field(_or_none(_table), "a table as in an encounter's covers", None),
            "remove": Field(_or_none(_text), "the id of a cover", None),
        },
    ),
    "zone": Spec(
        False,
        True,
        "free",
        {
            "zone": Field(_or_none(_table), "a table as in an encounter's zones", None),
            "remove": Field(_or_none(_text), "the id of a zone", None),
        },
    ),
    "add": Spec(False, True, "free", {"combatant": Field(_table, "a table as in an encounter's combatants")}),
    "remove": Spec(True, True, "free", {}),
    "hide": Spec(True, True, "free", {}),
    "reveal": Spec(True, True, "free", {}),
    "unaware": Spec(True, True, "free", {}),
    "alert": Spec(True, True, "free", {}),
    "wave": Spec(
        False,
        True,
        "free",
        {
            "combatants": Field(_ids, "a list of ids that are still to come"),
            "round": Field(_or_none(_count(1, 1000)), "a whole number from 1 to 1000", None),
            "cancel": Field(_flag, "true or false", False),
        },
    ),
    "withdraw": Spec(
        True, True, "free", {"how": Field(_one_of("left", "surrendered"), "left or surrendered", "left")}
    ),
    "end": Spec(False, True, "free", {"winner": Field(_or_none(_text), "the id of a side, or null", None)}),
    "encounter": Spec(
        False,
        True,
        "free",
        {
            "encounter": Field(_encounter, "the tables of an encounter, or the id of a shipped one"),
            "places": Field(_places, "a table of places by character id", {}),
        },
    ),
    "rest": Spec(
        False,
        True,
        "free",
        {
            "only": Field(_or_none(_ids), "a list of ids, or null for all characters", None),
            "physical": Field(
                _or_none(_count(0, 1000)), "a whole number from 0 to 1000, or null for all", None
            ),
            "mental": Field(
                _or_none(_count(0, 1000)), "a whole number from 0 to 1000, or null for all", None
            ),
            "refill": Field(_flag, "true or false", False),
        },
    ),
    "evening": Spec(False, True, "free", {}),
}
"""Every command, in the order of the interface."""


def read(data: Any) -> Command | Refusal:
    """A command from its JSON object; a refusal names the field, what was found and what would do."""
    if not isinstance(data, dict):
        return refuse("bad_value", field="command", found=data, expected="an object")
    do = data.get("do")
    if not isinstance(do, str) or do not in SPECS:
        return refuse("unknown", field="do", found=do, expected=list(SPECS))
    spec = SPECS[do]
    known = {"do", *spec.fields, *(["who"] if spec.who else [])}
    for key in data:
        if key not in known:
            return refuse(
                "bad_value", field=key, found=key, expected=sorted(known - {"do"}), unknown_key=True
            )
    who = data.get("who", "")
    if spec.who and (not isinstance(who, str) or not who):
        return refuse("bad_value", field="who", found=data.get("who"), expected="the id of a combatant")
    args = {}
    for name, field in spec.fields.items():
        if name not in data:
            if field.default is REQUIRED:
                return refuse("bad_value", field=name, found=None, expected=field.expected)
            args[name] = field.default
            continue
        try:
            args[name] = field.read(data[name])
        except (ValueError, TypeError):
            return refuse("bad_value", field=name, found=data[name], expected=field.expected)
    return Command(do, who, args)


def resolve(command: Command, ids: Mapping[str, Any]) -> Command:
    """The command with the beginnings of ids written out; raises Refused for unknown or ambiguous ones."""
    spec = SPECS[command.do]
    args = dict(command.args)
    for name, field in spec.fields.items():
        if field.combatant and args[name] is not None:
            args[name] = find(args[name], ids, name)
    if args.get("targets"):
        args["targets"] = tuple(find(t, ids, "targets") for t in args["targets"])
    if args.get("only"):
        args["only"] = tuple(find(t, ids, "only") for t in args["only"])
    if command.do == "order":
        args["order"] = tuple(find(t, ids, "order") for t in args["order"])
    if "sides" in args:
        args["sides"] = tuple({**side, "who": find(side["who"], ids, "sides.who")} for side in args["sides"])
        if isinstance(args["defender"], str):
            args["defender"] = find(args["defender"], ids, "defender")
    who = find(command.who, ids, "who") if spec.who else ""
    return Command(command.do, who, args)


def find(id: str, ids: Mapping[str, Any], field: str) -> str:
    """The one id that is `id` or begins with it; raises Refused, listing what it could mean."""
    if id in ids:
        return id
    begun = [known for known in ids if known.startswith(id)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Refused(refuse("ambiguous", field=field, found=id, expected=begun))
    raise Refused(refuse("unknown", field=field, found=id, expected=list(ids)))
