"""What the documents show is what happens: every command, every Python block, every output."""

from pathlib import Path

import pytest
from tests.docs.snippets import Command, blocks, commands, follow, is_run, shows

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *("README.md", "CONTRIBUTING.md"),
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))),
]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_can_be_followed(document: str, tmp_path: Path) -> None:
    """Followed from top to bottom in an empty folder (with `examples` beside it) it goes as it says."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    wrong = follow((ROOT / document).read_text(encoding="utf-8"), tmp_path)
    assert not wrong, "\n\n".join(wrong)


def test_the_documents_have_something_to_follow() -> None:
    """The quickstart has commands, files and output; the Python document has blocks."""
    quickstart = blocks((ROOT / "docs/quickstart.md").read_text(encoding="utf-8"))
    run = [c for b in quickstart if b.language == "console" for c in commands(b.text) if is_run(c.text)]
    assert len(run) >= 10
    assert len([command for command in run if command.shown]) >= 5
    python = blocks((ROOT / "docs/python.md").read_text(encoding="utf-8"))
    assert len([block for block in python if block.language == "python"]) >= 5


def test_a_command_and_what_is_shown_under_it() -> None:
    """A console block is read as commands with their outputs; a backslash goes on in the next line."""
    text = "$ wanderstar odds test \\\n    --bonus 1\nTest\n\n…\n\n$ make run\n"
    first, second = commands(text)
    assert first == Command("wanderstar odds test \\\n    --bonus 1", ("Test", "", "…"))
    assert is_run(first.text)
    assert not is_run(second.text)
    assert is_run("printf '1\\n' | wanderstar fight golden-fight --seat asha")
    assert not is_run("echo wanderstar table")


def test_an_output_that_is_not_so_is_seen(tmp_path: Path) -> None:
    """The tests above can fail: a wrong output, a wrong exit code, a wrong comment."""
    assert shows(("a", "…", "d"), "a\nb\nc\nd\n")
    assert not shows(("a", "…", "d"), "a\nb\nc\n")
    assert not shows(("a",), "a\nb\n")
    assert follow("```console\n$ wanderstar roll 1D --dice 4\n1D: 5\n```\n", tmp_path)
    assert follow("```console\n$ wanderstar roll frogs\n```\n", tmp_path)
    assert follow("```python\nprint(1 + 1)  # 3\n```\n", tmp_path)
    assert not follow("```python\nx = 2\n```\n```python\nprint(x)  # 2\n```\n", tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ make run\n```\n",
        "```console\nwanderstar roll 1D\n```\n",
        "```sh\nwanderstar roll 1D\n```\n",
        "```\n$ make run\n```\n",
        "```text\nwanderstar table      the example\n```\n",
        "<!-- not run: no reason at all -->\n```console\n$ wanderstar roll 1D\n```\n",
        "<!-- not run: it is slow -->\n```python\nprint(1)\n```\n",
    ],
)
def test_what_is_not_run_is_seen(text: str, tmp_path: Path) -> None:
    """A command that nobody runs and that has no reason above it is a fault, and so is a reason without need."""
    assert len(follow(text, tmp_path)) == 1


def test_a_stated_reason_will_do(tmp_path: Path) -> None:
    """A block with its reason on the line above is not run."""
    assert follow("<!-- not run: it sets up everything -->\n```console\n$ make run\n```\n", tmp_path) == []


def test_a_table_is_served_and_stopped(tmp_path: Path) -> None:
    """`wanderstar table` runs until its links are printed; one that cannot begin is a fault."""
    assert (
        follow("```console\n$ wanderstar table golden-fight\n…\nOpen on this machine…\n…\n```\n", tmp_path)
        == []
    )
    assert follow("```console\n$ wanderstar table no-such-fight\n```\n", tmp_path)
