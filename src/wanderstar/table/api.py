"""The JSON API of a table: its state, orders to it, a stream of it, and odds."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.security import APIKeyCookie, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from ..play.refusal import Refusal, refuse
from ..seats.seat import Seat
from .deps import Acting, Seated, limit, order_of
from .house import Here
from .odds import Answered
from .refusals import refusal_json
from .room import MALFORMED, OK, REFUSED, Room

LOG_ITEMS = 50
"""Log items in a state and in each message of a stream, unless another number is asked for."""

MOST_LOG_ITEMS = 10_000

TableId = Annotated[str, Path(description="the table's id", max_length=40)]


class UndoBody(BaseModel):
    """Back to just after command `n`; with `answer`, to before the K-th answer of command `n`."""

    model_config = ConfigDict(extra="forbid")
    n: int
    answer: int | None = None


class CorrectBody(BaseModel):
    """One mistyped die: the I-th of a draw (`NAME:WHO`, `NAME:WHO:2` for its second, or a number) showed F."""

    model_config = ConfigDict(extra="forbid")
    n: int | None = Field(None, description="the GM's: the command; without it the last one that was seen")
    draw: int | str
    die: int
    face: int


class OrderBody(BaseModel):
    """One request: an id of your own, the version you saw, and exactly one thing to do."""

    model_config = ConfigDict(extra="forbid")
    request: str = Field(min_length=1, max_length=100, description="sent twice, it is done once")
    version: str | None = Field(None, description="of the state you saw; another one is refused as stale")
    command: dict[str, Any] | None = Field(None, description='{"do": NAME, "who": ID, …}')
    answer: dict[str, Any] | None = Field(
        None, description='{KEY: VALUE}, {"dice": [faces]} or {"dice": "roll"}'
    )
    undo: UndoBody | None = Field(None, description="the GM's")
    redo: int | None = Field(None, description="the GM's: forward to command N of the branch last undone")
    correct: CorrectBody | None = Field(
        None, description="one mistyped die put right: by the GM, or by who typed it"
    )
    cancel: bool | None = Field(None, description="true takes the open command back")
    tactic: str | None = Field(None, description="the GM's: a combatant's id, or \"all\" adversaries")
    settings: dict[str, Any] | None = Field(
        None,
        description="foes, timeout, paused, notes, manual, tactics, advice; a player only manual, of own characters",
    )


class OddsBody(BaseModel):
    """A command as it would be given, with the choices to assume."""

    model_config = ConfigDict(extra="forbid")
    command: dict[str, Any]
    answers: dict[str, Any] = Field(default_factory=dict)


class RefusalFacts(BaseModel):
    """Why not: a code, the facts, the rule, a sentence."""

    code: str
    rule: str | None
    facts: dict[str, Any]
    text: str


class RefusalBody(BaseModel):
    """What every refusal looks like; a stale order also has what changed since."""

    refusal: RefusalFacts
    version: str | None = None
    changed: list[dict[str, Any]] | None = None


class StateBody(BaseModel):
    """A table as a seat sees it, and the newest of its log."""

    state: dict[str, Any]
    log: list[dict[str, Any]]


class DoneBody(BaseModel):
    """What was done, the version it made, whom the table waits for; for the GM the command's number."""

    done: str
    version: str
    waiting: list[str]
    said: str | None = Field(None, description="what a correction has changed")
    n: int | None = None
    open: bool | None = None


