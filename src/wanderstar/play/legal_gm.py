"""Whether what the GM orders means something: tests, clocks, edges, corrections, people and covers."""

from __future__ import annotations

from collections.abc import Callable

from ..book.core_mechanic import clock as clock_rule
from ..book.core_mechanic.difficulty import Gate
from ..book.ruleset import UnknownSkill
from . import carrying_on, setting, setup, upkeep
from .commands import Command
from .contests import gate_of
from .fields import MISSING
from .refusal import Refusal, refuse
from .state import State


def check_gm(state: State, command: Command) -> Refusal | None:
    """The refusal of a command of the GM's, or None."""
    checked = CHECKS.get(command.do)
    return None if checked is None else checked(state, command)


def check_skill(state: State, skill: str, characteristic: str | None) -> Refusal | None:
    """A skill that the catalogue knows, where the ruleset insists (R7); a characteristic that exists (R8)."""
    rules = state.ruleset
    if rules.skills_unknown == UnknownSkill.ERROR and rules.characteristic_of(skill) is None:
        known = [name for name, _ in rules.skills_catalogue]
        return refuse("unknown", "R7", field="skill", found=skill, expected=known)
    if characteristic is not None and characteristic not in rules.characteristics_names:
        expected = list(rules.characteristics_names)
        return refuse("unknown", "R8", field="characteristic", found=characteristic, expected=expected)
    return None


def check_begin(state: State, command: Command) -> Refusal | None:
    """A fight begins with two sides that have somebody up, and not in the middle of another."""
    if state.running:
        return refuse("bad_value", "C11", field="do", found="begin", expected="a fight that is not under way")
    up = upkeep.sides_up(state)
    if len(up) < 2:
        return refuse("bad_value", "R51", field="combatants", found=up, expected="two sides with somebody up")
    return None


def check_test(state: State, command: Command) -> Refusal | None:
    """T27: below the gate's rank there is no roll; R54: a full clock takes no more."""
    wrong = check_skill(state, command.skill, command.characteristic)
    if wrong is not None:
        return wrong
    if command.clock is not None:
        clock = state.clock(command.clock)
        if clock is None:
            known = [id for id, _ in state.clocks]
            return refuse("unknown", field="clock", found=command.clock, expected=known)
        if clock_rule.full(*clock):
            return refuse("over", "R54", clock=command.clock)
    rank = (command.gate or {}).get("rank")
    if rank is not None and (not isinstance(rank, str) or state.ruleset.rank(rank) is None):
        expected = [name for name, _ in state.ruleset.skills_ranks]
        return refuse("unknown", "R6", field="gate.rank", found=rank, expected=expected)
    if gate_of(state, command) == Gate.REFUSED:
        return refuse("gate", who=command.who, skill=command.skill, rank=rank)
    return None


def check_sides(state: State, command: Command) -> Refusal | None:
    """T38: different sides; a contest has two (R55)."""
    whos = [side["who"] for side in command.sides]
    if len(set(whos)) < len(whos):
        return refuse("bad_value", "T38", field="sides", found=whos, expected="each side once")
    if command.do == "contest" and len(whos) != 2:
        return refuse("bad_value", "R55", field="sides", found=len(whos), expected=2)
    if isinstance(command.defender, str) and command.defender not in whos:
        return refuse("bad_value", "T43", field="defender", found=command.defender, expected=whos)
    assert command.defender is MISSING or command.defender is None or command.defender in whos
    for side in command.sides:
        wrong = check_skill(state, side["skill"], side.get("characteristic"))
        if wrong is not None:
            return wrong
    return None


def check_clock(state: State, command: Command) -> Refusal | None:
    """A new id."""
    if state.clock(command.id) is not None:
        return refuse("bad_value", "T30", field="id", found=command.id, expected="an id that no clock has")
    if not setup.is_slug(command.id):
        return refuse(
            "bad_value", field="id", found=command.id, expected="lower-case letters, digits and hyphens"
        )
    return None


def check_band(state: State, command: Command) -> Refusal | None:
    """C24: of two different combatants."""
    if command.who == command.target:
        return refuse("bad_value", "C24", field="target", found=command.target, expected="somebody else")
    return None


def check_set(state: State, command: Command) -> Refusal | None:
    """R77: a field of the combatant's state, a value that fits."""
    return setting.check_set(state, command.who, command.field, command.value)


