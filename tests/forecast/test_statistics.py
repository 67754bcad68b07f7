"""Intervals say what they promise: at a fixed number, and whenever one stops."""

import math
import random

import pytest

from wanderstar.forecast.statistics import (
    Interval,
    checked,
    enough,
    evidence,
    mean,
    mean_half,
    sequence,
    smoothed,
    student_half,
    wilson,
)
from wanderstar.play.arguments import BadArgument


@pytest.mark.parametrize(
    ("successes", "fights", "low", "high"),
    [(0, 20, 0.0, 16.1), (20, 20, 83.9, 100.0), (0, 100, 0.0, 3.7), (5, 10, 23.7, 76.3)],
)
def test_wilson_at_a_fixed_number(successes: int, fights: int, low: float, high: float) -> None:
    """C44: none of 20 is 0 to 16.1 %, all of 20 is 83.9 to 100 %, none of 100 is up to 3.7 %."""
    found = wilson(successes, fights, 0.95)
    assert (round(100 * found.low, 1), round(100 * found.high, 1)) == (low, high)


@pytest.mark.parametrize("rule", [wilson, sequence])
def test_nothing_seen_says_nothing(rule: object) -> None:
    """Of no fights the interval is everything."""
    assert callable(rule)
    assert rule(0, 0, 0.95) == Interval(0.0, 1.0)


@pytest.mark.parametrize("rule", [wilson, sequence])
@pytest.mark.parametrize("successes", [0, 1, 7, 13, 19, 20])
def test_an_interval_holds_what_was_seen(rule: object, successes: int) -> None:
    """The share that was seen lies within, the two ends within 0 and 1, and all-or-none reaches the end itself."""
    assert callable(rule)
    found = rule(successes, 20, 0.95)
    assert 0 <= found.low <= successes / 20 <= found.high <= 1
    assert (found.low == 0) == (successes == 0) and (found.high == 1) == (successes == 20)
    assert found.half > 0


def test_the_sequence_ends_where_the_evidence_does() -> None:
    """The ends are the chances against which the odds are just 20 to 1."""
    found = sequence(300, 1000, 0.95)
    assert evidence(300, 1000, found.low) == pytest.approx(math.log(20))
    assert evidence(300, 1000, found.high) == pytest.approx(math.log(20))


def test_the_sequence_is_wider_but_not_by_much() -> None:
    """What stopping early costs: up to a little over twice Wilson's width."""
    for fights in (100, 10_000, 1_000_000):
        ratio = sequence(fights // 2, fights, 0.95).half / wilson(fights // 2, fights, 0.95).half
        assert 1.3 < ratio < 2.6


@pytest.mark.parametrize("chance", [0.5, 0.1, 0.02])
def test_the_sequence_holds_at_every_moment(chance: float) -> None:
    """Coverage by simulation: 600 runs of 600 fights, looked at after each. Fewer than 5 % ever leave the truth out.
    Wilson's interval, looked at like that, leaves it out far more often."""
    dice = random.Random(20)
    left, left_by_wilson = 0, 0
    for _ in range(600):
        successes, ever, ever_wilson = 0, False, False
        for fights in range(1, 601):
            successes += dice.random() < chance
            ever = ever or evidence(successes, fights, chance) >= math.log(20)
            if not ever_wilson and fights % 5 == 0:
                low, high = wilson(successes, fights, 0.95)
                ever_wilson = not low <= chance <= high
        left += ever
        left_by_wilson += ever_wilson
    assert left <= 30
    assert left_by_wilson > 60


@pytest.mark.parametrize("chance", [0.5, 0.1])
def test_wilson_holds_at_its_number(chance: float) -> None:
    """Exact coverage at 100 fights: the numbers of successes whose interval has the truth come up in 93 to 97 %."""
    covered = 0.0
    for successes in range(101):
        low, high = wilson(successes, 100, 0.95)
        if low <= chance <= high:
            covered += math.comb(100, successes) * chance**successes * (1 - chance) ** (100 - successes)
    assert 0.93 <= covered <= 0.97


def test_means_hold_at_every_moment() -> None:
    """The mean of a die: 300 runs of 500 throws looked at from the 20th on; at most 5 % ever leave 3.5 out."""
    dice = random.Random(22)
    left = 0
    for _ in range(300):
        counts = dict.fromkeys(range(1, 7), 0)
        ever = False
        for throws in range(1, 501):
            counts[dice.randint(1, 6)] += 1
            if throws >= 20 and throws % 5 == 0:
                found = mean(counts)
                half = mean_half(throws, smoothed(found.variance, throws, 5), 0.95)
                ever = ever or abs(found.value - 3.5) > half
        left += ever
    assert left <= 15


def test_equal_fights_are_not_certainty() -> None:
    """Four fights alike have no variance of their own, yet their mean keeps an interval: never plus or minus 0."""
    found = mean({2: 4})
    assert (found.value, found.variance) == (2, 0)
    assert mean_half(4, smoothed(found.variance, 4, 6), 0.95) > 1


@pytest.mark.parametrize("confidence", [0.0, 0.2, 1.0, 2.0, math.nan])
def test_no_confidence_beyond_reason(confidence: float) -> None:
    """A confidence is refused by name when it is no usable one."""
    with pytest.raises(BadArgument, match=r"^confidence: "):
        checked(confidence)


@pytest.mark.parametrize("half", [0.05, 0.01, 0.003])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_so_many_fights_are_enough(half: float, confidence: float) -> None:
    """That many settle the widest interval there is, of an even chance, and one fewer would not."""
    fights = enough(half, confidence)
    assert wilson(fights / 2, fights, confidence).half <= half
    assert wilson((fights - 1) / 2, fights - 1, confidence).half > half
    assert wilson(fights // 10, fights, confidence).half < half


def test_one_fight_at_least_is_enough() -> None:
    """A precision that nobody needs a fight for takes one."""
    assert enough(0.5, 0.5) == 1


@pytest.mark.parametrize(
    ("values", "confidence", "quantile"),
    [(4, 0.95, 3.182), (8, 0.95, 2.365), (8, 0.99, 3.499), (16, 0.95, 2.131), (121, 0.95, 1.980)],
)
def test_students_quantile(values: int, confidence: float, quantile: float) -> None:
    """As the tables have it, to a hundredth of it; the fewer values, the wider."""
    assert student_half(values, values, confidence) == pytest.approx(quantile, rel=0.01)


def test_three_values_say_nothing_of_their_mean() -> None:
    """The spread of so few could be anything."""
    assert student_half(3, 1.0, 0.95) == math.inf


def test_students_interval_holds_at_its_number() -> None:
    """The mean of eight throws of three dice: of 2,000 such means 95 % have 10.5 in their interval, but for the luck
    of 2,000 (three standard errors)."""
    dice, held = random.Random(25), 0
    for _ in range(2000):
        sums = [sum(dice.randint(1, 6) for _ in range(3)) for _ in range(8)]
        middle = sum(sums) / 8
        variance = sum((one - middle) ** 2 for one in sums) / 7
        held += abs(middle - 10.5) <= student_half(8, variance, 0.95)
    assert abs(held - 1900) <= 3 * math.sqrt(2000 * 0.95 * 0.05)
