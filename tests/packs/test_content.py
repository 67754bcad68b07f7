"""What is shipped in the pack core: every kind of thing is there, and all of it can be used."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from wanderstar.play.refusal import Refusal
from wanderstar.play.table import Table
from wanderstar.sheets.build import TRAITS
from wanderstar.sheets.check import check
from wanderstar.sheets.load import encounter_from, load_encounter
from wanderstar.sheets.model import Person, Weapon
from wanderstar.sheets.shelf import SHIPPED
from wanderstar.tactics.fight import fight

CORE = load_encounter("patrol-ambush")
WEAPONS: Mapping[str, Weapon] = CORE.weapons
PEOPLE: Mapping[str, Person] = CORE.people
ADVERSARIES = [one for one in PEOPLE.values() if one.threat]
CHARACTERS = [one for one in PEOPLE.values() if not one.threat]
ACTS = ("attack", "suppress", "aim", "charge", "move")
SIDES = [{"id": "ours"}, {"id": "theirs"}]


@pytest.mark.parametrize("path", sorted(SHIPPED.rglob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_file_is_without_fault(path: Path) -> None:
    """Each file of the packs passes the check that everybody's files pass."""
    assert check([path]).ok


def test_there_is_enough_of_everything() -> None:
    """At least 30 weapons, 15 adversaries and six characters; armor of at least four weights."""
    assert len(WEAPONS) >= 30
    assert len(ADVERSARIES) >= 15
    assert len(CHARACTERS) >= 6
    assert len({one.bonus for one in CORE.armor.values()}) >= 4


@pytest.mark.parametrize("trait", TRAITS)
def test_every_trait_of_the_book_is_on_a_weapon(trait: str) -> None:
    """Whoever looks for an example of a trait finds one that somebody can pick up."""
    assert any(getattr(weapon, trait) for weapon in WEAPONS.values())


def test_from_a_knife_to_an_artillery_piece() -> None:
    """Blades to be thrown and held, one-handed and two-handed guns, all three bands and more, guns of vehicles."""
    arms = WEAPONS.values()
    assert any(one.melee and one.thrown and one.compact for one in arms)
    assert {one.band.name for one in arms if one.band is not None} >= {"CLOSE", "SHORT", "MEDIUM", "EXTREME"}
    assert {one.hands for one in arms if one.band is not None} == {1, 2}
    assert any(one.artillery and one.scale == 1 for one in arms)
    assert any(one.artillery and one.scale is None for one in arms)


@pytest.mark.parametrize("threat", ["minion", "standard", "elite"])
def test_every_threat_level_has_several(threat: str) -> None:
    """Four adversaries at least of each level (R19, R26), one of them with a blade, one who shoots."""
    mine = [one for one in ADVERSARIES if one.threat == threat]
    arms = [WEAPONS[one.weapon] for person in mine for one in person.weapons]
    assert len(mine) >= 4
    assert any(weapon.melee for weapon in arms)
    assert any(weapon.band is not None and not weapon.thrown for weapon in arms)


@pytest.mark.parametrize("person", PEOPLE.values(), ids=PEOPLE)
def test_everybody_has_notes_and_a_weapon(person: Person) -> None:
    """A GM who opens a sheet reads a sentence or two on how they fight, and what with."""
    assert 60 <= len(person.notes) <= 220
    assert person.notes.endswith(".")
    assert person.weapons


def test_the_party_has_different_jobs() -> None:
    """A medic, a blade, a heavy, a tech with explosives, a shooter of bursts, a scout: six, none twice."""

    def skill(name: str, least: str) -> set[str]:
        return {one.id for one in CHARACTERS if one.skills.get(name) in (least, "Expert")}

    def armed(trait: str) -> set[str]:
        return {one.id for one in CHARACTERS if any(getattr(WEAPONS[w.weapon], trait) for w in one.weapons)}

    medic = skill("Medicine", "Expert")
    tech = skill("Explosives", "Professional")
    heavy = skill("Close Quarters", "Professional") & armed("reach")
    shooter = armed("suppressive")
    scout = skill("Recon", "Trained") & armed("scope")
    blade = skill("Close Quarters", "Trained") & armed("melee") - heavy
    chosen = [medic, tech, heavy, shooter, scout, blade]
    assert [len(one) >= 1 for one in chosen] == [True] * 6
    assert len({min(one) for one in chosen}) == 6


@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=WEAPONS)
def test_every_weapon_can_be_used(weapon: Weapon) -> None:
    """One who has it in hand attacks with it (after a charge), and the attack is resolved."""
    bearer = {
        "id": "bearer",
        "name": "Bearer",
        "characteristics": {},
        "skills": {"Ranged Weapons": "Trained", "Close Quarters": "Trained", "Explosives": "Trained"},
        "weapons": [weapon.id],
    }
    target = {"id": "target", "name": "Target", "characteristics": {}, "threat": "elite"}
    far = 1 if weapon.band is None or weapon.melee else 8
    encounter = encounter_from(
        {
            "format": 1,
            "sides": SIDES,
            "combatants": [
                {"who": bearer, "side": "ours", "at": 0},
                {"who": target, "side": "theirs", "at": far},
            ],
        }
    )
    table = Table(encounter, seed="1")

    def order(**command: Any) -> None:
        done = table.order(command, "gm", (table.roll, _default))
        assert not isinstance(done, Refusal), done

    order(do="begin")
    order(do="order", order=["bearer", "target"])
    if weapon.charge:
        while table.state.turn != "bearer":
            order(do="end_turn", who=table.state.turn)
        order(do="charge", who="bearer", weapon=weapon.id)
        order(do="end_turn", who="bearer")
    while table.state.turn != "bearer":
        order(do="end_turn", who=table.state.turn)
    order(do="attack", who="bearer", weapon=weapon.id, target="target")
    assert any(event.kind in ("attack", "blast") for event in table.entries[-1].events)


def _default(table: Table, run: Any, ask: Any) -> Any:
    from wanderstar.tactics.fight import safe_default

    return safe_default(table, run, ask)


@pytest.mark.parametrize("person", ADVERSARIES, ids=lambda one: one.id)
def test_every_adversary_can_be_fought(person: Person) -> None:
    """Three of the party against one, six times: most fights have a winner, and the one does something."""
    combatants: list[dict[str, Any]]
    if person.scale:  # against a hull only anchor lances count
        lances = {"who": "lio-marrin", "side": "ours", "held": ["anchor-lance"]}
        combatants = [{**lances, "id": f"lio-{i}", "at": 2 * i} for i in range(3)]
    else:
        ours = ["corin-hale", "lio-marrin", "bako-tull"]
        combatants = [{"who": who, "side": "ours", "at": 2 * i} for i, who in enumerate(ours)]
    encounter = encounter_from(
        {
            "format": 1,
            "sides": SIDES,
            "combatants": [*combatants, {"who": person.id, "side": "theirs", "at": 24}],
        }
    )
    fights = [fight(encounter, seed=seed) for seed in range(1, 7)]
    assert not any(isinstance(one, Refusal) for one in fights)
    tables = [one.table for one in fights if not isinstance(one, Refusal)]
    assert sum(table.state.winner is not None for table in tables) >= 4
    orders = [entry.command for table in tables for entry in table.entries]
    assert any(order.get("who") == person.id and order["do"] in ACTS for order in orders)
