"""Templates to answers: one environment for all pages, everything escaped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .models import place_text

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
TEMPLATES.filters["place"] = lambda at: place_text(at).removesuffix(" m")


def html(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A template as an answer."""
    return HTMLResponse(TEMPLATES.get_template(name).render(**values), status)
