"""What is compiled is kept, and forgotten as soon as a rule's source is another one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

import wanderstar

SOURCE = Path(wanderstar.__file__).parent
TRAUMA = """
from wanderstar.book.combat.trauma import trauma
from wanderstar.forecast.compile import Compiled

def hurt(damage, armor, most):
    return trauma(damage, armor, most)

print(Compiled(hurt)(9, 3, 2))
"""
TWICE = """
import numpy as np
from wanderstar.forecast.compile import Compiled
from wanderstar.forecast.loop_random import fight_key, fraction, turn_key

def draws(into, many):
    for n in range(many):
        into[n] = fraction(turn_key(fight_key(1, n), 2, 3), n)
    return many

fast = Compiled(draws)
for kind in (np.float64, np.float32, np.float64):
    into = np.zeros(4, kind)
    fast(into, 4)
    print([round(float(x), 4) for x in into])
"""
EDITED = """
import sys
from pathlib import Path
from wanderstar.forecast.compile import PACKAGE, digest
from wanderstar.forecast.kernel_entry import run

package = Path(sys.modules[PACKAGE].__file__).parent
for file in FILES:
    before = digest(run)
    with (package / file).open("a", encoding="utf-8") as source:
        source.write("# another line\\n")
    print(before != digest(run))
"""
MADE_FROM = [
    "book/combat/trauma.py",
    "book/ruleset.py",
    "tactics/codes.py",
    "tactics/field.py",
    "tactics/weigh.py",
    "forecast/compile_lean.py",
    "forecast/compile_quick.py",
    "forecast/compile_swap.py",
    "forecast/flat.py",
    "forecast/loop_random.py",
]
OTHERS = [
    "forecast/page.py",
    "forecast/plots.py",
    "forecast/driver.py",
    "tactics/advice.py",
    "odds/command.py",
]
FAITHFUL = """
from tests.forecast import test_faithful
for seed in range(60):
    test_faithful.by_tactics(seed)
"""
ENUMERATED = """
from tests.forecast import test_exact
test_exact.test_exact_is_what_the_play_engine_enumerates(2)
"""
WRONG = [
    (
        "forecast/loop_upkeep.py",
        "        c.reactions = FREE_PER_ROUND\n    c.delayed",
        "        pass\n    c.delayed",
    ),
    ("forecast/loop_attack.py", "load.rounds - rounds", "load.rounds"),
    ("forecast/loop_rolls.py", "c.momentum - price", "c.momentum"),
    ("forecast/loop_harm.py", "    c.physical = physical\n", "    c.physical = c.physical\n"),
]
"""Reactions, ammunition, Momentum paid, trauma: book-keeping of the loop's own, made wrong."""

WRONG_TOO = [
    ("damage", "forecast/loop_luck.py", "piece.plus + (piece.burst_plus if burst else 0)", "piece.plus"),
    ("edges", "tactics/situation_attack.py", "test.free + (test.priced if claimed else 0)", "test.free"),
    ("range", "tactics/situation_attack.py", "(bits & 1) + ((bits >> 1) & 1)", "((bits >> 1) & 1)"),
    ("who is aimed at", "forecast/loop_attack.py", "    if a.aim == j:\n", "    if a.aim == i:\n"),
    ("initiative", "forecast/loop_order.py", "return first < then", "return then < first"),
    ("Momentum", "forecast/loop_rolls.py", "c.momentum >= 0 and gain > 0", "c.momentum > 0 and gain > 0"),
]
WRONG_ODDS = [
    ("hits", "forecast/loop_luck.py", "- rules.low) * 3 + net + 1]", "- rules.low) * 3 + net + 2]"),
    (
        "harms",
        "tactics/flatten_tables.py",
        "return once / every, twice / every",
        "return twice / every, once / every",
    ),
]


