"""The functions and the script as somebody outside calls them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wanderstar
from wanderstar.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "golden-fight.toml"
BEGIN = {"command": {"do": "begin"}, "dice": [5, 2, 4, 6, 5, 2, 4, 5, 3, 4, 6, 4, 3, 1, 6, 2]}
SHOT = {"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": "gorr"}


def play(tmp_path: Path, *lines: dict[str, Any]) -> dict[str, Any]:
    script = tmp_path / "script.jsonl"
    script.write_text("".join(json.dumps(line) + "\n" for line in (BEGIN, *lines)))
    found: dict[str, Any] = wanderstar.fight(EXAMPLE, script=script, steps=True).to_json()
    return found


@pytest.mark.parametrize("code", [True, "bad_value"])
@pytest.mark.parametrize(
    "line",
    [
        {"choices": {"reaction:gorr": "none", "claim_attack:asha": False}},
        {"dice": [4, 4, 1, 1, 1]},
        {
            "choices": {"reaction:gorr": "none", "claim_attack:asha": False},
            "dice": [4, 4, 1, 1, 1, 6],
        },
    ],
    ids=["dice missing", "choices missing", "dice left over"],
)
def test_a_legal_line_is_not_refused_for_what_it_lacks(
    tmp_path: Path, line: dict[str, Any], code: str | bool
) -> None:
    """R52: a refusal is an illegal choice's. A line that names one and is legal, but incomplete, stops the script."""
    found = play(tmp_path, {"command": SHOT, **line, "refused": code})
    assert found["stopped"]["line"] == 2
    assert found["stopped"]["why"] == f"was to be refused ({code}) and was not"
    assert found["state"]["combatants"]["asha"]["ammo"] == {"marksman-rifle": 6}


def test_an_illegal_choice_is_refused_however_short_its_line_is(tmp_path: Path) -> None:
    """R52: dice that a refused choice never came to are not missed."""
    found = play(
        tmp_path, {"command": SHOT, "choices": {"reaction:gorr": "parry"}, "refused": "parry_ranged"}
    )
    assert "stopped" not in found
    assert found["steps"][1]["refusal"]["code"] == "parry_ranged"


def test_odds_of_a_command_take_the_flags_of_the_verb(tmp_path: Path, capsys: Any) -> None:
    """R6: answers come as `--answer` gives them, and the ranks of a ruleset given replace the journal's own."""
    script, journal, house = tmp_path / "s.jsonl", tmp_path / "j.jsonl", tmp_path / "house.toml"
    script.write_text(json.dumps(BEGIN) + "\n")
    wanderstar.fight(EXAMPLE, script=script, journal=journal)
    plain = wanderstar.odds.command(journal, SHOT)
    dodged = wanderstar.odds.command(journal, SHOT, answer=["reaction:gorr=dodge"])
    assert dodged.assumed["reaction:gorr"] == "dodge"
    assert wanderstar.odds.command(journal, SHOT, answer={"reaction:gorr": "dodge"}).hit == dodged.hit
    house.write_text(
        "format = 1\n[skills.ranks]\nUntrained = -3\nNovice = 0\nTrained = 0\nProfessional = 0\n"
    )
    capsys.readouterr()
    assert main(["odds", "command", str(journal), json.dumps(SHOT), "--json", "--ruleset", str(house)]) == 0
    assert json.loads(capsys.readouterr().out)["hit"]["exact"] == "5/12"
    assert str(plain.hit) == "13/18"


def test_one_file_is_checked_by_its_path_alone() -> None:
    """`check` takes a path or several; a text is one path, not a file for each letter."""
    assert wanderstar.check(EXAMPLE).to_json() == wanderstar.check([str(EXAMPLE)]).to_json()
    assert [found["file"] for found in wanderstar.check(str(EXAMPLE)).to_json()["files"]] == [str(EXAMPLE)]


def test_odds_command_is_the_function_whoever_came_before() -> None:
    """`odds.command` is to be called, also after something else imported the module of that name."""
    code = (
        "import wanderstar, importlib; importlib.import_module('wanderstar.odds.command');"
        "assert not isinstance(wanderstar.odds.command, type(wanderstar)) and callable(wanderstar.odds.command)"
    )
    for first in ("", "wanderstar.odds.command; "):
        subprocess.run([sys.executable, "-c", f"import wanderstar; {first}{code}"], check=True)
