"""The verb `fight`, as typed: its log, its JSON, its complaints."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.command import run, spawn

ROOT = Path(__file__).parents[2]
ENCOUNTER = str(ROOT / "examples/golden-fight.toml")
SCRIPT = str(ROOT / "examples/golden-fight.jsonl")


@pytest.fixture
def golden(capsys: pytest.CaptureFixture[str]) -> str:
    """The log of the golden fight."""
    ran = run(capsys, "fight", ENCOUNTER, "--script", SCRIPT)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def block(log: str, first: str, count: int) -> list[str]:
    """`count` lines of a log from the one that begins with `first`, blanks at the ends left out."""
    lines = [re.sub(r" {2,}", "  ", line.strip()) for line in log.splitlines()]
    at = next(i for i, line in enumerate(lines) if line.startswith(first))
    return lines[at : at + count]


def test_one_reads_why_a_shot_missed(golden: str) -> None:
    """Bruno's shot at Gorr: dice with the dropped one, total, margin, each reason with its rule, what did not
    count, the Momentum it earned."""
    assert block(golden, "Bruno attacks Gorr with Holdout", 5) == [
        "Bruno attacks Gorr with Holdout pistol (13 m, Short).",
        "Bruno to hit Gorr, Ranged Weapons at Disadvantage: 5 2 (6) +0 = 7 v 8, misses (−1, near miss)",
        "Disadvantage: beyond the weapon’s effective band  C26",
        "Disadvantage: low Dexterity, does not stack  R1",
        "Bruno gains 1 Momentum, now 2  T23",
    ]


def test_one_reads_why_a_shot_hit(golden: str) -> None:
    """Asha's aimed shot at Vex: the failed dodge, the price, both edges, damage against armor in parts, boxes."""
    assert block(golden, "Asha attacks Vex", 9) == [
        "Asha attacks Vex with Marksman rifle (120 m, Extreme).",
        "Vex dodges, not rolled: 7 +0 = 7 v 8, fails  R20",
        "Asha pays 1 Momentum for an Advantage, 0 left  T22",
        "Asha to hit Vex, Ranged Weapons: 5 4 +2 = 11 v 8, hits (+3)",
        "Disadvantage: beyond the weapon’s effective band  C26",
        "Advantage: aimed, 1 Momentum  C32",
        "Advantage: high Dexterity, does not stack  R1",
        "Advantage and Disadvantage cancel: two dice  R2",
        "damage to Vex: 4 4 3 = 11 v armor 5 (body 3 + worn 2), 2 trauma  C73",
    ]


def test_cover_that_did_not_count_is_told(golden: str) -> None:
    """Nyx behind the panel: the crate does not lie between the blast and Nyx."""
    assert "Nyx dives behind panel" in golden
    assert "(body 3 + worn 2 + panel 2)" in golden
    assert re.search(r"no armor from crate: not in the way +C70", golden)


def test_a_refused_line_is_told(golden: str) -> None:
    """What was refused stands in the log with its code, its sentence and its rule."""
    told = "refused: Cato attack (total_cover). Nyx is in Total cover and cannot be attacked."
    assert re.search(re.escape(told) + " +C69", golden)


def test_the_end_of_the_log(golden: str) -> None:
    """At the end everybody's boxes, state, Momentum and ammunition."""
    assert block(golden, "After round 3", 8) == [
        "After round 3",
        "Party",
        "Asha  □□□□ □□□□  up  Momentum 0  Marksman rifle 4",
        "Bruno  ■■■□ □□□□  up  Momentum 4  Holdout pistol 3",
        "Cato  ■□□□ □□□□  up  Momentum 1  Carbine 18, Frag grenade 1",
        "Foes",
        "Gorr  ■■■  out",
        "Nyx  ■□  up  Machine pistol 9",
    ]


@pytest.mark.parametrize("encounter", ["patrol-ambush", "docking-bay", "golden-fight"])
def test_a_log_fits_its_page(capsys: pytest.CaptureFixture[str], encounter: str) -> None:
    """No line has more than 100 columns, none ends in a blank, no two empty ones follow each other."""
    ran = run(capsys, "fight", encounter, "--seed", "6")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert max(len(line) for line in lines) <= 100
    assert [line for line in lines if line != line.rstrip()] == []
    assert "\n\n\n" not in ran.out
    assert "━━ Round 1 ━" in ran.out


def test_the_last_lines_say_how_to_see_it_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The command that plays the same fight, and the one that checks its dice; both do what they say."""
    out = str(tmp_path / "fight.jsonl")
    first = run(capsys, "fight", "patrol-ambush", "--seed", "a b", "--rounds", "20", "--journal", out)
    again, check = first.out.splitlines()[-2:]
    assert again == "the same again: wanderstar fight patrol-ambush --seed 'a b' --rounds 20"
    assert check == f"its dice checked: wanderstar replay {out} --verify"
    second = run(capsys, "fight", "patrol-ambush", "--seed", "a b", "--rounds", "20")
    assert first.out.splitlines()[:-2] == second.out.splitlines()[:-1]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One object: over, winner, draw, rounds, state; steps only when asked for, with texts in every reason."""
    plain = run(capsys, "fight", "golden-fight", "--seed", "1", "--json").json
    assert {"over", "winner", "draw", "rounds", "state"} <= plain.keys()
    assert "steps" not in plain
    full = run(capsys, "fight", "golden-fight", "--seed", "1", "--steps", "--json").json
    assert full["state"] == plain["state"] == full["steps"][-1]["state"]
    assert [step["n"] for step in full["steps"]] == list(range(1, len(full["steps"]) + 1))
    reasons = [
        reason for step in full["steps"] for event in step["events"] for reason in event.get("reasons", ())
    ]
    assert reasons
    assert all({"gives", "rule", "counted", "text"} <= reason.keys() for reason in reasons)


