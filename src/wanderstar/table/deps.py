"""Who a request comes from: a seat by its link's cookie, or by a bearer token; the host by theirs.

A link that is wrong, absent, revoked or for another table gives the same answer everywhere.
"""

from __future__ import annotations

from typing import Annotated, Any, NoReturn

from fastapi import Depends, Request

from ..play.refusal import refuse
from . import links
from .bodies import json_body
from .house import Here, House
from .limits import Limits

HOST_COOKIE = "ws_host"


class NotHere(Exception):
    """There is nothing for whoever asks: answered by 404, always alike."""


class Refuse(Exception):
    """The request is refused before it comes to a table: 403 from elsewhere, 429 too often."""

    def __init__(self, status: int, code: str, wait: float | None = None) -> None:
        super().__init__(code)
        self.status, self.refusal, self.wait = status, refuse(code), wait


class Host:
    """Whoever runs the server; `csrf` is what the start page must send back."""

    def __init__(self, house: House, token: str) -> None:
        self.house, self.token = house, token

    @property
    def csrf(self) -> str:
        """What its pages must send back."""
        return links.csrf(self.token)


def cookie_name(table: str) -> str:
    """A browser may sit at several tables."""
    return f"ws_{table}"


def house(request: Request) -> House:
    """The server's tables."""
    found: House = request.app.state.house
    return found


def limit(request: Request, what: str, who: str) -> None:
    """Counts one of `what`; raises Refuse when there were too many."""
    limits: Limits = request.app.state.limits
    wait = limits.take(what, who)
    if wait is not None:
        raise Refuse(429, "too_many", wait)


def nobody(request: Request) -> NoReturn:
    """A wrong link: counted by address, answered like any other."""
    limit(request, "knock", request.client.host if request.client else "")
    raise NotHere


def bearer(request: Request) -> str | None:
    """The token of an `Authorization: Bearer` header."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


async def here(request: Request, table: str) -> Here:
    """The seat that a request for `table` comes from; raises NotHere."""
    token = bearer(request) or request.cookies.get(cookie_name(table), "")
    found = await house(request).here(token, table) if token else None
    if found is None:
        nobody(request)
    limit(request, "look", found.row.id)
    return found


async def order_of(request: Request, here: Here) -> Any:
    """The JSON that a seat sends (`bodies.json_body`); raises NotHere when the link ended while it was coming."""
    found = await json_body(request)
    if here.room.rows.get(here.row.id) != here.row:
        raise NotHere
    return found


async def acting(request: Request, table: str) -> Here:
    """The same for what changes something: from a page of ours, or by a bearer token."""
    found = await here(request, table)
    if bearer(request) is None:
        await from_our_page(request, found.csrf)
    limit(request, "act", found.row.id)
    return found


async def gm(request: Request, table: str) -> Here:
    """The GM of a table; everybody else finds nothing here."""
    found = await here(request, table)
    if not found.row.seat.gm:
        raise NotHere
    return found


async def acting_gm(request: Request, table: str) -> Here:
    """The GM of a table changing something."""
    found = await acting(request, table)
    if not found.row.seat.gm:
        raise NotHere
    return found


async def host(request: Request) -> Host:
    """The host; raises NotHere for anybody else."""
    found = await host_or_none(request)
    if found is None:
        nobody(request)
    return found


async def host_or_none(request: Request) -> Host | None:
    """The host, or None."""
    token = bearer(request) or request.cookies.get(HOST_COOKIE, "")
    return Host(house(request), token) if token and house(request).is_host(token) else None


async def acting_host(request: Request) -> Host:
    """The host changing something."""
    found = await host(request)
    if bearer(request) is None:
        await from_our_page(request, found.csrf)
    limit(request, "create", links.HOST)
    return found


async def from_our_page(request: Request, expected: str) -> None:
    """Raises Refuse unless a request comes from a page that this server gave to this very seat."""
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    ours = site in (None, "same-origin", "none")
    if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        ours = False
    given = request.headers.get("x-csrf-token")
    form = ("application/x-www-form-urlencoded", "multipart/form-data")
    if given is None and request.headers.get("content-type", "").startswith(form):
        field = (await request.form()).get("csrf")
        given = field if isinstance(field, str) else None
    if not ours or given is None or not links.same(given, expected):
        raise Refuse(403, "csrf")


Seated = Annotated[Here, Depends(here)]
Acting = Annotated[Here, Depends(acting)]
Gm = Annotated[Here, Depends(gm)]
ActingGm = Annotated[Here, Depends(acting_gm)]
Hosting = Annotated[Host, Depends(host)]
ActingHost = Annotated[Host, Depends(acting_host)]
MaybeHost = Annotated[Host | None, Depends(host_or_none)]
