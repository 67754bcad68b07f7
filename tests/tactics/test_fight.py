"""Fights from beginning to end: by tactics, by scripts, and by both."""

import json
from pathlib import Path
from typing import Any

import pytest

from wanderstar.play.arguments import BadArgument
from wanderstar.play.journal import verify
from wanderstar.play.refusal import Refusal
from wanderstar.play.replay import load
from wanderstar.play.setup import open_table
from wanderstar.sheets.load import load_encounter
from wanderstar.tactics.cast import TACTICS, cast
from wanderstar.tactics.fight import FightResult, fight

EXAMPLES = Path(__file__).parents[2] / "examples"
GOLDEN = EXAMPLES / "golden-fight.toml"


def played(encounter: Any = "golden-fight", **flags: Any) -> FightResult:
    """A fight that could begin."""
    result = fight(encounter, **flags)
    assert not isinstance(result, Refusal)
    return result


def script(path: Path, *lines: dict[str, Any]) -> Path:
    """A script's file."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


BEGIN = {"command": {"do": "begin"}}


def test_the_same_seed_is_the_same_fight() -> None:
    """Everything follows from encounter, tactics and seed: two runs are equal byte for byte, another seed is not."""
    one, two, other = (json.dumps(played(seed=s, steps=True).to_json()) for s in (4, "4", 5))
    assert one == two
    assert one != other


def test_without_a_seed_chance_picks_one() -> None:
    """The seed that was picked is told, and gives the same fight again."""
    first = played()
    again = played(seed=first.seed)
    assert first.seed is not None
    assert first.table.to_json() == again.table.to_json()


def test_somebody_wins() -> None:
    """A fight ends with a winner whose foes are all out (R51)."""
    result = played(seed=1)
    state = result.table.state
    losers = [c for c in state.combatants.values() if c.side != state.winner]
    assert state.over and state.winner in ("party", "foes") and not result.draw
    assert all(c.out for c in losers)


def test_the_round_limit_is_a_draw() -> None:
    """Passive folk never harm each other: after the third of three rounds it is a draw, over, won by nobody."""
    result = played(seed=1, tactic="passive", rounds=3)
    answer = result.to_json()
    assert (answer["over"], answer["winner"], answer["draw"], answer["rounds"]) == (True, None, True, 3)
    turns = [e.command["do"] for e in result.table.entries]
    assert turns == ["begin", *["end_turn"] * 17, "end"]


def test_fifty_rounds_unless_told() -> None:
    """The limit is 50."""
    assert played(seed=1, tactic="passive").to_json()["rounds"] == 50


def test_the_closest_word_says_who_plays_how() -> None:
    """WHO=NAME comes before SIDE=NAME, that before NAME, and that before the encounter's own and the default."""
    table = played(seed=1, rounds=1).table
    state = table.opening
    chosen = cast(["passive", "foes=nearest", "nyx=passive"], state, False)
    named = {who: tactic.name for who in state.combatants if (tactic := chosen.of(state, who)) is not None}
    assert named == {
        "asha": "passive",
        "bruno": "passive",
        "cato": "passive",
        "gorr": "nearest",
        "nyx": "passive",
        "vex": "nearest",
    }


def test_a_tactic_for_somebody_still_to_come() -> None:
    """R67: a word may name whoever comes in later; who that is, is told to nobody who names somebody else."""
    state = open_table(load_encounter("salt-road"))
    assert cast(["outrider=careful"], state, False).of(state, "outrider") is TACTICS["careful"]
    with pytest.raises(BadArgument, match=r"^tactic: no side or combatant is 'nyx'") as raised:
        cast(["nyx=careful"], state, False)
    assert "outrider" not in str(raised.value)


def test_an_encounters_own_tactics() -> None:
    """A side or combatant may name its tactic in the file; the rest play the default, with a script nobody."""
    text = GOLDEN.read_text().replace('id = "foes"\n', 'id = "foes"\ntactic = "passive"\n', 1)
    import tomllib

    from wanderstar.sheets.load import encounter_from

    encounter = encounter_from(tomllib.loads(text))
    state = played(encounter, seed=1, rounds=1).table.opening
    assert cast([], state, False).of(state, "nyx") == TACTICS["passive"]
    assert cast([], state, False).of(state, "asha") == TACTICS["nearest"]
    assert cast([], state, True).of(state, "asha") is None


@pytest.mark.parametrize("word", ["brave", "foes=brave", "nobody=nearest", "=nearest", ""])
def test_a_tactic_that_is_none(word: str) -> None:
    """An unknown name or an unknown side is an argument that will not do."""
    with pytest.raises(BadArgument, match=r"^tactic: "):
        played(seed=1, tactic=word)


def test_a_script_plays_its_lines_and_nobody_else() -> None:
    """The golden fight by script: 40 lines, each a step, no draw, not over, nobody playing by themselves."""
    result = played(script=EXAMPLES / "golden-fight.jsonl", steps=True)
    answer = result.to_json()
    assert (answer["over"], answer["draw"], answer["rounds"], len(answer["steps"])) == (False, False, 3, 40)
    assert "stopped" not in answer
    refused = [step for step in answer["steps"] if step["refusal"] is not None]
    assert [step["refusal"]["code"] for step in refused][:2] == ["total_cover", "dodge_blast"]
    assert all(step["n"] is None for step in refused)
    assert [step["line"] for step in answer["steps"]] == list(range(1, 41))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"command": {"do": "begin"}}, "bad_value"),
        ({"command": {"do": "begin"}, "dice": [1] * 17}, "bad_value"),
        ({"command": {"do": "end_turn", "who": "asha"}}, "out_of_turn"),
        ({"command": {"do": "dance"}}, "unknown"),
    ],
)
def test_a_script_that_stops_says_where_and_why(tmp_path: Path, line: dict[str, Any], code: str) -> None:
    """Missing or too many dice, a refusal that was not expected: the line's number and the code."""
    result = played(script=script(tmp_path / "s.jsonl", line, BEGIN))
    assert result.stopped is not None
    assert (result.stopped["line"], result.stopped["refusal"]["code"]) == (1, code)
    assert result.to_json()["stopped"]["line"] == 1
    assert result.table.n == 0


