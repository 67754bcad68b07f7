"""The compiled loop is the play engine: the same dice, commands and answers give equal states after every command.

Here the loop's functions run as plain Python, which is the source that is compiled; `test_kernel` holds the compiled
loop against the same.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from random import Random, SystemRandom
from types import SimpleNamespace

import pytest
from tests.forecast import wild
from tests.forecast.duel import duel
from tests.forecast.happens import wanted
from tests.forecast.side_by_side import CastPlay, Play, in_the_middle, together
from tests.forecast.underway import opening

from wanderstar.forecast import loop_policy
from wanderstar.play.setup import open_table
from wanderstar.sheets.load import encounter_from
from wanderstar.tactics.cast import TACTICS, Cast
from wanderstar.tactics.codes import Do
from wanderstar.tactics.field import Field, Roster
from wanderstar.tactics.names import everybody

LIMIT = 8
FIGHTS = int(os.environ.get("WANDERSTAR_SOAK", "5000"))
SEED = int(os.environ.get("WANDERSTAR_SOAK_SEED", "0")) or SystemRandom().randrange(1, 10**9)
POLICY = ("decide", "react", "react_blast", "claim", "avoid_skill", "free_attack", "reach_strike")


@pytest.fixture
def anything_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is played by the wild policy."""
    let_anything_go(monkeypatch)


def let_anything_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same."""
    for name in POLICY:
        monkeypatch.setattr(loop_policy, name, getattr(wild, name))


def by_anything(seed: int, seen: Counter[str] | None = None) -> int:
    """A random encounter under a random ruleset, played by the wild policy."""
    rng = Random(seed)
    return together(in_the_middle(Play(opening(rng), wild, rng), LIMIT), LIMIT, seen=seen)


def by_tactics(seed: int, seen: Counter[str] | None = None) -> int:
    """The same, everybody by a tactic of their own."""
    rng = Random(seed)
    state = opening(rng)
    cast = Cast(people={c.id: rng.choice(sorted(TACTICS)) for c in everybody(state)})
    return together(in_the_middle(CastPlay(state, cast, rng), LIMIT), LIMIT, seen=seen)


@pytest.mark.usefixtures("anything_goes")
@pytest.mark.parametrize("chunk", range(4))
def test_whatever_is_done_at_the_table_the_loop_does(chunk: int) -> None:
    """R52: any legal command and answer at all, over random encounters and rulesets, leads to the same state."""
    commands = sum(by_anything(seed) for seed in range(chunk * 15, chunk * 15 + 15))
    assert commands > 150


@pytest.mark.parametrize("chunk", range(4))
def test_the_tactics_play_in_the_loop_as_at_the_table(chunk: int) -> None:
    """R52: every tactic gives the same commands and answers in the loop as in play, with the same outcome."""
    commands = sum(by_tactics(seed) for seed in range(chunk * 40, chunk * 40 + 40))
    assert commands > 400


def test_the_unaware_may_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """R78: to leave over the map's edge costs nothing and needs no awareness: at the table and in the loop."""

    def leave(roster: Roster, field: Field, who: int) -> tuple[int, int, int, int, float, float]:
        return (Do.LEAVE + 0, -1, -1, 0, 0.0, 0.0)

    monkeypatch.setattr(loop_policy, "decide", leave)
    source = duel(gap=10).source
    unaware = [{**one, "unaware": True} for one in source["combatants"]]
    at_the_edge = encounter_from({**source, "combatants": unaware, "map": {"from": 0, "to": 10}})
    play = Play(open_table(at_the_edge), SimpleNamespace(decide=leave), Random(1))
    assert together(play, LIMIT) == 1
    assert play.state.over and sum(c.gone is not None for c in play.state.combatants.values()) == 1


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_five_thousand_encounters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """R52: WANDERSTAR_SOAK random fights, from WANDERSTAR_SOAK_SEED on, each by anything at all and by tactics. In
    five thousand of them all that a fight has is met fifty times and more."""
    with capsys.disabled():  # the seed is told whether it goes well or not
        print(f"WANDERSTAR_SOAK_SEED={SEED}: {FIGHTS} fights by anything and by tactics", file=sys.stderr)
    seen: Counter[str] = Counter()
    parted: list[str] = []
    played = n = 0
    while played < FIGHTS:
        seed, n = SEED + n, n + 1
        try:
            with monkeypatch.context() as patched:
                let_anything_go(patched)
                commands = by_anything(seed, seen)
            played += bool(commands and by_tactics(seed, seen))
        except AssertionError as error:
            parted.append(f"{seed}: {error!s:.800}")
            played += 1
    assert not parted
    if FIGHTS >= 5000:
        assert {word: seen[word] for word in wanted() if seen[word] < 50} == {}
