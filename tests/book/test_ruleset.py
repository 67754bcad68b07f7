"""The switches of the rulings: their defaults, the values they take, and what a ruleset file may say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wanderstar.book.ruleset import DEFAULT, Fault, PerN, Ruleset
from wanderstar.book.switches import SWITCHES, Switch, from_tables, to_tables

RANKS = {"Untrained": -3, "Novice": 0, "Trained": 1, "Professional": 2, "Expert": 3}
CATALOGUE = {
    "Survival": "Endurance",
    "Athletics": "Dexterity",
    "Close Quarters": "Strength",
    "Ranged Weapons": "Dexterity",
    "Explosives": "Intellect",
    "Sneaking": "Dexterity",
    "Recon": "Intellect",
    "Deceive": "Social",
    "Psychology": "Intellect",
    "Medicine": "Intellect",
}
CHARACTERISTICS = ["Strength", "Dexterity", "Endurance", "Intellect", "Education", "Social"]
TRACKS = {"minion": 1, "standard": 2, "elite": 4}

# Every key, its ruling, its default, and further values that it takes: for a choice all of them.
KEYS: tuple[tuple[str, str, Any, tuple[Any, ...]], ...] = (
    ("momentum.characteristic_advantage_cost", "R1", 1, (0,)),
    ("momentum.characteristic_disadvantage_gain", "R1", 1, (0,)),
    ("momentum.gain_when_cancelled", "R3", False, (True,)),
    ("momentum.disadvantage_gain", "R3", 1, (0, 2)),
    ("momentum.holders", "R4", "players", ("all",)),
    ("momentum.start", "R5", 1, (0, 6)),
    ("momentum.cap", "R5", 6, ("none", 1, 12)),
    ("advantage.conflict", "R2", "cancel", ("disadvantage_wins", "advantage_wins", "majority")),
    ("skills.ranks", "R6", RANKS, ({"Untrained": -3, "Trained": 0, "Expert": 2},)),
    ("skills.catalogue", "R7", CATALOGUE, ({"Piloting": "Dexterity"},)),
    ("skills.unknown", "R7", "untrained", ("error",)),
    ("characteristics.names", "R8", CHARACTERISTICS, ([*CHARACTERISTICS, "Psi"],)),
    ("characteristics.advantage_min", "R8", 9, (6, 12)),
    ("characteristics.disadvantage_max", "R8", 5, (0, 8)),
    ("natural.mode", "R9", "auto_outcome", ("flags_only",)),
    ("clock.successes", "R15", 3, (1, 8)),
    ("clock.failures", "R15", 3, (1, 8)),
    ("contest.net_wins", "R14", 2, (1, 3)),
    ("contest.max_exchanges", "R14", 5, (1, "none")),
    ("contest.timeout", "R14", "leader", ("status_quo",)),
    ("defence.reaction_mode", "R18", "mirror", ("is_avoid_roll", "auto_advantage")),
    ("npc.threat_effect", "R19", "on", ("off",)),
    ("npc.reaction", "R20", "static", ("auto", "rolled", "none")),
    ("npc.static", "R20", [6, 7, 8], ([5, 7, 9],)),
    ("npc.track", "R26", TRACKS, ({"minion": 2, "standard": 3, "elite": 6},)),
    ("combat.who_rolls", "R21", "players", ("both",)),
    ("armor.base", "R24", 3, (0, 4)),
    ("armor.floor", "R24", 1, (0, 2)),
    ("trauma.physical", "R25", 4, (1, 6)),
    ("trauma.mental", "R25", 4, (1, 6)),
    ("trauma.overflow", "R25", "other_track", ("lost",)),
    ("trauma.max_per_hit", "R25", 2, (1,)),
    ("trauma.death", "R26", "both_full", ("physical_overflow", "never")),
    ("initiative.gm_tiebreak", "R28", "pcs_first", ("roster",)),
    ("engaged_fire.scope", "R33", "target", ("shooter",)),
    ("ready.effect", "R30", "extra_free", ("advantage",)),
    ("reaction.refresh", "R31", "round_start", ("own_turn",)),
    ("move.metres", "R32", 6, (7.5, 0)),
    ("minor.max", "R32", 3, (0, 5)),
    ("disengage.mode", "R34", "free_attack", ("test", "test_else_free_attack", "safe")),
    ("disengage.attackers", "R34", "one", ("all",)),
    ("disengage.test", "R34", "Athletics", ("Close Quarters",)),
    ("dive.effect", "R41", "cover_only", ("cover_and_disadvantage", "disadvantage_only")),
    ("suppress.radius", "R42", 6, (4.5, 10)),
    ("suppress.test", "R42", "none", ("attack",)),
    ("auto.burst_damage", "R44", "N", (2, "2N")),
    ("auto.full_attacks", "R44", "N", (3,)),
    ("auto.full_ammo", "R44", "3N", (10, "2N")),
    ("scale.factor", "R48", 10, (1, 5)),
)

# Values of the wrong kind or past the bounds; for a choice any word that is none of its own.
BAD: dict[str, tuple[Any, ...]] = {
    "int": (-21, 1001, 1.0, True, "3", "none"),
    "number": (-1, 1001, float("nan"), float("inf"), False, "6"),
    "bool": (0, 1, "true", "false"),
    "choice": ("sometimes", "CANCEL", "", 0, 7, ["none"]),
    "int_or_none": (-1, 1001, False, "None", "", None),
    "per_n": (-1, 1001, "n", "0N", "-1N", "21N", "N2", "1.5N", " N", True, 2.0),
    "text": ("", " ", "two\nlines", "x" * 61, 3),
    "ints": ([6, 7], [6, 7, 8, 9], [1, 7, 8], [6, 7, 13], [6, 7, True], "678", 7),
    "names": ([], ["Grit", "Grit"], ["Grit", 3], [""], "Grit", {"Grit": 1}),
    "ranks": ({}, {"Untrained": -3.0}, {"Untrained": "low"}, {"Expert": True}, {"": 0}, {"God": 101}, [0, 1]),
    "words": ({}, {"Piloting": 3}, {"Piloting": ""}, {"": "Dexterity"}, ["Piloting"], "Piloting"),
}
SWITCH = {switch.key: switch for switch in SWITCHES}


def tables(key: str, value: Any) -> dict[str, Any]:
    """The content of a ruleset file that says one thing."""
    table, name = key.split(".")
    return {table: {name: value}}


def names() -> st.SearchStrategy[str]:
    """Names of the table's own making."""
    return st.text("abcdefghij '-", min_size=1, max_size=12).filter(str.strip)


