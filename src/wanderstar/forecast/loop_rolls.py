"""Tests in the loop: the claim asked and paid, the roll, the Momentum of a harder one (Chapter 5; R1-R5)."""

from __future__ import annotations

from ..book.core_mechanic.difficulty import credited, earns
from ..tactics.codes import Claim, Until
from ..tactics.field import Field, Roster
from ..tactics.situation_attack import Test, claimable, net_edge
from . import loop_policy as policy
from .loop_luck import Course, natural, outdo, succeed


def claims(roster: Roster, field: Field, i: int, test: Test, kind: int) -> bool:
    """Whether i claims the Advantage of a test, where that is asked at all."""
    return claimable(field, i, test) and policy.claim(roster, field, i, kind, test)


def pay(field: Field, i: int, price: int) -> None:
    """Takes Momentum."""
    c = field.who[i]
    c.momentum = c.momentum - price


def done(roster: Roster, field: Field, i: int, test: Test, net: int) -> None:
    """What a roll leaves: edges on it are used up (R57), a Disadvantage earns Momentum, up to the cap (T23, R3, R5)."""
    use_up(field, i)
    c, rules = field.who[i], roster.rules
    gain = earns(net, test.against, test.gain, rules.gain_when_cancelled != 0)
    if c.momentum >= 0 and gain > 0:
        c.momentum = credited(c.momentum, gain, rules.cap)


def use_up(field: Field, i: int) -> None:
    """An edge on the next test is used up by it, paid or not (R57)."""
    for k in range(field.now.grants):
        if field.grants[k].who == i and field.grants[k].until == Until.NEXT_TEST:
            field.grants[k].left = 0


def settle_claim(roster: Roster, field: Field, i: int, test: Test, kind: int) -> int:
    """Asks for the claim and takes its price: the net edge."""
    claimed = claims(roster, field, i, test, kind)
    if claimed:
        pay(field, i, test.price)
    return net_edge(roster, test, claimed)


def test_succeeds(roster: Roster, field: Field, course: Course, i: int, test: Test, kind: int) -> bool:
    """A whole test of which only success matters."""
    net = settle_claim(roster, field, i, test, kind)
    success = succeed(roster, course, test.bonus, net)
    done(roster, field, i, test, net)
    return success


def test_natural(roster: Roster, field: Field, course: Course, i: int, test: Test, kind: int) -> int:
    """A whole test: the sum of its kept dice."""
    net = settle_claim(roster, field, i, test, kind)
    kept = natural(course, net)
    done(roster, field, i, test, net)
    return kept


def opposed_wins(
    roster: Roster, field: Field, course: Course, i: int, mine: Test, j: int, other: Test
) -> bool:
    """Whether i wins an opposed test that j defends (T38-T45): both claims asked at once."""
    kind = Claim.TEST + 0
    first, second = claims(roster, field, i, mine, kind), claims(roster, field, j, other, kind)
    if first:
        pay(field, i, mine.price)
    if second:
        pay(field, j, other.price)
    net, other_net = net_edge(roster, mine, first), net_edge(roster, other, second)
    wins = outdo(course, mine.bonus, net, other.bonus, other_net)
    done(roster, field, i, mine, net)
    done(roster, field, j, other, other_net)
    return wins
