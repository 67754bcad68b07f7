"""An order carried out on a copy of the table: nothing of it shows until the store has it.

Everything here is synchronous and touches neither clock nor disk.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..play.asks import Choice, Draw
from ..play.refusal import Refusal, refuse
from ..play.state_json import seat_of
from ..play.table import GM, Table
from ..seats.permit import answerable, blunted, permitted
from ..seats.seat import Seat, Settings
from ..tactics.cast import TACTICS, Cast
from ..tactics.tactic import end_turn
from .correcting import correct
from .orders import Order

EVERYBODY = "all"
MOST_COMMANDS = 200
"""More commands than all adversaries' turns of a round have room for."""


@dataclass
class Work:
    """A table being changed: the copy, its settings, the lines written so far, whom a tactic still plays, and what is
    to be said of it to whoever ordered it."""

    table: Table
    settings: Settings
    following: str | None = None
    lines: list[dict[str, Any]] = field(default_factory=list)
    said: str = ""


def work_on(table: Table, settings: Settings, following: str | None) -> Work:
    """A copy to be changed. It shares every frozen value, so it costs two lists."""
    work = Work(copy.copy(table), settings, following)
    work.table.entries = list(table.entries)
    work.table.undone = list(table.undone)
    work.table.write = work.lines.append
    set_dice(work)
    return work


def set_dice(work: Work) -> None:
    """Whose dice the server rolls at once: everybody's who has not said otherwise."""
    manual = frozenset(work.settings.manual)
    work.table.auto = lambda draw: draw.roller not in manual


def carry_out(work: Work, seat: Seat, order: Order) -> Refusal | None:
    """Does what is ordered, or refuses: then the copy is to be thrown away."""
    if work.settings.paused and not seat.gm:
        return refuse("paused")
    refusal = DO[order.kind](work, seat, order.value)
    if refusal is not None:
        return refusal
    if order.kind not in ("settings", "tactic"):
        work.following = work.following if order.kind == "answer" else None
        follow(work)
    return None


def _command(work: Work, seat: Seat, value: Mapping[str, Any]) -> Refusal | None:
    table = work.table
    if seat.gm:
        done = table.order(value, GM)
        return done if isinstance(done, Refusal) else None
    command = permitted(seat, table.state, table.asks, work.settings, value)
    if isinstance(command, Refusal):
        return command
    # The check above speaks of what the seat knows; what is refused only now must not tell of the rest.
    return None if table.order(command, command["who"]) else refuse("unable", because="ask the GM")


def _answer(work: Work, seat: Seat, value: Mapping[str, Any]) -> Refusal | None:
    """One answer after the other, each to what is asked then; the first that is refused refuses all."""
    table = work.table
    for key, one in value.items():
        refusal = answerable(seat, table.state, table.asks, {key: one})
        if refusal is not None:
            return refusal
        state, asks = table.state, table.asks
        done = table.answer({key: one})
        if isinstance(done, Refusal):
            return blunted(seat, state, asks, done)
    return None


def _undo(work: Work, seat: Seat, value: Mapping[str, Any]) -> Refusal | None:
    if not seat.gm:
        return refuse("seat", seat=seat.role)
    done = work.table.undo(value["n"], value.get("answer"))
    return done if isinstance(done, Refusal) else None


def _redo(work: Work, seat: Seat, value: int) -> Refusal | None:
    if not seat.gm:
        return refuse("seat", seat=seat.role)
    done = work.table.redo(value)
    return done if isinstance(done, Refusal) else None


def _correct(work: Work, seat: Seat, value: Mapping[str, Any]) -> Refusal | None:
    """One mistyped die: the GM's in any command, a player's own in what they were told of last."""
    done = correct(work.table, seat, work.settings, value)
    if isinstance(done, Refusal):
        return done
    work.said = done
    return None


def _cancel(work: Work, seat: Seat, value: bool) -> Refusal | None:
    """The GM takes any open command back; a player their own as long as nothing was rolled or chosen."""
    table = work.table
    if not seat.gm and (table.run is None or table.run_seat not in seat.characters or table.run.answers):
        return refuse("seat", seat=seat.role)
    done = table.cancel()
    return done if isinstance(done, Refusal) else None


