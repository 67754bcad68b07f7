"""What a hit does in the loop: trauma marked, stuns and holds; and what becomes of reactions (Chapter 11)."""

from __future__ import annotations

from ..book.combat import trauma as rule
from ..book.combat.melee import pulled_turns
from ..book.combat.reactions import PRICE, Reaction
from ..book.ruleset import DiveEffect, NpcReaction, ReactionMode, ReadyEffect, WhoRolls
from ..tactics.codes import DIVE, ENDLESS, Claim, Skill
from ..tactics.field import Field, Roster
from ..tactics.situation_attack import dives_hinder, skill_test, static_reaction
from .loop_luck import Course
from .loop_rolls import test_succeeds

NOTHING, SUCCESS, SETTLES, HINDERS = 0, 1, 2, 3
"""What becomes of a reaction: it failed or there was none; it worked; its roll is the avoid roll (R81); a dive that
puts the attack at Disadvantage (R41)."""


def inflict(roster: Roster, field: Field, j: int, by: int, slot: int, amount: int, pull: int) -> None:
    """A net holds, a pulled or stunning hit stuns, others mark (R36, R37). `pull`: 1 to stun, 2 to pin."""
    piece = roster.pieces[slot]
    if piece.entangle != 0:
        hold(field, j, by, 1)
    elif amount > 0 and (pull != 0 or piece.stun != 0):
        stun(field, j, amount, pull == 2)
    elif amount > 0:
        mark(roster, field, j, amount, piece.to_mental != 0)


def hold(field: Field, j: int, by: int, netted: int) -> None:
    """Held by a grapple or a net (R37, R69)."""
    c = field.who[j]
    c.held_by = by
    c.netted = netted


def stun(field: Field, j: int, amount: int, pins: bool) -> None:
    """As many of its own turns as the trauma it would have marked (C47, R36)."""
    c = field.who[j]
    had = c.pinned if pins else c.stunned
    turns = ENDLESS if had == ENDLESS else max(pulled_turns(amount), had)
    if pins:
        c.pinned = turns
    else:
        c.stunned = turns


def mark(roster: Roster, field: Field, j: int, amount: int, to_mental: bool) -> None:
    """Marks trauma: overflow, out of action and death by R25 and R26."""
    c, sheet, rules = field.who[j], roster.sheets[j], roster.rules
    room = sheet.boxes_physical - c.physical
    physical, mental, _ = rule.marked(
        c.physical, c.mental, sheet.boxes_physical, sheet.boxes_mental, amount, to_mental, rules.overflow
    )
    dies = rule.dies(
        physical, mental, sheet.boxes_physical, sheet.boxes_mental, amount, to_mental, room, rules.death
    )
    c.physical = physical
    c.mental = mental
    if dies:
        c.dead = 1
    if c.said_out == 0:
        c.said_out = -1


def pay_reaction(roster: Roster, field: Field, j: int) -> bool:
    """The ordinary free reaction first, then a readied one, then Momentum (C57, R70). True: at Advantage (R30)."""
    c = field.who[j]
    extra = roster.rules.ready_effect == ReadyEffect.EXTRA_FREE
    better = c.readied != 0 and not extra
    if better:
        c.readied = 0
    if c.reactions > 0:
        c.reactions = c.reactions - 1
    elif c.readied != 0 and extra:
        c.readied = 0
    else:
        c.momentum = c.momentum - PRICE
    return better


def settle_reaction(
    roster: Roster, field: Field, course: Course, j: int, option: int, attacker_rolled: bool
) -> int:
    """Pays for a reaction and settles it (C57, C58, R18, R20): NOTHING, SUCCESS, SETTLES or HINDERS."""
    if option == 0:
        return NOTHING
    better = 1 if pay_reaction(roster, field, j) else 0
    c, rules = field.who[j], roster.rules
    if option >= DIVE:
        dive(roster, field, j, option - DIVE)
        return HINDERS if dives_hinder(roster) else NOTHING
    if option == Reaction.DODGE:
        c.aim = -1
    character = roster.sheets[j].character != 0
    if not attacker_rolled and character and rules.reaction_mode != ReactionMode.MIRROR:
        return SETTLES if rules.reaction_mode == ReactionMode.IS_AVOID_ROLL else SUCCESS
    skill = Skill.ATHLETICS + 0 if option == Reaction.DODGE else Skill.CLOSE_QUARTERS + 0
    if character or rules.who_rolls == WhoRolls.BOTH or rules.npc_reaction == NpcReaction.ROLLED:
        test = skill_test(roster, field, j, skill, better)
        works = test_succeeds(roster, field, course, j, test, Claim.REACTION + 0)
    elif rules.npc_reaction == NpcReaction.AUTO:
        works = True
    else:
        works = static_reaction(roster, field, j, skill, better)
    return SUCCESS if works else NOTHING


def dive(roster: Roster, field: Field, j: int, k: int) -> None:
    """Behind cover k at once, fully only after the attack (C64, R41, R59)."""
    c = field.who[j]
    c.prone = 1
    c.aim = -1
    at = j * roster.rules.walls + k
    if roster.rules.dive_effect != DiveEffect.DISADVANTAGE_ONLY and field.uses[at] == 0:
        field.uses[at] = 1


def dive_done(roster: Roster, field: Field, j: int, k: int) -> None:
    """After the attack one is fully behind a cover that hides (R50, R59)."""
    at = j * roster.rules.walls + k
    if roster.walls[k].hides != 0 and field.uses[at] != 0:
        field.uses[at] = 2
