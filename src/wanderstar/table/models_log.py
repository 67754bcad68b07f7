"""The log as its template shows it: every entry with its dice drawn, its reasons, its verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .models_prompts import DRAWS

GLYPHS = {"good": "yes", "bad": "nay", "flat": "yes", "rare": "star"}
MANY = 40
"""More faces than that are told as their sum."""


_entries: dict[int, tuple[Mapping[str, Any], dict[str, Any]]] = {}
MOST_KEPT = 20_000


def entries(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A seat's log items, newest first. What is done is kept: the log gives the same object for it again."""
    return [entry(item) if item.get("open") else _kept(item) for item in reversed(items)]


def _kept(item: Mapping[str, Any]) -> dict[str, Any]:
    known = _entries.get(id(item))
    if known is not None and known[0] is item:
        return known[1]
    if len(_entries) >= MOST_KEPT:
        _entries.clear()
    made = entry(item)
    _entries[id(item)] = (item, made)
    return made


def entry(item: Mapping[str, Any]) -> dict[str, Any]:
    """One item."""
    verdict = item.get("verdict")
    if verdict is not None:
        verdict = {**verdict, "glyph": verdict.get("glyph") or GLYPHS.get(verdict["tone"], "yes")}
    lines = [line_of(line) for line in item.get("lines", ())]
    return {
        "id": item.get("id") or item.get("step") or str(item.get("n")),
        "n": item.get("n"),
        "step": item.get("step", ""),
        "title": item.get("title") or (lines[0]["text"] if lines else ""),
        "open": bool(item.get("open")),
        "verdict": verdict,
        "draws": draws_of(item),
        "lines": lines,
    }


def line_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """One sentence or reason, with what it gives and whether it counted."""
    return {
        "text": line["text"],
        "gives": line.get("gives"),
        "counted": line.get("counted", True),
        "rules": line.get("rules", ()),
    }


def draws_of(item: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The dice of an item, each draw with its name among them and whose dice they were, where somebody typed them."""
    owners = owners_of(item.get("events", ()))
    seen: dict[str, int] = {}
    made = []
    for i, draw in enumerate(item.get("draws", ())):
        name = f"{draw['name']}:{draw['who']}"
        seen[name] = seen.get(name, 0) + 1
        owner = owners[i] if i < len(owners) else draw["who"]
        typed = draw.get("by") == "typed"
        made.append({**draw_of(draw), "typed": typed, "ref": f"{name}:{seen[name]}", "owner": owner})
    return made


def owners_of(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who rolled each of the draws: damage is rolled by whoever attacks, all else by the one it is about."""
    attacker: str | None = None
    found = []
    for event in events:
        if event["kind"] in ("attack_declared", "struck_freely"):
            attacker = event["who"]
        elif event["kind"] == "draw":
            found.append(attacker if event["name"] == "damage" and attacker is not None else event["who"])
    return found


def draw_of(draw: Mapping[str, Any]) -> dict[str, Any]:
    """Dice as rolled: each with whether it was kept; said aloud besides."""
    dice, dropped = list(draw["dice"]), list(draw.get("dropped", ()))
    faces: list[tuple[int, bool]] = []
    for face in reversed(dice):
        kept = face not in dropped
        if not kept:
            dropped.remove(face)
        faces.append((face, kept))
    faces.reverse()
    bonus, total = draw.get("bonus"), draw.get("total")
    sign = "" if not bonus else f"+ {bonus} " if bonus > 0 else f"− {-bonus} "
    spoken = ", ".join(f"{face}{'' if kept else ' dropped'}" for face, kept in faces)
    name = DRAWS.get(draw["name"], draw["name"])
    by = {"typed": "real dice", "scripted": ""}.get(draw.get("by", ""), "")
    whom = draw.get("whom") or ""
    note = ", ".join(
        part
        for part in (by, "" if draw["name"] in ("attack", "avoid", "test") else f"{name}{whom and ' '}{whom}")
        if part
    )
    return {
        "name": name,
        "damage": draw["name"] == "damage",
        "faces": faces if len(faces) <= MANY else [],
        "op": "" if total is None else f"{sign}=",
        "total": "" if total is None else total,
        "spoken": f"{name}: {spoken}" + ("" if total is None else f", together {total}."),
        "note": note,
    }
