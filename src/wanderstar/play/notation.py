"""Rolling at once: plain notation such as `3D+1` or `4d6kh3`, and a single test.

Nothing here draws dice by itself but `roll`; everything else takes the faces it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..book.combat.effect import effect
from ..book.core_mechanic.outcome import flag_words, flags, succeeds
from ..book.core_mechanic.roll import dice_rolled, dropped, total
from ..book.ruleset import DEFAULT
from .arguments import EDGES, BadArgument, RulesetGiven, bonus_of, edge_of, ruleset_given

MOST_DICE = 1000
MOST_SIDES = 1000
MOST_MODIFIER = 1_000_000
MOST_TEXT = 200

_DIGITS = "0123456789"
_SPACES = " \t"


class NotationError(BadArgument):
    """Notation that cannot be read; `column` counts characters from 1."""

    def __init__(self, column: int, problem: str) -> None:
        super().__init__("notation", f"column {column}: {problem}")
        self.column = column


class Notation(NamedTuple):
    """`[n]D[sides][kh k|kl k][±m]…`. `keep` is k for kh, -k for kl, 0 for all dice; `plus` sums the modifiers."""

    text: str
    dice: int
    sides: int
    keep: int
    plus: int


class _Reader:
    """Reads a notation from left to right, and remembers where it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in _SPACES:
            self.at += 1

    def take(self, letters: str) -> str:
        self.skip()
        if self.at < len(self.text) and self.text[self.at] in letters:
            self.at += 1
            return self.text[self.at - 1].lower()
        return ""

    def number(self, low: int, high: int, what: str) -> int | None:
        """The whole number here, or None; NotationError when it lies outside its bounds."""
        self.skip()
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in _DIGITS:
            self.at += 1
        digits = self.text[start : self.at].lstrip("0")
        if self.at == start:
            return None
        value = int(digits or "0") if len(digits) <= 7 else high + 1
        if not low <= value <= high:
            raise NotationError(start + 1, f"{what}: {low} to {high} would do")
        return value

    def fail(self, wanted: str) -> NotationError:
        self.skip()
        found = repr(self.text[self.at]) if self.at < len(self.text) else "nothing more"
        return NotationError(self.at + 1, f"{wanted} expected, {found} found")


def parse(text: str) -> Notation:
    """The notation that `text` spells; raises NotationError. Either case, spaces between its parts allowed."""
    if len(text) > MOST_TEXT:
        raise NotationError(MOST_TEXT + 1, f"a notation has at most {MOST_TEXT} characters")
    reader = _Reader(text)
    dice = reader.number(1, MOST_DICE, "number of dice")
    if not reader.take("dD"):
        raise reader.fail("D" if dice is not None else "a number of dice or D")
    sides = reader.number(2, MOST_SIDES, "sides of a die")
    dice = 1 if dice is None else dice
    keep = _keep(reader, dice)
    plus = 0
    while sign := reader.take("+-"):
        amount = reader.number(0, MOST_MODIFIER, "modifier")
        if amount is None:
            raise reader.fail("a whole number")
        plus += amount if sign == "+" else -amount
    reader.skip()
    if reader.at < len(text):
        so_far = ("sides, " if sides is None else "") + ("kh, kl, " if not keep else "")
        raise reader.fail(f"{so_far}+, - or the end")
    return Notation(text.strip(_SPACES), dice, 6 if sides is None else sides, keep, plus)


def _keep(reader: _Reader, dice: int) -> int:
    if not reader.take("kK"):
        return 0
    which = reader.take("hHlL")
    if not which:
        raise reader.fail("h or l after k")
    count = reader.number(1, dice, "dice to keep")
    if count is None:
        raise reader.fail("the number of dice to keep")
    return count if which == "h" else -count


def parse_damage(text: str) -> tuple[int, int]:
    """A damage roll as (number of D6, bonus): nD or nD6 with modifiers (R23); raises NotationError."""
    read = parse(text)
    column = text.casefold().find("d") + 2
    if read.sides != 6 or read.keep:
        raise NotationError(column, "damage is nD or nD6 with + or -")
    if read.dice > 100:
        raise NotationError(1, "damage has at most 100 dice")
    return read.dice, read.plus


