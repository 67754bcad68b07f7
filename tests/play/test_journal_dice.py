"""The server's dice: fair, promised beforehand, deaf to undo; and a journal that can be checked afterwards."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

import pytest
from tests.play.gm.recorded import Recorded, text

from wanderstar.play import dice
from wanderstar.play.journal import load_lines, parse_lines, verify
from wanderstar.sheets.faults import BrokenFile
from wanderstar.sheets.load import load_encounter

GOLDEN = load_encounter("golden-fight")
TEST = {"do": "test", "who": "asha", "skill": "Recon"}
AGAIN = {**TEST, "stakes": "a life"}


def table(seed: str = "a secret") -> Recorded:
    """The golden encounter with the server's dice."""
    return Recorded(GOLDEN, seed)


def faces(made: Recorded) -> list[int]:
    """All faces of the last line."""
    return list(json.loads(made.lines[-1]).get("dice", ()))


def test_the_promise_and_its_proof() -> None:
    """The header holds the SHA-256 of the seed before any die falls; shown afterwards, the seed fits it."""
    made = table()
    promised = json.loads(made.lines[0])["commitment"]
    assert promised == hashlib.sha256(b"a secret").hexdigest()
    made.order(TEST)
    made.table.reveal()
    assert json.loads(made.lines[-1]) == {"seed": "a secret"}
    assert verify(made.loaded()) == []
    assert "a secret" not in "".join(made.lines[:-1])


def test_the_same_again_after_an_undo() -> None:
    """Undone and ordered again, or taken back and ordered again, a command has the same faces: nobody fishes."""
    made = table()
    made.order(TEST)
    first = faces(made)
    for _ in range(3):
        assert made.table.undo(0)
        made.order(TEST)
        assert faces(made) == first
    assert len(first) == 2


def test_other_places_and_commands_have_other_faces() -> None:
    """Another place on the branch, another command, another draw or person, another seed: other faces."""

    def drawn(seed: str, n: int, command: dict[str, Any], draw: str, occurrence: int) -> tuple[int, ...]:
        return dice.faces(seed, n, command, draw, occurrence, 30)

    base = drawn("s", 1, TEST, "test:asha", 0)
    others = [
        drawn("t", 1, TEST, "test:asha", 0),
        drawn("s", 2, TEST, "test:asha", 0),
        drawn("s", 1, AGAIN, "test:asha", 0),
        drawn("s", 1, TEST, "test:cato", 0),
        drawn("s", 1, TEST, "attack:asha", 0),
        drawn("s", 1, TEST, "test:asha", 1),
    ]
    assert len({base, *others}) == 7
    assert drawn("s", 1, TEST, "test:asha", 0) == base
    assert dice.faces("s", 1, TEST, "test:asha", 0, 2) == base[:2]


def test_no_answer_and_no_undone_line_moves_the_dice() -> None:
    """Whether gorr dodges or not, asha's attack dice are the same; whatever was tried and undone before, too."""
    rolled: list[list[int]] = []
    for reaction in ("none", "dodge", "none"):
        made = table()
        if len(rolled) == 2:
            made.order(TEST)
            assert made.table.undo(0)
        made.order({"do": "begin"})
        made.order({"do": "order", "order": ["asha", "bruno", "cato", "gorr", "nyx", "vex"]})
        while made.table.state.turn != "asha":
            made.order({"do": "end_turn", "who": made.table.state.turn})
        attack = {"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": "gorr"}
        made.order(attack, reaction_gorr=reaction)
        events = json.loads(made.lines[-1])["events"]
        (draw,) = [e for e in events if e["kind"] == "draw" and e["name"] == "attack"]
        rolled.append(draw["dice"][:2])
    assert rolled[0] == rolled[1] == rolled[2]


def test_fair() -> None:
    """Of 60,000 faces each of the six shows within four standard deviations (365) of 10,000 times; pairs likewise."""
    many = dice.faces("fair", 1, TEST, "test:asha", 0, 60_000)
    assert set(many) == {1, 2, 3, 4, 5, 6}
    assert all(abs(times - 10_000) < 365 for times in Counter(many).values())
    pairs = Counter(zip(many[::2], many[1::2], strict=True))
    assert len(pairs) == 36
    assert all(abs(times - 30_000 / 36) < 115 for times in pairs.values())


def test_a_new_seed_each_time() -> None:
    """Seeds are 256 bits of the system's own chance."""
    assert len({dice.new_seed() for _ in range(50)}) == 50
    assert all(len(bytes.fromhex(dice.new_seed())) == 32 for _ in range(3))


