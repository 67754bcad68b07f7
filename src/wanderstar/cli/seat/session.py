"""A fight in the terminal, from beginning to end: tactics play until the person is asked, and so on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from ...play.asks import Answer, Answers, Choice, Draw, Wanted
from ...play.refusal import Refusal
from ...play.resolve import Run
from ...play.scene import Event, Scene
from ...play.state import State
from ...play.table import GM, Ask, Done, Table, drive_line, line_of
from ...seats.permit import kept_from, legal
from ...seats.sentences_refusals import refusal_text
from ...seats.wording import names_of
from ...tactics.fight import Stage
from .asked import Option, Prompt, dice_line, faces, heading, in_full, options, prompt_of
from .heard import Heard
from .knowledge import Player
from .places import whole
from .reports import Reports
from .screen import Quit, Screen
from .turn import Turn

TYPED, ROLLED = "typed", "rolled"


class Mark(NamedTuple):
    """A choice that can be taken back: a command (`n` those before it), or the `occurrence`-th answer to `key`
    within command `n`."""

    n: int
    key: str | None = None
    occurrence: int = 0


class Undone(Exception):
    """The table went back: whatever was asked is asked anew."""


class Session:
    """One person at one table."""

    def __init__(self, stage: Stage, player: Player, dice: str, screen: Screen) -> None:
        self.stage, self.player, self.dice, self.screen = stage, player, dice, screen
        self.table: Table = stage.table
        self.log = Heard(screen.style, player)
        self.reports = Reports(self.table, player, screen, stage.cast)
        self.interrupted = False
        self.turn: tuple[str, int] | None = None
        self.first: str | None = None
        self.told: set[tuple[str, str | None]] = set()
        own = {(e.n, str(e.command.get("who", ""))) for e in self.table.entries}
        self.marks = [Mark(n - 1) for n, who in sorted(own) if who in player.own]
        stage.watch = lambda step, before: self.hear()
        self.table.providers = (stage.cast.answer, self.foes_dice)
        self.table.auto = lambda draw: self.dice == ROLLED

    def foes_dice(self, table: Table, run: Run, ask: Ask) -> Answer | None:
        """The server's dice for whoever is not played here."""
        if isinstance(ask, Draw) and not self.player.decides(run, ask):
            return table.rolled(run, ask)
        return None

    # -- the loop

    def play(self) -> Refusal | None:
        """Plays until the fight is over or the person leaves (Quit); gives why it could not begin."""
        with self.patient():
            if self.table.entries or self.table.run is not None:
                self.hear()
                self.settle()
            state = self.table.state
            if self.table.run is None and not (state.running or state.over):
                refused = self.stage.begin()
                if refused is not None:
                    return refused
            while True:
                with suppress(Undone):
                    if self.step():
                        return None

    def step(self) -> bool:
        """Plays on to the next thing that is the person's; True at the end."""
        if self.table.run is None:
            self.stage.act()
        state = self.table.state
        if self.table.run is not None:
            self.answer(self.table.run)
        elif state.running and state.turn in self.player.own:
            Turn(self, str(state.turn)).take()
        elif state.running:
            self.stage.order({"do": "end"})
        else:
            return self.ended()
        return False

    def ended(self) -> bool:
        """The fight is over: the last choice may still be taken back."""
        self.screen.blank()
        self.reports.state()
        while True:
            text = self.command("The fight is over. u undoes, Enter ends> ")
            if text in ("", "q"):
                return True
            self.screen.say(
                "u takes your last choice back; why, log, map and state still answer; Enter ends."
            )

    def hear(self) -> None:
        """Prints what is new; leaves where Ctrl-C was pressed meanwhile."""
        run = self.table.run
        if run is not None:
            events, after = so_far(run)
            self.log.hear(self.table.n + 1, events, run.start, after)
        elif self.table.entries:
            entry = self.table.entries[-1]
            self.log.hear(entry.n, entry.events, entry.before, entry.after)
        self.screen.show(self.log.take())
        if self.interrupted:
            raise Quit("Interrupted.")

    def fresh(self, who: str, round: int) -> bool:
        """Whether a turn is seen for the first time: then the map is shown."""
        new, self.turn = self.turn != (who, round), (who, round)
        if new:
            self.first = None
            self.told.clear()
        return new

    # -- what the person does

    def order(self, command: dict[str, Any]) -> bool:
        """A command of the person's; False, and the reason is told, when it is refused."""
        k = self.player.knows(self.table.settled)
        found = legal(k, command)
        if not isinstance(found, Refusal):
            state, n = self.table.settled, self.table.n
            data = found.to_json()
            if data["do"] == "end_turn" and self.stage.last(state, data):
                data = {"do": "end"}  # the round limit
            who = str(data.get("who", ""))
            seat = who if who and state.combatants[who].is_character else GM
            done = self.table.order(data, seat)
            if isinstance(done, Done):
                self.marks.append(Mark(n))
                self.hear()
                self.settle()
                return True
            found = kept_from(k, found)
        self.refused(found, k.state)
        return False

    def settle(self) -> None:
        """One who attacked out of hiding is seen from then on."""
        if self.table.run is None and self.table.entries:
            command = dict(self.table.entries[-1].command)
            if command.get("who"):
                self.stage.reveal(str(command["who"]), command)

    def refused(self, refusal: Refusal, state: State) -> None:
        """Says why not."""
        text = refusal_text(refusal.to_json(), names_of(self.player.knows(state)))
        self.screen.say(f"Not possible: {text}", 0, refusal.rule, "bad")

    def answer(self, run: Run) -> None:
        """The first thing that the person is asked within a command."""
        asks = self.player.asked(run)
        if not asks:
            self.others(run)
            return
        ask = asks[0]
        prompt, names = prompt_of(self.player, self.table.state, run, ask)
        value = self.throw(prompt, names, ask) if isinstance(ask, Draw) else self.choose(prompt, names, ask)
        mark = Mark(self.table.n + 1, ask.key, sum(a.key == ask.key for a in run.answers))
        done = self.table.answer({ask.key: value})
        if isinstance(done, Refusal):
            self.refused(done, run.state)
            return
        self.marks.append(mark)
        self.hear()
        self.settle()

    def others(self, run: Run) -> None:
        """What was left open for whom the person does not play: as a journal that goes on may have it."""
        ask = run.asks[0]
        given = None if isinstance(ask, Draw) else self.stage.cast.answer(self.table, run, ask)
        done = self.table.answer({ask.key: "roll" if given is None else given.value})
        assert isinstance(done, Done), done
        self.hear()
        self.settle()

    def choose(self, prompt: Prompt, names: Any, ask: Choice) -> Any:
        """The value of a choice."""
        found = options(prompt)
        self.screen.blank()
        for i, line in enumerate(heading(prompt, names)):
            self.screen.put(line, 2 * (i > 0), colour="strong" if not i else "")
        for option in found:
            mark = f"{option.number:>3}  " if option.number else "  -  "
            safe = " (Enter)" if option.number and option.value == prompt["default"] else ""
            self.screen.put(mark + option.text + safe, 0, option.rule, "" if option.number else "dim")
        values = {str(option.number): option.value for option in found if option.number}
        while True:
            text = self.command("number> ", lambda words: self.exact(prompt, words), (ask,), found)
            if text == "":
                return prompt["default"]
            if text in values:
                return values[text]
            self.screen.say(f"A number from 1 to {len(values)}, Enter for the safe one, ? for help.")

    def throw(self, prompt: Prompt, names: Any, ask: Draw) -> Any:
        """The faces of dice, or that they are rolled."""
        self.screen.blank()
        self.screen.put(dice_line(prompt, names), 0, colour="strong")
        while True:
            text = self.command(f"{ask.count} dice, Enter rolls> ")
            if text == "":
                return "roll"
            found = faces(text, ask.count)
            if found is not None:
                return found
            self.screen.say(
                f"{ask.count} faces from 1 to 6, such as {' '.join('524131'[: ask.count])}; or Enter."
            )

    def exact(self, prompt: Prompt, text: str) -> None:
        """The odds of what is asked, in full, or those of one option."""
        for line in in_full(prompt, whole(text)):
            self.screen.put(line, 2)
        self.screen.show()

    # -- what can always be typed

    def command(
        self, prompt: str, odds: Any = None, asks: tuple[Choice, ...] = (), found: Sequence[Option] = ()
    ) -> str:
        """A line typed that is none of those that can always be typed; these are carried out here."""
        while True:
            if self.interrupted:
                raise Quit("Interrupted.")
            text = self.screen.read(prompt)
            word, _, rest = text.partition(" ")
            word, rest = word.lower(), rest.strip()
            if word == "odds" and odds is not None:
                odds(rest)
            elif word in ("u", "undo"):
                self.undo()
            elif word in ("quit", "exit"):
                raise Quit("You leave the fight.")
            elif word == "dice":
                self.set_dice(rest)
            elif word in ("h", "hint") and asks:
                self.reports.hint_answer(self.table.run, asks[0], found)
            elif not self.reports.report(word, rest):
                return text

    def set_dice(self, how: str) -> None:
        """`dice typed`, `dice rolled`."""
        if how in (TYPED, ROLLED):
            self.dice = how
        does = "your dice are asked for" if self.dice == TYPED else "your dice are rolled for you"
        self.screen.say(f"dice {self.dice}: {does}")

    def undo(self) -> None:
        """Back to before the last choice; raises Undone."""
        if not self.marks:
            self.screen.say("There is no choice of yours to take back.")
            return
        mark = self.marks.pop()
        done = self.table.undo(mark.n, None if mark.key is None else self.place_of(mark))
        assert isinstance(done, Done)
        self.log.forget()
        self.log.round = self.table.state.round
        self.screen.blank()
        self.screen.say("Taken back: this is before your last choice.", colour="strong")
        if self.table.run is not None:
            self.hear()
        raise Undone

    def place_of(self, mark: Mark) -> int:
        """Which answer of its command a mark is, from 1, in the order asked."""
        if mark.n > self.table.n:
            run = self.table.run
            assert run is not None
            again = drive_line(run.start, line_of(mark.n, self.table.run_seat, run))
        else:
            entry = self.table.entries[mark.n - 1]
            again = drive_line(entry.before, entry.line)
        places = [i for i, answer in enumerate(again.answers, 1) if answer.key == mark.key]
        return places[mark.occurrence]

    @contextmanager
    def patient(self) -> Iterator[None]:
        """Ctrl-C waits until a command is done and written, unless something is being asked."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def pressed(number: int, frame: Any) -> None:
            self.interrupted = True
            if self.screen.waits:
                raise KeyboardInterrupt

        before = signal.signal(signal.SIGINT, pressed)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def so_far(run: Run) -> tuple[tuple[Event, ...], State]:
    """What an open command has come to: its finished steps, and the step under way as far as it is answered."""
    scene = Scene(run.state)
    with suppress(Wanted):
        if run.agenda:
            run.agenda[0].run(scene, Answers(run.given))
    return (*run.events, *scene.events), scene.state
