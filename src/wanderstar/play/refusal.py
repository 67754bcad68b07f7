"""What an illegal command or answer gives: a value, not an exception. It costs nothing and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

RULES = {
    "over": "R51",
    "out_of_turn": "C10",
    "unable": "R36",
    "no_significant": "C18",
    "no_minor": "R32",
    "already_moved": "R32",
    "too_far": "R32",
    "gate": "T27",
    "not_held": "C20",
    "used_up": "R80",
    "unloaded": "R45",
    "uncharged": "R45",
    "slow": "R45",
    "ammo": "R44",
    "target_out": "R26",
    "total_cover": "C69",
    "out_of_sight": "R43",
    "not_engaged": "C39",
    "inside_guard": "C42",
    "reaction_used": "C57",
    "dodge_blast": "C61",
    "parry_ranged": "C62",
    "parry_smasher": "C63",
    "no_cover": "C64",
    "no_aim_with_auto": "C37",
    "nothing_to_claim": "T22",
    "momentum": "T22",
}
"""The rule or ruling behind a code, where no closer one is named; other codes are the table's own."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command or an answer is not legal: a code of the interface, the facts, the rule. Falsy."""

    code: str
    facts: dict[str, Any] = field(default_factory=dict)
    rule: str | None = None

    def __bool__(self) -> bool:
        return False

    def to_json(self) -> dict[str, Any]:
        """The refusal without its sentence, which is made in the view."""
        return {"code": self.code, "rule": self.rule, "facts": self.facts}


def refuse(code: str, rule: str | None = None, **facts: Any) -> Refusal:
    """A refusal; without a `rule` the one that stands behind the code."""
    return Refusal(code, facts, rule or RULES.get(code))


def first(*found: Refusal | None) -> Refusal | None:
    """The first refusal among checks; refusals are falsy, so `or` would pass over them."""
    return next((refusal for refusal in found if refusal is not None), None)


class Refused(Exception):
    """Carries a refusal out of a resolution that found it on its way."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
