"""One mistyped die put right in place: by the GM anywhere, by whoever typed it in what they were told of last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..play.asks import Draw
from ..play.lines import drive_line, line_of
from ..play.refusal import Refusal, refuse
from ..play.resolve import Run, start
from ..play.table import Table
from ..seats.cut import known
from ..seats.log import open_item, told_of
from ..seats.seat import Seat, Settings
from ..seats.wording import names_of
from .models_prompts import DRAWS

TYPED = "typed"


def run_of(table: Table, n: int) -> Run | None:
    """The run of command `n`, with its answers in the order asked; None when there is no such command."""
    if table.run is not None and n == table.n + 1:
        return drive_line(table.run.start, line_of(n, table.run_seat, table.run))
    if not 1 <= n <= table.n:
        return None
    entry = table.entries[n - 1]
    return drive_line(entry.before, entry.line)


def typed(run: Run) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The draws of a command that were typed: by `NAME:WHO:OCCURRENCE`, who rolled and what."""
    again = start(run.start, run.command).advance()
    count: dict[str, int] = {}
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for answer in run.answers:
        if answer.key == "dice":
            count[answer.draw] = count.get(answer.draw, 0) + 1
            ask = next(
                (a for a in again.asks if isinstance(a, Draw) and f"{a.name}:{a.who}" == answer.draw), None
            )
            if answer.by == TYPED and ask is not None:
                found[f"{answer.draw}:{count[answer.draw]}"] = ask.roller, tuple(answer.value)
        again = again.answer(answer).advance()
    return found


def newest(table: Table, seat: Seat, settings: Settings) -> int:
    """The number of the newest command that a seat was told of; 0 when there is none."""
    if table.run is not None and open_item(table.run, seat, settings) is not None:
        return table.n + 1
    return next((e.n for e in reversed(table.entries) if told_of(e, seat, settings) is not None), 0)


def correct(table: Table, seat: Seat, settings: Settings, value: Mapping[str, Any]) -> str | Refusal:
    """Puts a die right; gives a sentence of what has changed, or the refusal.

    A player may do so for dice they typed, in the newest thing they were told of; the refusal of anything else says
    nothing of what others did.
    """
    n = value.get("n")
    if not seat.gm:
        if n is not None:
            return refuse("seat", seat=seat.role)
        n = newest(table, seat, settings)
        run = run_of(table, n)
        own = {} if run is None else typed(run)
        mine = [name for name, (roller, _) in own.items() if roller in seat.characters]
        if value["draw"] not in mine:
            return refuse(
                "bad_value", field="draw", found=value["draw"], expected=mine or "dice you typed last"
            )
    last = table.n + (table.run is not None)
    n = last if n is None else n
    before = item_of(table, n, seat, settings)
    showed = shown(table, n, value)
    done = table.correct(n, value["draw"], value["die"], value["face"])
    if isinstance(done, Refusal):
        return done
    after = item_of(table, n, seat, settings)
    gone = last - (table.n + (table.run is not None)) if seat.gm else 0
    return said(table, seat, settings, value, showed, before, after, gone)


def item_of(table: Table, n: int, seat: Seat, settings: Settings) -> Mapping[str, Any]:
    """What a seat was told of command `n`."""
    if n > table.n:
        return {} if table.run is None else open_item(table.run, seat, settings) or {}
    return told_of(table.entries[n - 1], seat, settings) or {} if n >= 1 else {}


def shown(table: Table, n: int, value: Mapping[str, Any]) -> int | None:
    """What the die showed until now."""
    run = run_of(table, n)
    dice = [] if run is None else [answer for answer in run.answers if answer.key == "dice"]
    if not isinstance(value["draw"], int):
        own = {} if run is None else typed(run)
        full = value["draw"] if value["draw"] in own else f"{value['draw']}:1"
        faces = own.get(full, ("", ()))[1]
    else:
        faces = tuple(dice[value["draw"] - 1].value) if 1 <= value["draw"] <= len(dice) else ()
    return faces[value["die"] - 1] if 1 <= value["die"] <= len(faces) else None


def said(
    table: Table,
    seat: Seat,
    settings: Settings,
    value: Mapping[str, Any],
    showed: int | None,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    gone: int,
) -> str:
    """What a correction has changed, in a line or two."""
    name, _, who = str(value["draw"]).partition(":")
    names = names_of(known(table.state, seat, settings))
    whose = names.who(who.partition(":")[0]) if who else ""
    what = ", ".join(part for part in (whose, DRAWS.get(name, "the roll").lower()) if part)
    parts = [f"{what[:1].upper()}{what[1:]}: a die showed {value['face']}, not {showed}."]
    words = [(item.get("verdict") or {}).get("word") for item in (before, after)]
    if table.run is not None:
        parts.append("It is open again: something is asked.")
    elif words[0] != words[1]:
        parts.append(f"It was “{words[0]}”, it is “{words[1]}”.")
    else:
        parts.append(f"It stays “{words[1]}”.")
    if gone > 0:
        parts.append(
            f"Taken back, for it no longer fitted: {gone} later {'command' if gone == 1 else 'commands'}."
        )
    return " ".join(parts)
