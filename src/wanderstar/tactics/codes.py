"""What the plain numbers of a fight mean where they are no quantities: commands, answers, skills, states."""

from __future__ import annotations

from enum import IntEnum

NOBODY = -1
ENDLESS = -1
"""Turns of a condition that lasts until it is cleared."""

UNCOUNTED = -1
"""Rounds of a weapon that nobody counts."""

LEFT, SURRENDERED, COMING = 1, 2, 3
"""How one's part in a fight ended before it was out (`Standing.gone`); COMING, that it has not begun yet."""

NO_POOL = -1
"""The Momentum of one who has none (R4)."""


class Do(IntEnum):
    """Commands of a turn, as `decide` gives them: `(code, a, b, c, x, y)`.

    What a, b, c mean, with the place x, y where one is needed (y is 0 on a line):
    """

    END_TURN = 0
    ATTACK = 1  # weapon slot; target, or -1 for a lob at x, y; mode + 4 * (0, 1 pulled to stun, 2 to pin)
    AIM = 2  # target
    SUPPRESS = 3  # weapon slot; at x, y
    RELOAD = 4  # weapon slot
    CHARGE = 5  # weapon slot
    READY = 6
    FIRST_AID = 7  # patient
    GRAPPLE = 8  # target
    BREAK_FREE = 9  # 0 by test, 1 by opposed test
    MOVE = 10  # 0 as a Minor, 1 as the Significant Action; to x, y
    TAKE_COVER = 11  # cover; 1 fully behind it
    LEAVE_COVER = 12  # cover
    DROP_PRONE = 13
    RISE = 14
    DRAW = 15  # weapon slot
    STOW = 16  # weapon slot
    LEAVE = 17
    SURRENDER = 18


class Pick(IntEnum):
    """Whom a tactic attacks."""

    SOONEST = 0  # who is soonest out for the harm it does
    NEAREST = 1
    SPREAD = 2  # everybody another one


class Claim(IntEnum):
    """Which roll an Advantage is claimed for."""

    REACTION = 0
    ATTACK = 1
    AVOID = 2
    TEST = 3


DIVE = 3
"""Answers to a reaction: 0 none, 1 dodge, 2 parry (`book.combat.reactions.Reaction`), DIVE + cover a dive."""

PULLED = 4
"""Added to the mode of an attack: PULLED stuns, twice PULLED pins."""


class Until(IntEnum):
    """How an edge of the GM's or of a condition ends (`Grant`)."""

    FIGHT = 0  # not while the fight goes on
    NEXT_TEST = 1  # its bearer's next roll uses it up (R57)
    ROUND_END = 2
    TURNS = 3  # after so many of its bearer's own turns (R69)


class On(IntEnum):
    """What a zone's edge bears on."""

    ATTACKS_FROM = 0
    ATTACKS_AGAINST = 1
    TESTS = 2


class Skill(IntEnum):
    """Skills by number; those that only weapons or disengaging call for have further numbers."""

    ATHLETICS = 0
    CLOSE_QUARTERS = 1
    MEDICINE = 2
