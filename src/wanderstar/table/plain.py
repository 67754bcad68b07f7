"""Pages of a few lines that need no template: the API's documents, and the one for a link that leads nowhere."""

from __future__ import annotations

from html import escape
from typing import Any

STYLE = "/static/style.css"
SIGN_IN = (
    '<p>For programs: <a href="/openapi.json">openapi.json</a>. Sign in with the cookie that a seat’s link sets, '
    "or with the link’s token as <code>Authorization: Bearer TOKEN</code>.</p>"
)


def page(title: str, body: str) -> str:
    """A whole page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="{STYLE}"></head>'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def not_here(text: str) -> str:
    """What a wrong, absent or revoked link gets, whichever of them it is."""
    return page("Nothing here", f"<h1>Nothing here</h1>\n<p>{escape(text.capitalize())}.</p>")


def documents(openapi: dict[str, Any]) -> str:
    """The API in words, from its OpenAPI description."""
    parts = [
        f"<h1>{escape(openapi['info']['title'])}</h1>",
        f"<p>{escape(openapi['info'].get('description', ''))}</p>",
        SIGN_IN,
    ]
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('description', operation.get('summary', '')))}</p>")
            parts += _fields(operation)
            answers = "".join(
                f"<li><code>{escape(code)}</code> {escape(answer.get('description', ''))}</li>"
                for code, answer in operation["responses"].items()
            )
            parts.append(f"<ul>{answers}</ul>")
    return page(openapi["info"]["title"], "\n".join(parts))


def _fields(operation: dict[str, Any]) -> list[str]:
    """The fields of a body, each with what it is."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return []
    schema = content["schema"]
    required = schema.get("required", ())
    rows = "".join(
        f"<tr><th scope='row'><code>{escape(name)}</code></th><td>{escape(_kind(field))}</td>"
        f"<td>{'must' if name in required else ''}</td><td>{escape(field.get('description', ''))}</td></tr>"
        for name, field in schema["properties"].items()
    )
    return [f"<table><thead><tr><th>field</th><th>kind</th><th></th><th></th></tr></thead>{rows}</table>"]


def _kind(field: dict[str, Any]) -> str:
    kinds = [one.get("type", "object") for one in field.get("anyOf", [field])]
    return " or ".join(kinds)
