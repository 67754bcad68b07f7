"""The golden fight: every die and every state written down beforehand, its refusals, and twelve probes into it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.play.positions import Fight

from wanderstar.play.script import play_script, read_script
from wanderstar.sheets.load import encounter_from

ROOT = Path(__file__).parents[2]
SHEET = (ROOT / "examples" / "golden-fight.toml").read_text(encoding="utf-8")
LINES = read_script(
    (ROOT / "examples" / "golden-fight.jsonl").read_text(encoding="utf-8"), "golden-fight.jsonl"
)
EXPECTED: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "golden-fight-expect.json").read_text(encoding="utf-8")
)

VEX_IS_SHOT = 17
"""The script's line (from 0) of 2.1; those of other moments below."""
REACHED_BRUNO, CATO_LOBS, NYX_BURSTS, GORR_SWINGS, FIRST_OF_CATO, FIRST_OF_BRUNO = 16, 22, 27, 31, 3, 10


def golden(upto: int | None = None, *changes: tuple[str, str]) -> Fight:
    """The golden fight played so many lines far, its sheet changed first by replacing text."""
    text = SHEET
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    f = Fight(encounter_from(tomllib.loads(text)))
    assert play_script(f.table, LINES[:upto]).stopped is None
    return f


def differences(expected: Any, found: Any, path: str) -> list[str]:
    """Where a state does not show what it must; objects match when each field that is named matches."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return [f"{path}: {found!r} is no object"]
        missing = [f"{path}.{key} is missing" for key in expected if key not in found]
        return missing + [
            line
            for key, value in expected.items()
            if key in found
            for line in differences(value, found[key], f"{path}.{key}")
        ]
    return [] if expected == found else [f"{path}: {found!r}, not {expected!r}"]


def test_every_state_and_every_refusal() -> None:
    """The whole script: after each line the state shows what was worked out by hand; refused lines are refused with
    their code and leave the state as it was."""
    f = golden(0)
    played = play_script(f.table, LINES)
    assert played.stopped is None
    assert len(played.steps) == len(EXPECTED) == len(LINES) == 40
    before: dict[str, Any] = {}
    for i, (step, expected) in enumerate(zip(played.steps, EXPECTED, strict=True)):
        code = None if step.refusal is None else step.refusal.code
        assert code == expected.get("refused"), i
        assert differences(expected.get("state", expected), step.state, f"line {i}") == []
        if code is not None:
            assert step.state == before
        before = step.state


def test_the_comparison_can_fail() -> None:
    """A state that lacks a field or has another value is told."""
    assert differences({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}}, "x") == [
        "x.a.c is missing",
        "x.a.b: 3, not 1",
    ]
    assert differences({"a": {}}, {"a": 1}, "x") == ["x.a: 1 is no object"]


def test_the_dice_are_all_of_them() -> None:
    """71 dice, in the order in which they are written down."""
    f = golden()
    drawn = [
        face
        for e in f.table.entries
        for event in e.events
        if event.kind == "draw"
        for face in event.story["dice"]
    ]
    assert drawn == [face for _, line in LINES for face in line.get("dice", ())]
    assert len(drawn) == 71


def test_probe_1_an_extreme_rifle_has_no_reasons() -> None:
    """C28: scoped, aimed and rated Extreme, nothing hinders a shot over 120 m."""
    f = golden(
        VEX_IS_SHOT,
        ('range = "medium"\nhands = 2\nmagazine = 6', 'range = "extreme"\nhands = 2\nmagazine = 6'),
    )
    attack = f.attack("asha", "marksman-rifle", "vex", "attack 1 2")
    assert attack.why("attack") == ["(+C32)", "(+R1)"]  # for sale, not bought


def test_probe_2_without_the_aim() -> None:
    """C26, C27, T24: unaimed there are two reasons, one Disadvantage and 1 Momentum."""
    f = golden(VEX_IS_SHOT)
    f.set("asha", aim=None)
    attack = f.attack("asha", "marksman-rifle", "vex", "attack 1 2 3")
    assert attack.why("attack") == ["-C26", "(-C27)", "(+R1)"]
    assert f.momentum["asha"] == 2


@pytest.mark.parametrize(("metres", "band"), [(100.0, 3), (100.1, 4)])
def test_probe_3_a_hundred_metres(metres: float, band: int) -> None:
    """C27: 100.0 m is Medium, 100.1 m Extreme."""
    f = golden(VEX_IS_SHOT)
    f.set("vex", at=metres)
    dice = "attack 1 2" if band == 3 else "attack 1 2 3"
    assert f.attack("asha", "marksman-rifle", "vex", dice).one("attack_declared")["band"] == band


def test_probe_4_not_yet_inside_the_guard() -> None:
    """C42: given another Significant Action at once, Gorr still may not hit Bruno, whose pike kept him off."""
    f = golden(REACHED_BRUNO)
    f.set("gorr", significant=1)
    f.refused("inside_guard", "attack", "gorr", weapon="power-maul", target="bruno")


def test_probe_5_the_crate_between() -> None:
    """C71, R50: at 33 m the grenade has the crate between itself and Nyx, who is untouched."""
    f = golden(CATO_LOBS)
    lob = f.lob("cato", "frag", 33, "attack 3 4")
    assert (lob.one("blast")["spared"], f.hurt("nyx")) == (["nyx"], 0)


def test_probe_6_a_knife_over_thirteen_metres() -> None:
    """C53, C54: listed Close, it is within Bruno's band, who is strong, and beyond Cato's."""
    knife = '[[weapons]]\nid = "knife"\nname = "Knife"\ndamage = "1D"\nrange = "close"\nthrown = true\n'
    arming = (
        ('[[characters]]\nid = "asha"', knife + '[[characters]]\nid = "asha"'),
        ('["holdout-pistol", "boarding-pike"]', '["holdout-pistol", "boarding-pike", "knife"]'),
        ('["carbine", {', '["carbine", "knife", {'),
    )
    f = golden(FIRST_OF_BRUNO, *arming)
    assert f.attack("bruno", "knife", "gorr", "attack 1 2 3").why("attack") == ["-R1"]  # his Dexterity alone
    f = golden(FIRST_OF_CATO, *arming)
    f.set("gorr", at=21)
    assert f.attack("cato", "knife", "gorr", "attack 1 2 3").why("attack") == ["-C26"]


def test_probe_7_a_burst_has_nothing_of_an_aim() -> None:
    """C37: Cato aims, then bursts: there is no Advantage to claim."""
    f = golden(FIRST_OF_CATO)
    f.do("aim", "cato", target="gorr")
    f.next_turn("cato")
    burst: dict[str, Any] = {"weapon": "carbine", "target": "gorr", "mode": "burst"}
    f.refused(
        "no_aim_with_auto", "attack", "cato", picks="claim_attack:cato yes", rolls="attack 1 2", **burst
    )
    assert f.do("attack", "cato", "attack 1 2", **burst).why("attack") == []


def test_probe_8_a_second_significant_action() -> None:
    """C18: refused."""
    f = golden(2)
    f.refused("no_significant", "attack", "asha", weapon="marksman-rifle", target="gorr")


def test_probe_9_a_second_reaction_without_momentum() -> None:
    """C57: refused."""
    f = golden(GORR_SWINGS)
    f.set("bruno", momentum=0)
    f.refused("momentum", "attack", "gorr", weapon="power-maul", target="bruno", picks="reaction:bruno dodge")


def test_probe_10_a_shot_is_not_parried() -> None:
    """C62: refused against Nyx's burst."""
    f = golden(NYX_BURSTS)
    f.refused(
        "parry_ranged", "attack", "nyx", weapon="machine-pistol", target="bruno", mode="burst",
        picks="reaction:bruno parry",
    )  # fmt: skip


def test_probe_11_effect_is_no_damage() -> None:
    """C77: damage 14 with Effect +6 against armor 8 is 1 trauma."""
    f = golden(VEX_IS_SHOT)
    f.set("vex", armor=8)
    attack = f.attack("asha", "marksman-rifle", "vex", "attack 6 6; damage 5 5 4", "claim_attack:asha yes")
    assert (attack.attack["effect"], attack.attack["damage"], attack.trauma) == (6, 14, 1)


def test_probe_12_moving_loses_the_aim() -> None:
    """C33: Asha moves before she fires: the aim is gone, and both reasons are back."""
    f = golden(VEX_IS_SHOT)
    f.move("asha", 1)
    assert f["asha"]["aim"] is None
    attack = f.attack("asha", "marksman-rifle", "vex", "attack 1 2 3")
    assert attack.why("attack") == ["-C26", "(-C27)", "(+R1)"]
