"""What the simpler commands of a turn do, and which resolutions the others set going."""

from __future__ import annotations

from collections.abc import Callable

from . import attacking, morale, turns, waves
from .close import BreakFree, FirstAid, Grapple
from .commands import SPECS, Command
from .contests import PlainTest
from .movement import Disengage
from .scene import Scene
from .state import SURRENDERED, InUse, put

Declare = Callable[[Scene, Command], None]


def spend(scene: Scene, command: Command) -> None:
    """Takes the command's cost from the turn (C18)."""
    c, cost = scene[command.who], SPECS[command.do].cost
    if cost != "free":
        waves.alert(scene, c.id, "acted")
    if cost == "either":
        cost = command.args["as"]
    if cost == "significant":
        scene.change(c.id, significant=0)
    elif cost == "minor":
        scene.change(c.id, minors=c.minors - 1)


def aim(scene: Scene, command: Command) -> None:
    """C31: one target at a time (R47)."""
    scene.change(command.who, aim=command.target)
    scene.emit("aimed", who=command.who, target=command.target, rule="C31")


def reload(scene: Scene, command: Command) -> None:
    """R45, R66: after as many actions as the trait says the magazine is full."""
    c, weapon = scene[command.who], scene.state.weapon(command.weapon)
    assert weapon.magazine is not None
    done, needed = dict(c.reloading).get(weapon.id, 0) + 1, max(weapon.reload, 1)
    rest = tuple(r for r in c.reloading if r[0] != weapon.id)
    if done >= needed:
        scene.change(c.id, reloading=rest, ammo=put(c.ammo, weapon.id, weapon.magazine))
    else:
        scene.change(c.id, reloading=(*rest, (weapon.id, done)))
    scene.emit("reloaded", who=c.id, weapon=weapon.id, done=done, needed=needed, rule="R45")


def charge(scene: Scene, command: Command) -> None:
    """C84, R45: ready for one shot."""
    c = scene[command.who]
    scene.change(c.id, charged=(*c.charged, command.weapon))
    scene.emit("charged", who=c.id, weapon=command.weapon, rule="C84")


def ready(scene: Scene, command: Command) -> None:
    """C22, R30."""
    scene.change(command.who, readied=1)
    scene.emit("readied", who=command.who, rule="C22")


def move(scene: Scene, command: Command) -> None:
    """R32: the Minor move of a turn is noted."""
    if command.args["as"] == "minor":
        scene.change(command.who, moved=True)
    scene.settle("action_spent", who=command.who, do="move")
    scene.agenda.append(Disengage(command.who, command.to))


def take_cover(scene: Scene, command: Command) -> None:
    """R49: in use until one moves away; several may be."""
    c = scene[command.who]
    use = InUse(command.cover, command.fully)
    if any(u.cover == command.cover for u in c.cover):
        now = tuple(use if u.cover == command.cover else u for u in c.cover)
    else:
        now = (*c.cover, use)
    scene.change(c.id, cover=now)
    scene.emit("cover_taken", who=c.id, cover=command.cover, fully=command.fully, rule="R49")


def leave_cover(scene: Scene, command: Command) -> None:
    """R49."""
    c = scene[command.who]
    scene.change(c.id, cover=tuple(u for u in c.cover if u.cover != command.cover))
    scene.emit("cover_left", who=c.id, cover=[command.cover], rule="R49")


def posture(scene: Scene, command: Command) -> None:
    """R41."""
    prone = command.do == "drop_prone"
    scene.change(command.who, prone=prone)
    scene.emit("dropped_prone" if prone else "rose", who=command.who, rule="C20" if prone else "R41")


def handle(scene: Scene, command: Command) -> None:
    """C20: draw, stow or drop."""
    c, weapon = scene[command.who], command.weapon
    if command.do == "draw":
        scene.change(c.id, held=(*c.held, weapon))
    else:
        scene.change(c.id, held=tuple(w for w in c.held if w != weapon))
    if command.do == "drop":
        scene.change(c.id, carried=tuple(w for w in c.carried if w != weapon))
    kind = {"draw": "weapon_drawn", "stow": "weapon_stowed", "drop": "weapon_dropped"}[command.do]
    scene.emit(kind, who=c.id, weapon=weapon, rule="C20")


def minor(scene: Scene, command: Command) -> None:
    """C20: anything quick."""
    scene.emit("minor_taken", who=command.who, label=command.label, rule="C20")


def _then(step: Callable[[Command], object]) -> Declare:
    def declare(scene: Scene, command: Command) -> None:
        scene.settle("action_spent", who=command.who, do=command.do)
        scene.agenda.append(step(command))

    return declare


DECLARE: dict[str, Declare] = {
    "attack": attacking.declare_attack,
    "aim": aim,
    "suppress": attacking.declare_suppress,
    "reload": reload,
    "charge": charge,
    "ready": ready,
    "first_aid": _then(lambda c: FirstAid(c.who, c.target)),
    "grapple": _then(lambda c: Grapple(c.who, c.target)),
    "break_free": _then(lambda c: BreakFree(c.who, c.by)),
    "act": _then(lambda c: PlainTest(c.who, c.skill, c.characteristic, label=c.label or c.skill)),
    "move": move,
    "take_cover": take_cover,
    "leave_cover": leave_cover,
    "drop_prone": posture,
    "rise": posture,
    "draw": handle,
    "stow": handle,
    "drop": handle,
    "minor": minor,
    "delay": lambda scene, c: turns.delay(scene, c.who, c.after),
    "leave": lambda scene, c: scene.agenda.append(Disengage(c.who, None)),
    "surrender": lambda scene, c: morale.depart(scene, c.who, SURRENDERED),
    "end_turn": lambda scene, c: turns.end_turn(scene, c.who),
}
"""What each command of a turn does once its cost is taken."""
