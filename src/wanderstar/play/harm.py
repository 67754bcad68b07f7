"""What a hit does to its target: armor met, trauma marked, stuns and holds (Chapter 11, Damage and trauma)."""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat import trauma as rule
from ..book.combat.cover import GRADES
from ..book.combat.melee import pulled_turns
from ..sheets.model import Place, Weapon
from . import sight
from .reasons import Reason
from .scene import Scene
from .state import PINNED, STUNNED, Combatant, Condition, State


class ArmorMet(NamedTuple):
    """The armor that a hit meets, in parts; `total` after piercing (R24). `reasons` name each part."""

    base: int
    gear: int
    cover: int
    piercing: int
    total: int
    reasons: tuple[Reason, ...]


def armor_met(state: State, target: Combatant, weapon: Weapon, source: Place | None) -> ArmorMet:
    """Armor against a weapon; cover counts against `source` only (C70, C71), None for melee (R49)."""
    rules = state.ruleset
    base = min(rules.armor_base, target.armor)
    gear = target.armor - base
    reasons = [Reason("armor", "C74", "body", amount=base)]
    if gear:
        reasons.append(Reason("armor", "C68", "gear", amount=gear))
    cover_id, cover = sight.best_cover(state, target, source) if source is not None else (None, 0)
    for use in target.cover:
        sheet = state.covers[use.cover]
        amount = int(GRADES[sheet.grade])
        if use.cover == cover_id:
            reasons.append(Reason("armor", "C67", "cover", amount=cover, detail=use.cover))
        elif source is None:
            reasons.append(
                Reason("armor", "R49", "cover_melee", amount=amount, detail=use.cover, counted=False)
            )
        elif sight.between(sheet, target.at, source):
            reasons.append(
                Reason("armor", "R49", "cover_second", amount=amount, detail=use.cover, counted=False)
            )
        else:
            reasons.append(
                Reason("armor", "C70", "cover_aside", amount=amount, detail=use.cover, counted=False)
            )
    if weapon.piercing:
        reasons.append(Reason("armor", "R24", "piercing", amount=-min(weapon.piercing, gear + cover)))
    total = rule.armor(base, gear, cover, weapon.piercing, rules.armor_floor)
    return ArmorMet(base, gear, cover, weapon.piercing, total, tuple(reasons))


def attack_scale(attacker: Combatant, weapon: Weapon) -> int:
    """The scale a weapon hits at: its own, else its wielder's (R48)."""
    return attacker.scale if weapon.scale is None else weapon.scale


def damage_of(state: State, rolled: int, attacker: Combatant, weapon: Weapon, target: Combatant) -> int:
    """Damage as it meets armor, across scales (C76, R48)."""
    return rule.scaled(rolled, attack_scale(attacker, weapon), target.scale, state.ruleset.scale_factor)


def mark(scene: Scene, who: str, amount: int, weapon: Weapon) -> None:
    """Marks trauma: overflow, out of action and death by R25 and R26; the GM's word that one is not out (R77) ends
    with the next mark."""
    if amount == 0:
        return
    c, rules = scene[who], scene.state.ruleset
    room = c.boxes_physical - c.physical
    physical, mental, lost = rule.marked(
        c.physical,
        c.mental,
        c.boxes_physical,
        c.boxes_mental,
        amount,
        weapon.to_mental,
        rules.trauma_overflow,
    )
    dead = c.dead or rule.dies(
        physical, mental, c.boxes_physical, c.boxes_mental, amount, weapon.to_mental, room, rules.trauma_death
    )
    was_out = c.out
    now = scene.change(who, physical=physical, mental=mental, dead=dead, said_out=c.said_out or None)
    scene.emit(
        "trauma_marked",
        who=who,
        amount=amount,
        physical=physical,
        mental=mental,
        lost=lost,
        out=now.out and not was_out,
        dead=now.dead and not c.dead,
    )


def stun(scene: Scene, who: str, by: str, trauma: int, state: str) -> None:
    """A pulled or stunning hit: as many of its own turns as the trauma it would have marked (C47, R36)."""
    name = PINNED if state == PINNED else STUNNED
    turns = pulled_turns(trauma)
    others = tuple(c for c in scene[who].conditions if c.name != name)
    kept = max((c.turns or 0 for c in scene[who].conditions if c.name == name), default=0)
    endless = any(c.name == name and c.turns is None for c in scene[who].conditions)
    lasting = None if endless else max(turns, kept)
    scene.change(who, conditions=(*others, Condition(name, lasting, by, "R36")))
    scene.emit("condition_set", who=who, name=name, turns=lasting, source=by, rule="R36")


def stuns(weapon: Weapon, pull: str | None, amount: int) -> bool:
    """Whether a hit takes turns instead of marking its trauma: pulled, or with a Stun weapon (C47, R36)."""
    return amount > 0 and (pull is not None or weapon.stun)


def inflict(scene: Scene, who: str, by: str, weapon: Weapon, amount: int, pull: str | None) -> None:
    """What a hit that would mark `amount` does: a net holds, a pulled or stunning one stuns, others mark."""
    if weapon.entangle:
        hold(scene, who, by, netted=True)
    elif stuns(weapon, pull, amount):
        stun(scene, who, by, amount, pull or STUNNED)
    else:
        mark(scene, who, amount, weapon)


def hold(scene: Scene, who: str, by: str, netted: bool) -> None:
    """Held by a grapple or a net (R37, R69)."""
    scene.change(who, held_by=by, netted=netted)
    scene.emit("held", who=who, by=by, net=netted, rule="R37")
