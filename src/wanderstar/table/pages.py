"""The pages of a table: what each seat is shown, its stream, its composer, and what it sends.

Everything a seat is shown goes through `seats` first; the templates see view, log and composer only.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from ..play.refusal import Refusal
from ..seats.composer import composer
from ..seats.export import csv_rows, markdown
from ..seats.log import log, told_of
from ..seats.prompt import prompts
from ..seats.seat import GM, PLAYER, Seat
from ..seats.sheet import sheet
from . import (
    models_focus,
    models_log,
    models_page,
    models_prompts,
    pages_console,
    pages_fight,
    pages_forecast,
    pages_start,
)
from .deps import Acting, NotHere, Seated, order_of
from .drawing import battle_map
from .forecasts import shows
from .house import Here
from .hub import Hub, Render
from .models import scene
from .models_waves import plays, waves_of
from .models_zones import zone_list
from .pages_frame import TEMPLATES, html
from .refusals import refusal_json
from .room import OK, Room

router = APIRouter()
router.include_router(pages_console.router)
router.include_router(pages_fight.router)
router.include_router(pages_forecast.router)
router.include_router(pages_start.router)


def page_of(room: Room, hub: Hub, seat: Seat) -> dict[str, Any]:
    """What a seat's page shows now."""
    view = room.view(seat)
    items = log_of(room, seat, models_page.SHOWN + 1)
    entries = models_log.entries(items[-models_page.SHOWN :])
    happening = entries[0]["title"] if entries and entries[0]["open"] else ""
    gm = seat.role == GM
    table = room.table
    back = {"undo": {"n": table.n if table.run is not None else table.n - 1}}
    return models_page.page(
        view,
        table=room.id,
        name=room.name,
        log=entries,
        older=len(items) > models_page.SHOWN,
        prompts=models_prompts.prompts(view, prompts(room.state, table.run, seat, room.settings), happening),
        sheets=[told for id in view["you"] if (told := sheet(room.state, id, seat, room.settings))],
        cap=room.state.ruleset.momentum_cap,
        manual=[id for id in room.settings.manual if id in view["you"]],
        seats=seat_tags(room, hub, view) if gm else (),
        undo=back if gm and (table.n or table.run is not None) else None,
        redo={"redo": table.undone[0].n} if gm and table.undone else None,
        deadline=room.deadline,
        ties=ties_of(room, seat),
        waves=waves_of(room.state) if gm else (),
        plays=plays(room.state, room.settings) if gm else None,
        forecast=hub.foretells and shows(room.settings, seat),
    )


def ties_of(room: Room, seat: Seat) -> list[dict[str, str]]:
    """The ties of the fight's initiative, as far as this seat was told of them."""
    for entry in reversed(room.table.entries):
        if entry.command["do"] == "begin":
            heard = told_of(entry, seat, room.settings)
            events = () if heard is None else heard["events"]
            return [
                tie for event in events if event["kind"] == "fight_begun" for tie in event.get("ties", ())
            ]
    return []


def log_of(room: Room, seat: Seat, last: int | None = None) -> list[dict[str, Any]]:
    """The newest items of a seat's log, oldest first."""
    return log(room.table.entries, room.table.run, seat, room.settings, last)


