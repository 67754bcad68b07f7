"""Every command, refusal, ask, draw, trait, switch and verb occurs in a test; traits have their line, too.

That the others have their line is held by test_reference.
"""

import pytest
from tests.docs.test_reference import named
from tests.docs.words import TESTS, asked, drawn, files, forged, ordered, refused, switched, texts

from wanderstar.book.switches import SWITCHES
from wanderstar.cli.main import VERBS
from wanderstar.play.commands import SPECS
from wanderstar.sheets.build import TRAITS

pytestmark = pytest.mark.docs

FORMATS = (TESTS.parent / "docs" / "formats.md").read_text(encoding="utf-8")


def test_every_command_is_ordered_in_a_test() -> None:
    """The GM's, too."""
    assert [do for do in SPECS if do not in ordered()] == []


def test_every_refusal_is_expected_in_a_test() -> None:
    """Each code of the reference."""
    assert [code for code in named("## Refusals") if code not in refused()] == []


def test_every_ask_and_draw_is_answered_in_a_test() -> None:
    """Each name of the reference."""
    assert [name for name in named("## Asks") if not asked(name)] == []
    assert [name for name in named("### Draws") if not drawn(name)] == []


def test_every_trait_is_on_a_weapon_of_a_test_and_in_the_table_of_traits() -> None:
    """The table of traits names each once, and no other."""
    assert [trait for trait in TRAITS if trait not in forged()] == []
    table = FORMATS.split("| trait | holds | does |\n", 1)[1].split("\n\n", 1)[0]
    told = [word.strip(" `") for line in table.splitlines()[1:] for word in line.split("|")[1].split(",")]
    assert sorted(told) == sorted(TRAITS)


def test_every_switch_is_set_in_a_test() -> None:
    """Each key of a ruleset."""
    assert [switch.key for switch in SWITCHES if not switched(switch.key)] == []


def test_every_verb_is_run_in_a_test() -> None:
    """By its name, as the command line has it."""
    assert [verb for verb in (*VERBS, "table") if verb not in texts()] == []


@pytest.mark.parametrize("word", ["frobnicate", "teleport"])
def test_what_no_test_says_is_seen(word: str) -> None:
    """The tests above can fail: no test orders, expects, answers, builds or sets these."""
    assert word not in ordered() | refused() | forged()
    assert not asked(f"{word}_ask")
    assert not drawn(f"{word}_draw")
    assert not switched(f"{word}.start")
    assert files()
