"""The Python interface: the verbs as functions, imported when they are asked for."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wanderstar
from wanderstar.cli import main

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_every_name_is_there() -> None:
    """Whatever `__all__` names can be asked for and is listed."""
    assert [name for name in wanderstar.__all__ if getattr(wanderstar, name, None) is None] == []
    assert set(wanderstar.__all__) <= set(dir(wanderstar))
    with pytest.raises(AttributeError, match="no attribute 'frobnicate'"):
        wanderstar.frobnicate  # noqa: B018


def test_the_odds_bring_no_play_engine() -> None:
    """`import wanderstar` imports nothing else; its odds bring neither the engine nor the command line."""
    program = (
        "import sys, wanderstar; before = {m for m in sys.modules if m.startswith('wanderstar.')};"
        "wanderstar.odds.test(bonus=1);"
        "print(sorted(before), 'wanderstar.play.table' in sys.modules, 'wanderstar.cli' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[] False False\n"


def test_a_fight_gives_what_the_verb_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """`fight(...).to_json()` is the object of `wanderstar fight --json`, sentences included."""
    assert main(["fight", "patrol-ambush", "--seed", "5", "--steps", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    played = wanderstar.fight("patrol-ambush", seed=5, steps=True)
    assert played
    assert json.loads(json.dumps(played.to_json())) == printed


def test_a_replay_gives_what_the_verb_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`replay(...).to_json()` is the object of `wanderstar replay --json`."""
    journal = tmp_path / "fight.jsonl"
    wanderstar.fight("docking-bay", seed="a", journal=journal)
    assert main(["replay", str(journal), "--verify", "--steps", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    replayed = wanderstar.replay(journal, verify=True, steps=True)
    assert json.loads(json.dumps(replayed.to_json())) == printed


def test_load_gives_a_table(tmp_path: Path) -> None:
    """`load` takes a journal as it stood at its last line, or an encounter before its fight."""
    journal = tmp_path / "fight.jsonl"
    played = wanderstar.fight("patrol-ambush", seed=1, journal=journal)
    assert not isinstance(played, wanderstar.Refusal)
    assert wanderstar.load(journal).to_json() == played.table.to_json()
    fresh = wanderstar.load(EXAMPLES / "golden-fight.toml")
    assert (fresh.n, fresh.state.round, len(fresh.state.combatants)) == (0, 0, 6)
    assert fresh.order({"do": "begin"}).open  # type: ignore[union-attr]


def test_a_refusal_is_returned(tmp_path: Path) -> None:
    """A fight that nobody can begin gives a falsy `Refusal`, no exception."""
    text = (EXAMPLES / "golden-fight.toml").read_text()
    lonely = tmp_path / "lonely.toml"
    lonely.write_text(text.replace('side = "foes"', 'side = "party"'))
    refused = wanderstar.fight(lonely, seed=1)
    assert isinstance(refused, wanderstar.Refusal)
    assert not refused
    assert (refused.code, refused.rule) == ("bad_value", "R51")


def test_a_broken_file_raises(tmp_path: Path) -> None:
    """An absent encounter, script or journal raises `BrokenFile` with its faults."""
    for wrong in (
        lambda: wanderstar.fight("no-such-fight"),
        lambda: wanderstar.fight("golden-fight", script=tmp_path / "none.jsonl"),
        lambda: wanderstar.replay(tmp_path / "none.jsonl"),
        lambda: wanderstar.load(tmp_path / "none.toml"),
    ):
        with pytest.raises(wanderstar.BrokenFile) as raised:
            wrong()
        assert len(raised.value.faults) == 1


@pytest.mark.parametrize(
    ("argument", "flags"),
    [
        ("rounds", {"rounds": 0}),
        ("tactic", {"tactic": "bravest"}),
        ("tactic", {"tactic": ["nobody=nearest"]}),
        ("seat", {"seat": "vex"}),
    ],
)
def test_a_bad_argument_names_itself(argument: str, flags: dict[str, Any]) -> None:
    """No rounds, an unknown tactic, somebody who is not there, a seat of an adversary."""
    with pytest.raises(wanderstar.BadArgument) as raised:
        wanderstar.fight("golden-fight", **flags)
    assert raised.value.argument == argument


def test_a_ruleset_may_be_a_file(tmp_path: Path) -> None:
    """`ruleset=` takes what `--ruleset` takes: here a file in which Trained is worth +4."""
    path = tmp_path / "house.toml"
    path.write_text("[skills.ranks]\nUntrained = -3\nTrained = 4\n")
    assert wanderstar.odds.test(rank="Trained", ruleset=path).bonus == 4
    assert wanderstar.odds.clock(rank="Trained", ruleset=str(path)).bonus == 4
    assert wanderstar.roll(rank="Trained", dice=[3, 3], ruleset=path).to_json()["total"] == 10
    path.write_text("[momentum]\nstart = 3\n")
    played = wanderstar.fight("golden-fight", seed=1, rounds=1, tactic="passive", ruleset=path)
    assert played.to_json()["state"]["combatants"]["asha"]["momentum"] == 3
