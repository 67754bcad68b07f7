"""Forecasts and advice for their templates: figures as bars, and what they rest on in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

PATTERNS = ("f-0", "f-1", "f-2")
"""How the sides are drawn: the first, the second, all others."""

LEAST = 0.0005
"""A chance below this is shown as none of the bar."""

ENOUGH = 30
"""Fights of a command from which its figure says something."""

Words = Callable[[Mapping[str, Any]], str]


def bar(found: Mapping[str, Any] | None, preparing: bool) -> dict[str, Any]:
    """A forecast's figures as a bar: `parts` with place and width in percent, their texts; what they rest on."""
    if found is None or "refused" in found:
        missing = (
            "Nothing can be forecast as it stands." if found else "The winning chances are being worked out…"
        )
        return {"parts": [], "how": missing, "preparing": preparing and not found}
    exact = found["method"] == "exact"
    parts, at = [], 0.0
    for i, one in enumerate(found["win"]):
        parts.append(_part(PATTERNS[min(i, 2)], one["name"], one, at, exact))
        at += one["value"]
    if found["draw"]["value"] >= LEAST:
        parts.append(_part("f-draw", "Draw", found["draw"], at, exact))
    return {"parts": parts, "how": how(found), "preparing": preparing}


def _part(kind: str, name: str, chance: Mapping[str, float], at: float, exact: bool) -> dict[str, Any]:
    value = chance["value"]
    return {
        "kind": kind,
        "name": name,
        "at": f"{100 * at:.2f}",
        "width": f"{100 * value:.2f}",
        "share": percent(value, exact),
        "between": "" if exact else between(chance),
    }


def percent(value: float, exact: bool = False) -> str:
    """A chance in words: tenths of a percent when exact. What is not certain is neither none nor all."""
    places = 1 if exact else 0
    text = f"{100 * value:.{places}f}"
    if value and not float(text):
        return f"under {10**-places if places else 1} %"
    if value < 1 and float(text) == 100:
        return f"over {100 - 10**-places if places else 99} %"
    return f"{text} %"


def between(chance: Mapping[str, float]) -> str:
    """An interval in whole percents, widened to them."""
    low, high = int(100 * chance["low"]), -int(-100 * chance["high"] // 1)
    return f"{low}–{high} %"


def how(found: Mapping[str, Any]) -> str:
    """What the figures rest on."""
    if found["path"] == "none":
        return "nothing is left to chance"
    if found["method"] == "exact":
        return "exact"
    fights = f"{found['fights']:,} fight{'' if found['fights'] == 1 else 's'} simulated"
    return fights + (" on the play engine" if found["path"] == "engine" else "")


def advised(found: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """Advice as rows, best first: what to do, the chance then, by how much that is more, the trauma."""
    exact = found["method"] == "exact"
    rows = [
        {
            "command": one["command"],
            "text": words(one["command"]),
            "win": percent(one["win"]["value"], exact),
            "change": change(one["change"], exact),
            "way": "up" if sure(one["change"]) > 0 else "down" if sure(one["change"]) < 0 else "",
            "own": f"{one['trauma']['own']['value']:+.1f}".replace("-", "−"),
            "foes": f"{one['trauma']['foes']['value']:+.1f}".replace("-", "−"),
        }
        for one in found["options"]
    ]
    fights = sum(one["win"].get("fights", 0) for one in found["options"])
    rests = {"method": found["method"], "path": found["path"], "fights": fights}
    return {
        "rows": rows,
        "now": percent(found["now"]["value"], exact),
        "how": how(rests),
        "few": not exact and any(one["win"]["fights"] < ENOUGH for one in found["options"]),
    }


def change(it: Mapping[str, float], exact: bool) -> str:
    """By how many points a chance is more, and give or take how many."""
    text = f"{100 * it['value']:+.1f}".replace("-", "−")
    return text if exact else f"{text} ±{50 * (it['high'] - it['low']):.0f}"


def sure(it: Mapping[str, float]) -> float:
    """A change that is surely one: 0 when it may be none."""
    within = it.get("within", 0.0)
    low, high = it.get("low", it["value"] - within), it.get("high", it["value"] + within)
    return low if low > 0 else high if high < 0 else 0.0
