"""What to do now, for who has never seen a table: a card that follows the state and can be put away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .models import outcome


class Step(NamedTuple):
    """One card: a heading, what to do in a few words, a little more, the rules behind it."""

    step: str
    title: str
    text: str
    rules: tuple[str, ...] = ()


BEGIN = Step(
    "Before the fight",
    "Begin the fight.",
    "Everybody rolls initiative. Players’ links: Seats and links. Alone? Then act and answer for all.",
    ("C11",),
)
ASKED_GM = Step(
    "Somebody is asked",
    "The question is on their own screen.",
    "You may answer for them here, take the safe default, or cancel the command.",
)
FOE_ACTS = Step(
    "An adversary’s turn",
    "{name} acts.",
    "Choose target and weapon by the odds, or press Let it play.",
    ("C18",),
)
PLAYER_ACTS = Step(
    "A player’s turn",
    "{name} acts.",
    "Their page shows the same; you may act for them. One Significant action, three Minor, then End turn.",
    ("C18", "C20"),
)
ASKED_YOURSELF = Step(
    "You are asked",
    "Answer below.",
    "The number is the chance, the bar what may come of it. Or take the safe default, or cancel the command.",
)
OVER = Step(
    "The end",
    "{outcome}.",
    "Set the next encounter, rest, or export the log; Undo goes back as far as you like.",
)
ASKED = Step(
    "You are asked",
    "Choose one.",
    "The number is your chance, the bar what may come of it. Nothing happens until you choose.",
)
ASKED_DICE = Step(
    "You are asked",
    "Roll.",
    "Tap and the server rolls, or roll your own dice and type what they show, each with a tap.",
)
WAIT_BEGIN = Step(
    "Before the fight", "The GM begins.", "Meanwhile read your sheet; the order shows who is there."
)
MY_TURN = Step(
    "Your turn",
    "One Significant action, three Minor.",
    "Pick a target, look at the odds, attack. Or aim first: it helps the next shot.",
    ("C18", "C31"),
)
MY_TURN_LATE = Step(
    "Your turn", "Significant action used.", "Move or take cover if you like, then End turn.", ("C20",)
)
MY_TURN_WAITS = Step(
    "Your turn", "Somebody else is asked.", "Your action is under way; it goes on once they have answered."
)
OVER_FOR_US = Step("The end", "{outcome}.", "Your sheet shows how it left you; the log can be exported.")
NOT_MINE = Step(
    "Not your turn", "Watch map and log.", "When you are asked, this page says so and the phone buzzes."
)


def coach(view: Mapping[str, Any]) -> Step | None:
    """The card for a seat now; None where there is nothing to explain."""
    if view["role"] == "gm":
        return gm_step(view)
    return player_step(view) if view["role"] == "player" else None


def told(step: Step, view: Mapping[str, Any]) -> Step:
    """A card of the end, with who won."""
    won = outcome(view)
    return step._replace(title=step.title.format(outcome=won[0].upper() + won[1:]))


def gm_step(view: Mapping[str, Any]) -> Step | None:
    """The GM's next step."""
    if view["over"]:
        return told(OVER, view)
    if not view["round"]:
        return BEGIN
    if view["pending"]:
        return ASKED_YOURSELF if "gm" in view["waiting"] else ASKED_GM
    if view["turn"] is None:
        return None
    c = view["combatants"][view["turn"]]
    step = PLAYER_ACTS if c["kind"] == "character" else FOE_ACTS
    return step._replace(title=step.title.format(name=c["name"]))


def player_step(view: Mapping[str, Any]) -> Step | None:
    """A player's next step."""
    if view["pending"]:
        return ASKED_DICE if all("draw" in ask for ask in view["pending"]) else ASKED
    if not view["you"]:
        return None
    if view["over"]:
        return told(OVER_FOR_US, view)
    if not view["round"]:
        return WAIT_BEGIN
    if view["turn"] not in view["you"]:
        return NOT_MINE
    if view["waiting"]:
        return MY_TURN_WAITS
    return MY_TURN if view["combatants"][view["turn"]]["significant"] else MY_TURN_LATE
