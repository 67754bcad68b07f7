"""The words that schemas are put together from: each gives one JSON Schema with what a person reads as expected."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

MAX_ITEMS = 1000
MAX_METRES = 10_000

# No controls, no line ends, no marks that turn the direction of what follows; joiners (emoji) are welcome.
UNSHOWN = (
    r"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff"
)
NAME = rf"^(?!\s*$)[^{UNSHOWN}]+$"


def text(says: str, pattern: str, limit: int = 80) -> Schema:
    return {"type": "string", "pattern": pattern, "maxLength": limit, "description": says}


def whole(low: int, high: int) -> Schema:
    return {
        "type": "integer",
        "minimum": low,
        "maximum": high,
        "description": f"a whole number from {low} to {high}",
    }


def number(low: float, high: float) -> Schema:
    return {
        "type": "number",
        "minimum": low,
        "maximum": high,
        "description": f"a number from {low:g} to {high:g}",
    }


def choice(words: list[str]) -> Schema:
    return {"type": "string", "enum": words}


def flag() -> Schema:
    return {"type": "boolean", "description": "true or false"}


def table(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
        "description": "a table",
    }


def by_name(value: Schema, says: str) -> Schema:
    """A table whose keys are names of the game, each with a value of one shape."""
    return {
        "type": "object",
        "propertyNames": {"pattern": NAME, "maxLength": 60},
        "additionalProperties": value,
        "maxProperties": 200,
        "description": says,
    }


def rows(item: Schema, says: str = "a list", most: int = MAX_ITEMS) -> Schema:
    return {"type": "array", "items": item, "maxItems": most, "description": says}


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def place() -> Schema:
    """Metres on a line, or a pair of them."""
    return {
        "oneOf": [
            {**number(-MAX_METRES, MAX_METRES), "description": "metres"},
            {**rows(number(-MAX_METRES, MAX_METRES), "[x, y] in metres", 2), "minItems": 2},
        ]
    }
