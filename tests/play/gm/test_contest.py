"""Chapter 5, Extended contests, and progress clocks, at the table."""

from __future__ import annotations

from typing import Any

from .company import company
from .test_opposed import side

SIDES = [side("ann"), side("cal")]
WON, LOST, LEVEL = "opposed 4 4; opposed 3 3", "opposed 3 3; opposed 4 4", "opposed 4 3; opposed 3 4"


def contest(*exchanges: str, rules: dict[str, Any] | None = None, **args: Any) -> dict[str, Any]:
    """The result of a contest of ann against cal, nobody defending unless said."""
    told = company(rules).do("contest", sides=SIDES, rolls="; ".join(exchanges), **{"defender": None, **args})
    assert len(told.all("opposed")) == len(exchanges)
    return told.one("contest")


def test_t46_net_wins_decide() -> None:
    """T46: a series of opposed tests until one side is two wins ahead."""
    told = contest(WON, WON)
    assert (told["winner"], told["net"], told["exchanges"], told["undecided"]) == ("ann", 2, 2, False)
    assert contest(LOST, LOST)["winner"] == "cal"


def test_t46_the_number_is_agreed() -> None:
    """T46: one net win is enough where that was agreed, three are needed where three were."""
    assert contest(WON, net=1)["winner"] == "ann"
    assert contest(WON, WON, LOST, WON, WON, net=3)["net"] == 3


def test_t47_wins_are_net() -> None:
    """T47: by turns won and lost never gets anywhere: 1, 0, 1, 0, 1, then 2."""
    told = contest(WON, LOST, WON, LOST, WON, WON, max=10)
    assert (told["winner"], told["net"], told["exchanges"]) == ("ann", 2, 6)


def test_r14_at_most_five_exchanges() -> None:
    """R14: after five exchanges the leader wins."""
    told = contest(WON, LOST, WON, LOST, WON)
    assert (told["winner"], told["net"], told["exchanges"]) == ("ann", 1, 5)


def test_r14_lengths_are_switches() -> None:
    """R14: net wins and the limit come from the ruleset, or from the call; `none` is no limit."""
    rules = {"contest.net_wins": 1, "contest.max_exchanges": 2}
    assert contest(LOST, rules=rules)["exchanges"] == 1
    assert contest(LEVEL, LEVEL, rules=rules)["exchanges"] == 2
    assert contest(WON, LOST, WON, LOST, LEVEL, LEVEL, WON, WON, max="none")["exchanges"] == 8


def test_r55_a_tie_goes_to_the_defender() -> None:
    """R55: a level exchange is the defender's; without one it counts for nobody, is not rolled again, and is one
    of the five."""
    assert contest(LEVEL, LEVEL, defender="cal")["winner"] == "cal"
    told = contest(LEVEL, LEVEL, WON, LEVEL, LEVEL)
    assert (told["winner"], told["net"], told["exchanges"]) == ("ann", 1, 5)


def test_r55_level_at_the_limit_is_undecided() -> None:
    """R55: level at the limit, or a timeout that keeps things as they are: undecided."""
    told = contest(WON, LOST, LEVEL, LEVEL, LEVEL)
    assert (told["winner"], told["undecided"]) == (None, True)
    told = contest(WON, LEVEL, LEVEL, LEVEL, LEVEL, rules={"contest.timeout": "status_quo"})
    assert (told["winner"], told["undecided"]) == (None, True)


def test_r55_two_sides_only() -> None:
    """R55: a contest has two sides."""
    company().refused("bad_value", "contest", sides=[*SIDES, side("bea")])


def test_r56_each_exchange_is_a_new_test() -> None:
    """R56: in each exchange ann is asked again and pays again, cal earns again."""
    f = company()
    f.set("ann", momentum=3)
    sides = [
        {"who": "ann", "skill": "Close Quarters"},
        {"who": "cal", "skill": "Close Quarters", "characteristic": "Dexterity"},
    ]
    f.do(
        "contest",
        sides=sides,
        rolls="opposed:ann 6 6 1; opposed:cal 1 1 1; opposed:ann 6 6 1; opposed:cal 1 1 1",
        picks="claim_test:ann yes|yes",
    )
    assert f.momentum == {"ann": 1, "bea": 1, "cal": 3}


def test_t30_several_successes_before_so_many_failures() -> None:
    """T30: a clock of 2 successes before 2 failures: ordinary tests at 8 move it, and two successes fill it."""
    f = company()
    f.do("clock", id="hull", successes=2, failures=2)
    for dice, successes, failures, result in (
        ("4 3", 1, 0, None),
        ("4 2", 1, 1, None),
        ("6 3", 2, 1, "filled"),
    ):
        told = f.do("test", "bea", f"test {dice}", skill="Sneaking", clock="hull").one("clock_ticked")
        assert told["result"] == result
        shown = f.state["clocks"]["hull"]
        assert (shown["successes"], shown["failures"]) == (successes, failures)


def test_t30_or_an_extended_contest() -> None:
    """T30, T46: a large task against somebody may be a contest instead."""
    assert contest(WON, WON)["winner"] == "ann"


def test_r15_three_and_three() -> None:
    """R15: 3 successes before 3 failures unless said otherwise, by the GM or the ruleset; as many failures lose it."""
    f = company()
    f.do("clock", id="hull")
    assert f.state["clocks"]["hull"]["of"] == {"successes": 3, "failures": 3}
    told = [
        f.do("test", "bea", "test 1 2", skill="Sneaking", clock="hull").one("clock_ticked") for _ in range(3)
    ]
    assert [t["result"] for t in told] == [None, None, "failed"]
    other = company({"clock.successes": 5, "clock.failures": 2})
    other.do("clock", id="hull")
    assert other.state["clocks"]["hull"]["of"] == {"successes": 5, "failures": 2}


def test_r15_both_cannot_fill_at_once() -> None:
    """R15: rolls come one after another: at 2 and 2 of 3 the next one decides, and the other can fill no more."""
    f = company()
    f.do("clock", id="hull")
    for dice in ("6 5", "1 2", "6 5", "1 2", "6 5"):
        f.do("test", "bea", f"test {dice}", skill="Sneaking", clock="hull")
    assert f.state["clocks"]["hull"] == {"successes": 3, "failures": 2, "of": {"successes": 3, "failures": 3}}
    f.refused("over", "test", "bea", rolls="test 1 2", skill="Sneaking", clock="hull")


def test_r54_automatic_results_and_refusals() -> None:
    """R54: an automatic success is one success, an automatic failure one failure, a refused gate nothing."""
    f = company()
    f.do("clock", id="hull")
    f.do("test", "cal", skill="Recon", clock="hull", gate={"certain": True})
    f.do("test", "cal", skill="Recon", clock="hull", gate={"impossible": True})
    f.refused("gate", "test", "cal", skill="Recon", clock="hull", gate={"rank": "Trained"})
    shown = f.state["clocks"]["hull"]
    assert (shown["successes"], shown["failures"]) == (1, 1)


def test_r54_a_full_clock_takes_no_more() -> None:
    """R54: when it is full a test for it is `over`; an unknown clock and a second one of the id are refused too."""
    f = company()
    f.do("clock", id="hull", successes=1)
    f.do("test", "bea", "test 6 5", skill="Sneaking", clock="hull")
    assert f.refused("over", "test", "bea", skill="Sneaking", clock="hull").rule == "R54"
    f.refused("unknown", "test", "bea", skill="Sneaking", clock="door")
    f.refused("bad_value", "clock", id="hull")
    f.refused("bad_value", "clock", id="No Slug")
    f.refused("bad_value", "clock", id="door", successes=0)
