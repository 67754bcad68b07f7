"""Odds of a test: success, its flags, margin and naturals together; the table of chapter 5, The probability."""

# The book's word for it is "test", which pytest's lint takes for one of its own.
# ruff: noqa: PT028

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple, overload

from ..book.combat.effect import effect
from ..book.core_mechanic.outcome import BARELY, FLAGS, NATURAL_2, NATURAL_12, NEAR_MISS
from ..book.core_mechanic.roll import TARGET
from ..book.ruleset import DEFAULT, Ruleset
from ..play.arguments import EDGES, BadArgument, RulesetGiven, bonus_of, edge_of, ruleset_given
from .dice import PART, ROLLS, Outcome, outcomes, successes
from .exact import Distribution, distribution, probability


class TestOdds(NamedTuple):
    """One test, in all its 216 rolls. `edge` is the net one: -1, 0 or 1."""

    bonus: int
    edge: int
    mode: int

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The eleven sums of the kept dice, lowest first."""
        return outcomes(self.bonus, self.edge, self.mode)

    @property
    def success(self) -> Fraction:
        """The chance to succeed (T3, R9)."""
        return PART[successes(self.bonus, self.edge, self.mode)]

    @property
    def failure(self) -> Fraction:
        """The chance to fail."""
        return 1 - self.success

    def flagged(self, flag: int) -> Fraction:
        """The chance of a flag of `book.core_mechanic.outcome` (R10)."""
        return PART[sum(o.weight for o in self.outcomes if o.flags & flag)]

    @property
    def barely(self) -> Fraction:
        """The chance of a success at margin 0 (T33, R58)."""
        return self.flagged(BARELY)

    @property
    def near_miss(self) -> Fraction:
        """The chance of a failure at margin -1 (T34, R58)."""
        return self.flagged(NEAR_MISS)

    @property
    def natural_2(self) -> Fraction:
        """The chance that both kept dice show 1 (T35)."""
        return self.flagged(NATURAL_2)

    @property
    def natural_12(self) -> Fraction:
        """The chance that both kept dice show 6 (T36)."""
        return self.flagged(NATURAL_12)

    @property
    def total(self) -> Distribution:
        """The total: kept dice and bonus."""
        return distribution(((o.total, o.weight) for o in self.outcomes), ROLLS)

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds test --json` prints it."""
        return {
            "question": "test",
            "bonus": self.bonus,
            "edge": EDGES[self.edge],
            "target": TARGET,
            "success": probability(self.success),
            "failure": probability(self.failure),
            **{word: probability(self.flagged(flag)) for flag, word in FLAGS.items()},
            "mean": probability(self.total.mean()),
            "total": self.total.to_json(),
            "joint": [
                {
                    "margin": effect(o.total),
                    "natural": o.natural,
                    "outcome": "success" if o.success else "failure",
                    "p": probability(PART[o.weight]),
                }
                for o in self.outcomes
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a probability: `quantity`, `of`, `exact`, `value`."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        from ..play.notebook import percent
        from .notebook import asked

        return f"TestOdds {asked(self.bonus, self.edge)}: {percent(float(self.success))}"

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


class Row(NamedTuple):
    """A rank's chances to succeed at the three edges."""

    rank: str
    bonus: int
    disadvantage: Fraction
    neutral: Fraction
    advantage: Fraction


class TableOdds(NamedTuple):
    """The success chances of every rank at every edge (T10), lowest rank first."""

    ranks: tuple[Row, ...]

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds test --table --json` prints it."""
        return {
            "question": "test",
            "rows": [
                {
                    "rank": row.rank,
                    "bonus": row.bonus,
                    "disadvantage": probability(row.disadvantage),
                    "neutral": probability(row.neutral),
                    "advantage": probability(row.advantage),
                }
                for row in self.ranks
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a rank: `rank`, `bonus`, `disadvantage`, `neutral`, `advantage`."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        return f"TableOdds of {len(self.ranks)} ranks at every edge"

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


class NeededOdds(NamedTuple):
    """The least bonus at each edge that reaches `wanted`; None where none does, and where every one does."""

    wanted: Fraction
    disadvantage: int | None
    neutral: int | None
    advantage: int | None

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds test --at-least … --json` prints it."""
        bonus = {"disadvantage": self.disadvantage, "neutral": self.neutral, "advantage": self.advantage}
        return {"question": "test", "wanted": float(self.wanted), "bonus": bonus}

    def rows(self) -> list[dict[str, Any]]:
        """One row: `wanted`, `disadvantage`, `neutral`, `advantage`; None where no bonus does."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        from ..play.notebook import percent
        from .notebook import EDGES

        needed = (self.disadvantage, self.neutral, self.advantage)
        told = [f"{edge} {'none' if n is None else f'{n:+d}'}" for edge, n in zip(EDGES, needed, strict=True)]
        return f"NeededOdds for {percent(float(self.wanted))}: {', '.join(told)}"

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


@overload
def test(
    bonus: int | None = None,
    *,
    rank: str | None = None,
    advantage: int = 0,
    disadvantage: int = 0,
    ruleset: RulesetGiven = DEFAULT,
) -> TestOdds: ...
@overload
def test(*, table: Literal[True], ruleset: RulesetGiven = DEFAULT) -> TableOdds: ...
@overload
def test(*, at_least: float | str | Fraction, ruleset: RulesetGiven = DEFAULT) -> NeededOdds: ...
def test(
    bonus: int | None = None,
    *,
    rank: str | None = None,
    advantage: int = 0,
    disadvantage: int = 0,
    table: bool = False,
    at_least: float | str | Fraction | None = None,
    ruleset: RulesetGiven = DEFAULT,
) -> TestOdds | TableOdds | NeededOdds:
    """The odds of a test with `bonus` or `rank`; or the `table` of all ranks; or the bonus for `at_least`.

    `advantage` and `disadvantage` count sources (True is one) and meet by R2. `at_least` is a probability: a
    float is taken as it is written in decimals, a text may be a fraction. Raises BadArgument.
    """
    rules = ruleset_given(ruleset)
    if not table and at_least is None:
        return TestOdds(
            bonus_of(bonus, rank, rules), edge_of(advantage, disadvantage, rules), rules.natural_mode
        )
    question = "table" if table else "at_least"
    if bonus is not None or rank is not None or advantage or disadvantage or (table and at_least is not None):
        raise BadArgument(question, "asks about every rank and edge and takes no other")
    if at_least is None:
        return _table(rules)
    wanted = _wanted(at_least)
    return NeededOdds(wanted, *(_least(wanted, edge, rules.natural_mode) for edge in EDGES))


def _table(ruleset: Ruleset) -> TableOdds:
    ranks = sorted(ruleset.skills_ranks, key=lambda rank: rank[1])
    return TableOdds(tuple(_row(name, bonus, ruleset.natural_mode) for name, bonus in ranks))


def _row(rank: str, bonus: int, mode: int) -> Row:
    down, flat, up = successes(bonus, -1, mode), successes(bonus, 0, mode), successes(bonus, 1, mode)
    return Row(rank, bonus, PART[down], PART[flat], PART[up])


def _wanted(at_least: float | str | Fraction) -> Fraction:
    try:
        wanted = at_least if isinstance(at_least, Fraction) else Fraction(str(at_least))
    except (ValueError, ZeroDivisionError):
        wanted = Fraction(-1)
    if not 0 <= wanted <= 1:
        raise BadArgument("at_least", f"a probability from 0 to 1 is wanted, not {str(at_least)!r:.40}")
    return wanted


def _least(wanted: Fraction, edge: int, mode: int) -> int | None:
    """Every bonus below -4 misses with each sum that a natural does not decide; from 6 on every one hits."""
    lowest, highest = TARGET - 13, TARGET - 2
    if successes(lowest, edge, mode) >= wanted * ROLLS:
        return None
    for bonus in range(lowest + 1, highest + 1):
        if successes(bonus, edge, mode) >= wanted * ROLLS:
            return bonus
    return None
