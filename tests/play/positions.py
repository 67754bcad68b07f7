"""Positions in a few lines of text, played with scripted dice.

    fight('''
        ann @0 rifle ranged+1 athletics+1 Dex+ armor=2
        orc standard @13 club close+1
        #crate @12 solid hides
    ''')

A line is an id, a place (`@x` or `@x,y`) and what else matters: weapons (`frag*2` for two), skills by their
bonus, characteristics with an edge (`Dex+`, `Str-`) or a score (`Dex7`), options. A threat makes an adversary;
`#` makes a cover. Everybody acts in the order of the lines: initiative is 12 for the first, 11 for the second.

Dice must run out exactly, under the names of their draws: `"attack 4 4; damage 3 3 3"`. Choices that are not
named take the safe default (no reaction, no claim); choices that are named must be asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wanderstar.play.asks import Answer, Choice
from wanderstar.play.codec import event_to_json
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import Run
from wanderstar.play.script import play_line
from wanderstar.play.table import Ask, Table
from wanderstar.sheets.load import encounter_from, ruleset_from

SKILLS = {
    "ranged": "Ranged Weapons",
    "close": "Close Quarters",
    "athletics": "Athletics",
    "explosives": "Explosives",
    "medicine": "Medicine",
    "sneaking": "Sneaking",
    "recon": "Recon",
}
RANKS = {-3: "Untrained", 0: "Novice", 1: "Trained", 2: "Professional", 3: "Expert"}
NAMES = {n[:3]: n for n in ("Strength", "Dexterity", "Endurance", "Intellect", "Education", "Social")}


def gun(
    damage: str, band: str, *, hands: int = 2, magazine: int | None = 10, **traits: Any
) -> dict[str, Any]:
    """A ranged weapon's table."""
    table = {"damage": damage, "range": band, "hands": hands, "traits": traits}
    return table if magazine is None else {**table, "magazine": magazine}


def blade(damage: str, **traits: Any) -> dict[str, Any]:
    """A melee weapon's table."""
    return {"damage": damage, "melee": True, "traits": traits}


def hurled(damage: str, band: str, **traits: Any) -> dict[str, Any]:
    """A thrown weapon's table."""
    return {"damage": damage, "range": band, "thrown": True, "traits": traits}


ARSENAL: dict[str, dict[str, Any]] = {
    "pistol": {**gun("2D", "close", hands=1, magazine=4), "compact": True},
    "shorty": {**gun("2D", "close", magazine=4), "compact": True},
    "rifle": gun("3D", "medium"),
    "longrifle": gun("3D", "extreme"),
    "sniper": gun("3D", "medium", magazine=6, scope=True),
    "longsniper": gun("3D", "extreme", magazine=6, scope=True),
    "needler": gun("3D", "medium", precise=True),
    "smg": gun("2D", "short", hands=1, magazine=12, auto=2),
    "carbine": gun("3D", "medium", magazine=30, auto=3, suppressive=True),
    "autosniper": gun("3D", "medium", magazine=30, auto=3, scope=True),
    "stubber": gun("2D", "short", suppressive=True),
    "ripper": gun("3D", "medium", piercing=3),
    "heavy": {**gun("2D", "short"), "traits": {"damage": 2}},
    "mindgun": gun("3D", "short", magazine=None, to_mental=True),
    "popgun": gun("1D-3", "short"),
    "lance": gun("3D", "medium", magazine=None, charge=True),
    "drum": gun("3D", "medium", magazine=None, slow=True),
    "musket": gun("3D", "medium", magazine=None, reload=2),
    "tube": gun("4D", "medium", magazine=None, one_use=True),
    "tankgun": {**gun("3D", "extreme", magazine=None), "scale": 1},
    "howitzer": gun("3D", "extreme", magazine=None, artillery=True),
    "mortar": gun("3D", "extreme", magazine=None, artillery=True, blast=6),
    "club": blade("2D"),
    "pike": blade("2D+2", reach=True),
    "maul": blade("3D", smasher=True),
    "baton": blade("2D", stun=True),
    "knife": {**hurled("2D", "close"), "melee": True},
    "rock": hurled("1D", "close"),
    "javelin": hurled("2D", "short"),
    "shards": {**hurled("2D", "short", auto=2, blast=2), "melee": True},
    "frag": hurled("3D", "short", blast=6),
    "flash": hurled("3D", "short", blast=6, stun=True),
    "net": {"range": "close", "thrown": True, "traits": {"entangle": True}},
}


