"""What may be done, from plain numbers: attacks, reactions, the simpler commands.

The checks of `play.legal`, `play.legal_attack` and `play.reactions` as yes or no; whose turn it is, is taken as given.
"""

from __future__ import annotations

from ..book.combat.actions import in_reach
from ..book.combat.range import band, distance
from ..book.combat.reactions import PRICE, Reaction
from ..book.combat.special import Mode, ammo_needed, slow_ready
from ..book.ruleset import NpcReaction, WhoRolls
from .codes import DIVE
from .field import Field, Roster
from .situation import (
    absent,
    are_engaged,
    barred,
    hidden_from,
    hides_from,
    near_wall,
    out,
)
from .situation_attack import free_reactions, strikes


def weapon_ready(roster: Roster, field: Field, slot: int) -> bool:
    """In hand (or carried, to throw), not used up, not empty, charged, rested if Slow (R45, R80)."""
    piece, load = roster.pieces[slot], field.loads[slot]
    if piece.weapon < 0:
        return True
    if (load.carried if piece.thrown != 0 else load.held) == 0:
        return False
    if load.rounds == 0 or (piece.charge != 0 and load.charged == 0):
        return False
    return piece.slow == 0 or slow_ready(load.fired, field.now.round)


def loaded(field: Field, slot: int, rounds: int) -> bool:
    """Whether there are as many rounds (R44)."""
    left = field.loads[slot].rounds
    return left < 0 or left >= rounds


def can_act(field: Field, i: int) -> bool:
    """Whether one may do something significant: not stunned, not pinned, and it has not yet."""
    c = field.who[i]
    return c.stunned == 0 and c.pinned == 0 and c.significant > 0


def can_use(roster: Roster, field: Field, i: int, slot: int, mode: int) -> bool:
    """Whether a weapon can be fired so at all just now, at whomever."""
    piece = roster.pieces[slot]
    if not can_act(field, i) or (mode != Mode.SINGLE and piece.auto == 0):
        return False
    if field.who[i].held_by >= 0 and piece.weapon >= 0:
        return False
    needed = ammo_needed(mode, piece.auto, piece.full_ammo)
    return weapon_ready(roster, field, slot) and loaded(field, slot, needed)


def can_attack(roster: Roster, field: Field, i: int, slot: int, j: int, mode: int) -> bool:
    """Whether one may attack j with a weapon, in a mode."""
    if i == j or not can_use(roster, field, i, slot, mode) or out(roster, field, j):
        return False
    a = field.who[i]
    if (a.held_by >= 0 and a.held_by != j) or hidden_from(roster, field, j, i):
        return False
    if strikes(roster, field, i, slot, j):
        return are_engaged(roster, field, i, j) and not barred(roster, field, i, j)
    return not hides_from(roster, field, j, i)


def can_lob(roster: Roster, field: Field, i: int, slot: int) -> bool:
    """Whether one may throw or shoot a weapon at a place (C52)."""
    piece = roster.pieces[slot]
    if piece.thrown == 0 and piece.blast < 0 and piece.artillery == 0:
        return False
    return field.who[i].held_by < 0 and can_use(roster, field, i, slot, Mode.SINGLE + 0)


def can_suppress(roster: Roster, field: Field, i: int, slot: int, x: float, y: float) -> bool:
    """Whether one may keep the area around x, y under fire (C80, R42)."""
    a, piece = field.who[i], roster.pieces[slot]
    if piece.suppressive == 0 or piece.band < 0 or a.held_by >= 0 or not can_act(field, i):
        return False
    if band(distance(a.x, a.y, x, y)) > piece.band:
        return False
    return weapon_ready(roster, field, slot) and loaded(field, slot, piece.suppress_ammo)


