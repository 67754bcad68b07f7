"""Events as a seat may hear of them: who is hidden is not named, what is not known is not counted.

A kind that is not listed here is told to nobody but the GM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..play.scene import Event
from .cut import UNSEEN
from .eyes import Eyes, eyes

__all__ = ["TELL", "Eyes", "eyes", "told"]

Story = dict[str, Any]

OF_THE_SHEET = ("granted", "imposed", "condition", "characteristic")
OF_THE_THREAT = ("minion", "elite")

SEEN_FIELDS = (
    "name", "side", "at", "scale", "hidden", "held", "initiative", "delayed", "aim", "cover", "exposed",
    "prone", "held_by", "out", "conditions", "unaware", "gone",
)  # fmt: skip
"""Fields of a stranger that everybody sees, so that the GM's correction of them is told."""


def told(events: Iterable[Event], e: Eyes) -> list[Event]:
    """The events that a seat hears of, in order, each cut to what it may know."""
    if e.gm:
        return [Event(event.kind, {**event.story}, event.changes) for event in events]
    found: list[Event] = []
    attacker: str | None = None
    healed: set[str] = set()
    for event in events:
        story = dict(event.story)
        if event.kind in ("attack_declared", "struck_freely"):
            attacker = story["who"]
        if event.kind == "draw" and story["name"] == "damage":
            if e.sees(story["who"]) and (attacker is None or e.sees(attacker)):
                found.append(Event("draw", story, {}))
            continue
        if event.kind in ("trauma_marked", "trauma_cleared") and story["who"] in e.unknown:
            who = story["who"]
            if who in e.health and who not in healed:
                healed.add(who)
                found.append(Event("health_changed", {"who": who, "health": e.health[who][1]}, {}))
            continue
        tell = TELL.get(event.kind)
        cut = None if tell is None else tell(story, e)
        if cut is not None:
            found.append(Event(event.kind, cut, {}))
    return found


Tell = Callable[[Story, Eyes], Story | None]


def free(s: Story, e: Eyes) -> Story | None:
    """Told to everybody as it is."""
    return s


def nobody(s: Story, e: Eyes) -> Story | None:
    """Told to the GM alone."""
    return None


def of(*keys: str, numbers: bool = True) -> Tell:
    """Told when everybody under `keys` is there; with `numbers` false not of strangers."""

    def tell(s: Story, e: Eyes) -> Story | None:
        if not all(e.sees(s[key]) for key in keys if s.get(key) is not None):
            return None
        if not numbers and any(s[key] in e.unknown for key in keys if key in s):
            return None
        return s

    return tell


def ordered(s: Story, e: Eyes) -> Story | None:
    """An order without those who are hidden; nothing of one who takes a hidden place in it."""
    if any(s.get(key) is not None and not e.sees(s[key]) for key in ("who", "joined")):
        return None
    order = e.only(s["order"])
    data = {**s, "order": order}
    if "ties" in s:  # what decided a tie tells of both Dexterities
        known = e.visible - e.unknown
        data["ties"] = [tie for tie in s["ties"] if tie["first"] in known and tie["then"] in known]
    if s.get("after") is not None and not e.sees(s["after"]):
        at = order.index(s["who"])
        data["after"] = order[at - 1] if at else None
    return data


def by_somebody(key: str) -> Tell:
    """Told of `who` when it is there; the one under `key` may be unseen."""

    def tell(s: Story, e: Eyes) -> Story | None:
        if not e.sees(s["who"]):
            return None
        return {**s, key: s[key] if s[key] is None or e.sees(s[key]) else UNSEEN}

    return tell


def declared(s: Story, e: Eyes) -> Story | None:
    """An attack; by somebody unseen only on whom."""
    targets = e.only(s["targets"])
    if s["targets"] and not targets:
        return None
    if e.sees(s["who"]):
        return {**s, "targets": targets}
    return {"who": UNSEEN, "targets": targets} if targets else None


def struck(s: Story, e: Eyes) -> Story | None:
    """A free attack or first strike."""
    if not e.sees(s["target"]):
        return None
    return s if e.sees(s["who"]) else {"who": UNSEEN, "targets": [s["target"]]}


