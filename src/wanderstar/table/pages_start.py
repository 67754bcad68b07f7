"""The pages around the tables: start, upload with its faults, exports, rules, the odds calculator."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile
from fastapi.responses import PlainTextResponse, RedirectResponse

from ..book.citations import CITATIONS
from ..sheets.faults import BrokenFile, Fault, plain, shown
from ..sheets.files import parse_json
from ..sheets.load import encounter_from, load_encounter, ruleset_from
from ..sheets.model import Encounter
from ..sheets.shelf import shipped_encounters
from . import deps
from .deps import ActingHost, Host, MaybeHost
from .drawing import CoverMark, Head, Scene, ZoneMark, battle_map
from .pages_frame import html

router = APIRouter()
EXAMPLE = "patrol-ambush"
MAX_FILE = 500_000


@cache
def shipped(name: str) -> Encounter:
    """An encounter that comes with the program."""
    return load_encounter(name)


def cards() -> list[dict[str, Any]]:
    """The shipped encounters for the start page, the example first."""
    names = sorted(shipped_encounters(), key=lambda name: (name != EXAMPLE, name))
    return [card(name, shipped(name)) for name in names]


def card(name: str, encounter: Encounter) -> dict[str, Any]:
    """One encounter: who is in it, its ground, a small map without those in hiding or still to come."""
    sides = {side.id: i for i, side in enumerate(encounter.sides)}
    seen = [one for one in encounter.combatants if not one.hidden and one.enters is None]
    heads = tuple(Head(one.id, one.name, min(sides[one.side], 2), one.at) for one in seen)
    covers = tuple(CoverMark(c.id, c.at, c.grade, c.hides, c.arc) for c in encounter.covers)
    zones = tuple(ZoneMark(z.id, z.name, z.at, z.radius, z.low, z.high) for z in encounter.zones)
    characters = [one.name for one in seen if one.person.kind == "character"]
    foes = [one.name for one in seen if one.person.kind != "character"]
    return {
        "name": name,
        "title": encounter.name,
        "notes": str(encounter.source.get("notes", "")),
        "players": len(characters),
        "characters": characters,
        "foes": foes,
        "covers": len(covers),
        "svg": battle_map(Scene(heads, covers, zones=zones)),
    }


@router.get("/")
async def start(request: Request, host: MaybeHost) -> Response:
    """The host's start page; for others a welcome with the odds calculator."""
    if host is None:
        return html("welcome.html", csrf="")
    return await start_page(request, host)


async def start_page(request: Request, host: Host, faults: Any = None, file: str = "") -> Response:
    """Shipped encounters, an upload with all its faults, tables to go on with."""
    house = deps.house(request)
    tables = []
    for row in await house.tables():
        room, hub = await house._open(row.id)
        gm = next((seat for seat in room.rows.values() if seat.role == "gm" and not seat.revoked), None)
        if gm is None:
            continue
        view = room.view(gm.seat)
        tables.append(
            {
                "name": row.name,
                "link": house.link(gm),
                "round": view["round"],
                "over": view["over"],
                "connected": sum(hub.connected.values()),
                "people": [c.name for c in room.state.combatants.values() if c.is_character],
            }
        )
    status = 200 if faults is None else 422
    return html(
        "start.html",
        status,
        csrf=host.csrf,
        cards=cards(),
        tables=tables,
        faults=faults,
        file=file,
        foretells=house.forecasts is not None,
    )


@router.post("/tables")
async def create(
    request: Request,
    host: ActingHost,
    encounter: Annotated[str, Form(max_length=80)] = "",
    name: Annotated[str, Form(max_length=80)] = "",
    file: UploadFile | None = None,
    ruleset: UploadFile | None = None,
) -> Response:
    """A new table from a shipped encounter or an uploaded one; a broken file shows every fault at its place."""
    house = deps.house(request)
    title = "encounter"
    try:
        if encounter in shipped_encounters():
            found = shipped(encounter)
        else:
            title = plain(file.filename or title) if file is not None else title
            found = await uploaded(file, ruleset)
    except BrokenFile as error:
        return await start_page(
            request, host, [fault_words(fault) for fault in error.faults], plain(error.file)
        )
    room = await house.create(found, name.strip())
    gm = next(seat for seat in room.rows.values() if seat.role == "gm")
    return RedirectResponse(house.link(gm), 303)


async def uploaded(file: UploadFile | None, ruleset: UploadFile | None) -> Encounter:
    """The encounter of an uploaded file, with an uploaded ruleset's switches; raises BrokenFile."""
    tables = await uploaded_tables(file)
    assert file is not None and file.filename
    rules = None
    if ruleset is not None and ruleset.filename:
        rules, faults = ruleset_from(await tables_of(ruleset))
        if faults:
            raise BrokenFile(ruleset.filename, faults)
    stem = file.filename.rsplit(".", 1)[0][:80]
    return encounter_from(tables, None, rules, name=stem, file=file.filename)


async def uploaded_tables(file: UploadFile | None) -> Mapping[str, Any]:
    """The tables of a file that must have been chosen; raises BrokenFile."""
    if file is None or not file.filename:
        raise BrokenFile("encounter", [Fault("", "no file was chosen", None, ["a .toml file"])])
    return await tables_of(file)


async def tables_of(file: UploadFile) -> Mapping[str, Any]:
    """The tables of an uploaded TOML or JSON file; raises BrokenFile."""
    name = file.filename or "file"
    content = await file.read(MAX_FILE + 1)
    if len(content) > MAX_FILE:
        raise BrokenFile(name, [Fault("", "the file is too large", None, [f"at most {MAX_FILE} bytes"])])
    try:
        text = content.decode("utf-8-sig")
        tables = parse_json(text) if name.endswith(".json") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenFile(name, [Fault("", "cannot be read", str(error)[:200], ["TOML"])]) from None
    if not isinstance(tables, dict):
        raise BrokenFile(name, [Fault("", "not a table", None, ["a table"])])
    return tables


def fault_words(fault: Fault) -> dict[str, Any]:
    """A fault for the page."""
    return {
        "key": fault.key,
        "problem": fault.problem,
        "found": None if fault.found is None else str(shown(fault.found)),
        "expected": [str(one) for one in fault.expected],
    }


@router.get("/rules/{id}")
async def rule(id: str, part: bool = False) -> Response:
    """Our text of a rule or ruling: in a card over the table, or as a page."""
    found = CITATIONS.get(id)
    if found is None:
        raise deps.NotHere
    return html("rule_part.html" if part else "rule.html", rule=found, csrf="")


@router.get("/t/{table}/export")
async def export_card(table: str, here: Annotated[Any, Depends(deps.here)]) -> Response:
    """What can be taken away."""
    return html("export.html", table=table, role=here.row.role)


Number = Annotated[int, Query(ge=-20, le=40)]


@router.get("/odds")
async def odds_page(request: Request) -> Response:
    """The odds calculator; it needs no table."""
    from .models_odds import calculator

    deps.limit(request, "odds", request.client.host if request.client else "")
    values = calculator(dict(request.query_params))
    return html("odds.html", csrf="", **values)


@router.get("/robots.txt")
async def robots() -> Response:
    """Nothing here is for search engines."""
    return PlainTextResponse("User-agent: *\nDisallow: /\n")
