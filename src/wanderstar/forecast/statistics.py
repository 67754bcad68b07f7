"""Intervals for simulated chances and means: one rule for a fixed number of fights, one for stopping early.

A number of fights that was settled beforehand and reached gets **Wilson's** score interval: at any one number it
covers the truth about as often as it says. Where time was up before or somebody stopped it, Wilson's would promise
too much; then it is a **confidence sequence**, the set of chances that a beta-binomial mixture never gives odds of
1 / (1 - confidence) against (Robbins 1970). The truth lies in it at every moment of the run at once, with at least
the confidence stated, whyever one stops. It is wider for that: about twice as wide at ten thousand fights.

Means have the like: **Student's** interval, and an asymptotic confidence sequence. Student's holds too where one goes
on until the interval itself is small enough, whatever the mean is (Chow and Robbins 1965).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

from ..play.arguments import BadArgument

PRIOR = 0.5
"""The mixture's beta distribution has this twice: chances near 0 and 1 get their due."""

TUNED = 1000
"""The number of fights at which the sequence for means is tightest."""

LEAST_CONFIDENCE, MOST_CONFIDENCE = 0.5, 0.999_999
ITERATIONS = 60


class Interval(NamedTuple):
    """From `low` to `high`, both within reach."""

    low: float
    high: float

    @property
    def half(self) -> float:
        """The larger distance that the middle has from an end."""
        return (self.high - self.low) / 2


def enough(half: float, confidence: float, chance: float = 0.5) -> int:
    """So many fights give a chance a Wilson interval of `half` at most to each side; an even one takes the most."""
    z2 = _quantile(confidence) ** 2
    most = max(1, math.ceil(z2 / (4 * half**2) - z2))
    return bisect_left(range(most), True, lo=1, key=lambda n: wilson(chance * n, n, confidence).half <= half)


def _quantile(confidence: float) -> float:
    """How many standard deviations of the normal distribution hold so much to both sides together."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


Rule = Callable[[float, float, float], Interval]
"""The interval of so many successes of so many fights, at a confidence."""


def checked(confidence: float) -> float:
    """`confidence` if it is a usable one, else BadArgument."""
    if not LEAST_CONFIDENCE <= confidence <= MOST_CONFIDENCE:
        raise BadArgument(
            "confidence", f"{LEAST_CONFIDENCE} to {MOST_CONFIDENCE} is wanted, not {confidence!r:.40}"
        )
    return confidence


def wilson(successes: float, fights: float, confidence: float) -> Interval:
    """Wilson's score interval: for a number of fights that was fixed before any was fought."""
    if fights <= 0:
        return Interval(0.0, 1.0)
    z2 = _quantile(confidence) ** 2
    p = successes / fights
    middle = p + z2 / (2 * fights)
    spread = math.sqrt(z2 * (p * (1 - p) + z2 / (4 * fights)) / fights)
    low = 0.0 if successes <= 0 else (middle - spread) / (1 + z2 / fights)
    high = 1.0 if successes >= fights else (middle + spread) / (1 + z2 / fights)
    return Interval(max(low, 0.0), min(high, 1.0))


@cache
def sequence(successes: float, fights: float, confidence: float) -> Interval:
    """The confidence sequence's interval: for a run that could have ended at any moment."""
    if fights <= 0:
        return Interval(0.0, 1.0)
    bound = -math.log(1 - confidence)
    p = successes / fights

    def inside(chance: float) -> bool:
        return evidence(successes, fights, chance) < bound

    return Interval(
        0.0 if successes <= 0 else _edge(inside, 0.0, p),
        1.0 if successes >= fights else _edge(inside, 1.0, p),
    )


def evidence(successes: float, fights: float, chance: float) -> float:
    """The logarithm of the odds that the mixture gives against `chance`, 0 < chance < 1."""
    failures = fights - successes
    mixture = _beta(successes + PRIOR, failures + PRIOR) - _beta(PRIOR, PRIOR)
    likelihood = (successes and successes * math.log(chance)) + (failures and failures * math.log1p(-chance))
    return mixture - likelihood


def _beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _edge(inside: Callable[[float], bool], outer: float, inner: float) -> float:
    """Where the set ends between a point outside or at its edge and one within it."""
    for _ in range(ITERATIONS):
        middle = (outer + inner) / 2
        if middle in (outer, inner):
            break
        if inside(middle):
            inner = middle
        else:
            outer = middle
    return inner


def mean_half(fights: float, variance: float, confidence: float) -> float:
    """Half the interval of a mean that may be read at any moment, from a variance estimated along the way.

    The asymptotic confidence sequence of Waudby-Smith and others (2021). `variance` is one fight's.
    """
    if fights <= 0:
        return math.inf
    alpha = 1 - confidence
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / TUNED
    scaled = fights * rho2 + 1
    return math.sqrt(variance * 2 * scaled / (fights**2 * rho2) * math.log(math.sqrt(scaled) / alpha))


def student_half(values: float, variance: float, confidence: float) -> float:
    """Half the interval of the mean of so many independent values, each of the variance estimated from them.

    Student's quantile by its expansion from the normal one, right to a hundredth from eight values on; of less than
    four nothing is said.
    """
    if values < 4:
        return math.inf
    z, n = _quantile(confidence), values - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return (z + first / n + second / n**2 + third / n**3) * math.sqrt(variance / values)


class Mean(NamedTuple):
    """A mean of so many fights, with one fight's variance."""

    value: float
    variance: float
    fights: float


def mean(counts: Mapping[int, float]) -> Mean:
    """The mean of what a histogram counted, and its variance."""
    fights = sum(counts.values())
    if not fights:
        return Mean(0.0, 0.0, 0)
    value = sum(v * n for v, n in counts.items()) / fights
    return Mean(value, sum(n * (v - value) ** 2 for v, n in counts.items()) / fights, fights)


def smoothed(variance: float, fights: float, reach: float) -> float:
    """A variance as if the two ends of what can be, `reach` apart, had been seen once more: never nought, so
    that few equal fights do not pass for certainty."""
    return (variance * fights + reach**2 / 2) / (fights + 2)
