"""Chapter 11, Reactions."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.combat.reactions import (
    DODGE_SKILL,
    FREE_PER_ROUND,
    PARRY_SKILL,
    Reaction,
    refused,
    static_succeeds,
)
from wanderstar.book.core_mechanic.roll import Edge
from wanderstar.book.ruleset import DEFAULT

LEGAL = ""


def against(
    reaction: Reaction,
    *,
    blast: bool = False,
    ranged: bool = False,
    smasher: bool = False,
    cover: bool = False,
) -> str:
    """The refusal of a reaction against an attack like this, "" when it is legal."""
    return refused(reaction, blast, ranged, smasher, cover)


def test_one_is_free() -> None:
    """C57: one reaction a round is free."""
    assert FREE_PER_ROUND == 1


def test_skills_of_reactions() -> None:
    """C60, C62: Dodge is Athletics (Dexterity), Parry is Close Quarters (Strength)."""
    skills = [(skill, DEFAULT.characteristic_of(skill)) for skill in (DODGE_SKILL, PARRY_SKILL)]
    assert skills == [("Athletics", "Dexterity"), ("Close Quarters", "Strength")]


@pytest.mark.parametrize(("ranged", "smasher"), list(product((True, False), repeat=2)))
def test_dodge(ranged: bool, smasher: bool) -> None:
    """C60, C63: one may dodge a shot and a blow, a Smasher's too."""
    assert against(Reaction.DODGE, ranged=ranged, smasher=smasher) == LEGAL


def test_dodge_against_a_blast() -> None:
    """C61: a Blast cannot be dodged, cover near or not."""
    refusals = [against(Reaction.DODGE, blast=True, ranged=True, cover=cover) for cover in (True, False)]
    assert refusals == ["dodge_blast", "dodge_blast"]


def test_parry() -> None:
    """C62, C63: a blow can be parried, a shot cannot, nor can a Smasher."""
    refusals = [
        against(Reaction.PARRY),
        against(Reaction.PARRY, ranged=True),
        against(Reaction.PARRY, smasher=True),
    ]
    assert refusals == [LEGAL, "parry_ranged", "parry_smasher"]


def test_dive_for_cover() -> None:
    """C64, R41: one dives before a shot when cover is near, not without cover, and not before a blow."""
    refusals = [
        against(Reaction.DIVE, ranged=True, cover=True),
        against(Reaction.DIVE, ranged=True),
        against(Reaction.DIVE, cover=True),
    ]
    assert refusals == [LEGAL, "no_cover", "no_cover"]


@pytest.mark.parametrize(("cover", "legal"), [(True, [Reaction.DIVE]), (False, [])])
def test_only_a_dive_helps_against_a_blast(cover: bool, legal: list[Reaction]) -> None:
    """C65: before a grenade diving for cover is the one thing to do, and without cover there is nothing."""
    found = [reaction for reaction in Reaction if not against(reaction, blast=True, ranged=True, cover=cover)]
    assert found == legal


@pytest.mark.parametrize(
    ("bonus", "edge", "succeeds"),
    [
        (1, Edge.NEUTRAL, True),
        (0, Edge.NEUTRAL, False),
        (0, Edge.ADVANTAGE, True),
        (-1, Edge.ADVANTAGE, False),
        (2, Edge.DISADVANTAGE, True),
        (1, Edge.DISADVANTAGE, False),
    ],
)
def test_static_reactions(bonus: int, edge: Edge, succeeds: bool) -> None:
    """R20: an adversary's reaction succeeds at 7 and its bonus against 8, at 8 with Advantage, at 6 with
    Disadvantage: Trained works, Novice does not, and suppressed it takes a Professional."""
    assert static_succeeds(bonus, edge, DEFAULT.npc_static) is succeeds


@given(st.integers(-5, 8), st.tuples(*[st.integers(2, 12)] * 3).map(sorted).map(tuple))
def test_static_reactions_rise(bonus: int, values: tuple[int, int, int]) -> None:
    """R20: a better edge or bonus never turns a static success into a failure."""
    row = [static_succeeds(bonus, edge, values) for edge in Edge]
    assert row == sorted(row)
    assert all(static_succeeds(bonus + 1, edge, values) >= was for edge, was in zip(Edge, row, strict=True))
