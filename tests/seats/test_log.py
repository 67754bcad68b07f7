"""The log: what each command was, to whoever saw it, with its dice and every reason."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.seats.export import csv_rows, markdown
from wanderstar.seats.log import log
from wanderstar.seats.seat import Seat, Settings
from wanderstar.seats.sentences import SENTENCES
from wanderstar.seats.told import TELL

GM, ANN = Seat("gm"), Seat("player", ("ann",))

POSITION = """
    ann @0 rifle ranged+2 Dex+ armor=2
    orc standard @9 rifle,club held=rifle close+1 athletics+0 armor=3 boxes=4
    spy standard @30 rifle hidden
"""


@pytest.fixture
def at() -> Fight:
    """A round played."""
    played = fight(POSITION)
    played.attack(
        "ann", "rifle", "orc", "attack 5 5; damage 3 3 3", "reaction:orc dodge; claim_attack:ann no"
    )
    played.do("end_turn", "ann")
    played.attack("orc", "rifle", "ann", "avoid 2 2; damage 2 2 2")
    played.do("end_turn", "orc")
    played.do("move", "spy", to=25)
    played.do("aim", "spy", target="ann")
    played.do("end_turn", "spy")
    return played


def told(
    at: Fight, seat: Seat, settings: Settings | None = None, last: int | None = None
) -> list[dict[str, Any]]:
    """The log of a seat."""
    return log(at.table.entries, at.table.run, seat, settings or Settings(), last)


def titles(at: Fight, seat: Seat) -> list[str]:
    """Step and title of each item."""
    return [f"{item['step']} {item['title']}" for item in told(at, seat)]


def test_one_item_a_command(at: Fight) -> None:
    """The GM reads all of them, numbered by round and place."""
    assert titles(at, GM) == [
        "0.1 A fight begins: initiative for ann, orc, spy.",
        "1.1 Ann attacks orc with rifle (9 m, Close).",
        "1.2 Ann ends the turn.",
        "1.3 Orc attacks ann with rifle (9 m, Close).",
        "1.4 Orc ends the turn.",
        "1.5 Spy moves 5 m, from 30 m to 25 m.",
        "1.6 Spy aims at ann.",
        "1.7 Spy ends the turn.",
    ]
    assert [item["n"] for item in told(at, GM)] == list(range(1, 9))


def test_the_doings_of_the_hidden_leave_no_gap(at: Fight) -> None:
    """A player's log counts what the player saw, and names nobody else."""
    found = titles(at, ANN)
    assert [title.partition(" ")[0] for title in found] == ["0.1", "1.1", "1.2", "1.3", "1.4", "1.5"]
    assert found[-1] == "1.5 Round 2 begins."
    text = str(told(at, ANN))
    assert "spy" not in text
    assert "Spy" not in text
    assert {item["n"] for item in told(at, ANN)} == {None}


def test_what_was_hidden_then_stays_so(at: Fight) -> None:
    """Revealed later, its earlier doings are still not told; from then on they are."""
    at.do("reveal", "spy")
    found = titles(at, ANN)
    assert sum("Spy" in title for title in found) == 1
    assert found[-1].endswith("Spy is seen.")


def test_every_reason_counted_or_not(at: Fight) -> None:
    """The attack's own reasons with their rules; of the foe's armor a player reads nothing."""
    gm, mine = told(at, GM)[1], told(at, ANN)[1]
    assert [(r["rules"], r["counted"]) for r in gm["lines"] if r["gives"] == "advantage"] == [(["R1"], False)]
    assert [r["rules"] for r in gm["lines"] if r["gives"] == "armor"] == [["C74"], ["C68"]]
    assert [r["rules"] for r in mine["lines"] if r["gives"] == "armor"] == []
    assert "R20" in gm["rules"]
    assert any("7" in line["text"] for line in gm["lines"] if line["kind"] == "reacted")
    assert not any("7" in line["text"] for line in mine["lines"] if line["kind"] == "reacted")


def test_why_a_reaction_that_was_not_rolled_came_out_so() -> None:
    """R20: the GM reads which edge made it an 8 and from what; a player nothing of a stranger's sheet."""
    at = fight("ann @0 rifle ranged+2\norc standard @9 rifle athletics+1 Dex+ boxes=4")
    at.attack("ann", "rifle", "orc", "attack 1 2 3", "reaction:orc dodge")
    gm, mine = told(at, GM)[-1], told(at, ANN)[-1]
    sums = [line["text"] for line in gm["lines"] if line["kind"] == "reacted"]
    assert sums == ["The dodge of orc works (8 at Advantage +1 = 9 v 8, not rolled)."]
    assert "high Dexterity" in [line["text"] for line in gm["lines"]]
    assert "high Dexterity" not in [line["text"] for line in mine["lines"]]


def test_what_a_hit_did_by_what_is_shown(at: Fight) -> None:
    """A number to the GM, a word under word, nothing under hidden."""
    assert any(line["text"] == "Orc marks 1 trauma." for line in told(at, GM)[1]["lines"])
    lines = {
        foes: [line["text"] for line in told(at, ANN, Settings(foes))[1]["lines"]]
        for foes in ("exact", "word", "hidden")
    }
    assert "Orc marks 1 trauma." in lines["exact"]
    assert "Orc is hurt." in lines["word"]
    assert not any("hurt" in text or "trauma" in text for text in lines["hidden"])


