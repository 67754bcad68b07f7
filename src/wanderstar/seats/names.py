"""The names that sentences use: of people, sides, weapons, places and bands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..book.combat.range import Band
from ..play.state import State


class Names(NamedTuple):
    """Names by id. What has no name (it left the table, or a seat may not know it) goes by its id."""

    people: Mapping[str, str]
    sides: Mapping[str, str]
    weapons: Mapping[str, str]

    @classmethod
    def of(cls, state: State) -> Names:
        """The names at a table; two of one name are told apart by their ids."""
        known = [c.name for c in state.combatants.values()]
        return cls(
            {
                c.id: c.name if known.count(c.name) == 1 else f"{c.name} ({c.id})"
                for c in state.combatants.values()
            },
            {side.id: side.name for side in state.encounter.sides},
            {weapon.id: weapon.name for weapon in state.encounter.weapons.values()},
        )

    def who(self, id: Any) -> str:
        """A combatant's name."""
        return self.people.get(id, str(id))

    def all(self, ids: Any) -> str:
        """Several combatants' names."""
        return ", ".join(self.who(id) for id in ids) or "nobody"

    def side(self, id: Any) -> str:
        """A side's name."""
        return self.sides.get(id, str(id))

    def weapon(self, id: Any) -> str:
        """A weapon's name."""
        return "bare hands" if id == "unarmed" else self.weapons.get(id, str(id))


NOBODY = Names({}, {}, {})
"""No names: ids are used."""


def place(at: Any) -> str:
    """A place: `27 m` on a line, `(4, 3)` on a plane."""
    if isinstance(at, list | tuple):
        return f"({', '.join(number(x) for x in at)})"
    return f"{number(at)} m"


def number(value: Any) -> str:
    """A number without needless decimals."""
    return f"{value:g}" if isinstance(value, int | float) and abs(value) < 1e6 else str(value)


def metres(value: Any) -> str:
    """A distance, to a tenth of a metre."""
    return f"{number(round(value, 1))} m"


def band(value: int) -> str:
    """A band's name as the book writes it."""
    return Band(value).name.capitalize()


def signed(value: int) -> str:
    """+2, −3, +0."""
    return f"−{-value}" if value < 0 else f"+{value}"


def count(amount: int, word: str, plural: str = "") -> str:
    """`1 turn`, `2 turns`."""
    return f"{amount} {word if amount == 1 else plural or word + 's'}"
