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
from wanderstar.forecast.loop_random import fraction, turn_key
from wanderstar.forecast.loop_vector import EIGHT, LINE, SIXTEEN

WORDS = st.integers(-(2**62), 2**62)
STATES = 5

compiled: Any = numba.njit
no_higher, equal, shift, trade, renew, most, draw, spread, lowest, ahead, copy = (
    compiled(eval(f"lambda {given_}: plain.{name}({given_})", {"plain": loop_vector}))
    for name, given_ in (
        ("no_higher", "bounds, row, point"),
        ("equal", "values, value"),
        ("shift", "sums, states, before, then"),
        ("trade", "sums, states, before, then, other, after"),
        ("renew", "sums, states, faces, needs, table, refreshed, people"),
        ("most", "values, masks, row"),
        ("draw", "lots, whens, turns, points"),
        ("spread", "points, row, key"),
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
    st.lists(st.integers(0, STATES - 1), min_size=4, max_size=4),
)
def test_sums(words: list[int], sums: list[int], among: list[int]) -> None:
    """The words of one state go, those of another come, of one or of two; words beyond 64 bits wrap."""
    states = in_lines((STATES,), narrow(Local))
    states["words"] = np.reshape(words, (STATES, 4))
    before, then, other, after = among
    changed, both = np.array(sums, np.int64), np.array(sums, np.int64)
    shift(changed, states, before, then)
    assert [int(one) for one in changed] == [wrapped(one) for one in replaced(sums, words, before, then)]
    trade(both, states, *among)
    wanted = replaced(replaced(sums, words, before, then), words, other, after)
    assert [int(one) for one in both] == [wrapped(one) for one in wanted]


@given(
    st.lists(WORDS, min_size=4 * STATES, max_size=4 * STATES),
    st.lists(st.integers(0, STATES - 1), min_size=STATES + SIXTEEN, max_size=STATES + SIXTEEN),
    st.integers(0, SIXTEEN),
)
def test_a_new_round(words: list[int], among: list[int], people: int) -> None:
    """So many people have what is in the states that theirs become; the others stay as they are."""
    table = in_lines((STATES,), narrow(Local))
    table["words"] = np.reshape(words, (STATES, 4))
    table["face"], table["need"] = np.arange(STATES) + 100, np.arange(STATES) + 200
    refreshed = np.array(among[:STATES], np.uint16)
    states = np.array(among[STATES:], np.uint16)
    before = states.copy()
    sums, faces, needs = np.ones(4, np.int64), np.zeros(SIXTEEN, np.uint16), np.zeros(SIXTEEN, np.uint16)
    renew(sums, states, faces, needs, table, refreshed, people)
    then = [int(refreshed[s]) for s in before[:people]]
    assert list(states) == [*then, *before[people:]]
    assert list(faces) == [*(100 + s for s in then), *[0] * (SIXTEEN - people)]
    assert list(needs) == [*(200 + s for s in then), *[0] * (SIXTEEN - people)]
    wanted = [sum(words[4 * s + q] for s in then) for q in range(4)]
    assert [int(one) for one in sums] == [wrapped(one) for one in wanted]


def replaced(sums: list[int], words: list[int], before: int, then: int) -> list[int]:
    """The same without a limit."""
    return [one + words[4 * then + q] - words[4 * before + q] for q, one in enumerate(sums)]


def wrapped(word: int) -> int:
    """A word of 64 bits with a sign."""
    return (word + 2**63) % 2**64 - 2**63


@given(
    st.lists(st.integers(0, 2**16 - 1), min_size=SIXTEEN, max_size=SIXTEEN),
    st.integers(0, 2**SIXTEEN - 1),
    st.integers(0, 1),
)
def test_the_highest_value(values: list[int], bits: int, row: int) -> None:
    """Of those that a row of masks lets through alone; 0 where there are none."""
    table, masks = np.array(values, np.uint16), np.zeros((2, SIXTEEN), np.uint16)
    masks[row] = [0xFFFF * (bits >> k & 1) for k in range(SIXTEEN)]
    wanted = max([0, *(value for k, value in enumerate(values) if bits >> k & 1)])
    assert most(table, masks, row) == loop_vector.most(values, masks, row) == wanted
    assert most(table, masks, 1 - row) == 0


@given(
    st.lists(WORDS, min_size=EIGHT, max_size=EIGHT),
    st.lists(st.integers(1, 2**20), min_size=EIGHT, max_size=EIGHT),
)
def test_eight_turns(lots: list[int], whens: list[int]) -> None:
    """Their keys and first numbers are those that each turn has by itself."""
    made = [in_lines((EIGHT,), kind) for kind in (np.int64, np.int64, np.int64, float)]
    made[0][:], made[1][:] = lots, whens
    draw(*made)
    with np.errstate(over="ignore"):
        keys = [turn_key(lot, 0, when) for lot, when in zip(made[0], whens, strict=True)]
        assert list(made[2]) == keys
        assert list(made[3]) == [fraction(key, 0) for key in keys]


@given(WORDS, st.integers(0, 1))
def test_numbers_of_a_key(key: int, row: int) -> None:
    """They are those that it gives one after the other; the other row stays as it is."""
    points = in_lines((2, EIGHT), float)
    word: Any = np.int64(key)
    spread(points, row, word)
    with np.errstate(over="ignore"):
        wanted = [fraction(word, at) for at in range(row * EIGHT, (row + 1) * EIGHT)]
    assert list(points[row]) == wanted
    assert not points[1 - row].any()


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


@pytest.mark.parametrize("name", ["bounds", "states", "totals", "points", "luck", "lanes"])
def test_what_is_read_in_lines_begins_with_one(name: str) -> None:
    """Compiled code takes that for granted."""
    lore = flat_lore()
    field, at = lore.dtype.fields[name][:2]
    assert (lore.base.ctypes.data + at) % LINE == 0
    assert field.base.itemsize % LINE == 0 or name in ("bounds", "totals", "points")
