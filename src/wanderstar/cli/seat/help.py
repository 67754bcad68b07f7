"""`?`: the keys, a rule's text, a search."""

from __future__ import annotations

import re

from ...book.ruleset import Ruleset
from ...play.arguments import BadArgument
from ..bars import Style
from .heard import WIDTH

KEYS = (
    ("NUMBER", "take that choice; more may follow at once: 12 toward vex 4"),
    ("m PLACE", "move: m 12, m 3 4, m toward vex 4, m away vex, m crate"),
    ("e", "end the turn"),
    ("t NAME", "list the attacks on somebody first"),
    ("list", "the list again, with everything that is not possible now"),
    ("odds", "the exact odds of every choice; odds 3 of one"),
    ("why", "the last roll, with every reason, counted or not"),
    ("log", "what happened last; log 30 for more"),
    ("map", "who is where, how far, in which state; where cover is"),
    ("state", "everybody's numbers, as far as they are known"),
    ("h", "a hint: what a tactic would do"),
    ("u", "undo: back to before your last choice"),
    ("dice", "dice typed: yours are asked for; dice rolled: they are rolled"),
    ("? C26", "the text of a rule or ruling; ? cover finds rules by a word"),
    ("quit", "leave; with --journal the fight can be resumed"),
)
"""What can be typed whenever something is asked."""

DICE = "Dice: Enter rolls them; 5 2 4 types what real ones showed."


def help_lines() -> list[tuple[str, str]]:
    """Each key with what it does."""
    return [*KEYS, ("Enter", "takes the safe choice, or rolls, where that is said")]


def rule_lines(words: list[str], ruleset: Ruleset, style: Style) -> list[str]:
    """Rules by id or by a word, at this table's switches."""
    from ..rules import choose, lines

    try:
        found = list(choose(words, None, False))
    except BadArgument as wrong:
        return [str(wrong).partition(": ")[2] or str(wrong)]
    drawn = lines(found, ruleset, None, style, WIDTH)
    return [re.sub(r" ?[━=]{2,} ?", "", line) for line in drawn]  # a heading is read aloud without its line
