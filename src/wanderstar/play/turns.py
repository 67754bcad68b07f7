"""Whose turn it is: initiative, rounds, turns that begin and end, those passed over (Chapter 11, The combat round)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..book.combat.actions import SIGNIFICANT_PER_TURN
from ..book.combat.melee import inside_guard
from ..book.combat.reactions import FREE_PER_ROUND
from ..book.combat.round import INITIATIVE_CHARACTERISTIC, decider, initiative_key
from ..book.core_mechanic.roll import dice_rolled
from ..book.ruleset import Refresh
from . import waves
from .rolls import draw, roller
from .scene import Ask, Scene
from .state import STUNNED, Combatant, Condition, State


class Initiative(NamedTuple):
    """One combatant's initiative: 2D6, Dexterity's edge at once and for free (C11, C12, C16)."""

    who: str

    def run(self, scene: Scene, ask: Ask) -> None:
        """Rolls it."""
        c = scene[self.who]
        edge = c.grade(INITIATIVE_CHARACTERISTIC)
        answer = ask.dice("initiative", c.id, roller(c), dice_rolled(edge), edge)
        _, total = draw(scene, "initiative", c.id, answer, edge, 0)
        scene.change(c.id, initiative=total)


class SortOrder(NamedTuple):
    """The order for the fight, and its first turn (C13-C15)."""

    def run(self, scene: Scene, ask: Ask) -> None:
        """Sorts and begins."""
        order = sorted(scene.state.combatants, key=lambda who: sort_key(scene.state, who))
        scene.alter(order=tuple(order), round=1, acted=())
        scene.emit("fight_begun", order=order, ties=ties_in(scene.state))
        for c in list(scene.state.combatants.values()):
            scene.change(c.id, reactions=FREE_PER_ROUND)
        scene.settle("round_started", round=1)
        advance(scene)


class PlaceInOrder(NamedTuple):
    """One who joined mid-fight is placed by total and tie rules; acts this round if still to come (R67)."""

    who: str

    def run(self, scene: Scene, ask: Ask) -> None:
        """Puts it into the order."""
        state = scene.state
        key = sort_key(state, self.who)
        order = list(state.order)
        at = next((i for i, who in enumerate(order) if sort_key(state, who) > key), len(order))
        order.insert(at, self.who)
        passed = any(who in state.acted or who == state.turn for who in order[at + 1 :])
        acted = (*state.acted, self.who) if passed else state.acted
        scene.alter(order=tuple(order), acted=acted)
        scene.emit("order_set", order=order, joined=self.who)


def dexterity(state: State, c: Combatant) -> float:
    """Dexterity as an ordered value; a grade without a score compares as its threshold (C14, R8)."""
    if INITIATIVE_CHARACTERISTIC in c.person.scores:
        return c.person.scores[INITIATIVE_CHARACTERISTIC]
    high, low = state.ruleset.characteristics_advantage_min, state.ruleset.characteristics_disadvantage_max
    grade = c.grade(INITIATIVE_CHARACTERISTIC)
    return high if grade > 0 else low if grade < 0 else (high + low) / 2


def sort_key(state: State, who: str) -> tuple[float, float, int, int]:
    """Where a combatant stands in the order."""
    c = state.combatants[who]
    tiebreak = state.ruleset.initiative_gm_tiebreak
    return initiative_key(c.initiative or 0, dexterity(state, c), c.is_character, c.roster, tiebreak)


def ties_in(state: State) -> list[dict[str, str]]:
    """Each pair of the order that rolled the same total, and what decided between the two (C14, R28)."""
    keys = {who: sort_key(state, who) for who in state.order}
    pairs = [(a, b) for i, a in enumerate(state.order) for b in state.order[i + 1 :]]
    return [
        {"first": a, "then": b, "by": decider(keys[a], keys[b])} for a, b in pairs if keys[a][0] == keys[b][0]
    ]


def end_turn(scene: Scene, who: str) -> None:
    """Ends a turn: conditions counted in one's own turns run down (R69), the next one begins."""
    ended = count_down(scene, who, lambda name: name != STUNNED)
    scene.change(who, significant=SIGNIFICANT_PER_TURN, minors=scene.state.ruleset.minor_max, moved=False)
    scene.alter(turn=None, acted=(*scene.state.acted, who))
    scene.emit("turn_ended", who=who)
    tell_ended(scene, who, ended)
    advance(scene)


