"""States of a fight and what a turn makes of each, kept: the same state is gone through once, however often it comes.

A state does not tell its round, unless something hangs on that. So probability moves through the web round by round,
and within a round from those of whom few have acted to those of whom many have.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..tactics.codes import COMING, NOBODY
from ..tactics.field import Field, Roster
from .exact_pool import EMPTY, Pool, number_of_order, pack_one, place, put, unpack_one
from .loop_lore import Cells

FULL_POOL, FULL_STATES, FULL_EDGES, TOO_DEEP = -1, -2, -3, -4
"""Why a push ended early."""

HEAD = 4
"""Numbers of a state before those of its combatants: the round or 0 where nothing hangs on it, whose turn it is or,
from the people on, that it is over and which side has won; the order; rounds that go by before it is so."""

LEVEL, EDGES, MANY, SEEN, THEN, LINK, NODE = 0, 1, 2, 3, 4, 5, 8
"""Cells of a node: how many have acted; its first edge and how many there are; the last edge that leads to it and 1;
how many have acted when rounds have gone by before; the next node with as many who have acted, this round and the next.
Then how many cells there are."""

ENDED, UNKNOWN = -1, -1
"""The level of a fight's end; the first edge of a state that has not been gone through."""

NODES, JOINS, ROUND, TURN, PARITY, ACTIVE, SPREAD, WORK, SOME, MORE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
"""Cells of `Web.at`: how many nodes and edges there are, the round and how many have acted in it, which of the two
masses of a node are of this round, how many nodes have any; how many nodes are among the slots; how much work is left
to the push; how many nodes there were before the last turn, and after it."""

GOING, LEFT, LEAST, WITHIN, BEFORE, AFTER = 0, 1, 2, 3, 4, 5
"""Cells of `Web.sums`: the chance of what goes on, of what was left over, below which a state is left over now; how
much may be left over; what went on after the last round but one, and the last."""


class Web(NamedTuple):
    """States and where a turn leads. `rows` are the states (`HEAD`), `slots` their hash table, `nodes` what is known of
    each (`LEVEL` ...), `mass` their chances in this round and the next, `heads` the first node by how many have
    acted, `many` how many there are. Edges lead `to` a node, its number doubled and 1 where a new
    round has begun, each with its `share`. `at` and `sums` say how far it is."""

    rows: Any
    slots: Any
    nodes: Any
    mass: Any
    heads: Any
    many: Any
    to: Any
    share: Any
    at: Any
    sums: Any


def write_state(
    roster: Roster, field: Field, cells: Cells, pool: Pool, web: Web, tells: bool, before: int, rounds: int
) -> int:
    """Writes the state as it is now at the end of the rows, so many rounds after `before`; its level, or why there is
    no room (less than `ENDED`). It `tells` its round, or does where somebody is to come."""
    row, now, people = web.at[NODES], field.now, roster.rules.people
    order, level, turn = 0, ENDED, people + 1 + now.winner
    if now.over == 0:
        order = number_of_order(roster, field, pool, web.rows[before, 2] + 0)
        if order < 0:
            return ENDED - 1 + FULL_POOL
        level, turn = 0, now.turn + 0
        for i in range(people):
            level += field.who[i].acted
    hangs = now.over == 0 and (tells or now.coming != 0)
    web.rows[row, 0] = now.round if hangs else 0
    web.rows[row, 1] = turn
    web.rows[row, 2] = order
    web.rows[row, 3] = max(rounds - 1, 0)
    for i in range(people):
        one = pack_one(roster, field, cells, pool, i, web.rows[before, HEAD + i] + 0)
        if one < 0:
            return ENDED - 1 + FULL_POOL
        web.rows[row, HEAD + i] = one
    return level


def node_of(web: Web, level: int) -> int:
    """The node of the state at the end of the rows; `FULL_STATES` when there is no room for one more."""
    known = web.at[NODES] + 0
    node = put(web.rows, web.slots, web.at, web.rows.shape[1])
    if node < 0:
        return FULL_STATES
    if node == known:
        new_node(web, node, level)
    return node


def new_node(web: Web, node: int, level: int) -> None:
    """Nothing is known of a node yet but its level."""
    web.nodes[node, LEVEL] = 0 if web.rows[node, 3] != 0 else level
    web.nodes[node, THEN] = level
    web.nodes[node, EDGES] = UNKNOWN
    web.at[SPREAD] = node + 1


def spread(web: Web) -> None:
    """Puts those rows among the slots that are not, after these have grown; the first state is never looked for."""
    for n in range(max(web.at[SPREAD], 1), web.at[NODES]):
        at = place(web.rows, web.slots, n, web.rows.shape[1])
        if web.slots[at] == EMPTY:
            web.slots[at] = n + 1
    web.at[SPREAD] = web.at[NODES]


def forget_edges(web: Web) -> None:
    """All states are to be gone through anew."""
    for n in range(web.at[NODES]):
        web.nodes[n, EDGES] = UNKNOWN
    web.at[JOINS] = 0


def unpack(roster: Roster, field: Field, cells: Cells, pool: Pool, web: Web, node: int, worn: int) -> None:
    """Puts a state into the field, in the round that the web has come to. Whoever is the same in the state `worn` is so
    already."""
    field.now.round = web.at[ROUND]
    field.now.turn = web.rows[node, 1]
    field.now.over = 0
    field.now.winner = -1
    field.now.coming = 0
    field.now.joining = 0
    order = web.rows[node, 2]
    for i in range(roster.rules.people):
        if worn == NOBODY or web.rows[worn, HEAD + i] != web.rows[node, HEAD + i]:
            unpack_one(roster, field, cells, pool, i, web.rows[node, HEAD + i])
        field.order[i] = pool.orders[order, i]
        if field.who[i].gone == COMING:
            field.now.coming = field.now.coming + 1


def join(web: Web, first: int, node: int, crosses: int, share: float) -> bool:
    """Adds an edge to a node to those from `first` on, or its share to the one that is there; False without room."""
    to, e = 2 * node + crosses, web.nodes[node, SEEN] - 1
    if first <= e < web.at[JOINS] and web.to[e] == to:
        web.share[e] += share
        return True
    e = web.at[JOINS] + 0
    if e >= len(web.to):
        return False
    web.to[e] = to
    web.share[e] = share
    web.nodes[node, SEEN] = e + 1
    web.at[JOINS] = e + 1
    return True


def add(web: Web, node: int, parity: int, mass: float) -> None:
    """Adds to the chance of a node that goes on; none adds nothing."""
    if mass == 0.0:
        return
    if web.mass[node, parity] == 0.0:
        level = web.nodes[node, LEVEL]
        web.nodes[node, LINK + parity] = web.heads[parity, level]
        web.heads[parity, level] = node
        web.many[parity, level] += 1
        web.at[ACTIVE] += 1
    web.mass[node, parity] += mass


def take(web: Web, node: int, parity: int) -> float:
    """Takes the chance of the first node of its level."""
    level, mass = web.nodes[node, LEVEL], web.mass[node, parity]
    web.heads[parity, level] = web.nodes[node, LINK + parity]
    web.mass[node, parity] = 0.0
    web.at[ACTIVE] -= 1
    return mass  # type: ignore[no-any-return]
