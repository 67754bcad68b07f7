"""What each key of a sheet file may hold, written as JSON Schema: the same definitions check a file and are printed.

`description` is what a person reads as "expected". What a schema cannot say (references, ids that must be
unique, one dimension for all places) is in `references.py`.
"""

from __future__ import annotations

from typing import Any

from ..book.combat.range import Band
from ..book.switches import SWITCHES, Switch
from .schema_parts import (
    NAME,
    Schema,
    by_name,
    choice,
    flag,
    number,
    place,
    ref,
    rows,
    table,
    text,
    whole,
)
from .schema_scene import SCENE, SCENE_ARRAYS, SHAPED

FORMAT = 1

_SLUG = "[a-z0-9-]{1,60}"
_DAMAGE = r"^([1-9]|1[0-9]|20)[dD]6?([+-]([0-9]{1,2}|100))?$"

BANDS = [band.name.lower() for band in Band]
GRADES = ["disadvantage", "neutral", "advantage"]
THREATS = ["minion", "standard", "elite"]


_TRAITS: Schema = {
    "auto": whole(1, 100),
    "blast": {
        **number(0, 1000),
        "exclusiveMinimum": 0,
        "description": "metres, more than 0 and at most 1000",
    },
    "piercing": whole(1, 100),
    "damage": whole(1, 100),
    "reload": whole(1, 100),
} | {
    word: flag()
    for word in (
        *("to_mental", "suppressive", "artillery", "charge", "slow", "one_use", "scope", "precise"),
        *("reach", "smasher", "stun", "entangle", "explosive"),
    )
}

_PERSON: Schema = {
    "id": ref("item"),
    "name": ref("name"),
    "characteristics": by_name(
        {"oneOf": [whole(0, 100), choice(GRADES)]}, "a table of scores or grades by characteristic"
    ),
    "skills": by_name(ref("name"), "a table of ranks by skill"),
    "armor": {"oneOf": [whole(0, 100), ref("reference")]},
    "weapons": rows({"oneOf": [ref("reference"), ref("carried")]}, "a list of weapons", 100),
    "momentum": whole(0, 1000),
    "scale": whole(0, 2),
    "notes": text(
        "text of at most 2000 characters", r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$", 2000
    ),
}

DEFS: Schema = {
    "id": text("an id: lower-case letters a-z, digits and -", f"^{_SLUG}$", 60),
    "item": text("an id: lower-case letters a-z, digits and -", f"^({_SLUG}:)?{_SLUG}$", 121),
    "reference": text("an id, or PACK:ID", f"^({_SLUG}:)?{_SLUG}$", 121),
    "name": text("a name on one line, at most 80 characters", NAME),
    "place": place(),
    "weapon": table(
        {
            "id": ref("item"),
            "name": ref("name"),
            "damage": text("damage such as 3D or 2D+1: 1 to 20 dice, at most 100 added", _DAMAGE, 10),
            "range": choice(BANDS),
            "melee": flag(),
            "skill": ref("name"),
            "characteristic": ref("name"),
            "hands": whole(1, 2),
            "compact": flag(),
            "magazine": whole(1, 10_000),
            "count": whole(0, 1000),
            "thrown": flag(),
            "scale": whole(0, 2),
            "traits": table(_TRAITS),
        },
        ("id", "name"),
    ),
    "armor": table({"id": ref("item"), "name": ref("name"), "bonus": whole(0, 100)}, ("id", "name", "bonus")),
    "carried": table({"id": ref("reference"), "count": whole(0, 1000)}, ("id",)),
    "character": table(
        _PERSON | {"boxes": table({"physical": whole(1, 100), "mental": whole(1, 100)})},
        ("id", "name", "characteristics"),
    ),
    "adversary": table(
        _PERSON
        | {
            "threat": choice(THREATS),
            "boxes": {"oneOf": [whole(1, 100), table({"physical": whole(1, 100)}, ("physical",))]},
        },
        ("id", "name", "characteristics", "threat"),
    ),
    "side": table(
        {"id": ref("id"), "name": ref("name"), "tactic": ref("id"), "morale": ref("morale")}, ("id",)
    ),
    "combatant": table(
        {
            "id": ref("id"),
            "name": ref("name"),
            "who": {"oneOf": [ref("reference"), ref("character"), ref("adversary")]},
            "side": ref("id"),
            "at": ref("place"),
            "count": whole(1, 100),
            "held": rows(ref("reference"), "a list of weapon ids", 20),
            "spread": number(0, 100),
            "hidden": flag(),
            "unaware": flag(),
            "enters": whole(1, 1000),
            "tactic": ref("id"),
            "morale": ref("morale"),
        },
        ("who", "side", "at"),
    ),
    "cover": table(
        {
            "id": ref("id"),
            "at": ref("place"),
            "grade": choice(["light", "solid"]),
            "hides": flag(),
            "arc": {**number(0, 360), "exclusiveMinimum": 0, "description": "degrees, at most 360"},
        },
        ("id", "at", "grade"),
    ),
    **SCENE,
}

ARRAYS = {
    "weapons": "weapon",
    "armor": "armor",
    "characters": "character",
    "adversaries": "adversary",
    "sides": "side",
    "combatants": "combatant",
    "covers": "cover",
    **SCENE_ARRAYS,
}

SHEETS: Schema = table(
    {
        "format": {"type": "integer", "const": FORMAT},
        "name": ref("name"),
        "notes": _PERSON["notes"],
        "packs": rows(text("the name of a pack, or a .toml file", NAME, 1000), "a list of packs", 50),
        "ruleset": {
            "oneOf": [
                text("a ruleset file", NAME, 1000),
                {"type": "object", "description": "a table of switches"},
            ]
        },
        "map": ref("map"),
        **{array: rows(ref(kind), f"a list of tables: [[{array}]]") for array, kind in ARRAYS.items()},
    },
    ("format",),
)

