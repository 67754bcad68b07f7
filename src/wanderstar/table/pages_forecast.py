"""Figures that a page asks for: what each command would change, and how a shipped encounter will go."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ..seats.cut import known
from ..seats.seat import OFF
from ..seats.wording import names_of
from ..sheets.shelf import shipped_encounters
from . import deps
from .advising import words
from .deps import Hosting, NotHere, Seated
from .forecasts import drawn
from .models_forecast import advised
from .pages_frame import html
from .pages_start import shipped

router = APIRouter()


@router.get("/t/{table}/weighed")
async def weighed(
    request: Request, table: str, here: Seated, who: Annotated[str | None, Query(max_length=80)] = None
) -> Response:
    """What each sensible command of whoever has the turn would change; a player's own if the GM allows advice."""
    forecasts, room, seat = deps.house(request).forecasts, here.room, here.row.seat
    if forecasts is None or room.settings.forecast == OFF:
        raise NotHere
    if not seat.gm and (not room.settings.advice or who not in seat.characters or room.state.turn != who):
        raise NotHere
    deps.limit(request, "odds", here.row.id)
    version = room.version(seat)
    state = room.state
    found = await forecasts.advice(room, seat) if state.turn == who else None
    names = names_of(known(state, seat, room.settings))
    shown = None
    if found is not None:
        shown = advised(found, lambda command: words(state, command, seat, room.settings, names))
    return html("forecast_advice.html", found=shown, version=version, gm=seat.gm)


@router.get("/forecast/{name}")
async def of_encounter(request: Request, host: Hosting, name: str) -> Response:
    """How a shipped encounter will go between tactics."""
    forecasts = deps.house(request).forecasts
    if forecasts is None or name not in shipped_encounters():
        raise NotHere
    found = await forecasts.of_encounter(name, shipped(name))
    return Response(drawn(found, forecasts.desk.preparing, True), media_type="text/html; charset=utf-8")
