"""docs/rules.md says every rule and ruling, and says what the register says now."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from wanderstar.book.citations import CITATIONS
from wanderstar.book.switches import SWITCHES

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/rules.md").read_text(encoding="utf-8")


def generator() -> ModuleType:
    """tools/rules_page.py as a module."""
    spec = importlib.util.spec_from_file_location("rules_page", ROOT / "tools/rules_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date() -> None:
    """What the generator writes is what is there; if not: python tools/rules_page.py"""
    assert generator().page(TEXT) == TEXT


def test_every_rule_and_ruling_stands_once() -> None:
    """Each id has one line of its own, with its text; a ruling's reading follows it."""
    lines = TEXT.splitlines()
    found = {
        m[1]: i for i, line in enumerate(lines) if (m := re.match(r'- <a id="\w+"></a>\*\*(\w+)\*\*', line))
    }
    assert found.keys() == CITATIONS.keys()
    for entry in CITATIONS.values():
        assert lines[found[entry.id]].endswith(entry.text)
        assert not entry.reading or lines[found[entry.id] + 1].endswith(entry.reading)


@pytest.mark.parametrize("key", [switch.key for switch in SWITCHES])
def test_every_switch_stands_under_its_ruling(key: str) -> None:
    """A ruleset's key is told where its ruling is."""
    assert TEXT.count(f"- switch: `{key}` = ") == 1


def test_the_tensions_are_told_first() -> None:
    """Initiative and opposed tests of those who do not roll, grapples, Momentum, naturals: before the list."""
    top = TEXT.split(generator().MARK)[0]
    assert {"r21", "r13", "r37", "r4", "r9"} <= set(re.findall(r"\]\(#(r\d+)\)", top))