NEEDS: dict[str, tuple[str, ...]] = {
    "weapon": ("weapons",),
    "armor": ("armor",),
    "character": ("characters",),
    "adversary": ("adversaries",),
    "encounter": ("sides", "combatants"),
}

_NUMBER = whole(0, 1_000_000)
_SEAT = text("the id of a seat, or gm", r"^\S+$")
_REFUSED: Schema = {"oneOf": [text("a refusal code", "^[a-z_]+$"), {"type": "boolean", "const": True}]}
_YES: Schema = {"type": "boolean", "const": True, "description": "true"}
_CORRECTION = table(
    {
        "n": whole(1, 1_000_000),
        "draw": {
            "oneOf": [whole(1, 1000), text("the name of a draw and whose it is, NAME:WHO", r"^\S+$", 200)]
        },
        "die": whole(1, 1000),
        "face": whole(1, 6),
    },
    ("draw", "die", "face"),
)

SCRIPT_LINES: dict[str, Schema] = {
    "command": table(
        {
            "command": {"type": "object", "required": ["do"], "description": "a command"},
            "dice": rows(whole(1, 6), "a list of faces"),
            "choices": {"type": "object", "description": "a table of answers by key"},
            "refused": _REFUSED,
            "seat": _SEAT,
            "open": _YES,
        },
        ("command",),
    ),
    "undo": table({"undo": _NUMBER, "answer": whole(1, 1_000_000), "refused": _REFUSED}, ("undo",)),
    "redo": table({"redo": _NUMBER, "refused": _REFUSED}, ("redo",)),
    "correct": table({"correct": _CORRECTION, "refused": _REFUSED}, ("correct",)),
    "cancel": table({"cancel": _YES, "seat": _SEAT, "refused": _REFUSED}, ("cancel",)),
    "answer": table(
        {
            "answer": {"type": "object", "description": "an answer by its key, or dice"},
            "seat": _SEAT,
            "refused": _REFUSED,
        },
        ("answer",),
    ),
}
"""The lines a script may have, by the key that tells which it is."""

LINES: dict[str, Schema] = {
    "script": {"oneOf": list(SCRIPT_LINES.values())},
    "journal": {"type": "object", "description": "a header or a journal line"},
}


def script_line(line: Schema) -> Schema:
    """The shape that a script's line is held to."""
    return SCRIPT_LINES[next((key for key in SCRIPT_LINES if key in line), "command")]


KINDS = (*NEEDS, "ruleset", "journal", "script")


def schema(kind: str) -> Schema:
    """The JSON Schema (draft 2020-12) of a file of `kind`; of one line for `journal` and `script`.

    Raises ValueError for an unknown kind.
    """
    body: Schema
    if kind == "ruleset":
        body = _ruleset()
    elif kind in LINES:
        body = LINES[kind]
    elif kind in NEEDS:
        body = {
            **SHEETS,
            "required": ["format", *NEEDS[kind]],
            "$defs": DEFS | {"weapon": DEFS["weapon"] | _USABLE, "zone": DEFS["zone"] | SHAPED},
        }
        body["properties"] = {**SHEETS["properties"], "ruleset": _ruleset_or_file()}
    else:
        raise ValueError(f"unknown kind {kind!r}; there are {', '.join(KINDS)}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": kind, **body}


_USABLE: Schema = {
    "allOf": [
        {
            "anyOf": [
                {"required": ["range"]},
                {"required": ["melee"], "properties": {"melee": {"const": True}}},
            ]
        },
        {
            "anyOf": [
                {"required": ["damage"]},
                {
                    "required": ["traits"],
                    "properties": {
                        "traits": {"required": ["entangle"], "properties": {"entangle": {"const": True}}}
                    },
                },
            ]
        },
    ]
}
"""A weapon reaches somehow and wounds or holds: for editors. `references.weapon` says it key by key."""


def _ruleset_or_file() -> Schema:
    return {"oneOf": [SHEETS["properties"]["ruleset"]["oneOf"][0], _ruleset()]}


def _ruleset() -> Schema:
    tables: dict[str, Schema] = {}
    for switch in SWITCHES:
        name, key = switch.key.split(".")
        tables.setdefault(name, {})[key] = _switch(switch)
    properties: Schema = {"format": {"type": "integer", "const": FORMAT}}
    return table(properties | {name: table(keys) for name, keys in tables.items()})


def _switch(switch: Switch) -> Schema:
    says = f"{switch.ruling}: {', '.join(map(str, switch.expected()))}"
    span = {"type": "integer", "minimum": switch.low, "maximum": switch.high}
    name = {"type": "string", "pattern": NAME, "maxLength": 60}
    if switch.choices is not None:
        words: list[Any] = [member.name.lower() for member in switch.choices]
        return {"enum": words + ([True, False] if set(words) == {"on", "off"} else []), "description": says}
    shapes: dict[str, Schema] = {
        "int": span,
        "number": {**span, "type": "number"},
        "bool": {"type": "boolean"},
        "int_or_none": {"oneOf": [span, {"const": "none"}]},
        "per_n": {"oneOf": [span, {"type": "string", "pattern": "^([1-9]|1[0-9]|20)?N$"}]},
        "text": name,
        "ints": {"type": "array", "items": span, "minItems": 3, "maxItems": 3},
        "names": {"type": "array", "items": name, "minItems": 1, "uniqueItems": True},
        "ranks": {"type": "object", "additionalProperties": span, "minProperties": 1},
        "words": {"type": "object", "additionalProperties": name, "minProperties": 1},
    }
    return {**shapes[switch.kind], "description": says}
