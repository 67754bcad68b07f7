"""Values that a seat reads: refusals, reasons and chances as JSON with their words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..play.reasons import Reason
from ..play.refusal import Refusal
from .cut import UNSEEN, Known
from .names import Names
from .sentences_reasons import reason_text
from .sentences_refusals import refusal_text

SOMEBODY = "somebody unseen"
EDGES = {1: "advantage", 0: "neutral", -1: "disadvantage"}
DICE = {1: "three dice, keep the highest two", 0: "two dice", -1: "three dice, keep the lowest two"}


def names_of(k: Known) -> Names:
    """The names that a seat may read."""
    names = Names.of(k.state)
    return names if k.seat.gm else names._replace(people={**names.people, UNSEEN: SOMEBODY})


def refusal_json(refusal: Refusal | None, names: Names) -> dict[str, Any] | None:
    """`{"code", "rule", "text", "facts"}`, or None."""
    if refusal is None:
        return None
    data = refusal.to_json()
    return {**data, "text": refusal_text(data, names)}


def reasons_json(reasons: Iterable[Reason], names: Names) -> list[dict[str, Any]]:
    """Reasons with their `text`."""
    made = [r.to_json() for r in reasons]
    return [{**r, "text": reason_text(r, names, made)} for r in made]


def p(value: Fraction | int) -> dict[str, Any]:
    """A probability as the interface spells it; these fractions are short, so Python spells them fast enough."""
    fraction = Fraction(value)
    return {"exact": str(fraction), "value": fraction.numerator / fraction.denominator}
