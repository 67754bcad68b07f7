"""Playing a script: one line after another, each with its dice and choices, refusals expected or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..book.ruleset import Fault
from ..sheets.faults import BrokenFile
from .codec import event_to_json
from .journal import check_line, parse_lines
from .refusal import Refusal, Refused, first, refuse
from .resolve import Run, prepare, start
from .scene import Event
from .table import GM, Ask, Given, Provider, Table

NO_MORE = "no more dice"


@dataclass(frozen=True, slots=True)
class Step:
    """One script line, or one command played by a tactic: what it was, what came of it, the state after."""

    n: int | None
    line: int | None
    command: Any
    events: tuple[Event, ...]
    refusal: Refusal | None
    state: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """`steps[]` of the interface."""
        events = [event_to_json(event) for event in self.events]
        return {
            "n": self.n,
            "line": self.line,
            "command": self.command,
            "draws": [
                {k: v for k, v in e.items() if k not in ("kind", "changes")}
                for e in events
                if e["kind"] == "draw"
            ],
            "events": events,
            "refusal": None if self.refusal is None else self.refusal.to_json(),
            "state": self.state,
        }


@dataclass
class Played:
    """A script's run so far; `stopped` names the line and why when it came to a stop."""

    table: Table
    steps: list[Step] = field(default_factory=list)
    stopped: dict[str, Any] | None = None


def read_script(text: str, name: str) -> list[tuple[int, dict[str, Any]]]:
    """A script's lines with their numbers; raises BrokenFile naming every fault."""
    lines = parse_lines(text, name)
    faults: list[Fault] = []
    for number, line in lines:
        faults += check_line(line, f"line {number}")
    if faults:
        raise BrokenFile(name, faults)
    return lines


def play_script(
    table: Table,
    lines: Sequence[tuple[int, dict[str, Any]]],
    seat: str = GM,
    providers: Sequence[Provider] = (),
    between: Callable[[Played], None] = lambda played: None,
    keep: bool = True,
) -> Played:
    """Plays all lines, or up to the one that stops it. `between` runs before each line and after the last.

    `keep` false drops the steps' states, for long scripts.
    """
    played = Played(table)
    for i, (number, line) in enumerate(lines):
        between(played)
        following = lines[i + 1][1] if i + 1 < len(lines) else {}
        waits = bool(line.get("open")) or (
            "command" not in following and bool(following) and "undo" not in following
        )
        before = table.to_json() if keep else {}
        result = play_line(table, line, line.get("seat", seat), providers, waits)
        expected = line.get("refused")
        if isinstance(result, Refusal):
            played.steps.append(Step(None, number, line.get("command"), (), result, before))
            if expected is not None and _incomplete(result):
                played.stopped = _not_refused(number, expected, result)
                break
            if expected is None or (expected is not True and expected != result.code):
                played.stopped = _stop(number, result, expected)
                break
            continue
        n, events = result
        played.steps.append(
            Step(n, number, line.get("command"), events, None, table.to_json() if keep else {})
        )
        if expected is not None:
            played.stopped = _not_refused(number, expected)
            break
    else:
        between(played)
    return played


def _incomplete(refusal: Refusal) -> bool:
    """Whether the line is legal as far as it goes: it lacks an answer, or brings dice that nobody asks for."""
    return refusal.facts.get("because") == "missing" or refusal.facts.get("expected") == NO_MORE


def _not_refused(number: int, expected: Any, lacks: Refusal | None = None) -> dict[str, Any]:
    """A line that names a refusal stops the script when it is legal, whole or not."""
    why: dict[str, Any] = {"line": number, "why": f"was to be refused ({expected}) and was not"}
    return why if lacks is None else {**why, "refusal": lacks.to_json()}


def _stop(number: int, refusal: Refusal, expected: Any) -> dict[str, Any]:
    why = f"refused: {refusal.code}" + (f" where {expected} was expected" if expected else "")
    return {"line": number, "why": why, "refusal": refusal.to_json()}


def play_line(
    table: Table, line: dict[str, Any], seat: str, providers: Sequence[Provider], waits: bool
) -> Refusal | tuple[int | None, tuple[Event, ...]]:
    """One line on the table: its number and events, or why it was refused."""
    if "command" not in line:
        if "undo" in line:
            result = table.undo(line["undo"], line.get("answer"), seat)
        elif "redo" in line:
            result = table.redo(line["redo"], seat)
        elif "correct" in line:
            result = table.correct(**{"n": None, **line["correct"]}, seat=seat)
        elif "cancel" in line:
            result = table.cancel(seat)
        elif "answer" in line and isinstance(line["answer"], dict):
            result = table.answer(line["answer"], seat, "scripted")
        else:
            return refuse("bad_value", field="line", found=sorted(line), expected="a script's line")
        if isinstance(result, Refusal):
            return result
        return (result.n if "answer" in line and "undo" not in line else None, result.events)
    given = Given(line)
    if table.run is None:
        early = _rehearse(table, line, seat, given, providers, waits)
        if early is not None:
            return early
    result = table.order(line["command"], seat, (Given(line), *providers), wait=waits)
    if isinstance(result, Refusal):
        return result
    return (result.n, result.events)


def _rehearse(
    table: Table, line: dict[str, Any], seat: str, given: Given, providers: Sequence[Provider], waits: bool
) -> Refusal | None:
    """Resolves a line without keeping it, to find what it lacks or has left over."""
    command = prepare(table.settled, line["command"])
    if isinstance(command, Refusal):
        return None
    run = start(table.settled, command).advance()
    sources: tuple[Provider, ...] = (given, *providers)
    missing: Ask | None = None
    try:
        while run.asks:
            found = None
            for ask in run.asks:
                found = next((a for source in sources if (a := source(table, run, ask)) is not None), None)
                if found is not None:
                    break
            if found is None:
                missing = run.asks[0]
                break
            run = run.answer(found).advance()
    except Refused as refused:
        return refused.refusal
    return first(_leftover(run, given), _missing(missing, waits, given))


def _leftover(run: Run, given: Given) -> Refusal | None:
    for key, values in given.left().items():
        return run.not_asked(key, values[0])
    return None


def _missing(missing: Ask | None, waits: bool, given: Given) -> Refusal | None:
    if missing is not None and (not waits or given.dice):
        return refuse("bad_value", field=missing.key, found=None, expected="an answer", because="missing")
    if given.dice:
        return refuse("bad_value", field="dice", found=given.dice, expected=NO_MORE)
    return None
