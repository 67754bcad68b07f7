"""The shipped encounters: what is in them, and that each can be played to its end."""

import math
import re
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from wanderstar.play.refusal import Refusal
from wanderstar.play.table import Table
from wanderstar.sheets.load import load_encounter
from wanderstar.sheets.model import Encounter, Placed
from wanderstar.sheets.shelf import shipped_encounters
from wanderstar.tactics.fight import ROUNDS, fight

NAMES = sorted(shipped_encounters())
ENCOUNTERS = {name: load_encounter(name) for name in NAMES}
ROOT = Path(__file__).parents[2]
SEEDS = 20


def apart(a: Placed, b: Placed) -> float:
    """Metres between two."""
    if isinstance(a.at, tuple) and isinstance(b.at, tuple):
        return math.dist(a.at, b.at)
    assert not isinstance(a.at, tuple)
    assert not isinstance(b.at, tuple)
    return abs(a.at - b.at)


def sides(encounter: Encounter) -> list[list[Placed]]:
    """Who is on which side."""
    return [[one for one in encounter.combatants if one.side == side.id] for side in encounter.sides]


def test_from_two_people_to_five_against_eight() -> None:
    """Eight encounters besides the golden fight, on lines and planes, the smallest of two people, the largest 5 v 8."""
    sizes = {tuple(map(len, sides(one))) for one in ENCOUNTERS.values()}
    assert len(NAMES) >= 9
    assert min(sizes, key=sum) == (1, 1)
    assert max(sizes, key=sum) == (5, 8)
    assert sum(one.dimension == 1 for one in ENCOUNTERS.values()) >= 3
    assert sum(one.dimension == 2 for one in ENCOUNTERS.values()) >= 3


def test_a_sniper_beyond_a_hundred_metres() -> None:
    """In `signal-mast` a foe with a Scope begins more than 100 m from everybody of the party (C27, C28)."""
    encounter = ENCOUNTERS["signal-mast"]
    party, watch = sides(encounter)
    scoped = [one for one in watch if any(encounter.weapons[w].scope for w in one.held)]
    assert min(apart(one, other) for one in scoped for other in party) > 100


def test_a_polearm_in_a_corridor() -> None:
    """In `boarding-tube`, on a line, both sides have a Reach weapon in hand (C41)."""
    encounter = ENCOUNTERS["boarding-tube"]
    assert encounter.dimension == 1
    for side in sides(encounter):
        assert any(encounter.weapons[w].reach for one in side for w in one.held)


def test_suppressive_fire_across_an_open_square() -> None:
    """In `market-square`, on a plane, a Suppressive weapon reaches the party over 20 m without a cover between."""
    encounter = ENCOUNTERS["market-square"]
    party, customs = sides(encounter)
    guns = [one for one in customs if any(encounter.weapons[w].suppressive for w in one.held)]
    assert encounter.dimension == 2
    assert any(apart(one, other) > 20 for one in guns for other in party)


def test_a_vehicle_by_scale() -> None:
    """In `salt-road` a foe is of vehicle scale (R48), and the party has a weapon of that scale in hand."""
    encounter = ENCOUNTERS["salt-road"]
    caravan, toll = sides(encounter)
    assert any(one.person.scale == 1 for one in toll)
    assert any(encounter.weapons[w].scale == 1 for one in caravan for w in one.held)


def test_a_grenade_and_somebody_to_throw_it_at() -> None:
    """In `patrol-ambush` somebody carries a thrown Blast and three foes stand within its radius of each other (C83)."""
    encounter = ENCOUNTERS["patrol-ambush"]
    patrol, raiders = sides(encounter)
    bombs = [encounter.weapons[w.weapon] for one in patrol for w in one.person.weapons]
    radius = max(bomb.blast or 0 for bomb in bombs if bomb.thrown)
    assert max(sum(apart(one, other) <= radius for other in raiders) for one in raiders) >= 3


@pytest.mark.parametrize("field", ["hidden", "unaware", "enters", "morale"])
def test_each_way_of_setting_somebody_is_used(field: str) -> None:
    """Hidden and unaware foes, a wave and morale each stand in an encounter, as an example to copy."""
    everybody = [one for encounter in ENCOUNTERS.values() for one in encounter.combatants]
    assert any(getattr(one, field) for one in everybody)


