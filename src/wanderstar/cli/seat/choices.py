"""What one may do on a turn, as numbered choices with odds and prices; what is not legal with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...play import sight
from ...play.attack_plan import uses_melee
from ...play.commands import SPECS
from ...play.movement import leaving
from ...play.state import Combatant, State
from ...seats.composer import INDIRECT, PULLS, attack_command, odds_of, planned
from ...seats.composer_commands import check, commands
from ...seats.cut import Known
from ...seats.names import Names, count, metres
from ...seats.wording import refusal_json
from ...sheets.model import UNARMED, Weapon

MOST_TARGETS = 3
"""How many targets have their attacks listed at once; any other is brought to the front by `t NAME`."""

SIGNIFICANT, MINOR, FREE = "Significant Action", "Minor Actions", "Free"
GROUPS = (SIGNIFICANT, MINOR, FREE)
GROUP_OF = {"significant": SIGNIFICANT, "minor": MINOR, "free": FREE, "either": MINOR}

FOR_GOOD = ("leave", "surrender")
"""Commands that end one's part: they stand last, and are asked for twice."""

MADE_HERE = ("aim", "delay")
"""Commands whose lines of the composer are not taken: here they are one for each target, or one for all."""


class Item(NamedTuple):
    """A choice. `needs` is the field that is asked for when it is taken; `notes` are said beside the odds."""

    group: str
    label: str
    command: dict[str, Any]
    odds: Mapping[str, Any] | None = None
    refusal: Mapping[str, Any] | None = None
    needs: str = ""
    notes: tuple[str, ...] = ()


def targets(state: State, c: Combatant, first: str | None) -> list[str]:
    """Foes still up: the one chosen, the one aimed at, then by distance."""
    foes = [o for o in state.combatants.values() if sight.hostile(c, o) and not o.out]
    foes.sort(key=lambda o: (o.id != first, o.id != c.aim, sight.metres(c.at, o.at), o.roster))
    return [o.id for o in foes]


def choices(k: Known, names: Names, who: str, first: str | None = None) -> list[Item]:
    """Everything, in the order of the groups; those that are not legal have a refusal."""
    c = k.state.combatants[who]
    aims = targets(k.state, c, first)[:MOST_TARGETS]
    made = [
        *attacks(k, names, c, aims),
        *aimings(k, names, c, aims),
        *others(k, names, c, aims),
        delay(k, names, c),
    ]
    return sorted(made, key=lambda item: (GROUPS.index(item.group), item.command["do"] in FOR_GOOD))


# -- attacks


def attacks(k: Known, names: Names, c: Combatant, aims: list[str]) -> Iterator[Item]:
    """Every weapon and mode on each target; of what is not legal only that on the first."""
    arms = list(dict.fromkeys((*c.held, *c.carried, UNARMED.id)))
    for i, target in enumerate(aims):
        for id in arms:
            for item in attacks_on(k, names, c, k.state.weapon(id), target):
                if i == 0 or (item.refusal is None and not item.needs):
                    yield item
    for id in arms:
        weapon = k.state.weapon(id)
        if aims and (weapon.blast is not None or weapon.artillery):
            yield lob(k, names, c, weapon, aims[0])


def attacks_on(k: Known, names: Names, c: Combatant, weapon: Weapon, target: str) -> Iterator[Item]:
    """The ways to attack one target with one weapon."""
    in_hand = weapon.id in c.held or weapon.thrown or weapon.id == UNARMED.id
    modes = ("single", *(("burst", "full") if weapon.auto and in_hand else ()))
    pulls = (None, "stunned", "pinned") if weapon.id == UNARMED.id or weapon.stun else (None,)
    bows = (None, "observed", "guessed") if weapon.artillery and in_hand else (None,)
    whom = names.who(target)
    melee = uses_melee(k.state, c, k.state.combatants[target], weapon)
    for mode in modes:
        for pull in pulls:
            for bow in bows:
                command = attack_command(k.state, c.id, weapon.id, target, mode, None, pull, bow)
                assert command is not None
                item = attack(
                    k, names, command, f"{verb(weapon, mode, whom, names, melee)}{PULLS[pull]}{INDIRECT[bow]}"
                )
                yield item
                if item.refusal is not None:
                    break  # how it is pulled or laid does not matter then
            else:
                continue
            break


