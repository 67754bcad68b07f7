"""What a tactic would do next and why, in words with figures: a hint for whoever has the turn.

The figures are those that the tactic weighed: chances to hit with the target's free reaction expected, boxes marked on
average, boxes that its foes in sight are likely to mark on it in a round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..book.combat.special import Mode
from ..play.state import State
from .choose import plan_of
from .choose_area import volley
from .choose_attack import Plan
from .choose_flight import nearest_foe
from .choose_places import back, danger, stand
from .choose_ready import action, aid_test
from .codes import NOBODY, PULLED, Do
from .field import Field, Roster
from .names import Names
from .playing import flat, told
from .situation import absent, metres, morale_broken
from .situation_attack import armor_met, break_free_test, harm_at, in_radius, strikes
from .weigh import FOR_TEST, HORIZON, armor_against, hit_chance, left_of, test_chance


class Advice(NamedTuple):
    """The command that a tactic would give next, and its reason in words."""

    command: dict[str, Any]
    reason: str


class Told(NamedTuple):
    """What reasons are told from."""

    state: State
    roster: Roster
    field: Field
    names: Names
    i: int
    plan: Plan

    def name(self, j: int) -> str:
        """A combatant's name."""
        return self.state.combatants[self.names.who[j]].name

    def weapon(self, slot: int) -> str:
        """The name of the weapon in a slot."""
        return self.state.weapon(self.names.slots[slot]).name


def advice(state: State, who: str, tactic: str = "focus") -> Advice:
    """What `tactic` would do next for `who`, whose turn it is, and why. Reads only what its side can see."""
    roster, field, names = flat(state, tactic)
    i = names.person(who)
    plan = plan_of(roster, field, i)
    if plan.code == Do.ATTACK and plan.c == Mode.FULL:
        volley(roster, field, i, plan.a, plan.b)
    command = told(roster, field, names, who, plan)
    return Advice(command, REASONS[Do(plan.code)](Told(state, roster, field, names, i, plan)))


def percent(chance: float) -> str:
    """A chance in whole percent, as the table shows it."""
    return f"{100 * chance:.0f} %"


def boxes(number: float) -> str:
    """Boxes on average."""
    return f"{number:.1f} boxes"


def marks(t: Told, slot: int, burst: bool, j: int, met: int) -> float:
    """Boxes that a hit marks on average, no more than there are left."""
    row = harm_at(t.roster, slot, burst, j, met)
    once, twice = t.roster.harms[row], t.roster.harms[row + 1]
    left = left_of(t.roster, t.field, j, t.roster.pieces[slot].to_mental != 0)
    return once * min(1, left) + twice * min(2, left)


def shot(t: Told, slot: int, mode: int, j: int) -> str:
    """`62 % to hit, 0.9 boxes`: of one attack."""
    hit = hit_chance(t.roster, t.field, t.i, slot, mode, j)
    piece = t.roster.pieces[slot]
    if piece.entangle:
        return f"{percent(hit)} to hold"
    met = armor_against(t.roster, t.field, t.i, slot, j)
    number = hit * marks(t, slot, mode == Mode.BURST, j, met)
    if piece.stun:
        return f"{percent(hit)} to hit, {number:.1f} turns lost"
    return f"{percent(hit)} to hit, {boxes(number)}"


def attack(t: Told) -> str:
    """Of an attack, by its form."""
    slot, j, mode = t.plan.a, t.plan.b, t.plan.c % PULLED
    piece, weapon = t.roster.pieces[slot], t.weapon(t.plan.a)
    if piece.blast >= 0 and (j < 0 or not piece.melee):
        return _blast(t, weapon)
    if mode == Mode.FULL:
        shots = list(t.field.shots)
        whom = shots[: shots.index(NOBODY)]
        names = " and ".join(f"{t.name(k)} ({whom.count(k)})" for k in dict.fromkeys(whom))
        return f"fires full auto at {names}: {shot(t, slot, mode, whom[0])} with the first shot"
    if mode == Mode.BURST:
        return f"fires a burst at {t.name(j)}: {shot(t, slot, mode, j)}"
    how = "strikes" if strikes(t.roster, t.field, t.i, slot, j) else "shoots at"
    return f"{how} {t.name(j)} with {weapon}: {shot(t, slot, mode, j)}"


def _blast(t: Told, weapon: str) -> str:
    radius = t.roster.pieces[t.plan.a].blast
    inside = [
        k
        for k in range(t.roster.rules.people)
        if in_radius(t.field, k, t.plan.x, t.plan.y, radius)
        and t.roster.sheets[k].side != t.roster.sheets[t.i].side
        and not (t.field.who[k].hidden or absent(t.field, k))
    ]
    number = sum(
        marks(
            t,
            t.plan.a,
            False,
            k,
            armor_met(t.roster, t.field, k, t.plan.a, True, t.plan.x, t.plan.y),
        )
        for k in inside
    )
    caught = ", ".join(t.name(k) for k in inside)
    return f"{weapon} where it catches {caught} and no friend: {boxes(number)} if it lands"


