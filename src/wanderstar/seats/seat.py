"""Seats at a table and the GM's settings of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..play.commands import SPECS
from ..play.refusal import Refusal, refuse
from ..play.state import Combatant, State

GM, PLAYER, SPECTATOR = "gm", "player", "spectator"
ROLES = (GM, PLAYER, SPECTATOR)

EXACT, WORD, HIDDEN = "exact", "word", "hidden"
FOES = (EXACT, WORD, HIDDEN)
"""How much a seat without the GM's eyes sees of a foe's numbers: all of them, its health as a word, nothing."""

OFF, ALL = "off", "all"
FORECASTS = (OFF, GM, ALL)
"""Who sees the winning chances: nobody, the GM, everybody."""

TACTICS_OF = ("sides", "people")
MOST_TACTICS = 500
MAX_NOTE = 4000
MAX_TIMEOUT = 3600


class Seat(NamedTuple):
    """A seat: `role` is gm, player or spectator; `characters` are the ids that a player speaks for."""

    role: str
    characters: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A stable name: seats with equal keys see the same and may do the same."""
        return f"player:{','.join(self.characters)}" if self.role == PLAYER else self.role

    @property
    def gm(self) -> bool:
        """Whether nothing is kept from it."""
        return self.role == GM


class Settings(NamedTuple):
    """What the GM sets for a table, apart from the rules.

    `foes` is exact, word or hidden; `timeout` seconds until an ask takes its safe default (None: never);
    `notes` are the GM's own, by combatant id; `manual` names seats (`gm`, or character ids) whose dice wait for
    a tap or for real dice; `tactics` are the GM's words for who plays how, by side and by combatant id; `advice` is
    whether players may ask what a tactic would do in their place; `forecast` who sees the winning chances: off, gm or
    all.
    """

    foes: str = WORD
    timeout: int | None = None
    paused: bool = False
    notes: Mapping[str, str] = MappingProxyType({})
    manual: tuple[str, ...] = ()
    tactics: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    advice: bool = False
    forecast: str = GM

    def to_json(self) -> dict[str, Any]:
        """All of them, as `settings_from_json` reads them."""
        return {
            "foes": self.foes,
            "timeout": self.timeout,
            "paused": self.paused,
            "notes": dict(self.notes),
            "manual": list(self.manual),
            "tactics": {kind: dict(words) for kind, words in self.tactics.items()},
            "advice": self.advice,
            "forecast": self.forecast,
        }

    def changed(self, data: Any) -> Settings | Refusal:
        """The settings with some of them replaced; a refusal (`bad_value`, `unknown`) names the first fault."""
        if not isinstance(data, Mapping):
            return refuse("bad_value", field="settings", found=_brief(data), expected="an object")
        values: dict[str, Any] = {}
        for name, value in data.items():
            read = READ.get(name)
            if read is None:
                return refuse("unknown", field="settings", found=_brief(name), expected=list(READ))
            check, expected = read
            if not check(value):
                return refuse("bad_value", field=name, found=_brief(value), expected=expected)
            values[name] = KEEP.get(name, _as_it_is)(value)
        return self._replace(**values)


def _brief(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float) else str(value)[:200]


def _texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) and len(v) <= 100 for v in value)


def _notes(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(who, str) and isinstance(text, str) and len(text) <= MAX_NOTE
        for who, text in value.items()
    )


def _tactics(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        kind in TACTICS_OF
        and isinstance(words, Mapping)
        and len(words) <= MOST_TACTICS
        and all(_texts((id, name)) for id, name in words.items())
        for kind, words in value.items()
    )


def _as_it_is(value: Any) -> Any:
    return value


KEEP: dict[str, Any] = {
    "manual": tuple,
    "notes": dict,
    "tactics": lambda value: {kind: dict(words) for kind, words in value.items() if words},
}
"""How a setting is kept."""


def _timeout(value: Any) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value is None or (whole and 1 <= value <= MAX_TIMEOUT)


READ: dict[str, tuple[Any, Any]] = {
    "foes": (lambda value: value in FOES and isinstance(value, str), list(FOES)),
    "timeout": (_timeout, f"seconds from 1 to {MAX_TIMEOUT}, or null"),
    "paused": (lambda value: isinstance(value, bool), "true or false"),
    "notes": (_notes, f"texts of at most {MAX_NOTE} characters by combatant id"),
    "manual": (_texts, 'a list of "gm" and character ids'),
    "tactics": (_tactics, '{"sides": {ID: TACTIC}, "people": {ID: TACTIC}}'),
    "advice": (lambda value: isinstance(value, bool), "true or false"),
    "forecast": (lambda value: value in FORECASTS and isinstance(value, str), list(FORECASTS)),
}


def settings_from_json(data: Any) -> Settings:
    """The settings that `to_json` wrote; ValueError for anything else."""
    found = Settings().changed(data)
    if isinstance(found, Refusal):
        raise ValueError(f"settings: {found.facts}")
    return found


def friends(seat: Seat, state: State) -> frozenset[str]:
    """The sides whose numbers a seat knows: those of its own characters.

    A spectator's screen is read by everybody, so it has a side only where all characters are on the same one.
    """
    if seat.characters:
        found = {state.combatants[who].side for who in seat.characters if who in state.combatants}
        return frozenset(found)
    sides = {c.side for c in state.combatants.values() if c.is_character}
    return frozenset(sides) if len(sides) == 1 else frozenset()


def sees(seat: Seat, sides: frozenset[str], c: Combatant) -> bool:
    """Whether a combatant exists for a seat. `sides` are its friends; only a character hides with them knowing."""
    return seat.gm or not c.hidden or (c.is_character and c.side in sides)


def may(seat: Seat, state: State, command: Any) -> Refusal | None:
    """Whether ordering this is the seat's to do at all: `seat` is the refusal's code.

    A player orders for their own characters and leaves the GM's commands alone; a spectator orders nothing.
    What is no command is left to the engine's words. See `permit.permitted` for the whole check.
    """
    if seat.gm:
        return None
    if seat.role != PLAYER:
        return refuse("seat", seat=seat.role)
    if not isinstance(command, Mapping):
        return None
    do, who = command.get("do"), command.get("who")
    spec = SPECS.get(do) if isinstance(do, str) else None
    if spec is None:
        return None
    if spec.gm or who not in seat.characters:
        return refuse("seat", seat=seat.role, do=do, yours=list(seat.characters))
    return None
