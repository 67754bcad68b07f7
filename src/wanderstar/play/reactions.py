"""Reactions: who may react how to what, what it costs, and how it is settled (Chapter 11, Reactions)."""

from __future__ import annotations

from typing import NamedTuple

from ..book.combat import reactions as rule
from ..book.combat.cover import can_reach
from ..book.combat.reactions import Reaction
from ..book.ruleset import DiveEffect, NpcReaction, ReactionMode, ReadyEffect, WhoRolls
from ..sheets.model import Place
from . import sight
from .asks import Choice
from .attack_plan import AttackPlan
from .reasons import advantage
from .rolls import EDGE_WORDS, claim_and_roll, counted, default_characteristic, edge_of, plan, static_reasons
from .scene import Ask, Scene
from .state import Combatant, InUse, State, reactions_left

KINDS = {"dodge": Reaction.DODGE, "parry": Reaction.PARRY}
SKILLS = {"dodge": rule.DODGE_SKILL, "parry": rule.PARRY_SKILL}


class Reacted(NamedTuple):
    """What became of a reaction: its kind ("none" without), and whether it succeeded.

    `settles` is set where the reaction's own roll is to be the avoid roll (R81); `hinders` where a dive puts
    the attack at Disadvantage (R41).
    """

    kind: str = "none"
    success: bool = False
    settles: bool = False
    hinders: bool = False


def near_covers(state: State, c: Combatant) -> list[str]:
    """Covers that one may dive behind (R41)."""
    return [id for id, sheet in state.covers.items() if can_reach(sight.metres(c.at, sheet.at))]


def dives_hinder(state: State) -> bool:
    """Whether a dive puts the attack at Disadvantage (R41)."""
    return state.ruleset.dive_effect != DiveEffect.COVER_ONLY


def avoids(state: State, c: Combatant, attack: AttackPlan) -> bool:
    """Whether `c` rolls to avoid this attack (C4)."""
    return not attack.rolled and c.is_character


def unaware(state: State, c: Combatant, attacker: Combatant) -> bool:
    """Whether one does not see the attack coming (C60, R31)."""
    return c.unaware or sight.hidden_from(attacker, c)


def payable(state: State, c: Combatant) -> str:
    """The refusal code when no (further) reaction can be had, else "" (C57)."""
    if reactions_left(c, state.ruleset) > 0:
        return ""
    if c.momentum is None:
        return "reaction_used"
    return "" if c.momentum >= rule.PRICE else "momentum"


def options(state: State, who: str, attack: AttackPlan) -> Choice:
    """The reactions of `who` to an attack, `none` always among them (C56-C65, R31, R78)."""
    c, attacker = state.combatants[who], state.combatants[attack.who]
    rules = state.ruleset
    blast = attack.weapon.blast is not None and attack.ranged
    covers = near_covers(state, c)
    static = not c.is_character and rules.combat_who_rolls == WhoRolls.PLAYERS
    never = (
        c.out
        or c.stunned
        or c.pinned
        or unaware(state, c, attacker)
        or (static and rules.npc_reaction == NpcReaction.NONE)
    )
    spent = payable(state, c)

    def why(value: object) -> str | None:
        if not isinstance(value, str):
            return None
        kind, _, cover = value.partition(":")
        if kind not in ("dodge", "parry", "dive") or (kind == "dive") != bool(cover):
            return None
        if never or (c.held_by is not None and kind != "parry"):
            return "unable"
        if spent == "reaction_used":
            return spent
        near = kind != "dive" or cover in covers
        kinds = KINDS.get(kind, Reaction.DIVE)
        code = rule.refused(kinds, blast, attack.ranged, attack.weapon.smasher, near)
        return code or spent or None

    everything = ["dodge", "parry", *(f"dive:{cover}" for cover in covers)]
    legal = [value for value in everything if why(value) is None]
    return Choice("reaction", who, ("none", *legal), "none", why)


