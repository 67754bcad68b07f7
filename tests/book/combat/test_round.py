"""Chapter 11, The combat round."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.round import INITIATIVE_CHARACTERISTIC, initiative_key
from wanderstar.book.core_mechanic.difficulty import grade
from wanderstar.book.core_mechanic.roll import Edge, dice_rolled
from wanderstar.book.ruleset import DEFAULT, Tiebreak


class Rolled(NamedTuple):
    """One who rolled initiative."""

    name: str
    total: int
    dexterity: float
    is_character: bool


GOLDEN = (
    Rolled("Asha", 9, 9, True),
    Rolled("Bruno", 7, 5, True),
    Rolled("Cato", 9, 8, True),
    Rolled("Gorr", 7, 5, False),
    Rolled("Nyx", 7, 10, False),
    Rolled("Vex", 8, 7, False),
)
ROSTERS = st.lists(
    st.builds(Rolled, st.text("abc", max_size=3), st.integers(2, 12), st.integers(2, 15), st.booleans()),
    max_size=8,
)


def order(roster: tuple[Rolled, ...], tiebreak: int = DEFAULT.initiative_gm_tiebreak) -> list[str]:
    """The names in the order in which they act."""
    keys = {
        initiative_key(one.total, one.dexterity, one.is_character, place, tiebreak): one.name
        for place, one in enumerate(roster)
    }
    return [keys[key] for key in sorted(keys)]


def test_highest_first() -> None:
    """C13: turns run from the highest initiative down: 11, 8, 3."""
    assert order((Rolled("low", 3, 9, True), Rolled("high", 11, 2, False), Rolled("mid", 8, 7, True))) == [
        "high",
        "mid",
        "low",
    ]


def test_ties_by_dexterity() -> None:
    """C14: of two at 9 the one with Dexterity 9 acts before the one with 8, adversary or not."""
    assert order((Rolled("slow", 9, 8, True), Rolled("quick", 9, 9, False))) == ["quick", "slow"]


def test_last_word_on_ties() -> None:
    """C14, R28: level in total and Dexterity, characters act before adversaries and then the roster decides;
    with `initiative.gm_tiebreak = "roster"` the roster alone."""
    level = (Rolled("guard", 7, 5, False), Rolled("bruno", 7, 5, True), Rolled("dan", 7, 5, True))
    assert order(level) == ["bruno", "dan", "guard"]
    assert order(level, Tiebreak.ROSTER) == ["guard", "bruno", "dan"]


def test_order_of_six() -> None:
    """C13, C14, R28: 9 9 8 7 7 7 with two pairs of ties make Asha, Cato, Vex, Nyx, Bruno, Gorr."""
    assert order(GOLDEN) == ["Asha", "Cato", "Vex", "Nyx", "Bruno", "Gorr"]


def test_dexterity_edge_on_initiative() -> None:
    """C11, C12: initiative is 2D6, three dice for Dexterity 9 or 5, two for 7."""
    low, high = DEFAULT.characteristics_disadvantage_max, DEFAULT.characteristics_advantage_min
    grades = [Edge(grade(score, high, low)) for score in (9, 7, 5)]
    assert INITIATIVE_CHARACTERISTIC == "Dexterity"
    assert [(edge, dice_rolled(edge)) for edge in grades] == [
        (Edge.ADVANTAGE, 3),
        (Edge.NEUTRAL, 2),
        (Edge.DISADVANTAGE, 3),
    ]


@given(ROSTERS, st.sampled_from(Tiebreak))
def test_everyone_has_one_place(roster: list[Rolled], tiebreak: Tiebreak) -> None:
    """C10, C13, C14: everyone has exactly one place, and nobody acts before a higher total."""
    keys = [
        initiative_key(one.total, one.dexterity, one.is_character, place, tiebreak)
        for place, one in enumerate(roster)
    ]
    assert len(set(keys)) == len(roster)
    placed = [one for _, one in sorted(zip(keys, roster, strict=True), key=lambda pair: pair[0])]
    assert [(one.total, one.dexterity) for one in placed] == sorted(
        ((one.total, one.dexterity) for one in roster), reverse=True
    )
