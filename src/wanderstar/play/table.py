"""A table in play: commands and answers in, journal lines out, undo and redo to anywhere.

The journal is the truth. A line is written whenever somebody is told something: a command done, a command that
waits for an answer, an undo. What is undone stays in the journal and can be redone until something else is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..book.switches import to_tables
from ..sheets.model import Encounter
from . import correcting
from . import dice as server
from .asks import Answer, Choice, Draw
from .commands import SPECS
from .legal import check_turn
from .lines import Given, drive_line, line_of
from .refusal import Refusal, Refused, refuse
from .resolve import Run, prepare, start
from .scene import Event
from .setup import open_table
from .state import State
from .state_json import seat_of, state_json

__all__ = ["GM", "Ask", "Done", "Entry", "Given", "Provider", "Table", "drive_line", "line_of"]

GM = "gm"

Ask = Choice | Draw
Provider = Callable[["Table", Run, Ask], Answer | None]
"""Answers an ask, or leaves it pending with None."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of the live branch: who ordered it, its answers and events, the state before and after.

    `answers` is None when the entry was loaded; `line` then has them as dice and choices.
    """

    n: int
    seat: str
    command: Mapping[str, Any]
    before: State
    after: State
    events: tuple[Event, ...]
    line: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a command or an answer: its number, the events so far, whether it still waits. Truthy."""

    n: int
    events: tuple[Event, ...]
    open: bool

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        waits = ", waits for an answer" if self.open else ""
        return f"Done: command {self.n}, {len(self.events)} events{waits}"


