"""What one sees and types on a turn and when asked."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.command import Ran, run
from tests.cli.seat.typist import choice, sit

from wanderstar.cli.seat.choices import choices
from wanderstar.cli.seat.hint import after_aiming
from wanderstar.cli.seat.knowledge import Player
from wanderstar.odds.test import test as odds_test
from wanderstar.play.setup import open_table
from wanderstar.seats.seat import Settings
from wanderstar.seats.wording import names_of
from wanderstar.sheets.load import load_encounter

GOLDEN = ("golden-fight", "--seat", "asha", "--seed", "1")
"""Asha has the first turn, a rifle, an aim to buy."""


class Desk:
    """Sits somebody down with the fixtures of a test."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, path: Path
    ) -> None:
        monkeypatch.chdir(path.parent)
        self.capsys, self.monkeypatch, self.path = capsys, monkeypatch, path

    def sit(self, typed: list[str], *words: str) -> Ran:
        """What is printed; the journal is at `path`."""
        ran = sit(self.capsys, self.monkeypatch, typed, *words, "--journal", self.path.name, "--force")
        assert (ran.code, ran.err) == (0, "")
        assert max(len(line) for line in ran.out.splitlines()) <= 80
        return ran

    @property
    def lines(self) -> list[dict[str, object]]:
        """The journal."""
        return [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desk:
    """A place at the terminal."""
    return Desk(capsys, monkeypatch, tmp_path / "j.jsonl")


def flat(text: str) -> str:
    """A text without its line breaks and gaps."""
    return " ".join(text.split())


def test_choices_are_grouped_numbered_and_have_their_odds(desk: Desk) -> None:
    """By what they take of the turn; numbers go on through all groups; an attack has hit and trauma, with Momentum
    too."""
    out = desk.sit([], *GOLDEN).out
    groups = [line for line in out.splitlines() if line in ("Significant Action:", "Minor Actions:", "Free:")]
    assert groups == ["Significant Action:", "Minor Actions:", "Free:"]
    numbers = [
        int(line[:3]) for line in out.splitlines() if re.match(r" {1,2}\d+  \w", line) and "  " in line[:5]
    ]
    listed = out.split("Significant Action:")[1]
    numbers = [int(n) for n in re.findall(r"^ {1,2}(\d+)  ", listed, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert re.search(r"shoot \w+ with Marksman rifle: \d+ % hit.* · \d+ % trauma · 1 round", listed)
    assert "for 1 Momentum" in listed


def test_what_is_thrown_says_so(desk: Desk) -> None:
    """A spear beyond reach is thrown, and gone; within reach it strikes."""
    tull = ("patrol-ambush", "--seat", "bako-tull", "--seed", "7", "--tactic", "passive")
    out = desk.sit([], *tull).out
    assert "throw Hull spear at Mauler: " in out and "throw Belt knife at Mauler: " in out
    assert "with Hull spear" not in out.split("Not now:")[0]
    state = open_table(load_encounter("patrol-ambush"))
    beside = state.combatants["bako-tull"]._replace(at=state.combatants["mauler"].at)
    k = Player(("bako-tull",), Settings()).knows(
        state._replace(combatants={**state.combatants, "bako-tull": beside})
    )
    labels = [item.label for item in choices(k, names_of(k), "bako-tull")]
    assert "strike Mauler with Hull spear" in labels


def test_the_odds_of_a_choice_are_the_engines(desk: Desk) -> None:
    """`odds 1` gives the exact fractions that `odds command` computes by playing every roll."""
    out = desk.sit(["odds 1"], *GOLDEN).out
    target = re.findall(r"^  1  shoot (\w+) with", out, re.MULTILINE)[0]
    command = {"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": target.lower()}
    exact = run(desk.capsys, "odds", "command", desk.path.name, json.dumps(command), "--json").json
    told = out.split("> odds 1")[1]
    case = told.split("no reaction:")[1]
    hit = re.search(r"hit [\d.]+ %(?: \((\d+/\d+)\))?", case)
    assert hit is not None and hit[1] == exact["hit"]["exact"]
    none = re.search(r"0 trauma [\d.]+ %(?: \((\d+/\d+)\))?", case)
    assert none is not None
    found = Fraction(exact["trauma"][target.lower()]["0"]["exact"])
    assert none[1] is None or Fraction(none[1]) == found


def test_what_is_not_possible_has_its_reason_and_rule(desk: Desk) -> None:
    """Out of reach by C39 from the first; after the shot all that takes the Significant Action, by C18, together."""
    out = desk.sit(["1", "", ""], *GOLDEN).out
    before, after = out.split("Not now:")[1:3]
    assert re.search(r"bare hands: .* is not at Engaged range .* C39", flat(before))
    assert "what takes the Significant Action: Asha has no Significant Action left this turn. C18" in flat(
        after
    )
    assert "break free" not in before  # nobody holds her: that goes without saying …
    assert "break free" in desk.sit(["list"], *GOLDEN).out  # … unless one asks for all


def test_an_illegal_command_is_refused_and_nothing_changes(desk: Desk) -> None:
    """Typed as a script has it, or for somebody who is not played: the sentence and the rule; no line of it is
    written."""
    out = desk.sit(
        [
            '{"do": "attack", "who": "asha", "weapon": "unarmed", "target": "vex"}',
            '{"do": "end_turn", "who": "bruno"}',
            '{"do": "end", "winner": "party"}',
            '{"do": "hop", "who": "asha"}',
            "{frogs",
            "m 500",
            "99",
            "frogs",
        ],
        *GOLDEN,
    ).out
    told = flat(out)
    assert re.search(r"Not possible: Vex is not at Engaged range \(120 m away\)\. C39", told)
    assert told.count("Not possible: That is not") >= 2
    assert "there is no" in told.lower() or "nothing is called" in told.lower()
    assert "That is no command as a script has it." in told
    assert re.search(r"Not possible: 500 m is too far: at most 6 m\. R32", told)
    assert re.search(r"There are choices from 1 to \d+\.", told)
    assert "'frogs' is no choice here" in told
    assert [line["command"]["do"] for line in desk.lines if "command" in line] == ["begin"]  # type: ignore[index]


def test_undo_goes_back_to_before_ones_last_choice(desk: Desk) -> None:
    """A command, and the answer within it: each `u` takes one back; the same choice then has the same dice."""
    out = desk.sit(["1", "1", "u", "1", "u", "u", "e"], *GOLDEN).out
    told = out.split("Asha attacks ")
    assert out.count("Taken back: this is before your last choice.") == 3
    rolls = [re.search(r"Asha to hit .*?= \d+", flat(part)) for part in told[1:]]
    shown = [roll[0] for roll in rolls if roll is not None]
    assert len(shown) == 2 and shown[0] == shown[1]
    undone = [line for line in desk.lines if "undo" in line]
    assert [("answer" in line) for line in undone] == [True, True, False]
    kept = [line["command"]["do"] for line in desk.lines if "command" in line]  # type: ignore[index]
    assert "end_turn" in kept


def test_there_is_nothing_to_undo_at_first(desk: Desk) -> None:
    """Before the first choice of one's own."""
    assert "There is no choice of yours to take back." in desk.sit(["u"], *GOLDEN).out


def test_dice_are_typed(desk: Desk) -> None:
    """Initiative 6 6, then the attack: what was typed counts, is told and is written as typed; what is no face is
    asked again; Enter rolls."""
    out = desk.sit(["66", "666", "1", "2", "5 7", "5,2", "6 6 6", "why"], *GOLDEN, "--dice", "typed").out
    assert "3 faces from 1 to 6" in out and "2 faces from 1 to 6" in out
    lines = [line for line in desk.lines if "command" in line]
    begin = next(line for line in lines if line["command"] == {"do": "begin"} and "open" not in line)
    assert "typed" in begin["rolled"]  # type: ignore[operator]
    attack = [line for line in lines if line["command"]["do"] == "attack"]  # type: ignore[index]
    assert attack[-1]["dice"][:2] == [5, 2]  # type: ignore[index]
    assert set(attack[-1]["rolled"]) <= {"typed", "server"}  # type: ignore[call-overload]
    assert re.search(r"5 2 \+2 = 9 v 8, hits", flat(out))


def test_dice_can_be_changed_within(desk: Desk) -> None:
    """`dice typed` from here on, `dice rolled` back."""
    out = desk.sit(["dice typed", "1", "1", "", "dice rolled", ""], *GOLDEN).out
    assert "dice typed: your dice are asked for" in out
    assert "dice, Enter rolls> " in out
    assert "dice rolled: your dice are rolled for you" in out


def test_a_reaction_is_asked_with_its_odds(desk: Desk) -> None:
    """Who attacks with what, from how far, against which armor; each reaction with its chance to avoid; those that
    are not possible with their rule."""
    burst = {"do": "attack", "who": "raider", "weapon": "chatter-gun", "target": "bako-tull", "mode": "burst"}
    words = ("patrol-ambush", "--seat", "bako-tull", "--seat", "raider", "--seed", "7", "--tactic", "passive")
    asked = flat(desk.sit([json.dumps(burst)], *words).out).split("Raider attacks Bako Tull ")[-1]
    assert re.search(r"Chatter gun, burst \(21 m, Short\): damage 2D\+2, against armor 7", asked)
    assert re.search(r"1 No reaction: 19 % avoided · 67 % trauma · gains 1 Momentum \(Enter\)", asked)
    assert re.search(r"2 Dodge: 24 % avoided · the reaction works 19 % · 64 % trauma", asked)
    assert re.search(r"- Parry: A ranged attack cannot be parried\. C62", asked)
    told = desk.sit([json.dumps(burst), "odds", "odds 2", "h"], *words).out.split("number> ")
    assert "Parry" not in told[1] and told[1].index("No reaction:") < told[1].index("Dodge:")
    assert "Dodge:" in told[2] and "No reaction:" not in told[2] and "avoided 23.8 % (77/324)" in told[2]
    assert "nearest would take choice 2, Dodge: 24 % avoided" in flat(told[3])


def test_what_a_reaction_costs_and_brings(desk: Desk) -> None:
    """C57, R3, T24: the free reaction or its price, the Momentum that rolls at Disadvantage gain, and that a dodge adds
    nothing to an Advantage that is there already."""
    words = ("golden-fight", "--seat", "vex", "--seat", "bruno", "--seed", "7", "--dice", "typed")
    asked = flat(desk.sit(["", "", "1"], *words).out).split("Vex attacks Bruno Rifle")[-1]
    assert "adds nothing, there is an Advantage already · takes the free reaction · gains 1 Momentum" in asked
    burst = {"do": "attack", "who": "raider", "weapon": "chatter-gun", "target": "bako-tull", "mode": "burst"}
    words = ("patrol-ambush", "--seat", "bako-tull", "--seat", "raider", "--seed", "7", "--tactic", "passive")
    asked = flat(desk.sit([json.dumps(burst)], *words).out).split("Raider attacks Bako Tull ")[-1]
    assert "67 % trauma · gains 1 Momentum (Enter)" in asked
    assert "64 % trauma · takes the free reaction · gains 2 Momentum, 1 if it works" in asked


def test_a_foes_reaction_says_that_it_is_not_rolled(desk: Desk) -> None:
    """R20, C58: a foe of one's own dodges by 7 or so and its bonus, and what works gives the attacker Momentum."""
    shot = {"do": "attack", "who": "asha", "weapon": "marksman-rifle", "target": "nyx"}
    words = ("golden-fight", "--seat", "asha", "--seat", "nyx", "--seed", "1")
    asked = flat(desk.sit([json.dumps(shot)], *words).out)
    told = "works, not rolled (8 +1 v 8) · takes the free reaction · gives the attacker 1 Momentum"
    assert f"2 Dodge: 52 % avoided · 47 % trauma · {told}" in asked


def test_why_names_every_reason_counted_or_not(desk: Desk) -> None:
    """The last roll again, each reason with its rule."""
    out = flat(desk.sit(["t vex", "1", "2", "why"], *GOLDEN).out)
    assert "not claimed (not counted) R1" in out.split("> why")[1]
    assert "Disadvantage: beyond the weapon’s effective band (counted) C26" in out.split("> why")[1]


def test_why_tells_of_initiative(desk: Desk) -> None:
    """C12, C13: before anything else was rolled `why` tells everybody's initiative, whose Dexterity gave an edge, and
    the order."""
    told = flat(desk.sit(["why"], "golden-fight", "--seat", "vex", "--seed", "7").out).split("> why")[1]
    assert "Nyx, initiative, Advantage: (2) 4 5 = 9. Advantage: high Dexterity, free C12" in told
    assert "Vex, initiative: 4 6 = 10. The order: Vex, Nyx, Gorr, Bruno, Asha, Cato. C13" in told


def test_why_within_a_question_tells_of_the_attack_under_way(desk: Desk) -> None:
    """C4, R17: asked to react, and again asked to roll, one reads which attack it is and what bears on the roll."""
    words = ("golden-fight", "--seat", "vex", "--seat", "bruno", "--seed", "7", "--dice", "typed")
    out = desk.sit(["", "", "1", "why", "1", "why"], *words).out
    reaction, avoiding = (flat(part) for part in out.split("> why")[1:])
    for told in (reaction, avoiding):
        assert told.startswith("Vex attacks Bruno Rifle (105 m, Extreme): damage 3D, against armor 7")
        assert "Advantage: the attacker: beyond the weapon’s effective band (counted) C26" in told
        assert "Disadvantage: low Dexterity (counted) R1" in told
    assert "Without a reaction, the roll to avoid:" in reaction
    assert "Bruno: Roll to avoid" in avoiding


def test_rules_are_shown(desk: Desk) -> None:
    """`? C26` its text, `?` the keys, `? word` what speaks of it, `?C26` the same; what is none is said."""
    out = desk.sit(["? C26", "?", "? grenade", "? frogs", "?r17"], *GOLDEN).out
    assert re.search(r"^ C26  ", out, re.MULTILINE) or "  C26  " in out
    assert "take that choice" in out
    assert "C51" in out
    assert "no rule or ruling speaks of 'frogs'" in out
    assert "R17" in out
    assert "::" not in out  # no tests here


def test_state_log_and_map(desk: Desk) -> None:
    """Everybody's numbers; what happened; where they are, by distance and band."""
    out = flat(desk.sit(["1", "2", "state", "log", "map"], *GOLDEN).out)
    assert re.search(r"Asha: unhurt, Momentum \d, Marksman rifle 5", out)
    assert re.search(r"1: Asha attacks \w+ with Marksman rifle", out)
    assert "V Vex, 120 m, Extreme;" in out or "v Vex, 120 m, Extreme;" in out


def test_foes_are_known_as_far_as_one_wants(desk: Desk) -> None:
    """With `--foes word` a word for their health and no odds of trauma; with `hidden` not even the word."""
    word = desk.sit(["state"], *GOLDEN, "--foes", "word").out
    assert re.search(r"Vex, 120 m, Extreme; unhurt", flat(word))
    assert "% trauma" not in word
    assert "health not known" in desk.sit(["state"], *GOLDEN, "--foes", "hidden").out


def test_whoever_is_hidden_is_not_told_of(desk: Desk) -> None:
    """The watcher of the docking bay: no name, no number, not counted; but its own player sees it."""
    crew = desk.sit(["map", "state", "odds", "log", "e"], "docking-bay", "--seat", "crew", "--seed", "1").out
    assert "Far-eye" not in crew and "watcher" not in crew and "hidden" not in crew
    own = desk.sit(["map", "state"], "docking-bay", "--seat", "watcher", "--seed", "1").out
    assert re.search(r"Far-eye, at \(38, 30\); unhurt, hidden", flat(own))


def test_a_hint_is_one_of_the_choices(desk: Desk) -> None:
    """`h` names a legal choice by its number, with the figures that speak for it; an answer when one is asked."""
    out = flat(desk.sit(["h", "1", "h"], *GOLDEN, "--tactic", "nearest").out)
    number = re.search(r"> h nearest would take choice (\d+), (\w+)", out)
    assert number is not None
    assert re.search(rf" {number[1]} {number[2]}", out)
    assert re.search(
        r"number> h nearest would take choice [12], (Claim the Advantage|Do not claim).* % hit", out
    )


def test_why_to_aim() -> None:
    """Asha at 120 m: 48 % now, at Disadvantage; with the aim bought 72 %, for it and the distance cancel (R2)."""
    state = open_table(load_encounter("golden-fight"))
    k = Player(("asha",), Settings(foes="exact")).knows(state)
    now = Fraction(odds_test(bonus=2, disadvantage=1).to_json()["success"]["exact"])
    then = Fraction(odds_test(bonus=2).to_json()["success"]["exact"])
    said = f"{round(100 * now)} % → {round(100 * then)} % next turn for 1 Momentum"
    assert after_aiming(k, "asha", "vex") == said


def test_moving(desk: Desk) -> None:
    """`m` takes the move that is a Minor Action; toward somebody at most 6 m; a second one is refused."""
    out = flat(desk.sit(["m toward vex", "m 1"], *GOLDEN).out)
    assert re.search(r"Asha moves 6 m, from 0 m to 6 m\.", out)
    assert "Not possible: Asha has moved this turn" in out
    moved = next(line for line in desk.lines if line.get("command", {}).get("do") == "move")  # type: ignore[attr-defined]
    assert "as" not in moved["command"]  # type: ignore[operator]


def test_a_choice_that_needs_more_asks_for_it_or_takes_it_at_once(desk: Desk) -> None:
    """Something quick, a place, a skill, after whom; `back` lets it go."""
    first = desk.sit([], *GOLDEN).out
    quick, move, test, delay = (
        choice(first, label) for label in ("something quick", "move…", "something else", "delay…")
    )
    out = desk.sit([f"{quick} shouts", move, "back", f"{test} frogs", test, "athl, str"], *GOLDEN).out
    assert "Asha does something quick: “shouts”." in out
    assert "'frogs' is no skill here" in out
    assert re.search(r"Asha, Athletics", out)
    after = desk.sit(
        [
            delay,
            "",
        ],
        *GOLDEN,
    ).out
    assert "Asha delays to the end of the round." in after


def test_giving_up_is_asked_for_twice(desk: Desk) -> None:
    """Surrender stands last and wants a yes."""
    first = desk.sit([], *GOLDEN).out
    number = choice(first, "surrender")
    out = desk.sit([number, "", number, "yes"], *GOLDEN).out
    assert out.count("for good? yes, or back> ") == 2
    kept = [line["command"]["do"] for line in desk.lines if "command" in line]  # type: ignore[index]
    assert kept.count("surrender") == 1


def test_another_target_comes_first(desk: Desk) -> None:
    """`t NAME` lists the attacks on somebody first."""
    out = desk.sit(["t gorr"], *GOLDEN).out
    assert re.search(r"^  1  shoot Gorr", out.split("> t gorr")[1], re.MULTILINE)
