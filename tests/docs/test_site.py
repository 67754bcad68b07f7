"""The documents as a site: it builds without a warning, and what makes a warning is seen."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.docs

DOCS = Path(__file__).parents[2] / "docs"
OFFLINE = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}


def warnings(docs: Path, work: Path) -> list[str]:
    """What the generator has against the documents in `docs`; it is given no network."""
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "dummy", "-d", str(work / "doctrees")]
    done = subprocess.run(
        [*command, str(docs), str(work / "out")],
        env=os.environ | OFFLINE | {"NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    return done.stderr.splitlines() or ["exit code " + str(done.returncode)] * bool(done.returncode)


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Every page stands in the contents, every link and every anchor leads somewhere, every image is there."""
    assert warnings(DOCS, tmp_path) == []


def test_a_fault_is_seen(tmp_path: Path) -> None:
    """The test above can fail: a dead page, two dead anchors (one of a rule), an image, a page in no contents."""
    docs = tmp_path / "docs"
    shutil.copytree(DOCS, docs)
    with (docs / "why.md").open("a", encoding="utf-8") as page:
        page.write(
            "\n[a](none.md) [b](rules.md#r999) [c](play.md#none) ![d](images/none.png) [e](rules.md#r20)\n"
        )
    (docs / "stray.md").write_text("# Stray\n", encoding="utf-8")
    found = "\n".join(warnings(docs, tmp_path))
    assert [word in found for word in ("none.md", "'r999'", "'none'", "none.png", "stray.md")] == [True] * 5
    assert "'r20'" not in found


def test_pages_read_well_without_the_site() -> None:
    """But for the site's own contents no page uses what plain Markdown readers show as it stands."""
    special = re.compile(r"^(?:```|:::)\{|^\([\w-]+\)=$|\{\w+\}`", re.MULTILINE)
    pages = [path for path in sorted(DOCS.rglob("*.md")) if path.name != "index.md"]
    assert [path.name for path in pages if special.search(path.read_text(encoding="utf-8"))] == []
    assert special.search((DOCS / "index.md").read_text(encoding="utf-8"))
