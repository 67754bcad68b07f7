"""Whole fights at the terminal, typed or piped in; leaving them, and going on."""

import json
import re
import shlex
from pathlib import Path

import pytest
from tests.cli.command import run, spawn
from tests.cli.seat.typist import simple, sit

FIGHTS = [
    ("patrol-ambush", "1", ("ines-varro",), "rolled", "exact"),
    ("patrol-ambush", "2", ("raiders",), "rolled", "word"),
    ("docking-bay", "3", ("crew",), "typed", "exact"),
    ("docking-bay", "3", ("crew",), "rolled", "hidden"),
    ("docking-bay", "4", ("bako-tull", "watcher"), "rolled", "word"),
    ("golden-fight", "5", ("party", "foes"), "typed", "hidden"),
]


@pytest.mark.parametrize(("encounter", "seed", "seats", "dice", "foes"), FIGHTS)
def test_a_fight_is_played_to_its_end(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    encounter: str,
    seed: str,
    seats: tuple[str, ...],
    dice: str,
    foes: str,
) -> None:
    """Whoever is played and however much is known: it ends, every line fits 80 columns, nothing moves a cursor, and
    the journal is verified."""
    monkeypatch.chdir(tmp_path)
    out = "j.jsonl"
    words = [word for who in seats for word in ("--seat", who)]
    options = ("--seed", seed, "--dice", dice, "--foes", foes, "--journal", out, "--rounds", "12")
    ran = sit(capsys, monkeypatch, simple, encounter, *words, *options)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert "\x1b" not in ran.out and "\r" not in ran.out and "\n\n\n" not in ran.out
    assert sum(line.startswith(("The fight is over", "The fight ends")) for line in lines) >= 2
    assert run(capsys, "replay", out, "--verify").code == 0
    assert run(capsys, "replay", out, "--json").json["over"]


