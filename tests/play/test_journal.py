"""The journal: what it holds, loading it, going back and forward in it, and what it never changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.play.gm.recorded import COMMANDS, Recorded, recorded, text

from wanderstar.play.asks import Draw
from wanderstar.play.journal import check_line, verify
from wanderstar.play.refusal import Refusal
from wanderstar.play.script import play_script, read_script
from wanderstar.play.table import Table
from wanderstar.sheets.load import load_encounter

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def journal() -> Recorded:
    """A round of the golden encounter; nobody may change it."""
    return recorded()


def test_every_answer_is_a_line(journal: Recorded) -> None:
    """A command is written when it is given and after each answer, `open` until it is done; numbers count up."""
    lines = [json.loads(line) for line in journal.lines]
    assert lines[0]["journal"] == 1
    assert [line["n"] for line in lines[1:]] == sorted(line["n"] for line in lines[1:])
    attack = [line for line in lines[1:] if line["n"] == 6]
    assert [line.get("open", False) for line in attack] == [True, True, True, True, False]
    assert [len(line.get("choices", {})) for line in attack] == [0, 1, 2, 2, 2]
    assert attack[-1]["dice"] == [4] * 6
    assert all(
        set(line) <= {"n", "seat", "command", "dice", "rolled", "choices", "events", "open"}
        for line in lines[1:]
    )
    assert all(check_line(line, "line") == [] for line in lines[1:])


def test_a_journal_cut_after_any_line(journal: Recorded) -> None:
    """Cut after any line, within an open command too, it loads to the very state it had then, byte for byte."""
    for n in range(1, len(journal.lines) + 1):
        assert text(journal.loaded(n).to_json()) == journal.states[n - 1], n


def test_loaded_is_live(journal: Recorded) -> None:
    """Loading the whole gives the same table in what STATE does not show, too, and the same header."""
    loaded = journal.loaded()
    assert loaded.state.key() == journal.table.state.key()
    assert text(loaded.header()) == journal.lines[0]
    assert loaded.n == journal.table.n == len(COMMANDS)


def test_a_loaded_table_goes_on_alike() -> None:
    """Cut anywhere and played on with the same commands and answers, it writes the same lines to the same end."""
    whole = recorded()
    for cut in range(1, len(whole.lines)):
        loaded = whole.loaded(cut)
        written: list[str] = []
        loaded.write = lambda line, written=written: written.append(text(line))  # type: ignore[misc]
        for line in map(json.loads, whole.lines[cut:]):
            if loaded.run is None:
                assert loaded.order(line["command"], line["seat"])
            else:
                assert loaded.answer(_last_answer(loaded, line))
        assert written == whole.lines[cut:]


def _last_answer(table: Table, line: dict[str, Any]) -> dict[str, Any]:
    """What a line answers beyond what the table's open command has."""
    ask = table.asks[0]
    if isinstance(ask, Draw):
        return {"dice": line["dice"][-ask.count :]}
    return {ask.key: line["choices"][ask.key]}


def test_the_golden_script_loads_to_every_state_it_had() -> None:
    """The golden fight, loaded from its lines, has every intermediate state again, and verifies."""
    made = Recorded(load_encounter("golden-fight"))
    script = read_script((EXAMPLES / "golden-fight.jsonl").read_text(encoding="utf-8"), "golden-fight.jsonl")
    played = play_script(made.table, script)
    assert played.stopped is None
    for n in range(1, len(made.lines) + 1):
        assert text(made.loaded(n).to_json()) == made.states[n - 1]
    assert verify(made.loaded()) == []


# -- undo and redo


def states_by_command(journal: Recorded) -> list[str]:
    """The state after each finished command, from command 0."""
    done = {0: journal.states[0]}
    for line, state in zip(journal.lines[1:], journal.states[1:], strict=True):
        data = json.loads(line)
        if not data.get("open"):
            done[data["n"]] = state
    return list(done.values())


def test_undo_to_every_command_and_redo() -> None:
    """Back to just after any command, the beginning too, and forward again: each time the same bytes."""
    made = recorded()
    states = states_by_command(made)
    last = made.table.n
    for n in range(last):
        assert made.table.undo(n)
        assert text(made.table.to_json()) == states[n]
        for forward in (n + 1, last):
            if made.table.n < forward:
                assert made.table.redo(forward)
                assert text(made.table.to_json()) == states[forward]
    assert text(made.loaded().to_json()) == states[last]
    assert made.loaded().n == last


