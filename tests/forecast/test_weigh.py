"""Commands weighed up by fights: paired with the same luck, equally many each, the likeliest longer, on any cores."""

import math
import time
from collections.abc import Mapping
from hashlib import blake2b
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.forecast.duel import duel

from wanderstar.forecast import weigh
from wanderstar.forecast.advice import ENOUGH
from wanderstar.forecast.tally import Runner, Shape, Stop, Tally, shape_of
from wanderstar.forecast.weigh import Means, Option, Weigher
from wanderstar.play.state import State
from wanderstar.play.table import Table


def begun(left: int = 1, right: int = 1) -> State:
    """A duel after initiative."""
    table = Table(duel(left, right), "seed")
    table.order({"do": "begin"}, providers=(lambda *_: None,))
    return table.settled


def parts(words: str) -> tuple[float, float]:
    """Two numbers from 0 up to 1, by the words."""
    digest = blake2b(words.encode(), digest_size=12).digest()
    return int.from_bytes(digest[:6], "big") / 2**48, int.from_bytes(digest[6:], "big") / 2**48


class Coin:
    """Fights that are one throw: the actor's side wins below `chance`, and the same throw counts for every command.
    Of `alone` of all fights the throw is the command's own."""

    def __init__(self, state: State, chance: float, alone: float = 0.0, name: str = "") -> None:
        self.shape: Shape = shape_of(state)
        self.own = self.shape.sides.index(state.combatants[str(state.turn)].side)
        self.chance, self.alone, self.name = chance, alone, name

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """So many throws."""
        tally = Tally.empty(self.shape)
        tally.fights = count
        for n in range(first, first + count):
            throw, apart = parts(f"{seed}:{n}")
            if apart < self.alone:
                throw, _ = parts(f"{seed}:{n}:{self.name}")
            tally.wins[self.own if throw < self.chance else 1 - self.own] += 1
        for ends in tally.ends:
            ends.physical = {0: count}
        return tally

    def exact(self, budget_states: int, within: float, stop: Stop) -> Tally | None:
        """Not exact."""
        return None

    def at(self, state: State) -> Any:
        """Nowhere else."""
        raise NotImplementedError

    def led(self, command: Mapping[str, Any]) -> Any:
        """Led already."""
        raise NotImplementedError


def weigher(
    state: State, base: Runner, workers: int = 1, seed: int = 1, stop: Stop = lambda: False
) -> Weigher:
    """Without an end but the precision."""
    until = time.monotonic() + 3600
    return Weigher(state, Option({}, base), seed, 0.95, workers, until, stop)


@pytest.fixture(autouse=True)
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of fifty fights; few fights are precise enough."""
    monkeypatch.setattr(weigh, "MOST_TOGETHER", 50)
    monkeypatch.setattr(weigh, "GOOD", 0.05)
    monkeypatch.setattr(weigh, "TIGHT", 0.04)


def test_what_is_alike_cancels_out() -> None:
    """Fights that end the same with a command and without: the change is 0 and surer than either chance."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    same = Option({}, Coin(state, 0.5))
    at.weigh([same])
    change = at.change(same, 0)
    assert (change.value, at.win(same)) == (0, at.win(at.base))
    assert 0 < change.half < at.win(same).half / 5


def test_the_change_is_the_difference_of_the_chances() -> None:
    """Of the very same number of fights each."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    better = Option({}, Coin(state, 0.6, 0.5, "better"))
    at.weigh([better])
    assert at.change(better, 0).value == pytest.approx(at.win(better).value - at.win(at.base).value)


def test_every_interval_is_as_small_as_asked_for() -> None:
    """Nobody is left with less: the chances and the changes of all."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    options = [Option({}, Coin(state, chance, 0.7, str(chance))) for chance in (0.6, 0.3, 0.2)]
    at.weigh(options)
    for option in options:
        assert max(at.change(option, 0).half, at.win(option).half) <= weigh.GOOD


def test_fights_without_any_command_serve_all() -> None:
    """Of nine commands: three times as many of them, which makes changes surer where fights do not go alike."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    options = [Option({}, Coin(state, 0.1 + n / 100, 0.9, str(n))) for n in range(8)]
    options.append(Option({}, Coin(state, 0.5, 0.9, "best")))
    at.weigh(options)
    batches = at.base.batches
    assert len(batches) == 3 * len(options[-1].batches)
    surer = [at.change(option, 0).half for option in options]
    at.base.batches = batches[: len(batches) // 3]
    pairs = [at.change(option, 0).half for option in options]
    assert sum(surer) < 0.95 * sum(pairs)


def test_what_may_be_best_goes_on() -> None:
    """Two that are hard to tell apart have more fights than one that is clearly worse than they."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    good, nearly, bad = (Option({}, Coin(state, chance, 0.7, str(chance))) for chance in (0.6, 0.59, 0.2))
    at.weigh([good, nearly, bad])
    assert len(good.batches) == len(nearly.batches) > len(bad.batches)
    assert len(at.base.batches) >= len(good.batches)
    assert bad.first and not good.first
    assert max(at.change(option, 0).half for option in (good, nearly)) <= weigh.TIGHT


