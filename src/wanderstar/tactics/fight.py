"""A fight from beginning to end: by tactics, by a script, or by a script with tactics between its lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal

from ..book.ruleset import Ruleset
from ..play.arguments import BadArgument, RulesetGiven, ruleset_given, whole
from ..play.asks import Answer, Choice
from ..play.journal import read_text
from ..play.refusal import Refusal
from ..play.resolve import Run, prepare, start
from ..play.script import Played, Step, play_script, read_script
from ..play.state import State
from ..play.state_json import state_json
from ..play.table import GM, Ask, Provider, Table
from ..sheets.load import encounter_from, load_encounter
from ..sheets.model import Encounter
from .cast import Cast, cast
from .tactic import end_turn

ROUNDS = 50
"""The round limit unless one is given; after it the fight is a draw."""

MOST_ROUNDS = 10_000
MOST_COMMANDS = 60
"""More commands than any turn has room for: a tactic that gives so many has its turn ended."""

View = Callable[[State, Sequence[Ask]], dict[str, Any]]
"""The state, with what is asked, as somebody is shown it."""

OWN_FACTS = ("who", "target", "weapon", "field", "found", "key", "value", "seat")
"""The facts of a refusal that its own command had named: what a player may always be told."""

Watch = Callable[[Step, State], None]
"""Is told every step as it is done, with the state before it."""


def _as_is(answer: dict[str, Any]) -> dict[str, Any]:
    return answer


@dataclass(repr=False)
class Shown(Table):
    """A table whose state is shown as `view` cuts it."""

    view: View = state_json

    def to_json(self) -> dict[str, Any]:
        """The state, cut."""
        return self.view(self.state, self.asks)


@dataclass
class FightResult:
    """A fight that was played: the table as it is now, every step if they were kept, why a script stopped.

    `seed` is the secret of the server's dice (None: all were typed); `complete` puts sentences into the JSON.
    """

    table: Table
    limit: int
    seed: str | None
    seat: str
    with_steps: bool
    steps: list[Step] = field(default_factory=list)
    stopped: dict[str, Any] | None = None
    complete: Callable[[dict[str, Any]], dict[str, Any]] = _as_is

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return min(self.table.state.round, self.limit)

    @property
    def draw(self) -> bool:
        """Whether the fight ended without a winner."""
        return self.table.state.over and self.table.state.winner is None

    def to_json(self) -> dict[str, Any]:
        """What `wanderstar fight --json` prints."""
        state = self.table.state
        answer: dict[str, Any] = {
            "over": state.over,
            "winner": state.winner,
            "draw": self.draw,
            "rounds": self.rounds,
            "seed": self.seed if self.seat == GM else None,
            "state": self.table.to_json(),
        }
        if self.with_steps:
            answer["steps"] = [self._seen(step.to_json()) for step in self.steps]
        if self.stopped is not None:
            answer["stopped"] = self._told(self.stopped)
        return self.complete(answer)

    def _seen(self, step: dict[str, Any]) -> dict[str, Any]:
        """A step as the seat may see it: for a player, the state it led to and no dice behind the screen."""
        if self.seat == GM:
            return step
        return self._told({**step, "draws": [], "events": []})

    def _told(self, data: dict[str, Any]) -> dict[str, Any]:
        refusal = data.get("refusal")
        if self.seat == GM or refusal is None:
            return data
        facts = {key: value for key, value in refusal["facts"].items() if key in OWN_FACTS}
        return {**data, "refusal": {**refusal, "facts": facts}}

    def rows(self, of: str = "combatants") -> list[dict[str, Any]]:
        """One row a combatant, as they stand at the end, or (`of="attacks"`) one an attack, of what the seat may see.

        The columns are those of `play.notebook`; raises ValueError for another `of`.
        """
        from ..play.notebook import rows

        return rows(self.table.to_json(), self.table.entries if self.seat == GM else (), of)

    def __repr__(self) -> str:
        from ..play.notebook import stands

        ended = ", its script stopped" if self.stopped is not None else ""
        return f"FightResult: {stands(self.table.to_json(), self.rounds)}{ended}"

    def _repr_html_(self) -> str:
        from ..play.notebook import ended, fight_html

        state = self.table.to_json()
        facts = ended(state, self.rounds) | ({"seed": self.seed} if self.seed and self.seat == GM else {})
        return fight_html(self.table.encounter.name, facts, state)


class Journal:
    """A journal being written, line by line, each on disk before the next command."""

    def __init__(self, path: str | Path, mode: Literal["w", "a"] = "w") -> None:
        self.file: TextIOWrapper = Path(path).open(  # noqa: SIM115 (its opener closes it)
            mode, encoding="utf-8", newline="\n"
        )

    def write(self, line: dict[str, Any]) -> None:
        """One line."""
        self.file.write(json.dumps(line, separators=(",", ":")) + "\n")
        self.file.flush()


@dataclass
class Stage:
    """A fight being played by a cast: the table, what is kept and who is told."""

    table: Table
    cast: Cast
    limit: int
    keep: bool
    watch: Watch | None
    steps: list[Step] = field(default_factory=list)
    others: tuple[Provider, ...] = ()
    """Who answers for those who do not play by themselves."""

    def begin(self) -> Refusal | None:
        """Begins the fight; why it cannot be."""
        before = self.table.settled
        begun = self.table.order({"do": "begin"}, GM, (self.cast.answer, *self.others))
        if isinstance(begun, Refusal):
            return begun
        state = self.table.to_json() if self.keep else {}
        self.tell(Step(begun.n, None, {"do": "begin"}, begun.events, None, state), before)
        return None

    def order(self, command: dict[str, Any]) -> bool:
        """One command of a tactic or of the referee, told as a step; False when it is refused."""
        before = self.table.settled
        done = self.table.order(command, GM, (self.cast.answer, *self.others))
        if isinstance(done, Refusal):
            return False
        state = self.table.to_json() if self.keep else {}
        self.tell(Step(done.n, None, command, done.events, None, state), before)
        return True

    def tell(self, step: Step, before: State) -> None:
        """Keeps a step and tells the watcher."""
        self.steps.append(step)
        if self.watch is not None:
            self.watch(step, before)

    def act(self) -> None:
        """Plays on for as long as whoever has the turn plays by themselves."""
        given, turn = 0, None
        while self.table.run is None and self.table.state.running:
            state = self.table.state
            if state.round > self.limit:
                self.order({"do": "end"})
                return
            if state.turn is None:
                return
            given, turn = (given + 1 if turn == (state.turn, state.round) else 1), (state.turn, state.round)
            tactic = self.cast.of(state, state.turn)
            if tactic is None:
                return
            command = (
                tactic.command(state, state.turn) if given < MOST_COMMANDS else end_turn(state, state.turn)
            )
            if command["do"] == "end_turn" and self.last(state, command):
                command = {"do": "end"}
            if not self.order(command):
                self.order(end_turn(state, state.turn))
            self.reveal(state.turn, command)

    def last(self, state: State, command: dict[str, Any]) -> bool:
        """Whether ending this turn of the last round would begin another one."""
        if state.round < self.limit:
            return False
        prepared = prepare(state, command)
        return not isinstance(prepared, Refusal) and start(state, prepared).advance().state.round > self.limit

    def reveal(self, who: str, command: dict[str, Any]) -> None:
        """One who attacked out of hiding is seen from then on, as a GM would say."""
        state = self.table.state
        c = state.combatants.get(who)
        if self.table.run is None and c is not None and c.hidden and command["do"] in ("attack", "suppress"):
            self.order({"do": "reveal", "who": who})


def fight(
    encounter: str | Path | Encounter,
    *,
    seed: str | int | None = None,
    tactic: str | Sequence[str] | None = None,
    rounds: int = ROUNDS,
    script: str | Path | None = None,
    seat: str | None = None,
    journal: str | Path | None = None,
    force: bool = False,
    steps: bool = False,
    ruleset: RulesetGiven | None = None,
    watch: Watch | None = None,
    view: View = state_json,
) -> FightResult | Refusal:
    """Plays an encounter (its file, or a shipped one's name) to its end or through a script.

    `tactic` is `NAME`, `SIDE=NAME` or `WHO=NAME`, or several. Without `seed` chance picks one; a script has no
    dice but its own unless `seed` is given. `seat` is whose commands the script's are; `view` cuts the states that
    are shown to it. A `journal` that has something in it is written over only with `force`. A refusal is returned
    when the fight cannot begin. Raises BrokenFile, BadArgument and, when the journal cannot be written, OSError.
    """
    whole("rounds", rounds, 1, MOST_ROUNDS)
    made = encounter_of(encounter, None if ruleset is None else ruleset_given(ruleset))
    words = [tactic] if isinstance(tactic, str) else list(tactic or ())
    lines = None if script is None else read_script(read_text(script), str(script))
    rolls = script is None or seed is not None
    secret = str(seed) if seed is not None else token_hex(8) if rolls or words else None
    table = Shown(made, secret, view=view)
    stage = Stage(table, cast(words, table.state, script is not None), rounds, steps, watch)
    who = _seat(table.state, seat)
    result = FightResult(table, rounds, secret, who, steps, stage.steps)
    out = None if journal is None else Journal(writable(journal, force, script, encounter))
    if out is not None:
        table.write = out.write
        out.write(table.header())
    try:
        if lines is None:
            refused = _by_tactics(stage)
            if refused is not None:
                return refused
        else:
            table.seed = secret if rolls else None
            result.stopped = _by_script(stage, lines, who, secret, rolls)
            table.seed = secret
        table.reveal()
    finally:
        if out is not None:
            out.file.close()
    return result


def _by_tactics(stage: Stage) -> Refusal | None:
    """Begins, and plays to the end; nobody able to act is a draw."""
    refused = stage.begin()
    if refused is not None:
        return refused
    stage.act()
    if stage.table.state.running:
        stage.order({"do": "end"})
    return None


def _by_script(
    stage: Stage, lines: list[tuple[int, dict[str, Any]]], seat: str, secret: str | None, rolls: bool
) -> dict[str, Any] | None:
    """Plays the lines, and between them whoever plays by themselves; gives where and why it stopped.

    What the others are asked meanwhile is left to the next line if that is an answer, else it takes the safe
    default.
    """
    table = stage.table
    told, before = 0, table.settled

    def between(played: Played) -> None:
        nonlocal told, before
        for step in played.steps[told:]:
            stage.tell(step, before)
        told = len(played.steps)
        if told < len(lines) and not _scripted(table.state, lines[told][1]):
            table.seed = secret
            stage.others = (safe_default,) if "command" in lines[told][1] else ()
            stage.act()
            table.seed = secret if rolls else None
        before = table.settled

    providers: list[Provider] = [stage.cast.answer]
    if rolls:
        providers.append(table.roll)
    played = play_script(table, lines, seat, providers, between, stage.keep)
    for step in played.steps[told:]:
        stage.tell(step, before)
    return played.stopped


def safe_default(table: Table, run: Run, ask: Ask) -> Answer | None:
    """Answers for those whose script says nothing: no reaction, no claim."""
    return Answer(ask.key, ask.default) if isinstance(ask, Choice) else None


def _scripted(state: State, line: dict[str, Any]) -> bool:
    """Whether the next line is a command of whoever has the turn: then it is not for the tactic."""
    command = line.get("command")
    return isinstance(command, dict) and state.turn is not None and command.get("who") == state.turn


def encounter_of(encounter: str | Path | Encounter, ruleset: Ruleset | None) -> Encounter:
    """An encounter, its file or a shipped one's name, under a ruleset if one is given. Raises BrokenFile."""
    if not isinstance(encounter, Encounter):
        return load_encounter(encounter, ruleset)
    if ruleset is None or ruleset == encounter.ruleset:
        return encounter
    return encounter_from(encounter.source, None, ruleset, name=encounter.name)


def _seat(state: State, seat: str | None) -> str:
    """The seat that a script's lines come from: the GM's, or a character's."""
    players = [c.id for c in state.combatants.values() if c.is_character]
    if seat is None or seat in (GM, *players):
        return seat or GM
    raise BadArgument("seat", f"no seat is named {seat!r:.40}; there are {', '.join((GM, *players))}")


def writable(journal: str | Path, force: bool, *read: object) -> str | Path:
    """The journal's path, unless it is one of the files that were read, or keeps something already."""
    for other in read:
        both = isinstance(other, str | Path) and Path(other).exists() and Path(journal).exists()
        if both and Path(journal).samefile(str(other)):
            raise BadArgument("journal", f"{str(journal)!r} is the file the fight is read from")
    path = Path(journal)
    if not force and path.is_file() and path.stat().st_size:
        raise BadArgument(
            "journal", f"{str(journal)!r} is there already; another name, or --force to replace it"
        )
    return journal
