"""Whether a command is legal, before anything is asked or spent.

Checks run in the interface's order: the table, the words, the one who acts, the weapon, the target. The
first that applies is the refusal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..book.combat.actions import in_reach
from ..book.combat.cover import REACH_METRES, can_reach
from ..book.combat.range import Band, band
from ..sheets.model import Weapon
from . import morale, sight
from .attack_plan import effective_band, rounds_to_suppress
from .commands import SPECS, Command
from .legal_attack import barred, check_attack
from .legal_gm import check_gm, check_skill
from .legal_weapon import bad_place, check_loaded, check_ready, known_weapon
from .refusal import Refusal, first, refuse
from .state import LEFT, Combatant, State

Check = Callable[[State, Command], Refusal | None]


def check_turn(state: State, data: Any) -> Refusal | None:
    """What the table itself says against a command, before its words are read: the fight is over, another's turn.

    Somebody whom nobody knows is left to the words.
    """
    spec = SPECS.get(data["do"]) if isinstance(data, dict) and isinstance(data.get("do"), str) else None
    if spec is None:
        return None
    if spec.gm:
        return refuse("over") if state.over and data["do"] in ("order", "end") else None
    if state.over:
        return refuse("over")
    who = data.get("who")
    if state.turn is None:
        return refuse("out_of_turn", turn=None, who=who)
    if isinstance(who, str) and who in state.combatants and who != state.turn:
        return refuse("out_of_turn", turn=state.turn, who=who)
    return None


def check(state: State, command: Command) -> Refusal | None:
    """The refusal of a command with resolved ids, or None when it is legal."""
    if SPECS[command.do].gm:
        return check_gm(state, command)
    if state.turn != command.who:
        return refuse("out_of_turn", turn=state.turn, who=command.who)
    checked = CHECKS.get(command.do)
    return None if checked is None else checked(state, command)


def actor(state: State, command: Command) -> Combatant:
    """The one who acts."""
    return state.combatants[command.who]


def check_able(c: Combatant, command: Command) -> Refusal | None:
    """Stunned: no actions (R36); pinned: only break free (R36)."""
    if c.stunned:
        return refuse("unable", who=c.id, because="stunned")
    if c.pinned and command.do != "break_free":
        return refuse("unable", who=c.id, because="pinned")
    return None


def check_cost(c: Combatant, cost: str) -> Refusal | None:
    """What a command takes of the turn is still there (C18, C20, R32)."""
    if cost == "significant" and not c.significant:
        return refuse("no_significant", who=c.id)
    if cost == "minor" and not c.minors:
        return refuse("no_minor", who=c.id)
    return None


def plain(state: State, command: Command) -> Refusal | None:
    """A command that needs nothing but an able actor and its cost."""
    c = actor(state, command)
    return first(check_able(c, command), check_cost(c, SPECS[command.do].cost))


def check_aim(state: State, command: Command) -> Refusal | None:
    """C31; the target must be in sight (C34)."""
    c, target = actor(state, command), state.combatants[command.target]
    if target.id == c.id:
        return refuse("bad_value", field="target", found=target.id, expected="somebody else")
    return first(plain(state, command), check_seen(state, c, target))


def check_seen(state: State, c: Combatant, target: Combatant) -> Refusal | None:
    """A target that can be seen: up, not in Total cover, not hidden."""
    if target.out:
        return refuse("target_out", target=target.id)
    if sight.total_cover(state, target, c.at):
        return refuse("total_cover", target=target.id)
    if sight.hidden_from(target, c):
        return refuse("out_of_sight", target=target.id)
    return None


def check_suppress(state: State, command: Command) -> Refusal | None:
    """C80, R42: a Suppressive weapon, a centre within its effective band, rounds as for full auto."""
    c = actor(state, command)
    wrong = first(
        known_weapon(state, command.weapon), bad_place(state, command.at, "at"), check_able(c, command)
    )
    if wrong is not None:
        return wrong
    weapon = state.weapon(command.weapon)
    if not weapon.suppressive or weapon.band is None:
        return refuse("unable", "C80", who=c.id, weapon=weapon.id, because="not suppressive")
    if c.held_by is not None:
        return refuse("unable", "R37", who=c.id, because="held")
    spent = check_cost(c, "significant")
    if spent is not None:
        return spent
    metres = sight.metres(c.at, command.at)
    if band(metres) > effective_band(c, weapon):
        return refuse("too_far", "R42", metres=metres, band=Band(weapon.band).name.lower())
    return first(check_ready(state, c, weapon), check_loaded(c, weapon, rounds_to_suppress(state, weapon)))


def check_reload(state: State, command: Command) -> Refusal | None:
    """R45, R66: a magazine that is not full."""
    c = actor(state, command)
    wrong = first(known_weapon(state, command.weapon), check_able(c, command))
    if wrong is not None:
        return wrong
    weapon = state.weapon(command.weapon)
    if weapon.magazine is None and not weapon.one_use:
        return refuse("unable", "R45", who=c.id, weapon=weapon.id, because="no magazine")
    spent = check_cost(c, "significant")
    if spent is not None:
        return spent
    if weapon.id not in c.held:
        return refuse("not_held", who=c.id, weapon=weapon.id)
    if weapon.one_use:
        return refuse("used_up", "R66", who=c.id, weapon=weapon.id)
    if c.rounds(weapon.id) == weapon.magazine:
        return refuse("unable", "R66", who=c.id, weapon=weapon.id, because="full")
    return None


def check_charge(state: State, command: Command) -> Refusal | None:
    """C84, R45: a Charge weapon in hand that is not charged."""
    c = actor(state, command)
    wrong = first(known_weapon(state, command.weapon), check_able(c, command))
    if wrong is not None:
        return wrong
    weapon = state.weapon(command.weapon)
    if not weapon.charge:
        return refuse("unable", "R45", who=c.id, weapon=weapon.id, because="needs no charge")
    if weapon.id in c.charged:
        return refuse("unable", "R45", who=c.id, weapon=weapon.id, because="charged")
    return first(check_cost(c, "significant"), _in_hand(c, weapon))


def _in_hand(c: Combatant, weapon: Weapon) -> Refusal | None:
    if weapon.id not in c.held and not (weapon.thrown and weapon.id in c.carried):
        return refuse("not_held", who=c.id, weapon=weapon.id)
    return None


def check_ready_reaction(state: State, command: Command) -> Refusal | None:
    """C22, R30: one readied reaction at a time."""
    c = actor(state, command)
    wrong = check_able(c, command)
    if wrong is None and c.readied:
        return refuse("unable", "R30", who=c.id, because="readied")
    return first(wrong, check_cost(c, "significant"))


def check_first_aid(state: State, command: Command) -> Refusal | None:
    """R27, R75, R80: a hurt patient at Engaged range, once a fight."""
    c, patient = actor(state, command), state.combatants[command.target]
    wrong = check_able(c, command)
    if wrong is not None:
        return wrong
    if patient.dead:
        return refuse("unable", "R80", target=patient.id, because="dead")
    if not patient.physical:
        return refuse("unable", "R27", target=patient.id, because="unhurt")
    spent = check_cost(c, "significant")
    if spent is not None:
        return spent
    if patient.aided:
        return refuse("used_up", "R75", target=patient.id)
    if patient.gone == LEFT:
        return refuse("target_out", target=patient.id)
    if patient.id != c.id and not sight.are_engaged(state, c, patient):
        return refuse("not_engaged", "R27", target=patient.id)
    return None


def check_grapple(state: State, command: Command) -> Refusal | None:
    """C49, R37, R69: an opposed test at Engaged range; a holder holds one."""
    c, target = actor(state, command), state.combatants[command.target]
    if target.id == c.id:
        return refuse("bad_value", field="target", found=target.id, expected="somebody else")
    wrong = check_able(c, command)
    if wrong is not None:
        return wrong
    if c.held_by is not None and c.held_by != target.id:
        return refuse("unable", "R37", who=c.id, because="held")
    if any(other.held_by == c.id and not other.netted for other in state.combatants.values()):
        return refuse("unable", "R69", who=c.id, because="holding")
    if target.held_by is not None:
        return refuse("unable", "R69", target=target.id, because="held")
    spent = check_cost(c, "significant")
    if spent is not None:
        return spent
    if target.out:
        return refuse("target_out", target=target.id)
    if sight.hidden_from(target, c):
        return refuse("out_of_sight", target=target.id)
    if not sight.are_engaged(state, c, target):
        return refuse("not_engaged", target=target.id)
    return refuse("inside_guard", target=target.id) if barred(state, c, target) else None


def check_break_free(state: State, command: Command) -> Refusal | None:
    """C50, R37, R69: out of a grapple by test or opposed test, out of a net or a pin by test only."""
    c = actor(state, command)
    if c.stunned:
        return refuse("unable", who=c.id, because="stunned")
    if c.held_by is None and not c.pinned:
        return refuse("unable", "R37", who=c.id, because="free")
    if command.by == "opposed" and (c.held_by is None or c.netted):
        return refuse("unable", "R69", who=c.id, because="test only")
    return check_cost(c, "significant")


def check_act(state: State, command: Command) -> Refusal | None:
    """C19: any other Significant Action, settled by a plain test (C2)."""
    return first(check_skill(state, command.skill, command.characteristic), plain(state, command))


def check_move(state: State, command: Command) -> Refusal | None:
    """R32: up to the ruleset's metres, once as a Minor Action; again for the Significant one (C21)."""
    c = actor(state, command)
    wrong = first(bad_place(state, command.to, "to"), check_able(c, command))
    if wrong is not None:
        return wrong
    if c.held_by is not None:
        return refuse("unable", "R37", who=c.id, because="held")
    how = command.args["as"]
    spent = check_cost(c, how)
    if spent is not None:
        return spent
    if how == "minor" and c.moved:
        return refuse("already_moved", who=c.id)
    metres = sight.metres(c.at, command.to)
    if not in_reach(metres, state.ruleset.move_metres):
        return refuse("too_far", metres=metres, most=state.ruleset.move_metres)
    return None