def fight(text: str, rules: Mapping[str, Any] | None = None, begun: bool = True, **scene: Any) -> Fight:
    """The position that `text` draws, its fight begun unless told otherwise; `rules` by their dotted keys.

    `scene` are further tables of the encounter: `zones`, `map`, or other `sides`.
    """
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    people, placed, covers = [], [], []
    for words in lines:
        if words[0].startswith("#"):
            covers.append(_cover(words))
        else:
            person, where = _person(words)
            people.append(person)
            placed.append(where)
    tables: dict[str, dict[str, Any]] = {}
    for key, value in (rules or {}).items():
        table, _, name = key.partition(".")
        tables.setdefault(table, {})[name] = value
    ruleset, faults = ruleset_from(tables)
    assert faults == []
    encounter = encounter_from(
        {
            "format": 1,
            "packs": [],
            "weapons": [{"id": id, "name": id, **table} for id, table in ARSENAL.items()],
            "characters": [p for p in people if "threat" not in p],
            "adversaries": [p for p in people if "threat" in p],
            "sides": [{"id": "party"}, {"id": "foes"}],
            "combatants": placed,
            "covers": covers,
            **scene,
        },
        None,
        ruleset,
    )
    played = Fight(encounter)
    if begun:
        there = [person for person in people if person["id"] in played.table.state.combatants]
        dice = "; ".join(_initiative(person, 12 - i, played) for i, person in enumerate(there))
        played.do("begin", rolls=dice)
    return played


def _place(word: str) -> Any:
    numbers = [float(part) for part in word[1:].split(",")]
    return numbers if len(numbers) == 2 else numbers[0]


def _cover(words: list[str]) -> dict[str, Any]:
    cover: dict[str, Any] = {"id": words[0][1:], "at": _place(words[1]), "grade": words[2]}
    for word in words[3:]:
        cover.update({"hides": True} if word == "hides" else {"arc": float(word.removeprefix("arc="))})
    return cover


