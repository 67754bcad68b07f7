"""How a fight comes into the fast loop, everybody numbered, and out of it, with rows as the fight is."""

from __future__ import annotations

from ..book.combat.range import ENGAGED_METRES
from ..book.ruleset import EngagedFire
from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from ..tactics.situation import hostile, metres
from .loop_decided import needs
from .loop_kit import kit_number, loaded
from .loop_known import put_on
from .loop_local import number
from .loop_lore import KITS, LEAVES, MOST_OWN, MOST_PEOPLE, MOST_SLOTS, NEEDS, PARTNER, STATES, Cells, Lore
from .loop_luck import Course
from .loop_shelf import crammed
from .loop_upkeep import all_actions

ROOM_FOR_A_TURN = 512
"""More local states and kits than one turn can bring."""


def rest_between(roster: Roster) -> int:
    """1 where somebody has a weapon that rests between two shots."""
    for slot in range(roster.rules.slots):
        if roster.pieces[slot].slow != 0:
            return 1
    return 0


def abreast(roster: Roster) -> int:
    """1 where fights are played side by side: they have two sides, no weapon rests between shots, none entangles."""
    for slot in range(roster.rules.slots):
        if roster.pieces[slot].entangle != 0:
            return 0
    return 1 - rest_between(roster) if roster.rules.sides == 2 else 0


def may(roster: Roster, field: Field) -> int:
    """1 for a fight without cover, morale and edges of the GM's, with keys of one word, in which everybody plays."""
    rules = roster.rules
    n = rules.people
    if rules.engaged_fire == EngagedFire.SHOOTER:
        return 0  # what comes of a shot hangs on who stands by
    if rules.walls != 0 or field.now.grants != 0 or n > MOST_PEOPLE or rules.slots > MOST_SLOTS:
        return 0
    needs = 0
    for i in range(n):
        sheet = roster.sheets[i]
        needs += max(sheet.boxes_physical + 0, 0) + 1
        if needs >= NEEDS or sheet.last - sheet.first > MOST_OWN:
            return 0
        if sheet.morale_does != 0 or sheet.tactic < 0 or roster.manners[sheet.tactic].plays == 0:
            return 0
        for j in range(n):
            if field.bands[i * n + j] >= 0:
                return 0
    return 1


def equals(roster: Roster) -> int:
    """1 where some are the equals of others."""
    for i in range(roster.rules.people):
        if roster.sheets[i].alike != i:
            return 1
    return 0


def crowded(lore: Lore) -> bool:
    """Whether little room is left, so that it is time to forget everything."""
    room = lore.room
    crowds = room.states * 4 > STATES * 3 or room.leaves * 4 > LEAVES * 3 or room.kits * 4 > KITS * 3
    return crowds or crammed(lore.deciding) or crammed(lore.resting) or crammed(lore.attacking)


def full(lore: Lore) -> bool:
    """Whether a turn might bring more than there is room for."""
    return lore.room.states + ROOM_FOR_A_TURN > STATES or lore.room.kits + ROOM_FOR_A_TURN > KITS


def enter(roster: Roster, field: Field, cells: Cells, course: Course, lore: Lore) -> bool:
    """Whether the turn that begins, or in which all is done but what one does after having acted, is one for the fast
    loop; then everybody is numbered."""
    n, c = roster.rules.people, field.who[field.now.turn]
    if lore.room.may == 0 or field.now.round >= course.chance.limit or field.now.turn < 0 or full(lore):
        return False
    if c.minors != roster.rules.minor_max or c.moved != 0:
        return False
    for at in range(n * n):
        if field.barred[at] >= 0:
            return False
    place = 0
    while field.order[place] != field.now.turn:
        if field.order[place] < 0 or field.who[field.order[place]].acted == 0:
            return False
        place += 1
        if place == n:
            return False
    for at in range(place, n):
        if field.order[at] >= 0 and field.who[field.order[at]].acted != 0:
            return False
    for k in range(n):
        s = number(roster, field, cells, lore, k)
        if lore.states[s].odd != 0:
            return False
        lore.people[k].state = s
        lore.people[k].kit = kit_number(roster, field, cells, lore, k)
    lore.room.at = place
    lore.room.free = c.significant
    follow(roster, field, lore)
    introduce(roster, field, lore)
    gather(roster, field, cells, lore)
    return True


def follow(roster: Roster, field: Field, lore: Lore) -> None:
    """Notes the order of initiative."""
    n = 0
    while n < roster.rules.people and field.order[n] >= 0:
        lore.line[n] = field.order[n]
        n += 1
    lore.room.line = n


def introduce(roster: Roster, field: Field, lore: Lore) -> None:
    """Notes of everybody what stays as it is: their side, equals and weapons, who stands in reach of which friend."""
    n = roster.rules.people
    for at in range(roster.rules.sides):
        side = lore.sides[at]
        side.first = n
        side.last = 0
        for k in range(n):
            if roster.sheets[k].side != at:
                side.first = min(side.first, k)
                side.last = k + 1
    for k in range(n):
        person, sheet = lore.people[k], roster.sheets[k]
        person.side = sheet.side
        person.alike = sheet.alike
        person.own = sheet.first
        lore.bonds.bases[k] = sheet.alike * MOST_PEOPLE + 1 << PARTNER
        lore.bonds.targets[k] = sheet.alike << PARTNER
        person.near = 0
        lore.bonds.foes[k] = 0
        lore.bonds.selves[k] = 1 << MOST_PEOPLE + k
        lore.bonds.sides[k] = sheet.side
        for other in range(n):
            if hostile(roster, k, other):
                lore.bonds.foes[k] = lore.bonds.foes[k] | 1 << other
            if not hostile(roster, k, other) and (other == k or metres(field, k, other) <= ENGAGED_METRES):
                person.near = person.near | 1 << other
        for other in range(MOST_PEOPLE):
            lore.bonds.helps[k, other] = 0xFFFF * (person.near >> other & 1)


def gather(roster: Roster, field: Field, cells: Cells, lore: Lore) -> None:
    """Sums and words anew, everybody's local state and kit being set."""
    n, room = roster.rules.people, lore.room
    for at in range(roster.rules.sides):
        side = lore.sides[at]
        side.tie_acts = 0
        side.tie_rests = 0
        side.up = 0
    room.foe_acts = 0
    room.foe_rests = 0
    for k in range(n):
        person = lore.people[k]
        known, trait, side = lore.states[person.state], lore.traits[person.state], lore.sides[person.side]
        room.foe_acts = room.foe_acts + trait.foe_acts
        room.foe_rests = room.foe_rests + trait.foe_rests
        side.tie_acts = side.tie_acts + trait.tie_acts
        side.tie_rests = side.tie_rests + trait.tie_rests
        side.up = side.up + 1 - known.out
        person.face = known.face
        person.friendly = trait.friendly
        loaded(roster, field, cells, lore, k)
    for k in range(n):
        needs(lore, k)


def leave(roster: Roster, field: Field, cells: Cells, lore: Lore) -> None:
    """Rows as the fight is, at the beginning of a turn."""
    put_on(roster, cells, lore)
    for k in range(roster.rules.people):
        all_actions(roster, field, k)
        field.who[k].acted = 0
        field.order[k] = NOBODY
    for at in range(lore.room.line):
        field.order[at] = lore.line[at]
        field.who[lore.line[at]].acted = 1 if at < lore.room.at else 0
