"""Every roll of a small fight, gone through on the play engine, and the same fight simulated."""

import pytest
from tests.forecast.duel import duel, state
from tests.forecast.enumerated import enumerated

from wanderstar.forecast.engine import Engine
from wanderstar.forecast.statistics import wilson
from wanderstar.tactics.cast import cast

CLUBS = {"weapons": ["club"], "boxes": 1, "skills": {"Close Quarters": "Trained"}}


def test_probabilities_sum_to_one() -> None:
    """Nothing is left over, in the sum of the ends and in each histogram."""
    at = state(duel(1, 1, gap=1, **CLUBS))
    tally = enumerated(at, cast([], at, False), 3)
    assert sum(tally.wins) + tally.draws == pytest.approx(1, abs=1e-12)
    assert sum(tally.rounds.values()) == pytest.approx(1, abs=1e-12)
    for ends in tally.ends:
        assert sum(ends.physical.values()) == pytest.approx(1, abs=1e-12)


def test_simulated_fights_agree() -> None:
    """400 fights of a duel: the exact chance to win, of a draw and of an end in each round lies within their intervals
    at 99.9 %."""
    at = state(duel(1, 1, gap=1, **CLUBS))
    tactics = cast([], at, False)
    exact, fought = enumerated(at, tactics, 4), Engine(at, tactics, 4).simulate(0, 400, 11)
    pairs = [*list(zip(exact.wins, fought.wins, strict=True)), (exact.draws, fought.draws)]
    pairs += [(p, fought.rounds.get(value, 0)) for value, p in exact.rounds.items()]
    for p, count in pairs:
        low, high = wilson(count, 400, 0.999)
        assert low - 1e-9 <= p <= high + 1e-9
