"""From one fight to the next at one table: what characters keep, rest, a new evening (R5; the book's chapter 10 on
recovery is not at hand, so how much a rest gives is the GM's word)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..book.ruleset import Fault, Ruleset
from ..sheets.faults import BrokenFile
from ..sheets.model import Encounter, Place, Placed
from . import setup
from .commands import Command
from .refusal import Refusal, refuse
from .scene import Scene
from .state import PINNED, STUNNED, Combatant, State

PEOPLE = ("characters", "adversaries")


def check_idle(state: State, command: Command) -> Refusal | None:
    """Between fights, or before the first."""
    if state.running:
        return refuse("bad_value", "C11", field="do", found=command.do, expected="no fight that is under way")
    return None


def check_encounter(state: State, command: Command) -> Refusal | None:
    """An encounter without faults, whose ids nobody who stays has; places for those who stay."""
    wrong = check_idle(state, command)
    if wrong is not None:
        return wrong
    found = loaded(state, command.encounter)
    if isinstance(found, list):
        first, faults = found[0], [fault._asdict() for fault in found]
        key = f"encounter.{first.key}" if first.key else "encounter"
        return refuse("bad_value", field=key, found=first.found, expected=first.expected, faults=faults)
    staying = [c.id for c in state.combatants.values() if c.is_character]
    for who in command.places:
        if who not in staying:
            return refuse("unknown", field="places", found=who, expected=staying)
    everybody = people(state, found, command.places)
    ids = [c.id for c in everybody]
    twice = next((id for id in ids if ids.count(id) > 1), None)
    if twice is not None:
        return refuse("bad_value", field="encounter.combatants", found=twice, expected="an id of its own")
    plane = found.dimension == 2
    for c in everybody:
        if isinstance(c.at, tuple) != plane:
            expected = "[x, y] in metres" if plane else "a number of metres"
            return refuse("bad_value", field=f"places.{c.id}", found=c.at, expected=expected)
    return None


def check_rest(state: State, command: Command) -> Refusal | None:
    """Nobody who is dead, but somebody."""
    wrong = check_idle(state, command)
    for who in command.only or ():
        if wrong is None and state.combatants[who].dead:
            return refuse("unable", "R80", target=who, because="dead")
    if wrong is None and not resting(state, command):
        return refuse("bad_value", field="only", found=None, expected="a character who lives")
    return wrong


def resting(state: State, command: Command) -> Sequence[str]:
    """Who rests: whoever was named, else all characters who live."""
    return command.only or [c.id for c in state.combatants.values() if c.is_character and not c.dead]


def loaded(state: State, table: Mapping[str, Any]) -> Encounter | list[Fault]:
    """The next encounter, under the table's ruleset and with everything the last one knew; or every fault."""
    try:
        text = json.dumps(table, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        return [Fault("", f"not plain tables: {error}", type(table).__name__, ["the tables of an encounter"])]
    return _loaded(text, state.ruleset, _Old(state.encounter))


class _Old:
    """An encounter by itself, for the cache: one that is another object is another."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter

    def __hash__(self) -> int:
        return id(self.encounter)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Old) and other.encounter is self.encounter


@lru_cache(maxsize=4)
def _loaded(text: str, ruleset: Ruleset, old: _Old) -> Encounter | list[Fault]:
    from ..sheets.load import encounter_from

    try:
        source = dict(encounter_from(json.loads(text), None, ruleset).source)
        known = old.encounter.source
        names = {row["id"] for array in PEOPLE for row in source[array]}
        for array in ("weapons", "armor", *PEOPLE):
            taken = names if array in PEOPLE else {row["id"] for row in source[array]}
            source[array] = [*source[array], *(row for row in known[array] if row["id"] not in taken)]
        return encounter_from(source, None, ruleset)
    except BrokenFile as broken:
        return list(broken.faults)


def spelled_out(state: State, command: Command) -> Command:
    """The command with its encounter written out whole, so that a journal needs no pack to be read again."""
    found = loaded(state, command.encounter)
    assert isinstance(found, Encounter)
    return Command(command.do, command.who, {**command.args, "encounter": dict(found.source)})


def people(state: State, encounter: Encounter, places: Mapping[str, Place]) -> list[Combatant]:
    """Everybody of the next fight in roster order: characters of the table as they are, the others new.

    A character of the encounter is the one at the table who has its id, or its sheet's. Characters whom it does not
    name come along, unless they are dead.
    """
    here = {c.id: c for c in state.combatants.values() if c.is_character}
    left = dict(here)
    found: list[Combatant] = []
    named = {placed.id for placed in encounter.combatants}
    for roster, placed in enumerate(encounter.combatants):
        same = _same(left, placed, named)
        fresh = setup.combatant(placed, roster, encounter)
        if same is None:
            found.append(fresh)
            continue
        del left[same.id]
        found.append(_carried(same, fresh, places.get(same.id, fresh.at)))
    for c in left.values():
        if not c.dead:
            found.append(_stranger(c, len(found), encounter, places))
    return found


def _same(left: Mapping[str, Combatant], placed: Placed, named: set[str]) -> Combatant | None:
    """The character of the table that one of the encounter is."""
    if placed.person.kind != "character":
        return None
    if placed.id in left:
        return left[placed.id]
    alike = (c for c in left.values() if c.person.id == placed.person.id and c.id not in named)
    return next(alike, None)


def _stranger(c: Combatant, roster: int, encounter: Encounter, places: Mapping[str, Place]) -> Combatant:
    """A character whom the encounter does not name: on its own side if there is such a one, else on that of the
    characters, beside the first who stands there."""
    sides = [side.id for side in encounter.sides]
    party = [one.side for one in encounter.combatants if one.person.kind == "character"]
    side = c.side if c.side in sides else next(iter([*party, *sides]))
    spots = [one.at for one in encounter.combatants if one.side == side]
    spots += [one.at for one in encounter.combatants]
    at = places.get(c.id, spots[0] if spots else c.at)
    placed = Placed(c.id, c.name, c.person, side, at, c.held, tactic=c.tactic, morale=c.morale)
    return _carried(c, setup.combatant(placed, roster, encounter), at)


def _carried(c: Combatant, fresh: Combatant, at: Place) -> Combatant:
    """A character as it stands, in the place and part that the next fight gives it: trauma, Momentum, weapons and
    rounds stay, and the conditions that no turns count down."""
    return fresh._replace(
        id=c.id,
        name=c.name,
        person=c.person,
        at=at,
        scale=c.scale,
        momentum=c.momentum,
        physical=c.physical,
        mental=c.mental,
        boxes_physical=c.boxes_physical,
        boxes_mental=c.boxes_mental,
        armor=c.armor,
        carried=c.carried,
        held=c.held,
        ammo=c.ammo,
        charged=c.charged,
        reloading=c.reloading,
        dead=c.dead,
        conditions=tuple(x for x in c.conditions if x.turns is None and x.name not in (STUNNED, PINNED)),
    )


def encounter(scene: Scene, command: Command) -> None:
    """The next encounter on the same table: foes, covers and zones of the last one go, the characters stay."""
    state = scene.state
    found = loaded(state, command.encounter)
    assert isinstance(found, Encounter)
    everybody = people(state, found, command.places)
    names = {c.id for c in everybody}
    for who in state.combatants:
        scene.leave(who)
    scene.alter(
        covers={}, zones=(), waves=(), suppressions=(), bands=(), order=(), acted=(), round=0, turn=None,
        over=False, winner=None,
    )  # fmt: skip
    scene.emit("table_cleared", who=[who for who in state.combatants if who not in names])
    for c in everybody:
        if c.enters is None:
            scene.join(c)
    scene.alter(
        encounter=found,
        covers={cover.id: cover for cover in found.covers},
        zones=found.zones,
        waves=tuple(c for c in everybody if c.enters is not None),
    )
    here = [c.id for c in everybody if c.enters is None]
    carried = [c.id for c in everybody if c.id in state.combatants]
    scene.emit("encounter_loaded", name=found.name, who=here, carried=carried, rule="R5")


def rest(scene: Scene, command: Command) -> None:
    """Characters recover: all trauma or so much of each track, and their ammunition if the GM says so."""
    for who in resting(scene.state, command):
        c = scene[who]
        physical, mental = _less(c.physical, command.physical), _less(c.mental, command.mental)
        changes: dict[str, Any] = {"physical": physical, "mental": mental}
        if command.refill:
            full = dict(setup.full_ammo(c.person, scene.state.encounter))
            changes |= {"ammo": tuple((w, full.get(w, left)) for w, left in c.ammo), "reloading": ()}
        now = scene.change(who, **changes)
        scene.emit(
            "rested",
            who=who,
            physical=physical,
            mental=mental,
            cleared=c.physical - physical + c.mental - mental,
            refilled=command.refill,
            back=c.out and not now.out,
        )


def _less(marked: int, amount: int | None) -> int:
    return 0 if amount is None else max(marked - amount, 0)


def evening(scene: Scene, command: Command) -> None:
    """R5: Momentum begins anew."""
    state = scene.state
    starts = {c.id: setup.pool(c.person, state.ruleset) for c in state.combatants.values() if c.is_character}
    starts = {who: start for who, start in starts.items() if start is not None}
    for who, start in starts.items():
        scene.change(who, momentum=start)
    scene.emit("evening_begun", who=list(starts), momentum=starts, rule="R5")
