"""The tactics compiled: on random states they decide and answer as they do at the table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.soak import encounters

from wanderstar.play.refusal import Refusal
from wanderstar.play.state import State
from wanderstar.tactics import answers, choose
from wanderstar.tactics.fight import Stage, fight
from wanderstar.tactics.flatten import field_of, roster_of
from wanderstar.tactics.manners import MANNERS
from wanderstar.tactics.names import names_of

pytest.importorskip("numba")

from wanderstar.forecast.compile import Compiled
from wanderstar.forecast.flat import flat_field, flat_roster, unflat_field

FIGHTS = 12
TACTICS = ("focus", "nearest", "spread", "careful")


def both(roster: Any, field: Any, who: int, foe: int, slot: int) -> tuple[Any, ...]:
    """A decision and every answer, on one state."""
    return (
        choose.decide(roster, field, who),
        answers.react(roster, field, foe, slot, 0, who),
        answers.react_blast(roster, field, foe, slot, who, field.who[foe].x, field.who[foe].y),
        answers.claim(roster, field, who, 0),
        answers.claim(roster, field, who, 1),
        answers.claim(roster, field, who, 2),
        answers.claim(roster, field, who, 3),
        answers.avoid_skill(roster, field, foe, slot, 0, who),
        answers.reach_strike(roster, field, who, foe),
        answers.free_attack(roster, field, who, foe),
    )


def turns(monkeypatch: pytest.MonkeyPatch) -> list[tuple[State, str]]:
    """States of random fights in which somebody has the turn, with the tactic it plays by."""
    found: list[tuple[State, str]] = []
    order = Stage.order

    def watched(stage: Stage, command: dict[str, Any]) -> bool:
        now = stage.table.settled
        if now.turn is not None:
            tactic = stage.cast.of(now, now.turn)
            assert tactic is not None
            found.append((now, tactic.name))
        return order(stage, command)

    monkeypatch.setattr(Stage, "order", watched)
    for seed in range(FIGHTS):
        played = fight(encounters.encounter(Random(seed)), seed=seed, rounds=8, tactic=TACTICS[seed % 4])
        assert isinstance(played, Refusal) or played.table.state.over
    return found


@pytest.mark.timeout(600)
def test_tactics_compile_and_decide_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled decision, and each answer, equals the one in Python; both leave the field as it was."""
    fast = Compiled(both)
    states = turns(monkeypatch)
    assert len(states) > 20 * FIGHTS
    for state, tactic in states:
        names = names_of(state)
        row = list(MANNERS).index(tactic)
        roster = roster_of(state, dict.fromkeys(state.combatants, row), list(MANNERS.values()))
        who = names.person(state.turn)
        foe = next(i for i, sheet in enumerate(roster.sheets) if sheet.side != roster.sheets[who].side)
        slot = roster.sheets[foe].first
        plain, quick = field_of(state, roster), flat_field(field_of(state, roster))
        wanted = both(roster, plain, who, foe, slot)
        assert tuple(fast(flat_roster(roster), quick, who, foe, slot)) == wanted
        assert unflat_field(quick)._replace(views=[]) == plain._replace(views=[])
        untouched = field_of(state, roster)
        assert plain._replace(shots=[], views=[]) == untouched._replace(shots=[], views=[])