def test_no_tactic_plays_whom_a_person_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One who only ends their turns at the terminal has given no other command, and was asked for every reaction."""
    out = tmp_path / "j.jsonl"
    ran = sit(
        capsys,
        monkeypatch,
        lambda new: "e" if new.endswith("Ines Varro> ") else "",
        *("patrol-ambush", "--seat", "ines-varro", "--seed", "6", "--journal", str(out)),
    )
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    mine = [x["command"]["do"] for x in lines if x.get("command", {}).get("who") == "ines-varro"]
    assert mine and set(mine) == {"end_turn"}
    assert {x["seat"] for x in lines if x.get("command", {}).get("who") == "ines-varro"} == {"ines-varro"}
    answered = [
        value
        for line in lines
        for value in [line.get("choices", {}).get("reaction:ines-varro", "none")]
        if value != "none" and set(value) != {"none"}
    ]
    assert answered == []
    assert "No reaction:" in ran.out
    assert ran.code == 0


def test_the_input_ends_and_the_fight_goes_on_later(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Left in the middle of a reaction, it ends politely, says how to go on, and goes on to what it would have
    been."""
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    words = ("patrol-ambush", "--seat", "bako-tull", "--seed", "8")
    sit(capsys, monkeypatch, simple, *words, "--journal", str(whole))

    def leaves(new: str) -> str | None:
        return None if new.endswith("number> ") else simple(new)

    left = sit(capsys, monkeypatch, leaves, *words, "--journal", str(parts))
    assert (left.code, left.err) == (0, "")
    assert "The input has ended." in left.out
    assert f"go on: wanderstar fight --resume {parts} --seat bako-tull" in left.out
    assert run(capsys, "replay", str(parts), "--verify").code == 0
    again = sit(capsys, monkeypatch, simple, "--resume", str(parts), "--seat", "bako-tull")
    assert again.code == 0
    told = [
        [(x["command"], x.get("dice"), x.get("choices")) for x in map(json.loads, path.read_text().splitlines())
         if "command" in x and not x.get("open")]
        for path in (whole, parts)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert run(capsys, "replay", str(parts), "--verify").code == 0


def test_it_goes_on_as_it_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Who plays the others, the limit of rounds, how dice are thrown, also when that was typed, what is told of foes
    are all repeated."""
    monkeypatch.chdir(tmp_path)
    words = ("patrol-ambush", "--seat", "bako-tull", "--seed", "8", "--journal", "j.jsonl")
    plain = sit(capsys, monkeypatch, ["quit"], *words)
    assert "go on: wanderstar fight --resume j.jsonl --seat bako-tull\ncheck its" in plain.out
    more = ("--force", "--tactic", "raiders=careful", "--foes", "word", "--rounds", "9")
    told = sit(capsys, monkeypatch, ["dice typed", "quit"], *words, *more).out
    going = told.split("go on: ")[1].split("\ncheck its")[0].replace("\\\n", "")
    flags = ["--seat", "bako-tull", "--tactic", "raiders=careful", "--rounds", "9", "--dice", "typed"]
    flags += ["--foes", "word"]
    assert shlex.split(going) == ["wanderstar", "fight", "--resume", "j.jsonl", *flags]
    assert max(map(len, told.splitlines())) <= 80
    again = sit(capsys, monkeypatch, ["quit"], *shlex.split(going)[2:])
    assert again.code == 0 and not re.search(r"trauma · \d+ round", again.out)
    assert again.out.split("go on: ")[1].split("\ncheck its")[0].replace("\\\n", "") == going


def test_quitting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`quit` keeps the journal; whose commands were a character's own is known when it is resumed."""
    out = tmp_path / "j.jsonl"
    words = ("golden-fight", "--seat", "asha", "--seed", "1", "--journal", str(out))
    ran = sit(capsys, monkeypatch, ["e", "quit"], *words)
    assert ran.code == 0
    assert "You leave the fight." in ran.out
    again = sit(capsys, monkeypatch, ["quit"], "--resume", str(out))
    assert again.code == 0
    assert "You play Asha." in again.out


@pytest.mark.parametrize("dice", ["rolled", "typed"])
def test_what_was_left_open_for_others_is_theirs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, dice: str
) -> None:
    """Left while a foe's reaction, or its dice, were asked of whoever played both: the tactic goes on from there."""
    out = str(tmp_path / "j.jsonl")
    words = ("patrol-ambush", "--seed", "7", "--tactic", "passive", "--dice", dice, "--journal", out)
    shot = json.dumps({"do": "attack", "who": "ines-varro", "weapon": "survey-rifle", "target": "raider"})

    def leaves(new: str) -> str | None:
        if new.endswith("Ines Varro> "):
            return shot
        return None if "Raider attacks" in new or "Ines Varro attacks" in new else ""

    sit(capsys, monkeypatch, leaves, *words, "--seat", "ines-varro", "--seat", "raider")
    last = json.loads(Path(out).read_text(encoding="utf-8").splitlines()[-2])
    assert last["open"] and last["command"]["do"] == "attack"
    ran = sit(capsys, monkeypatch, simple, "--resume", out, "--seat", "bako-tull", "--tactic", "passive")
    assert ran.code == 0
    assert run(capsys, "replay", out, "--verify").code == 0


