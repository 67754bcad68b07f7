"""The reference lacks nothing: each command, ask, draw, refusal, event, field, verb and switch has its line."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.soak.fights import Fight

from wanderstar.book.switches import SWITCHES
from wanderstar.cli.main import VERBS
from wanderstar.play import setting
from wanderstar.play.commands import REQUIRED, SPECS
from wanderstar.play.journal import COMMAND_KEYS, LINE_KEYS
from wanderstar.play.state_json import state_json
from wanderstar.play.table import Table
from wanderstar.seats.sentences import SENTENCES
from wanderstar.seats.sentences_refusals import TEXTS
from wanderstar.seats.sentences_tests import DRAWS, FLAGS
from wanderstar.sheets.load import load_encounter
from wanderstar.tactics.cast import TACTICS

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parents[2]
PLAY = (ROOT / "docs/play.md").read_text(encoding="utf-8")
COSTS = {
    "significant": "Significant",
    "minor": "Minor",
    "either": "Minor or Significant",
    "free": "nothing",
}
NOT_FROM_PLAY = {"stale"}
"""A code of the interface that only a page can meet."""


class Row(NamedTuple):
    """A row of a table: the words in backticks of its first cell, and its other cells."""

    names: tuple[str, ...]
    cells: tuple[str, ...]

    def words(self, cell: int = 0) -> set[str]:
        """The words in backticks of one of the other cells."""
        return set(re.findall(r"`([^`]+)`", self.cells[cell]))


def section(heading: str) -> str:
    """The text under a heading, up to the next one of its level or higher."""
    level = len(heading.split(" ", 1)[0])
    rest = PLAY.split(f"\n{heading}\n", 1)[1]
    return re.split(rf"^#{{1,{level}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(heading: str) -> list[Row]:
    """The rows that name something in the tables under a heading, up to the next heading of any level."""
    found = []
    for line in re.split(r"^#", section(heading), maxsplit=1, flags=re.MULTILINE)[0].splitlines():
        cells = re.findall(r"(?<=\|)(?:`[^`]*`|[^|`])*(?=\|)", line)
        names = tuple(re.findall(r"`([^`]+)`", cells[0])) if cells else ()
        if names:
            found.append(Row(names, tuple(cell.strip() for cell in cells[1:])))
    return found


def named(heading: str) -> list[str]:
    """The names that the rows under a heading begin with, in order."""
    return [name for row in rows(heading) for name in row.names]


def row_of(heading: str, name: str) -> Row:
    """The one row under a heading that names `name`."""
    (row,) = [row for row in rows(heading) if name in row.names]
    return row


@cache
def trees() -> tuple[ast.Module, ...]:
    """The engine's source."""
    paths = sorted((ROOT / "src/wanderstar/play").glob("*.py"))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def calls(*names: str) -> Iterator[ast.Call]:
    """The engine's calls of functions and methods of these names."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                if name in names:
                    yield node


def literals(node: ast.AST) -> set[str]:
    """The texts written within an expression."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


TURN, GMS = "### On a turn", "### The GM's"


def test_every_command_has_its_row() -> None:
    """Commands stand in the engine's order, those of a turn and the GM's apart."""
    assert named(TURN) == [do for do, spec in SPECS.items() if not spec.gm]
    assert named(GMS) == [do for do, spec in SPECS.items() if spec.gm]


@pytest.mark.parametrize("do", SPECS)
def test_a_command_has_its_fields_and_its_cost(do: str) -> None:
    """Each field is named, in italics when it may be left out; what it takes of the turn; a `who` or none."""
    spec = SPECS[do]
    row = row_of(GMS if spec.gm else TURN, do)
    optional = set(re.findall(r"\*`([^`]+)`\*", row.cells[0]))
    assert {name for name, field in spec.fields.items() if field.default is not REQUIRED} == optional
    assert set(spec.fields) <= row.words()
    assert row.cells[0].startswith("no `who`") is not spec.who
    assert spec.gm or row.cells[1] == COSTS[spec.cost]


def test_every_field_that_can_be_set_is_named() -> None:
    """`set` lists the fields that it takes, and no other."""
    told = re.search(r"^`set` takes these fields.*?\n\n", section(GMS) + "\n\n", re.MULTILINE | re.DOTALL)
    assert told is not None
    assert set(re.findall(r"`(\w+)`", told[0])) == {"set", *setting.FIELDS}


