"""What a seat sees of one command: who is there before or after it, and how they fared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..play.state import State
from .cut import UNSEEN, health_word
from .names import Names
from .seat import EXACT, WORD, Seat, Settings, friends, sees
from .wording import SOMEBODY


class Eyes(NamedTuple):
    """What a seat sees of one command: who is there before or after it, whose numbers it does not know, how they
    fared (`health`: before and after, where that is told), who is on its own side."""

    gm: bool
    visible: frozenset[str]
    unknown: frozenset[str]
    health: Mapping[str, tuple[str, str]]
    names: Names
    friends: frozenset[str] = frozenset()

    def sees(self, who: Any) -> bool:
        """Whether somebody is there for the seat."""
        return who in self.visible

    def only(self, ids: Iterable[str]) -> list[str]:
        """Those of a list who are there."""
        return [id for id in ids if id in self.visible]


def eyes(seat: Seat, settings: Settings, before: State, after: State) -> Eyes:
    """The eyes of a seat on what lies between two states."""
    people = {c.id: c.name for c in before.combatants.values()}
    if seat.gm:
        names = Names.of(after)
        people |= dict(names.people)
        return Eyes(True, frozenset(people), frozenset(), {}, names._replace(people=people))
    visible: set[str] = set()
    unknown: set[str] = set()
    own: set[str] = set()
    for state in (before, after):
        sides = friends(seat, state)
        for c in state.combatants.values():
            if sees(seat, sides, c):
                visible.add(c.id)
            if c.side in sides:
                own.add(c.id)
            elif settings.foes != EXACT:
                unknown.add(c.id)
    fared = {}
    for who in unknown & visible & set(before.combatants) & set(after.combatants):
        words = health_word(before.combatants[who]), health_word(after.combatants[who])
        if words[0] != words[1] and (settings.foes == WORD or "out" in words):
            fared[who] = words
    there = {who: c for who, c in after.combatants.items() if who in visible}
    names = Names.of(after._replace(combatants=there))  # a hidden namesake must not show
    people |= dict(names.people)
    told = {who: name for who, name in people.items() if who in visible} | {UNSEEN: SOMEBODY}
    told_names = names._replace(people=told)
    return Eyes(False, frozenset(visible), frozenset(unknown), fared, told_names, frozenset(own))
