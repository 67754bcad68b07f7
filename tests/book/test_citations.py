"""The register of rules and rulings: whole, in order, well filed, and short enough for the table."""

from __future__ import annotations

import itertools

import pytest

from wanderstar.book import citations as register
from wanderstar.book.citations import CITATIONS, Citation, cite, is_ruling

CHAPTER_5 = [
    "Opening",
    "The roll",
    "The probability",
    "What the GM calls for",
    "Difficulty",
    "Degrees of outcome",
    "Opposed tests",
    "When not to roll",
]

CHAPTER_11 = [
    "Opening",
    "The Effect of a roll",
    "The combat round",
    "Actions on your turn",
    "Range",
    "Aiming",
    "Melee",
    "Reactions",
    "Cover",
    "Damage and trauma",
    "Special forms of attack",
]

SWITCH_KEYS = """
momentum.characteristic_advantage_cost momentum.characteristic_disadvantage_gain
momentum.gain_when_cancelled momentum.disadvantage_gain momentum.holders momentum.start momentum.cap
advantage.conflict skills.ranks skills.catalogue skills.unknown
characteristics.names characteristics.advantage_min characteristics.disadvantage_max
natural.mode clock.successes clock.failures contest.net_wins contest.max_exchanges contest.timeout
defence.reaction_mode npc.threat_effect npc.reaction npc.static npc.track combat.who_rolls
armor.base armor.floor
trauma.physical trauma.mental trauma.overflow trauma.max_per_hit trauma.death
initiative.gm_tiebreak engaged_fire.scope ready.effect reaction.refresh move.metres minor.max
disengage.mode disengage.attackers disengage.test dive.effect suppress.radius suppress.test
auto.burst_damage auto.full_attacks auto.full_ammo scale.factor
""".split()


def entries(letter: str) -> list[Citation]:
    return [entry for entry in CITATIONS.values() if entry.id.startswith(letter)]


def headings(letter: str) -> list[str]:
    return [heading for heading, _ in itertools.groupby(entry.section for entry in entries(letter))]


def test_every_id_is_there_once_and_in_order() -> None:
    """51 rules of chapter 5, 84 of chapter 11 and 81 rulings, in that order, with no gap and no other."""
    counts = {"T": 51, "C": 84, "R": 81}
    ids = [f"{letter}{n}" for letter, last in counts.items() for n in range(1, last + 1)]
    assert list(CITATIONS) == ids
    assert all(key == entry.id for key, entry in CITATIONS.items())


def test_no_entry_shadows_another_in_the_register() -> None:
    """No id is written twice (the second would hide the first), and no text or reading is repeated."""
    groups = [value for value in vars(register).values() if isinstance(value, tuple)]
    assert sum(len(group) for group in groups) == len(CITATIONS)
    assert len({entry.text for entry in CITATIONS.values()}) == len(CITATIONS)
    assert len({entry.reading for entry in entries("R")}) == len(entries("R"))


def test_rules_stand_under_the_headings_of_their_chapter_in_its_order() -> None:
    """Read from first to last, the rules pass through every heading of their chapter once."""
    assert headings("T") == CHAPTER_5
    assert headings("C") == CHAPTER_11
    assert {entry.chapter for entry in entries("T")} == {5}
    assert {entry.chapter for entry in entries("C")} == {11}


@pytest.mark.parametrize("entry", entries("R"), ids=lambda entry: entry.id)
def test_a_ruling_names_a_real_section_and_says_its_reading(entry: Citation) -> None:
    """A ruling belongs to a heading of one of the two chapters, has a reading, and owns up to its evidence."""
    assert entry.section in {5: CHAPTER_5, 11: CHAPTER_11}[entry.chapter]
    assert entry.kind == "ruling"
    assert entry.reading.endswith(".")
    assert set(entry.evidence.split("/")) <= set("SICD")


def test_a_rule_of_the_book_claims_nothing_of_ours() -> None:
    """Rules carry no reading, no switch and no evidence tag: those are a ruling's."""
    ours = [entry.id for entry in entries("T") + entries("C") if entry[4:] != ("rule", "", (), "")]
    assert ours == []


def test_every_switch_belongs_to_exactly_one_ruling() -> None:
    """The closed list of ruleset keys is spread over the rulings with no key missing, strange or doubled."""
    found = [key for entry in entries("R") for key in entry.switches]
    assert sorted(found) == sorted(SWITCH_KEYS)


@pytest.mark.parametrize("entry", CITATIONS.values(), ids=lambda entry: entry.id)
def test_texts_fit_the_table(entry: Citation) -> None:
    """A text is one line of at most 110 characters, a reading at most 480, both clean of stray spaces."""
    assert 0 < len(entry.text) <= 110
    assert len(entry.reading) <= 480
    for line in (entry.text, entry.reading):
        assert "\n" not in line and "  " not in line and line == line.strip()
    assert entry.text.endswith(".")


def test_cite_gives_the_entry_and_tells_rule_from_ruling() -> None:
    """Every id is found by its name, and is ours exactly if it is an R."""
    assert all(cite(ident) is entry for ident, entry in CITATIONS.items())
    assert {ident for ident in CITATIONS if is_ruling(ident)} == {entry.id for entry in entries("R")}


@pytest.mark.parametrize("strange", ["T0", "T52", "C85", "R82", "t1", "", "X1"])
def test_a_strange_id_is_named_in_the_error(strange: str) -> None:
    """An id that is none is answered with that id and the ids there are, not with a bare key."""
    with pytest.raises(ValueError, match=rf"id '{strange}'; ids are T1-T51, C1-C84 and R1-R81"):
        cite(strange)
    with pytest.raises(ValueError, match=f"'{strange}'"):
        is_ruling(strange)


def test_an_entry_cannot_be_changed() -> None:
    """Citations are frozen values."""
    with pytest.raises(AttributeError):
        CITATIONS["T1"].text = "other"  # type: ignore[misc]
