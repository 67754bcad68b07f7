"""The play engine and the loop beside each other: the same commands, answers and dice, compared after every command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from tests.forecast.granting import grants
from tests.forecast.happens import happened, opened

from wanderstar.forecast import loop_turn
from wanderstar.forecast.kernel_cover import uncovered
from wanderstar.forecast.loop_luck import Chance, Course, Source
from wanderstar.play.asks import Answer, Choice, Draw
from wanderstar.play.blast import Blast, NewlyInside
from wanderstar.play.exchange import Exchange
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import Run, prepare, start
from wanderstar.play.scene import Event
from wanderstar.play.state import State
from wanderstar.tactics.cast import Cast, deciders
from wanderstar.tactics.codes import DIVE, PULLED, Claim, Do
from wanderstar.tactics.field import Field, Roster
from wanderstar.tactics.flatten import asked_state, field_of, roster_of
from wanderstar.tactics.manners import MANNERS, ROWS
from wanderstar.tactics.names import Names, names_of, place_at, xy
from wanderstar.tactics.tactic import Tactic

CLAIMS = {
    "claim_reaction": Claim.REACTION,
    "claim_attack": Claim.ATTACK,
    "claim_avoid": Claim.AVOID,
    "claim_test": Claim.TEST,
}
MODES = ("single", "burst", "full")


class Play:
    """A fight on the play engine whose commands and answers a policy over plain numbers gives."""

    def __init__(self, state: State, policy: Any, rng: Random) -> None:
        self.state = state
        self.policy = policy
        self.rng = rng
        self.names: Names = names_of(state)
        self.roster: Roster = roster_of(state)
        self.faces: list[int] = []
        self.events: list[Event] = []
        self.given, self.now = 0, ("", 0)

    def field(self, state: State) -> Field:
        return field_of(state, self.roster, self.names)

    def runs(self) -> bool:
        """Whether the fight goes on."""
        return not self.state.over

    def begin(self) -> None:
        """Initiative."""
        command = prepare(self.state, {"do": "begin"})
        assert not isinstance(command, Refusal)
        self.state = self.drive(start(self.state, command).advance()).state

    def turn_command(self, limit: int) -> dict[str, Any]:
        """The next command, as `tactics.fight` would give it."""
        command = self.decided()
        if self.given >= loop_turn.MOST_COMMANDS:
            command = {"do": "end_turn", "who": self.state.turn}
        if command["do"] == "end_turn" and self.state.round >= limit:
            prepared = prepare(self.state, command)
            assert not isinstance(prepared, Refusal)
            if start(self.state, prepared).advance().state.round > limit:
                return {"do": "end"}
        return command

    def go_on(self, limit: int) -> tuple[dict[str, Any], int]:
        """Plays the next command: which, and how many of the turn there have been with it."""
        if self.state.round > limit or self.state.turn is None:
            command = {"do": "end"}
        else:
            now = (self.state.turn, self.state.round)
            self.given, self.now = (self.given + 1 if self.now == now else 1), now
            command = self.turn_command(limit)
        self.order(command)
        return command, self.given

    def decided(self) -> dict[str, Any]:
        """What the policy wants done."""
        assert self.state.turn is not None
        field = self.field(self.state)
        chosen = self.policy.decide(self.roster, field, self.names.person(self.state.turn))
        return self.as_command(chosen, field)

    def order(self, data: dict[str, Any]) -> None:
        """Plays one command."""
        self.faces, self.events = [], []
        command = prepare(self.state, data)
        assert not isinstance(command, Refusal), (data, command)
        self.state = self.drive(start(self.state, command).advance()).state
        who = self.state.combatants.get(data.get("who", ""))
        if who is not None and who.hidden and data["do"] in ("attack", "suppress"):
            reveal = prepare(self.state, {"do": "reveal", "who": who.id})
            assert not isinstance(reveal, Refusal)
            self.state = self.drive(start(self.state, reveal).advance()).state

    def drive(self, run: Run) -> Run:
        while run.asks:
            ask = run.asks[0]
            if isinstance(ask, Draw):
                faces = [self.rng.randint(1, 6) for _ in range(ask.count)]
                self.faces += faces
                run = run.answer(Answer("dice", faces)).advance()
            else:
                run = run.answer(Answer(ask.key, self.answer(run, ask))).advance()
        self.events += run.events
        return run

    def answer(self, run: Run, ask: Choice) -> Any:
        """The policy's answer, asked of the state at this very moment."""
        state = asked_state(run)
        field, who, step = self.field(state), self.names.person(ask.who), run.agenda[0]
        if ask.name in CLAIMS:
            return self.policy.claim(self.roster, field, who, CLAIMS[ask.name] + 0, None)
        if ask.name == "reaction":
            i, slot, mode, x, y = self.incoming(state, step)
            if isinstance(step, Exchange):
                option = self.policy.react(self.roster, field, i, slot, mode, who)
            else:
                option = self.policy.react_blast(self.roster, field, i, slot, mode, who, x, y)
            return (
                ("none", "dodge", "parry")[option]
                if option < DIVE
                else f"dive:{self.names.walls[option - DIVE]}"
            )
        if ask.name == "avoid_skill":
            i, slot, mode, _, _ = self.incoming(state, step)
            return ("Athletics", "Close Quarters")[
                self.policy.avoid_skill(self.roster, field, i, slot, mode, who)
            ]
        if ask.name == "free_attack":
            for option in ask.options:
                if option != "none":
                    field.asked[self.names.person(option.partition(":")[0])] = 1
            j, slot = self.policy.free_attack(self.roster, field, who)
            return "none" if j < 0 else f"{self.names.who[j]}:{self.names.slots[slot]}"
        slot = self.policy.reach_strike(self.roster, field, who, self.names.person(step.target))
        return "none" if slot < 0 else self.names.slots[slot]

    def incoming(self, state: State, step: Any) -> tuple[int, int, int, float, float]:
        """Who attacks with what, from where or where to."""
        shell = step.shell if isinstance(step, NewlyInside) or not hasattr(step, "who") else step
        i = self.names.person(shell.who)
        slot = self.names.slot(self.roster.sheets[i], shell.weapon)
        at = state.combatants[shell.who].at
        if isinstance(step, Blast):
            aimed = state.combatants[step.target].at if step.target is not None else step.at
            assert aimed is not None
            at = aimed
        elif not isinstance(step, Exchange):
            at = shell.centre
        return i, slot, int(shell.mode), *xy(at)

    def as_command(self, chosen: tuple[int, int, int, int, float, float], field: Field) -> dict[str, Any]:
        """The command that a decision means."""
        do, a, b, c, x, y = chosen
        word = Do(do).name.lower()
        made: dict[str, Any] = {"do": word, "who": self.state.turn}
        to = place_at(self.roster, x, y)
        if do in (Do.ATTACK, Do.SUPPRESS, Do.RELOAD, Do.CHARGE, Do.DRAW, Do.STOW):
            made["weapon"] = self.names.slots[a]
        if do == Do.ATTACK:
            made["mode"] = MODES[c % PULLED]
            if c // PULLED:
                made["pull"] = ("", "stunned", "pinned")[c // PULLED]
            if made["mode"] == "full":
                made["targets"] = [self.names.who[j] for j in field.shots if j >= 0]
            else:
                made |= {"at": to} if b < 0 else {"target": self.names.who[b]}
        elif do == Do.SUPPRESS:
            made["at"] = to
        elif do in (Do.AIM, Do.FIRST_AID, Do.GRAPPLE):
            made["target"] = self.names.who[a]
        elif do == Do.BREAK_FREE:
            made["by"] = "opposed" if a else "test"
        elif do == Do.MOVE:
            made |= {"to": to, "as": "significant" if a else "minor"}
        elif do in (Do.TAKE_COVER, Do.LEAVE_COVER):
            made["cover"] = self.names.walls[a]
            if do == Do.TAKE_COVER:
                made["fully"] = bool(b)
        return made


class CastPlay(Play):
    """The same, whose commands and answers the tactics give, as at the table."""

    def __init__(self, state: State, cast: Cast, rng: Random) -> None:
        super().__init__(state, None, rng)
        self.cast = cast
        rows = {who: ROWS[self.tactic(who).name] for who in self.names.who}
        self.roster = roster_of(state, rows, list(MANNERS.values()))

    def tactic(self, who: str) -> Tactic:
        found = self.cast.of(self.state, who)
        assert found is not None
        return found

    def decided(self) -> dict[str, Any]:
        assert self.state.turn is not None
        return self.tactic(self.state.turn).command(self.state, self.state.turn)

    def answer(self, run: Run, ask: Choice) -> Any:
        return self.tactic(deciders(ask)[0]).answer(run, ask)


def given(faces: list[int], people: int, limit: int) -> Course:
    """A course that reads its dice off a list."""
    chance = Chance(source=Source.GIVEN + 0, limit=limit, given=len(faces))
    blank = [0] * people
    return Course(chance, faces, [], [], [], [], [*blank], [*blank], [*blank], [], [])


def same(field: Field, now: Field) -> list[str]:
    """What differs between the loop's field and that of the play engine's state, in words."""
    found = []
    if replace(field.now, grants=0) != replace(now.now, grants=0):
        found.append(f"now: {field.now} for {now.now}")
    for name in ("who", "loads"):
        rows = zip(getattr(field, name), getattr(now, name), strict=True)
        found += [
            f"{name} {n}: {mine} for {theirs}" for n, (mine, theirs) in enumerate(rows) if mine != theirs
        ]
    left = [grant for grant in field.grants if grant.left]
    if left != list(now.grants):
        found.append(f"grants: {left} for {now.grants}")
    for name in ("uses", "barred", "order", "bands"):
        mine, theirs = list(getattr(field, name)), list(getattr(now, name))
        if mine != theirs:
            found.append(f"{name}: {mine} for {theirs}")
    return found


class Loop:
    """The loop's side, as plain Python."""

    def __init__(self, play: Play, limit: int) -> None:
        self.roster, self.limit = play.roster, limit
        self.rows = play.field(play.state)

    def step(self, faces: list[int], commands: int) -> tuple[bool, int]:
        """One command with these dice; whether it wanted more, and how many it took."""
        course = given(faces, len(self.rows.who), self.limit)
        course.chance.commands = commands
        loop_turn.step(self.roster, self.rows, course)
        return course.chance.wanting != 0, course.chance.at

    def field(self) -> Field:
        """The fight as it stands there."""
        return self.rows


Loops = Callable[[Play, int], Loop]


def in_the_middle(play: Play, limit: int) -> Play:
    """The fight begun, now and then a while ago, and the GM has handed out this and that."""
    if not play.state.round:
        play.begin()
    for command in grants(play.rng, play.state):
        play.order(command)
    for _ in range(play.rng.choice([0, 0, 4, 12])):
        if play.runs():
            play.go_on(limit)
    return play


def together(play: Play, limit: int, loops: Loops = Loop, seen: Counter[str] | None = None) -> int:
    """Plays a fight on both; the number of commands. AssertionError where they part. Counts what happens in `seen`."""
    if not play.state.round:
        play.begin()
    if uncovered(play.state) or not play.runs():
        return 0
    loop, count = loops(play, limit), 0
    if seen is not None:
        seen.update(set(opened(play.state)))
    while play.runs():
        command, given_so_far = play.go_on(limit)
        if seen is not None:
            seen.update(set(happened(command, play.events, play.state)))
        wanting, taken = loop.step(play.faces, given_so_far - 1)
        count += 1
        found = same(loop.field(), play.field(play.state))
        assert not found, (count, command, found)
        assert not wanting and taken == len(play.faces), (command, play.faces)
    return count