def run(program: Path, root: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    """A program run against a copy of the sources."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(root), str(Path.cwd())]),
        "WANDERSTAR_CACHE": str(cache),
    }
    command = [sys.executable, str(program)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=600)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A scratch copy of the package."""
    shutil.copytree(SOURCE, tmp_path / "src" / "wanderstar", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


@pytest.mark.timeout(600)
def test_an_edited_rule_counts_at_the_next_run(copied: Path, tmp_path: Path) -> None:
    """C72: trauma compiled and kept, then its rule edited: the next run goes by the new rule."""
    program, cache = tmp_path / "hurt.py", tmp_path / "cache"
    program.write_text(TRAUMA)
    assert run(program, copied, cache).stdout == "2\n"
    kept = list(cache.iterdir())
    assert run(program, copied, cache).stdout == "2\n"
    assert list(cache.iterdir()) == kept
    rule = copied / "wanderstar" / "book" / "combat" / "trauma.py"
    text = rule.read_text(encoding="utf-8")
    assert "damage >= 2 * armor" in text
    rule.write_text(text.replace("damage >= 2 * armor", "damage >= 4 * armor"), encoding="utf-8")
    assert run(program, copied, cache).stdout == "1\n"


@pytest.mark.timeout(600)
def test_another_kind_of_arguments_is_compiled_too(copied: Path, tmp_path: Path) -> None:
    """A process that has compiled for one kind of arguments compiles for another one, with what both call between
    them: so a large fight can follow a small one."""
    program = tmp_path / "twice.py"
    program.write_text(TWICE)
    done = run(program, copied, tmp_path / "cache")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and len(set(lines)) == 1
    again = run(program, copied, tmp_path / "cache")
    assert again.stdout == done.stdout
    assert len(set(lines[0].strip("[]").split(", "))) == 4


@pytest.mark.timeout(600)
def test_what_is_kept_follows_from_what_it_is_made_from(copied: Path, tmp_path: Path) -> None:
    """The loop is compiled anew when a rule, a tactic or its own sources change, not for a report or a page."""
    program = tmp_path / "edited.py"
    program.write_text(EDITED.replace("FILES", repr(MADE_FROM + OTHERS)))
    done = run(program, copied, tmp_path / "cache")
    assert done.stdout.split() == ["True"] * len(MADE_FROM) + ["False"] * len(OTHERS), done.stderr


@pytest.mark.timeout(600)
def test_old_versions_are_forgotten_and_a_cache_is_not_needed(copied: Path, tmp_path: Path) -> None:
    """Only the last few versions are kept; where nothing can be written, all is compiled for the run."""
    program, cache = tmp_path / "hurt.py", tmp_path / "cache"
    program.write_text(TRAUMA)
    old = [cache / f"{n:020x}" for n in range(6)]
    for path in old:
        path.mkdir(parents=True)
    (cache / "mine").mkdir()
    assert run(program, copied, cache).stdout == "2\n"
    assert len(list(cache.iterdir())) == 5
    assert (cache / "mine").is_dir()
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(program, copied, blocked).stdout == "2\n"


def found_out(faithful: str, copied: Path, tmp_path: Path, file: str, right: str, wrong: str) -> bool:
    """Whether a test fails by what it asserts where a copy of the sources is made wrong in one place."""
    path = copied / "wanderstar" / file
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    program = tmp_path / "faithful.py"
    program.write_text(faithful)
    done = run(program, copied, tmp_path / "cache")
    return done.returncode != 0 and "AssertionError" in done.stderr


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("file", "right", "wrong"), WRONG, ids=[file for file, _, _ in WRONG])
def test_wrong_books_are_found_out(copied: Path, tmp_path: Path, file: str, right: str, wrong: str) -> None:
    """R52: where the loop keeps its books wrongly, it parts company with the play engine within sixty fights."""
    assert found_out(FAITHFUL, copied, tmp_path, file, right, wrong)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("what", "file", "right", "wrong"), WRONG_TOO, ids=[what for what, *_ in WRONG_TOO])
def test_more_wrong_rules_are_found_out(
    copied: Path, tmp_path: Path, what: str, file: str, right: str, wrong: str
) -> None:
    """R52: the same of further rules that the loop reads from plain numbers."""
    assert found_out(FAITHFUL, copied, tmp_path, file, right, wrong), what


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("what", "file", "right", "wrong"), WRONG_ODDS, ids=[what for what, *_ in WRONG_ODDS]
)
def test_wrong_odds_are_found_out(
    copied: Path, tmp_path: Path, what: str, file: str, right: str, wrong: str
) -> None:
    """C43: where chances are looked up wrongly, the exact forecast is not what the play engine enumerates."""
    assert found_out(ENUMERATED, copied, tmp_path, file, right, wrong), what
