"""The GM's own commands: grant and impose, correct, name, add and remove, end (R77 and the rulings' preface)."""

from __future__ import annotations

from collections.abc import Callable

from ..book.combat.actions import SIGNIFICANT_PER_TURN
from ..book.combat.range import Band
from ..book.combat.reactions import FREE_PER_ROUND
from ..book.core_mechanic.roll import Edge
from . import carrying_on, contests, morale, setting, setup, upkeep, waves
from .commands import Command
from .scene import Scene
from .sight import as_json
from .state import Condition, GrantedEdge
from .turns import Initiative, PlaceInOrder, SortOrder


def begin(scene: Scene, command: Command) -> None:
    """C11: initiative for everybody, in roster order. What belongs to an earlier fight is gone, what outlives
    it stays (R5)."""
    for c in list(scene.state.combatants.values()):
        scene.change(
            c.id,
            initiative=None,
            delayed=None,
            aim=None,
            exposed=False,
            readied=0,
            reactions=FREE_PER_ROUND,
            significant=SIGNIFICANT_PER_TURN,
            minors=scene.state.ruleset.minor_max,
            moved=False,
            barred=(),
            aided=False,
            fired=(),
            edges=() if scene.state.over else c.edges,
        )
    scene.alter(over=False, winner=None, round=0, turn=None, order=(), acted=(), suppressions=())
    scene.emit("initiative_called", who=list(scene.state.combatants))
    scene.agenda.extend(Initiative(who) for who in scene.state.combatants)
    scene.agenda.append(SortOrder())


def edge(scene: Scene, command: Command) -> None:
    """T20-T23: an edge, at its price."""
    gives = Edge.ADVANTAGE if command.edge == "advantage" else Edge.DISADVANTAGE
    price = command.price if command.price is not None else int(gives > 0)
    granted = GrantedEdge(gives, command.on, price, command.reason)
    scene.change(command.who, edges=(*scene[command.who].edges, granted))
    rule = "T22" if gives > 0 else "T23"
    scene.emit(
        "edge_given",
        who=command.who,
        edge=command.edge,
        on=command.on,
        price=price,
        reason=command.reason,
        rule=rule,
    )


def band(scene: Scene, command: Command) -> None:
    """C24: the GM names the band of a pair, or takes the word back."""
    pair = {command.who, command.target}
    bands = tuple(b for b in scene.state.bands if {b[0], b[1]} != pair)
    if command.band is not None:
        bands = (*bands, (command.who, command.target, int(Band[command.band.upper()])))
    scene.alter(bands=bands)
    scene.emit("band_named", who=command.who, target=command.target, band=command.band, rule="C24")


def correct(scene: Scene, command: Command) -> None:
    """R77: a correction; aim, cover and suppression follow, nothing is provoked."""
    changes = setting.changes_of(scene.state, command.who, command.field, command.value)
    c = scene[command.who]
    if "at" in changes and changes["at"] != c.at:
        changes["aim"] = None
        scene.alter(bands=tuple(b for b in scene.state.bands if command.who not in b[:2]))
    if "held_by" in changes:
        changes["netted"] = False
    scene.change(command.who, **changes)
    scene.emit("corrected", who=command.who, field=command.field, value=command.value, rule="R77")


def condition(scene: Scene, command: Command) -> None:
    """A condition set or cleared; `stunned` and `pinned` act (R36), any may give an edge while it lasts (T22, T23)."""
    c = scene[command.who]
    others = tuple(x for x in c.conditions if x.name != command.name)
    if command.clear:
        scene.change(c.id, conditions=others)
        scene.emit("condition_cleared", who=c.id, name=command.name, rule="R36")
        return
    edge = {None: 0, "advantage": 1, "disadvantage": -1}[command.edge]
    price = int(edge > 0) if command.price is None else command.price
    made = Condition(command.name, command.turns, None, "R36", edge, command.skill, price)
    scene.change(c.id, conditions=(*others, made))
    told = {"edge": command.edge, "skill": command.skill} if edge else {}
    scene.emit(
        "condition_set", who=c.id, name=command.name, turns=command.turns, source=None, **told, rule="R36"
    )


def order(scene: Scene, command: Command) -> None:
    """C15, R67: a new order takes and gives no turn."""
    scene.alter(order=tuple(command.order))
    scene.emit("order_set", order=list(command.order), rule="R67")


