"""A fight as a terminal log: a heading for each round and turn, every roll with its reasons, every rule named.

Most events are their sentence. Rolls, damage and trauma have a layout of their own: dice kept and dropped, what
gave an edge, what did not count, the armor in parts, boxes as pips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..play.rolls import EDGE_WORDS
from ..play.scene import Event, evolve
from ..play.script import Step
from ..play.state import Combatant, State, reactions_left
from ..seats.names import Names, signed
from ..seats.sentences import close_ties, sentence, tie_text
from ..seats.sentences_reasons import reason_text
from ..seats.sentences_refusals import refusal_text
from ..seats.sentences_tests import flags
from .bars import Style
from .page import WIDTH, Page, boxes, padded

SILENT = {"action_spent", "settled", "weapon_used", "attack_made", "turn_ended", "initiative_called"}
"""Bookkeeping, and what another line tells."""

ARRIVALS = ("joined", "wave_entered", "encounter_loaded")
"""Events that name people whom nobody knew before them."""

UNDER = {"blast": "C83", "scattered": None, "shot_dropped": None, "released": None, "held": None}
"""Sentences that stand under the attack they follow from, with a rule where the event names none."""

VERDICTS = {"attack": ("hits", "misses"), "avoid": ("avoids it", "is hit"), "reaction": ("works", "fails")}
TRIES = {
    "avoid": "to avoid",
    "first_aid": "to treat",
    "break_free": "to break free",
    "disengage": "to break away",
}
AGAINST_EACH_OTHER = {"opposed", "grapple"}


class Told(NamedTuple):
    """One event as it is told: the story, the names then, the state after, the events that follow."""

    story: Mapping[str, Any]
    names: Names
    after: State
    rest: tuple[Event, ...]

    def who(self, key: str = "who") -> str:
        """The name of the one at `key`."""
        return self.names.who(self.story[key])


class Log(Page):
    """The log of one table, fed with steps as they are done."""

    def __init__(self, style: Style, width: int = WIDTH) -> None:
        super().__init__(style, width)
        self.told: tuple[int | None, int] = (None, 0)
        self.draws: list[Mapping[str, Any]] = []
        self.later: list[tuple[str, str]] = []
        self.reaction = "react"
        self.round = 0
        self.layouts: dict[str, Callable[[Told], None]] = {
            "fight_begun": self.fight_begun,
            "round_started": self.round_started,
            "turn_started": self.turn_started,
            "turn_passed": self.turn_passed,
            "draw": self.draw,
            "test": self.test,
            "momentum_paid": self.momentum_paid,
            "momentum_gained": self.momentum_gained,
            "reaction_declared": self.reaction_declared,
            "reacted": self.reacted,
            "attack": self.attack,
            "trauma_marked": self.trauma_marked,
            "opposed": self.opposed,
            "order_set": self.order_set,
            "fight_ended": self.fight_ended,
        }

    def step(self, step: Step, before: State) -> None:
        """One step: a command with its events, or why it was refused; of an answer only what is new."""
        names = Names.of(before)
        if step.refusal is not None:
            self.refused(step, names)
            return
        seen = self.told[1] if step.n is not None and step.n == self.told[0] else 0
        self.told = (step.n, len(step.events))
        if step.n is None:
            self.put("(the table goes back or forward, or a command is dropped)", 2, colour="dim")
        state = before
        for i, event in enumerate(step.events):
            after = evolve(state, event)
            if i >= seen:
                known = Names.of(after if event.kind in ARRIVALS else state)
                self.event(event, known, after, step.events[i + 1 :])
            state = after

    def event(self, event: Event, names: Names, after: State, rest: tuple[Event, ...]) -> None:
        """One event, by its layout or as its sentence."""
        layout = self.layouts.get(event.kind)
        if layout is not None:
            layout(Told(event.story, names, after, rest))
        elif event.kind in UNDER:
            self.draws = [d for d in self.draws if not d["name"].startswith("scatter")]
            self.put(sentence(event, names), 4, event.story.get("rule") or UNDER[event.kind])
        elif event.kind not in SILENT:
            self.put(sentence(event, names), 2, event.story.get("rule"))

    # -- the round

    def fight_begun(self, t: Told) -> None:
        """Everybody's initiative, in the order that came of it."""
        self.blank()
        self.put("Initiative", 0, "C11", "strong")
        rolled = {str(d["who"]): d for d in self.draws}
        self.draws = []
        for who in t.story["order"]:
            if who in rolled:
                self.initiative(t.names.who(who), rolled[who])
        for tie in close_ties(t.story):
            self.put(tie_text(tie, t.names), 2, "C14" if tie["by"] == "dexterity" else "R28")
        self.round = 0  # that of an earlier fight
        self.new_round(1)

    def initiative(self, name: str, draw: Mapping[str, Any]) -> None:
        """One combatant's initiative."""
        edge = "" if draw["edge"] == "neutral" else draw["edge"].capitalize()
        self.put(f"{draw['total']:>3}  {padded(name, 24)} {self.faces(draw)}  {edge}".rstrip(), 1)

    def order_set(self, t: Told) -> None:
        """A new order; one who joins has rolled for it."""
        for draw in self.draws:
            if draw["name"] == "initiative":  # others may be of a test that was not heard of
                self.initiative(t.names.who(draw["who"]), draw)
        self.draws = []
        self.put(sentence(Event("order_set", dict(t.story), {}), t.names), 2, t.story.get("rule", "R67"))

    def round_started(self, t: Told) -> None:
        """A new round."""
        self.new_round(t.story["round"])

    def new_round(self, number: int) -> None:
        """Its heading, once: the first one begins with the fight."""
        if number != self.round:
            self.blank()
            self.ruler(f"Round {number}")
        self.round = number

    def turn_started(self, t: Told) -> None:
        """A new turn: who, and how they stand."""
        self.blank()
        self.heading(t.who(), _status(t.after.combatants[t.story["who"]], t.after))

    def turn_passed(self, t: Told) -> None:
        """One who is stunned; those who are out or gone are not told again each round."""
        if t.story["why"] == "stunned":
            self.blank()
            self.put(f"{t.who()} is stunned and is passed over.", 0, t.story["rule"])

    def fight_ended(self, t: Told) -> None:
        """The end."""
        self.blank()
        self.put(sentence(Event("fight_ended", dict(t.story), {}), t.names), 0, t.story["rule"], "strong")

    # -- tests

    def draw(self, t: Told) -> None:
        """Dice wait for the event that says what they were for."""
        self.draws.append(t.story)

    def test(self, t: Told) -> None:
        """A roll on one line: who tries what, the dice, the outcome; under it every reason."""
        s = t.story
        if s["automatic"] is not None:
            self.put(f"{t.who()}, {s['skill']}: {s['outcome']} without a roll", 4, s.get("rule"))
            return
        draw = self.draws.pop() if s["draw"] not in AGAINST_EACH_OTHER else self.draws.pop(0)
        edge = "" if s["edge"] == "neutral" else f" at {s['edge'].capitalize()}"
        rolled = f"{t.who()}{self.attempt(t)}, {s['skill']}{edge}: {self.faces(draw)} {signed(s['bonus'])}"
        self.put(f"{rolled} = {s['total']}{self.verdict(s)}", 4)
        self.edges(s["reasons"], t.names, s["edge"])
        for text, rule in self.later:
            self.put(text, 8, rule)
        self.later = []

    def attempt(self, t: Told) -> str:
        """What is tried: to hit whom, to dodge, to break free."""
        name = t.story["draw"]
        if name == "reaction":
            return f" to {self.reaction}"
        if name != "attack":
            return f" {TRIES[name]}" if name in TRIES else ""
        hit = next((e.story for e in t.rest if e.kind == "attack"), None)
        whom = hit is not None and hit["who"] == t.story["who"] and hit["kind_of_attack"] != "blast"
        return f" to hit {t.names.who(hit['target'])}" if whom and hit is not None else " to hit"

    def verdict(self, s: Mapping[str, Any]) -> str:
        """`v 8, hits (+2)`; nothing where only the totals are compared."""
        if s["draw"] in AGAINST_EACH_OTHER:
            return ""
        good = s["outcome"] == "success"
        yes, no = VERDICTS.get(s["draw"], ("succeeds", "fails"))
        said = self.style.paint(yes if good else no, "good" if good else "bad")
        against = " whatever the total" if (s["margin"] >= 0) != good else ""
        return f" v 8, {said} ({signed(s['margin'])}{flags(s['flags'])}{against})"

    def edges(self, reasons: Sequence[Mapping[str, Any]], names: Names, edge: str) -> None:
        """Each reason on a line; those that did not count are dim."""
        listed = [r for r in reasons if r["gives"] != "armor"]
        for r in listed:
            text = f"{r['gives'].capitalize()}: {reason_text(r, names, listed)}"
            self.put(text, 8, r["rule"], "" if r["counted"] else "dim")
        kinds = {r["gives"] for r in listed if r["counted"]}
        if len(kinds) > 1 and edge == EDGE_WORDS[0]:
            self.put("Advantage and Disadvantage cancel: two dice", 8, "R2")

    def momentum_paid(self, t: Told) -> None:
        """The price of an Advantage."""
        left = t.after.combatants[t.story["who"]].momentum
        self.put(f"{t.who()} pays {t.story['amount']} Momentum for an Advantage, {left} left", 4, "T22")

    def momentum_gained(self, t: Told) -> None:
        """Told under the roll that earned it, which comes after it."""
        now = t.after.combatants[t.story["who"]].momentum
        self.later.append((f"{t.who()} gains {t.story['amount']} Momentum, now {now}", t.story["rule"]))

    def opposed(self, t: Told) -> None:
        """Rerolls of a tie, and who won."""
        for draw in self.draws:
            rolled = f"{self.faces(draw)} {signed(draw['bonus'])} = {draw['total']}"
            self.put(f"{t.names.who(draw['who'])} again: {rolled}", 4, "R56")
        self.draws = []
        self.put(sentence(Event("opposed", dict(t.story), {}), t.names), 4, t.story["rule"])

    # -- attacks

    def reaction_declared(self, t: Told) -> None:
        """Only its price is told here."""
        self.reaction = t.story["reaction"]
        if t.story["price"]:
            left = t.after.combatants[t.story["who"]].momentum
            self.put(f"{t.who()} pays 1 Momentum for a further reaction, {left} left", 4, t.story["rule"])

    def reacted(self, t: Told) -> None:
        """A dive, or a reaction without dice; one that was rolled is told by its roll."""
        s, did = t.story, {"dodge": "dodges", "parry": "parries", "dive": "dives"}[t.story["reaction"]]
        if s["reaction"] == "dive":
            aside = "" if s["helps"] else ", which is not in the way"
            self.put(f"{t.who()} dives behind {s['cover']}{aside}", 4, "C64")
        elif "static" in s:
            works = self.style.paint("works", "good") if s["success"] else self.style.paint("fails", "bad")
            edge = s.get("edge", "neutral")
            at = "" if edge == "neutral" else f" at {edge.capitalize()}"
            total = f"{s['static']}{at} {signed(s['bonus'])} = {s['total']} v 8"
            self.put(f"{t.who()} {did}, not rolled: {total}, {works}", 4, s["rule"])
            self.edges(s.get("reasons", ()), t.names, edge)
        elif s["rule"] != "C58":
            self.put(f"{t.who()} {did}", 4, s["rule"])

    def attack(self, t: Told) -> None:
        """Damage against armor in its parts."""
        s, target = t.story, t.who("target")
        armor = [r for r in s["reasons"] if r["gives"] == "armor"]
        if not s["hit"]:
            return
        if s["damage"] is None:
            self.put(f"{target} is caught, whatever the armor", 4, "R37")
            return
        draw = self.draws.pop()
        harm = s.get("would", s["trauma"])
        said = self.style.paint(f"{harm} trauma" if harm else "no trauma", "bad" if harm else "")
        scale = "" if s["damage"] == max(draw["total"], 0) else f", across scales {s['damage']}"
        bonus = f" {signed(draw['bonus'])}" if draw["bonus"] else ""
        parts = " ".join(_part(r, t.names) for r in armor if r["counted"])
        rolled = f"{self.faces(draw)}{bonus} = {draw['total']}{scale}"
        held = ", held back" if "would" in s and harm else ""
        self.put(f"damage to {target}: {rolled} v armor {s['armor']} ({parts}), {said}{held}", 4, "C73")
        for r in armor:
            if not r["counted"]:
                self.put(f"no armor from {reason_text(r, t.names)}", 8, r["rule"], "dim")

    def trauma_marked(self, t: Told) -> None:
        """The boxes after a hit."""
        s, c = t.story, t.after.combatants[t.story["who"]]
        end = "dead" if s["dead"] else "out of action" if s["out"] else ""
        lost = f"  ({s['lost']} more than there are boxes)" if s["lost"] else ""
        rule = "R26" if end else "R25" if lost else None
        self.put(f"{t.who()} {boxes(c)} {self.style.paint(end, 'strong')}{lost}".rstrip(), 4, rule)

    def refused(self, step: Step, names: Names) -> None:
        """A line that was refused, and why."""
        assert step.refusal is not None
        command = step.command if isinstance(step.command, dict) else {}
        did = " ".join(str(x) for x in (names.who(command.get("who", "")), command.get("do", "")) if x)
        text = refusal_text(step.refusal.to_json(), names)
        self.put(f"refused: {did or 'the line'} ({step.refusal.code}). {text}", 2, step.refusal.rule, "dim")


def _status(c: Combatant, state: State) -> str:
    """Boxes, Momentum and rounds at the start of a turn."""
    parts = [boxes(c)]
    if c.momentum is not None:
        parts.append(f"Momentum {c.momentum}")
    parts += [f"{state.weapon(w).name} {left}" for w, left in c.ammo if w in c.held]
    if reactions_left(c, state.ruleset) == 0:
        parts.append("no free reaction")
    return " · ".join(parts)


def _part(reason: Mapping[str, Any], names: Names) -> str:
    """An armor part in the sum: `body 3`, `+ worn 2`, `− piercing 3`."""
    text = reason_text(reason, names)
    if reason["why"] == "piercing":
        return f"− piercing {-reason['amount']}"
    return text if reason["why"] == "body" else f"+ {text}"
