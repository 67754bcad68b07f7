"""Random numbers that follow from where they are used: a keyed mix of 64 bits.

Two rounds of the finalizer of SplitMix64 (Steele, Lea and Flood 2014) over a counter. Everything is unsigned 64-bit;
mixed with a signed number the compiler would turn it into a float.
"""

from __future__ import annotations

from typing import Any

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
S30, S27, S31, S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
PEOPLE = 1024
"""Numbers of a round's turns are apart by their person, of whom there are fewer than so many."""

PART = 1.0 / (1 << 53)


def mix(z: Any) -> Any:
    """A bijection of 64 bits that leaves no pattern."""
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


def fight_key(seed: int, fight: int) -> int:
    """The key of one fight's numbers."""
    key = mix(np.uint64(seed) + GOLDEN)
    return np.int64(mix(key ^ (np.uint64(fight) * GOLDEN)))  # type: ignore[return-value]


def turn_key(fight: int, round: int, who: int) -> int:
    """The key of one turn's numbers, from its fight's (round and who together below 2**63)."""
    key = mix(np.uint64(fight) ^ (np.uint64(round * PEOPLE + who) * GOLDEN))
    return np.int64(key)  # type: ignore[return-value]


def fraction(key: int, at: int) -> float:
    """A number of a key, counted from 0 on: from 0 up to but not including 1."""
    z = np.uint64(key)
    if at != 0:
        z = mix(z + np.uint64(at) * GOLDEN)
    return (z >> S11) * PART
