"""A command of play as the numbers that the loop takes: the other way round from `tactics.playing.told`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..play.attack_plan import MODES
from ..tactics.codes import PULLED, Do
from ..tactics.field import Roster
from ..tactics.names import Names, xy

WORDS = {do.name.lower(): do for do in Do}
PULLS = {None: 0, "stunned": 1, "pinned": 2}


def lead_of(roster: Roster, names: Names, command: Mapping[str, Any], room: int) -> Any:
    """The command as `decide` would give it, its shots behind; None for one that the loop does not know."""
    do = WORDS.get(command["do"])
    if do is None or command.get("indirect") is not None:
        return None
    i = names.person(command["who"])
    a, b, c, place = -1, -1, 0, command.get("to", command.get("at"))
    if "weapon" in command:
        a = names.slot(roster.sheets[i], command["weapon"])
    shots = [names.person(who) for who in command.get("targets") or ()]
    if do == Do.ATTACK:
        mode = command.get("mode") or "single"
        if mode == "full" and not shots:
            shots = [names.person(command["target"])]
        b = shots[0] if shots else names.person(command.get("target"))
        c = int(MODES[mode]) + PULLED * PULLS[command.get("pull")]
    elif do in (Do.AIM, Do.FIRST_AID, Do.GRAPPLE):
        a = names.person(command["target"])
    elif do == Do.BREAK_FREE:
        a = int(command.get("by") == "opposed")
    elif do == Do.MOVE:
        a = int(command.get("as") == "significant")
    elif do in (Do.TAKE_COVER, Do.LEAVE_COVER):
        a, b = names.walls.index(command["cover"]), int(bool(command.get("fully")))
    x, y = (0.0, 0.0) if place is None else xy(tuple(place) if isinstance(place, list) else place)
    return np.array([int(do), a, b, c, x, y, *shots, *[-1.0] * (room - len(shots))], np.float64)