# -- verify


def played() -> list[dict[str, Any]]:
    """The lines of a few commands with the server's dice, the seed shown at the end."""
    made = table()
    made.order(TEST)
    made.order(
        {"do": "opposed", "sides": [{"who": "bruno", "skill": "Recon"}, {"who": "vex", "skill": "Recon"}]}
    )
    made.order({"do": "begin"})
    made.table.reveal()
    return [json.loads(line) for line in made.lines]


def found(lines: list[dict[str, Any]]) -> list[str]:
    """What `verify` finds in a journal of these lines."""
    return verify(load_lines(parse_lines("\n".join(map(text, lines)), "journal"), "journal"))


def test_an_honest_journal_verifies() -> None:
    """Nothing is found in a journal that nobody touched; without the seed the rules are checked all the same."""
    assert found(played()) == []
    assert found(played()[:-1]) == []


def draw_of(line: dict[str, Any]) -> dict[str, Any]:
    """The first draw of a line."""
    return next(e for e in line["events"] if e["kind"] == "draw")


def test_a_tampered_die_is_found() -> None:
    """A face changed in the dice, or in the event, or in both with all that follows: each is found."""
    for where in ("dice", "event"):
        lines = played()
        face = lines[1]["dice"] if where == "dice" else draw_of(lines[1])["dice"]
        face[0] = face[0] % 6 + 1
        (wrong,) = found(lines)
        assert wrong.startswith("command 1:")


def test_a_whole_forged_command_is_found() -> None:
    """A test rolled with other faces, every number of it right, is not what the seed gives."""
    lines = played()
    forged = Recorded(GOLDEN)
    forged.order(TEST)
    honest = lines[1]
    lines[1] = json.loads(forged.lines[-1])
    lines[1]["rolled"] = ["server"]
    draw_of(lines[1])["by"] = "server"
    assert honest["dice"] != lines[1]["dice"] == [4, 4]
    (wrong,) = found(lines)
    assert wrong == f"command 1: test:asha shows [4, 4], the seed gives {honest['dice']}"
    assert found(lines[:-1]) == []  # without the seed nobody can tell


def test_dice_of_people_are_nobodys_promise() -> None:
    """Typed dice are said to be typed, and checked against the rules only."""
    lines = played()
    typed = Recorded(GOLDEN)
    typed.order(TEST)
    lines[1] = json.loads(typed.lines[-1])
    assert (lines[1]["rolled"], found(lines)) == (["typed"], [])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("events", -1, "outcome"), "success!"),
        (("events", -1, "total"), 99),
        (("events", 0, "bonus"), 5),
        (("command", "skill"), "Athletics"),
        (("command", "who"), "vex"),
        (("choices",), {"claim_test:asha": True}),
        (("dice",), [1, 2, 3, 4]),
        (("events",), []),
    ],
)
def test_a_tampered_event_is_found(path: tuple[Any, ...], value: Any) -> None:
    """A story, a command, an answer that does not lead to what stands there is found, with its command."""
    lines = played()
    inside: Any = lines[1]
    for key in path[:-1]:
        inside = inside[key]
    assert path == ("choices",) or inside[path[-1]] != value
    inside[path[-1]] = value
    wrong = found(lines)
    assert wrong and all(w.startswith("command 1:") for w in wrong)


def test_a_change_smuggled_in_is_found() -> None:
    """Momentum that an event gives without a reason loads, and is found."""
    lines = played()
    lines[1]["events"].append(
        {"kind": "momentum_gained", "who": "asha", "changes": {"asha": {"momentum": [1, 6]}}}
    )
    assert found(lines)[0].startswith("command 1:")


def test_another_seed_than_the_promised_one() -> None:
    """A seed that does not fit the promise is refused where it is shown."""
    lines = played()
    lines[-1]["seed"] = "another secret"
    with pytest.raises(BrokenFile, match="promised"):
        found(lines)


def test_what_an_event_smuggled_in_breaks_no_check() -> None:
    """A change to a value of the wrong kind loads; the check names the commands that cannot be followed any more."""
    lines = played()
    lines[1]["events"][-1]["changes"] = {"bruno": {"momentum": [1, "many"], "edges": [[], []]}}
    wrong = found(lines)
    assert wrong[0].startswith("command 1:")
    assert all(w.startswith("command ") for w in wrong)
