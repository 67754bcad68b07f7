"""What every request and every answer holds to: headers, sizes, and a log line without secrets."""

from __future__ import annotations

import json
import logging
import re
import time
from typing import Any

from ..play.refusal import refuse
from .refusals import refusal_json

LOG = logging.getLogger("wanderstar.table.requests")

MAX_BODY = 1_000_000
"""Bytes of a request's body: an encounter, or an order."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing from elsewhere, no script and no style within a page."""

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
SECRET_PATHS = ("/s/", "/h/")
TOKEN = re.compile(r"[\w-]{24,}")
"""What may be a link's secret, wherever a mistyped address has it."""


class Guard:
    """The outermost part of the application, plain ASGI so that streams pass through untouched."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        guarded = Guarded(scope, receive, send)
        if guarded.too_large:
            await guarded.refuse_size()
        else:
            await self.app(scope, guarded.receive, guarded.send)
        guarded.log()


class Guarded:
    """One request on its way through."""

    def __init__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self.began = time.perf_counter()
        self.status = 0
        self.read = 0
        length = dict(scope["headers"]).get(b"content-length", b"0")
        self.too_large = not length.isdigit() or int(length[:12]) > MAX_BODY
        self._refused = False

    async def receive(self) -> Any:
        """The next part of the body, as long as the whole is not too large."""
        part = await self._receive()
        if part["type"] == "http.request":
            self.read += len(part.get("body", b""))
            if self.read > MAX_BODY:
                self.too_large = True
                return {"type": "http.request", "body": b"", "more_body": False}
        return part

    async def send(self, part: Any) -> None:
        """The answer, with the headers that all have."""
        if self._refused:
            return
        if part["type"] == "http.response.start":
            if self.too_large:
                await self.refuse_size()
                return
            self.status = part["status"]
            named = {name for name, _ in part["headers"]}
            more = [(name, value) for name, value in HEADERS if name not in named]
            if b"cache-control" not in named:
                more.append((b"cache-control", b"no-store"))
            part = {**part, "headers": [*part["headers"], *more]}
        await self._send(part)

    async def refuse_size(self) -> None:
        """Says that the body is too large."""
        self._refused = True
        self.status = 413
        body = json.dumps(refusal_json(refuse("too_large", most=MAX_BODY))).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *HEADERS,
        ]
        await self._send({"type": "http.response.start", "status": 413, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})

    def log(self) -> None:
        """One line, without what the path may keep secret and without the query."""
        path = TOKEN.sub("…", self.scope["path"])
        secret = next((start for start in SECRET_PATHS if path.startswith(start)), None)
        LOG.info(
            "request",
            extra={
                "facts": {
                    "method": self.scope["method"],
                    "path": f"{secret}…" if secret else path,
                    "status": self.status,
                    "ms": round((time.perf_counter() - self.began) * 1000, 1),
                }
            },
        )
