"""The printed JSON Schemas against an independent judge, which must agree with our own reading."""

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.sheets.notation import duel

from wanderstar.book.ruleset import DEFAULT
from wanderstar.book.switches import SWITCHES, from_tables, to_tables
from wanderstar.sheets.check import kind_of
from wanderstar.sheets.faults import Fault
from wanderstar.sheets.load import examine, load_encounter
from wanderstar.sheets.references import weapon
from wanderstar.sheets.schema import KINDS, NEEDS, SHEETS, schema
from wanderstar.sheets.shape import read
from wanderstar.sheets.shelf import SHIPPED

EXAMPLES = Path(__file__).parents[2] / "examples"
ENCOUNTER = Draft202012Validator(schema("encounter"))
RULESET = Draft202012Validator(schema("ruleset"))


def well_formed(data: Any) -> bool:
    """Our own reading of the same definitions."""
    faults: list[Fault] = []
    tables = read({**SHEETS, "required": ["format", *NEEDS["encounter"]]}, data, "", faults)
    for row in () if faults else tables.get("weapons", ()):
        weapon("weapons", row, DEFAULT, faults)
    return not [fault for fault in faults if fault.problem != "unknown characteristic"]


@pytest.mark.parametrize("kind", KINDS)
def test_each_schema_is_a_schema(kind: str) -> None:
    """Every kind's schema is sound by the rules for schemas."""
    Draft202012Validator.check_schema(schema(kind))
    assert schema(kind)["title"] == kind


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    """Asking for the schema of something else names the kinds."""
    with pytest.raises(ValueError, match="weapon, armor, character, adversary, encounter"):
        schema("vehicle")


@pytest.mark.parametrize("path", sorted(SHIPPED.rglob("*.toml")), ids=lambda path: path.stem)
def test_the_schemas_take_what_is_shipped(path: Path) -> None:
    """Every shipped file is valid by the schema of its kind."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator(schema(kind_of(data))).validate(data)


def test_the_schemas_take_a_written_out_encounter_and_a_script() -> None:
    """The self-contained form of an encounter is a file as well; every line of the example script is a line."""
    ENCOUNTER.validate(load_encounter("docking-bay").source)
    lines = (EXAMPLES / "golden-fight.jsonl").read_text(encoding="utf-8").splitlines()
    assert [
        line for line in lines if not Draft202012Validator(schema("script")).is_valid(json.loads(line))
    ] == []


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container and key inside `value`."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(pairs):
        yield value, key
        yield from places(inner)


SCALAR = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 130),
    st.sampled_from([0.5, -1.5, 12000.5, "", "3D", "rifle", "close", "minion", "A b", "on\x00", "x" * 99]),
)
ANY = st.one_of(
    SCALAR,
    st.lists(SCALAR, max_size=3),
    st.dictionaries(st.sampled_from(["id", "name", "auto", "threat", "x y"]), SCALAR, max_size=3),
)


@given(st.data())
def test_our_reading_and_the_schema_agree(data: st.DataObject) -> None:
    """One place of a sound file set to anything: the schema takes it exactly when we find no shape fault."""
    plane = [("at = 0", "at = [0, 0]"), ("at = 12.5", "at = [1, 2]"), ("at = 11", "at = [1, 1]\narc = 90")]
    tables = copy.deepcopy(duel(*plane, ('"club"]', '{ id = "club", count = 2 }]')))
    holder, key = data.draw(st.sampled_from(list(places(tables))))
    if data.draw(st.booleans()):
        holder[key] = data.draw(ANY)
    else:
        del holder[key]
    assert ENCOUNTER.is_valid(tables) == well_formed(tables)
    encounter, faults = examine(tables, None, needs=NEEDS["encounter"])
    assert (encounter is None) == bool(faults)
    assert well_formed(tables) or faults


@given(st.sampled_from(SWITCHES), ANY)
def test_the_rulesets_schema_agrees_with_its_reader(switch: Any, value: Any) -> None:
    """A switch takes by schema what the reader takes; only lists and tables may need the reader's closer look."""
    table, key = switch.key.split(".")
    tables = to_tables(DEFAULT)
    tables[table][key] = value
    taken = RULESET.is_valid(tables)
    if not from_tables(tables)[1]:
        assert taken
    elif not isinstance(value, list | dict | str) and switch.key not in ("momentum.start", "momentum.cap"):
        assert not taken or key in ("advantage_min", "disadvantage_max")


def test_a_broken_file_is_broken_by_its_schema_too() -> None:
    """An unknown key, a word that is none, a missing name: the schema refuses each."""
    for change in (
        ('range = "medium"', 'range = "far"'),
        ('name = "Rifle"', 'title = "Rifle"'),
        ("bonus = 2", "bonus = 2\ncolour = 1"),
    ):
        assert not ENCOUNTER.is_valid(duel(change))
    assert ENCOUNTER.is_valid(duel())
