"""Odds as CSV: one line per probability, the same rows as `rows()` gives; imported only by `--csv`."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import Any, TextIO

from ..odds.notebook import COLUMNS, rows


def write(answer: Mapping[str, Any], out: TextIO) -> None:
    """Writes `quantity,of,exact,value` lines, or the table's and the needed bonus's own columns."""
    found = rows(answer)
    lines = csv.DictWriter(out, list(found[0]) if found else COLUMNS, lineterminator="\n")
    lines.writeheader()
    lines.writerows(found)