@dataclass
class Table:
    """One table. `seed` is the secret of the server's dice (None: no server dice); `write` gets every line.

    `auto` says of a draw whether the server rolls it at once, or waits for a tap (`{"dice": "roll"}`) or for
    what real dice showed.
    """

    encounter: Encounter
    seed: str | None = None
    write: Callable[[dict[str, Any]], None] = lambda line: None
    auto: Callable[[Draw], bool] = lambda draw: True
    providers: Sequence[Provider] = ()
    commitment: str | None = None
    entries: list[Entry] = field(default_factory=list)
    undone: list[Entry] = field(default_factory=list)
    run: Run | None = None
    run_seat: str = GM

    def __repr__(self) -> str:
        return f"Table: {self.encounter.name}, command {self.n}, {self.state.stands()}"

    def __post_init__(self) -> None:
        self.opening = open_table(self.encounter)
        if self.commitment is None and self.seed is not None:
            self.commitment = server.commitment(self.seed)

    # -- what is

    @property
    def settled(self) -> State:
        """The state after the last finished command."""
        return self.entries[-1].after if self.entries else self.opening

    @property
    def state(self) -> State:
        """The state now, within an open command too."""
        return self.settled if self.run is None else self.run.state

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What the open command waits for."""
        return () if self.run is None else self.run.asks

    @property
    def n(self) -> int:
        """The number of the last finished command."""
        return len(self.entries)

    def header(self) -> dict[str, Any]:
        """The journal's first line."""
        return {
            "journal": 1,
            "encounter": dict(self.encounter.source),
            "ruleset": to_tables(self.encounter.ruleset),
            "commitment": self.commitment,
        }

    def to_json(self) -> dict[str, Any]:
        """STATE, with what is pending."""
        return state_json(self.state, self.asks)

    # -- what is done

    def order(
        self, data: Any, seat: str = GM, providers: Sequence[Provider] = (), wait: bool = True
    ) -> Done | Refusal:
        """A command from `seat`; answers come from `providers`, then the table's own.

        With `wait` false a missing answer refuses the whole (`bad_value`). A refusal changes nothing.
        """
        late = check_turn(self.settled, data)
        if late is not None and late.code == "over":
            return late
        if self.run is not None:
            return refuse("pending", asks=[ask.key for ask in self.asks])
        refusal = self._seated(data, seat)
        if refusal is not None:
            return refusal
        command = prepare(self.settled, data)
        if isinstance(command, Refusal):
            return command
        try:
            run = self._drive(start(self.settled, command).advance(), providers)
        except Refused as refused:
            return refused.refusal
        if run.asks and not wait:
            return refuse("bad_value", field=run.asks[0].key, found=None, expected="an answer")
        self.undone = []
        return self._keep(run, seat)

    def answer(self, answers: Mapping[str, Any], seat: str = GM, by: str = "typed") -> Done | Refusal:
        """One answer or several to the open command: `{KEY: VALUE}` or `{"dice": [faces]}`."""
        if self.run is None:
            return refuse("bad_value", field="answer", found=list(answers), expected="a command that waits")
        run = self.run
        try:
            for key, value in answers.items():
                self._may_answer(run, key, seat)
                run = run.answer(self._answer(run, key, value, by)).advance()
            run = self._drive(run, ())
        except Refused as refused:
            return refused.refusal
        self.undone = []
        return self._keep(run, self.run_seat)

    def cancel(self, seat: str = GM) -> Done | Refusal:
        """Takes the open command back, whole."""
        if self.run is None:
            return refuse("bad_value", field="cancel", found=True, expected="a command that waits")
        if seat not in (GM, self.run_seat):
            return refuse("seat", seat=seat)
        self.run = None
        self.undone = []
        self.write({"cancel": True, "seat": seat})
        return Done(self.n, (), False)

    def undo(self, n: int, answer: int | None = None, seat: str = GM) -> Done | Refusal:
        """Back to just after command `n`; with `answer`, to before the K-th answer (from 1) of command `n`."""
        if seat != GM:
            return refuse("seat", seat=seat)
        last = self.n + (self.run is not None)
        if answer is None:
            if not correcting.is_number(n) or not 0 <= n < last:
                return refuse("bad_value", field="undo", found=n, expected=f"0 to {last - 1}")
            self._cut(n)
            self.run = None
        else:
            if not correcting.is_number(n) or not 1 <= n <= last:
                return refuse("bad_value", field="undo", found=n, expected=f"1 to {last}")
            run = self._run_of(n)
            if not correcting.is_number(answer) or not 1 <= answer <= len(run.answers):
                expected = f"1 to {len(run.answers)}"
                return refuse("bad_value", field="answer", found=answer, expected=expected)
            entry_seat = self.run_seat if n > self.n else self.entries[n - 1].seat
            again = start(run.start, run.command).advance()
            for given in run.answers[: answer - 1]:
                again = again.answer(given).advance()
            self._cut(n - 1)
            self.run, self.run_seat = again, entry_seat
        self.write({"undo": n} if answer is None else {"undo": n, "answer": answer})
        return Done(self.n, (), self.run is not None)

    def correct(self, n: int | None, draw: int | str, die: int, face: int, seat: str = GM) -> Done | Refusal:
        """One mistyped die of command `n` (None: the last) put right, everything else answered as it was.

        `draw` is the K-th draw of the command (from 1), or `NAME:WHO` (`NAME:WHO:2` for its second), `die` its I-th
        die, `face` what it shows. What is no longer asked falls away, what is newly asked is rolled or awaited.
        Later commands stay as far as their own answers still fit; from the first that does not, they are undone.
        """
        if seat != GM:
            return refuse("seat", seat=seat)
        last = self.n + (self.run is not None)
        n = last if n is None else n
        if not correcting.is_number(n) or not 1 <= n <= last:
            return refuse("bad_value", field="n", found=n, expected=f"1 to {last}")
        later = [(entry.seat, dict(entry.line)) for entry in self.entries[n:]]
        if self.run is not None and n < last:
            later.append((self.run_seat, line_of(last, self.run_seat, self.run)))
        owner = self.run_seat if n > self.n else self.entries[n - 1].seat

        def roll(run: Run, ask: Draw) -> Answer | None:
            return self.rolled(run, ask, n) if self.auto(ask) else None

        try:
            run = correcting.corrected(self._run_of(n), draw, die, face, roll)
        except Refused as refused:
            return refused.refusal
        self._cut(n - 1)
        self.undone, self.run = [], None
        self._keep(run, owner, {"correct": {"n": n, "draw": draw, "die": die, "face": face}})
        for owner, line in later if run.done else ():
            again = correcting.again(self.settled, line)
            if again is None:
                break
            self._keep(again, owner, {"request": line["request"]} if "request" in line else {})
        return Done(n, run.events, self.run is not None)

    def redo(self, n: int, seat: str = GM) -> Done | Refusal:
        """Forward again, to just after command `n` of the branch last undone."""
        if seat != GM:
            return refuse("seat", seat=seat)
        ready = [e for e in self.undone if correcting.is_number(n) and e.n <= n]
        if not ready or ready[-1].n != n or ready[0].n != self.n + 1:
            return refuse("bad_value", field="redo", found=n, expected=[e.n for e in self.undone])
        self.entries += ready
        self.undone = self.undone[len(ready) :]
        self.run = None
        self.write({"redo": n})
        return Done(self.n, (), False)

    def reveal(self) -> None:
        """Shows the seed, so that every roll of the server can be checked."""
        if self.seed is not None:
            self.write({"seed": self.seed})

    # -- how

    def _seated(self, data: Any, seat: str) -> Refusal | None:
        if seat == GM or not isinstance(data, Mapping):
            return None
        spec = SPECS.get(data.get("do", "")) if isinstance(data.get("do"), str) else None
        if spec is not None and (spec.gm or data.get("who") != seat):
            return refuse("seat", seat=seat, who=data.get("who"))
        return None

    def _may_answer(self, run: Run, key: str, seat: str) -> None:
        if seat == GM:
            return
        for ask in run.asks:
            if ask.key == key and seat_of(run.state, ask) == seat:
                return
        if any(ask.key == key for ask in run.asks):
            raise Refused(refuse("seat", seat=seat, key=key))

    def _drive(self, run: Run, providers: Sequence[Provider]) -> Run:
        """Answers asks as long as somebody has an answer."""
        sources = (*providers, *self.providers, self.roll)
        while run.asks:
            given = None
            for ask in run.asks:
                for source in sources:
                    given = source(self, run, ask)
                    if given is not None:
                        break
                if given is not None:
                    break
            if given is None:
                return run
            run = run.answer(given).advance()
        return run

    def roll(self, table: Table, run: Run, ask: Ask) -> Answer | None:
        """The server's dice for a draw that need not wait; None for choices and without a seed."""
        return self.rolled(run, ask) if isinstance(ask, Draw) and self.auto(ask) else None

    def rolled(self, run: Run, ask: Draw, n: int | None = None) -> Answer | None:
        """The server's faces for a draw of command `n` (None: the next one); None without a seed."""
        if self.seed is None:
            return None
        name = f"{ask.name}:{ask.who}"
        seen = sum(1 for a in run.answers if a.draw == name)
        faces = server.faces(self.seed, n or self.n + 1, run.command.to_json(), name, seen, ask.count)
        return Answer("dice", faces, "server", name)

    def _answer(self, run: Run, key: str, value: Any, by: str) -> Answer:
        if key != "dice":
            return Answer(key, value)
        waiting = next((a for a in run.asks if isinstance(a, Draw)), None)
        if value == "roll" and waiting is not None and (rolled := self.rolled(run, waiting)) is not None:
            return rolled
        if not isinstance(value, list | tuple):
            raise Refused(refuse("bad_value", field="dice", found=value, expected="a list of faces"))
        name = "" if waiting is None else f"{waiting.name}:{waiting.who}"
        return Answer("dice", tuple(value), by, name)

    def _keep(self, run: Run, seat: str, more: Mapping[str, Any] | None = None) -> Done:
        n = self.n + 1
        line = {**(more or {}), **line_of(n, seat, run)}
        if run.done:
            self.entries.append(Entry(n, seat, line["command"], run.start, run.state, run.events, line))
            self.run = None
        else:
            self.run, self.run_seat = run, seat
        self.write(line)
        return Done(n, run.events, not run.done)

    def _cut(self, n: int) -> None:
        """Puts everything after command `n` on the undone branch."""
        self.undone = self.entries[n:] + self.undone
        del self.entries[n:]

    def cut(self, n: int) -> None:
        """Takes back command `n` and all after it, to be put in anew: a correction that is being loaded."""
        if not 1 <= n <= self.n + (self.run is not None):
            raise ValueError(f"no command {n} to correct")
        self._cut(n - 1)
        self.run = None

    def _run_of(self, n: int) -> Run:
        """The run of command `n` with its answers in the order asked."""
        if n > self.n:
            assert self.run is not None
            return drive_line(self.run.start, line_of(n, self.run_seat, self.run))
        entry = self.entries[n - 1]
        return drive_line(entry.before, entry.line)
