"""Reasons: what gave an Advantage, a Disadvantage or armor, with the rule it came from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..book.combat.range import BEYOND_EFFECTIVE, ENGAGED_FIRE, HUNDRED_METRES


class Reason(NamedTuple):
    """`gives` is advantage, disadvantage or armor; `why` the word a sentence is made from.

    `price` is the Momentum an Advantage costs (0: free), `gain` what a Disadvantage earns, `amount` armor
    points, `detail` a name or number for the sentence; `mirrored` when it is the attacker's, turned (R17).
    """

    gives: str
    rule: str
    why: str
    price: int = 0
    gain: int = 0
    amount: int = 0
    detail: Any = None
    mirrored: bool = False
    counted: bool = True

    def to_json(self) -> dict[str, Any]:
        """The reason without its sentence, which is made in the view."""
        data: dict[str, Any] = {
            "gives": self.gives,
            "rule": self.rule,
            "counted": self.counted,
            "why": self.why,
        }
        if self.gives == "armor":
            data["amount"] = self.amount
        elif self.gives == "advantage":
            data["price"] = self.price
        if self.detail is not None:
            data["detail"] = self.detail
        if self.mirrored:
            data["mirrored"] = True
        return data


def advantage(rule: str, why: str, price: int = 0, detail: Any = None) -> Reason:
    """A reason for Advantage."""
    return Reason("advantage", rule, why, price=price, detail=detail)


def disadvantage(rule: str, why: str, gain: int = 1, detail: Any = None) -> Reason:
    """A reason for Disadvantage."""
    return Reason("disadvantage", rule, why, gain=gain, detail=detail)


RANGE = (
    (BEYOND_EFFECTIVE, "C26", "beyond_effective"),
    (HUNDRED_METRES, "C27", "hundred_metres"),
    (ENGAGED_FIRE, "C30", "engaged_fire"),
)


def from_bits(bits: int, gain: int) -> list[Reason]:
    """The reasons that `book.combat.range.range_reasons` found."""
    return [disadvantage(rule, why, gain) for bit, rule, why in RANGE if bits & bit]


def mirror(reasons: Iterable[Reason], gain: int) -> list[Reason]:
    """The attacker's circumstances as the avoider's: Disadvantage a free Advantage and the reverse (R17)."""
    turned = []
    for r in reasons:
        if r.gives == "disadvantage":
            turned.append(r._replace(gives="advantage", price=0, gain=0, mirrored=True))
        elif r.gives == "advantage":
            turned.append(r._replace(gives="disadvantage", price=0, gain=gain, mirrored=True))
    return turned
