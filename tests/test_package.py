"""The package as somebody installs it: built offline, put into an empty environment outside the repository, used there.

The environment has the wheel and, of the locked packages, exactly those that the wheel says it needs. So what is
imported without being declared is missing there, and so is what was left out of the wheel.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
WINDOWS = sys.platform == "win32"
GM = re.compile(r"^  GM \(you\)  +(http://\S+)$", re.MULTILINE)


class Installed(NamedTuple):
    """An environment with the wheel in it, and an empty folder to stand in."""

    bin: Path
    packages: Path
    folder: Path
    wheel: Path
    sdist: Path

    def run(self, *command: str) -> str:
        """What a program of the environment prints; it must exit 0 and say nothing on standard error."""
        done = subprocess.run(
            [str(self.bin / command[0]), *command[1:]],
            cwd=self.folder,
            env=clean(),
            capture_output=True,
            encoding="utf-8",
            timeout=240,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


def clean() -> dict[str, str]:
    """The environment's variables without any that lead Python elsewhere."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    return kept | {"PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}


def build(source: Path, out: Path) -> tuple[Path, Path]:
    """Builds wheel and sdist from a source tree; the backend is locked, nothing is fetched."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(out)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return wheel, sdist


def metadata(wheel: Path) -> list[str]:
    """What the wheel says it needs."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = [name for name in opened.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(opened.read(name).decode("utf-8")).get_all("Requires-Dist") or []


def needed(lines: list[str], extras: frozenset[str] = frozenset()) -> Iterator[tuple[str, frozenset[str]]]:
    """The packages of `Requires-Dist` lines that this platform needs, with their extras."""
    for line in lines:
        asked = Requirement(line)
        if asked.marker is None or any(asked.marker.evaluate({"extra": e}) for e in extras or {""}):
            yield asked.name, frozenset(asked.extras)


def closure(lines: list[str]) -> set[str]:
    """Every package that those lines need, and what these need in turn."""
    waiting = list(needed(lines))
    found: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += needed(distribution(one[0]).requires or [], one[1])
    return {name for name, _ in found}


def link(name: str, packages: Path) -> None:
    """Puts a locked package into the environment: links to its folders and modules."""
    locked = distribution(name)
    tops = {file.parts[0] for file in locked.files or () if file.parts[0] not in ("..", "__pycache__")}
    for top in tops:
        if not (packages / top).exists():
            (packages / top).symlink_to(Path(str(locked.locate_file(top))))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own."""
    work = tmp_path_factory.mktemp("outside")
    assert ROOT not in work.parents
    wheel, sdist = build(ROOT, work / "dist")
    home = work / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    programs = home / ("Scripts" if WINDOWS else "bin")
    python = programs / ("python.exe" if WINDOWS else "python")
    uv = Path(sys.executable).with_name("uv.exe" if WINDOWS else "uv")
    install = ["pip", "install", "-q", "--offline", "--no-deps", "--no-cache", "--python", str(python)]
    subprocess.run([str(uv), *install, str(wheel)], check=True)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    told = subprocess.run([str(python), "-c", where], check=True, capture_output=True, encoding="utf-8")
    packages = Path(told.stdout.strip())
    for name in closure(metadata(wheel)):
        link(name, packages)
    (work / "empty").mkdir()
    return Installed(programs, packages, work / "empty", wheel, sdist)


def members(wheel: Path) -> dict[str, bytes]:
    """A wheel's files."""
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_the_wheel_holds_all_that_is_used_and_nothing_else(installed: Installed) -> None:
    """Every file of src/wanderstar is in it, types, packs, pages and scripts among them; no test, no cache."""
    held = {name for name in members(installed.wheel) if ".dist-info/" not in name}
    source = ROOT / "src"
    files = (path for path in (source / "wanderstar").rglob("*") if path.is_file())
    ours = {path.relative_to(source).as_posix() for path in files if "__pycache__" not in path.parts}
    assert held == ours
    wanted = {
        "py.typed",
        "packs/core/weapons.toml",
        "packs/core/encounters/patrol-ambush.toml",
        "cli/pins.json",
    }
    wanted |= {"table/templates/table.html", "table/static/app.js", "table/static/vendor/htmx-LICENSE"}
    assert {f"wanderstar/{name}" for name in wanted} <= held


def test_the_sdist_builds_the_same_wheel(installed: Installed, tmp_path: Path) -> None:
    """Unpacked elsewhere it gives the very files; it holds the documents, the examples and the tests."""
    with tarfile.open(installed.sdist) as opened:
        opened.extractall(tmp_path, filter="data")
    (tree,) = [path for path in tmp_path.iterdir() if path.name.startswith("wanderstar-")]
    again, _ = build(tree, tmp_path / "again")
    assert members(again) == members(installed.wheel)
    for name in (
        "README.md",
        "LICENSE",
        "Makefile",
        "docs/quickstart.md",
        "examples/golden-fight.toml",
        "tools/pins.py",
    ):
        assert (tree / name).is_file(), name
    assert (tree / "tests" / Path(__file__).name).is_file()


