"""Prompts: what the one who is asked sees, with the chances of every option."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.odds.command import of_state
from wanderstar.seats.prompt import prompts, reaction_odds
from wanderstar.seats.seat import Seat, Settings

GM = Seat("gm")


def exact(p: Any) -> Fraction:
    """A probability's fraction."""
    return Fraction(p["exact"])


def asks(at: Fight, who: str) -> list[dict[str, Any]]:
    """What a player of `who` is asked."""
    return prompts(at.table.state, at.table.run, Seat("player", (who,)), Settings())


BURST = """
    nyx standard @36 smg ranged+1 athletics+1
    bruno @15 pistol close+2 athletics+0 ranged+0 Str+ Dex- armor=4
    gorr standard @16 maul close+1
"""


@pytest.fixture
def burst() -> Fight:
    """The golden fight's burst at Bruno, before his reaction."""
    at = fight(BURST)
    at.table.order({"do": "attack", "who": "nyx", "weapon": "smg", "target": "bruno", "mode": "burst"})
    return at


def test_the_options_of_a_reaction(burst: Fight) -> None:
    """Dodging at Disadvantage works 42 times in 216; then the avoid roll is even. Illegal ones say why."""
    (prompt,) = asks(burst, "bruno")
    assert (prompt["key"], prompt["name"]) == ("reaction:bruno", "reaction")
    assert prompt["attack"]["damage"] == "2D+2"
    assert (prompt["attack"]["armor"], prompt["attack"]["band"]) == (7, "short")
    options = {option["value"]: option for option in prompt["options"]}
    none, dodge = options["none"]["odds"], options["dodge"]["odds"]
    assert exact(none["avoid"]) == Fraction(42, 216)
    assert exact(dodge["works"]) == Fraction(42, 216)
    assert exact(dodge["if_works"]) == Fraction(15, 36)
    assert exact(dodge["avoid"]) == Fraction(42, 216) * Fraction(15, 36) + Fraction(174, 216) * Fraction(
        42, 216
    )
    assert options["parry"]["refusal"]["rule"] == "C62"
    assert options["dive"]["refusal"]["rule"] == "C64"
    assert options["dodge"]["price"] == 0


def test_what_a_reaction_earns(burst: Fight) -> None:
    """R3: at Disadvantage each roll earns 1, so dodging earns 2; where it works the avoid roll is at neither edge and
    earns nothing. What a stranger earns is not told."""
    (prompt,) = asks(burst, "bruno")
    odds = {option["value"]: option["odds"] for option in prompt["options"]}
    assert (odds["none"]["earns"], odds["dodge"]["earns"]) == ([1, 1], [2, 1])
    assert (odds["dodge"]["gives"], odds["dodge"]["rolls"]) == (None, "bruno")


def test_what_a_paid_reaction_earns_does_not_hide_its_price() -> None:
    """C57, R3: a second dodge costs 1 Momentum and its roll at Disadvantage still earns 1."""
    at = fight(
        "orc standard @36 smg ranged+1\nbea @15 pistol Dex- momentum=2\nogre standard @40 rifle ranged+1"
    )
    at.attack("orc", "smg", "bea", "reaction 1 1 1; avoid 6 6 6", "reaction:bea dodge")
    at.turn("ogre")
    at.table.order({"do": "attack", "who": "ogre", "weapon": "rifle", "target": "bea"})
    (prompt,) = asks(at, "bea")
    dodge = next(option for option in prompt["options"] if option["value"] == "dodge")
    assert (dodge["price"], dodge["odds"]["earns"]) == (1, [2, 1])


def test_a_foes_dodge_that_works_earns_the_attacker() -> None:
    """C58, R3: the Disadvantage that it brings earns the attacker 1, who would earn nothing otherwise."""
    at = fight("ann @0 rifle ranged+1\norc standard @20 rifle athletics+1 boxes=9")
    at.table.order({"do": "attack", "who": "ann", "weapon": "rifle", "target": "orc"})
    (prompt,) = prompts(at.table.state, at.table.run, GM, Settings())
    odds = {option["value"]: option["odds"] for option in prompt["options"]}
    assert (odds["none"]["gives"], odds["dodge"]["gives"], odds["dodge"]["rolls"]) == ([0, 0], [1, 1], "ann")


def test_the_chances_are_those_of_the_enumeration(burst: Fight) -> None:
    """Trauma under each option is what playing every way of the rest gives."""
    assert burst.table.run is not None
    start = burst.table.run.start
    command = burst.table.run.command.to_json()
    (prompt,) = asks(burst, "bruno")
    for option in prompt["options"]:
        if option["refusal"] is not None:
            continue
        answers = {} if option["value"] == "none" else {"reaction:bruno": option["value"]}
        odds = of_state(start, command, answers)
        trauma = {int(n): exact(p) for n, p in option["odds"]["trauma"].items()}
        assert trauma == odds.trauma["bruno"]