def test_verdicts(at: Fight) -> None:
    """Good and bad are the characters'."""
    shot, answer = told(at, GM)[1]["verdict"], told(at, GM)[3]["verdict"]
    assert (shot["tone"], shot["word"]) == ("good", "Hit, 1 trauma")
    assert answer["tone"] in ("good", "bad")
    assert told(at, GM)[2]["verdict"]["word"] == "Done"


@pytest.mark.parametrize(
    ("dice", "word"),
    [
        ("attack 6 6; damage 3 3 3", "Hit, 1 trauma, natural 12"),
        ("attack 1 1", "Miss, natural 2"),
        ("attack 5 5; damage 1 1 1", "Hit, no trauma"),
        ("attack 2 3", "Miss, a near miss"),
    ],
)
def test_a_natural_does_not_hide_what_happened(dice: str, word: str) -> None:
    """The outcome first, then the natural; a hit that armor took whole says so."""
    at = fight(POSITION)
    at.attack("ann", "rifle", "orc", dice, "reaction:orc none; claim_attack:ann no")
    assert told(at, GM)[1]["verdict"]["word"] == word


def test_the_near_miss_of_the_one_who_avoids_is_none_of_the_hit() -> None:
    """An avoid roll one short is a hit like any other."""
    at = fight("orc standard @9 rifle ranged+1\nann @0 rifle athletics+1 armor=2")
    at.attack("orc", "rifle", "ann", "avoid 3 3; damage 6 6 6", "reaction:ann none")
    assert told(at, GM)[1]["verdict"]["word"] == "Hit, 2 trauma"


def test_dice_as_rolled(at: Fight) -> None:
    """Kept and dropped, and where they came from."""
    (attack, damage) = told(at, GM)[1]["draws"]
    assert (attack["name"], attack["dice"], attack["total"], attack["by"]) == (
        "attack",
        [5, 5],
        12,
        "scripted",
    )
    assert (damage["name"], damage["whom"]) == ("damage", "orc")
    assert told(at, ANN)[1]["draws"] == told(at, GM)[1]["draws"]


def test_an_open_command_stands_last(at: Fight) -> None:
    """What it has come to so far, with the dice already rolled."""
    at.table.order({"do": "attack", "who": "ann", "weapon": "rifle", "target": "orc"})
    at.table.answer({"reaction:orc": "none"})
    found = told(at, ANN)[-1]
    assert (found["open"], found["verdict"]["word"]) == (True, "Waiting")
    assert found["title"] == "Ann attacks orc with rifle (9 m, Close)."
    at.table.answer({"claim_attack:ann": False})
    at.table.answer({"dice": [6, 6]})
    assert [draw["dice"] for draw in told(at, ANN)[-1]["draws"]] == [[6, 6]]


def test_the_newest_alone_are_the_newest_of_all(at: Fight) -> None:
    """`last` cuts off the old ones and nothing else."""
    for seat in (GM, ANN):
        whole = told(at, seat)
        for last in (1, 3, 99):
            assert told(at, seat, None, last) == whole[-last:]


def test_after_an_undo_the_log_is_the_branchs(at: Fight) -> None:
    """What was undone is gone; what is done instead is counted from there."""
    at.table.undo(2)
    assert len(told(at, GM)) == 2
    at.do("drop_prone", "ann")
    assert titles(at, ANN)[-1] == "1.2 Ann drops prone."


def test_shot_at_by_somebody_unseen() -> None:
    """The victim hears of the shot and its harm, not of who fired what from where."""
    at = fight(
        "spy standard @30 longrifle ranged+1 hidden\nann @0 rifle armor=2 athletics+1\norc standard @9 rifle"
    )
    at.attack("spy", "longrifle", "ann", "avoid 1 2 6; damage 6 6 6")
    item = told(at, ANN)[-1]
    assert item["title"] == "Somebody unseen attacks ann."
    text = str(item)
    assert "spy" not in text
    assert "longrifle" not in text
    assert any("2 trauma" in line["text"] for line in item["lines"])


def test_every_kind_of_event_is_spoken_for() -> None:
    """Each kind that has a sentence is declared for the seats too, or is silent by itself."""
    assert set(SENTENCES) - set(TELL) == {"settled", "action_spent", "attack_made", "weapon_used"}
    assert set(TELL) <= set(SENTENCES)


def test_exports_read_back(at: Fight) -> None:
    """CSV of as many columns in every row; Markdown with an item a command; both of what the seat saw."""
    out = io.StringIO()
    csv.writer(out).writerows(csv_rows(at.table.entries, None, ANN, Settings()))
    rows = list(csv.reader(io.StringIO(out.getvalue())))
    assert {len(row) for row in rows} == {11}
    assert sum(row[1] == "command" for row in rows) == len(told(at, ANN))
    text = "\n".join(markdown(at.table.entries, None, ANN, Settings(), "A fight"))
    assert text.count("\n- **") == len(told(at, ANN))
    assert "spy" not in out.getvalue() + text.lower()


@pytest.mark.parametrize("label", ["=1+1", "<b>*x*</b>", "@cmd", "-2", "[a](b)"])
def test_exports_take_nothing_for_more_than_text(at: Fight, label: str) -> None:
    """A label is neither a formula nor markup."""
    at.do("minor", "ann", label=label)
    rows = list(csv_rows(at.table.entries, None, GM, Settings()))
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in (row[2],))
    text = "\n".join(markdown(at.table.entries, None, GM, Settings(), label))
    assert "<b>" not in text.replace("\\<b", "")
    assert "[a](b)" not in text
