"""A fight recorded line by line: what was written, and the state the table had after each line."""

from __future__ import annotations

import json
from typing import Any

from wanderstar.play.asks import Choice
from wanderstar.play.journal import load_lines, parse_lines
from wanderstar.play.table import Table
from wanderstar.sheets.load import load_encounter
from wanderstar.sheets.model import Encounter


def text(value: Any) -> str:
    """JSON, byte for byte."""
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


class Recorded:
    """A table whose lines are kept as text; `states[k]` is the state after line `k`, the header being line 0."""

    def __init__(self, encounter: Encounter, seed: str | None = None) -> None:
        self.lines: list[str] = []
        self.states: list[str] = []
        self.table = Table(encounter, seed=seed, write=self._write)
        self._write(self.table.header())

    def _write(self, line: dict[str, Any]) -> None:
        self.lines.append(text(line))
        self.states.append(text(self.table.to_json()))

    def order(self, command: dict[str, Any], **answers: Any) -> None:
        """A command and its answers, one by one; what is not named takes the safe default."""
        given = dict(answers)
        assert self.table.order(command)
        self.finish(given)

    def finish(self, given: dict[str, Any] | None = None, dice: list[int] | None = None) -> None:
        """Answers everything that is asked: named choices by `NAME_WHO`, dice from `dice` or 4 each."""
        faces = list(dice or [])
        while self.table.run is not None:
            ask = self.table.asks[0]
            if isinstance(ask, Choice):
                value = (given or {}).pop(f"{ask.name}_{ask.who}", ask.default)
                assert self.table.answer({ask.key: value})
            else:
                rolled = [faces.pop(0) if faces else 4 for _ in range(ask.count)]
                assert self.table.answer({"dice": rolled})
        assert not given

    def loaded(self, lines: int | None = None) -> Table:
        """The table that the first so many lines give."""
        kept = self.lines if lines is None else self.lines[:lines]
        return load_lines(parse_lines("\n".join(kept), "journal"), "journal")


COMMANDS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"do": "begin"}, {}),
    ({"do": "attack", "who": "nyx", "weapon": "machine-pistol", "target": "bruno", "mode": "burst"},
     {"reaction_bruno": "dodge"}),
    ({"do": "condition", "who": "bruno", "name": "on fire", "turns": 2}, {}),
    ({"do": "end_turn", "who": "nyx"}, {}),
    ({"do": "edge", "who": "asha", "edge": "advantage", "reason": "high ground"}, {}),
    ({"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": "gorr"},
     {"reaction_gorr": "dodge", "claim_attack_asha": True}),
    ({"do": "end_turn", "who": "asha"}, {}),
    ({"do": "move", "who": "cato", "to": 12}, {}),
    ({"do": "attack", "who": "cato", "weapon": "frag", "at": 38}, {"reaction_nyx": "dive:panel"}),
    ({"do": "opposed", "sides": [{"who": "bruno", "skill": "Close Quarters"}, {"who": "gorr", "skill": "Recon"}]},
     {"claim_test_bruno": True}),
    ({"do": "end_turn", "who": "cato"}, {}),
]  # fmt: skip
"""Eleven commands of the golden encounter in which much is asked. By dice of 4 nyx is first, then asha, cato."""


def recorded(seed: str | None = None) -> Recorded:
    """The golden encounter, played for a round by these commands."""
    made = Recorded(load_encounter("golden-fight"), seed)
    for command, answers in COMMANDS:
        made.order(command, **answers)
    return made
