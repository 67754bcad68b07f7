"""Our exact odds against icepool and dyce, and one `wanderstar odds test` against bare Python, side by side.

Everything is measured in the same run, alternately, and only ratios are worth quoting. The other libraries are
used at their best: their dice are made beforehand, they count dice by themselves and the rest is plain
fractions. "warm" is a question asked before; "new" has our own caches of answers emptied before each round.
Ends with 1 when a requirement is missed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

import dyce
import icepool

from wanderstar import odds

TIMES = 3.0
MILLISECONDS = 100.0

RANKS = (-3, 0, 1, 2, 3)
EDGES = (-1, 0, 1)
FLAGS: dict[int, dict[str, Any]] = {-1: {"disadvantage": 1}, 0: {}, 1: {"advantage": 1}}
WORDS = {-1: "disadvantage", 0: "neutral", 1: "advantage"}
PAIRS = [(first, edge, second) for first in (0, 2) for edge in EDGES for second in (0, 1, 3)]
CLOCKS = [(bonus, edge) for bonus in (0, 1, 2) for edge in EDGES]
ATTACKS = [
    (bonus, dice, plus, armor, skill)
    for bonus in (0, 2)
    for dice, plus in ((2, 1), (3, 0))
    for armor in (5, 7)
    for skill in (0, 2)
]
SIDES = [[f"a:{first}:{WORDS[edge]}", f"b:{second}"] for first, edge, second in PAIRS]

POOL = icepool.d6.pool(3)
ICE: dict[int, Any] = {-1: POOL.lowest(2).sum(), 0: 2 @ icepool.d6, 1: POOL.highest(2).sum()}
ICE_DAMAGE: dict[int, Any] = {dice: dice @ icepool.d6 for dice in (2, 3)}
THREE: Any = 3 @ dyce.P(6)
DYCE: dict[int, Any] = {-1: THREE.at(0, 1), 0: 2 @ dyce.H(6), 1: THREE.at(-1, -2)}
DYCE_DAMAGE: dict[int, Any] = {dice: dice @ dyce.H(6) for dice in (2, 3)}

At_least = Callable[[Any, int], Fraction]


def ice_at_least(die: Any, least: int) -> Fraction:
    return Fraction(die.quantity(">=", least), die.denominator())


def dyce_at_least(histogram: Any, least: int) -> Fraction:
    return Fraction(sum(count for value, count in histogram.items() if value >= least), histogram.total)


def table(dice: dict[int, Any], at_least: At_least) -> list[Any]:
    return [at_least(dice[edge], 8 - bonus) for bonus in RANKS for edge in EDGES]


def our_table() -> list[Any]:
    return [chance for row in odds.test(table=True).ranks for chance in row[2:]]


def opposed(dice: dict[int, Any], at_least: At_least) -> list[Any]:
    answers = []
    for first, edge, second in PAIRS:
        gap = dice[edge] - dice[0]
        level = second - first
        higher = at_least(gap, level + 1)
        not_lower = at_least(gap, level)
        answers.append((higher, not_lower - higher, 1 - not_lower))
    return answers


def our_opposed() -> list[Any]:
    answers = []
    for sides in PARSED:
        answer = odds.opposed(sides, defender=None)
        answers.append((answer.win["a"], answer.tie, answer.win["b"]))
    return answers


def contest(dice: dict[int, Any], at_least: At_least) -> list[Any]:
    """A lead of two within five exchanges, a tie to the second side: pairs of exchanges, then the fifth."""
    answers = []
    for first, edge, second in PAIRS:
        win = at_least(dice[edge] - dice[0], second - first + 1)
        split = 2 * win * (1 - win)
        answers.append(win * win * (1 + split) + split * split * win)
    return answers


def our_contest() -> list[Any]:
    return [odds.contest(sides).win["a"] for sides in PARSED]


def clock(dice: dict[int, Any], at_least: At_least) -> list[Any]:
    answers = []
    for bonus, edge in CLOCKS:
        win = at_least(dice[edge], 8 - bonus)
        answers.append(sum(comb(5, won) * win**won * (1 - win) ** (5 - won) for won in (3, 4, 5)))
    return answers


def our_clock() -> list[Any]:
    return [odds.clock(bonus, **FLAGS[edge]).fills for bonus, edge in CLOCKS]


def attack(dice: dict[int, Any], damage: dict[int, Any], at_least: At_least) -> list[Any]:
    answers = []
    for bonus, number, plus, armor, skill in ATTACKS:
        works = at_least(dice[0], 8 - skill)
        hit = works * at_least(dice[-1], 8 - bonus) + (1 - works) * at_least(dice[0], 8 - bonus)
        some, two = at_least(damage[number], armor - plus), at_least(damage[number], 2 * armor - plus)
        answers.append((hit, hit * (some - two), hit * two))
    return answers


def our_attack() -> list[Any]:
    answers = []
    for bonus, number, plus, armor, skill in ATTACKS:
        answer = odds.attack(bonus, damage=f"{number}D+{plus}", armor=armor, reaction_bonus=skill)
        trauma = answer.trauma
        answers.append((answer.hit, trauma.p(1), trauma.p(2)))
    return answers


PARSED = [odds.opposed(sides).sides for sides in SIDES]
QUESTIONS: list[tuple[str, Callable[[], list[Any]], Callable[[], list[Any]], Callable[[], list[Any]]]] = [
    ("test table", our_table, lambda: table(ICE, ice_at_least), lambda: table(DYCE, dyce_at_least)),
    ("opposed", our_opposed, lambda: opposed(ICE, ice_at_least), lambda: opposed(DYCE, dyce_at_least)),
    ("contest", our_contest, lambda: contest(ICE, ice_at_least), lambda: contest(DYCE, dyce_at_least)),
    ("clock", our_clock, lambda: clock(ICE, ice_at_least), lambda: clock(DYCE, dyce_at_least)),
    (
        "attack",
        our_attack,
        lambda: attack(ICE, ICE_DAMAGE, ice_at_least),
        lambda: attack(DYCE, DYCE_DAMAGE, dyce_at_least),
    ),
]


def forget() -> None:
    """Empties the caches of answers; the counted dice stay, as the others' ready-made dice do."""
    for name in ("dice.outcomes", "dice.successes", "opposed._two_sided", "attack._harms"):
        module, attribute = name.split(".")
        getattr(sys.modules[f"wanderstar.odds.{module}"], attribute).cache_clear()