def seat_tags(room: Room, hub: Hub, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Who sits here, who is connected, whom the table waits for."""
    waiting = set(view["waiting"])
    return [
        {
            "name": row.name,
            "connected": hub.connected[row.id] > 0,
            "asked": bool(waiting & set(row.characters)) or (row.role == GM and "gm" in waiting),
        }
        for row in room.rows.values()
        if not row.revoked
    ]


def fragment(hub: Hub) -> Render:
    """What the stream shows a seat: the whole of `live.html`."""

    def render(room: Room, seat: Seat) -> str:
        return TEMPLATES.get_template("live.html").render(**shown(room, hub, seat))

    return render


def shown(room: Room, hub: Hub, seat: Seat) -> dict[str, Any]:
    """The values of `live.html`; a spectator's map is among them, the others fetch theirs."""
    values: dict[str, Any] = {"page": page_of(room, hub, seat)}
    if seat.role not in (GM, PLAYER):
        view = room.view(seat)
        drawn = scene(view, view["turn"])
        values["focus"] = {**models_focus.EMPTY, "svg": battle_map(drawn), "zones": zone_list(view)}
    return values


@router.get("/t/{table}")
async def show_table(table: str, here: Seated) -> Response:
    """A seat's page."""
    values = shown(here.room, here.hub, here.row.seat)
    return html("table.html", csrf=here.csrf, **values)


@router.get("/t/{table}/stream")
async def show_stream(table: str, here: Seated) -> Response:
    """The seat's page, whole, now and after each change."""
    return here.hub.open(here.row, "page", fragment(here.hub))


Place = Annotated[str | None, Query(max_length=40)]
Id = Annotated[str | None, Query(max_length=80)]


@router.get("/t/{table}/composer")
async def show_composer(
    table: str,
    here: Seated,
    who: Id = None,
    target: Id = None,
    weapon: Id = None,
    claim: bool = False,
    at: Place = None,
    to: Place = None,
    sup: Place = None,
    volley: Annotated[str | None, Query(max_length=1000)] = None,
    placing: Id = None,
    bands: bool = False,
) -> Response:
    """The map around one combatant and all it may do; with what the page has chosen so far."""
    seat = here.row.seat
    view = here.room.view(seat)
    if not view["combatants"]:
        return HTMLResponse("")
    plane = any(isinstance(c["at"], list) for c in view["combatants"].values())
    chosen = {
        "who": chosen_who(view, who),
        "at": read_place(at, plane),
        "to": read_place(to, plane),
        "sup": read_place(sup, plane),
        "placing": placing if placing in ("to", "at", "sup") else "to",
        "bands": bands,
        "volley": tuple(id for id in (volley or "").split(",") if id),
    }
    made = compose(here, chosen, target, weapon, claim) if seat.role in (GM, PLAYER) else None
    room = here.room
    radius = room.state.ruleset.suppress_radius
    focus = models_focus.focus(view, made, chosen, radius)
    focus["asked"] = bool(view["waiting"])
    focus["hidden"] = bool(view["combatants"][chosen["who"]].get("hidden"))
    page = {
        "table": room.id,
        "version": view["version"],
        "role": seat.role,
        "round": view["round"],
        "over": view["over"],
        "cap": room.state.ruleset.momentum_cap,
        "skills": [name for name, _ in room.state.ruleset.skills_catalogue],
        "begin": False,
    }
    return html("focus.html", page=page, focus=focus)


def compose(
    here: Here, chosen: Mapping[str, Any], target: str | None, weapon: str | None, claim: bool
) -> dict[str, Any]:
    """The composer of the one chosen, as the seat may see it."""
    room = here.room
    return composer(
        room.state,
        chosen["who"],
        here.row.seat,
        room.settings,
        target=target,
        weapon=weapon,
        claim=claim,
        at=chosen["at"],
        volley=chosen["volley"],
        asks=room.asks,
    )


def chosen_who(view: Mapping[str, Any], who: str | None) -> str:
    """Whose turn the composer is about: the one chosen, else the one acting, else one's own, else the first."""
    people = view["combatants"]
    if view["role"] == PLAYER:
        mine = list(view["you"])
        if who in mine:
            return str(who)
        if view["turn"] in mine:
            return str(view["turn"])
        return str(mine[0]) if mine else str(next(iter(people)))
    if who in people:
        return str(who)
    return str(view["turn"] or next(iter(view["order"] or people)))


def read_place(text: str | None, plane: bool) -> Any:
    """A place from an address: metres, or two of them; None when it is none, or of the other kind."""
    try:
        numbers = [float(part) for part in (text or "").replace(" ", ",").split(",") if part]
    except ValueError:
        return None
    if len(numbers) != 1 + plane or not all(abs(x) <= 100_000 for x in numbers):
        return None
    whole = [int(x) if x.is_integer() else x for x in numbers]
    return whole if plane else whole[0]


@router.post("/t/{table}/do")
async def do(table: str, here: Acting, request: Request) -> Response:
    """One order. Done: nothing (the stream shows it). Refused: the reason, to be read out."""
    body = await order_of(request, here)
    if isinstance(body, Refusal):
        return html("refusal.html", 422, refusal=refusal_json(body)["refusal"], changed=None)
    reply = await here.room.do(here.row.id, body)
    told = reply.body
    if reply.status == OK:
        return html("said.html", said=told["said"]) if told.get("said") else Response(status_code=204)
    changed = told.get("changed")
    return html(
        "refusal.html",
        reply.status,
        refusal=told["refusal"],
        changed=None if changed is None else models_log.entries(changed[-3:]),
    )


@router.get("/t/{table}/help")
async def show_help(table: str, here: Seated) -> Response:
    """Keys and how the page is read."""
    return html("help.html", role=here.row.role)


@router.get("/t/{table}/log")
async def show_log(table: str, here: Seated) -> Response:
    """The whole log, newest first."""
    seat = here.row.seat
    page = {"role": seat.role, "table": here.room.id, "you": list(seat.characters)}
    return html("whole_log.html", log=models_log.entries(log_of(here.room, seat)), page=page)


@router.get("/t/{table}/export.{kind}")
async def export(table: str, kind: str, here: Seated) -> Response:
    """The journal (the GM's), or the log as this seat may read it: Markdown to read, CSV for a spreadsheet."""
    room, seat = here.room, here.row.seat
    play, settings = room.table, room.settings
    if kind == "jsonl" and seat.gm:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in await room.journal())
        media = "application/x-ndjson"
    elif kind == "md":
        text = "\n".join(markdown(play.entries, play.run, seat, settings, room.name)) + "\n"
        media = "text/markdown"
    elif kind == "csv":
        written = io.StringIO()
        csv.writer(written).writerows(csv_rows(play.entries, play.run, seat, settings))
        text, media = written.getvalue(), "text/csv"
    else:
        raise NotHere
    headers = {"content-disposition": f'attachment; filename="wanderstar.{kind}"'}
    return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)
