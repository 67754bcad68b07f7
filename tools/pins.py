"""Writes which tests pin which rule, for `wanderstar rules`; run it after tests were added: python tools/pins.py

A test pins a rule or ruling when its docstring names the id. In folders where C and a number names a case and
not a rule of chapter 11, such ids are passed over.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "src" / "wanderstar" / "cli" / "pins.json"
SKIPPED = {"cases", "table"}
NO_CHAPTER_11 = {"cli", "sheets"}
CASES_TOO = {"odds/test_exact.py", "odds/test_opposed.py", "odds/test_test.py"}
ID = re.compile(r"\b[TCR](?:[1-9]\d?)\b")


def named(path: Path) -> Iterator[tuple[str, str]]:
    """Each rule id that a test's docstring names, with the test."""
    within = path.relative_to(ROOT / "tests")
    cases = within.parts[0] in NO_CHAPTER_11 or within.as_posix() in CASES_TOO
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for ident in ID.findall(ast.get_docstring(node) or ""):
                if not (cases and ident.startswith("C")):
                    yield ident, f"tests/{within.as_posix()}::{node.name}"


def pins() -> dict[str, list[str]]:
    """The tests by rule id, rules and tests in order."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path.relative_to(ROOT / "tests").parts[0] not in SKIPPED:
            for ident, test in named(path):
                found.setdefault(ident, set()).add(test)
    order = sorted(found, key=lambda ident: ("TCR".index(ident[0]), int(ident[1:])))
    return {ident: sorted(found[ident]) for ident in order}


def text() -> str:
    """The file's content, a rule a line."""
    rows = (f"{json.dumps(ident)}: {json.dumps(tests)}" for ident, tests in pins().items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    OUT.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{OUT.relative_to(ROOT)}: {len(pins())} rules pinned\n")
