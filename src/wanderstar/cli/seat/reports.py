"""What can be asked at any time: map, state, log, why, a rule, a hint."""

from __future__ import annotations

from collections.abc import Sequence

from ...play.asks import Choice
from ...play.resolve import Run
from ...play.state import State, reactions_left
from ...play.table import Table
from ...seats.cut import Known
from ...seats.log import Item
from ...seats.wording import names_of
from ...tactics.cast import Cast
from .asked import Option, bearing
from .heard import item, why
from .help import DICE, help_lines, rule_lines
from .hint import answered
from .knowledge import Player
from .map import covers, drawing, health, letters, people, zones
from .places import whole
from .screen import Screen

NEWEST = 10


class Reports:
    """Reports on one table, for one player."""

    def __init__(self, table: Table, player: Player, screen: Screen, cast: Cast) -> None:
        self.table, self.player, self.screen, self.cast = table, player, screen, cast

    def report(self, word: str, rest: str) -> bool:
        """Carries out one of the words that ask for a report; False when it is none."""
        if word in ("?", "help") or (word.startswith("?") and len(word) > 1):
            self.help(f"{word[1:] if word.startswith('?') else ''} {rest}".split())
        elif word == "why":
            self.why()
        elif word == "log":
            newest = whole(rest)
            self.log(NEWEST if newest is None else newest)
        elif word == "map":
            self.map(self.table.state.turn)
        elif word == "state":
            self.state()
        else:
            return False
        return True

    # -- help

    def help(self, words: list[str]) -> None:
        """The keys, or rules."""
        self.screen.blank()
        if words:
            self.screen.show(rule_lines(words, self.table.state.ruleset, self.screen.style))
        else:
            for key, does in help_lines():
                self.screen.put(f"{key:<9} {does}", 2)
            self.screen.put(DICE, 2)
            self.screen.show()
        self.screen.blank()

    # -- where and how

    def known(self) -> Known:
        """The table as it is now, for the player."""
        return self.player.knows(self.table.state)

    def me(self, k: Known) -> str | None:
        """From whom distances are told: one's own who has the turn, else one's only combatant."""
        own = [who for who in self.player.own if who in k.state.combatants]
        turn = k.state.turn
        return turn if turn in own else own[0] if len(own) == 1 else None

    def map(self, who: str | None) -> None:
        """Who is where."""
        k = self.known()
        me = who if who in k.state.combatants and who in self.player.own else self.me(k)
        names = names_of(k)
        marks = letters(k.state, self.player.own)
        for i, line in enumerate(drawing(k.state, marks)):
            self.screen.put(f"Map: {line}" if i == 0 else line, 2 * (i > 0), colour="dim" if i == 0 else "")
        for row in people(k, names, marks, me, self.player.own):
            self.screen.put(f"{row.letter}  {row.text}", 2)
        for line in covers(k, me):
            self.screen.put(f"#  {line}", 2)
        for line in zones(k):
            self.screen.put(f"~  {line}", 2)
        self.screen.show()

    def state(self) -> None:
        """Everybody in numbers."""
        k = self.known()
        names = names_of(k)
        sides = {side.id: side.name for side in k.state.encounter.sides}
        for side in dict.fromkeys(c.side for c in k.state.combatants.values()):
            self.screen.put(f"{sides.get(side, side)}:", 0, colour="strong")
            for c in k.state.combatants.values():
                if c.side == side:
                    parts = [health(k, c), *(resources(k.state, c.id) if k.knows(c.id) and not c.out else ())]
                    self.screen.put(f"{names.who(c.id)}: {', '.join(parts)}", 2)
        self.screen.show()

    # -- what happened

    def items(self) -> list[Item]:
        """The log's items, oldest first."""
        found: list[Item | None] = [
            item(self.player, e.events, e.before, e.after, False) for e in self.table.entries
        ]
        run = self.table.run
        if run is not None:
            from .session import so_far

            events, after = so_far(run)
            found.append(item(self.player, events, run.start, after, True))
        return [one for one in found if one is not None]

    def log(self, newest: int) -> None:
        """The newest items, a line each."""
        found = [one for one in self.items() if one["title"]]
        for one in found[-newest:] if newest else []:
            verdict = one["verdict"]["word"]
            tail = "" if verdict in ("Done", "Waiting") else f" {verdict}."
            self.screen.put(f"{one['round']}: {one['title']}{tail}", 2)
        if not found:
            self.screen.put("nothing has happened yet", 2)
        self.screen.show()

    def why(self) -> None:
        """What is asked about now, else the last roll."""
        run = self.table.run
        rolled = [one for one in self.items() if one["draws"]]
        if run is not None and (asks := self.player.asked(run)):
            rows = why(rolled[-1]) if rolled and rolled[-1]["open"] else []
            rows += bearing(self.player, self.table.state, run, asks[0])
        elif rolled:
            rows = why(rolled[-1])
        else:
            self.screen.say("Nothing has been rolled yet.")
            return
        for text, rule in rows:
            spaces = len(text) - len(text.lstrip())
            self.screen.put(text.lstrip(), spaces, rule, "strong" if not spaces else "")
        self.screen.show()

    # -- hints

    def hint_answer(self, run: Run | None, ask: Choice, found: Sequence[Option]) -> None:
        """What a tactic would answer."""
        if run is not None:
            self.screen.say(answered(run, ask, found, self.player.own, self.cast))


def resources(state: State, who: str) -> list[str]:
    """Momentum, rounds, what is left of the turn."""
    c = state.combatants[who]
    parts = [] if c.momentum is None else [f"Momentum {c.momentum}"]
    parts += [f"{state.weapon(w).name} {left}" for w, left in c.ammo if w in (*c.carried, *c.held)]
    if state.turn == who:
        parts.append(f"Significant {c.significant}, Minor {c.minors}")
    parts.append(f"reactions {reactions_left(c, state.ruleset)}")
    parts += [f"charged {state.weapon(w).name}" for w in c.charged]
    edge = {1: "Advantage", -1: "Disadvantage"}
    parts += [f"{edge.get(e.edge, 'no edge')} from the GM" for e in c.edges]
    return parts
