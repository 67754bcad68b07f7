"""What is left out of compiling changes nothing of what comes of it, whatever numba looks like inside."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")

from wanderstar.forecast.compile import Compiled
from wanderstar.forecast.compile_lean import Depth, linking, nothing
from wanderstar.forecast.compile_quick import IDLE, QUICK, quick
from wanderstar.forecast.compile_swap import Swap, fits
from wanderstar.forecast.loop_random import fight_key, fraction, turn_key

ALL = (*linking(Depth(nothing)), *QUICK)
OTHERWISE = """
import functools, sys
import numpy as np
from tests.forecast.test_compile_quick import ALL, draws
from wanderstar.forecast.compile import Compiled

def another(own):
    return lambda *given, **named: own(*given, **named)

for swap in ALL:
    owner, name = swap.owner(), swap.name()
    if sys.argv[1] == "other parameters":
        setattr(owner, name, another(getattr(owner, name)))
    elif sys.argv[1] == "only one" and swap is not ALL[int(sys.argv[2])]:
        setattr(owner, name, another(getattr(owner, name)))
into = np.zeros(9)
Compiled(draws)(into, 9)
print(into.tolist())
"""


def draws(into: Any, many: int) -> int:
    """Random numbers, by functions that call each other."""
    for n in range(many):
        into[n] = fraction(turn_key(fight_key(1, n), 2, 3), n)
    return many


def halves(into: Any, many: int) -> int:
    """With a function inside."""

    def half(n: int) -> float:
        return n / 2

    for n in range(many):
        into[n] = half(n)
    return many


def tangled(into: Any, many: int) -> int:
    """Loops left and gone on with, tuples, names that mean one thing after another."""
    a, b = 0, 1.0
    for n in range(many):
        pair = (n, b) if n % 2 else (a, b + 1)
        a = pair[0] + n
        while a > 3:
            a -= 2
            if a == 4:
                break
        else:
            b = b * 2
            into[n] = b
            continue
        into[n] = -1.0 if n in (1, 5, 6) else max(a, n) / 4
    return a


def in_python(function: Callable[..., int]) -> tuple[int, list[float]]:
    """What comes of a function that nothing is compiled for."""
    into = np.zeros(9)
    with np.errstate(over="ignore"):
        return function(into, 9), into.tolist()


@pytest.mark.parametrize("function", [draws, halves, tangled], ids=lambda one: one.__name__)
def test_what_is_compiled_does_what_python_does(
    function: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The passes left out were idle: also for a function inside another, which goes through all of them."""
    monkeypatch.setenv("WANDERSTAR_CACHE", str(tmp_path))
    fast = np.zeros(9)
    assert (Compiled(function)(fast, 9), fast.tolist()) == in_python(function)
    assert len(set(fast.tolist())) > 3


@pytest.mark.parametrize("swap", ALL, ids=lambda one: one.place)
def test_numba_looks_as_expected(swap: Swap) -> None:
    """Each thing that we lean on is there, so that compiling takes no longer than it must."""
    assert fits(swap)


def test_idle_passes_are_numbas() -> None:
    """Every pass left out is one that numba would go through."""
    inside: Any = importlib.import_module("numba.core.compiler")
    state = inside.StateDict(flags=inside.Flags(), func_ir=None)
    passes = inside.DefaultPassBuilder.define_nopython_pipeline(state).passes
    names = {one.__name__ for one, _ in passes}
    assert names >= IDLE


def test_numba_is_left_as_it_was() -> None:
    """Ours are called only while it holds, and not after an error either."""

    def now() -> list[Any]:
        return [getattr(swap.owner(), swap.name()) for swap in QUICK]

    before = now()
    with quick():
        assert not any(one is own for one, own in zip(now(), before, strict=True))
    assert now() == before
    with pytest.raises(ZeroDivisionError), quick():
        _ = 1 // 0
    assert now() == before


def test_what_looks_otherwise_is_let_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that takes something else, or is not there any more, stays numba's own."""
    own = QUICK[0]

    def with_more(kind: str, callback: Any, more: int = 0) -> None:
        """Another one."""

    monkeypatch.setattr(own.owner(), own.name(), with_more)
    assert not fits(own)
    with quick():
        assert getattr(own.owner(), own.name()) is with_more
    monkeypatch.delattr(own.owner(), own.name())
    assert not fits(own)
    with quick():
        assert not hasattr(own.owner(), own.name())
    assert not fits(own._replace(place="NoSuchClass.finalize"))


@pytest.mark.parametrize("swap", [one for one in QUICK if one.uses], ids=lambda one: one.place)
def test_another_body_is_let_be(swap: Swap) -> None:
    """What ours stands for, without calling it, has to have a body like the one that is known."""
    assert fits(swap)
    assert not fits(swap._replace(uses=swap.uses | {"initialize"}))
    assert not fits(swap._replace(uses=swap.uses - {min(swap.uses)}))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("how", [["other parameters"], ["only one", "0"], ["only one", "4"], ["as it is"]])
def test_another_numba_compiles_the_same(how: list[str], tmp_path: Path) -> None:
    """Where none of it, or only some of it looks as expected, compiling takes longer and comes to the same."""
    program = tmp_path / "otherwise.py"
    program.write_text(OTHERWISE)
    root = Path(__file__).parents[2]
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)]),
        "WANDERSTAR_CACHE": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, str(program), *how],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.stdout.strip() == str(in_python(draws)[1]), done.stderr
