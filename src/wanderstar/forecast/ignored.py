"""What sheets have and the tactics never use, by name: a forecast that says nothing of it would mislead."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..book.combat.melee import BREAK_FREE_SKILL, LOB_SKILL, SKILL, THROWN_SKILL
from ..book.combat.reactions import AVOID_SKILL
from ..book.combat.trauma import FIRST_AID_SKILL
from ..play.state import Combatant, State
from ..sheets.model import Weapon
from ..tactics.cast import Cast
from ..tactics.tactic import end_turn
from .result import Ignored

NEVER: dict[str, str] = {
    "indirect": "no tactic fires at what it cannot see",
    "act": "no tactic does anything but fight",
    "delay": "no tactic waits for others",
}
"""Commands, and parts of `attack`, that no tactic gives; a test looks for them in what tactics do."""

OF_WEAPONS: dict[str, tuple[Callable[[Weapon], bool], str]] = {
    "indirect": (lambda weapon: weapon.artillery, "artillery"),
}
"""The trait that is of use for a command."""

FOUGHT_WITH = {
    FIRST_AID_SKILL,
    SKILL,
    THROWN_SKILL,
    LOB_SKILL,
    BREAK_FREE_SKILL,
    AVOID_SKILL,
}
"""Skills that the tests of a fight call for by themselves; dodge and parry are two of them."""


def ignored(state: State, cast: Cast) -> tuple[Ignored, ...]:
    """Everything on the sheets of those in the fight that nobody will use."""
    coming = {c.id: c for c in state.waves}
    whole = state._replace(combatants={**coming, **state.combatants})
    return tuple(one for c in whole.combatants.values() if not c.out for one in _of(whole, cast, c))


def _of(state: State, cast: Cast, c: Combatant) -> Iterator[Ignored]:
    tactic = cast.of(state, c.id)
    if tactic is not None and tactic.command is end_turn:
        yield Ignored(c.id, "every weapon and action", f"the tactic {tactic.name} only ends its turns")
        return
    weapons = [state.weapon(weapon) for weapon in c.carried]
    for command, (has, trait) in OF_WEAPONS.items():
        if command in NEVER:
            for weapon in weapons:
                if has(weapon):
                    yield Ignored(c.id, f"{weapon.id}: {trait}", NEVER[command])
    used = FOUGHT_WITH | {weapon.skill for weapon in weapons if weapon.skill is not None}
    for skill in c.person.skills:
        if skill not in used:
            yield Ignored(c.id, f"skill {skill}", NEVER["act"])
