"""The register of the rules of chapters 5 and 11 and of our rulings: what a die or a refusal cites.

Ids are stable: T1 to T51 (chapter 5), C1 to C84 (chapter 11) and R1 to R81 (ours, where the book is silent).
"""

from __future__ import annotations

from wanderstar.book.citations.citation import Citation
from wanderstar.book.citations.combat import COMBAT
from wanderstar.book.citations.core_mechanic import CORE_MECHANIC
from wanderstar.book.citations.rulings_core_mechanic import RULINGS_CORE_MECHANIC
from wanderstar.book.citations.rulings_exchange import RULINGS_EXCHANGE
from wanderstar.book.citations.rulings_forms import RULINGS_FORMS
from wanderstar.book.citations.rulings_smaller import RULINGS_SMALLER

__all__ = ["CITATIONS", "Citation", "cite", "is_ruling"]

CITATIONS: dict[str, Citation] = {
    entry.id: entry
    for group in (
        CORE_MECHANIC,
        COMBAT,
        RULINGS_CORE_MECHANIC,
        RULINGS_EXCHANGE,
        RULINGS_FORMS,
        RULINGS_SMALLER,
    )
    for entry in group
}


def cite(ident: str) -> Citation:
    """The rule or ruling of this id; a `ValueError` names an id that is none."""
    found = CITATIONS.get(ident)
    if found is None:
        raise ValueError(f"no rule or ruling has the id {ident!r}; ids are T1-T51, C1-C84 and R1-R81")
    return found


def is_ruling(ident: str) -> bool:
    """True for a ruling of ours, False for a rule of the book; raises as `cite` does."""
    return cite(ident).kind == "ruling"