def check_cover(state: State, command: Command) -> Refusal | None:
    """R49: a cover within reach; fully only behind one that hides."""
    c = actor(state, command)
    if command.cover not in state.covers:
        return refuse("unknown", field="cover", found=command.cover, expected=list(state.covers))
    sheet = state.covers[command.cover]
    if command.fully and not sheet.hides:
        return refuse("bad_value", "R50", field="fully", found=True, expected=False)
    spent = plain(state, command)
    if spent is not None:
        return spent
    metres = sight.metres(c.at, sheet.at)
    return None if can_reach(metres) else refuse("too_far", "R49", metres=metres, most=REACH_METRES)


def check_leave_cover(state: State, command: Command) -> Refusal | None:
    """A cover in use."""
    c = actor(state, command)
    if command.cover not in state.covers:
        return refuse("unknown", field="cover", found=command.cover, expected=list(state.covers))
    wrong = check_able(c, command)
    if wrong is None and all(use.cover != command.cover for use in c.cover):
        return refuse("unable", "R49", who=c.id, because="not in use")
    return first(wrong, check_cost(c, "minor"))


def check_posture(state: State, command: Command) -> Refusal | None:
    """R41: up or down, whichever one is not."""
    c = actor(state, command)
    wrong = check_able(c, command)
    if wrong is None and c.prone == (command.do == "drop_prone"):
        return refuse("unable", "R41", who=c.id, because="prone" if c.prone else "up")
    return first(wrong, check_cost(c, "minor"))