def values(switch: Switch) -> st.SearchStrategy[Any]:
    """The values that a switch takes, as its field holds them."""
    whole = st.integers(int(switch.low), int(switch.high))
    if switch.choices is not None:
        return st.sampled_from(switch.choices)
    threats = st.tuples(whole, whole, whole).map(lambda boxes: tuple(zip(TRACKS, boxes, strict=True)))
    ranks = st.dictionaries(names(), whole, min_size=1, max_size=6).map(lambda ladder: tuple(ladder.items()))
    return {
        "int": whole,
        "number": whole | st.floats(switch.low, switch.high),
        "bool": st.booleans(),
        "int_or_none": st.none() | whole,
        "per_n": whole.map(lambda flat: PerN(0, flat)) | st.integers(1, 20).map(lambda times: PerN(times, 0)),
        "text": names(),
        "ints": st.tuples(whole, whole, whole),
        "names": st.just(DEFAULT.characteristics_names),
        "ranks": threats if switch.key == "npc.track" else ranks,
        "words": st.dictionaries(names(), st.sampled_from(CHARACTERISTICS), min_size=1, max_size=6).map(
            lambda skills: tuple(skills.items())
        ),
    }[switch.kind]


def agrees(ruleset: Ruleset) -> bool:
    """Whether no switch contradicts another."""
    return ruleset.characteristics_disadvantage_max < ruleset.characteristics_advantage_min and (
        ruleset.momentum_cap is None or ruleset.momentum_start <= ruleset.momentum_cap
    )


RULESETS = st.builds(Ruleset, **{switch.field: values(switch) for switch in SWITCHES}).filter(agrees)


