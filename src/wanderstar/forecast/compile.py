"""The rules, the tactics and the loop compiled as they are, and kept compiled until any of their sources changes.

Starting from a function, every function of ours that it can call is handed to numba. What was compiled is kept in the
user's cache, in a directory named by a digest of all sources that can take part; so an edited rule counts at the next
run.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
from numba import types
from numba.core import config as numba_config
from numba.extending import register_jitable

from .compile_lean import Progress, linked_once, nothing

PACKAGE = "wanderstar"
SOURCES = ("book", "tactics", "forecast", "odds")
"""The packages whose sources the compiled code is made from (`odds` makes the tables)."""

DIGEST = re.compile("[0-9a-f]{20}")
"""The name of a directory of the cache."""

KEPT = 4
"""So many versions of what is compiled are kept."""

OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
INNER: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

config: Any = numba_config
typeof: Any = numba.typeof

_registered: set[FunctionType] = set()


def called(function: FunctionType) -> Iterator[FunctionType]:
    """Our functions that a function names, by itself or through a module."""
    names = set(_names(function.__code__))
    known = function.__globals__
    for name in names:
        found = known.get(name)
        if isinstance(found, ModuleType):
            yield from _ours(getattr(found, other, None) for other in names)
        else:
            yield from _ours([found])


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _ours(found: Iterable[Any]) -> Iterator[FunctionType]:
    for one in found:
        if isinstance(one, FunctionType) and one.__module__.partition(".")[0] == PACKAGE:
            yield one


def register(function: FunctionType) -> None:
    """Lets compiled code call everything that this function calls, however deep."""
    for other in called(function):
        if other not in _registered:
            _registered.add(other)
            register(other)
            register_jitable(**INNER)(other)


class Compiled:
    """A function that is compiled when first called, or read from the cache. Any thread may call it.

    `progress` is told, as functions come up for compiling, how many there have been.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.progress: Progress = nothing
        self.dispatcher: Any = None
        self.lock = Lock()
        self.ready = False

    def __call__(self, *arguments: Any) -> Any:
        """Calls it."""
        if self.ready:
            return self.dispatcher(*arguments)
        with self.lock, linked_once(self.progress):
            if self.dispatcher is None:
                self.dispatcher = dispatcher_of(self.function)
                short_names(*arguments)
            answer = self.dispatcher(*arguments)
            self.ready = True
            return answer


def dispatcher_of(function: Callable[..., Any]) -> Any:
    """The function handed to numba, its cache where the present sources' is; without one where nothing can be kept."""
    assert isinstance(function, FunctionType)
    register(function)
    before, directory = config.CACHE_DIR, cache_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        config.CACHE_DIR = str(directory)
        made = numba.njit(cache=True, nogil=True, **OPTIONS)(function)
    except (OSError, RuntimeError):  # nothing can be written there; RuntimeError is numba's word for it
        return numba.njit(nogil=True, **OPTIONS)(function)
    finally:
        config.CACHE_DIR = before
    forget(directory)
    return made


def forget(present: Path) -> None:
    """Removes what was compiled from sources of long ago: all but the last few."""
    found = [path for path in present.parent.iterdir() if DIGEST.fullmatch(path.name) and path != present]
    for path in sorted(found, key=lambda path: path.stat().st_mtime)[: -KEPT + 1]:
        shutil.rmtree(path, ignore_errors=True)


_named: list[Any] = []
"""Types whose names were shortened; they keep them as long as they live."""


def short_names(*arguments: Any) -> None:
    """Gives the types of rows short names: every compiled function carries those of its arguments in its own, and
    those of records spell out all their fields."""
    for value in arguments:
        kind = typeof(value)
        if isinstance(kind, types.Record):
            kind.name = f"Record{len(kind.fields)}x{kind.size}"
            _named.append(kind)


def digest() -> str:
    """A name for the present state of all sources, of numba and of Python."""
    here = Path(__file__).parents[1]
    found = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for package in SOURCES:
        for path in sorted((here / package).rglob("*.py")):
            found.update(path.relative_to(here).as_posix().encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:20]


def cache_directory() -> Path:
    """Where what is compiled is kept: `WANDERSTAR_CACHE`, else the user's cache."""
    named = os.environ.get("WANDERSTAR_CACHE")
    if named:
        return Path(named) / digest()
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home / PACKAGE / digest()
