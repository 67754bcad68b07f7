"""Functions that compiled code has in place of each call of them: the few that every turn of a fight goes through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

HOT: set[Any] = set()
"""All of them."""


def hot(function: F) -> F:
    """Marks a function as one of them."""
    HOT.add(function)
    return function
