"""What follows by itself after every resolution: holds that end, cover left, aims lost, the fight's end.

Each consequence is an event of its own, so that the log tells it and loading needs no rule.
"""

from __future__ import annotations

from ..book.combat.cover import can_reach
from . import sight, turns
from .scene import Scene
from .state import LEFT, State


def upkeep(scene: Scene) -> None:
    """Emits every consequence of the state as it stands."""
    everybody = list(scene.state.combatants.values())
    for c in everybody:
        if c.held_by is not None and (not c.netted or c.gone == LEFT):
            _holds(scene, c.id)
        if c.cover:
            _cover(scene, c.id)
    for c in everybody:  # covers first: sight asks who stands behind which
        if c.aim is not None:
            _aim(scene, c.id)
    state = scene.state
    gone = [s for s in state.suppressions if s.who not in state.combatants or state.combatants[s.who].out]
    if gone:
        scene.alter(suppressions=tuple(s for s in state.suppressions if s not in gone))
        for who in dict.fromkeys(s.who for s in gone):
            scene.emit("suppression_ended", who=who, rule="R42")
    if state.running:
        _fight(scene)


def _holds(scene: Scene, who: str) -> None:
    """R69: a grapple ends when the holder is out, stunned or more than 1.5 m away; nobody holds one who has left."""
    c = scene[who]
    holder = scene.state.combatants.get(c.held_by or "")
    lost = holder is None or holder.out or holder.stunned or not sight.are_engaged(scene.state, c, holder)
    if lost or c.gone == LEFT:
        scene.change(who, held_by=None, netted=False)
        scene.emit("released", who=who, by=c.held_by, rule="R69")


def _cover(scene: Scene, who: str) -> None:
    """R49: a cover is in use only within reach of it."""
    c, covers = scene[who], scene.state.covers
    near = tuple(
        u for u in c.cover if u.cover in covers and can_reach(sight.metres(c.at, covers[u.cover].at))
    )
    if near != c.cover:
        left = [u.cover for u in c.cover if u not in near]
        scene.change(who, cover=near)
        scene.emit("cover_left", who=who, cover=left, rule="R49")


def _aim(scene: Scene, who: str) -> None:
    """C34, R50: the target out of sight, behind Total cover or gone."""
    c = scene[who]
    target = scene.state.combatants.get(c.aim or "")
    unseen = target is None or target.gone == LEFT or sight.hidden_from(target, c)
    if target is None or unseen or sight.total_cover(scene.state, target, c.at):
        scene.change(who, aim=None)
        scene.emit("aim_lost", who=who, rule="C34", why="lost_sight")


def sides_up(state: State) -> list[str]:
    """The sides that have anybody left in action, or still to come."""
    up = dict.fromkeys(c.side for c in state.combatants.values() if not c.out)
    return list(up | dict.fromkeys(c.side for c in state.waves) if state.waves else up)


def _fight(scene: Scene) -> None:
    """R51: the fight ends when one side at most is left; whoever falls on their own turn is passed over."""
    state = scene.state
    up = sides_up(state)
    if len(up) <= 1:
        end_fight(scene, up[0] if up else None)
        return
    if state.turn is None:
        if len(state.order) < len(state.combatants):
            return  # somebody is still to take a place in the order
        if state.waves or any(not (c.out or c.stunned) for c in state.combatants.values()):
            turns.advance(scene)
    elif state.turn not in state.combatants or state.combatants[state.turn].out:
        if state.turn in state.combatants:
            turns.end_turn(scene, state.turn)
        else:
            scene.alter(turn=None)
            turns.advance(scene)


def end_fight(scene: Scene, winner: str | None) -> None:
    """Ends the fight; nobody has the turn any more."""
    scene.alter(over=True, winner=winner, turn=None)
    scene.emit("fight_ended", winner=winner, draw=winner is None, rule="R51")
