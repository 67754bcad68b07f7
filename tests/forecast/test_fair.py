"""How many make it fair: found by doubling and halving, never against the run of the figures."""

from itertools import pairwise
from typing import Any

import pytest
from tests.forecast.duel import duel, state

from wanderstar.forecast import fair as numbers
from wanderstar.forecast.fair import Fair, copies, fair
from wanderstar.play.arguments import BadArgument
from wanderstar.play.refusal import Refusal


def found(source: Any, who: str, **flags: Any) -> Fair:
    """An answer, of forty fights a number."""
    answer = fair(source, who, **{"fights": 40, "seed": 1, "engine": True, **flags})
    assert not isinstance(answer, Refusal)
    return answer


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_copies_are_that_many(count: int) -> None:
    """So many blues, each with an id of its own, the reds as they were, in the same order of the roster."""
    made = copies(duel(2, 3), "blue", count)
    people = state(made).combatants.values()
    assert [c.id for c in people if c.side == "reds"] == ["red-1", "red-2"]
    assert sum(c.person.id == "blue" for c in people) == count
    assert {c.at for c in people if c.side == "blues"} == {10}


def test_as_many_as_there_are_changes_nothing() -> None:
    """Three of three are the encounter itself."""
    assert copies(duel(2, 3), "blue-2", 3).combatants == duel(2, 3).combatants


def test_an_even_fight_of_equals() -> None:
    """Two against equals: one is too few, four are too many; the answer lies between, and says so."""
    answer = found(duel(2, 1), "blue", chance=0.5)
    assert answer.fair in (2, 3)
    assert (answer.who, answer.whose, answer.now) == ("blue", "blues", 1)
    counts = [one.many for one in answer.tried]
    assert counts == sorted(counts) and answer.fair in counts


def test_more_foes_never_help() -> None:
    """With the same luck, the chance falls from each number that was tried to the next, or stays."""
    values = [one.win.value for one in found(duel(3, 1), "blue", chance=0.2).tried]
    assert all(after <= before + 0.08 for before, after in pairwise(values))
    assert values[0] > values[-1]


def test_none_is_few_enough() -> None:
    """One red with a feather against one gun: already less than half, and told so."""
    answer = found(duel(1, 1, weapons=["feather"]), "blue")
    assert answer.fair is None
    assert "already less than 50 %" in answer.why


def test_none_is_many_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blues who only stand there: even the most that are tried leave the reds more than half."""
    monkeypatch.setattr(numbers, "MOST", 7)
    answer = found(duel(3, 1, gap=5), "blue", tactic="blues=passive", fights=2, rounds=200)
    assert answer.fair is None
    assert answer.why.startswith("even 7 of Blue leave the others 100.0 %")


def test_the_json_and_the_rows() -> None:
    """Every number that was tried, with its interval."""
    answer = found(duel(2, 1), "blue", fights=10)
    told = answer.to_json()
    assert told["fair"] == answer.fair and told["seed"] == 1
    assert [one["count"] for one in told["tried"]] == [row["count"] for row in answer.rows()]
    assert all(row["low"] <= row["value"] <= row["high"] for row in answer.rows())
    assert "chance of the others" in answer._repr_html_()


def test_it_can_be_stopped() -> None:
    """What is known so far, labelled."""
    answer = fair(
        duel(2, 2), "blue", seed=1, fights=50, engine=True, watch=lambda progress: progress.part > 0.05
    )
    assert isinstance(answer, Fair)
    assert answer.stopped and answer.to_json()["stopped"] is True


@pytest.mark.parametrize(
    ("who", "flags", "argument"),
    [("nobody", {}, "fair"), ("blue", {"chance": 0}, "chance"), ("blue", {"chance": 1.5}, "chance")],
)
def test_what_cannot_be_asked(who: str, flags: dict[str, Any], argument: str) -> None:
    """Named in a line."""
    with pytest.raises(BadArgument) as caught:
        found(duel(), who, **flags)
    assert caught.value.argument == argument
