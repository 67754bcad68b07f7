"""docs/README.md leads to every document."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.docs

DOCS = Path(__file__).parents[2] / "docs"


def test_the_map_names_every_document() -> None:
    """No document in docs/ that the map does not link to; the decisions as a folder."""
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    names = sorted(path.name for path in DOCS.glob("*.md"))
    assert [name for name in [*names, "decisions/"] if name != "README.md" and f"]({name})" not in text] == []