def check_condition(state: State, command: Command) -> Refusal | None:
    """A name; only what is there can be cleared."""
    if not command.name:
        return refuse("bad_value", field="name", found=command.name, expected="a name")
    there = [c.name for c in state.combatants[command.who].conditions]
    if command.clear and command.name not in there:
        return refuse("bad_value", field="name", found=command.name, expected=there)
    for field in ("skill", "price"):
        found = command.args[field]
        if found is not None and (command.edge is None or (field == "price" and command.edge != "advantage")):
            return refuse("bad_value", "T22", field=field, found=found, expected="an edge that it belongs to")
    return None if command.skill is None else check_skill(state, command.skill, None)


def check_order(state: State, command: Command) -> Refusal | None:
    """C15, R67: everybody in the order, once."""
    if not state.running:
        return refuse("out_of_turn", "C11", because="no fight")
    if sorted(command.order) != sorted(state.order):
        return refuse("bad_value", field="order", found=list(command.order), expected=list(state.order))
    return None


def check_cover(state: State, command: Command) -> Refusal | None:
    """One of a new cover and one to take away."""
    if (command.cover is None) == (command.remove is None):
        return refuse("bad_value", field="cover", found=command.cover, expected='one of "cover" and "remove"')
    if command.remove is not None:
        if command.remove not in state.covers:
            return refuse("unknown", field="remove", found=command.remove, expected=list(state.covers))
        return None
    return _faults(setup.new_cover(state, command.cover))


def check_zone(state: State, command: Command) -> Refusal | None:
    """One of a new zone and one to take away."""
    if (command.zone is None) == (command.remove is None):
        return refuse("bad_value", field="zone", found=command.zone, expected='one of "zone" and "remove"')
    if command.remove is not None:
        known = [zone.id for zone in state.zones]
        if command.remove not in known:
            return refuse("unknown", field="remove", found=command.remove, expected=known)
        return None
    return _faults(setup.new_zone(state, command.zone))


def check_aware(state: State, command: Command) -> Refusal | None:
    """What one is not already."""
    unaware = state.combatants[command.who].unaware
    if unaware == (command.do == "unaware"):
        expected = "somebody unaware" if command.do == "alert" else "somebody who is aware"
        return refuse("bad_value", "R31", field="who", found=command.who, expected=expected)
    return None


def check_wave(state: State, command: Command) -> Refusal | None:
    """Those who are still to come, and another round for them or none."""
    known = [c.id for c in state.waves]
    for id in command.combatants:
        if id not in known:
            return refuse("unknown", field="combatants", found=id, expected=known)
    if (command.round is None) != command.cancel:
        return refuse("bad_value", field="round", found=command.round, expected='one of "round" and "cancel"')
    return None


def check_withdraw(state: State, command: Command) -> Refusal | None:
    """Somebody whose part in the fight is not over so already."""
    gone = state.combatants[command.who].gone
    if gone is not None:
        return refuse("bad_value", "R51", field="who", found=command.who, expected=f"not one who has {gone}")
    return None


def check_add(state: State, command: Command) -> Refusal | None:
    """R67: a combatant as in an encounter, with an id that nobody has."""
    return _faults(setup.new_combatants(state, command.combatant))


def _faults(found: object) -> Refusal | None:
    if not isinstance(found, list):
        return None
    first = found[0]
    code = (
        "unknown"
        if first.problem.startswith("unknown") and first.key.split(".")[-1] in ("who", "side")
        else "bad_value"
    )
    faults = [f._asdict() for f in found]
    return refuse(code, field=first.key, found=first.found, expected=first.expected, faults=faults)


def check_end(state: State, command: Command) -> Refusal | None:
    """A fight that is under way, a side that exists."""
    if not state.running:
        return refuse("out_of_turn", "C11", because="no fight")
    sides = [s.id for s in state.encounter.sides]
    if command.winner is not None and command.winner not in sides:
        return refuse("unknown", field="winner", found=command.winner, expected=sides)
    return None


CHECKS: dict[str, Callable[[State, Command], Refusal | None]] = {
    "begin": check_begin,
    "test": check_test,
    "opposed": check_sides,
    "contest": check_sides,
    "clock": check_clock,
    "band": check_band,
    "set": check_set,
    "condition": check_condition,
    "order": check_order,
    "cover": check_cover,
    "zone": check_zone,
    "add": check_add,
    "unaware": check_aware,
    "alert": check_aware,
    "wave": check_wave,
    "withdraw": check_withdraw,
    "end": check_end,
    "encounter": carrying_on.check_encounter,
    "rest": carrying_on.check_rest,
}
"""`edge`, `remove`, `hide`, `reveal` and `evening` are always legal."""
