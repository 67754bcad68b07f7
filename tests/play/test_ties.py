"""Ties of initiative: what decided them is told, and to whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wanderstar.play.table import Given, Table
from wanderstar.seats.log import log
from wanderstar.seats.seat import PLAYER, Seat, Settings
from wanderstar.sheets.load import load_encounter

EXAMPLES = Path(__file__).parents[2] / "examples"
DICE = [5, 2, 4, 6, 5, 2, 4, 5, 3, 4, 6, 4, 3, 1, 6, 2]


def begun(ruleset: dict[str, Any] | None = None) -> Table:
    """The golden fight with its initiative rolled: 9 Asha and Cato, 7 Nyx, Bruno and Gorr, 8 Vex."""
    table = Table(load_encounter(str(EXAMPLES / "golden-fight.toml")))
    assert table.order({"do": "begin"}, providers=(Given({"dice": DICE}),))
    return table


def ties(table: Table) -> list[tuple[str, str, str]]:
    event = next(e for e in table.entries[0].events if e.kind == "fight_begun")
    return [(tie["first"], tie["then"], tie["by"]) for tie in event.story["ties"]]


def test_what_decided_each_tie_is_told() -> None:
    """C14, R28: Asha's Dexterity 9 beats Cato's 8 and Nyx's 10 the others' 5; Bruno goes before Gorr as a character."""
    assert ties(begun()) == [
        ("asha", "cato", "dexterity"),
        ("nyx", "bruno", "dexterity"),
        ("nyx", "gorr", "dexterity"),
        ("bruno", "gorr", "characters_first"),
    ]


def test_a_tie_with_a_foe_tells_players_nothing_of_its_dexterity() -> None:
    """C14: a player reads what decided between characters only, where foes' numbers are not shown."""
    table = begun()
    told = str(log(table.entries, None, Seat(PLAYER, ("asha",)), Settings()))
    assert "Asha before Cato: higher Dexterity" in told
    assert "before Bruno" not in told
    assert "before Gorr" not in told
