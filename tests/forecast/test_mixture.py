"""A command by every roll of its dice: weights sum to one, ends are those of the odds, fights go by weight."""

import pytest
from tests.forecast.duel import duel

from wanderstar.forecast.engine import Engine
from wanderstar.forecast.mixture import BLOCK, Mixture, opened, ways
from wanderstar.forecast.tally import Tally
from wanderstar.odds.command import of_state
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import Run, prepare, start
from wanderstar.play.state import State
from wanderstar.play.table import Table
from wanderstar.tactics.cast import Cast, cast


def begun(left: int = 1, right: int = 1) -> State:
    """A duel after initiative."""
    table = Table(duel(left, right), "seed")
    table.order({"do": "begin"})
    return table.settled


def shot(state: State, **more: str) -> tuple[dict[str, str], Run]:
    """One shoots at the first foe: the command, and its run."""
    who = str(state.turn)
    target = next(c.id for c in state.combatants.values() if c.side != state.combatants[who].side)
    data = {"do": "attack", "who": who, "weapon": "gun", "target": target, **more}
    legal = prepare(state, data)
    assert not isinstance(legal, Refusal)
    return data, start(state, legal).advance()


def passive(state: State) -> Cast:
    """Nobody reacts."""
    return cast(["passive"], state, False)


@pytest.mark.parametrize("mode", ["single", "burst"])
def test_ways_are_those_of_the_odds(mode: str) -> None:
    """The states an attack can lead to, with the probabilities of `odds command`, to 1e-12."""
    state = begun()
    data, run = shot(state, mode=mode)
    found = {end.key(): weight for end, weight in ways(run, passive(state))}
    odds = of_state(state, data, {})
    expected: dict[object, float] = {}
    for end, _, weight in odds.ends:
        expected[end.key()] = expected.get(end.key(), 0.0) + float(weight)
    assert found == pytest.approx(expected, abs=1e-12)
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)
    assert len(found) > 1


def test_a_mixture_deals_out_by_weight() -> None:
    """Two ways, a quarter and three quarters: about so many of a block's fights, and the same ones in any batches."""
    state = begun()
    tally = Tally.empty(Engine(state, passive(state), 5).shape)
    tally.fights, tally.wins, tally.rounds = 1, [1, 0], {1: 1}
    other = Tally.empty(tally.shape)
    other.fights, other.wins, other.rounds = 1, [0, 1], {2: 1}
    mixed = Mixture(tally.shape, [(tally, 0.25), (other, 0.75)])
    whole = mixed.simulate(0, 2 * BLOCK, 3)
    assert whole.fights == sum(whole.wins) == 2 * BLOCK
    assert 0.22 < whole.wins[0] / whole.fights < 0.28
    parts = Tally.empty(tally.shape)
    for first, count in ((0, 1000), (1000, BLOCK), (1000 + BLOCK, BLOCK - 1000)):
        parts.add(mixed.simulate(first, count, 3))
    assert parts == whole


def test_an_open_command_goes_on_from_each_end() -> None:
    """Fights from the ends of a shot, dealt out by weight, and fights that roll the shot themselves come to the same
    chance, as far as 300 fights can tell."""
    state = begun()
    tactics = cast([], state, False)
    _, run = shot(state)
    engine = Engine(state, tactics, 50)
    apart = opened(engine, run, tactics, 50)
    assert isinstance(apart, Mixture)
    dealt, rolled = apart.simulate(0, 300, 1), Engine(state, tactics, 50, run=run).simulate(0, 300, 1)
    assert dealt.fights == rolled.fights == 300
    assert abs(dealt.wins[0] - rolled.wins[0]) < 45
    assert apart.exact(10, 0.1, lambda: False) is None
