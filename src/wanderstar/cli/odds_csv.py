"""Odds as CSV: one line per probability, made from the answer's JSON; imported only by `--csv`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any, TextIO

EDGES = ("disadvantage", "neutral", "advantage")


def write(answer: dict[str, Any], out: TextIO) -> None:
    """Writes `quantity,of,exact,value` lines, or the table's and the needed bonus's own columns."""
    lines = csv.writer(out, lineterminator="\n")
    if "rows" in answer:
        lines.writerow(["rank", "bonus", *EDGES])
        for row in answer["rows"]:
            lines.writerow([row["rank"], row["bonus"], *(row[edge]["value"] for edge in EDGES)])
    elif "wanted" in answer:
        lines.writerow(["wanted", *EDGES])
        lines.writerow([answer["wanted"], *(answer["bonus"][edge] for edge in EDGES)])
    else:
        lines.writerow(["quantity", "of", "exact", "value"])
        lines.writerows(_flat(answer))


def _flat(answer: dict[str, Any]) -> Iterator[list[Any]]:
    for quantity, found in answer.items():
        if not isinstance(found, dict):
            continue
        if "exact" in found:
            yield [quantity, "", found["exact"], found["value"]]
            continue
        for of, p in found.items():
            if isinstance(p, dict) and "exact" in p:
                yield [quantity, of, p["exact"], p["value"]]
            elif isinstance(p, dict):  # somebody's own distribution, as `odds command` has them
                yield from ([f"{quantity} of {of}", key, q["exact"], q["value"]] for key, q in p.items())
