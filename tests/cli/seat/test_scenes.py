"""Waves, the next encounter, names in wide signs and journals of all kinds, at the terminal."""

import json
from pathlib import Path

import pytest
from tests.cli.command import run
from tests.cli.seat.typist import sit

from wanderstar.cli.bars import columns

WIDE = "長い名前のとても長い名前のとても長い名前のとても長い名前の"
SCENE = f"""
format = 1
name = "The {WIDE}"
notes = "Two wait outside: {WIDE}{WIDE}.\\n\\nThey run early."
packs = ["core"]
map = {{ from = 0, to = 40 }}
sides = [{{ id = "party", name = "{WIDE}" }}, {{ id = "foes" }}]

[[combatants]]
who = {{ id = "aki", name = "{WIDE}", characteristics = {{}}, weapons = ["chatter-gun"] }}
side = "party"
at = 3

[[combatants]]
who = {{ id = "bo", name = "Bo", characteristics = {{}} }}
side = "party"
at = 4
enters = 2

[[combatants]]
who = {{ id = "cy", name = "👩‍🚀 Cy", characteristics = {{}}, threat = "minion", weapons = ["chatter-gun"] }}
side = "foes"
at = 9
count = 2
spread = 1

[[combatants]]
who = {{ id = "dee", name = "Dee", characteristics = {{}}, threat = "elite" }}
side = "foes"
at = 30
enters = 2

[[zones]]
id = "smoke"
name = "{WIDE}"
at = 9
radius = 4
gives = [{{ on = "tests", edge = "advantage", price = 2 }}]
"""


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An encounter's file in the folder one is in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scene.toml").write_text(SCENE, encoding="utf-8")
    return "scene.toml"


@pytest.mark.parametrize("foes", ["exact", "word", "hidden"])
@pytest.mark.parametrize("seat", ["aki", "bo", "dee"])
def test_waves_come_in_however_little_is_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scene: str, seat: str, foes: str
) -> None:
    """R67: those who come in roll initiative, also after hits of which no sum was told; every line fits 80 columns,
    in wide signs too."""
    typed = ["map", "state", "log", "why", *["e", ""] * 30]
    ran = sit(
        capsys, monkeypatch, typed, scene, "--seat", seat, "--foes", foes, "--seed", "3", "--rounds", "4"
    )
    assert (ran.code, ran.err) == (0, "")
    assert "Bo" in ran.out and "Dee enter" in ran.out
    assert [line for line in ran.out.splitlines() if columns(line) > 80] == []


def test_one_who_comes_in_later_is_told_when(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    """R67: whom one plays is said, and that of the others nothing is."""
    ran = sit(capsys, monkeypatch, ["quit"], scene, "--seat", "bo", "--seed", "3")
    assert "You play Bo (from round 2)." in ran.out
    assert "Dee" not in ran.out.partition("Round 2")[0]


def test_the_head_of_a_fight_has_its_notes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    """What an encounter's author tells the GM, and who comes in when, is for the GM: a player is not shown it."""
    out = run(capsys, "fight", scene, "--seed", "3").out
    assert "\n  They run early.\n" in out and "Dee (round 2)" in out
    assert [line for line in out.splitlines() if columns(line) > 100] == []
    assert "early" not in sit(capsys, monkeypatch, ["quit"], scene, "--seat", "aki", "--seed", "3").out


def test_who_has_left_is_not_called_stunned(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, scene: str
) -> None:
    """R51: the log says once that somebody leaves, and nothing of their turns any more."""
    lines = [
        {"command": {"do": "withdraw", "who": "cy-1"}},
        {"command": {"do": "begin"}},
        *[{"command": {"do": "end_turn", "who": who}} for who in ("cy-2", "aki")] * 1,
    ]
    script = tmp_path / "s.jsonl"
    script.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    out = run(capsys, "fight", scene, "--seed", "3", "--script", str(script)).out
    assert "Cy 1 leaves the fight." in out
    assert "stunned" not in out
    assert "left" in out.partition("After round")[2]


def test_a_table_that_is_set_goes_on_with_its_fight(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scene: str
) -> None:
    """C11, R5: a journal that ends before a fight begins, the first or the next one, begins it; what is played then
    is what is told."""
    lines = [
        {"command": {"do": "begin"}},
        {"command": {"do": "end"}},
        {"command": {"do": "encounter", "encounter": "golden-fight", "places": {}}},
    ]
    script = tmp_path / "s.jsonl"
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = run(
        capsys, "fight", "patrol-ambush", "--seed", "3", "--script", str(script), "--journal", "j.jsonl"
    )
    assert done.code == 0, done.err
    ran = sit(capsys, monkeypatch, ["state", "quit"], "--resume", "j.jsonl", "--seat", "asha")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Golden fight") and "The fight is over" not in ran.out
    assert "Initiative" in ran.out
    assert "Raiders" not in ran.out
    assert run(capsys, "replay", "j.jsonl", "--verify").code == 0


def test_a_journal_without_its_last_line_end_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scene: str
) -> None:
    """An editor may have dropped the last line's end: what is written next is a line of its own."""
    sit(capsys, monkeypatch, ["e", "quit"], scene, "--seat", "aki", "--seed", "3", "--journal", "j.jsonl")
    journal = tmp_path / "j.jsonl"
    journal.write_bytes(journal.read_bytes().rstrip(b"\n"))
    ran = sit(capsys, monkeypatch, ["e", "quit"], "--resume", "j.jsonl", "--seat", "aki")
    assert (ran.code, ran.err) == (0, "")
    assert run(capsys, "replay", "j.jsonl", "--verify").code == 0


def test_the_help_names_every_shipped_encounter_and_tactic(capsys: pytest.CaptureFixture[str]) -> None:
    """What comes with the program is what its help says."""
    from wanderstar.sheets.shelf import shipped_encounters
    from wanderstar.tactics.cast import TACTICS

    out = run(capsys, "fight", "--help").out
    assert [name for name in (*shipped_encounters(), *TACTICS) if name not in out] == []


ODD = ["²", "9" * 5000, "log ²", "log " + "9" * 5000, "odds ²", "odds " + "9" * 5000, "m " + "9" * 400,
       "m away v " + "9" * 400, "m ²", '{"a":' * 100_000, "\x00\x1b[2J", "長" * 300, "t ²", "dice ²", "?²"]  # fmt: skip


def test_whatever_is_typed_is_answered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    """Numbers that are none, or without end, and what cannot be printed: nothing is done, and the next line is read."""
    ran = sit(capsys, monkeypatch, [*ODD, "e", "quit"], "golden-fight", "--seat", "asha", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "You leave the fight." in ran.out
    assert [line for line in ran.out.splitlines() if columns(line) > 80 or not line.isprintable()] == []
    assert "Significant 0" not in ran.out


def test_the_log_tells_two_fights_apart(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, scene: str
) -> None:
    """R5: the next fight on a table has a first round of its own, and its people go by their names at once."""
    orders = [
        {"do": "begin"},
        {"do": "end"},
        {"do": "encounter", "encounter": "golden-fight"},
        {"do": "begin"},
    ]
    script = tmp_path / "s.jsonl"
    script.write_text("\n".join(json.dumps({"command": order}) for order in orders), encoding="utf-8")
    out = run(capsys, "fight", "patrol-ambush", "--seed", "3", "--script", str(script)).out
    assert [line.strip("━ ") for line in out.splitlines() if line.startswith("━")] == ["Round 1", "Round 1"]
    told = " ".join(out.partition("The next encounter")[2].split())
    assert told.startswith("“Golden fight” is set: Asha, ") and "Gorr" in told.partition(".")[0]