def test_it_comes_from_the_wheel(installed: Installed) -> None:
    """What is imported there is the installed copy, typed, and not the repository's."""
    program = "import wanderstar, pathlib; print(pathlib.Path(wanderstar.__file__).resolve().parent)"
    home = Path(installed.run("python", "-c", program).strip())
    assert home == (installed.packages / "wanderstar").resolve()
    assert (home / "py.typed").is_file()
    missing = (
        "import importlib.util as u; print([n for n in ('pytest', 'hypothesis', 'sphinx') if u.find_spec(n)])"
    )
    assert installed.run("python", "-c", missing) == "[]\n"


def test_the_verbs_work_there(installed: Installed) -> None:
    """Each verb, with what it reads from the package: packs, schemas, the tests that pin a rule."""
    assert re.fullmatch(r"wanderstar \d+\.\d+\.\d+\n", installed.run("wanderstar", "--version"))
    assert "Patrol ambush" in installed.run(
        "wanderstar", "fight", "patrol-ambush", "--seed", "7", "--journal", "fight.jsonl"
    )
    assert "verified" in installed.run("wanderstar", "replay", "fight.jsonl", "--verify")
    assert "58.3 %" in installed.run("wanderstar", "odds", "test", "--bonus", "1")
    turn = json.dumps({"do": "begin"})
    assert "refused" not in installed.run("wanderstar", "odds", "command", begun(installed), turn)
    assert "17" in installed.run("wanderstar", "roll", "3D+1", "--dice", "6,5,5")
    (installed.folder / "mine.toml").write_text(
        'format = 1\n[[weapons]]\nid = "a"\nname = "A"\ndamage = "2D"\nmelee = true\n', encoding="utf-8"
    )
    assert "no fault" in installed.run("wanderstar", "check", "mine.toml")
    assert json.loads(installed.run("wanderstar", "check", "--schema", "encounter"))["type"] == "object"
    assert "tests/" in installed.run("wanderstar", "rules", "C26", "R2")


def begun(installed: Installed) -> str:
    """A journal that is at its first line: an encounter nobody has begun."""
    (installed.folder / "nothing.jsonl").write_text("", encoding="utf-8")
    installed.run(
        "wanderstar", "fight", "golden-fight", "--script", "nothing.jsonl", "--journal", "ready.jsonl"
    )
    return "ready.jsonl"


def test_python_there(installed: Installed) -> None:
    """The functions, outside the repository."""
    program = (
        "import wanderstar\n"
        "fight = wanderstar.fight('golden-fight', seed=7)\n"
        "print(fight.table.state.over, len(fight.rows()), '<table' in fight._repr_html_())\n"
        "print(wanderstar.odds.test(bonus=1).success)\n"
    )
    assert installed.run("python", "-c", program) == "True 6 True\n7/12\n"


def test_the_table_serves_there(installed: Installed, tmp_path: Path) -> None:
    """A page, a style and a script of the live table, each from the wheel; Ctrl-C ends it."""
    command = [
        str(installed.bin / "wanderstar"),
        "table",
        "--no-browser",
        "--port",
        "0",
        "--db",
        str(tmp_path / "t.db"),
    ]
    group = subprocess.CREATE_NEW_PROCESS_GROUP if WINDOWS else 0  # type: ignore[attr-defined, unused-ignore]
    server = subprocess.Popen(
        command, cwd=tmp_path, env=clean(), stdout=subprocess.PIPE, encoding="utf-8", creationflags=group
    )
    try:
        assert server.stdout is not None
        told = ""
        while not (found := GM.search(told)):
            line = server.stdout.readline()
            assert line, told
            told += line
        browser = build_opener(HTTPCookieProcessor())
        with browser.open(found[1], timeout=30) as answer:
            page, address = answer.read().decode("utf-8"), answer.geturl()
        assert "<title>" in page
        links = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', page)
        assert {link.partition("?")[0].rpartition(".")[2] for link in links} == {"css", "js"}
        for link_ in links:
            with browser.open(address.partition("/t/")[0] + link_, timeout=30) as answer:
                assert answer.status == 200
    finally:
        server.send_signal(signal.CTRL_BREAK_EVENT if WINDOWS else signal.SIGINT)  # type: ignore[attr-defined, unused-ignore]
        server.communicate(timeout=30)
    assert WINDOWS or server.returncode == 0