def tell_ended(scene: Scene, who: str, names: list[str]) -> None:
    """Conditions whose time is up."""
    for name in names:
        scene.emit("condition_ended", who=who, name=name, rule="R69")


def count_down(scene: Scene, who: str, which: Callable[[str], bool]) -> list[str]:
    """One own turn less for the conditions that `which` picks by name; gives the names of those that end."""
    left: list[Condition] = []
    ended: list[str] = []
    for condition in scene[who].conditions:
        if condition.turns is None or not which(condition.name):
            left.append(condition)
        elif condition.turns > 1:
            left.append(condition._replace(turns=condition.turns - 1))
        else:
            ended.append(condition.name)
    if tuple(left) != scene[who].conditions:
        scene.change(who, conditions=tuple(left))
    return ended


def advance(scene: Scene) -> None:
    """Gives the turn to the next one who can take it; the out and the stunned are passed over (R36, R69).

    When nobody could act in a whole round, no stun runs down and nobody is still to come, nobody has the turn
    until the GM clears one.
    """
    moved_on = True
    while True:
        state = scene.state
        who = next((w for w in state.order if w not in state.acted), None)
        if who is None:
            if not moved_on:
                return
            next_round(scene)
            if waves.due(scene):  # they take their places first
                return
            moved_on = bool(scene.state.waves)
            continue
        c = state.combatants[who]
        if c.out or c.stunned:
            before = c.conditions
            ended = count_down(scene, who, lambda name: True)
            if not c.out:
                end_own_effects(scene, who)
            moved_on = moved_on or scene[who].conditions != before
            scene.alter(acted=(*state.acted, who))
            scene.change(who, delayed=None)
            why = c.gone or ("out" if c.out else "stunned")
            rule = {"out": "R26", "stunned": "R36"}.get(why, "R51")
            scene.emit("turn_passed", who=who, why=why, rule=rule)
            tell_ended(scene, who, ended)
            continue
        start_turn(scene, who)
        return


def next_round(scene: Scene) -> None:
    """A new round: free reactions come back (C57, R31), edges for this round end."""
    state = scene.state
    refresh = state.ruleset.reaction_refresh == Refresh.ROUND_START
    for c in list(state.combatants.values()):
        scene.change(
            c.id,
            reactions=FREE_PER_ROUND if refresh else c.reactions,
            edges=tuple(e for e in c.edges if e.on != "until_round_end"),
            barred=tuple(b for b in c.barred if not inside_guard(b.reached, state.round + 1)),
            delayed=None,
        )
    scene.alter(round=state.round + 1, acted=())
    scene.emit("round_started", round=state.round + 1)


def end_own_effects(scene: Scene, who: str) -> None:
    """What lasts until one's next turn starts: exposure (R50), one's suppression (C80), a readied reaction (R70)."""
    c, state = scene[who], scene.state
    if any(s.who == who for s in state.suppressions):
        scene.alter(suppressions=tuple(s for s in state.suppressions if s.who != who))
    refresh = (
        state.ruleset.reaction_refresh == Refresh.OWN_TURN and c.delayed is None
    )  # one turn, begun twice
    scene.change(who, exposed=False, readied=0, reactions=FREE_PER_ROUND if refresh else c.reactions)


def start_turn(scene: Scene, who: str) -> None:
    """Begins a turn with everything it has (C18, R32)."""
    end_own_effects(scene, who)
    scene.change(
        who, significant=SIGNIFICANT_PER_TURN, minors=scene.state.ruleset.minor_max, moved=False, delayed=None
    )
    scene.alter(turn=who)
    scene.emit("turn_started", who=who, round=scene.state.round)


def delay(scene: Scene, who: str, after: str | None) -> None:
    """C15, R29: to a later place this round, kept for the fight; without one, to the end of the order."""
    order = [w for w in scene.state.order if w != who]
    at = len(order) if after is None else order.index(after) + 1
    order.insert(at, who)
    scene.change(who, delayed=order[at - 1] if at else None)
    scene.alter(order=tuple(order), turn=None)
    scene.emit("turn_delayed", who=who, after=after, order=order)
    advance(scene)
