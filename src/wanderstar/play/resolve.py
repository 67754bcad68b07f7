"""One command resolved: legality, then its agenda of small resolutions, each folded in before the next.

A `Run` is a command under way. It is a value: giving it an answer makes another one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from . import acting, carrying_on, gm
from .asks import Answer, Answers, Choice, Draw, Wanted, Why, check
from .commands import SPECS, Command, read, resolve
from .legal import check as check_legal
from .legal import check_turn
from .refusal import Refusal, Refused, refuse
from .scene import Event, Scene
from .state import State
from .upkeep import upkeep


@dataclass(frozen=True)
class Run:
    """A command being resolved: `state` and `events` up to the last finished step, the `agenda` still to come.

    `given` are the answers to the step under way, `taken` those of finished steps; `asks` what it waits for
    (empty: done).
    """

    command: Command
    start: State
    state: State
    events: tuple[Event, ...] = ()
    agenda: tuple[Any, ...] = ()
    given: tuple[Answer, ...] = ()
    taken: tuple[Answer, ...] = ()
    asks: tuple[Choice | Draw, ...] = ()
    unasked: tuple[tuple[str, Why], ...] = ()

    @property
    def done(self) -> bool:
        """Whether the command is complete."""
        return not self.asks

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers so far, in the order asked."""
        return self.taken + self.given

    def advance(self) -> Run:
        """Runs steps until an answer is missing or nothing is left; raises Refused for an illegal answer."""
        run = self
        while run.agenda:
            scene, ask = Scene(run.state), Answers(run.given)
            try:
                run.agenda[0].run(scene, ask)
            except Wanted as wanted:
                return replace(run, asks=wanted.asks)
            run = fold(run, scene, ask)
        return replace(run, asks=())

    def answer(self, answer: Answer) -> Run:
        """The run with one more answer, not yet advanced; raises Refused when it is not asked or not legal."""
        if answer.key == "dice":
            for ask in self.asks:
                if isinstance(ask, Draw):
                    _check_faces(ask, answer.value)
                    return replace(self, given=(*self.given, answer), asks=())
            raise Refused(
                refuse("bad_value", field="dice", found=list(answer.value), expected="no dice are asked")
            )
        for ask in self.asks:
            if isinstance(ask, Choice) and ask.key == answer.key:
                check(ask, answer.value)
                return replace(self, given=(*self.given, answer), asks=())
        raise Refused(self.not_asked(answer.key, answer.value))

    def not_asked(self, key: str, value: Any) -> Refusal:
        """Why a value that nobody asked for is refused: by the latest reason there was not to ask."""
        whys = [why for known, why in self.unasked if known == key]
        scene, ask = Scene(self.state), Answers(self.given)
        if self.agenda:
            with suppress(Wanted, Refused):
                self.agenda[0].run(scene, ask)
            whys += ask.unasked.get(key, [])
        for why in reversed(whys):
            code = why(value)
            if code:
                return refuse(code, key=key, value=value)
        expected = [a.key for a in self.asks]
        return refuse("bad_value", field=key, found=value, expected=expected, because="not asked")


def _check_faces(draw: Draw, faces: Any) -> None:
    if not isinstance(faces, tuple | list) or len(faces) != draw.count:
        raise Refused(
            refuse("bad_value", field="dice", found=faces, expected=f"{draw.count} faces for {draw.name}")
        )
    for face in faces:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
            raise Refused(refuse("bad_value", field="dice", found=face, expected="faces from 1 to 6"))


def fold(run: Run, scene: Scene, ask: Answers) -> Run:
    """The run after a finished step, with what followed from it."""
    agenda = (*scene.agenda, *run.agenda[1:])
    scene.agenda = []
    scene.settle("settled")
    upkeep(scene)
    agenda += tuple(scene.agenda)
    unasked = tuple((key, why) for key, whys in ask.unasked.items() for why in whys)
    return replace(
        run,
        state=scene.state,
        events=run.events + tuple(scene.events),
        agenda=() if scene.state.over and not run.start.over else agenda,
        given=(),
        taken=run.taken + tuple(ask.used),
        unasked=run.unasked + unasked,
    )


def prepare(state: State, data: Any) -> Command | Refusal:
    """A legal command from its JSON object, with full ids, or the refusal."""
    late = check_turn(state, data)
    if late is not None:
        return late
    command = read(data)
    if isinstance(command, Refusal):
        return command
    try:
        command = resolve(command, state.combatants)
    except Refused as refused:
        return refused.refusal
    refusal = check_legal(state, command)
    if refusal is not None:
        return refusal
    return carrying_on.spelled_out(state, command) if command.do == "encounter" else command


def start(state: State, command: Command) -> Run:
    """A legal command's run: its cost taken, its first resolutions on the agenda. Not yet advanced."""
    scene = Scene(state)
    if SPECS[command.do].gm:
        gm.DECLARE[command.do](scene, command)
    else:
        acting.spend(scene, command)
        acting.DECLARE[command.do](scene, command)
    scene.settle("action_spent", who=command.who, do=command.do)
    upkeep(scene)
    agenda = tuple(scene.agenda)
    return Run(command, state, scene.state, tuple(scene.events), agenda)
