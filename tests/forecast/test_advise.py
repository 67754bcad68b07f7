"""Advice: legal commands only, best first, within the time, the same luck for all."""

from pathlib import Path
from typing import Any

import pytest
from tests.forecast.duel import duel

import wanderstar
import wanderstar.forecast.advise as adviser
from wanderstar.cli.advise import lines
from wanderstar.cli.bars import Style
from wanderstar.forecast import advice, weigh
from wanderstar.forecast.advice import Advice
from wanderstar.forecast.advise import advise
from wanderstar.forecast.sensible import away, sensible
from wanderstar.play.arguments import BadArgument
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare
from wanderstar.play.table import Table
from wanderstar.seats.names import Names
from wanderstar.sheets.load import load_encounter
from wanderstar.tactics.cast import cast

FIGHTS = 3
"""So many of each command, one by one, are enough here; no clock ends them."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the intervals come to is good."""
    for name, value in {"GOOD": 1.0, "TIGHT": 1.0, "MOST_TOGETHER": 1, "ENOUGH": FIGHTS}.items():
        monkeypatch.setattr(weigh, name, value)
    for module in (advice, adviser):
        monkeypatch.setattr(module, "ENOUGH", FIGHTS)


def table(source: Any = None) -> Table:
    """A table whose fight has begun."""
    made = Table(source or duel(), "seed")
    made.order({"do": "begin"}, providers=(lambda *_: None,))
    return made


def found(at: Table, **flags: Any) -> Advice:
    """Advice that could be given."""
    answer = advise(at, **{"seconds": 3600, "seed": 1, "engine": True, **flags})
    assert not isinstance(answer, Refusal)
    return answer


@pytest.mark.parametrize("name", ["patrol-ambush", "docking-bay", "golden-fight"])
def test_what_is_weighed_up_is_legal(name: str) -> None:
    """Each command would be taken; the turn can always be ended; none comes twice."""
    state = table(load_encounter(name)).settled
    commands = sensible(state, cast([], state, False))
    assert not [data for data in commands if isinstance(prepare(state, data), Refusal)]
    assert {"do": "end_turn", "who": state.turn} in commands
    assert len({str(sorted(c.items())) for c in commands}) == len(commands)
    assert {"attack", "aim", "move"} & {c["do"] for c in commands}


def test_away_is_a_move_further() -> None:
    """As far as one move takes, on the line from the foe."""
    state = table().settled
    c = state.combatants["red"]
    assert away(state, c, 10) == -state.ruleset.move_metres
    assert away(state, c, -10) == state.ruleset.move_metres


def test_shooting_beats_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel at ten metres against one who only stands there within a limit of rounds: whoever shoots wins more, and
    whoever passes the turn has the least."""
    monkeypatch.setattr(weigh, "ENOUGH", 60)
    answer = found(table(), tactic="passive", rounds=1)
    assert answer.options[0].command["do"] == "attack"
    ranks = [one.command["do"] for one in answer.options]
    assert answer.options[ranks.index("end_turn")].win.value == 0
    assert answer.options[0].win.value > 0
    assert answer.options[0].change.value == pytest.approx(answer.options[0].win.value - answer.now.value)


def test_best_first_each_with_an_interval() -> None:
    """Chances fall down the list, every one within its interval, and so is every change."""
    answer = found(table(duel(2, 2)))
    values = [one.win.value for one in answer.options]
    assert values == sorted(values, reverse=True)
    for one in answer.options:
        assert one.win.low <= one.win.value <= one.win.high
        assert one.change.low <= one.change.value <= one.change.high
        assert one.change.high > one.change.low
        assert one.fights > 0


def test_within_its_time() -> None:
    """A second is enough for the likeliest commands of a fight of eight with some twenty; the others are named."""
    answer = found(table(load_encounter("patrol-ambush")), seconds=1)
    assert len(answer.options) + len(answer.left_out) >= 5


def test_the_json() -> None:
    """A command as in a script, the chance, its change, the change in trauma on both sides."""
    told = found(table()).to_json()
    first = told["options"][0]
    assert set(first) == {"command", "win", "change", "trauma"}
    assert set(first["trauma"]) == {"own", "foes"}
    assert told["who"] in ("red", "blue") and told["side"] == told["who"] + "s"
    assert told["seed"] == 1 and "stopped" not in told


def test_rows_and_notebook() -> None:
    """Flat rows, one a command; a table with bars."""
    answer = found(table())
    assert len(answer.rows()) == len(answer.options)
    assert "chance to win" in answer._repr_html_()


def test_nobody_to_advise(tmp_path: Path) -> None:
    """Before the fight nobody has the turn; after it, it is over; within a command an answer is awaited."""
    waiting = Table(duel())
    assert not isinstance(waiting.order({"do": "begin"}), Refusal)
    journal = tmp_path / "over.jsonl"
    wanderstar.fight(duel(), seed=1, journal=journal)
    codes = []
    for source in (Table(duel()), waiting, journal):
        answer = wanderstar.advise(source)
        assert isinstance(answer, Refusal)
        codes.append(answer.code)
    assert codes == ["out_of_turn", "pending", "over"]


@pytest.mark.parametrize("seconds", [0, -1, 1e9])
def test_no_time_is_refused(seconds: float) -> None:
    """Named in a line."""
    with pytest.raises(BadArgument, match=r"^seconds: "):
        advise(table(), seconds=seconds)


def test_too_few_fights_make_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command whose fights would leave anything possible has no row in the report and is named as such."""
    for module in (advice, adviser):
        monkeypatch.setattr(module, "ENOUGH", 10**9)
    answer = found(table())
    assert answer.options and answer.sound == ()
    told = "\n".join(lines(answer, Names(answer.names, {}, {}), Style(False, False)))
    assert "no command had fights enough for a figure" in told
    assert "too few fights for a figure, if any (more with --seconds): " in told and "+-" not in told


def test_what_is_advised_had_fights_enough() -> None:
    """However slow the fights are, no row rests on fewer than are asked for."""
    answer = found(table(load_encounter("golden-fight")))
    assert answer.sound == answer.options
    assert all(one.fights >= FIGHTS for one in answer.options)


def test_those_who_come_in_later_are_counted() -> None:
    """A fight with a later wave: advice counts whoever is still to come, on the side they will be on."""
    at = table(load_encounter("salt-road"))
    assert at.settled.waves
    answer = found(at, rounds=2)
    assert answer.options
    assert {c.id for c in at.settled.waves} < set(answer.names)
