"""Exact values: their shape, and how they are spelled."""

import json
from fractions import Fraction

from wanderstar.odds.dice import d6_sums, kept_sums
from wanderstar.odds.exact import Distribution, distribution, probability, spelled


def test_a_probability_is_a_fraction_in_lowest_terms_and_its_nearest_float() -> None:
    """The shape of every exact probability: 14 of 24 is 7/12."""
    assert probability(Fraction(14, 24)) == {"exact": "7/12", "value": 0.5833333333333334}


def test_the_ends_are_spelled_without_a_denominator() -> None:
    """Never and always are 0 and 1."""
    assert (spelled(Fraction(0)), spelled(Fraction(1)), spelled(Fraction(-3, 2))) == ("0", "1", "-3/2")


def test_numbers_longer_than_python_writes_are_spelled_in_full() -> None:
    """Zeros in the middle of a number of 12,001 digits are kept."""
    number = 10**12_000 + 7
    assert spelled(Fraction(1, number)) == "1/1" + "0" * 11_999 + "7"


def test_a_distribution_names_only_what_can_occur() -> None:
    """Equal values add up, weights of 0 are left out, values come in order."""
    spread = distribution([(2, 1), (-1, 2), (2, 1), (5, 0)], 4)
    assert json.dumps(spread.to_json()) == json.dumps(
        {"-1": {"exact": "1/2", "value": 0.5}, "2": {"exact": "1/2", "value": 0.5}}
    )
    assert (spread.mean(), spread.p(2), spread.p(7)) == (Fraction(1, 2), Fraction(1, 2), Fraction(0))


def test_what_lies_beyond_a_cut_is_called_more() -> None:
    """`more` is no value, and the whole is 1 with it."""
    spread = Distribution({1: 3}, 4, more=1)
    assert spread.to_json()["more"] == {"exact": "1/4", "value": 0.25}


def test_c15_means_of_the_kept_sums() -> None:
    """case-15: the kept sums average 7, with Advantage 203/24, with Disadvantage 133/24."""
    means = [Distribution(dict(kept_sums(edge)), 216).mean() for edge in (0, 1, -1)]
    assert means == [7, Fraction(203, 24), Fraction(133, 24)]


def test_damage_dice_are_counted() -> None:
    """3D come to 10 in 27 of 216 rolls, and twenty dice to 6**20 rolls in all."""
    assert dict(d6_sums(3))[10] == 27
    assert sum(count for _, count in d6_sums(20)) == 6**20