def test_a_stopped_script_is_exit_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What was reached is printed; standard error names line and reason in one line."""
    path = tmp_path / "s.jsonl"
    path.write_text('# a comment\n\n{"command": {"do": "begin"}, "dice": [1, 2, 3]}\n')
    ran = run(capsys, "fight", "golden-fight", "--script", str(path), "--json")
    assert ran.code == 1
    assert ran.json["stopped"]["line"] == 3
    assert ran.json["stopped"]["refusal"]["text"]
    assert len(ran.err.splitlines()) == 1
    assert "line 3" in ran.err


def test_a_fight_that_cannot_begin_is_exit_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One side only: a refusal on standard output with --json, in words on standard error."""
    lonely = tmp_path / "lonely.toml"
    lonely.write_text(Path(ENCOUNTER).read_text().replace('side = "foes"', 'side = "party"'))
    ran = run(capsys, "fight", str(lonely), "--json")
    assert ran.code == 1
    assert ran.json["refusal"]["code"] == "bad_value"
    assert ran.json["refusal"]["text"] in ran.err


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["no-such-encounter"],
        ["golden-fight", "--script", "none.jsonl"],
        ["golden-fight", "--rounds", "0"],
        ["golden-fight", "--rounds", "many"],
        ["golden-fight", "--tactic", "foes=brave"],
        ["golden-fight", "--seat", "nobody"],
        ["golden-fight", "--seat", "vex", "--json"],
        ["golden-fight", "--seat", "asha", "--seat", "bruno", "--json"],
        ["golden-fight", "--resume", "none.jsonl"],
        ["--resume", "none.jsonl"],
        ["golden-fight", "--journal", "no/such/folder/x.jsonl"],
        ["golden-fight", "--ruleset", "none.toml"],
    ],
)
def test_wrong_usage_is_exit_2(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """One line on standard error, nothing on standard output."""
    ran = run(capsys, "fight", *words)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)


def test_a_players_seat_sees_only_what_it_may(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """From Dov's seat the hidden watcher does not exist, the foes' numbers are not told, the seed neither."""
    path = tmp_path / "s.jsonl"
    path.write_text(
        '{"command": {"do": "begin"}, "seat": "gm"}\n'
        '{"command": {"do": "end_turn", "who": "watcher"}, "refused": true}\n'
    )
    words = ["fight", "docking-bay", "--seed", "sesame", "--script", str(path), "--seat", "dov-amsel"]
    ran = run(capsys, *words, "--steps", "--json")
    told = ran.out.replace('"command": {"do": "end_turn", "who": "watcher"}', "").replace(
        '"who": "watcher"', ""
    )
    assert ran.code == 0
    assert "watcher" not in told and "far-eye" not in told and "sesame" not in told
    assert "trauma" not in ran.json["state"]["combatants"]["picket"]
    text = run(capsys, *words)
    assert (text.code, "Far-eye" in text.out, "Dov Amsel" in text.out) == (0, False, True)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_without_our_signs(encoding: str) -> None:
    """case-45: boxes and rulers become ASCII where the terminal needs that; nothing crashes."""
    ran = spawn("fight", "golden-fight", "--seed", "1", encoding=encoding)
    assert (ran.code, ran.err) == (0, "")
    assert ("== Round 1 ==" in ran.out) == (encoding != "utf-8")
    assert "\\u" not in ran.out and "\\x" not in ran.out


def test_a_log_into_a_closed_pipe() -> None:
    """case-45: `fight … | head -1` ends quietly."""
    ran = spawn("fight", "patrol-ambush", "--seed", "1", then="| head -1")
    assert (ran.code, ran.err, len(ran.out.splitlines())) == (0, "", 1)


def test_no_colours_into_a_file() -> None:
    """Colours are for terminals."""
    assert "\x1b" not in spawn("fight", "golden-fight", "--seed", "1").out


@pytest.mark.docs
def test_the_readme_s_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python in the README does what it says."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})
    winner, success = capsys.readouterr().out.splitlines()
    assert winner.split()[0] in ("patrol", "raiders")
    assert success == "193/216"  # all but the 1 + 3 + 7 + 12 rolls that keep less than 6


def test_a_fight_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON of a fight is plain JSON: no NaN, no infinity."""
    text = run(capsys, "fight", "docking-bay", "--seed", "1", "--steps", "--json").out
    json.loads(text, parse_constant=pytest.fail)
