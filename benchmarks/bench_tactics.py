"""The tactics against each other, and how long a command takes to decide.

Each of `focus`, `spread` and `careful` plays `nearest` in the three duels: the same four people on both sides, half of
the fights from either side. With numba the fights are the compiled ones, else fewer on the play engine. Then every
command of some fights of 5 against 8 is timed, decision and play together, for the heaviest tactic. Ends with 1 when
`focus` does not win significantly more in each duel or a command takes too long.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from wanderstar.forecast.engine import Engine
from wanderstar.forecast.statistics import wilson
from wanderstar.forecast.tally import NotCovered, Runner
from wanderstar.play.setup import open_table
from wanderstar.play.state import State
from wanderstar.sheets.load import load_encounter
from wanderstar.tactics.cast import TACTICS, Cast, cast
from wanderstar.tactics.fight import Stage, fight

DUELS = ("gunfight", "yard", "rush")
HERE = Path(__file__).parent / "duels"
FIGHTS, FEWER = 2_000, 200
CONFIDENCE = 0.95
ROUNDS = 50
LARGEST = "wreck-of-the-merrow"
TIMED = 4
MILLISECONDS = 15.0


def runner(state: State, chosen: Cast) -> tuple[Runner, int]:
    """What runs the fights, and how many of them it is given time for."""
    try:
        from wanderstar.forecast.kernel import compiled
    except ImportError:
        return Engine(state, chosen, ROUNDS), FEWER
    found = compiled(state, chosen, state.ruleset, ROUNDS)
    return (Engine(state, chosen, ROUNDS), FEWER) if isinstance(found, NotCovered) else (found, FIGHTS)


def duel(name: str, one: str, other: str) -> tuple[int, int]:
    """How many fights `one` wins against `other`, of how many; a draw is half a win."""
    state = open_table(load_encounter(str(HERE / f"{name}.toml")))
    won, fights = 0.0, 0
    for side in range(2):
        players = [one, other] if side == 0 else [other, one]
        words = [f"{s.id}={t}" for s, t in zip(state.encounter.sides, players, strict=True)]
        run, many = runner(state, cast(words, state, False))
        tally = run.simulate(0, many // 2, side + 1)
        won += tally.wins[side] + tally.draws / 2
        fights += many // 2
    return round(won), fights


def seconds(tactic: str) -> list[float]:
    """Seconds of each command of the largest fight: decided, ordered, its answers given, its journal line made."""
    found: list[float] = []

    class Timed(Stage):
        def order(self, command: dict[str, Any]) -> bool:
            state = self.table.settled
            began = time.perf_counter()
            if state.turn is not None and command.get("who") == state.turn:
                TACTICS[tactic].command(state, state.turn)
            done = super().order(command)
            found.append(time.perf_counter() - began)
            return done

    with patch("wanderstar.tactics.fight.Stage", Timed):
        for seed in range(TIMED):
            fight(LARGEST, seed=seed, tactic=tactic)
    return found


def main() -> int:
    """Runs and prints; 1 when a requirement is missed."""
    missed = False
    for one in ("focus", "spread", "careful"):
        for name in DUELS:
            won, fights = duel(name, one, "nearest")
            low, high = wilson(won, fights, CONFIDENCE)
            missed = missed or (one == "focus" and low <= 0.5)
            share = f"{100 * won / fights:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
            print(f"{one:8} against nearest  {name:9} {share:24} of {fights} fights")
    for tactic in ("nearest", "focus", "spread", "careful"):
        median = 1000 * statistics.median(times := seconds(tactic))
        worst = 1000 * max(times)
        missed = missed or median > MILLISECONDS
        print(f"{tactic:8} a command of 5 against 8: median {median:.1f} ms, worst {worst:.1f} ms")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
