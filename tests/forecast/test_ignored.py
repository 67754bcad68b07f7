"""What sheets have and nobody uses is told by name."""

from typing import Any

from tests.forecast.duel import duel, state

from wanderstar.forecast.engine import Engine
from wanderstar.forecast.ignored import NEVER, ignored
from wanderstar.play.setup import open_table
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.tactics.cast import TACTICS, cast


def told(words: list[str], source: Any = None) -> set[tuple[str, str]]:
    """Who and what."""
    at = state(source)
    return {(one.who, one.what) for one in ignored(at, cast(words, at, False))}


def test_nothing_is_ignored_of_a_plain_duel() -> None:
    """A gun and the skill to fire it are used."""
    assert told([]) == set()


def test_a_skill_no_fight_asks_for_is_told() -> None:
    """Recon on a sheet."""
    source = duel(skills={"Recon": "Trained", "Athletics": "Novice"})
    assert told([], source) == {("red", "skill Recon")}


def test_a_trait_no_tactic_uses_is_told() -> None:
    """An artillery piece, which could fire at what nobody of its crew sees."""
    source = dict(duel().source)
    source["weapons"] = [{**w, "traits": {"artillery": True}} for w in source["weapons"] if w["id"] == "gun"]
    assert told([], encounter_from(source)) == {("red", "gun: artillery"), ("blue", "gun: artillery")}


def test_the_passive_use_nothing() -> None:
    """One line says all of it."""
    assert told(["red=passive"]) == {("red", "every weapon and action")}


def test_what_is_never_done_is_never_done() -> None:
    """Of all tactics in the shipped encounters: no command, and no field of one, that is said to be never given.
    A tactic that learns one must take it off the list."""
    given: set[str] = set()
    for name in ("patrol-ambush", "docking-bay", "golden-fight"):
        at = open_table(load_encounter(name))
        for tactic in TACTICS:
            engine = Engine(at, cast([tactic], at, False), 12)
            given |= watched(engine)
    assert given & set(NEVER) == set()
    assert {"attack", "move"} <= given


def watched(engine: Engine) -> set[str]:
    """Names of the commands of one fight, and of the fields of its attacks."""
    from wanderstar.forecast.engine import Luck, Rehearsal
    from wanderstar.tactics.fight import Stage

    table = Rehearsal(engine.state, None, Luck(1, 1), lambda: False)
    stage = Stage(table, engine.cast, engine.limit, False, None)
    stage.order({"do": "begin"})
    stage.act()
    return {str(step.command["do"]) for step in stage.steps} | {
        key for step in stage.steps if step.command["do"] == "attack" for key in step.command
    }
