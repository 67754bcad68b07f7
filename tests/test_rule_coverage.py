"""Every claim of the two chapters and every ruling is named by a test that says what it claims."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
IDS = [f"{kind}{n}" for kind, last in (("T", 51), ("C", 84), ("R", 81)) for n in range(1, last + 1)]
# A range (T1–T3) names its ends only for a reader: every id is to be spelled.
_SPELLED = re.compile(r"(?<![\w–-])[TCR][1-9][0-9]?(?![\w–]|-[TCR]?\d)")


def docstrings() -> Iterator[tuple[str, str]]:
    """Name and docstring of every test function, but for `cases`, whose numbers are others'."""
    for file in sorted(TESTS.rglob("test_*.py")):
        if "cases" in file.relative_to(TESTS).parts or file == Path(__file__):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{file.relative_to(TESTS)}::{node.name}", ast.get_docstring(node) or ""


def test_every_rule_is_named_by_a_test() -> None:
    """All 51 and 84 claims of the chapters and all 81 rulings are in the docstring of at least one test."""
    named = {id for _, said in docstrings() for id in _SPELLED.findall(said)}
    missing = [id for id in IDS if id not in named]
    assert missing == [], f"{len(missing)} of {len(IDS)} have no test: {', '.join(missing)}"


def test_a_test_that_names_a_rule_says_what_it_claims() -> None:
    """A docstring is more than ids."""
    bare = [
        name
        for name, said in docstrings()
        if _SPELLED.search(said) and len(_SPELLED.sub("", said).strip(" ,;:.")) < 4
    ]
    assert bare == []


def test_ranges_do_not_count() -> None:
    """What a range passes over is not named; ids beside commas and colons are."""
    assert _SPELLED.findall("T1, C84: R9; (C30) and R81.") == ["T1", "C84", "R9", "C30", "R81"]
    assert _SPELLED.findall("T1–T3, C4-C9, R5-7, HC12, T100, T0") == []