def attack(k: Known, names: Names, command: dict[str, Any], label: str, needs: str = "") -> Item:
    """An attack with its odds and what it takes of the magazine."""
    refusal = refusal_json(check(k, command), names)
    full = command.get("mode") == "full"
    plan = planned(k, command)
    weapon = k.state.weapon(command["weapon"])
    notes = []
    if plan is not None and weapon.magazine is not None and plan.ammo:
        notes.append(count(plan.ammo, "round"))
    if full and refusal is None:
        needs = "targets"
        notes.append("each")
    if weapon.blast is not None and refusal is None and not needs:
        notes.append(f"blast {metres(weapon.blast)}")
    return Item(
        SIGNIFICANT,
        label + ("…" if needs else ""),
        command,
        odds_of(k, command, names),
        refusal,
        needs,
        tuple(notes),
    )


def verb(weapon: Weapon, mode: str, whom: str, names: Names, melee: bool) -> str:
    """`shoot Vex with Carbine`; `melee`: hand to hand, which what is thrown is only within reach."""
    name = names.weapon(weapon.id)
    if mode != "single":
        return f"{'burst' if mode == 'burst' else 'full auto'} at {whom} with {name}"
    if melee:
        return f"strike {whom} with {name}"
    return f"throw {name} at {whom}" if weapon.thrown else f"shoot {whom} with {name}"


def lob(k: Known, names: Names, c: Combatant, weapon: Weapon, target: str) -> Item:
    """The same at a place, which is asked for; odds are for where the first target stands."""
    at = sight.as_json(k.state.combatants[target].at)
    command: dict[str, Any] = {"do": "attack", "who": c.id, "weapon": weapon.id, "at": at}
    word = "throw" if weapon.thrown else "lob"
    return attack(k, names, command, f"{word} {names.weapon(weapon.id)} at a place", "at")


def aimings(k: Known, names: Names, c: Combatant, aims: list[str]) -> Iterator[Item]:
    """Aim at each target."""
    for i, target in enumerate(aims):
        command = {"do": "aim", "who": c.id, "target": target}
        refusal = refusal_json(check(k, command), names)
        if refusal is None or i == 0:
            yield Item(SIGNIFICANT, f"aim at {names.who(target)}", command, None, refusal)


# -- everything else


NEEDS = {"to": "to", "at": "at", "skill": "skill"}


def others(k: Known, names: Names, c: Combatant, aims: list[str]) -> Iterator[Item]:
    """What the composer has besides."""
    target = aims[0] if aims else None
    for line in commands(k, c.id, target, names, False):
        if line["do"] in MADE_HERE:
            continue
        command = dict(line["command"])
        needs = next(iter(line["needs"]), "label" if line["do"] == "minor" else "")
        cost = line["cost"] if line["cost"] in ("significant", "minor") else SPECS[line["do"]].cost
        label = line["label"]
        label = label[0].lower() + label[1:] + ("…" if needs else "")
        notes = (warning(k.state, c, names),) if line["do"] == "move" and leaves(k.state, c) else ()
        odds = None if line["do"] == "act" else line["odds"]
        yield Item(GROUP_OF[cost], label, command, odds, line["refusal"], needs, notes)


def leaves(state: State, c: Combatant) -> bool:
    """Whether a move may cost a free attack."""
    return any(sight.able(foe, c.id) for foe in sight.engaged_foes(state, c))


def warning(state: State, c: Combatant, names: Names) -> str:
    """Whose free attack a move away may bring (C44)."""
    away = (c.at[0] + 1e4, c.at[1]) if isinstance(c.at, tuple) else c.at + 1e4
    return f"leaving {names.all(foe.id for foe in leaving(state, c, away))} may cost a free attack (C44)"


def delay(k: Known, names: Names, c: Combatant) -> Item:
    """Delay, to the end of the round or after somebody."""
    command = {"do": "delay", "who": c.id}
    refusal = refusal_json(check(k, command), names)
    return Item(FREE, "delay…", command, None, refusal, "after" if refusal is None else "")


SPENT = {"no_significant": "what takes the Significant Action", "no_minor": "what takes a Minor Action"}
"""What is said together of everything that a spent action keeps one from."""


PLAIN = ("free", "unhurt", "no map")
"""Reasons that nobody misses: there is nothing to break out of, to treat, to leave by."""


def not_now(items: list[Item], whole: bool = False) -> list[tuple[str, str | None]]:
    """What is not legal, those with the same reason together: text and rule; without what goes without saying,
    unless `whole`."""
    found: dict[tuple[str, str | None], list[str]] = {}
    for item in items:
        if item.refusal is not None and (whole or item.refusal["facts"].get("because") not in PLAIN):
            labels = found.setdefault((item.refusal["text"], item.refusal["rule"]), [])
            label = SPENT.get(item.refusal["code"]) or item.label.removesuffix("…")
            if label not in labels:
                labels.append(label)
    return [(f"{', '.join(labels)}: {text}", rule) for (text, rule), labels in found.items()]
