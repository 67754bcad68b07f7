"""Tables of what is remembered: a word for each key, in rooms that double as they fill up.

One of `size` entries, a power of two, lies at the places from `size` on, so that it grows into one of twice as many
without being in its way.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.recall import K1
from .hot import hot
from .loop_lore import SMALLEST, Entry, Shelf

UNKNOWN = -1
"""No word."""


@hot
def spot(key: int, size: int) -> int:
    """Where a key is looked for first."""
    mixed = (key ^ (key >> 32)) * K1
    return size + ((mixed ^ (mixed >> 32)) & (size - 1))


@hot
def found(table: MutableSequence[Entry], size: int, key: int) -> int:
    """The word of a key, which is never 0; `UNKNOWN` for none."""
    at = spot(key, size)
    while table[at].key != key:
        if table[at].key == 0:
            return UNKNOWN
        at = size + (at + 1 & size - 1)
    return table[at].word + 0


def keep(table: MutableSequence[Entry], shelf: Shelf, key: int, word: int) -> None:
    """Remembers a word, 0 or more, for a key that has none; not when there is no room for it."""
    if 2 * shelf.count >= shelf.size and shelf.size < shelf.most:
        grow(table, shelf)
    if not crammed(shelf):
        put(table, shelf.size, key, word)
        shelf.count = shelf.count + 1


def crammed(shelf: Shelf) -> bool:
    """Whether there is no room for more."""
    return 4 * shelf.count >= 3 * shelf.size


def put(table: MutableSequence[Entry], size: int, key: int, word: int) -> None:
    """Puts a word where there is room."""
    at = spot(key, size)
    while table[at].key != 0:
        at = size + (at + 1 & size - 1)
    table[at].key = key
    table[at].word = word


def grow(table: MutableSequence[Entry], shelf: Shelf) -> None:
    """Makes room for twice as many."""
    size = shelf.size + 0
    for at in range(size, 2 * size):
        if table[at].key != 0:
            put(table, 2 * size, table[at].key, table[at].word)
            table[at].key = 0
    shelf.size = 2 * size


def clear(table: MutableSequence[Entry], shelf: Shelf) -> None:
    """Forgets all."""
    for at in range(shelf.size, 2 * shelf.size):
        table[at].key = 0
    shelf.size = SMALLEST
    shelf.count = 0
