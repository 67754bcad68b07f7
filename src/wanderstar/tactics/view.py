"""What is the same for all that one thinks of while it thinks: who stands how to it, read once.

`situation` answers from `field.views` where the one who thinks, `field.eye`, is one of a pair; a place that is tried
(`choose_places.stand`) has them read anew. Outside a thought the eye is closed and everything is read as it is.
"""

from __future__ import annotations

from ..book.combat.range import band, distance
from ..book.ruleset import EngagedFire
from .codes import NOBODY
from .field import Field, Roster
from .recall import arms, ceiling, deals, granted, meets, zones
from .situation import Screen, calm, hidden_from, hostile, out, screen


def open_eye(roster: Roster, field: Field, i: int) -> None:
    """Reads how everybody stands to i, who thinks."""
    close_eye(field)
    for j in range(roster.rules.people):
        view = field.views[j]
        view.out = 1 if out(roster, field, j) else 0
        up = hostile(roster, i, j) and view.out == 0
        view.foe = 1 if up and not hidden_from(roster, field, j, i) else 0
    look(roster, field, i)
    field.eye[1] = 1 if calm(roster, field) else 0
    remember(roster, field, i, True)
    field.eye[0] = i


def close_eye(field: Field) -> None:
    """Nobody thinks."""
    field.eye[0], field.eye[1], field.eye[2] = NOBODY, 0, 0


def try_view(roster: Roster, field: Field, i: int, moved: bool) -> None:
    """Reads how everybody stands to i where it stands for a moment: elsewhere (`moved`), or behind another cover; if
    it is i who thinks. The views of a place that is tried are a second set of rows."""
    if field.eye[0] != i:
        return
    field.eye[0] = NOBODY
    if moved:
        field.eye[2] = roster.rules.people
        look(roster, field, i)
    else:
        shelter(roster, field, i)
    remember(roster, field, i, moved and minds_place(roster, field, i))
    field.eye[0] = i


def back_view(roster: Roster, field: Field, i: int, moved: bool) -> None:
    """The views as they were before a place was tried."""
    if field.eye[0] != i:
        return
    field.eye[0], field.eye[2] = NOBODY, 0
    if not moved:
        shelter(roster, field, i)
    if not moved or minds_place(roster, field, i):
        remember(roster, field, i, moved)
    field.eye[0] = i


def minds_place(roster: Roster, field: Field, i: int) -> bool:
    """Whether what others can do to each other may hang on where i stands."""
    return field.who[i].suppressing != 0 or roster.rules.engaged_fire == EngagedFire.SHOOTER


def remember(roster: Roster, field: Field, i: int, foes: bool) -> None:
    """Notes what the worth of attacks of i, and of those at it, hangs on; or the same of its `foes` in sight, too: of
    their own attacks once it is asked (`armed`)."""
    if len(field.worths) == 0:
        return
    most, h = ceiling(roster, field), granted(field, 0)
    view, around = field.views[i + field.eye[2]], zones(roster, field, i)
    view.deals = deals(roster, field, i, most, h ^ around)
    view.meets = meets(roster, field, i, most, h ^ around)
    for j in range(roster.rules.people if foes else 0):
        view = field.views[j]
        view.arms = 0
        if view.foe != 0:
            view.meets = meets(roster, field, j, most, h ^ zones(roster, field, j))


def armed(roster: Roster, field: Field, j: int) -> int:
    """What j, a foe of who thinks, could attack with (`recall.arms`)."""
    view = field.views[j]
    if view.arms == 0:
        view.arms = arms(roster, field, j)
        view.deals = deals(
            roster, field, j, ceiling(roster, field), granted(field, 0) ^ zones(roster, field, j)
        )
    return view.arms + 0


def look(roster: Roster, field: Field, i: int) -> None:
    """How far off everybody is, and what stands between i and its foes in sight."""
    c, n = field.who[i], roster.rules.people
    for j in range(n):
        view, other = field.views[field.eye[2] + j], field.who[j]
        view.away = distance(c.x, c.y, other.x, other.y)
        named = field.bands[i * n + j]
        view.band = named if named >= 0 else band(view.away) + 0
        if field.views[j].foe != 0:
            cover = screen(roster, field, j, c.x, c.y)
            view.cover, view.hides = cover.armor, cover.total
    shelter(roster, field, i)


def shelter(roster: Roster, field: Field, i: int) -> None:
    """What of the covers that i uses stands between it and its foes in sight."""
    used, walls = 0, roster.rules.walls
    for k in range(walls):
        used += field.uses[i * walls + k]
    for j in range(roster.rules.people):
        if field.views[j].foe != 0:
            view, other = field.views[field.eye[2] + j], field.who[j]
            cover = Screen(0, 0) if used == 0 else screen(roster, field, i, other.x, other.y)
            view.mine, view.hidden = cover.armor, cover.total
