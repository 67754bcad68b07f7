"""Chapter 5, Degrees of outcome, at the table: two results, four flags, and what follows from them: nothing."""

from __future__ import annotations

import pytest

from .company import company

EIGHT = {"Untrained": -8, "Novice": 0, "Trained": 1, "Professional": 2, "Expert": 8}


def test_t32_two_results_only() -> None:
    """T32: whatever the margin, the outcome is success or failure."""
    f = company()
    for a in range(1, 7):
        for b in range(1, 7):
            told = f.do("test", "bea", f"test {a} {b}", skill="Sneaking").test("test")
            assert told["outcome"] == ("success" if a + b + 1 >= 8 else "failure")


@pytest.mark.parametrize(
    ("dice", "margin", "outcome", "flags"),
    [
        ("4 3", 0, "success", ["barely"]),  # T33
        ("4 2", -1, "failure", ["near_miss"]),  # T34
        ("1 1", -5, "failure", ["natural_2"]),  # T35
        ("6 6", 5, "success", ["natural_12"]),  # T36
        ("5 4", 2, "success", []),
        ("3 2", -2, "failure", []),
    ],
)
def test_r10_flags(dice: str, margin: int, outcome: str, flags: list[str]) -> None:
    """R10, R58: margin 0, margin -1 and the naturals are told, with +1, as flags beside the outcome."""
    told = company().do("test", "bea", f"test {dice}", skill="Sneaking").test("test")
    assert (told["margin"], told["outcome"], told["flags"]) == (margin, outcome, flags)


def test_t33_margin_zero_is_a_success() -> None:
    """T33: exactly 8 is a success, and the GM may add a complication: `barely`."""
    told = company().do("test", "bea", "test 5 2", skill="Sneaking").test("test")
    assert (told["total"], told["outcome"], told["flags"]) == (8, "success", ["barely"])


def test_t34_margin_minus_one_is_a_failure() -> None:
    """T34: 7 is a failure, and the GM may offer partial success at a cost: `near_miss`."""
    told = company().do("test", "bea", "test 5 1", skill="Sneaking").test("test")
    assert (told["total"], told["outcome"], told["flags"]) == (7, "failure", ["near_miss"])


def test_t35_natural_two_fails_whatever_the_bonus() -> None:
    """T35, R9: with +8 a 1 and a 1 make 10, margin +2, and fail; the numbers stay as the dice made them."""
    f = company({"skills.ranks": EIGHT})
    told = f.do("test", "ann", "test 1 1", skill="Deceive").test("test")
    assert (told["total"], told["margin"], told["outcome"]) == (10, 2, "failure")
    assert told["flags"] == ["natural_2"]


def test_t36_natural_twelve_succeeds_whatever_the_penalty() -> None:
    """T36, R9: with -8 a 6 and a 6 make 4 and succeed."""
    f = company({"skills.ranks": EIGHT})
    told = f.do("test", "bea", "test 6 6", skill="Recon").test("test")
    assert (told["total"], told["margin"], told["outcome"]) == (4, -4, "success")
    assert told["flags"] == ["natural_12"]


def test_r9_naturals_as_mere_flags() -> None:
    """R9: the other reading tells the naturals and lets the total decide."""
    f = company({"skills.ranks": EIGHT, "natural.mode": "flags_only"})
    low = f.do("test", "ann", "test 1 1", skill="Deceive").test("test")
    high = f.do("test", "bea", "test 6 6", skill="Recon").test("test")
    assert (low["outcome"], low["flags"]) == ("success", ["natural_2"])
    assert (high["outcome"], high["flags"]) == ("failure", ["natural_12"])


def test_r9_natural_are_the_kept_dice() -> None:
    """R9: 1, 1, 6 at Advantage keeps 1 and 6 and is no natural 2; 1, 1, 5 at Disadvantage is one."""
    f = company()
    f.do("edge", "bea", edge="advantage", price=0)
    assert f.do("test", "bea", "test 1 1 6", skill="Sneaking").test("test")["flags"] == ["barely"]
    f.do("edge", "bea", edge="disadvantage")
    assert f.do("test", "bea", "test 1 1 5", skill="Sneaking").test("test")["flags"] == ["natural_2"]


def test_r58_flags_stand_with_their_outcome() -> None:
    """R58: with -4 a natural 12 makes 8: `barely` beside it; with +5 a natural 2 makes 7: `near_miss` beside it.
    With -5 a natural 12 makes 7 and succeeds: no near miss; with +6 a natural 2 makes 8 and fails: not barely."""
    for rank, bonus, dice, flags in (
        ("Untrained", -4, "6 6", ["barely", "natural_12"]),
        ("Expert", 5, "1 1", ["near_miss", "natural_2"]),
        ("Untrained", -5, "6 6", ["natural_12"]),
        ("Expert", 6, "1 1", ["natural_2"]),
    ):
        f = company({"skills.ranks": {**EIGHT, "Untrained": -8, rank: bonus} | {"Untrained": min(bonus, -3)}})
        skill = "Deceive" if rank == "Expert" else "Juggling"
        assert f.do("test", "ann", f"test {dice}", skill=skill).test("test")["flags"] == flags


@pytest.mark.parametrize("dice", ["4 3", "4 2", "1 1", "6 6"])
def test_t37_nothing_follows_from_a_flag(dice: str) -> None:
    """T37: beyond pass or fail no flag changes anything at the table."""
    f = company()
    before = f.state
    f.do("test", "bea", f"test {dice}", skill="Sneaking")
    assert {**f.state, "version": 0} == {**before, "version": 0}
