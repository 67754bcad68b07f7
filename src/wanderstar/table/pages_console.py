"""The GM's console: overrule anything, call tests, add people, change settings, correct a die. Each is a card that
opens over the table and sends an ordinary order."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request, Response

from ..play.refusal import Refused
from ..play.setting import FIELDS
from ..play.table import drive_line
from ..seats.seat import GM, PLAYER, SPECTATOR
from . import deps
from .house import MOST_SEATS, Here
from .models import order_rows, place_text
from .models_prompts import answered
from .pages_frame import html

router = APIRouter()
TheGm = Annotated[Here, Depends(deps.gm)]
TheGmActs = Annotated[Here, Depends(deps.acting_gm)]
Id = Annotated[str | None, Query(max_length=80)]


def common(here: Here) -> dict[str, Any]:
    """What every card of the console may need."""
    room, view = here.room, here.room.view(here.row.seat)
    rules = room.state.ruleset
    return {
        "table": room.id,
        "view": view,
        "people": {id: c["name"] for id, c in view["combatants"].items()},
        "rows": order_rows(view),
        "skills": [name for name, _ in rules.skills_catalogue],
        "ranks": [name for name, _ in rules.skills_ranks],
        "characteristics": list(rules.characteristics_names),
        "sides": room.state.encounter.sides,
        "clocks": list(view["clocks"]),
    }


@router.get("/t/{table}/console/call")
async def call(table: str, here: TheGm) -> Response:
    """A test, an opposed test, a contest, a clock."""
    return html("console/call.html", **common(here))


def near_of(here: Here) -> str:
    """A place to begin with, as a field shows it: that of the last foe, else of anybody."""
    view = here.room.view(here.row.seat)
    people = list(view["combatants"].values())
    foes = [c for c in people if c["kind"] != "character"]
    last = next(iter(foes[-1:] or people[:1]), None)
    return place_text(0 if last is None else last["at"]).removesuffix(" m")


@router.get("/t/{table}/console/add")
async def add(table: str, here: TheGm, at: Annotated[str | None, Query(max_length=40)] = None) -> Response:
    """Somebody more, or several, in one gesture; at the place that was chosen on the map."""
    encounter = here.room.state.encounter
    people = sorted(encounter.people.values(), key=lambda person: (person.kind == "character", person.name))
    values = common(here)
    foes = [c for c in values["view"]["combatants"].values() if c["kind"] != "character"]
    side = foes[-1]["side"] if foes else values["sides"][-1].id
    place = at if at is not None else near_of(here)
    here_now = [c.person.id for c in here.room.state.combatants.values() if not c.is_character]
    more_of = here_now[-1] if here_now else None
    return html("console/add.html", all_people=people, near=place, foe_side=side, more_of=more_of, **values)


@router.get("/t/{table}/console/overrule")
async def overrule(table: str, here: TheGm, who: Id = None) -> Response:
    """Anything about one combatant."""
    state = here.room.state
    if who not in state.combatants:
        who = next(iter(state.combatants), None)
    if who is None:
        return html("console/nobody.html")
    values = common(here)
    return html(
        "console/overrule.html",
        who=who,
        c=values["view"]["combatants"][who],
        fields=list(FIELDS),
        notes=dict(here.room.settings.notes),
        **values,
    )


@router.get("/t/{table}/console/table")
async def settings(table: str, here: TheGm) -> Response:
    """Settings of the table, its covers and end."""
    room = here.room
    characters = [c for c in room.state.combatants.values() if c.is_character]
    return html(
        "console/table.html",
        settings=room.settings,
        rollers=[("gm", "The GM"), *((c.id, c.name) for c in characters)],
        covers=room.view(here.row.seat)["covers"],
        **common(here),
    )


@router.get("/t/{table}/console/order")
async def order(table: str, here: TheGm) -> Response:
    """The order, to be rearranged."""
    return html("console/order.html", order=here.room.view(here.row.seat)["order"], **common(here))


@router.get("/t/{table}/console/correct")
async def correct(table: str, here: TheGm, n: Annotated[int, Query(ge=1, le=10**6)] = 1) -> Response:
    """The dice of one command, each of which can be taken back and given again."""
    play = here.room.table
    answers: list[Any] = []
    if n <= play.n:
        entry = play.entries[n - 1]
        try:
            answers = list(drive_line(entry.before, entry.line).answers)
        except Refused:
            answers = []
    elif play.run is not None and n == play.n + 1:
        answers = list(play.run.answers)
    view = here.room.view(here.row.seat)
    given = []
    for k, one in enumerate(answers, 1):
        what, said = answered(view, one.key, one.value, one.draw)
        given.append({"k": k, "what": what, "value": said, "by": one.by})
    return html("console/correct.html", n=n, given=given, last=n >= play.n)


@router.get("/t/{table}/seats")
async def seats(request: Request, table: str, here: TheGm) -> Response:
    """Everybody's link."""
    return html("console/seats.html", **seat_values(request, here))


def seat_values(request: Request, here: Here) -> dict[str, Any]:
    """The seats with their links as phones would reach them, or else as this browser does."""
    house = deps.house(request)
    base = house.network or str(request.base_url).rstrip("/")
    rows = [
        {
            "row": row,
            "link": "" if row.revoked else base + house.link(row),
            "connected": here.hub.connected[row.id] > 0,
            "mine": row.id == here.row.id,
        }
        for row in here.room.rows.values()
    ]
    characters = [c for c in here.room.state.combatants.values() if c.is_character]
    return {
        "rows": rows,
        "table": here.room.id,
        "characters": characters,
        "local": "127.0.0.1" in base or "localhost" in base,
    }


@router.post("/t/{table}/seats")
async def change_seat(
    request: Request,
    table: str,
    here: TheGmActs,
    what: Annotated[str, Form(max_length=20)],
    seat: Annotated[str, Form(max_length=80)] = "",
    name: Annotated[str, Form(max_length=60)] = "",
    role: Annotated[str, Form(max_length=20)] = PLAYER,
    characters: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Revokes a link, gives a new one, or makes a seat."""
    house, room = deps.house(request), here.room
    row = room.rows.get(seat)
    if what == "revoke" and row is not None and row.id != here.row.id:
        await house.revoke(row)
    elif what == "reissue" and row is not None and row.id != here.row.id:
        await house.reissue(row)
    elif what == "add" and role in (GM, PLAYER, SPECTATOR):
        own = tuple(id for id in characters or () if id in room.state.combatants) if role == PLAYER else ()
        if len(room.rows) >= MOST_SEATS:
            raise deps.Refuse(409, "seats")
        if role != PLAYER or own:
            await house.add_seat(room.id, role, name.strip() or role, own)
    return html("console/seats.html", **seat_values(request, here))