def test_only_the_one_who_is_asked(burst: Fight) -> None:
    """The GM sees the prompt too; another player and a spectator do not."""
    state, run = burst.table.state, burst.table.run
    assert reaction_odds(state, run, "bruno", GM, Settings()) is not None
    assert reaction_odds(state, run, "bruno", Seat("spectator"), Settings()) is None
    assert reaction_odds(state, None, "bruno", GM, Settings()) is None


def test_dice_say_what_they_are_for(burst: Fight) -> None:
    """Three dice, keep the lowest two, plus Athletics: low Dexterity; then the avoid roll."""
    burst.table.answer({"reaction:bruno": "dodge"})
    (prompt,) = asks(burst, "bruno")
    assert (prompt["draw"], prompt["count"], prompt["edge"], prompt["bonus"]) == (
        "reaction",
        3,
        "disadvantage",
        0,
    )
    assert [r["rule"] for r in prompt["reasons"]] == ["R1"]
    burst.table.answer({"dice": [1, 1, 5]})
    (prompt,) = asks(burst, "bruno")
    assert (prompt["draw"], prompt["skill"]) == ("avoid", "Athletics")


def test_a_claim_says_what_it_changes() -> None:
    """Claiming Strength on a strike that was parried: 15/36 at an even roll against 42/216, for one Momentum."""
    at = fight(
        """
        ann @0 club close+0 Str+
        orc standard @1 club close+1
        """
    )
    at.table.order({"do": "attack", "who": "ann", "weapon": "club", "target": "orc"})
    at.table.answer({"reaction:orc": "parry"})
    (prompt,) = asks(at, "ann")
    assert prompt["name"] == "claim_attack"
    options = {option["value"]: option for option in prompt["options"]}
    assert options[True]["price"] == 1
    assert exact(options[True]["odds"]["success"]) == Fraction(15, 36)
    assert exact(options[False]["odds"]["success"]) == Fraction(42, 216)
    assert options[False]["odds"]["gain"] == 1
    assert options[False]["odds"]["trauma"] is None  # a stranger's armor


def test_dives_from_a_grenade() -> None:
    """A dive behind cover between oneself and the blast counts in the trauma."""
    at = fight(
        """
        orc standard @0 frag*2 ranged+1 held=frag
        ann @12 rifle athletics+1 armor=2
        #wall @11 solid
        """
    )
    at.table.order({"do": "attack", "who": "orc", "weapon": "frag", "at": 10})
    (prompt,) = asks(at, "ann")
    options = {option["value"]: option for option in prompt["options"]}
    stay, dive = options["none"]["odds"]["trauma"], options["dive:wall"]["odds"]["trauma"]
    assert exact(dive["0"]) > exact(stay["0"])
    assert options["dodge"]["refusal"]["rule"] == "C61"


def test_somebody_unseen_attacks() -> None:
    """The one who is shot at from nowhere rolls to avoid and is not told by whom."""
    at = fight(
        """
        spy standard @40 longrifle ranged+1 hidden
        ann @0 rifle athletics+1
        """
    )
    at.table.order({"do": "attack", "who": "spy", "weapon": "longrifle", "target": "ann"})
    (prompt,) = asks(at, "ann")
    assert prompt["draw"] == "avoid"
    assert prompt["attack"] == {"who": "?", "name": "somebody unseen"}
    assert "spy" not in str(prompt)


def test_a_claim_says_its_price_whoever_attacks() -> None:
    """R1, T22: what one pays is one's own to know, also against somebody unseen."""
    at = fight("orc standard @9 rifle hidden\nann @0 Dex+ momentum=3")
    at.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "ann"})
    (prompt,) = asks(at, "ann")
    assert (prompt["key"], prompt["attack"]["who"]) == ("claim_avoid:ann", "?")
    assert {option["value"]: option["price"] for option in prompt["options"]} == {True: 1, False: 0}


def test_a_claim_against_somebody_unseen_who_holds_one() -> None:
    """R1, R37: whoever breaks free of one whom it does not see is asked for its Advantage, too; no odds are told."""
    at = fight("ann @1 Str+ close+1 momentum=3\norc standard @0 close+1")
    at.set("ann", held_by="orc")
    at.set("orc", hidden=True)
    at.table.order({"do": "break_free", "who": "ann", "by": "opposed"})
    (prompt,) = asks(at, "ann")
    assert (prompt["key"], prompt["skill"]) == ("claim_test:ann", None)
    assert {option["value"]: option["price"] for option in prompt["options"]} == {True: 1, False: 0}
    assert "orc" not in str(prompt)


def test_a_pulled_blow_is_met_as_one() -> None:
    """C47: who is struck so is told that it would stun or pin, not wound."""
    at = fight("orc standard @0 close+1\nann @1 close+1")
    for pull, harm in (("stunned", "stun"), ("pinned", "pin"), (None, "trauma")):
        command = {"do": "attack", "who": "orc", "weapon": "unarmed", "target": "ann"}
        at.table.order(command | ({"pull": pull} if pull else {}))
        assert asks(at, "ann")[0]["attack"]["harm"] == harm
        at.table.cancel()
