"""Whether an attack is legal: the words, the attacker, the weapon, the target."""

from __future__ import annotations

from ..book.combat.melee import inside_guard
from ..book.combat.special import FULL_SPREAD, Mode
from ..sheets.model import UNARMED, Weapon
from . import sight
from .attack_plan import MODES, rounds_for, uses_melee
from .commands import Command
from .legal_weapon import bad_place, check_loaded, check_ready, known_weapon
from .refusal import Refusal, first, refuse
from .state import Combatant, State


def targets_of(command: Command) -> tuple[str, ...]:
    """Everybody a command attacks, in order; repeats are shots at the same one (R65)."""
    if command.targets is not None:
        return tuple(command.targets)
    return () if command.target is None else (command.target,)


def check_attack(state: State, command: Command) -> Refusal | None:
    """The first reason against an attack, or None."""
    c = state.combatants[command.who]
    wrong = known_weapon(state, command.weapon)
    if wrong is None:
        wrong = _words(state, command)
    if wrong is not None:
        return wrong
    weapon = state.weapon(command.weapon)
    mode = MODES[command.mode]
    return first(
        _attacker(state, c, command, weapon),
        check_ready(state, c, weapon),
        check_loaded(c, weapon, rounds_for(state, weapon, mode)),
        _targets(state, c, command, weapon),
    )


def _words(state: State, command: Command) -> Refusal | None:
    targets = targets_of(command)
    if (command.at is None) == (not targets):
        return refuse("bad_value", field="target", found=command.target, expected='one of "target" and "at"')
    if command.targets is not None and (command.mode != "full" or command.target is not None):
        return refuse(
            "bad_value", field="targets", found=list(command.targets), expected='only with mode "full"'
        )
    if command.at is not None and command.mode != "single":
        return refuse("bad_value", field="mode", found=command.mode, expected="single")
    if command.who in targets:
        return refuse("bad_value", field="target", found=command.who, expected="somebody else")
    if command.mode == "full":
        weapon = state.weapon(command.weapon)
        most = state.ruleset.auto_full_attacks.of(weapon.auto)
        if weapon.auto and len(targets) > most:
            return refuse("bad_value", "R44", field="targets", found=len(targets), expected=f"at most {most}")
    return bad_place(state, command.at, "at")


def _attacker(state: State, c: Combatant, command: Command, weapon: Weapon) -> Refusal | None:
    def unable(because: str, rule: str) -> Refusal:
        return refuse("unable", rule, who=c.id, weapon=weapon.id, because=because)

    targets = targets_of(command)
    if c.stunned or c.pinned:
        return unable("stunned" if c.stunned else "pinned", "R36")
    if c.held_by is not None and (weapon.id != UNARMED.id or targets != (c.held_by,)):
        return unable("held", "R37")
    if MODES[command.mode] != Mode.SINGLE and not weapon.auto:
        return unable("no automatic fire", "C79")
    if command.pull is not None and not (weapon.stun or weapon.id == UNARMED.id):
        return unable("cannot be pulled", "R73")
    if command.indirect is not None and not weapon.artillery:
        return unable("no indirect fire", "C81")
    if command.at is not None and not (weapon.thrown or weapon.blast is not None or weapon.artillery):
        return unable("cannot be lobbed", "C52")
    if not c.significant:
        return refuse("no_significant", who=c.id)
    places = [state.combatants[t].at for t in targets]
    spread = max((sight.metres(a, b) for a in places for b in places), default=0)
    if spread > FULL_SPREAD:
        return refuse("too_far", "R44", metres=spread, most=FULL_SPREAD)
    return None


def _targets(state: State, c: Combatant, command: Command, weapon: Weapon) -> Refusal | None:
    """Each check over all targets before the next one."""
    targets = [state.combatants[t] for t in targets_of(command)]
    melee = [t for t in targets if uses_melee(state, c, t, weapon)]
    fired = [t for t in targets if t not in melee and command.indirect is None]
    for t in targets:
        if t.out:
            return refuse("target_out", target=t.id)
    for t in fired:
        if sight.total_cover(state, t, c.at):
            return refuse("total_cover", target=t.id)
    for t in targets:
        if command.indirect is None and sight.hidden_from(t, c):
            return refuse("out_of_sight", target=t.id)
    for t in melee:
        if not sight.are_engaged(state, c, t):
            return refuse("not_engaged", target=t.id, metres=sight.metres(c.at, t.at))
    for t in melee:
        if barred(state, c, t):
            return refuse("inside_guard", target=t.id)
    return None


def barred(state: State, c: Combatant, target: Combatant) -> bool:
    """Whether `c` has not yet fought its way inside the guard of a Reach wielder (C42, R35)."""
    return any(b.who == target.id and not inside_guard(b.reached, state.round) for b in c.barred)


def melee_weapons(state: State, c: Combatant, target: Combatant) -> list[str]:
    """Melee weapons with which `c` could strike `target` at once, `unarmed` last; of use to free attacks."""
    if barred(state, c, target):
        return []
    usable = []
    for id in dict.fromkeys((*c.held, *(w for w in c.carried if state.weapon(w).thrown), UNARMED.id)):
        weapon = state.weapon(id)
        free = c.held_by is None or id == UNARMED.id
        if weapon.melee and free and check_ready(state, c, weapon) is None:
            usable.append(id)
    return usable
