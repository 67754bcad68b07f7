"""Functions of numba's inside replaced for a while, where they look as expected."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple


class Swap(NamedTuple):
    """A function: its place in a module of numba's, the names of the parameters that it is known with, what makes
    ours of numba's own. Where ours does not call that but stands for it: `uses`, all names that its body reads."""

    module: Any
    place: str
    takes: tuple[str, ...]
    ours: Callable[[Any], Callable[..., Any]]
    uses: frozenset[str] = frozenset()

    def owner(self) -> Any:
        """The class or module that has it; None where there is none."""
        found = self.module
        for name in self.place.split(".")[:-1]:
            found = getattr(found, name, None)
        return found

    def name(self) -> str:
        """Its name there."""
        return self.place.rpartition(".")[2]


def names(words: str) -> frozenset[str]:
    """Names, written one after the other."""
    return frozenset(words.split())


def fits(swap: Swap) -> bool:
    """Whether numba has such a function, with such parameters, and such a body where that counts."""
    own = getattr(swap.owner(), swap.name(), None)
    if not inspect.isroutine(own) or tuple(inspect.signature(own).parameters) != swap.takes:
        return False
    code = getattr(own, "__code__", None)
    return not swap.uses or (code is not None and swap.uses == set(code.co_names))


@contextmanager
def swapped(swaps: Iterable[Swap]) -> Iterator[None]:
    """While it holds, ours are called instead. Not for two threads at once."""
    with ExitStack() as stack:
        for swap in swaps:
            owner, name = swap.owner(), swap.name()
            own = getattr(owner, name)
            setattr(owner, name, swap.ours(own))
            stack.callback(setattr, owner, name, own)
        yield
