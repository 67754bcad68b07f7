"""The verbs as functions: `wanderstar.fight` and its like, whose results print what the verbs print."""

from __future__ import annotations

from typing import Any

from ..play import replay as gone_through
from ..play.refusal import Refusal
from ..play.replay import Replayed
from ..seats.texts import with_texts
from ..tactics import fight as played
from ..tactics.fight import FightResult


def replay(journal: str | Path, **flags: Any) -> Replayed:
    """See `play.replay.replay`; reasons and refusals have their sentences here."""
    replayed = gone_through.replay(journal, **flags)
    replayed.complete = with_texts
    return replayed


def fight(encounter: Any, **flags: Any) -> FightResult | Refusal:
    """See `tactics.fight.fight`; reasons and refusals have their sentences here."""
    result = played.fight(encounter, **flags)
    if isinstance(result, FightResult):
        result.complete = with_texts
    return result
