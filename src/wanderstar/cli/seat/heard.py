"""The log as the person hears it: every roll with its reasons, where it may be known; else its sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...book.combat.round import INITIATIVE_CHARACTERISTIC
from ...play.scene import Event, evolve
from ...play.state import State, reactions_left
from ...seats.log import CUT, Item, item_of, lines_of, text_of
from ...seats.names import Names
from ...seats.sentences import sentence
from ...seats.sentences_tests import faces
from ...seats.told import Eyes, told
from ..bars import Style
from ..log import SILENT, Log, Told
from .knowledge import Player
from .map import health

WIDTH = 80


class Heard(Log):
    """A log of what a seat hears, fed with events as they come; `take` gives the lines that are new."""

    def __init__(self, style: Style, player: Player) -> None:
        super().__init__(style, WIDTH)
        self.player = player
        self.eyes: Eyes | None = None

    def take(self) -> list[str]:
        """The lines since the last time."""
        lines, self.lines = self.lines, []
        return lines

    def blank(self) -> None:
        """An empty line; the screen makes one of several."""
        self.lines.append("")

    def forget(self) -> None:
        """What was undone is told anew when it happens again."""
        self.told, self.draws, self.later = (None, 0), [], []

    def hear(self, n: int, events: Sequence[Event], before: State, after: State) -> None:
        """The events of command `n` so far, of which those told already are left out."""
        seen = self.told[1] if self.told[0] == n else 0
        self.told = (n, len(events))
        e = self.eyes = self.player.sees(before, after)
        heard = told(events, e)
        at, state = 0, before
        for i, event in enumerate(events):
            now = evolve(state, event) if event.changes else state
            upto = len(told(events[: i + 1], e))
            for j in range(at, upto):
                if i >= seen:
                    self.event(heard[j], e.names, now, tuple(heard[j + 1 :]))
            at, state = upto, now

    def event(self, event: Event, names: Names, after: State, rest: tuple[Event, ...]) -> None:
        """One event: in the log's layout where all of it is told, else as its sentence."""
        cut = CUT.get(event.kind)
        if cut is not None and cut(event.story, names) is not None:
            self.put(self.dicey(event, text_of(event, names)), 4, event.story.get("rule"))
            assert self.eyes is not None
            for line in list(lines_of(event, self.eyes))[1:]:
                self.put(
                    f"{(line['gives'] or '').capitalize()}: {line['text']}",
                    8,
                    next(iter(line["rules"]), None),
                )
        elif event.kind not in SILENT:
            super().event(event, names, after, rest)

    def dicey(self, event: Event, text: str) -> str:
        """A sentence with the dice that were seen for it."""
        if event.kind == "opposed":
            self.draws = []
        if event.kind != "test" or not self.draws:
            return text
        draw = self.draws.pop()
        return f"{text} Dice: {faces(draw)}."

    def ruler(self, title: str) -> None:
        """A heading in words: a line drawn across is read aloud sign by sign."""
        self.put(title, 0, colour="strong")

    def turn_started(self, t: Told) -> None:
        """A new turn: who, and how they stand, as far as it is known."""
        self.blank()
        self.heading(t.who(), self.status(t.story["who"], t.after))

    def status(self, who: str, state: State) -> str:
        """Trauma in numbers instead of boxes, Momentum, rounds in hand."""
        k = self.player.knows(state)
        c = k.state.combatants[who]
        parts = [health(k, c)]
        if k.knows(who):
            parts += [] if c.momentum is None else [f"Momentum {c.momentum}"]
            parts += [f"{k.state.weapon(w).name} {left}" for w, left in c.ammo if w in c.held]
            parts += [] if reactions_left(c, k.state.ruleset) else ["no free reaction"]
        return ", ".join(parts)

    def reacted(self, t: Told) -> None:
        """Whether a stranger's reaction worked, of which no sum is told."""
        s = t.story
        if s["reaction"] != "dive" and "static" not in s and s["rule"] == "R20":
            self.put(sentence(Event("reacted", dict(s), {}), t.names), 4, s["rule"])
        else:
            super().reacted(t)

    def trauma_marked(self, t: Told) -> None:
        """How somebody stands after a hit."""
        s = t.story
        k = self.player.knows(t.after)
        c = k.state.combatants[s["who"]]
        end = " and dead" if s["dead"] else " and out of action" if s["out"] else ""
        marks = [f"trauma {c.physical} of {c.boxes_physical}"] if c.physical else []
        marks += [f"mental {c.mental} of {c.boxes_mental}"] if c.boxes_mental > 0 and c.mental else []
        lost = f" ({s['lost']} more than there are boxes)" if s["lost"] else ""
        rule = "R26" if end else "R25" if lost else None
        self.put(f"{t.who()}: {', '.join(marks)}{end}{lost}", 4, rule, "bad")


def item(player: Player, events: Sequence[Event], before: State, after: State, open: bool) -> Item | None:
    """A command as an item of the log, None when nothing of it was heard."""
    return item_of(events, player.sees(before, after), before.round, open)


def why(found: Item) -> list[tuple[str, str | None]]:
    """A command with everything that bore on it, each reason counted or not: lines with their rules."""
    rows: list[tuple[str, str | None]] = [(found["title"], None)]
    for draw in found["draws"]:
        rows.append((f"  {draw['text'] or seen(draw)}", None))
        if draw["name"] == "initiative":
            rows += [(f"    {text}", rule) for text, rule in dexterity(draw["edge"])]
    for line in found["lines"]:
        if line["gives"] is not None:
            rows.append((f"    {reason(line)}", next(iter(line["rules"]), None)))
        else:
            rows.append((f"  {line['text']}", next(iter(line["rules"]), ORDERED.get(line["kind"]))))
    return rows


ORDERED = {"fight_begun": "C13"}


def dexterity(edge: str) -> list[tuple[str, str | None]]:
    """Why initiative is rolled with an edge: nothing else bears on it (C12)."""
    words = {"advantage": "high", "disadvantage": "low"}
    if edge not in words:
        return []
    return [(f"{edge.capitalize()}: {words[edge]} {INITIATIVE_CHARACTERISTIC}, free", "C12")]


def reason(found: Mapping[str, Any]) -> str:
    """A reason as `why` tells it: what it gives, from what, whether it counted."""
    gives = "Armor" if found["gives"] == "armor" else found["gives"].capitalize()
    return f"{gives}: {found['text']} ({'counted' if found['counted'] else 'not counted'})"


def seen(draw: dict[str, Any]) -> str:
    """Dice without their bonus."""
    return f"{draw['whom']}: {faces(draw)}."
