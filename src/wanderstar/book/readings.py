"""The competing readings of the rulings that are switches, one enumeration a ruling."""

from __future__ import annotations

from enum import IntEnum


class Conflict(IntEnum):
    """R2: what Advantage and Disadvantage together become."""

    CANCEL = 0
    DISADVANTAGE_WINS = 1
    ADVANTAGE_WINS = 2
    MAJORITY = 3


class Holders(IntEnum):
    """R4: who has a Momentum pool."""

    PLAYERS = 0
    ALL = 1


class UnknownSkill(IntEnum):
    """R7: a skill that no catalogue lists."""

    UNTRAINED = 0
    ERROR = 1


class NaturalMode(IntEnum):
    """R9: whether natural 2 and 12 decide a test."""

    AUTO_OUTCOME = 0
    FLAGS_ONLY = 1


class Timeout(IntEnum):
    """R14: who wins a contest that reaches its last exchange."""

    LEADER = 0
    STATUS_QUO = 1


class ReactionMode(IntEnum):
    """R18, R81: what a character's reaction does against an adversary's attack."""

    MIRROR = 0
    IS_AVOID_ROLL = 1
    AUTO_ADVANTAGE = 2


class ThreatEffect(IntEnum):
    """R19: whether an adversary's threat gives an edge to the avoider."""

    ON = 0
    OFF = 1


class NpcReaction(IntEnum):
    """R20: how an adversary's reaction is settled when adversaries do not roll."""

    STATIC = 0
    AUTO = 1
    ROLLED = 2
    NONE = 3


class WhoRolls(IntEnum):
    """R21: the frame of the exchange."""

    PLAYERS = 0
    BOTH = 1


class Overflow(IntEnum):
    """R25: where trauma goes that a track cannot hold."""

    OTHER_TRACK = 0
    LOST = 1


class Death(IntEnum):
    """R26: when a character dies."""

    BOTH_FULL = 0
    PHYSICAL_OVERFLOW = 1
    NEVER = 2


class Tiebreak(IntEnum):
    """R28: the last word on initiative ties."""

    PCS_FIRST = 0
    ROSTER = 1


class EngagedFire(IntEnum):
    """R33: which engagement makes a shot clumsy."""

    TARGET = 0
    SHOOTER = 1


class ReadyEffect(IntEnum):
    """R30: what a readied reaction gives."""

    EXTRA_FREE = 0
    ADVANTAGE = 1


class Refresh(IntEnum):
    """R31: when the free reaction comes back."""

    ROUND_START = 0
    OWN_TURN = 1


class DisengageMode(IntEnum):
    """R34, R81: what backing out of Engaged range costs."""

    FREE_ATTACK = 0
    TEST = 1
    TEST_ELSE_FREE_ATTACK = 2
    SAFE = 3


class Attackers(IntEnum):
    """R34: how many opponents may strike at one who leaves."""

    ONE = 0
    ALL = 1


class DiveEffect(IntEnum):
    """R41: what diving for cover does."""

    COVER_ONLY = 0
    COVER_AND_DISADVANTAGE = 1
    DISADVANTAGE_ONLY = 2


class SuppressTest(IntEnum):
    """R42, R81: whether suppression needs an attack roll."""

    NONE = 0
    ATTACK = 1
