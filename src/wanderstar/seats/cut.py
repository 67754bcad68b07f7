"""The table as a seat knows it: one cut, from which everything a seat receives is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ..play.state import Combatant, Condition, State
from .seat import EXACT, WORD, Seat, Settings, friends, sees

UNSEEN = "?"
"""Stands where a hidden combatant's id would: no id is spelled so."""

UNHURT, HURT, BADLY_HURT, OUT = "unhurt", "hurt", "badly hurt", "out"
HEALTH = (UNHURT, HURT, BADLY_HURT, OUT)


class Known(NamedTuple):
    """What a seat knows. `state` is the cut table; `unknown` are the combatants whose numbers are kept from it,
    `health` the word for everybody whose health may be told; `hidden` the ids that must not be named.
    """

    seat: Seat
    settings: Settings
    state: State
    unknown: frozenset[str]
    health: Mapping[str, str]
    hidden: frozenset[str]

    def knows(self, who: str) -> bool:
        """Whether the numbers of a combatant are known: armor, skills, trauma, edges and the rest."""
        return who not in self.unknown


def health_word(c: Combatant) -> str:
    """Unhurt, hurt, badly hurt (half of a track or more is marked), or out."""
    if c.out:
        return OUT
    tracks = [(c.physical, c.boxes_physical), (c.mental, c.boxes_mental)]
    if not any(marked > 0 for marked, _ in tracks):
        return UNHURT
    half = any(2 * marked >= boxes for marked, boxes in tracks if boxes > 0 and marked > 0)
    return BADLY_HURT if half else HURT


def known(state: State, seat: Seat, settings: Settings) -> Known:
    """The table as `seat` knows it under the GM's `settings`."""
    words = {c.id: health_word(c) for c in state.combatants.values()}
    if seat.gm:
        return Known(seat, settings, state, frozenset(), words, frozenset())
    sides = friends(seat, state)
    visible = {c.id: c for c in state.combatants.values() if sees(seat, sides, c)}
    hidden = frozenset(state.combatants) - frozenset(visible)
    unknown = frozenset(c.id for c in visible.values() if c.side not in sides and settings.foes != EXACT)
    health = {who: words[who] for who in visible if _told(who, unknown, settings, words)}
    combatants = {
        who: strangers(state, c, visible, health.get(who)) if who in unknown else friend(c, visible)
        for who, c in visible.items()
    }
    combatants = {
        who: c if c.morale is None or c.side in sides else c._replace(morale=None)
        for who, c in combatants.items()
    }
    carried = {w for c in combatants.values() for w in (*c.carried, *c.held)}
    encounter = replace(
        state.encounter,
        sides=tuple(s if s.id in sides else replace(s, morale=None) for s in state.encounter.sides),
        name="",
        notes="",
        combatants=(),
        people={},
        source={},
        weapons={id: w for id, w in state.encounter.weapons.items() if id in carried},
    )
    cut = state._replace(
        encounter=encounter,
        combatants=combatants,
        version=0,
        turn=state.turn if state.turn in visible else None,
        order=tuple(who for who in state.order if who in visible),
        acted=tuple(who for who in state.acted if who in visible),
        suppressions=tuple(s for s in state.suppressions if s.who in visible),
        bands=tuple(b for b in state.bands if b[0] in visible and b[1] in visible),
        waves=(),
    )
    return Known(seat, settings, cut, unknown, health, hidden)


def _told(who: str, unknown: frozenset[str], settings: Settings, words: Mapping[str, str]) -> bool:
    return who not in unknown or settings.foes == WORD or words[who] == OUT


def friend(c: Combatant, visible: Mapping[str, Any]) -> Combatant:
    """A combatant whose numbers are known, without the names of those who are hidden."""
    return c._replace(
        delayed=c.delayed if c.delayed in visible else None,
        barred=tuple(b for b in c.barred if b.who in visible),
        aim=c.aim if c.aim in visible else None,
        held_by=c.held_by if c.held_by is None or c.held_by in visible else UNSEEN,
        conditions=tuple(_condition(x, visible) for x in c.conditions),
    )


def _condition(condition: Condition, visible: Mapping[str, Any]) -> Condition:
    return condition if condition.source in visible else condition._replace(source=None)


def strangers(state: State, c: Combatant, visible: Mapping[str, Any], health: str | None) -> Combatant:
    """A combatant of which one knows what is to be seen: place, posture, what it holds, what its state is called.

    Every number is replaced by one that is the same for all, so that nothing computed from it can tell.
    """
    hurt = {UNHURT: 0, HURT: 1, BADLY_HURT: 2}.get(health or "", 1)
    person = replace(
        c.person,
        id=c.id,
        name=c.name,
        scores={},
        grades={},
        skills={},
        armor=0,
        weapons=(),
        physical=4,
        mental=None,
        momentum=None,
        notes="",
    )
    return friend(c, visible)._replace(
        person=person,
        momentum=None,
        physical=hurt,
        mental=0,
        boxes_physical=4,
        boxes_mental=-1,
        armor=state.ruleset.armor_base,
        carried=c.held,
        ammo=(),
        significant=1,
        minors=state.ruleset.minor_max,
        tactic=None,
        charged=(),
        reloading=(),
        fired=(),
        edges=(),
        moved=False,
        reactions=1,
        readied=0,
        dead=False,
        said_out=c.out,
        aided=False,
        enters=None,
        morale=None,
        conditions=tuple(
            _condition(x, visible)._replace(turns=None, edge=0, skill=None, price=0) for x in c.conditions
        ),
    )
