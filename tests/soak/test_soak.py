"""Random fights by a random player: whatever is played, the properties of the table hold."""

from __future__ import annotations

import os
import sys
from collections import Counter
from random import SystemRandom

import pytest
from tests.soak.fights import Fight

from wanderstar.play.commands import SPECS

SMALL = 200
CHUNKS = 40
FIGHTS = int(os.environ.get("WANDERSTAR_SOAK", "10000"))
SEED = int(os.environ.get("WANDERSTAR_SOAK_SEED", "0")) or SystemRandom().randrange(1, 10**9)


def soak(seeds: range) -> Counter[str]:
    """Plays the fights of these seeds; a failure names its own."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        fight = Fight(seed)
        try:
            fight.play()
        except Exception as error:
            last = fight.lines[-1][:2000]
            raise AssertionError(
                f"fight of seed {seed}, line {len(fight.lines)}: {error!r}\n{last}"
            ) from error
        counts += fight.counts
    return counts


@pytest.mark.parametrize("chunk", range(4))
def test_a_few_hundred_fights(chunk: int) -> None:
    """R51: each fight ends or reaches its round limit; bounds, refusals, replay, undo and redo all the way hold."""
    each = SMALL // 4
    counts = soak(range(chunk * each, (chunk + 1) * each))
    assert counts["attack"] > each


def test_every_command_and_most_refusals_are_met() -> None:
    """The random player plays every command there is, and is refused for most of the reasons there are."""
    counts = soak(range(1000, 1100))
    assert set(SPECS) - set(counts) <= {"end"}
    codes = {key.removeprefix("refused ") for key in counts if key.startswith("refused ")}
    assert len(codes) >= 17, sorted(codes)
    assert {"wave_entered", "condition_ended", "alerted", "departed", "zone_added", "rested"} <= set(counts)
    assert counts["die corrected"] > 2
    assert {"pending", "out_of_turn", "bad_value", "no_significant", "not_engaged", "target_out"} <= codes


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_fights(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    """R51: the same for as many fights as asked for: WANDERSTAR_SOAK of them, from WANDERSTAR_SOAK_SEED on."""
    each = -(-FIGHTS // CHUNKS)
    first = SEED + chunk * each
    with capsys.disabled():  # the seeds are told whether it goes well or not
        print(f"WANDERSTAR_SOAK_SEED={SEED}: fights {first} to {first + each - 1}", file=sys.stderr)
    soak(range(first, first + each))
