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

SPARSE = 8
"""So many times as many places as entries while a table can grow: what is looked for is mostly found at once."""

MIXED = 40
"""From here on the bits of a key times an odd number hang on most of the key's."""


@hot
def spot(key: int, shelf: Shelf) -> int:
    """Where a key is looked for first."""
    return shelf.size + (key * K1 >> MIXED & shelf.mask)


@hot
def found(table: MutableSequence[Entry], shelf: Shelf, key: int) -> int:
    """The word of a key, which is never 0; `UNKNOWN` for none."""
    return found_from(table, shelf, key, spot(key, shelf))


@hot
def found_from(table: MutableSequence[Entry], shelf: Shelf, key: int, at: int) -> int:
    """The same, its `spot` being known."""
    while table[at].key != key:
        if table[at].key == 0:
            return UNKNOWN
        at = shelf.size + (at + 1 & shelf.mask)
    return table[at].word + 0


def keep(table: MutableSequence[Entry], shelf: Shelf, key: int, word: int) -> None:
    """Remembers a word, 0 or more, for a key that has none; not when there is no room for it."""
    if SPARSE * shelf.count >= shelf.size and shelf.size < shelf.most:
        grow(table, shelf)
    if not crammed(shelf):
        put(table, shelf, key, word)
        shelf.count = shelf.count + 1


def crammed(shelf: Shelf) -> bool:
    """Whether there is no room for more."""
    return 4 * shelf.count >= 3 * shelf.size


def put(table: MutableSequence[Entry], shelf: Shelf, key: int, word: int) -> None:
    """Puts a word where there is room."""
    at = spot(key, shelf)
    while table[at].key != 0:
        at = shelf.size + (at + 1 & shelf.mask)
    table[at].key = key
    table[at].word = word


def grow(table: MutableSequence[Entry], shelf: Shelf) -> None:
    """Makes room for twice as many."""
    size = shelf.size + 0
    resize(shelf, 2 * size)
    for at in range(size, 2 * size):
        if table[at].key != 0:
            put(table, shelf, table[at].key, table[at].word)
            table[at].key = 0


def resize(shelf: Shelf, size: int) -> None:
    """Makes a table have so many entries."""
    shelf.size = size
    shelf.mask = size - 1


def clear(table: MutableSequence[Entry], shelf: Shelf) -> None:
    """Forgets all."""
    for at in range(shelf.size, 2 * shelf.size):
        table[at].key = 0
    resize(shelf, SMALLEST)
    shelf.count = 0
