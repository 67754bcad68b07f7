"""Chapter 11, Damage and trauma: damage against armor, two tracks, out and dead."""

from __future__ import annotations

from ..ruleset import Death, Overflow

FIRST_AID_SKILL = "Medicine"
FIRST_AID_HEALS = 1
"""Physical trauma that a success clears (R27)."""


def worn(base: int, gear: int) -> int:
    """Armor without cover: the body's own and what is worn (C68, C74)."""
    return base + gear


def armor(base: int, gear: int, cover: int, piercing: int, floor: int) -> int:
    """The armor a hit meets: base, gear and cover added up (C66, C68, C74).

    Piercing eats gear and cover only, never the base; `floor` is the least it can be (R24).
    """
    return max(base + max(gear + cover - piercing, 0), floor)


def damage(rolled: int, bonus: int) -> int:
    """A damage roll with its bonuses, 0 at least (R23); Effect is not among them (C77)."""
    return max(rolled + bonus, 0)


def scaled(damage: int, attacker: int, target: int, factor: int) -> int:
    """Damage across scales: times `factor` for each step the attacker is larger, divided (down) for each
    step it is smaller (C76, R48)."""
    if attacker > target:
        return int(damage * factor ** (attacker - target))
    return int(damage // factor ** (target - attacker))


def trauma(damage: int, armor: int, most: int) -> int:
    """The trauma of a hit: 1 from armor, 2 from twice armor, `most` at most (C72, C73, R25)."""
    if damage < armor or damage == 0:  # no damage harms nobody, even where a ruleset allows armor 0
        return 0
    return min(2 if damage >= 2 * armor else 1, most)


def marked(
    physical: int,
    mental: int,
    boxes_physical: int,
    boxes_mental: int,
    amount: int,
    to_mental: bool,
    overflow: int,
) -> tuple[int, int, int]:
    """Both tracks after `amount` trauma, and how much fitted nowhere (C75, C78, R25).

    A negative `boxes_mental` means a single track, which takes Mental harm too (R63).
    """
    if boxes_mental < 0:
        room = max(boxes_physical - physical, 0)
        return physical + min(amount, room), mental, amount - min(amount, room)
    here, there = (mental, physical) if to_mental else (physical, mental)
    here_boxes, there_boxes = (boxes_mental, boxes_physical) if to_mental else (boxes_physical, boxes_mental)
    fits = min(amount, max(here_boxes - here, 0))
    spill = 0 if overflow == Overflow.LOST else min(amount - fits, max(there_boxes - there, 0))
    here, there = here + fits, there + spill
    lost = amount - fits - spill
    return (there, here, lost) if to_mental else (here, there, lost)


def out(physical: int, mental: int, boxes_physical: int, boxes_mental: int) -> bool:
    """Whether one is out of action: either track full (R26)."""
    return physical >= boxes_physical or (boxes_mental >= 0 and mental >= boxes_mental)


def dies(
    physical: int,
    mental: int,
    boxes_physical: int,
    boxes_mental: int,
    amount: int,
    to_mental: bool,
    room_before: int,
    death: int,
) -> bool:
    """Whether a character dies of Physical trauma that left the tracks as given (R26).

    `room_before` is how many Physical boxes were free before it. Mental trauma never kills, and one with a
    single track is out, not dead.
    """
    if to_mental or amount == 0 or boxes_mental < 0 or death == Death.NEVER:
        return False
    if death == Death.PHYSICAL_OVERFLOW:
        return amount > room_before
    return physical >= boxes_physical and mental >= boxes_mental