def test_the_list_of_keys_is_closed() -> None:
    """R1-R48: the switches are these 49 and no others, each with its ruling; every field is one of them."""
    assert [(switch.key, switch.ruling) for switch in SWITCHES] == [(key, ruling) for key, ruling, *_ in KEYS]
    assert len(KEYS) == 49
    assert list(Ruleset._fields) == [switch.field for switch in SWITCHES]


@pytest.mark.parametrize(("key", "default"), [(key, default) for key, _, default, _ in KEYS])
def test_defaults(key: str, default: Any) -> None:
    """R1-R48: each switch stands at the ruling's own reading, and writing that reading down changes nothing."""
    table, name = key.split(".")
    written = to_tables(DEFAULT)[table][name]
    assert (written, type(written)) == (default, type(default))
    assert from_tables(tables(key, default)) == (DEFAULT, [])


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, _, _, more in KEYS for value in more])
def test_values_that_will_do(key: str, value: Any) -> None:
    """R1-R48: each switch takes its other values, keeps them as they were spelled and leaves the rest alone."""
    ruleset, faults = from_tables(tables(key, value))
    table, name = key.split(".")
    assert faults == []
    assert to_tables(ruleset)[table][name] == value
    assert ruleset._replace(**{SWITCH[key].field: getattr(DEFAULT, SWITCH[key].field)}) == DEFAULT
    assert ruleset != DEFAULT


@pytest.mark.parametrize(
    ("key", "default", "more"),
    [(key, default, more) for key, _, default, more in KEYS if SWITCH[key].choices],
)
def test_choices_are_complete(key: str, default: str, more: tuple[str, ...]) -> None:
    """R1-R48: a switch that is a choice takes the readings of its ruling and names all of them."""
    assert SWITCH[key].expected() == [default, *more]


@pytest.mark.parametrize(
    ("key", "value"), [(switch.key, bad) for switch in SWITCHES for bad in BAD[switch.kind]]
)
def test_values_that_will_not_do(key: str, value: Any) -> None:
    """R1-R48: any other value is refused by the key's name, beside what was found and what would do."""
    ruleset, (fault,) = from_tables(tables(key, value))
    assert ruleset == DEFAULT
    assert (fault.key, fault.problem, fault.expected) == (key, "unknown value", SWITCH[key].expected())
    assert fault.found is value
    assert fault.expected


@pytest.mark.parametrize("switch", [switch for switch in SWITCHES if switch.kind in ("int", "number")])
def test_bounds(switch: Switch) -> None:
    """R1-R48: a number is taken up to its bounds and refused beyond them, and the bounds are named."""
    results = [
        switch.key
        in {
            fault.key
            for fault in from_tables(tables(switch.key, value))[1]
            if fault.problem == "unknown value"
        }
        for value in (int(switch.low) - 1, int(switch.low), int(switch.high), int(switch.high) + 1)
    ]
    assert results == [True, False, False, True]
    assert f"{switch.low:g} to {switch.high:g}" in switch.expected()[0]


def test_unknown_key() -> None:
    """R1-R48: a key that is no switch is refused by name, with the keys of its table."""
    ruleset, faults = from_tables({"momentum": {"begin": 2}, "clock": {"successes": 4}})
    expected = sorted(key.split(".")[1] for key, *_ in KEYS if key.startswith("momentum."))
    assert (ruleset, faults) == (DEFAULT, [Fault("momentum.begin", "unknown key", "begin", expected)])


def test_unknown_table() -> None:
    """R1-R48: a table that holds no switch is refused by name, with the tables there are."""
    expected = sorted({key.split(".")[0] for key, *_ in KEYS})
    assert from_tables({"magic": {"on": True}}) == (
        DEFAULT,
        [Fault("magic", "unknown key", "magic", expected)],
    )


def test_no_table() -> None:
    """R1-R48: a switch's table must be one; a number in its place is refused with the keys it could hold."""
    assert from_tables({"clock": 4}) == (
        DEFAULT,
        [Fault("clock", "not a table", 4, ["failures", "successes"])],
    )