def cover(scene: Scene, command: Command) -> None:
    """A cover put on the map or taken off."""
    covers = dict(scene.state.covers)
    if command.remove is not None:
        del covers[command.remove]
        scene.alter(covers=covers)
        scene.emit("cover_removed", cover=command.remove, rule="R49")
        return
    sheet = setup.new_cover(scene.state, command.cover)
    assert not isinstance(sheet, list)
    covers[sheet.id] = sheet
    scene.alter(covers=covers)
    scene.emit("cover_added", cover=sheet.id, at=as_json(sheet.at), grade=sheet.grade, rule="R49")


def zone(scene: Scene, command: Command) -> None:
    """A zone put on the map or taken off (T20, T21)."""
    zones = scene.state.zones
    if command.remove is not None:
        gone = next(zone for zone in zones if zone.id == command.remove)
        scene.alter(zones=tuple(zone for zone in zones if zone is not gone))
        scene.emit("zone_removed", zone=gone.id, name=gone.name, rule="T21")
        return
    made = setup.new_zone(scene.state, command.zone)
    assert not isinstance(made, list)
    scene.alter(zones=(*zones, made))
    scene.emit("zone_added", zone=made.id, name=made.name, rule="T21")


def wave(scene: Scene, command: Command) -> None:
    """Those still to come: in another round, at once, or not at all."""
    chosen = [c for c in scene.state.waves if c.id in command.combatants]
    kept = tuple(
        c._replace(enters=command.round) if c in chosen else c
        for c in scene.state.waves
        if c not in chosen or not command.cancel
    )
    scene.alter(waves=kept)
    scene.emit("wave_set", who=[c.id for c in chosen], round=command.round)
    waves.due(scene)


def aware(scene: Scene, command: Command) -> None:
    """R31: the GM says who has not noticed, and who has."""
    if command.do == "alert":
        waves.alert(scene, command.who, "gm")
        return
    scene.change(command.who, unaware=True)
    scene.emit("unaware", who=command.who, rule="R31")


def withdraw(scene: Scene, command: Command) -> None:
    """The GM takes one out of the fight, alive."""
    morale.depart(scene, command.who, command.how)


def add(scene: Scene, command: Command) -> None:
    """R67: rolls initiative at once if the fight is under way; a wave comes in when its round does."""
    joined = setup.new_combatants(scene.state, command.combatant)
    assert not isinstance(joined, list)
    if joined[0].enters is not None:
        scene.alter(waves=(*scene.state.waves, *joined))
        scene.emit("wave_set", who=[c.id for c in joined], round=joined[0].enters)
        waves.due(scene)
        return
    for c in joined:
        scene.join(c)
        scene.emit("joined", who=c.id, name=c.name, side=c.side, at=as_json(c.at), rule="R67")
        if scene.state.running:
            scene.agenda += [Initiative(c.id), PlaceInOrder(c.id)]


def remove(scene: Scene, command: Command) -> None:
    """Takes a combatant off the table, with everything that named it."""
    who, state = command.who, scene.state
    scene.leave(who)
    for c in list(scene.state.combatants.values()):
        if any(b.who == who for b in c.barred) or c.held_by == who:
            held = {"held_by": None, "netted": False} if c.held_by == who else {}
            scene.change(c.id, barred=tuple(b for b in c.barred if b.who != who), **held)
    scene.alter(
        order=tuple(w for w in state.order if w != who),
        acted=tuple(w for w in state.acted if w != who),
        turn=None if state.turn == who else state.turn,
        suppressions=tuple(s for s in state.suppressions if s.who != who),
        bands=tuple(b for b in state.bands if who not in b[:2]),
    )
    scene.emit("removed", who=who)


def hide(scene: Scene, command: Command) -> None:
    """Out of the other sides' sight, or back into it."""
    hidden = command.do == "hide"
    scene.change(command.who, hidden=hidden)
    scene.emit("hidden" if hidden else "revealed", who=command.who)


def end(scene: Scene, command: Command) -> None:
    """R51: the GM ends the fight."""
    upkeep.end_fight(scene, command.winner)


DECLARE: dict[str, Callable[[Scene, Command], None]] = {
    "begin": begin,
    "test": contests.declare_test,
    "opposed": contests.declare_opposed,
    "contest": contests.declare_contest,
    "clock": contests.declare_clock,
    "edge": edge,
    "band": band,
    "set": correct,
    "condition": condition,
    "order": order,
    "cover": cover,
    "zone": zone,
    "add": add,
    "remove": remove,
    "hide": hide,
    "reveal": hide,
    "unaware": aware,
    "alert": aware,
    "wave": wave,
    "withdraw": withdraw,
    "end": end,
    "encounter": carrying_on.encounter,
    "rest": carrying_on.rest,
    "evening": carrying_on.evening,
}
