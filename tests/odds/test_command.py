"""Odds of one command: the resolution itself with every answer, against the closed form and against dice."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from wanderstar import odds
from wanderstar.book.readings import WhoRolls
from wanderstar.odds.command import CommandOdds, command, of_state
from wanderstar.play.asks import Answer, Draw
from wanderstar.play.commands import Command
from wanderstar.play.resolve import prepare, start
from wanderstar.play.script import play_script, read_script
from wanderstar.play.state import State
from wanderstar.play.table import Table
from wanderstar.sheets.load import encounter_from, load_encounter

EXAMPLES = Path(__file__).parents[2] / "examples"
ENCOUNTER = load_encounter(str(EXAMPLES / "golden-fight.toml"))
LINES = read_script((EXAMPLES / "golden-fight.jsonl").read_text(), "golden-fight.jsonl")

SHOT = {"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": "vex"}


def after(lines: int) -> Table:
    """The golden fight after so many of its lines."""
    table = Table(ENCOUNTER)
    assert play_script(table, LINES[:lines]).stopped is None
    return table


def placed(state: State, **fields: dict[str, Any]) -> State:
    """The state with some combatants changed."""
    combatants = {who: c._replace(**fields.get(who, {})) for who, c in state.combatants.items()}
    return state._replace(combatants=combatants)


def agrees(found: CommandOdds, closed: odds.AttackOdds, target: str) -> None:
    """Every number that both of them tell."""
    assert found.weight == 1
    assert found.hit == closed.hit
    assert found.trauma[target] == {n: closed.trauma.p(n) for n in (0, 1, 2)}


def test_the_shot_of_the_mock_page() -> None:
    """Claimed, Asha hits Vex in 72.2 percent and marks 2 trauma in 45.1; unclaimed she misses in 52.3."""
    table = after(17)
    claimed = command(table, SHOT, {"claim_attack:asha": True, "reaction:vex": "dodge"})
    assert claimed.hit == Fraction(26, 36)
    assert round(float(claimed.trauma["vex"][2]), 3) == 0.451
    plain = command(table, SHOT, {"reaction:vex": "dodge"})
    assert plain.hit is not None
    assert round(float(1 - plain.hit), 3) == 0.523


def test_what_is_not_said_is_assumed_and_told() -> None:
    """Without answers nobody reacts and nobody claims, and `assumed` says so."""
    found = command(after(17), SHOT)
    assert found.assumed == {"reaction:vex": "none", "claim_attack:asha": False}
    assert found.momentum["asha"] == {2: Fraction(1)}  # C59, T23: rolled at Disadvantage by range


@pytest.mark.parametrize("weapon", ["marksman-rifle", "carbine", "machine-pistol", "rifle"])
@pytest.mark.parametrize("metres", [1.0, 8.0, 25.0, 90.0, 130.0])
@pytest.mark.parametrize("armor", [3, 5, 9])
def test_enumeration_equals_the_closed_form(weapon: str, metres: float, armor: int) -> None:
    """An attack enumerated through the engine gives exactly the fractions of the closed form."""
    state = placed(
        after(17).settled,
        asha={"held": (weapon,), "carried": (weapon,), "ammo": ((weapon, 9),), "aim": None},
        vex={"at": metres, "armor": armor, "cover": ()},
        nyx={"at": 60.0},
        gorr={"at": 60.0},
    )
    sheet = ENCOUNTER.weapons[weapon]
    found = of_state(state, {**SHOT, "weapon": weapon}, {})
    assert sheet.band is not None
    hindered = any(r["gives"] == "disadvantage" for r in found.reasons)
    closed = odds.attack(2, damage=f"{sheet.dice}D+{sheet.plus}", armor=armor, disadvantage=int(hindered))
    agrees(found, closed, "vex")


@pytest.mark.parametrize("bonus", [0, 1])
def test_a_burst_after_a_reaction_equals_the_closed_form(bonus: int) -> None:
    """Burst damage and a reaction that is rolled, in the frame where everybody rolls."""
    encounter = ENCOUNTER.ruleset._replace(combat_who_rolls=WhoRolls.BOTH)
    state = after(27).settled._replace(ruleset=encounter)
    state = placed(state, bruno={"at": 22.0, "armor": 7})
    found = of_state(
        state,
        {"do": "attack", "who": "nyx", "weapon": "machine-pistol", "target": "bruno", "mode": "burst"},
        {"reaction:bruno": "dodge"},
    )
    closed = odds.attack(
        1, advantage=1, damage="2D", armor=7, burst=2, reaction_bonus=0, reaction_disadvantage=1
    )
    agrees(found, closed, "bruno")


def test_every_legal_command_sums_to_one_in_time() -> None:
    """Full auto on three and a grenade among five: weights of exactly 1, and a bounded number of paths."""
    state = after(21).settled
    crowd = {
        who: {"at": 36.0 + i, "cover": ()} for i, who in enumerate(("nyx", "vex", "gorr", "bruno", "asha"))
    }
    state = placed(state, **crowd)
    grenade = of_state(state, {"do": "attack", "who": "cato", "weapon": "frag", "at": 38}, {})
    assert grenade.weight == 1
    assert set(grenade.trauma) == set(crowd)
    assert grenade.paths < 40_000
    auto = {
        "do": "attack",
        "who": "cato",
        "weapon": "carbine",
        "mode": "full",
        "targets": ["nyx", "vex", "gorr"],
    }
    burst = of_state(state, auto, {})
    assert burst.weight == 1
    assert burst.paths < 5_000
    assert burst.hit is not None
    assert burst.hit == 1 - Fraction(15, 36) ** 3  # three independent tests at +1: 15 of 36 rolls miss


def test_begin_changes_nobody() -> None:
    """Initiative costs and earns nothing, so it is not branched (C16)."""
    found = command(Table(ENCOUNTER), {"do": "begin"})
    assert found.weight == 1
    assert found.hit is None
    assert found.momentum["asha"] == {1: Fraction(1)}


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("reaction:vex", "parry", "parry_ranged"),
        ("reaction:vex", "duck", "bad_value"),
        ("claim_avoid:vex", True, "bad_value"),
        ("claim_attack:cato", True, "bad_value"),
    ],
)
def test_an_answer_that_cannot_be(key: str, value: Any, code: str) -> None:
    """An illegal answer, or one that nobody asks for, is refused by its code."""
    refusal = command(after(17), SHOT, {key: value}).refusal
    assert refusal is not None
    assert refusal.code == code


def test_an_illegal_command_is_refused() -> None:
    """The refusal of the command itself."""
    refusal = command(after(21), {**SHOT, "who": "cato", "weapon": "carbine", "target": "nyx"}).refusal
    assert refusal is not None
    assert refusal.code == "total_cover"


def test_looking_draws_nothing() -> None:
    """The same command shows the same dice whether or not its odds were looked at."""
    faces = []
    for look in (False, True):
        table = Table(ENCOUNTER, seed="a seed")
        table.order({"do": "begin"})
        if look:
            command(table, {"do": "end_turn", "who": table.settled.turn})
        table.order({"do": "end_turn", "who": table.settled.turn})
        faces.append(table.to_json())
    assert faces[0] == faces[1]


def sampled(state: State, data: dict[str, Any], answers: dict[str, Any], times: int) -> dict[int, int]:
    """How often an attack that is really played marks 0, 1 and 2 trauma on Vex."""
    legal = prepare(state, data)
    assert isinstance(legal, Command)
    first = start(state, legal).advance()
    dice = random.Random(20261130)
    counts = dict.fromkeys((0, 1, 2), 0)
    for _ in range(times):
        run = first
        while run.asks:
            ask = run.asks[0]
            if isinstance(ask, Draw):
                answer = Answer("dice", tuple(dice.randint(1, 6) for _ in range(ask.count)))
            else:
                answer = Answer(ask.key, answers.get(ask.key, ask.default))
            run = run.answer(answer).advance()
        attack = next(e for e in run.events if e.kind == "attack")
        counts[attack.story["trauma"]] += 1
    return counts


@pytest.mark.parametrize("times", [4_000, pytest.param(200_000, marks=pytest.mark.soak)])
def test_sampled_attacks_agree(times: int) -> None:
    """Attacks played with thrown dice fall within five standard deviations of the exact chances."""
    state, answers = after(17).settled, {"reaction:vex": "dodge", "claim_attack:asha": True}
    exact = of_state(state, SHOT, answers).trauma["vex"]
    for trauma, count in sampled(state, SHOT, answers, times).items():
        p = float(exact[trauma])
        assert abs(count - times * p) < 5 * (times * p * (1 - p)) ** 0.5


def test_a_thrower_caught_in_the_blast_is_no_hit_of_its_own() -> None:
    """A grenade at one's own feet: `hit` is the chance of the attack roll, Explosives +1 on two dice."""
    state = placed(after(21).settled, cato={"at": 30.0}, nyx={"at": 34.0, "cover": ()})
    found = of_state(state, {"do": "attack", "who": "cato", "weapon": "frag", "at": 32}, {})
    assert "cato" in found.trauma
    assert found.hit == Fraction(21, 36)


