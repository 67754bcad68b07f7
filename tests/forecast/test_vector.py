"""What is done for several values at once: compiled it is what it is by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

import numba

from wanderstar.forecast import compile_vector, loop_vector
from wanderstar.forecast.flat_lore import flat_lore, narrow
from wanderstar.forecast.loop_lore import Lane, Local
from wanderstar.forecast.loop_vector import EIGHT, LINE, SIXTEEN

WORDS = st.integers(-(2**62), 2**62)
STATES = 5

compiled: Any = numba.njit
no_higher, equal, shift, most, lowest, ahead, copy = (
    compiled(eval(f"lambda {given_}: plain.{name}({given_})", {"plain": loop_vector}))
    for name, given_ in (
        ("no_higher", "bounds, row, point"),
        ("equal", "values, value"),
        ("shift", "sums, states, before, then"),
        ("most", "values, bits"),
        ("lowest", "bits"),
        ("ahead", "table, at"),
        ("copy", "lanes, to, source"),
    )
)


def in_lines(shape: tuple[int, ...], kind: Any) -> Any:
    """An empty array that begins with a line of the cache."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    memory = np.zeros(size + LINE, np.uint8)
    begins = -memory.ctypes.data % LINE
    return memory[begins : begins + size].view(kind).reshape(shape)


def test_all_have_a_compiled_form() -> None:
    """Every function of the module is there, and no other."""
    own = {
        one for one in vars(loop_vector).values() if getattr(one, "__module__", "") == loop_vector.__name__
    }
    assert own == set(compile_vector.VECTORS)


@given(st.lists(st.floats(0, 2), min_size=2 * EIGHT, max_size=2 * EIGHT), st.data())
def test_bounds(bounds: list[float], data: st.DataObject) -> None:
    """So many of the eight in a row are no higher; a bound itself is none of those above it."""
    table = in_lines((2, EIGHT), float)
    table[:] = np.reshape(bounds, (2, EIGHT))
    point, row = data.draw(st.sampled_from(bounds) | st.floats(0, 2)), data.draw(st.integers(0, 1))
    assert no_higher(table, row, point) == loop_vector.no_higher(table, row, point)


@given(st.lists(st.integers(0, 5), min_size=SIXTEEN, max_size=SIXTEEN), st.integers(0, 1024))
def test_equal_values(values: list[int], value: int) -> None:
    """A bit for each value that is equal; the highest is that of the last."""
    table = np.array(values, np.uint16)
    assert equal(table, value) == loop_vector.equal(values, value)
    assert equal(table, values[-1]) >> SIXTEEN - 1 == 1


@given(
    st.lists(WORDS, min_size=4 * STATES, max_size=4 * STATES),
    st.lists(WORDS, min_size=4, max_size=4),
    st.data(),
)
def test_sums(words: list[int], sums: list[int], data: st.DataObject) -> None:
    """The words of one state go, those of another come; words beyond 64 bits wrap."""
    states = in_lines((STATES,), narrow(Local))
    states["words"] = np.reshape(words, (STATES, 4))
    before, then = data.draw(st.integers(0, STATES - 1)), data.draw(st.integers(0, STATES - 1))
    changed = np.array(sums, np.int64)
    shift(changed, states, before, then)
    wanted = [(one + words[4 * then + q] - words[4 * before + q]) for q, one in enumerate(sums)]
    assert [int(one) for one in changed] == [(one + 2**63) % 2**64 - 2**63 for one in wanted]


@given(st.lists(WORDS, min_size=SIXTEEN, max_size=SIXTEEN), st.integers(0, 2**SIXTEEN - 1))
def test_the_highest_value(values: list[int], bits: int) -> None:
    """Of those with a bit alone; 0 where all of them are below it, or there are none."""
    table = np.array(values, np.int64)
    assert most(table, bits) == loop_vector.most(values, bits)
    assert most(table, 0) == 0


def test_a_copy() -> None:
    """An entry is as another; what becomes of one is nothing to the other."""
    lanes, plain = np.zeros(3, narrow(Lane)), [[1], [2], [3]]
    lanes["states"] = np.arange(3 * SIXTEEN).reshape(3, SIXTEEN)
    copy(lanes, 0, 2)
    loop_vector.copy(plain, 0, 2)
    lanes["states"][2] = 0
    plain[2][0] = 0
    assert list(lanes["states"][0]) == list(range(2 * SIXTEEN, 3 * SIXTEEN))
    assert plain == [[3], [2], [0]]


@given(st.integers(1, 2**62))
def test_the_lowest_bit(bits: int) -> None:
    """Its number."""
    assert lowest(bits) == loop_vector.lowest(bits)
    assert bits >> lowest(bits) & 1 == 1


def test_to_look_ahead_changes_nothing() -> None:
    """It is for the processor alone."""
    table = np.arange(8)
    assert ahead(table, 3) is None
    assert list(table) == list(range(8))


@pytest.mark.parametrize("name", ["bounds", "states", "totals", "lanes"])
def test_what_is_read_in_lines_begins_with_one(name: str) -> None:
    """Compiled code takes that for granted."""
    lore = flat_lore()
    field, at = lore.dtype.fields[name][:2]
    assert (lore.base.ctypes.data + at) % LINE == 0
    assert field.base.itemsize % LINE == 0 or name in ("bounds", "totals")
