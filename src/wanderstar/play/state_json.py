"""The state and what is pending, as the interface spells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..book.combat.actions import SIGNIFICANT_PER_TURN
from ..book.combat.melee import inside_guard
from ..book.combat.range import Band
from ..sheets.build_scene import bounds_table, zone_table
from . import morale, sight
from .asks import Choice, Draw
from .rolls import EDGE_WORDS
from .state import Combatant, Condition, State, reactions_left
from .zones import zones_at


def seat_of(state: State, ask: Choice | Draw) -> str:
    """Whose answer is awaited: a character's own id, `gm` for everybody else.

    A free attack is asked of the side opposed to the leaver: of the GM, unless only characters may strike.
    """
    if isinstance(ask, Draw):
        return ask.roller
    c = state.combatants[ask.who]
    if ask.name == "free_attack":
        strikers = {str(option).partition(":")[0] for option in ask.options if option != "none"}
        characters = [s for s in strikers if state.combatants[s].is_character]
        return characters[0] if len(strikers) == 1 and characters else "gm"
    return c.id if c.is_character else "gm"


def pending_json(state: State, asks: Iterable[Choice | Draw]) -> list[dict[str, Any]]:
    """What is awaited: `key`, `seat`, `options`; of dice also which draw, how many, at which edge."""
    pending: list[dict[str, Any]] = []
    for ask in asks:
        if isinstance(ask, Draw):
            pending.append(
                {
                    "key": "dice",
                    "seat": seat_of(state, ask),
                    "options": None,
                    "draw": ask.name,
                    "who": ask.who,
                    "count": ask.count,
                    "edge": None if ask.edge is None else EDGE_WORDS[ask.edge],
                }
            )
        else:
            options = list(ask.options)
            pending.append(
                {"key": ask.key, "seat": seat_of(state, ask), "options": options, "default": ask.default}
            )
    return pending


def state_json(state: State, asks: Iterable[Choice | Draw] = ()) -> dict[str, Any]:
    """STATE of the interface."""
    return {
        "format": 1,
        "version": state.version,
        "round": state.round,
        "turn": state.turn,
        "order": list(state.order),
        "over": state.over,
        "winner": state.winner,
        "pending": pending_json(state, asks),
        "combatants": {c.id: combatant_json(state, c) for c in state.combatants.values()},
        "covers": {
            cover.id: {
                "at": sight.as_json(cover.at),
                "grade": cover.grade,
                "hides": cover.hides,
                "arc": cover.arc,
            }
            for cover in state.covers.values()
        },
        "suppressions": [
            {"who": s.who, "at": sight.as_json(s.at), "radius": s.radius} for s in state.suppressions
        ],
        "clocks": {
            id: {
                "successes": clock.successes,
                "failures": clock.failures,
                "of": {"successes": clock.of_successes, "failures": clock.of_failures},
            }
            for id, clock in state.clocks
        },
        "bands": [
            {"who": who, "target": target, "band": Band(band).name.lower()}
            for who, target, band in state.bands
        ],
        "zones": {zone.id: {k: v for k, v in zone_table(zone).items() if k != "id"} for zone in state.zones},
        "waves": waves_json(state),
        "map": None if state.encounter.bounds is None else bounds_table(state.encounter.bounds),
    }


def waves_json(state: State) -> list[dict[str, Any]]:
    """Who is still to come, by round."""
    rounds = sorted({c.enters for c in state.waves if c.enters is not None})
    return [{"round": n, "who": [c.id for c in state.waves if c.enters == n]} for n in rounds]


def morale_json(state: State, c: Combatant) -> dict[str, Any] | None:
    """The morale that holds for a combatant, the loss it looks at, and whether it is broken."""
    found = morale.morale_of(state, c)
    if found is None:
        return None
    lost = morale.lost(state, c)
    return {
        "loss": found.loss,
        "does": found.does,
        "lost": round(lost, 4),
        "broken": lost >= found.loss and not c.out,
    }


def condition_json(x: Condition) -> dict[str, Any]:
    """A condition; its edge only where it gives one."""
    told: dict[str, Any] = {"name": x.name, "turns": x.turns, "source": x.source, "rule": x.rule}
    if x.edge:
        told |= {"edge": EDGE_WORDS[x.edge], "skill": x.skill}
    return told | ({"price": x.price} if x.edge > 0 else {})


def combatant_json(state: State, c: Combatant) -> dict[str, Any]:
    """One combatant of STATE."""
    single = c.boxes_mental < 0
    mine = state.turn == c.id
    return {
        "name": c.name,
        "side": c.side,
        "kind": c.person.kind,
        "threat": c.person.threat,
        "at": sight.as_json(c.at),
        "scale": c.scale,
        "hidden": c.hidden,
        "momentum": c.momentum,
        "trauma": {"physical": c.physical} if single else {"physical": c.physical, "mental": c.mental},
        "boxes": {"physical": c.boxes_physical}
        if single
        else {"physical": c.boxes_physical, "mental": c.boxes_mental},
        "armor": c.armor,
        "held": list(c.held),
        "ammo": dict(c.ammo),
        "charged": list(c.charged),
        "initiative": c.initiative,
        "delayed": c.delayed,
        "edges": [
            {"edge": EDGE_WORDS[e.edge], "on": e.on, "price": e.price, "reason": e.reason} for e in c.edges
        ],
        "barred_from": [b.who for b in c.barred if not inside_guard(b.reached, state.round)],
        "significant": c.significant if mine else SIGNIFICANT_PER_TURN,
        "minors": c.minors if mine else state.ruleset.minor_max,
        "moved": c.moved if mine else False,
        "reactions": reactions_left(c, state.ruleset),
        "readied": c.readied,
        "aim": c.aim,
        "cover": [{"cover": use.cover, "fully": use.fully} for use in c.cover],
        "exposed": c.exposed,
        "prone": c.prone,
        "suppressed": sight.suppressed_by(state, c) is not None,
        "held_by": c.held_by,
        "out": c.out,
        "dead": c.dead,
        "conditions": [condition_json(x) for x in c.conditions],
        "unaware": c.unaware,
        "gone": c.gone,
        "morale": morale_json(state, c),
        "zones": [zone.id for zone in zones_at(state, c.at)] if state.zones else [],
    }