def test_undo_step_by_step_and_redo_step_by_step() -> None:
    """Ten steps back and ten forward again pass the same states in the opposite order."""
    made = recorded()
    states = states_by_command(made)
    back = []
    for n in range(made.table.n - 1, -1, -1):
        assert made.table.undo(n)
        back.append(text(made.table.to_json()))
    assert back == states[-2::-1]
    for n in range(1, len(states)):
        assert made.table.redo(n)
        assert text(made.table.to_json()) == states[n]


def test_undo_to_every_answer() -> None:
    """Back to before the K-th answer of any command: the state it had while that answer was awaited, but for later
    commands being undone; the same answers again give the same bytes."""
    whole = recorded()
    for command in range(1, whole.table.n + 1):
        lines = [n for n, line in enumerate(whole.lines) if json.loads(line).get("n") == command]
        for answer in range(1, len(lines)):
            made = recorded()
            assert made.table.undo(command, answer)
            assert text(made.table.to_json()) == whole.states[lines[answer - 1]]
            assert text(made.loaded().to_json()) == made.states[-1]
            final = json.loads(whole.lines[lines[-1]])
            while made.table.run is not None:
                asked = made.table.asks[0]
                value = 4 if asked.key == "dice" else final["choices"][asked.key]
                count = getattr(asked, "count", 0)
                assert made.table.answer({asked.key: [value] * count if asked.key == "dice" else value})
            assert made.lines[-1] == whole.lines[lines[-1]]
            assert made.states[-1] == whole.states[lines[-1]]


def test_a_mistyped_die_is_corrected() -> None:
    """A 4, 4 that was a 1, 1: the attack's dice are given again, the rest of the command is asked anew, and what
    came after it is another branch."""
    made = recorded()
    assert made.table.undo(2, 3)  # nyx's attack: reaction, its dice, then bruno's avoid dice
    (ask,) = made.table.asks
    assert (ask.name, ask.who) == ("avoid", "bruno")
    assert made.table.answer({"dice": [1, 1]})
    made.finish(dice=[5, 5])
    draws = [e for e in json.loads(made.lines[-1])["events"] if e["kind"] == "draw"]
    assert [d["dice"] for d in draws] == [[4, 4, 4], [1, 1], [5, 5]]
    assert made.table.n == 2
    assert made.table.undone == []
    assert text(made.loaded().to_json()) == made.states[-1]


def test_the_undone_branch_is_kept_until_something_else_is_done() -> None:
    """Refusals and loading leave it; another command or answer is a branch of its own, and there is nothing to redo."""
    made = recorded()
    assert made.table.undo(4)
    refused: Any = made.table.order({"do": "end_turn", "who": "vex"})
    assert refused.code == "out_of_turn"
    loaded = made.loaded()
    assert [e.n for e in loaded.undone] == [e.n for e in made.table.undone] == list(range(5, 12))
    assert loaded.redo(7)
    assert loaded.redo(11)
    assert loaded.state.key() == recorded().table.state.key()
    made.order({"do": "minor", "who": "asha", "label": "shout"})
    gone: Any = made.table.redo(6)
    assert gone.code == "bad_value"
    assert len(made.lines) == len(recorded().lines) + 2  # everything written stays written


def test_undo_of_an_undo() -> None:
    """Back to 7, then to 3, then forward to 9: one branch, in one piece."""
    made = recorded()
    states = states_by_command(made)
    assert made.table.undo(7) and made.table.undo(3) and made.table.redo(9)
    assert text(made.table.to_json()) == states[9]
    assert [e.n for e in made.table.undone] == [10, 11]


def test_undo_of_an_open_command_takes_it_back() -> None:
    """While a command waits, undo to the last finished one takes it back whole."""
    made = recorded()
    before = made.states[-1]
    assert made.table.order({"do": "test", "who": "asha", "skill": "Recon"})
    assert made.table.undo(11)
    assert (made.table.run, text(made.table.to_json())) == (None, before)
    assert text(made.loaded().to_json()) == before


