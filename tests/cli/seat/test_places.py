"""Places and names as they are typed."""

import pytest

from wanderstar.cli.seat.map import letters
from wanderstar.cli.seat.places import Misread, along, read_place, read_who
from wanderstar.play.setup import open_table
from wanderstar.play.sight import metres
from wanderstar.seats.names import Names
from wanderstar.sheets.load import load_encounter

LINE, PLANE = open_table(load_encounter("patrol-ambush")), open_table(load_encounter("docking-bay"))


def read(text: str, plane: bool = False) -> object:
    """A place as Ines (at 0 m) or Sefi (at 4, 3) types it."""
    state, who = (PLANE, "sefi-okar") if plane else (LINE, "ines-varro")
    return read_place(text, state, state.combatants[who], letters(state, (who,)), Names.of(state))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("12", 12),
        ("-2.5", -2.5),
        ("7 m", 7),
        ("toward mauler", 6),
        ("toward mauler 4", 4),
        ("mauler 2.5 m", 2.5),
        ("m", 6),
        ("away from mauler", None),
        ("away mauler 3", -3),
        ("toward bako-tull", 5),
        ("crates", 1),
        ("to cable-drum", 4),
        ("pallets", 6),
    ],
)
def test_on_a_line(text: str, at: float | None) -> None:
    """Metres; toward and away from somebody, at most a move and up to 1 m before; to a cover, as far as it goes."""
    if at is None:
        with pytest.raises(Misread):
            read(text)
    else:
        assert read(text) == at


@pytest.mark.parametrize(
    ("text", "at"), [("5 6", (5, 6)), ("[5, 6.5]", (5, 6.5)), ("5,6", (5, 6)), ("tool-rack", (3, 4))]
)
def test_on_a_plane(text: str, at: tuple[float, float]) -> None:
    """Metres east and north, however they are written; a cover's place."""
    assert read(text, plane=True) == at


@pytest.mark.parametrize("text", ["", "frogs", "1 2", "toward", "toward dock", "1 2 3", "nan", "inf", "1e5"])
def test_what_is_no_place(text: str) -> None:
    """Said, not guessed: neither a word that is nobody nor the wrong count of numbers."""
    with pytest.raises(Misread):
        read(text)


@pytest.mark.parametrize("step", [0.1, 1, 5.9, 6, -6, 17.3])
def test_a_step_is_never_too_long(step: float) -> None:
    """Rounded to tenths towards the start, on a plane too."""
    start, goal = (4.0, 3.0), (38.0, 30.0)
    assert abs(step) - 0.2 <= metres(start, along(start, goal, step)) <= abs(step) + 1e-9
    assert abs(along(2.0, 9.0, step) - 2.0) <= abs(step) + 1e-9  # type: ignore[operator]


def test_names() -> None:
    """An id, a name, the beginning of one, or the letter of the map; two that begin alike are named."""
    marks, names = letters(LINE, ("ines-varro",)), Names.of(LINE)
    assert read_who("dock-tough-2", LINE, marks, names) == "dock-tough-2"
    assert read_who("Dock Tough 2", LINE, marks, names) == "dock-tough-2"
    assert read_who("mau", LINE, marks, names) == "mauler"
    assert read_who("I", LINE, marks, names) == "ines-varro"
    with pytest.raises(Misread, match="dock-tough-1, dock-tough-2"):
        read_who("dock", LINE, marks, names)
    with pytest.raises(Misread, match="nobody here is called"):
        read_who("frogs", LINE, marks, names)


def test_letters_are_different() -> None:
    """Everybody has one of their own; capitals are one's own."""
    marks = letters(LINE, ("ines-varro", "bako-tull"))
    assert sorted(marks.values()) == sorted(LINE.combatants)
    assert marks["I"] == "ines-varro" and marks["B"] == "bako-tull"
    assert {mark for mark, who in marks.items() if mark.isupper()} == {"I", "B"}
