"""What the templates show, made from what a seat may see. Nothing here looks behind a seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ..book.combat.range import (
    CLOSE_METRES,
    ENGAGED_METRES,
    MEDIUM_METRES,
    SHORT_METRES,
    Band,
    band,
    distance,
)
from ..seats.names import count
from ..seats.sentences import DECIDED
from .drawing import Area, CoverMark, Head, Scene, ZoneMark, initial, metres_text

View = Mapping[str, Any]

REACH = {"engaged": ENGAGED_METRES, "close": CLOSE_METRES, "short": SHORT_METRES, "medium": MEDIUM_METRES}
"""How far an effective band reaches, in metres; Extreme has no end."""

GONE: dict[str | None, str] = {"left": "left the map", "surrendered": "surrendered"}
"""How somebody's part in the fight has ended, alive."""

ASK_WORDS = {
    "reaction": "reaction",
    "claim_reaction": "a claim",
    "claim_attack": "a claim",
    "claim_avoid": "a claim",
    "claim_test": "a claim",
    "avoid_skill": "the skill to avoid with",
    "reach_strike": "a strike at reach",
    "free_attack": "a free attack",
    "dice": "dice",
}


class Track(NamedTuple):
    """Trauma boxes: a label ("P", "M" or none), how many are marked, of how many."""

    label: str
    word: str
    marked: int
    boxes: int


class Row(NamedTuple):
    """One in the order."""

    id: str
    name: str
    letter: str
    shape: int
    initiative: int | None
    acting: bool
    asked: bool
    mine: bool
    hidden: bool
    out: bool
    gone: str | None
    momentum: int | None
    tracks: tuple[Track, ...]
    health: str | None
    known: bool
    tags: tuple[tuple[str, str], ...]
    note: str
    tie: tuple[str, str] | None


def shapes(view: View) -> dict[str, int]:
    """The number of each side that is seen: 0 for the first with characters, the others by name."""
    sides: dict[str, bool] = {}
    for c in view["combatants"].values():
        sides[c["side"]] = sides.get(c["side"], False) or c["kind"] == "character"
    ordered = sorted(sides, key=lambda side: (not sides[side], side))
    return {side: i for i, side in enumerate(ordered)}


def place_of(at: Any) -> float | tuple[float, float]:
    """A place as the drawings take it."""
    return (float(at[0]), float(at[1])) if isinstance(at, list | tuple) else float(at)


def place_text(at: Any) -> str:
    """A place for a reader."""
    if isinstance(at, list | tuple):
        return f"{metres_text(at[0])}, {metres_text(at[1])}"
    return f"{metres_text(at)} m"


def asked_ids(view: View) -> set[str]:
    """The combatants for whom the table waits, as far as the seat may know."""
    return set(view["waiting"])


def head(view: View, id: str, sides: Mapping[str, int]) -> Head:
    """One as the map shows it."""
    c = view["combatants"][id]
    return Head(
        id=id,
        name=c["name"],
        shape=sides[c["side"]],
        at=place_of(c["at"]),
        out=bool(c["out"]),
        hidden=bool(c.get("hidden")),
        turn=view["turn"] == id,
        asked=id in asked_ids(view),
        movable=view["role"] == "gm" or id in view["you"],
        unaware=bool(c["unaware"]),
        surrendered=c["gone"] == "surrendered",
    )


def on_the_map(view: View) -> list[str]:
    """Everybody who has not left."""
    return [id for id, c in view["combatants"].items() if c["gone"] != "left"]


def zone_mark(id: str, zone: Mapping[str, Any]) -> ZoneMark:
    """A zone as the drawings take it."""
    if "at" in zone:
        return ZoneMark(id, zone["name"], place_of(zone["at"]), float(zone["radius"]), None, None)
    return ZoneMark(id, zone["name"], None, 0.0, place_of(zone["from"]), place_of(zone["to"]))


def scene(
    view: View,
    focus: str | None = None,
    reach: float | None = None,
    shot: tuple[str, str] | None = None,
    areas: Sequence[Area] = (),
    pick: Any = None,
) -> Scene:
    """The map of what a seat sees; `focus` is whose bands are shown."""
    sides = shapes(view)
    suppressed = [
        Area(
            place_of(s["at"]),
            s["radius"],
            "suppressed",
            f"suppressed by {view['combatants'][s['who']]['name']}",
        )
        for s in view["suppressions"]
    ]
    covers = [
        CoverMark(id, place_of(c["at"]), c["grade"], c["hides"], c["arc"]) for id, c in view["covers"].items()
    ]
    return Scene(
        heads=tuple(head(view, id, sides) for id in on_the_map(view)),
        covers=tuple(covers),
        areas=(*suppressed, *areas),
        focus=focus if focus in on_the_map(view) else None,
        reach=reach,
        shot=shot,
        pick=None if pick is None else place_of(pick),
        aims=tuple((id, c["aim"]) for id, c in view["combatants"].items() if c["aim"]),
        zones=tuple(zone_mark(id, zone) for id, zone in view["zones"].items()),
        bounds=None if view["map"] is None else (place_of(view["map"]["from"]), place_of(view["map"]["to"])),
    )