def settle(scene: Scene, ask: Ask, who: str, value: str, attack: AttackPlan) -> Reacted:
    """Pays for a reaction and settles it (C57, C58, R18, R20)."""
    if value == "none":
        return Reacted()
    ask.unasked.setdefault(f"reaction:{who}", []).append(lambda again: "reaction_used")
    kind, _, cover = value.partition(":")
    readied = _pay(scene, who, kind)
    c = scene[who]
    if kind == "dive":
        return dive(scene, who, cover, attack.at if attack.weapon.blast is not None else scene[attack.who].at)
    if kind == "dodge" and c.aim is not None:
        scene.change(who, aim=None)
        scene.emit("aim_lost", who=who, rule="R47", why="dodge")
    state, rules = scene.state, scene.state.ruleset
    skill = SKILLS[kind]
    if avoids(state, c, attack) and rules.defence_reaction_mode != ReactionMode.MIRROR:
        if rules.defence_reaction_mode == ReactionMode.IS_AVOID_ROLL:
            scene.emit("reacted", who=who, reaction=kind, rule="R81")
            return Reacted(kind, settles=True)
        scene.emit("reacted", who=who, reaction=kind, success=True, rule="R18")
        return Reacted(kind, success=True)
    if c.is_character or rules.combat_who_rolls == WhoRolls.BOTH or rules.npc_reaction == NpcReaction.ROLLED:
        extra = (advantage("R30", "readied"),) if readied else ()
        rolled = claim_and_roll(
            scene, ask, plan(state, who, skill, None, extra), "claim_reaction", "reaction"
        )
        success = rolled.success
        scene.emit("reacted", who=who, reaction=kind, success=success, rule="C58")
    else:
        success = static_reaction(scene, who, kind, skill, readied)
    return Reacted(kind, success)


def static_reaction(scene: Scene, who: str, kind: str, skill: str, readied: bool) -> bool:
    """An adversary's reaction without dice (R20)."""
    state, c = scene.state, scene[who]
    if state.ruleset.npc_reaction == NpcReaction.AUTO:
        scene.emit("reacted", who=who, reaction=kind, success=True, rule="R20")
        return True
    extra = (advantage("R30", "readied"),) if readied else ()
    conflict = state.ruleset.advantage_conflict
    reasons = static_reasons(state, c, default_characteristic(state.ruleset, skill), skill, extra)
    edge = edge_of(reasons, conflict)
    bonus = plan(state, who, skill).bonus
    success = rule.static_succeeds(bonus, edge, state.ruleset.npc_static)
    value = rule.static_value(edge, state.ruleset.npc_static)
    scene.emit(
        "reacted",
        who=who,
        reaction=kind,
        success=success,
        rule="R20",
        static=value,
        bonus=bonus,
        total=value + bonus,
        edge=EDGE_WORDS[edge],
        reasons=[r.to_json() for r in counted(reasons, True, conflict)],
    )
    return success


def dive(scene: Scene, who: str, cover: str, source: Place) -> Reacted:
    """Dive for cover: no test; behind it at once, fully only after the attack (C64, R41, R50, R59)."""
    rules, c = scene.state.ruleset, scene[who]
    changes: dict[str, object] = {"prone": True, "aim": None}
    if rules.dive_effect != DiveEffect.DISADVANTAGE_ONLY and all(use.cover != cover for use in c.cover):
        changes["cover"] = (*c.cover, InUse(cover, False))
    scene.change(who, **changes)
    helps = sight.between(scene.state.covers[cover], c.at, source)
    scene.emit("reacted", who=who, reaction="dive", cover=cover, success=None, helps=helps, rule="C64")
    return Reacted("dive", hinders=dives_hinder(scene.state))


def dive_done(scene: Scene, who: str, value: str) -> None:
    """After the attack one is fully behind a cover that hides (R50, R59)."""
    cover = value.partition(":")[2]
    sheet = scene.state.covers.get(cover)
    if sheet is None or not sheet.hides:
        return
    now = tuple(InUse(u.cover, True) if u.cover == cover else u for u in scene[who].cover)
    if now != scene[who].cover:
        scene.change(who, cover=now)
        scene.emit("cover_taken", who=who, cover=cover, fully=True, rule="R50")


def _pay(scene: Scene, who: str, kind: str) -> bool:
    """The ordinary free reaction first, then a readied one, then Momentum (C57, R70). True: at Advantage."""
    c, rules = scene[who], scene.state.ruleset
    extra = rules.ready_effect == ReadyEffect.EXTRA_FREE
    better = bool(c.readied) and not extra
    if better:
        scene.change(who, readied=0)
    if c.reactions > 0:
        scene.change(who, reactions=c.reactions - 1)
        cost = 0
    elif c.readied and extra:
        scene.change(who, readied=0)
        cost = 0
    else:
        assert c.momentum is not None
        cost = rule.PRICE
        scene.change(who, momentum=c.momentum - cost)
    scene.emit("reaction_declared", who=who, reaction=kind, price=cost, rule="C57")
    return better
