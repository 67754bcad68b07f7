"""The tactic `nearest`: close with the nearest foe or shoot it, from cover, with whatever hurts most.

A turn is a list of considerations, asked again after each command: the first that names a legal command is
followed. Every command but `end_turn` takes something from the turn, so every turn ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..book.combat.cover import GRADES, can_reach
from ..play import sight
from ..play.attack_plan import plan_attack
from ..play.state import Combatant, State, put
from .nearest_answers import answer
from .options import Option, best, foes
from .places import changed, clinched, standing, toward
from .tactic import Tactic, end_turn, legal

Command = dict[str, Any]

BETTER = 1.25
"""A move or a draw must make the attack this many times as good."""

TWICE = 2.0
"""An action that only prepares an attack costs one: the attack must then be worth twice as much."""

HANDS = 2


def command(state: State, who: str) -> Command:
    """The next command of the one who has the turn."""
    for consider in CONSIDERED:
        data = consider(state, state.combatants[who])
        if data is not None and legal(state, data):
            return data
    return end_turn(state, who)


def break_free(state: State, c: Combatant) -> Command | None:
    """Out of a hold or a pin, by the plain test."""
    if c.significant and (c.pinned or c.held_by is not None):
        return {"do": "break_free", "who": c.id}
    return None


def approach(state: State, c: Combatant) -> Command | None:
    """A move as a Minor Action that brings a better attack, now or by the blade later."""
    if not (c.significant and c.minors) or c.moved or c.held_by is not None or clinched(state, c):
        return None
    near = foes(state, c)
    to = toward(state, c, near[0].at) if near else None
    if to is None:
        return None
    kit = whole_kit(state, c)
    here, there = promise(kit, kit.combatants[c.id]), worth(best(_moved(kit, c.id, to), c.id))
    if there > here * BETTER or (here == 0 and there == 0):
        return {"do": "move", "who": c.id, "to": sight.as_json(to)}
    beside = changed(kit, kit.combatants[c.id], at=near[0].at, aim=None, cover=())
    if worth(best(beside, c.id)) > here * BETTER * BETTER or _too_far(state, c, near[0]):
        return {"do": "move", "who": c.id, "to": sight.as_json(to)}
    return None


def _moved(state: State, who: str, to: Any) -> State:
    return standing(state, state.combatants[who], to)


def _too_far(state: State, c: Combatant, foe: Combatant) -> bool:
    """Whether no weapon in hand reaches the foe within its effective band, with no cover to lose."""
    if c.cover:
        return False
    weapons = [state.weapon(w) for w in c.held if state.weapon(w).band is not None]
    plans = [plan_attack(state, c.id, w, foe.id) for w in weapons if not w.thrown]
    return bool(plans) and all(any(r.why == "beyond_effective" for r in p.own) for p in plans)


def whole_kit(state: State, c: Combatant) -> State:
    """The state with everything that is carried in hand, if there is a Minor Action to draw it."""
    if not c.minors:
        return state
    return changed(state, c, held=tuple(dict.fromkeys((*c.held, *c.carried))))


def arm(state: State, c: Combatant) -> Command | None:
    """Draws what hurts more than what is in hand; puts away what the hands cannot hold beside it."""
    if not (c.significant and c.minors):
        return None
    wanted = best(whole_kit(state, c), c.id)
    if wanted is None or wanted.weapon in c.held or wanted.weapon not in c.carried:
        return None
    weapon = state.weapon(wanted.weapon)
    if weapon.thrown and weapon.band is not None and not _strikes(state, c, wanted):
        return None  # what is thrown needs no draw
    if wanted.worth <= worth(best(state, c.id)) * BETTER:
        return None
    taken = [w for w in c.held if state.weapon(w).hands]
    if sum(state.weapon(w).hands for w in taken) + weapon.hands > HANDS and c.minors > 1 and taken:
        return {"do": "stow", "who": c.id, "weapon": taken[0]}
    return {"do": "draw", "who": c.id, "weapon": weapon.id}


def _strikes(state: State, c: Combatant, option: Option) -> bool:
    foe = state.combatants[option.target]
    return state.weapon(option.weapon).melee and sight.are_engaged(state, c, foe)


def shelter(state: State, c: Combatant) -> Command | None:
    """Uses a cover one stands by that faces the nearest foe further off; fully if it hides (C67, R49)."""
    if not (c.significant and c.minors):
        return None
    apart = [f for f in foes(state, c) if not sight.are_engaged(state, c, f)]
    if not apart:
        return None
    source = apart[0].at
    if sight.best_cover(state, c, source)[1]:
        return None
    facing = [
        sheet
        for sheet in state.covers.values()
        if can_reach(sight.metres(c.at, sheet.at)) and sight.between(sheet, c.at, source)
    ]
    if not facing:
        return None
    cover = max(facing, key=lambda sheet: (sheet.hides, GRADES[sheet.grade]))
    return {"do": "take_cover", "who": c.id, "cover": cover.id, "fully": cover.hides}


def strike(state: State, c: Combatant) -> Command | None:
    """The best attack, unless reloading, charging or aiming makes the next one worth two of it."""
    if not c.significant or c.held_by is not None:
        return None
    now = best(state, c.id)
    least = worth(now) * TWICE
    for data, after in preparations(state, c):
        if legal(state, data) and worth(best(after, c.id)) > least:
            return data
    return None if now is None else now.command


def preparations(state: State, c: Combatant) -> list[tuple[Command, State]]:
    """Commands that make a weapon ready or steady, and the state that each leads to."""
    found: list[tuple[Command, State]] = []
    for id in c.held:
        weapon = state.weapon(id)
        if weapon.magazine is not None and c.rounds(id) == 0:
            full = changed(state, c, ammo=put(c.ammo, id, weapon.magazine))
            found.append(({"do": "reload", "who": c.id, "weapon": id}, full))
        if weapon.charge and id not in c.charged:
            charged = changed(state, c, charged=(*c.charged, id))
            found.append(({"do": "charge", "who": c.id, "weapon": id}, charged))
    near = foes(state, c)
    steady = [w for w in c.held if state.weapon(w).scope or state.weapon(w).precise]
    if near and steady and c.aim is None and not clinched(state, c):
        aimed = changed(state, c, aim=near[0].id)
        found.append(({"do": "aim", "who": c.id, "target": near[0].id}, aimed))
    return found


def rush(state: State, c: Combatant) -> Command | None:
    """No attack to make: the Significant Action becomes a second move (C21)."""
    if not c.significant or c.held_by is not None or clinched(state, c):
        return None
    near = foes(state, c)
    to = toward(state, c, near[0].at) if near else None
    how = "significant" if c.moved or not c.minors else "minor"
    return None if to is None else {"do": "move", "who": c.id, "to": sight.as_json(to), "as": how}


def refill(state: State, c: Combatant) -> Command | None:
    """Nobody to attack: a magazine that is not full, else an eye on what comes."""
    if not c.significant:
        return None
    for id in c.held:
        magazine = state.weapon(id).magazine
        left = c.rounds(id)
        if magazine is not None and left is not None and left < magazine:
            return {"do": "reload", "who": c.id, "weapon": id}
    return {"do": "ready", "who": c.id}


def rise(state: State, c: Combatant) -> Command | None:
    """Up again, when nothing better is to be done with a Minor Action."""
    return {"do": "rise", "who": c.id} if c.prone and c.minors else None


def promise(state: State, c: Combatant) -> float:
    """What the best attack is worth from here, one that first needs an action counting by half."""
    prepared = [worth(best(after, c.id)) for data, after in preparations(state, c) if data["do"] != "aim"]
    return max([worth(best(state, c.id)), *(value / TWICE for value in prepared)])


def worth(option: Option | None) -> float:
    """What an attack is worth; nothing when there is none."""
    return 0.0 if option is None else option.worth


CONSIDERED: tuple[Callable[[State, Combatant], Command | None], ...] = (
    break_free,
    approach,
    arm,
    shelter,
    strike,
    rush,
    refill,
    rise,
)

NEAREST = Tactic(
    "nearest",
    "closes with the nearest foe or shoots it, uses cover, bursts when it pays, dodges or parries when free",
    command,
    answer,
)
