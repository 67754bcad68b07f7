"""The tactics as rows of knobs: one procedure plays them all."""

from __future__ import annotations

from .codes import Pick
from .field import Manner

MANNERS: dict[str, Manner] = {
    "focus": Manner(pick=int(Pick.SOONEST), reserve=0, buys=1, care=0.5, near=1.0),
    "nearest": Manner(pick=int(Pick.NEAREST), reserve=1, buys=1, care=0.5, near=0.4),
    "spread": Manner(pick=int(Pick.SPREAD), reserve=1, buys=1, care=0.5, near=1.0),
    "careful": Manner(pick=int(Pick.SOONEST), reserve=2, buys=2, backs=1, care=1.5, near=1.0),
    "passive": Manner(plays=0),
}
"""The knobs of each tactic; a row's number is its place here."""

ROWS = {name: row for row, name in enumerate(MANNERS)}
"""The row of each tactic."""