def _person(words: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    id = words[0]
    person: dict[str, Any] = {"id": id, "name": id, "characteristics": {}, "skills": {}}
    where: dict[str, Any] = {"who": id, "side": "party"}
    for word in words[1:]:
        if word.startswith("@"):
            where["at"] = _place(word)
        elif word in ("minion", "standard", "elite"):
            person["threat"] = word
            where["side"] = "foes"
        elif word in ("hidden", "unaware"):
            where[word] = True
        elif "=" in word:
            _option(word, person, where)
        elif (m := re.fullmatch(r"([A-Z][a-z]{2})([+-]|\d+)", word)) is not None:
            grade: Any = {"+": "advantage", "-": "disadvantage"}.get(m[2]) or int(m[2])
            person["characteristics"][NAMES[m[1]]] = grade
        elif (m := re.fullmatch(r"([a-z]+)([+-]\d)", word)) is not None:
            person["skills"][SKILLS[m[1]]] = RANKS[int(m[2])]
        else:
            person["weapons"] = [_carried(weapon) for weapon in word.split(",")]
    return person, where


def _option(word: str, person: dict[str, Any], where: dict[str, Any]) -> None:
    key, _, value = word.partition("=")
    if key == "side":
        where["side"] = value
    elif key == "held":
        where["held"] = value.split(",")
    elif key == "enters":
        where["enters"] = int(value)
    elif key == "boxes" and "/" in value:
        person["boxes"] = dict(zip(("physical", "mental"), map(int, value.split("/")), strict=True))
    else:
        person[key] = int(value)


def _carried(word: str) -> Any:
    weapon, _, count = word.partition("*")
    return {"id": weapon, "count": int(count)} if count else weapon


def _initiative(person: dict[str, Any], total: int, played: Fight) -> str:
    """Dice that give `total`: a third one, dropped, where Dexterity has an edge."""
    edge = played.table.state.combatants[person["id"]].grade("Dexterity")
    third = {1: " 1", -1: " 6"}.get(edge, "")
    return f"initiative {total - total // 2} {total // 2}{third}"


@dataclass(frozen=True)
class Outcome:
    """What came of one command: its events as the journal has them."""

    events: list[dict[str, Any]]

    def all(self, kind: str) -> list[dict[str, Any]]:
        """Every event of a kind."""
        return [event for event in self.events if event["kind"] == kind]

    def one(self, kind: str) -> dict[str, Any]:
        """The only event of a kind."""
        (event,) = self.all(kind)
        return event

    def test(self, draw: str, nth: int = 0) -> dict[str, Any]:
        """The `test` event of the draw with that name."""
        return [event for event in self.all("test") if event["draw"] == draw][nth]

    def edge(self, draw: str) -> str:
        """The net edge of a test."""
        return str(self.test(draw)["edge"])

    def why(self, draw: str, nth: int = 0) -> list[str]:
        """Why a test had its edge: `+R1`, `-C26`; in brackets what did not count."""
        return [_short(reason) for reason in self.test(draw, nth)["reasons"]]

    @property
    def attack(self) -> dict[str, Any]:
        """The only `attack` event."""
        return self.one("attack")

    @property
    def armor(self) -> int:
        """The armor that the attack met."""
        return int(self.attack["armor"])

    @property
    def trauma(self) -> int:
        """The trauma that the attack inflicted."""
        return int(self.attack["trauma"])


def _short(reason: dict[str, Any]) -> str:
    sign = "+" if reason["gives"] == "advantage" else "-"
    return f"{sign}{reason['rule']}" if reason["counted"] else f"({sign}{reason['rule']})"


def _rolls(text: str) -> list[tuple[str, list[int]]]:
    """Named dice: `"attack 4 4; damage:orc 3 3 3"` (the second word after a colon is the draw's `who`)."""
    parts = [part.split() for part in text.split(";") if part.strip()]
    return [(words[0], [int(face) for face in words[1:]]) for words in parts]


def _picks(text: str) -> dict[str, Any]:
    """Choices: `"reaction:orc dodge; claim_attack:ann yes"`; `|` between the answers to one asked repeatedly."""
    picks: dict[str, Any] = {}
    for part in text.split(";"):
        if part.strip():
            key, _, value = part.strip().partition(" ")
            values = [{"yes": True, "no": False}.get(v.strip(), v.strip()) for v in value.split("|")]
            picks[key] = values if len(values) > 1 else values[0]
    return picks


class Fight:
    """A table in play."""

    def __init__(self, encounter: Any) -> None:
        self.lines: list[dict[str, Any]] = []
        self.table = Table(encounter, write=self.lines.append)

    def __getitem__(self, who: str) -> dict[str, Any]:
        """A combatant as the state shows it."""
        return dict(self.state["combatants"][who])

    @property
    def state(self) -> dict[str, Any]:
        """STATE."""
        return self.table.to_json()

    @property
    def momentum(self) -> dict[str, int]:
        """The pools there are."""
        found = {who: c["momentum"] for who, c in self.state["combatants"].items()}
        return {who: m for who, m in found.items() if m is not None}

    def hurt(self, who: str) -> int:
        """Physical trauma, or that of the only track."""
        return int(self[who]["trauma"]["physical"])

    def do(self, do: str, who: str = "", rolls: str = "", picks: str = "", **args: Any) -> Outcome:
        """Plays a legal command; its dice must run out exactly, under their names."""
        before = self.table.n
        result, dice = self._line(do, who, rolls, picks, args)
        assert not isinstance(result, Refusal), result.to_json()
        assert self.table.n == before + 1
        events = [event_to_json(event) for event in result[1]]
        drawn = [(e["name"], e["who"], e["dice"]) for e in events if e["kind"] == "draw"]
        named = [(name, who, faces) for (name, faces), (_, who, _) in zip(dice, drawn, strict=True)]
        wanted = [(n.partition(":")[0], n.partition(":")[2] or w, f) for n, w, f in named]
        assert drawn == wanted
        return Outcome(events)

    def refused(self, code: str, do: str, who: str = "", picks: str = "", **args: Any) -> Refusal:
        """Plays an illegal command: it must be refused with `code` and change nothing at all."""
        rolls = args.pop("rolls", "")
        state, lines = self.state, json.dumps(self.lines)
        result, _ = self._line(do, who, rolls, picks, args)
        assert isinstance(result, Refusal), f"not refused ({code} was expected)"
        assert result.code == code, result.to_json()
        assert self.state == state
        assert json.dumps(self.lines) == lines
        return result

    def attack(
        self, who: str, weapon: str, target: str, rolls: str = "", picks: str = "", **args: Any
    ) -> Outcome:
        """An attack on a target."""
        return self.do("attack", who, rolls, picks, weapon=weapon, target=target, **args)

    def lob(self, who: str, weapon: str, at: Any, rolls: str = "", picks: str = "", **args: Any) -> Outcome:
        """An attack on a place."""
        return self.do("attack", who, rolls, picks, weapon=weapon, at=at, **args)

    def move(self, who: str, to: Any, rolls: str = "", picks: str = "", **args: Any) -> Outcome:
        """A move; `significant=True` for the second one."""
        how = {"as": "significant"} if args.pop("significant", False) else {}
        return self.do("move", who, rolls, picks, to=to, **how, **args)

    def turn(self, who: str) -> None:
        """Ends turns until it is the turn of `who`."""
        for _ in range(40):
            if self.state["turn"] == who:
                return
            self.do("end_turn", self.state["turn"])
        raise AssertionError(f"{who} never has the turn")

    def next_turn(self, who: str) -> None:
        """The turn of `who` in the next round (or the next that comes)."""
        if self.state["turn"] == who:
            self.do("end_turn", who)
        self.turn(who)

    def set(self, who: str, **fields: Any) -> None:
        """Corrections by the GM."""
        for field, value in fields.items():
            self.do("set", who, field=field, value=value)

    def asks(self, do: str, who: str, rolls: str = "", **args: Any) -> dict[str, list[Any]]:
        """What a command asks first (after `rolls`): the options by key. The command is taken back."""
        assert self.table.order({"do": do, "who": who, **args})
        for _, faces in _rolls(rolls):
            assert self.table.answer({"dice": faces})
        found = {ask["key"]: ask["options"] for ask in self.state["pending"]}
        assert self.table.run is None or self.table.cancel()
        if self.table.n and self.table.entries[-1].command["do"] == do and not found:
            self.table.undo(self.table.n - 1)
        return found

    def _line(
        self, do: str, who: str, rolls: str, picks: str, args: dict[str, Any]
    ) -> tuple[Any, list[tuple[str, list[int]]]]:
        dice = _rolls(rolls)
        line = {
            "command": {"do": do, **({"who": who} if who else {}), **args},
            "dice": [face for _, faces in dice for face in faces],
            "choices": _picks(picks),
        }
        return play_line(self.table, line, "gm", (_safe,), waits=False), dice


def _safe(table: Table, run: Run, ask: Ask) -> Answer | None:
    """The safe default of a choice that the test does not name."""
    return Answer(ask.key, ask.default) if isinstance(ask, Choice) else None
