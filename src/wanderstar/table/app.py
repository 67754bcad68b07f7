"""The application: the house with its tables, the pages, the API, and what holds for every request."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from ..play.refusal import refuse
from . import api, deps, pages, plain
from .house import House
from .hub import Full
from .limits import Limits
from .odds import OddsDesk
from .refusals import OWN, refusal_json
from .security import Guard

LOG = logging.getLogger("wanderstar.table")
STATIC = Path(__file__).parent / "static"
YEAR = 365 * 24 * 3600

ABOUT = "One table of Wanderstar: its state as a seat sees it, orders to it, a stream of it, and exact odds."


def create_app(house: House, limits: Limits | None = None) -> FastAPI:
    """The application for a house; it opens the house when it starts and closes it when it stops."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        app.state.odds = OddsDesk()
        LOG.info("open")
        try:
            yield
        finally:
            app.state.odds.close()
            await house.close()
            LOG.info("closed")

    app = FastAPI(
        title="Wanderstar table",
        version=version("wanderstar"),
        description=ABOUT,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
    )
    app.state.house = house
    app.state.limits = limits or Limits()
    app.add_middleware(Guard)
    app.include_router(api.router)
    _entrances(app)
    _errors(app)
    if STATIC.is_dir():
        app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.include_router(pages.router, include_in_schema=False)
    return app


def _entrances(app: FastAPI) -> None:
    @app.get("/s/{token}", include_in_schema=False)
    async def by_link(request: Request, token: str) -> Response:
        """A seat's link: becomes a cookie, so that it stands in no address afterwards."""
        house = deps.house(request)
        row = house.seat_of(token)
        if row is None:
            deps.nobody(request)
        answer = RedirectResponse(f"/t/{row.table}", 303)
        _set_cookie(request, answer, deps.cookie_name(row.table), token)
        return answer

    @app.get("/h/{token}", include_in_schema=False)
    async def by_host_link(request: Request, token: str, table: str = "") -> Response:
        """The host's link: becomes a cookie. With `table` it goes on to that table, as its GM."""
        if not deps.house(request).is_host(token):
            deps.nobody(request)
        answer = await _as_gm(request, table) if table else RedirectResponse("/", 303)
        _set_cookie(request, answer, deps.HOST_COOKIE, token)
        return answer

    @app.get("/enter/{table}", include_in_schema=False)
    async def enter(request: Request, host: deps.Hosting, table: str) -> Response:
        """The host goes to one of their tables, as its GM."""
        return await _as_gm(request, table)

    @app.get("/healthz", include_in_schema=False)
    async def health(request: Request) -> Response:
        """Whether the server answers and its store does."""
        async with deps.house(request).store.engine.connect() as connection:
            await connection.execute(text("select 1"))
        return JSONResponse({"ok": True, "version": request.app.version})

    @app.get("/docs", include_in_schema=False)
    async def documents(request: Request) -> Response:
        """The API in words."""
        return HTMLResponse(plain.documents(request.app.openapi()))


async def _as_gm(request: Request, table: str) -> Response:
    house = deps.house(request)
    row = await house.gm_of(table)
    if row is None:
        raise deps.NotHere
    answer = RedirectResponse(f"/t/{table}", 303)
    _set_cookie(request, answer, deps.cookie_name(table), house.token(row))
    return answer


def _set_cookie(request: Request, answer: Response, name: str, token: str) -> None:
    answer.set_cookie(
        name,
        token,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _errors(app: FastAPI) -> None:
    @app.exception_handler(deps.NotHere)
    async def not_here(request: Request, error: Exception) -> Response:
        if _wants_json(request):
            return JSONResponse(refusal_json(refuse("not_here")), 404)
        return HTMLResponse(plain.not_here(OWN["not_here"]), 404)

    @app.exception_handler(deps.Refuse)
    async def refuse_early(request: Request, error: deps.Refuse) -> Response:
        headers = {} if error.wait is None else {"retry-after": str(math.ceil(error.wait))}
        return JSONResponse(refusal_json(error.refusal), error.status, headers)

    @app.exception_handler(Full)
    async def full(request: Request, error: Exception) -> Response:
        return JSONResponse(refusal_json(refuse("too_many")), 429, {"retry-after": "10"})

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first: dict[str, Any] = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])[:100]
        return JSONResponse(refusal_json(refuse("bad_value", field=field, expected=str(first["msg"]))), 422)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return await not_here(request, error)
        return JSONResponse({"detail": error.detail}, error.status_code, error.headers)

    @app.exception_handler(SQLAlchemyError)
    async def unwritten(request: Request, error: Exception) -> Response:
        LOG.error("the store failed", exc_info=error)
        return JSONResponse(refusal_json(refuse("store")), 503)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        LOG.error("failed", exc_info=error)
        return JSONResponse({"detail": "the server failed at this; nothing was done"}, 500)


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/") or "json" in request.headers.get("accept", "")