def test_zones_bounds_and_morale_of_a_side_are_used() -> None:
    """Zones that hinder attacks and tests, the edge of a map, a side that flees and one that surrenders."""
    gives = {one.on for encounter in ENCOUNTERS.values() for zone in encounter.zones for one in zone.gives}
    does = {
        side.morale.does
        for encounter in ENCOUNTERS.values()
        for side in encounter.sides
        if side.morale is not None
    }
    assert gives == {"attacks_from", "attacks_against", "tests"}
    assert does == {"flee", "surrender"}
    assert any(one.bounds is not None for one in ENCOUNTERS.values())


@pytest.mark.parametrize("name", NAMES)
def test_everybody_stands_on_the_map_and_covers_are_near_somebody(name: str) -> None:
    """Nobody and nothing is outside the bounds, and some cover can be used at the beginning or in two moves."""
    encounter = ENCOUNTERS[name]
    places = [_pair(one.at) for one in encounter.combatants] + [_pair(cover.at) for cover in encounter.covers]
    if encounter.bounds is not None:
        low, high = _pair(encounter.bounds.low), _pair(encounter.bounds.high)
        assert all(low[0] <= x <= high[0] and low[1] <= y <= high[1] for x, y in places)
    near = [
        math.dist(_pair(one.at), _pair(cover.at)) <= 12
        for one in encounter.combatants
        for cover in encounter.covers
    ]
    assert any(near)


def _pair(at: Any) -> tuple[float, float]:
    return at if isinstance(at, tuple) else (at, 0.0)


def test_most_weapons_belong_to_somebody() -> None:
    """At least four in five weapons are carried by somebody of the pack or of an encounter; the rest is to be found."""
    encounter = ENCOUNTERS["patrol-ambush"]
    people = [*encounter.people.values(), *(one.person for e in ENCOUNTERS.values() for one in e.combatants)]
    carried = {w.weapon for one in people for w in one.weapons}
    lying_about = set(encounter.weapons) - carried
    assert lying_about == {
        "hold-sweeper",
        "bolt-caster",
        "harpoon-gun",
        "noon-beam",
        "breach-tube",
        "harbour-gun",
    }


def test_the_golden_fight_is_the_example() -> None:
    """The shipped golden fight and the one in examples are one and the same."""
    shipped = shipped_encounters()["golden-fight"].read_text(encoding="utf-8")
    assert shipped == (ROOT / "examples" / "golden-fight.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_tactics_play_it_to_its_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty fights: no command of a tactic is refused, hardly any reaches the round limit, most are over in a few
    rounds, and the wins go as the page of the encounter says, within what twenty fights can tell."""
    refused: list[Refusal] = []
    order = Table.order

    def watched(self: Table, *given: Any, **more: Any) -> Any:
        done = order(self, *given, **more)
        if isinstance(done, Refusal):
            refused.append(done)
        return done

    monkeypatch.setattr(Table, "order", watched)
    wins: Counter[str | None] = Counter()
    rounds = []
    for seed in range(1, SEEDS + 1):
        result = fight(ENCOUNTERS[name], seed=seed)
        assert not isinstance(result, Refusal)
        assert result.table.state.over
        wins[result.table.state.winner] += 1
        rounds.append(result.rounds)
    assert refused == []
    assert sum(number == ROUNDS for number in rounds) <= 1
    assert 2 <= median(rounds) <= 12
    first = ENCOUNTERS[name].sides[0]
    assert likely(wins[first.id], SEEDS, share(name, first.name))


def share(name: str, side: str) -> float:
    """The share of fights that a side won, by the page of the encounter; never quite none or all."""
    text = (ROOT / "docs" / "encounters" / f"{name}.md").read_text(encoding="utf-8")
    played, won = re.search(r"Played (\d+) times", text), re.search(rf"\b{side} (\d+),", text)
    assert played is not None
    assert won is not None
    return (int(won[1]) + 1) / (int(played[1]) + 2)


def likely(won: int, of: int, p: float) -> bool:
    """Whether so many wins or more, and so many or fewer, each happen more often than once in 100,000 times."""
    chance = [math.comb(of, k) * p**k * (1 - p) ** (of - k) for k in range(of + 1)]
    return min(sum(chance[won:]), sum(chance[: won + 1])) > 0.00001


def test_that_is_a_test() -> None:
    """Ten wins of twenty go with a half, nine not with nine tenths, none not with a half."""
    assert likely(10, 20, 0.5)
    assert not likely(9, 20, 0.9)
    assert not likely(0, 20, 0.5)