def test_all_faults_at_once() -> None:
    """R1-R48: every fault of a file is told, not the first only."""
    content = {
        "clock": {"successes": 0, "size": 6},
        "magic": {},
        "natural": {"mode": "maybe"},
        "minor": {"max": 4},
    }
    found = [(fault.key, fault.problem) for fault in from_tables(content)[1]]
    assert found == [
        ("clock.successes", "unknown value"),
        ("clock.size", "unknown key"),
        ("magic", "unknown key"),
        ("natural.mode", "unknown value"),
    ]


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ({"characteristics": {"advantage_min": 5}}, "characteristics.advantage_min"),
        ({"characteristics": {"disadvantage_max": 9}}, "characteristics.disadvantage_max"),
        ({"characteristics": {"names": ["Might", "Wits"]}}, "characteristics.names"),
        ({"momentum": {"cap": 0}}, "momentum.cap"),
        ({"skills": {"catalogue": {"Piloting": "Luck"}}}, "skills.catalogue.Piloting"),
        ({"momentum": {"start": 7}}, "momentum.start"),
    ],
)
def test_contradictions(content: dict[str, Any], key: str) -> None:
    """R5, R7, R8: a score cannot be both high and low, a skill needs a characteristic that exists, and nobody
    starts above the cap."""
    (fault,) = from_tables(content)[1]
    assert fault.key == key
    assert fault.expected


def test_a_file_may_say_nothing() -> None:
    """R1-R48: what a file leaves out keeps its default; `format` is no switch."""
    assert from_tables({}) == from_tables({"format": 1}) == from_tables({"clock": {}}) == (DEFAULT, [])


@given(RULESETS)
def test_round_trip(ruleset: Ruleset) -> None:
    """R1-R48: a ruleset written out as tables and read again is the same ruleset."""
    assert from_tables(to_tables(ruleset)) == (ruleset, [])


def test_every_key_is_written() -> None:
    """R1-R48: written out, a ruleset says all 49 keys."""
    written = {f"{table}.{key}" for table, content in to_tables(DEFAULT).items() for key in content}
    assert written == {key for key, *_ in KEYS}


@given(st.integers(1, 20), st.integers(1, 12), st.integers(1, 100))
def test_numbers_by_auto(times: int, auto: int, flat: int) -> None:
    """R44: "3N" is three times the weapon's Auto, a plain number is that number for every weapon."""
    scaled, _ = from_tables({"auto": {"full_ammo": f"{times}N"}})
    plain, _ = from_tables({"auto": {"full_ammo": flat}})
    assert (scaled.auto_full_ammo.of(auto), plain.auto_full_ammo.of(auto)) == (times * auto, flat)


def test_on_and_off_as_flags() -> None:
    """R19: a switch that is on or off takes true and false as well."""
    found = [from_tables({"npc": {"threat_effect": value}}) for value in (True, False)]
    assert [(to_tables(ruleset)["npc"]["threat_effect"], faults) for ruleset, faults in found] == [
        ("on", []),
        ("off", []),
    ]


def test_ladder_of_ranks() -> None:
    """T26, R6: Untrained is -3, Novice 0, Trained +1, Professional +2 and Expert +3; there is no Legend."""
    assert [DEFAULT.rank(name) for name in (*RANKS, "Legend")] == [-3, 0, 1, 2, 3, None]
    assert (DEFAULT.untrained(), DEFAULT.expert()) == (-3, 3)


def test_expert_of_another_ladder() -> None:
    """T50, R6: Expert is the rank of that name, though another be higher; without one the highest rank."""
    ladders: tuple[dict[str, int], ...] = (
        {"Untrained": -3, "Expert": 2, "Master": 4},
        {"Untrained": -2, "Skilled": 1},
    )
    assert [from_tables({"skills": {"ranks": ranks}})[0].expert() for ranks in ladders] == [2, 1]


@pytest.mark.parametrize(("skill", "characteristic"), CATALOGUE.items())
def test_characteristic_of_a_skill(skill: str, characteristic: str) -> None:
    """T12, R7: each skill of the catalogue has its own characteristic: Survival has Endurance."""
    assert DEFAULT.characteristic_of(skill) == characteristic
    assert characteristic in DEFAULT.characteristics_names


def test_skill_outside_the_catalogue() -> None:
    """R7: a skill that no catalogue lists has no characteristic of its own."""
    assert DEFAULT.characteristic_of("Basket Weaving") is None
