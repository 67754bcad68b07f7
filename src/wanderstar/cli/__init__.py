"""The `wanderstar` command: one module per verb, and only the asked one is imported."""

from .main import main

__all__ = ["main"]
