"""The commands that advice weighs up for whoever has the turn: each legal one of a sensible kind, in a fixed order."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ..play import sight
from ..play.state import Combatant, State
from ..sheets.model import UNARMED, Place
from ..tactics.cast import Cast
from ..tactics.tactic import end_turn, legal

Command = dict[str, Any]

ARM = 1.0
"""Metres at which one stops before somebody: well within Engaged range."""

LEAST = 0.05
"""Metres that are worth a move."""

MOST = 32
"""So many commands at most."""

MOST_FOES = 5
"""The nearest foes that are weighed up one by one."""

FULL_TARGETS = 3
"""How many foes full auto is spread over."""


def sensible(state: State, cast: Cast) -> list[Command]:
    """What the tactic would do first, then attacks, what prepares them, cover, moves, and ending the turn."""
    who = state.turn
    if who is None:
        return []
    c = state.combatants[who]
    tactic = cast.of(state, who)
    kinds = (_attacks, _prepare, _shelter, _moves, _hands)
    listed = [] if tactic is None else [tactic.command(state, who)]
    listed += [command for kind in kinds for command in kind(state, c)]
    listed.append({"do": "delay", "who": who})
    found: dict[str, Command] = {}
    for command in listed:
        key = repr(sorted(command.items(), key=str))
        if key not in found and len(found) < MOST - 1 and legal(state, command):
            found[key] = command
    ending = end_turn(state, who)
    found.setdefault(repr(sorted(ending.items(), key=str)), ending)
    return list(found.values())


def _attacks(state: State, c: Combatant) -> Iterator[Command]:
    """Every weapon in hand or to throw, in each of its modes, at each near foe."""
    near = foes(state, c)[:MOST_FOES]
    thrown = [weapon for weapon in c.carried if state.weapon(weapon).thrown]
    for id in dict.fromkeys((*c.held, *thrown, UNARMED.id)):
        weapon = state.weapon(id)
        for foe in near:
            attack = {"do": "attack", "who": c.id, "weapon": id, "target": foe.id}
            yield attack
            if weapon.auto:
                yield {**attack, "mode": "burst"}
            if weapon.blast is not None:
                yield {"do": "attack", "who": c.id, "weapon": id, "at": sight.as_json(foe.at)}
        if weapon.auto and near:
            shots = state.ruleset.auto_full_attacks.of(weapon.auto)
            group = near[:FULL_TARGETS]
            targets = [group[i % len(group)].id for i in range(shots)]
            yield {"do": "attack", "who": c.id, "weapon": id, "mode": "full", "targets": targets}
        if weapon.suppressive and near:
            yield {"do": "suppress", "who": c.id, "weapon": id, "at": sight.as_json(near[0].at)}


def _prepare(state: State, c: Combatant) -> Iterator[Command]:
    """Aim, reload, charge, draw, get ready."""
    for foe in foes(state, c)[:MOST_FOES]:
        if c.aim != foe.id:
            yield {"do": "aim", "who": c.id, "target": foe.id}
    for id in c.held:
        magazine, left = state.weapon(id).magazine, c.rounds(id)
        if magazine is not None and left is not None and left < magazine:
            yield {"do": "reload", "who": c.id, "weapon": id}
        if state.weapon(id).charge and id not in c.charged:
            yield {"do": "charge", "who": c.id, "weapon": id}
    for id in c.carried:
        if id not in c.held:
            yield {"do": "draw", "who": c.id, "weapon": id}
    yield {"do": "ready", "who": c.id}


def _shelter(state: State, c: Combatant) -> Iterator[Command]:
    """Cover at hand, and lying down or rising."""
    used = {use.cover for use in c.cover}
    for sheet in state.covers.values():
        if sheet.id not in used:
            yield {"do": "take_cover", "who": c.id, "cover": sheet.id, "fully": sheet.hides}
    yield {"do": "rise" if c.prone else "drop_prone", "who": c.id}


def _moves(state: State, c: Combatant) -> Iterator[Command]:
    """One move to the nearest foe, away from it, and to the nearest cover out of reach."""
    near = foes(state, c)
    how = {} if c.minors and not c.moved else {"as": "significant"}
    goals: list[Place | None] = []
    if near:
        goals += [toward(state, c, near[0].at), away(state, c, near[0].at)]
    far = [s for s in state.covers.values() if sight.metres(c.at, s.at) > 1.5]
    if far:
        goals.append(toward(state, c, min(far, key=lambda s: sight.metres(c.at, s.at)).at))
    for goal in goals:
        if goal is not None:
            yield {"do": "move", "who": c.id, "to": sight.as_json(goal), **how}


def foes(state: State, c: Combatant) -> list[Combatant]:
    """Foes that are up and seen, nearest first, then in roster order."""
    seen = [f for f in state.combatants.values() if sight.hostile(c, f) and not f.out]
    seen = [f for f in seen if not sight.hidden_from(f, c)]
    return sorted(seen, key=lambda f: (sight.metres(c.at, f.at), f.roster))


def toward(state: State, c: Combatant, goal: Place) -> Place | None:
    """The place one move nearer to `goal`, an arm's length from it at most; None when one is there already."""
    gap = sight.metres(c.at, goal)
    step = min(gap - ARM, state.ruleset.move_metres)
    if step <= LEAST:
        return None
    if isinstance(c.at, tuple):
        assert isinstance(goal, tuple)
        x, y = (here + (there - here) * step / gap for here, there in zip(c.at, goal, strict=True))
        return (_short(c.at[0], x), _short(c.at[1], y))
    assert not isinstance(goal, tuple)
    return _tidy(c.at + math.copysign(step, goal - c.at))


def _short(start: float, end: float) -> float:
    """A coordinate in tenths, rounded towards the start so that the move is not too long."""
    return _tidy((math.floor(end * 10) if end > start else math.ceil(end * 10)) / 10)


def _tidy(metres: float) -> float:
    """A whole number of metres without a decimal point."""
    rounded = round(metres, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def away(state: State, c: Combatant, goal: Place) -> Place:
    """The place one move further from `goal`, on the line from it."""
    step = state.ruleset.move_metres
    if isinstance(c.at, tuple):
        assert isinstance(goal, tuple)
        gap = sight.metres(c.at, goal)
        if not gap:
            return (_tidy(c.at[0] + step), c.at[1])
        x, y = (here + (here - there) * step / gap for here, there in zip(c.at, goal, strict=True))
        return (_short(c.at[0], x), _short(c.at[1], y))
    assert not isinstance(goal, tuple)
    return _tidy(c.at - step if c.at < goal else c.at + step)


def _hands(state: State, c: Combatant) -> Iterator[Command]:
    """Breaking free, first aid, a grapple."""
    if c.pinned or c.held_by is not None:
        yield {"do": "break_free", "who": c.id}
    for other in state.combatants.values():
        if other.id == c.id or not sight.are_engaged(state, c, other):
            continue
        if sight.hostile(c, other):
            yield {"do": "grapple", "who": c.id, "target": other.id}
        elif other.physical:
            yield {"do": "first_aid", "who": c.id, "target": other.id}
