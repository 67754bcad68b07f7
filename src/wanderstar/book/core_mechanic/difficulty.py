"""Chapter 5, Difficulty and When not to roll: gates, edges and their price in Momentum."""

from __future__ import annotations

from enum import IntEnum

from ..ruleset import Conflict


class Gate(IntEnum):
    """What becomes of a test before any dice (R11)."""

    ROLL = 0
    FAILS = 1
    SUCCEEDS = 2
    REFUSED = 3


def gate(
    impossible: bool,
    bonus: int,
    gate_bonus: int | None,
    certain: bool,
    uncertain: bool,
    stakes: bool,
    expert: int,
) -> Gate:
    """Whether a test is rolled at all, the first that applies (R11, R53).

    Impossible without the gear fails (T18, T28); a rank below the gate is refused (T27); no chance of failure
    succeeds (T17, T19); Expert and not uncertain succeeds (T50, T51); nothing at stake succeeds (T1).
    `gate_bonus` is the bonus of the rank asked for, or None.
    """
    if impossible:
        return Gate.FAILS
    if gate_bonus is not None and bonus < gate_bonus:
        return Gate.REFUSED
    if certain or (bonus >= expert and not uncertain) or not stakes:
        return Gate.SUCCEEDS
    return Gate.ROLL


def edge(advantages: int, disadvantages: int, conflict: int) -> int:
    """The net edge of a test: 1, 0 or -1 (T20, T21, T24, T25, R2).

    `advantages` and `disadvantages` count sources; sources of one kind never stack.
    """
    if advantages == 0 or disadvantages == 0:
        return (advantages > 0) - (disadvantages > 0)
    if conflict == Conflict.DISADVANTAGE_WINS:
        return -1
    if conflict == Conflict.ADVANTAGE_WINS:
        return 1
    if conflict == Conflict.MAJORITY:
        return (advantages > disadvantages) - (advantages < disadvantages)
    return 0


def earns(net: int, disadvantages: int, gain: int, gain_when_cancelled: bool) -> int:
    """The Momentum a roll earns (T23, T24, R3): once, and only if the dice were rolled at Disadvantage.

    `gain` is what the best-paying of its Disadvantages gives, 0 when none of them pays (R1).
    """
    if disadvantages == 0:
        return 0
    if net < 0 or (gain_when_cancelled and net == 0):
        return gain
    return 0


def credited(momentum: int, gain: int, cap: int) -> int:
    """A pool after a gain, `cap` at most (R5); a negative `cap` means none."""
    if cap < 0 or momentum + gain <= cap:
        return momentum + gain
    return max(momentum, cap)


def grade(score: int, advantage_min: int, disadvantage_max: int) -> int:
    """What a characteristic's score gives: 1 Advantage, 0 nothing, -1 Disadvantage (R8)."""
    return (score >= advantage_min) - (score <= disadvantage_max)