def test_with_a_seed_the_server_rolls_for_a_script(tmp_path: Path) -> None:
    """A script without dice goes on if a seed is given, and its dice are those of that seed."""
    lines = script(tmp_path / "s.jsonl", BEGIN)
    one, two = played(script=lines, seed=9), played(script=lines, seed=9)
    assert one.stopped is None
    assert one.table.to_json() == two.table.to_json()
    assert played(script=lines, seed=10).table.to_json() != one.table.to_json()


def test_tactics_play_between_the_lines_of_a_script(tmp_path: Path) -> None:
    """With the foes on `nearest`, their turns are played and their reactions answered; the script has the rest.

    By seed 3 Nyx is first in the order and Asha second.
    """
    lines = script(
        tmp_path / "s.jsonl",
        BEGIN,
        {"command": {"do": "end_turn", "who": "asha"}},
    )
    result = played(script=lines, tactic="foes=nearest", seed=3, steps=True)
    did = [(step.command.get("who"), step.line) for step in result.steps]
    assert result.stopped is None
    assert did[0] == (None, 1)
    assert did[-1] == ("asha", 2)
    assert {who for who, line in did[1:-1]} == {"nyx"} and all(line is None for _, line in did[1:-1])


def test_a_script_may_answer_what_a_tactic_asks(tmp_path: Path) -> None:
    """By seed 7 Nyx shoots at Bruno first: a script that goes on with an answer is asked for the reaction."""
    dodge = {"answer": {"reaction:bruno": "dodge"}}
    lines = script(tmp_path / "s.jsonl", BEGIN, dodge)
    result = played(script=lines, tactic="foes=nearest", seed=7)
    assert result.stopped is None
    assert result.table.entries[-1].line["choices"] == {"reaction:bruno": "dodge"}


def test_the_run_ends_with_its_script(tmp_path: Path) -> None:
    """After the last line nobody plays on, even with a tactic for all."""
    result = played(script=script(tmp_path / "s.jsonl", BEGIN), tactic="nearest", seed=3)
    assert (result.table.n, result.table.state.over) == (1, False)


def test_a_seat_gives_its_own_commands_only(tmp_path: Path) -> None:
    """From Asha's seat Asha may end her turn, and nobody else's (`seat`)."""
    begin = {**BEGIN, "seat": "gm"}
    other = {"command": {"do": "end_turn", "who": "nyx"}, "refused": "seat"}
    result = played(script=script(tmp_path / "s.jsonl", begin, other), seat="asha", seed=3)
    assert result.stopped is None
    with pytest.raises(BadArgument, match="no seat is named 'nyx'"):
        played(script=tmp_path / "s.jsonl", seat="nyx")


def test_the_journal_is_the_fight(tmp_path: Path) -> None:
    """The journal loads to the state the fight ended in, shows the seed last, and verifies."""
    out = tmp_path / "fight.jsonl"
    result = played("docking-bay", seed=2, journal=out)
    table = load(out)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert table.to_json() == result.table.to_json()
    assert lines[-1] == {"seed": "2"}
    assert lines[0]["commitment"] == result.table.commitment
    assert verify(table) == []


def test_every_line_is_written_before_the_next_command(tmp_path: Path) -> None:
    """Whoever looks at the journal while the fight goes on finds every command so far."""
    out = tmp_path / "fight.jsonl"
    seen: list[int] = []
    result = played(
        seed=2, journal=out, watch=lambda step, before: seen.append(len(out.read_text().splitlines()))
    )
    assert seen == [n + 1 for n in range(1, result.table.n + 1)]


def test_a_journal_never_overwrites_what_is_read(tmp_path: Path) -> None:
    """The script or the encounter given as the journal too is refused, and still there."""
    lines = script(tmp_path / "s.jsonl", BEGIN)
    text = lines.read_text()
    with pytest.raises(BadArgument, match=r"^journal: "):
        played(script=lines, journal=lines)
    assert lines.read_text() == text


def test_one_who_attacks_out_of_hiding_is_seen() -> None:
    """In the docking bay the hidden watcher shoots, and is revealed after its first attack."""
    result = played("docking-bay", seed=1)
    commands = [e.command for e in result.table.entries]
    first = next(i for i, c in enumerate(commands) if c["do"] == "attack" and c["who"] == "watcher")
    assert commands[first + 1] == {"do": "reveal", "who": "watcher"}
    assert sum(c["do"] == "reveal" for c in commands) == 1


def test_another_ruleset_may_be_given() -> None:
    """With R81's frame in which everybody rolls, adversaries roll to hit."""
    from wanderstar.book.ruleset import DEFAULT, WhoRolls

    both = DEFAULT._replace(combat_who_rolls=WhoRolls.BOTH)
    result = played(load_encounter("golden-fight"), seed=1, ruleset=both)
    drawn = {
        (e.story["name"], e.story["who"]) for x in result.table.entries for e in x.events if e.kind == "draw"
    }
    assert any(name == "attack" and who in ("gorr", "nyx", "vex") for name, who in drawn)
    assert not any(name == "avoid" for name, _ in drawn)
