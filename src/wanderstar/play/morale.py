"""Morale and leaving: facts for the GM and for whoever plays by themselves. Nothing here is forced on anybody.

Loss is a share of boxes: those marked, and all of whoever is out, has left or surrendered.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..book.combat.cover import REACH_METRES
from ..sheets.model import Morale, Place
from .scene import Scene
from .state import LEFT, Combatant, State

EDGE_METRES = REACH_METRES
"""How near to the map's edge one must be to leave over it: within reach of it (R49's reach of a cover)."""


def morale_of(state: State, c: Combatant) -> Morale | None:
    """A combatant's own morale, else its side's."""
    if c.morale is not None:
        return c.morale
    return next((side.morale for side in state.encounter.sides if side.id == c.side), None)


def loss(state: State, who: str) -> float:
    """The share of a combatant's boxes that is lost, 0 to 1."""
    return _share([state.combatants[who]])


def side_loss(state: State, side: str) -> float:
    """The share of boxes that a side has lost, of all its combatants who have come in so far, 0 to 1."""
    return _share(c for c in state.combatants.values() if c.side == side)


def _share(people: Iterable[Combatant]) -> float:
    lost = whole = 0
    for c in people:
        boxes = c.boxes_physical + max(c.boxes_mental, 0)
        whole += boxes
        lost += boxes if c.out else c.physical + c.mental
    return lost / whole if whole else 0.0


def lost(state: State, c: Combatant) -> float:
    """The loss that a combatant's morale looks at: its own where the morale is its own, else its side's."""
    return loss(state, c.id) if c.morale is not None else side_loss(state, c.side)


def broken(state: State, who: str) -> str | None:
    """What a combatant's morale makes it do at the present loss: "flee", "surrender", or None.

    None also for one who is out or gone already.
    """
    c = state.combatants[who]
    found = None if c.out else morale_of(state, c)
    return found.does if found is not None and lost(state, c) >= found.loss else None


def at_edge(state: State, c: Combatant) -> bool:
    """Whether one may leave the map: within 1.5 m of its edge or outside of it. False without a map."""
    metres = to_edge(state, c)
    return metres is not None and metres <= EDGE_METRES


def to_edge(state: State, c: Combatant) -> float | None:
    """Metres to the nearest edge of the map; 0 outside of it, None without one."""
    bounds = state.encounter.bounds
    if bounds is None:
        return None
    inner = [
        min(x - low, high - x)
        for x, low, high in zip(_axes(c.at), _axes(bounds.low), _axes(bounds.high), strict=True)
    ]
    return max(min(inner), 0)


def way_out(state: State, c: Combatant) -> Place | None:
    """The nearest place on the map's edge; where one stands when that is outside already. None without a map."""
    bounds = state.encounter.bounds
    if bounds is None:
        return None
    at, low, high = _axes(c.at), _axes(bounds.low), _axes(bounds.high)
    gaps = [(gap, axis, to) for axis in range(len(at)) for gap, to in _gaps(at[axis], low[axis], high[axis])]
    gap, axis, to = min(gaps)
    if gap <= 0:
        return c.at
    there = [to if n == axis else x for n, x in enumerate(at)]
    return (there[0], there[1]) if len(there) == 2 else there[0]


def _gaps(x: float, low: float, high: float) -> tuple[tuple[float, float], tuple[float, float]]:
    return (x - low, low), (high - x, high)


def _axes(place: Place) -> tuple[float, ...]:
    return place if isinstance(place, tuple) else (place,)


def depart(scene: Scene, who: str, how: str) -> None:
    """Ends one's part in the fight, alive: `how` is left or surrendered."""
    changes = {"cover": (), "prone": False} if how == LEFT else {}
    scene.change(who, gone=how, aim=None, readied=0, **changes)
    scene.emit("departed", who=who, how=how, rule="R51")


def on_map(c: Combatant) -> bool:
    """Whether somebody is still there: not one who has left."""
    return c.gone != LEFT
