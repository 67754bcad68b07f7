"""Many at once, and the server killed in the middle: nothing acknowledged is lost, all see what is written."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from tests.table.storm import storm


def test_a_small_storm(tmp_path: Path) -> None:
    """Eight clients for some seconds, two kills: every reply stands in the journal, which replays to what is seen."""
    told = asyncio.run(storm(tmp_path / "t.db", 8, 4, 2, "small"))
    print(dict(told.codes), "lost", told.lost)
    assert told.enough()


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_a_long_storm(tmp_path: Path) -> None:
    """Fifty clients for a minute, duplicates and stale versions included, ten kills."""
    seed = os.environ.get("WANDERSTAR_STORM", str(os.getpid()))
    print(f"WANDERSTAR_STORM={seed}")
    told = asyncio.run(storm(tmp_path / "t.db", 50, 60, 10, seed))
    print(dict(told.codes), "lost", told.lost)
    print(dict(told.codes), "lost", told.lost)
    assert told.codes["done"] > 200
