"""The rules, the tactics and the loop compiled as they are, and kept compiled until any of their sources changes.

Starting from a function, every function of ours that it can call is handed to numba. What was compiled is kept in the
user's cache, in a directory named by a digest of all sources that take part; so an edited rule counts at the next run.
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
import numpy as np
from numba import types
from numba.core import config as numba_config
from numba.extending import register_jitable

from .compile_lean import Progress, linked_once, nothing
from .compile_quick import Pipeline, quick
from .compile_vector import VECTORS
from .hot import HOT

PACKAGE = "wanderstar"
SHAPES = (
    "forecast/compile.py",
    "forecast/compile_lean.py",
    "forecast/compile_quick.py",
    "forecast/compile_swap.py",
    "forecast/compile_vector.py",
    "forecast/flat.py",
)
"""Sources that shape all compiled code: how it is compiled, and the records that it reads."""

IMPORT = re.compile(r"^ *from (\.+)([\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
"""A relative import, as all of ours are: its dots, its module, the names."""

DIGEST = re.compile("[0-9a-f]{20}")
"""The name of a directory of the cache."""

KEPT = 4
"""So many versions of what is compiled are kept."""

OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "pipeline_class": Pipeline}
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
        if other not in _registered and other not in VECTORS:
            _registered.add(other)
            register(other)
            register_jitable(**INNER, forceinline=other in HOT)(other)


_compiling = Lock()
"""One thread compiles at a time: `linked_once` changes what all of numba does."""


class Compiled:
    """A function that is compiled when first called with arguments of some kinds, or read from the cache. Any thread
    may call it.

    `progress` is told, as functions come up for compiling, how many there have been.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.progress: Progress = nothing
        self.dispatcher: Any = None
        self.ready: set[Any] = set()

    def __call__(self, *arguments: Any) -> Any:
        """Calls it."""
        kinds = kind_of(arguments)
        if kinds in self.ready:
            return self.dispatcher(*arguments)
        with _compiling, linked_once(self.progress), quick():
            if self.dispatcher is None:
                self.dispatcher = dispatcher_of(self.function)
            short_names(*arguments)
            answer = self.dispatcher(*arguments)
            self.ready.add(kinds)
            return answer


def kind_of(value: Any) -> Any:
    """What numba tells values apart by, without the time that it takes for that: every kind is compiled for itself.

    That must happen while `linked_once` holds, the second time too. Functions that both kinds call are there already,
    but only translated; linked by numba's ordinary way their names would lead nowhere.
    """
    if isinstance(value, tuple):
        return (type(value), *(kind_of(one) for one in value))
    if isinstance(value, np.ndarray):
        flags = value.flags
        return value.dtype, value.ndim, flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable
    return type(value), getattr(value, "dtype", None)


def dispatcher_of(function: Callable[..., Any]) -> Any:
    """The function handed to numba, its cache where the present sources' is; without one where nothing can be kept."""
    assert isinstance(function, FunctionType)
    register(function)
    before, directory = config.CACHE_DIR, cache_directory(function)
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
        row = getattr(kind, "dtype", None)
        if isinstance(row, types.Record):
            row.name = f"Record{len(row.fields)}x{row.size}"
            kind.name = f"{row.name}s"
            _named.append(kind)


def reached(function: FunctionType) -> set[FunctionType]:
    """A function and all of ours that it can call, however deep."""
    found, waiting = {function}, [function]
    while waiting:
        more = set(called(waiting.pop())) - found
        found |= more
        waiting += more
    return found


def sources(function: FunctionType) -> list[Path]:
    """The files that a compiled function is made from: those of all it calls, and whatever these import."""
    here = Path(__file__).parents[1]
    modules = {one.__module__ for one in reached(function)}
    files = {Path(str(sys.modules[name].__file__)) for name in modules if name.partition(".")[0] == PACKAGE}
    found, waiting = {here / name for name in SHAPES}, sorted(files)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path)
    return sorted(found)


def imported(path: Path) -> Iterator[Path]:
    """The modules of our package that a file imports."""
    for dots, module, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        base = path.parents[len(dots) - 1].joinpath(*filter(None, module.split(".")))
        if not base.is_dir():
            yield base.with_suffix(".py")
            continue
        for name in re.findall(r"(\w+)(?: as \w+)?", names):
            inner = base / f"{name}.py"
            yield inner if inner.is_file() else base / "__init__.py"


def digest(function: FunctionType) -> str:
    """A name for the present state of what a function is made from, of numba and of Python."""
    here = Path(__file__).parents[1]
    found = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in sources(function):
        found.update(path.relative_to(here).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:20]


def cache_directory(function: FunctionType) -> Path:
    """Where a compiled function is kept: in `WANDERSTAR_CACHE`, else in the user's cache."""
    named = os.environ.get("WANDERSTAR_CACHE")
    if named:
        return Path(named) / digest(function)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home / PACKAGE / digest(function)
