"""What decisions may depend on, as keys to remember them by.

Whoever stands freely decides under two keys. The first leaves out what the foes could do to it: as long as there is no
cover to take and no other place to compare, that has no part in the decision (`tactics.choose.thought_of` tells).
The second has that as well. A test holds that what a key leaves out changes no decision. Keys are 64-bit mixes; two
situations share one by chance less than once in 10**17 looks.
"""

from __future__ import annotations

from ..book.combat.melee import engaged
from ..book.combat.range import ENGAGED_METRES
from ..book.combat.special import slow_ready
from ..book.ruleset import EngagedFire
from ..tactics.choose import CHANCES
from ..tactics.field import Field, Roster
from ..tactics.recall import K1, K2, K3, PLENTY, WIDE, blend, granted
from ..tactics.situation import hostile, metres, morale_broken, out
from ..tactics.situation_attack import free_reactions
from ..tactics.weigh import last_boxes
from .loop_stay import bits, hits_areas, load_word, mirrored, need, patient, placed


def sheltered(roster: Roster, field: Field, j: int, h: int) -> int:
    """The same with the covers in use."""
    walls = roster.rules.walls
    for k in range(walls):
        use = field.uses[j * walls + k]
        if use != 0:
            h = blend(h, 4 * k + use + 8 * WIDE * field.who[j].exposed)
    return h


def pool(roster: Roster, field: Field, j: int) -> int:
    """Momentum, as far as a reserve or a price asks for it; 0 for one without."""
    c, rules = field.who[j], roster.rules
    if rules.cost > PLENTY or rules.patches != 0 or field.now.grants != 0:
        return c.momentum + 1
    return min(c.momentum, PLENTY) + 1


def deeper(roster: Roster, field: Field, i: int, h: int, depth: int) -> int:
    """The key for a deeper look."""
    if depth == CHANCES:
        return chances_key(roster, field, i, h)
    return danger_key(roster, field, i, h)


def ordinary(roster: Roster, field: Field, i: int) -> bool:
    """Whether i stands freely and no band was named, so that the short keys hold."""
    c, rules, sheet = field.who[i], roster.rules, roster.sheets[i]
    if sheet.tactic < 0 or roster.manners[sheet.tactic].plays == 0:
        return False
    if c.stunned != 0 or c.pinned != 0 or c.unaware != 0 or c.held_by >= 0:
        return False
    n = rules.people
    everybody = rules.engaged_fire == EngagedFire.SHOOTER
    for at in range(0 if everybody else i * n, n * n if everybody else i * n + n):  # noqa: SIM110
        if field.bands[at] >= 0:
            return False
    return True


def glance_key(roster: Roster, field: Field, i: int) -> int:
    """The key of i's next command as far as that hangs on where everybody is and what is left of them."""
    c, sheet = field.who[i], roster.sheets[i]
    word = (
        c.minors + 16 * c.moved + 32 * c.prone + 64 * c.significant + (morale_broken(roster, field, i) << 40)
    )
    h = granted(field, sheltered(roster, field, i, placed(field, i, word)))
    for slot in range(sheet.first, sheet.last):
        load = field.loads[slot]
        h = h * K3 + load.held + (2 if load.rounds == 0 else 0)
    for j in range(roster.rules.people):
        down = out(roster, field, j)
        if down or not hostile(roster, i, j):
            h = h * K3 + down
        else:
            f = field.who[j]
            word = f.hidden + (f.physical + 1 << 24) + (f.mental + 1 << 40)
            h = blend(h, sheltered(roster, field, j, placed(field, j, word)))
    return h


def own(roster: Roster, field: Field, i: int, area: bool) -> int:
    """What of i itself matters to what it may do: its hands, its rounds, its Momentum; what is left of it where it may
    hit itself."""
    c, sheet = field.who[i], roster.sheets[i]
    word = (c.physical + WIDE * c.mental << 40) if area else 0
    word += c.hidden + 2 * c.readied + (4 if last_boxes(roster, field, i) else 0)
    h = blend(K1, word + 8 * pool(roster, field, i) + (c.aim + 1 << 20))
    for slot in range(sheet.first, sheet.last):
        h = blend(h, load_word(roster, field, slot))
    return h


def foe(roster: Roster, field: Field, j: int, i: int) -> int:
    """What of a foe matters to what i may do to it: whether it reacts, what it pays, who holds it."""
    c = field.who[j]
    holds = c.held_by == i and c.netted == 0
    if out(roster, field, j):
        return 2 if holds else 1
    word = 4 * c.unaware + (8 if c.stunned != 0 else 0) + (16 if c.pinned != 0 else 0)
    word += 32 if c.aim < 0 and free_reactions(roster, field, j) > 0 else 0
    word += 64 if c.reactions == 0 and c.readied == 0 and mirrored(roster) else 0
    word += 128 * (0 if c.held_by < 0 else 1 if c.held_by != i else 2 + c.netted)
    return word + 1024 * pool(roster, field, j)


