"""Hands on: grapple, break free, first aid (Chapter 11, Melee and Actions; R27, R37, R69)."""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.melee import BREAK_FREE_CHARACTERISTIC, BREAK_FREE_SKILL, SKILL
from ..book.combat.trauma import FIRST_AID_HEALS, FIRST_AID_SKILL
from ..book.core_mechanic.opposed import MAX_REROLLS
from .contests import oppose, tell_opposed
from .harm import hold
from .rolls import claim_and_roll, plan
from .scene import Ask, Scene
from .state import PINNED
from .waves import alert


class Grapple(NamedTuple):
    """An opposed test of Close Quarters; a tie leaves the grappled one free (C49, R37, R71)."""

    who: str
    target: str

    def run(self, scene: Scene, ask: Ask) -> None:
        """The actor's dice, then the target's."""
        sides = ((self.who, SKILL, None), (self.target, SKILL, None))
        winner, totals, rerolls, tied = oppose(scene, ask, sides, 1, "grapple", MAX_REROLLS)
        tell_opposed(scene, sides, winner, totals, rerolls, tied)
        if winner == 0:
            hold(scene, self.target, self.who, netted=False)
        alert(scene, self.target, "attacked")


class BreakFree(NamedTuple):
    """Out of a hold by test or opposed test, out of a net or a pin by test (C50, R37, R69)."""

    who: str
    by: str

    def run(self, scene: Scene, ask: Ask) -> None:
        """Frees on success; an opposed tie keeps the hold."""
        c = scene[self.who]
        if self.by == "opposed":
            assert c.held_by is not None
            sides = ((self.who, SKILL, None), (c.held_by, SKILL, None))
            winner, totals, rerolls, tied = oppose(scene, ask, sides, 1, "break_free", MAX_REROLLS)
            tell_opposed(scene, sides, winner, totals, rerolls, tied)
            freed = winner == 0
        else:
            p = plan(scene.state, self.who, BREAK_FREE_SKILL, BREAK_FREE_CHARACTERISTIC)
            freed = claim_and_roll(scene, ask, p, "claim_test", "break_free").success
        if not freed:
            return
        c = scene[self.who]
        if c.held_by is not None:
            scene.change(self.who, held_by=None, netted=False)
            scene.emit("released", who=self.who, by=c.held_by, rule="C50")
        else:
            scene.change(self.who, conditions=tuple(x for x in c.conditions if x.name != PINNED))
            scene.emit("condition_cleared", who=self.who, name=PINNED, rule="R69")


class FirstAid(NamedTuple):
    """Medicine (Intellect): a success clears one Physical trauma, once a fight (R27, R75)."""

    who: str
    target: str

    def run(self, scene: Scene, ask: Ask) -> None:
        """Tests and heals."""
        p = plan(scene.state, self.who, FIRST_AID_SKILL)
        success = claim_and_roll(scene, ask, p, "claim_test", "first_aid").success
        if success:
            patient = scene[self.target]
            healed = max(patient.physical - FIRST_AID_HEALS, 0)
            now = scene.change(self.target, physical=healed, aided=True)
            scene.emit(
                "trauma_cleared",
                who=self.target,
                by=self.who,
                physical=healed,
                back=patient.out and not now.out,
                rule="R27",
            )
