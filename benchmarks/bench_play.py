"""A played command and a replay, timed side by side in one run.

Prints the median time of one played command (prepare, decide, evolve, journal line written as text) and how many
events a second a replay folds, beside a bare loop that only writes and reads the same lines as JSON.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from typing import Any

from wanderstar.play.journal import load_lines
from wanderstar.play.script import read_script
from wanderstar.play.table import Given, Table
from wanderstar.sheets.load import load_encounter

EXAMPLES = Path(__file__).parent.parent / "examples"
ROUNDS = 40
MILLISECONDS = 1.0
EVENTS = 20_000


def play(lines: list[tuple[int, dict[str, Any]]]) -> tuple[list[float], list[str]]:
    """Seconds of each played command of the golden fight, and the journal's lines as text."""
    encounter = load_encounter(str(EXAMPLES / "golden-fight.toml"))
    text: list[str] = []
    table = Table(encounter, write=lambda line: text.append(json.dumps(line)))
    text.append(json.dumps(table.header()))
    seconds = []
    for _, line in lines:
        began = time.perf_counter()
        done = table.order(line["command"], providers=(Given(line),))
        if done:
            seconds.append(time.perf_counter() - began)
    return seconds, text


def best(work: Any, times: int = ROUNDS) -> float:
    """The least seconds of several runs: the one least disturbed."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def main() -> int:
    """Runs and prints; 1 when a requirement is missed."""
    lines = read_script((EXAMPLES / "golden-fight.jsonl").read_text(encoding="utf-8"), "golden-fight.jsonl")
    seconds: list[float] = []
    text: list[str] = []
    for _ in range(ROUNDS):
        some, text = play(lines)
        seconds += some
    parsed = [(i, json.loads(line)) for i, line in enumerate(text, 1)]
    events = sum(len(line.get("events", ())) for _, line in parsed)
    reading = best(lambda: [json.loads(line) for line in text])
    opening = best(lambda: load_lines(parsed[:1], "golden"))
    folding = best(lambda: load_lines(parsed, "golden")) - opening
    print(f"played command    median {1000 * statistics.median(seconds):.3f} ms   ({len(seconds)} commands)")
    print(f"                  worst  {1000 * max(seconds):.3f} ms")
    print(f"replay            {events / (reading + folding):,.0f} events/s, reading the lines included")
    print(
        f"                  folding takes {folding / reading:.1f} times as long as reading the same lines as JSON"
    )
    return int(statistics.median(seconds) > MILLISECONDS / 1000 or events / (reading + folding) < EVENTS)


if __name__ == "__main__":
    raise SystemExit(main())