def metres_between(a: Any, b: Any) -> float:
    """The distance of two places of a view."""
    one, other = place_of(a), place_of(b)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return distance(one[0], one[1], other[0], other[1])
    if isinstance(one, tuple) or isinstance(other, tuple):
        raise ValueError("places of two kinds")
    return distance(one, 0, other, 0)


def band_of(view: View, a: str, b: str) -> str:
    """The band of a pair: the GM's word where there is one, else by distance."""
    for named in view["bands"]:
        if {named["who"], named["target"]} == {a, b}:
            return str(named["band"])
    people = view["combatants"]
    return Band(band(metres_between(people[a]["at"], people[b]["at"]))).name.lower()


def bands_around(view: View, focus: str) -> list[tuple[str, list[tuple[Head, bool]]]]:
    """The band view: for each band, nearest first, who is in it, and whether the GM named it so."""
    sides = shapes(view)
    found: dict[str, list[tuple[Head, bool]]] = {band.name.lower(): [] for band in Band}
    named = {frozenset((b["who"], b["target"])) for b in view["bands"]}
    for id in on_the_map(view):
        if id != focus:
            found[band_of(view, focus, id)].append((head(view, id, sides), frozenset((focus, id)) in named))
    return list(found.items())


def ordered_ids(view: View) -> list[str]:
    """The order as it is, then whoever is not in it."""
    order = [id for id in view["order"] if id in view["combatants"]]
    return [*order, *(id for id in view["combatants"] if id not in order)]


def order_rows(view: View, ties: Sequence[Mapping[str, str]] = ()) -> list[Row]:
    """Everybody in the order, as the list shows them; `ties` are those of initiative that the seat was told."""
    sides, asked, tied = shapes(view), asked_ids(view), tie_notes(view, ties)
    rows = []
    for id in ordered_ids(view):
        c = view["combatants"][id]
        rows.append(
            Row(
                id=id,
                name=c["name"],
                letter=initial(head(view, id, sides)),
                shape=sides[c["side"]],
                initiative=c["initiative"],
                acting=view["turn"] == id,
                asked=id in asked,
                mine=id in view["you"],
                hidden=bool(c.get("hidden")),
                out=bool(c["out"]),
                gone=c["gone"],
                momentum=c.get("momentum"),
                tracks=tracks(c),
                health=GONE.get(c["gone"], c["health"]),
                known=c["known"],
                tags=tuple(tags(view, id)),
                note=c.get("note", ""),
                tie=tied.get(id),
            )
        )
    return rows


def tie_notes(view: View, ties: Sequence[Mapping[str, str]]) -> dict[str, tuple[str, str]]:
    """What put one before the next who rolled the same, where they still stand so, and the rule that says it."""
    people = view["combatants"]
    decided = {(tie["first"], tie["then"]): tie["by"] for tie in ties}
    found = {}
    for pair in pairwise(id for id in view["order"] if id in people):
        first, then = people[pair[0]], people[pair[1]]
        same = first["initiative"] == then["initiative"] and not (first["delayed"] or then["delayed"])
        if same and pair in decided:
            by = decided[pair]
            found[pair[0]] = (f"before {then['name']}: {DECIDED[by]}", "C14" if by == "dexterity" else "R28")
    return found


def tracks(c: Mapping[str, Any]) -> tuple[Track, ...]:
    """The trauma tracks whose numbers are known."""
    if "trauma" not in c:
        return ()
    single = len(c["trauma"]) == 1
    words = {"physical": "Trauma" if single else "Physical trauma", "mental": "Mental trauma"}
    return tuple(
        Track("" if single else key[0].upper(), words[key], marked, c["boxes"][key])
        for key, marked in c["trauma"].items()
    )


def tags(view: View, id: str) -> list[tuple[str, str]]:
    """What is to be said of one in a word or two: (kind, text), kind "" or "lamp" or "harm"."""
    asked = [("lamp", "asked")] if id in asked_ids(view) else []
    plain = [*_posture(view, id), *_ties(view, id), *_edges(view["combatants"][id])]
    return [*asked, *_standing(view, id), *(("", text) for text in plain)]


