"""The verb `rules`, as typed; and its list of tests, which must not lag."""

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest
from tests.cli.command import run

from wanderstar.book.citations import CITATIONS
from wanderstar.book.switches import SWITCHES
from wanderstar.cli.rules import pins

ROOT = Path(__file__).parents[2]


def tool() -> ModuleType:
    """The program that writes the list."""
    spec = importlib.util.spec_from_file_location("pins_tool", ROOT / "tools" / "pins.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_list_of_tests_is_up_to_date() -> None:
    """`python tools/pins.py` has been run since tests were added or renamed."""
    assert pins() == tool().pins()


def test_what_pins_is_there() -> None:
    """Every test that is listed is a function of its file."""
    listed = {test for tests in pins().values() for test in tests}
    missing = [
        test
        for test in listed
        if f"def {test.split('::')[1]}(" not in (ROOT / test.split("::")[0]).read_text()
    ]
    assert len(listed) > 100
    assert missing == []


def test_cases_are_not_taken_for_rules() -> None:
    """Where C and a number names a case, it pins no rule of chapter 11."""
    assert not [
        test for id, tests in pins().items() if id.startswith("C") for test in tests if "/cli/" in test
    ]


def test_all_of_them_once(capsys: pytest.CaptureFixture[str]) -> None:
    """216 rules and rulings, each once, under the headings of both chapters, in lines that fit."""
    ran = run(capsys, "rules")
    assert ran.code == 0
    ids = [line.split()[0] for line in ran.out.splitlines() if line[:5].strip() in CITATIONS]
    assert sorted(ids) == sorted(CITATIONS)
    assert len(ids) == 216
    assert max(len(line) for line in ran.out.splitlines() if "::" not in line) <= 100
    assert "━━ Chapter 5, the core mechanic: The roll ━" in ran.out
    assert "━━ Chapter 11, combat: Cover ━" in ran.out


def test_a_ruling_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    """A ruling shows its text, our reading, its switch with all values, and the tests that pin it."""
    ran = run(capsys, "rules", "r41")
    text = " ".join(ran.out.split())
    assert CITATIONS["R41"].text in text
    assert f"our reading: {CITATIONS['R41'].reading}" in text
    assert "switch: dive.effect = cover_only (cover_only, cover_and_disadvantage, disadvantage_only)" in text
    assert "tests/play/test_reactions.py::" in text
    assert "C64" not in [line.split()[0] for line in ran.out.splitlines() if line.strip()]


def test_by_section(capsys: pytest.CaptureFixture[str]) -> None:
    """The beginning of a heading will do; its rulings stand after its rules."""
    answer = run(capsys, "rules", "--section", "cov", "--json").json
    ids = [rule["id"] for rule in answer["rules"]]
    assert {rule["section"] for rule in answer["rules"]} == {"Cover"}
    assert ids[:6] == ["C66", "C67", "C68", "C69", "C70", "C71"]
    assert {"R49", "R50"} <= set(ids[6:])


def test_every_switch(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--switches lists each key once, with its ruling; with --ruleset the table's own value."""
    lines = run(capsys, "rules", "--switches").out
    keys = [line.split(" = ")[0] for line in lines.splitlines() if " = " in line and line[0] != " "]
    assert sorted(keys) == sorted(switch.key for switch in SWITCHES)
    house = tmp_path / "house.toml"
    house.write_text("[move]\nmetres = 9\n")
    assert "move.metres = 9 " in run(capsys, "rules", "--switches", "--ruleset", str(house)).out
    one = run(capsys, "rules", "R32", "--ruleset", str(house), "--json").json["rules"][0]
    switch = next(s for s in one["switches"] if s["key"] == "move.metres")
    assert (switch["value"], switch["default"]) == (9, 6)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Every field of every entry, with its tests."""
    answer = json.loads(run(capsys, "rules", "--json").out)
    assert [rule["id"] for rule in answer["rules"] if not rule["tests"]] == []
    assert all(
        {"id", "chapter", "section", "text", "kind", "reading", "switches", "evidence"} <= rule.keys()
        for rule in answer["rules"]
    )


def test_by_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    """The beginning of a word finds every entry that has it; two words only those that have both; ids stay ids."""
    ids = [rule["id"] for rule in run(capsys, "rules", "grenad", "--json").json["rules"]]
    assert ids == [
        id
        for section in dict.fromkeys((c.chapter, c.section) for c in CITATIONS.values())
        for id, c in CITATIONS.items()
        if (c.chapter, c.section) == section
        and re.search(r"\bgrenad", f"{c.section} {c.text} {c.reading} {c.switches}", re.IGNORECASE)
    ]
    both = [rule["id"] for rule in run(capsys, "rules", "cover", "melee", "--json").json["rules"]]
    assert both and set(both) < {r["id"] for r in run(capsys, "rules", "COVER", "--json").json["rules"]}
    assert [rule["id"] for rule in run(capsys, "rules", "c26", "--json").json["rules"]] == ["C26"]


def test_a_word_finds_no_tests_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever looks for a word reads rules alone; with --tests, by id, and as a program one has the tests too."""
    assert "::" not in run(capsys, "rules", "grenade").out
    assert "no test names it" not in run(capsys, "rules", "grenade").out
    for words in (["grenade", "--tests"], ["R41"], ["--section", "cover"], ["grenade", "--json"]):
        assert "::" in run(capsys, "rules", *words).out


@pytest.mark.parametrize("words", [["X1"], ["R82"], ["frogs"], ["--section", "Vehicles"], ["--wrong"]])
def test_wrong_usage_is_exit_2(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """An id or a heading that is none: one line on standard error."""
    ran = run(capsys, "rules", *words)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
