"""Whole fights: the compiled loop beside the play engine and npm's dnd-combat-simulator, exact forecasts, advice.

Everything is measured in the same run, in processor time where one core does the work: other programs may be at work,
too. What is in seconds of the clock, or compares two cores with one, wants an idle machine: the first line says how
busy it was. Needs numba for the compiled figures; the npm package is packed for the occasion where node and npm are
there, else that line says so and counts as not measured. Ends with 1 when a requirement is missed.

    python benchmarks/bench_forecast.py [speeds] [exacts] [processes] [odd] [advising] [memory]
"""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from wanderstar.forecast.advise import Plan
from wanderstar.forecast.advise import of_state as advice
from wanderstar.forecast.batches import Threads
from wanderstar.forecast.driver import WITHIN, runner_of
from wanderstar.forecast.engine import Engine
from wanderstar.forecast.tally import Runner, Tally
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
RUNS = 12
FEW = 8.0
PATIENCE = 5.0


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


def bursts() -> State:
    """The gunfight with carbines that have too few rounds for full auto: aim, burst, dodge, reload, Momentum."""
    source = dict(load_encounter(str(GUNFIGHT)).source)
    carbine = source["weapons"][0]
    carbine = {**carbine, "magazine": 10, "traits": {**carbine["traits"], "auto": 4}}
    return open_table(encounter_from({**source, "weapons": [carbine]}, name="bursts"))


def begun(state: State) -> State:
    """The same after initiative."""
    table = Table(state.encounter, "speed")
    table.order({"do": "begin"})
    return table.settled


def runner(state: State) -> Runner:
    """What runs its fights."""
    return runner_of(state, cast([], state, False), 50)[0]