def aim(t: Told) -> str:
    """`aims at Vex: 58 % → 81 % next turn`."""
    c, j, slot = t.field.who[t.i], t.plan.a, t.plan.b
    now = hit_chance(t.roster, t.field, t.i, slot, 0, j)
    before, c.aim = c.aim, j
    then = hit_chance(t.roster, t.field, t.i, slot, 0, j)
    c.aim = before
    return f"aims at {t.name(j)}: {percent(now)} → {percent(then)} next turn"


def move(t: Told) -> str:
    """Where to, and what for."""
    c = t.field.who[t.i]
    if morale_broken(t.roster, t.field, t.i):
        return "falls back: its morale is broken"
    foe = nearest_foe(t.roster, t.field, t.i)
    before = danger(t.roster, t.field, t.i)
    kept = stand(t.roster, t.field, t.i, t.plan.x, t.plan.y, -1)
    after = danger(t.roster, t.field, t.i)
    now = action(t.roster, t.field, t.i, 0, False) if c.significant else Plan(0.0, 0, -1, -1, 0, 0.0, 0.0)
    there = Told(t.state, t.roster, t.field, t.names, t.i, now)
    reason = ""
    if now.code == Do.ATTACK and now.b >= 0 and now.c != Mode.FULL and t.roster.pieces[now.a].blast < 0:
        reason = f"from there {t.weapon(now.a)} at {t.name(now.b)}: {shot(there, now.a, now.c, now.b)}"
    elif now.code == Do.FIRST_AID:
        reason = f"to give {t.name(now.a)} first aid"
    back(t.roster, t.field, t.i, kept)
    if not reason and after < before:
        reason = f"there its foes mark {suffered(t, after)} a round, here {suffered(t, before)}"
    if not reason and foe >= 0:
        reason = f"closer to {t.name(foe)}, {metres(t.field, t.i, foe):.0f} m away"
    return f"moves: {reason or 'nobody is in reach from here'}"


def suffered(t: Told, harm: float) -> str:
    """A danger as boxes of its own."""
    mine = t.roster.sheets[t.i].menace * HORIZON
    return boxes(harm / mine * left_of(t.roster, t.field, t.i, False))


def take_cover(t: Told) -> str:
    """How much less it is likely to suffer."""
    c = t.field.who[t.i]
    before = danger(t.roster, t.field, t.i)
    kept = stand(t.roster, t.field, t.i, c.x, c.y, t.plan.a)
    after = danger(t.roster, t.field, t.i)
    back(t.roster, t.field, t.i, kept)
    how = "fully behind" if t.plan.b else "behind"
    wall = t.names.walls[t.plan.a]
    return f"{how} {wall} its foes mark {suffered(t, after)} a round, here {suffered(t, before)}"


def suppress(t: Told) -> str:
    """Whom it pins down."""
    radius = t.roster.rules.suppress_radius
    caught = [
        t.name(k)
        for k in range(t.roster.rules.people)
        if t.roster.sheets[k].side != t.roster.sheets[t.i].side
        and not (t.field.who[k].hidden or absent(t.field, k))
        and in_radius(t.field, k, t.plan.x, t.plan.y, radius)
    ]
    return f"pins down {', '.join(caught)} with {t.weapon(t.plan.a)}: that is worth more than a shot at one of them"


def first_aid(t: Told) -> str:
    """How likely it helps."""
    return f"first aid to {t.name(t.plan.a)}: {percent(aid_test(t.roster, t.field, t.i))} to clear a box"


def reload(t: Told) -> str:
    """Rounds left."""
    left, piece = t.field.loads[t.plan.a].rounds, t.roster.pieces[t.plan.a]
    return f"reloads {t.weapon(t.plan.a)}: {left} of {piece.magazine} rounds left"


def break_free(t: Told) -> str:
    """How likely it gets free."""
    if t.plan.a:
        return "breaks free by the opposed test, which is likelier"
    chance = test_chance(t.roster, t.field, t.i, FOR_TEST, break_free_test(t.roster, t.field, t.i))
    return f"breaks free: {percent(chance)}"


def end_turn(t: Told) -> str:
    """Why there is nothing to do."""
    if t.field.who[t.i].unaware:
        return "is unaware of the fight"
    return "has done what pays this turn"


REASONS: dict[Do, Callable[[Told], str]] = {
    Do.END_TURN: end_turn,
    Do.ATTACK: attack,
    Do.AIM: aim,
    Do.SUPPRESS: suppress,
    Do.RELOAD: reload,
    Do.CHARGE: lambda t: f"charges {t.weapon(t.plan.a)} for the next shot",
    Do.READY: lambda t: "readies a reaction: there is nobody to attack",
    Do.FIRST_AID: first_aid,
    Do.GRAPPLE: lambda t: f"grapples {t.name(t.plan.a)}, who does more harm than it does itself",
    Do.BREAK_FREE: break_free,
    Do.MOVE: move,
    Do.TAKE_COVER: take_cover,
    Do.RISE: lambda t: "rises: nothing better is left to do",
    Do.DRAW: lambda t: f"draws {t.weapon(t.plan.a)}, the best it has here",
    Do.STOW: lambda t: f"puts {t.weapon(t.plan.a)} away to have its hands free for a better one",
    Do.LEAVE: lambda t: "leaves the map: its morale is broken",
    Do.SURRENDER: lambda t: "surrenders: its morale is broken",
}
"""A reason for each command that a tactic gives."""
