"""Chapter 5, Opposed tests: the higher total wins, ties keep things as they are."""

from __future__ import annotations

MAX_REROLLS = 3
"""How often a tie without a defender is rolled again before nothing changes (R12)."""

LEVEL = -1
"""No winner among the sides."""

GOES_ON = 2
"""A contest that is not over."""


def winner(totals: tuple[int, ...], defender: int) -> int:
    """The index of the winning side, or LEVEL when the leaders are level and no defender is among them.

    The target of 8 plays no part (T42); a tie goes to the defender, if it is among the leaders (T43, T44,
    R12). `defender` is a side's index or LEVEL for none.
    """
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    if len(leaders) == 1:
        return leaders[0]
    if defender >= 0 and totals[defender] == best:
        return defender
    return LEVEL


def margin(totals: tuple[int, ...]) -> int:
    """How far the highest total clears the next (T45, R12); 0 when the leaders are level."""
    first, second = sorted(totals, reverse=True)[:2]
    return first - second


def narrow(margin: int) -> bool:
    """Whether a win is a near thing: by one or two (T45)."""
    return 1 <= margin <= 2


def contest_winner(net: int, exchanges: int, net_wins: int, max_exchanges: int, status_quo: bool) -> int:
    """How an extended contest stands (T46, T47, R14, R55): 1 first side, -1 second, 0 undecided, or GOES_ON.

    `net` is the first side's wins less the second's; a negative `max_exchanges` means no limit.
    """
    if net >= net_wins:
        return 1
    if net <= -net_wins:
        return -1
    if max_exchanges < 0 or exchanges < max_exchanges:
        return GOES_ON
    if status_quo:
        return 0
    return (net > 0) - (net < 0)
