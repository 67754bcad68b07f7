"""Whole fights: the compiled loop beside the play engine and npm's dnd-combat-simulator, exact forecasts, advice.

Everything is measured in the same run. Needs numba for the compiled figures; the npm package is packed for the
occasion where node and npm are there, else that line says so and counts as not measured. Ends with 1 when a
requirement is missed.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from wanderstar.forecast.advise import Plan
from wanderstar.forecast.advise import of_state as advice
from wanderstar.forecast.batches import Threads
from wanderstar.forecast.driver import WITHIN, runner_of
from wanderstar.forecast.engine import Engine
from wanderstar.forecast.tally import Runner
from wanderstar.play.setup import open_table
from wanderstar.play.state import State
from wanderstar.play.table import Table
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.sheets.shelf import shipped_encounters
from wanderstar.tactics.cast import cast

HERE = Path(__file__).parent
GUNFIGHT = HERE / "gunfight.toml"
PEER = "dnd-combat-simulator@0.3.15"
SECONDS = 2.0
BUDGET = 2_000_000


class Line(NamedTuple):
    """A figure, what is required of it, whether it is kept (None: nothing is required, or not measured)."""

    what: str
    figure: str
    required: str = ""
    kept: bool | None = None


def state_of(source: str | Path) -> State:
    """An encounter before its fight."""
    return open_table(load_encounter(str(source)))


def small(count: int) -> State:
    """The gunfight with so many on each side."""
    source = dict(load_encounter(str(GUNFIGHT)).source)
    mine = [e for e in source["combatants"] if e["side"] == "rangers"][:count]
    theirs = [e for e in source["combatants"] if e["side"] == "troopers"][:count]
    return open_table(encounter_from({**source, "combatants": [*mine, *theirs]}, name="gunfight"))


def begun(state: State) -> State:
    """The same after initiative."""
    table = Table(state.encounter, "speed")
    table.order({"do": "begin"})
    return table.settled


def runner(state: State) -> Runner:
    """What runs its fights."""
    return runner_of(state, cast([], state, False), 50)[0]


def rate(run: Callable[[int, int], float], seconds: float = SECONDS) -> float:
    """Fights a second, warm: `run(first, count)` gives how many it fought."""
    count = 1
    while True:
        began = time.perf_counter()
        fought = run(0, count)
        spent = time.perf_counter() - began
        if spent > seconds / 4 or count >= 50_000_000:
            break
        count *= 4
    rates = [fought / spent]
    for _ in range(3):
        began = time.perf_counter()
        rates.append(run(0, count) / (time.perf_counter() - began))
    return max(rates)


def simulated(one: Runner) -> float:
    """Fights a second of a runner."""
    return rate(lambda first, count: one.simulate(first, count, 1).fights)


def peer() -> float | None:
    """Fights a second of the npm package on its own four against four; None when it cannot be run."""
    if not (shutil.which("node") and shutil.which("npm")):
        return None
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["npm", "pack", "--silent", PEER], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
        if packed.returncode:
            return None
        shutil.unpack_archive(Path(folder) / packed.stdout.strip().splitlines()[-1], folder)
        words = ["node", str(HERE / "dnd_combat_simulator.js"), f"{folder}/package", str(SECONDS)]
        done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
        return float(done.stdout) if done.returncode == 0 else None


def process(*words: str, cache: str | None = None) -> float:
    """Seconds of one command line as a process."""
    environment = os.environ | ({} if cache is None else {"WANDERSTAR_CACHE": cache})
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "wanderstar", *words],
        check=True,
        stdout=subprocess.DEVNULL,
        env=environment,
    )
    return time.perf_counter() - began


def speeds() -> list[Line]:
    """Fights a second."""
    state = state_of(GUNFIGHT)
    compiled, played = runner(state), Engine(state, cast([], state, False), 50)
    engine = simulated(played)
    other = peer()
    lines = [Line("gunfight 4 v 4, play engine", f"{engine:,.1f} fights/s")]
    theirs = "not measured (no node, or no npm)" if other is None else f"{other:,.0f} fights/s"
    if isinstance(compiled, Engine):
        return [*lines, Line(PEER, theirs), Line("compiled", "not measured", "numba", False)]
    one = simulated(compiled)
    two = simulated(Threads(compiled, 2))
    lines = [
        Line("gunfight 4 v 4, one core", f"{one:,.0f} fights/s", "1,000,000", one >= 1e6),
        Line("the same on two threads", f"{two / one:.2f} times", "1.8 times", two / one >= 1.8),
        *lines,
        Line("compiled against the engine", f"{one / engine:,.0f} times", "100 times", one >= 100 * engine),
        Line(f"{PEER}, its own 4 v 4", theirs),
    ]
    if other is not None:
        lines.append(Line("compiled against it", f"{one / other:,.1f} times", "20 times", one >= 20 * other))
    richest = max(shipped_encounters(), key=lambda name: len(state_of(name).combatants))
    rich = runner(state_of(richest))
    how = "engine" if isinstance(rich, Engine) else "compiled"
    return [*lines, Line(f"richest shipped encounter, {richest}", f"{simulated(rich):,.0f} fights/s ({how})")]


def exacts() -> list[Line]:
    """Exact forecasts: seconds, and which shipped encounters fit."""
    lines = []
    for count, most in ((1, 0.02), (2, None), (4, 0.5)):
        one = runner(small(count))
        one.exact(BUDGET, WITHIN, lambda: False)
        began = time.perf_counter()
        found = one.exact(BUDGET, WITHIN, lambda: False)
        spent = time.perf_counter() - began
        said = "does not fit" if found is None else f"{1000 * spent:.1f} ms, {found.states:,} states"
        required = "" if most is None else f"{1000 * most:.0f} ms where it fits"
        lines.append(
            Line(f"exact {count} v {count}", said, required, most is None or found is None or spent <= most)
        )
    for name in shipped_encounters():
        until = time.monotonic() + 5
        began = time.perf_counter()
        found = runner(state_of(name)).exact(BUDGET, WITHIN, lambda until=until: time.monotonic() > until)
        said = "does not fit" if found is None else f"fits: {found.states:,} states"
        lines.append(Line(f"exact {name}", f"{said} ({time.perf_counter() - began:.1f} s)"))
    return lines


def processes() -> list[Line]:
    """Whole processes: warm, and with nothing compiled yet."""
    words = ("forecast", str(GUNFIGHT), "--seed", "1", "--json")
    process(*words)
    warm = min(process(*words) for _ in range(3))
    with tempfile.TemporaryDirectory() as cache:
        first = process(*words, cache=cache)
    return [
        Line("wanderstar forecast, warm", f"{warm:.2f} s", "1.5 s", warm < 1.5),
        Line("the first time, compiling", f"{first:.1f} s", "30 s", first < 30),
    ]


def advising() -> list[Line]:
    """Advice for the gunfight: how long, how many commands, how sure."""
    state = begun(state_of(GUNFIGHT))
    tactics = cast([], state, False)
    advice(state, tactics, Plan(1.0, 1))
    began = time.perf_counter()
    found = advice(state, tactics, Plan(1.8, 1))
    spent = time.perf_counter() - began
    widest = max(one.win.half for one in found.options)
    said = f"{spent:.2f} s for {len(found.options)} commands, {len(found.left_out)} left out"
    return [
        Line("advice 4 v 4", said, "2 s for 20 or so", spent < 2 and len(found.options) >= 18),
        Line("its widest interval", f"±{100 * widest:.2f} %", "±1 %", widest < 0.01),
    ]


def memory() -> Line:
    """The most that this process and any of its own held."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    most = max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024
    return Line("peak memory", f"{most:,.0f} MB", "1,000 MB", most < 1000)


def main() -> int:
    """Runs and prints; 1 when a requirement is missed."""
    missed = 0
    for part in (speeds, exacts, processes, advising, lambda: [memory()]):
        for line in part():
            mark = "" if line.kept is None or not line.required else "ok" if line.kept else "MISSED"
            print(f"{line.what:<42} {line.figure:<44} {line.required:<24} {mark}".rstrip(), flush=True)
            missed += line.kept is False
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
