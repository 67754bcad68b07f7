"""The verbs as functions: `wanderstar.fight` and its like, whose results print what the verbs print."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from ..play import replay as gone_through
from ..play.refusal import Refusal
from ..play.replay import Replayed
from ..play.table import GM
from ..seats.names import Names
from ..seats.texts import with_texts
from ..tactics import fight as played
from ..tactics.fight import FightResult, View


def replay(journal: str | Path, **flags: Any) -> Replayed:
    """See `play.replay.replay`; reasons and refusals have their sentences here."""
    replayed = gone_through.replay(journal, **flags)
    replayed.complete = partial(with_texts, names=Names.of(replayed.table.state))
    return replayed


def fight(encounter: Any, *, seat: str | None = None, **flags: Any) -> FightResult | Refusal:
    """See `tactics.fight.fight`; reasons and refusals have their sentences here, and a player's seat is shown
    only what it may know."""
    shown = flags if seat in (None, GM) else {**flags, "view": seen_by(str(seat))}
    result = played.fight(encounter, seat=seat, **shown)
    if isinstance(result, FightResult):
        result.complete = partial(with_texts, names=Names.of(result.table.state))
    return result


def seen_by(character: str) -> View:
    """The view of the player who speaks for a character."""
    from ..seats.seat import PLAYER, Seat, Settings
    from ..seats.view import view

    return lambda state, asks: view(state, asks, Seat(PLAYER, (character,)), Settings())