def timed(run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds of it."""
    began = clock()
    run()
    return clock() - began


def rate(one: Runner, seconds: float = SECONDS) -> tuple[float, int]:
    """Fights a second of one core, the best of four, each time fights that it has not seen; and how many took that
    long."""
    first, count = 0, 1
    while timed(partial(one.simulate, first, count, 1)) < seconds / 4 and count < 50_000_000:
        first += count
        count *= 4
    begins = [first + n * count for n in range(1, 5)]
    return max(count / timed(partial(one.simulate, first, count, 1)) for first in begins), count


def gain(one: Runner, count: int) -> float:
    """How many times as fast two threads are as one, warm: the best of many short runs of each, one after the other,
    so that what else runs is in the way of both."""
    two = Threads(one, 2)
    two.simulate(0, count, 1)
    runs = [
        (timed(partial(r.simulate, 0, count, 1), time.perf_counter), r)
        for _ in range(RUNS)
        for r in (one, two)
    ]
    return min(spent for spent, r in runs if r is one) / min(spent for spent, r in runs if r is two)


def peer() -> list[float]:
    """Fights a second of the npm package on four against four of its own: without a reaction, then with the one that
    it has, once a round. Nothing when it cannot be run."""
    if not (shutil.which("node") and shutil.which("npm")):
        return []
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["npm", "pack", "--silent", PEER], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
        if packed.returncode:
            return []
        shutil.unpack_archive(Path(folder) / packed.stdout.strip().splitlines()[-1], folder)
        words = ["node", str(HERE / "dnd_combat_simulator.js"), f"{folder}/package", str(SECONDS)]
        runs = [
            subprocess.run([*words, *more], capture_output=True, encoding="utf-8", check=False)
            for more in ([], ["parry"])
        ]
        return [float(done.stdout) for done in runs if done.returncode == 0]


class Spent(NamedTuple):
    """Seconds of a process, by the clock and of the processors."""

    real: float
    worked: float

    def __str__(self) -> str:
        return f"{self.real:.2f} s ({self.worked:.2f} s of processors)"


def process(*words: str, cache: str | None = None, code: int = 0) -> Spent:
    """One command line as a process, as somebody at a terminal has it: what Python compiles of its own is kept."""
    environment = os.environ | ({} if cache is None else {"WANDERSTAR_CACHE": cache})
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "wanderstar", *words]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", env=environment)
    if done.returncode != code:
        raise SystemExit(f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
    real, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(real, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def warm(*words: str, code: int = 0) -> Spent:
    """The best of three, after one that does not count."""
    process(*words, code=code)
    return min(process(*words, code=code) for _ in range(3))


def speeds() -> Iterator[Line]:
    """Fights a second."""
    state = bursts()
    compiled = runner(state)
    engine, _ = rate(Engine(state, cast([], state, False), 50))
    yield Line("gunfight 4 v 4, play engine", f"{engine:,.1f} fights/s")
    if isinstance(compiled, Engine):
        yield Line("compiled", "not measured", "numba", False)
        return
    one, count = rate(compiled)
    yield Line("the same compiled, one core", f"{one:,.0f} fights/s", "1,000,000", one >= 1e6)
    yield Line("against the engine", f"{one / engine:,.0f} times", "100 times", one >= 100 * engine)
    two = gain(compiled, count // 2)
    yield Line("on two threads", f"{two:.2f} times", "1.8 times", two >= 1.8)
    yield Line("with full auto, too", f"{rate(runner(state_of(GUNFIGHT)))[0]:,.0f} fights/s")
    others = peer()
    if len(others) < 2:
        yield Line(f"{PEER}, its own 4 v 4", "not measured (no node or npm, or it cannot be packed)")
    else:
        idle, parry = others
        yield Line(
            f"{PEER}, its own 4 v 4", f"{idle:,.0f} fights/s, nobody reacting; ours {one / idle:,.1f} times"
        )
        yield Line("with its parry, as ours dodge", f"{parry:,.0f} fights/s")
        yield Line("against that", f"{one / parry:,.1f} times", "20 times", one >= 20 * parry)
    for name in shipped_encounters():
        found = runner(state_of(name))
        how = "engine" if isinstance(found, Engine) else "compiled"
        many = len(state_of(name).combatants)
        yield Line(f"{name}, {many} combatants", f"{rate(found, SECONDS / 4)[0]:,.0f} fights/s ({how})")


def exacts() -> Iterator[Line]:
    """Exact forecasts: seconds of one core, and which shipped encounters fit, before initiative and after."""
    for what, state, most in [
        ("exact 1 v 1, before initiative", small(1), 0.02),
        ("exact 2 v 2, before initiative", small(2), None),
        ("exact 4 v 4, after initiative", begun(small(4)), 0.5),
    ]:
        one = runner(state)
        exactly(one)
        found, spent = exactly(one)
        said = "does not fit" if found is None else f"{1000 * spent:.1f} ms, {found.states:,} states"
        required = "" if most is None else f"{1000 * most:.0f} ms where it fits"
        yield Line(what, said, required, most is None or found is None or spent <= most)
    for name in shipped_encounters():
        told = []
        for state in (state_of(name), begun(state_of(name))):
            found, spent = exactly(runner(state))
            fits = "does not fit" if found is None else f"fits: {found.states:,} states"
            told.append(f"{fits} ({spent:.2f} s)")
        yield Line(f"exact {name}", f"before initiative {told[0]}, after {told[1]}")


def exactly(one: Runner) -> tuple[Tally | None, float]:
    """The exact tally, and the seconds it took; None where the states do not fit, or not into PATIENCE."""
    began = time.process_time()
    found = one.exact(BUDGET, WITHIN, lambda: time.process_time() - began > PATIENCE)
    return found, time.process_time() - began


def processes() -> Iterator[Line]:
    """Whole processes: with nothing compiled yet, and warm."""
    words = ("forecast", "--seed", "1", "--json")
    with tempfile.TemporaryDirectory() as cache:
        first = process(*words, str(GUNFIGHT), cache=cache)
    yield Line("wanderstar forecast, compiling", str(first), "30 s of a processor", first.worked < 30)
    for source in (str(GUNFIGHT), *shipped_encounters()):
        spent = warm(*words, source)
        yield Line(f"warm, {Path(source).stem}", str(spent), "1.5 s", spent.real < 1.5)
    spent = warm("forecast", str(GUNFIGHT), "--fair", "trooper", "--json")
    yield Line("how many are fair, gunfight", str(spent))


def odd() -> Iterator[Line]:
    """Fights that are none, or too much of one, as whole processes."""
    source = dict(load_encounter(str(GUNFIGHT)).source)
    people = [dict(entry, held=[]) for entry in source["combatants"]]
    unarmed = {
        kind: [dict(sheet, weapons=[]) for sheet in source[kind]] for kind in ("characters", "adversaries")
    }
    apart = [dict(entry, at=0 if entry["side"] == "rangers" else 9000) for entry in people]
    crowd = [dict(entry, id=f"{entry['id']}-{n}") for n in range(10) for entry in people]
    cases: list[tuple[str, int, dict[str, object]]] = [
        ("nobody", 1, {"combatants": []}),
        ("one side only", 1, {"combatants": people[:4]}),
        ("out of reach", 0, {**unarmed, "combatants": apart}),
        ("no way to hurt each other", 0, {"armor": [{"id": "vest", "name": "Vest", "bonus": 30}]}),
        ("40 against 40", 0, {"combatants": crowd}),
    ]
    for what, code, changed in cases:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "odd.json"
            file.write_text(json.dumps({**source, **changed}), encoding="utf-8")
            spent = warm("forecast", str(file), "--seed", "1", code=code)
        yield Line(what, str(spent), "a few seconds", spent.real < FEW)


def advising() -> Iterator[Line]:
    """Advice for the gunfight: how long, how many commands, how sure."""
    state = begun(state_of(GUNFIGHT))
    tactics = cast([], state, False)
    advice(state, tactics, Plan(1.0, 1, workers=2))
    for seconds, required in ((1.8, "2 s for 20 or so"), (5.0, "")):
        began = time.perf_counter()
        found = advice(state, tactics, Plan(seconds, 1, workers=2))
        spent = time.perf_counter() - began
        many = len(found.options)
        said = f"{spent:.2f} s for {many} commands of {min(o.fights for o in found.options):,} fights or more"
        yield Line("advice 4 v 4", said, required, spent < 2 and many >= 18 if required else None)
        for what, halves in [
            ("of the changes", [one.change.half for one in found.options]),
            ("of the chances", [one.win.half for one in found.options]),
        ]:
            widest = max(halves)
            kept = widest < 0.01 if required else None
            yield Line(f"widest interval {what}", f"±{100 * widest:.2f} %", "±1 %" if required else "", kept)


def memory() -> Iterator[Line]:
    """The most that this process and any of its own held."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    most = max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024
    yield Line("peak memory", f"{most:,.0f} MB", "1,000 MB", most < 1000)


PARTS = {part.__name__: part for part in (speeds, exacts, processes, odd, advising, memory)}


def main(names: Sequence[str]) -> int:
    """Runs and prints; 1 when a requirement is missed."""
    cores, busy = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    print(
        f"{platform.machine()}, {cores} cores, load {busy:.1f}, Python {platform.python_version()}",
        flush=True,
    )
    missed = 0
    for name in names or PARTS:
        for line in PARTS[name]():
            mark = "" if line.kept is None or not line.required else "ok" if line.kept else "MISSED"
            print(f"{line.what:<38} {line.figure:<60} {line.required:<22} {mark}".rstrip(), flush=True)
            missed += line.kept is False
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
