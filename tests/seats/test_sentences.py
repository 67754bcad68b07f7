"""Everything that play says has its words: every event a sentence, every reason and refusal a text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.soak.fights import Fight

from wanderstar.play import refusal
from wanderstar.play.codec import event_to_json
from wanderstar.play.commands import SPECS
from wanderstar.play.scene import Event
from wanderstar.play.table import Table
from wanderstar.seats.names import NOBODY, Names
from wanderstar.seats.sentences import SENTENCES, sentence
from wanderstar.seats.sentences_reasons import REASONS, reason_text
from wanderstar.seats.sentences_refusals import BECAUSE, TEXTS, refusal_text
from wanderstar.seats.sentences_tests import DRAWS
from wanderstar.seats.texts import with_texts
from wanderstar.sheets.load import load_encounter

ROOT = Path(__file__).parents[2]
PLAY = sorted((ROOT / "src/wanderstar/play").glob("*.py"))


def calls(*names: str) -> Iterator[tuple[ast.Call, ast.Module]]:
    """Every call in the engine of a function or method of one of these names."""
    for path in PLAY:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                if name in names:
                    yield node, tree


def words(node: ast.AST) -> set[str]:
    """The texts written anywhere within an expression."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def emitted() -> set[str]:
    """The kinds of event that the engine's source emits."""
    kinds: set[str] = set()
    for call, tree in calls("emit", "settle"):
        if not call.args or not isinstance(call.args[0], ast.Constant | ast.IfExp | ast.Name):
            continue
        if isinstance(call.args[0], ast.Name):
            # a variable: what is assigned to it in its module, or passed for it
            name = call.args[0].id
            for node in ast.walk(tree):
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                    kinds |= {n.value for n in ast.walk(node.value) if _kind(n)}  # type: ignore[attr-defined]
            continue
        kinds |= words(call.args[0])
    for call, _ in calls("move_to"):
        kinds |= words(call.args[3])
    return kinds


def _kind(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "_" in node.value


def test_every_event_that_is_emitted_has_a_sentence() -> None:
    """No kind of event in the engine's source lacks its sentence, and no sentence is left over."""
    kinds = emitted()
    assert {"attack", "moved", "weapon_drawn", "round_started", "revealed", "rose"} <= kinds
    assert kinds ^ set(SENTENCES) == set()


def test_every_reason_has_a_text() -> None:
    """No `why` of a reason in the engine's source lacks its text, and no text is left over."""
    found = {"beyond_effective", "hundred_metres", "engaged_fire"}
    for call, _ in calls("advantage", "disadvantage"):
        if len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
            found.add(str(call.args[1].value))
    for call, _ in calls("Reason"):
        found |= words(call.args[2])
    assert found == set(REASONS)


def test_every_refusal_has_a_text() -> None:
    """No code that the engine's source refuses with lacks its text; nor does a `because`."""
    codes = set(refusal.RULES)
    becauses: set[str] = set()
    for call, _ in calls("refuse"):
        if isinstance(call.args[0], ast.Constant):
            codes.add(str(call.args[0].value))
        becauses |= {w for k in call.keywords if k.arg == "because" for w in words(k.value)}
    for call, _ in calls("unable"):
        becauses |= words(call.args[0])
    assert codes <= set(TEXTS)
    assert becauses - {"missing", "not asked"} == set(BECAUSE)


def test_every_draw_has_a_name() -> None:
    """Each draw of the interface can be told."""
    assert len(DRAWS) == 13
    assert all(DRAWS.values())


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_is_one_line(seed: int) -> None:
    """Random fights, the GM's commands among them: each event is one sentence that ends as one, each reason
    and refusal gets its text."""
    fight = Fight(seed)
    fight.play()
    for entry in fight.live.entries:
        names = Names.of(entry.before)
        for event in entry.events:
            told = sentence(event, names)
            assert "\n" not in told
            assert re.search(r"[.”]$", told), told
            data = with_texts(event_to_json(event), names)
            assert all(reason["text"] for reason in data.get("reasons", ()))


def test_refused_commands_are_explained() -> None:
    """A command of every kind without its fields, or with nonsense, is refused in words that end as a sentence."""
    table = Table(load_encounter("golden-fight"), "1")
    rng = Random(1)
    nonsense: list[Any] = [None, 3, "x", [], {}, True, "vex", "rifle"]
    table.order({"do": "begin"})
    explained = 0
    for _ in range(400):
        do = rng.choice(list(SPECS))
        data: dict[str, Any] = {"do": do, "who": rng.choice(["asha", "nyx", "c", "nobody"])}
        data |= {field: rng.choice(nonsense) for field in SPECS[do].fields if rng.random() < 0.8}
        refused = table.order(data)
        if not refused and isinstance(refused, refusal.Refusal):
            text = refusal_text(refused.to_json(), Names.of(table.state))
            assert text.endswith(".") and "\n" not in text
            explained += 1
    assert explained > 200


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (
            {"gives": "disadvantage", "rule": "C26", "counted": True, "why": "beyond_effective"},
            "beyond the weapon’s effective band",
        ),
        (
            {
                "gives": "advantage",
                "rule": "R1",
                "counted": False,
                "why": "characteristic",
                "price": 1,
                "detail": "Dexterity",
            },
            "high Dexterity, 1 Momentum, not claimed",
        ),
        (
            {
                "gives": "advantage",
                "rule": "C80",
                "counted": False,
                "why": "suppressed",
                "price": 0,
                "detail": "cato",
                "mirrored": True,
            },
            "the attacker: under the suppressive fire of cato, does not stack",
        ),
        (
            {"gives": "armor", "rule": "R24", "counted": True, "why": "piercing", "amount": -3},
            "piercing −3",
        ),
    ],
)
def test_reasons_in_words(reason: dict[str, object], text: str) -> None:
    """What gave it, its price, whether it is the attacker's turned, and why it did not count."""
    assert reason_text(reason) == text


def test_two_of_one_name_are_told_apart() -> None:
    """case-38: two people of one name are named with their ids, everybody else by name alone."""
    table = Table(load_encounter("golden-fight"))
    twins = {id: c._replace(name="Gorr") if id == "nyx" else c for id, c in table.state.combatants.items()}
    names = Names.of(table.state._replace(combatants=twins))
    assert (names.who("gorr"), names.who("nyx"), names.who("vex")) == ("Gorr (gorr)", "Gorr (nyx)", "Vex")
    assert names.who("stranger") == "stranger"


def test_a_refusal_without_its_facts_still_has_words() -> None:
    """What is kept from a seat is left out of the sentence; the sentence stays whole."""
    for code in set(TEXTS) - {"unknown", "ambiguous"}:
        bare = refusal_text({"code": code, "rule": None, "facts": {"who": "asha", "target": "vex"}})
        assert bare.endswith("."), code
        assert "None" not in bare, bare


def test_no_name_is_a_name() -> None:
    """Without names the ids are used."""
    event = Event("aimed", {"who": "asha", "target": "vex", "rule": "C31"}, {})
    assert sentence(event, NOBODY) == "asha aims at vex."
