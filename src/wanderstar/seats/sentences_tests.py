"""Sentences of dice, tests, opposed tests, contests and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .names import Names, count, signed

Story = Mapping[str, Any]

FLAGS = {
    "barely": "barely",
    "near_miss": "near miss",
    "natural_2": "natural 2",
    "natural_12": "natural 12",
}

DRAWS = {
    "initiative": "initiative",
    "test": "a test",
    "reaction": "the reaction",
    "attack": "the attack",
    "avoid": "avoiding",
    "damage": "damage to",
    "scatter_direction": "where it strays",
    "scatter_distance": "how far it strays",
    "opposed": "the opposed test",
    "first_aid": "first aid",
    "grapple": "the grapple",
    "break_free": "breaking free",
    "disengage": "breaking away",
}


def faces(s: Story) -> str:
    """The dice in the order rolled, the dropped one in parentheses."""
    waiting, shown = list(s["kept"]), []
    for face in s["dice"]:
        if face in waiting:
            waiting.remove(face)
            shown.append(str(face))
        else:
            shown.append(f"({face})")
    return " ".join(shown)


def draw(s: Story, n: Names) -> str:
    """Dice on the table."""
    bonus = f" {signed(s['bonus'])}" if s["bonus"] else ""
    edge = f", {s['edge'].capitalize()}" if s["edge"] not in (None, "neutral") else ""
    what = DRAWS[s["name"]]
    what = f"{what} {n.who(s['who'])}" if s["name"] == "damage" else f"{n.who(s['who'])}, {what}"
    return f"{what[0].upper()}{what[1:]}{edge}: {faces(s)}{bonus} = {s['total']}."


def flags(words: Any) -> str:
    """`, barely`; nothing without flags."""
    return "".join(f", {FLAGS[word]}" for word in words)


def test(s: Story, n: Names) -> str:
    """A test's outcome."""
    who, skill = n.who(s["who"]), s["skill"]
    if s["automatic"] is not None:
        return f"{who} {'succeeds' if s['automatic'] == 'success' else 'fails'} at {skill} without a roll."
    outcome = "succeeds" if s["outcome"] == "success" else "fails"
    return f"{who} {outcome} at {skill}: {s['total']} v 8 ({signed(s['margin'])}{flags(s['flags'])})."


def opposed(s: Story, n: Names) -> str:
    """Who won an opposed test, by how much, and what broke a tie."""
    totals = ", ".join(f"{n.who(who)} {total}" for who, total in s["totals"].items())
    if s["winner"] is None:
        return f"Level: {totals}."
    tie = f" after a tie of {n.all(s['tied'])}" if s["tied"] else ""
    by = f" by {s['margin']}{', narrowly' if s['narrow'] else ''}" if s["margin"] else ""
    return f"{n.who(s['winner'])} wins{by}{tie}: {totals}."


def contest(s: Story, n: Names) -> str:
    """The end of an extended contest."""
    after = f"after {count(s['exchanges'], 'exchange')}"
    if s["undecided"]:
        return f"The contest is undecided {after}."
    return f"{n.who(s['winner'])} wins the contest {after}."


def acted(s: Story, n: Names) -> str:
    """Some other Significant Action."""
    return f"{n.who(s['who'])} {'manages' if s['success'] else 'fails'}: {s['label']}."


def clock_set(s: Story, n: Names) -> str:
    """A new clock."""
    good, bad = count(s["successes"], "success", "successes"), count(s["failures"], "failure")
    return f"A clock begins, {s['id']}: {good} before {bad}."


def clock_ticked(s: Story, n: Names) -> str:
    """A clock that moved."""
    end = {"filled": "; it is full", "failed": "; it has failed", None: ""}[s["result"]]
    good, bad = count(s["successes"], "success", "successes"), count(s["failures"], "failure")
    return f"The clock {s['id']} stands at {good} and {bad}{end}."
