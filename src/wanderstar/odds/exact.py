"""Exact probabilities: whole-number weights to the very end, and one fraction then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

_CHUNK = 4000
_SHORT = 10_000


class Distribution(NamedTuple):
    """Whole numbers with whole weights: the probability of `v` is `weights[v] / total`.

    `more` is the weight of what lies beyond a cut. Values that cannot occur are left out.
    """

    weights: Mapping[int, int]
    total: int
    more: int = 0

    def p(self, value: int) -> Fraction:
        """The probability of `value`, 0 when it cannot occur."""
        return Fraction(self.weights.get(value, 0), self.total)

    def mean(self) -> Fraction:
        """The mean of what was not cut off."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    def items(self) -> Iterator[tuple[int, Fraction]]:
        """Values in ascending order, each with its probability."""
        for value in sorted(self.weights):
            yield value, Fraction(self.weights[value], self.total)

    def to_json(self) -> dict[str, Any]:
        """`{"-1": P, "0": P}`, with `"more"` when something was cut off."""
        result: dict[str, Any] = {str(value): probability(p) for value, p in self.items()}
        if self.more:
            result["more"] = probability(Fraction(self.more, self.total))
        return result

    def rows(self) -> list[dict[str, Any]]:
        """One row a value: `of`, `exact`, `value` (its probability)."""
        return [{"of": value, "exact": spelled(p), "value": float(p)} for value, p in self.items()]

    def __repr__(self) -> str:
        if not self.weights:
            return "Distribution of nothing"
        values = f"{min(self.weights)} to {max(self.weights)}{' and more' if self.more else ''}"
        return f"Distribution: {values}, mean {float(self.mean()):.2f}"

    def _repr_html_(self) -> str:
        from ..play.notebook import Bar, Group, html, percent

        bars = [Bar(str(value), float(p), percent(float(p)), spelled(p)) for value, p in self.items()]
        if self.more:
            beyond = Fraction(self.more, self.total)
            bars.append(Bar("more", float(beyond), percent(float(beyond)), spelled(beyond)))
        return html("Distribution", {"mean": f"{float(self.mean()):.2f}"}, [Group("", bars, stretched=True)])


def distribution(pairs: Iterable[tuple[int, int]], total: int) -> Distribution:
    """The distribution of (value, weight) pairs: equal values add up, weights of 0 are left out."""
    weights: dict[int, int] = {}
    for value, weight in pairs:
        if weight:
            weights[value] = weights.get(value, 0) + weight
    return Distribution(weights, total)


def probability(p: Fraction) -> dict[str, Any]:
    """A probability (or a mean) as JSON: exact in lowest terms, and the nearest float."""
    return {"exact": spelled(p), "value": float(p)}


def spelled(p: Fraction) -> str:
    """`"7/12"`, and `"0"` or `"1"` at the ends, however long."""
    if p.denominator == 1:
        return _decimal(p.numerator)
    return f"{_decimal(p.numerator)}/{_decimal(p.denominator)}"


def _decimal(number: int) -> str:
    """A whole number of any length; Python by itself writes no more than some thousand digits."""
    if number < 0:
        return "-" + _decimal(-number)
    if number.bit_length() < _SHORT:
        return str(number)
    parts = []
    while number >= 10**_CHUNK:
        number, low = divmod(number, 10**_CHUNK)
        parts.append(str(low).zfill(_CHUNK))
    return str(number) + "".join(reversed(parts))
