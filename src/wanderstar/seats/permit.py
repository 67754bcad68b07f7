"""Whether a command or an answer is a seat's to give, and what it hears when it is not.

A refusal is found on the table as the seat knows it, so that asking again and again tells nothing about the rest:
somebody hidden is nobody, and is answered in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..play.commands import Command, find
from ..play.refusal import Refusal, Refused, refuse
from ..play.resolve import prepare
from ..play.state import State
from .asked import Ask, asked, waiting
from .cut import UNSEEN, Known, known
from .seat import Seat, Settings, may


def permitted(
    seat: Seat, state: State, asks: Iterable[Ask], settings: Settings, command: Any
) -> dict[str, Any] | Refusal:
    """The command with full ids, to be ordered in the name of its `who`; or why the seat may not give it.

    The GM's command is returned as it came. A player's is checked in the interface's order: pending, seat,
    words, legality. What only the GM could know stands against it is refused as `unable`, without facts.
    """
    if seat.gm:
        return dict(command) if isinstance(command, Mapping) else {}
    pending = list(asks)
    if pending:
        return refuse("pending", waiting=waiting(seat, state, pending))
    k = known(state, seat, settings)
    found = legal(k, command)
    if isinstance(found, Refusal):
        return found
    data = found.to_json()
    return kept_from(k, found) if isinstance(prepare(state, data), Refusal) else data


def legal(k: Known, command: Any) -> Command | Refusal:
    """A seat's command on what it knows, with full ids, or the refusal."""
    data = spelled(k, command)
    refusal = may(k.seat, k.state, data)
    if refusal is not None:
        return refusal
    found = prepare(k.state, data)
    if on_a_strangers_hurts(k, found, data):
        return Refusal("unable", {"who": data["who"]})
    if (
        isinstance(found, Refusal)
        and found.code == "out_of_turn"
        and k.state.running
        and k.state.turn is None
    ):
        return replace(found, facts={**found.facts, "turn": UNSEEN})
    return found


def on_a_strangers_hurts(k: Known, found: Command | Refusal, data: Any) -> bool:
    """Whether this is first aid and turns on how a stranger fares: only the GM says that, by ordering it."""
    if isinstance(found, Command):
        return found.do == "first_aid" and not k.knows(found.target)
    first_aid = isinstance(data, dict) and data.get("do") == "first_aid"
    return first_aid and found.code in ("unable", "used_up") and not k.knows(found.facts.get("target", ""))


def kept_from(k: Known, command: Command) -> Refusal:
    """What a seat hears when the reason is not for it."""
    return Refusal("unable", {"who": command.who})


def spelled(k: Known, command: Any) -> Any:
    """The command with the beginning of its `who` written out, if it is the beginning of one that is seen."""
    if not isinstance(command, Mapping):
        return command
    who = command.get("who")
    if isinstance(who, str) and who not in k.state.combatants:
        try:
            return {**command, "who": find(who, k.state.combatants, "who")}
        except Refused:
            return dict(command)
    return dict(command)


def answerable(seat: Seat, state: State, asks: Iterable[Ask], answers: Any) -> Refusal | None:
    """Whether a seat may give these answers (`{KEY: VALUE}`) now.

    A choice of its own characters that is not asked goes on to the engine, which says why it is not.
    """
    if not isinstance(answers, Mapping) or not answers:
        return refuse("bad_value", field="answer", found=None, expected="an object of KEY and VALUE")
    if seat.gm:
        return None
    pending = list(asks)
    own = [ask.key for ask in asked(seat, state, pending)]
    others = {ask.key for ask in pending} - set(own)
    for key in answers:
        if key in own:
            continue
        who = str(key).partition(":")[2]
        if who not in seat.characters or key in others:
            return refuse("bad_value", field=str(key)[:200], expected=own, because="not asked")
    return None


def blunted(seat: Seat, state: State, asks: Iterable[Ask], refusal: Refusal) -> Refusal:
    """An engine's refusal of a seat's answer, naming only what the seat itself is asked."""
    if seat.gm:
        return refusal
    own = [ask.key for ask in asked(seat, state, asks)]
    facts = dict(refusal.facts)
    if facts.get("because") == "not asked":
        facts["expected"] = own
    if "asks" in facts:
        facts["asks"] = own
    return Refusal(refusal.code, facts, refusal.rule)
