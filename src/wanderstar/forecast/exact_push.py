"""Probability pushed through the web of states: every branch of one turn of every state, equal states merged."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..tactics.codes import NOBODY
from ..tactics.field import Field, Roster
from .exact_pool import Pool, unpack_one
from .exact_web import (
    ACTIVE,
    AFTER,
    BEFORE,
    EDGES,
    ENDED,
    FULL_EDGES,
    GOING,
    HEAD,
    JOINS,
    LEAST,
    LEFT,
    LEVEL,
    MANY,
    MORE,
    NODES,
    PARITY,
    ROUND,
    SOME,
    THEN,
    TOO_DEEP,
    TURN,
    UNKNOWN,
    WITHIN,
    WORK,
    Web,
    add,
    forget_edges,
    join,
    new_node,
    node_of,
    spread,
    take,
    unpack,
    write_state,
)
from .loop_fights import AMMOS, Counts, begin, count_one, lead_on
from .loop_lore import Cells
from .loop_luck import Course
from .loop_turn import turn

ON, OVER = 0, 1
"""What a push gives where nothing is full: there was no more to do than this; all is over."""

WAY = 64
"""The work that each way takes in which the turn of a new state can go; a known state takes 1."""

MOST_WAYS, MOST_ORDERS = 1 << 16, 1 << 18
"""Ways in which one turn may go, and the beginning: a fight with more of them does not fit."""

TRIFLE = 1e-3
"""The part of what may be left over that one turn may leave over."""


def open_web(roster: Roster, field: Field, cells: Cells, course: Course, pool: Pool, web: Web) -> int:
    """The first state, as the field is; no other one leads to it, so that a first command may be given to it alone."""
    level = write_state(roster, field, cells, pool, web, course.chance.plain != 0, 0, 0)
    if level < ENDED:
        return level - ENDED + 1
    web.at[NODES] = 1
    web.at[ROUND] = field.now.round
    web.at[TURN] = -1
    new_node(web, 0, max(level, 0))
    add(web, 0, 0, 1.0)
    web.sums[GOING] = 1.0
    web.sums[AFTER] = 1.0
    return 0


def next_script(course: Course) -> bool:
    """The next way through the branches; False when there is none."""
    depth = course.chance.depth - 1
    while depth >= 0:
        if course.script[depth] + 1 < course.widths[depth]:
            course.script[depth] += 1
            for later in range(depth + 1, course.chance.depth):
                course.script[later] = 0
            return True
        course.script[depth] = 0
        depth -= 1
    return False


def push(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    counts: Counts,
    pool: Pool,
    web: Web,
    lead: MutableSequence[float],
    work: int,
) -> int:
    """Goes through states from where the last push ended, as much `work` as that many known ones are; `ON`, `OVER`
    with all of it counted, or less than 0 why it stopped: with more room it goes on."""
    spread(web)
    web.at[WORK] = work
    while web.at[WORK] > 0:
        parity = web.at[PARITY] + 0
        node = web.heads[parity, web.at[TURN]] + 0 if web.at[TURN] >= 0 else NOBODY
        if node < 0:
            if next_level(roster, web, course.chance.limit) == OVER:
                settle(roster, field, cells, pool, web, counts)
                return OVER
            continue
        if web.mass[node, parity] < web.sums[LEAST]:
            mass = take(web, node, parity)
            web.sums[LEFT] += mass
            web.sums[GOING] -= mass
            continue
        if web.nodes[node, EDGES] == UNKNOWN:
            full = known(roster, field, cells, course, pool, web, lead, node)
            if full != 0:
                return full
        send(web, counts, course.chance.limit, node, take(web, node, parity))
        web.at[WORK] -= 1
    return ON


def next_level(roster: Roster, web: Web, limit: int) -> int:
    """On to those of whom one more has acted, or to the next round. At the round limit turns lead elsewhere."""
    at, sums = web.at, web.sums
    if at[TURN] >= 0 and web.many[at[PARITY], at[TURN]] > 0:
        web.many[at[PARITY], at[TURN]] = 0
        at[SOME], at[MORE] = at[MORE] + 0, at[NODES] + 0
    at[TURN] += 1
    if at[TURN] > roster.rules.people:
        at[TURN] = -1
        at[PARITY] = 1 - at[PARITY]
        at[ROUND] += 1
        if at[ROUND] >= limit:
            forget_edges(web)
        sums[BEFORE], sums[AFTER] = sums[AFTER] + 0.0, sums[GOING] + 0.0
    else:
        sums[LEAST] = sums[WITHIN] * TRIFLE / max(web.many[at[PARITY], at[TURN]], 1)
    if at[ACTIVE] == 0 or sums[GOING] + sums[LEFT] <= sums[WITHIN]:
        return OVER
    return ON


def send(web: Web, counts: Counts, limit: int, node: int, mass: float) -> None:
    """Moves the chance of a node along its edges; the ends are counted."""
    parity, now, first = web.at[PARITY] + 0, web.at[ROUND] + 0, web.nodes[node, EDGES] + 0
    for e in range(first, first + web.nodes[node, MANY]):
        to, part = web.to[e] >> 1, mass * web.share[e]
        crosses = web.to[e] & 1
        if web.nodes[to, LEVEL] == ENDED:
            web.mass[to, 0] += part
            web.sums[GOING] -= part
            counts.rounds[min(now + crosses, limit)] += part
        else:
            add(web, to, parity ^ crosses, part)


def known(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    pool: Pool,
    web: Web,
    lead: MutableSequence[float],
    node: int,
) -> int:
    """Finds the edges of a node: 0, or why there is no room."""
    first = web.at[JOINS] + 0
    if web.rows[node, 3] != 0:
        full = a_round_later(web, node, first)
    else:
        full = branched(roster, field, cells, course, pool, web, lead, node, first)
    if full != 0:
        web.at[JOINS] = first
        return full
    web.nodes[node, EDGES] = first
    web.nodes[node, MANY] = web.at[JOINS] - first
    return 0


def a_round_later(web: Web, node: int, first: int) -> int:
    """The edge of a state that is so only after some rounds in which nobody can act."""
    row = web.at[NODES]
    for k in range(web.rows.shape[1]):
        web.rows[row, k] = web.rows[node, k]
    web.rows[row, 3] -= 1
    to = node_of(web, web.nodes[node, THEN])
    if to < 0:
        return to
    return 0 if join(web, first, to, 1, 1.0) else FULL_EDGES


def branched(
    roster: Roster,
    field: Field,
    cells: Cells,
    course: Course,
    pool: Pool,
    web: Web,
    lead: MutableSequence[float],
    node: int,
    first: int,
) -> int:
    """The edges of a state: each way in which the beginning, the `lead` or the turn can go."""
    chance, now, worn, ways = course.chance, web.at[ROUND] + 0, NOBODY + 0, 0
    most = MOST_WAYS if now > 0 else MOST_ORDERS
    for k in range(len(course.script)):
        course.script[k] = 0
    while True:
        web.at[WORK] -= WAY
        unpack(roster, field, cells, pool, web, node, worn)
        chance.depth = 0
        chance.weight = 1.0
        if field.now.round == 0:
            begin(roster, field, course)
        elif node == 0 and len(lead) > 0:
            lead_on(roster, field, course, lead)
        else:
            turn(roster, field, course)
        ways += 1
        if chance.wanting != 0 or ways > most:
            return TOO_DEEP
        rounds = field.now.round - now
        level = write_state(roster, field, cells, pool, web, chance.plain != 0, node, rounds)
        if level < ENDED:
            return level - ENDED + 1
        to = node_of(web, level)
        if to < 0:
            return to
        if not join(web, first, to, min(rounds, 1), chance.weight):
            return FULL_EDGES
        worn = to
        if not next_script(course):
            return 0


def settle(roster: Roster, field: Field, cells: Cells, pool: Pool, web: Web, counts: Counts) -> None:
    """Counts how the fights have ended that ended."""
    people, sizes = roster.rules.people, counts.sizes
    for node in range(web.at[NODES]):
        mass = web.mass[node, 0] + 0.0
        if web.nodes[node, LEVEL] != ENDED or mass == 0.0:
            continue
        winner = web.rows[node, 1] - people - 1
        counts.wins[winner if winner >= 0 else len(counts.wins) - 1] += mass
        for i in range(people):
            pool.ended[web.rows[node, HEAD + i]] += mass
    for row in range(pool.used[0]):
        mass = pool.ended[row] + 0.0
        if mass != 0.0:
            i = pool.rows[row, 0]
            unpack_one(roster, field, cells, pool, i, row)
            count_one(roster, field, counts, i, mass)
            for slot in range(roster.sheets[i].first, roster.sheets[i].last):
                counts.ammo[slot * sizes[AMMOS] + max(field.loads[slot].rounds, 0)] += mass
