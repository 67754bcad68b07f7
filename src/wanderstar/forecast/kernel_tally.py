"""What the loop counted, as a tally."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..play.state import State
from ..tactics.field import Field, Roster
from ..tactics.names import Names, everybody
from .flat import nothings, whole
from .loop_fights import Counts
from .tally import Ends, Histogram, Shape, Tally

MOST_MOMENTUM = 512
"""Momentum counted where no cap limits it; more counts as that much."""


class Sizes(NamedTuple):
    """How much room counts take."""

    sides: int
    rounds: int
    people: int
    slots: int
    boxes: int
    pools: int
    ammos: int


def sizes_of(roster: Roster, field: Field, limit: int) -> Sizes:
    """The room that the counts of a fight take."""
    boxes = [
        max(s.boxes_physical, s.boxes_mental, c.physical, c.mental)
        for s, c in zip(roster.sheets, field.who, strict=True)
    ]
    most = max((c.momentum for c in field.who), default=0)
    pools = MOST_MOMENTUM if roster.rules.cap < 0 else roster.rules.cap
    ammos = [max(p.magazine, x.rounds) for p, x in zip(roster.pieces, field.loads, strict=True)]
    return Sizes(
        roster.rules.sides,
        limit + 1,
        len(roster.sheets),
        len(roster.pieces),
        max(boxes, default=0) + 1,
        max(pools, most) + 1,
        max(ammos, default=0) + 1,
    )


def blank_counts(sizes: Sizes) -> Counts:
    """Nothing counted yet."""
    people = sizes.people
    return Counts(
        wins=nothings(sizes.sides + 1),
        rounds=nothings(sizes.rounds + 1),
        out=nothings(people),
        dead=nothings(people),
        physical=nothings(people * sizes.boxes),
        mental=nothings(people * sizes.boxes),
        momentum=nothings(people * sizes.pools),
        ammo=nothings(sizes.slots * sizes.ammos),
        sizes=whole([sizes.boxes, sizes.pools, sizes.ammos]),
    )


def tally_of(state: State, shape: Shape, names: Names, counts: Counts, fights: float) -> Tally:
    """The counts of so many fights."""
    tally = Tally.empty(shape)
    tally.fights = fights
    sides = dict(zip(names.sides, counts.wins, strict=False))
    tally.wins = [float(sides.get(side, 0.0)) for side in shape.sides]
    tally.draws = float(counts.wins[-1])
    tally.rounds = histogram(counts.rounds)
    boxes, pools, ammos = (int(size) for size in counts.sizes)
    slot = 0
    for i, (who, ends) in enumerate(zip(shape.who, tally.ends, strict=True)):
        ends.out, ends.dead = float(counts.out[i]), float(counts.dead[i])
        ends.physical = histogram(counts.physical[i * boxes : (i + 1) * boxes])
        if shape.mental[i]:
            ends.mental = histogram(counts.mental[i * boxes : (i + 1) * boxes])
        if shape.pool[i]:
            ends.momentum = histogram(counts.momentum[i * pools : (i + 1) * pools])
        slot = _ammo(state, names, counts, ends, who, slot, ammos, fights)
    return tally


def _ammo(
    state: State, names: Names, counts: Counts, ends: Ends, who: str, slot: int, ammos: int, fights: float
) -> int:
    """What is left of everything counted; the first slot of the next combatant."""
    last = slot
    while last < len(names.slots) and names.slots[last] != "unarmed":
        last += 1
    held = names.slots[slot:last]
    (c,) = (c for c in everybody(state) if c.id == who)
    for weapon, rounds in c.ammo:
        if weapon in held:
            at = (slot + held.index(weapon)) * ammos
            ends.ammo[weapon] = histogram(counts.ammo[at : at + ammos])
        elif fights:
            ends.ammo[weapon] = {rounds: fights}
    return last + 1


def histogram(counted: Any) -> Histogram:
    """Values that were seen, with how often."""
    return {int(value): float(counted[value]) for value in np.flatnonzero(counted)}
