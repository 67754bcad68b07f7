"""Random fights by tactics: nothing they order is refused, no friend is caught in a blast, every fight ends."""

from __future__ import annotations

import os
import sys
from collections import Counter
from random import Random, SystemRandom
from typing import Any

import pytest
from tests.soak import encounters

from wanderstar.play import sight
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare
from wanderstar.play.state import State
from wanderstar.tactics.fight import Stage, fight

TACTICS = ("focus", "nearest", "spread", "careful")
SMALL = 100
CHUNKS = 40
ROUNDS = 12
FIGHTS = int(os.environ.get("WANDERSTAR_SOAK", "10000"))
SEED = int(os.environ.get("WANDERSTAR_SOAK_SEED", "0")) or SystemRandom().randrange(1, 10**9)


def friends_in(state: State, command: dict[str, Any]) -> list[str]:
    """Whom of its own side, itself included, a command's blast would catch where it is aimed."""
    if command["do"] != "attack" or command.get("mode") == "full":
        return []
    weapon, c = state.weapon(command["weapon"]), state.combatants[command["who"]]
    target = command.get("target")
    if weapon.blast is None or (target is not None and weapon.melee):
        return []
    at = state.combatants[target].at if target is not None else command["at"]
    at = tuple(at) if isinstance(at, list) else at
    return [
        o.id
        for o in state.combatants.values()
        if o.side == c.side
        and not o.dead
        and o.gone != "left"
        and (not o.out or o.is_character)
        and sight.metres(o.at, at) <= weapon.blast
        and not sight.total_cover(state, o, at)
    ]


class Watched(Stage):
    """A stage whose commands are looked at before they are given."""

    def order(self, command: dict[str, Any]) -> bool:
        """One command, which must be taken."""
        before = self.table.settled
        if "who" in command and command["who"] == before.turn:
            assert friends_in(before, command) == [], command
        done = super().order(command)
        assert done, (command, prepare(before, command))
        COUNTS[command["do"]] += 1
        return done


COUNTS: Counter[str] = Counter()


def soak(seeds: range, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Plays the fights of these seeds, each side by another tactic; a failure names its own."""
    monkeypatch.setattr("wanderstar.tactics.fight.Stage", Watched)
    COUNTS.clear()
    for seed in seeds:
        encounter = encounters.encounter(Random(seed))
        words = [f"{side.id}={TACTICS[(seed + n) % 4]}" for n, side in enumerate(encounter.sides)]
        try:
            played = fight(encounter, seed=seed, rounds=ROUNDS, tactic=words)
        except Exception as error:
            raise AssertionError(f"fight of seed {seed}: {error!r}") from error
        assert isinstance(played, Refusal) or played.table.state.over, f"fight of seed {seed}"
    return COUNTS


@pytest.mark.parametrize("chunk", range(4))
def test_a_hundred_fights(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """R52: no tactic orders what is refused; no blast is aimed where a friend stands; the fights end."""
    each = SMALL // 4
    counts = soak(range(chunk * each, (chunk + 1) * each), monkeypatch)
    assert counts["attack"] > each


def test_most_commands_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """In two dozen fights the tactics move, cover, aim, suppress, reload, charge, treat, hold and break free."""
    counts = soak(range(24), monkeypatch)
    wanted = {"attack", "move", "take_cover", "aim", "suppress", "reload", "charge", "first_aid"}
    assert wanted | {"grapple", "break_free", "ready"} <= set(counts)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_fights(
    chunk: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """R52: the same for as many fights as asked for: WANDERSTAR_SOAK of them, from WANDERSTAR_SOAK_SEED on."""
    each = -(-FIGHTS // CHUNKS)
    first = SEED + chunk * each
    with capsys.disabled():  # the seeds are told whether it goes well or not
        print(f"WANDERSTAR_SOAK_SEED={SEED}: tactics' fights {first} to {first + each - 1}", file=sys.stderr)
    soak(range(first, first + each), monkeypatch)
