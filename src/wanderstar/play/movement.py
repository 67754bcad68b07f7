"""Moving: leaving an engagement, the move itself, closing on a Reach weapon (Chapter 11, Melee; R34, R35)."""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat.melee import engaged
from ..book.ruleset import Attackers, DisengageMode
from ..sheets.model import Place
from . import sight
from .asks import Choice, no_reason
from .attacking import use_weapon
from .exchange import Exchange
from .legal_attack import melee_weapons
from .morale import depart
from .rolls import claim_and_roll, plan
from .scene import Ask, Scene
from .state import LEFT, Barred, Combatant, State


def leaving(state: State, mover: Combatant, to: Place | None) -> list[Combatant]:
    """Able foes whose Engaged range the move leaves, in roster order (C44, R78); `to` None is off the map."""
    return [
        foe
        for foe in sight.engaged_foes(state, mover)
        if sight.able(foe, mover.id)
        and (to is None or not engaged(sight.metres(to, foe.at)))
        and not sight.hidden_from(mover, foe)
    ]


def arriving(state: State, mover: Combatant, to: Place) -> list[Combatant]:
    """Hostile combatants whose Engaged range the move enters, in roster order (C40)."""
    before = {foe.id for foe in sight.engaged_foes(state, mover)}
    return [foe for foe in sight.engaged_foes(state, mover, to) if foe.id not in before]


class Disengage(NamedTuple):
    """Breaking away cleanly or not (C44, C45, R34, R81), then the move; `to` None is off the map."""

    who: str
    to: Place | None

    def run(self, scene: Scene, ask: Ask) -> None:
        """Tests if the ruleset asks for it; sets the free attacks before the move."""
        state, rules = scene.state, scene.state.ruleset
        foes = leaving(state, scene[self.who], self.to)
        mode = rules.disengage_mode
        if not foes or mode == DisengageMode.SAFE:
            scene.agenda.append(Arrive(self.who, self.to))
            return
        if mode != DisengageMode.FREE_ATTACK:
            p = plan(state, self.who, rules.disengage_test)
            if claim_and_roll(scene, ask, p, "claim_test", "disengage").success:
                scene.agenda.append(Arrive(self.who, self.to))
                return
            if mode == DisengageMode.TEST:
                scene.emit("stayed", who=self.who, rule="C45")
                return
        if rules.disengage_attackers == Attackers.ALL:
            scene.agenda.extend(FreeAttack(self.who, (foe.id,)) for foe in foes)
        else:
            scene.agenda.append(FreeAttack(self.who, tuple(foe.id for foe in foes)))
        scene.agenda.append(Arrive(self.who, self.to))


class FreeAttack(NamedTuple):
    """One of `foes` may strike at the leaver, at no cost, before it leaves (C44, R34, R68)."""

    who: str
    foes: tuple[str, ...]

    def run(self, scene: Scene, ask: Ask) -> None:
        """Asks the opposing side who strikes with what."""
        mover = scene[self.who]
        if not sight.able(mover, self.foes[0]) and mover.out:
            return
        options = ["none"]
        for foe in self.foes:
            if sight.able(scene[foe], self.who):
                options += [f"{foe}:{w}" for w in melee_weapons(scene.state, scene[foe], mover)]
        value = ask.choice(Choice("free_attack", self.who, tuple(options), "none", no_reason))
        if value != "none":
            foe, _, weapon = value.partition(":")
            scene.agenda.append(Strike(foe, self.who, weapon, "free_attack"))


class Strike(NamedTuple):
    """A free attack or first strike under way: ammunition and the like, then the exchange."""

    who: str
    target: str
    weapon: str
    kind: str

    def run(self, scene: Scene, ask: Ask) -> None:
        """Declares it."""
        scene.emit(
            "struck_freely", who=self.who, target=self.target, weapon=self.weapon, kind_of_attack=self.kind
        )
        use_weapon(scene, self.who, self.weapon, 0 if scene.state.weapon(self.weapon).thrown else 1)
        scene.settle("weapon_used", who=self.who, weapon=self.weapon)
        scene.agenda.append(Exchange(self.who, self.target, self.weapon, kind=self.kind))


class Arrive(NamedTuple):
    """The move itself, then the first strikes of those with Reach whom it closes on (C41, C42, R35).

    With `to` None one leaves the map instead.
    """

    who: str
    to: Place | None

    def run(self, scene: Scene, ask: Ask) -> None:
        """Moves, unless a free attack stopped it."""
        mover = scene[self.who]
        if not sight.unhindered(mover):
            scene.emit("stayed", who=self.who, rule="R34")
            return
        if self.to is None:
            depart(scene, self.who, LEFT)
            return
        closed = arriving(scene.state, mover, self.to)
        move_to(scene, self.who, self.to, "moved")
        for foe in closed:
            reach = [
                w for w in melee_weapons(scene.state, foe, scene[self.who]) if scene.state.weapon(w).reach
            ]
            wields = [w for w in foe.held if scene.state.weapon(w).reach]
            if wields and sight.able(foe) and not sight.hidden_from(mover, foe):
                barred = (
                    *(b for b in scene[self.who].barred if b.who != foe.id),
                    Barred(foe.id, scene.state.round),
                )
                scene.change(self.who, barred=barred)
                scene.emit("kept_at_reach", who=self.who, by=foe.id, rule="C42")
                if reach:
                    scene.agenda.append(FirstStrike(foe.id, self.who))


class FirstStrike(NamedTuple):
    """A Reach wielder may strike first at one who closes, even if it has acted (C41, R35, R68)."""

    who: str
    target: str

    def run(self, scene: Scene, ask: Ask) -> None:
        """Asks the wielder."""
        foe, mover = scene[self.who], scene[self.target]
        if mover.out or not sight.able(foe, mover.id):
            return
        reach = [w for w in melee_weapons(scene.state, foe, mover) if scene.state.weapon(w).reach]
        value = ask.choice(Choice("reach_strike", self.who, (*reach, "none"), "none", no_reason))
        if value != "none":
            scene.agenda.append(Strike(self.who, self.target, value, "reach_strike"))


def move_to(scene: Scene, who: str, to: Place, kind: str) -> None:
    """Puts one elsewhere: the aim is gone (C33, R47), a band the GM named for it no longer stands."""
    c = scene[who]
    bands = tuple(b for b in scene.state.bands if who not in b[:2])
    if bands != scene.state.bands:
        scene.alter(bands=bands)
    scene.change(who, at=to, aim=None)
    scene.emit(
        kind, who=who, **{"from": sight.as_json(c.at), "to": sight.as_json(to)}, metres=sight.metres(c.at, to)
    )
    if c.aim is not None:
        scene.emit("aim_lost", who=who, rule="C33", why="moved")
