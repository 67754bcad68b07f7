"""A forecast as one asks for it: its method said, its counts whole, stops and clear answers where there is no fight."""

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.forecast.duel import duel, state

from wanderstar.forecast import driver
from wanderstar.forecast.driver import Plan, Progress, Watch, forecast, number, runner_of, settled, unwatched
from wanderstar.forecast.engine import Engine
from wanderstar.forecast.result import Forecast
from wanderstar.forecast.statistics import enough, wilson
from wanderstar.forecast.tally import Stop, Tally, shape_of
from wanderstar.play.arguments import BadArgument
from wanderstar.play.refusal import Refusal
from wanderstar.play.state import State
from wanderstar.play.table import Table
from wanderstar.sheets.load import encounter_from
from wanderstar.tactics.cast import Cast
from wanderstar.tactics.fight import fight


def made(source: Any = None, **flags: Any) -> Forecast:
    """A forecast that could be made."""
    found = forecast(source if source is not None else duel(), **{"engine": True, **flags})
    assert not isinstance(found, Refusal)
    return found


def test_wins_losses_and_draws_are_the_fights() -> None:
    """C43: counts of wins and draws sum to the fights, exactly, where the round limit can be reached too."""
    found = made(duel(2, 2), fights=30, seed=1, rounds=2).to_json()
    assert found["method"] == "simulated" and found["fights"] == 30
    assert sum(found["counts"].values()) == 30
    assert found["counts"]["draw"] > 0
    total = sum(p["value"] for p in found["win"].values()) + found["draw"]["value"]
    assert total == pytest.approx(1)


def test_run_pressed_five_times() -> None:
    """C43: the same seed is the same forecast every time; nothing is added to an earlier one."""
    answers = [made(fights=10, seed=2).to_json() for _ in range(5)]
    for answer in answers:
        del answer["seconds"]
    assert all(answer == answers[0] for answer in answers)
    assert made(fights=10, seed="2").tally == made(fights=10, seed=2).tally


def test_none_of_so_many_is_not_nothing() -> None:
    """C44: what was never seen in 20 fights is from 0 to 16.1 %, what was always seen from 83.9 to 100 %."""
    found = made(duel(1, 5), fights=20, seed=1, simulate=True)
    draw = found.to_json()["draw"]
    assert (draw["value"], draw["low"], round(100 * draw["high"], 1)) == (0, 0, 16.1)
    always = found.figure(20)
    assert (round(100 * always.low, 1), always.high) == (83.9, 1)


@pytest.mark.parametrize("fights", [0, -3, 10**12])
def test_a_number_of_fights_that_tells_nothing(fights: int) -> None:
    """C44: no fights at all are refused in a line that says so."""
    with pytest.raises(BadArgument, match=r"^fights: "):
        made(fights=fights)


@pytest.mark.parametrize(
    "flags",
    [
        {"confidence": 1.0},
        {"seconds": 0},
        {"precision": 0.0},
        {"precision": 0.9},
        {"rounds": 0},
        {"exact": True, "simulate": True},
        {"tactic": "clever"},
    ],
)
def test_bad_flags_are_named(flags: dict[str, Any]) -> None:
    """A flag that will not do is named."""
    with pytest.raises(BadArgument) as caught:
        made(**flags)
    assert caught.value.argument in flags


def test_a_named_number_has_wilsons_interval() -> None:
    """Reached as named: Wilson's."""
    assert made(fights=5, seed=1).to_json()["interval"] == "wilson"


def test_the_precision_settles_the_number_of_fights() -> None:
    """As many as an even chance takes where the first fights leave it open; Wilson's interval then."""
    found = made(simulate=True, precision=0.2, seconds=600, seed=1)
    assert found.tally.fights == enough(0.2, 0.95) == found.goal
    assert (found.rule, found.stopped) == ("wilson", False)
    assert all(figure.half <= 0.2 for figure in (*found.wins.values(), found.draw))
    assert made(precision=0.2, fights=3, seed=1).tally.fights == 3


def test_the_time_settles_it_too() -> None:
    """What the first fights took tells how many there is time for; that many are fought, and have Wilson's interval."""
    found = made(duel(3, 3), simulate=True, seconds=0.6, seed=1)
    assert 1 < found.tally.fights < enough(0.01, 0.95)
    assert found.tally.fights == found.goal and found.rule == "wilson"


def tally_of(wins: int, fights: int) -> Tally:
    """So many wins, the rest lost."""
    tally = Tally.empty(shape_of(state()))
    tally.fights, tally.wins = fights, [wins, fights - wins]
    return tally


