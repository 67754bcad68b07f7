"""docs/README.md leads to every document."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.docs

DOCS = Path(__file__).parents[2] / "docs"


def test_the_map_names_every_document() -> None:
    """No document in docs/ that the map does not link to; the decisions as a folder. index.md is the site's map."""
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    names = sorted({path.name for path in DOCS.glob("*.md")} - {"README.md", "index.md"})
    assert [name for name in [*names, "decisions/"] if f"]({name})" not in text] == []
