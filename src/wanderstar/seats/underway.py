"""A command under way: what its next resolution is about, as far as a seat may know."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..book.ruleset import DiveEffect
from ..play.asks import Answers, Wanted
from ..play.attack_plan import AttackPlan, plan_attack
from ..play.blast import Blast, Fragments, GoOff, NewlyInside, Scatter, Shell
from ..play.close import BreakFree
from ..play.exchange import Exchange
from ..play.reactions import Reacted
from ..play.resolve import Run
from ..play.scene import Scene
from ..play.state import State
from .chances import UNANSWERED
from .cut import Known

FROM_THE_GM = ("granted", "imposed", "condition")


def attack_of(state: State, step: Any) -> AttackPlan | None:
    """The attack that a resolution is about, if it is about one."""
    if isinstance(step, Exchange):
        weapon = state.weapon(step.weapon)
        return plan_attack(state, step.who, weapon, step.target, None, step.mode, step.indirect)
    if isinstance(step, Blast):
        at = step.at if step.target is None else state.combatants[step.target].at
        weapon = state.weapon(step.weapon)
        return plan_attack(state, step.who, weapon, step.target, at, step.mode, step.indirect)
    if isinstance(step, Scatter | NewlyInside | GoOff | Fragments):
        return step.shell.plan(state)
    return None


def reacted_of(run: Run) -> Reacted:
    """What became of the reaction to the attack under way: it is told at the table as soon as it is settled."""
    scene = Scene(run.state)
    with suppress(Wanted):
        run.agenda[0].run(scene, Answers(run.given))
    told = [event.story for event in scene.events if event.kind == "reacted"]
    if not told:
        return UNANSWERED
    kind = told[-1]["reaction"]
    hinders = kind == "dive" and run.state.ruleset.dive_effect != DiveEffect.COVER_ONLY
    return Reacted(kind, bool(told[-1].get("success")), hinders=hinders)


def mentions(value: Any, hidden: frozenset[str]) -> bool:
    """Whether a resolution names somebody hidden, at whatever depth."""
    if isinstance(value, str):
        return value in hidden
    return isinstance(value, tuple) and any(mentions(part, hidden) for part in value)


def holds_unseen(state: State, step: Any) -> bool:
    """Whether somebody breaks free, in an opposed test, of one whom a seat does not see in its `state`."""
    if not isinstance(step, BreakFree) or step.by != "opposed" or step.who not in state.combatants:
        return False
    return state.combatants[step.who].held_by not in state.combatants


def without_gm(step: Any) -> Any:
    """A resolution without the edges that the GM gave to somebody whose edges are not known."""
    shell = getattr(step, "shell", None)
    if not isinstance(shell, Shell):
        return step
    kept = tuple(r for r in shell.reasons if r.why not in FROM_THE_GM)
    return step._replace(shell=shell._replace(reasons=kept))


def with_weapon(k: Known, state: State, run: Run) -> Known:
    """What a seat knows, with the weapon of the attack under way: it was named when the attack was declared."""
    step = run.agenda[0] if run.agenda else None
    id = getattr(getattr(step, "shell", step), "weapon", None)
    if not isinstance(id, str) or id in k.state.encounter.weapons or mentions(step, k.hidden):
        return k
    weapons = {**k.state.encounter.weapons, id: state.weapon(id)}
    return k._replace(state=k.state._replace(encounter=replace(k.state.encounter, weapons=weapons)))
