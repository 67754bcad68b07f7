"""What a seat is asked, and for whom a table waits."""

from __future__ import annotations

from collections.abc import Iterable

from ..play.asks import Choice, Draw
from ..play.state import State
from ..play.state_json import seat_of
from .seat import GM, Seat, friends, sees

Ask = Choice | Draw


def asked(seat: Seat, state: State, asks: Iterable[Ask]) -> tuple[Ask, ...]:
    """The asks that a seat may answer: all for the GM, its characters' own for a player, none for a spectator.

    What concerns somebody whom the seat does not see is left to the GM.
    """
    found = tuple(asks)
    if seat.gm:
        return found
    sides = friends(seat, state)
    return tuple(
        ask
        for ask in found
        if seat_of(state, ask) in seat.characters and sees(seat, sides, state.combatants[ask.who])
    )


def waiting(seat: Seat, state: State, asks: Iterable[Ask]) -> list[str]:
    """For whom the table waits, each once: `gm` or a character's id; the GM for whoever the seat does not see."""
    sides = friends(seat, state)

    def told(ask: Ask) -> str:
        name = seat_of(state, ask)
        seen = all(sees(seat, sides, state.combatants[who]) for who in {ask.who, name} - {GM})
        return name if seen else GM

    return list(dict.fromkeys(told(ask) for ask in asks))