def test_resuming_needs_what_the_journal_does_not_tell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The seed, if it was never shown, and the right one; whom one plays, if no character spoke; no second input."""
    out = tmp_path / "j.jsonl"
    sit(
        capsys,
        monkeypatch,
        ["quit"],
        *("golden-fight", "--seat", "vex", "--seed", "1", "--journal", str(out)),
    )
    lines = out.read_text(encoding="utf-8").splitlines()
    out.write_text("\n".join(line for line in lines if '"seed"' not in line) + "\n", encoding="utf-8")
    for words, said in (
        ((), "seed"),
        (("--seed", "2"), "is not the seed"),
        (("--seed", "1"), "name them with --seat"),
        (("--seed", "1", "--seat", "vex", "--script", "x"), "--script"),
        (("--seed", "1", "--seat", "vex", "--json"), "--json"),
    ):
        ran = sit(capsys, monkeypatch, [], "--resume", str(out), *words)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)
        assert said in ran.err
    assert sit(capsys, monkeypatch, ["quit"], "--resume", str(out), "--seed", "1", "--seat", "vex").code == 0


def test_a_journal_is_not_written_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file that has something in it is left as it is, exit 2; an empty one is used; --force replaces."""
    full, empty = tmp_path / "full.jsonl", tmp_path / "empty.jsonl"
    full.write_text("kept\n")
    empty.write_text("")
    for words in (("--seat", "asha"), ()):
        ran = sit(capsys, monkeypatch, [], "golden-fight", *words, "--journal", str(full))
        assert (ran.code, ran.out, full.read_text()) == (2, "", "kept\n")
        assert "--force" in ran.err
    assert run(capsys, "fight", "golden-fight", "--journal", str(empty)).code == 0
    assert run(capsys, "fight", "golden-fight", "--journal", str(full), "--force").code == 0
    assert run(capsys, "replay", str(full), "--verify").code == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_without_our_signs(encoding: str) -> None:
    """Piped into a program of its own, whatever the terminal can show: no colour, no escape, nothing crashes."""
    words = ("fight", "docking-bay", "--seed", "1", "--seat", "crew", "--dice", "typed")
    typed = "\n\n5 5 2\n\n1\n\nwhy\nodds\nstate\nlog\n?\n? C26\nh\nmap\nm 5 5\nfrogs\nu\n" + "e\n" * 5
    ran = spawn(*words, encoding=encoding, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert "The input has ended." in ran.out
    assert "\x1b" not in ran.out and "\\u" not in ran.out and "\\x" not in ran.out
    assert "\nRound 1\n" in ran.out
    assert "■" not in ran.out and "━" not in ran.out  # nothing that is read aloud sign by sign
    assert ("·" in ran.out) == (encoding == "utf-8")
    assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal of its own Ctrl-C at a question ends politely, and the journal reads back."""
    pty = pytest.importorskip("pty")
    import os
    import select
    import sys

    out = tmp_path / "j.jsonl"
    words = [
        "-m",
        "wanderstar",
        "fight",
        "golden-fight",
        "--seat",
        "asha",
        "--seed",
        "1",
        "--journal",
        str(out),
    ]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, *words])
    seen = b""
    while True:
        ready, _, _ = select.select([terminal], [], [], 0.5)
        if not ready:  # all is said that is to be said before a key is pressed
            os.write(terminal, b"\x03" if b"Asha> " in seen else b"")
            continue
        try:
            some = os.read(terminal, 65536)
        except OSError:
            break
        if not some:
            break
        seen += some
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert b"Interrupted." in seen and b"go on: wanderstar fight --resume" in seen
    assert b"Traceback" not in seen
    assert b"\x1b[1m" in seen  # a terminal has colours
    assert json.loads(out.read_text(encoding="utf-8").splitlines()[-1]) == {"seed": "1"}


def test_the_round_limit_ends_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A person's turn that would begin a round past the limit ends the fight in a draw."""
    words = ("golden-fight", "--seat", "party", "--seat", "foes", "--seed", "1", "--rounds", "1")
    ran = sit(capsys, monkeypatch, lambda new: "" if "fight is over" in new else "e", *words)
    assert ran.code == 0
    assert "The fight ends in a draw." in ran.out
    assert "Round 2" not in ran.out


def test_a_fight_that_cannot_begin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One side only: refused in words, exit 1."""
    golden = (Path(__file__).parents[3] / "examples/golden-fight.toml").read_text(encoding="utf-8")
    lonely = tmp_path / "lonely.toml"
    lonely.write_text(golden.replace('side = "foes"', 'side = "party"'), encoding="utf-8")
    ran = sit(capsys, monkeypatch, [], str(lonely), "--seat", "asha")
    assert ran.code == 1
    assert "refused (bad_value)" in ran.err