def timed(ask: Callable[[], object], before: Callable[[], None] | None = None) -> float:
    """Seconds of one round."""
    if before is not None:
        before()
    start = time.perf_counter()
    ask()
    return time.perf_counter() - start


def compare_questions() -> bool:
    print(f"{'':12}{'ours, warm':>14}{'ours, new':>12}{'icepool':>10}{'dyce':>10}   times ours, warm")
    good = True
    for name, ours, ice, other in QUESTIONS:
        if not ours() == ice() == other():
            raise AssertionError(f"{name}: the answers differ")
        rounds = [(timed(ours), timed(ours, forget), timed(ice), timed(other)) for _ in range(60)]
        ours()
        warm = median(timed(ours) for _ in range(60))
        _, new, by_ice, by_dyce = (median(column) for column in zip(*rounds, strict=True))
        good &= min(by_ice, by_dyce) >= TIMES * warm
        print(f"{name:12}{warm * 1e6:11.0f} µs{new / warm:11.1f}x{by_ice / warm:9.1f}x{by_dyce / warm:9.1f}x")
    return good


def compare_processes() -> bool:
    command = [str(Path(sys.executable).with_name("wanderstar")), "odds", "test", "--bonus", "1"]
    bare = [sys.executable, "-c", "pass"]
    run = lambda words: timed(lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL))  # noqa: E731
    pairs = [(run(command), run(bare)) for _ in range(21)]
    ours, python = (median(column) * 1e3 for column in zip(*pairs, strict=True))
    print(
        f"\none `odds test` as a process: {ours:.0f} ms, bare Python {python:.0f} ms, {ours - python:.0f} ms over"
    )
    return ours - python <= MILLISECONDS


if __name__ == "__main__":
    sys.exit(not (compare_questions() & compare_processes()))
