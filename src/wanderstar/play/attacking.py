"""Attack and suppress as commands: what they take, and the exchanges or the blast that follow."""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.special import Mode
from ..book.ruleset import SuppressTest
from ..sheets.model import Place
from . import sight
from .attack_plan import MODES, plan_attack, rounds_for, rounds_to_suppress, uses_melee
from .blast import Blast
from .commands import Command
from .exchange import Exchange, roll_plan
from .legal_attack import targets_of
from .reactions import Reacted
from .rolls import claim_and_roll
from .scene import Ask, Scene
from .state import State, Suppression, put
from .waves import alert


def use_weapon(scene: Scene, who: str, weapon_id: str, rounds: int) -> None:
    """Takes rounds, the thrown piece, the charge; notes when a Slow weapon was used (C84, R38, R45)."""
    c, weapon = scene[who], scene.state.weapon(weapon_id)
    left = c.rounds(weapon_id)
    changes: dict[str, object] = {}
    if left is not None and not (weapon.thrown and rounds == 0):
        changes["ammo"] = put(c.ammo, weapon_id, left - rounds)
        if weapon.thrown and left == rounds:
            changes["held"] = tuple(w for w in c.held if w != weapon_id)
    if weapon_id in c.charged:
        changes["charged"] = tuple(w for w in c.charged if w != weapon_id)
    if weapon.slow:
        changes["fired"] = put(c.fired, weapon_id, scene.state.round)
    if any(w == weapon_id for w, _ in c.reloading):
        changes["reloading"] = tuple(r for r in c.reloading if r[0] != weapon_id)
    scene.change(who, **changes)


def expose(scene: Scene, who: str) -> None:
    """Attacking from Total cover exposes one as Solid until one's next turn (R50, R74)."""
    if any(use.fully for use in scene[who].cover):
        scene.change(who, exposed=True)


def declare_attack(scene: Scene, command: Command) -> None:
    """Spends what the attack takes (R52) and sets its resolutions."""
    who, state = command.who, scene.state
    weapon, mode, targets = state.weapon(command.weapon), MODES[command.mode], targets_of(command)
    target = state.combatants[targets[0]] if targets else None
    plan = plan_attack(
        state, who, weapon, targets[0] if targets else None, command.at, mode, command.indirect
    )
    use_weapon(scene, who, weapon.id, 0 if plan.melee and weapon.thrown else rounds_for(state, weapon, mode))
    expose(scene, who)
    scene.change(who, significant=0)
    scene.emit(
        "attack_declared",
        who=who,
        weapon=weapon.id,
        mode=command.mode,
        targets=list(targets),
        at=None if command.at is None else sight.as_json(command.at),
        band=plan.band,
        metres=sight.metres(scene[who].at, target.at if target is not None else plan.at),
    )
    guessed = command.indirect == "guessed"
    for t in targets or (None,):
        strikes = t is not None and uses_melee(state, state.combatants[who], state.combatants[t], weapon)
        if t is None or (not strikes and (weapon.blast is not None or guessed)):
            scene.agenda.append(Blast(who, weapon.id, t, command.at, mode, command.indirect, command.pull))
        else:
            scene.agenda.append(Exchange(who, t, weapon.id, mode, command.pull, command.indirect))
    if mode == Mode.FULL:
        scene.agenda.append(SpendAim(who, targets))


class SpendAim(NamedTuple):
    """Full auto at the aimed target uses the aim up, even when its shots were dropped (R65)."""

    who: str
    targets: tuple[str, ...]

    def run(self, scene: Scene, ask: Ask) -> None:
        """Takes the aim."""
        if scene[self.who].aim in self.targets:
            scene.change(self.who, aim=None)
            scene.emit("aim_lost", who=self.who, rule="R65", why="full_auto")


def declare_suppress(scene: Scene, command: Command) -> None:
    """C80, R42: rounds as for full auto, no roll unless the ruleset wants one (R81)."""
    who, state = command.who, scene.state
    weapon = state.weapon(command.weapon)
    use_weapon(scene, who, weapon.id, rounds_to_suppress(state, weapon))
    expose(scene, who)
    scene.change(who, significant=0)
    if state.ruleset.suppress_test == SuppressTest.NONE:
        _take_hold(scene, who, command.at)
        return
    scene.emit("suppression_declared", who=who, weapon=weapon.id, at=sight.as_json(command.at), rule="R81")
    scene.agenda.append(SuppressRoll(who, weapon.id, command.at))


class SuppressRoll(NamedTuple):
    """R81: an attack roll decides whether the suppression takes hold."""

    who: str
    weapon: str
    at: Place

    def run(self, scene: Scene, ask: Ask) -> None:
        """Rolls against 8; the GM rolls for an adversary."""
        attack = plan_attack(scene.state, self.who, scene.state.weapon(self.weapon), None, self.at)
        p = roll_plan(scene.state, attack, Reacted())
        if claim_and_roll(scene, ask, p, "claim_attack", "attack").success:
            _take_hold(scene, self.who, self.at)
        else:
            scene.emit("suppression_failed", who=self.who, at=sight.as_json(self.at), rule="R81")


def _take_hold(scene: Scene, who: str, at: Place) -> None:
    radius = scene.state.ruleset.suppress_radius
    scene.alter(suppressions=(*scene.state.suppressions, Suppression(who, at, radius)))
    scene.emit(
        "suppressed", who=who, at=sight.as_json(at), radius=radius, within=_caught(scene.state), rule="C80"
    )
    for caught in _caught(scene.state):
        alert(scene, caught, "attacked")


def _caught(state: State) -> list[str]:
    return [c.id for c in state.combatants.values() if sight.suppressed_by(state, c) is not None]
