"""What went wrong with other people's dice, rolled and counted here."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from tests.cli.command import run, spawn

from wanderstar import odds
from wanderstar.play.notation import roll


@pytest.mark.parametrize(
    ("bonus", "dice", "total", "margin", "outcome", "why"),
    [
        (3, "6,6", 15, 7, "success", "natural 12"),
        (-5, "6,6", 7, -1, "success", "natural 12"),
        (7, "1,1", 9, 1, "failure", "natural 2"),
    ],
)
def test_naturals_and_their_margin(
    bonus: int, dice: str, total: int, margin: int, outcome: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """case-01: the natural decides, the margin stays what the dice made it, and where the two disagree the line says
    which natural it was."""
    words = ["roll", "--bonus", str(bonus), "--dice", dice]
    shown = run(capsys, *words, "--json").json
    assert (shown["total"], shown["margin"], shown["outcome"]) == (total, margin, outcome)
    line = run(capsys, *words).out.splitlines()[-1]
    assert f"{outcome} (" in line and line.endswith(why)


@pytest.mark.parametrize(
    ("dice", "bonus", "advantage", "disadvantage", "total"),
    [
        ((2, 5, 6), 1, True, False, 12),
        ((2, 5, 6), 1, False, True, 8),
        ((4, 2, 2), 0, True, False, 6),
        ((3, 6, 6), 0, False, True, 9),
        ((2, 2, 2), 0, True, False, 4),
        ((2, 2, 2), 0, False, True, 4),
    ],
)
def test_exactly_one_die_is_dropped(
    dice: tuple[int, ...],
    bonus: int,
    advantage: bool,
    disadvantage: bool,
    total: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """case-12: 2, 5, 6 with +1 make 12 and 8; of equal dice exactly one is shown dropped, in the library as on the
    command line."""
    library = roll(bonus=bonus, advantage=advantage, disadvantage=disadvantage, dice=dice).to_json()
    edge = "--advantage" if advantage else "--disadvantage"
    words = ["roll", "--bonus", str(bonus), edge, "--dice", ",".join(map(str, dice)), "--json"]
    assert run(capsys, *words).json == library
    assert (library["total"], len(library["dropped"]), len(library["kept"])) == (total, 1, 2)
    assert sorted(library["kept"] + library["dropped"]) == sorted(dice)


def exact(p: dict[str, object]) -> Fraction:
    """A probability of an answer, exactly."""
    return Fraction(str(p["exact"]))


def test_ties_by_name_whichever_side_comes_first() -> None:
    """case-13: level at +0, each is strictly ahead in 575 of 1296 and level in 146; the tie goes to the defender by
    name, in either order of the sides; Advantage against neutral: 401/648, 91/864, 715/2592."""
    for sides in (["ann:0", "bea:0"], ["bea:0", "ann:0"]):
        shown = odds.opposed(sides, defender="ann").to_json()
        assert exact(shown["highest"]["ann"]) == exact(shown["highest"]["bea"]) == Fraction(575, 1296)
        assert exact(shown["tie"]) == Fraction(146, 1296)
        assert exact(shown["win"]["ann"]) == Fraction(575 + 146, 1296)
        assert exact(shown["win"]["bea"]) == Fraction(575, 1296)
    shown = odds.opposed(["ann:0:advantage", "bea:0"]).to_json()
    assert exact(shown["highest"]["ann"]) == Fraction(401, 648)
    assert exact(shown["tie"]) == Fraction(91, 864)
    assert exact(shown["highest"]["bea"]) == Fraction(715, 2592)


@pytest.mark.parametrize(
    ("edge", "success", "mean"),
    [
        ("neutral", Fraction(15, 36), Fraction(7)),
        ("advantage", Fraction(147, 216), Fraction(203, 24)),
        ("disadvantage", Fraction(42, 216), Fraction(133, 24)),
    ],
)
def test_the_chances_without_a_bonus(edge: str, success: Fraction, mean: Fraction) -> None:
    """case-15: 8 or more without a bonus: 15/36, 147/216, 42/216; the means are 7, 203/24, 133/24."""
    shown = odds.test(bonus=0, advantage=edge == "advantage", disadvantage=edge == "disadvantage").to_json()
    assert (exact(shown["success"]), exact(shown["mean"])) == (success, mean)


@pytest.mark.parametrize("words", ["2d6+1 dodge roll", "2d6kh3", "3d6kh"])
def test_one_clear_error_with_its_place(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """case-16: what follows a roll, more kept than there are, kept without a number: one line that names the column."""
    ran = run(capsys, "roll", words)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "column" in ran.err


@pytest.mark.parametrize(
    "words", ["99999999d6", "0d6", "6d0", "-2d6", "−2d6", "2d6/0", "9" * 5000 + "d6", "2d6+" + "9" * 5000]
)
def test_never_silently_another_roll(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """case-17: beyond the stated limits nothing is rolled, and less than a second of work tells so."""
    begun = time.process_time()
    ran = run(capsys, "roll", "--", words)
    assert time.process_time() - begun < 1
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("words", ["2D6", "2d6", "2 d6"])
def test_ways_to_write_two_dice(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """case-18: either case and spaces are two D6, the same everywhere."""
    ran = run(capsys, "roll", words, "--seed", "5", "--json").json
    assert (len(ran["dice"]), ran["dice"]) == (2, list(roll("2d6", seed=5).dice))


@pytest.mark.parametrize("words", ["2W6", "２d6", "2d６", "1d💯", "2d6\u200b", "𝟐d6"])
def test_ways_that_are_none(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """case-18: other letters, full-width digits and pictures are refused with their column, without a traceback."""
    ran = run(capsys, "roll", words)
    assert (ran.code, ran.out) == (2, "")
    assert "column" in ran.err and "Traceback" not in ran.err


def test_a_long_answer_cut_off() -> None:
    """case-45: whoever reads only the first line of a long answer gets it, and no traceback."""
    ran = spawn("fight", "patrol-ambush", "--seed", "3", then="| head -1")
    assert len(ran.out.splitlines()) == 1
    assert "Traceback" not in ran.err and "Broken" not in ran.err


def test_a_terminal_that_knows_no_pictures(tmp_path_factory: pytest.TempPathFactory) -> None:
    """case-45: an emoji for a name, on a terminal of cp1252: the fight is told all the same."""
    file = tmp_path_factory.mktemp("fight") / "emoji.toml"
    file.write_text(EMOJI, encoding="utf-8")
    ran = spawn("fight", str(file), "--seed", "3", encoding="cp1252")
    assert (ran.code, "Traceback" in ran.err) == (0, False)
    assert "Initiative" in ran.out


EMOJI = """
format = 1
packs = []
[[sides]]
id = "a"
name = "👨‍👩‍👧"
[[sides]]
id = "b"
[[combatants]]
side = "a"
at = 0
who = { id = "one", name = "雪 👨‍👩‍👧", characteristics = {} }
[[combatants]]
side = "b"
at = 1
who = { id = "two", name = "Ωmega", threat = "minion", characteristics = {} }
"""


@pytest.mark.parametrize("words", [["roll", "2dx"], ["roll"], ["odds", "test"], ["fight", "no-such-fight"]])
def test_wrong_usage_is_one_line(words: list[str]) -> None:
    """case-45: wrong usage is one line on standard error, a status that is not zero, and nothing on standard output."""
    ran = spawn(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) == 1, ran.err
