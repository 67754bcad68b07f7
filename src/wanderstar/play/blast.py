"""Blasts and indirect fire: dives, one roll or an avoid roll each, scatter, damage for everything in the radius.

Chapter 11, Special forms of attack; R39, R40, R43, R59 to R61. The steps hand each other a `Shell`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..book.combat import special
from ..book.combat.effect import attack_effect
from ..book.combat.trauma import trauma
from ..sheets.model import Place
from . import sight
from .asks import Choice
from .attack_plan import AttackPlan, plan_attack
from .exchange import attack_story, avoid, roll_damage, roll_plan, use_aim
from .harm import ArmorMet, armor_met, inflict, stuns
from .morale import on_map
from .reactions import Reacted, dive_done, dives_hinder, options, settle
from .reasons import Reason
from .rolls import claim_and_roll, draw, roller, use_up_edges
from .scene import Ask, Scene
from .state import Combatant, State
from .waves import alert


class Shell(NamedTuple):
    """One blast under way: who, with what, at whom or where; `hit` and `effect` once rolled.

    `centre` is where it goes off; `dived` names who has been asked, with the cover they dived behind or "".
    """

    who: str
    weapon: str
    target: str | None
    at: Place
    mode: special.Mode
    indirect: str | None
    pull: str | None
    centre: Place
    hit: bool = True
    effect: int | None = None
    reasons: tuple[Reason, ...] = ()
    dived: tuple[tuple[str, str], ...] = ()

    def plan(self, state: State) -> AttackPlan:
        """The attack plan, with the point of the blast in the place of the point aimed at."""
        weapon = state.weapon(self.weapon)
        plan = plan_attack(state, self.who, weapon, self.target, self.at, self.mode, self.indirect)
        return plan._replace(at=self.centre)

    def alike(self) -> Shell:
        """Itself without the Effect of its roll, once the centre is known: it is only told from then on."""
        return self if self.effect is None else self._replace(effect=0)


class Blast(NamedTuple):
    """The first step: everybody in the radius is asked to dive, then it is rolled or avoided (R40, R59)."""

    who: str
    weapon: str
    target: str | None = None
    at: Place | None = None
    mode: special.Mode = special.Mode.SINGLE
    indirect: str | None = None
    pull: str | None = None

    def run(self, scene: Scene, ask: Ask) -> None:
        """Asks for the dives, then makes the attack roll if the attacker rolls."""
        if self.target is not None and scene[self.target].out:
            scene.emit("shot_dropped", who=self.who, target=self.target, rule="R65")
            return
        at = scene[self.target].at if self.target is not None else self.at
        assert at is not None
        shell = Shell(self.who, self.weapon, self.target, at, self.mode, self.indirect, self.pull, at)
        shell = ask_dives(scene, ask, shell)
        attack = shell.plan(scene.state)
        if attack.rolled:
            dived = any(cover for _, cover in shell.dived)
            p = roll_plan(scene.state, attack, Reacted("dive", hinders=dived and dives_hinder(scene.state)))
            rolled = claim_and_roll(scene, ask, p, "claim_attack", "attack")
            shell = shell._replace(hit=rolled.success, effect=rolled.effect, reasons=rolled.reasons)
        else:
            use_up_edges(scene, self.who)
            shell = shell._replace(reasons=attack.circumstances)
        if self.target is not None:
            use_aim(scene, self.who, self.target)
        scene.settle("attack_made", who=self.who)
        if self.indirect == "guessed" or (attack.rolled and not shell.hit):
            scene.agenda.append(Scatter(shell))
        else:
            scene.agenda.append(GoOff(shell))


class Scatter(NamedTuple):
    """Where a missed or guessed blast lands (R39, R43, R61)."""

    shell: Shell

    def run(self, scene: Scene, ask: Ask) -> None:
        """Draws the direction, for a guess the distance too."""
        shell, attacker = self.shell, scene[self.shell.who]
        face, _ = draw(
            scene,
            "scatter_direction",
            attacker.id,
            ask.dice("scatter_direction", attacker.id, roller(attacker), 1, None),
            None,
            0,
        )
        effect = shell.effect or 0
        if shell.indirect == "guessed":
            count = special.guessed_dice(sight.metres(attacker.at, shell.at))
            answer = ask.dice("scatter_distance", attacker.id, roller(attacker), count, None)
            rolled, _ = draw(scene, "scatter_distance", attacker.id, answer, None, 0)
            metres, rule = special.guessed_metres(rolled, effect), "R43"
        else:
            metres, rule = special.scatter_metres(effect), "R39"
        centre = landing(attacker.at, shell.at, face, metres)
        scene.emit(
            "scattered",
            who=attacker.id,
            face=face,
            metres=metres,
            at=sight.as_json(shell.at),
            to=sight.as_json(centre),
            rule=rule,
        )
        scene.agenda.append(NewlyInside(shell._replace(centre=centre)))


class NewlyInside(NamedTuple):
    """After a scatter those newly in the radius may dive, nobody twice (R59)."""

    shell: Shell

    def run(self, scene: Scene, ask: Ask) -> None:
        """Asks all of them at once."""
        scene.agenda.append(GoOff(ask_dives(scene, ask, self.shell)))


class GoOff(NamedTuple):
    """It explodes: avoid rolls where there was no attack roll, then damage, nearest first (R40).

    `avoided` has of each avoid roll made: who, whether it succeeded, the attack's Effect. `left` still roll.
    """

    shell: Shell
    avoided: tuple[tuple[str, bool, int], ...] = ()
    left: tuple[str, ...] | None = None

    def alike(self) -> GoOff:
        """Itself without what is only told of it, the Effects: whatever is equal so goes on equally."""
        avoided = tuple((who, ok, 0) for who, ok, _ in self.avoided)
        return self._replace(shell=self.shell.alike(), avoided=avoided)

    def run(self, scene: Scene, ask: Ask) -> None:
        """Makes one avoid roll, or goes on to the damage."""
        shell, state = self.shell, scene.state
        attack = shell.plan(state)._replace(circumstances=shell.reasons)
        victims = victims_of(state, shell)
        if self.left is None:
            scene.emit(
                "blast",
                who=shell.who,
                weapon=shell.weapon,
                at=sight.as_json(shell.centre),
                hit=shell.hit,
                effect=shell.effect,
                within=[v.id for v in victims],
                spared=[c.id for c in spared(state, shell)],
            )
        avoiders = tuple(v.id for v in victims if v.is_character and not v.out and not attack.rolled)
        left = avoiders if self.left is None else self.left
        if left:
            who = left[0]
            reacted = (
                Reacted("dive", hinders=dives_hinder(state)) if dict(shell.dived).get(who) else Reacted()
            )
            rolled = avoid(scene, ask, attack, who, reacted)
            result = (who, rolled.success, attack_effect(rolled.effect))
            scene.agenda.append(GoOff(shell, (*self.avoided, result), left[1:]))
            return
        hurt = tuple(v.id for v in victims if not any(who == v.id and ok for who, ok, _ in self.avoided))
        for who, ok, effect in self.avoided:
            if ok:
                armor = armor_of(state, scene[who], shell)
                story = attack_story(
                    attack, who, False, effect, (*shell.reasons, *armor.reasons), armor.total, "blast"
                )
                scene.emit("attack", **story, damage=None, trauma=0)
        effects = tuple((who, effect) for who, _, effect in self.avoided)
        scene.agenda.append(Fragments(shell, hurt, (), effects))


class Fragments(NamedTuple):
    """Damage for one after another, kept until all have theirs: one blast lands together (R40, R51)."""

    shell: Shell
    left: tuple[str, ...]
    results: tuple[tuple[str, int], ...]
    effects: tuple[tuple[str, int], ...]

    def alike(self) -> Fragments:
        """Itself without what is only told of it, as `GoOff`."""
        return self._replace(shell=self.shell.alike(), effects=())

    def run(self, scene: Scene, ask: Ask) -> None:
        """Rolls for the next one, or applies everything."""
        if not self.left:
            self.land(scene)
            return
        shell, state, who = self.shell, scene.state, self.left[0]
        attack = shell.plan(state)
        armor = armor_of(state, scene[who], shell)
        effect = dict(self.effects).get(who, shell.effect)
        story = attack_story(
            attack, who, True, effect, (*shell.reasons, *armor.reasons), armor.total, "blast"
        )
        if attack.weapon.entangle:
            scene.emit("attack", **story, damage=None, trauma=0)
            inflicted = 0
        else:
            damage = roll_damage(scene, ask, attack, who)
            inflicted = trauma(damage, armor.total, state.ruleset.trauma_max_per_hit)
            stunned = stuns(attack.weapon, shell.pull, inflicted)
            scene.emit("attack", **story, damage=damage, trauma=0 if stunned else inflicted)
        scene.agenda.append(self._replace(left=self.left[1:], results=(*self.results, (who, inflicted))))

    def land(self, scene: Scene) -> None:
        """Marks what all of them took, then settles who dived."""
        weapon = scene.state.weapon(self.shell.weapon)
        for who, inflicted in self.results:
            inflict(scene, who, self.shell.who, weapon, inflicted, self.shell.pull)
        for who, cover in self.shell.dived:
            if cover:
                dive_done(scene, who, cover)
        for c in in_radius(scene.state, self.shell):
            alert(scene, c.id, "attacked")


def armor_of(state: State, target: Combatant, shell: Shell) -> ArmorMet:
    """Armor against a blast: cover counts only if it lies between one and the centre (C71)."""
    return armor_met(state, target, state.weapon(shell.weapon), shell.centre)


def in_radius(state: State, shell: Shell) -> list[Combatant]:
    """Everybody in the radius, nearest to the centre first, then roster order (C83, R40).

    Something without Blast that falls on a place hits only who stands exactly there.
    """
    radius = state.weapon(shell.weapon).blast or 0.0
    there = (c for c in state.combatants.values() if on_map(c))
    found = [(sight.metres(c.at, shell.centre), c.roster, c) for c in there]
    return [c for metres, _, c in sorted(found, key=lambda f: f[:2]) if special.in_blast(metres, radius)]


def victims_of(state: State, shell: Shell) -> list[Combatant]:
    """Who takes it: not those with Total cover from the centre, nor adversaries who are out, nor the dead (R60)."""
    return [
        c
        for c in in_radius(state, shell)
        if not (c.dead or (c.out and not c.is_character) or sight.total_cover(state, c, shell.centre))
    ]


def spared(state: State, shell: Shell) -> list[Combatant]:
    """Who is in the radius but behind Total cover from the centre (R50)."""
    return [c for c in in_radius(state, shell) if not c.out and sight.total_cover(state, c, shell.centre)]


def ask_dives(scene: Scene, ask: Ask, shell: Shell) -> Shell:
    """Asks everybody able in the radius at once who was not asked before, and lets them dive (R59)."""
    asked = dict(shell.dived)
    attack = shell.plan(scene.state)
    able = [v.id for v in victims_of(scene.state, shell) if v.id not in asked and not v.out]
    order = sorted(able, key=lambda who: scene[who].roster)
    choices: Sequence[Choice] = [options(scene.state, who, attack) for who in order]
    for who, value in zip(order, ask.all(choices), strict=True):
        settle(scene, ask, who, value, attack)
        asked[who] = "" if value == "none" else value
    return shell._replace(dived=tuple(asked.items()))


def landing(thrower: Place, aimed: Place, face: int, metres: float) -> Place:
    """Where a scatter ends; onward is away from the thrower (R39)."""
    if isinstance(aimed, tuple):
        assert isinstance(thrower, tuple)
        onward = math.atan2(aimed[1] - thrower[1], aimed[0] - thrower[0])
        angle = onward + math.radians(special.scatter_degrees(face))
        return (round(aimed[0] + metres * math.cos(angle), 6), round(aimed[1] + metres * math.sin(angle), 6))
    assert not isinstance(thrower, tuple)
    onward_line = 1 if aimed >= thrower else -1
    return aimed + onward_line * special.scatter_line(face) * metres
