"""A journal gone through again: its states, its steps, and whether it follows from the rules and the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..book.switches import to_tables
from ..sheets.load import load_encounter
from . import dice
from .arguments import RulesetGiven, ruleset_given, whole
from .journal import load_lines, parse_lines, read_text, verify
from .script import Step
from .state import State
from .state_json import state_json
from .table import Entry, Table

Track = Callable[[str, Iterable[Any], int], Iterable[Any]]
"""Passes on what it is given while it shows how far that is: a title, the items, how many."""


def _untracked(title: str, items: Iterable[Any], count: int) -> Iterable[Any]:
    return items


def _as_is(answer: dict[str, Any]) -> dict[str, Any]:
    return answer


@dataclass
class Replayed:
    """A journal's live branch up to command `n`. `wrong` says what failed; None when nothing was verified.

    `complete` puts sentences into the JSON.
    """

    table: Table
    n: int
    lines: dict[int, int]
    with_steps: bool = False
    wrong: list[str] | None = None
    complete: Callable[[dict[str, Any]], dict[str, Any]] = field(default=_as_is, repr=False)

    @property
    def entries(self) -> list[Entry]:
        """The commands gone through."""
        return self.table.entries[: self.n]

    @property
    def last(self) -> bool:
        """Whether this is the journal's end, where a command may be open."""
        return self.n == self.table.n

    @property
    def state(self) -> State:
        """The state after command `n`; within an open command at the journal's end."""
        if self.last:
            return self.table.state
        return self.table.entries[self.n].before

    @property
    def verified(self) -> bool | None:
        """Whether everything follows; None when nobody asked."""
        return None if self.wrong is None else not self.wrong

    def step(self, entry: Entry) -> Step:
        """An entry as a step."""
        state = state_json(entry.after) if self.with_steps else {}
        return Step(entry.n, self.lines.get(entry.n), dict(entry.command), entry.events, None, state)

    def to_json(self) -> dict[str, Any]:
        """What `wanderstar replay --json` prints."""
        state = self.state
        answer: dict[str, Any] = {
            "over": state.over,
            "winner": state.winner,
            "draw": state.over and state.winner is None,
            "rounds": state.round,
            "n": self.n,
            "state": state_json(state, self.table.asks if self.last else ()),
        }
        if self.wrong is not None:
            answer |= {
                "verified": not self.wrong,
                "wrong": self.wrong,
                "seed_shown": self.table.seed is not None,
            }
        if self.with_steps:
            answer["steps"] = [self.step(entry).to_json() for entry in self.entries]
        return self.complete(answer)

    def rows(self, of: str = "combatants") -> list[dict[str, Any]]:
        """One row a combatant, as they stand after command `n`, or (`of="attacks"`) one an attack up to it.

        The columns are those of `play.notebook`; raises ValueError for another `of`.
        """
        from .notebook import rows

        return rows(state_json(self.state), self.entries, of)

    def __repr__(self) -> str:
        told = {None: "", True: ", verified", False: ", not verified"}[self.verified]
        return f"Replayed, command {self.n}: {self.state.stands()}{told}"

    def _repr_html_(self) -> str:
        from .notebook import ended, fight_html

        state = state_json(self.state)
        facts = {"command": self.n, **ended(state, self.state.round)}
        if self.wrong is not None:
            facts["verified"] = "yes" if self.verified else f"no: {self.wrong[0]}"
        return fight_html(self.table.encounter.name, facts, state)


def replay(
    journal: str | Path,
    *,
    to: int | None = None,
    verify: bool = False,
    steps: bool = False,
    ruleset: RulesetGiven | None = None,
    track: Track = _untracked,
) -> Replayed:
    """Goes through a journal's live branch, up to command `to` or to its end.

    With `verify` every command is resolved again from its answers, by `ruleset` instead of the journal's own if
    given, and must give the recorded events and the seed's dice. Raises BrokenFile and BadArgument.
    """
    lines = parse_lines(read_text(journal), str(journal))
    if ruleset is not None and lines:
        number, header = lines[0]
        lines[0] = (number, {**header, "ruleset": to_tables(ruleset_given(ruleset))})
    lies = _false_seeds(lines) if verify else []
    lines = [line for line in lines if line[0] not in lies]
    table = load_lines(lines, str(journal), lambda items: track("loading", items, len(lines)))
    n = table.n if to is None else whole("to", to, 0, table.n)
    numbers = {id(line): number for number, line in lines}
    found = {e.n: numbers[id(e.line)] for e in table.entries if id(e.line) in numbers}
    replayed = Replayed(table, n, found, steps)
    if verify:
        wrong = [f"line {number}: the seed is not the one that was promised" for number in lies]
        replayed.wrong = wrong + _verify(table, lambda items: track("verifying", items, table.n))
    return replayed


_verify = verify


def _false_seeds(lines: list[tuple[int, dict[str, Any]]]) -> list[int]:
    """The lines that show another seed than the header promised."""
    promised = lines[0][1].get("commitment") if lines else None
    shown = [(number, line["seed"]) for number, line in lines[1:] if "seed" in line]
    return [n for n, seed in shown if promised is not None and dice.commitment(str(seed)) != promised]


def load(path: str | Path, ruleset: RulesetGiven | None = None) -> Table:
    """The table of a journal (`.jsonl`) as it stood at its last line, or of an encounter before its fight.

    Raises BrokenFile.
    """
    if Path(path).suffix == ".jsonl":
        return replay(path, ruleset=ruleset).table
    return Table(load_encounter(path, None if ruleset is None else ruleset_given(ruleset)))