def _body(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    inner = schema.pop("$defs", {})
    for name, value in schema["properties"].items():
        schema["properties"][name] = _inline(value, inner)
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def _inline(value: Any, inner: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        if "$ref" in value:
            return inner[value["$ref"].rpartition("/")[2]]
        return {key: _inline(item, inner) for key, item in value.items()}
    return [_inline(item, inner) for item in value] if isinstance(value, list) else value


RESPONSES: dict[int | str, dict[str, Any]] = {
    404: {"model": RefusalBody, "description": "nothing here for you: wrong, absent or revoked link"},
    422: {"model": RefusalBody, "description": "no order that could be read"},
    429: {"model": RefusalBody, "description": "too often"},
}
ACTING: dict[int | str, dict[str, Any]] = {
    **RESPONSES,
    403: {"model": RefusalBody, "description": "not from a page of this table"},
    409: {"model": RefusalBody, "description": "refused: nothing has changed"},
    413: {"model": RefusalBody, "description": "too large"},
}
# Shown in the documents only; `deps` does the work, and treats a missing link like a wrong one.
KEYS = [
    Depends(HTTPBearer(auto_error=False, description="the token of a seat's link")),
    Depends(APIKeyCookie(name="ws_TABLE", auto_error=False, description="set by the seat's link")),
]
router = APIRouter(prefix="/api/tables/{table}", tags=["table"], dependencies=KEYS)


def state_of(room: Room, seat: Seat, last: int = LOG_ITEMS) -> str:
    """The state and the newest log items of a seat, as JSON text."""
    return json.dumps({"state": room.view(seat), "log": room.log(seat, last)}, separators=(",", ":"))


@router.get("/state", response_model=StateBody, responses=RESPONSES)
async def get_state(
    table: TableId, here: Seated, log: Annotated[int, Query(ge=0, le=MOST_LOG_ITEMS)] = LOG_ITEMS
) -> Response:
    """The table as this seat sees it now."""
    return _json(OK, state_of(here.room, here.row.seat, log))


@router.get(
    "/stream",
    response_class=Response,
    responses={**RESPONSES, 200: {"content": {"text/event-stream": {}}, "description": "events"}},
)
async def get_stream(table: TableId, here: Seated) -> Response:
    """The same as an event stream: everything at once, and again after each change that shows."""
    return here.hub.open(here.row, "json", state_of)


@router.post("/commands", response_model=DoneBody, responses=ACTING, openapi_extra=_body(OrderBody))
async def post_command(table: TableId, here: Acting, request: Request) -> Response:
    """One order: a command, an answer, or what else the seat may do."""
    body = await order_of(request, here)
    if isinstance(body, Refusal):
        return refused(MALFORMED, body)
    reply = await here.room.do(here.row.id, body)
    return _json(reply.status, reply.text)


@router.post("/odds", responses=ACTING, openapi_extra=_body(OddsBody))
async def post_odds(table: TableId, here: Acting, request: Request) -> Response:
    """Exact odds of a command, from what this seat knows; nothing is done or drawn."""
    body = await order_of(request, here)
    if isinstance(body, Refusal):
        return refused(MALFORMED, body)
    limit(request, "odds", here.row.id)
    wrong = _no_question(body)
    if wrong is not None:
        return refused(MALFORMED, wrong)
    answered = await _odds(request, here, body)
    if isinstance(answered, Refusal):
        return refused(503, answered)
    return _json(REFUSED if answered.get("refusal") else OK, json.dumps(answered))


async def _odds(request: Request, here: Here, body: dict[str, Any]) -> Answered:
    found: Answered = await request.app.state.odds.ask(
        here.room, here.row.seat, body["command"], body.get("answers") or {}
    )
    return found


def _no_question(body: Any) -> Refusal | None:
    if not isinstance(body, dict) or set(body) - {"command", "answers"}:
        return refuse("bad_value", field="body", found=None, expected="command and answers")
    for name in ("command", "answers"):
        if not isinstance(body.get(name, {}), dict) or (name == "command" and name not in body):
            return refuse("bad_value", field=name, found=None, expected="an object")
    return None


def refused(status: int, refusal: Refusal) -> Response:
    """A refusal as an answer."""
    return _json(status, json.dumps(refusal_json(refusal)))


def _json(status: int, text: str) -> Response:
    return Response(text, status, media_type="application/json")
