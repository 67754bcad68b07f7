"""Tests the GM calls for, opposed tests, extended contests, clocks (Chapter 5)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..book.core_mechanic import clock as clock_rule
from ..book.core_mechanic import opposed as rule
from ..book.core_mechanic.difficulty import Gate, gate
from ..book.core_mechanic.roll import dice_rolled
from ..book.ruleset import Timeout
from .commands import Command
from .fields import MISSING
from .rolls import Rolled, RollPlan, ask_claims, claim_and_roll, draw, plan, roll, rolled_story
from .scene import Ask, Scene
from .state import Clock, State, bonus

Sides = tuple[tuple[str, str, str | None], ...]
"""Who takes part: (who, skill, characteristic or None for the skill's own)."""


def gate_of(state: State, command: Command) -> Gate:
    """Whether a test the GM calls for is rolled at all (R11, R53)."""
    given = command.gate or {}
    rank = given.get("rank")
    return gate(
        given.get("impossible", False),
        bonus(state.combatants[command.who], command.skill, state.ruleset),
        None if rank is None else state.ruleset.rank(rank),
        given.get("certain", False),
        command.uncertain,
        command.stakes is not False,
        state.ruleset.expert(),
    )


class PlainTest(NamedTuple):
    """A test of one (T1-T37), with a clock that it may move (T30)."""

    who: str
    skill: str
    characteristic: str | None
    automatic: str | None = None
    clock: str | None = None
    label: str = ""
    rule: str | None = None

    def run(self, scene: Scene, ask: Ask) -> None:
        """Rolls it, or tells of an automatic result without dice (T17, T18, T50)."""
        p = plan(scene.state, self.who, self.skill, self.characteristic)
        if self.automatic is not None:
            nothing = dict.fromkeys(("edge", "natural", "total", "margin"))
            scene.emit(
                "test",
                **{
                    **rolled_story(p, Rolled(0, (), 0, 0, False, 0), "test"),
                    **nothing,
                    "automatic": self.automatic,
                    "outcome": self.automatic,
                    "flags": [],
                    "rule": self.rule,
                },
            )
            success = self.automatic == "success"
        else:
            success = claim_and_roll(scene, ask, p, "claim_test", "test").success
        if self.label:
            scene.emit("acted", who=self.who, label=self.label, success=success, rule="C19")
        if self.clock is not None:
            tick(scene, self.clock, success)


def tick(scene: Scene, id: str, success: bool) -> None:
    """One success or one failure on a clock (R15, R54)."""
    found = scene.state.clock(id)
    assert found is not None
    after = found._replace(successes=found.successes + success, failures=found.failures + (not success))
    set_clock(scene, id, after)
    filled = clock_rule.fills(after.successes, after.of_successes)
    failed = clock_rule.fails(after.failures, after.of_failures)
    scene.emit(
        "clock_ticked",
        id=id,
        success=success,
        successes=after.successes,
        failures=after.failures,
        result="filled" if filled else "failed" if failed else None,
        rule="T30",
    )


def set_clock(scene: Scene, id: str, clock: Clock) -> None:
    """Puts a clock on the table, or its new face."""
    clocks = dict(scene.state.clocks)
    clocks[id] = clock
    scene.alter(clocks=tuple(clocks.items()))


class Opposed(NamedTuple):
    """An opposed test of two or more sides (T38-T45, R12)."""

    sides: Sides
    defender: int

    def run(self, scene: Scene, ask: Ask) -> None:
        """Rolls all sides; the tied leaders again where nobody defends."""
        winner, totals, rerolls, tied = oppose(
            scene, ask, self.sides, self.defender, "opposed", rule.MAX_REROLLS
        )
        tell_opposed(scene, self.sides, winner, totals, rerolls, tied)


LEFT_BEHIND = -1000
"""The total of a side that no longer rolls: below whatever the others may reach."""


def oppose(
    scene: Scene, ask: Ask, sides: Sides, defender: int, name: str, rerolls: int
) -> tuple[int, tuple[int, ...], int, list[str]]:
    """Each side's own test, own edges, own Momentum (T39-T41).

    Returns the winner's index (LEVEL for none), the totals, how many rerolls it took, and who was tied.
    """
    plans = [plan(scene.state, who, skill, called) for who, skill, called in sides]
    claims = ask_claims(scene, ask, plans, "claim_test")
    rolls = [roll(scene, ask, p, name, claimed) for p, claimed in zip(plans, claims, strict=True)]
    totals = [r.total for r in rolls]
    done = 0
    tied: list[str] = []
    while True:
        winner = rule.winner(tuple(totals), defender)
        best = max(totals)
        leaders = [i for i, t in enumerate(totals) if t == best]
        if len(leaders) > 1 and not tied:
            tied = [sides[i][0] for i in leaders]
        if winner != rule.LEVEL or done >= rerolls:
            break
        done += 1
        for i in leaders:
            totals[i] = reroll(scene, ask, plans[i], rolls[i], name)
        for i in range(len(totals)):
            if i not in leaders:
                totals[i] = LEFT_BEHIND
    return winner, tuple(totals), done, tied


def reroll(scene: Scene, ask: Ask, p: RollPlan, first: Rolled, name: str) -> int:
    """The same test again: same edge, no new claim, no second gain (R56)."""
    answer = ask.dice(name, p.who, p.roller, dice_rolled(first.edge), first.edge)
    return draw(scene, name, p.who, answer, first.edge, p.bonus)[1]


def tell_opposed(
    scene: Scene, sides: Sides, winner: int, totals: tuple[int, ...], rerolls: int, tied: list[str]
) -> None:
    """The `opposed` event; sides that a reroll left behind keep no total of their own."""
    margin = rule.margin(totals) if winner != rule.LEVEL else 0
    scene.emit(
        "opposed",
        totals={who: t for (who, _, _), t in zip(sides, totals, strict=True) if t > LEFT_BEHIND},
        tied=tied,
        winner=None if winner == rule.LEVEL else sides[winner][0],
        margin=margin,
        narrow=rule.narrow(margin),
        rerolls=rerolls,
        rule="T43"
        if tied and winner != rule.LEVEL and not rerolls
        else "T42"
        if winner != rule.LEVEL
        else "T44",
    )


class Contest(NamedTuple):
    """An extended contest, one exchange after another (T46, T47, R14, R55)."""

    sides: Sides
    defender: int
    net_wins: int
    most: int
    net: int = 0
    exchanges: int = 0

    def run(self, scene: Scene, ask: Ask) -> None:
        """One exchange; then the next, or the result."""
        winner, totals, _, tied = oppose(scene, ask, self.sides, self.defender, "opposed", 0)
        tell_opposed(scene, self.sides, winner, totals, 0, tied)
        net = self.net + (winner == 0) - (winner == 1)
        exchanges = self.exchanges + 1
        status_quo = scene.state.ruleset.contest_timeout == Timeout.STATUS_QUO
        result = rule.contest_winner(net, exchanges, self.net_wins, self.most, status_quo)
        if result == rule.GOES_ON:
            scene.agenda.append(self._replace(net=net, exchanges=exchanges))
            return
        won = None if result == 0 else self.sides[0 if result > 0 else 1][0]
        scene.emit("contest", winner=won, net=net, exchanges=exchanges, undecided=won is None, rule="R14")


def sides_of(command: Command) -> Sides:
    """The sides of an opposed test or contest."""
    return tuple((s["who"], s["skill"], s.get("characteristic")) for s in command.sides)


def defender_of(command: Command) -> int:
    """The defender's index: the second side unless named, LEVEL for none."""
    if command.defender is MISSING:
        return 1
    whos = [s["who"] for s in command.sides]
    return rule.LEVEL if command.defender is None else whos.index(command.defender)


def declare_test(scene: Scene, command: Command) -> None:
    """The GM calls for a test."""
    result = gate_of(scene.state, command)
    given = command.gate or {}
    automatic = {Gate.FAILS: "failure", Gate.SUCCEEDS: "success"}.get(result)
    rule_id = None
    if result == Gate.FAILS:
        rule_id = "T28"
    elif result == Gate.SUCCEEDS:
        rule_id = "T17" if given.get("certain") else "T50" if not command.uncertain else "T1"
    if isinstance(command.stakes, str) and command.stakes:
        scene.emit("test_called", who=command.who, skill=command.skill, stakes=command.stakes, rule="T29")
    test = PlainTest(
        command.who, command.skill, command.characteristic, automatic, command.clock, "", rule_id
    )
    scene.agenda.append(test)


def declare_opposed(scene: Scene, command: Command) -> None:
    """The GM calls for an opposed test."""
    scene.agenda.append(Opposed(sides_of(command), defender_of(command)))


def declare_contest(scene: Scene, command: Command) -> None:
    """The GM calls for an extended contest."""
    rules = scene.state.ruleset
    net = command.net or rules.contest_net_wins
    most: Any = rules.contest_max_exchanges if command.max is None else command.max
    scene.agenda.append(
        Contest(sides_of(command), defender_of(command), net, -1 if most in (None, "none") else most)
    )


def declare_clock(scene: Scene, command: Command) -> None:
    """The GM puts up a clock (T30, R15)."""
    rules = scene.state.ruleset
    clock = Clock(0, 0, command.successes or rules.clock_successes, command.failures or rules.clock_failures)
    set_clock(scene, command.id, clock)
    scene.emit(
        "clock_set", id=command.id, successes=clock.of_successes, failures=clock.of_failures, rule="T30"
    )
