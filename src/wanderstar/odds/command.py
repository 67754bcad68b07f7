"""Odds of one command of a table: the very same resolution, with every possible answer of the dice.

Dice branch on their sums, not their faces. Between the small resolutions of a command equal states are merged,
or a full burst on three would be a million paths. Choices take the answer given, else the safe default.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..play.arguments import BadArgument, RulesetGiven
from ..play.asks import Answer, Answers, Choice, Draw, Wanted, check
from ..play.blast import Fragments, GoOff
from ..play.refusal import Refusal, Refused, refuse
from ..play.replay import replay
from ..play.resolve import Run, fold, prepare, start
from ..play.scene import Event, Scene
from ..play.state import State
from ..play.table import Table
from .dice import ROLLS, d6_sums, kept_sums
from .exact import probability

TINY = Fraction(1, 10**12)
"""What may be left of a contest without a limit, which has no last exchange."""


class Tally(NamedTuple):
    """What a path has come to besides its state: whether anything hit, and the trauma inflicted on each."""

    hit: bool | None = None
    trauma: tuple[tuple[str, int], ...] = ()

    def after(self, events: list[Event]) -> Tally:
        """With the attacks among further events."""
        hit, trauma = self.hit, dict(self.trauma)
        blast = any(event.kind == "blast" and event.story["effect"] is not None for event in events)
        for event in events:
            if event.kind == "attack" and event.story["kind_of_attack"] == "blast":
                trauma[event.story["target"]] = trauma.get(event.story["target"], 0) + event.story["trauma"]
                avoider = event.story["rolled_by"] == event.story["target"] != event.story["who"]
                if avoider and event.story["effect"] is not None:
                    hit = bool(hit) or event.story["hit"]
            elif event.kind == "attack":
                trauma[event.story["target"]] = trauma.get(event.story["target"], 0) + event.story["trauma"]
                hit = bool(hit) or event.story["hit"]
            elif event.kind == "blast" and blast:
                hit = bool(hit) or event.story["hit"]
        return Tally(hit, tuple(sorted(trauma.items())))


@dataclass
class CommandOdds:
    """The answer: distributions over all ways the command may go. `paths` counts resolutions run to an end."""

    command: Mapping[str, Any]
    assumed: dict[str, Any] = field(default_factory=dict)
    refusal: Refusal | None = None
    reasons: list[dict[str, Any]] = field(default_factory=list)
    hit: Fraction | None = None
    trauma: dict[str, dict[int, Fraction]] = field(default_factory=dict)
    out: dict[str, Fraction] = field(default_factory=dict)
    momentum: dict[str, dict[int, Fraction]] = field(default_factory=dict)
    paths: int = 0
    weight: Fraction = Fraction(0)
    ends: list[tuple[State, Tally, Fraction]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As `wanderstar odds command --json` prints it."""
        return {
            "question": "command",
            "command": dict(self.command),
            "assumed": self.assumed,
            "refusal": None if self.refusal is None else self.refusal.to_json(),
            "reasons": self.reasons,
            "hit": None if self.hit is None else probability(self.hit),
            "trauma": {who: _json(values) for who, values in self.trauma.items()},
            "out": {who: probability(p) for who, p in self.out.items()},
            "momentum": {who: _json(values) for who, values in self.momentum.items()},
            "paths": self.paths,
            "weight": str(self.weight),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a probability: `quantity`, `of`, `exact`, `value`."""
        from .notebook import rows

        return rows(self.to_json())

    def __repr__(self) -> str:
        from ..play.notebook import percent

        about = f"CommandOdds of {self.command.get('who', 'gm')}'s {self.command.get('do')}"
        if self.refusal is not None:
            return f"{about}: refused, {self.refusal.code}"
        return about + ("" if self.hit is None else f": hits {percent(float(self.hit))}")

    def _repr_html_(self) -> str:
        from .notebook import shown

        return shown(self.to_json())


def _json(values: dict[int, Fraction]) -> dict[str, Any]:
    return {str(value): probability(values[value]) for value in sorted(values)}


@cache
def branches(count: int, edge: int | None) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Each sum of a draw as some faces that make it, with its probability."""
    if edge is None:
        return tuple((_faces(count, total), Fraction(ways, 6**count)) for total, ways in d6_sums(count))
    out = (1,) if edge > 0 else (6,) if edge < 0 else ()
    return tuple(((*_faces(2, total), *out), Fraction(ways, ROLLS)) for total, ways in kept_sums(edge))


def _faces(count: int, total: int) -> tuple[int, ...]:
    faces = []
    for left in range(count, 0, -1):
        face = min(6, total - (left - 1))
        faces.append(face)
        total -= face
    return tuple(faces)


class Node(NamedTuple):
    """What is still to be resolved on a path, what it has come to, how often each listed answer was used."""

    run: Run
    tally: Tally
    used: tuple[tuple[str, int], ...]

    def key(self) -> tuple[Any, ...]:
        """Nodes with equal keys go on alike."""
        told = (GoOff, Fragments)
        agenda = tuple(step.alike() if isinstance(step, told) else step for step in self.run.agenda)
        return (self.run.state.key(), agenda, self.tally, self.used)


class Enumeration:
    """All ways of one command. `answers` are the choices to assume, by key."""

    def __init__(self, answers: Mapping[str, Any], go_on: Callable[[], None] = lambda: None) -> None:
        self.answers = answers
        self.go_on = go_on
        self.assumed: dict[str, Any] = {}
        self.asked: set[str] = set()
        self.unasked: list[Run] = []
        self.paths = 0
        self.first: list[Event] | None = None

    def all(self, run: Run) -> list[tuple[Node, Fraction]]:
        """Every end with its probability, equal ones merged."""
        frontier = {(): (Node(replace(run, events=()), Tally().after(list(run.events)), ()), Fraction(1))}
        story = list(run.events)
        ends: dict[Any, tuple[Node, Fraction]] = {}
        while frontier:
            following: dict[Any, tuple[Node, Fraction]] = {}
            for node, weight in frontier.values():
                if not node.run.agenda:
                    _add(ends, node, weight)
                    continue
                for after, share, events in self.step(node):
                    if self.first is None:
                        story += events
                    _add(following, after, weight * share)
                    if self.first is None and not after.run.agenda:
                        self.first = story
            frontier = following
            if sum((w for _, w in frontier.values()), Fraction(0)) < TINY:
                break
        if self.first is None:
            self.first = story
        return list(ends.values())

    def step(self, node: Node) -> list[tuple[Node, Fraction, list[Event]]]:
        """One resolution with every roll of its dice."""
        found: list[tuple[Node, Fraction, list[Event]]] = []
        waiting: list[tuple[tuple[Answer, ...], Fraction, tuple[tuple[str, int], ...]]] = [
            ((), Fraction(1), node.used)
        ]
        self.go_on()
        while waiting:
            given, weight, used = waiting.pop()
            scene, ask = Scene(node.run.state), Answers(given)
            try:
                node.run.agenda[0].run(scene, ask)
            except Wanted as wanted:
                draw = next((a for a in wanted.asks if isinstance(a, Draw)), None)
                if draw is None:
                    for choice in wanted.asks:
                        assert isinstance(choice, Choice)
                        value, used = self.choose(choice, used)
                        given = (*given, Answer(choice.key, value))
                    waiting.append((given, weight, used))
                    continue
                ways = branches(draw.count, draw.edge)
                if draw.name == "initiative":
                    # Neither harm nor Momentum hangs on initiative (C16): one way stands for all.
                    ways = ((ways[len(ways) // 2][0], Fraction(1)),)
                for faces, share in reversed(ways):
                    waiting.append(((*given, Answer("dice", faces)), weight * share, used))
                continue
            self.paths += 1
            run = fold(replace(node.run, given=given), scene, ask)
            events = list(run.events)
            if ask.unasked and len(self.unasked) < 50:
                self.unasked.append(run)
            tally = node.tally.after(events)
            found.append((Node(replace(run, events=(), taken=(), unasked=()), tally, used), weight, events))
        return found

    def choose(
        self, choice: Choice, used: tuple[tuple[str, int], ...]
    ) -> tuple[Any, tuple[tuple[str, int], ...]]:
        """The value assumed for a choice; a list of values serves one asking after another."""
        key = choice.key
        self.asked.add(key)
        if key not in self.answers:
            self.assumed[key] = choice.default
            return choice.default, used
        value = self.answers[key]
        if isinstance(value, list):
            times = dict(used)
            at = times.get(key, 0)
            times[key] = at + 1
            used = tuple(sorted(times.items()))
            value = value[at] if at < len(value) else choice.default
        check(choice, value)
        self.assumed[key] = self.answers[key]
        return value, used


def _add(nodes: dict[Any, tuple[Node, Fraction]], node: Node, weight: Fraction) -> None:
    key = node.key()
    known = nodes.get(key)
    nodes[key] = (node, weight) if known is None else (known[0], known[1] + weight)


def command(
    table: Table | str | Path,
    command: Mapping[str, Any] | str,
    answers: Mapping[str, Any] | None = None,
    *,
    answer: Mapping[str, Any] | Sequence[str] = (),
    ruleset: RulesetGiven | None = None,
) -> CommandOdds:
    """The odds of `command` (an object, or its JSON text) at the end of a journal, or of a table in play.

    `answers` are choices by `KEY`; the others take the safe default, and the result's `assumed` says so.
    `answer` is the verb's flag: the same, or texts `KEY=VALUE`. `ruleset` replaces the journal's own.
    Raises BrokenFile for a broken journal, ValueError for a command that is no JSON object.
    """
    at = table if isinstance(table, Table) else replay(table, ruleset=ruleset).table
    data = json.loads(command) if isinstance(command, str) else dict(command)
    if at.run is not None:
        return CommandOdds(data, refusal=refuse("pending", asks=[ask.key for ask in at.asks]))
    flags = answer if isinstance(answer, Mapping) else dict(_answer(text) for text in answer)
    return of_state(at.settled, data, {**(answers or {}), **flags})


def _answer(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or ":" not in key:
        raise BadArgument("answer", f"{text!r:.60} is not KEY=VALUE, such as reaction:vex=dodge")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def of_state(
    state: State,
    data: Mapping[str, Any],
    answers: Mapping[str, Any],
    go_on: Callable[[], None] = lambda: None,
) -> CommandOdds:
    """The odds of a command on a state. `go_on` is called before each resolution and may raise to stop it."""
    legal = prepare(state, data)
    if isinstance(legal, Refusal):
        return CommandOdds(data, refusal=legal)
    odds = CommandOdds(legal.to_json())
    every = Enumeration(answers, go_on)
    try:
        ends = every.all(start(state, legal))
    except Refused as refused:
        return replace(odds, refusal=refused.refusal)
    for key in answers:
        if key not in every.asked:
            return replace(odds, refusal=_not_asked(every, key, answers[key]))
    odds.assumed = every.assumed
    odds.reasons = _reasons(every.first or [])
    odds.paths = every.paths or 1
    odds.ends = [(node.run.state, node.tally, weight) for node, weight in ends]
    _sum_up(odds, state)
    return odds


def _not_asked(every: Enumeration, key: str, value: Any) -> Refusal:
    first = value[0] if isinstance(value, list) and value else value
    for run in every.unasked:
        refusal = run.not_asked(key, first)
        if refusal.code != "bad_value":
            return refusal
    return refuse("bad_value", field=key, found=value, expected=sorted(every.asked), because="not asked")


def _reasons(events: list[Event]) -> list[dict[str, Any]]:
    """The reasons of the first attack or test on the way."""
    for event in events:
        if event.kind == "attack" or (
            event.kind == "test" and event.story["draw"] not in ("reaction", "attack", "avoid")
        ):
            return list(event.story["reasons"])
    return []


def _sum_up(odds: CommandOdds, before: State) -> None:
    """Puts the ends together by question."""
    odds.weight = sum((weight for _, _, weight in odds.ends), Fraction(0))
    targets = sorted({who for _, tally, _ in odds.ends for who, _ in tally.trauma})
    if any(tally.hit is not None for _, tally, _ in odds.ends):
        odds.hit = sum((w for _, tally, w in odds.ends if tally.hit), Fraction(0))
    for who in targets:
        odds.trauma[who] = dict.fromkeys((0, 1, 2), Fraction(0))
    for state, tally, weight in odds.ends:
        inflicted = dict(tally.trauma)
        for who in targets:
            found = odds.trauma[who]
            amount = inflicted.get(who, 0)
            found[amount] = found.get(amount, Fraction(0)) + weight
        for c in state.combatants.values():
            if c.out and c.id in before.combatants and not before.combatants[c.id].out:
                odds.out[c.id] = odds.out.get(c.id, Fraction(0)) + weight
            if c.momentum is not None:
                pool = odds.momentum.setdefault(c.id, {})
                pool[c.momentum] = pool.get(c.momentum, Fraction(0)) + weight
    for who in targets:
        odds.out.setdefault(who, Fraction(0))
