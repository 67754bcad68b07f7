"""Templates to answers: one environment for all pages, everything escaped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .models import place_text

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
    auto_reload=False,
)
TEMPLATES.filters["signed"] = lambda value: f"{value:+d}".replace("-", "−")
TEMPLATES.filters["place"] = lambda at: place_text(at).removesuffix(" m")


_told: dict[tuple[int, str, str], tuple[Mapping[str, Any], Markup]] = {}
MOST_KEPT = 20_000


def told(item: Mapping[str, Any], page: Mapping[str, Any]) -> Markup:
    """A log entry, drawn once: most of a page is log, and most of a log is old."""
    key = (id(item), page["role"], page["table"])
    known = _told.get(key)
    if known is not None and known[0] is item:
        return known[1]
    made = Markup(TEMPLATES.get_template("entry.html").render(item=item, page=page))
    if not item["open"]:
        if len(_told) >= MOST_KEPT:
            _told.clear()
        _told[key] = (item, made)
    return made


TEMPLATES.globals["told"] = told


def html(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A template as an answer."""
    return HTMLResponse(TEMPLATES.get_template(name).render(**values), status)
