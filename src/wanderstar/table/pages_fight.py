"""Cards of a fight that is more than blows: zones, who is still to come, one die put right, who plays by which tactic,
what a tactic would do, and the way from one fight to the next."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Response, UploadFile

from ..play.state import PINNED, STUNNED
from ..seats.seat import OFF
from ..sheets.faults import BrokenFile, plain
from ..sheets.shelf import shipped_encounters
from ..tactics.cast import TACTICS
from . import deps
from .advising import advised
from .correcting import newest, run_of, typed
from .deps import NotHere, Seated
from .house import Here
from .models import condition_text, tracks
from .models_prompts import DRAWS
from .models_waves import tactic_of, waves_of
from .models_zones import zone_list
from .pages_console import common, near_of
from .pages_frame import html
from .pages_start import cards, fault_words, uploaded_tables
from .room import OK

router = APIRouter()
TheGm = Annotated[Here, Depends(deps.gm)]
TheGmActs = Annotated[Here, Depends(deps.acting_gm)]
Id = Annotated[str | None, Query(max_length=80)]
Place = Annotated[str | None, Query(max_length=40)]


@router.get("/t/{table}/console/zone")
async def zone(table: str, here: TheGm, at: Place = None) -> Response:
    """A zone more, or one less."""
    values = common(here)
    zones = zone_list(values["view"])
    taken = {one["id"] for one in zones}
    free = next(name for name in ("smoke", *(f"smoke-{n}" for n in range(2, 1000))) if name not in taken)
    place = at if at is not None else near_of(here)
    return html("console/zone.html", zones=zones, free=free, near=place, **values)


@router.get("/t/{table}/console/waves")
async def waves(table: str, here: TheGm) -> Response:
    """Who comes when."""
    return html("console/waves.html", waves=waves_of(here.room.state), round=here.room.state.round)


@router.get("/t/{table}/die")
async def die(
    table: str,
    here: Seated,
    draw: Annotated[str, Query(max_length=300)],
    die: Annotated[int, Query(ge=1, le=100)],
    n: Annotated[int | None, Query(ge=1, le=10**6)] = None,
) -> Response:
    """What a typed die really showed: the GM's in any command, a player's own in the last thing they were told of."""
    room, seat = here.room, here.row.seat
    if n is None or not seat.gm:
        n = newest(room.table, seat, room.settings)
    run = run_of(room.table, n)
    found = {} if run is None else typed(run)
    roller, faces = found.get(draw, ("", ()))
    mine = seat.gm or roller in seat.characters
    view = room.view(seat)
    name, _, rest = draw.partition(":")
    who = rest.partition(":")[0]
    return html(
        "console/die.html",
        order={**({"n": n} if seat.gm else {}), "draw": draw, "die": die},
        face=faces[die - 1] if mine and die <= len(faces) else None,
        what=DRAWS.get(name, name) if mine else "",
        whose=view["combatants"][who]["name"] if mine and who in view["combatants"] else "",
        die=die,
        of=len(faces),
        version=view["version"],
        gm=seat.gm,
    )


@router.get("/t/{table}/console/tactics")
async def tactics(table: str, here: TheGm) -> Response:
    """Who plays how: by side, by combatant."""
    room, values = here.room, common(here)
    state, chosen = room.state, room.settings.tactics
    people = [
        {"id": c.id, "name": c.name, "side": c.side, "plays": tactic_of(state, c.id, room.settings)}
        for c in state.combatants.values()
        if c.gone is None
    ]
    return html(
        "console/tactics.html",
        tactics=list(TACTICS.values()),
        of_sides=chosen.get("sides", {}),
        of_people=chosen.get("people", {}),
        all_people=people,
        advice=room.settings.advice,
        forecast=room.settings.forecast if here.hub.foretells else None,
        **values,
    )


@router.get("/t/{table}/advice")
async def advice(table: str, here: Seated, who: Id = None) -> Response:
    """What a tactic would do: the GM asks for anybody, a player for their own if the GM allows it."""
    room, seat = here.room, here.row.seat
    if not seat.gm and (not room.settings.advice or who not in seat.characters or room.state.turn != who):
        raise NotHere
    found = None if who is None else advised(room.state, who, seat, room.settings)
    view = room.view(seat)
    free = found is not None and found["now"] and not view["waiting"]
    weigh = here.hub.foretells and room.settings.forecast != OFF
    return html(
        "console/advice.html",
        found=found,
        free=free,
        version=view["version"],
        gm=seat.gm,
        table=table,
        weigh=weigh,
    )


# -- from one fight to the next


def kept(here: Here) -> list[dict[str, Any]]:
    """The characters, and what they take along."""
    room = here.room
    view = room.view(here.row.seat)
    seats = [row for row in room.rows.values() if not row.revoked and row.role == "player"]
    found = []
    for id, c in view["combatants"].items():
        if c["kind"] != "character":
            continue
        weapons = {w.id: w.name for w in room.state.encounter.weapons.values()}
        found.append(
            {
                "id": id,
                "name": c["name"],
                "dead": c["dead"],
                "tracks": tracks(c),
                "momentum": c["momentum"],
                "ammo": [f"{weapons.get(w, w)} {left}" for w, left in c["ammo"].items()],
                "conditions": [condition_text(x) for x in c["conditions"] if stays(x)],
                "seat": next((row.name for row in seats if id in row.characters), None),
            }
        )
    return found


def stays(condition: Mapping[str, Any]) -> bool:
    """Whether a condition goes along: no turns count it down, and it is none of a fight's own."""
    return condition["turns"] is None and condition["name"] not in (STUNNED, PINNED)