def test_every_ask_has_its_row() -> None:
    """Each name that the engine's source asks by, and no other."""
    asked = {word for call in calls("Choice") for word in literals(call.args[0])}
    for name in ("claim_and_roll", "ask_claims"):
        asked |= {
            word for call in calls(name) for arg in call.args for word in literals(arg) if "claim_" in word
        }
    assert {"reaction", "free_attack", "claim_avoid"} <= asked
    assert set(named("## Asks")) == asked


def test_every_draw_has_its_row() -> None:
    """Each name that dice are rolled by, and no other."""
    rolled = {word for call in calls("dice") for word in literals(call.args[0])}
    for call in calls("claim_and_roll"):
        rolled |= literals(call.args[4])
    for call in calls("oppose"):
        rolled |= literals(call.args[4])
    assert {"damage", "grapple", "scatter_distance"} <= rolled
    assert set(named("### Draws")) == rolled == set(DRAWS)


def test_every_refusal_has_its_row_in_order() -> None:
    """Each code of the engine's source; the rows stand in the order of the checks."""
    codes = {call.args[0].value for call in calls("refuse") if isinstance(call.args[0], ast.Constant)}
    documented = named("## Refusals")
    assert documented == list(TEXTS)
    assert codes <= set(documented)
    assert len(codes | NOT_FROM_PLAY) > 20


def test_every_event_has_its_row() -> None:
    """Each kind that the engine tells of, once."""
    assert sorted(named("## Events")) == sorted(SENTENCES)


def test_every_field_in_the_source_of_an_event_is_told() -> None:
    """What `emit` and `settle` are given stands in the row of that kind; `rule` is said of all at once."""
    missing = []
    for call in calls("emit", "settle"):
        if not call.args or not isinstance(call.args[0], ast.Constant):
            continue
        row = row_of("## Events", str(call.args[0].value))
        fields = {k.arg for k in call.keywords if k.arg} - {"rule"}
        missing += [(row.names, field) for field in sorted(fields - row.words())]
    assert missing == []


def test_every_field_of_an_event_in_play_is_told() -> None:
    """Random fights, the GM's commands among them: no event carries what its row does not name."""
    missing = set()
    seen = set()
    for seed in range(6):
        fight = Fight(seed)
        fight.play()
        for event in (event for entry in fight.live.entries for event in entry.events):
            seen.add(event.kind)
            row = row_of("## Events", event.kind)
            missing |= {(event.kind, field) for field in set(event.story) - {"rule"} - row.words()}
    assert missing == set()
    assert {"attack", "test", "draw"} <= seen


def test_flags_are_told() -> None:
    """The four flags of a test."""
    told = re.search(r"^`flags` are (.*)$", PLAY, re.MULTILINE)
    assert told is not None
    assert set(re.findall(r"`(\w+)`", told[1])) == set(FLAGS)


def test_every_field_of_the_state_is_told() -> None:
    """Those of the table, of what is pending and of a combatant."""
    table = Table(load_encounter("golden-fight"))
    table.order({"do": "begin"})
    state = state_json(table.state, table.asks)
    whole = section("## The state")
    combatant = next(iter(state["combatants"].values()))
    assert set(state) | set(combatant) == set(named("## The state"))
    assert {f"`{key}`" for key in state["pending"][0] if f"`{key}`" not in whole} == set()


def test_every_key_of_a_line_is_told() -> None:
    """Those of a command's line in a script or journal, and each other kind of line."""
    text = section("## Scripts and journals") + section("## Seeds and verification")
    told = set(re.findall(r"`(\w+)`", text)) | set(re.findall(r'"(\w+)":', text))
    assert told >= COMMAND_KEYS
    assert set().union(*LINE_KEYS) <= told


def test_every_verb_has_its_row() -> None:
    """The verbs of the command line, the table among them."""
    assert named("## Verbs")[: len(VERBS) + 1] == [f"wanderstar {verb}" for verb in (*VERBS, "table")]


def test_every_tactic_has_its_row() -> None:
    """In the quickstart, in their own order."""
    text = (ROOT / "docs/quickstart.md").read_text(encoding="utf-8")
    table = text.split("| tactic | how it plays |\n", 1)[1].split("\n\n", 1)[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(TACTICS)


def test_the_readme_names_every_verb() -> None:
    """Its table of verbs has each once, the table's own first."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `wanderstar (\w+)` \|", text, re.MULTILINE)) == sorted([*VERBS, "table"])


@pytest.mark.parametrize("document", ["formats.md", "rules.md"])
def test_every_switch_is_told(document: str) -> None:
    """A ruleset's keys stand in the document of the files and in that of the rules."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    assert [switch.key for switch in SWITCHES if f"`{switch.key}`" not in text] == []
