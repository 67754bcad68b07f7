"""Commands: what may be ordered at the table, their fields, and reading them from JSON.

Fields are spelled as in the interface. `read` checks shapes only; whether a command is legal is another matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .fields import (
    CALLED,
    DEFENDER,
    LABEL,
    PLACE,
    REQUIRED,
    SIDES,
    SKILL,
    WHO,
    WORD,
    Field,
    anything,
    contest_max,
    count,
    encounter,
    flag,
    gate,
    ids,
    label,
    one_of,
    optional,
    or_none,
    places,
    stakes,
    table,
    text,
)
from .refusal import Refusal, Refused, refuse

__all__ = ["REQUIRED", "SPECS", "Command", "Spec", "find", "read", "resolve"]


@dataclass(frozen=True, slots=True)
class Command:
    """Something ordered. `do` is its name, `who` the one who acts or is concerned ("" where there is none)."""

    do: str
    who: str
    args: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.args[name]
        except KeyError:
            raise AttributeError(name) from None

    def to_json(self) -> dict[str, Any]:
        """The command as it is written, without what was left unsaid."""
        fields = SPECS[self.do].fields
        said = {name: value for name, value in self.args.items() if value != fields[name].default}
        return {"do": self.do, **({"who": self.who} if self.who else {}), **said}


@dataclass(frozen=True, slots=True)
class Spec:
    """A command's shape. `gm` commands are the GM's own; `cost` is minor, significant, either or free."""

    who: bool
    gm: bool
    cost: str
    fields: Mapping[str, Field]


SPECS: dict[str, Spec] = {
    "begin": Spec(False, True, "free", {}),
    "attack": Spec(
        True,
        False,
        "significant",
        {
            "weapon": WORD,
            "target": optional(WHO),
            "at": optional(PLACE),
            "mode": Field(one_of("single", "burst", "full"), "single, burst or full", "single"),
            "targets": Field(or_none(ids), "a list of ids", None),
            "pull": Field(or_none(one_of("stunned", "pinned")), "stunned or pinned", None),
            "indirect": Field(or_none(one_of("observed", "guessed")), "observed or guessed", None),
        },
    ),
    "aim": Spec(True, False, "significant", {"target": WHO}),
    "suppress": Spec(True, False, "significant", {"weapon": WORD, "at": PLACE}),
    "reload": Spec(True, False, "significant", {"weapon": WORD}),
    "charge": Spec(True, False, "significant", {"weapon": WORD}),
    "ready": Spec(True, False, "significant", {}),
    "first_aid": Spec(True, False, "significant", {"target": WHO}),
    "grapple": Spec(True, False, "significant", {"target": WHO}),
    "break_free": Spec(
        True, False, "significant", {"by": Field(one_of("test", "opposed"), "test or opposed", "test")}
    ),
    "act": Spec(True, False, "significant", {"skill": SKILL, "characteristic": CALLED, "label": LABEL}),
    "move": Spec(
        True,
        False,
        "either",
        {"to": PLACE, "as": Field(one_of("minor", "significant"), "minor or significant", "minor")},
    ),
    "take_cover": Spec(True, False, "minor", {"cover": WORD, "fully": Field(flag, "true or false", False)}),
    "leave_cover": Spec(True, False, "minor", {"cover": WORD}),
    "drop_prone": Spec(True, False, "minor", {}),
    "rise": Spec(True, False, "minor", {}),
    "draw": Spec(True, False, "minor", {"weapon": WORD}),
    "stow": Spec(True, False, "minor", {"weapon": WORD}),
    "drop": Spec(True, False, "minor", {"weapon": WORD}),
    "minor": Spec(True, False, "minor", {"label": LABEL}),
    "delay": Spec(True, False, "free", {"after": optional(WHO)}),
    "leave": Spec(True, False, "free", {}),
    "surrender": Spec(True, False, "free", {}),
    "end_turn": Spec(True, False, "free", {}),
    "test": Spec(
        True,
        True,
        "free",
        {
            "skill": SKILL,
            "characteristic": CALLED,
            "gate": Field(or_none(gate), 'a table of "rank", "impossible", "certain"', None),
            "uncertain": Field(flag, "true or false", True),
            "stakes": Field(stakes, "a text, or false when nothing is at stake", True),
            "clock": Field(or_none(text), "the id of a clock", None),
        },
    ),
    "opposed": Spec(False, True, "free", {"sides": SIDES, "defender": DEFENDER}),
    "contest": Spec(
        False,
        True,
        "free",
        {
            "sides": SIDES,
            "defender": DEFENDER,
            "net": Field(or_none(count(1, 100)), "a whole number from 1 to 100", None),
            "max": Field(contest_max, 'a whole number from 1 to 1000, or "none"', None),
        },
    ),
    "clock": Spec(
        False,
        True,
        "free",
        {
            "id": WORD,
            "successes": Field(or_none(count(1, 100)), "a whole number from 1 to 100", None),
            "failures": Field(or_none(count(1, 100)), "a whole number from 1 to 100", None),
        },
    ),
    "edge": Spec(
        True,
        True,
        "free",
        {
            "edge": Field(one_of("advantage", "disadvantage"), "advantage or disadvantage"),
            "on": Field(
                one_of("next_test", "until_round_end", "fight"),
                "next_test, until_round_end or fight",
                "next_test",
            ),
            "reason": LABEL,
            "price": Field(or_none(count(0, 100)), "a whole number from 0 to 100", None),
        },
    ),
    "band": Spec(
        True,
        True,
        "free",
        {
            "target": WHO,
            "band": Field(
                or_none(one_of("engaged", "close", "short", "medium", "extreme")),
                "engaged, close, short, medium, extreme or null",
            ),
        },
    ),
    "set": Spec(True, True, "free", {"field": WORD, "value": Field(anything, "the field's value")}),
    "condition": Spec(
        True,
        True,
        "free",
        {
            "name": Field(label, "a name"),
            "turns": Field(or_none(count(1, 1000)), "a whole number from 1 to 1000, or null", None),
            "clear": Field(flag, "true or false", False),
            "edge": Field(
                or_none(one_of("advantage", "disadvantage")), "advantage, disadvantage or null", None
            ),
            "skill": Field(or_none(text), "a skill, or null", None),
            "price": Field(or_none(count(0, 100)), "a whole number from 0 to 100", None),
        },
    ),
    "order": Spec(False, True, "free", {"order": Field(ids, "every combatant's id, once")}),
    "cover": Spec(
        False,
        True,
        "free",
        {
            "cover": Field(or_none(table), "a table as in an encounter's covers", None),
            "remove": Field(or_none(text), "the id of a cover", None),
        },
    ),
    "zone": Spec(
        False,
        True,
        "free",
        {
            "zone": Field(or_none(table), "a table as in an encounter's zones", None),
            "remove": Field(or_none(text), "the id of a zone", None),
        },
    ),
    "add": Spec(False, True, "free", {"combatant": Field(table, "a table as in an encounter's combatants")}),
    "remove": Spec(True, True, "free", {}),
    "hide": Spec(True, True, "free", {}),
    "reveal": Spec(True, True, "free", {}),
    "unaware": Spec(True, True, "free", {}),
    "alert": Spec(True, True, "free", {}),
    "wave": Spec(
        False,
        True,
        "free",
        {
            "combatants": Field(ids, "a list of ids that are still to come"),
            "round": Field(or_none(count(1, 1000)), "a whole number from 1 to 1000", None),
            "cancel": Field(flag, "true or false", False),
        },
    ),
    "withdraw": Spec(
        True, True, "free", {"how": Field(one_of("left", "surrendered"), "left or surrendered", "left")}
    ),
    "end": Spec(False, True, "free", {"winner": Field(or_none(text), "the id of a side, or null", None)}),
    "encounter": Spec(
        False,
        True,
        "free",
        {
            "encounter": Field(encounter, "the tables of an encounter, or the id of a shipped one"),
            "places": Field(places, "a table of places by character id", {}),
        },
    ),
    "rest": Spec(
        False,
        True,
        "free",
        {
            "only": Field(or_none(ids), "a list of ids, or null for all characters", None),
            "physical": Field(
                or_none(count(0, 1000)), "a whole number from 0 to 1000, or null for all", None
            ),
            "mental": Field(or_none(count(0, 1000)), "a whole number from 0 to 1000, or null for all", None),
            "refill": Field(flag, "true or false", False),
        },
    ),
    "evening": Spec(False, True, "free", {}),
}
"""Every command, in the order of the interface."""


def read(data: Any) -> Command | Refusal:
    """A command from its JSON object; a refusal names the field, what was found and what would do."""
    if not isinstance(data, dict):
        return refuse("bad_value", field="command", found=data, expected="an object")
    do = data.get("do")
    if not isinstance(do, str) or do not in SPECS:
        return refuse("unknown", field="do", found=do, expected=list(SPECS))
    spec = SPECS[do]
    known = {"do", *spec.fields, *(["who"] if spec.who else [])}
    for key in data:
        if key not in known:
            return refuse(
                "bad_value", field=key, found=key, expected=sorted(known - {"do"}), unknown_key=True
            )
    who = data.get("who", "")
    if spec.who and (not isinstance(who, str) or not who):
        return refuse("bad_value", field="who", found=data.get("who"), expected="the id of a combatant")
    args = {}
    for name, field in spec.fields.items():
        if name not in data:
            if field.default is REQUIRED:
                return refuse("bad_value", field=name, found=None, expected=field.expected)
            args[name] = field.default
            continue
        try:
            args[name] = field.read(data[name])
        except (ValueError, TypeError):
            return refuse("bad_value", field=name, found=data[name], expected=field.expected)
    return Command(do, who, args)


def resolve(command: Command, ids: Mapping[str, Any]) -> Command:
    """The command with the beginnings of ids written out; raises Refused for unknown or ambiguous ones."""
    spec = SPECS[command.do]
    args = dict(command.args)
    for name, field in spec.fields.items():
        if field.combatant and args[name] is not None:
            args[name] = find(args[name], ids, name)
    if args.get("targets"):
        args["targets"] = tuple(find(t, ids, "targets") for t in args["targets"])
    if args.get("only"):
        args["only"] = tuple(find(t, ids, "only") for t in args["only"])
    if command.do == "order":
        args["order"] = tuple(find(t, ids, "order") for t in args["order"])
    if "sides" in args:
        args["sides"] = tuple({**side, "who": find(side["who"], ids, "sides.who")} for side in args["sides"])
        if isinstance(args["defender"], str):
            args["defender"] = find(args["defender"], ids, "defender")
    who = find(command.who, ids, "who") if spec.who else ""
    return Command(command.do, who, args)


def find(id: str, ids: Mapping[str, Any], field: str) -> str:
    """The one id that is `id` or begins with it; raises Refused, listing what it could mean."""
    if id in ids:
        return id
    begun = [known for known in ids if known.startswith(id)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Refused(refuse("ambiguous", field=field, found=id, expected=begun))
    raise Refused(refuse("unknown", field=field, found=id, expected=list(ids)))
