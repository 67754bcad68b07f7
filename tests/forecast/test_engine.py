"""Fights on the play engine: the same as `fight` plays, and the same whatever batches and workers."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.forecast.duel import duel, state

from wanderstar.forecast import batches as side
from wanderstar.forecast.batches import batches
from wanderstar.forecast.engine import Engine, faces
from wanderstar.forecast.tally import Tally
from wanderstar.forecast.workers import from_processes, grown
from wanderstar.play.replay import load
from wanderstar.play.table import Table
from wanderstar.tactics.cast import cast
from wanderstar.tactics.fight import fight


def engine(left: int = 1, right: int = 1, words: tuple[str, ...] = (), limit: int = 50) -> Engine:
    """Duels."""
    at = state(duel(left, right))
    return Engine(at, cast(list(words), at, False), limit)


def test_a_fight_hangs_on_its_number_and_seed_alone() -> None:
    """The fifth fight is the fifth, with or without those before it; another seed is another fight."""
    ends = [engine().fight(number, 3).key() for number in range(6)]
    assert engine().fight(5, 3).key() == ends[5]
    assert len(set(ends)) > 1
    assert [engine().fight(number, 4).key() for number in range(6)] != ends


def test_faces_are_fair() -> None:
    """6,000 faces: each of the six about a thousand times."""
    counts = Counter(face for number in range(600) for face in faces(f"x:{number}", 10))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(880 < count < 1120 for count in counts.values())


def test_two_workers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of their own give the very same counts as one, where what is left is worth starting them."""
    shared: list[int] = []

    def share(engine: Engine, seed: int, *rest: Any) -> Iterator[Tally]:
        shared.append(seed)
        return from_processes(engine, seed, *rest)

    monkeypatch.setattr(side, "from_processes", share)
    monkeypatch.setattr(side, "ALONE", 0.0)
    monkeypatch.setattr(side, "WORTH_SHARING", 0.0)
    found = []
    for workers in (1, 2):
        tally = Tally.empty(engine().shape)
        for batch in batches(engine(), 5, 30, time.monotonic() + 60, workers):
            tally.add(batch)
        found.append(tally)
    assert found[0] == found[1]
    assert found[0].fights == 30
    assert shared == [5]


def test_the_clock_ends_it() -> None:
    """A run without end stops soon after its time."""
    fought = sum(batch.fights for batch in batches(engine(), 5, 10**9, time.monotonic() + 0.3))
    assert 0 < fought < 10**9


def test_somebody_can_stop_it_in_the_middle() -> None:
    """A fight that is left is not counted."""
    calls = 0

    def stop() -> bool:
        nonlocal calls
        calls += 1
        return calls > 40

    runner = engine(3, 3)
    runner.stop = stop
    tally = runner.simulate(0, 1000, 1)
    assert tally.fights < 1000
    assert sum(tally.wins) + tally.draws == tally.fights


def test_the_round_limit_is_a_draw() -> None:
    """Passive folk: every fight is a draw in the round of the limit, as in `fight`."""
    tally = engine(words=("passive",), limit=3).simulate(0, 5, 1)
    assert (tally.draws, tally.rounds) == (5, {3: 5})


@pytest.mark.parametrize("n", [3, 6, 9])
def test_a_journal_goes_on_as_its_fight_did(tmp_path: Path, n: int) -> None:
    """From the state after command n of a fight, a forecast's fights have that state's past: whoever is out stays
    out, no magazine is fuller without a reload, no round comes again."""
    journal = tmp_path / "fight.jsonl"
    fight("patrol-ambush", seed=5, journal=journal)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(line + "\n" for line in journal.read_text().splitlines()[: n + 1]))
    table = load(cut)
    assert table.n == n
    at = table.settled
    ended = Engine(at, cast([], at, False), 50).fight(0, 1)
    assert ended.over and ended.round >= at.round
    for c in at.combatants.values():
        assert ended.combatants[c.id].physical >= c.physical
        assert ended.combatants[c.id].dead >= c.dead


def test_a_fight_within_a_command_goes_on() -> None:
    """An attack that waits for its dice: the forecast rolls them, each fight its own."""
    table = load("golden-fight")
    table.order({"do": "begin"})
    assert table.run is not None
    at = table.settled
    runner = Engine(at, cast([], at, False), 50, run=table.run)
    tally = runner.simulate(0, 3, 1)
    assert sum(tally.wins) + tally.draws == 3


def test_a_lead_is_followed_first() -> None:
    """What advice weighs up is done before the tactic goes on: one shot is gone, though the tactic never fires."""
    table = Table(duel(), "seed")
    table.order({"do": "begin"})
    at = table.settled
    who = str(at.turn)
    target = next(other for other in at.combatants if other != who)
    lead = {"do": "attack", "who": who, "weapon": "gun", "target": target}
    passive = cast(["passive"], at, False)
    assert Engine(at, passive, 1, lead=lead).fight(0, 1).combatants[who].rounds("gun") == 5
    assert Engine(at, passive, 1).fight(0, 1).combatants[who].rounds("gun") == 6


def test_batches_grow_towards_a_moment() -> None:
    """Four times at most, never to nothing."""
    assert grown(1, 1e-6, 0.15) == 4
    assert grown(100, 0.3, 0.15) == 50
    assert grown(1, 100, 0.15) == 1
