"""One attack on one target in the loop: reaction, roll to hit or to avoid, damage, trauma (`play.exchange`)."""

from __future__ import annotations

from ..book.combat.reactions import Reaction
from ..book.combat.special import Mode, ammo_needed
from ..tactics.codes import DIVE, Claim, Skill
from ..tactics.field import Field, Roster
from ..tactics.situation import out
from ..tactics.situation_attack import (
    armor_met,
    attack_test,
    attacker_rolls,
    avoid_test,
    circumstances,
    strikes,
)
from ..tactics.situation_legal import can_react
from . import loop_memo as memo
from . import loop_policy as policy
from .loop_harm import HINDERS, SETTLES, SUCCESS, dive_done, inflict, settle_reaction
from .loop_luck import Course, harm, one_number, rolled
from .loop_rolls import test_succeeds, use_up


def use_weapon(roster: Roster, field: Field, slot: int, rounds: int) -> None:
    """Takes rounds, the thrown piece, the charge; notes when a Slow weapon was used (C84, R38, R45)."""
    piece, load = roster.pieces[slot], field.loads[slot]
    if load.rounds >= 0 and not (piece.thrown != 0 and rounds == 0):
        if piece.thrown != 0 and load.rounds == rounds:
            load.held = 0
        load.rounds = load.rounds - rounds
    load.charged = 0
    load.reloading = 0
    if piece.slow != 0:
        load.fired = field.now.round


def rounds_of(roster: Roster, slot: int, mode: int, melee: bool) -> int:
    """Rounds that an attack takes; a blow with what can be thrown takes none (C79, R44)."""
    piece = roster.pieces[slot]
    if melee and piece.thrown != 0:
        return 0
    return ammo_needed(mode, piece.auto, piece.full_ammo)


def expose(roster: Roster, field: Field, i: int) -> None:
    """Attacking from Total cover exposes one until one's next turn (R50, R74)."""
    walls = roster.rules.walls
    for k in range(walls):
        if field.uses[i * walls + k] == 2:
            field.who[i].exposed = 1


def any_reaction(roster: Roster, field: Field, j: int, i: int, slot: int, melee: bool) -> bool:
    """Whether j has any reaction to choose."""
    for option in range(1, DIVE + roster.rules.walls):  # noqa: SIM110 (a generator would not compile)
        if can_react(roster, field, j, i, slot, melee, option):
            return True
    return False


def exchange(
    roster: Roster, field: Field, course: Course, i: int, slot: int, mode: int, pull: int, j: int
) -> None:
    """A legal attack on somebody by i with a weapon; one that is out already is not shot at (R65)."""
    if out(roster, field, j):
        return
    a, c = field.who[i], field.who[j]
    melee = strikes(roster, field, i, slot, j)
    by_attacker = attacker_rolls(roster, i, j, False if melee else roster.pieces[slot].blast >= 0)
    around = circumstances(roster, field, i, slot, j, mode, c.x, c.y)
    one_number(course)
    option = 0
    if any_reaction(roster, field, j, i, slot, melee):
        option = memo.react(roster, field, course, i, slot, mode, j)
    became = settle_reaction(roster, field, course, j, option, by_attacker)
    counts = became in (SUCCESS, HINDERS)
    if by_attacker:
        test = attack_test(roster, field, i, slot, j, mode, c.x, c.y, counts)
        hit = test_succeeds(roster, field, course, i, test, Claim.ATTACK + 0)
    else:
        skill = Skill.ATHLETICS + 0
        if became == SETTLES:
            skill = Skill.CLOSE_QUARTERS + 0 if option == Reaction.PARRY else skill
        elif melee and roster.pieces[slot].smasher == 0:
            skill = policy.avoid_skill(roster, field, i, slot, mode, j)
        test = avoid_test(roster, field, i, j, skill, around, counts, option == 0)
        hit = not test_succeeds(roster, field, course, j, test, Claim.AVOID + 0)
        use_up(field, i)
    if a.aim == j:
        a.aim = -1
    if hit:
        amount = 0
        if roster.pieces[slot].entangle == 0:
            met = armor_met(roster, field, j, slot, not melee, a.x, a.y)
            amount = harm(roster, course, slot, mode == Mode.BURST, j, met)
        inflict(roster, field, j, i, slot, amount, pull)
    rolled(course)
    if option >= DIVE:
        dive_done(roster, field, j, option - DIVE)
    c.unaware = 0
