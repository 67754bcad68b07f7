"""Options that verbs share: `--ruleset`, an edge's sources, and printing JSON."""

from __future__ import annotations

import argparse
from typing import Any

from ..book.ruleset import DEFAULT, Ruleset


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """`--ruleset FILE`; a verb within a verb adds it as well, and neither undoes the other's."""
    parser.add_argument(
        "--ruleset", metavar="FILE", default=argparse.SUPPRESS, help="a table's own switches (TOML)"
    )


def ruleset_of(args: argparse.Namespace) -> Ruleset:
    """The ruleset of `--ruleset`, or the defaults. Raises BrokenFile."""
    named = ruleset_named(args)
    return DEFAULT if named is None else named


def ruleset_named(args: argparse.Namespace) -> Ruleset | None:
    """The ruleset of `--ruleset`; None without one, where a fight's own counts. Raises BrokenFile."""
    path = getattr(args, "ruleset", None)
    if path is None:
        return None
    from ..sheets.load import load_ruleset

    return load_ruleset(path)


def add_edge(parser: argparse.ArgumentParser, prefix: str = "", whose: str = "") -> None:
    """`--advantage` and `--disadvantage`, each as often as there are sources (R2)."""
    for word in ("advantage", "disadvantage"):
        parser.add_argument(
            f"--{prefix}{word}",
            action="count",
            default=0,
            help=f"a source of {word.capitalize()}{whose}; both kinds meet by R2",
        )


def add_bonus(parser: argparse.ArgumentParser, prefix: str = "", whose: str = "the skill's") -> None:
    """`--bonus` and `--rank`."""
    parser.add_argument(
        f"--{prefix}bonus", type=whole_number, metavar="N", help=f"{whose} bonus, such as 2 or -3"
    )
    parser.add_argument(f"--{prefix}rank", metavar="NAME", help=f"{whose} rank instead, such as Trained")


def whole_number(text: str) -> int:
    """A whole number, for argparse."""
    return int(text)


whole_number.__name__ = "whole number"  # argparse puts the name into its complaint


def print_json(answer: dict[str, Any]) -> None:
    """One JSON object on one line; ASCII only, so that any terminal and pipe takes it."""
    import json

    print(json.dumps(answer))
