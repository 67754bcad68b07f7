"""Forecasts of what is shipped: another copy of the strongest foe never helps the party, the loop and the play engine
win alike, and neither batches nor threads matter, in any encounter."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean, stdev

import pytest

from wanderstar.forecast.driver import runner_of
from wanderstar.forecast.fair import copies
from wanderstar.forecast.tally import Runner, Tally
from wanderstar.play.setup import open_table
from wanderstar.sheets.load import load_encounter
from wanderstar.sheets.model import Encounter, Placed
from wanderstar.sheets.shelf import shipped_encounters
from wanderstar.tactics.cast import cast

pytest.importorskip("numba")

THREATS = ("minion", "standard", "elite")
SEED = 20
BLOCKS, BLOCK = 100, 200
SURE = 3.5
"""Standard errors: luck alone goes further up in one of 4,000 encounters."""

ALIKE = 4.5
"""Standard errors: luck alone goes further in one of 150,000 comparisons; there are some thirty."""

LIMIT = 50


def party(encounter: Encounter) -> str:
    """The side with most characters."""
    sides = [one.side for one in encounter.combatants if one.person.kind == "character"]
    return max(dict.fromkeys(sides), key=sides.count)


def strongest(encounter: Encounter) -> Placed:
    """The foe of the highest threat, then with most boxes; the first of equals."""
    foes = [one for one in encounter.combatants if one.side != party(encounter)]
    return max(foes, key=lambda one: (THREATS.index(one.person.threat or "elite"), one.person.physical))


def runner(encounter: Encounter, engine: bool = False) -> Runner:
    """What fights it: the compiled loop, which covers all that is shipped, or the play engine."""
    state = open_table(encounter)
    found, reasons = runner_of(state, cast([], state, False), LIMIT, engine=engine)
    assert engine or not reasons
    return found


def won(encounter: Encounter) -> list[float]:
    """In which part of each block of fights the party wins."""
    fights = runner(encounter)
    side = fights.shape.sides.index(party(encounter))
    return [fights.simulate(n * BLOCK, BLOCK, SEED).wins[side] / BLOCK for n in range(BLOCKS)]


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", shipped_encounters())
def test_another_foe_never_helps(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Fought with the same luck block by block: the party's chance does not rise beyond what luck can do to the
    difference."""
    encounter = load_encounter(name)
    foe = strongest(encounter)
    many = sum(one.person.id == foe.person.id and one.side == foe.side for one in encounter.combatants)
    before, after = won(encounter), won(copies(encounter, foe.id, many + 1))
    changes = [a - b for a, b in zip(after, before, strict=True)]
    change, error = fmean(changes), stdev(changes) / BLOCKS**0.5
    with capsys.disabled():
        print(f"{name}: {fmean(before):.4f}, with another {foe.id} {change:+.4f} ± {error:.4f}")
    assert change - SURE * error <= 0


def alike(one: Tally, other: Tally) -> None:
    """Each side wins as often in both, and as many are drawn, within what luck can do."""
    for mine, theirs in zip([*one.wins, one.draws], [*other.wins, other.draws], strict=True):
        share = (mine + theirs) / (one.fights + other.fights)
        error = (share * (1 - share) * (1 / one.fights + 1 / other.fights)) ** 0.5
        assert abs(mine / one.fights - theirs / other.fights) <= ALIKE * error


@pytest.mark.parametrize("name", shipped_encounters())
def test_the_loop_wins_as_often_as_the_play_engine(name: str) -> None:
    """R52: twenty fights at the table, ten thousand in the loop, at a fixed seed: no side wins more often in one."""
    encounter = load_encounter(name)
    alike(runner(encounter, True).simulate(0, 20, SEED), runner(encounter).simulate(0, 10_000, SEED))


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", shipped_encounters())
def test_the_loop_wins_as_often_in_hundreds_of_fights(name: str) -> None:
    """R52: the same of three hundred."""
    encounter = load_encounter(name)
    alike(runner(encounter, True).simulate(0, 300, SEED), runner(encounter).simulate(0, 100_000, SEED))


@pytest.mark.parametrize("name", shipped_encounters())
def test_neither_batches_nor_threads_matter(name: str) -> None:
    """C43: the same fights in one go, in uneven batches, and by two threads that share a kernel."""
    fights = runner(load_encounter(name))
    whole = fights.simulate(0, 900, SEED)
    for threads, cuts in ((1, (0, 1, 130, 900)), (2, (0, 300, 450, 475, 900))):
        parts = list(itertools.pairwise(cuts))
        with ThreadPoolExecutor(threads) as pool:
            tallies = list(pool.map(lambda part: fights.simulate(part[0], part[1] - part[0], SEED), parts))
        for tally in tallies[1:]:
            tallies[0].add(tally)
        assert tallies[0] == whole