class PlainRoll(NamedTuple):
    """A plain roll; `kept` and `dropped` are in the order rolled."""

    notation: Notation
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    dropped: tuple[int, ...]

    @property
    def total(self) -> int:
        """The kept dice and the modifiers."""
        return sum(self.kept) + self.notation.plus

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar roll NOTATION --json` prints it."""
        return {
            "kind": "plain",
            "notation": self.notation.text,
            "dice": list(self.dice),
            "kept": list(self.kept),
            "dropped": list(self.dropped),
            "bonus": self.notation.plus,
            "total": self.total,
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row, the fields of the JSON; dice and flags as one text each, such as `"5 4"`."""
        from .notebook import flat

        return [flat(self.to_json())]

    def __repr__(self) -> str:
        dice = " ".join(map(str, self.dice))
        return f"PlainRoll {self.notation.text}: {dice}, total {self.total}"

    def _repr_html_(self) -> str:
        from .notebook import roll_html

        return roll_html(self.to_json())


class TestRoll(NamedTuple):
    """A test that was rolled (chapter 5, The roll)."""

    dice: tuple[int, ...]
    kept: tuple[int, ...]
    dropped: tuple[int, ...]
    edge: int
    bonus: int
    success: bool
    flags: int

    @property
    def natural(self) -> int:
        """The sum of the two kept dice."""
        return sum(self.kept)

    @property
    def total(self) -> int:
        """The kept dice and the bonus (T2)."""
        return total(self.natural, self.bonus)

    @property
    def margin(self) -> int:
        """The total less 8, as the dice made it (R9)."""
        return effect(self.total)

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar roll --bonus N --json` prints it."""
        return {
            "kind": "test",
            "dice": list(self.dice),
            "kept": list(self.kept),
            "dropped": list(self.dropped),
            "edge": EDGES[self.edge],
            "natural": self.natural,
            "bonus": self.bonus,
            "total": self.total,
            "margin": self.margin,
            "outcome": "success" if self.success else "failure",
            "flags": flag_words(self.flags),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row, the fields of the JSON; dice and flags as one text each, such as `"5 4"`."""
        from .notebook import flat

        return [flat(self.to_json())]

    def __repr__(self) -> str:
        dice, outcome = " ".join(map(str, self.dice)), "success" if self.success else "failure"
        return f"TestRoll {self.bonus:+d}: {dice}, total {self.total}, {outcome}"

    def _repr_html_(self) -> str:
        from .notebook import roll_html

        return roll_html(self.to_json())


def rolled_plain(notation: Notation, faces: Sequence[int]) -> PlainRoll:
    """The roll that `faces`, in the order rolled, make. Of equal dice the ones rolled later are dropped."""
    _check_faces(faces, notation.dice, notation.sides)
    order = sorted(range(len(faces)), key=lambda at: -faces[at] if notation.keep > 0 else faces[at])
    kept = set(order[: abs(notation.keep) or len(order)])
    return PlainRoll(
        notation,
        tuple(faces),
        tuple(face for at, face in enumerate(faces) if at in kept),
        tuple(face for at, face in enumerate(faces) if at not in kept),
    )


def rolled_test(bonus: int, edge: int, faces: Sequence[int], mode: int) -> TestRoll:
    """The test that `faces` make: three of them at an edge, else two (T6, T7, T8); `mode` is R9's."""
    _check_faces(faces, dice_rolled(edge), 6)
    out = dropped(faces[0], faces[1], faces[2], edge) if edge else -1
    kept = tuple(face for at, face in enumerate(faces) if at != out)
    reached = total(sum(kept), bonus)
    success = succeeds(reached, sum(kept), mode)
    lost = () if out < 0 else (faces[out],)
    return TestRoll(tuple(faces), kept, lost, edge, bonus, success, flags(reached, sum(kept), success))


def roll(
    notation: str | None = None,
    *,
    bonus: int | None = None,
    rank: str | None = None,
    advantage: int = 0,
    disadvantage: int = 0,
    dice: Sequence[int] | None = None,
    seed: int | str | None = None,
    ruleset: RulesetGiven = DEFAULT,
) -> PlainRoll | TestRoll:
    """Rolls plain `notation`, or a test with `bonus` (or `rank`) when there is none.

    `dice` are typed faces; else `seed` makes them, or chance. Raises BadArgument.
    """
    rules = ruleset_given(ruleset)
    if dice is not None and seed is not None:
        raise BadArgument("seed", "of no use beside dice")
    if notation is not None:
        if bonus is not None or rank is not None or advantage or disadvantage:
            raise BadArgument("notation", "a plain roll takes no bonus, rank, advantage or disadvantage")
        read = parse(notation)
        return rolled_plain(read, _faces(seed, read.dice, read.sides) if dice is None else dice)
    if bonus is None and rank is None:
        raise BadArgument(
            "notation", "nothing to roll: give a notation such as 3D+1, or a bonus or rank for a test"
        )
    value = bonus_of(bonus, rank, rules)
    edge = edge_of(advantage, disadvantage, rules)
    faces = _faces(seed, dice_rolled(edge), 6) if dice is None else dice
    return rolled_test(value, edge, faces, rules.natural_mode)


def _faces(seed: int | str | None, dice: int, sides: int) -> list[int]:
    from random import Random

    source = Random(None if seed is None else str(seed))
    return [source.randint(1, sides) for _ in range(dice)]


def _check_faces(faces: Sequence[int], dice: int, sides: int) -> None:
    if len(faces) != dice:
        raise BadArgument("dice", f"{dice} faces are wanted, {len(faces)} given")
    for face in faces:
        if type(face) is not int or not 1 <= face <= sides:
            raise BadArgument("dice", f"a face from 1 to {sides} is wanted, not {face!r:.40}")
