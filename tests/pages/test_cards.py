"""The cards of what is asked, of what to do, and of how it ended: their words and which option stands out."""

from __future__ import annotations

from typing import Any

from tests.play.positions import Fight, fight

from wanderstar.seats.prompt import prompts
from wanderstar.seats.seat import Seat, Settings
from wanderstar.seats.view import view
from wanderstar.table import models_prompts
from wanderstar.table.models import waiting_for
from wanderstar.table.models_coach import coach

GM = Seat("gm")


def seen(at: Fight, seat: Seat) -> dict[str, Any]:
    """What a seat sees."""
    return view(at.table.state, at.table.asks, seat, Settings())


def cards(at: Fight, seat: Seat) -> list[dict[str, Any]]:
    """What a seat is asked, as its page shows it."""
    asked = prompts(at.table.state, at.table.run, seat, Settings())
    return models_prompts.prompts(seen(at, seat), asked, "")


def player(who: str) -> Seat:
    """The player of one character."""
    return Seat("player", (who,))


def main(card: dict[str, Any]) -> list[Any]:
    """The options that stand out."""
    return [one["value"] for one in card["options"] if one["main"]]


STRUCK = """
    orc standard @0 club close+1
    ann @1 club close+2 athletics+0
"""


def test_the_best_chance_stands_out() -> None:
    """Of dodging untrained and parrying trained the parry is shown first; then Close Quarters before Athletics."""
    at = fight(STRUCK)
    at.table.order({"do": "attack", "who": "orc", "weapon": "club", "target": "ann"})
    (card,) = cards(at, player("ann"))
    chances = {one["value"]: one["chance"] for one in card["options"] if one["refusal"] is None}
    assert chances["parry"] > chances["dodge"] > chances["none"]
    assert main(card) == ["parry"]
    at.table.answer({"reaction:ann": "none"})
    (card,) = cards(at, player("ann"))
    assert card["title"] == "Avoid with which skill?"
    chances = {one["value"]: one["chance"] for one in card["options"]}
    assert chances["Close Quarters"] > chances["Athletics"]
    assert main(card) == ["Close Quarters"]
    assert card["text"].startswith("orc: club, ")


def test_equal_chances_leave_the_safe_default() -> None:
    """A static reaction that cannot succeed (R20) changes nothing: its card says why, and none stands out over it."""
    at = fight(
        """
        ann @0 rifle ranged+2
        orc standard @9 club athletics+0
        """
    )
    at.table.order({"do": "attack", "who": "ann", "weapon": "rifle", "target": "orc"})
    (card,) = cards(at, GM)
    options = {one["value"]: one for one in card["options"]}
    assert options["dodge"]["chance"] == options["none"]["chance"]
    assert main(card) == ["none"]
    assert options["dodge"]["aside"].startswith("Cannot work: 7 + 0 is below 8.")


def test_a_reaction_that_adds_nothing_says_why() -> None:
    """Edges do not add up (T24): with an Advantage on avoiding already a working reaction changes no chance."""
    at = fight(STRUCK)
    assert at.table.order({"do": "edge", "who": "ann", "edge": "advantage", "on": "fight", "price": 0})
    at.table.order({"do": "attack", "who": "orc", "weapon": "club", "target": "ann"})
    (card,) = cards(at, player("ann"))
    options = {one["value"]: one for one in card["options"]}
    assert options["parry"]["chance"] == options["none"]["chance"]
    assert options["parry"]["aside"].endswith("Adds nothing: there is an Advantage already.")
    assert "Adds nothing" not in options["none"]["aside"]
    assert main(card) == ["none"]


def test_a_claim_on_a_called_test_names_it() -> None:
    """Skill, characteristic and what the GM said is at stake (T29)."""
    at = fight("ann @0 rifle athletics+1 Dex+\norc standard @9 club")
    test = {"do": "test", "who": "ann", "skill": "Athletics", "stakes": "the rope"}
    assert at.table.order(test)
    (card,) = cards(at, player("ann"))
    assert card["title"] == "Claim an Advantage on Athletics, Dexterity?"
    assert card["text"] == "At stake: the rope."
    at.table.answer({"claim_test:ann": False})
    (card,) = cards(at, player("ann"))
    assert card["title"] == "Test: Athletics, Dexterity"
    step = coach(seen(at, player("ann")))
    assert step is not None and step.title == "Roll."
    assert card["wanted"] == "Wanted: 8 or more with +1: 7 or more on the dice."


def test_a_claim_against_an_attack_names_it() -> None:
    """The attacker and its weapon, and the test that the claim is for."""
    at = fight(
        """
        orc standard @9 rifle ranged+1
        ann @0 rifle athletics+1 Dex+
        """
    )
    at.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "ann"})
    at.table.answer({"reaction:ann": "none"})
    (card,) = cards(at, player("ann"))
    assert card["title"] == "Claim an Advantage on avoiding orc, rifle?"
    assert card["text"].startswith("Athletics, Dexterity. ")


def test_who_is_asked_reads_it_so() -> None:
    """One's own ask is no waiting for oneself; the GM's own card does not speak of another screen."""
    at = fight(STRUCK)
    at.table.order({"do": "attack", "who": "orc", "weapon": "club", "target": "ann"})
    assert waiting_for(seen(at, player("ann"))) == "You are asked: reaction"
    step = coach(seen(at, GM))
    assert step is not None and step.title == "The question is on their own screen."
    back = fight("ann @0 rifle ranged+2\norc standard @9 club athletics+1")
    back.table.order({"do": "attack", "who": "ann", "weapon": "rifle", "target": "orc"})
    step = coach(seen(back, GM))
    assert step is not None and step.title == "Answer below."
    step = coach(seen(back, player("ann")))
    assert step is not None and step.title == "Somebody else is asked."


def test_the_end_names_the_winner() -> None:
    """The side's name, or that it is a draw, in the line of what is awaited and on every card."""
    for winner, words in ((None, "a draw"), ("side", "won")):
        at = fight(STRUCK)
        side = at.table.state.combatants["ann"].side if winner else None
        assert at.table.order({"do": "end", "winner": side})
        for seat in (GM, player("ann"), Seat("spectator")):
            found = seen(at, seat)
            assert waiting_for(found).startswith("The fight is over: ")
            assert waiting_for(found).endswith(words)
            step = coach(found)
            assert (
                step is None if seat.role == "spectator" else step is not None and words in step.title.lower()
            )


def test_answers_given_are_told_in_words() -> None:
    """What the GM may take back is named as people say it."""
    found = seen(fight(STRUCK), GM)
    assert models_prompts.answered(found, "reaction:ann", "parry") == ("Reaction, ann", "parry")
    assert models_prompts.answered(found, "claim_reaction:ann", False) == (
        "Claim on the reaction, ann",
        "not claimed",
    )
    assert models_prompts.answered(found, "dice", (3, 4), "avoid:ann") == ("Avoid, ann", "3, 4")
    assert models_prompts.answered(found, "reaction:ann", "dive:wall") == (
        "Reaction, ann",
        "dives behind wall",
    )
