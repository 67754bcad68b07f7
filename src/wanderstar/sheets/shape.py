"""A value against its schema: every fault at once, and the value with what is broken marked as `BAD`.

Only the words of JSON Schema that `schema.py` uses are read, and more strictly than JSON does: 3.0 is no
whole number, true is no number, NaN and infinity are none either.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Any, Final

from .faults import Fault, meant, near, shown
from .schema import DEFS
from .schema_parts import Schema

BAD: Final[Any] = type("Bad", (), {"__repr__": lambda _: "BAD"})()
"""Stands where a value was faulty or missing, so that later checks do not report its consequences."""

_IDS = {DEFS[name]["pattern"] for name in ("id", "item", "reference")}

_TYPES: dict[str, tuple[Any, str]] = {
    "string": (str, "not text"),
    "boolean": (bool, "not true or false"),
    "integer": (int, "not a whole number"),
    "number": ((int, float), "not a number"),
    "array": (list, "not a list"),
    "object": (dict, "not a table"),
}


def read(schema: Schema, value: Any, path: str, faults: list[Fault]) -> Any:
    """`value` as `schema` wants it, or `BAD`; inner faults leave `BAD` inside. Faults are appended.

    An id that is not spelled as one is a fault, and read on as the id that was meant: what refers to it is looked at
    in the same go.
    """
    schema = _chosen(schema, value)
    problem = _problem(schema, value)
    if problem:
        identity = _identity(schema, value)
        wanted = [identity] if identity else []
        faults.append(Fault(path, problem, shown(value), wanted + expected(schema)))
        return identity or BAD
    if isinstance(value, dict):
        return _table(schema, value, path, faults)
    if isinstance(value, list):
        return [read(schema["items"], item, _place(path, item, n), faults) for n, item in enumerate(value)]
    return value


def expected(schema: Schema) -> list[Any]:
    """What would do, for a person to read."""
    if "$ref" in schema:
        return expected(_resolved(schema))
    if "oneOf" in schema:
        return [word for option in schema["oneOf"] for word in expected(option)]
    if "const" in schema:
        return [schema["const"]]
    return list(schema["enum"]) if "enum" in schema else [schema["description"]]


def _identity(schema: Schema, value: Any) -> str | None:
    """The id that a text was probably meant to be where an id belongs: "Eel Gun" is `eel-gun`."""
    options = [_resolved(one) for one in schema.get("oneOf", [schema])]
    fitting = [one for one in options if one.get("pattern") in _IDS]
    if not isinstance(value, str) or not fitting:
        return None
    plain = unicodedata.normalize("NFKD", value[:200]).encode("ascii", "ignore").decode().lower()
    parts = [re.sub(r"[^a-z0-9-]+", "-", part.strip()).strip("-") for part in plain.split(":")]
    identity = ":".join(parts)
    return None if _text_problem(fitting[0], identity) else identity


def label(item: Any) -> str | None:
    """The id by which a row of an array is named in a key; None when it has none that will do."""
    if not isinstance(item, dict):
        return None
    who = item.get("who")
    for candidate in (item.get("id"), who.get("id") if isinstance(who, dict) else who):
        if isinstance(candidate, str):
            return candidate if re.fullmatch(DEFS["item"]["pattern"], candidate) else None
    return None


def _place(path: str, item: Any, n: int) -> str:
    name = label(item)
    return f"{path}[{n}]" if name is None else f"{path}.{name}"


def _resolved(schema: Schema) -> Schema:
    while "$ref" in schema:
        schema = DEFS[schema["$ref"].rpartition("/")[2]]
    return schema


def _chosen(schema: Schema, value: Any) -> Schema:
    """The one of several shapes that `value` means to have: by type, then by the keys it knows."""
    schema = _resolved(schema)
    if "oneOf" not in schema:
        return schema
    options = [_resolved(option) for option in schema["oneOf"]]
    fitting = [option for option in options if _is(option["type"], value)]
    if not fitting:
        return schema
    keys = set(value) if isinstance(value, dict) else set()
    return max(fitting, key=lambda option: len(keys & set(option.get("properties", ()))))


def _is(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind][0])


def _problem(schema: Schema, value: Any) -> str | None:
    if "oneOf" in schema:
        return "of the wrong kind"
    if not _is(schema["type"], value):
        return _TYPES[schema["type"]][1]
    if "const" in schema and value != schema["const"]:
        return "unknown value"
    if "enum" in schema and value not in schema["enum"]:
        return "unknown value"
    if isinstance(value, str):
        return _text_problem(schema, value)
    if isinstance(value, list):
        return _length_problem(schema, len(value))
    if isinstance(value, dict):
        return "too many entries" if len(value) > schema.get("maxProperties", len(value)) else None
    return None if isinstance(value, bool) else _number_problem(schema, value)


def _text_problem(schema: Schema, value: str) -> str | None:
    most = schema.get("maxLength", len(value))
    if len(value) > most:
        return f"longer than {most} characters"
    pattern = schema.get("pattern")
    return "not of this form" if pattern and not re.fullmatch(pattern, value) else None


def _length_problem(schema: Schema, length: int) -> str | None:
    if length < schema.get("minItems", 0):
        return "too few entries"
    return "too many entries" if length > schema.get("maxItems", length) else None


def _number_problem(schema: Schema, value: float) -> str | None:
    if not math.isfinite(value):
        return "not a finite number"
    low, above, high = (schema.get(word) for word in ("minimum", "exclusiveMinimum", "maximum"))
    if (low is not None and value < low) or (above is not None and value <= above):
        return "too small"
    return "too large" if high is not None and value > high else None


def _table(schema: Schema, value: dict[Any, Any], path: str, faults: list[Fault]) -> dict[str, Any]:
    known: Schema = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    result: dict[str, Any] = {}
    for key, item in value.items():
        inner = f"{path}.{shown(str(key))}" if path else shown(str(key))
        if key in known:
            result[key] = read(known[key], item, inner, faults)
        elif others is True:
            result[key] = item
        elif others is False:
            faults.append(Fault(inner, "unknown key", shown(str(key)), near(str(key), known)))
            # A misspelt key is not missing as well.
            result |= {word: BAD for word in meant(str(key), known)[:1] if word not in value}
        elif _text_problem(schema.get("propertyNames", {}), str(key)):
            faults.append(Fault(path, "a key that is no name", shown(str(key)), expected(DEFS["name"])))
        else:
            result[key] = read(others, item, inner, faults)
    for key in schema.get("required", ()):
        if key not in value and key not in result:
            wanted = expected(known[key]) if key in known else []
            faults.append(Fault(f"{path}.{key}" if path else key, "missing", None, wanted))
            result[key] = BAD
    return result
