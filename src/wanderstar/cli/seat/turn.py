"""The person's turn: the numbered choices, and what is asked before one of them can be ordered."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...play import sight
from ...play.state import Combatant
from ...seats.composer import odds_of, volley_json
from ...seats.cut import Known
from ...seats.names import Names
from ...seats.wording import names_of
from ..bars import columns, cut
from .choices import FOR_GOOD, GROUPS, MINOR, MOST_TARGETS, SIGNIFICANT, Item, choices, not_now, targets
from .hint import hinted
from .map import letters
from .places import Misread, read_place, read_who, whole
from .reports import resources
from .words import brief, claimed, detail

if TYPE_CHECKING:
    from .session import Session

LONGEST = 48
"""What stands before the place where one types is no longer; the rest of the line is for what is typed."""

BACK = ("back", "b", "cancel")


class Back(Exception):
    """What was begun is let go: the list is shown again."""


class Turn:
    """One command of a turn: the list is shown, one is taken."""

    def __init__(self, session: Session, who: str) -> None:
        self.session, self.who = session, who
        self.screen, self.table = session.screen, session.table
        self.fresh = session.fresh(who, session.table.state.round)
        self.refresh()

    def refresh(self) -> None:
        """The table as it is now, and what can be done."""
        self.k: Known = self.session.player.knows(self.table.settled)
        self.names: Names = names_of(self.k)
        self.marks = letters(self.k.state, self.session.player.own)
        self.items = choices(self.k, self.names, self.who, self.session.first)
        self.legal = [item for item in self.items if item.refusal is None]

    @property
    def me(self) -> Combatant:
        """Whose turn it is."""
        return self.k.state.combatants[self.who]

    def take(self) -> None:
        """Shows the list and carries out one choice."""
        if self.fresh:
            self.session.reports.map(self.who)
            self.screen.blank()
        self.list()
        while True:
            text = self.session.command(f"{cut(self.me.name, LONGEST)}> ", self.odds)
            if not text:
                continue
            try:
                if self.done(text):
                    return
            except Misread as wrong:
                said = str(wrong)
                self.screen.say(f"{said[0].upper()}{said[1:]}.")
            except Back:
                self.list()

    def done(self, text: str) -> bool:
        """Carries out what was typed; False when nothing came of it."""
        word, _, rest = text.partition(" ")
        low, rest = word.lower(), rest.strip()
        if text.startswith("{"):
            return self.session.order(raw(text))
        if low in ("h", "hint"):
            cast = self.session.stage.cast
            self.screen.say(hinted(self.table.settled, self.who, self.legal, self.k, self.names, cast))
            return False
        if low in ("e", "end"):
            return self.session.order({"do": "end_turn", "who": self.who})
        if low in ("t", "target"):
            self.session.first = read_who(rest, self.k.state, self.marks, self.names)
            self.refresh()
            self.list()
            return False
        if low in ("l", "list"):
            self.list(whole=True)
            return False
        if low in ("m", "move"):
            return self.move(rest)
        if (number := whole(word)) is not None:
            return self.number(number, rest)
        raise Misread(f"{word!r:.40} is no choice here; type a number, or ? for what else there is")

    def number(self, number: int, rest: str) -> bool:
        """Takes a numbered choice."""
        if not 1 <= number <= len(self.legal):
            raise Misread(f"there are choices from 1 to {len(self.legal)}")
        item = self.legal[number - 1]
        if item.command["do"] in FOR_GOOD and self.ask(f"{item.label}, for good? yes, or back") != "yes":
            raise Back
        return self.session.order(self.filled(item, rest) if item.needs else item.command)

    # -- the list

    def list(self, whole: bool = False) -> None:
        """Every choice under its group; then what is not legal, with the reason, as far as that is new this turn;
        `whole`: all of it."""
        self.screen.blank()
        mine = ", ".join(resources(self.k.state, self.who))
        self.screen.put(f"{self.me.name}: {mine}", 0, colour="strong")
        number = 0
        for group in GROUPS:
            listed = [item for item in self.legal if item.group == group]
            if listed:
                self.screen.put(f"{group}:", 0, colour="strong")
            for item in listed:
                number += 1
                self.line(number, item)
            if group == SIGNIFICANT and listed:
                self.others()
        blocked = [row for row in not_now(self.items, whole) if whole or row not in self.session.told]
        self.session.told.update(blocked)
        if blocked:
            self.screen.put("Not now:", 0, colour="strong")
        for text, rule in blocked:
            self.screen.put(text, 5, rule, "dim")
        self.screen.show()

    def line(self, number: int, item: Item) -> None:
        """`3  burst at Vex with Carbine: 58 % hit · 41 % trauma · 3 rounds`."""
        parts = [part for part in (brief(item.odds, self.names), *item.notes) if part]
        said = " · ".join(parts)
        if said and columns(item.label) + columns(said) + 7 <= self.screen.width:
            self.screen.put(f"{number:>2}  {item.label}: {said}", 1)
        else:
            self.screen.put(f"{number:>2}  {item.label}", 1)
            if said:
                self.screen.put(said, 8)
        more = claimed(item.odds, self.names)
        if more:
            self.screen.put(more, 8, colour="dim")

    def others(self) -> None:
        """Foes whose attacks are not listed."""
        rest = targets(self.k.state, self.me, self.session.first)[MOST_TARGETS:]
        if rest:
            names = ", ".join(self.names.who(id) for id in rest)
            self.screen.put(f"more foes, t NAME lists them: {names}", 5, colour="dim")

    def odds(self, text: str) -> None:
        """The exact odds of one choice, or of all."""
        chosen = self.legal
        if 1 <= (whole(text) or 0) <= len(self.legal):
            chosen = [self.legal[int(text) - 1]]
        for item in chosen:
            if item.odds is None and len(chosen) > 1:
                continue
            self.screen.put(item.label, 0, colour="strong")
            for line in detail(item.odds, self.names):
                self.screen.put(line.lstrip(), 2 + len(line) - len(line.lstrip()))
        self.screen.show()

    # -- what a choice needs

    def ask(self, prompt: str) -> str:
        """A line for what a choice needs; raises Back for none."""
        if columns(prompt) > LONGEST:
            self.screen.say(prompt)
            prompt = ""
        text = self.session.command(f"{prompt}> ", self.odds)
        if text.lower() in BACK:
            raise Back
        return text

    def move(self, rest: str) -> bool:
        """`m PLACE`: the move that is a Minor Action."""
        for item in self.items:
            if item.command["do"] == "move" and item.group == MINOR:
                return self.session.order(self.filled(item, rest))
        raise Misread("there is no moving now")

    def filled(self, item: Item, rest: str) -> dict[str, Any]:
        """The command of a choice with what it needs; `rest` is what was typed with its number."""
        fill = {
            "to": self.place,
            "at": self.place,
            "targets": self.volley,
            "skill": self.skill,
            "label": self.label,
            "after": self.after,
        }[item.needs or "to"]
        return fill(item, rest)

    def place(self, item: Item, rest: str) -> dict[str, Any]:
        """A place to go to, or to aim at."""
        moving = item.command["do"] == "move"
        text = rest or self.ask(
            "where to? a place, or toward NAME, away NAME" if moving else "at which place?"
        )
        if not text:
            raise Back
        if moving or text.split()[0].lower() in ("toward", "away") or text[0] in "0123456789-[(.":
            at = read_place(text, self.k.state, self.me, self.marks, self.names)
        else:
            at = self.k.state.combatants[read_who(text, self.k.state, self.marks, self.names)].at
        field = "to" if moving else "at"
        command = {**item.command, field: sight.as_json(at)}
        if item.command["do"] == "attack":
            self.confirm(command)
        return command

    def confirm(self, command: dict[str, Any]) -> None:
        """A blast at a place: who is within, before it is thrown."""
        odds = odds_of(self.k, command, self.names)
        self.screen.say(f"At {json.dumps(command['at'])}: {brief(odds, self.names) or 'it cannot be'}", 2)
        if self.ask("Enter does it, back does not"):
            raise Back

    def volley(self, item: Item, rest: str) -> dict[str, Any]:
        """The targets of full auto, one for each attack."""
        weapon = self.k.state.weapon(item.command["weapon"])
        most = volley_json(self.k, item.command, weapon.auto, self.names)["most"]
        first = item.command["targets"][0]
        prompt = f"up to {most} targets in order; Enter: all at {self.names.who(first)}"
        text = rest or self.ask(prompt)
        if not text:
            return {**item.command, "targets": [first] * most}
        words = text.replace(",", " ").split()
        found = [read_who(word, self.k.state, self.marks, self.names) for word in words]
        if len(found) > most:
            raise Misread(f"there are {most} attacks, not {len(found)}")
        return {**item.command, "targets": found}

    def skill(self, item: Item, rest: str) -> dict[str, Any]:
        """A skill, and perhaps a characteristic."""
        catalogue = [name for name, _ in self.k.state.ruleset.skills_catalogue]
        known = list(dict.fromkeys((*self.me.person.skills, *catalogue)))
        text = rest or self.ask("which skill? such as Athletics, Strength")
        if not text:
            raise Back
        skill, _, characteristic = (part.strip() for part in text.partition(","))
        command = {**item.command, "skill": one_of(skill, known, "skill")}
        if characteristic:
            names = list(self.k.state.ruleset.characteristics_names)
            command["characteristic"] = one_of(characteristic, names, "characteristic")
        return command

    def label(self, item: Item, rest: str) -> dict[str, Any]:
        """What is done quickly."""
        text = rest or self.ask("what? Enter leaves it unsaid")
        return {**item.command, "label": text} if text else item.command

    def after(self, item: Item, rest: str) -> dict[str, Any]:
        """After whom one acts."""
        state = self.k.state
        later = [who for who in state.order if who not in state.acted and who != self.who]
        names = ", ".join(self.names.who(who) for who in later)
        text = rest or self.ask(f"after {names}? Enter: the end of the round")
        return (
            {**item.command, "after": read_who(text, state, self.marks, self.names)} if text else item.command
        )


def one_of(text: str, known: list[str], what: str) -> str:
    """The one of a list that begins with a text."""
    found = [word for word in known if word.casefold() == text.casefold()] or [
        word for word in known if word.casefold().startswith(text.casefold())
    ]
    if len(found) != 1:
        raise Misread(f"{text!r:.40} is no {what} here; there are {', '.join(found or known)}")
    return found[0]


def raw(text: str) -> dict[str, Any]:
    """A command as a script has it."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Misread("that is no command as a script has it") from None
    if not isinstance(data, dict):
        raise Misread("that is no command as a script has it")
    return data
