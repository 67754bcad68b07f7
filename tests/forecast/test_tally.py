"""Counts of many fights add up, whatever the batches."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.forecast.duel import state

from wanderstar.forecast.engine import Engine
from wanderstar.forecast.tally import Tally, shape_of
from wanderstar.tactics.cast import cast


def engine() -> Engine:
    """Duels on the play engine."""
    at = state()
    return Engine(at, cast([], at, False), 50)


def test_the_shape_names_all_that_is_counted() -> None:
    """Sides, people, their tracks, pools and counted weapons, in roster order."""
    shape = shape_of(state())
    assert shape.sides == ("reds", "blues")
    assert shape.who == ("red", "blue")
    assert (shape.mental, shape.pool, shape.ammo) == ((False, False), (False, False), (("gun",), ("gun",)))


@settings(max_examples=25)
@given(cuts=st.lists(st.integers(0, 8), max_size=3))
def test_batches_do_not_matter(cuts: list[int]) -> None:
    """Eight fights in any batches, in any order, come to the same counts."""
    whole = engine().simulate(0, 8, 7)
    edges = sorted({0, *cuts, 8})
    parts = [engine().simulate(a, b - a, 7) for a, b in itertools.pairwise(edges)]
    added = Tally.empty(whole.shape)
    for part in reversed(parts):
        added.add(part)
    assert added == whole


def test_wins_and_draws_are_the_fights() -> None:
    """C43: every fight is won by one side or drawn, and every histogram counts each fight once."""
    tally = engine().simulate(0, 20, 1)
    assert sum(tally.wins) + tally.draws == tally.fights == 20
    assert sum(tally.rounds.values()) == 20
    for ends in tally.ends:
        assert sum(ends.physical.values()) == sum(ends.ammo["gun"].values()) == 20
        assert ends.dead <= ends.out <= 20


def test_weights_add_up_to_a_chance() -> None:
    """Tallies added by weight are probabilities: a third of one and two thirds of another are one fight."""
    tally = Tally.empty(shape_of(state()))
    one = engine().simulate(0, 1, 1)
    tally.add(one, 1 / 3)
    tally.add(one, 2 / 3)
    assert tally.fights == sum(tally.wins) + tally.draws == 1
