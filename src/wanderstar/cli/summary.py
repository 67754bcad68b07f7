"""What a fight ends with: who stands, with how much trauma, Momentum and ammunition; refusals and stops."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from ..play.asks import Choice, Draw
from ..play.refusal import Refusal
from ..play.replay import Replayed
from ..play.state import Combatant, State
from ..seats.sentences_refusals import refusal_text
from ..sheets.model import Encounter, Placed
from .bars import Style, columns, fitted
from .options import print_json
from .page import Page, padded

NAME = 24


def opening(encounter: Encounter, seed: str | None, style: Style) -> list[str]:
    """What is to be played: the encounter, its sides, the seed, what its author tells the GM."""
    page = Page(style)
    page.heading(encounter.name, "" if seed is None else f"seed {seed}")
    for side in encounter.sides:
        names = [coming(one) for one in encounter.combatants if one.side == side.id and not one.hidden]
        hidden = sum(one.side == side.id and one.hidden for one in encounter.combatants)
        more = [f"{hidden} hidden"] if hidden else []
        page.put(f"{side.name}: {', '.join([*names, *more]) or 'nobody'}", 2)
    for paragraph in encounter.notes.splitlines():
        if paragraph.strip():
            page.put(" ".join(paragraph.split()), 2, colour="dim")
    return [*page.lines, ""]


def coming(one: Placed) -> str:
    """A combatant's name, with the round of one who comes in later."""
    return one.name if (one.enters or 1) <= 1 else f"{one.name} (round {one.enters})"


def summary(state: State, style: Style) -> list[str]:
    """A line for everybody, side by side."""
    page = Page(style)
    page.put(f"After round {state.round}" if state.round else "Before the fight", 0, colour="strong")
    sides = {side.id: side.name for side in state.encounter.sides}
    wide = max((columns(page.tracks(c)) for c in state.combatants.values()), default=0)
    for side in dict.fromkeys(c.side for c in state.combatants.values()):
        page.put(sides.get(side, side), 2, colour="dim")
        for c in state.combatants.values():
            if c.side == side:
                page.put(_person(c, state, page, wide), 4)
    return page.lines


def _person(c: Combatant, state: State, page: Page, wide: int) -> str:
    """Name, boxes, condition, Momentum, ammunition."""
    tracks = padded(page.tracks(c), wide)
    condition = (
        "dead" if c.dead else c.gone or "out" if c.out else ", ".join(x.name for x in c.conditions) or "up"
    )
    shown = page.style.paint(f"{condition:<8}", "bad" if c.out else "good")
    pool = "" if c.momentum is None else f"Momentum {c.momentum}"
    rounds = ", ".join(f"{state.weapon(w).name} {left}" for w, left in c.ammo)
    return f"{fitted(c.name, NAME, page.style)} {tracks}  {shown} {pool:<10}  {rounds}".rstrip()


def seen(view: dict[str, Any], style: Style) -> list[str]:
    """A player's own view: everybody seen, their health in words, and what is asked."""
    page = Page(style)
    page.put(f"After round {view['round']}" if view["round"] else "Before the fight", 0, colour="strong")
    for c in view["combatants"].values():
        marks = ", ".join(f"{track} {n} of {c['boxes'][track]}" for track, n in c.get("trauma", {}).items())
        pool = f"  Momentum {c['momentum']}" if c.get("momentum") is not None else ""
        page.put(f"{padded(c['name'], NAME)} {c['health'] or 'unknown':<11} {marks}{pool}".rstrip(), 2)
    for ask in view["pending"]:
        page.put(f"waiting for {ask['key']}", 0)
    return page.lines


def awaited(asks: Sequence[Choice | Draw], style: Style) -> list[str]:
    """What an open command waits for."""
    return [style.plain(f"waiting for {_ask(ask)}") for ask in asks]


def _ask(ask: Choice | Draw) -> str:
    if isinstance(ask, Draw):
        return f"{ask.count} dice of {ask.who}: {ask.name.replace('_', ' ')}"
    return f"{ask.key}: {', '.join(str(option) for option in ask.options)}"


def verdict(replayed: Replayed, style: Style) -> list[str]:
    """What verifying found."""
    if replayed.wrong is None:
        return []
    if replayed.wrong:
        return ["", style.paint("not verified:", "bad"), *(f"  {line}" for line in replayed.wrong)]
    what = "every event follows from the rules"
    dice = (
        "every die of the server from the seed"
        if replayed.table.seed
        else "no seed is shown to check dice by"
    )
    n = replayed.table.n
    count = f"{n} command{'' if n == 1 else 's'}"
    return ["", style.paint(f"verified: {count}; {what}, {dice}", "good")]


def refused(refusal: Refusal, as_json: bool) -> int:
    """Says a refusal, as JSON with `--json`; the exit code."""
    text = refusal_text(refusal.to_json())
    if as_json:
        print_json({"refusal": {**refusal.to_json(), "text": text}})
    print(f"refused ({refusal.code}): {text}", file=sys.stderr)
    return 1


def stopped(why: dict[str, Any], prog: str) -> None:
    """Says on standard error where a script stopped, and why."""
    refusal = why.get("refusal")
    text = "" if refusal is None else f". {refusal['text']}"
    print(f"{prog}: the script stopped at line {why['line']}: {why['why']}{text}", file=sys.stderr)