def test_a_blast_on_six_is_counted_in_no_time() -> None:
    """Effects of avoid rolls are told and do nothing more, so that paths which differ in them alone are one.

    Six people who avoid by themselves have two ends each: 64 together, not eleven Effects each.
    """
    average = dict.fromkeys(["Strength", "Dexterity", "Endurance", "Intellect", "Education", "Social"], 7)
    people: list[dict[str, Any]] = [
        {"id": f"p{n}", "name": f"P{n}", "characteristics": average} for n in range(6)
    ]
    bomber = {
        "id": "foe",
        "name": "Foe",
        "threat": "minion",
        "characteristics": average,
        "weapons": ["shard-bomb"],
    }
    encounter = encounter_from(
        {
            "format": 1,
            "packs": ["core"],
            "characters": people,
            "adversaries": [bomber],
            "sides": [{"id": "party"}, {"id": "foes"}],
            "combatants": [
                *({"who": p["id"], "side": "party", "at": n / 10} for n, p in enumerate(people)),
                {"who": "foe", "side": "foes", "at": 12, "held": ["shard-bomb"]},
            ],
        }
    )
    table = Table(encounter, seed="1")
    assert table.order({"do": "begin"})
    state = table.state._replace(turn="foe")
    found = of_state(state, {"do": "attack", "who": "foe", "weapon": "shard-bomb", "at": 0}, {})
    assert found.refusal is None
    assert found.weight == 1
    assert len(found.trauma) == 6
    first = found.trauma["p0"]
    assert all(found.trauma[p["id"]] == first for p in people)
    assert found.paths < 100_000