def test_answers_given_out_of_order() -> None:
    """Of two claims asked at once the second may be answered first; a correction counts answers as they were asked,
    live and loaded alike."""
    made = Recorded(load_encounter("golden-fight"))
    for who in ("asha", "cato"):
        made.order({"do": "edge", "who": who, "edge": "advantage"})
    sides = [{"who": "asha", "skill": "Recon"}, {"who": "cato", "skill": "Recon"}]
    assert made.table.order({"do": "opposed", "sides": sides})
    assert made.table.answer({"claim_test:cato": True})
    assert made.table.answer({"claim_test:asha": False})
    loaded = made.loaded()
    assert text(loaded.to_json()) == text(made.table.to_json())
    assert loaded.undo(3, 2) and made.table.undo(3, 2)
    assert text(loaded.to_json()) == text(made.table.to_json())
    assert [ask.key for ask in made.table.asks] == ["claim_test:cato"]
    made.finish({"claim_test_cato": True})
    assert text(made.loaded().to_json()) == made.states[-1]


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda t: t.undo(11), "undo"),
        (lambda t: t.undo(-1), "undo"),
        (lambda t: t.undo(12, 1), "undo"),
        (lambda t: t.undo(0, 1), "undo"),
        (lambda t: t.undo(6, 5), "answer"),
        (lambda t: t.undo(6, 0), "answer"),
        (lambda t: t.undo(4, 1), "answer"),
        (lambda t: t.redo(12), "redo"),
        (lambda t: t.redo(3), "redo"),
        (lambda t: t.cancel(), "cancel"),
        (lambda t: t.answer({"dice": [1, 2]}), "answer"),
    ],
)
def test_where_there_is_nothing(call: Any, field: str, journal: Recorded) -> None:
    """Undo, redo, cancel and answer to where there is nothing are refused and change nothing."""
    before = (journal.states[-1], len(journal.lines))
    refusal = call(journal.table)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.facts["field"]) == ("bad_value", field)
    assert (text(journal.table.to_json()), len(journal.lines)) == before


# -- while a command waits


def test_only_answers_while_one_waits() -> None:
    """`pending`: while an answer is awaited no other command is taken, the GM's neither."""
    made = recorded()
    assert made.table.order({"do": "test", "who": "asha", "skill": "Recon"})
    before = text(made.table.to_json())
    for command in ({"do": "end"}, {"do": "end_turn", "who": "vex"}, {"do": "undo"}, {}):
        refusal: Any = made.table.order(command)
        assert refusal.code == "pending"
    assert text(made.table.to_json()) == before


@pytest.mark.parametrize(
    "answer",
    [
        {"dice": [1]},
        {"dice": [1, 2, 3]},
        {"dice": [0, 7]},
        {"dice": [True, 2]},
        {"dice": "12"},
        {"dice": 3},
        {"dice": [1.0, 2]},
        {"claim_test:asha": True},
        {"reaction:nobody": "dodge"},
        {"": None},
        {"dice": [1, 2], "claim_test:asha": True},
    ],
)
def test_a_wrong_answer_is_refused_whole(answer: dict[str, Any]) -> None:
    """R52: dice of another number or face, and answers that nobody asked for, are refused; one right answer beside
    a wrong one is not kept either."""
    made = recorded()
    assert made.table.order({"do": "test", "who": "vex", "skill": "Recon"})
    before = (text(made.table.to_json()), len(made.lines))
    assert isinstance(made.table.answer(answer), Refusal)
    assert (text(made.table.to_json()), len(made.lines)) == before
    assert made.table.answer({"dice": [1, 2]})


def test_cancel_takes_the_command_back() -> None:
    """A command that waits is taken back whole: what it had spent is there again, and the journal says so."""
    made = recorded()
    before, n = made.states[-1], made.table.n
    attack = {"do": "attack", "who": "vex", "weapon": "rifle", "target": "asha"}
    assert made.table.order(attack)
    assert made.table.state.combatants["vex"].rounds("rifle") == 9
    assert made.table.cancel()
    assert json.loads(made.lines[-1]) == {"cancel": True, "seat": "gm"}
    assert (text(made.table.to_json()), made.table.n) == (before, n)
    assert text(made.loaded().to_json()) == before
