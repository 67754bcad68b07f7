"""A progress bar for what may take over a second: on standard error, only on a terminal, only after a second."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any


def track(title: str, items: Iterable[Any], count: int) -> Iterable[Any]:
    """The items, passed on."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    return tqdm(items, desc=title, total=count, delay=1.0, leave=False, file=sys.stderr)
