"""The shapes of what makes up a scene besides people and covers: zones, the map's bounds, morale."""

from __future__ import annotations

from .schema_parts import Schema, choice, number, ref, rows, table, whole

ON = ["attacks_from", "attacks_against", "tests"]
MORALE = ["flee", "surrender"]

SCENE: Schema = {
    "gives": table(
        {
            "on": choice(ON),
            "edge": choice(["advantage", "disadvantage"]),
            "skill": ref("name"),
            "range": choice(["ranged", "melee"]),
            "price": whole(0, 100),
        },
        ("on", "edge"),
    ),
    "zone": table(
        {
            "id": ref("id"),
            "name": ref("name"),
            "at": ref("place"),
            "radius": {**number(0, 10_000), "exclusiveMinimum": 0, "description": "metres, more than 0"},
            "from": ref("place"),
            "to": ref("place"),
            "gives": {**rows(ref("gives"), "a list of what it gives, at least one", 20), "minItems": 1},
        },
        ("id", "gives"),
    ),
    "map": table({"from": ref("place"), "to": ref("place")}, ("from", "to")),
    "morale": table(
        {
            "loss": {
                **number(0, 1),
                "exclusiveMinimum": 0,
                "description": "a share, more than 0 and at most 1",
            },
            "does": choice(MORALE),
        },
        ("loss", "does"),
    ),
}
"""Definitions, by the name that `ref` gives them."""

SCENE_ARRAYS = {"zones": "zone"}
"""The arrays of tables among them."""

SHAPED: Schema = {
    "oneOf": [{"required": ["from", "to"]}, {"required": ["at", "radius"]}],
}
"""A zone has one of two shapes: for editors. `references.zone` says it key by key."""
