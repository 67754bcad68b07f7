"""The closed form of an attack's chances, against the enumeration of every way the command may go."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.soak import encounters

from wanderstar.odds.command import of_state
from wanderstar.play.attack_plan import MODES, plan_attack
from wanderstar.play.reactions import options
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare
from wanderstar.play.state import State
from wanderstar.play.table import Table
from wanderstar.seats.chances import chance, claimable, settled, to_hit
from wanderstar.seats.chances_blast import blast_chance


def begun(seed: int) -> State:
    """A random fight in its first round, a few commands on."""
    table = Table(encounters.encounter(Random(seed)), seed=str(seed))
    answered(table, {"do": "begin"})
    return table.state


def answered(table: Table, command: dict[str, Any]) -> None:
    """A command with the safe defaults."""
    table.order(command)
    while table.asks:
        assert table.answer({table.asks[0].key: table.asks[0].default})  # type: ignore[union-attr]


def attacks(state: State) -> Iterator[dict[str, Any]]:
    """Every legal attack of whoever is up, as if it were its turn; full auto apart."""
    for c in state.combatants.values():
        at_turn = state._replace(turn=c.id)
        for weapon in dict.fromkeys((*c.held, *c.carried, "unarmed")):
            for target in state.combatants:
                for mode in ("single", "burst"):
                    command = {"do": "attack", "who": c.id, "weapon": weapon, "target": target, "mode": mode}
                    if not isinstance(prepare(at_turn, command), Refusal):
                        yield command


def blasts(state: State, command: dict[str, Any]) -> bool:
    """Whether it hits whoever stands near by, so that it has a closed form of its own."""
    weapon = state.weapon(command["weapon"])
    plan = plan_attack(state, command["who"], weapon, command["target"], None, MODES[command["mode"]])
    return plan.ranged and weapon.blast is not None


def known_ways(state: State, command: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Every reaction and claim that may be answered."""
    weapon = state.weapon(command["weapon"])
    plan = plan_attack(state, command["who"], weapon, command["target"], None, MODES[command["mode"]])
    for value in options(state, command["target"], plan).options:
        yield value, False
        ways, _ = settled(state, plan, value)
        if any(claimable(way.state, to_hit(way.state, plan, way.reacted)).open for way in ways):
            yield value, True


@pytest.mark.parametrize("seed", range(8))
def test_the_closed_form_is_the_enumeration(seed: int) -> None:
    """Hit and trauma of every attack, reaction and claim are the same fractions by both ways of counting."""
    state = begun(seed)
    rng = Random(seed)
    found = [c for c in attacks(state) if not blasts(state, c)]
    compared = 0
    for command in rng.sample(found, min(len(found), 8)):
        at_turn = state._replace(turn=command["who"])
        weapon = state.weapon(command["weapon"])
        target = command["target"]
        plan = plan_attack(at_turn, command["who"], weapon, target, None, MODES[command["mode"]])
        roller = command["who"] if plan.rolled else target
        claim = f"claim_{'attack' if plan.rolled else 'avoid'}:{roller}"
        for value, claimed in known_ways(at_turn, command):
            answers = {f"reaction:{target}": value} if value != "none" else {}
            if claimed:
                answers[claim] = True  # type: ignore[assignment]
            odds = of_state(at_turn, command, answers)
            assert odds.refusal is None, (command, answers, odds.refusal)
            ours = chance(at_turn, plan, value, claimed)
            assert ours.hit == odds.hit, (command, answers)
            held = weapon.stun or weapon.entangle
            told = (Fraction(1), Fraction(0), Fraction(0)) if held else ours.trauma
            assert told == tuple(odds.trauma[target][n] for n in (0, 1, 2)), (command, answers)
            compared += 1
    assert compared or not found


@pytest.mark.parametrize("seed", range(8))
def test_blasts_too(seed: int) -> None:
    """Hit, and everybody's trauma wherever it may land, are the same fractions by both ways of counting."""
    state = begun(seed)
    found = [c for c in attacks(state) if blasts(state, c)]
    for command in Random(seed).sample(found, min(len(found), 3)):
        at_turn = state._replace(turn=command["who"])
        weapon = state.weapon(command["weapon"])
        plan = plan_attack(at_turn, command["who"], weapon, command["target"], None, MODES[command["mode"]])
        odds = of_state(at_turn, command, {})
        ours = blast_chance(at_turn, plan, None, False)
        for who, trauma in ours.trauma.items():
            assert trauma == tuple(odds.trauma[who][n] for n in (0, 1, 2)), (command, who)
        assert {who for who, t in odds.trauma.items() if t[1] or t[2]} <= set(ours.trauma)
        if ours.hit is not None and command["who"] not in ours.trauma:
            assert Fraction(ours.hit, 216) == odds.hit
