"""The fast loop plays the fights of the loop proper: number for number, whatever is remembered."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
from tests.forecast.duel import duel
from tests.forecast.side_by_side import CastPlay
from tests.soak.encounters import tables

from wanderstar.play.setup import open_table
from wanderstar.play.state import State
from wanderstar.play.table import Table
from wanderstar.sheets.faults import BrokenFile
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.sheets.shelf import shipped_encounters
from wanderstar.tactics.cast import TACTICS, Cast
from wanderstar.tactics.flatten import field_of, roster_of

pytest.importorskip("numba")

from wanderstar.forecast import loop_lore
from wanderstar.forecast.flat import write
from wanderstar.forecast.kernel import Kernel, compiled
from wanderstar.forecast.loop_stay import friend
from wanderstar.forecast.sensible import sensible
from wanderstar.forecast.tally import Tally

GUNFIGHT = Path(__file__).parents[2] / "benchmarks" / "gunfight.toml"
FIGHTS = int(os.environ.get("WANDERSTAR_SOAK", "5000"))
SEED = int(os.environ.get("WANDERSTAR_SOAK_SEED", "0")) or SystemRandom().randrange(1, 10**9)
LIMIT = 8

pytestmark = pytest.mark.timeout(900)


def kernel(state: State, cast: Cast, limit: int = 50) -> Kernel:
    """What runs the fights; all of them are covered."""
    found = compiled(state, cast, state.ruleset, limit)
    assert isinstance(found, Kernel), found
    return found


def plainly(state: State, cast: Cast, limit: int, first: int, count: int, lead: Any = None) -> Tally:
    """The fights without the fast loop, perhaps with a first command."""
    found = Kernel(state, cast, limit)
    if lead is not None:
        led = found.led(lead)
        assert isinstance(led, Kernel)
        found = led
    bench = found.bench()
    write(bench.course["chance"], plain=1)
    found.benches.put(bench)
    return found.simulate(first, count, 3)


def used(found: Kernel) -> bool:
    """Whether the fast loop has had a turn in any of its fights."""
    bench = found.bench()
    found.benches.put(bench)
    return bool(bench.lore["room"]["states"])


def beside(found: Kernel) -> int:
    """How many of its fights have been played beside each other."""
    bench = found.bench()
    found.benches.put(bench)
    return int((bench.lore["lanes"]["round"][: loop_lore.LANES] > 0).sum())


def open_field(rng: Random, crowded: bool = False) -> State:
    """A random fight in the open, everybody there and aware, nobody with a breaking point: one for the fast loop. If it
    is `crowded`, each side has two to four equals within range."""
    while True:
        drawn: dict[str, Any] = tables(rng)
        drawn["covers"] = []
        drawn["sides"] = [{"id": side["id"]} for side in drawn["sides"]]
        drawn["ruleset"].pop("engaged_fire", None)
        for one in drawn["combatants"]:
            for key in ("uses", "morale", "unaware", "hidden", "enters"):
                one.pop(key, None)
        if crowded:
            two = {one["side"]: one for one in drawn["combatants"] if one["side"] != "green"}
            for one, at in zip(two.values(), (0, rng.choice([1, 8, 20, 30])), strict=True):
                place = at if isinstance(one["at"], float) else [at, 0]
                one |= {"count": rng.randint(2, 4), "spread": rng.choice([0, 0, 1]), "at": place}
            drawn |= {"combatants": list(two.values()), "sides": [{"id": side} for side in two]}
            drawn.pop("bounds", None)
        try:
            return open_table(encounter_from(drawn))
        except BrokenFile:
            continue


def alike(seed: int, fights: int = 120, crowded: bool = False) -> bool:
    """Random fights both ways, everybody by a tactic of their own, in a crowd each side; whether the fast loop had a
    part in them."""
    rng = Random(seed)
    state = open_field(rng, crowded)
    cast = Cast(people={who: rng.choice(sorted(TACTICS)) for who in state.combatants})
    if crowded:
        cast = Cast(sides={side: rng.choice(sorted(TACTICS)) for side in ("red", "blue")})
    fast = kernel(state, cast, LIMIT)
    assert fast.simulate(0, fights, 3) == plainly(state, cast, LIMIT, 0, fights), seed
    return used(fast)


def underway(seed: int, fights: int = 60) -> int:
    """Random fights both ways from a point within one, between two turns or within one; then with some first commands.
    In how many of them the fast loop has had a part."""
    rng = Random(seed)
    state = open_field(rng, rng.random() < 0.5)
    cast = Cast(people={who: rng.choice(sorted(TACTICS)) for who in state.combatants})
    play = CastPlay(state, cast, rng)
    play.begin()
    for _ in range(rng.choice([0, 1, 2, 3, 5, 8])):
        if play.runs():
            play.go_on(LIMIT)
    state = play.state
    if not play.runs() or state.turn is None:
        return 0
    fast = kernel(state, cast, LIMIT)
    assert fast.simulate(0, fights, 3) == plainly(state, cast, LIMIT, 0, fights), seed
    commands = sensible(state, cast)
    for lead in rng.sample(commands, min(4, len(commands))):
        led = fast.led(lead)
        if isinstance(led, Kernel):
            assert led.simulate(0, fights, 3) == plainly(state, cast, LIMIT, 0, fights, lead), (seed, lead)
    return used(fast)


def test_a_gunfight_goes_as_it_does_without() -> None:
    """R52: bursts, full auto, aims, dodges, reloading, first aid, Momentum: the same counts of everything."""
    state = open_table(load_encounter(str(GUNFIGHT)))
    fast = kernel(state, Cast())
    assert fast.simulate(0, 4000, 3) == plainly(state, Cast(), 50, 0, 4000)
    assert used(fast)
    assert beside(fast) == loop_lore.LANES


@pytest.mark.parametrize(("mine", "theirs"), [(8, 8), (7, 4), (1, 9)])
@pytest.mark.parametrize("mixed", [False, True])
def test_large_gunfights_in_any_order_too(mine: int, theirs: int, mixed: bool) -> None:
    """R52: the same of up to sixteen, whether sides stand together in the roster or not."""
    source = load_encounter(str(GUNFIGHT)).source
    one, other = source["combatants"][0], source["combatants"][-1]
    people = [{**one, "id": f"r{k}"} for k in range(mine)] + [{**other, "id": f"t{k}"} for k in range(theirs)]
    if mixed:
        Random(mine).shuffle(people)
    state = open_table(encounter_from({**source, "combatants": people}))
    fast = kernel(state, Cast())
    assert fast.simulate(0, 300, 3) == plainly(state, Cast(), 50, 0, 300)
    assert beside(fast) == loop_lore.LANES


@pytest.mark.parametrize("count", [1, 2, 3])
def test_duels_too(count: int) -> None:
    """R52: the same of fights that walk first; the limit of one round is a limit there too."""
    state = open_table(duel(count, count))
    for limit in (1, 2, 50):
        assert kernel(state, Cast(), limit).simulate(0, 300, 3) == plainly(state, Cast(), limit, 0, 300)


@pytest.mark.parametrize("name", shipped_encounters())
def test_shipped_encounters_too(name: str) -> None:
    """R52: the same of every shipped encounter."""
    state = open_table(load_encounter(name))
    assert kernel(state, Cast()).simulate(0, 30, 3) == plainly(state, Cast(), 50, 0, 30)


def test_random_fights_in_the_open_too() -> None:
    """R52: the same of random sheets and rulesets, and in many of them the fast loop has a part."""
    assert sum(alike(seed) for seed in range(80)) > 20


def test_equals_share_what_is_known() -> None:
    """R52: the same where several are equals in everything, wherever their luck differs."""
    assert sum(alike(seed, 120, True) for seed in range(40)) > 15


def test_from_any_point_with_any_first_command_too() -> None:
    """R52: the same from within a fight, from within a turn, and after each of the commands that advice compares."""
    assert sum(underway(seed) for seed in range(60)) > 15


def test_whoever_has_acted_does_not_act_again() -> None:
    """R52: after a first command, or from within a turn, that turn goes on; nobody takes it for a whole one."""
    table = Table(load_encounter(str(GUNFIGHT)), "speed")
    table.order({"do": "begin"})
    state = table.settled
    fast = kernel(state, Cast())
    for lead in sensible(state, Cast()):
        led = fast.led(lead)
        if lead["do"] == "delay":  # the one that no tactic gives
            continue
        assert isinstance(led, Kernel)
        assert led.simulate(0, 500, 3) == plainly(state, Cast(), 50, 0, 500, lead), lead


def test_a_fight_that_ends_within_a_turn_leaves_nothing_to_the_next() -> None:
    """R52: whoever made the last shot of a fight has its actions again in the next; foes fear it as much as before."""
    assert sum(alike(seed, 300, True) for seed in (3140, 4271, 4424)) > 0


def test_whom_one_aims_at_hangs_on_no_order() -> None:
    """R52: where nothing can be shot yet, one aims at the foe whom one would take first."""
    assert alike(20378, 300, True)


def test_who_has_walked_begins_where_it_did() -> None:
    """R52: who stands beside whom is as at the start, however the fight before went: here somebody gives first aid."""
    assert sum(alike(seed, 300) for seed in range(3990, 4002)) > 0


def test_what_hangs_on_bystanders_is_left_to_the_loop_proper() -> None:
    """R52: where a foe at the shooter's throat hinders every shot, the local states of two tell too little."""
    source = {**load_encounter(str(GUNFIGHT)).source, "ruleset": {"engaged_fire": {"scope": "shooter"}}}
    state = open_table(encounter_from(source, name="gunfight"))
    fast = kernel(state, Cast())
    assert fast.simulate(0, 200, 3) == plainly(state, Cast(), 50, 0, 200)
    assert not used(fast)