@pytest.mark.parametrize(
    ("wins", "room", "goal"),
    [
        (500, 1e9, enough(0.01, 0.95)),
        (500, 4.0, 5000),
        (500, 0.0, 1000),
        (900, 1e9, enough(0.01, 0.95, wilson(900, 1000, 0.95).low)),
        (0, 1e9, 1000),
    ],
)
def test_what_is_far_from_even_takes_fewer(wins: int, room: float, goal: int) -> None:
    """By a thousand fights: all that an even chance takes, or what there is room for, or what a clear one takes."""
    assert settled(tally_of(wins, 1000), Plan(), room) == goal


@pytest.mark.parametrize("chance", [0.5, 0.2, 0.03])
def test_a_number_settled_by_the_first_fights_keeps_the_promise(chance: float) -> None:
    """Coverage: of 500 runs whose first hundred fights settle how many there are to be, 95 % hold the truth within
    Wilson's interval, but for the luck of 500 runs (three standard errors); and they are as sure as was asked for."""
    dice, held, runs = Random(31), 0, 500
    for _ in range(runs):
        first = sum(dice.random() < chance for _ in range(100))
        goal = settled(tally_of(first, 100), Plan(precision=0.04), 1e9)
        won = first + sum(dice.random() < chance for _ in range(goal - 100))
        found = wilson(won, goal, 0.95)
        held += found.low <= chance <= found.high
        assert found.half < 0.045
    assert abs(held - 0.95 * runs) <= 3 * math.sqrt(runs * 0.95 * 0.05)


def test_stopped_has_the_interval_that_stays_valid() -> None:
    """Ended before the number that was settled: the sequence."""
    found = made(duel(3, 3), simulate=True, seconds=600, seed=1, watch=lambda at: at.so_far is not None)
    assert found.stopped and found.to_json()["interval"] == "sequence"


def test_stopped_is_what_is_known_so_far() -> None:
    """Stopping gives the first fights, labelled, with the interval that stays valid."""
    seen: list[Progress] = []

    def watch(progress: Progress) -> bool:
        seen.append(progress)
        return progress.so_far is not None and progress.so_far.tally.fights >= 5

    found = made(duel(2, 2), fights=200, seed=1, watch=watch)
    assert found.stopped and found.to_json()["stopped"] is True
    assert 5 <= found.tally.fights < 200
    assert found.rule == "sequence"
    assert sum(found.to_json()["counts"].values()) == found.to_json()["fights"]
    parts = [progress.part for progress in seen]
    assert parts == sorted(parts) and parts[-1] < 1


def test_interrupting_is_stopping() -> None:
    """Ctrl-C within a batch gives what the batches before it came to."""

    def watch(progress: Progress) -> bool:
        if progress.so_far is not None:
            raise KeyboardInterrupt
        return False

    found = made(fights=200, seed=1, watch=watch)
    assert found.stopped and 0 < found.tally.fights < 200


@pytest.mark.parametrize(("left", "right"), [(0, 0), (2, 0), (0, 1)])
def test_no_fight_to_forecast(left: int, right: int) -> None:
    """Nobody, or one side only: the refusal that beginning the fight would give."""
    found = forecast(duel(left, right)) if left or right else forecast(nobody())
    assert isinstance(found, Refusal)
    begun = fight(duel(left, right)) if left or right else fight(nobody())
    assert isinstance(begun, Refusal)
    assert found.code == begun.code


def nobody() -> Any:
    """An encounter of sides without people, as far as files can say it."""
    source = {**duel().source, "combatants": []}
    return encounter_from(source)


def test_no_way_to_hurt_each_other_is_a_draw() -> None:
    """A feather against armor it cannot get through: a draw at the limit in every fight."""
    found = made(
        duel(1, 1, weapons=["feather"], armor=9, boxes=3), fights=4, seed=1, rounds=4, tactic="blues=passive"
    )
    assert found.tally.draws == 4
    assert found.tally.rounds == {4: 4}
    assert found.undecided


def test_foes_out_of_reach_are_a_draw() -> None:
    """Clubs two kilometres apart do not meet within three rounds."""
    far = duel(1, 1, gap=2000, weapons=["club"])
    found = made(far, fights=3, seed=1, rounds=3, tactic="blues=passive")
    assert found.tally.draws == 3
    assert found.undecided and not made(fights=3, seed=1).undecided


def test_a_fight_that_is_over_is_certain(tmp_path: Path) -> None:
    """The journal of a finished fight: its winner has 1, exactly, and nothing is simulated."""
    journal = tmp_path / "fight.jsonl"
    ended = fight(duel(), seed=1, journal=journal)
    assert not isinstance(ended, Refusal)
    found = made(journal).to_json()
    assert (found["method"], found["path"]) == ("exact", "none")
    assert found["win"][ended.table.state.winner] == {"exact": "1", "value": 1.0}
    assert found["draw"] == {"exact": "0", "value": 0.0}
    assert found["rounds"] == {str(ended.rounds): {"exact": "1", "value": 1.0}}


