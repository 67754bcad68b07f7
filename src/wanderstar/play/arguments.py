"""Arguments that rolls and odds share: bonus or rank, Advantage and Disadvantage as sources, bounds."""

from __future__ import annotations

from pathlib import Path

from ..book.core_mechanic.difficulty import edge
from ..book.ruleset import Ruleset

MOST_BONUS = 1000
"""Bonuses lie within plus or minus this."""

EDGES = {-1: "disadvantage", 0: "neutral", 1: "advantage"}


RulesetGiven = Ruleset | str | Path
"""A ruleset, or the file it stands in."""


class BadArgument(ValueError):
    """An argument that will not do. `argument` is its keyword; the message is one line and names it."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"{argument}: {problem}")
        self.argument = argument


def whole(argument: str, value: object, low: int, high: int) -> int:
    """`value` if it is a whole number from `low` to `high`; else BadArgument."""
    if type(value) is not int or not low <= value <= high:
        raise BadArgument(argument, f"a whole number from {low} to {high} is wanted, not {value!r:.40}")
    return value


def ruleset_given(ruleset: RulesetGiven) -> Ruleset:
    """The ruleset, read from its file where a file was named. Raises BrokenFile."""
    if isinstance(ruleset, Ruleset):
        return ruleset
    from ..sheets.load import load_ruleset

    return load_ruleset(ruleset)


def bonus_of(bonus: int | None, rank: str | None, ruleset: Ruleset, prefix: str = "") -> int:
    """The bonus given as a number or by the name of a rank (R6); exactly one of the two."""
    if rank is None:
        if bonus is None:
            raise BadArgument(f"{prefix}bonus", f"missing (or give {prefix}rank)")
        return whole(f"{prefix}bonus", bonus, -MOST_BONUS, MOST_BONUS)
    if bonus is not None:
        raise BadArgument(f"{prefix}rank", f"give {prefix}bonus or {prefix}rank, not both")
    found = named_rank(rank, ruleset)
    if found is None:
        names = ", ".join(name for name, _ in ruleset.skills_ranks)
        raise BadArgument(f"{prefix}rank", f"no rank is named {rank!r:.40}; there are {names}")
    return found


def named_rank(name: str, ruleset: Ruleset) -> int | None:
    """The bonus of the rank `name` (R6); capitals matter only where two ranks differ by nothing else."""
    exact = ruleset.rank(name)
    if exact is not None:
        return exact
    alike = [bonus for rank, bonus in ruleset.skills_ranks if rank.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None


def edge_of(advantage: int, disadvantage: int, ruleset: Ruleset, prefix: str = "") -> int:
    """The net edge (R2) of so many sources; True is one source."""
    if advantage < 0 or disadvantage < 0:
        raise BadArgument(f"{prefix}{'dis' * (advantage >= 0)}advantage", "less than no source")
    return edge(int(advantage), int(disadvantage), ruleset.advantage_conflict)
