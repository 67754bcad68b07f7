"""The compiled loop is the play engine: the same dice, commands and answers give equal states after every command.

Here the loop's functions run as plain Python, which is the source that is compiled; `test_kernel` holds the compiled
loop against the same.
"""

from __future__ import annotations

import os
import sys
from random import Random, SystemRandom
from types import SimpleNamespace

import pytest
from tests.forecast import wild
from tests.forecast.duel import duel
from tests.forecast.side_by_side import CastPlay, Play, in_the_middle, together
from tests.soak.encounters import encounter

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
CHUNKS = 40
POLICY = ("decide", "react", "react_blast", "claim", "avoid_skill", "free_attack", "reach_strike")


@pytest.fixture
def anything_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is played by the wild policy."""
    for name in POLICY:
        monkeypatch.setattr(loop_policy, name, getattr(wild, name))


def by_anything(seed: int) -> int:
    """A random encounter under a random ruleset, played by the wild policy."""
    rng = Random(seed)
    return together(in_the_middle(Play(open_table(encounter(rng)), wild, rng), LIMIT), LIMIT)


def by_tactics(seed: int) -> int:
    """The same, everybody by a tactic of their own."""
    rng = Random(seed)
    state = open_table(encounter(rng))
    cast = Cast(people={c.id: rng.choice(sorted(TACTICS)) for c in everybody(state)})
    return together(in_the_middle(CastPlay(state, cast, rng), LIMIT), LIMIT)


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
@pytest.mark.usefixtures("anything_goes")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_five_thousand_fights_by_anything(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    """R52: the same for as many fights as asked for: WANDERSTAR_SOAK of them, from WANDERSTAR_SOAK_SEED on."""
    each = -(-FIGHTS // CHUNKS)
    told(chunk, each, capsys)
    for seed in range(SEED + chunk * each, SEED + chunk * each + each):
        by_anything(seed)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_five_thousand_fights_by_tactics(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    """R52: as many again by the tactics."""
    each = -(-FIGHTS // CHUNKS)
    told(chunk, each, capsys)
    for seed in range(SEED + chunk * each, SEED + chunk * each + each):
        by_tactics(seed)


def told(chunk: int, each: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The seeds are told whether it goes well or not."""
    first = SEED + chunk * each
    with capsys.disabled():
        print(f"WANDERSTAR_SOAK_SEED={SEED}: fights {first} to {first + each - 1}", file=sys.stderr)