def _standing(view: View, id: str) -> list[tuple[str, str]]:
    """Dead, out, gone or hidden; whether its morale is broken; whether it may still react."""
    c = view["combatants"][id]
    found = [("harm", "dead")] if c.get("dead") else [("harm", "out")] if c["out"] else []
    if c["gone"] and not c.get("dead"):
        found = [("gone", GONE[c["gone"]])]
    morale = c.get("morale")
    if morale and morale["broken"]:
        found.append(("harm", f"broken: would {morale['does']}"))
    if c["unaware"] and not c["out"]:
        found.append(("", "unaware"))
    if c.get("hidden"):
        found.append(("", "hidden"))
    if "reactions" in c and view["round"] and not c["out"]:
        used = "reaction free" if c["reactions"] else "reaction used"
        found.append(("", "readied reaction" if c["readied"] else used))
    return found


def _posture(view: View, id: str) -> list[str]:
    """Conditions with the turns they have left, prone, suppressed, cover, zones."""
    c = view["combatants"][id]
    found = [condition_text(x) for x in c["conditions"]]
    found += [word for word in ("prone", "suppressed") if c[word]]
    found += [f"{'fully ' if use['fully'] else ''}behind {use['cover']}" for use in c["cover"]]
    found += [f"in {view['zones'][zone]['name']}" for zone in c["zones"] if c["gone"] != "left"]
    return [*found, *(["exposed"] if c["exposed"] else [])]


def condition_text(x: Mapping[str, Any]) -> str:
    """A condition: its name, the edge it gives, how many of its bearer's turns are left."""
    arrow = {"advantage": " ▲", "disadvantage": " ▼"}.get(x.get("edge", ""), "")
    skill = f" {x['skill']}" if arrow and x.get("skill") else ""
    turns = f", {count(x['turns'], 'turn')} left" if x["turns"] else ""
    return f"{x['name']}{arrow}{skill}{turns}"


def _ties(view: View, id: str) -> list[str]:
    """Who holds it, whom it aims at, after whom it acts, whom it is engaged with."""
    people = view["combatants"]
    c = people[id]
    found = [
        words + (people[c[field]]["name"] if c[field] in people else "somebody")
        for field, words in (("held_by", "held by "), ("aim", "aims at "), ("delayed", "after "))
        if c[field]
    ]
    near = [people[other]["name"] for other in engaged(view, id)]
    return [*found, *(["engaged with " + ", ".join(near)] if near else [])]


def _edges(c: Mapping[str, Any]) -> list[str]:
    """What the GM granted or imposed."""
    words = {"next_test": "next test", "until_round_end": "this round", "fight": "this fight"}
    return [
        f"{'▲' if edge['edge'] == 'advantage' else '▼'} {words[edge['on']]}"
        + (f", {edge['reason']}" if edge["reason"] else "")
        for edge in c.get("edges", ())
    ]


def engaged(view: View, id: str) -> list[str]:
    """The foes that are up and at Engaged range, as far as they are seen."""
    people = view["combatants"]
    if people[id]["out"]:
        return []
    return [
        other
        for other, c in people.items()
        if other != id
        and c["side"] != people[id]["side"]
        and not c["out"]
        and band_of(view, id, other) == "engaged"
    ]


def waiting_for(view: View) -> str:
    """Whom the table waits for and why, in a line; empty when it waits for nobody."""
    people = view["combatants"]
    if view["paused"]:
        return "Paused by the GM"
    if view["waiting"]:
        wanted = {ask["key"].partition(":")[0] for ask in view["pending"]}
        what = ASK_WORDS[wanted.pop()] if len(wanted) == 1 else ""
        own = mine_of(view)
        asked = [who for who in view["waiting"] if who in own]
        others = [
            "the GM" if who == "gm" else people[who]["name"] for who in view["waiting"] if who not in own
        ]
        if asked:
            return " and ".join(["You", *others]) + " are asked" + (f": {what}" if what else "")
        return "Waiting for " + " and ".join(others) + (f", {what}" if what else "")
    if view["over"]:
        return f"The fight is over: {outcome(view)}"
    if not view["round"]:
        return "Not begun"
    if view["turn"]:
        name = people[view["turn"]]["name"]
        if view["turn"] in view["you"]:
            return "Your turn" if len(view["you"]) == 1 else f"Your turn, {name}"
        return f"{name}’{'' if name.endswith('s') else 's'} turn"
    return "Waiting for the GM"


def outcome(view: View) -> str:
    """Who won a fight that is over, or that nobody did."""
    return "a draw" if view["winner"] is None else f"{view['winner_name']} won"


def mine_of(view: View) -> tuple[str, ...]:
    """Whose asks are this seat's own: a player's characters, or the GM's part."""
    return ("gm",) if view["role"] == "gm" else tuple(view["you"])


def page_title(view: View, table: str) -> str:
    """The page's title: what this seat is asked stands first."""
    if view["pending"]:
        return f"({len(view['pending'])}) You are asked · {table}"
    if view["turn"] in view["you"]:
        return f"Your turn, {view['combatants'][view['turn']]['name']} · {table}"
    return f"{table} · Wanderstar"
