"""What the tests say: the words of the game that they use, read from their source and their files.

Docstrings and comments do not count, and neither do the tests of the documents, which take their words from the
program: a word counts where a test gives it, expects it, or builds something of it.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
DATA = (".toml", ".jsonl", ".json")
NO_WITNESS = {"docs"}
"""Folders whose tests list words instead of using them."""

FORGES = {"gun", "blade", "hurled"}
"""The functions of tests that make a weapon of its traits."""

ORDERS = {"do", "asks", "refused", "order", "open"}
"""The methods of a test's fight that take a command's name."""


@cache
def trees() -> dict[str, ast.Module]:
    """The source of the tests that use words, by path."""
    return {
        path.relative_to(TESTS).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).parts[0] not in NO_WITNESS
    }


@cache
def files() -> str:
    """Sheets, scripts and expected states that tests read."""
    folders = (TESTS, TESTS.parent / "examples")
    paths = (path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in DATA)
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def docstrings(tree: ast.Module) -> set[int]:
    """The docstrings of a module, by the identity of their nodes."""
    found = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):  # also what stands alone after an assignment
            found |= {
                id(s.value) for s in body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)
            }
    return found


@cache
def texts() -> frozenset[str]:
    """Every text in the tests' code, but for docstrings and the keys of dictionaries."""
    found = set()
    for tree in trees().values():
        passed = docstrings(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                passed |= {id(key) for key in node.keys}
        found |= {n.value for n in ast.walk(tree) if _text(n) and id(n) not in passed}  # type: ignore[attr-defined]
    return frozenset(found)


@cache
def whole() -> str:
    """All of that, and the scripts, one after another."""
    return "\n".join([*sorted(texts()), files()])


def _text(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@cache
def _calls() -> tuple[ast.Call, ...]:
    return tuple(node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.Call))


@cache
def _entries() -> dict[str, tuple[ast.expr, ...]]:
    """What stands in the tests' dictionaries, by its key."""
    found: dict[str, list[ast.expr]] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        found.setdefault(key.value, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


@cache
def ordered() -> frozenset[str]:
    """The commands that tests order: `{"do": NAME}`, `fight.do(NAME, …)`, `fight.NAME(…)`, `(NAME, {…})` of a list of
    cases, or a script's line."""
    found = {value.value for value in _entries().get("do", ()) if isinstance(value, ast.Constant)}
    for call in _calls():
        if isinstance(call.func, ast.Attribute):
            found.add(call.func.attr)
            if call.func.attr in ORDERS:
                found |= {arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant)}
    for tree in trees().values():
        for node in ast.walk(tree):
            match node:
                case ast.Tuple(elts=[ast.Constant(value=str(name)), ast.Dict(), *_]):
                    found.add(name)
    found |= set(re.findall(r'"do": ?"(\w+)"', whole()))
    return frozenset(word for word in found if isinstance(word, str))


@cache
def refused() -> frozenset[str]:
    """The codes that tests expect: compared, given to a function, or told by a script's line."""
    return texts() | frozenset(re.findall(r'"(?:refused|code)": ?"(\w+)"', whole()))


@cache
def forged() -> frozenset[str]:
    """The traits of the weapons that tests make, or read."""
    found = {
        keyword.arg
        for call in _calls()
        if isinstance(call.func, ast.Name) and call.func.id in FORGES
        for keyword in call.keywords
        if keyword.arg
    }
    for value in _entries().get("traits", ()):
        found |= _keys(value)
    for table in re.findall(r"traits = \{([^}]*)\}", whole()):
        found |= set(re.findall(r"(\w+) =", table))
    return frozenset(found)


def asked(name: str) -> bool:
    """Whether a test answers or awaits an ask: `NAME:WHO`, or the name alone."""
    return name in texts() or re.search(rf"(?<![\w-]){name}:[\w{{]", whole()) is not None


def drawn(name: str) -> bool:
    """Whether a test gives the faces of a draw, `NAME 4 3`, or awaits it."""
    return name in texts() or re.search(rf"(?<![\w-]){name} [1-6{{]", whole()) is not None


@cache
def keywords() -> frozenset[str]:
    """The names by which tests give arguments."""
    return frozenset(keyword.arg for call in _calls() for keyword in call.keywords if keyword.arg)


@cache
def tables() -> frozenset[str]:
    """The keys of rulesets that tests write as TOML: `[momentum]` and below it `start = 2`."""
    found: set[str] = set()
    for text in (*texts(), files()):
        table = ""
        for line in text.splitlines() if "[" in text else ():
            if head := re.match(r" *\[(?:ruleset\.)?([a-z_.]+)\] *$", line):
                table = head[1]
                found.add(table)
            elif key := re.match(r" *([a-z_]+) *=", line):
                found.add(f"{table}.{key[1]}")
    return frozenset(found)


def switched(key: str) -> bool:
    """Whether a test sets a switch: by its key, by its field, or in a ruleset's table."""
    table, _, name = key.partition(".")
    named = key in texts() or f"{table}_{name}" in keywords() or key in _entries() or key in tables()
    return named or any(name in _keys(value) for value in _entries().get(table, ()))


def _keys(table: ast.expr) -> set[Any]:
    keys = table.keys if isinstance(table, ast.Dict) else ()
    return {key.value for key in keys if isinstance(key, ast.Constant)}
