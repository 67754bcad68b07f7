"""The verb `roll`."""

import pytest
from tests.cli.command import run


def test_a_test_with_the_dice_on_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """T6: 5, 2, 4 with Advantage and +1 make 10."""
    ran = run(capsys, "roll", "--bonus", "1", "--advantage", "--dice", "5,2,4", "--json")
    assert ran.json == {
        "kind": "test",
        "dice": [5, 2, 4],
        "kept": [5, 4],
        "dropped": [2],
        "edge": "advantage",
        "natural": 9,
        "bonus": 1,
        "total": 10,
        "margin": 2,
        "outcome": "success",
        "flags": [],
    }


@pytest.mark.parametrize(
    ("edge", "dice", "shown"),
    [
        ("--advantage", "4,2,2", "4 2 (2)"),
        ("--disadvantage", "3,6,6", "3 6 (6)"),
        ("--advantage", "2,2,2", "2 2 (2)"),
        ("--advantage", "2,5,6", "(2) 5 6"),
        ("--disadvantage", "2,5,6", "2 5 (6)"),
    ],
)
def test_c12_exactly_one_die_is_shown_as_dropped(
    capsys: pytest.CaptureFixture[str], edge: str, dice: str, shown: str
) -> None:
    """C12: the text shows the dice in their order and one of them as dropped, as the library does."""
    assert f"  dice {shown}\n" in run(capsys, "roll", "--bonus", "1", edge, "--dice", dice).out


def test_a_negative_bonus(capsys: pytest.CaptureFixture[str]) -> None:
    """T26: `--bonus -3` is a number and no option."""
    assert run(capsys, "roll", "--bonus", "-3", "--dice", "6,5", "--json").json["total"] == 8


def test_plain_dice_in_several_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Words are joined: `4d6 kh 3 +1` is one notation."""
    shown = run(capsys, "roll", "4d6", "kh", "3", "+1", "-2", "--dice", "1,5,2,5", "--json").json
    assert shown == {
        "kind": "plain",
        "notation": "4d6 kh 3 +1 -2",
        "dice": [1, 5, 2, 5],
        "kept": [5, 2, 5],
        "dropped": [1],
        "bonus": -1,
        "total": 11,
    }


def test_sides_are_six_unless_said(capsys: pytest.CaptureFixture[str]) -> None:
    """R23: 2D is two D6, in either case."""
    for text in ("2D", "2d"):
        assert run(capsys, "roll", text, "--dice", "6,6", "--json").json["total"] == 12


def test_the_same_seed_rolls_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """A seed makes a roll repeatable."""
    one, two = (run(capsys, "roll", "20D", "--seed", "night", "--json").out for _ in range(2))
    assert one == two


def test_a_thousand_dice_fit_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """C17: the stated limit is a thousand dice, and they wrap at 80 columns."""
    out = run(capsys, "roll", "1000d1000", "--seed", "1").out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "column"),
    [
        (["2d6+1 dodge roll"], 7),
        (["2d6kh3"], 6),
        (["3d6kh"], 6),
        (["99999999d6"], 1),
        (["0d6"], 1),
        (["6d0"], 3),
        (["-2d6"], 1),
        (["−2d6"], 1),
        (["2d6/0"], 4),
        (["2W6"], 2),
        (["２Ｄ６"], 1),
        (["1d💯"], 3),
        (["2d6", "+"], 6),
    ],
    ids=str,
)
def test_c16_c17_c18_c45_bad_notation_is_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], column: int
) -> None:
    """C16, C17, C18, C45: exit 2, one line naming the column, nothing on standard output."""
    ran = run(capsys, "roll", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"column {column}:" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--bonus", "1", "2d6"],
        ["--bonus", "1", "--dice", "1,2,3"],
        ["--bonus", "1", "--dice", "1;2"],
        ["--bonus", "1", "--dice", "0,7"],
        ["--bonus", "1", "--rank", "Expert"],
    ],
    ids=str,
)
def test_wrong_usage_is_one_line(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """Wrong usage is exit 2 with one line."""
    ran = run(capsys, "roll", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
