"""Results in a notebook: HTML in one piece that tells what the JSON tells, and flat rows with columns that stay."""

import csv
import io
import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import wanderstar
from wanderstar.cli.odds_csv import write
from wanderstar.odds.exact import Distribution
from wanderstar.odds.opposed import Side
from wanderstar.play.asks import Draw
from wanderstar.tactics.fight import FightResult

ROOT = Path(__file__).parents[1]
EVIL = '<img src=x onerror="alert(1)">&'
ODDS = ["quantity", "of", "exact", "value"]
RANKS = ["rank", "bonus", "disadvantage", "neutral", "advantage"]
PLAIN = ["kind", "notation", "dice", "kept", "dropped", "bonus", "total"]
TEST = [
    *["kind", "dice", "kept", "dropped", "edge", "natural", "bonus", "total", "margin", "outcome", "flags"],
]
COMBATANTS = [
    *["id", "name", "side", "kind", "physical", "mental", "physical_boxes", "mental_boxes", "momentum"],
    *["ammo", "out", "dead"],
]
ATTACKS = [
    *["n", "round", "who", "target", "weapon", "mode", "kind_of_attack", "rolled_by"],
    *["hit", "effect", "damage", "armor", "trauma"],
]


FORECAST = ["quantity", "of", "who", "value", "low", "high"]
ADVICE = [
    *["command", "win", "change_value", "change_low", "change_high", "trauma_own", "trauma_foes", "fights"],
]


class Reader(HTMLParser):
    """Reads HTML: which elements there are, whether they close in order, what is told."""

    VOID = ("br", "img")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.words: list[str] = []
        self.hints: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.hints += [value or "" for name, value in attrs if name == "title"]
        assert {name for name, _ in attrs} <= {"style", "title", "class", "colspan"}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def begun() -> Any:
    """The golden fight at Asha's turn."""
    table = wanderstar.load("golden-fight")
    table.order({"do": "begin"})
    while table.asks:
        draw = table.asks[0]
        assert isinstance(draw, Draw)
        table.answer({"dice": [4, 2, 3][: draw.count]})
    return table


def played(encounter: str | Path = "golden-fight", **flags: Any) -> FightResult:
    """A fight that can begin."""
    fight = wanderstar.fight(encounter, **flags)
    assert isinstance(fight, FightResult)
    return fight


def ready(folder: Path) -> Path:
    """The journal of a fight in which somebody has the turn."""
    (folder / "begin.jsonl").write_text('{"command": {"do": "begin"}}\n', encoding="utf-8")
    played("lamp-and-anchor", seed=1, script=folder / "begin.jsonl", journal=folder / "ready.jsonl")
    return folder / "ready.jsonl"


def results(tmp_path: Path) -> dict[str, tuple[Any, list[str]]]:
    """One result of each kind, with the columns of its rows."""
    journal = tmp_path / "fight.jsonl"
    table = begun()
    aim = {"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": "vex"}
    while table.state.turn != "asha":
        table.order({"do": "end_turn", "who": table.state.turn})
    sides = ["Ann:1:advantage", "Bo:0"]
    return {
        "plain": (wanderstar.roll("4d6kh3", seed=1), PLAIN),
        "roll": (wanderstar.roll(bonus=1, advantage=True, dice=[5, 2, 4]), TEST),
        "test": (wanderstar.odds.test(bonus=1), ODDS),
        "table": (wanderstar.odds.test(table=True), RANKS),
        "needed": (wanderstar.odds.test(at_least=0.75), ["wanted", *RANKS[2:]]),
        "attack": (wanderstar.odds.attack(1, damage="3D", armor=4, reaction_bonus=1), ODDS),
        "opposed": (wanderstar.odds.opposed(sides), ODDS),
        "contest": (wanderstar.odds.contest(sides, max="none"), ODDS),
        "clock": (wanderstar.odds.clock(1), ODDS),
        "command": (wanderstar.odds.command(table, aim), ODDS),
        "distribution": (wanderstar.odds.test(bonus=1).total, ODDS[1:]),
        "fight": (played(seed=1, journal=journal), COMBATANTS),
        "replay": (wanderstar.replay(journal, verify=True), COMBATANTS),
        "forecast": (wanderstar.forecast("lamp-and-anchor", fights=2, seed=1), FORECAST),
        "advise": (wanderstar.advise(ready(tmp_path), seconds=1), ADVICE),
    }


KINDS = (
    *("plain", "roll", "test", "table", "needed", "attack", "opposed"),
    *("contest", "clock", "command", "distribution", "fight", "replay", "forecast", "advise"),
)


def test_every_result_has_html_and_rows(tmp_path: Path) -> None:
    """HTML in one piece: elements closed, nothing loaded, no script; rows that are flat and of the same columns."""
    found = results(tmp_path)
    assert tuple(found) == KINDS
    for kind, (result, columns) in found.items():
        read = Reader(result._repr_html_())
        assert read.seen <= {
            "div",
            "strong",
            "span",
            "table",
            "caption",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
        }, kind
        rows = result.rows()
        assert rows, kind
        assert [list(row) for row in rows] == [columns] * len(rows), kind
        flat = (str, int, float, bool, type(None))
        assert all(isinstance(value, flat) for row in rows for value in row.values()), kind
        json.dumps(rows)