def attack(s: Story, e: Eyes) -> Story | None:
    """A hit or a miss: of a stranger without its armor and what that let through; of one's own with all of it."""
    if not e.sees(s["target"]):
        return None
    data = {**s, "reasons": reasons(s["reasons"], e, s["who"], s["target"])}
    if s["target"] in e.unknown:
        data |= {"armor": None, "trauma": None}
        data.pop("would", None)
    if not e.sees(s["who"]):
        data |= {"who": UNSEEN, "weapon": None, "mode": None}
        if s["target"] in e.unknown:
            data |= {"damage": None, "effect": None}
    if s["rolled_by"] in e.unknown or not e.sees(s["rolled_by"]):
        data["effect"] = None
    data["rolled_by"] = s["rolled_by"] if e.sees(s["rolled_by"]) else UNSEEN
    return data


def reasons(found: Iterable[Mapping[str, Any]], e: Eyes, who: str, target: str = "") -> list[dict[str, Any]]:
    """Reasons that a seat may hear: none that tells of a stranger's sheet, edges or armor, or of somebody unseen."""
    unseen = not e.sees(who)
    stranger = unseen or who in e.unknown

    def kept(r: Mapping[str, Any]) -> bool:
        if r["gives"] == "armor":
            return target not in e.unknown or str(r["why"]).startswith("cover")
        if unseen:
            return bool(r["why"] == "unseen")
        return not (stranger or r.get("mirrored")) or r["why"] not in OF_THE_SHEET

    return [_named(r, e) for r in found if kept(r)]


def _named(r: Mapping[str, Any], e: Eyes) -> dict[str, Any]:
    """A reason whose detail, where it is somebody, is somebody who is there."""
    return {**r, "detail": UNSEEN} if r["why"] == "suppressed" and not e.sees(r.get("detail")) else dict(r)


def tested(s: Story, e: Eyes) -> Story | None:
    """A test: of a stranger without its bonus and what follows from it."""
    if not e.sees(s["who"]):
        return None
    if s["who"] in e.unknown:
        flags = [flag for flag in s["flags"] if flag.startswith("natural")]
        return {
            **s, "bonus": None, "total": None, "margin": None, "flags": flags,
            "reasons": reasons(s["reasons"], e, s["who"]),
        }  # fmt: skip
    return {**s, "reasons": own_reasons(s["reasons"], e)}


def own_reasons(found: Iterable[Mapping[str, Any]], e: Eyes) -> list[dict[str, Any]]:
    """The reasons of a test of one's own: of the attacker's, mirrored, none that only its sheet could tell."""
    kept = [_named(r, e) for r in found if not (r.get("mirrored") and r["why"] in OF_THE_SHEET)]
    if any(r["why"] == "unseen" for r in kept):
        kept = [r for r in kept if not r.get("mirrored") and r["why"] not in OF_THE_THREAT]
    return kept


def drawn(s: Story, e: Eyes) -> Story | None:
    """Dice rolled in the open; a stranger's without its bonus."""
    if not e.sees(s["who"]):
        return None
    if s["who"] in e.unknown and s["name"] != "initiative":
        return {**s, "bonus": None, "total": None}
    return s


def reacted(s: Story, e: Eyes) -> Story | None:
    """What came of a reaction; a stranger's value is not told."""
    if not e.sees(s["who"]):
        return None
    if s["who"] in e.unknown:
        return {key: v for key, v in s.items() if key not in ("static", "bonus", "total", "edge", "reasons")}
    return {**s, "reasons": reasons(s["reasons"], e, s["who"])} if "reasons" in s else s


def paid(s: Story, e: Eyes) -> Story | None:
    """A reaction declared; what it cost a stranger is not told."""
    if not e.sees(s["who"]):
        return None
    return {**s, "price": 0} if s["who"] in e.unknown else s


def opposed(s: Story, e: Eyes) -> Story | None:
    """An opposed test among those who are there; totals of strangers are not told."""
    if not all(e.sees(who) for who in (*s["totals"], *s["tied"])):
        return None
    known = {who: total for who, total in s["totals"].items() if who not in e.unknown}
    if len(known) == len(s["totals"]):
        return s
    return {**s, "totals": known, "margin": 0, "narrow": False, "rerolls": s["rerolls"]}


def condition(s: Story, e: Eyes) -> Story | None:
    """A condition; how long it lasts on a stranger is not told."""
    if not e.sees(s["who"]):
        return None
    data = {**s, "source": s.get("source") if e.sees(s.get("source")) else None}
    if s["who"] not in e.unknown:
        return data
    return {key: v for key, v in data.items() if key not in ("edge", "skill")} | {"turns": None}