def friend(roster: Roster, field: Field, k: int, i: int, area: bool) -> int:
    """What of a friend matters: how it is once it is down, else where it is to what hits an `area`."""
    c = field.who[k]
    down = out(roster, field, k)
    word = 1 if down else 0
    word += 2 * c.unaware + (4 if c.stunned != 0 else 0) + (8 if c.pinned != 0 else 0)
    word += 16 if c.held_by == i and c.netted == 0 else 32 if c.held_by >= 0 else 0
    if down:
        word += 64 * c.dead + 128 * c.aided + 256 * c.gone
    if down or area:
        word += (c.physical + 1 << 24) + (c.mental + 1 << 40)
        return sheltered(roster, field, k, placed(field, k, word))
    return blend(K3 + k, word)


def chances_key(roster: Roster, field: Field, i: int, h: int) -> int:
    """The same with all that i could do to the foes hangs on."""
    area, n = hits_areas(roster, i), roster.rules.people
    h = blend(h, own(roster, field, i, area))
    for j in range(n):
        if j != i:
            if hostile(roster, i, j):
                h = blend(h, foe(roster, field, j, i))
            else:
                h = blend(h, friend(roster, field, j, i, area))
        c = field.who[j]
        if c.suppressing != 0:
            h = blend(placed(field, j, h), bits(c.suppress_x))
            h = blend(h, bits(c.suppress_y))
        if field.barred[i * n + j] >= 0:
            h = blend(h, j * WIDE + field.now.round - field.barred[i * n + j])
    return blend(h, patient(roster, field, i)) if field.who[i].significant != 0 else h


def threat(roster: Roster, field: Field, j: int, i: int) -> int:
    """What of a foe matters to what it can do to i: what it can use, whom it aims at, who is at its throat."""
    c, sheet, n = field.who[j], roster.sheets[j], roster.rules.people
    aim = 0 if c.aim < 0 else 2 if c.aim == i else 1
    word = c.significant + 2 * aim
    if roster.rules.engaged_fire == EngagedFire.SHOOTER:
        for k in range(n):
            if (
                k != i
                and hostile(roster, j, k)
                and not out(roster, field, k)
                and engaged(metres(field, j, k))
            ):
                word |= 8
    if field.barred[j * n + i] >= 0:
        word += WIDE * (1 + field.now.round - field.barred[j * n + i])
    h = blend(K2 + j, word)
    for slot in range(sheet.first, sheet.last):
        load, piece = field.loads[slot], roster.pieces[slot]
        word = load.held + 2 * load.charged + (4 if load.rounds == 0 else 0)
        word += 8 if load.rounds < 0 or load.rounds >= piece.auto else 0
        word += 16 if slow_ready(load.fired, field.now.round) else 0
        h = h * K3 + word
    return h


def danger_key(roster: Roster, field: Field, i: int, h: int) -> int:
    """The same with what the foes could do, and what is left of i and of friends near by."""
    c = field.who[i]
    word = c.physical + WIDE * c.mental + (c.exposed << 40)
    word += (1 << 41) if free_reactions(roster, field, i) > 0 else 0
    word += (1 << 42) if c.reactions == 0 and c.readied == 0 and mirrored(roster) else 0
    h = blend(h, word)
    reach = ENGAGED_METRES + roster.rules.move_metres
    for j in range(roster.rules.people):
        if j == i or out(roster, field, j):
            continue
        if hostile(roster, i, j):
            h = blend(h, threat(roster, field, j, i))
        elif c.significant != 0 and need(roster, field, j) > 0.0 and metres(field, i, j) <= reach:
            h = blend(h, placed(field, j, field.who[j].physical))
    return h


def reaction_key(roster: Roster, field: Field, i: int, slot: int, mode: int, j: int) -> int:
    """The key of j's reaction to an attack of i."""
    a, c, n = field.who[i], field.who[j], roster.rules.people
    near = roster.rules.engaged_fire == EngagedFire.SHOOTER
    word = a.hidden + 2 * (0 if a.aim < 0 else 2 if a.aim == j else 1) + 8 * pool(roster, field, i)
    h = granted(field, blend(placed(field, i, word), slot * 8 + mode))
    word = (c.physical << 24) + (c.mental + 1 << 40) + c.unaware + 2 * c.reactions + 64 * c.readied
    word += (128 if c.stunned != 0 else 0) + (256 if c.pinned != 0 else 0) + (512 if c.held_by >= 0 else 0)
    word += (1024 if c.aim >= 0 else 0) + 2048 * pool(roster, field, j)
    h = blend(h, sheltered(roster, field, j, placed(field, j, word)))
    for k in range(n):
        other = field.who[k]
        if other.suppressing != 0:
            h = blend(sheltered(roster, field, i, placed(field, k, h)), bits(other.suppress_x))
            h = blend(h, bits(other.suppress_y))
        if near and k != i and not out(roster, field, k):
            h = blend(h, placed(field, k, 1))
        if field.bands[i * n + k] >= 0 or field.bands[j * n + k] >= 0:
            h = blend(h, (k * 8 + field.bands[i * n + k] + 1) * 8 + field.bands[j * n + k] + 1)
    return h