def test_every_result_prints_in_a_line(tmp_path: Path) -> None:
    """At a prompt a result is one short line that begins with what it is and tells its figure."""
    found = results(tmp_path)
    for kind, (result, _) in found.items():
        text = repr(result)
        assert text.startswith(type(result).__name__), kind
        assert len(text) < 160 and text.isprintable(), kind
        assert str(result) == text, kind
    fight = found["fight"][0]
    assert repr(fight) == f"FightResult: {fight.table.state.winner} won in round {fight.rounds}"
    assert repr(wanderstar.odds.test(bonus=1, advantage=True)) == "TestOdds +1 at Advantage: 80.6 %"
    assert repr(wanderstar.odds.test(bonus=2)) == "TestOdds +2: 72.2 %"
    assert repr(fight.table).startswith("Table: ") and len(repr(fight.table)) < 160
    assert repr(fight.table.state) == f"State: {fight.table.state.winner} won in round {fight.rounds}"


def test_html_tells_the_figures() -> None:
    """The chance stands beside its bar, the exact fraction where one hovers; the bar is as long as the chance."""
    text = wanderstar.odds.test(bonus=1)._repr_html_()
    read = Reader(text)
    assert "58.3 %" in read.words
    assert "7/12" in read.hints
    assert "width:117px" in text  # 7/12 of 200


def test_what_people_wrote_is_escaped(tmp_path: Path) -> None:
    """A side, a combatant and an encounter whose names are HTML are shown as they were written."""
    duel = wanderstar.odds.opposed([Side(EVIL, 1, 0), Side("Bo", 0, 0)])
    read = Reader(duel._repr_html_())
    assert "img" not in read.seen
    assert EVIL in "".join(read.words)
    source = (ROOT / "examples/golden-fight.toml").read_text(encoding="utf-8")
    evil = EVIL.replace('"', '\\"')
    path = tmp_path / "evil.toml"
    path.write_text(
        source.replace('"Asha"', f'"{evil}"').replace("format = 1", f'format = 1\nname = "{evil}"'),
        encoding="utf-8",
    )
    fight = played(path, seed=1, rounds=1)
    read = Reader(fight._repr_html_())
    assert "img" not in read.seen
    assert read.words.count(EVIL) == 2


def test_a_players_seat_is_shown_what_it_may_know() -> None:
    """Of foes whose numbers are hidden there is nothing in the rows, and no seed and no dice."""
    fight = played(seed=99173, seat="asha")
    rows = {row["id"]: row for row in fight.rows()}
    assert rows["asha"]["physical_boxes"] == 4
    assert (rows["vex"]["physical"], rows["vex"]["momentum"], rows["vex"]["name"]) == (None, None, "Vex")
    assert fight.rows("attacks") == []
    assert "99173" not in fight._repr_html_()
    assert "99173" in played(seed=99173)._repr_html_()


def test_rows_of_attacks(tmp_path: Path) -> None:
    """One row an attack, the same from the fight and from its journal; up to command n only those up to it."""
    journal = tmp_path / "fight.jsonl"
    fight = played(seed=1, journal=journal)
    rows = fight.rows("attacks")
    assert [list(row) for row in rows] == [ATTACKS] * len(rows)
    assert wanderstar.replay(journal).rows("attacks") == rows
    third = rows[2]["n"]
    assert wanderstar.replay(journal, to=third).rows("attacks") == [row for row in rows if row["n"] <= third]
    lost = sum(row["trauma"] for row in rows if row["target"] == "gorr")
    assert lost > 0
    with pytest.raises(ValueError, match="'combatants' or 'attacks'"):
        fight.rows("frogs")


def test_rows_are_the_lines_of_the_csv() -> None:
    """`--csv` writes the rows; numbers are numbers in them, a side called 2 is a name."""
    answer = wanderstar.odds.opposed(["2:1", "Bo:0"])
    out = io.StringIO()
    write(answer.to_json(), out)
    lines = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert lines == [{name: str(value) for name, value in row.items()} for row in answer.rows()]
    kinds = {row["quantity"]: type(row["of"]) for row in answer.rows() if row["of"] != ""}
    assert kinds == {"highest": str, "win": str, "margin": int}


def test_rows_of_a_probability_add_up() -> None:
    """A distribution's rows sum to 1, and to 1 less what was cut off."""
    assert sum(row["value"] for row in wanderstar.odds.test(bonus=0).total.rows()) == pytest.approx(1)
    cut = Distribution({1: 3}, 4, more=1)
    assert cut.rows() == [{"of": 1, "exact": "3/4", "value": 0.75}]
    assert "more" in Reader(cut._repr_html_()).words


def test_a_long_distribution_is_cut_in_html_only() -> None:
    """Sixty bars, then how many more; the rows have them all. Fractions of a thousand digits are not shown."""
    long = Distribution(dict.fromkeys(range(100), 1), 100)
    assert "… 40 more" in Reader(long._repr_html_()).words
    assert len(long.rows()) == 100
    endless = wanderstar.odds.contest(["Ann:0", "Bo:0"], net=10, max="none")
    assert len(endless._repr_html_()) < 40_000


def test_a_refused_command_says_so() -> None:
    """The odds of what is not legal: its code, and no rows."""
    table = begun()
    other = next(who for who in table.state.order if who != table.state.turn)
    refused = wanderstar.odds.command(table, {"do": "end_turn", "who": other})
    assert "refused out_of_turn" in "".join(Reader(refused._repr_html_()).words)
    assert refused.rows() == []


def test_showing_costs_nothing_until_asked() -> None:
    """The odds do not import what shows them."""
    program = "import sys, wanderstar; wanderstar.odds.test(bonus=1); print('html' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "False\n"


@pytest.mark.docs
def test_the_columns_are_told() -> None:
    """docs/python.md names the columns of every kind of row, in their order."""
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    for columns in (
        RANKS,
        ODDS[1:],
        PLAIN,
        TEST,
        COMBATANTS,
        ATTACKS,
        FORECAST,
        ADVICE,
        ["wanted", *RANKS[2:]],
    ):
        assert f"| {', '.join(f'`{column}`' for column in columns)} |" in text
