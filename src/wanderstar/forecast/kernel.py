"""The compiled loop as a runner of fights: the same fights as on the play engine, many thousand times as fast.

`compiled` gives a `Kernel`, or what of the fight it does not cover. The first call after a change of any source
compiles for about twenty seconds; `progress` is told how far it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

from ..book.ruleset import Ruleset
from ..play.state import State
from ..tactics.cast import Cast
from ..tactics.field import Field, Roster
from ..tactics.flatten import field_of, roster_of
from ..tactics.manners import MANNERS, ROWS
from ..tactics.names import Names, everybody, names_of
from . import kernel_entry as entry
from .compile import Compiled
from .compile_lean import Progress, nothing
from .exact import exactly, no_push
from .flat import cells_of, flat_course, flat_field, flat_roster, layout_of, nothings, write
from .flat_lore import flat_lore
from .kernel_cover import uncovered
from .kernel_lead import lead_of
from .kernel_tally import Sizes, blank_counts, sizes_of, tally_of
from .loop_luck import Source
from .tally import NotCovered, Shape, Stop, Tally, shape_of

_entry = Compiled(entry.run)
_lock = Lock()


class TooLarge(ValueError):
    """There is no layout with room for a fight."""


class Bench:
    """What one worker needs: a field, a course with its memory of decisions, room for counts."""

    def __init__(self, kernel: Kernel) -> None:
        self.field = flat_field(kernel.start_rows, kernel.layout)
        self.cells = cells_of(self.field, kernel.layout)
        self.course = flat_course(kernel.limit, Source.KEYED, kernel.layout)
        self.lore = flat_lore()


class Kernel:
    """Runs fights from one state, by one cast, up to a round limit; see `tally.Runner`. Safe for several threads."""

    def __init__(
        self, state: State, cast: Cast, limit: int, lead: Any = None, like: Kernel | None = None
    ) -> None:
        self.state, self.cast, self.limit = state, cast, limit
        self.shape: Shape = shape_of(state)
        self.names: Names = names_of(state)
        rows = {
            c.id: ROWS[tactic.name] for c in everybody(state) if (tactic := cast.of(state, c.id)) is not None
        }
        roster = roster_of(state, rows, list(MANNERS.values()))
        self.rows: Roster = roster
        self.start_rows: Field = field_of(state, roster, self.names)
        layout = layout_of(roster, self.start_rows)
        if layout is None:
            raise TooLarge
        self.layout = layout
        self.roster = flat_roster(roster, self.layout)
        self.start = flat_field(self.start_rows, self.layout)
        self.begun = cells_of(self.start, self.layout)
        self.people = len(self.names.who)
        self.lead = nothings(0) if lead is None else lead
        self.sizes: Sizes = sizes_of(roster, self.start_rows, limit)
        same = like is not None and like.alike(self)
        self.benches: SimpleQueue[Bench] = like.benches if like is not None and same else SimpleQueue()

    def alike(self, other: Kernel) -> bool:
        """Whether decisions remembered for the other hold here too."""
        same = self.rows == other.rows and self.names == other.names and self.limit == other.limit
        return same and self.layout == other.layout

    def bench(self) -> Bench:
        """A place to work at, of one's own until it is given back."""
        try:
            return self.benches.get_nowait()
        except Empty:
            return Bench(self)

    def call(
        self, what: int, bench: Bench, counts: Any, pushing: Any, first: int, many: int, lead: Any
    ) -> int:
        """Calls what is compiled. `pushing` is a pool and a web of states."""
        return int(
            _entry(
                what,
                self.roster.base,
                bench.field.base,
                bench.cells.base,
                self.start.base,
                self.begun.base,
                bench.course.base,
                bench.lore.base,
                lead,
                counts,
                *pushing,
                first,
                many,
            )
        )

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """The fights numbered from `first`."""
        counts = blank_counts(self.sizes)
        bench = self.bench()
        write(bench.course["chance"], source=int(Source.KEYED), seed=seed & 0x7FFFFFFFFFFFFFFF, wanting=0)
        try:
            self.call(entry.FIGHTS, bench, counts, NO_PUSH, first, count, self.lead)
        finally:
            self.benches.put(bench)
        return tally_of(self.state, self.shape, self.names, counts, float(count))

    def exact(self, budget_states: int, within: float, stop: Stop) -> Tally | None:
        """Probability pushed forward over merged states; None when it does not fit or was stopped."""
        return exactly(self, budget_states, within, stop)

    def at(self, state: State) -> Kernel | NotCovered:
        """The same from another state of the same table."""
        found = missing(state, self.cast)
        return found or kernel_of(state, self.cast, self.limit, self)

    def led(self, command: Mapping[str, Any]) -> Kernel | NotCovered:
        """The same, whoever has the turn giving this legal command first."""
        lead = lead_of(self.rows, self.names, command, len(self.start_rows.shots))
        if lead is None:
            return NotCovered((f"the command {command['do']!r}",))
        return Kernel(self.state, self.cast, self.limit, lead, self)


def missing(state: State, cast: Cast) -> NotCovered | None:
    """What the loop does not cover of a fight; None when that is nothing."""
    reasons = list(uncovered(state))
    reasons += [f"{c.name}, whom nobody plays" for c in everybody(state) if cast.of(state, c.id) is None]
    return NotCovered(tuple(reasons)) if reasons else None


def kernel_of(state: State, cast: Cast, limit: int, like: Kernel | None = None) -> Kernel | NotCovered:
    """The kernel of a fight of which all is covered but perhaps its size."""
    try:
        return Kernel(state, cast, limit, None, like)
    except TooLarge:
        return NotCovered(("so many combatants, weapons, covers, zones and edges",))


def compiled(
    state: State, cast: Cast, ruleset: Ruleset, limit: int, progress: Progress = nothing
) -> Kernel | NotCovered:
    """The kernel of a fight that goes on from `state`, or what it does not cover."""
    found = missing(state._replace(ruleset=ruleset), cast)
    if found is not None:
        return found
    kernel = kernel_of(state._replace(ruleset=ruleset), cast, limit)
    if isinstance(kernel, NotCovered):
        return kernel
    with _lock:
        _entry.progress = progress
        kernel.simulate(0, 0, 0)
        _entry.progress = nothing
    return kernel


NO_PUSH = no_push()
