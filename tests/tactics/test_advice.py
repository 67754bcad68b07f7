"""Advice: the command that a tactic gives, and its reason with figures."""

from random import Random
from typing import Any

import pytest
from tests.soak import encounters
from tests.tactics.turns import state

from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare
from wanderstar.tactics.advice import advice
from wanderstar.tactics.cast import TACTICS
from wanderstar.tactics.fight import Stage, fight

RIFLE = "ann @0 rifle ranged+1"


def reason(text: str, **fields: Any) -> str:
    """The reason of `focus` for the first one's next command."""
    return advice(state(text, **fields), "ann").reason


def test_a_shot_tells_its_chance_and_its_boxes() -> None:
    """+1 hits with 126 of 216 rolls; 3D against armor 5 marks 347/216 boxes a hit: 58 %, 0.9 boxes."""
    text = f"{RIFLE}\n orc elite @20 club armor=2 boxes=4 athletics-3"
    assert reason(text) == "shoots at orc with rifle: 58 % to hit, 0.9 boxes"


def test_an_aim_tells_both_chances() -> None:
    """Beyond 100 m with a Scope and +0: 42 of 216 unaimed, 147 of 216 aimed."""
    text = "ann @0 longsniper ranged+0\n orc standard @120 rifle"
    assert reason(text) == "aims at orc: 19 % → 68 % next turn"


def test_cover_tells_what_it_saves() -> None:
    """Both figures are boxes a round, the smaller one first."""
    told = reason(f"{RIFLE}\n orc standard @20 rifle ranged+2\n #crate @1 solid hides")
    assert told.startswith("fully behind crate its foes mark ")


def test_other_reasons() -> None:
    """Reloading tells the rounds left, a move where the next attack is made from."""
    assert reason(f"{RIFLE}\n orc standard @20 rifle", ammo=(("rifle", 0),), moved=True).endswith(
        "0 of 10 rounds left"
    )
    assert "from there" in reason("ann @0 club close+2\n orc standard @5 club")


@pytest.mark.parametrize("seed", range(12))
def test_advice_is_what_the_tactic_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In random fights the command of an advice is the tactic's own, legal, and has a reason."""
    order = Stage.order

    def watched(stage: Stage, command: dict[str, Any]) -> bool:
        now = stage.table.settled
        if now.turn is not None and command.get("who") == now.turn and command["do"] != "reveal":
            tactic = stage.cast.of(now, now.turn)
            assert tactic is not None
            advised = advice(now, now.turn, tactic.name)
            assert advised.command == TACTICS[tactic.name].command(now, now.turn)
            assert not isinstance(prepare(now, advised.command), Refusal)
            assert advised.reason
        return order(stage, command)

    monkeypatch.setattr(Stage, "order", watched)
    fight(encounters.encounter(Random(seed)), seed=seed, rounds=4, tactic=["focus", "careful"][seed % 2])