def _settings(work: Work, seat: Seat, value: Mapping[str, Any]) -> Refusal | None:
    """The GM sets anything; a player only whether their own dice wait for them."""
    if not seat.gm:
        own = value.get("manual")
        if not seat.characters or set(value) != {"manual"} or not isinstance(own, list | tuple):
            return refuse("seat", seat=seat.role)
        if any(who not in seat.characters for who in own):
            return refuse("seat", seat=seat.role)
        others = [who for who in work.settings.manual if who not in seat.characters]
        value = {"manual": [*others, *dict.fromkeys(own)]}
    changed = work.settings.changed(value)
    if isinstance(changed, Refusal):
        return changed
    for words in changed.tactics.values():
        for name in words.values():
            if name not in TACTICS:
                return refuse("unknown", field="tactics", found=name, expected=list(TACTICS))
    work.settings = changed
    set_dice(work)
    return None


def _tactic(work: Work, seat: Seat, value: str) -> Refusal | None:
    """Lets a tactic play one combatant's turn, or all adversaries up to a character's turn."""
    state = work.table.state
    if not seat.gm:
        return refuse("seat", seat=seat.role)
    if value != EVERYBODY and value not in state.combatants:
        return refuse("unknown", field="tactic", found=value, expected=[*state.combatants, EVERYBODY])
    if not state.running:
        return refuse("over")
    if value == EVERYBODY and state.turn is not None and state.combatants[state.turn].is_character:
        return refuse("out_of_turn", who="the adversaries", turn=state.turn)
    if value not in (EVERYBODY, state.turn):
        return refuse("out_of_turn", who=value, turn=state.turn)
    work.following = value
    follow(work)
    return None


DO: dict[str, Callable[[Work, Seat, Any], Refusal | None]] = {
    "command": _command,
    "answer": _answer,
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "cancel": _cancel,
    "tactic": _tactic,
    "settings": _settings,
}


def cast_of(settings: Settings) -> Cast:
    """Who plays how, as the GM has set it."""
    return Cast(sides=settings.tactics.get("sides", {}), people=settings.tactics.get("people", {}))


def follow(work: Work) -> None:
    """Plays on by tactic until it is somebody else's turn, or a person is asked."""
    table, cast = work.table, cast_of(work.settings)
    for _ in range(MOST_COMMANDS):
        state = table.state
        if work.following is None:
            return
        if table.run is not None:
            if not _answer_by(table, cast):
                return  # it goes on when they have answered
            continue
        who = state.turn
        if not state.running or who is None or not _plays(work.following, state.combatants[who]):
            break
        tactic = cast.of(state, who)
        command = end_turn(state, who) if tactic is None else tactic.command(state, who)
        if not table.order(command):
            table.order(end_turn(state, who))
    work.following = None


def _plays(following: str, c: Any) -> bool:
    return bool(following == c.id or (following == EVERYBODY and not c.is_character))


def _answer_by(table: Table, cast: Cast) -> bool:
    """Answers one thing asked of those who play by themselves; False when only people are asked."""
    assert table.run is not None
    for ask in table.asks:
        if seat_of(table.state, ask) != GM:
            continue
        given = {"dice": "roll"} if isinstance(ask, Draw) else _choice(table, cast, ask)
        if given is not None and table.answer(given):
            return True
    return False


def _choice(table: Table, cast: Cast, ask: Choice) -> dict[str, Any] | None:
    assert table.run is not None
    answer = cast.answer(table, table.run, ask)
    return None if answer is None else {ask.key: answer.value}


def take_defaults(work: Work, keys: frozenset[str]) -> bool:
    """Answers for those who did not in time: the safe choice, the server's dice. Whether anything was done."""
    done = False
    for ask in work.table.asks:
        if ask.key in keys:
            given = {"dice": "roll"} if isinstance(ask, Draw) else {ask.key: ask.default}
            done = bool(work.table.answer(given)) or done
    if done:
        follow(work)
    return done