def next_values(here: Here, **more: Any) -> dict[str, Any]:
    """What the card of the next encounter shows."""
    values = {"done": None, "faults": None, "file": "", "refusal": None, **more}
    state = here.room.state
    return {
        **values,
        "table": here.room.id,
        "cards": cards(),
        "people": kept(here),
        "cap": state.ruleset.momentum_cap,
        "running": state.running,
        "version": here.room.version(here.row.seat),
    }


@router.get("/t/{table}/console/next")
async def next_card(table: str, here: TheGm) -> Response:
    """The next encounter, rest, a new evening; who takes what along."""
    return html("console/next.html", **next_values(here))


@router.post("/t/{table}/next")
async def next_encounter(
    table: str,
    here: TheGmActs,
    encounter: Annotated[str, Form(max_length=80)] = "",
    version: Annotated[str, Form(max_length=80)] = "",
    file: UploadFile | None = None,
) -> Response:
    """Sets the next encounter on this table: a shipped one, or a file whose faults are all shown."""
    try:
        wanted: Any = encounter if encounter in shipped_encounters() else await uploaded_tables(file)
    except BrokenFile as error:
        faults = [fault_words(fault) for fault in error.faults]
        return html("console/next.html", **next_values(here, faults=faults, file=plain(error.file)))
    reply = await here.room.do(
        here.row.id,
        {
            "request": f"next-{secrets.token_hex(12)}",
            **({"version": version} if version else {}),
            "command": {"do": "encounter", "encounter": wanted},
        },
    )
    if reply.status != OK:
        refusal = reply.body["refusal"]
        faults = [
            {
                "key": one["key"],
                "problem": one["problem"],
                "found": _said(one["found"]),
                "expected": _all(one),
            }
            for one in refusal["facts"].get("faults", ())
        ]
        return html(
            "console/next.html",
            **next_values(here, refusal=refusal, faults=faults or None, file=encounter or _name(file)),
        )
    event = here.room.table.entries[-1].events[-1].story
    return html("console/next.html", **next_values(here, done=event))


def _said(found: Any) -> str | None:
    return None if found is None else str(found)[:200]


def _all(fault: Any) -> list[str]:
    return [str(one) for one in fault["expected"]]


def _name(file: UploadFile | None) -> str:
    return plain(file.filename) if file is not None and file.filename else "The file"