def corrected(s: Story, e: Eyes) -> Story | None:
    """The GM's word on a field that a seat can see, and that names nobody it cannot."""
    if not e.sees(s["who"]) or (s["who"] in e.unknown and s["field"] not in SEEN_FIELDS):
        return None
    if s["field"] in ("aim", "held_by", "delayed") and s["value"] is not None and not e.sees(s["value"]):
        return None
    if s["field"] in ("barred_from", "conditions", "hidden"):
        return None
    if s["field"] == "morale" and s["who"] not in e.friends:
        return None
    return s


def blast(s: Story, e: Eyes) -> Story | None:
    """Where something goes off; of those within, whoever is there."""
    data = {**s, "within": e.only(s["within"]), "spared": e.only(s["spared"])}
    return data if e.sees(s["who"]) else {**data, "who": UNSEEN, "weapon": None, "hit": None, "effect": None}


def within(s: Story, e: Eyes) -> Story | None:
    """Suppressive fire of somebody who is there."""
    return {**s, "within": e.only(s["within"])} if e.sees(s["who"]) else None


def summoned(s: Story, e: Eyes) -> Story | None:
    """Initiative for whoever is there."""
    return {**s, "who": e.only(s["who"])}


def entered(s: Story, e: Eyes) -> Story | None:
    """A wave, as far as it is to be seen."""
    seen = [(id, name) for id, name in zip(s["who"], s["names"], strict=True) if e.sees(id)]
    return {**s, "who": [id for id, _ in seen], "names": [name for _, name in seen]} if seen else None


def loaded(s: Story, e: Eyes) -> Story | None:
    """The next fight: who of it is to be seen, not what the GM calls it."""
    return {**s, "name": "", "who": e.only(s["who"]), "carried": e.only(s["carried"])}


def evening(s: Story, e: Eyes) -> Story | None:
    """A new evening: the Momentum of those whose numbers are known."""
    known = [who for who in e.only(s["who"]) if who not in e.unknown]
    return {**s, "who": known, "momentum": {who: s["momentum"][who] for who in known}}


def contest(s: Story, e: Eyes) -> Story | None:
    """An extended contest; nothing when it was against somebody unseen who won."""
    return s if s["winner"] is None or e.sees(s["winner"]) else None


TELL: dict[str, Tell] = {
    "initiative_called": summoned,
    "fight_begun": ordered,
    "order_set": ordered,
    "turn_delayed": ordered,
    "round_started": free,
    "fight_ended": free,
    "clock_set": free,
    "clock_ticked": free,
    "cover_added": free,
    "cover_removed": free,
    "turn_started": of("who"),
    "turn_ended": of("who"),
    "turn_passed": of("who"),
    "moved": of("who"),
    "stayed": of("who"),
    "aimed": of("who", "target"),
    "aim_lost": of("who"),
    "reloaded": of("who"),
    "charged": of("who"),
    "readied": of("who", numbers=False),
    "cover_taken": of("who"),
    "cover_left": of("who"),
    "dropped_prone": of("who"),
    "rose": of("who"),
    "weapon_drawn": of("who"),
    "weapon_stowed": of("who"),
    "weapon_dropped": of("who"),
    "minor_taken": of("who"),
    "attack_declared": declared,
    "struck_freely": struck,
    "shot_dropped": of("who", "target"),
    "reaction_declared": paid,
    "reacted": reacted,
    "attack": attack,
    "blast": blast,
    "scattered": of("who"),
    "trauma_marked": of("who", numbers=False),
    "trauma_cleared": by_somebody("by"),
    "kept_at_reach": of("who", "by"),
    "suppression_declared": of("who"),
    "suppressed": within,
    "suppression_failed": of("who"),
    "suppression_ended": of("who"),
    "held": by_somebody("by"),
    "released": by_somebody("by"),
    "condition_set": condition,
    "condition_cleared": of("who"),
    "condition_ended": of("who"),
    "zone_added": free,
    "zone_removed": free,
    "unaware": of("who"),
    "alerted": of("who"),
    "wave_set": nobody,
    "wave_entered": entered,
    "departed": of("who"),
    "table_cleared": nobody,
    "encounter_loaded": loaded,
    "rested": of("who", numbers=False),
    "evening_begun": evening,
    "draw": drawn,
    "test": tested,
    "opposed": opposed,
    "contest": contest,
    "acted": of("who"),
    "test_called": of("who"),
    "momentum_paid": of("who", numbers=False),
    "momentum_gained": of("who", numbers=False),
    "edge_given": of("who", numbers=False),
    "band_named": of("who", "target"),
    "corrected": corrected,
    "joined": of("who"),
    "removed": of("who"),
    "hidden": of("who"),
    "revealed": of("who"),
}
"""How each kind of event is told to a seat without the GM's eyes."""
