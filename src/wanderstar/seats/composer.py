"""The composer: what one combatant may do now, each choice with its price and its odds.

Everything is computed from the table as the seat knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..book.combat.range import Band
from ..play import sight
from ..play.attack_plan import MODES, AttackPlan, effective_band, plan_attack
from ..play.commands import Command
from ..play.refusal import Refusal, refuse
from ..play.resolve import prepare
from ..play.state import Combatant, State
from .asked import Ask
from .composer_commands import KEYS, check, commands
from .composer_odds import attack_odds, attack_reasons
from .cut import Known, known
from .names import Names
from .seat import Seat, Settings
from .wording import names_of, refusal_json

MODE_LABELS = {"single": "single shot", "burst": "burst", "full": "full auto"}
PULLS = {None: "", "stunned": ", pulled to stun", "pinned": ", pulled to pin"}
INDIRECT = {None: "", "observed": ", indirect, observed", "guessed": ", indirect, guessed"}


def composer(
    state: State,
    who: str,
    seat: Seat,
    settings: Settings,
    *,
    target: str | None = None,
    weapon: str | None = None,
    mode: str = "single",
    claim: bool = False,
    at: Any = None,
    pull: str | None = None,
    indirect: str | None = None,
    volley: Sequence[str] = (),
    asks: Iterable[Ask] = (),
) -> dict[str, Any]:
    """What `who` may do, for a seat that may order for it; `{"refusal"}` for any other.

    `target`, `weapon`, `mode`, `at` (a lob), `pull` and `indirect` are what is chosen so far; without them the
    aimed at or nearest foe and the first weapon in hand. `volley` are the targets of full auto, one for each attack
    (without them the chosen target once). `claim` is the Momentum switch. The result:

    - `who, name, turn, momentum, significant, minors, moved, reactions`
    - `targets`: `id, name, side, metres, band, health, out, gone, chosen, refusal` and the chosen weapon's `hit`
    - `weapons`: `id, name, damage, held, ammo, magazine, effective, chosen` and `modes`: `mode, label, command,
      refusal, odds`, all against the chosen target; full auto has `volley` besides, see `volley_json`
    - `attack`: the chosen one: `command, key, refusal, odds, helps, hinders, net, armor, damage, ammo`
    - `commands`: all others, see `composer_commands.commands`
    """
    k = known(state, seat, settings)
    names = names_of(k)
    if who not in k.state.combatants:
        refusal = refuse("unknown", field="who", found=str(who)[:200], expected=list(k.state.combatants))
        return {"who": None, "refusal": refusal_json(refusal, names)}
    if not seat.gm and who not in seat.characters:
        return {"who": None, "refusal": refusal_json(refuse("seat", seat=seat.role, who=who), names)}
    c = k.state.combatants[who]
    waits = bool(list(asks))
    aim = target if target in k.state.combatants and target != who else nearest(k.state, c)
    arms = list(dict.fromkeys((*c.held, *c.carried, "unarmed")))
    arm = weapon if weapon in arms else arms[0]
    if at is not None:
        aim = None
    several = tuple(id for id in volley if id in k.state.combatants and id != who)
    chosen = attack_command(k.state, who, arm, aim, mode, at, pull, indirect)
    return {
        "who": who,
        "name": c.name,
        "turn": k.state.turn == who,
        "momentum": c.momentum,
        "significant": c.significant,
        "minors": c.minors,
        "moved": c.moved,
        "reactions": c.reactions + c.readied,
        "target": aim,
        "weapon": arm,
        "mode": mode,
        "claim": claim,
        "refusal": None,
        "targets": [
            target_json(k, c, o, arm, mode, aim, names, waits)
            for o in k.state.combatants.values()
            if o.id != who
        ],
        "weapons": [weapon_json(k, c, id, aim, arm, names, waits, several) for id in arms],
        "attack": None if chosen is None else chosen_json(k, chosen, claim, names, waits),
        "commands": commands(k, who, aim, names, waits),
    }


def nearest(state: State, c: Combatant) -> str | None:
    """The one aimed at, else the nearest foe still up, else nobody."""
    foes = [o for o in state.combatants.values() if sight.hostile(c, o) and not o.out and o.id != c.id]
    if any(o.id == c.aim for o in foes):
        return c.aim
    return min(foes, key=lambda o: (sight.metres(c.at, o.at), o.roster), default=c).id if foes else None


def attack_command(
    state: State,
    who: str,
    weapon: str,
    target: str | None,
    mode: str = "single",
    at: Any = None,
    pull: str | None = None,
    indirect: str | None = None,
) -> dict[str, Any] | None:
    """The attack command of some choices; None without a target or a place."""
    if target is None and at is None:
        return None
    command: dict[str, Any] = {"do": "attack", "who": who, "weapon": weapon}
    if at is not None:
        command["at"] = at
    elif mode == "full":
        command["targets"] = [target]
    else:
        command["target"] = target
    extra = {"mode": mode if mode != "single" else None, "pull": pull, "indirect": indirect}
    return command | {name: value for name, value in extra.items() if value is not None}


def planned(k: Known, command: dict[str, Any]) -> AttackPlan | None:
    """The plan of an attack that would be legal on a fresh turn, so that odds can be looked at beforehand."""
    who = command["who"]
    c = k.state.combatants[who]
    fresh = k.state._replace(
        turn=who, over=False, combatants={**k.state.combatants, who: c._replace(significant=1)}
    )
    found = prepare(fresh, command)
    if not isinstance(found, Command):
        return None
    target = found.targets[0] if found.targets else found.target
    weapon = fresh.weapon(found.weapon)
    return plan_attack(k.state, who, weapon, target, found.at, MODES[found.mode], found.indirect)


def odds_of(k: Known, command: dict[str, Any], names: Names) -> dict[str, Any] | None:
    """The odds of an attack command, None where it could not be made."""
    plan = planned(k, command)
    return None if plan is None else attack_odds(k, plan, names, command.get("indirect"), command.get("pull"))


def chosen_json(k: Known, command: dict[str, Any], claim: bool, names: Names, waits: bool) -> dict[str, Any]:
    """The chosen attack with its reasons."""
    refusal = refuse("pending") if waits else check(k, command)
    plan = planned(k, command)
    data = {"command": command, "key": KEYS["attack"], "refusal": refusal_json(refusal, names), "odds": None}
    if plan is None:
        return data
    data["odds"] = attack_odds(k, plan, names, command.get("indirect"), command.get("pull"))
    if plan.rolled or plan.target is not None:
        data |= attack_reasons(k, plan, names, claim)
    return data


def target_json(
    k: Known, c: Combatant, o: Combatant, arm: str, mode: str, aim: str | None, names: Names, waits: bool
) -> dict[str, Any]:
    """One possible target, as the chosen weapon would meet it."""
    command = attack_command(k.state, c.id, arm, o.id, mode)
    assert command is not None
    found = check(k, command)
    odds = odds_of(k, command, names) if sight.hostile(c, o) or o.id == aim else None
    return {
        "id": o.id,
        "name": o.name,
        "side": o.side,
        "hostile": sight.hostile(c, o),
        "metres": round(sight.metres(c.at, o.at), 2),
        "band": Band(sight.band_between(k.state, c, o)).name.lower(),
        "health": k.health.get(o.id),
        "out": o.out,
        "gone": o.gone,
        "chosen": o.id == aim,
        "refusal": refusal_json(refuse("pending") if waits else found, names),
        "hit": None if odds is None else first_hit(odds),
    }


def first_hit(odds: dict[str, Any]) -> Any:
    """The chance to hit without a reaction and without a claim."""
    branch = odds["unclaimed"]
    return branch["cases"][0]["hit"] if odds["kind"] == "attack" else branch["hit"]


def weapon_json(
    k: Known,
    c: Combatant,
    id: str,
    aim: str | None,
    arm: str,
    names: Names,
    waits: bool,
    volley: Sequence[str] = (),
) -> dict[str, Any]:
    """One weapon with its modes against the chosen target."""
    weapon = k.state.weapon(id)
    modes = ("single", *(("burst", "full") if weapon.auto else ()))
    pulls = (None, "stunned", "pinned") if id == "unarmed" or weapon.stun else (None,)
    bows = (None, "observed", "guessed") if weapon.artillery else (None,)
    made = []
    for mode, pull, bow in ((m, x, b) for m in modes for x in pulls for b in bows):
        command = attack_command(k.state, c.id, id, aim, mode, None, pull, bow)
        if command is None:
            continue
        full = mode == "full"
        if full and volley:
            command["targets"] = list(volley[: k.state.ruleset.auto_full_attacks.of(weapon.auto or 0)])
        refusal: Refusal | None = refuse("pending") if waits else check(k, command)
        made.append(
            {
                "volley": volley_json(k, command, weapon.auto, names) if full and weapon.auto else None,
                "mode": mode,
                "pull": pull,
                "indirect": bow,
                "label": ("strike" if weapon.melee and mode == "single" else MODE_LABELS[mode])
                + PULLS[pull]
                + INDIRECT[bow],
                "command": command,
                "refusal": refusal_json(refusal, names),
                "odds": odds_of(k, command, names),
            }
        )
    band = None if weapon.band is None else Band(effective_band(c, weapon)).name.lower()
    return {
        "id": id,
        "name": weapon.name,
        "damage": f"{weapon.dice}D" + (f"{weapon.plus:+d}" if weapon.plus else ""),
        "held": id in c.held or id == "unarmed",
        "ammo": c.rounds(id),
        "magazine": weapon.magazine,
        "effective": band,
        "melee": weapon.melee,
        "lob": weapon.thrown or weapon.blast is not None or weapon.artillery,
        "blast": weapon.blast,
        "auto": weapon.auto,
        "chosen": id == arm,
        "modes": made,
    }


def volley_json(k: Known, command: dict[str, Any], auto: int, names: Names) -> dict[str, Any]:
    """The attacks of a full auto command (C79, R44): `{"most", "chosen", "names", "each", "more"}`.

    `each` target once with how often it is attacked and its odds; `more`, while there are attacks left, every foe
    still up with the refusal of one attack more, at it.
    """
    state, chosen = k.state, list(command["targets"])
    most = state.ruleset.auto_full_attacks.of(auto)
    c = state.combatants[command["who"]]
    foes = [o.id for o in state.combatants.values() if sight.hostile(c, o) and not o.out]
    more = foes if len(chosen) < most else []
    return {
        "most": most,
        "chosen": chosen,
        "names": {id: state.combatants[id].name for id in chosen},
        "each": [
            {
                "id": id,
                "name": state.combatants[id].name,
                "times": chosen.count(id),
                "odds": odds_of(k, {**command, "targets": [id]}, names),
            }
            for id in dict.fromkeys(chosen)
        ],
        "more": [
            {
                "id": id,
                "name": state.combatants[id].name,
                "refusal": refusal_json(check(k, {**command, "targets": [*chosen, id]}), names),
            }
            for id in more
        ],
    }


def odds_table(state: State, who: str, seat: Seat, settings: Settings) -> dict[str, dict[str, Any]]:
    """Odds of every weapon on every foe, `{WEAPON: {TARGET: odds or None}}`, single shots."""
    k = known(state, seat, settings)
    names = names_of(k)
    if who not in k.state.combatants or not (seat.gm or who in seat.characters):
        return {}
    c = k.state.combatants[who]
    table: dict[str, dict[str, Any]] = {}
    for id in dict.fromkeys((*c.held, *c.carried, "unarmed")):
        row = table.setdefault(id, {})
        for o in k.state.combatants.values():
            if sight.hostile(c, o):
                command = attack_command(k.state, who, id, o.id)
                row[o.id] = None if command is None else odds_of(k, command, names)
    return table
