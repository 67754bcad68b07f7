"""Plain dice notation, and a test rolled at once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.ruleset import DEFAULT, NaturalMode
from wanderstar.play.arguments import BadArgument
from wanderstar.play.notation import (
    NotationError,
    PlainRoll,
    parse,
    parse_damage,
    roll,
    rolled_plain,
    rolled_test,
)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("D", (1, 6, 0, 0)),
        ("3D+1", (3, 6, 0, 1)),
        ("2D6", (2, 6, 0, 0)),
        ("2d6", (2, 6, 0, 0)),
        ("2 d6", (2, 6, 0, 0)),
        (" 2 D 6 - 1 + 3 ", (2, 6, 0, 2)),
        ("4d6kh3", (4, 6, 3, 0)),
        ("4D KL 2 -10", (4, 6, -2, -10)),
        ("1000d1000", (1000, 1000, 0, 0)),
        ("d20+0", (1, 20, 0, 0)),
    ],
)
def test_c18_what_can_be_read(text: str, read: tuple[int, int, int, int]) -> None:
    """C18, R23: n dice of so many sides, 6 unless said, in either case, with spaces; k highest or lowest; sums."""
    assert parse(text)[1:] == read


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("2d6+1 dodge roll", 7),  # case-16
        ("2d6kh3", 6),
        ("3d6kh", 6),
        ("2d6kh0", 6),
        ("2d6k3", 5),
        ("99999999d6", 1),  # C17
        ("9" * 150 + "d6", 1),
        ("0d6", 1),
        ("6d0", 3),
        ("1d1", 3),
        ("1d1001", 3),
        ("1001d6", 1),
        ("-2d6", 1),
        ("−2d6", 1),
        ("2d6/0", 4),
        ("2W6", 2),  # C18
        ("２d6", 1),
        ("2d６", 3),
        ("1d💯", 3),
        ("2d6+", 5),
        ("2d6+1+", 7),
        ("2d6+9999999", 5),
        ("2d6kh1kl1", 7),
        ("2 2d6", 3),
        ("d" * 201, 201),
    ],
)
def test_c16_c17_c18_what_cannot_be_read_names_its_column(text: str, column: int) -> None:
    """case-16, case-17, case-18: anything else is one error with the column, never another roll."""
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.column == column
    assert str(caught.value).startswith(f"notation: column {column}: ")
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="0123456789dDkKhHlL+- ６x", max_size=12))
def test_any_text_is_a_roll_or_one_error(text: str) -> None:
    """C18: whatever is typed, it is within its limits or refused by the one kind of error."""
    try:
        read = parse(text)
    except NotationError as error:
        column = error.column
    else:
        column = 1
        assert 1 <= read.dice <= 1000
        assert 2 <= read.sides <= 1000
        assert abs(read.keep) <= read.dice
    assert 1 <= column <= len(text) + 1


@pytest.mark.parametrize(("text", "read"), [("1D", (1, 0)), ("3D+1", (3, 1)), ("2d6 - 2", (2, -2))])
def test_r23_damage(text: str, read: tuple[int, int]) -> None:
    """R23: damage is nD or nD6 with a bonus."""
    assert parse_damage(text) == read


@pytest.mark.parametrize("text", ["3D8", "4D kh 3", "101D", "3"])
def test_r23_what_is_no_damage(text: str) -> None:
    """R23: other dice, dropped dice and heaps of dice are no damage."""
    with pytest.raises(NotationError):
        parse_damage(text)


def test_kept_dice_stay_in_the_order_rolled() -> None:
    """Of equal dice the later one is dropped, and nothing is sorted."""
    rolled = rolled_plain(parse("5d6kh3+2"), (2, 6, 4, 4, 4))
    assert (rolled.kept, rolled.dropped, rolled.total) == ((6, 4, 4), (2, 4), 16)
    assert rolled_plain(parse("3d6kl1"), (3, 1, 1)).dropped == (3, 1)


@given(st.integers(1, 20), st.data())
def test_kept_and_dropped_are_all_dice(dice: int, data: st.DataObject) -> None:
    """The kept ones are the highest, and with the dropped ones they are the roll."""
    faces = data.draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice))
    keep = data.draw(st.integers(1, dice))
    rolled = rolled_plain(parse(f"{dice}d6kh{keep}"), faces)
    assert sorted(rolled.kept + rolled.dropped) == sorted(faces)
    assert sorted(rolled.kept) == sorted(faces)[dice - keep :]


@pytest.mark.parametrize(
    ("dice", "edge", "kept", "dropped", "total"),
    [
        ((2, 5, 6), 1, (5, 6), (2,), 12),
        ((2, 5, 6), -1, (2, 5), (6,), 8),
        ((4, 2, 2), 1, (4, 2), (2,), 7),
        ((3, 6, 6), -1, (3, 6), (6,), 10),
        ((2, 2, 2), 1, (2, 2), (2,), 5),
        ((2, 2, 2), -1, (2, 2), (2,), 5),
        ((3, 4), 0, (3, 4), (), 8),
    ],
)
def test_c12_exactly_one_die_of_three_is_dropped(
    dice: tuple[int, ...], edge: int, kept: tuple[int, ...], dropped: tuple[int, ...], total: int
) -> None:
    """C12, T6, T7: three dice with +1: two count, in their order, and one is dropped whatever the ties."""
    rolled = rolled_test(1, edge, dice, NaturalMode.AUTO_OUTCOME)
    assert (rolled.kept, rolled.dropped, rolled.total) == (kept, dropped, total)


@pytest.mark.parametrize(
    ("dice", "bonus", "total", "margin", "outcome", "flags"),
    [
        ((6, 6), 3, 15, 7, "success", ["natural_12"]),
        ((6, 6), -5, 7, -1, "success", ["natural_12"]),
        ((1, 1), 7, 9, 1, "failure", ["natural_2"]),
        ((4, 3), 1, 8, 0, "success", ["barely"]),
        ((3, 3), 1, 7, -1, "failure", ["near_miss"]),
    ],
)
def test_c01_the_outcome_and_its_margin(
    dice: tuple[int, int], bonus: int, total: int, margin: int, outcome: str, flags: list[str]
) -> None:
    """C01, R9, R10, R58: a natural decides and the margin stays; flags stand only with their outcome."""
    shown = roll(bonus=bonus, dice=dice).to_json()
    assert shown == {
        "kind": "test",
        "dice": list(dice),
        "kept": list(dice),
        "dropped": [],
        "edge": "neutral",
        "natural": sum(dice),
        "bonus": bonus,
        "total": total,
        "margin": margin,
        "outcome": outcome,
        "flags": flags,
    }


def test_r9_naturals_as_labels() -> None:
    """R9: with flags_only a natural 2 of enough still succeeds."""
    ruleset = DEFAULT._replace(natural_mode=NaturalMode.FLAGS_ONLY)
    assert roll(bonus=7, dice=(1, 1), ruleset=ruleset).to_json()["outcome"] == "success"


def test_t8_both_edges_leave_two_dice() -> None:
    """T8, R2: Advantage and Disadvantage cancel, so three faces are one too many."""
    with pytest.raises(BadArgument, match=r"^dice: 2 faces are wanted, 3 given"):
        roll(bonus=1, advantage=1, disadvantage=1, dice=(2, 5, 6))


def test_a_seed_rolls_the_same_again() -> None:
    """The same seed, as number or text, gives the same faces; another one does not give them all."""
    one, same, other = (roll("20d6", seed=seed) for seed in (7, "7", 8))
    assert one == same != other


def test_faces_are_within_the_dice() -> None:
    """A thousand D4 show nothing but 1 to 4, and each of them."""
    rolled = roll("1000d4", seed=1)
    assert isinstance(rolled, PlainRoll)
    assert set(rolled.dice) == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({}, "notation"),
        ({"notation": "2D", "bonus": 1}, "notation"),
        ({"notation": "2D", "dice": (7, 1)}, "dice"),
        ({"notation": "2D", "dice": (1,)}, "dice"),
        ({"bonus": 1, "dice": (1, 2), "seed": 3}, "seed"),
        ({"bonus": 1, "dice": (True, 2)}, "dice"),
        ({"rank": "Wizard"}, "rank"),
    ],
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], argument: str) -> None:
    """Wrong arguments raise a ValueError that names the first one."""
    with pytest.raises(BadArgument, match=rf"^{argument}: "):
        roll(**arguments)
