"""Zones in words: where each lies, what it gives, who stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .drawing import metres_text
from .models import View, on_the_map, place_text

ON = {
    "attacks_from": ("attacks from inside", "{range} attacks from inside"),
    "attacks_against": ("attacks at those inside", "{range} attacks at those inside"),
    "tests": ("tests inside", "{skill} inside"),
}
"""What a zone's edge is on: every one of its kind, or one kind of them only."""


def zone_words(zone: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a zone gives: the edge, and on what."""
    found = []
    for given in zone["gives"]:
        every, some = ON[given["on"]]
        one = given.get("range") or given.get("skill")
        words = every if one is None else some.format(range=one, skill=one)
        price = given.get("price")
        free = price == 0 and given["edge"] == "advantage"
        found.append((given["edge"], words + (", free" if free else "")))
    return found


def zone_list(view: View) -> list[dict[str, Any]]:
    """The zones, each with where it lies, what it gives and who stands in it."""
    people = view["combatants"]
    made = []
    for id, zone in view["zones"].items():
        where = (
            f"{place_text(zone['at'])}, radius {metres_text(zone['radius'])} m"
            if "at" in zone
            else f"{place_text(zone['from']).removesuffix(' m')} to {place_text(zone['to'])}"
        )
        inside = [people[one]["name"] for one in on_the_map(view) if id in people[one]["zones"]]
        given = zone_words(zone)
        made.append({"id": id, "name": zone["name"], "where": where, "gives": given, "inside": inside})
    return made