def test_a_journal_is_known_by_its_first_line(tmp_path: Path) -> None:
    """Whatever its file is called."""
    journal = tmp_path / "fight.log"
    fight(duel(), seed=1, journal=journal)
    assert made(journal).path == "none"


def test_the_round_limit_counts_from_the_beginning(tmp_path: Path) -> None:
    """A journal in round 3 with a limit of 2 is a draw already."""
    journal = tmp_path / "fight.jsonl"
    fight(duel(), seed=1, journal=journal, tactic="passive", rounds=4)
    cut = tmp_path / "cut.jsonl"
    lines = journal.read_text().splitlines()
    cut.write_text("\n".join(lines[:7]) + "\n")
    assert json.loads(lines[6])["n"] == 6
    found = made(cut, rounds=2)
    assert found.tally.draws == 1 and found.path == "none"


def test_the_json_has_its_fields() -> None:
    """Every combatant with chances, tracks, pool and ammunition; trauma names 0, 1 and 2 whether seen or not."""
    found = made("patrol-ambush", fights=2, seed=1).to_json()
    assert set(found["combatants"]) >= {"ines-varro", "mauler"}
    ines = found["combatants"]["ines-varro"]
    assert set(ines) == {"name", "side", "out", "dead", "gone", "trauma", "momentum", "ammo"}
    assert set(ines["trauma"]) == {"physical", "mental"}
    assert {"0", "1", "2"} <= set(ines["trauma"]["physical"])
    assert set(found["combatants"]["mauler"]["trauma"]) == {"physical"}
    assert found["combatants"]["mauler"]["momentum"] is None
    values = [p["value"] for p in ines["trauma"]["physical"].values()]
    assert sum(values) == pytest.approx(1)
    assert found["round_limit"] == 50 and found["seed"] == 1


def test_from_python_the_package_is_the_function() -> None:
    """`wanderstar.forecast(…)` before and after its modules are imported."""
    import wanderstar.forecast.tally

    found = wanderstar.forecast(duel(), fights=2, seed=1, engine=True)
    assert isinstance(found, Forecast)
    assert wanderstar.forecast.tally is not None  # type: ignore[attr-defined]


def test_rows_are_flat() -> None:
    """A row a figure, each with the same columns."""
    rows = made(fights=2, seed=1).rows()
    assert {tuple(row) for row in rows} == {("quantity", "of", "who", "value", "low", "high")}
    assert [row["of"] for row in rows if row["quantity"] == "win"] == ["reds", "blues"]


def test_seeds_that_read_alike_are_one() -> None:
    """The number 7 and the text "7"; another is another."""
    assert number(7) == number("7") != number(8)


def test_forty_against_forty_end_too() -> None:
    """C39: eighty at one table: some fights, or one, within seconds, and counts that add up."""
    found = made(duel(40, 40), simulate=True, seconds=0.5, seed=1, rounds=3)
    assert found.tally.fights >= 1
    assert sum(found.to_json()["counts"].values()) == found.tally.fights


def test_those_who_come_in_later_are_told() -> None:
    """A wave of the third round is among the combatants; where the fight ends before, it stands unhurt."""
    entries = [
        *duel().source["combatants"],
        {"who": "blue", "id": "late", "side": "blues", "at": 20, "enters": 3},
    ]
    late = encounter_from({**duel().source, "combatants": entries})
    one = made(late, fights=4, seed=1, rounds=2).to_json()
    assert one["combatants"]["late"]["trauma"]["physical"]["0"]["value"] == 1
    assert made(late, fights=4, seed=1, rounds=20).tally.fights == 4


def test_exact_or_an_error_that_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled loop there is no exact forecast: asked for, it is refused with the reason."""
    monkeypatch.setattr(driver, "find_spec", lambda name: None)
    with pytest.raises(BadArgument, match=r"^exact: .*numba is not installed"):
        made(exact=True, engine=False)
    assert made(fights=1, seed=1, engine=False).not_covered == (
        "numba is not installed (it comes with wanderstar[forecast])",
    )


def test_an_interrupted_exact_calculation_leaves_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while states are gone through: a short simulation instead, labelled as stopped."""

    class Interrupted(Unfit):
        def exact(self, *_: Any) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(driver, "_compiled", Interrupted)
    found = made(engine=False)
    assert (found.method, found.stopped, found.why) == (
        "simulated",
        True,
        "the exact calculation was interrupted",
    )
    assert found.tally.fights > 0


