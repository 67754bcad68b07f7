"""How much harm somebody does in a turn, read from the sheets alone: what a foe's fall is worth.

Boxes of an average foe by the best weapon carried, at no edge, with the rounds of a magazine weighed by the actions
that fill it again. Where somebody stands, and what stands between, comes later.
"""

from __future__ import annotations

from ..odds.dice import ROLLS
from .field import Roster

LEAST = 0.05
"""Nobody counts for nothing: a foe without arms is still to be taken out."""


def reckon(roster: Roster) -> None:
    """Fills in `Sheet.menace` of everybody."""
    people = range(len(roster.sheets))
    for i in people:
        foes = [j for j in people if roster.sheets[j].side != roster.sheets[i].side]
        total = sum(_against(roster, i, j) for j in foes)
        roster.sheets[i].menace = max(total / len(foes) if foes else 0.0, LEAST)


def _against(roster: Roster, i: int, j: int) -> float:
    """Boxes that i marks on j in a turn, with the best of its weapons."""
    a = roster.sheets[i]
    return max((_boxes(roster, slot, j) for slot in range(a.first, a.last)), default=0.0)


def _boxes(roster: Roster, slot: int, j: int) -> float:
    p, t = roster.pieces[slot], roster.sheets[j]
    rolled = roster.sheets[p.owner].character or not t.character or roster.rules.who_rolls
    skill = p.shot if p.band >= 0 and not p.melee else p.blow
    if rolled:
        hit = hits(roster, skill)
    else:
        hit = 1 - hits(roster, max(t.athletics, t.close_quarters) if p.melee and p.band < 0 else t.athletics)
    best = 0.0
    for burst in range(1 + (p.auto > 0)):
        rules = roster.rules
        row = (((slot * 2 + burst) * rules.scales + t.scale) * rules.armors + t.armor) * 2
        boxes = 1.0 if p.entangle else roster.harms[row] + 2 * roster.harms[row + 1]
        best = max(best, hit * min(boxes, t.boxes_physical) / actions(roster, slot, p.auto if burst else 1))
    return best


def hits(roster: Roster, bonus: int) -> float:
    """The chance that a test without an edge succeeds."""
    return roster.hits[(bonus - roster.rules.low) * 3 + 1] / ROLLS


def actions(roster: Roster, slot: int, rounds: int) -> float:
    """Actions that one attack takes, its share of reloading, charging and waiting included."""
    p = roster.pieces[slot]
    taken = 1.0 + p.charge
    if p.slow and taken < 2:
        taken = 2.0
    if p.magazine > 0:
        taken += rounds * max(p.reload, 1) / p.magazine
    return taken