def check_handling(state: State, command: Command) -> Refusal | None:
    """C20: draw what is carried, stow or drop what is held."""
    c = actor(state, command)
    wrong = first(known_weapon(state, command.weapon), check_able(c, command))
    if wrong is not None:
        return wrong
    weapon = command.weapon
    if weapon == "unarmed" or (command.do == "draw" and weapon in c.held):
        return refuse("unable", "C20", who=c.id, weapon=weapon, because="held")
    spent = check_cost(c, "minor")
    if spent is not None:
        return spent
    if weapon not in (c.carried if command.do == "draw" else c.held):
        return refuse("not_held", who=c.id, weapon=weapon)
    return None


def check_delay(state: State, command: Command) -> Refusal | None:
    """C15, R29: to after somebody still to come this round, before anything was done."""
    c = actor(state, command)
    to_come = [w for w in state.order if w not in state.acted and w != c.id]
    if not to_come or command.after not in (None, *to_come):
        return refuse("bad_value", "R29", field="after", found=command.after, expected=to_come)
    if c.stunned:
        return refuse("unable", who=c.id, because="stunned")
    if not c.significant or c.moved or c.minors < state.ruleset.minor_max:
        return refuse("unable", "R29", who=c.id, because="acted")
    return None


def check_leave(state: State, command: Command) -> Refusal | None:
    """Off the map, from its edge: as free to go as one who moves."""
    c = actor(state, command)
    wrong = check_able(c, command)
    if wrong is not None:
        return wrong
    if c.held_by is not None:
        return refuse("unable", "R37", who=c.id, because="held")
    metres = morale.to_edge(state, c)
    if metres is None:
        return refuse("unable", "R51", who=c.id, because="no map")
    if not morale.at_edge(state, c):
        return refuse("too_far", "R51", metres=metres, most=morale.EDGE_METRES, of="edge")
    return None


CHECKS: dict[str, Check] = {
    "attack": check_attack,
    "aim": check_aim,
    "suppress": check_suppress,
    "reload": check_reload,
    "charge": check_charge,
    "ready": check_ready_reaction,
    "first_aid": check_first_aid,
    "grapple": check_grapple,
    "break_free": check_break_free,
    "act": check_act,
    "move": check_move,
    "take_cover": check_cover,
    "leave_cover": check_leave_cover,
    "drop_prone": check_posture,
    "rise": check_posture,
    "draw": check_handling,
    "stow": check_handling,
    "drop": check_handling,
    "minor": plain,
    "delay": check_delay,
    "leave": check_leave,
}
"""`end_turn` and `surrender` are always legal on one's turn."""
