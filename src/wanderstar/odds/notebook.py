"""Odds as rows and as a notebook shows them, made from an answer's JSON, so that they tell nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..play.notebook import Bar, Group, html, percent, table

COLUMNS = ("quantity", "of", "exact", "value")
LONGEST = 60
"""A fraction of more characters is no use to anybody who hovers over it."""

EDGES = ("disadvantage", "neutral", "advantage")

_NAMED = ("win", "highest", "out", "exchange of win")
"""What is told by name and not by number: somebody may be called "2"."""

NOTHING = Fraction(0)
_NUMBER = re.compile(r"-?[0-9]+")
_GIVEN = ("command", "assumed", "refusal")
_APART = ("question", "joint", "reasons", "command", "paths", "weight")


def rows(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row a probability or mean: `quantity`, `of` (a number, a name or ""), `exact` as text, `value`.

    The table of ranks has `rank`, `bonus` and a column for each edge, a needed bonus `wanted` and those columns.
    """
    if "rows" in answer:
        return [
            {"rank": row["rank"], "bonus": row["bonus"], **{edge: row[edge]["value"] for edge in EDGES}}
            for row in answer["rows"]
        ]
    if "wanted" in answer:
        return [{"wanted": answer["wanted"], **{edge: answer["bonus"][edge] for edge in EDGES}}]
    return [dict(zip(COLUMNS, row, strict=True)) for row in _flat(answer)]


def _flat(answer: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    for quantity, found in answer.items():
        if not isinstance(found, dict) or quantity in _GIVEN:
            continue
        if "exact" in found:
            yield quantity, "", found["exact"], found["value"]
            continue
        for of, p in found.items():
            if isinstance(p, dict) and "exact" in p:
                yield quantity, _of(quantity, of), p["exact"], p["value"]
            elif isinstance(p, dict):  # somebody's own distribution, as `odds.command` has them
                within = f"{quantity} of {of}"
                yield from ((within, _of(within, key), q["exact"], q["value"]) for key, q in p.items())


def _of(quantity: str, key: str) -> int | str:
    return int(key) if quantity not in _NAMED and _NUMBER.fullmatch(key) else key


def shown(answer: Mapping[str, Any]) -> str:
    """The answer as HTML."""
    title = f"Odds: {answer['question']}"
    if answer.get("refusal"):
        return html(title, {"refused": answer["refusal"]["code"]})
    if "rows" in answer or "wanted" in answer:
        return html(title, {}, tables=[_by_edge(answer)])
    return html(title, dict(_facts(answer)), _groups(answer))


def _by_edge(answer: Mapping[str, Any]) -> str:
    found = rows(answer)
    whole = "wanted" in answer
    lines = [
        [
            percent(value)
            if key == "wanted" or (key in EDGES and not whole)
            else "none"
            if value is None
            else value
            for key, value in row.items()
        ]
        for row in found
    ]
    return table(list(found[0]) if found else [], lines)


def _facts(answer: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in answer.items():
        if isinstance(value, dict) and name.startswith("mean"):
            yield name.replace("_", " "), f"{value['value']:.2f}"
        elif name == "sides":
            yield "of", ", ".join(f"{side['name']} {side['bonus']:+d} {side['edge']}" for side in value)
        elif name == "armor":
            yield name, value["total"]
        elif name == "assumed":
            yield from ((f"assumed {key}", told) for key, told in value.items())
        elif isinstance(value, int | float | str) and name not in _APART:
            yield name, value


def _groups(answer: Mapping[str, Any]) -> list[Group]:
    alone: list[Bar] = []
    apart: dict[str, list[Bar]] = {}
    for row in rows(answer):
        quantity, of, p = row["quantity"], row["of"], row["value"]
        if quantity.startswith("mean"):
            continue
        label = quantity.replace("_", " ") if of == "" else str(of)
        bar = Bar(label, p, percent(p), row["exact"] if len(row["exact"]) <= LONGEST else "")
        if of == "":
            alone.append(bar)
        else:
            apart.setdefault(quantity.replace("_", " "), []).append(bar)
    return [Group("", alone), *(Group(title, bars, stretched=True) for title, bars in apart.items())]


def asked(bonus: int, edge: int) -> str:
    """What a test was asked with, in a line: "+2 at Advantage"."""
    return f"{bonus:+d}" + (f" at {EDGES[edge + 1].capitalize()}" if edge else "")


def chances(by_name: Mapping[str, Fraction], beside: str = "", p: Fraction = NOTHING) -> str:
    """Chances in a line; the one that stands beside them only where it is any."""
    told = [f"{name} {percent(float(chance))}" for name, chance in by_name.items()]
    return ", ".join(told + ([f"{beside} {percent(float(p))}"] if p else []))
