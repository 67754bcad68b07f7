"""How deep a tactic looks before it decides: what it has not looked at changes nothing."""

import pytest
from tests.tactics.flat_positions import positions

from wanderstar.play.state import State
from wanderstar.tactics.choose import CHANCES, DANGER, Thought, thought_of
from wanderstar.tactics.field import Field, Roster
from wanderstar.tactics.playing import flat
from wanderstar.tactics.situation import hostile


def looked(state: State, tactic: str) -> tuple[Roster, Field, int, Thought]:
    """What the one who has the turn thinks."""
    roster, field, _ = flat(state, tactic)
    i = field.now.turn
    return roster, field, i, thought_of(roster, field, i)


@pytest.mark.parametrize("tactic", ["focus", "nearest", "spread", "careful"])
def test_short_of_danger_the_weapons_of_foes_do_not_matter(tactic: str) -> None:
    """Without a cover to take or a place to compare, one decides the same when every foe lays its weapons down."""
    seen = 0
    for seed in range(60):
        for state in positions(seed, 12):
            roster, field, i, thought = looked(state, tactic)
            if thought.depth == DANGER:
                continue
            for j, sheet in enumerate(roster.sheets):
                if hostile(roster, i, j):
                    for load in field.loads[sheet.first : sheet.last]:
                        load.held = load.carried = 0
            assert thought_of(roster, field, i) == thought, (seed, state.turn)
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("tactic", ["focus", "nearest", "spread", "careful"])
def test_at_a_glance_ones_own_momentum_does_not_matter(tactic: str) -> None:
    """Who has acted and has nowhere to go decides the same however much Momentum anybody has."""
    seen = 0
    for seed in range(60):
        for state in positions(seed, 12):
            roster, field, i, thought = looked(state, tactic)
            if thought.depth >= CHANCES:
                continue
            for one in field.who:
                one.momentum = 3 if one.momentum >= 0 else one.momentum
            assert thought_of(roster, field, i) == thought, (seed, state.turn)
            seen += 1
    assert seen > 20
