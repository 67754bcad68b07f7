"""docs/formats.md names every key there is, with what the program does when it is left out."""

import re
from pathlib import Path

import pytest

from wanderstar.book.ruleset import DEFAULT
from wanderstar.book.switches import SWITCHES, Switch
from wanderstar.sheets.schema import ARRAYS, DEFS, KINDS, SHEETS

pytestmark = pytest.mark.docs

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
WORDS = set(re.findall(r"`([a-z_.]+)`", TEXT))


@pytest.mark.parametrize("kind", ["weapon", "armor", "character", "adversary", "side", "combatant", "cover"])
def test_every_key_of_a_row_is_documented(kind: str) -> None:
    """No key of an array that the document does not name."""
    assert set(DEFS[kind]["properties"]) <= WORDS


def test_every_trait_array_and_kind_is_documented() -> None:
    """Traits, arrays, the file's own keys and the kinds of `check` are all named."""
    assert set(DEFS["weapon"]["properties"]["traits"]["properties"]) | set(KINDS) <= WORDS
    assert set(SHEETS["properties"]) - set(ARRAYS) <= WORDS
    assert [array for array in ARRAYS if f"[[{array}]]" not in TEXT] == []


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_every_switch_is_a_row_with_its_ruling_and_default(switch: Switch) -> None:
    """Key, ruling and default of each switch stand in one row."""
    (row,) = [line for line in TEXT.splitlines() if line.startswith(f"| `{switch.key}` ")]
    default = switch.write(getattr(DEFAULT, switch.field))
    assert f"| {switch.ruling} |" in row
    words = default if isinstance(default, dict | list) else [default]
    assert all((str(word).lower() if isinstance(word, bool) else str(word)) in row for word in words)