def test_the_one_that_is_clearly_best_needs_no_more() -> None:
    """It is known then; nobody waits for more."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    best, bad = Option({}, Coin(state, 0.8)), Option({}, Coin(state, 0.2))
    at.weigh([best, bad])
    assert best.first and len(best.batches) == len(bad.batches)


@pytest.mark.parametrize(("others", "sure"), [((), 0.96), ((0.55,), 0.99), ((0.3,) * 8, 0.96)])
def test_intervals_hold_what_they_say(others: tuple[float, ...], sure: float) -> None:
    """Coverage: in 400 runs, each until its intervals are small enough, changes and chances hold the truth as often as
    is said, but for the luck of 200 runs (three standard errors): 96 % where one is alone or clearly best of many, 99 %
    where a rival makes it go on, so that both times together keep the 95 % asked for."""
    state, runs = begun(), 200
    held_change = held_win = 0
    for seed in range(runs):
        at = weigher(state, Coin(state, 0.5), seed=seed)
        options = [Option({}, Coin(state, chance, 0.7, str(chance))) for chance in (0.58, *others)]
        at.weigh(options)
        change, win = at.change(options[0], 0), at.win(options[0])
        held_change += change.low <= 0.08 <= change.high
        held_win += win.low <= 0.58 <= win.high
    error = 3 * math.sqrt(runs * sure * (1 - sure))
    assert abs(held_change - runs * sure) <= error
    assert abs(held_win - runs * sure) <= error


@pytest.mark.parametrize("alike", [0.3, 0.9])
def test_intervals_from_few_batches_hold_what_they_say_too(alike: float) -> None:
    """Coverage: eight batches of a command, four times as many without any, and how alike their fights go is known from
    these alone. Figures of the first time hold the truth in 96 of 100 runs, but for three standard errors."""
    state, rng, runs, sure = begun(), Random(7), 4000, 0.96
    at, held = weigher(state, Coin(state, 0.5)), 0
    at.size = 500
    for _ in range(runs):
        before = [rng.gauss(0.5, 0.02) for _ in range(32)]
        alone = math.sqrt(1 - alike**2) * 0.02
        after = [0.5 + alike * (one - 0.5) + rng.gauss(0, alone) for one in before[:8]]
        at.base.batches = [Means(one, 0, 0) for one in before]
        change = at.change(Option({}, at.base.runner, [Means(one, 0, 0) for one in after]), 0)
        held += change.low <= 0 <= change.high
    assert held >= runs * sure - 3 * math.sqrt(runs * sure * (1 - sure))


def test_stopped_the_intervals_are_those_that_stay_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who stops when the figures please gets wider ones."""
    monkeypatch.setattr(weigh, "GOOD", 0.0001)
    state, asked = begun(), 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 60

    at = weigher(state, Coin(state, 0.5), stop=stop)
    option = Option({}, Coin(state, 0.6, 0.7))
    at.weigh([option])
    assert at.stopped and option.batches
    wide, wide_win = at.change(option, 0).half, at.win(option).half
    at.stopped = False
    assert wide > at.change(option, 0).half and wide_win > at.win(option).half


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_it_tells_what_is_known(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    """Ctrl-C while the fights run: those that were fought count."""
    monkeypatch.setattr(weigh, "GOOD", 0.0001)
    state, asked = begun(), 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        if asked == 60:
            raise KeyboardInterrupt
        return False

    at = weigher(state, Coin(state, 0.5), workers, stop=stop)
    option = Option({}, Coin(state, 0.6))
    at.weigh([option])
    assert at.stopped and option.batches


def test_no_time_is_no_figure() -> None:
    """Late from the start: nothing is fought, and the interval is everything there is."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    at.until = time.monotonic()
    option = Option({}, Coin(state, 0.6))
    at.weigh([option])
    assert not option.batches
    assert (at.win(option).low, at.win(option).high, at.change(option, 0).half) == (0, 1, 1)


def test_nothing_to_weigh() -> None:
    """No command, no fights."""
    state = begun()
    at = weigher(state, Coin(state, 0.5))
    at.weigh([])
    assert not at.base.batches


def test_two_threads_fight_the_same_fights() -> None:
    """Batch by batch the same means as one thread has, for every command."""
    pytest.importorskip("numba")
    from wanderstar.forecast.kernel import Kernel, compiled
    from wanderstar.tactics.cast import Cast

    state, found = begun(2, 2), []
    for workers in (1, 2):
        kernel = compiled(state, Cast(), state.ruleset, 50)
        assert isinstance(kernel, Kernel)
        who = str(state.turn)
        commands = [{"do": "end_turn", "who": who}, {"do": "drop_prone", "who": who}]
        options = [
            Option(command, led) for command in commands if isinstance(led := kernel.led(command), Kernel)
        ]
        at = weigher(state, kernel, workers)
        at.weigh(options)
        found.append([option.batches for option in (at.base, *options)])
    assert found[0] == found[1]
    assert all(len(batches) >= ENOUGH for batches in found[0])


def test_one_slow_fight_after_the_other_is_weighed_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one fight takes a good part of the time, batches are of one, and the likeliest commands alone get any."""

    clock = [0.0]

    class Slow(Coin):
        def simulate(self, first: int, count: int, seed: int) -> Tally:
            clock[0] += count
            return super().simulate(first, count, seed)

    state = begun()
    options = [Option({}, Slow(state, 0.5)) for _ in range(20)]
    at = weigher(state, Slow(state, 0.5))
    at.until = 50.0
    monkeypatch.setattr("wanderstar.forecast.weigh.time", SimpleNamespace(monotonic=lambda: clock[0]))
    at.weigh(options)
    assert at.size == 1
    fought = [option for option in options if option.batches]
    assert fought == options[: len(fought)] and 1 < len(fought) < 20
    assert all(len(option.batches) >= ENOUGH for option in fought)