def can_aim(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether one may aim at j (C31, C34)."""
    if i == j or not can_act(field, i) or out(roster, field, j) or hidden_from(roster, field, j, i):
        return False
    return not hides_from(roster, field, j, i)


def can_reload(roster: Roster, field: Field, i: int, slot: int) -> bool:
    """Whether a magazine can be refilled (R45, R66)."""
    piece, load = roster.pieces[slot], field.loads[slot]
    if piece.magazine < 0 or piece.one_use != 0 or load.held == 0 or not can_act(field, i):
        return False
    return load.rounds != piece.magazine


def can_charge(roster: Roster, field: Field, i: int, slot: int) -> bool:
    """Whether a Charge weapon can be made ready (C84)."""
    piece, load = roster.pieces[slot], field.loads[slot]
    if piece.charge == 0 or load.charged != 0 or not can_act(field, i):
        return False
    return load.held != 0 or (piece.thrown != 0 and load.carried != 0)


def can_ready(field: Field, i: int) -> bool:
    """Whether one may ready a reaction (C22)."""
    return can_act(field, i) and field.who[i].readied == 0


def can_aid(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether one may give j first aid (R27, R75, R80)."""
    patient = field.who[j]
    if patient.dead != 0 or absent(field, j) or patient.physical == 0 or patient.aided != 0:
        return False
    if not can_act(field, i):
        return False
    return i == j or are_engaged(roster, field, i, j)


def can_grapple(roster: Roster, field: Field, i: int, j: int) -> bool:
    """Whether one may grapple j (C49, R37, R69)."""
    a, target = field.who[i], field.who[j]
    if i == j or not can_act(field, i) or (a.held_by >= 0 and a.held_by != j):
        return False
    for k in range(roster.rules.people):
        if field.who[k].held_by == i and field.who[k].netted == 0:
            return False
    if target.held_by >= 0 or out(roster, field, j) or hidden_from(roster, field, j, i):
        return False
    return are_engaged(roster, field, i, j) and not barred(roster, field, i, j)


def can_break_free(field: Field, i: int, opposed: bool) -> bool:
    """Whether there is a hold or a pin to get out of, so (C50, R69)."""
    c = field.who[i]
    if c.stunned != 0 or c.significant == 0 or (c.held_by < 0 and c.pinned == 0):
        return False
    return not opposed or (c.held_by >= 0 and c.netted == 0)


def can_move(roster: Roster, field: Field, i: int, significant: bool, x: float, y: float) -> bool:
    """Whether one may move to x, y as a Minor or as the Significant Action (R32)."""
    c = field.who[i]
    if c.stunned != 0 or c.pinned != 0 or c.held_by >= 0:
        return False
    if significant:
        if c.significant == 0:
            return False
    elif c.minors == 0 or c.moved != 0:
        return False
    return in_reach(distance(c.x, c.y, x, y), roster.rules.move_metres)


def can_minor(field: Field, i: int) -> bool:
    """Whether one may do something minor."""
    c = field.who[i]
    return c.stunned == 0 and c.pinned == 0 and c.minors > 0


def can_take_cover(roster: Roster, field: Field, i: int, k: int, fully: bool) -> bool:
    """Whether one may use cover k, fully behind it or not (R49, R50)."""
    c = field.who[i]
    if fully and roster.walls[k].hides == 0:
        return False
    return can_minor(field, i) and near_wall(roster, k, c.x, c.y)


def can_draw(roster: Roster, field: Field, i: int, slot: int) -> bool:
    """Whether one may draw a weapon it carries (C20)."""
    load = field.loads[slot]
    return roster.pieces[slot].weapon >= 0 and load.held == 0 and load.carried != 0 and can_minor(field, i)


def can_stow(roster: Roster, field: Field, i: int, slot: int) -> bool:
    """Whether one may put a weapon away (C20)."""
    return roster.pieces[slot].weapon >= 0 and field.loads[slot].held != 0 and can_minor(field, i)


def can_react(roster: Roster, field: Field, j: int, i: int, slot: int, melee: bool, option: int) -> bool:
    """Whether j may answer an attack of i with a weapon by an option: 1 dodge, 2 parry, 3 + k a dive (C56-C65)."""
    c, piece, rules = field.who[j], roster.pieces[slot], roster.rules
    if (
        out(roster, field, j)
        or c.stunned != 0
        or c.pinned != 0
        or c.unaware != 0
        or hidden_from(roster, field, i, j)
    ):
        return False
    if (
        roster.sheets[j].character == 0
        and rules.who_rolls == WhoRolls.PLAYERS
        and rules.npc_reaction == NpcReaction.NONE
    ):
        return False
    if c.held_by >= 0 and option != Reaction.PARRY:
        return False
    if free_reactions(roster, field, j) <= 0 and c.momentum < PRICE:
        return False
    if option == Reaction.DODGE:
        return (piece.dodge_blow if melee else piece.dodge_shot) != 0
    if option == Reaction.PARRY:
        return (piece.parry_blow if melee else piece.parry_shot) != 0
    leaves = piece.dive_blow if melee else piece.dive_shot
    return leaves != 0 and near_wall(roster, option - DIVE, c.x, c.y)


def can_strike(roster: Roster, field: Field, i: int, slot: int, j: int) -> bool:
    """Whether one could strike j at once with a melee weapon: of use to free attacks and first strikes."""
    piece = roster.pieces[slot]
    if piece.melee == 0 or barred(roster, field, i, j):
        return False
    if field.who[i].held_by >= 0 and piece.weapon >= 0:
        return False
    load = field.loads[slot]
    if piece.weapon >= 0 and load.held == 0 and not (load.carried != 0 and piece.thrown != 0):
        return False
    return weapon_ready(roster, field, slot)
