"""One linking for many functions: what numba does for every function it compiles is here done once, at the end.

numba links each function with all it calls, optimizes the whole and makes machine code of it; and again for whoever
calls that. Of three hundred functions that call each other most of that work is thrown away, minutes of it. While
`linked_once` holds, the functions that are called are only translated; the one at the top gathers all of them and is
optimized.

This leans on numba's inside (0.68): where that looks otherwise, everything is compiled as numba would by itself.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import codegen, event

from .compile_swap import Swap, fits, swapped

Progress = Callable[[int], None]
"""Is told, as each function comes up, how many there have been."""

events: Any = event
LEAN = "_wanderstar_lean"


class Depth(event.Listener):
    """How many functions are being compiled for each other just now; tells `progress` of each that begins."""

    def __init__(self, progress: Progress) -> None:
        self.depth = 0
        self.begun = 0
        self.progress = progress

    def on_start(self, event: Any) -> None:
        """A function begins."""
        self.depth += 1
        self.begun += 1
        self.progress(self.begun)

    def on_end(self, event: Any) -> None:
        """It is done."""
        self.depth -= 1


def nothing(begun: int) -> None:
    """Nobody is told."""


@contextmanager
def linked_once(progress: Progress = nothing) -> Iterator[None]:
    """While it holds, whatever is compiled is linked and optimized as one. Not for two threads at once."""
    depth = Depth(progress)
    swaps = linking(depth)
    collects = gc.isenabled()
    gc.disable()  # hundreds of thousands of small objects, all of which stay
    events.register("numba:compile", depth)
    try:
        with swapped(swaps if all(map(fits, swaps)) else ()):
            yield
    finally:
        if collects:
            gc.freeze()
            gc.enable()
        events.unregister("numba:compile", depth)


def linking(depth: Depth) -> tuple[Swap, ...]:
    """How the functions at the bottom are left unlinked: all of this, or nothing of it."""

    def lean_finalize(own: Any) -> Callable[..., Any]:
        def finalize(self: Any) -> None:
            if depth.depth > 1:
                self._raise_if_finalized()
                self._finalize_dynamic_globals()
                self._finalized = True
                setattr(self, LEAN, True)
                return
            self._linking_libraries = _closure(self)
            own(self)

        return finalize

    def lean_pointer(own: Any) -> Callable[..., Any]:
        def get_pointer_to_function(self: Any, name: str) -> int:
            return 0 if getattr(self, LEAN, False) else int(own(self, name))

        return get_pointer_to_function

    def lean_env(own: Any) -> Callable[..., Any]:
        def set_env(self: Any, env_name: str, env: Any) -> None:
            if self._engine.get_global_value_address(env_name):
                own(self, env_name, env)

        return set_env

    return (
        Swap(codegen, "CPUCodeLibrary.finalize", ("self",), lean_finalize),
        Swap(codegen, "JITCodeLibrary.get_pointer_to_function", ("self", "name"), lean_pointer),
        Swap(codegen, "JITCPUCodegen.set_env", ("self", "env_name", "env"), lean_env),
    )


def _closure(library: Any) -> list[Any]:
    """The libraries that a library is to be linked with, those of its lean ones among them, whoever calls before what
    is called: the linker leaves out what nobody has asked for yet."""
    done: list[Any] = []
    seen: set[Any] = set()
    waiting: list[tuple[Any, bool]] = [(other, False) for other in library._linking_libraries]
    while waiting:
        other, entered = waiting.pop()
        if entered:
            done.append(other)
        elif other not in seen:
            seen.add(other)
            waiting.append((other, True))
            if getattr(other, LEAN, False):
                waiting += [(one, False) for one in other._linking_libraries]
    return done[::-1]
