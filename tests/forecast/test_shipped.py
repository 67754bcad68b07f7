"""Forecasts of what is shipped: another copy of the strongest foe never helps the party, in any encounter."""

import pytest

from wanderstar.forecast.driver import runner_of
from wanderstar.forecast.engine import Engine
from wanderstar.forecast.fair import copies
from wanderstar.forecast.statistics import wilson
from wanderstar.play.setup import open_table
from wanderstar.sheets.load import load_encounter
from wanderstar.sheets.model import Encounter, Placed
from wanderstar.sheets.shelf import shipped_encounters
from wanderstar.tactics.cast import cast

THREATS = ("minion", "standard", "elite")
SEED = 20
COMPILED, PLAYED = 20_000, 40
"""Fights: of the compiled loop, and of the play engine, which is slow."""

LUCK = 0.999


def party(encounter: Encounter) -> str:
    """The side with most characters."""
    sides = [one.side for one in encounter.combatants if one.person.kind == "character"]
    return max(dict.fromkeys(sides), key=sides.count)


def strongest(encounter: Encounter) -> Placed:
    """The foe of the highest threat, then with most boxes; the first of equals."""
    foes = [one for one in encounter.combatants if one.side != party(encounter)]
    return max(foes, key=lambda one: (THREATS.index(one.person.threat or "elite"), one.person.physical))


def wins(encounter: Encounter) -> tuple[float, float]:
    """How many fights the party wins, of how many."""
    state = open_table(encounter)
    runner = runner_of(state, cast([], state, False), 50)[0]
    tally = runner.simulate(0, PLAYED if isinstance(runner, Engine) else COMPILED, SEED)
    return tally.wins[tally.shape.sides.index(party(encounter))], tally.fights


@pytest.mark.soak
@pytest.mark.parametrize("name", shipped_encounters())
def test_another_foe_never_helps(name: str) -> None:
    """Fought with the same luck: the party's chance does not rise, beyond what luck can do to the two figures."""
    encounter = load_encounter(name)
    foe = strongest(encounter)
    many = sum(one.person.id == foe.person.id and one.side == foe.side for one in encounter.combatants)
    before, after = wins(encounter), wins(copies(encounter, foe.id, many + 1))
    assert wilson(*after, LUCK).low <= wilson(*before, LUCK).high
    assert after[0] <= before[0] + 4 * before[1] ** 0.5