def test_exact_where_the_states_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner that can be exact is: every figure within what was left over, none with an interval or a count."""

    class Exact(Unfit):
        def exact(self, *_: Any) -> Tally:
            tally = Tally.empty(self.shape)
            tally.add(self.engine.simulate(0, 4, 1), 0.25)
            tally.left_over, tally.states = 1e-9, 17
            return tally

    monkeypatch.setattr(driver, "_compiled", Exact)
    told = made(engine=False).to_json()
    assert (told["method"], told["path"], told["states"], told["left_over"]) == (
        "exact",
        "compiled",
        17,
        1e-9,
    )
    assert "counts" not in told and "fights" not in told
    assert all(p["within"] < 1.1e-9 for p in told["win"].values())
    assert made(simulate=True, fights=3, seed=1).to_json()["method"] == "simulated"


def test_states_that_do_not_fit_are_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said that they do not."""
    monkeypatch.setattr(driver, "_compiled", Unfit)
    found = made(seconds=0.3, engine=False)
    assert (found.method, found.path, found.why) == (
        "simulated",
        "compiled",
        "the states do not fit in 1,000,000",
    )
    with pytest.raises(BadArgument, match=r"^exact: the states do not fit in 4,000,000"):
        made(exact=True, engine=False)


class Unfit:
    """A compiled runner whose states never fit; its fights are the engine's."""

    def __init__(self, state: State, cast: Cast, limit: int, watch: Watch) -> None:
        self.engine = Engine(state, cast, limit)
        self.shape = self.engine.shape

    def simulate(self, first: int, count: int, seed: int) -> Tally:
        """The engine's."""
        return self.engine.simulate(first, count, seed)

    def exact(self, budget_states: int, within: float, stop: Stop) -> Tally | None:
        """None."""
        return None

    def at(self, state: State) -> Any:
        """Another."""
        return Unfit(state, self.engine.cast, self.engine.limit, unwatched)

    def led(self, command: Mapping[str, Any]) -> Any:
        """The engine's."""
        return self.engine.led(command)


@pytest.mark.parametrize("name", ["salt-road", "boarding-tube"])
def test_who_left_is_told_apart_from_who_fell(name: str) -> None:
    """Of those who are out, some ran or gave up; what the engine counts is what full tracks leave of `out`."""
    found = forecast(name, engine=True, fights=8, seed=1)
    assert isinstance(found, Forecast)
    reckoned = replace(found, path="compiled")
    gone = {person.id: found.gone(person) for person in found.people}
    assert gone == {person.id: reckoned.gone(person) for person in found.people}
    assert sum(gone.values()) > 0
    assert all(n <= found.ends(who).out - found.ends(who).dead for who, n in gone.items())
    told = found.to_json()["combatants"]
    assert {who: told[who]["gone"]["value"] * 8 for who in gone} == gone
    assert {row["who"] for row in found.rows() if row["quantity"] == "gone" and row["value"]} == {
        who for who, n in gone.items() if n
    }


def test_who_had_fallen_before_did_not_leave() -> None:
    """Out by the GM's word with room on the tracks: fallen, whoever ran the fights."""
    table = Table(duel(2, 2), "seed")
    table.order({"do": "begin"}, providers=(lambda *_: None,))
    who = next(c.id for c in table.settled.combatants.values() if c.id != table.settled.turn)
    table.order({"do": "set", "who": who, "field": "out", "value": True})
    assert table.settled.combatants[who].out
    found = forecast(table, engine=True, fights=3, seed=1)
    assert isinstance(found, Forecast)
    person = next(person for person in found.people if person.id == who)
    assert found.gone(person) == replace(found, path="compiled").gone(person) == 0


@pytest.mark.parametrize("name", ["golden-fight", "patrol-ambush"])
def test_two_threads_change_nothing(name: str) -> None:
    """The very same forecast from one thread and from two."""
    pytest.importorskip("numba")
    answers = []
    for workers in (1, 2):
        found = forecast(name, fights=1500, seed=3, workers=workers)
        assert isinstance(found, Forecast) and found.path == "compiled"
        answers.append(found.tally)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("lead", [None, "end_turn"])
def test_fights_from_within_one_are_each_their_own(lead: str | None) -> None:
    """After initiative, and after a first command: many in one go are those that one gets one by one, and differ."""
    pytest.importorskip("numba")
    table = Table(duel(2, 2), "seed")
    table.order({"do": "begin"}, providers=(lambda *_: None,))
    at = table.settled
    runner: Any = runner_of(at, Cast(), 50)[0]
    if lead is not None:
        runner = runner.led({"do": lead, "who": at.turn})
    many, singly = runner.simulate(0, 200, 1), Tally.empty(runner.shape)
    for number_of in range(200):
        singly.add(runner.simulate(number_of, 1, 1))
    assert many == singly
    assert min(many.wins) > 0 and len(many.rounds) > 1
