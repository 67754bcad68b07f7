"""`h`: what a tactic would do now, as a suggestion, with the figures that speak for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...book.combat.cover import GRADES, Grade
from ...play.asks import Choice
from ...play.commands import read
from ...play.refusal import Refusal
from ...play.resolve import Run
from ...play.state import State
from ...seats.composer import attack_command, odds_of
from ...seats.cut import Known
from ...seats.names import NOBODY, Names
from ...tactics.cast import DEFAULT, TACTICS, Cast, deciders
from ...tactics.tactic import PASSIVE, Tactic
from .asked import Option
from .choices import Item
from .words import brief, percent


def adviser(cast: Cast, state: State, who: str) -> Tactic:
    """The tactic that would play somebody if nobody did; one that does nothing gives no advice."""
    found = cast.with_persons(()).of(state, who)
    return TACTICS[DEFAULT] if found is None or found == PASSIVE else found


def hinted(state: State, who: str, legal: Sequence[Item], k: Known, names: Names, cast: Cast) -> str:
    """`nearest would take choice 3, burst at Vex: 58 % hit · 41 % trauma`; `legal` are the choices as numbered."""
    tactic = adviser(cast, state, who)
    command = tactic.command(state, who)
    said = bare(command)
    for number, item in enumerate(legal, 1):
        if bare(item.command) == said:
            to = f" to {json.dumps(command['to'])}" if "to" in command else ""
            why = reason(k, names, item)
            tail = f": {why}" if why else ""
            return f"{tactic.name} would take choice {number}, {item.label.removesuffix('…')}{to}{tail}."
    rest = {key: value for key, value in command.items() if key not in ("do", "who")}
    what = " ".join([command["do"].replace("_", " "), *(f"{key} {value}" for key, value in rest.items())])
    return f"{tactic.name} would {what}."


def reason(k: Known, names: Names, item: Item) -> str:
    """What speaks for a choice, in figures."""
    command = item.command
    if command["do"] == "aim":
        return after_aiming(k, command["who"], command["target"])
    if command["do"] == "take_cover":
        cover = k.state.covers[command["cover"]]
        worth = Grade.SOLID if command.get("fully") else GRADES[cover.grade]
        return f"armor +{int(worth)} against what comes from beyond it"
    return brief(item.odds, names)


def after_aiming(k: Known, who: str, target: str) -> str:
    """`58 % → 81 % next turn`: the chance to hit now, and with the aim bought, with the first weapon in hand that
    shoots; nothing where there is none."""
    c = k.state.combatants[who]
    weapon = next((w for w in c.held if k.state.weapon(w).band is not None), None)
    if weapon is None:
        return ""
    command = attack_command(k.state, who, weapon, target)
    assert command is not None
    aimed = k.state._replace(combatants={**k.state.combatants, who: c._replace(aim=target)})
    now, then = (odds_of(known, command, NOBODY) for known in (k, k._replace(state=aimed)))
    if now is None or then is None or now["kind"] != "attack":
        return ""
    best = then["claimed"] or then["unclaimed"]
    price = f" for {then['claim']['price']} Momentum" if then["claimed"] else ""
    first, second = (branch["cases"][0]["hit"] for branch in (now["unclaimed"], best))
    return f"{percent(first)} → {percent(second)} next turn{price}"


def bare(data: dict[str, Any]) -> dict[str, Any]:
    """A command without what goes without saying, and without where it leads."""
    command = read(data)
    full = data if isinstance(command, Refusal) else command.to_json()
    return {key: value for key, value in full.items() if key != "to"}


def answered(run: Run, ask: Choice, found: Sequence[Option], own: Sequence[str], cast: Cast) -> str:
    """`nearest would take choice 2, Dodge: 58 % avoided`; `found` are the options as numbered."""
    who = next((one for one in deciders(ask) if one in own), ask.who)
    tactic = adviser(cast, run.state, who)
    value = tactic.answer(run, ask)
    for option in found:
        if option.number and option.value == value:
            return f"{tactic.name} would take choice {option.number}, {option.text}."
    return f"{tactic.name} would answer {value}."