@pytest.mark.parametrize("acts", [True, False])
def test_who_is_out_can_be_told_from_a_sum(acts: bool) -> None:
    """R52: keys are sums, and no two sets of friends who are out make the same one, whoever stands next to whom."""
    state = open_table(duel(12))
    roster = roster_of(state)
    for i in range(12):
        roster.sheets[i].alike = i
    field = field_of(state, roster)

    def words() -> list[int]:
        return [friend(roster, field, k, acts, False) for k in range(12)]

    up = words()
    for k in range(12):
        field.who[k].physical, field.who[k].aided = roster.sheets[k].boxes_physical, 1
    down = words()
    sums = {0}
    for one in zip(up, down, strict=True):
        sums = {have + word for have in sums for word in one}
    assert len(sums) == 2**12


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_random_fights_in_the_open_by_the_thousand(capsys: pytest.CaptureFixture[str]) -> None:
    """R52: the same for a fifth of WANDERSTAR_SOAK, from WANDERSTAR_SOAK_SEED on."""
    many = FIGHTS // 5
    with capsys.disabled():
        print(f"WANDERSTAR_SOAK_SEED={SEED}: {many} encounters", file=sys.stderr)
    assert sum(alike(seed, 300) for seed in range(SEED, SEED + many)) > many // 5


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_from_any_point_by_the_hundred(capsys: pytest.CaptureFixture[str]) -> None:
    """R52: the same from within fights, for a tenth of WANDERSTAR_SOAK, from WANDERSTAR_SOAK_SEED on."""
    many = FIGHTS // 10
    with capsys.disabled():
        print(f"WANDERSTAR_SOAK_SEED={SEED}: {many} fights underway", file=sys.stderr)
    assert sum(underway(seed) for seed in range(SEED, SEED + many)) > many // 5


@pytest.mark.parametrize("left", [0, 9])
def test_without_numbers_left_for_faces_the_order_decides(left: int) -> None:
    """Whoever comes once there are no more of them is known by their place in the roster: the fights are the same."""
    state = open_table(load_encounter(str(GUNFIGHT)))
    fast = kernel(state, Cast())
    bench = fast.bench()
    bench.lore["room"]["faces"] = loop_lore.AIMED - 1 - left
    fast.benches.put(bench)
    assert fast.simulate(0, 600, 3) == plainly(state, Cast(), 50, 0, 600)
    assert bench.lore["room"]["faces"] == loop_lore.AIMED - 1


def test_a_memory_that_is_full_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is forgotten when there is little room left, between two fights: they are the same."""
    state = open_table(load_encounter(str(GUNFIGHT)))
    fast = kernel(state, Cast())
    whole = fast.simulate(0, 600, 3)
    crowded = kernel(state, Cast())
    bench = crowded.bench()
    bench.lore["room"]["leaves"] = loop_lore.LEAVES * 3 // 4 - 200
    crowded.benches.put(bench)
    assert crowded.simulate(0, 600, 3) == whole
    assert bench.lore["room"]["leaves"] < loop_lore.LEAVES // 2
