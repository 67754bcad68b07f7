"""The import arrows: which package may know which. The table is the one in CONTRIBUTING.md."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src"

MAY_IMPORT: dict[str, set[str]] = {
    "book": set(),
    "packs": set(),
    "sheets": {"book"},
    "play": {"book", "sheets"},
    "odds": {"book", "sheets", "play"},
    "tactics": {"book", "sheets", "play", "odds"},
    "forecast": {"book", "sheets", "play", "odds", "tactics"},
    "seats": {"book", "play", "odds"},
    "table": {"book", "sheets", "play", "odds", "tactics", "forecast", "seats"},
    "cli": {"book", "sheets", "play", "odds", "tactics", "forecast", "seats"},
    "__main__": {"cli", "table"},
}
NUMBERS = {"numpy", "numba"}


def imported(source: str, package: str) -> Iterator[str]:
    """The full dotted name of everything that a module of `package` imports, at whatever depth of its code.

    `from a import b` gives `a.b`: b may be a module. `import_module("…")` with a literal name counts too.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield from (f"{base}.{alias.name}" for alias in names)
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]) if ast.unparse(func) in {
                "import_module",
                "importlib.import_module",
                "__import__",
            }:
                dots = len(name) - len(name.lstrip("."))
                above = package.split(".")[: len(package.split(".")) - dots + 1] if dots else []
                yield ".".join([*above, name.lstrip(".")])


def faults(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """What `module` (dotted) imports against the arrows, one sentence each."""
    parts = module.split(".")
    package = module if is_package else ".".join(parts[:-1])
    home = parts[1] if len(parts) > 1 else ""
    return [
        f"{module} imports {name}"
        for name in imported(source, package)
        if not allowed(home, parts, name.split("."))
    ]


def allowed(home: str, parts: list[str], name: list[str]) -> bool:
    """Whether a module (`parts`, of the top package `home`) may import `name`."""
    if name[0] in NUMBERS:
        return home == "forecast"
    if name[0] != "wanderstar":
        return home != "book" or name[0] in sys.stdlib_module_names
    if home in {"", "__init__"} or len(name) == 1:
        return home != "book" or len(name) > 1
    if parts[1:3] == ["book", "core_mechanic"] and name[1:3] == ["book", "combat"]:
        return False
    return name[1] == home or name[1] in MAY_IMPORT[home]


def modules() -> Iterator[tuple[str, str, bool]]:
    for path in sorted((SRC / "wanderstar").rglob("*.py")):
        parts = list(path.relative_to(SRC).with_suffix("").parts)
        is_package = parts[-1] == "__init__"
        yield ".".join(parts[:-1] if is_package else parts), path.read_text(encoding="utf-8"), is_package


def test_every_import_follows_an_arrow() -> None:
    """No module imports outward: rules know nothing of play, play nothing of odds, and so on."""
    assert [
        fault for name, text, is_package in modules() for fault in faults(name, text, is_package=is_package)
    ] == []


def test_every_package_has_its_arrows() -> None:
    """A new package stands in the table before it stands in the tree."""
    found = {name.split(".")[1] for name, _, _ in modules() if "." in name}
    assert found <= set(MAY_IMPORT)
    assert {"book", "play", "odds", "cli"} <= found


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("wanderstar.book.combat.range", "import pydantic"),
        ("wanderstar.book.combat.range", "from wanderstar.play import state"),
        ("wanderstar.book.combat.range", "import wanderstar"),
        ("wanderstar.book.core_mechanic.roll", "from ..combat import effect"),
        ("wanderstar.book.core_mechanic.roll", "from .. import combat"),
        ("wanderstar.sheets.model", "def late():\n    from wanderstar.play import state"),
        ("wanderstar.play.decide", "from ..odds.attack import attack"),
        ("wanderstar.odds.attack", "import numpy as np"),
        ("wanderstar.odds.attack", "from wanderstar import tactics"),
        ("wanderstar.seats.view", "from wanderstar.sheets import model"),
        ("wanderstar.table.app", "from wanderstar.cli.fight import run"),
        ("wanderstar.cli.fight", "importlib.import_module('wanderstar.table.app')"),
        ("wanderstar.cli.fight", "import_module('..table', __package__)"),
    ],
)
def test_a_forbidden_import_is_found(module: str, line: str) -> None:
    """The test above can fail: each kind of wrong arrow is seen, late and relative imports too."""
    assert len(faults(module, line)) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("wanderstar.book.combat.range", "from enum import IntEnum"),
        ("wanderstar.book.combat.range", "from ..core_mechanic import roll"),
        ("wanderstar.odds.attack", "from wanderstar.book.combat import trauma"),
        ("wanderstar.forecast.run", "import numba"),
        ("wanderstar.cli.fight", "from .. import play"),
    ],
)
def test_a_permitted_import_is_not_reported(module: str, line: str) -> None:
    """Inward arrows are free."""
    assert faults(module, line) == []


def test_a_package_reads_its_dots_from_itself() -> None:
    """In an `__init__`, one dot is the package, not its parent."""
    assert list(imported("from .roll import roll", "wanderstar.book.core_mechanic")) == [
        "wanderstar.book.core_mechanic.roll.roll"
    ]
    assert faults("wanderstar.book", "from ..play import state", is_package=True) == [
        "wanderstar.book imports wanderstar.play.state"
    ]
