"""The ids behind the plain numbers of a fight, and places as commands have them.

Slots are numbered through all combatants in roster order: of each what its hands hold, what else it carries, its fists.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..book.combat import melee as melee_rule
from ..book.combat.reactions import AVOID_SKILL
from ..book.combat.trauma import FIRST_AID_SKILL
from ..play.attack_plan import skill_of
from ..play.state import Combatant, State
from ..sheets.model import UNARMED, Place, Weapon
from .codes import NOBODY
from .field import Roster, Sheet


class Names(NamedTuple):
    """The ids behind the numbers: combatants, the weapon of each slot, covers, sides, skills."""

    who: tuple[str, ...]
    slots: tuple[str, ...]
    walls: tuple[str, ...]
    sides: tuple[str, ...]
    skills: tuple[str, ...]

    def person(self, id: str | None) -> int:
        """The number of a combatant."""
        return NOBODY if id is None or id not in self.who else self.who.index(id)

    def slot(self, sheet: Sheet, weapon: str) -> int:
        """The slot of somebody's weapon."""
        return self.slots.index(weapon, sheet.first, sheet.last)


def xy(place: Place) -> tuple[float, float]:
    """A place as two coordinates; y is 0 on a line."""
    return place if isinstance(place, tuple) else (place, 0.0)


def place_at(roster: Roster, x: float, y: float) -> Any:
    """A place as a command has it."""
    return [x, y] if roster.rules.plane else x


def weapons_of(c: Combatant) -> tuple[str, ...]:
    """The weapons of a combatant's slots, unarmed last."""
    return tuple(dict.fromkeys((*c.carried, *c.held, UNARMED.id)))


def everybody(state: State) -> tuple[Combatant, ...]:
    """Those in the fight, then those who come in later, in the order in which they will."""
    return (*state.combatants.values(), *sorted(state.waves, key=lambda c: c.enters or 0))


def names_of(state: State) -> Names:
    """What the numbers of this state's roster and field stand for."""
    people = everybody(state)
    skills = dict.fromkeys((AVOID_SKILL, melee_rule.SKILL, FIRST_AID_SKILL, state.ruleset.disengage_test))
    skills.update(
        dict.fromkeys(s for c in people for id in weapons_of(c) for s in skills_of(state.weapon(id)))
    )
    return Names(
        tuple(c.id for c in people),
        tuple(id for c in people for id in weapons_of(c)),
        tuple(state.covers),
        tuple(dict.fromkeys(c.side for c in people)),
        tuple(skills),
    )


def skills_of(weapon: Weapon) -> tuple[str, str, str]:
    """What a weapon is used with as shot, as blow and as lob."""
    return skill_of(weapon, False, False), skill_of(weapon, True, False), skill_of(weapon, False, True)
